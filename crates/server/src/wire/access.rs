//! People, agents and their ways in over the wire.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A login and a password.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SignIn {
    /// The login.
    pub login: String,
    /// The password.
    pub password: String,
}

/// Somebody who signed in; the cookie comes beside it.
#[derive(Debug, Serialize, ToSchema)]
pub struct SignedIn {
    /// Who.
    pub me: Me,
    /// What every change must carry in `x-csrf-token`.
    pub csrf_token: String,
}

/// A token for scripts of people.
#[derive(Debug, Serialize, ToSchema)]
pub struct Token {
    /// To be sent as `Authorization: Bearer …`.
    pub token: String,
    /// How long it is good.
    pub expires_in_s: i64,
}

/// Who asks.
#[derive(Debug, Serialize, ToSchema)]
pub struct Me {
    /// Their id.
    pub id: String,
    /// What others call them.
    pub name: String,
    /// `person` or `agent`.
    pub kind: String,
    /// What they may do.
    pub roles: Vec<String>,
}

/// An invitation and who accepts it.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Accept {
    /// The invitation.
    pub invitation: String,
    /// The login to sign in with.
    pub login: String,
    /// What others shall call them.
    pub name: String,
    /// A password of at least twelve characters.
    pub password: String,
}

/// Whom to invite.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Invite {
    /// What whoever accepts may do.
    #[schema(min_items = 1)]
    pub roles: Vec<String>,
}

/// An invitation, shown this once.
#[derive(Debug, Serialize, ToSchema)]
pub struct Invited {
    /// To be handed to whoever shall come in.
    pub invitation: String,
}

/// An agent to let in.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AddKey {
    /// What others call it.
    #[schema(min_length = 1, max_length = 80)]
    pub name: String,
    /// What it may do.
    #[schema(min_items = 1)]
    pub roles: Vec<String>,
}

/// A key; its secret only in the answer to making it.
#[derive(Debug, Serialize, ToSchema)]
pub struct Key {
    /// Its name.
    pub id: String,
    /// Whose it is.
    pub actor: String,
    /// The visible beginning.
    pub prefix: String,
    /// What it is for.
    pub label: String,
    /// When it was made.
    pub created_at: String,
    /// When it was last used.
    pub last_used_at: Option<String>,
    /// Since when it no longer opens anything.
    pub revoked_at: Option<String>,
    /// What opens the door, shown this once.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub secret: Option<String>,
}

impl From<&domain::Actor> for Me {
    fn from(actor: &domain::Actor) -> Self {
        Self {
            id: actor.id.to_string(),
            name: actor.name.clone(),
            kind: actor.kind.as_str().to_owned(),
            roles: actor.roles.iter().map(ToString::to_string).collect(),
        }
    }
}

impl Key {
    pub(crate) fn of(key: &engine::ApiKey, secret: Option<String>) -> Self {
        Self {
            id: key.id.to_string(),
            actor: key.actor.to_string(),
            prefix: key.prefix.clone(),
            label: key.label.clone(),
            created_at: key.created_at.to_string(),
            last_used_at: key.last_used_at.map(|at| at.to_string()),
            revoked_at: key.revoked_at.map(|at| at.to_string()),
            secret,
        }
    }
}
