//! Bytes into text.

use crate::SkipReason;

/// Stretch in which a file shows that it is not text, in bytes.
const SNIFF_BYTES: usize = 8_192;
/// Largest share of characters that may be broken and repaired: one in a hundred.
const BROKEN_SHARE_INVERSE: usize = 100;

/// Windows-1252 from 0x80 to 0x9F; above that it is Unicode's own order. Zero where nothing is assigned.
const WINDOWS_1252: [u16; 32] = [
    0x20AC, 0, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0, 0x017D, 0, 0, 0x2018,
    0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0, 0x017E, 0x0178,
];

/// Reads bytes as UTF-8 or, after a byte order mark, UTF-16. Where less than one character in a hundred is broken, the
/// broken bytes are read as Windows-1252, which is what they nearly always are.
pub(crate) fn decode(bytes: &[u8]) -> Result<String, SkipReason> {
    let text = decode_or(bytes, None)?;
    if text.trim().is_empty() { Err(SkipReason::Empty) } else { Ok(text) }
}

/// Reads a web page, which may declare its encoding. Broken bytes never turn a page away: the web's default reads them.
pub(crate) fn decode_page(bytes: &[u8]) -> Result<String, SkipReason> {
    decode_page_in(bytes, None)
}

/// Reads a web page whose header names a charset. A byte order mark comes before the header, the header before the page;
/// and what is UTF-8 throughout is UTF-8, whoever says otherwise.
pub(crate) fn decode_page_in(bytes: &[u8], header: Option<&str>) -> Result<String, SkipReason> {
    let named = header.map(str::to_owned).or_else(|| declared_charset(bytes));
    let charset = named.unwrap_or_else(|| "windows-1252".to_owned());
    let text = match decode_or(bytes, Some(&charset)) {
        // Bytes that are not UTF-8 are not UTF-8 even when they are said to be; the web's default reads them.
        Err(SkipReason::NotUtf8) if matches!(charset.as_str(), "utf-8" | "utf8") => decode_or(bytes, Some("windows-1252"))?,
        read => read?,
    };
    if text.trim().is_empty() { Err(SkipReason::Empty) } else { Ok(text) }
}

/// Shows itself as something other than text within its first bytes.
pub(crate) fn is_binary(bytes: &[u8]) -> bool {
    let sniffed = &bytes[..bytes.len().min(SNIFF_BYTES)];
    if sniffed.starts_with(&[0xFF, 0xFE]) || sniffed.starts_with(&[0xFE, 0xFF]) {
        return false;
    }
    let strange = sniffed.iter().filter(|b| matches!(b, 0x01..=0x08 | 0x0E..=0x1A | 0x1C..=0x1F | 0x7F)).count();
    sniffed.contains(&0) || strange * 20 > sniffed.len()
}

fn decode_or(bytes: &[u8], charset: Option<&str>) -> Result<String, SkipReason> {
    if let Some(rest) = bytes.strip_prefix(&[0xFF, 0xFE]) {
        return utf16(rest, u16::from_le_bytes);
    }
    if let Some(rest) = bytes.strip_prefix(&[0xFE, 0xFF]) {
        return utf16(rest, u16::from_be_bytes);
    }
    if is_binary(bytes) {
        return Err(SkipReason::Binary);
    }
    let bytes = bytes.strip_prefix(&[0xEF, 0xBB, 0xBF]).unwrap_or(bytes);
    if let Ok(text) = std::str::from_utf8(bytes) {
        return Ok(text.to_owned());
    }
    let is_western =
        |name: &str| matches!(name, "windows-1252" | "cp1252" | "iso-8859-1" | "latin1" | "us-ascii" | "ascii" | "iso-8859-15");
    match charset {
        Some(name) if is_western(name) => Ok(bytes.iter().map(|b| western(*b)).collect()),
        _ => repair(bytes),
    }
}

fn utf16(bytes: &[u8], join: fn([u8; 2]) -> u16) -> Result<String, SkipReason> {
    let units = bytes.chunks_exact(2).map(|pair| join([pair[0], pair[1]]));
    let mut broken = 0;
    let text: String = char::decode_utf16(units)
        .map(|unit| {
            broken += usize::from(unit.is_err());
            unit.unwrap_or(char::REPLACEMENT_CHARACTER)
        })
        .collect();
    if broken * BROKEN_SHARE_INVERSE > bytes.len() / 2 { Err(SkipReason::NotUtf8) } else { Ok(text) }
}

fn repair(bytes: &[u8]) -> Result<String, SkipReason> {
    let mut text = String::with_capacity(bytes.len());
    let mut broken = 0;
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(chunk.invalid().iter().map(|b| western(*b)));
        broken += chunk.invalid().len();
    }
    let characters = text.chars().count();
    if broken * BROKEN_SHARE_INVERSE >= characters { Err(SkipReason::NotUtf8) } else { Ok(text) }
}

fn western(byte: u8) -> char {
    match byte {
        0x80..=0x9F => match WINDOWS_1252[usize::from(byte - 0x80)] {
            0 => char::REPLACEMENT_CHARACTER,
            code => char::from_u32(u32::from(code)).unwrap_or(char::REPLACEMENT_CHARACTER),
        },
        _ => char::from(byte),
    }
}

/// Finds `charset=…` near the top of a page.
fn declared_charset(bytes: &[u8]) -> Option<String> {
    let head = String::from_utf8_lossy(&bytes[..bytes.len().min(4_096)]).to_ascii_lowercase();
    let after = head.split("charset").nth(1)?.trim_start().strip_prefix('=')?;
    let name: String = after
        .trim_start_matches(|c: char| c.is_whitespace() || c == '"' || c == '\'')
        .chars()
        .take_while(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_'))
        .collect();
    (!name.is_empty()).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_few_broken_bytes_are_repaired_and_many_are_refused() {
        let mut bytes = "It wasn't so. ".repeat(40).into_bytes();
        bytes.extend(b"It wasn\x92t caf\xE9.");
        assert!(decode(&bytes).unwrap().ends_with("It wasn’t café."));
        let greek: Vec<u8> = (0..400u32).map(|n| if n % 6 == 5 { b' ' } else { 0xC0 + (n % 30) as u8 }).collect();
        assert_eq!(decode(&greek), Err(SkipReason::NotUtf8));
    }

    #[test]
    fn marks_at_the_beginning_are_honoured() {
        assert_eq!(decode(b"\xEF\xBB\xBFHello.").unwrap(), "Hello.");
        assert_eq!(decode(b"\xFF\xFEH\0i\0.\0").unwrap(), "Hi.");
        assert_eq!(decode(b"\xFE\xFF\0H\0i").unwrap(), "Hi");
    }

    #[test]
    fn what_is_not_text_is_named() {
        assert_eq!(decode(b""), Err(SkipReason::Empty));
        assert_eq!(decode(b" \n\t "), Err(SkipReason::Empty));
        assert_eq!(decode(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"), Err(SkipReason::Binary));
    }

    #[test]
    fn a_page_is_read_in_the_encoding_it_declares_or_the_web_assumes() {
        let declared =
            b"<meta http-equiv=Content-Type content=\"text/html; charset=ISO-8859-1\"><p>na\xEFve caf\xE9s \x96 d\xE9j\xE0 vu";
        assert!(decode_page(declared).unwrap().ends_with("naïve cafés – déjà vu"));
        assert!(decode_page(b"<p>caf\xE9").unwrap().ends_with("café"));
        assert!(decode_page("<meta charset=iso-8859-1><p>café".as_bytes()).unwrap().ends_with("café"));
    }

    #[test]
    fn a_header_that_is_wrong_does_not_spoil_the_page() {
        assert!(decode_page_in("<p>café".as_bytes(), Some("iso-8859-1")).unwrap().ends_with("café"));
        assert!(decode_page_in(b"<p>caf\xE9", Some("utf-8")).unwrap().ends_with("café"));
        assert!(decode_page_in(b"<meta charset=utf-8><p>caf\xE9", Some("windows-1252")).unwrap().ends_with("café"));
    }
}
