//! The whole ledger of a verdict as a tree.

use super::page::{Page, paint};
use super::{ACCENT, BOLD, DIM, PLAIN, words};
use domain::{Term, Trace};

/// Writes a trace and everything it rests on.
pub fn write(page: &mut Page, trace: &Trace) {
    page.gap();
    page.line(format_args!("  {}", paint(BOLD, "Ledger")));
    line(page, "  ", "  ", trace);
}

/// Writes one line behind `first` and what it rests on behind `rest`.
fn line(page: &mut Page, first: &str, rest: &str, trace: &Trace) {
    let rule = paint(ACCENT, &trace.rule);
    let said: Vec<String> = [note(trace), terms(&trace.terms)].into_iter().filter(|part| !part.is_empty()).collect();
    // Wrapped lines keep the stems of the tree: those of the children below, and one's own sisters.
    let stem = if trace.children.is_empty() { "   " } else { "│  " };
    let mut text = Page::of_width(page.columns());
    text.hanging(format!("{first}{rule}  "), PLAIN, &said.join(" · "));
    for (at, written) in text.into_text().lines().enumerate() {
        match at {
            0 => page.line(written),
            _ => page.line(format_args!("{}{}", paint(DIM, format!("{rest}{stem}")), written.trim_start())),
        }
    }
    let last = trace.children.len().saturating_sub(1);
    for (at, child) in trace.children.iter().enumerate() {
        let (branch, stem) = if at == last { ("└─ ", "   ") } else { ("├─ ", "│  ") };
        line(page, &paint(DIM, format!("{rest}{branch}")), &format!("{rest}{stem}"), child);
    }
}

/// Returns what a line says; the state of trust, which scripts know by S1's names, in words.
fn note(trace: &Trace) -> String {
    if trace.rule == "trust" { words::of_trust(&trace.note) } else { trace.note.clone() }
}

fn terms(terms: &[Term]) -> String {
    let shown = |term: &Term| format!("{}={}", term.name, figure(term.value));
    terms.iter().map(shown).collect::<Vec<_>>().join("  ")
}

/// Returns a number with the decimals it needs, four at most.
fn figure(value: f64) -> String {
    let text = format!("{value:.4}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}
