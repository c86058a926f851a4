//! `probity agreement snapshot|history|acknowledge|decide|transparency`: the weekly account of refusals.

use crate::app::App;
use crate::args::oversight::Account;
use crate::failure::{Failure, OrNext as _, Outcome};
use crate::records::Records;
use crate::render::{ACCENT, BAD, DIM, GOOD, Page, Table, paint};
use engine::oversight::history_svg;
use serde_json::{Value, json};
use store::StoredSnapshot;

/// Columns of the bar of a history.
const BAR: usize = 20;

/// Does what was asked with the weekly accounts.
pub fn run(app: &App, verb: &Account) -> Result<Outcome, Failure> {
    let records = Records::open(app)?;
    let oversight = records.oversight();
    match verb {
        Account::Snapshot { week } => {
            let week = week.unwrap_or_else(|| oversight.this_week());
            told(app, &[records.run(oversight.take_snapshot(week))?])
        }
        Account::History { plot } => {
            let history = records.run(oversight.snapshot_history())?;
            if let Some(path) = plot {
                let what = format!("{} could not be written", path.display());
                let next = "Choose another place, or free some space.";
                std::fs::write(path, history_svg(&history, oversight.floors())).or_next(what, next)?;
            }
            told(app, &history)
        }
        Account::Acknowledge { week, who } => told(app, &[records.run(oversight.acknowledge(&week.to_string(), None, who))?]),
        Account::Decide { week, outcome, who, rationale } => {
            told(app, &[records.run(oversight.decide(&week.to_string(), None, who, *outcome, rationale))?])
        }
        Account::Transparency => {
            app.print_json(&records.run(oversight.transparency())?)?;
            Ok(Outcome::Done)
        }
    }
}

fn told(app: &App, found: &[StoredSnapshot]) -> Result<Outcome, Failure> {
    if app.is_json {
        app.print_json(&json!({"snapshots": found}))?;
        return Ok(Outcome::Done);
    }
    let mut page = Page::for_stdout();
    if found.is_empty() {
        page.line("no week is accounted for yet; take one with `probity agreement snapshot`");
    } else {
        let mut rows = Table::new(&["week", "pairs", "ordinal α", "nominal α", "", "false positives", "state"]);
        for stored in found {
            let body = &stored.body;
            let week = format!("{} v{}", stored.key.week, stored.key.version);
            let rate = body["false_positives"]["rate"].as_f64().map_or("–".to_owned(), |rate| format!("{:.0} %", rate * 100.0));
            let (ordinal, nominal) = (&body["ordinal"]["alpha"], &body["nominal"]["alpha"]);
            let pairs = body["pairable"].to_string();
            rows.row([paint(ACCENT, week), pairs, figure(ordinal), figure(nominal), bar(ordinal), rate, state(stored)]);
        }
        rows.write(&mut page);
    }
    for decision in found.iter().flat_map(|stored| &stored.decisions) {
        page.hanging(format!("{} {} ", paint(ACCENT, &decision.by), decision.outcome.word()), DIM, &decision.rationale);
    }
    app.print(page)?;
    Ok(Outcome::Done)
}

fn figure(alpha: &Value) -> String {
    alpha.as_f64().map_or("–".to_owned(), |alpha| format!("{alpha:.3}"))
}

/// The chart of the history: α from 0 to 1.
fn bar(alpha: &Value) -> String {
    let filled = (alpha.as_f64().unwrap_or(0.0).clamp(0.0, 1.0) * BAR as f64).round() as usize;
    format!("{}{}", "█".repeat(filled), "░".repeat(BAR - filled))
}

fn state(stored: &StoredSnapshot) -> String {
    let needs = stored.body["requires_attention"].as_bool().unwrap_or(false);
    match (needs, &stored.acknowledgement) {
        (false, _) => paint(GOOD, "within the floors"),
        (true, Some(seen)) => format!("acknowledged by {}", seen.by),
        (true, None) => {
            let floors: Vec<&str> = stored.body["breached"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
            paint(BAD, format!("requires attention: {}", floors.join(", ")))
        }
    }
}
