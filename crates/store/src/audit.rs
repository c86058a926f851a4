//! Who decided what, in a log that nobody can quietly edit.
//!
//! Rows commit along with the decision they tell of. A sealer chains them a moment later, so that decisions do not queue
//! behind one chain head: each link holds the hash of the link before and of its row. A row holds metadata and the salted hash
//! of a text; the text itself lies beside it and can be erased by destroying text and salt (decision X14).

use crate::StoreError;
use async_trait::async_trait;
use domain::{ActorId, Digest, digest_bytes, digest_of};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Version of the hashed shape of a row.
pub const AUDIT_VERSION: u32 = 1;
/// Most rows or links handed out at once.
pub const AUDIT_MAX: u32 = 1_000;

/// A text that can be erased, and the salt that keeps its hash from being guessed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Salted {
    /// Chance, hexadecimal.
    pub salt: String,
    /// The text.
    pub text: String,
}

impl Salted {
    /// Returns the hash that stays when the text goes.
    pub fn digest(&self) -> Digest {
        digest_bytes(format!("{}:{}", self.salt, self.text).as_bytes())
    }
}

/// A decision to be told of.
#[derive(Debug, Clone, PartialEq)]
pub struct NewAudit {
    /// When.
    pub at: Timestamp,
    /// Who decided; nobody when the house did.
    pub actor: Option<ActorId>,
    /// What was done (`check.completed`, `key.revoked`).
    pub action: String,
    /// What it was done to (`check:…`).
    pub subject: String,
    /// Metadata that is nobody's secret.
    pub facts: Value,
    /// A text that must be erasable.
    pub text: Option<Salted>,
}

/// A row as it stands, without the place of its text.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct AuditRow {
    /// Its number; grows, is never used twice.
    pub seq: u64,
    /// When, in microseconds of the epoch.
    pub at_us: i64,
    /// Who decided.
    pub actor: Option<ActorId>,
    /// What was done.
    pub action: String,
    /// What it was done to.
    pub subject: String,
    /// Metadata.
    pub facts: Value,
    /// Salted hash of the text.
    pub content: Option<Digest>,
}

impl AuditRow {
    /// Returns the hash that the chain holds.
    pub fn digest(&self) -> Digest {
        digest_of(AUDIT_VERSION, self)
    }
}

/// What became of a row's text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AuditText {
    /// There never was one.
    None,
    /// It is there.
    Kept(Salted),
    /// It was erased.
    Erased(Timestamp),
}

/// One link of the chain.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AuditLink {
    /// Its place, counted from one without gaps.
    pub place: u64,
    /// The row it seals.
    pub seq: u64,
    /// Hash of the row when it was sealed.
    pub row: Digest,
    /// Hash of the link before and of the row.
    pub chain: Digest,
}

impl AuditLink {
    /// Puts a row behind the last link.
    pub fn after(last: Option<&AuditLink>, row: &AuditRow) -> Self {
        let place = last.map_or(1, |link| link.place + 1);
        let row_digest = row.digest();
        let chain = chained(last.map(|link| &link.chain), place, row.seq, &row_digest);
        Self { place, seq: row.seq, row: row_digest, chain }
    }
}

/// Returns the hash of a link from the hash of the one before.
pub fn chained(before: Option<&Digest>, place: u64, seq: u64, row: &Digest) -> Digest {
    let before = before.map_or("", Digest::as_str);
    digest_bytes(format!("v{AUDIT_VERSION}:{before}:{place}:{seq}:{row}").as_bytes())
}

/// A signed statement that the chain reached a place with a hash.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SignedHead {
    /// The place.
    pub place: u64,
    /// The hash there.
    pub chain: Digest,
    /// When it was signed, in microseconds of the epoch.
    pub signed_at_us: i64,
    /// The public key, hexadecimal.
    pub public_key: String,
    /// The ed25519 signature, hexadecimal.
    pub signature: String,
}

/// Keeps the audit log.
#[async_trait]
pub trait Audit: Send + Sync {
    /// Returns rows after a number, in order, each with what became of its text.
    async fn audit_rows(&self, after_seq: u64, limit: u32) -> Result<Vec<(AuditRow, AuditText)>, StoreError>;

    /// Returns links after a place, in order.
    async fn audit_links(&self, after_place: u64, limit: u32) -> Result<Vec<AuditLink>, StoreError>;

    /// Chains up to `limit` rows that are not sealed yet and returns how many. Two sealers do not disturb each other.
    async fn seal_audit(&self, limit: u32) -> Result<u64, StoreError>;

    /// Returns the last link.
    async fn audit_head(&self) -> Result<Option<AuditLink>, StoreError>;

    /// Keeps a signed head.
    async fn keep_head(&self, head: &SignedHead) -> Result<(), StoreError>;

    /// Returns the signed heads, latest first.
    async fn signed_heads(&self, limit: u32) -> Result<Vec<SignedHead>, StoreError>;
}
