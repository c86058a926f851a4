//! Bytes as they come in: counted for the progress bar, unpacked within bounds, cut into lines within bounds.

use crate::{Limits, SkipReason};
use flate2::read::MultiGzDecoder;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// What one read asks of the disk.
const BUFFER_BYTES: usize = 64 << 10;

/// An open file, unpacked when its name ends in `.gz`.
pub(crate) type Stream = Box<dyn BufRead + Send>;

/// Opens a file. Every byte taken from the disk is added to `read`.
pub(crate) fn open(path: &Path, is_packed: bool, limits: &Limits, read: &Arc<AtomicU64>) -> Result<Stream, SkipReason> {
    let file = File::open(path).map_err(|error| reason(&error))?;
    let counted = Counted { inner: file, total: Arc::clone(read), own: Arc::default() };
    if !is_packed {
        return Ok(Box::new(BufReader::with_capacity(BUFFER_BYTES, counted)));
    }
    let packed = Arc::clone(&counted.own);
    let unpacked = MultiGzDecoder::new(BufReader::with_capacity(BUFFER_BYTES, counted));
    let guarded =
        Guarded { inner: unpacked, packed, out: 0, bytes_max: limits.decompressed_bytes, ratio_max: limits.decompressed_ratio };
    Ok(Box::new(BufReader::with_capacity(BUFFER_BYTES, guarded)))
}

/// Reads all of a stream, or says that it is too large.
pub(crate) fn read_all(stream: &mut dyn BufRead, bytes_max: u64) -> Result<Vec<u8>, SkipReason> {
    let mut bytes = Vec::new();
    stream.take(bytes_max.saturating_add(1)).read_to_end(&mut bytes).map_err(|error| reason(&error))?;
    if bytes.len() as u64 > bytes_max { Err(SkipReason::TooLarge { limit_bytes: bytes_max }) } else { Ok(bytes) }
}

/// Translates what went wrong while reading.
pub(crate) fn reason(error: &io::Error) -> SkipReason {
    if error.get_ref().is_some_and(|inner| inner.is::<Bomb>()) {
        return SkipReason::ZipBomb;
    }
    match error.kind() {
        io::ErrorKind::InvalidInput | io::ErrorKind::InvalidData | io::ErrorKind::UnexpectedEof => {
            SkipReason::Malformed(format!("the compressed data are damaged ({error})"))
        }
        _ => SkipReason::Unreadable(error.to_string()),
    }
}

struct Counted<R> {
    inner: R,
    total: Arc<AtomicU64>,
    own: Arc<AtomicU64>,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(buffer)?;
        self.total.fetch_add(count as u64, Ordering::Relaxed);
        self.own.fetch_add(count as u64, Ordering::Relaxed);
        Ok(count)
    }
}

/// Stops when far more comes out than went in.
struct Guarded<R> {
    inner: R,
    packed: Arc<AtomicU64>,
    out: u64,
    bytes_max: u64,
    ratio_max: u64,
}

#[derive(Debug, thiserror::Error)]
#[error("unpacks into too much")]
struct Bomb;

impl<R: Read> Read for Guarded<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(buffer)?;
        self.out += count as u64;
        let packed = self.packed.load(Ordering::Relaxed);
        let is_dense = self.out > Limits::RATIO_FLOOR_BYTES && self.out / packed.max(1) > self.ratio_max;
        if self.out > self.bytes_max || is_dense {
            return Err(io::Error::other(Bomb));
        }
        Ok(count)
    }
}

/// Lines of a stream, counted from one. A line past the limit is passed over without being held.
pub(crate) struct Lines<R> {
    reader: R,
    bytes_max: usize,
    number: u64,
}

/// A line and its number; `None` in place of the line when it is too long.
pub(crate) type Line = (u64, Option<Vec<u8>>);

impl<R: BufRead> Lines<R> {
    pub(crate) fn new(reader: R, bytes_max: usize) -> Self {
        Self { reader, bytes_max, number: 0 }
    }

    /// Returns the next line without its end, or nothing at the end of the stream.
    pub(crate) fn next_line(&mut self) -> io::Result<Option<Line>> {
        let mut line = Vec::new();
        let mut is_too_long = false;
        let mut has_any = false;
        loop {
            let chunk = self.reader.fill_buf()?;
            if chunk.is_empty() {
                break;
            }
            has_any = true;
            let end = chunk.iter().position(|b| *b == b'\n');
            let part = &chunk[..end.unwrap_or(chunk.len())];
            is_too_long |= line.len() + part.len() > self.bytes_max;
            if is_too_long {
                line = Vec::new();
            } else {
                line.extend_from_slice(part);
            }
            let taken = part.len() + usize::from(end.is_some());
            self.reader.consume(taken);
            if end.is_some() {
                break;
            }
        }
        if !has_any {
            return Ok(None);
        }
        self.number += 1;
        Ok(Some((self.number, (!is_too_long).then_some(line))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_past_the_limit_is_passed_over_and_the_next_is_read() {
        let text = format!("one\n{}\nthree", "x".repeat(1_000));
        let mut lines = Lines::new(BufReader::with_capacity(16, text.as_bytes()), 100);
        assert_eq!(lines.next_line().unwrap(), Some((1, Some(b"one".to_vec()))));
        assert_eq!(lines.next_line().unwrap(), Some((2, None)));
        assert_eq!(lines.next_line().unwrap(), Some((3, Some(b"three".to_vec()))));
        assert_eq!(lines.next_line().unwrap(), None);
    }
}
