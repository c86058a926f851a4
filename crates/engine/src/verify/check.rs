//! One question, answered and stored.

use super::find::Finder;
use super::statements::statements;
use crate::corpus::Watch;
use crate::{Engine, EngineError};
use domain::{Assessment, Check, CheckId, Claim, CorpusName, Profile, Reading, SCHEMA_VERSION, Snapshot, Span, Summary};
use infer::Pair;
use jiff::tz::TimeZone;
use score::verify::{assess, premise, rank, select, uncheckable, understand};
use store::StoredCheck;

/// Longest single claim, in characters.
pub const CLAIM_CHARS_MAX: usize = 2_000;
/// Largest article, in bytes.
pub const ARTICLE_BYTES_MAX: usize = 1 << 20;
/// Most claims checked in one article.
pub const CLAIMS_MAX: usize = 50;

/// What somebody asks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Asked {
    /// One claim.
    Claim(String),
    /// A text with claims in it.
    Article(String),
}

/// A question and where to look.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Question {
    /// The name the answer will have.
    pub id: CheckId,
    /// What is asked.
    pub asked: Asked,
    /// Where to look.
    pub corpus: CorpusName,
    /// How much corroboration is required.
    pub profile: Profile,
}

impl Engine {
    /// Answers a question and stores the answer with everything it was made from.
    pub async fn check(&self, question: &Question, watch: &dyn Watch) -> Result<Check, EngineError> {
        let stored = self.examine(question, watch).await?;
        self.store.save_check(&stored).await?;
        Ok(stored.check)
    }

    /// Answers a question and leaves the storing to the caller.
    pub async fn examine(&self, question: &Question, watch: &dyn Watch) -> Result<StoredCheck, EngineError> {
        let now = self.clock.now();
        let today = now.to_zoned(TimeZone::UTC).date();
        let (text, claims) = claims_of(&question.asked, today.year())?;
        if self.store.count_documents(&question.corpus).await? == 0 {
            return Err(EngineError::EmptyCorpus(question.corpus.clone()));
        }
        let finder = Finder::open(self, &question.corpus)?;
        let mut snapshots = Vec::with_capacity(claims.len());
        let mut answers = Vec::with_capacity(claims.len());
        let total = claims.len() as u64;
        for (done, claim) in claims.into_iter().enumerate() {
            watch.at("checking", done as u64, total);
            let (snapshot, answer) = self.answer(&finder, claim, today, question.profile).await?;
            snapshots.push(snapshot);
            answers.push(answer);
            if watch.is_stopping() {
                return Err(EngineError::Stopped);
            }
        }
        let check = Check {
            id: question.id,
            asked_at: now,
            profile: question.profile,
            summary: Summary::of(&answers),
            claims: answers,
            config_hash: self.config_hash(question.profile),
            model_hashes: self.model_hashes(),
            schema_version: SCHEMA_VERSION,
        };
        let config = self.config(question.profile);
        Ok(StoredCheck { check, text, corpus: question.corpus.clone(), snapshots, config })
    }

    async fn answer(
        &self,
        finder: &Finder<'_>,
        claim: Claim,
        today: jiff::civil::Date,
        profile: Profile,
    ) -> Result<(Snapshot, Assessment), EngineError> {
        let mut snapshot =
            Snapshot { schema_version: SCHEMA_VERSION, claim, asked_on: today, profile, candidates: vec![], readings: vec![] };
        let has_context = snapshot.claim.span.start > 0;
        if uncheckable(&snapshot.claim.text, today.year(), has_context).is_none() {
            let parts = score::verify::parts(&snapshot.claim.text);
            let texts: Vec<&str> = parts.iter().map(|p| p.text.as_str()).collect();
            snapshot.candidates = finder.candidates(&snapshot.claim.text, &texts).await?;
            tokio::task::block_in_place(|| self.read(&mut snapshot));
        }
        let answer = tokio::task::block_in_place(|| assess(&snapshot, &self.policy));
        Ok((snapshot, answer))
    }

    /// Ranks the candidates, chooses the sentences nearest to the claim and has the judge read them.
    pub fn read(&self, snapshot: &mut Snapshot) {
        let claim = understand(&snapshot.claim.text);
        let ranked = rank(&claim, &snapshot.candidates, snapshot.asked_on, &self.policy);
        let chosen = select(&claim, &snapshot.candidates, &ranked);
        let premises: Vec<String> =
            chosen.iter().map(|pair| premise(&snapshot.candidates[pair.candidate], pair.sentence)).collect();
        let pairs: Vec<Pair<'_>> = chosen
            .iter()
            .zip(&premises)
            .map(|(pair, premise)| Pair { premise, hypothesis: &claim.parts[pair.part].text })
            .collect();
        let judge = &self.models.cross_encoder;
        let logits = judge.read(&pairs);
        snapshot.readings = chosen
            .iter()
            .zip(logits)
            .map(|(pair, logits)| Reading {
                candidate: pair.candidate as u32,
                subclaim: pair.part as u32,
                sentence: pair.sentence as u32,
                scores: logits.probabilities(judge.temperature()),
            })
            .collect();
    }
}

/// Returns the submitted text and the claims in it, or says what is wrong with it.
fn claims_of(asked: &Asked, year: i16) -> Result<(String, Vec<Claim>), EngineError> {
    let (Asked::Claim(text) | Asked::Article(text)) = asked;
    if text.trim().is_empty() {
        return Err(EngineError::EmptyClaim);
    }
    if text.chars().any(|c| c.is_control() && !c.is_whitespace()) {
        return Err(EngineError::NotText);
    }
    match asked {
        Asked::Claim(text) => {
            let have = text.chars().count();
            if have > CLAIM_CHARS_MAX {
                return Err(EngineError::ClaimTooLong { have, max: CLAIM_CHARS_MAX });
            }
            let trimmed = text.trim();
            let claim =
                Claim { text: trimmed.split_whitespace().collect::<Vec<_>>().join(" "), span: Span::new(0, trimmed.len()) };
            Ok((trimmed.to_owned(), vec![claim]))
        }
        Asked::Article(text) => {
            if text.len() > ARTICLE_BYTES_MAX {
                return Err(EngineError::ArticleTooLong { have: text.len(), max: ARTICLE_BYTES_MAX });
            }
            Ok((text.clone(), statements(text, year, CLAIMS_MAX)))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_claim_at_all_is_turned_away_with_a_hint() {
        let why = |text: &str| claims_of(&Asked::Claim(text.to_owned()), 2026).unwrap_err().to_string();
        assert!(why(" \n ").contains("write a statement"));
        assert!(why("\u{0}\u{1}ELF").contains("binary"));
        assert!(why(&"word ".repeat(20_000)).contains("--file"));
    }

    #[test]
    fn line_breaks_inside_a_claim_are_spaces() {
        let (_, claims) = claims_of(&Asked::Claim(" Water\n boils ".to_owned()), 2026).unwrap();
        assert_eq!(claims[0].text, "Water boils");
    }
}
