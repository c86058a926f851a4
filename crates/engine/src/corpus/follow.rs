//! The index follows the store's change feed.

use super::{FOLLOW_BATCH, Watch};
use crate::{Engine, EngineError};
use domain::{CorpusName, DocumentId};
use search::{Batch, Position};
use std::sync::Arc;
use store::ChangeKind;

impl Engine {
    /// Applies what changed in the store since the index was last here. Cheap when nothing did.
    pub async fn follow(&self, corpus: &CorpusName, watch: &dyn Watch) -> Result<(), EngineError> {
        let index = self.index(corpus)?;
        let origin = self.store.origin().await?;
        let latest = self.store.latest_change(corpus).await?;
        let mut seq = index.followed(&origin);
        if seq >= latest {
            return Ok(());
        }
        let _turn = self.turn_to_write().await;
        // Whoever had the turn before may have done it all.
        seq = index.followed(&origin);
        if seq >= latest {
            return Ok(());
        }
        let mut writer = index.writer()?.reading_with(Arc::clone(&self.extractor));
        loop {
            let changes = self.store.changes(corpus, seq, FOLLOW_BATCH).await?;
            let Some(last) = changes.last() else { break };
            seq = last.seq;
            let ids =
                |kind| changes.iter().filter(move |c| c.kind == kind).map(|c| c.document.clone()).collect::<Vec<DocumentId>>();
            let upserted = self.store.documents(corpus, &ids(ChangeKind::Upserted)).await?;
            let removed = ids(ChangeKind::Removed);
            let position = Position { origin: origin.clone(), seq };
            tokio::task::block_in_place(|| writer.apply(Batch { upserted: &upserted, removed: &removed, position: &position }))?;
            watch.at("indexing", seq, latest);
        }
        tokio::task::block_in_place(|| writer.finish())?;
        Ok(())
    }
}
