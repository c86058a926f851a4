//! `probity agreement`: how far coders agree.

use super::accounts;
use crate::app::App;
use crate::args::oversight::Agreement as Arguments;
use crate::failure::{Failure, Outcome};
use crate::render::{ACCENT, BOLD, DIM, Page, Table, paint};
use crate::workshop::told;
use engine::oversight::{AgreementTerms, TableAgreement, measure_agreement, read_ratings};
use score::oversight::agreement::{Level, Undefined};
use serde_json::json;

/// Most values for which the coincidences are shown; scripts get them all.
const SHOWN_VALUES_MAX: usize = 12;
/// Most coders shown; scripts get them all.
const SHOWN_CODERS_MAX: usize = 12;

/// Measures every table of a file.
pub fn run(app: &App, arguments: &Arguments) -> Result<Outcome, Failure> {
    let file = match (&arguments.account, &arguments.file) {
        (Some(verb), _) => return accounts::run(app, verb),
        (None, Some(file)) => file,
        (None, None) => return Err(Failure::usage("no file was named", "Name a file of ratings, or ask for `snapshot`.")),
    };
    let step = app.progress.spin("reading the ratings");
    let tables = read_ratings(file, arguments.order.as_deref()).map_err(told)?;
    step.note("measuring");
    let terms = AgreementTerms { draws: arguments.draws, seed: arguments.seed };
    let measured: Vec<TableAgreement> = tables.iter().map(|table| measure_agreement(table, terms)).collect();
    drop(step);
    if app.is_json {
        let tables: Vec<_> = measured.iter().map(TableAgreement::to_json).collect();
        app.print_json(&json!({"tables": tables, "draws": terms.draws, "seed": terms.seed}))?;
    } else {
        let mut page = Page::for_stdout();
        measured.iter().for_each(|table| tell(&mut page, table));
        app.print(page)?;
    }
    Ok(if measured.iter().any(TableAgreement::is_defined) { Outcome::Done } else { Outcome::Abstained })
}

fn tell(page: &mut Page, table: &TableAgreement) {
    let found = &table.agreement;
    page.gap();
    page.line(paint(BOLD, &table.name));
    let raw = found.raw_agreement.map_or("no pairs".to_owned(), |raw| format!("{:.1} % of pairs equal", raw * 100.0));
    page.line(paint(DIM, format!("{} pairable ratings of {} units, {raw}", found.pairable, found.units_pairable)));
    let mut rows = Table::new(&["level", "α", "95 % interval"]);
    for (level, interval) in Level::ALL.into_iter().zip(table.intervals) {
        let interval = interval.map_or(String::new(), |i| format!("{:.3} – {:.3}", i.low, i.high));
        match found.alpha(level) {
            Ok(alpha) => rows.row([paint(ACCENT, level.word()), format!("{alpha:.3}"), interval]),
            Err(why) => rows.row([paint(ACCENT, level.word()), "–".to_owned(), because(why).to_owned()]),
        }
    }
    rows.write(page);
    tell_coincidences(page, table);
    tell_coders(page, table);
}

/// The coincidence matrix: how often each value stands beside each.
fn tell_coincidences(page: &mut Page, table: &TableAgreement) {
    let Some(matrix) = table.coincidences.as_ref().filter(|matrix| matrix.len() <= SHOWN_VALUES_MAX) else { return };
    page.gap();
    let headings: Vec<&str> =
        ["beside"].into_iter().chain(table.values.iter().map(|value| &**value)).chain(["differs"]).collect();
    let mut rows = Table::new(&headings);
    for (value, row) in table.values.iter().zip(matrix) {
        let total: f64 = row.iter().sum();
        let place = table.values.iter().position(|other| other == value).unwrap_or_default();
        let differs = if total > 0.0 { format!("{:.0} %", 100.0 * (1.0 - row[place] / total)) } else { "–".to_owned() };
        let cells = row.iter().map(|met| format!("{met:.1}"));
        rows.cells([paint(ACCENT, value)].into_iter().chain(cells).chain([differs]).collect());
    }
    rows.write(page);
}

fn tell_coders(page: &mut Page, table: &TableAgreement) {
    let mut coders: Vec<_> = table.coders.iter().collect();
    coders.sort_by(|a, b| b.1.disagreement.total_cmp(&a.1.disagreement));
    page.gap();
    let mut rows = Table::new(&["coder", "ratings", "differs from the others"]);
    for (name, coder) in coders.iter().take(SHOWN_CODERS_MAX) {
        rows.row([paint(ACCENT, name), coder.pairable.to_string(), format!("{:.0} %", coder.disagreement * 100.0)]);
    }
    rows.write(page);
    if coders.len() > SHOWN_CODERS_MAX {
        page.line(paint(DIM, format!("and {} more; --json tells all", coders.len() - SHOWN_CODERS_MAX)));
    }
}

fn because(why: Undefined) -> &'static str {
    match why {
        Undefined::NoPairs => "no unit was rated twice",
        Undefined::NoVariation => "undefined: everybody said the same of everything",
        Undefined::NoOrder => "the values have no order; name one with --order",
        Undefined::NotNumeric => "the values are not numbers",
    }
}
