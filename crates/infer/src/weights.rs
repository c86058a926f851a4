//! Weights from disk: a safetensors file whose bytes were checked first, read tensor by tensor so that memory peaks at
//! what is kept.

use half::f16;
use half::slice::HalfFloatSliceExt;
use safetensors::tensor::{Dtype, Metadata};
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;

/// Bytes of header that we are willing to read; ours are below 20 kB.
const HEADER_BYTES_MAX: u64 = 1 << 20;
/// How the names of a matrix and of its scales end.
const WEIGHT: &str = "weight";
const SCALE: &str = "scale";
/// Bytes read at once; a multiple of every number format.
const PIECE_BYTES: usize = 1 << 16;

/// Why a file with the right hash still cannot serve as weights.
#[derive(Debug, thiserror::Error)]
pub enum WeightsError {
    /// The disk failed us.
    #[error("cannot read the weights: {0}")]
    Read(#[from] io::Error),
    /// The header is no safetensors header.
    #[error("the file does not start with a safetensors header: {0}")]
    Header(String),
    /// A tensor that the model needs is not there.
    #[error("tensor {0} is missing")]
    Missing(String),
    /// A tensor has other dimensions than the model.
    #[error("tensor {name} has shape {found:?}, the model needs {expected:?}")]
    Shape {
        /// The tensor's name in the file.
        name: String,
        /// The dimensions of the model.
        expected: Vec<usize>,
        /// The dimensions in the file.
        found: Vec<usize>,
    },
    /// A tensor is stored in a number format that we do not read.
    #[error("tensor {name} is stored as {found}, only F32, F16 and (for matrices) I8 are read")]
    Format {
        /// The tensor's name in the file.
        name: String,
        /// The format in the file.
        found: String,
    },
}

/// A matrix in bytes with a sign each, and the scale of each of its rows.
pub(crate) type Bytes = (Vec<u8>, Vec<f32>);

/// An opened safetensors file.
#[derive(Debug)]
pub(crate) struct Tensors {
    file: File,
    metadata: Metadata,
    /// Where the tensors start, behind the header.
    start: u64,
    /// Memory that the next matrix in bytes is read into: a page that is touched for the first time costs as much as reading it.
    room: Vec<u8>,
}

impl Tensors {
    /// Reads the header.
    pub(crate) fn open(path: &Path) -> Result<Self, WeightsError> {
        let mut file = File::open(path)?;
        let mut head = vec![0; 8];
        file.read_exact(&mut head)?;
        let header_bytes = u64::from_le_bytes(head[..8].try_into().expect("eight bytes were read"));
        if header_bytes > HEADER_BYTES_MAX {
            return Err(WeightsError::Header(format!("it claims {header_bytes} bytes, {HEADER_BYTES_MAX} are allowed")));
        }
        head.resize(8 + header_bytes as usize, 0);
        file.read_exact(&mut head[8..])?;
        let metadata = serde_json::from_slice(&head[8..]).map_err(|e| WeightsError::Header(e.to_string()))?;
        Ok(Self { file, metadata, start: 8 + header_bytes, room: Vec::new() })
    }

    /// Whether the file has a tensor of this name.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.metadata.info(name).is_some()
    }

    /// Returns the shape of a tensor.
    pub(crate) fn shape(&self, name: &str) -> Result<&[usize], WeightsError> {
        Ok(&self.metadata.info(name).ok_or_else(|| WeightsError::Missing(name.into()))?.shape)
    }

    /// Reads one tensor as floats, checked against the shape that the model needs.
    pub(crate) fn take(&mut self, name: &str, shape: &[usize]) -> Result<Vec<f32>, WeightsError> {
        let (format, bytes) = self.find(name, shape)?;
        if !matches!(format, Dtype::F32 | Dtype::F16) {
            return Err(WeightsError::Format { name: name.into(), found: format!("{format:?}") });
        }
        Ok(self.read(bytes, shape.iter().product(), format)?)
    }

    /// Reads one matrix with the scale of each of its rows where it is stored in bytes, and nothing where it is not.
    pub(crate) fn take_bytes(&mut self, name: &str, shape: &[usize; 2]) -> Result<Option<Bytes>, WeightsError> {
        let (format, bytes) = self.find(name, shape)?;
        if format != Dtype::I8 {
            return Ok(None);
        }
        let mut raw = std::mem::take(&mut self.room);
        raw.resize(bytes, 0);
        self.file.read_exact(&mut raw)?;
        let scales = self.take(&format!("{}{SCALE}", name.strip_suffix(WEIGHT).unwrap_or(name)), &shape[..1])?;
        Ok(Some((raw, scales)))
    }

    /// Takes the memory of a matrix back that nobody needs any more.
    pub(crate) fn reuse(&mut self, matrix: Vec<u8>) {
        self.room = matrix;
    }

    /// Goes to where a tensor begins, and returns its format and its bytes.
    fn find(&mut self, name: &str, shape: &[usize]) -> Result<(Dtype, usize), WeightsError> {
        let info = self.metadata.info(name).ok_or_else(|| WeightsError::Missing(name.into()))?.clone();
        if info.shape != shape {
            return Err(WeightsError::Shape { name: name.into(), expected: shape.into(), found: info.shape });
        }
        let (from, to) = info.data_offsets;
        let bytes = shape.iter().product::<usize>() * info.dtype.bitsize() / 8;
        if to.checked_sub(from) != Some(bytes) {
            return Err(WeightsError::Header(format!("{name} lies at {from} to {to}, its shape takes {bytes} bytes")));
        }
        self.file.seek(SeekFrom::Start(self.start.saturating_add(from as u64)))?;
        Ok((info.dtype, bytes))
    }

    /// Reads and converts piece by piece, so that the raw bytes never lie beside the values as a whole.
    fn read(&mut self, bytes: usize, values: usize, format: Dtype) -> io::Result<Vec<f32>> {
        let mut converted = Vec::with_capacity(values);
        let mut piece = vec![0; PIECE_BYTES.min(bytes)];
        let mut left = bytes;
        while left > 0 {
            let piece = &mut piece[..PIECE_BYTES.min(left)];
            self.file.read_exact(piece)?;
            left -= piece.len();
            if format == Dtype::F32 {
                converted.extend(piece.as_chunks().0.iter().map(|b| f32::from_le_bytes(*b)));
            } else {
                let halves: Vec<f16> = piece.as_chunks().0.iter().map(|b| f16::from_le_bytes(*b)).collect();
                converted.extend(halves.to_f32_vec());
            }
        }
        Ok(converted)
    }
}
