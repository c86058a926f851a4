//! Actors and their API keys.

use crate::SqliteStore;
use crate::along::touched;
use crate::column::{bytes, digest, moment, moment_or_none, uuid};
use crate::error::translated;
use async_trait::async_trait;
use domain::{Actor, ActorId, ActorKind, Digest, KeyId, Role};
use jiff::Timestamp;
use sqlx::SqliteConnection;
use std::collections::BTreeSet;
use store::{Actors, Along, ApiKey, StoreError, canonical};

#[async_trait]
impl Actors for SqliteStore {
    async fn add_actor(&self, actor: &Actor, along: Along) -> Result<(), StoreError> {
        let actor = actor.clone();
        self.write_along(along, move |connection| Box::pin(async move { insert(connection, &actor).await })).await
    }

    async fn actor(&self, id: ActorId) -> Result<Option<Actor>, StoreError> {
        let id = bytes(id.uuid());
        let row = sqlx::query_as!(Row, "SELECT * FROM actors WHERE id = ?", id);
        row.fetch_optional(&self.readers).await.map_err(translated)?.map(Row::into_actor).transpose()
    }

    async fn actors(&self) -> Result<Vec<Actor>, StoreError> {
        let rows = sqlx::query_as!(Row, "SELECT * FROM actors ORDER BY id");
        rows.fetch_all(&self.readers).await.map_err(translated)?.into_iter().map(Row::into_actor).collect()
    }

    async fn set_roles(&self, id: ActorId, roles: &BTreeSet<Role>, along: Along) -> Result<bool, StoreError> {
        let (id, roles) = (bytes(id.uuid()), canonical::encode(roles)?);
        self.change(along, move |connection| {
            Box::pin(
                async move { touched(connection, sqlx::query!("UPDATE actors SET roles = ? WHERE id = ?", roles, id)).await },
            )
        })
        .await
    }

    async fn disable_actor(&self, id: ActorId, at: Timestamp, along: Along) -> Result<bool, StoreError> {
        let (id, at_us) = (bytes(id.uuid()), at.as_microsecond());
        self.change(along, move |connection| {
            Box::pin(async move {
                let set = sqlx::query!("UPDATE actors SET disabled_at_us = ? WHERE id = ? AND disabled_at_us IS NULL", at_us, id);
                let disabled = touched(connection, set).await?;
                touched(connection, sqlx::query!("DELETE FROM sessions WHERE actor = ?", id)).await?;
                Ok(disabled)
            })
        })
        .await
    }

    async fn add_key(&self, key: &ApiKey, along: Along) -> Result<(), StoreError> {
        let key = key.clone();
        self.write_along(along, move |connection| {
            Box::pin(async move {
                let (id, actor, hash) = (bytes(key.id.uuid()), bytes(key.actor.uuid()), key.hash.as_str());
                let created_at_us = key.created_at.as_microsecond();
                let added = sqlx::query!(
                    "INSERT INTO api_keys (id, actor, prefix, hash, label, created_at_us) VALUES (?, ?, ?, ?, ?, ?)",
                    id,
                    actor,
                    key.prefix,
                    hash,
                    key.label,
                    created_at_us
                );
                touched(connection, added).await.map(drop)
            })
        })
        .await
    }

    async fn key_by_hash(&self, hash: &Digest) -> Result<Option<(ApiKey, Actor)>, StoreError> {
        let hash = hash.as_str();
        let key = sqlx::query_as!(KeyRow, "SELECT * FROM api_keys WHERE hash = ? AND revoked_at_us IS NULL", hash);
        let Some(key) = key.fetch_optional(&self.readers).await.map_err(translated)? else { return Ok(None) };
        let key = key.into_key()?;
        let actor = self.actor(key.actor).await?.filter(|actor| actor.disabled_at.is_none());
        Ok(actor.map(|actor| (key, actor)))
    }

    async fn keys(&self) -> Result<Vec<ApiKey>, StoreError> {
        let rows = sqlx::query_as!(KeyRow, "SELECT * FROM api_keys ORDER BY id");
        rows.fetch_all(&self.readers).await.map_err(translated)?.into_iter().map(KeyRow::into_key).collect()
    }

    async fn revoke_key(&self, id: KeyId, at: Timestamp, along: Along) -> Result<bool, StoreError> {
        let (id, at_us) = (bytes(id.uuid()), at.as_microsecond());
        self.change(along, move |connection| {
            Box::pin(async move {
                let set = sqlx::query!("UPDATE api_keys SET revoked_at_us = ? WHERE id = ? AND revoked_at_us IS NULL", at_us, id);
                touched(connection, set).await
            })
        })
        .await
    }

    async fn touch_keys(&self, used: &[(KeyId, Timestamp)]) -> Result<(), StoreError> {
        let used = used.to_vec();
        self.write(move |connection| {
            Box::pin(async move {
                for (id, at) in used {
                    let (id, at_us) = (bytes(id.uuid()), at.as_microsecond());
                    let used = sqlx::query!(
                        "UPDATE api_keys SET last_used_at_us = max(coalesce(last_used_at_us, 0), ?) WHERE id = ?",
                        at_us,
                        id
                    );
                    touched(connection, used).await?;
                }
                Ok(())
            })
        })
        .await
    }
}

/// Adds an actor within a transaction.
pub async fn insert(connection: &mut SqliteConnection, actor: &Actor) -> Result<(), StoreError> {
    let (id, kind, roles) = (bytes(actor.id.uuid()), actor.kind.as_str(), canonical::encode(&actor.roles)?);
    let created_at_us = actor.created_at.as_microsecond();
    sqlx::query!(
        "INSERT INTO actors (id, kind, name, roles, created_at_us) VALUES (?, ?, ?, ?, ?)",
        id,
        kind,
        actor.name,
        roles,
        created_at_us
    )
    .execute(connection)
    .await
    .map(drop)
    .map_err(translated)
}

struct Row {
    id: Vec<u8>,
    kind: String,
    name: String,
    roles: String,
    created_at_us: i64,
    disabled_at_us: Option<i64>,
}

impl Row {
    fn into_actor(self) -> Result<Actor, StoreError> {
        let kind = match self.kind.as_str() {
            "person" => ActorKind::Person,
            "agent" => ActorKind::Agent,
            other => return Err(StoreError::Corrupt(format!("{other:?} is no sort of actor"))),
        };
        Ok(Actor {
            id: ActorId::from_uuid(uuid(&self.id)?),
            kind,
            name: self.name,
            roles: canonical::decode(0, 0, &self.roles)?,
            created_at: moment(self.created_at_us)?,
            disabled_at: moment_or_none(self.disabled_at_us)?,
        })
    }
}

struct KeyRow {
    id: Vec<u8>,
    actor: Vec<u8>,
    prefix: String,
    hash: String,
    label: String,
    created_at_us: i64,
    last_used_at_us: Option<i64>,
    revoked_at_us: Option<i64>,
}

impl KeyRow {
    fn into_key(self) -> Result<ApiKey, StoreError> {
        Ok(ApiKey {
            id: KeyId::from_uuid(uuid(&self.id)?),
            actor: ActorId::from_uuid(uuid(&self.actor)?),
            prefix: self.prefix,
            hash: digest(&self.hash)?,
            label: self.label,
            created_at: moment(self.created_at_us)?,
            last_used_at: moment_or_none(self.last_used_at_us)?,
            revoked_at: moment_or_none(self.revoked_at_us)?,
        })
    }
}
