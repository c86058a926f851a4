//! Letters of other scripts that look like Latin ones.
//!
//! A compact table of our own: what a reader takes for a Latin letter at a glance. Letters that Unicode itself calls
//! compatible (full-width, mathematical, circled) are resolved by decomposition before this table is asked.

use std::sync::LazyLock;

/// Rows of look-alikes: a Latin letter, and the letters that pass for it in lower or upper case.
const LOOK_ALIKES: [(char, &str); 26] = [
    ('a', "аАαΑɑᴀаꭺᎪⲁⲀ"),
    ('b', "вВЬьβΒʙᏴᏼꞴƅ"),
    ('c', "сСϲϹᴄⅽᏟⲥⲤ¢ƈ"),
    ('d', "ԁԀⅾᴅᎠɗđð"),
    ('e', "еЕεΕєЄᴇᎬҽɛ℮ⲉ"),
    ('f', "ғҒϝϜꜰƒẝ"),
    ('g', "ɡԌɢᏀցġǥ"),
    ('h', "һҺнНΗηʜᎻհⲏⲎ"),
    ('i', "іІιΙɪıӏӀᎥⲓⲒɩ"),
    ('j', "јЈϳᴊᎫյʝ"),
    ('k', "кКκΚᴋᏦⲕⲔƙ"),
    ('l', "ⅼʟᏞӏןⳐł"),
    ('m', "мМμΜᴍᎷⅿⲙⲘ"),
    ('n', "пПηΝɴոռⲚп"),
    ('o', "оОοΟσΣᴏօՕⲟⲞøØ"),
    ('p', "рРρΡᴘᏢⲣⲢƿ"),
    ('q', "ԛԚգզɋ"),
    ('r', "гГʀᎡᏒꭇⲅɼ"),
    ('s', "ѕЅꜱᏚՏʂƽ"),
    ('t', "тТτΤᴛᎢⲧⲦŧ"),
    ('u', "υսᴜцЦʋմ"),
    ('v', "νѵѴᴠᏙⅴ"),
    ('w', "ԝԜωᴡᎳաш"),
    ('x', "хХχΧⅹҳⲭⲬ×"),
    ('y', "уУүҮγΥʏყᎩⲩ"),
    ('z', "ᴢᏃΖζʐƶ"),
];

/// The same table, look-alike first and in order: a megabyte of Cyrillic must not take a second.
static BY_CHARACTER: LazyLock<Vec<(char, char)>> = LazyLock::new(|| {
    let rows = LOOK_ALIKES.iter().flat_map(|(letter, alike)| alike.chars().map(|character| (character, *letter)));
    let mut rows: Vec<(char, char)> = rows.collect();
    rows.sort_by_key(|row| row.0);
    rows.dedup_by_key(|row| row.0);
    rows
});

/// Returns the Latin letter that a character passes for, in lower case.
pub fn latin(character: char) -> Option<char> {
    // Everything below is Latin already, or looks like nothing else.
    if character.is_ascii() {
        return None;
    }
    let at = BY_CHARACTER.binary_search_by_key(&character, |row| row.0).ok()?;
    Some(BY_CHARACTER[at].1)
}

/// Characters that are not seen: zero-width, joining, direction, tags, variation, soft hyphen.
pub fn is_invisible(character: char) -> bool {
    matches!(character,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
        | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}'
        | '\u{feff}' | '\u{ffa0}' | '\u{e0100}'..='\u{e01ef}')
}

/// Marks that are drawn over or under another letter.
pub fn is_mark(character: char) -> bool {
    matches!(character, '\u{300}'..='\u{36f}' | '\u{483}'..='\u{489}' | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}'
        | '\u{20d0}'..='\u{20ff}' | '\u{fe20}'..='\u{fe2f}')
}

/// Returns the ASCII character that an invisible tag character stands for: text smuggled past the eye.
pub fn tagged(character: char) -> Option<char> {
    let code = u32::from(character);
    (0xe0020..=0xe007e).contains(&code).then(|| char::from_u32(code - 0xe0000)).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cyrillic_and_greek_letters_pass_for_latin_ones_and_latin_ones_for_themselves() {
        assert_eq!(latin('а'), Some('a'));
        assert_eq!(latin('ο'), Some('o'));
        assert_eq!(latin('ɪ'), Some('i'));
        assert_eq!(latin('a'), None);
        assert_eq!(latin('語'), None);
    }

    #[test]
    fn what_cannot_be_seen_is_told_apart_from_white_space() {
        assert!(is_invisible('\u{200b}') && is_invisible('\u{202e}') && !is_invisible(' '));
        assert_eq!(tagged('\u{e0041}'), Some('A'));
    }
}
