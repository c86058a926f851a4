//! Names in a sentence, and the key under which all spellings of one name meet.

use super::super::verbs::main_verb;
use super::super::words::{Word, words};
use domain::Span;

/// A name in a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mention {
    /// The key of what is named.
    pub entity: String,
    /// Where it stands.
    pub span: Span,
    /// Its words, as indexes into the sentence's words.
    pub words: (usize, usize),
}

/// Longest name, in words.
const NAME_WORDS_MAX: usize = 6;

/// Words that carry on a name after which "of" still belongs to it: the Bank of England, but not "Marie of" anything.
const HEADS_WITH_OF: [&str; 20] = [
    "university",
    "bank",
    "house",
    "ministry",
    "department",
    "institute",
    "council",
    "court",
    "church",
    "museum",
    "bay",
    "gulf",
    "strait",
    "isle",
    "battle",
    "treaty",
    "kingdom",
    "republic",
    "tower",
    "cape",
];

/// Words before a name that are not part of it.
const TITLES: [&str; 16] = [
    "mr",
    "mrs",
    "ms",
    "dr",
    "sir",
    "lady",
    "lord",
    "president",
    "professor",
    "minister",
    "king",
    "queen",
    "pope",
    "senator",
    "saint",
    "captain",
];

/// Spellings that no document needs to explain.
const ALIASES: [(&str, &str); 14] = [
    ("america", "united states"),
    ("britain", "united kingdom"),
    ("cdc", "centers for disease control"),
    ("eu", "european union"),
    ("fda", "food and drug administration"),
    ("great britain", "united kingdom"),
    ("imf", "international monetary fund"),
    ("uae", "united arab emirates"),
    ("uk", "united kingdom"),
    ("un", "united nations"),
    ("united states of america", "united states"),
    ("us", "united states"),
    ("usa", "united states"),
    ("who", "world health organization"),
];

/// Returns the key of a name: lower case, accents, possessives, titles and articles dropped, well-known short forms spelled out.
pub fn key(name: &str) -> String {
    let plain: Vec<String> =
        words(name).iter().map(|word| folded(word.lower.strip_suffix("'s").unwrap_or(&word.lower))).collect();
    let is_outside = |word: &str| TITLES.contains(&word) || word == "the";
    let skipped = plain.iter().take_while(|word| is_outside(word)).count();
    let rest = if skipped < plain.len() { &plain[skipped..] } else { &plain[..] };
    let joined = rest.join(" ");
    match ALIASES.binary_search_by(|(short, _)| (*short).cmp(joined.as_str())) {
        Ok(at) => ALIASES[at].1.to_owned(),
        Err(_) => joined,
    }
}

/// Letters without their accents, as far as Latin-1 goes.
fn folded(word: &str) -> String {
    let fold = |letter: char| match letter {
        'à'..='å' => 'a',
        'ç' => 'c',
        'è'..='ë' => 'e',
        'ì'..='ï' => 'i',
        'ñ' => 'n',
        'ò'..='ö' | 'ø' => 'o',
        'ù'..='ü' => 'u',
        'ý' | 'ÿ' => 'y',
        other => other,
    };
    word.chars().map(fold).collect()
}

/// Returns the names in a sentence, in order.
pub fn mentions(sentence: &str) -> Vec<Mention> {
    let tokens = words(sentence);
    let mut found = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let run = name_length(sentence, &tokens, at);
        if run == 0 {
            at += 1;
            continue;
        }
        let span = Span::new(tokens[at].span.start, tokens[at + run - 1].span.end);
        let entity = key(span.of(sentence).unwrap_or(""));
        if !entity.is_empty() && !TITLES.contains(&entity.as_str()) {
            found.push(Mention { entity, span, words: (at, at + run) });
        }
        at += run;
    }
    found
}

fn name_length(sentence: &str, tokens: &[Word], at: usize) -> usize {
    if !is_name(sentence, &tokens[at]) {
        return 0;
    }
    let adjoins = |k: usize| {
        let between = sentence.get(tokens[k - 1].span.end..tokens[k].span.start).unwrap_or("");
        between.trim().is_empty() || between == "-"
    };
    let is_joined = |k: usize| k < tokens.len() && adjoins(k) && !tokens[k - 1].lower.ends_with("'s");
    let mut end = at + 1;
    while end - at < NAME_WORDS_MAX && is_joined(end) {
        if is_name(sentence, &tokens[end]) || (tokens[end].is_number() && sentence.as_bytes()[tokens[end].span.start - 1] == b'-')
        {
            end += 1;
        } else if tokens[end].lower == "of"
            && HEADS_WITH_OF.contains(&tokens[end - 1].lower.as_str())
            && is_joined(end + 1)
            && is_name(sentence, &tokens[end + 1])
        {
            end += 2;
        } else {
            break;
        }
    }
    // Every sentence begins with a capital: a single first word is a name when a verb or a comma follows it, or when it is
    // a symbol.
    let is_set_off = || sentence[tokens[at].span.end..].starts_with(',');
    let is_subject = || tokens.get(at + 1).is_some_and(|next| main_verb(std::slice::from_ref(next)).is_some());
    let is_plain = at == 0 && end == 1 && !is_symbol(sentence, &tokens[0]);
    if is_plain && !is_subject() && !is_set_off() { 0 } else { end - at }
}

fn is_name(sentence: &str, word: &Word) -> bool {
    is_symbol(sentence, word) || (word.is_capital && !word.is_stop && word.lower.len() > 1)
}

/// Written in capitals throughout, or letters with digits in them: NATO, BRCA1, p53.
fn is_symbol(sentence: &str, word: &Word) -> bool {
    let text = word.span.of(sentence).unwrap_or("");
    let letters = text.chars().filter(|c| c.is_alphabetic()).count();
    let has_digit = text.chars().any(|c| c.is_ascii_digit());
    let is_upper = letters >= 2 && text.chars().filter(|c| c.is_alphabetic()).all(char::is_uppercase);
    is_upper || (has_digit && letters >= 1 && text.starts_with(char::is_alphabetic))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(sentence: &str) -> Vec<String> {
        mentions(sentence).into_iter().map(|m| m.entity).collect()
    }

    #[test]
    fn names_are_runs_of_capitals_and_symbols() {
        assert_eq!(names("In 1903 Marie Curie of Warsaw met Dr. Pierre Curie."), ["marie curie", "warsaw", "pierre curie"]);
        assert_eq!(names("The Bank of England raised rates."), ["bank of england"]);
        assert_eq!(names("Loss of BRCA1 and p53 drives growth."), ["brca1", "p53"]);
        assert_eq!(names("Engineers near the river sleep."), Vec::<String>::new());
        assert_eq!(names("Warsaw is old."), ["warsaw"]);
    }

    #[test]
    fn spellings_of_one_name_meet() {
        assert!(ALIASES.is_sorted());
        assert_eq!(key("the United States of America"), key("USA"));
        assert_eq!(key("President Macron's"), key("Macron"));
        assert_eq!(key("São Paulo"), "sao paulo");
        assert_eq!(key("The"), "the");
    }
}
