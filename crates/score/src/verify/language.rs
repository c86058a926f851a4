//! Whether a claim is in English, the one language that verdicts are given in.
//!
//! A claim is a line or less, which is too little for trigrams: the small words of a language tell more.

use super::verbs::{likely_verb, main_verb};
use super::words::Word;

/// Letters from which the trigrams of the detector are worth asking.
const DETECTED_LETTERS_MIN: usize = 24;

/// The claim is in another language. The benefit of the doubt is English.
pub fn is_foreign(claim: &str, tokens: &[Word]) -> bool {
    let letters = claim.chars().filter(|c| c.is_alphabetic()).count();
    let latin = claim.chars().filter(|c| c.is_alphabetic() && (*c as u32) < 0x250).count();
    if letters >= 4 && latin * 2 < letters {
        return true;
    }
    // English endings of verbs are a surer sign than anything else.
    let is_small_here = |at: usize| is_small(&tokens[at]) && !is_particle(tokens, at);
    let is_dutch = (0..tokens.len()).any(|at| is_small_here(at) && DUTCH.contains(&tokens[at].lower.as_str()));
    let is_shared =
        |word: &Word| SHARED.contains(&word.lower.as_str()) || (is_dutch && ["is", "was"].contains(&word.lower.as_str()));
    let is_inflected = |word: &Word| word.lower.ends_with('s') || word.lower.ends_with("ed");
    let verb = main_verb(tokens).filter(|at| *at > 0 && !is_shared(&tokens[*at]));
    if verb.is_some_and(|at| is_inflected(&tokens[at])) && latin == letters {
        return false;
    }
    if tokens.iter().any(|word| word.is_stop && !is_shared(word)) {
        return false;
    }
    let small = (0..tokens.len()).filter(|at| is_small_here(*at)).count();
    let has_verb = verb.is_some() || likely_verb(tokens).is_some_and(|at| at > 0 && !is_shared(&tokens[at]));
    if small >= 2 || (small == 1 && (!has_verb || !claim.is_ascii())) {
        return true;
    }
    // Trigrams of names and terms are of any language; a verb that is known is English.
    if small == 0 && verb.is_some() {
        return false;
    }
    let shared = tokens.iter().filter(|word| word.is_stop).count();
    let seen = whatlang::detect(claim).filter(|_| letters >= DETECTED_LETTERS_MIN && shared == 0);
    seen.is_some_and(|seen| seen.lang() != whatlang::Lang::Eng && seen.confidence() > 0.5)
}

/// A small word of another language, or an article that leans on its noun: "l'eau".
fn is_small(word: &Word) -> bool {
    let leans = ["l'", "d'", "qu'", "dell'", "all'", "un'"].iter().any(|lead| word.lower.starts_with(lead));
    leans || SMALL.iter().any(|list| list.contains(&word.lower.as_str()))
}

/// A small word inside a name: Ludwig van Beethoven, Los Angeles.
fn is_particle(tokens: &[Word], at: usize) -> bool {
    let particles = ["la", "las", "le", "les", "el", "los", "de", "da", "di", "du", "del", "van", "von", "der", "den"];
    let leads = tokens[at].is_capital && !["der", "den"].contains(&tokens[at].lower.as_str());
    let is_between = at.checked_sub(1).is_some_and(|k| tokens[k].is_capital) || leads;
    let next_is_name = tokens.get(at + 1).is_some_and(|next| next.is_capital);
    particles.contains(&tokens[at].lower.as_str()) && is_between && next_is_name
}

/// English words that are small words elsewhere too: they speak for neither.
const SHARED: [&str; 15] = ["a", "as", "at", "by", "do", "for", "had", "he", "i", "in", "me", "no", "on", "so", "we"];

const DUTCH: &[&str] = &["de", "het", "een", "van", "niet", "zijn", "op", "te", "dat", "voor", "werd", "heeft", "wordt", "naar"];

/// Small words of German, French, Spanish, Portuguese, Italian, Dutch, the Scandinavian languages, Polish and Turkish, apart
/// from those that English has too.
const SMALL: [&[&str]; 9] = [
    &[
        "der", "das", "ist", "und", "nicht", "ein", "eine", "einen", "einer", "von", "mit", "auf", "für", "sind", "wird",
        "wurde", "wurden", "hat", "im", "den", "dem", "des", "zu", "bei", "sich", "auch", "aus", "nach", "kein", "keine",
        "durch", "gibt",
    ],
    &[
        "le", "la", "les", "est", "sont", "une", "du", "et", "pas", "dans", "qui", "que", "sur", "au", "aux", "pour", "avec",
        "cette", "il", "elle", "ne", "par", "été", "ont", "être",
    ],
    &[
        "el", "los", "las", "es", "son", "una", "un", "en", "del", "por", "con", "para", "más", "su", "fue", "está", "se", "al",
        "y",
    ],
    &["os", "é", "um", "uma", "da", "dos", "das", "não", "em", "com", "foi", "são", "ao", "mais", "na", "nos", "o"],
    &["lo", "gli", "è", "di", "che", "della", "dei", "sono", "non", "nel", "nella", "per", "più", "stato"],
    DUTCH,
    &["är", "och", "att", "det", "som", "ett", "inte", "på", "av", "för", "er", "og", "ikke", "af", "til", "har", "blev"],
    &["jest", "się", "nie", "są", "że", "oraz", "był", "została"],
    &["ve", "bir", "bu", "için", "değil", "olan", "ile"],
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verify::words::words;

    #[test]
    fn other_languages_are_heard_even_in_a_short_claim() {
        for claim in [
            "Die Erde ist flach.",
            "Wasser kocht bei 100 Grad.",
            "Der Eiffelturm steht in Berlin.",
            "Berlin ist die Hauptstadt von Frankreich",
            "La Terre est plate.",
            "La tour Eiffel se trouve à Berlin.",
            "Les vaccins causent l'autisme.",
            "El agua hierve a 100 grados.",
            "La Tierra es plana.",
            "A água ferve a 100 graus e não a 90.",
            "La Terra è piatta.",
            "De aarde is plat.",
            "Jorden är platt.",
            "Ziemia jest płaska.",
            "Москва является столицей России",
        ] {
            assert!(is_foreign(claim, &words(claim)), "{claim}");
        }
    }

    #[test]
    fn foreign_names_in_an_english_claim_stay_english() {
        for claim in [
            "Charles de Gaulle led France",
            "Leonardo da Vinci painted Mona Lisa",
            "El Niño caused La Niña",
            "Los Angeles hosted two Olympic Games",
            "Vincent van Gogh sold one painting",
            "Ludwig van Beethoven was deaf",
            "Der Spiegel is a magazine",
            "Los Angeles is big",
            "Vitamin B17 deficiency causes cancer",
            "Dogs bark.",
            "Vaccines cause autism",
            "Ethanol inhibits AMPK phosphorylation",
            "Vitamin K helps protect against osteoporosis",
            "RNF gene encodes ubiquitin-protein ligase",
        ] {
            assert!(!is_foreign(claim, &words(claim)), "{claim}");
        }
    }
}
