//! Who may come in: actors and the API keys of agents. Of a key only its hash is kept.

use crate::{Along, StoreError};
use async_trait::async_trait;
use domain::{Actor, ActorId, Digest, KeyId, Role};
use jiff::Timestamp;
use std::collections::BTreeSet;

/// An API key without its secret.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ApiKey {
    /// Its name.
    pub id: KeyId,
    /// Whose it is.
    pub actor: ActorId,
    /// The visible beginning, by which people know it again.
    pub prefix: String,
    /// Hash of the whole key.
    pub hash: Digest,
    /// What it is for.
    pub label: String,
    /// When it was made.
    pub created_at: Timestamp,
    /// When it was last used.
    pub last_used_at: Option<Timestamp>,
    /// Since when it no longer opens anything.
    pub revoked_at: Option<Timestamp>,
}

/// Keeps actors and keys.
#[async_trait]
pub trait Actors: Send + Sync {
    /// Adds an actor.
    async fn add_actor(&self, actor: &Actor, along: Along) -> Result<(), StoreError>;

    /// Returns an actor.
    async fn actor(&self, id: ActorId) -> Result<Option<Actor>, StoreError>;

    /// Lists every actor, oldest first.
    async fn actors(&self) -> Result<Vec<Actor>, StoreError>;

    /// Gives an actor these roles and no others. False when there is no such actor.
    async fn set_roles(&self, id: ActorId, roles: &BTreeSet<Role>, along: Along) -> Result<bool, StoreError>;

    /// Closes the door to an actor: keys, sessions and all. False when it was closed or never open.
    async fn disable_actor(&self, id: ActorId, at: Timestamp, along: Along) -> Result<bool, StoreError>;

    /// Adds a key.
    async fn add_key(&self, key: &ApiKey, along: Along) -> Result<(), StoreError>;

    /// Returns the key with this hash and its actor, unless it was revoked or its actor was shut out.
    async fn key_by_hash(&self, hash: &Digest) -> Result<Option<(ApiKey, Actor)>, StoreError>;

    /// Lists every key, oldest first, revoked ones too.
    async fn keys(&self) -> Result<Vec<ApiKey>, StoreError>;

    /// Revokes a key. False when it was revoked or never there.
    async fn revoke_key(&self, id: KeyId, at: Timestamp, along: Along) -> Result<bool, StoreError>;

    /// Remembers when keys were last used; an earlier time never replaces a later one.
    async fn touch_keys(&self, used: &[(KeyId, Timestamp)]) -> Result<(), StoreError>;
}
