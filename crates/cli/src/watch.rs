//! Somebody at the terminal: sees how far the work is, and may stop it with Ctrl-C.

use crate::progress::{Progress, Step};
use engine::corpus::Watch;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// Shows what the engine reports and passes on Ctrl-C.
#[derive(Debug)]
pub struct Watcher {
    progress: Progress,
    current: Mutex<Option<(String, Step)>>,
    is_stopping: Arc<AtomicBool>,
}

impl Watcher {
    /// Starts watching. The first Ctrl-C asks the work to stop at the next safe place, the second ends the process.
    pub fn start(progress: Progress) -> Self {
        let is_stopping = Arc::new(AtomicBool::new(false));
        let asked = Arc::clone(&is_stopping);
        // A second watcher in one process keeps the first handler, which only tests ever see.
        let _ = ctrlc::set_handler(move || {
            if asked.swap(true, Ordering::SeqCst) {
                std::process::exit(130);
            }
        });
        Self { progress, current: Mutex::new(None), is_stopping }
    }

    /// Takes the bar away: what was under way is done.
    pub fn rest(&self) {
        *self.current.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    fn begin(&self, what: &str, total: u64) -> Step {
        match (what, total) {
            (_, 0 | 1) => self.progress.spin(what),
            ("reading", _) => self.progress.bytes(what, total),
            _ => self.progress.count(what, total),
        }
    }
}

impl Watch for Watcher {
    fn at(&self, what: &str, done: u64, total: u64) {
        let mut current = self.current.lock().unwrap_or_else(PoisonError::into_inner);
        if current.as_ref().is_none_or(|(name, _)| name != what) {
            // The old bar goes before the next one comes, so that two never stand together.
            *current = None;
            *current = Some((what.to_owned(), self.begin(what, total)));
        }
        if let Some((_, step)) = &*current {
            step.expect(total);
            step.reach(done);
        }
    }

    fn is_stopping(&self) -> bool {
        self.is_stopping.load(Ordering::SeqCst)
    }
}
