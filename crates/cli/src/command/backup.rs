//! `probity backup` and `probity restore`: everything into one file and back, while others go on.

use crate::app::App;
use crate::desk::Desk;
use crate::failure::{Failure, Outcome};
use crate::render::{GOOD, Page, paint};
use engine::EngineError;
use std::path::Path;

/// Copies everything into a new file.
pub fn backup(app: &App, file: &Path) -> Result<Outcome, Failure> {
    let desk = Desk::open(app)?;
    desk.run(async { desk.office.store().back_up(file).await.map_err(EngineError::from) })?;
    tell(app, "copied", file)
}

/// Puts everything back as it was in a copy.
pub fn restore(app: &App, file: &Path) -> Result<Outcome, Failure> {
    let desk = Desk::open(app)?;
    desk.run(async { desk.office.store().restore(file).await.map_err(EngineError::from) })?;
    tell(app, "restored", file)
}

fn tell(app: &App, what: &str, file: &Path) -> Result<Outcome, Failure> {
    if app.is_json {
        app.print_json(&serde_json::json!({what: file}))?;
        return Ok(Outcome::Done);
    }
    let mut page = Page::for_stdout();
    page.line(format_args!("{} {what} {}", paint(GOOD, "✓"), file.display()));
    app.print(page)?;
    Ok(Outcome::Done)
}
