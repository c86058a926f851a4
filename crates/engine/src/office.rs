//! The part of the house that needs no models: who may come in, what waits to be done, what was decided.

use crate::EngineError;
use crate::bells::Bells;
use domain::{Clock, CorpusName, Dice};
use jiff::Timestamp;
use std::collections::BTreeSet;
use std::sync::Arc;
use store::{Along, Store};
use tokio::sync::Notify;

/// What every chore without models needs.
pub struct Office {
    store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
    dice: Arc<dyn Dice>,
    bells: Bells,
}

impl Office {
    /// Opens an office.
    pub fn new(store: Arc<dyn Store>, clock: Arc<dyn Clock>, dice: Arc<dyn Dice>) -> Self {
        Self { store, clock, dice, bells: Bells::default() }
    }

    /// Returns the store.
    pub fn store(&self) -> &dyn Store {
        &*self.store
    }

    /// Returns the present moment.
    pub fn now(&self) -> Timestamp {
        self.clock.now()
    }

    /// Returns the dice.
    pub fn dice(&self) -> &dyn Dice {
        &*self.dice
    }

    /// Returns what a new name is made from: the time in milliseconds and ten bytes of chance.
    pub fn name_parts(&self) -> (u64, [u8; 10]) {
        (u64::try_from(self.now().as_millisecond()).unwrap_or(0), self.dice.throw())
    }

    /// Decides where to look when nobody says: in the library when it holds something, else in the starter notes.
    pub async fn usual_corpus(&self) -> Result<CorpusName, EngineError> {
        let library = CorpusName::library();
        let is_stocked = self.store.count_documents(&library).await? > 0;
        Ok(if is_stocked { library } else { CorpusName::notes() })
    }

    /// Commits what needs no other change and wakes those whose work it is.
    pub async fn commit(&self, along: Along) -> Result<(), EngineError> {
        let kinds: BTreeSet<String> = along.jobs.iter().map(|job| job.kind.clone()).collect();
        self.store.commit(along).await?;
        kinds.iter().for_each(|kind| self.wake(kind));
        Ok(())
    }

    /// Tells the workers that there may be something of this kind to do.
    pub fn wake(&self, kind: &str) {
        self.bells.ring(kind);
    }

    /// Returns the bell that rings when there may be something of these kinds to do.
    pub fn bell(&self, kinds: Vec<String>) -> Arc<Notify> {
        self.bells.hang(kinds)
    }
}

/// Returns bytes in hexadecimal.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Reads hexadecimal of a known length.
pub(crate) fn unhex<const N: usize>(text: &str) -> Option<[u8; N]> {
    let mut bytes = [0; N];
    if text.len() != N * 2 || !text.is_ascii() {
        return None;
    }
    for (byte, pair) in bytes.iter_mut().zip(text.as_bytes().chunks(2)) {
        *byte = u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok()?;
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hexadecimal_goes_there_and_back() {
        assert_eq!(unhex::<3>(&hex(&[0, 171, 255])), Some([0, 171, 255]));
        assert_eq!(unhex::<3>("00ab"), None);
        assert_eq!(unhex::<2>("zz00"), None);
    }
}
