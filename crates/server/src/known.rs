//! What was looked up a moment ago and need not be looked up again: whose key it is, and whether the library holds anything.
//!
//! What this process changes is forgotten at once. What another process changes (`probity admin key revoke`) is noticed
//! within [`KNOWN_FOR`].

use domain::{Actor, Digest, KeyId};
use jiff::{SignedDuration, Timestamp};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// How long something stays known.
const KNOWN_FOR: SignedDuration = SignedDuration::from_secs(1);
/// Keys known at a time; when there are more, all of them are forgotten.
const KEYS_MAX: usize = 4_096;

/// When a key was looked up, and whose it is.
type Looked = (Timestamp, KeyId, Arc<Actor>);

/// What is known.
#[derive(Default)]
pub struct Known {
    keys: Mutex<HashMap<Digest, Looked>>,
    is_stocked: Mutex<Option<(Timestamp, bool)>>,
}

impl Known {
    /// Returns whose key this is, when it was looked up a moment ago.
    pub fn key(&self, hash: &Digest, now: Timestamp) -> Option<(KeyId, Arc<Actor>)> {
        let keys = self.keys.lock().unwrap_or_else(PoisonError::into_inner);
        let (at, key, actor) = keys.get(hash)?;
        is_recent(*at, now).then(|| (*key, Arc::clone(actor)))
    }

    /// Remembers whose key it is.
    pub fn learn_key(&self, hash: Digest, now: Timestamp, key: KeyId, actor: &Arc<Actor>) {
        let mut keys = self.keys.lock().unwrap_or_else(PoisonError::into_inner);
        if keys.len() >= KEYS_MAX {
            keys.clear();
        }
        keys.insert(hash, (now, key, Arc::clone(actor)));
    }

    /// Forgets all keys: one of them opens nothing any more.
    pub fn forget_keys(&self) {
        self.keys.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }

    /// Whether the library holds anything, when somebody looked a moment ago.
    pub fn is_stocked(&self, now: Timestamp) -> Option<bool> {
        let known = *self.is_stocked.lock().unwrap_or_else(PoisonError::into_inner);
        known.filter(|(at, _)| is_recent(*at, now)).map(|(_, is_stocked)| is_stocked)
    }

    /// Remembers whether it does.
    pub fn learn_stocked(&self, now: Timestamp, is_stocked: bool) {
        *self.is_stocked.lock().unwrap_or_else(PoisonError::into_inner) = Some((now, is_stocked));
    }

    /// Forgets it: documents came or went.
    pub fn forget_stocked(&self) {
        *self.is_stocked.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }
}

fn is_recent(at: Timestamp, now: Timestamp) -> bool {
    now.duration_since(at) < KNOWN_FOR
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::{ActorId, ActorKind, digest_bytes};

    fn at(ms: i64) -> Timestamp {
        Timestamp::from_millisecond(ms).unwrap()
    }

    #[test]
    fn a_key_is_known_for_a_moment_and_forgotten_when_one_is_revoked() {
        let (known, hash) = (Known::default(), digest_bytes(b"secret"));
        let actor = Arc::new(Actor {
            id: ActorId::from_parts(1, [1; 10]),
            kind: ActorKind::Agent,
            name: "crawler".to_owned(),
            roles: [].into(),
            created_at: at(0),
            disabled_at: None,
        });
        assert!(known.key(&hash, at(0)).is_none());
        known.learn_key(hash.clone(), at(0), KeyId::from_parts(1, [2; 10]), &actor);
        assert!(known.key(&hash, at(999)).is_some_and(|(_, known)| known == actor));
        assert!(known.key(&hash, at(1_000)).is_none(), "another process may have revoked it");
        known.forget_keys();
        assert!(known.key(&hash, at(1)).is_none());
    }

    #[test]
    fn the_library_is_looked_at_again_after_a_moment_or_a_change() {
        let known = Known::default();
        known.learn_stocked(at(0), true);
        assert_eq!((known.is_stocked(at(10)), known.is_stocked(at(1_000))), (Some(true), None));
        known.forget_stocked();
        assert_eq!(known.is_stocked(at(10)), None);
    }
}
