//! A check as people read it: the answer first, then what it rests on.

use super::page::{NO_BREAK, Page, columns_of, cut, padded, paint};
use super::{ACCENT, BOLD, DIM, PLAIN, evidence, ledger, palette, words};
use crate::looked::Looked;
use domain::{Assessment, Check, EvidenceId, Risk, Segment, SegmentStatus, Summary, TrustPolicyMode, Verdict};

/// How much of a check is shown.
#[derive(Debug, Clone, Copy)]
pub struct Detail<'a> {
    /// Everything that was read, and the whole ledger.
    pub is_explained: bool,
    /// Where it was looked for.
    pub looked: &'a Looked,
    /// The text the claims stand in, where its lines are worth naming.
    pub text: Option<&'a str>,
}

/// Writes a check.
pub fn check(page: &mut Page, check: &Check, detail: Detail<'_>) {
    let is_explained = detail.is_explained;
    match check.claims.as_slice() {
        [] => page.hanging("  ", PLAIN, NO_CLAIM),
        [only] => {
            claim(page, only, is_explained);
            if check.summary.idle > 0 {
                page.gap();
                page.hanging("  ", DIM, &idle(&check.summary));
            }
        }
        several => {
            overview(page, check, detail.text);
            for (at, one) in several.iter().enumerate() {
                page.gap();
                let line = detail.text.map(|text| format!(", line {}", line_of(text, one))).unwrap_or_default();
                rule(page, &format!("{} of {}{line}", at + 1, several.len()));
                claim(page, one, is_explained);
            }
        }
    }
    footer(page, check, detail.looked);
}

/// Where nothing of a text was checked.
const NO_CLAIM: &str = "No claim was found in the text: it states nothing that could be checked, or nothing that a checker would pick. \
    --set CHECKWORTHY_THRESHOLD=0 checks every statement.";

/// Returns the line a claim begins on, counted from one.
fn line_of(text: &str, claim: &Assessment) -> usize {
    text.get(..claim.span.start).map_or(1, |before| before.matches('\n').count() + 1)
}

/// Writes all the claims of a text at a glance, one a line.
fn overview(page: &mut Page, check: &Check, text: Option<&str>) {
    let open = check.claims.len().saturating_sub(check.summary.answered as usize);
    let found = words::counted(check.claims.len(), "claim", "claims");
    page.gap();
    page.line(format_args!("  {}", paint(BOLD, format!("{found}: {} answered, {open} left open", check.summary.answered))));
    let verdicts: Vec<Verdict> = check.claims.iter().map(|claim| claim.verdict).collect();
    page.hanging("  ", PLAIN, &words::tally(&verdicts));
    if check.summary.left_out > 0 {
        page.hanging("  ", DIM, &left_out(&check.summary));
    }
    if check.summary.idle > 0 {
        page.hanging("  ", DIM, &idle(&check.summary));
    }
    page.gap();
    let widest = check.claims.iter().map(|claim| words::of_verdict(claim.verdict).len()).max().unwrap_or(0);
    if text.is_some() {
        page.line(format_args!("  {}", paint(DIM, format!("    {}line", " ".repeat(widest + 15)))));
    }
    for (at, claim) in check.claims.iter().enumerate() {
        let style = palette::of_verdict(claim.verdict);
        let word =
            padded(&paint(style, format!("{} {}", words::sign(claim.verdict), words::of_verdict(claim.verdict))), widest + 2);
        let sure = match claim.verdict.is_directional() {
            true if words::is_doubted(claim) => "in doubt".to_owned(),
            true => words::percent(claim.credence.get()),
            false => words::of_parts(claim),
        };
        let line = text.map(|text| format!("{:>4}  ", line_of(text, claim))).unwrap_or_default();
        let lead = format!("  {:>2}  {word}  {}  {}", at + 1, padded(&paint(DIM, sure), 9), paint(DIM, line));
        let room = page.columns().saturating_sub(columns_of(&lead));
        page.line(format_args!("{lead}{}", cut(written(claim), room)));
    }
}

/// Says that the text states more than was checked.
fn left_out(summary: &Summary) -> String {
    let found = words::counted(summary.found as usize, "statement was", "statements were");
    let left = if summary.left_out == 1 { "the one".to_owned() } else { format!("the {}", summary.left_out) };
    let verb = if summary.left_out == 1 { "was" } else { "were" };
    format!("{found} found, more than are checked at once: {left} least worth checking {verb} left out")
}

/// Says that the text has statements that were not taken for claims, and how to have them checked.
fn idle(summary: &Summary) -> String {
    let passed = words::counted(summary.idle as usize, "other statement was", "other statements were");
    format!("{passed} passed over as hardly worth checking; --set CHECKWORTHY_THRESHOLD=0 checks them too")
}

fn claim(page: &mut Page, claim: &Assessment, is_explained: bool) {
    page.gap();
    page.hanging("  ", BOLD, &format!("“{}”", written(claim).trim()));
    if let Some(read) = read_as(claim) {
        page.hanging(format!("  {} ", paint(DIM, "read as:")), PLAIN, &read);
    }
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
    set_aside(page, claim);
    expansion(page, claim);
    flips(page, claim);
    if is_explained {
        measures(page, claim);
        ledger::write(page, &claim.trace);
    }
}

/// Says which passages took no part because they give orders to whoever reads them: somebody who misses a document must not have to guess.
fn set_aside(page: &mut Page, claim: &Assessment) {
    let aside = claim.trace.children.iter().find(|line| line.rule == "passages_set_aside");
    if let Some(line) = aside.filter(|_| !claim.verdict.is_directional()) {
        page.gap();
        page.hanging("  ", DIM, &format!("set aside, because {}", line.note));
    }
}

/// Returns the claim in its author's own words: only those may stand in quotation marks.
fn written(claim: &Assessment) -> &str {
    claim.written.as_deref().unwrap_or(&claim.text)
}

/// Returns what was checked where that is not word for word what was written: names for pronouns, and what was said without
/// who said it.
fn read_as(claim: &Assessment) -> Option<String> {
    let bare = |text: &str| text.trim().trim_end_matches(['.', '!']).to_lowercase();
    let read = match claim.subclaims.as_slice() {
        [only] => only.text.as_str(),
        // Several parts are written out below.
        _ => claim.text.as_str(),
    };
    let is_named =
        |speaker: &&String| !["he", "she", "they", "him", "her", "them", "i", "we"].contains(&speaker.to_lowercase().as_str());
    let said = claim.speaker.as_ref().filter(is_named).map(|speaker| format!(" (said by {speaker})")).unwrap_or_default();
    (bare(read) != bare(written(claim))).then(|| format!("{}.{said}", read.trim().trim_end_matches('.')))
}

/// Writes the verdict as a badge, and how sure it is.
fn answer(page: &mut Page, claim: &Assessment) {
    let badge = palette::of_verdict(claim.verdict).bold().invert();
    let word = paint(badge, format!(" {} {} ", words::sign(claim.verdict), words::of_verdict(claim.verdict)));
    let told: Vec<String> = [words::of_credence(claim), at_stake(claim)].into_iter().flatten().collect();
    page.hanging(format!("  {word}  "), PLAIN, &told.join(&format!(" ·{NO_BREAK}")));
}

/// Returns a word of warning where a wrong answer can hurt somebody; nothing elsewhere.
fn at_stake(claim: &Assessment) -> Option<String> {
    let is_weighed =
        claim.verdict.is_directional() || matches!(claim.verdict, Verdict::InsufficientEvidence | Verdict::Conflicting);
    match claim.risk {
        Risk::High if is_weighed => Some(format!("high risk: {}", claim.topic)),
        Risk::High | Risk::Ordinary => None,
    }
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
         trust {:.2} ({}) · topic {} · risk {}",
        claim.credence.get(),
        claim.confidence.get(),
        claim.coverage.get(),
        claim.diversity.get(),
        claim.trust_post_adaptive,
        words::of_trust(&claim.trust_state),
        claim.topic,
        claim.risk,
    );
    page.gap();
    page.line(format_args!("  {}", paint(BOLD, "Measures")));
    page.hanging("  ", PLAIN, &shown);
}

fn footer(page: &mut Page, check: &Check, looked: &Looked) {
    page.gap();
    // What is no claim is answered without looking anywhere.
    if check.claims.iter().any(|claim| !claim.evidence.is_empty() || claim.verdict == Verdict::InsufficientEvidence) {
        page.hanging(format!("  {} ", paint(DIM, "looked in")), DIM, &looked.told(check));
    }
    if check.trust_policy_mode == Some(TrustPolicyMode::Confidence) {
        page.hanging("  ", DIM, "in confidence mode: less evidence may decide than usual (CONFIDENCE_MODE)");
    }
    page.line(format_args!("  {} {}", paint(DIM, "again, to the bit:"), paint(ACCENT, format!("probity replay {}", check.id))));
}

fn rule(page: &mut Page, title: &str) {
    let stroke = "─".repeat(page.columns().saturating_sub(columns_of(title) + 6));
    page.line(format_args!("  {}", paint(DIM, format!("─ {title} {stroke}"))));
}
