//! One submission at the gate.

use super::Gate;
use crate::Engine;
use domain::{Candidate, Digest, Refusal, SetAside, Span, digest_fields};
use score::intake::{
    Findings, Hit, Likelihood, Objection, Patterns, Readings, TEXT_BYTES_MAX, is_brief, is_errand, is_prose, is_statement,
    smuggled,
};
use serde::Serialize;

/// Version of the hash of what was submitted.
const CONTENT_VERSION: u32 = 1;
/// Pages of a long text, behind the first, that the linear model reads.
const PAGES_MAX: usize = 256;

/// What the gate found in a submission, and what it decided.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Screening {
    /// Why it is turned away; nothing when it may pass.
    pub refusal: Option<Refusal>,
    /// What the decision rests on.
    pub findings: Findings,
}

impl Engine {
    /// Returns the gate.
    pub fn intake(&self) -> &Gate {
        &self.gate
    }

    /// Decides whether a submission may come in. Everything that a rejection event needs is in the refusal.
    pub fn screen(&self, text: &str) -> Screening {
        let patterns = self.gate.patterns();
        let readings = Readings::of(text);
        let hits = patterns.settle(&readings);
        self.gate.show_shadow(&patterns, &readings, &hits);
        let mut findings = self.gate.words(text, &readings, hits);
        if is_prose(text) && self.gate.thresholds().is_unsure(&findings) {
            let said = self.meaning(&readings, text);
            findings.meaning = said.map(|said| if findings.is_errand { said.without_attack() } else { said });
        }
        let objection = self.gate.thresholds().decide(&findings);
        let refusal = objection.map(|objection| self.refusal(objection, &findings.hits, &patterns, text));
        Screening { refusal, findings }
    }

    /// Asks the encoder, about the text under its disguises when it has any.
    fn meaning(&self, readings: &Readings, text: &str) -> Option<Likelihood> {
        let plain = self.models().embedder.embed(&[text]);
        let said = self.gate.model().read_meaning(plain.first()?.as_slice())?;
        if std::ptr::eq(readings.plain(), readings.innermost()) {
            return Some(said);
        }
        let bare = self.models().embedder.embed(&[readings.innermost().text()]);
        let under = self.gate.model().read_meaning(bare.first()?.as_slice())?;
        Some(if under.doubt() > said.doubt() { under } else { said })
    }

    fn refusal(&self, objection: Objection, hits: &[Hit], patterns: &Patterns, text: &str) -> Refusal {
        let Objection { category, by, span } = objection;
        let speaks = |hit: &&Hit| by != domain::RefusedBy::Rule { id: hit.rule.clone() };
        Refusal {
            category,
            span,
            also: hits.iter().filter(speaks).map(|hit| hit.rule.clone()).collect(),
            by,
            rules_hash: patterns.hash().clone(),
            model_hash: self.gate.model().hash().clone(),
            content_hash: content_hash(text),
        }
    }

    /// Takes candidates out that speak to the machine reading them, and says which and why: they must not decide anything.
    pub fn set_aside(&self, candidates: &mut Vec<Candidate>) -> Vec<SetAside> {
        let patterns = self.gate.patterns();
        let mut aside = Vec::new();
        candidates.retain(|candidate| {
            let text = format!("{}\n{}", candidate.title, candidate.sentences.join(" "));
            let Some(hit) = smuggled(&patterns, &text) else { return true };
            aside.push(SetAside { passage: candidate.passage.clone(), title: candidate.title.clone(), rule: hit.rule });
            false
        });
        aside
    }
}

impl Gate {
    /// Has the linear model read a text as it stands, under its disguises, and page by page when it is long.
    fn words(&self, text: &str, readings: &Readings, hits: Vec<Hit>) -> Findings {
        let plain = readings.plain();
        let mut words = self.model().read_words(plain.text());
        // Where a rule has spoken, what the model finds under a disguise changes nothing.
        let innermost = if hits.is_empty() { readings.innermost() } else { plain };
        let is_plain = std::ptr::eq(plain, innermost);
        if !is_plain {
            let under = self.model().read_words(innermost.text());
            words = if under.doubt() > words.doubt() { under } else { words };
        }
        // Only where the model has doubts does it matter what kind of text it is.
        let is_doubted = hits.is_empty() && is_plain && words.doubt() > self.thresholds().pass_max;
        let is_brief = is_doubted && is_brief(text, plain.text());
        let is_errand = is_brief || is_doubted && is_errand(text, plain.text());
        words = if is_errand { words.without_attack() } else { words };
        let mut page: Option<(Likelihood, Span)> = None;
        for (start, end) in pages(plain.text()) {
            let said = self.model().read_words(&plain.text()[start..end]);
            if page.as_ref().is_none_or(|(best, _)| said.doubt() > best.doubt()) {
                page = Some((said, plain.span(start, end)));
            }
        }
        Findings {
            hits,
            words,
            meaning: None,
            page,
            is_statement: is_brief || is_statement(plain.text()),
            is_errand,
            whole: Span::new(0, text.len()),
        }
    }
}

/// Returns the pages of a folded text behind the first, each as long as the model reads at once.
fn pages(folded: &str) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    let mut start = folded.floor_char_boundary(TEXT_BYTES_MAX);
    while start < folded.len() && found.len() < PAGES_MAX {
        let end = folded.floor_char_boundary(start + TEXT_BYTES_MAX);
        found.push((start, end));
        start = end;
    }
    found
}

/// Returns the fingerprint of a submission (decision S2-38).
pub(crate) fn content_hash(text: &str) -> Digest {
    digest_fields(CONTENT_VERSION, &[text])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_text_is_read_to_its_end_page_by_page() {
        assert!(pages("short").is_empty());
        let long = "wörter ".repeat(2_000);
        let found = pages(&long);
        assert_eq!(found.first().unwrap().0, long.floor_char_boundary(TEXT_BYTES_MAX));
        assert_eq!(found.last().unwrap().1, long.len());
        assert!(found.windows(2).all(|pair| pair[0].1 == pair[1].0));
    }
}
