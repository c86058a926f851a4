//! Words against the registry.

use crate::error::translated;
use crate::{SqliteStore, along};
use async_trait::async_trait;
use domain::Overruling;
use store::{Along, OVERRULING_VERSION, Overrulings, StoreError, canonical};

#[async_trait]
impl Overrulings for SqliteStore {
    async fn overrule(&self, word: &Overruling, along: Along) -> Result<(), StoreError> {
        let body = canonical::encode(word)?;
        self.write(move |connection| {
            Box::pin(async move {
                sqlx::query!("INSERT INTO overrulings (schema_version, body) VALUES (?, ?)", OVERRULING_VERSION, body)
                    .execute(&mut *connection)
                    .await
                    .map_err(translated)?;
                along::write(connection, &along).await
            })
        })
        .await
    }

    async fn overrulings(&self) -> Result<Vec<Overruling>, StoreError> {
        let rows = sqlx::query!("SELECT schema_version, body FROM overrulings ORDER BY seq");
        let rows = rows.fetch_all(&self.readers).await.map_err(translated)?;
        rows.into_iter().map(|row| canonical::decode(row.schema_version, OVERRULING_VERSION, &row.body)).collect()
    }
}
