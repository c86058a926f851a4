//! Messages on their way out.

use crate::column::{bytes, json, moment, uuid};
use crate::error::translated;
use crate::{SqliteStore, along};
use async_trait::async_trait;
use domain::{ActorId, MessageId};
use jiff::Timestamp;
use store::{Along, MESSAGES_MAX, NewMessage, Outbox, StoreError};

#[async_trait]
impl Outbox for SqliteStore {
    async fn unrelayed_messages(&self, limit: u32) -> Result<Vec<NewMessage>, StoreError> {
        let limit = limit.min(MESSAGES_MAX);
        let rows = sqlx::query_as!(
            Row,
            "SELECT id, kind, owner, payload, at_us FROM messages WHERE relayed_at_us IS NULL ORDER BY id LIMIT ?",
            limit
        );
        rows.fetch_all(&self.readers).await.map_err(translated)?.into_iter().map(Row::into_message).collect()
    }

    async fn relay_messages(&self, ids: &[MessageId], at: Timestamp, along: Along) -> Result<(), StoreError> {
        let (ids, at_us) = (ids.to_vec(), at.as_microsecond());
        self.write(move |connection| {
            Box::pin(async move {
                for id in ids {
                    let id = bytes(id.uuid());
                    sqlx::query!("UPDATE messages SET relayed_at_us = ? WHERE id = ?", at_us, id)
                        .execute(&mut *connection)
                        .await
                        .map_err(translated)?;
                }
                along::write(connection, &along).await
            })
        })
        .await
    }

    async fn message(&self, id: MessageId) -> Result<Option<NewMessage>, StoreError> {
        let id = bytes(id.uuid());
        let row = sqlx::query_as!(Row, "SELECT id, kind, owner, payload, at_us FROM messages WHERE id = ?", id);
        row.fetch_optional(&self.readers).await.map_err(translated)?.map(Row::into_message).transpose()
    }
}

struct Row {
    id: Vec<u8>,
    kind: String,
    owner: Option<Vec<u8>>,
    payload: String,
    at_us: i64,
}

impl Row {
    fn into_message(self) -> Result<NewMessage, StoreError> {
        Ok(NewMessage {
            id: MessageId::from_uuid(uuid(&self.id)?),
            kind: self.kind,
            owner: self.owner.map(|id| uuid(&id).map(ActorId::from_uuid)).transpose()?,
            payload: json(&self.payload)?,
            at: moment(self.at_us)?,
        })
    }
}
