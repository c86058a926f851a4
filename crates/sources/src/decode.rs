//! Bytes into text.

use crate::SkipReason;
use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};

/// Stretch in which a file shows that it is not text, in bytes.
const SNIFF_BYTES: usize = 8_192;
/// Largest share of characters that may be broken and repaired: one in a hundred.
const BROKEN_SHARE_INVERSE: usize = 100;

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
    let known = named.and_then(|name| Encoding::for_label(name.as_bytes()));
    // Bytes that are not UTF-8 are not UTF-8 even when they are said to be; the web's default reads them.
    let charset = known.filter(|charset| *charset != UTF_8).unwrap_or(WINDOWS_1252);
    let text = decode_or(bytes, Some(charset))?;
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

fn decode_or(bytes: &[u8], charset: Option<&'static Encoding>) -> Result<String, SkipReason> {
    let bytes = match Encoding::for_bom(bytes) {
        Some((marked, mark)) if marked == UTF_8 => &bytes[mark..],
        Some((marked, mark)) => return decode_in(marked, &bytes[mark..]),
        None => bytes,
    };
    // Every second byte of English in UTF-16 is zero, which is no sign of a picture there.
    if let Some(charset) = charset.filter(|charset| *charset == UTF_16LE || *charset == UTF_16BE) {
        return decode_in(charset, bytes);
    }
    if is_binary(bytes) {
        return Err(SkipReason::Binary);
    }
    match (std::str::from_utf8(bytes), charset) {
        (Ok(text), _) => Ok(text.to_owned()),
        (Err(_), Some(charset)) => decode_in(charset, bytes),
        (Err(_), None) => repair(bytes),
    }
}

/// Reads bytes in a charset. Where more than one character in a hundred is broken, it was another charset.
fn decode_in(charset: &'static Encoding, bytes: &[u8]) -> Result<String, SkipReason> {
    let (text, has_faults) = charset.decode_without_bom_handling(bytes);
    let broken = if has_faults { text.matches(char::REPLACEMENT_CHARACTER).count() } else { 0 };
    if broken * BROKEN_SHARE_INVERSE > text.chars().count() { Err(SkipReason::NotUtf8) } else { Ok(text.into_owned()) }
}

fn repair(bytes: &[u8]) -> Result<String, SkipReason> {
    let mut text = String::with_capacity(bytes.len());
    let mut broken = 0;
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        text.push_str(&WINDOWS_1252.decode_without_bom_handling(chunk.invalid()).0);
        broken += chunk.invalid().len();
    }
    let characters = text.chars().count();
    if broken * BROKEN_SHARE_INVERSE >= characters { Err(SkipReason::NotUtf8) } else { Ok(text) }
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
    fn charsets_of_other_scripts_are_read_and_one_that_does_not_fit_is_told() {
        let russian = b"<meta charset=windows-1251><p>\xcf\xf0\xe8\xe2\xe5\xf2";
        assert!(decode_page(russian).unwrap().ends_with("Привет"));
        assert!(decode_page_in(b"<p>\x93\xfa\x96\x7b", Some("Shift_JIS")).unwrap().ends_with("日本"));
        assert!(decode_page_in(b"<p>caf\xe9", Some("x-no-such")).unwrap().ends_with("café"));
        assert_eq!(decode_page_in(b"<\0p\0>\0H\0i\0", Some("utf-16le")).unwrap(), "<p>Hi");
        assert_eq!(decode_page_in(&[0xFF; 300], Some("euc-jp")), Err(SkipReason::NotUtf8));
    }

    #[test]
    fn a_header_that_is_wrong_does_not_spoil_the_page() {
        assert!(decode_page_in("<p>café".as_bytes(), Some("iso-8859-1")).unwrap().ends_with("café"));
        assert!(decode_page_in(b"<p>caf\xE9", Some("utf-8")).unwrap().ends_with("café"));
        assert!(decode_page_in(b"<meta charset=utf-8><p>caf\xE9", Some("windows-1252")).unwrap().ends_with("café"));
    }
}
