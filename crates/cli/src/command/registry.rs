//! `probity registry`: what web sources are worth, and an operator's word against it.

use crate::app::App;
use crate::args::Registry as Verb;
use crate::clock::WallClock;
use crate::failure::{Failure, OrNext as _, Outcome};
use crate::render::{ACCENT, DIM, Page, Table, paint};
use domain::{Clock as _, Credibility};
use serde_json::json;
use sources::{Change, OverrideError, Overrides, Registry, Worth};

/// The record of overrides in the data directory.
const OVERRIDES: &str = "overrides.jsonl";

/// Lists, shows or changes.
pub fn run(app: &App, verb: &Verb) -> Result<Outcome, Failure> {
    match verb {
        Verb::List { history } => list(app, *history)?,
        Verb::Show { address } => show(app, address)?,
        Verb::Set { place, credibility, kind, why, who } => {
            let next = "Give a number from 0 to 1.";
            let credibility =
                Credibility::new(*credibility).ok_or_else(|| Failure::usage(format!("{credibility} is no credibility"), next))?;
            let next = "See `probity registry set --help` for the kinds there are.";
            let kind =
                serde_json::from_value(json!(kind)).map_err(|_| Failure::usage(format!("{kind} is no kind of source"), next))?;
            record(app, place, Some(Worth { credibility, kind }), Said { why, who })?;
        }
        Verb::Unset { place, why, who } => record(app, place, None, Said { why, who })?,
    }
    Ok(Outcome::Done)
}

/// Returns the registry with the operator's overrides over it.
pub fn effective(app: &App) -> Result<Registry, OverrideError> {
    open(app)?.over(&Registry::built_in())
}

fn open(app: &App) -> Result<Overrides, OverrideError> {
    Overrides::open(&app.place.data.join(OVERRIDES))
}

fn opened(app: &App) -> Result<Overrides, Failure> {
    open(app).or_next("the overrides cannot be read", "Restore overrides.jsonl in the data directory from a backup.")
}

/// Why something is overruled, and by whom.
struct Said<'a> {
    why: &'a str,
    who: &'a str,
}

fn record(app: &App, place: &str, worth: Option<Worth>, Said { why, who }: Said<'_>) -> Result<(), Failure> {
    let next = "Make the data directory writable, or choose another one with --data DIR.";
    std::fs::create_dir_all(&app.place.data).or_next("the data directory cannot be made", next)?;
    let change = Change { place: place.to_owned(), worth, who: who.to_owned(), why: why.to_owned(), at: WallClock.now() };
    let told = |error: OverrideError| Failure::usage(error, "See `probity registry list` for what holds.");
    opened(app)?.record(change).map_err(told)?;
    show(app, place)
}

fn list(app: &App, has_history: bool) -> Result<(), Failure> {
    let overrides = opened(app)?;
    let changes: Vec<&Change> =
        if has_history { overrides.history().iter().collect() } else { overrides.standing().into_values().collect() };
    if app.is_json {
        return app.print_json(&json!({"overrides": changes}));
    }
    let mut page = Page::for_stdout();
    if changes.is_empty() {
        page.line("nothing is overruled");
        return app.print(page);
    }
    let mut table = Table::new(&["place", "credibility", "by", "on", "because"]);
    for change in changes {
        let worth = change.worth.map_or_else(|| "given back".to_owned(), |worth| format!("{:.2}", worth.credibility.get()));
        let day = change.at.to_string().chars().take(10).collect::<String>();
        table.row([paint(ACCENT, &change.place), worth, change.who.clone(), paint(DIM, day), change.why.clone()]);
    }
    table.write(&mut page);
    app.print(page)
}

fn show(app: &App, address: &str) -> Result<(), Failure> {
    let next = "Restore overrides.jsonl in the data directory from a backup.";
    let registry = effective(app).or_next("the registry's overrides cannot be used", next)?;
    let standing = registry.lookup(address);
    let (credibility, rule) = (standing.credibility.get(), standing.rule.to_string());
    if app.is_json {
        let object = json!({"address": address, "credibility": credibility, "kind": standing.kind, "rule": rule,
            "registry": registry.digest(), "version": registry.version()});
        return app.print_json(&object);
    }
    let kind = serde_json::to_value(standing.kind).ok().and_then(|kind| kind.as_str().map(str::to_owned)).unwrap_or_default();
    let mut page = Page::for_stdout();
    page.line(format_args!("{address}: {credibility:.2}, {kind}, by {rule}"));
    app.print(page)
}
