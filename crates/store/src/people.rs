//! People: passwords, sessions and invitations. Of a session and an invitation only the hash of the secret is kept.

use crate::{Along, StoreError};
use async_trait::async_trait;
use domain::{Actor, ActorId, Digest, Role};
use jiff::Timestamp;
use std::collections::BTreeSet;

/// How a person signs in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Login {
    /// Who.
    pub actor: ActorId,
    /// The name they type, in lower case.
    pub login: String,
    /// Their password in argon2's PHC form.
    pub password: String,
}

/// A signed-in browser.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Session {
    /// Hash of the cookie.
    pub hash: Digest,
    /// Who signed in.
    pub actor: ActorId,
    /// What a form must carry to be theirs.
    pub csrf: String,
    /// Since when.
    pub created_at: Timestamp,
    /// Until when.
    pub expires_at: Timestamp,
}

/// A way in that works once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Invitation {
    /// Hash of the secret.
    pub hash: Digest,
    /// What whoever accepts may do.
    pub roles: BTreeSet<Role>,
    /// Who invites; nobody when the house does.
    pub invited_by: Option<ActorId>,
    /// Since when.
    pub created_at: Timestamp,
    /// Until when.
    pub expires_at: Timestamp,
}

/// Keeps logins, sessions and invitations.
#[async_trait]
pub trait People: Send + Sync {
    /// Keeps an invitation.
    async fn invite(&self, invitation: &Invitation, along: Along) -> Result<(), StoreError>;

    /// Returns an invitation that is neither used nor expired.
    async fn invitation(&self, hash: &Digest, now: Timestamp) -> Result<Option<Invitation>, StoreError>;

    /// Uses up an invitation and lets the person in. [`StoreError::LoginTaken`] when the name is somebody's, and
    /// [`StoreError::InvitationSpent`] when somebody was faster; nothing happens then.
    async fn accept(&self, hash: &Digest, actor: &Actor, login: &Login, along: Along) -> Result<(), StoreError>;

    /// Lets a person in without an invitation. [`StoreError::LoginTaken`] when the name is somebody's.
    async fn add_person(&self, actor: &Actor, login: &Login, along: Along) -> Result<(), StoreError>;

    /// Returns the login of this name and its actor, unless they were shut out.
    async fn login(&self, login: &str) -> Result<Option<(Login, Actor)>, StoreError>;

    /// Replaces a password and ends every session of its person. False when they have none.
    async fn set_password(&self, actor: ActorId, password: &str, along: Along) -> Result<bool, StoreError>;

    /// Opens a session.
    async fn open_session(&self, session: &Session, along: Along) -> Result<(), StoreError>;

    /// Returns a session that has not expired and its actor, unless they were shut out.
    async fn session(&self, hash: &Digest, now: Timestamp) -> Result<Option<(Session, Actor)>, StoreError>;

    /// Ends a session. False when there was none.
    async fn close_session(&self, hash: &Digest) -> Result<bool, StoreError>;
}
