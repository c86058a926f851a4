//! What the linear model looks at: words, pairs of words, pieces of words, and how a text begins and ends.
//!
//! `training/intake/features.py` makes the same buckets; the reference beside the model holds the two equal.

/// Buckets that features are hashed into; two features in one bucket share a weight.
pub const BUCKETS: usize = 1 << 17;
/// Bytes of a folded text that are read at once.
pub const TEXT_BYTES_MAX: usize = 4096;
/// Words and signs that are read at once.
const TOKENS_MAX: usize = 1000;
/// Bytes of one word that are looked at.
const WORD_BYTES_MAX: usize = 40;
/// Longest feature: two words, a space and the letter of its kind.
const FEATURE_BYTES_MAX: usize = 2 * WORD_BYTES_MAX + 4;

/// The distinct buckets of a folded text.
#[derive(Debug, Clone)]
pub struct Features {
    seen: Vec<u64>,
    found: Vec<u32>,
}

impl Features {
    /// Reads the first [`TEXT_BYTES_MAX`] bytes of a folded text.
    pub fn of(folded: &str) -> Self {
        let cut = &folded[..folded.floor_char_boundary(TEXT_BYTES_MAX)];
        let tokens = tokens(cut);
        let mut features = Self { seen: vec![0; BUCKETS / 64], found: Vec::with_capacity(tokens.len() * 12) };
        for (at, token) in tokens.iter().enumerate() {
            features.add(b'w', token, None);
            if let Some(next) = tokens.get(at + 1) {
                features.add(b'b', token, Some(next));
            }
            if let Some(after) = tokens.get(at + 2) {
                features.add(b's', token, Some(after));
            }
            features.add_pieces(token);
        }
        for (at, token) in tokens.iter().take(3).enumerate() {
            let mut feature = vec![b'p', b'0' + at as u8];
            feature.extend_from_slice(token);
            features.add_bytes(&feature);
        }
        if let [first, second, ..] = tokens.as_slice() {
            features.add(b'o', first, Some(second));
        }
        let length = (tokens.len() as u64 + 1).ilog2() as u8 + 1;
        features.add_bytes(&[b'l', b'a' + length]);
        if folded.trim_end().ends_with('?') {
            features.add_bytes(b"q");
        }
        features
    }

    /// Returns the buckets, each once.
    pub fn indexes(&self) -> &[u32] {
        &self.found
    }

    fn add(&mut self, kind: u8, token: &[u8], other: Option<&&[u8]>) {
        let mut buffer = [0; FEATURE_BYTES_MAX];
        buffer[0] = kind;
        let mut end = 1 + token.len();
        buffer[1..end].copy_from_slice(token);
        if let Some(other) = other {
            buffer[end] = b' ';
            buffer[end + 1..end + 1 + other.len()].copy_from_slice(other);
            end += 1 + other.len();
        }
        self.add_bytes(&buffer[..end]);
    }

    /// Adds the pieces of three to five bytes of a word with its edges.
    fn add_pieces(&mut self, token: &[u8]) {
        if token.len() < 2 {
            return;
        }
        let mut edged = [0; WORD_BYTES_MAX + 2];
        let end = token.len() + 2;
        edged[0] = b'^';
        edged[1..end - 1].copy_from_slice(token);
        edged[end - 1] = b'$';
        for start in 0..end {
            let mut crc = step(!0, b'c');
            for (length, byte) in edged[start..end.min(start + 5)].iter().enumerate() {
                crc = step(crc, *byte);
                if length >= 2 {
                    self.add_crc(!crc);
                }
            }
        }
    }

    fn add_bytes(&mut self, bytes: &[u8]) {
        self.add_crc(!bytes.iter().fold(!0, |crc, byte| step(crc, *byte)));
    }

    fn add_crc(&mut self, crc: u32) {
        let bucket = (crc ^ crc >> 15) & (BUCKETS as u32 - 1);
        let (word, bit) = (bucket as usize / 64, 1 << (bucket % 64));
        if self.seen[word] & bit == 0 {
            self.seen[word] |= bit;
            self.found.push(bucket);
        }
    }
}

/// Takes a folded text apart: words, `0` for any number, and signs, a repeated one once.
fn tokens(text: &str) -> Vec<&[u8]> {
    let mut found: Vec<&[u8]> = Vec::new();
    let mut word: Option<usize> = None;
    for (at, character) in text.char_indices().chain([(text.len(), ' ')]) {
        if character.is_alphabetic() {
            word.get_or_insert(at);
            continue;
        }
        if let Some(start) = word.take() {
            found.push(&text.as_bytes()[start..at.min(start + WORD_BYTES_MAX)]);
        }
        let sign: &[u8] = match character {
            ' ' => continue,
            '0'..='9' => b"0",
            _ => &text.as_bytes()[at..at + character.len_utf8()],
        };
        if found.last() != Some(&sign) {
            found.push(sign);
        }
    }
    found.truncate(TOKENS_MAX);
    found
}

/// CRC-32 (ISO 3309), one byte at a time: a hash that Python's library knows too.
const CRC: [u32; 256] = {
    let mut table = [0; 256];
    let mut at = 0;
    while at < 256 {
        let mut crc = at as u32;
        let mut bit = 0;
        while bit < 8 {
            crc = if crc & 1 == 1 { crc >> 1 ^ 0xedb8_8320 } else { crc >> 1 };
            bit += 1;
        }
        table[at] = crc;
        at += 1;
    }
    table
};

fn step(crc: u32, byte: u8) -> u32 {
    crc >> 8 ^ CRC[((crc ^ u32::from(byte)) & 0xff) as usize]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_is_the_one_everybody_knows() {
        assert_eq!(!b"123456789".iter().fold(!0, |crc, byte| step(crc, *byte)), 0xcbf4_3926);
    }

    #[test]
    fn words_numbers_and_signs_are_told_apart() {
        let told: Vec<String> =
            tokens("say 'hi' 42 times!!! ok").iter().map(|token| String::from_utf8_lossy(token).into_owned()).collect();
        assert_eq!(told, ["say", "'", "hi", "'", "0", "times", "!", "ok"]);
    }

    #[test]
    fn a_megabyte_costs_no_more_than_the_first_page() {
        let page = Features::of(&"word ".repeat(TEXT_BYTES_MAX / 5 + 1)).indexes().len();
        assert_eq!(Features::of(&"word ".repeat(200_000)).indexes().len(), page);
        assert!(!Features::of("").indexes().is_empty());
    }
}
