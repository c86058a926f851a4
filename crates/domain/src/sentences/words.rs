//! The words that tell a full stop from a dot. Every list is sorted: it is searched by halves.

/// Titles and pointers that never end a sentence.
const ABBREVIATIONS: &[&str] = &[
    "adm", "approx", "art", "assn", "asst", "avg", "brig", "ca", "capt", "cf", "ch", "chap", "cmdr", "col", "cpl", "dept",
    "diff", "dr", "e.g", "ed", "eds", "eg", "eq", "eqs", "ex", "exp", "ext", "fig", "figs", "ft", "gen", "gov", "hon", "hr",
    "i.e", "ie", "incl", "lt", "maj", "mgr", "mr", "mrs", "ms", "msgr", "mt", "mx", "pres", "prof", "ref", "refs", "rep", "reps",
    "rev", "sect", "sen", "sens", "sgt", "suppl", "supt", "tab", "univ", "viz", "vol", "vols", "vs",
];

/// Abbreviations that may end a sentence; whether they do shows in the word that follows.
const OPEN_ABBREVIATIONS: &[&str] = &[
    "a.d", "a.k.a", "a.m", "al", "ave", "b.a", "b.c", "b.c.e", "b.sc", "blvd", "bros", "c.e", "co", "corp", "d.c", "e.u", "esq",
    "est", "etc", "inc", "jr", "l.a", "ltd", "m.a", "m.d", "m.sc", "max", "min", "n.y", "p.m", "ph.d", "plc", "rd", "resp", "sp",
    "spp", "sr", "st", "subsp", "u.k", "u.n", "u.s", "u.s.a", "var",
];

/// Abbreviations only where a number follows: `No. 5`, `Jan. 3`, `pp. 12`.
const BEFORE_NUMBERS: &[&str] =
    &["apr", "aug", "dec", "feb", "jan", "jul", "jun", "mar", "no", "nos", "nov", "nr", "oct", "pg", "pp", "sec", "sep", "sept"];

/// Things that are told apart by a letter, so that the letter may end a sentence.
const LETTERED_THINGS: &[&str] = &[
    "answer",
    "appendix",
    "class",
    "exhibit",
    "grade",
    "group",
    "hepatitis",
    "influenza",
    "option",
    "part",
    "phase",
    "plan",
    "schedule",
    "section",
    "type",
    "vitamin",
    "vitamins",
];

/// Words that begin a sentence and hardly ever a name.
const STARTERS: &[&str] = &[
    "a",
    "about",
    "according",
    "after",
    "again",
    "all",
    "also",
    "although",
    "among",
    "an",
    "and",
    "another",
    "any",
    "as",
    "at",
    "because",
    "before",
    "both",
    "but",
    "by",
    "conclusions",
    "despite",
    "during",
    "each",
    "even",
    "every",
    "few",
    "finally",
    "for",
    "from",
    "further",
    "furthermore",
    "given",
    "has",
    "have",
    "he",
    "hence",
    "her",
    "here",
    "his",
    "how",
    "however",
    "i",
    "if",
    "in",
    "instead",
    "is",
    "it",
    "its",
    "later",
    "many",
    "meanwhile",
    "methods",
    "more",
    "moreover",
    "most",
    "much",
    "my",
    "nearly",
    "nevertheless",
    "no",
    "none",
    "nor",
    "not",
    "nothing",
    "now",
    "of",
    "officials",
    "on",
    "once",
    "one",
    "only",
    "other",
    "others",
    "our",
    "over",
    "people",
    "researchers",
    "results",
    "scientists",
    "several",
    "she",
    "similarly",
    "since",
    "so",
    "some",
    "soon",
    "still",
    "such",
    "than",
    "that",
    "the",
    "their",
    "then",
    "there",
    "therefore",
    "these",
    "they",
    "this",
    "those",
    "though",
    "through",
    "thus",
    "to",
    "today",
    "two",
    "under",
    "unlike",
    "until",
    "was",
    "we",
    "were",
    "what",
    "when",
    "where",
    "whether",
    "which",
    "while",
    "who",
    "why",
    "with",
    "within",
    "without",
    "yet",
    "you",
    "your",
];

fn holds(list: &[&str], word: &str) -> bool {
    list.binary_search(&word.to_lowercase().as_str()).is_ok()
}

/// `Dr`, `Fig`, `e.g`: the sentence goes on.
pub(super) fn is_abbreviation(word: &str) -> bool {
    holds(ABBREVIATIONS, word)
}

/// `U.S`, `Inc`, `al`: the next word decides.
pub(super) fn is_open_abbreviation(word: &str) -> bool {
    holds(OPEN_ABBREVIATIONS, word) || is_dotted(word)
}

/// `No`, `Jan`, `pp`: the sentence goes on before a number.
pub(super) fn takes_number(word: &str) -> bool {
    holds(BEFORE_NUMBERS, word)
}

/// `vitamin`, `hepatitis`: a letter after it is its name.
pub(super) fn is_lettered_thing(word: &str) -> bool {
    holds(LETTERED_THINGS, word)
}

/// `The`, `However`: a new sentence, not the second half of a name.
pub(super) fn is_starter(word: &str) -> bool {
    holds(STARTERS, word)
}

/// Letters with dots between them, such as `J.R.R` or `F.B.I`.
fn is_dotted(word: &str) -> bool {
    let mut count = 0;
    for part in word.split('.') {
        let mut letters = part.chars();
        let is_letter = letters.next().is_some_and(char::is_alphabetic) && letters.next().is_none();
        if !is_letter {
            return false;
        }
        count += 1;
    }
    count >= 2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_list_is_sorted_and_said_once() {
        for list in [ABBREVIATIONS, OPEN_ABBREVIATIONS, BEFORE_NUMBERS, LETTERED_THINGS, STARTERS] {
            for pair in list.windows(2) {
                assert!(pair[0] < pair[1], "{pair:?}");
            }
        }
    }
}
