//! One question, answered and stored.

use super::find::Finder;
use super::reach::Reach;
use super::statements::statements;
use crate::corpus::Watch;
use crate::{CONFIG_VERSION, Engine, EngineError};
use domain::{
    Assessment, Basis, Bypass, Check, CheckId, Claim, CorpusName, Digest, Profile, Refusal, SCHEMA_VERSION, Snapshot, Span,
    Summary, digest_of,
};
use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use score::verify::{assess, uncheckable};
use store::{Along, StoredCheck};

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
        self.check_along(question, None, watch, |_| Along::default()).await
    }

    /// Answers a question like [`Engine::check`], and looks for more on the web where the corpus does not suffice.
    pub async fn check_on_web(&self, question: &Question, reach: &Reach, watch: &dyn Watch) -> Result<Check, EngineError> {
        self.check_along(question, Some(reach), watch, |_| Along::default()).await
    }

    /// Answers a question, from the web too where there is a reach, and stores the answer together with what goes along.
    pub async fn check_along(
        &self,
        question: &Question,
        reach: Option<&Reach>,
        watch: &dyn Watch,
        along: impl FnOnce(&StoredCheck) -> Along,
    ) -> Result<Check, EngineError> {
        let stored = self.examine_within(question, reach, watch).await?;
        let along = along(&stored);
        self.store.save_check(&stored, along).await?;
        Ok(stored.check)
    }

    /// Answers a question and leaves the storing to the caller.
    pub async fn examine(&self, question: &Question, watch: &dyn Watch) -> Result<StoredCheck, EngineError> {
        self.examine_within(question, None, watch).await
    }

    /// Answers a question like [`Engine::examine`] although the gate refused it, and says so in the answer: operators set that
    /// refusal aside (decision S0-17).
    pub async fn examine_past_gate(
        &self,
        question: &Question,
        bypass: Bypass,
        watch: &dyn Watch,
    ) -> Result<StoredCheck, EngineError> {
        let now = self.clock.now();
        let (text, claims) = self.claims_at(&question.asked, now)?;
        let mut stored = self.answers(question, None, (now, text, claims), watch).await?;
        stored.check.bypass = Some(bypass);
        Ok(stored)
    }

    async fn examine_within(
        &self,
        question: &Question,
        reach: Option<&Reach>,
        watch: &dyn Watch,
    ) -> Result<StoredCheck, EngineError> {
        let now = self.clock.now();
        let (text, claims) = self.claims_at(&question.asked, now)?;
        if let Some(refusal) = tokio::task::block_in_place(|| self.screen(&text).refusal) {
            let today = now.to_zoned(TimeZone::UTC).date();
            let snapshot = turned_away(&text, refusal, today, question.profile);
            let answer = assess(&snapshot, &self.policy);
            return Ok(self.complete(question, now, text, self.config(question.profile), (vec![snapshot], vec![answer])));
        }
        self.answers(question, reach, (now, text, claims), watch).await
    }

    fn claims_at(&self, asked: &Asked, now: Timestamp) -> Result<(String, Vec<Claim>), EngineError> {
        let year = now.to_zoned(TimeZone::UTC).date().year();
        claims_of(asked, year, Basis::take(self.policy.CHECKWORTHY_THRESHOLD))
    }

    /// Answers what has passed the gate.
    async fn answers(
        &self,
        question: &Question,
        reach: Option<&Reach>,
        (now, text, claims): (Timestamp, String, Vec<Claim>),
        watch: &dyn Watch,
    ) -> Result<StoredCheck, EngineError> {
        let today = now.to_zoned(TimeZone::UTC).date();
        if reach.is_none() && self.store.count_documents(&question.corpus).await? == 0 {
            return Err(EngineError::EmptyCorpus(question.corpus.clone()));
        }
        let finder = Finder::open(self, &question.corpus)?;
        let mut config = self.config(question.profile);
        if let Some(reach) = reach {
            config["web"] = reach.config();
        }
        let config_hash = digest_of(CONFIG_VERSION, &config);
        let mut snapshots = Vec::with_capacity(claims.len());
        let mut answers = Vec::with_capacity(claims.len());
        let total = claims.len() as u64;
        for (done, claim) in claims.into_iter().enumerate() {
            watch.at("checking", done as u64, total);
            let (snapshot, answer) = match reach {
                None => self.answer(&finder, claim, today, question.profile).await?,
                Some(reach) => self.answer_on_web(question, claim, &config_hash, reach, watch).await?,
            };
            snapshots.push(snapshot);
            answers.push(answer);
            if watch.is_stopping() {
                return Err(EngineError::Stopped);
            }
        }
        Ok(self.complete(question, now, text, config, (snapshots, answers)))
    }

    /// An answer with everything it was made from, as it is stored.
    fn complete(
        &self,
        question: &Question,
        asked_at: Timestamp,
        text: String,
        config: serde_json::Value,
        (snapshots, answers): (Vec<Snapshot>, Vec<Assessment>),
    ) -> StoredCheck {
        let config_hash = digest_of(CONFIG_VERSION, &config);
        let check = Check {
            id: question.id,
            asked_at,
            profile: question.profile,
            summary: Summary::of(&answers),
            claims: answers,
            config_hash,
            model_hashes: self.model_hashes(),
            bypass: None,
            schema_version: SCHEMA_VERSION,
        };
        StoredCheck { check, text, corpus: question.corpus.clone(), snapshots, config }
    }

    async fn answer(
        &self,
        finder: &Finder<'_>,
        claim: Claim,
        today: Date,
        profile: Profile,
    ) -> Result<(Snapshot, Assessment), EngineError> {
        let mut snapshot = self.gather(finder, claim, today, profile).await?;
        tokio::task::block_in_place(|| self.read(&mut snapshot));
        let answer = tokio::task::block_in_place(|| assess(&snapshot, &self.policy));
        let answer = self.counselled(&mut snapshot, answer).await;
        Ok((snapshot, answer))
    }

    /// Finds what speaks of a claim; nothing for a text that states none.
    pub(super) async fn gather(
        &self,
        finder: &Finder<'_>,
        claim: Claim,
        today: Date,
        profile: Profile,
    ) -> Result<Snapshot, EngineError> {
        let mut snapshot = blank(claim, today, profile);
        let has_context = snapshot.claim.span.start > 0;
        if uncheckable(&snapshot.claim.text, today.year(), has_context).is_none() {
            let parts = score::verify::parts(&snapshot.claim.text);
            let texts: Vec<&str> = parts.iter().map(|p| p.text.as_str()).collect();
            snapshot.candidates = finder.candidates(&snapshot.claim.text, &texts).await?;
            snapshot.set_aside = tokio::task::block_in_place(|| self.set_aside(&mut snapshot.candidates));
            snapshot.rarity = tokio::task::block_in_place(|| finder.rarity(&snapshot.claim.text))?;
        }
        Ok(snapshot)
    }

    /// Answers a claim like [`Engine::answer`], from an earlier answer that still stands, or with the help of the web.
    async fn answer_on_web(
        &self,
        question: &Question,
        claim: Claim,
        config: &Digest,
        reach: &Reach,
        watch: &dyn Watch,
    ) -> Result<(Snapshot, Assessment), EngineError> {
        let now = self.clock.now();
        let mut snapshot = blank(claim, now.to_zoned(TimeZone::UTC).date(), question.profile);
        let has_context = snapshot.claim.span.start > 0;
        if uncheckable(&snapshot.claim.text, snapshot.asked_on.year(), has_context).is_none() {
            if reach.may_reuse()
                && let Some(known) = self.known(question, &snapshot.claim, config, reach, now).await?
            {
                return Ok(known);
            }
            self.expand(question, &mut snapshot, reach, watch).await?;
        }
        let answer = tokio::task::block_in_place(|| assess(&snapshot, &self.policy));
        let answer = self.counselled(&mut snapshot, answer).await;
        Ok((snapshot, answer))
    }

    /// Ranks the candidates, chooses the sentences nearest to the claim and has the judge read them.
    pub fn read(&self, snapshot: &mut Snapshot) {
        self.read_all(std::slice::from_mut(snapshot));
    }
}

/// A snapshot with nothing found yet.
fn blank(claim: Claim, asked_on: Date, profile: Profile) -> Snapshot {
    Snapshot {
        schema_version: SCHEMA_VERSION,
        claim,
        asked_on,
        profile,
        rarity: domain::Rarity::default(),
        candidates: vec![],
        readings: vec![],
        expansion: None,
        counsel: None,
        refusal: None,
        set_aside: vec![],
    }
}

/// The snapshot of a submission that was turned away: nothing was searched for.
pub(super) fn turned_away(text: &str, refusal: Refusal, asked_on: Date, profile: Profile) -> Snapshot {
    let shown: String = text.chars().take(CLAIM_CHARS_MAX).collect();
    let claim = Claim { span: Span::new(0, text.len()), ..Claim::whole(&shown) };
    Snapshot { refusal: Some(refusal), ..blank(claim, asked_on, profile) }
}

/// Returns the submitted text and the claims in it, or says what is wrong with it.
pub(super) fn claims_of(asked: &Asked, year: i16, least: Basis) -> Result<(String, Vec<Claim>), EngineError> {
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
            let text = trimmed.split_whitespace().collect::<Vec<_>>().join(" ");
            let claim = Claim { text, span: Span::new(0, trimmed.len()), written: None };
            Ok((trimmed.to_owned(), vec![claim]))
        }
        Asked::Article(text) => {
            if text.len() > ARTICLE_BYTES_MAX {
                return Err(EngineError::ArticleTooLong { have: text.len(), max: ARTICLE_BYTES_MAX });
            }
            Ok((text.clone(), statements(text, year, least, CLAIMS_MAX)))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_claim_at_all_is_turned_away_with_a_hint() {
        let why = |text: &str| claims_of(&Asked::Claim(text.to_owned()), 2026, Basis::ZERO).unwrap_err().to_string();
        assert!(why(" \n ").contains("write a statement"));
        assert!(why("\u{0}\u{1}ELF").contains("binary"));
        assert!(why(&"word ".repeat(20_000)).contains("--file"));
    }

    #[test]
    fn line_breaks_inside_a_claim_are_spaces() {
        let (_, claims) = claims_of(&Asked::Claim(" Water\n boils ".to_owned()), 2026, Basis::ZERO).unwrap();
        assert_eq!(claims[0].text, "Water boils");
    }
}
