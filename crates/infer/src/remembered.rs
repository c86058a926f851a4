//! Files that were hashed once and have not been touched since.
//!
//! Hashing over a hundred megabytes at every start costs more than reading a claim's evidence does. So what was found sound is
//! written down beside the weights with the marks that the file system puts on a file, among them the moment of its last
//! change of any kind, which no program can set back. Where a mark differs or cannot be had, the file is hashed again.

use domain::Digest;
use std::collections::BTreeSet;
use std::fs::{self, File, Metadata};
use std::io;
use std::path::Path;
use std::time::{Duration, SystemTime};

/// The file beside the weights in which soundness is remembered.
const FILE_NAME: &str = ".verified";
/// A file that changed this shortly before it was written down may have changed once more without its marks telling.
const SETTLED: Duration = Duration::from_secs(2);

/// What is known about the files of one directory.
#[derive(Debug, Default)]
pub(crate) struct Remembered {
    lines: BTreeSet<String>,
    /// When it was written down, by the file system's clock.
    since: Option<SystemTime>,
}

impl Remembered {
    /// Reads what was written down; nothing when there is nothing to read.
    pub(crate) fn of(dir: &Path) -> Self {
        let path = dir.join(FILE_NAME);
        let text = fs::read_to_string(&path).unwrap_or_default();
        let since = fs::metadata(&path).and_then(|written| written.modified()).ok();
        Self { lines: text.lines().map(str::to_owned).collect(), since }
    }

    /// Says whether an opened file is the one that once had this hash.
    pub(crate) fn holds(&self, file: &File, sha256: &Digest) -> bool {
        let is_held = |found: Metadata| {
            let settled = changed(&found)? + SETTLED;
            Some(settled <= self.since? && self.lines.contains(&marks(&found, sha256)?))
        };
        file.metadata().ok().and_then(is_held).unwrap_or(false)
    }

    /// Keeps that a file was just found to have this hash.
    pub(crate) fn keep(&mut self, file: &File, sha256: &Digest) {
        self.lines.extend(file.metadata().ok().and_then(|found| marks(&found, sha256)));
    }

    /// Writes it down, whole or not at all. A directory that cannot be written to is hashed anew every time.
    pub(crate) fn save(&self, dir: &Path) -> io::Result<()> {
        let new = dir.join(format!("{FILE_NAME}.{}", std::process::id()));
        let text: String = self.lines.iter().flat_map(|line| [line, "\n"]).collect();
        fs::write(&new, text).and_then(|()| fs::rename(&new, dir.join(FILE_NAME))).inspect_err(|_| _ = fs::remove_file(&new))
    }
}

/// Returns when anything about a file last changed.
#[cfg(unix)]
fn changed(file: &Metadata) -> Option<SystemTime> {
    use std::os::unix::fs::MetadataExt as _;
    Some(SystemTime::UNIX_EPOCH + Duration::from_secs(u64::try_from(file.ctime()).ok()?))
}

/// Returns the marks of a file.
#[cfg(unix)]
fn marks(file: &Metadata, sha256: &Digest) -> Option<String> {
    use std::os::unix::fs::MetadataExt as _;
    let (modified, changed) = ((file.mtime(), file.mtime_nsec()), (file.ctime(), file.ctime_nsec()));
    Some(format!("{sha256} {} {} {} {modified:?} {changed:?}", file.dev(), file.ino(), file.size()))
}

/// Elsewhere no mark is beyond the reach of a program, so nothing is remembered.
#[cfg(not(unix))]
fn changed(_: &Metadata) -> Option<SystemTime> {
    None
}

#[cfg(not(unix))]
fn marks(_: &Metadata, _: &Digest) -> Option<String> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::digest_bytes;

    #[test]
    fn a_file_is_known_until_anything_about_it_changes() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("weights");
        fs::write(&path, "sound").unwrap();
        let (hash, other) = (digest_bytes(b"sound"), digest_bytes(b"other"));
        let write_down = || {
            let mut remembered = Remembered::of(dir.path());
            remembered.keep(&File::open(&path).unwrap(), &hash);
            remembered.save(dir.path()).unwrap();
            Remembered::of(dir.path())
        };
        assert!(!write_down().holds(&File::open(&path).unwrap(), &hash), "it was written a moment ago");
        std::thread::sleep(SETTLED + Duration::from_secs(1));
        let remembered = write_down();
        let file = File::open(&path).unwrap();
        assert!(remembered.holds(&file, &hash) && !remembered.holds(&file, &other));
        let before = file.metadata().unwrap().modified().unwrap();
        fs::write(&path, "SOUND").unwrap();
        File::options().write(true).open(&path).unwrap().set_modified(before).unwrap();
        assert!(!remembered.holds(&File::open(&path).unwrap(), &hash), "a forged time does not help");
    }
}
