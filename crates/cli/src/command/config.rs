//! `probity config`: the settings, where they come from and what they may be.

use crate::app::App;
use crate::args::Config;
use crate::failure::{Failure, Outcome};
use crate::render::{ACCENT, BOLD, DIM, Page, Table, paint};
use crate::settings::{self, Origin, Settings, WORDINGS, figure, knobs};
use score::verify::Knob;
use serde_json::{Value, json};

/// Checks or shows the effective settings. They are in range by now: reading them is the check.
pub fn run(app: &App, verb: Config) -> Result<Outcome, Failure> {
    match (verb, app.is_json) {
        (Config::Schema, _) => return schema(),
        (Config::Check, true) => app.print_json(&json!({
            "ok": true,
            "settings": count(),
            "turned": app.settings.turned(),
            "warnings": app.settings.warnings(),
        }))?,
        (Config::Check, false) => app.print(verdict(&app.settings))?,
        (Config::Show, true) => app.print_json(&listed(&app.settings))?,
        (Config::Show, false) => app.print(shown(&app.settings))?,
    }
    Ok(Outcome::Done)
}

/// Prints the schema of the configuration file.
pub fn schema() -> Result<Outcome, Failure> {
    crate::app::print_json(&settings::schema())?;
    Ok(Outcome::Done)
}

fn verdict(settings: &Settings) -> Page {
    let mut page = Page::for_stdout();
    let all = count();
    let turned = match settings.turned() {
        0 => "all at their defaults".to_owned(),
        1 => "1 of them turned".to_owned(),
        several => format!("{several} of them turned"),
    };
    page.line(format_args!("ok: {all} settings in range and at peace with each other, {turned}"));
    page
}

fn shown(settings: &Settings) -> Page {
    let mut page = Page::for_stdout();
    let numbers = knobs().map(|knob| (knob.name, figure(knob, settings.value(knob)).to_string(), knob.meaning));
    tabled(&mut page, settings, numbers);
    page.gap();
    // Apart from the numbers, whose column would be as wide as the longest address.
    let words = WORDINGS.iter().map(|wording| {
        let value = wording.shown(settings.word(wording.name));
        (wording.name, if value.is_empty() { "(off)".to_owned() } else { value.to_owned() }, wording.meaning)
    });
    tabled(&mut page, settings, words);
    page
}

fn tabled(page: &mut Page, settings: &Settings, rows: impl Iterator<Item = (&'static str, String, &'static str)>) {
    let mut table = Table::new(&["setting", "value", "from", "meaning"]);
    for (name, value, meaning) in rows {
        let origin = settings.origin_of(name);
        let (name, value, origin) = match origin {
            Origin::Default => (paint(ACCENT, name), value, paint(DIM, origin)),
            // What somebody turned should be found at a glance.
            _ => (paint(ACCENT.bold(), name), paint(BOLD, value), paint(BOLD, origin)),
        };
        table.row([name, value, origin, meaning.to_owned()]);
    }
    table.write(page);
}

fn listed(settings: &Settings) -> Value {
    let one = |knob: &Knob| {
        json!({
            "name": knob.name,
            "value": figure(knob, settings.value(knob)),
            "default": figure(knob, knob.default),
            "min": figure(knob, knob.min),
            "max": figure(knob, knob.max),
            "origin": settings.origin(knob),
            "meaning": knob.meaning,
        })
    };
    let worded = WORDINGS.iter().map(|wording| {
        json!({
            "name": wording.name,
            "value": wording.shown(settings.word(wording.name)),
            "default": wording.default,
            "origin": settings.origin_of(wording.name),
            "meaning": wording.meaning,
        })
    });
    json!({"settings": knobs().map(one).chain(worded).collect::<Vec<_>>(), "warnings": settings.warnings()})
}

fn count() -> usize {
    knobs().count() + WORDINGS.len()
}
