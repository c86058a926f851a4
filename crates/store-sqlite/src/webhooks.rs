//! Webhooks and the record of their deliveries.

use crate::SqliteStore;
use crate::along::touched;
use crate::column::{bytes, moment, uuid};
use crate::error::translated;
use async_trait::async_trait;
use domain::{ActorId, DeliveryId, MessageId, WebhookId};
use store::{Along, DELIVERIES_MAX, Delivery, StoreError, Webhook, Webhooks, canonical};

#[async_trait]
impl Webhooks for SqliteStore {
    async fn add_webhook(&self, webhook: &Webhook, along: Along) -> Result<(), StoreError> {
        let webhook = webhook.clone();
        self.write_along(along, move |connection| {
            Box::pin(async move {
                let (id, actor) = (bytes(webhook.id.uuid()), bytes(webhook.actor.uuid()));
                let (kinds, secrets) = (canonical::encode(&webhook.kinds)?, canonical::encode(&webhook.secrets)?);
                let created_at_us = webhook.created_at.as_microsecond();
                let added = sqlx::query!(
                    "INSERT INTO webhooks (id, actor, url, kinds, secrets, created_at_us) VALUES (?, ?, ?, ?, ?, ?)",
                    id,
                    actor,
                    webhook.url,
                    kinds,
                    secrets,
                    created_at_us
                );
                touched(connection, added).await.map(drop)
            })
        })
        .await
    }

    async fn webhook(&self, id: WebhookId) -> Result<Option<Webhook>, StoreError> {
        let id = bytes(id.uuid());
        let row = sqlx::query_as!(Row, "SELECT * FROM webhooks WHERE id = ?", id);
        row.fetch_optional(&self.readers).await.map_err(translated)?.map(Row::into_webhook).transpose()
    }

    async fn webhooks_of(&self, actor: ActorId) -> Result<Vec<Webhook>, StoreError> {
        let actor = bytes(actor.uuid());
        let rows = sqlx::query_as!(Row, "SELECT * FROM webhooks WHERE actor = ? ORDER BY id", actor);
        rows.fetch_all(&self.readers).await.map_err(translated)?.into_iter().map(Row::into_webhook).collect()
    }

    async fn set_secrets(&self, id: WebhookId, secrets: &[String], along: Along) -> Result<bool, StoreError> {
        let (id, secrets) = (bytes(id.uuid()), canonical::encode(&secrets)?);
        self.change(along, move |connection| {
            Box::pin(async move {
                touched(connection, sqlx::query!("UPDATE webhooks SET secrets = ? WHERE id = ?", secrets, id)).await
            })
        })
        .await
    }

    async fn remove_webhook(&self, id: WebhookId, along: Along) -> Result<bool, StoreError> {
        let id = bytes(id.uuid());
        self.change(along, move |connection| {
            Box::pin(async move { touched(connection, sqlx::query!("DELETE FROM webhooks WHERE id = ?", id)).await })
        })
        .await
    }

    async fn record_delivery(&self, delivery: &Delivery, along: Along) -> Result<(), StoreError> {
        let delivery = delivery.clone();
        self.write_along(along, move |connection| {
            Box::pin(async move {
                let (id, webhook, message) =
                    (bytes(delivery.id.uuid()), bytes(delivery.webhook.uuid()), bytes(delivery.message.uuid()));
                let (at_us, took_ms) = (delivery.at.as_microsecond(), delivery.took_ms.cast_signed());
                // The webhook may have been taken away while the message was under way.
                let added = sqlx::query!(
                    "INSERT INTO deliveries (id, webhook, message, at_us, status, error, took_ms)
                     SELECT ?1, id, ?3, ?4, ?5, ?6, ?7 FROM webhooks WHERE id = ?2",
                    id,
                    webhook,
                    message,
                    at_us,
                    delivery.status,
                    delivery.error,
                    took_ms
                );
                touched(connection, added).await.map(drop)
            })
        })
        .await
    }

    async fn deliveries(&self, webhook: WebhookId, limit: u32) -> Result<Vec<Delivery>, StoreError> {
        let (id, limit) = (bytes(webhook.uuid()), limit.min(DELIVERIES_MAX));
        let rows = sqlx::query!(
            "SELECT id, message, at_us, status, error, took_ms FROM deliveries WHERE webhook = ? ORDER BY id DESC LIMIT ?",
            id,
            limit
        );
        let rows = rows.fetch_all(&self.readers).await.map_err(translated)?;
        rows.into_iter()
            .map(|row| {
                Ok(Delivery {
                    id: DeliveryId::from_uuid(uuid(&row.id)?),
                    webhook,
                    message: MessageId::from_uuid(uuid(&row.message)?),
                    at: moment(row.at_us)?,
                    status: row.status.and_then(|status| u16::try_from(status).ok()),
                    error: row.error,
                    took_ms: row.took_ms.cast_unsigned(),
                })
            })
            .collect()
    }
}

struct Row {
    id: Vec<u8>,
    actor: Vec<u8>,
    url: String,
    kinds: String,
    secrets: String,
    created_at_us: i64,
}

impl Row {
    fn into_webhook(self) -> Result<Webhook, StoreError> {
        Ok(Webhook {
            id: WebhookId::from_uuid(uuid(&self.id)?),
            actor: ActorId::from_uuid(uuid(&self.actor)?),
            url: self.url,
            kinds: canonical::decode(0, 0, &self.kinds)?,
            secrets: canonical::decode(0, 0, &self.secrets)?,
            created_at: moment(self.created_at_us)?,
        })
    }
}
