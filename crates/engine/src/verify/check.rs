//! One question, answered and stored.

use super::find::Finder;
use super::reach::Reach;
use super::stage::{Place, Stage};
use super::statements::{Statements, statements};
use crate::corpus::Watch;
use crate::{CONFIG_VERSION, Engine, EngineError};
use domain::{
    Assessment, Basis, Bypass, Check, CheckId, Claim, CorpusName, Digest, Profile, Refusal, SCHEMA_VERSION, Snapshot, Span,
    Summary, TrustPolicyMode, digest_of,
};
use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use score::verify::{Policy, assess, uncheckable};
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
    /// In confidence mode: a lower gate for callers who cannot wait for more evidence (decision S1-28).
    pub is_hurried: bool,
}

/// How a question is answered.
#[derive(Clone, Copy)]
pub(crate) struct Way<'a> {
    /// Where more is looked for when the corpus does not suffice.
    pub(crate) reach: Option<&'a Reach>,
    /// An earlier answer may stand in for a new one while it still stands.
    pub(crate) may_reuse: bool,
    /// The refusal that operators set aside: the gate is not asked again.
    pub(crate) bypass: Option<&'a Bypass>,
}

/// One claim on its way.
#[derive(Clone, Copy)]
pub(super) struct Pursuit<'a> {
    pub(super) question: &'a Question,
    pub(super) way: Way<'a>,
    pub(super) policy: &'a Policy,
    pub(super) config: &'a Digest,
    pub(super) now: Timestamp,
    pub(super) place: Place<'a>,
}

impl Pursuit<'_> {
    fn today(&self) -> Date {
        self.now.to_zoned(TimeZone::UTC).date()
    }
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
        let way = Way { reach, may_reuse: reach.is_some_and(Reach::may_reuse), bypass: None };
        let stored = self.examine_by(question, way, watch).await?;
        let along = along(&stored);
        self.store.save_check(&stored, along).await?;
        Ok(stored.check)
    }

    /// Answers a question and leaves the storing to the caller.
    pub async fn examine(&self, question: &Question, watch: &dyn Watch) -> Result<StoredCheck, EngineError> {
        self.examine_by(question, Way { reach: None, may_reuse: false, bypass: None }, watch).await
    }

    /// Answers a question like [`Engine::examine`] although the gate refused it, and says so in the answer: operators set that
    /// refusal aside (decision S0-17).
    pub async fn examine_past_gate(
        &self,
        question: &Question,
        bypass: &Bypass,
        watch: &dyn Watch,
    ) -> Result<StoredCheck, EngineError> {
        self.examine_by(question, Way { reach: None, may_reuse: false, bypass: Some(bypass) }, watch).await
    }

    pub(crate) async fn examine_by(
        &self,
        question: &Question,
        way: Way<'_>,
        watch: &dyn Watch,
    ) -> Result<StoredCheck, EngineError> {
        let now = self.clock.now();
        let today = now.to_zoned(TimeZone::UTC).date();
        watch.stage(Stage::Claims, 0, 1);
        let least = Basis::take(self.policy.CHECKWORTHY_THRESHOLD);
        let (text, Statements { claims, left_out, idle }) = claims_of(&question.asked, today.year(), least)?;
        let hurried = question.is_hurried.then(|| self.policy.in_confidence_mode());
        let policy = hurried.as_ref().unwrap_or(&self.policy);
        let config = self.config_of(question, way.reach, policy);
        if way.bypass.is_none()
            && let Some(refusal) = tokio::task::block_in_place(|| self.screen(&text).refusal)
        {
            let snapshot = turned_away(&text, refusal, today, question.profile);
            let answer = assess(&snapshot, policy);
            return Ok(self.complete(question, now, text, (config, policy), (vec![snapshot], vec![answer])));
        }
        if way.reach.is_none() && self.store.count_documents(&question.corpus).await? == 0 {
            return Err(EngineError::EmptyCorpus(question.corpus.clone()));
        }
        let finder = Finder::open(self, &question.corpus)?;
        let config_hash = digest_of(CONFIG_VERSION, &config);
        let mut snapshots = Vec::with_capacity(claims.len());
        let mut answers = Vec::with_capacity(claims.len());
        let total = claims.len() as u64;
        for (done, claim) in claims.into_iter().enumerate() {
            let place = Place { watch, done: done as u64, total };
            watch.at("checking", place.done, total);
            let pursuit = Pursuit { question, way, policy, config: &config_hash, now, place };
            let (snapshot, answer) = match way.reach {
                None => self.answer(&finder, claim, pursuit).await?,
                Some(reach) => self.answer_on_web(claim, reach, pursuit).await?,
            };
            snapshots.push(snapshot);
            answers.push(answer);
            if watch.is_stopping() {
                return Err(EngineError::Stopped);
            }
        }
        let mut stored = self.complete(question, now, text, (config, policy), (snapshots, answers));
        stored.check.bypass = way.bypass.cloned();
        stored.check.summary = stored.check.summary.leaving_out(left_out, idle);
        Ok(stored)
    }

    /// The configuration of one question: what the engine is set to, and what was asked for beside it.
    fn config_of(&self, question: &Question, reach: Option<&Reach>, policy: &Policy) -> serde_json::Value {
        let mut config = self.config(question.profile);
        if question.is_hurried {
            config["policy"] = serde_json::json!(policy);
        }
        if let Some(reach) = reach {
            config["web"] = reach.config();
        }
        config
    }

    /// An answer with everything it was made from, as it is stored.
    fn complete(
        &self,
        question: &Question,
        asked_at: Timestamp,
        text: String,
        (config, policy): (serde_json::Value, &Policy),
        (snapshots, answers): (Vec<Snapshot>, Vec<Assessment>),
    ) -> StoredCheck {
        let config_hash = digest_of(CONFIG_VERSION, &config);
        let check = Check {
            id: question.id,
            asked_at,
            profile: question.profile,
            trust_policy_mode: Some(trust_policy_mode(policy)),
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
        pursuit: Pursuit<'_>,
    ) -> Result<(Snapshot, Assessment), EngineError> {
        let place = pursuit.place;
        place.reach(Stage::Retrieve);
        let mut snapshot = self.gather(finder, claim, pursuit.today(), pursuit.question.profile).await?;
        let is_read = pursuit.way.may_reuse && self.recall(&mut snapshot, pursuit).await?;
        if !is_read {
            tokio::task::block_in_place(|| self.read_watched(&mut snapshot, place));
        }
        place.reach(Stage::Trust);
        let answer = tokio::task::block_in_place(|| assess(&snapshot, pursuit.policy));
        place.reach(Stage::Judge);
        let answer = if is_read { answer } else { self.counselled(&mut snapshot, answer, pursuit.policy).await };
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
        let mut snapshot = Snapshot::blank(claim, today, profile);
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
        claim: Claim,
        reach: &Reach,
        pursuit: Pursuit<'_>,
    ) -> Result<(Snapshot, Assessment), EngineError> {
        let mut snapshot = Snapshot::blank(claim, pursuit.today(), pursuit.question.profile);
        let has_context = snapshot.claim.span.start > 0;
        if uncheckable(&snapshot.claim.text, snapshot.asked_on.year(), has_context).is_none() {
            if pursuit.way.may_reuse
                && let Some(known) = self.known(&snapshot.claim, reach, pursuit).await?
            {
                return Ok(known);
            }
            self.expand(&mut snapshot, reach, pursuit).await?;
        }
        let answer = tokio::task::block_in_place(|| assess(&snapshot, pursuit.policy));
        pursuit.place.reach(Stage::Judge);
        let answer = self.counselled(&mut snapshot, answer, pursuit.policy).await;
        Ok((snapshot, answer))
    }

    /// Ranks the candidates, chooses the sentences nearest to the claim and has the judge read them.
    pub fn read(&self, snapshot: &mut Snapshot) {
        self.read_all(std::slice::from_mut(snapshot));
    }

    /// Reads like [`Engine::read`], and says where it is.
    pub(super) fn read_watched(&self, snapshot: &mut Snapshot, place: Place<'_>) {
        self.read_all_after(std::slice::from_mut(snapshot), |stage| place.reach(stage));
    }
}

/// Which gate is open under these settings, whoever opened it (decision S1-28).
pub(super) fn trust_policy_mode(policy: &Policy) -> TrustPolicyMode {
    if policy.CONFIDENCE_MODE > 0.0 { TrustPolicyMode::Confidence } else { TrustPolicyMode::Adaptive }
}

/// The snapshot of a submission that was turned away: nothing was searched for.
pub(super) fn turned_away(text: &str, refusal: Refusal, asked_on: Date, profile: Profile) -> Snapshot {
    let shown: String = text.chars().take(CLAIM_CHARS_MAX).collect();
    let claim = Claim { span: Span::new(0, text.len()), ..Claim::whole(&shown) };
    Snapshot { refusal: Some(refusal), ..Snapshot::blank(claim, asked_on, profile) }
}

/// Returns the submitted text and the claims in it, or says what is wrong with it.
pub(super) fn claims_of(asked: &Asked, year: i16, least: Basis) -> Result<(String, Statements), EngineError> {
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
            Ok((trimmed.to_owned(), Statements { claims: vec![claim], left_out: 0, idle: 0 }))
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
        let (_, stated) = claims_of(&Asked::Claim(" Water\n boils ".to_owned()), 2026, Basis::ZERO).unwrap();
        assert_eq!(stated.claims[0].text, "Water boils");
    }

    #[test]
    fn an_article_that_states_more_than_is_checked_tells_how_much_more() {
        let text: String = (1..=60).map(|n| format!("Exports of district {n} fell by {n} percent in 2019. ")).collect();
        let (_, stated) = claims_of(&Asked::Article(text), 2026, Basis::ZERO).unwrap();
        assert_eq!((stated.claims.len(), stated.left_out), (CLAIMS_MAX, 10));
    }
}
