//! One run: what the command line, the environment and the configuration come to, and where the output goes.

use crate::args::General;
use crate::failure::Failure;
use crate::place::Place;
use crate::progress::Progress;
use crate::render::Page;
use crate::settings::{self, Places, Settings};
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::{ErrorKind, Write as _};

/// What every command is handed.
#[derive(Debug)]
pub struct App {
    /// The effective configuration.
    pub settings: Settings,
    /// The directories.
    pub place: Place,
    /// Whether scripts are listening.
    pub is_json: bool,
    /// Where progress is shown.
    pub progress: Progress,
    /// The environment's variables.
    pub environment: BTreeMap<String, String>,
}

impl App {
    /// Reads the configuration and decides on the directories. Warnings go to standard error.
    pub fn start(general: &General) -> Result<Self, Failure> {
        // Variables that are not text cannot be ours.
        let environment: BTreeMap<String, String> =
            std::env::vars_os().filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?))).collect();
        let place = Place::choose(general.data.as_deref(), general.models.as_deref(), &environment)?;
        let settings = Settings::read(&Places {
            named: general.config.clone().or_else(|| Some(environment.get("PROBITY_CONFIG")?.into())),
            usual: Some(settings::usual_file(&place.data)),
            environment: environment.clone(),
            flags: general.set.clone(),
        })?;
        let progress = if general.json { Progress::silent() } else { Progress::on_stderr() };
        let app = Self { settings, place, is_json: general.json, progress, environment };
        app.settings.warnings().iter().for_each(|warning| app.warn(warning));
        Ok(app)
    }

    /// Prints a page for people.
    pub fn print(&self, page: Page) -> Result<(), Failure> {
        write_out(&page.into_text())
    }

    /// Prints text as it stands.
    pub fn print_text(&self, text: &str) -> Result<(), Failure> {
        write_out(text)
    }

    /// Prints an object for scripts.
    pub fn print_json<T: Serialize>(&self, value: &T) -> Result<(), Failure> {
        print_json(value)
    }

    /// Says on standard error what became of things while the output holds only rows.
    pub fn note(&self, text: &str) {
        let told = if self.is_json { serde_json::json!({"note": text}).to_string() } else { text.to_owned() };
        // Nobody is left to be told when standard error is gone.
        let _ = writeln!(std::io::stderr(), "{told}");
    }

    /// Says something on standard error that is no failure.
    pub fn warn(&self, text: &str) {
        // Nobody is left to be warned when standard error is gone.
        if self.is_json {
            let _ = writeln!(std::io::stderr(), "{}", serde_json::json!({"warning": text}));
            return;
        }
        let yellow = anstyle::Style::new().bold().fg_color(Some(anstyle::AnsiColor::Yellow.into()));
        let _ = writeln!(anstream::stderr(), "{yellow}warning:{yellow:#} {text}");
    }
}

/// Prints an object for scripts.
pub fn print_json<T: Serialize>(value: &T) -> Result<(), Failure> {
    let text = serde_json::to_string_pretty(value).expect("our own types always serialise");
    write_out(&format!("{text}\n"))
}

/// Writes text as it is to standard output.
pub fn write_out(text: &str) -> Result<(), Failure> {
    let mut out = anstream::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        // The reader has seen enough (`probity … | head`), which is no failure of ours.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        Err(error) => Err(Failure::new(
            format!("the output could not be written: {error}"),
            "Free some space or choose another place for it.",
        )),
        Ok(()) => Ok(()),
    }
}
