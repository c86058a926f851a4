//! How much of the outside is let in.

/// Bounds on what one file may cost.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limits {
    /// Largest file that is read as one document (text, Markdown, JSON, PDF), in bytes, after decompression.
    pub file_bytes: u64,
    /// Largest web page that is parsed, in bytes: a parsed page takes many times its size.
    pub page_bytes: u64,
    /// Largest title and text of one document together, in bytes: no store takes more.
    pub document_bytes: usize,
    /// Longest line of a JSONL file or record of a CSV file, in bytes.
    pub line_bytes: usize,
    /// Most documents taken from one file.
    pub documents_per_file: u64,
    /// Most bytes that a compressed file may turn into.
    pub decompressed_bytes: u64,
    /// Most bytes that one compressed byte may turn into, once [`Limits::RATIO_FLOOR_BYTES`] have come out.
    pub decompressed_ratio: u64,
    /// Most files in one walk.
    pub files: usize,
    /// Deepest folder below the path that was named.
    pub depth: usize,
}

impl Limits {
    /// Output below this is never called a bomb, however well it was packed.
    pub const RATIO_FLOOR_BYTES: u64 = 4 << 20;
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            file_bytes: 64 << 20,
            page_bytes: 16 << 20,
            document_bytes: 16 << 20,
            line_bytes: 16 << 20,
            documents_per_file: 10_000_000,
            decompressed_bytes: 32 << 30,
            decompressed_ratio: 200,
            files: 2_000_000,
            depth: 64,
        }
    }
}
