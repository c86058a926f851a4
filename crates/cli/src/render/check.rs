//! A check as people read it: the answer first, then what it rests on.

use super::page::{NO_BREAK, Page, columns_of, cut, padded, paint};
use super::{ACCENT, BOLD, DIM, PLAIN, evidence, ledger, palette, words};
use domain::{Assessment, Check, CorpusName, EvidenceId, Segment, SegmentStatus, Verdict};

/// How much of a check is shown.
#[derive(Debug, Clone, Copy)]
pub struct Detail<'a> {
    /// Everything that was read, and the whole ledger.
    pub is_explained: bool,
    /// Where it was looked for.
    pub corpus: &'a CorpusName,
}

/// Writes a check.
pub fn check(page: &mut Page, check: &Check, detail: Detail<'_>) {
    let is_explained = detail.is_explained;
    match check.claims.as_slice() {
        [] => page.line("  No claim was found in the text: nothing in it states something that could be checked."),
        [only] => claim(page, only, is_explained),
        several => {
            overview(page, check);
            for (at, one) in several.iter().enumerate() {
                page.gap();
                rule(page, &format!("{} of {}", at + 1, several.len()));
                claim(page, one, is_explained);
            }
        }
    }
    footer(page, check, detail.corpus);
}

/// Writes all the claims of a text at a glance, one a line.
fn overview(page: &mut Page, check: &Check) {
    let open = check.claims.len().saturating_sub(check.summary.answered as usize);
    let found = words::counted(check.claims.len(), "claim", "claims");
    page.gap();
    page.line(format_args!("  {}", paint(BOLD, format!("{found}: {} answered, {open} left open", check.summary.answered))));
    page.gap();
    let widest = check.claims.iter().map(|claim| words::of_verdict(claim.verdict).len()).max().unwrap_or(0);
    for (at, claim) in check.claims.iter().enumerate() {
        let style = palette::of_verdict(claim.verdict);
        let word =
            padded(&paint(style, format!("{} {}", words::sign(claim.verdict), words::of_verdict(claim.verdict))), widest + 2);
        let sure = if claim.verdict.is_directional() { words::percent(claim.credence.get()) } else { String::new() };
        let lead = format!("  {:>2}  {word}  {}  ", at + 1, padded(&paint(DIM, sure), 9));
        let room = page.columns().saturating_sub(columns_of(&lead));
        page.line(format_args!("{lead}{}", cut(&claim.text, room)));
    }
}

fn claim(page: &mut Page, claim: &Assessment, is_explained: bool) {
    page.gap();
    page.hanging("  ", BOLD, &format!("“{}”", claim.text.trim()));
    page.gap();
    answer(page, claim);
    if !claim.rationale.is_empty() {
        page.gap();
        page.hanging("  ", PLAIN, &claim.rationale);
    }
    if claim.refusal.is_some() {
        let next =
            "If that is wrong, state it as a claim and check that; two reviewers look at every refusal (`probity rejections`).";
        page.hanging("  ", DIM, next);
    }
    deciding_sentences(page, claim);
    parts(page, claim);
    evidence::write(page, claim, is_explained);
    expansion(page, claim);
    flips(page, claim);
    if is_explained {
        measures(page, claim);
        ledger::write(page, &claim.trace);
    }
}

/// Writes the verdict as a badge, and how sure it is.
fn answer(page: &mut Page, claim: &Assessment) {
    let badge = palette::of_verdict(claim.verdict).bold().invert();
    let word = paint(badge, format!(" {} {} ", words::sign(claim.verdict), words::of_verdict(claim.verdict)));
    let sure = words::of_credence(claim).unwrap_or_default();
    page.hanging(format!("  {word}  "), PLAIN, &sure);
}

/// Quotes the sentence the verdict rests on, or one from each side when it rests on both.
fn deciding_sentences(page: &mut Page, claim: &Assessment) {
    for piece in evidence::decisive(claim) {
        let bar = format!("  {} ", paint(palette::of_stance(piece.stance), "┃"));
        page.gap();
        page.barred(&bar, PLAIN, &evidence::quoted(piece));
        page.barred(&bar, DIM, &format!("{} ·{NO_BREAK}{}", piece.id, evidence::byline(piece)));
    }
}

/// Writes what became of each part, when there is more than one.
fn parts(page: &mut Page, claim: &Assessment) {
    if claim.subclaims.len() < 2 {
        return;
    }
    page.gap();
    page.line(format_args!("  {}", paint(BOLD, "Parts")));
    for part in &claim.subclaims {
        let status = padded(&paint(colour(part.status), format!("{} {}", sign(part), words::of_status(part.status))), 15);
        let cited = if part.evidence.is_empty() { String::new() } else { format!(" ({})", cited(&part.evidence)) };
        page.hanging(format!("  {status}  "), PLAIN, &format!("{}{cited}", part.text.trim()));
    }
}

/// Pieces named for one part before the rest is only counted.
const CITED_MAX: usize = 4;

fn cited(ids: &[EvidenceId]) -> String {
    let mut names: Vec<String> = ids.iter().take(CITED_MAX).map(ToString::to_string).collect();
    if ids.len() > CITED_MAX {
        names.push(format!("{} more", ids.len() - CITED_MAX));
    }
    words::listed(&names)
}

fn sign(part: &Segment) -> &'static str {
    match part.status {
        SegmentStatus::StronglyValid | SegmentStatus::Valid | SegmentStatus::PartiallyValid => words::sign(Verdict::True),
        SegmentStatus::Unknown => words::sign(Verdict::InsufficientEvidence),
        SegmentStatus::PartiallyInvalid | SegmentStatus::Invalid => words::sign(Verdict::False),
    }
}

fn colour(status: SegmentStatus) -> anstyle::Style {
    match status {
        SegmentStatus::StronglyValid | SegmentStatus::Valid => palette::GOOD,
        SegmentStatus::PartiallyValid | SegmentStatus::PartiallyInvalid => palette::MIXED,
        SegmentStatus::Unknown => palette::OPEN,
        SegmentStatus::Invalid => palette::BAD,
    }
}

/// Writes what the web was asked for, what that cost, and why it ended.
fn expansion(page: &mut Page, claim: &Assessment) {
    let Some(expansion) = &claim.expansion else { return };
    page.gap();
    page.hanging(format!("  {}  ", paint(BOLD, "Web")), DIM, &words::of_expansion(expansion));
}

fn flips(page: &mut Page, claim: &Assessment) {
    if claim.flips.is_empty() {
        return;
    }
    let told: Vec<String> = claim
        .flips
        .iter()
        .map(|flip| format!("without {}: {}", words::listed(&flip.without), words::of_verdict(flip.verdict).to_lowercase()))
        .collect();
    page.gap();
    page.hanging(format!("  {}  ", paint(BOLD, "What would change this")), PLAIN, &told.join("; "));
}

/// Writes the numbers beside the verdict, for those who asked for all of them.
fn measures(page: &mut Page, claim: &Assessment) {
    let agreement = claim.agreement.map_or_else(|| "none".to_owned(), |agreement| format!("{:.2}", agreement.get()));
    let truth = match claim.truthfulness_meaningful {
        true => format!("{:.0} %", claim.truthfulness_percent),
        false => "says nothing here".to_owned(),
    };
    let shown = format!(
        "credence {:.4} · confidence {:.4} · truthfulness {truth} · coverage {:.2} · diversity {:.2} · agreement {agreement} · \
         trust {:.2} ({}) · topic {}",
        claim.credence.get(),
        claim.confidence.get(),
        claim.coverage.get(),
        claim.diversity.get(),
        claim.trust_post_adaptive,
        claim.trust_state,
        claim.topic,
    );
    page.gap();
    page.line(format_args!("  {}", paint(BOLD, "Measures")));
    page.hanging("  ", PLAIN, &shown);
}

fn footer(page: &mut Page, check: &Check, corpus: &CorpusName) {
    let where_from = match corpus.as_str() {
        CorpusName::NOTES => "the starter notes, which are no source of record".to_owned(),
        name => format!("the corpus {name}"),
    };
    page.gap();
    // What is no claim is answered without looking anywhere.
    if check.claims.iter().any(|claim| !claim.evidence.is_empty() || claim.verdict == Verdict::InsufficientEvidence) {
        page.hanging(format!("  {} ", paint(DIM, "looked in")), DIM, &where_from);
    }
    page.line(format_args!("  {} {}", paint(DIM, "again, to the bit:"), paint(ACCENT, format!("probity replay {}", check.id))));
}

fn rule(page: &mut Page, title: &str) {
    let stroke = "─".repeat(page.columns().saturating_sub(columns_of(title) + 6));
    page.line(format_args!("  {}", paint(DIM, format!("─ {title} {stroke}"))));
}
