//! The office of this machine: the store, the clock and the dice, without models.

use crate::app::App;
use crate::clock::{Dice, WallClock};
use crate::failure::{Failure, OrNext as _};
use crate::place::make_private;
use crate::workshop::{DATABASE, told};
use engine::{EngineError, Office, SigningKey};
use std::path::Path;
use std::sync::Arc;
use store_sqlite::SqliteStore;
use tokio::runtime::Runtime;

const AUDIT_KEY: &str = "audit.key";
const TOKEN_KEY: &str = "token.key";

/// An office and what runs it.
pub struct Desk {
    /// The office.
    pub office: Arc<Office>,
    /// The store behind it.
    pub store: Arc<SqliteStore>,
    /// What runs it.
    pub runtime: Runtime,
}

impl Desk {
    /// Opens the data directory, making it when it is not there.
    pub fn open(app: &App) -> Result<Self, Failure> {
        let data = &app.place.data;
        make_private(data)?;
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .enable_all()
            .build()
            .or_next("no threads could be started", "Close some programs and run it again.")?;
        let store = runtime.block_on(SqliteStore::open(&data.join(DATABASE))).map_err(|error| told(error.into()))?;
        let store = Arc::new(store);
        let office = Arc::new(Office::new(Arc::clone(&store) as _, Arc::new(WallClock), Arc::new(Dice)));
        Ok(Self { office, store, runtime })
    }

    /// Waits for a chore and translates what went wrong with it.
    pub fn run<T, E: Into<Failure>>(&self, chore: impl Future<Output = Result<T, E>>) -> Result<T, Failure> {
        // A chore may block its thread, which only threads of the runtime may do.
        self.runtime.block_on(chore).map_err(Into::into)
    }
}

impl From<EngineError> for Failure {
    fn from(error: EngineError) -> Self {
        told(error)
    }
}

impl From<engine::access::AccessError> for Failure {
    fn from(error: engine::access::AccessError) -> Self {
        match error {
            engine::access::AccessError::Engine(error) => told(error),
            other => {
                let text = other.to_string();
                let (what, next) = text.split_once(": ").unwrap_or((text.as_str(), "correct it and run it again"));
                Self::usage(what, next)
            }
        }
    }
}

/// Returns the key that signs the audit log, made on first use and readable by its owner only.
pub fn audit_key(data: &Path) -> Result<SigningKey, Failure> {
    secret(&data.join(AUDIT_KEY)).map(|bytes| SigningKey::from_bytes(&bytes))
}

/// Returns the secret of the admin tokens, made on first use.
pub fn token_secret(data: &Path) -> Result<[u8; 32], Failure> {
    secret(&data.join(TOKEN_KEY))
}

fn secret(file: &Path) -> Result<[u8; 32], Failure> {
    let next = "Make the data directory writable, or remove the file to have another one made.";
    if let Ok(bytes) = std::fs::read(file) {
        let what = format!("{} is not a key of 32 bytes", file.display());
        return bytes.try_into().map_err(|_| Failure::new(what, next));
    }
    let bytes: [u8; 32] = Dice.throw();
    write_private(file, &bytes).or_next(format!("{} cannot be written", file.display()), next)?;
    Ok(bytes)
}

#[cfg(unix)]
fn write_private(file: &Path, bytes: &[u8]) -> std::io::Result<()> {
    use std::io::Write as _;
    use std::os::unix::fs::OpenOptionsExt as _;
    let mut file = std::fs::OpenOptions::new().write(true).create_new(true).mode(0o600).open(file)?;
    file.write_all(bytes)?;
    file.sync_all()
}

#[cfg(not(unix))]
fn write_private(file: &Path, bytes: &[u8]) -> std::io::Result<()> {
    std::fs::write(file, bytes)
}
