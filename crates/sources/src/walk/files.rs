//! Which files lie under a path.

use crate::{Limits, SkipReason};
use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

/// A file, or a place that could not be looked into.
pub(super) struct Found {
    pub(super) path: PathBuf,
    pub(super) bytes: u64,
    pub(super) problem: Option<SkipReason>,
}

impl Found {
    fn problem(path: PathBuf, why: SkipReason) -> Self {
        Self { path, bytes: 0, problem: Some(why) }
    }
}

/// Lists the files under the given paths, each folder sorted by name. Hidden names are passed over unless they were
/// named; a folder that is reached twice is entered once.
pub(super) fn find<P: AsRef<Path>>(paths: impl IntoIterator<Item = P>, limits: &Limits) -> Vec<Found> {
    let mut search = Search { found: Vec::new(), entered: HashSet::new(), limits };
    for path in paths {
        search.visit(path.as_ref().to_path_buf(), 0);
    }
    search.found
}

struct Search<'a> {
    found: Vec<Found>,
    entered: HashSet<PathBuf>,
    limits: &'a Limits,
}

impl Search<'_> {
    fn visit(&mut self, path: PathBuf, depth: usize) {
        if self.found.len() >= self.limits.files {
            return;
        }
        match fs::metadata(&path) {
            Ok(meta) if meta.is_dir() => self.enter(path, depth),
            Ok(meta) if meta.is_file() => self.found.push(Found { path, bytes: meta.len(), problem: None }),
            Ok(_) => self.found.push(Found::problem(path, SkipReason::Unsupported("device and pipe".to_owned()))),
            Err(error) => self.found.push(Found::problem(path, SkipReason::Unreadable(error.to_string()))),
        }
    }

    fn enter(&mut self, path: PathBuf, depth: usize) {
        let is_new = fs::canonicalize(&path).is_ok_and(|real| self.entered.insert(real));
        if !is_new {
            return;
        }
        if depth >= self.limits.depth {
            let why = SkipReason::Unreadable(format!("it lies more than {} folders deep", self.limits.depth));
            return self.found.push(Found::problem(path, why));
        }
        let entries = match fs::read_dir(&path) {
            Ok(entries) => entries,
            Err(error) => return self.found.push(Found::problem(path, SkipReason::Unreadable(error.to_string()))),
        };
        let mut children: Vec<PathBuf> = entries.filter_map(Result::ok).map(|entry| entry.path()).collect();
        children.retain(|child| !is_hidden(child));
        children.sort();
        for child in children {
            self.visit(child, depth + 1);
        }
    }
}

fn is_hidden(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'))
}
