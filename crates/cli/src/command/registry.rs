//! `probity registry`: what web sources are worth, and an operator's word against it.

use crate::app::App;
use crate::args::Registry as Verb;
use crate::desk::Desk;
use crate::failure::{Failure, Outcome};
use crate::render::{ACCENT, DIM, Page, Table, paint};
use domain::{Credibility, Overruling, Worth};
use engine::EngineError;
use engine::registry::believed;
use serde_json::json;
use sources::standing;
use store::Overrulings as _;

/// Lists, shows or changes.
pub fn run(app: &App, verb: &Verb) -> Result<Outcome, Failure> {
    let desk = Desk::open(app)?;
    match verb {
        Verb::List { history } => list(app, &desk, *history)?,
        Verb::Show { address } => show(app, &desk, address)?,
        Verb::Set { place, credibility, kind, why, who } => {
            let next = "Give a number from 0 to 1.";
            let credibility =
                Credibility::new(*credibility).ok_or_else(|| Failure::usage(format!("{credibility} is no credibility"), next))?;
            let next = "See `probity registry set --help` for the kinds there are.";
            let kind =
                serde_json::from_value(json!(kind)).map_err(|_| Failure::usage(format!("{kind} is no kind of source"), next))?;
            let word = desk.run(desk.office.overrule(place, Some(Worth { credibility, kind }), who, why))?;
            show(app, &desk, &word.place)?;
        }
        Verb::Unset { place, why, who } => {
            let word = desk.run(desk.office.overrule(place, None, who, why))?;
            show(app, &desk, &word.place)?;
        }
    }
    Ok(Outcome::Done)
}

fn list(app: &App, desk: &Desk, has_history: bool) -> Result<(), Failure> {
    let said = desk.run(async { Ok::<_, EngineError>(desk.store.overrulings().await?) })?;
    let words: Vec<&Overruling> = if has_history { said.iter().collect() } else { standing(&said).into_values().collect() };
    if app.is_json {
        return app.print_json(&json!({"overrides": words}));
    }
    let mut page = Page::for_stdout();
    if words.is_empty() {
        page.line("nothing is overruled");
        return app.print(page);
    }
    let mut table = Table::new(&["place", "credibility", "by", "on", "because"]);
    for word in words {
        let worth = word.worth.map_or_else(|| "given back".to_owned(), |worth| format!("{:.2}", worth.credibility.get()));
        let day = word.at.to_string().chars().take(10).collect::<String>();
        table.row([paint(ACCENT, &word.place), worth, word.who.clone(), paint(DIM, day), word.why.clone()]);
    }
    table.write(&mut page);
    app.print(page)
}

fn show(app: &App, desk: &Desk, address: &str) -> Result<(), Failure> {
    let registry = desk.run(believed(&*desk.store))?;
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
