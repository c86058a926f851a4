//! What can go wrong with an index, told apart by what the caller does about it.

use std::io::{self, ErrorKind};
use tantivy::TantivyError;
use tantivy::directory::error::{LockError, OpenDirectoryError, OpenReadError, OpenWriteError};

/// An index that could not do what it was asked.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum IndexError {
    /// Another process holds the writer.
    #[error("another Probity is writing to the search index: wait for it to finish and run the same command again")]
    Busy,
    /// Nothing can be written.
    #[error("the search index cannot be written: change the permissions of the data directory or choose another one with --data")]
    ReadOnly,
    /// No room is left.
    #[error("the disk is full: free some space and run the same command again")]
    Full,
    /// What is on disk makes no sense; opening the index again starts it afresh.
    #[error("the search index is damaged ({0}): run the same command again to rebuild it")]
    Damaged(String),
    /// Anything else.
    #[error("the search index cannot be used ({0}): check that the data directory exists and try again")]
    Unavailable(String),
}

impl From<io::Error> for IndexError {
    fn from(error: io::Error) -> Self {
        Self::of_io(&error)
    }
}

impl From<TantivyError> for IndexError {
    fn from(error: TantivyError) -> Self {
        match &error {
            TantivyError::LockFailure(LockError::LockBusy, _) => Self::Busy,
            TantivyError::LockFailure(LockError::IoError(io), _) | TantivyError::IoError(io) => Self::of_io(io),
            TantivyError::OpenDirectoryError(
                OpenDirectoryError::IoError { io_error, .. } | OpenDirectoryError::FailedToCreateTempDir(io_error),
            )
            | TantivyError::OpenReadError(OpenReadError::IoError { io_error, .. })
            | TantivyError::OpenWriteError(OpenWriteError::IoError { io_error, .. }) => Self::of_io(io_error),
            TantivyError::SystemError(_) | TantivyError::Poisoned | TantivyError::ErrorInThread(_) => {
                Self::Unavailable(error.to_string())
            }
            _ => Self::Damaged(error.to_string()),
        }
    }
}

impl IndexError {
    fn of_io(error: &io::Error) -> Self {
        match error.kind() {
            ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => Self::ReadOnly,
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge => Self::Full,
            ErrorKind::UnexpectedEof | ErrorKind::InvalidData => Self::Damaged(error.to_string()),
            _ => Self::Unavailable(error.to_string()),
        }
    }
}
