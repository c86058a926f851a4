//! Short forms that everybody writes and no document spells alike: CO2 and carbon dioxide are one.

use std::borrow::Cow;

/// What stands short, and what it stands for. Capitals matter: "us" is nobody's country. Longer forms stand before shorter ones.
const SHORT: [(&str, &str); 22] = [
    ("World War III", "Third World War"),
    ("World War II", "Second World War"),
    ("World War I", "First World War"),
    ("World War Two", "Second World War"),
    ("World War One", "First World War"),
    ("WWII", "Second World War"),
    ("WW2", "Second World War"),
    ("WWI", "First World War"),
    ("WW1", "First World War"),
    ("CO2", "carbon dioxide"),
    ("CO₂", "carbon dioxide"),
    ("U.S.", "United States"),
    ("USA", "United States"),
    ("US", "United States"),
    ("U.K.", "United Kingdom"),
    ("UK", "United Kingdom"),
    ("EU", "European Union"),
    ("UN", "United Nations"),
    ("WTC", "World Trade Center"),
    ("sq-ft", "square-foot"),
    ("sq ft", "square feet"),
    ("sq km", "square kilometres"),
];

/// Writes short forms out, so that claim and evidence use the same words.
pub fn spell_out(text: &str) -> Cow<'_, str> {
    SHORT.iter().fold(Cow::Borrowed(text), |text, (short, long)| match replaced(&text, short, long) {
        Some(longer) => Cow::Owned(longer),
        None => text,
    })
}

/// The text with every free-standing short form replaced; nothing when there is none.
fn replaced(text: &str, short: &str, long: &str) -> Option<String> {
    let mut out = String::new();
    let mut rest = 0;
    for (at, _) in text.match_indices(short) {
        let is_free = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric());
        let end = at + short.len();
        if at >= rest && is_free(text[..at].chars().next_back()) && is_free(text[end..].chars().next()) {
            out.push_str(&text[rest..at]);
            out.push_str(long);
            rest = end;
        }
    }
    (rest > 0).then(|| out + &text[rest..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_forms_are_written_out_where_they_stand_alone() {
        assert_eq!(spell_out("The US and the EU cut CO2."), "The United States and the European Union cut carbon dioxide.");
        assert_eq!(spell_out("World War II ended in 1945."), "Second World War ended in 1945.");
        assert_eq!(spell_out("The U.S. president"), "The United States president");
        for plain in ["Tell us about UNESCO and the BUS.", "", "CO2e"] {
            assert!(matches!(spell_out(plain), Cow::Borrowed(same) if same == plain), "{plain}");
        }
    }
}
