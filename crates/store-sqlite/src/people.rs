//! Logins, sessions and invitations.

use crate::column::{bytes, digest, moment, uuid};
use crate::error::translated;
use crate::{SqliteStore, actors, along};
use async_trait::async_trait;
use domain::{Actor, ActorId, Digest};
use jiff::Timestamp;
use sqlx::SqliteConnection;
use store::{Actors as _, Along, Invitation, Login, People, Session, StoreError, canonical};

#[async_trait]
impl People for SqliteStore {
    async fn invite(&self, invitation: &Invitation, along: Along) -> Result<(), StoreError> {
        let invitation = invitation.clone();
        self.write(move |connection| {
            Box::pin(async move {
                let (hash, roles) = (invitation.hash.as_str(), canonical::encode(&invitation.roles)?);
                let invited_by = invitation.invited_by.map(|actor| bytes(actor.uuid()));
                let (created_at_us, expires_at_us) =
                    (invitation.created_at.as_microsecond(), invitation.expires_at.as_microsecond());
                sqlx::query!(
                    "INSERT INTO invitations (hash, roles, invited_by, created_at_us, expires_at_us) VALUES (?, ?, ?, ?, ?)",
                    hash,
                    roles,
                    invited_by,
                    created_at_us,
                    expires_at_us
                )
                .execute(&mut *connection)
                .await
                .map_err(translated)?;
                along::write(connection, &along).await
            })
        })
        .await
    }

    async fn invitation(&self, hash: &Digest, now: Timestamp) -> Result<Option<Invitation>, StoreError> {
        let (text, now_us) = (hash.as_str(), now.as_microsecond());
        let row = sqlx::query!(
            "SELECT roles, invited_by, created_at_us, expires_at_us FROM invitations
             WHERE hash = ? AND used_at_us IS NULL AND expires_at_us > ?",
            text,
            now_us
        );
        let Some(row) = row.fetch_optional(&self.readers).await.map_err(translated)? else { return Ok(None) };
        Ok(Some(Invitation {
            hash: hash.clone(),
            roles: canonical::decode(0, 0, &row.roles)?,
            invited_by: row.invited_by.map(|id| uuid(&id).map(ActorId::from_uuid)).transpose()?,
            created_at: moment(row.created_at_us)?,
            expires_at: moment(row.expires_at_us)?,
        }))
    }

    async fn accept(&self, hash: &Digest, actor: &Actor, login: &Login, along: Along) -> Result<(), StoreError> {
        let (hash, actor, login) = (hash.clone(), actor.clone(), login.clone());
        self.write(move |connection| {
            Box::pin(async move {
                let (hash, now_us) = (hash.as_str(), actor.created_at.as_microsecond());
                let used = sqlx::query!(
                    "UPDATE invitations SET used_at_us = ?1 WHERE hash = ?2 AND used_at_us IS NULL AND expires_at_us > ?1",
                    now_us,
                    hash
                );
                if used.execute(&mut *connection).await.map_err(translated)?.rows_affected() == 0 {
                    return Err(StoreError::InvitationSpent);
                }
                let_in(connection, &actor, &login).await?;
                along::write(connection, &along).await
            })
        })
        .await
    }

    async fn add_person(&self, actor: &Actor, login: &Login, along: Along) -> Result<(), StoreError> {
        let (actor, login) = (actor.clone(), login.clone());
        self.write(move |connection| {
            Box::pin(async move {
                let_in(connection, &actor, &login).await?;
                along::write(connection, &along).await
            })
        })
        .await
    }

    async fn login(&self, login: &str) -> Result<Option<(Login, Actor)>, StoreError> {
        let row = sqlx::query!("SELECT login, actor, password FROM logins WHERE login = ?", login);
        let Some(row) = row.fetch_optional(&self.readers).await.map_err(translated)? else { return Ok(None) };
        let id = ActorId::from_uuid(uuid(&row.actor)?);
        let actor = self.actor(id).await?.filter(|actor| actor.disabled_at.is_none());
        Ok(actor.map(|actor| (Login { actor: id, login: row.login, password: row.password }, actor)))
    }

    async fn set_password(&self, actor: ActorId, password: &str, along: Along) -> Result<bool, StoreError> {
        let (id, password) = (bytes(actor.uuid()), password.to_owned());
        self.write(move |connection| {
            Box::pin(async move {
                let set = sqlx::query!("UPDATE logins SET password = ? WHERE actor = ?", password, id);
                if set.execute(&mut *connection).await.map_err(translated)?.rows_affected() == 0 {
                    return Ok(false);
                }
                sqlx::query!("DELETE FROM sessions WHERE actor = ?", id).execute(&mut *connection).await.map_err(translated)?;
                along::write(connection, &along).await.map(|()| true)
            })
        })
        .await
    }

    async fn open_session(&self, session: &Session, along: Along) -> Result<(), StoreError> {
        let session = session.clone();
        self.write(move |connection| {
            Box::pin(async move {
                let (hash, actor) = (session.hash.as_str(), bytes(session.actor.uuid()));
                let (created_at_us, expires_at_us) = (session.created_at.as_microsecond(), session.expires_at.as_microsecond());
                sqlx::query!(
                    "INSERT INTO sessions (hash, actor, csrf, created_at_us, expires_at_us) VALUES (?, ?, ?, ?, ?)",
                    hash,
                    actor,
                    session.csrf,
                    created_at_us,
                    expires_at_us
                )
                .execute(&mut *connection)
                .await
                .map_err(translated)?;
                along::write(connection, &along).await
            })
        })
        .await
    }

    async fn session(&self, hash: &Digest, now: Timestamp) -> Result<Option<(Session, Actor)>, StoreError> {
        let (text, now_us) = (hash.as_str(), now.as_microsecond());
        let row = sqlx::query!(
            "SELECT hash, actor, csrf, created_at_us, expires_at_us FROM sessions WHERE hash = ? AND expires_at_us > ?",
            text,
            now_us
        );
        let Some(row) = row.fetch_optional(&self.readers).await.map_err(translated)? else { return Ok(None) };
        let session = Session {
            hash: digest(&row.hash)?,
            actor: ActorId::from_uuid(uuid(&row.actor)?),
            csrf: row.csrf,
            created_at: moment(row.created_at_us)?,
            expires_at: moment(row.expires_at_us)?,
        };
        let actor = self.actor(session.actor).await?.filter(|actor| actor.disabled_at.is_none());
        Ok(actor.map(|actor| (session, actor)))
    }

    async fn close_session(&self, hash: &Digest) -> Result<bool, StoreError> {
        let hash = hash.clone();
        self.write(move |connection| {
            Box::pin(async move {
                let hash = hash.as_str();
                let closed = sqlx::query!("DELETE FROM sessions WHERE hash = ?", hash);
                Ok(closed.execute(connection).await.map_err(translated)?.rows_affected() > 0)
            })
        })
        .await
    }
}

async fn let_in(connection: &mut SqliteConnection, actor: &Actor, login: &Login) -> Result<(), StoreError> {
    actors::insert(&mut *connection, actor).await?;
    let id = bytes(actor.id.uuid());
    let added = sqlx::query!(
        "INSERT INTO logins (login, actor, password) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
        login.login,
        id,
        login.password
    );
    match added.execute(connection).await.map_err(translated)?.rows_affected() {
        0 => Err(StoreError::LoginTaken),
        _ => Ok(()),
    }
}
