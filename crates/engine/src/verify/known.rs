//! The answer that was given before, while it still stands (decision S1-24).
//!
//! It is used again only for the same claim under the same configuration and the same models, within the time that such
//! claims keep, when its evidence still says what it said, and when its gates pass today as they passed then.

use super::Question;
use super::reach::Reach;
use crate::{Engine, EngineError};
use domain::{Assessment, Candidate, Claim, CorpusName, Digest, DocumentId, Expansion, Snapshot, claim_key};
use jiff::{SignedDuration, Timestamp};
use score::verify::{assess, kind_of_claim};

impl Engine {
    /// Returns the earlier answer to a claim, gone through the gates afresh.
    pub(super) async fn known(
        &self,
        question: &Question,
        claim: &Claim,
        config: &Digest,
        reach: &Reach,
        now: Timestamp,
    ) -> Result<Option<(Snapshot, Assessment)>, EngineError> {
        let today = now.to_zoned(jiff::tz::TimeZone::UTC).date();
        let hours = reach.budget().ttl_hours(kind_of_claim(&claim.text, today.year()));
        let Ok(since) = now.checked_sub(SignedDuration::from_hours(hours as i64)) else { return Ok(None) };
        if hours <= 0.0 {
            return Ok(None);
        }
        let Some(found) = self.store.answered(&claim_key(&claim.text), config, since).await? else { return Ok(None) };
        let earlier = &found.stored.check;
        let (Some(then), Some(snapshot)) = (earlier.claims.get(found.place), found.stored.snapshots.get(found.place)) else {
            return Ok(None);
        };
        let is_same_ground = found.stored.corpus == question.corpus
            && earlier.profile == question.profile
            && earlier.model_hashes == self.model_hashes();
        if !is_same_ground || !self.still_says(&question.corpus, then, snapshot).await? {
            return Ok(None);
        }
        let mut snapshot = snapshot.clone();
        // The words of the earlier claim stay: its parts and readings belong to them.
        snapshot.claim.span = claim.span;
        snapshot.asked_on = today;
        snapshot.expansion = Some(Expansion::from_earlier(earlier.id));
        let answer = tokio::task::block_in_place(|| assess(&snapshot, &self.policy));
        let passes = answer.verdict == then.verdict && answer.verdict.is_directional() && answer.trust_threshold_met;
        Ok(passes.then_some((snapshot, answer)))
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
