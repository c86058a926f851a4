//! What can go wrong with a store, told apart by what the caller does about it.

use domain::{CheckId, DocumentId, JobId};

/// A store that could not do what it was asked. Whatever was asked has then not happened at all.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StoreError {
    /// The data has a shape of the future.
    #[error(
        "this data was written by a newer Probity (version {found}, this one knows {known}): update Probity or choose another --data directory"
    )]
    Newer {
        /// Version of what is stored.
        found: i64,
        /// The newest version this program reads.
        known: i64,
    },
    /// Nothing can be written.
    #[error("the data directory cannot be written: change its permissions or choose another --data directory")]
    ReadOnly,
    /// No room is left.
    #[error("the disk is full: free some space and run the same command again")]
    Full,
    /// What is stored cannot be read back.
    #[error("the database is damaged ({0}): restore a backup or choose another --data directory")]
    Corrupt(String),
    /// Somebody else has been writing for longer than we wait.
    #[error("another Probity is writing to this data directory: wait for it to finish and run the same command again")]
    Locked,
    /// The document is beyond the limit.
    #[error("document {document} has {bytes} bytes, more than the {bytes_max} that fit: split it into smaller ones")]
    TooLarge {
        /// Which one.
        document: DocumentId,
        /// Its size.
        bytes: usize,
        /// The limit.
        bytes_max: usize,
    },
    /// A check is stored once and never changed.
    #[error("check {0} is stored already")]
    AlreadyStored(CheckId),
    /// The idempotency key was used a moment ago.
    #[error("the idempotency key is in use already")]
    KeyTaken,
    /// Another worker holds the job.
    #[error("the lease of job {0} was lost: another worker has it")]
    LeaseLost(JobId),
    /// Two people cannot sign in under one name.
    #[error("somebody signs in under this name already: choose another one")]
    LoginTaken,
    /// The invitation was used or has expired.
    #[error("the invitation was used or has expired: ask for another one")]
    InvitationSpent,
    /// The file to copy to is there already.
    #[error("{0} exists already: name a file that does not")]
    Exists(String),
    /// The file to restore from is no copy of this house.
    #[error("{file} cannot be restored ({why}): name a file that `probity backup` wrote with this version")]
    NoBackup {
        /// Which file.
        file: String,
        /// What is wrong with it.
        why: String,
    },
    /// Somebody changed it meanwhile.
    #[error("somebody changed this meanwhile: look at it again and try once more")]
    Moved,
    /// It would break a rule that the database keeps.
    #[error("that cannot be written ({0}): look at what is there and try something else")]
    Refused(String),
    /// Anything else; waiting may help.
    #[error("the database cannot be used ({0}): check that the data directory exists and try again")]
    Unavailable(String),
}
