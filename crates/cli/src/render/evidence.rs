//! What was read, one piece after the other, with a bar for the side it takes.

use super::page::{NO_BREAK, Page, padded, paint};
use super::{ACCENT, BOLD, DIM, PLAIN, palette, words};
use domain::{Assessment, DocumentKind, Evidence, Stance};

/// Pieces on target shown unless the whole ledger is asked for.
const PIECES_MAX: usize = 6;
/// Cells of a stance bar.
const BAR_CELLS: usize = 10;
/// Columns of a stance bar and the number behind it.
const BAR_COLUMNS: usize = BAR_CELLS + 5;
/// What a bar means, said once above the first.
const BAR_MEANING: &str = "bar: how clearly the sentence takes that side";

/// Writes the pieces on target, best first; with `is_full`, also those that were not held to speak of the claim.
pub fn write(page: &mut Page, claim: &Assessment, is_full: bool) {
    let (on_target, beside): (Vec<&Evidence>, Vec<&Evidence>) = claim.evidence.iter().partition(|piece| piece.on_target);
    let shown_max = if is_full { usize::MAX } else { PIECES_MAX };
    if !on_target.is_empty() {
        page.gap();
        heading(page, "Evidence", true);
        on_target.iter().take(shown_max).for_each(|piece| row(page, claim, piece));
    }
    if is_full && !beside.is_empty() {
        page.gap();
        heading(page, "Read, and not counted", on_target.is_empty() && beside.iter().any(|piece| has_bar(piece)));
        beside.iter().for_each(|piece| row(page, claim, piece));
        return;
    }
    let unseen = on_target.len().saturating_sub(shown_max);
    let more: Vec<String> = [
        (unseen > 0).then(|| format!("{unseen} more")),
        (!beside.is_empty()).then(|| words::counted(beside.len(), "passage that does not count", "passages that do not count")),
    ]
    .into_iter()
    .flatten()
    .collect();
    if !more.is_empty() {
        page.gap();
        page.line(format_args!("  {}", paint(DIM, format!("{}: --explain shows all", words::listed(&more)))));
    }
}

fn heading(page: &mut Page, title: &str, tells_of_bars: bool) {
    let title = paint(BOLD, title);
    match tells_of_bars {
        true => page.hanging(format!("  {title}  "), DIM, BAR_MEANING),
        false => page.line(format_args!("  {title}")),
    }
}

fn row(page: &mut Page, claim: &Assessment, piece: &Evidence) {
    let name = padded(&paint(ACCENT, piece.id), 3);
    let side = padded(&paint(palette::of_stance(piece.stance), piece.stance), 11);
    let bar = if has_bar(piece) { bar(piece) } else { " ".repeat(BAR_COLUMNS) };
    let lead = format!("  {name}  {side}  {bar}  ");
    let worth = format!("credibility{NO_BREAK}{:.2}", piece.credibility.get());
    let why = piece.rule.as_deref().map_or_else(String::new, |rule| format!(" ·{NO_BREAK}{}", words::of_rule(rule)));
    page.hanging(lead, PLAIN, &format!("{} ·{NO_BREAK}{worth}{why}", byline(piece)));
    let is_quoted_above = decisive(claim).iter().any(|above| above.id == piece.id);
    if !is_quoted_above {
        page.hanging("       ", DIM, &quoted(piece));
    }
}

/// A sentence that takes no side says nothing by how clearly it takes none.
fn has_bar(piece: &Evidence) -> bool {
    piece.stance != Stance::Neutral
}

/// Returns how clearly the piece takes its side, as a bar and a number.
fn bar(piece: &Evidence) -> String {
    let share = piece.strength.clamp(0.0, 1.0);
    let full = (share * BAR_CELLS as f64).round() as usize;
    let style = palette::of_stance(piece.stance);
    format!("{}{} {share:.2}", paint(style, "█".repeat(full)), paint(DIM, "░".repeat(BAR_CELLS - full)))
}

/// Returns the piece the verdict rests on first, and the first that takes the other side when it rests on both.
pub fn decisive(claim: &Assessment) -> Vec<&Evidence> {
    let cited = |id| claim.evidence.iter().find(|piece| piece.id == id);
    let mut cited = claim.deciding.iter().filter_map(|id| cited(*id));
    let Some(first) = cited.next() else { return Vec::new() };
    let other = cited.find(|piece| piece.stance != first.stance);
    std::iter::once(first).chain(other).collect()
}

/// Says where it stands, who speaks and when.
pub fn byline(piece: &Evidence) -> String {
    let date = piece.date.map_or_else(|| "undated".to_owned(), |date| date.to_string());
    // A note's source is only the name of its file; what matters is that it is ours.
    let source = if piece.kind == DocumentKind::Note { "starter note" } else { &piece.source };
    let parts = [piece.title.as_str(), source, &date];
    let told: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    told.join(&format!(" ·{NO_BREAK}"))
}

/// Returns the sentence that decides, in quotation marks.
pub fn quoted(piece: &Evidence) -> String {
    let sentence = piece.deciding.of(&piece.text).filter(|sentence| !sentence.trim().is_empty());
    format!("“{}”", sentence.unwrap_or(&piece.text).trim())
}
