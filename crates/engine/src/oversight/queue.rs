//! Refusals as one may see them: the queue of a reviewer, one refusal, or all of them for those who read all.
//!
//! A reviewer sees neither what another said nor whether another said anything until both are in, and cannot tell a
//! known-answer item from any other.

use super::{Oversight, OversightError, reassessment_of};
use domain::{
    Adjudication, CheckId, Given, RejectionEvent, RejectionId, Review, ReviewState, ReviewerId, SubmitterId, Tag, Verdict,
    digest_of,
};
use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;
use score::intake::Tagged;
use score::oversight::golden::mixed;
use score::oversight::review::{effective_tag, initial_pair, is_revealed, seen_by};
use score::oversight::track_record::{self, Fate, Submitted, TrackRecord, track_record};
use serde::Serialize;
use std::collections::HashMap;
use store::{REJECTIONS_MAX, RejectionsWanted};

/// Share of known-answer items in a queue unless somebody sets another.
pub const GOLDEN_RATE: f64 = 0.05;

/// A refusal as somebody may see it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Shown {
    /// The refusal.
    pub event: RejectionEvent,
    /// How far its review is; to a reviewer, as far as they may know.
    pub state: ReviewState,
    /// The tags that may be seen: one's own until both are in.
    pub tags: Vec<Given>,
    /// The tag that stands.
    pub effective: Option<Tag>,
    /// The first two tags differ.
    pub initial_disagreement: bool,
    /// The binding word.
    pub adjudication: Option<Adjudication>,
    /// The answer that an approved bypass led to, once it is there.
    pub reassessment: Option<CheckId>,
    /// How often what the submitter handed in was adversarial.
    pub track_record: TrackRecord,
}

/// Which part of a queue is wanted.
#[derive(Debug, Clone, PartialEq)]
pub struct QueueWanted {
    /// Only attacks, or only refused topics.
    pub verdict: Option<Verdict>,
    /// Only those taken for this.
    pub category: Option<String>,
    /// Only those behind this one; from the start when it is no longer in the queue.
    pub after: Option<RejectionId>,
    /// How many at most.
    pub limit: u32,
    /// Share of known-answer items.
    pub golden_rate: f64,
}

/// What submitters handed in, looked up once each.
#[derive(Default)]
struct Histories(HashMap<SubmitterId, Vec<Submitted>>);

impl Oversight {
    /// Returns a refusal as a reviewer may see it, or whole to whoever may read all.
    pub async fn show(&self, id: RejectionId, viewer: Option<&ReviewerId>) -> Result<Shown, OversightError> {
        let mut found = self.store().review(id).await?.ok_or(OversightError::Unknown(id))?;
        if let (Some(viewer), Some(_)) = (viewer, self.store().golden_answer(id).await?) {
            let answers = self.store().golden_answers().await?;
            let mine = answers.into_iter().find(|answer| answer.event == id && answer.reviewer == *viewer);
            found.tags.extend(mine.map(|answer| Given {
                reviewer: answer.reviewer,
                tag: answer.said,
                slot: 1,
                at: answer.at,
                is_independent: true,
                is_initial: false,
                withdrawn_at: None,
            }));
        }
        self.shown(found, viewer, &mut Histories::default()).await
    }

    /// Returns the refusals that wait for a reviewer, golden items among them at a rate.
    ///
    /// Those that lack only one tag come first; the submitter's record is the second key and the time the third.
    pub async fn queue(&self, reviewer: &ReviewerId, wanted: &QueueWanted) -> Result<Vec<Shown>, OversightError> {
        let mut histories = Histories::default();
        let mut real = Vec::new();
        for state in [ReviewState::AwaitingSecondReview, ReviewState::Untagged] {
            let open = RejectionsWanted {
                state: Some(state),
                verdict: wanted.verdict,
                category: wanted.category.clone(),
                limit: REJECTIONS_MAX,
                ..RejectionsWanted::default()
            };
            let waits = |found: &Review| {
                let is_mine = reviewer.is_same_person(&found.event.submitter);
                // A text that was erased or forgotten can be judged by nobody.
                let is_gone = found.event.text.is_empty();
                !is_mine && !is_gone && !found.live().any(|given| given.reviewer == *reviewer)
            };
            let mut block = Vec::new();
            for found in self.store().reviews(&open).await?.into_iter().filter(waits) {
                block.push(self.shown(found, Some(reviewer), &mut histories).await?);
            }
            real.extend(sorted(block));
        }
        let fits = |event: &RejectionEvent| {
            wanted.verdict.is_none_or(|verdict| event.verdict == verdict)
                && wanted.category.as_ref().is_none_or(|category| event.category == *category)
        };
        let mut golden = Vec::new();
        for found in self.store().goldens_for(reviewer).await?.into_iter().filter(|found| fits(&found.event)) {
            golden.push(self.shown(found, Some(reviewer), &mut histories).await?);
        }
        let mut queue = mixed(real, golden, wanted.golden_rate, &mut self.dice_of_the_day(reviewer));
        let place = wanted.after.and_then(|after| queue.iter().position(|shown| shown.event.id == after));
        queue.drain(..place.map_or(0, |place| place + 1));
        queue.truncate(wanted.limit as usize);
        Ok(queue)
    }

    /// The same throws on the same day, so that looking twice tells nothing.
    fn dice_of_the_day(&self, reviewer: &ReviewerId) -> ChaCha8Rng {
        let day = self.office.now().to_string()[..10].to_owned();
        let seed = digest_of(1, &(reviewer.as_str(), day));
        ChaCha8Rng::seed_from_u64(u64::from_str_radix(&seed.as_str()[..16], 16).unwrap_or_default())
    }

    /// Lists refusals in the order of their names, as a viewer may see them, or whole for those who may read all.
    pub async fn list(&self, wanted: &RejectionsWanted, viewer: Option<&ReviewerId>) -> Result<Vec<Shown>, OversightError> {
        let (mut histories, mut shown) = (Histories::default(), Vec::new());
        for found in self.store().reviews(wanted).await? {
            shown.push(self.shown(found, viewer, &mut histories).await?);
        }
        Ok(shown)
    }

    /// Returns the record of a submitter over the last 90 days.
    pub async fn track_record(&self, submitter: &SubmitterId) -> Result<TrackRecord, OversightError> {
        Ok(track_record(&self.history(submitter).await?, self.office.now()))
    }

    async fn history(&self, submitter: &SubmitterId) -> Result<Vec<Submitted>, OversightError> {
        let since = self.office.now() - track_record::WINDOW;
        let assessed = self.store().assessed_since(submitter, since).await?.into_iter().map(|one| {
            let fate = if one.is_directional { Fate::Directional } else { Fate::Open };
            Submitted { submission: one.submission, at: one.at, fate }
        });
        let mut history: Vec<Submitted> = assessed.collect();
        let wanted = RejectionsWanted { submitter: Some(submitter.clone()), since: Some(since), ..RejectionsWanted::default() };
        history.extend(self.all_reviews(wanted).await?.iter().map(submitted));
        Ok(history)
    }

    /// Returns every refusal that is wanted, however many there are.
    pub(super) async fn all_reviews(&self, wanted: RejectionsWanted) -> Result<Vec<Review>, OversightError> {
        let mut wanted = RejectionsWanted { limit: REJECTIONS_MAX, ..wanted };
        let mut all = Vec::new();
        loop {
            let page = self.store().reviews(&wanted).await?;
            let is_last = page.len() < REJECTIONS_MAX as usize;
            wanted.after = page.last().map(|found| found.event.id);
            all.extend(page);
            if is_last {
                return Ok(all);
            }
        }
    }

    /// Returns the texts that were refused and what reviewers settled on, for rules that are to be tried on them.
    pub async fn settled(&self) -> Result<Vec<Tagged>, OversightError> {
        let all = self.all_reviews(RejectionsWanted::default()).await?;
        let settled = all.into_iter().filter(|found| !found.event.text.is_empty());
        let tagged = settled.filter_map(|found| {
            let first = initial_pair(&found).map_or_else(Vec::new, |pair| pair.map(|given| given.tag).to_vec());
            Some(Tagged { tag: effective_tag(&found)?, first, text: found.event.text })
        });
        Ok(tagged.collect())
    }

    async fn record_beside(&self, found: &Review, histories: &mut Histories) -> Result<TrackRecord, OversightError> {
        let submitter = &found.event.submitter;
        if !histories.0.contains_key(submitter) {
            histories.0.insert(submitter.clone(), self.history(submitter).await?);
        }
        let mut history = histories.0.get(submitter).cloned().unwrap_or_default();
        if !history.iter().any(|one| one.submission == found.event.submission) {
            // A golden item is in nobody's history; its own refusal is counted as that of any other would be.
            history.push(submitted(found));
        }
        Ok(track_record(&history, self.office.now()))
    }

    async fn shown(
        &self,
        found: Review,
        viewer: Option<&ReviewerId>,
        histories: &mut Histories,
    ) -> Result<Shown, OversightError> {
        let track_record = self.record_beside(&found, histories).await?;
        let effective = effective_tag(&found);
        let reassessment = match effective {
            Some(Tag::BypassApproved) => self.store().check(reassessment_of(&found.event)).await?.map(|stored| stored.check.id),
            _ => None,
        };
        Ok(Shown {
            state: state_for(&found, viewer),
            tags: match viewer {
                Some(viewer) => seen_by(&found, viewer).cloned().collect(),
                None => found.tags.clone(),
            },
            effective,
            initial_disagreement: found.initial_disagreement,
            adjudication: found.adjudication.clone(),
            reassessment,
            track_record,
            event: found.event,
        })
    }
}

/// Until both tags are in, a reviewer knows of their own only: another's would tell them something.
fn state_for(found: &Review, viewer: Option<&ReviewerId>) -> ReviewState {
    match viewer {
        Some(viewer) if !is_revealed(found) => match found.live().any(|given| given.reviewer == *viewer) {
            true => ReviewState::AwaitingSecondReview,
            false => ReviewState::Untagged,
        },
        _ => found.state(),
    }
}

fn submitted(found: &Review) -> Submitted {
    let event = &found.event;
    Submitted { submission: event.submission.clone(), at: event.at, fate: Fate::Refused(effective_tag(found)) }
}

/// By the submitter's record, the more adversarial first; then by time.
fn sorted(mut shown: Vec<Shown>) -> Vec<Shown> {
    let ratio = |one: &Shown| one.track_record.ratio.unwrap_or(0.0);
    shown.sort_by(|a, b| ratio(b).total_cmp(&ratio(a)).then(a.event.at.cmp(&b.event.at)).then(a.event.id.cmp(&b.event.id)));
    shown
}
