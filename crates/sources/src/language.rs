//! Which language a text is in.

use whatlang::{Lang, Script};

/// Longest stretch that is looked at, in bytes: more does not change the answer.
const SAMPLE_BYTES_MAX: usize = 4_000;
/// Shorter Latin texts are too little for trigrams, so that a few small words decide.
const TRUSTED_LETTERS_MIN: usize = 60;

/// Small words that English is full of and its neighbours are not.
const ENGLISH: &[&str] =
    &["the", "of", "and", "is", "are", "was", "were", "to", "that", "it", "has", "have", "with", "for", "not", "by"];

/// Returns the ISO 639-1 code of a text's language, or `und` where nothing can be said.
pub fn language(text: &str) -> &'static str {
    let sample = &text[..text.floor_char_boundary(SAMPLE_BYTES_MAX)];
    let Some(guess) = whatlang::detect(sample) else { return "und" };
    let letters = sample.chars().filter(|c| c.is_alphabetic()).count();
    let is_sure = guess.is_reliable() && letters >= TRUSTED_LETTERS_MIN;
    if guess.script() == Script::Latin && !is_sure && guess.lang() != Lang::Eng && sounds_english(sample) {
        return "en";
    }
    code(guess.lang())
}

/// A short text without accents in which no other language shows counts as English.
fn sounds_english(text: &str) -> bool {
    let mut words = text.split(|c: char| !c.is_alphanumeric() && c != '\'').filter(|w| !w.is_empty());
    words.any(|word| ENGLISH.contains(&word.to_ascii_lowercase().as_str())) || text.is_ascii()
}

/// Translates the detector's three letters into two.
fn code(lang: Lang) -> &'static str {
    match lang {
        Lang::Epo => "eo",
        Lang::Eng => "en",
        Lang::Rus => "ru",
        Lang::Cmn => "zh",
        Lang::Spa => "es",
        Lang::Por => "pt",
        Lang::Ita => "it",
        Lang::Ben => "bn",
        Lang::Fra => "fr",
        Lang::Deu => "de",
        Lang::Ukr => "uk",
        Lang::Kat => "ka",
        Lang::Ara => "ar",
        Lang::Hin => "hi",
        Lang::Jpn => "ja",
        Lang::Heb => "he",
        Lang::Yid => "yi",
        Lang::Pol => "pl",
        Lang::Amh => "am",
        Lang::Jav => "jv",
        Lang::Kor => "ko",
        Lang::Nob => "nb",
        Lang::Dan => "da",
        Lang::Swe => "sv",
        Lang::Fin => "fi",
        Lang::Tur => "tr",
        Lang::Nld => "nl",
        Lang::Hun => "hu",
        Lang::Ces => "cs",
        Lang::Ell => "el",
        Lang::Bul => "bg",
        Lang::Bel => "be",
        Lang::Mar => "mr",
        Lang::Kan => "kn",
        Lang::Ron => "ro",
        Lang::Slv => "sl",
        Lang::Hrv => "hr",
        Lang::Srp => "sr",
        Lang::Mkd => "mk",
        Lang::Lit => "lt",
        Lang::Lav => "lv",
        Lang::Est => "et",
        Lang::Tam => "ta",
        Lang::Vie => "vi",
        Lang::Urd => "ur",
        Lang::Tha => "th",
        Lang::Guj => "gu",
        Lang::Uzb => "uz",
        Lang::Pan => "pa",
        Lang::Aze => "az",
        Lang::Ind => "id",
        Lang::Tel => "te",
        Lang::Pes => "fa",
        Lang::Mal => "ml",
        Lang::Ori => "or",
        Lang::Mya => "my",
        Lang::Nep => "ne",
        Lang::Sin => "si",
        Lang::Khm => "km",
        Lang::Tuk => "tk",
        Lang::Aka => "ak",
        Lang::Zul => "zu",
        Lang::Sna => "sn",
        Lang::Afr => "af",
        Lang::Lat => "la",
        Lang::Slk => "sk",
        Lang::Cat => "ca",
        Lang::Tgl => "tl",
        Lang::Hye => "hy",
        Lang::Cym => "cy",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_language_is_told_from_a_sentence() {
        assert_eq!(language("Water boils at 100 degrees Celsius at sea level."), "en");
        assert_eq!(language("Das Wasser kocht bei hundert Grad, und niemand weiß, warum das so sein soll."), "de");
        assert_eq!(language("L'eau bout à cent degrés au niveau de la mer, mais pas en montagne."), "fr");
        assert_eq!(
            language("Вода кипит при ста градусах, если вы находитесь на уровне моря, но в горах это происходит раньше."),
            "ru"
        );
        assert_eq!(language("水在海平面上的沸点是一百度。"), "zh");
    }

    #[test]
    fn a_short_english_sentence_stays_english() {
        for text in ["Bats are blind.", "Paris is in France", "mRNA vaccines alter DNA", "Obama was born in Kenya"] {
            assert_eq!(language(text), "en", "{text}");
        }
        assert_eq!(language("12 345 🙂"), "und");
        assert_eq!(language(""), "und");
    }
}
