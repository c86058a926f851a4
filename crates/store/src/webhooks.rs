//! Places that want to hear of things, and a record of every attempt to tell them.

use crate::{Along, StoreError};
use async_trait::async_trait;
use domain::{ActorId, DeliveryId, MessageId, WebhookId};
use jiff::Timestamp;

/// Most webhooks of one actor.
pub const WEBHOOKS_EACH_MAX: usize = 20;
/// Most deliveries listed at once.
pub const DELIVERIES_MAX: u32 = 200;

/// A place that wants to hear of things.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Webhook {
    /// Its name.
    pub id: WebhookId,
    /// Whose it is.
    pub actor: ActorId,
    /// Where it listens.
    pub url: String,
    /// The kinds of messages it wants; empty means all.
    pub kinds: Vec<String>,
    /// The secrets that sign, newest first; the older one signs too until it is dropped.
    pub secrets: Vec<String>,
    /// Since when.
    pub created_at: Timestamp,
}

/// One attempt to deliver.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Delivery {
    /// Its name.
    pub id: DeliveryId,
    /// To whom.
    pub webhook: WebhookId,
    /// Of what.
    pub message: MessageId,
    /// When.
    pub at: Timestamp,
    /// The status that came back.
    pub status: Option<u16>,
    /// Why it failed.
    pub error: Option<String>,
    /// How long it took.
    pub took_ms: u64,
}

/// Keeps webhooks and deliveries.
#[async_trait]
pub trait Webhooks: Send + Sync {
    /// Adds a webhook.
    async fn add_webhook(&self, webhook: &Webhook, along: Along) -> Result<(), StoreError>;

    /// Returns a webhook.
    async fn webhook(&self, id: WebhookId) -> Result<Option<Webhook>, StoreError>;

    /// Lists the webhooks of an actor, oldest first.
    async fn webhooks_of(&self, actor: ActorId) -> Result<Vec<Webhook>, StoreError>;

    /// Replaces the secrets. False when there is no such webhook.
    async fn set_secrets(&self, id: WebhookId, secrets: &[String], along: Along) -> Result<bool, StoreError>;

    /// Takes a webhook away with its deliveries. False when there was none.
    async fn remove_webhook(&self, id: WebhookId, along: Along) -> Result<bool, StoreError>;

    /// Records an attempt.
    async fn record_delivery(&self, delivery: &Delivery, along: Along) -> Result<(), StoreError>;

    /// Lists the attempts of a webhook, latest first.
    async fn deliveries(&self, webhook: WebhookId, limit: u32) -> Result<Vec<Delivery>, StoreError>;
}
