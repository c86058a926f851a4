//! The answer that was given before, while it still stands (decision S1-24).
//!
//! It is used again only for the same claim under the same configuration and the same models, within the time that such
//! claims keep, when its evidence still says what it said, and when its gates pass today as they passed then. Where nothing
//! but the corpus is looked at, the search is made afresh all the same, and only the reading is spared: when it brings the
//! same passages, the model would say the same of them.

use super::check::Pursuit;
use super::reach::Reach;
use crate::{Engine, EngineError};
use domain::{Assessment, Candidate, CheckId, Claim, CorpusName, DocumentId, Expansion, Snapshot, claim_key};
use jiff::SignedDuration;
use jiff::tz::TimeZone;
use score::verify::{Budget, assess, kind_of_claim};

/// An answer that was given before.
struct Earlier {
    check: CheckId,
    answer: Assessment,
    snapshot: Snapshot,
}

impl Engine {
    /// Returns the earlier answer to a claim, gone through the gates afresh.
    pub(super) async fn known(
        &self,
        claim: &Claim,
        reach: &Reach,
        pursuit: Pursuit<'_>,
    ) -> Result<Option<(Snapshot, Assessment)>, EngineError> {
        let Some(Earlier { check, answer: then, mut snapshot }) = self.earlier(claim, reach.budget(), pursuit).await? else {
            return Ok(None);
        };
        if !self.still_says(&pursuit.question.corpus, &then, &snapshot).await? {
            return Ok(None);
        }
        // The words of the earlier claim stay: its parts and readings belong to them.
        snapshot.claim.span = claim.span;
        snapshot.asked_on = pursuit.now.to_zoned(TimeZone::UTC).date();
        snapshot.expansion = Some(Expansion::from_earlier(check));
        let answer = tokio::task::block_in_place(|| assess(&snapshot, pursuit.policy));
        let passes = answer.verdict == then.verdict && answer.verdict.is_directional() && answer.trust_threshold_met;
        Ok(passes.then_some((snapshot, answer)))
    }

    /// Takes the readings of an earlier answer when today's search brought exactly the same passages; says whether it did.
    pub(super) async fn recall(&self, snapshot: &mut Snapshot, pursuit: Pursuit<'_>) -> Result<bool, EngineError> {
        if snapshot.candidates.is_empty() {
            return Ok(false);
        }
        let Some(earlier) = self.earlier(&snapshot.claim, &self.budget, pursuit).await? else { return Ok(false) };
        let then = earlier.snapshot;
        let is_same =
            then.claim.text == snapshot.claim.text && then.candidates == snapshot.candidates && then.rarity == snapshot.rarity;
        if is_same {
            (snapshot.readings, snapshot.counsel) = (then.readings, then.counsel);
            snapshot.expansion = Some(Expansion::from_earlier(earlier.check));
        }
        Ok(is_same)
    }

    /// Returns the latest answer to a claim on the same ground that is not too old.
    async fn earlier(&self, claim: &Claim, budget: &Budget, pursuit: Pursuit<'_>) -> Result<Option<Earlier>, EngineError> {
        let (question, now) = (pursuit.question, pursuit.now);
        let hours = budget.ttl_hours(kind_of_claim(&claim.text, now.to_zoned(TimeZone::UTC).date().year()));
        let Ok(since) = now.checked_sub(SignedDuration::from_hours(hours as i64)) else { return Ok(None) };
        if hours <= 0.0 {
            return Ok(None);
        }
        let Some(found) = self.store.answered(&claim_key(&claim.text), pursuit.config, since).await? else { return Ok(None) };
        let stored = found.stored;
        let is_same_ground = stored.corpus == question.corpus
            && stored.check.profile == question.profile
            && stored.check.model_hashes == self.model_hashes();
        let answer = stored.check.claims.into_iter().nth(found.place).filter(|_| is_same_ground);
        let snapshot = stored.snapshots.into_iter().nth(found.place);
        let alike = answer.zip(snapshot).filter(|(answer, snapshot)| self.is_counselled_alike(answer, snapshot));
        Ok(alike.map(|(answer, snapshot)| Earlier { check: stored.check.id, answer, snapshot }))
    }

    /// Whether a language model had its say then exactly if one would have it today.
    fn is_counselled_alike(&self, answer: &Assessment, snapshot: &Snapshot) -> bool {
        match (&self.counsellor, &snapshot.counsel) {
            (None, counsel) => counsel.is_none(),
            (Some(_), None) => !answer.verdict.is_directional(),
            (Some(counsellor), Some(counsel)) => counsel.trouble.is_none() && counsel.model == counsellor.model.model(),
        }
    }

    /// Whether every passage that the answer rests on is still there, word for word.
    async fn still_says(&self, corpus: &CorpusName, then: &Assessment, snapshot: &Snapshot) -> Result<bool, EngineError> {
        let deciding = then.evidence.iter().filter(|piece| then.deciding.contains(&piece.id));
        let ids: Vec<DocumentId> = deciding.map(|piece| piece.document.clone()).collect();
        let mut documents = self.store.documents(corpus, &ids).await?;
        documents.extend(self.store.documents(&CorpusName::web(), &ids).await?);
        let is_there = |candidate: &Candidate| {
            documents.iter().filter(|document| document.id == candidate.passage.document).any(|document| {
                let passage = document.passages().into_iter().nth(candidate.passage.ordinal as usize);
                passage.is_some_and(|passage| passage.sentences == candidate.sentences)
            })
        };
        let rests_on = |candidate: &&Candidate| ids.contains(&candidate.passage.document);
        Ok(!ids.is_empty() && snapshot.candidates.iter().filter(rests_on).all(is_there))
    }
}
