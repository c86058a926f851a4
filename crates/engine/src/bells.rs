//! Bells: whoever works is called when there is work of their kind, and not when there is somebody else's.

use std::sync::{Arc, Mutex, PoisonError, Weak};
use tokio::sync::Notify;

/// The bells of a house.
#[derive(Default)]
pub struct Bells {
    hung: Mutex<Vec<(Vec<String>, Weak<Notify>)>>,
}

impl Bells {
    /// Hangs a bell that rings for these kinds of work, until whoever it calls is gone.
    pub fn hang(&self, kinds: Vec<String>) -> Arc<Notify> {
        let bell = Arc::new(Notify::new());
        let mut hung = self.hung.lock().unwrap_or_else(PoisonError::into_inner);
        hung.retain(|(_, bell)| bell.strong_count() > 0);
        hung.push((kinds, Arc::downgrade(&bell)));
        bell
    }

    /// Rings for a kind of work. Whoever is busy just now hears it when they come back.
    pub fn ring(&self, kind: &str) {
        let hung = self.hung.lock().unwrap_or_else(PoisonError::into_inner);
        let theirs = hung.iter().filter(|(kinds, _)| kinds.iter().any(|theirs| theirs == kind));
        for bell in theirs.filter_map(|(_, bell)| bell.upgrade()) {
            bell.notify_one();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::FutureExt as _;

    #[tokio::test]
    async fn only_who_does_the_work_is_called_and_late_comers_hear_it_too() {
        let bells = Bells::default();
        let (cook, courier) = (bells.hang(vec!["cook".to_owned()]), bells.hang(vec!["carry".to_owned(), "fetch".to_owned()]));
        bells.ring("cook");
        assert!(cook.notified().now_or_never().is_some(), "it rang while he was busy");
        assert!(courier.notified().now_or_never().is_none());
        bells.ring("fetch");
        assert!(courier.notified().now_or_never().is_some());
        assert!(cook.notified().now_or_never().is_none(), "once is once");
        drop(cook);
        bells.ring("cook");
        bells.ring("bake");
    }
}
