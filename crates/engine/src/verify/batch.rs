//! Many single claims at once: one search after the other, all their sentences read together, each answer stored by itself.

use super::check::{Asked, claims_of, trust_policy_mode, turned_away};
use super::find::Finder;
use crate::corpus::Watch;
use crate::{Engine, EngineError};
use domain::{Basis, Check, CheckId, Claim, CorpusName, Profile, SCHEMA_VERSION, Snapshot, Summary};
use jiff::tz::TimeZone;
use score::verify::assess;
use store::{Along, StoredCheck};

/// Claims whose sentences are read in one go: enough to fill the judge's batches, few enough to show progress.
const TOGETHER: usize = 8;

/// Claims to be answered from one corpus.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Batch {
    /// The claims, each with the name its answer will have.
    pub claims: Vec<(CheckId, String)>,
    /// Where to look.
    pub corpus: CorpusName,
    /// How much corroboration is required.
    pub profile: Profile,
}

impl Engine {
    /// Answers every claim of a batch in order, stores each answer together with what goes along, and hands it over then. What
    /// was stored before a failure or a stop stays.
    pub async fn check_all(
        &self,
        batch: &Batch,
        watch: &dyn Watch,
        along: impl Fn(&StoredCheck) -> Along,
        mut told: impl FnMut(&Check),
    ) -> Result<(), EngineError> {
        let now = self.clock.now();
        let today = now.to_zoned(TimeZone::UTC).date();
        let mut claims: Vec<(CheckId, String, Claim)> = Vec::with_capacity(batch.claims.len());
        for (id, text) in &batch.claims {
            let (text, found) = claims_of(&Asked::Claim(text.clone()), today.year(), Basis::ZERO)?;
            claims.extend(found.claims.into_iter().map(|claim| (*id, text.clone(), claim)));
        }
        if self.store.count_documents(&batch.corpus).await? == 0 {
            return Err(EngineError::EmptyCorpus(batch.corpus.clone()));
        }
        let finder = Finder::open(self, &batch.corpus)?;
        let total = claims.len() as u64;
        let mut done = 0;
        for together in claims.chunks(TOGETHER) {
            watch.at("checking", done, total);
            let mut snapshots = Vec::with_capacity(together.len());
            for (_, text, claim) in together {
                let refusal = tokio::task::block_in_place(|| self.screen(text).refusal);
                snapshots.push(match refusal {
                    Some(refusal) => turned_away(text, refusal, today, batch.profile),
                    None => self.gather(&finder, claim.clone(), today, batch.profile).await?,
                });
            }
            tokio::task::block_in_place(|| self.read_all(&mut snapshots));
            for ((id, text, _), snapshot) in together.iter().zip(snapshots) {
                let stored = self.filed(*id, now, text, snapshot, batch);
                self.store.save_check(&stored, along(&stored)).await?;
                told(&stored.check);
            }
            done += together.len() as u64;
            if watch.is_stopping() {
                return Err(EngineError::Stopped);
            }
        }
        Ok(())
    }

    fn filed(&self, id: CheckId, now: jiff::Timestamp, text: &str, snapshot: Snapshot, batch: &Batch) -> StoredCheck {
        let claims = vec![tokio::task::block_in_place(|| assess(&snapshot, &self.policy))];
        let check = Check {
            id,
            asked_at: now,
            profile: batch.profile,
            trust_policy_mode: Some(trust_policy_mode(&self.policy)),
            summary: Summary::of(&claims),
            claims,
            config_hash: self.config_hash(batch.profile),
            model_hashes: self.model_hashes(),
            bypass: None,
            schema_version: SCHEMA_VERSION,
        };
        let config = self.config(batch.profile);
        StoredCheck { check, text: text.to_owned(), corpus: batch.corpus.clone(), snapshots: vec![snapshot], config }
    }
}
