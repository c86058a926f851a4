//! The bytes of an answer, counted as they come and as they unpack: whoever sends without end is hung up on.

use super::client::told;
use super::error::FetchError;
use super::limits::FetchLimits;
use super::meter::Meter;
use flate2::write::GzDecoder;
use reqwest::Response;
use reqwest::header::CONTENT_ENCODING;
use std::io::{self, Write};

/// Reads a body within the limits.
pub(super) async fn read(mut response: Response, limits: &FetchLimits, meter: &Meter) -> Result<Vec<u8>, FetchError> {
    let encoding = response.headers().get(CONTENT_ENCODING).map(|value| value.to_str().unwrap_or("?").to_ascii_lowercase());
    let mut sink = Sink::of(encoding.as_deref(), limits)?;
    // A body that announces its length is not begun when that is too long already.
    if response.content_length().is_some_and(|length| length > limits.wire_bytes) {
        return Err(FetchError::TooLarge { limit_bytes: limits.wire_bytes });
    }
    let mut wire_bytes = 0;
    while let Some(chunk) = response.chunk().await.map_err(|error| FetchError::Unreachable(told(error)))? {
        wire_bytes += chunk.len() as u64;
        if !meter.take(chunk.len() as u64) {
            return Err(FetchError::BudgetSpent);
        }
        if wire_bytes > limits.wire_bytes {
            return Err(FetchError::TooLarge { limit_bytes: limits.wire_bytes });
        }
        sink.take(&chunk, wire_bytes)?;
    }
    sink.finish()
}

/// Where the bytes go.
enum Sink {
    Plain { bytes: Vec<u8>, limit_bytes: u64 },
    Packed(Box<GzDecoder<Bounded>>),
}

impl Sink {
    fn of(encoding: Option<&str>, limits: &FetchLimits) -> Result<Self, FetchError> {
        match encoding {
            None | Some("identity" | "") => Ok(Self::Plain { bytes: Vec::new(), limit_bytes: limits.body_bytes }),
            Some("gzip" | "x-gzip") => Ok(Self::Packed(Box::new(GzDecoder::new(Bounded::new(limits))))),
            // We ask for gzip or nothing; who sends something else did not listen.
            Some(other) => Err(FetchError::Packing(other.chars().take(40).collect())),
        }
    }

    fn take(&mut self, chunk: &[u8], wire_bytes: u64) -> Result<(), FetchError> {
        match self {
            Self::Plain { bytes, limit_bytes } => {
                bytes.extend_from_slice(chunk);
                if bytes.len() as u64 > *limit_bytes {
                    return Err(FetchError::TooLarge { limit_bytes: *limit_bytes });
                }
                Ok(())
            }
            Self::Packed(decoder) => {
                decoder.get_mut().wire_bytes = wire_bytes;
                match decoder.write_all(chunk) {
                    // What follows the end of the packed stream is nothing we asked for.
                    Err(error) if error.kind() == io::ErrorKind::WriteZero => Ok(()),
                    Err(error) => Err(decoder.get_ref().fault(&error)),
                    Ok(()) => Ok(()),
                }
            }
        }
    }

    fn finish(self) -> Result<Vec<u8>, FetchError> {
        match self {
            Self::Plain { bytes, .. } => Ok(bytes),
            Self::Packed(mut decoder) => {
                let done = decoder.try_finish();
                done.map_err(|error| decoder.get_ref().fault(&error))?;
                Ok(std::mem::take(&mut decoder.get_mut().bytes))
            }
        }
    }
}

/// Unpacked bytes, up to a limit and a ratio.
struct Bounded {
    bytes: Vec<u8>,
    wire_bytes: u64,
    limit_bytes: u64,
    ratio: u64,
    fault: Option<FetchError>,
}

impl Bounded {
    fn new(limits: &FetchLimits) -> Self {
        Self { bytes: Vec::new(), wire_bytes: 0, limit_bytes: limits.body_bytes, ratio: limits.unpack_ratio, fault: None }
    }

    /// What went wrong: our own limit, else the packing.
    fn fault(&self, error: &io::Error) -> FetchError {
        self.fault.clone().unwrap_or_else(|| FetchError::Packing(error.to_string()))
    }

    fn stop(&mut self, fault: FetchError) -> io::Result<usize> {
        self.fault = Some(fault);
        Err(io::Error::other("a limit was reached"))
    }
}

impl Write for Bounded {
    fn write(&mut self, chunk: &[u8]) -> io::Result<usize> {
        let unpacked = (self.bytes.len() + chunk.len()) as u64;
        if unpacked > FetchLimits::RATIO_FLOOR_BYTES && unpacked > self.wire_bytes.saturating_mul(self.ratio) {
            return self.stop(FetchError::Bomb);
        }
        if unpacked > self.limit_bytes {
            return self.stop(FetchError::TooLarge { limit_bytes: self.limit_bytes });
        }
        self.bytes.extend_from_slice(chunk);
        Ok(chunk.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
