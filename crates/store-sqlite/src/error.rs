//! SQLite's words for trouble, in ours.

use crate::newest_known;
use sqlx::migrate::MigrateError;
use std::fs::{self, OpenOptions};
use std::io::{self, ErrorKind};
use std::path::Path;
use store::StoreError;

// Primary result codes (https://www.sqlite.org/rescode.html); the extended ones carry them in their low byte.
const BUSY: u32 = 5;
const LOCKED: u32 = 6;
const READONLY: u32 = 8;
const CORRUPT: u32 = 11;
const FULL: u32 = 13;
const CONSTRAINT: u32 = 19;
const NOTADB: u32 = 26;

/// Translates an error of the driver.
pub fn translated(error: sqlx::Error) -> StoreError {
    match &error {
        sqlx::Error::Database(database) => {
            let code = database.code().and_then(|code| code.parse::<u32>().ok());
            of_code(code.unwrap_or_default() & 0xff, database.message())
        }
        sqlx::Error::PoolTimedOut => StoreError::Locked,
        sqlx::Error::ColumnDecode { .. } | sqlx::Error::Decode(_) => StoreError::Corrupt(error.to_string()),
        sqlx::Error::Io(io) => of_io(io),
        _ => StoreError::Unavailable(error.to_string()),
    }
}

/// Translates an error of the migrator.
pub fn of_migration(error: MigrateError) -> StoreError {
    match error {
        // Before the first release migrations may change; a file of another build is of no more use than a newer one.
        MigrateError::VersionMissing(found) | MigrateError::VersionMismatch(found) => {
            StoreError::Newer { found, known: newest_known() }
        }
        MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _) => translated(error),
        other => StoreError::Unavailable(other.to_string()),
    }
}

/// Makes the directory and tries to write, because SQLite says "unable to open" for everything.
pub fn probe(file: &Path) -> Result<(), StoreError> {
    if let Some(directory) = file.parent() {
        fs::create_dir_all(directory).map_err(|error| of_io(&error))?;
    }
    OpenOptions::new().append(true).create(true).open(file).map(drop).map_err(|error| of_io(&error))
}

fn of_code(code: u32, message: &str) -> StoreError {
    match code {
        BUSY | LOCKED => StoreError::Locked,
        READONLY => StoreError::ReadOnly,
        FULL => StoreError::Full,
        CONSTRAINT => StoreError::Refused(message.to_owned()),
        CORRUPT | NOTADB => StoreError::Corrupt(message.to_owned()),
        _ => StoreError::Unavailable(message.to_owned()),
    }
}

fn of_io(error: &io::Error) -> StoreError {
    match error.kind() {
        ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => StoreError::ReadOnly,
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge => StoreError::Full,
        _ => StoreError::Unavailable(error.to_string()),
    }
}
