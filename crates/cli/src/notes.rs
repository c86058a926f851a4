//! The starter notes that this binary carries, so that the first question has something to be checked against.

use domain::Digest;
use std::io;
use std::path::Path;

include!(concat!(env!("OUT_DIR"), "/notes.rs"));

/// Returns the fingerprint of all notes: another one means that they have to be brought in again.
pub fn fingerprint() -> Digest {
    domain::digest_of(1, &NOTES)
}

/// Writes the notes as files into a directory.
pub fn lay_out(dir: &Path) -> io::Result<()> {
    NOTES.iter().try_for_each(|(name, text)| std::fs::write(dir.join(name), text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_binary_carries_its_notes() {
        assert!((60..=120).contains(&NOTES.len()), "{} notes", NOTES.len());
        let room = tempfile::tempdir().unwrap();
        lay_out(room.path()).unwrap();
        assert_eq!(std::fs::read_dir(room.path()).unwrap().count(), NOTES.len());
    }
}
