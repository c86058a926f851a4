//! Which word is the verb. A list of the verbs that claims use and a few endings; no tagger.

use super::words::Word;

/// Returns the index of the word that carries the statement, if there is one.
///
/// An auxiliary counts at once; another verb counts when it is not the first word after a determiner or preposition
/// ("the run", "to boil"), where the same letters are a noun. Headlines are written in capitals throughout, so a capital
/// says nothing there.
pub fn main_verb(tokens: &[Word]) -> Option<usize> {
    let is_headline = is_headline(tokens);
    (0..tokens.len()).find(|&at| is_verb_here(tokens, at, is_headline))
}

/// Returns the word that looks like a verb where no known one stands: "Italy owes", "troops rushed in".
pub fn likely_verb(tokens: &[Word]) -> Option<usize> {
    main_verb(tokens).or_else(|| {
        let is_headline = is_headline(tokens);
        (1..tokens.len()).find(|&at| {
            let (word, before) = (tokens[at].lower.as_str(), tokens[at - 1].lower.as_str());
            let is_open = !NOUN_OPENERS.contains(&before) && !tokens[at].is_stop && (!tokens[at].is_capital || is_headline);
            let is_past = word.len() > 4 && word.ends_with("ed");
            let is_third = word.len() > 3 && word.ends_with('s') && !["ss", "us", "is"].iter().any(|end| word.ends_with(end));
            is_open && (is_past || is_third && at + 1 < tokens.len())
        })
    })
}

/// Returns the first word with the ending of a past, where no known verb stands: "coal supplied a tenth". Neither "speed" nor "hundred" is one.
pub fn past_form(tokens: &[Word]) -> Option<usize> {
    (1..tokens.len()).find(|&at| {
        let (word, before) = (tokens[at].lower.as_str(), tokens[at - 1].lower.as_str());
        let is_past = word.len() > 4 && word.ends_with("ed") && !word.ends_with("eed") && word != "hundred";
        is_past && !NOUN_OPENERS.contains(&before) && !tokens[at].is_stop && !tokens[at].is_capital
    })
}

/// "COLLOIDAL SILVER KILLS GERMS", "Mayor Opens New Bridge".
fn is_headline(tokens: &[Word]) -> bool {
    let capitals = tokens.iter().filter(|word| word.is_capital).count();
    let small = tokens.iter().filter(|word| !word.is_capital && !word.is_stop && !word.is_number()).count();
    tokens.len() >= 3 && capitals >= 3 && small == 0
}

fn is_verb_here(tokens: &[Word], at: usize, is_headline: bool) -> bool {
    let word = tokens[at].lower.as_str();
    let before = at.checked_sub(1).map_or("", |k| tokens[k].lower.as_str());
    if is_month(tokens, at) {
        return false;
    }
    if is_auxiliary(word) {
        return true;
    }
    if NOUN_OPENERS.contains(&before) || (tokens[at].is_capital && at > 0 && !is_headline) {
        return false;
    }
    PASTS.contains(&word) && !is_before_noun(tokens, at)
        || VERBS.binary_search(&tokens[at].stem.as_str()).is_ok() && !is_base_noun(word, tokens, at)
}

/// "18 March 2025", "May 7".
fn is_month(tokens: &[Word], at: usize) -> bool {
    let is_number = |k: Option<usize>| k.and_then(|k| tokens.get(k)).is_some_and(Word::is_number);
    let may_be = tokens[at].is_capital && ["march", "may"].contains(&tokens[at].lower.as_str());
    may_be && (is_number(at.checked_sub(1)) || is_number(Some(at + 1)))
}

/// "Iran-backed rebels said": another verb follows the noun that it goes with.
fn is_before_noun(tokens: &[Word], at: usize) -> bool {
    let is_verb =
        |word: &Word| word.lower == "said" || is_auxiliary(&word.lower) || VERBS.binary_search(&word.stem.as_str()).is_ok();
    tokens.get(at + 1).is_some_and(|word| !word.is_stop) && tokens.get(at + 2).is_some_and(is_verb)
}

/// Pasts that are verbs of newspapers, though what they are made from is a noun as often.
const PASTS: [&str; 18] = [
    "backed",
    "blamed",
    "accused",
    "fined",
    "jailed",
    "sued",
    "staged",
    "toured",
    "headed",
    "topped",
    "scrapped",
    "quashed",
    "slashed",
    "shelved",
    "overturned",
    "upheld",
    "unveiled",
    "urged",
];

/// "sea levels", "drug use": a base form that another verb follows soon after is a noun.
fn is_base_noun(word: &str, tokens: &[Word], at: usize) -> bool {
    let is_finite = word.ends_with("ed") || (word.ends_with('s') && !word.ends_with("ss"));
    let is_ing = word.ends_with("ing");
    let next_is_verb =
        tokens.get(at + 1).is_some_and(|next| VERBS.binary_search(&next.stem.as_str()).is_ok() && !next.is_capital);
    if next_is_verb && !word.ends_with("ed") {
        return true;
    }
    let verb_follows = tokens[at + 1..].iter().take(4).any(|next| is_auxiliary(&next.lower));
    (verb_follows && !is_finite) || is_ing || (verb_follows && word.ends_with('s'))
}

/// A form of be, have, do or a modal.
pub fn is_auxiliary(word: &str) -> bool {
    AUXILIARIES.contains(&word) || (word.ends_with("n't") && word.len() > 3)
}

const AUXILIARIES: [&str; 21] = [
    "is", "are", "was", "were", "be", "been", "am", "has", "have", "had", "does", "do", "did", "will", "would", "can", "could",
    "may", "might", "must", "cannot",
];

const NOUN_OPENERS: [&str; 21] = [
    "the", "a", "an", "this", "that's", "these", "those", "its", "their", "his", "her", "of", "in", "on", "at", "for", "to",
    "by", "with", "from", "no",
];

/// Sorted stems of verbs that claims use.
const VERBS: &[&str] = &[
    "abolish",
    "absorb",
    "acceler",
    "accelerate",
    "accept",
    "account",
    "achiev",
    "acquir",
    "activ",
    "add",
    "admit",
    "adopt",
    "advanc",
    "affect",
    "age",
    "agre",
    "aim",
    "allow",
    "amount",
    "announc",
    "appear",
    "appli",
    "approv",
    "argu",
    "aris",
    "arrest",
    "arriv",
    "assassin",
    "associ",
    "attack",
    "attract",
    "author",
    "ban",
    "beat",
    "becam",
    "becom",
    "began",
    "begin",
    "begun",
    "believ",
    "belong",
    "ben",
    "bite",
    "bleed",
    "block",
    "blow",
    "boil",
    "boost",
    "border",
    "born",
    "borrow",
    "bought",
    "break",
    "breath",
    "bring",
    "broke",
    "brought",
    "build",
    "built",
    "burn",
    "call",
    "came",
    "captur",
    "carri",
    "cast",
    "catch",
    "caught",
    "caus",
    "chang",
    "charg",
    "circl",
    "claim",
    "close",
    "collaps",
    "collect",
    "coloni",
    "combin",
    "come",
    "compos",
    "comput",
    "condemn",
    "conduct",
    "confirm",
    "connect",
    "conquer",
    "consist",
    "construct",
    "consum",
    "contain",
    "contribut",
    "control",
    "convert",
    "cost",
    "cover",
    "cross",
    "cure",
    "damag",
    "date",
    "declar",
    "declin",
    "decreas",
    "defeat",
    "defin",
    "delay",
    "deliv",
    "deni",
    "depend",
    "deriv",
    "descend",
    "design",
    "destroy",
    "detect",
    "determin",
    "develop",
    "die",
    "differ",
    "digest",
    "direct",
    "discov",
    "dissolv",
    "divid",
    "donat",
    "doubl",
    "drank",
    "drink",
    "drive",
    "drop",
    "drove",
    "earn",
    "eat",
    "elect",
    "elimin",
    "emerg",
    "emit",
    "employ",
    "enabl",
    "encod",
    "end",
    "enjoy",
    "enter",
    "equal",
    "eras",
    "erupt",
    "escap",
    "establish",
    "evapor",
    "evolv",
    "exceed",
    "exempt",
    "exist",
    "expand",
    "explod",
    "export",
    "extend",
    "fail",
    "fall",
    "feed",
    "fell",
    "fight",
    "fill",
    "find",
    "flew",
    "fli",
    "float",
    "flow",
    "focus",
    "follow",
    "forbid",
    "form",
    "fought",
    "found",
    "freez",
    "froze",
    "function",
    "fund",
    "gain",
    "gave",
    "gener",
    "generat",
    "get",
    "give",
    "given",
    "go",
    "goe",
    "got",
    "govern",
    "grant",
    "grew",
    "grow",
    "guarante",
    "happen",
    "harm",
    "hate",
    "heal",
    "heat",
    "held",
    "help",
    "hibern",
    "hit",
    "hold",
    "host",
    "hunt",
    "impair",
    "implement",
    "import",
    "improv",
    "includ",
    "increas",
    "indic",
    "induc",
    "infect",
    "influenc",
    "inhabit",
    "inherit",
    "inhibit",
    "intend",
    "introduc",
    "invad",
    "invent",
    "involv",
    "issu",
    "join",
    "keep",
    "kept",
    "kill",
    "knew",
    "know",
    "lack",
    "land",
    "last",
    "launch",
    "lay",
    "lead",
    "learn",
    "leav",
    "led",
    "left",
    "lend",
    "let",
    "lie",
    "like",
    "limit",
    "link",
    "liv",
    "live",
    "locat",
    "lose",
    "lost",
    "love",
    "lower",
    "made",
    "maintain",
    "make",
    "manufactur",
    "marri",
    "mean",
    "meant",
    "measur",
    "mediat",
    "meet",
    "melt",
    "met",
    "migrat",
    "mock",
    "modul",
    "move",
    "murder",
    "name",
    "need",
    "nomin",
    "obtain",
    "occupi",
    "occur",
    "offer",
    "open",
    "oper",
    "oppos",
    "orbit",
    "organ",
    "origin",
    "outlaw",
    "own",
    "pass",
    "pay",
    "perform",
    "play",
    "point",
    "pollut",
    "possess",
    "praise",
    "predict",
    "prefer",
    "present",
    "preserv",
    "prevent",
    "produc",
    "prohibit",
    "promot",
    "propos",
    "prosecut",
    "protect",
    "prove",
    "proven",
    "provid",
    "publish",
    "pull",
    "push",
    "put",
    "rain",
    "rais",
    "ran",
    "ratifi",
    "reach",
    "read",
    "receiv",
    "recommend",
    "record",
    "reduc",
    "refer",
    "reflect",
    "refus",
    "regul",
    "relat",
    "releas",
    "remain",
    "remov",
    "replac",
    "report",
    "repres",
    "requir",
    "resign",
    "respond",
    "result",
    "return",
    "reveal",
    "revolv",
    "ride",
    "rise",
    "rose",
    "rotat",
    "ruin",
    "rule",
    "run",
    "said",
    "sank",
    "save",
    "saw",
    "say",
    "score",
    "see",
    "seen",
    "sell",
    "send",
    "sent",
    "separ",
    "serv",
    "set",
    "shine",
    "show",
    "shown",
    "shrank",
    "shrink",
    "sign",
    "sink",
    "sit",
    "sleep",
    "sold",
    "solv",
    "speak",
    "spend",
    "spent",
    "spin",
    "split",
    "spoke",
    "spread",
    "stand",
    "star",
    "start",
    "stay",
    "steal",
    "stem",
    "stimul",
    "stole",
    "stood",
    "stop",
    "store",
    "strengthen",
    "strike",
    "struck",
    "studi",
    "succeed",
    "suffer",
    "suggest",
    "support",
    "suppress",
    "surround",
    "surviv",
    "swim",
    "take",
    "taken",
    "target",
    "taught",
    "teach",
    "tend",
    "think",
    "thought",
    "threaten",
    "took",
    "touch",
    "train",
    "transfer",
    "transform",
    "transmit",
    "travel",
    "treat",
    "trigger",
    "turn",
    "underw",
    "use",
    "vanish",
    "vari",
    "view",
    "violat",
    "visit",
    "vote",
    "walk",
    "want",
    "warm",
    "watch",
    "weaken",
    "wear",
    "weigh",
    "went",
    "win",
    "won",
    "wore",
    "work",
    "worsen",
    "write",
    "written",
    "wrote",
    "yield",
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verify::words::words;

    fn verb(text: &str) -> Option<String> {
        let tokens = words(text);
        main_verb(&tokens).map(|at| tokens[at].lower.clone())
    }

    #[test]
    fn the_verbs_are_sorted_enough_to_be_found() {
        let mut sorted = VERBS.to_vec();
        sorted.sort_unstable();
        sorted.dedup();
        let lost: Vec<&&str> = sorted.iter().filter(|v| VERBS.binary_search(v).is_err()).collect();
        assert!(lost.is_empty(), "out of order near {lost:?}");
    }

    #[test]
    fn statements_have_a_verb_and_fragments_do_not() {
        assert_eq!(verb("Vaccines cause autism").as_deref(), Some("cause"));
        assert_eq!(verb("The Great Wall of China is visible from the Moon").as_deref(), Some("is"));
        assert_eq!(verb("Napoleon lost at Waterloo").as_deref(), Some("lost"));
        assert_eq!(verb("Penicillin was discovered by Fleming").as_deref(), Some("was"));
        assert_eq!(verb("COLLOIDAL SILVER KILLS GERMS").as_deref(), Some("kills"));
        assert_eq!(verb("the red house"), None);
        assert_eq!(verb("Bananas"), None);
    }

    #[test]
    fn an_unknown_verb_is_known_by_its_ending() {
        let likely = |text: &str| {
            let tokens = words(text);
            likely_verb(&tokens).map(|at| tokens[at].lower.clone())
        };
        assert_eq!(likely("Italy owes one trillion").as_deref(), Some("owes"));
        assert_eq!(likely("Troops rushed in").as_deref(), Some("rushed"));
        assert_eq!(likely("The red house of glass"), None);
    }
}
