//! Letting people and agents in.
//!
//! A secret is shown once, to whoever it is for. What is kept is its hash: of keys, sessions and invitations a plain one,
//! since they are 32 bytes of chance; of passwords argon2's, since people choose them.

use crate::office::Office;
use crate::{EngineError, audit};
use argon2::Argon2;
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher as _, PasswordVerifier as _};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use domain::{Actor, ActorId, ActorKind, Digest, KeyId, Role, digest_bytes};
use jiff::{SignedDuration, Timestamp};
use serde_json::json;
use std::collections::BTreeSet;
use store::{ApiKey, Invitation, Login, Session};

/// Shortest password.
pub const PASSWORD_CHARS_MIN: usize = 12;
/// Longest password: argon2 reads all of it.
pub const PASSWORD_BYTES_MAX: usize = 256;
/// Longest login and name.
pub const NAME_CHARS_MAX: usize = 80;
/// How long somebody stays signed in.
pub const SESSION_LIFE: SignedDuration = SignedDuration::from_hours(12);
/// How long an invitation is good.
pub const INVITATION_LIFE: SignedDuration = SignedDuration::from_hours(72);

/// A key that was just made, with the secret that is shown this once.
#[derive(Debug, Clone)]
pub struct FreshKey {
    /// What is kept of it.
    pub key: ApiKey,
    /// What opens the door.
    pub secret: String,
}

/// A session that was just opened, with the cookie that is set this once.
#[derive(Debug, Clone)]
pub struct FreshSession {
    /// What is kept of it.
    pub session: Session,
    /// Who signed in.
    pub actor: Actor,
    /// The cookie.
    pub secret: String,
}

/// Why somebody cannot be let in, or not like this.
#[derive(Debug, thiserror::Error)]
pub enum AccessError {
    /// The name is unusable.
    #[error("a name has 1 to {NAME_CHARS_MAX} characters and no control characters: choose another one")]
    BadName,
    /// The login is unusable.
    #[error("a login has 2 to {NAME_CHARS_MAX} letters, digits, dots, hyphens, underscores or @: choose another one")]
    BadLogin,
    /// The password is too short or too long.
    #[error("a password has at least {PASSWORD_CHARS_MIN} characters and at most {PASSWORD_BYTES_MAX} bytes: choose another one")]
    BadPassword,
    /// There is no such actor, or the door is closed.
    #[error("there is no actor {0}: `probity admin user list` shows them")]
    UnknownActor(ActorId),
    /// Login and password do not fit together. Which of them is wrong is nobody's business.
    #[error("login or password is wrong")]
    WrongPassword,
    /// Below.
    #[error(transparent)]
    Engine(#[from] EngineError),
}

impl From<store::StoreError> for AccessError {
    fn from(error: store::StoreError) -> Self {
        Self::Engine(error.into())
    }
}

/// Returns the hash that is kept of a secret.
pub fn hash_of(secret: &str) -> Digest {
    digest_bytes(secret.as_bytes())
}

impl Office {
    /// Lets an agent in and makes its first key.
    pub async fn add_agent(
        &self,
        name: &str,
        roles: BTreeSet<Role>,
        by: Option<ActorId>,
    ) -> Result<(Actor, FreshKey), AccessError> {
        let actor = self.actor_named(name, ActorKind::Agent, roles)?;
        let facts = json!({"kind": "agent", "roles": actor.roles});
        self.store().add_actor(&actor, audit::along(self, by, "actor.added", format!("actor:{}", actor.id), facts)).await?;
        let key = self.add_key(actor.id, name, by).await?;
        Ok((actor, key))
    }

    /// Makes another key for an actor.
    pub async fn add_key(&self, actor: ActorId, label: &str, by: Option<ActorId>) -> Result<FreshKey, AccessError> {
        let found = self.store().actor(actor).await?.filter(|actor| actor.disabled_at.is_none());
        found.ok_or(AccessError::UnknownActor(actor))?;
        let (unix_ms, chance) = self.name_parts();
        let prefix = format!("pk_{}", &self.chance_text::<8>()[..8].replace(['-', '_'], "0"));
        let secret = format!("{prefix}_{}", self.chance_text::<32>());
        let key = ApiKey {
            id: KeyId::from_parts(unix_ms, chance),
            actor,
            prefix,
            hash: hash_of(&secret),
            label: label.chars().take(NAME_CHARS_MAX).collect(),
            created_at: self.now(),
            last_used_at: None,
            revoked_at: None,
        };
        let facts = json!({"actor": actor, "prefix": key.prefix});
        self.store().add_key(&key, audit::along(self, by, "key.created", format!("key:{}", key.id), facts)).await?;
        Ok(FreshKey { key, secret })
    }

    /// Revokes a key. False when it was revoked or never there.
    pub async fn revoke_key(&self, id: KeyId, by: Option<ActorId>) -> Result<bool, AccessError> {
        let along = audit::along(self, by, "key.revoked", format!("key:{id}"), json!({}));
        Ok(self.store().revoke_key(id, self.now(), along).await?)
    }

    /// Invites somebody and returns the secret of the invitation.
    pub async fn invite(&self, roles: BTreeSet<Role>, by: Option<ActorId>) -> Result<String, AccessError> {
        let secret = format!("inv_{}", self.chance_text::<32>());
        let now = self.now();
        let invitation =
            Invitation { hash: hash_of(&secret), roles, invited_by: by, created_at: now, expires_at: now + INVITATION_LIFE };
        let facts = json!({"roles": invitation.roles});
        let subject = format!("invitation:{}", invitation.hash.short());
        self.store().invite(&invitation, audit::along(self, by, "invitation.made", subject, facts)).await?;
        Ok(secret)
    }

    /// Whether nobody can let anybody in yet.
    pub async fn lacks_admin(&self) -> Result<bool, AccessError> {
        let actors = self.store().actors().await?;
        Ok(!actors.iter().any(|actor| actor.disabled_at.is_none() && actor.roles.contains(&Role::Admin)))
    }

    /// Uses an invitation up and lets the person in.
    pub async fn accept(&self, secret: &str, login: &str, name: &str, password: &str) -> Result<Actor, AccessError> {
        let hash = hash_of(secret);
        let spent = || AccessError::from(store::StoreError::InvitationSpent);
        let invitation = self.store().invitation(&hash, self.now()).await?.ok_or_else(spent)?;
        let (actor, login) = self.person(login, name, password, invitation.roles)?;
        let facts = json!({"kind": "person", "roles": actor.roles, "invitation": hash.short()});
        let along = audit::along(self, invitation.invited_by, "actor.added", format!("actor:{}", actor.id), facts);
        self.store().accept(&hash, &actor, &login, along).await?;
        Ok(actor)
    }

    /// Lets a person in without an invitation.
    pub async fn add_person(
        &self,
        login: &str,
        password: &str,
        roles: BTreeSet<Role>,
        by: Option<ActorId>,
    ) -> Result<Actor, AccessError> {
        let (actor, login) = self.person(login, login, password, roles)?;
        let facts = json!({"kind": "person", "roles": actor.roles});
        let along = audit::along(self, by, "actor.added", format!("actor:{}", actor.id), facts);
        self.store().add_person(&actor, &login, along).await?;
        Ok(actor)
    }

    /// Closes the door to somebody. False when it was closed or never open.
    pub async fn shut_out(&self, id: ActorId, by: Option<ActorId>) -> Result<bool, AccessError> {
        let along = audit::along(self, by, "actor.disabled", format!("actor:{id}"), json!({}));
        Ok(self.store().disable_actor(id, self.now(), along).await?)
    }

    /// Gives somebody these roles and no others. False when there is nobody.
    pub async fn give_roles(&self, id: ActorId, roles: &BTreeSet<Role>, by: Option<ActorId>) -> Result<bool, AccessError> {
        let along = audit::along(self, by, "actor.roles", format!("actor:{id}"), json!({"roles": roles}));
        Ok(self.store().set_roles(id, roles, along).await?)
    }

    /// Signs a person in.
    pub async fn sign_in(&self, login: &str, password: &str) -> Result<FreshSession, AccessError> {
        let actor = self.actor_of_password(login, password).await?;
        let now = self.now();
        let secret = format!("ses_{}", self.chance_text::<32>());
        let session = Session {
            hash: hash_of(&secret),
            actor: actor.id,
            csrf: self.chance_text::<24>(),
            created_at: now,
            expires_at: now + SESSION_LIFE,
        };
        let along = audit::along(self, Some(actor.id), "session.opened", format!("actor:{}", actor.id), json!({}));
        self.store().open_session(&session, along).await?;
        Ok(FreshSession { session, actor, secret })
    }

    /// Returns who has this login and password.
    pub async fn actor_of_password(&self, login: &str, password: &str) -> Result<Actor, AccessError> {
        let found = self.store().login(&login.trim().to_lowercase()).await?;
        // Somebody unknown costs as much time as somebody known, so that time does not tell who is.
        let kept = found.as_ref().map_or(NOBODY, |(login, _)| login.password.as_str());
        let fits = tokio::task::block_in_place(|| fits(password, kept));
        match found {
            Some((_, actor)) if fits => Ok(actor),
            _ => Err(AccessError::WrongPassword),
        }
    }

    /// Returns the session of a cookie and who signed in.
    pub async fn session_of(&self, secret: &str) -> Result<Option<(Session, Actor)>, AccessError> {
        Ok(self.store().session(&hash_of(secret), self.now()).await?)
    }

    /// Returns whose key this is.
    pub async fn actor_of_key(&self, secret: &str) -> Result<Option<(KeyId, Actor)>, AccessError> {
        let found = self.store().key_by_hash(&hash_of(secret)).await?;
        Ok(found.map(|(key, actor)| (key.id, actor)))
    }

    fn person(&self, login: &str, name: &str, password: &str, roles: BTreeSet<Role>) -> Result<(Actor, Login), AccessError> {
        let login = login.trim().to_lowercase();
        let is_plain = |c: char| c.is_alphanumeric() || matches!(c, '.' | '-' | '_' | '@' | '+');
        if !(2..=NAME_CHARS_MAX).contains(&login.chars().count()) || !login.chars().all(is_plain) {
            return Err(AccessError::BadLogin);
        }
        let actor = self.actor_named(name, ActorKind::Person, roles)?;
        let password = self.hash_password(password)?;
        Ok((actor.clone(), Login { actor: actor.id, login, password }))
    }

    /// Hashes a password in argon2's PHC form.
    pub fn hash_password(&self, password: &str) -> Result<String, AccessError> {
        if password.chars().count() < PASSWORD_CHARS_MIN || password.len() > PASSWORD_BYTES_MAX {
            return Err(AccessError::BadPassword);
        }
        let salt: [u8; 16] = self.dice().throw();
        let hash = || Argon2::default().hash_password_with_salt(password.as_bytes(), &salt);
        let hashed: Result<PasswordHash, _> = tokio::task::block_in_place(hash);
        hashed.map(|hash| hash.to_string()).map_err(|_| AccessError::BadPassword)
    }

    fn actor_named(&self, name: &str, kind: ActorKind, roles: BTreeSet<Role>) -> Result<Actor, AccessError> {
        let name = name.trim();
        if !(1..=NAME_CHARS_MAX).contains(&name.chars().count()) || name.chars().any(char::is_control) {
            return Err(AccessError::BadName);
        }
        let (unix_ms, chance) = self.name_parts();
        Ok(Actor {
            id: ActorId::from_parts(unix_ms, chance),
            kind,
            name: name.to_owned(),
            roles,
            created_at: whole_us(self.now()),
            disabled_at: None,
        })
    }

    /// Throws bytes and writes them as text that fits into a header and an address.
    pub fn chance_text<const N: usize>(&self) -> String {
        URL_SAFE_NO_PAD.encode(self.dice().throw::<N>())
    }
}

/// Microseconds are what is kept.
fn whole_us(moment: Timestamp) -> Timestamp {
    Timestamp::from_microsecond(moment.as_microsecond()).unwrap_or(moment)
}

/// The hash of a password nobody has.
const NOBODY: &str = "$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

fn fits(password: &str, kept: &str) -> bool {
    if password.len() > PASSWORD_BYTES_MAX {
        return false;
    }
    PasswordHash::new(kept).is_ok_and(|hash| Argon2::default().verify_password(password.as_bytes(), &hash).is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_of_nobody_is_well_formed_and_fits_nothing() {
        assert!(PasswordHash::new(NOBODY).is_ok());
        assert!(!fits("", NOBODY));
        assert!(!fits(&"x".repeat(PASSWORD_BYTES_MAX + 1), NOBODY));
    }
}
