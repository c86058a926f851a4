//! `probity intake`: what the gate does with a text, and what rules would do before they go live.

use crate::app::App;
use crate::args::intake::{Intake, Rules as Verb, Scan};
use crate::failure::{Failure, OrNext as _, Outcome};
use crate::records::Records;
use crate::render::{ACCENT, BOLD, DIM, PLAIN, Page, Table, paint};
use crate::workshop::{Workshop, gate};
use domain::Span;
use engine::intake::{Gate, Screening, comparison};
use engine::verify::ARTICLE_BYTES_MAX;
use score::intake::{Comparison, Patterns, Rules, Tagged, compare};
use serde_json::json;
use std::io::Read as _;
use std::path::Path;

/// Scans a text, or looks at rules.
pub fn run(app: &App, verb: &Intake) -> Result<Outcome, Failure> {
    match verb {
        Intake::Scan(what) => scan(app, what),
        Intake::Rules(Verb::Check { file }) => check(app, file.as_deref()),
        Intake::Rules(Verb::Shadow { file, tags }) => shadow(app, file, tags.as_deref()),
    }
}

fn scan(app: &App, what: &Scan) -> Result<Outcome, Failure> {
    let text = text_of(what)?;
    let workshop = Workshop::open(app)?;
    let found = workshop.engine().screen(&text);
    match app.is_json {
        true => app.print_json(&json!({
            "refused": found.refusal.is_some(),
            "verdict": found.refusal.as_ref().map(domain::Refusal::verdict),
            "refusal": found.refusal,
            "findings": found.findings,
        }))?,
        false => app.print(screened(&found, &text))?,
    }
    Ok(if found.refusal.is_some() { Outcome::Abstained } else { Outcome::Done })
}

fn text_of(what: &Scan) -> Result<String, Failure> {
    let next = "Name a text file that can be read.";
    let mut bytes = Vec::new();
    let limit = ARTICLE_BYTES_MAX as u64 + 1;
    match (&what.text, &what.file) {
        (Some(text), _) if text != "-" => bytes.extend_from_slice(text.as_bytes()),
        (_, Some(path)) => {
            let shown = format!("{} cannot be read", path.display());
            let file = std::fs::File::open(path).or_next(&shown, next)?;
            file.take(limit).read_to_end(&mut bytes).or_next(&shown, next)?;
        }
        _ => {
            std::io::stdin().take(limit).read_to_end(&mut bytes).or_next("standard input cannot be read", next)?;
        }
    }
    if bytes.len() > ARTICLE_BYTES_MAX {
        return Err(Failure::usage(format!("the text has more than {ARTICLE_BYTES_MAX} bytes"), "Split it."));
    }
    let text = String::from_utf8(bytes).map_err(|_| Failure::usage("this is not text", "Give it in UTF-8."))?;
    match text.trim().is_empty() {
        true => Err(Failure::usage("the text is empty", "Write something to scan.")),
        false => Ok(text),
    }
}

fn screened(found: &Screening, text: &str) -> Page {
    let mut page = Page::for_stdout();
    let words = &found.findings.words;
    match &found.refusal {
        None => page.line(format_args!("  {}", paint(BOLD, "may pass"))),
        Some(refusal) => {
            page.line(format_args!("  {}  {}", paint(BOLD, refusal.verdict()), paint(ACCENT, refusal.category)));
            page.hanging("  by   ", PLAIN, &refusal.by.to_string());
            page.hanging("  at   ", PLAIN, &quoted(text, refusal.span));
        }
    }
    for hit in &found.findings.hits {
        page.hanging(format!("  {}  ", paint(DIM, &hit.rule)), DIM, &quoted(text, hit.span));
    }
    let linear = format!("benign {:.2}, attack {:.2}, harm {:.2}", words.benign.get(), words.injection.get(), words.harm.get());
    page.hanging("  linear model  ", DIM, &linear);
    if let Some(said) = &found.findings.meaning {
        let told = format!("benign {:.2}, attack {:.2}, harm {:.2}", said.benign.get(), said.injection.get(), said.harm.get());
        page.hanging("  encoder       ", DIM, &told);
    }
    page
}

/// Longest quote of a span, in characters.
const QUOTED_CHARS_MAX: usize = 160;

fn quoted(text: &str, span: Span) -> String {
    let shown: String = span.of(text).unwrap_or_default().chars().take(QUOTED_CHARS_MAX).collect();
    format!("“{shown}” (bytes {} to {})", span.start, span.end)
}

fn read(path: &Path) -> Result<Rules, Failure> {
    Gate::read_rules(path).map_err(|error| Failure::usage(error, "Correct it and run `probity intake rules check` again."))
}

fn check(app: &App, file: Option<&Path>) -> Result<Outcome, Failure> {
    let rules = file.map_or_else(|| Ok(Rules::built_in()), read)?;
    if app.is_json {
        let listed: Vec<_> = rules.iter().map(|rule| json!({"id": rule.id, "category": rule.category})).collect();
        app.print_json(&json!({"ok": true, "version": rules.label(), "hash": rules.hash(), "rules": listed}))?;
        return Ok(Outcome::Done);
    }
    let mut page = Page::for_stdout();
    page.line(format_args!("ok: {} rules, version {} ({})", rules.iter().len(), rules.label(), rules.hash().short()));
    let mut table = Table::new(&["rule", "category"]);
    for rule in rules.iter() {
        table.row([paint(ACCENT, &rule.id), rule.category.to_string()]);
    }
    table.write(&mut page);
    app.print(page)?;
    Ok(Outcome::Done)
}

fn shadow(app: &App, file: &Path, tags: Option<&Path>) -> Result<Outcome, Failure> {
    let rules = Patterns::new(read(file)?);
    let live = gate(&app.place.data)?.patterns();
    let next = "Give one JSON object a line with text and tag, and correct the line that is named.";
    let tagged: Vec<Tagged> = match tags {
        Some(tags) => engine::eval::tagged_rows(tags).map_err(|error| Failure::usage(error, next))?,
        None => {
            let records = Records::open(app)?;
            records.run(records.oversight().settled())?
        }
    };
    if tagged.is_empty() {
        let next = "Let two reviewers tag some refusals first, or name a file with --tags.";
        return Err(Failure::usage("there is nothing that reviewers have settled on", next));
    }
    let found = compare(&live, &rules, &tagged);
    if app.is_json {
        app.print_json(&comparison(&live, &rules, &tagged, &found))?;
    } else {
        app.print(compared(&found, &live, &rules, &tagged))?;
    }
    Ok(Outcome::Done)
}

fn figure(share: Option<f64>) -> String {
    share.map_or("–".to_owned(), |share| format!("{share:.3}"))
}

fn compared(found: &Comparison, live: &Patterns, shadow: &Patterns, tagged: &[Tagged]) -> Page {
    let mut page = Page::for_stdout();
    let mut table = Table::new(&["rules", "version", "precision", "recall", "F1", "caught", "missed", "wronged"]);
    for (name, standing, patterns) in [("live", &found.live, live), ("shadow", &found.shadow, shadow)] {
        let shares = [standing.precision(), standing.recall(), standing.f1()].map(figure);
        let counts = [standing.caught, standing.missed, standing.wronged].map(|count| count.to_string());
        let names = [name.to_owned(), patterns.rules().label().to_owned()];
        table.cells(names.into_iter().chain(shares).chain(counts).collect());
    }
    table.write(&mut page);
    let agreed = found.alpha.map_or("not known: no two reviewers' own tags, or all the same".to_owned(), |_| figure(found.alpha));
    page.hanging("reviewers' α  ", DIM, &agreed);
    for (title, rows) in [("would be refused anew", &found.newly_refused), ("would pass anew", &found.newly_passed)] {
        page.gap();
        page.line(paint(BOLD, format!("{title}: {}", rows.len())));
        for at in rows.iter().take(20) {
            page.hanging("  ", DIM, &tagged[*at].text.chars().take(QUOTED_CHARS_MAX).collect::<String>());
        }
    }
    page
}
