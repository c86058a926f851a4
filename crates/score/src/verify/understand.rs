//! What a claim says: its parts, whom it names, what it counts, how strongly it is put, and whether it can be checked at all.

use super::parts::parts;
use super::quantity::{Quantity, number_word, quantities};
use super::verbs::main_verb;
use super::words::{Word, is_hedged, is_negated, words};
use domain::{Rarity, Reason, Subclaim, Verdict};
use std::collections::BTreeSet;

/// Words that leave no exception.
const ABSOLUTES: [&str; 14] = [
    "all",
    "always",
    "never",
    "every",
    "everyone",
    "everybody",
    "everything",
    "none",
    "nobody",
    "only",
    "entirely",
    "completely",
    "no",
    "any",
];

/// Words by which a claim compares.
const COMPARATIVES: [&str; 16] = [
    "more", "less", "fewer", "larger", "smaller", "bigger", "higher", "lower", "faster", "slower", "older", "younger", "better",
    "worse", "longer", "than",
];

/// Stems by which a claim names a cause.
const CAUSALS: [&str; 8] = ["caus", "lead", "trigger", "induc", "prevent", "result", "produc", "because"];

/// Stems by which a claim speaks of a treatment.
const TREATMENTS: [&str; 9] = ["cure", "treat", "vaccin", "therapi", "drug", "medicin", "heal", "remedi", "prevent"];

/// One statement, read.
#[derive(Debug, Clone, PartialEq)]
pub struct Reading {
    /// Stems of the words that carry matter.
    pub content: BTreeSet<String>,
    /// Anchor groups: the names and nouns it is about, each a set of stems, the subject's first.
    pub anchors: Vec<BTreeSet<String>>,
    /// How many of the anchors are proper names.
    pub names: usize,
    /// The proper names among them.
    pub proper: Vec<BTreeSet<String>>,
    /// Stems of the subject's matter.
    pub subject: BTreeSet<String>,
    /// Stems of the verb and what belongs to it.
    pub predicate: BTreeSet<String>,
    /// Stems of what follows the verb.
    pub object: BTreeSet<String>,
    /// The stem the statement turns on: its verb, or after "is", "was", "can" the first word that carries matter.
    pub head: Option<String>,
    /// It says what something is: "whales are fish".
    pub is_copular: bool,
    /// What it counts.
    pub quantities: Vec<Quantity>,
    /// It says no.
    pub is_negated: bool,
}

/// A claim, understood.
#[derive(Debug, Clone, PartialEq)]
pub struct Understood {
    /// The whole claim as one statement.
    pub whole: Reading,
    /// Its parts.
    pub parts: Vec<Subclaim>,
    /// Each part as a statement.
    pub readings: Vec<Reading>,
    /// An absolute word that stands literally in the claim (decision X8).
    pub absolute: Option<String>,
    /// It compares.
    pub is_comparative: bool,
    /// It speaks of what people believe or say.
    pub is_about_belief: bool,
    /// It speaks of the present.
    pub is_present: bool,
    /// How strongly it is put, 0..1 (decision S1-21).
    pub strictness: f64,
    /// What its words weigh.
    pub rarity: Rarity,
}

impl Understood {
    /// Weighs the claim's words by how rare they are where it is looked for.
    pub fn weighed(self, rarity: &Rarity) -> Self {
        Self { rarity: rarity.clone(), ..self }
    }
}

/// Reads a claim.
pub fn understand(claim: &str) -> Understood {
    let tokens = words(claim);
    let parts = parts(claim);
    let readings: Vec<Reading> = parts.iter().map(|part| read(&part.text)).collect();
    let lower = |word: &Word| word.lower.clone();
    let absolute = tokens.iter().map(lower).find(|word| ABSOLUTES.contains(&word.as_str()));
    let is_comparative = tokens.iter().any(|w| COMPARATIVES.contains(&w.lower.as_str()));
    let is_about_belief =
        tokens.iter().any(|w| ["believ", "think", "say", "said", "claim", "opinion"].contains(&w.stem.as_str()));
    let is_present =
        tokens.iter().any(|w| ["is", "are", "has", "have", "current", "currently", "now", "today"].contains(&w.lower.as_str()));
    let whole = read(claim);
    let strictness = strictness(&tokens, &whole, absolute.is_some(), is_comparative);
    Understood {
        whole,
        parts,
        readings,
        absolute,
        is_comparative,
        is_about_belief,
        is_present,
        strictness,
        rarity: Rarity::default(),
    }
}

/// Strictness: 0.40 assertiveness + 0.30 universality + 0.30 modality, and 0.08 for causal, numeric, comparative or
/// treatment claims (decision S1-21).
///
/// Assertiveness is 1 for a flat statement and 0.4 for a hedged one ("coffee may help"); universality is 1 with an absolute
/// word ("all swans"), 0.2 with a partial one ("some swans"), else 0.6; modality is 1 for the indicative, 0.3 under a modal.
fn strictness(tokens: &[Word], whole: &Reading, has_absolute: bool, is_comparative: bool) -> f64 {
    let has = |list: &[&str]| tokens.iter().any(|w| list.contains(&w.lower.as_str()));
    let assertiveness = if is_hedged(tokens) { 0.4 } else { 1.0 };
    let is_partial = has(&["some", "certain", "sometimes", "often", "many", "few", "most", "usually"]);
    let universality = if has_absolute {
        1.0
    } else if is_partial {
        0.2
    } else {
        0.6
    };
    let modality = if has(&["may", "might", "could", "can", "would", "should"]) { 0.3 } else { 1.0 };
    let stem = |list: &[&str]| tokens.iter().any(|w| list.contains(&w.stem.as_str()));
    let is_demanding = stem(&CAUSALS) || stem(&TREATMENTS) || is_comparative || !whole.quantities.is_empty();
    let extra: f64 = if is_demanding { 0.08 } else { 0.0 };
    (0.40 * assertiveness + 0.30 * universality + 0.30 * modality + extra).min(1.0)
}

/// Reads one statement.
pub fn read(text: &str) -> Reading {
    let tokens = words(text);
    let verb = main_verb(&tokens);
    let matter = |slice: &[Word]| -> BTreeSet<String> {
        slice.iter().filter(|w| !w.is_stop && !w.is_number()).map(|w| w.stem.clone()).collect()
    };
    let (before, after) = verb.map_or((&tokens[..], &tokens[..0]), |at| (&tokens[..at], &tokens[at + 1..]));
    let mut predicate: BTreeSet<String> =
        verb.map(|at| &tokens[at]).filter(|w| !w.is_stop).map(|w| w.stem.clone()).into_iter().collect();
    let object = matter(after);
    let head =
        verb.map(|at| &tokens[at..]).and_then(|rest| rest.iter().find(|w| !w.is_stop && !w.is_number())).map(|w| w.stem.clone());
    predicate.extend(object.iter().cloned());
    let (anchors, proper) = anchors(text, &tokens);
    Reading {
        content: tokens.iter().filter(|w| !w.is_stop).map(|w| w.stem.clone()).collect(),
        anchors,
        names: proper.len(),
        proper,
        subject: matter(before),
        predicate,
        object,
        head,
        is_copular: verb.is_some_and(|at| ["is", "are", "was", "were"].contains(&tokens[at].lower.as_str())),
        quantities: quantities(text),
        is_negated: is_negated(&tokens),
    }
}

/// Most anchor groups of one statement.
const ANCHORS_MAX: usize = 8;

/// Proper names first come as one group each (a run of capitals), then every other noun-like word by itself.
fn anchors(text: &str, tokens: &[Word]) -> (Vec<BTreeSet<String>>, Vec<BTreeSet<String>>) {
    let mut groups: Vec<(bool, BTreeSet<String>)> = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let run = name_run(text, tokens, at);
        if run > 0 {
            let stems = tokens[at..at + run].iter().filter(|w| !w.is_stop).map(|w| w.stem.clone()).collect();
            groups.push((true, stems));
            at += run;
            continue;
        }
        let word = &tokens[at];
        let is_light =
            word.is_stop || word.is_number() || number_word(&word.lower).is_some() || LIGHT.contains(&word.stem.as_str());
        if !is_light && main_verb(&tokens[at..=at]).is_none() {
            groups.push((false, BTreeSet::from([word.stem.clone()])));
        }
        at += 1;
    }
    groups.dedup_by(|a, b| a.1 == b.1);
    groups.truncate(ANCHORS_MAX);
    groups.retain(|(_, stems)| !stems.is_empty());
    let proper = groups.iter().filter(|(is_name, _)| *is_name).map(|(_, stems)| stems.clone()).collect();
    (groups.into_iter().map(|(_, stems)| stems).collect(), proper)
}

/// Length of the proper name that begins here. The first word of a sentence is a name only when the next one is too, or
/// when it is written in capitals throughout.
fn name_run(text: &str, tokens: &[Word], at: usize) -> usize {
    // Units are written like names: "212 degrees Fahrenheit" names nobody.
    let is_unit = |w: &Word| ["celsius", "fahrenheit", "kelvin"].contains(&w.lower.as_str());
    let is_name = |k: usize| {
        tokens.get(k).is_some_and(|w| w.is_capital && !w.is_stop && !w.is_number() && w.lower.len() > 1 && !is_unit(w))
    };
    if !is_name(at) {
        return 0;
    }
    let mut run = 1;
    while is_name(at + run) && text[tokens[at + run - 1].span.end..tokens[at + run].span.start].trim().is_empty() {
        run += 1;
    }
    let first = tokens[at].span.of(text).unwrap_or("");
    let is_acronym = first.len() > 1 && first.chars().all(|c| !c.is_lowercase());
    if at == 0 && run == 1 && !is_acronym { 0 } else { run }
}

/// Stems too light to be what a claim is about.
const LIGHT: [&str; 22] = [
    "percent", "million", "billion", "thousand", "year", "day", "time", "first", "new", "degre", "number", "amount", "level",
    "way", "thing", "part", "peopl", "world", "larg", "great", "mani", "sever",
];

/// Returns the verdict and reason for a text that evidence could not settle or that states nothing; otherwise nothing.
///
/// Steps 2 and 3 of "From stance to verdict". `year` is the year of asking; `has_context` is true when the sentence stands
/// in a longer text, where a pronoun may have its referent.
pub fn uncheckable(claim: &str, year: i16, has_context: bool) -> Option<(Verdict, Reason)> {
    let tokens = words(claim);
    if let Some(reason) = foreign(claim, &tokens) {
        return Some((Verdict::Unverifiable, reason));
    }
    if let Some(reason) = no_claim(claim, &tokens) {
        return Some((Verdict::NotAClaim, reason));
    }
    unsettleable(&tokens, year, has_context).map(|reason| (Verdict::Unverifiable, reason))
}

fn foreign(claim: &str, tokens: &[Word]) -> Option<Reason> {
    let letters = claim.chars().filter(|c| c.is_alphabetic()).count();
    let latin = claim.chars().filter(|c| c.is_alphabetic() && (*c as u32) < 0x250).count();
    if letters >= 4 && latin * 2 < letters {
        return Some(Reason::OtherLanguage);
    }
    // Short texts fool the detector, so English function words overrule it.
    let english = tokens.iter().filter(|w| w.is_stop).count();
    if letters < 24 || english * 5 >= tokens.len() {
        return None;
    }
    let seen = whatlang::detect(claim)?;
    (seen.lang() != whatlang::Lang::Eng && seen.confidence() > 0.5 && english == 0).then_some(Reason::OtherLanguage)
}

fn no_claim(claim: &str, tokens: &[Word]) -> Option<Reason> {
    let first = tokens.first().map_or("", |w| w.lower.as_str());
    let has = |list: &[&str]| tokens.iter().any(|w| list.contains(&w.lower.as_str()));
    if claim.trim_end().ends_with('?') || QUESTION_OPENERS.contains(&first) && !has(&["because"]) && claim.contains('?') {
        return Some(Reason::Question);
    }
    if tokens.len() < 2 {
        return Some(Reason::NoStatement);
    }
    if COMMANDS.contains(&first) {
        return Some(Reason::Command);
    }
    let second = tokens.get(1).map_or("", |w| w.lower.as_str());
    let is_first_person = (first == "i" || first == "we")
        && ["think", "feel", "believe", "love", "hate", "like", "prefer", "want", "wish", "hope"].contains(&second);
    let is_evaluative = has(&TASTES) && !has(&["than", "rated", "ranked", "survey", "poll", "study", "percent"]);
    if is_first_person || is_evaluative || has(&["should", "ought"]) {
        return Some(Reason::Opinion);
    }
    // Our list of verbs is short, so a longer text without a known one gets the benefit of the doubt.
    (main_verb(tokens).is_none() && tokens.len() < STATEMENT_WORDS_MIN).then_some(Reason::NoStatement)
}

/// Words from which a text without a known verb still passes for a statement.
const STATEMENT_WORDS_MIN: usize = 5;

fn unsettleable(tokens: &[Word], year: i16, has_context: bool) -> Option<Reason> {
    let first = tokens.first().map_or("", |w| w.lower.as_str());
    let has = |list: &[&str]| tokens.iter().any(|w| list.contains(&w.lower.as_str()));
    let pairs = || tokens.windows(2).map(|w| (w[0].lower.as_str(), w[1].lower.as_str()));
    if has(&["secretly", "privately", "inwardly"])
        && has(&["wants", "wanted", "thinks", "thought", "plans", "hopes", "intends", "believes", "hates", "loves"])
    {
        return Some(Reason::PrivateIntention);
    }
    let later = tokens.iter().filter_map(|w| w.lower.parse::<i16>().ok()).any(|y| y > year && y < year + 500);
    let is_prediction = pairs().any(|(a, b)| (a == "will" && b != "of") || (a == "won't") || (a == "going" && b == "to"));
    if is_prediction || (later && has(&["by", "in"]) && !has(&["planned", "plans", "targets", "pledged", "signed"])) {
        return Some(Reason::FutureEvent);
    }
    if has(&["undetectable", "unknowable", "ineffable"])
        || (has(&["reality", "universe"]) && has(&["simulation", "illusion", "dream"]))
    {
        return Some(Reason::Unfalsifiable);
    }
    let is_pointing = ["he", "she", "they", "this", "that", "these", "those"].contains(&first);
    let points_with_noun = ["this", "that", "these", "those"].contains(&first)
        && tokens.get(1).is_some_and(|w| !w.is_stop && main_verb(std::slice::from_ref(w)).is_none());
    let is_it = first == "it"
        && !pairs().take(3).any(|(a, b)| a == "it" && (b == "takes" || b == "rains" || b == "snows"))
        && !has(&["that", "to"]);
    ((is_pointing && !points_with_noun || is_it) && !has_context).then_some(Reason::MissingReferent)
}

const QUESTION_OPENERS: [&str; 14] =
    ["who", "what", "when", "where", "why", "how", "is", "are", "does", "do", "did", "can", "could", "should"];

const COMMANDS: [&str; 16] = [
    "please",
    "buy",
    "vote",
    "tell",
    "give",
    "show",
    "make",
    "let",
    "let's",
    "stop",
    "write",
    "explain",
    "ignore",
    "click",
    "subscribe",
    "imagine",
];

const TASTES: [&str; 14] = [
    "beautiful",
    "ugly",
    "delicious",
    "boring",
    "amazing",
    "awesome",
    "terrible",
    "wonderful",
    "disgusting",
    "lovely",
    "awful",
    "gorgeous",
    "tasty",
    "overrated",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_statement_is_read_by_subject_predicate_and_object() {
        let read = read("The Eiffel Tower was built in Paris in 1889.");
        assert_eq!(read.anchors[0], BTreeSet::from(["eiffel".to_owned(), "tower".to_owned()]));
        assert_eq!(read.names, 2);
        assert!(read.object.contains("pari") && read.subject.contains("eiffel"));
        assert_eq!(read.quantities.len(), 1);
    }

    #[test]
    fn a_flat_universal_cause_is_stricter_than_a_hedged_maybe() {
        let flat = understand("All vaccines cause autism").strictness;
        let hedged = understand("Some vaccines may be less effective").strictness;
        assert!(flat > 0.82 && hedged < 0.52, "{flat} {hedged}");
    }

    #[test]
    fn what_cannot_be_checked_says_why() {
        let why = |claim| uncheckable(claim, 2026, false).map(|(_, reason)| reason);
        assert_eq!(why("Is the Earth flat?"), Some(Reason::Question));
        assert_eq!(why("Bananas"), Some(Reason::NoStatement));
        assert_eq!(why("🎉🎉🎉"), Some(Reason::NoStatement));
        assert_eq!(why("I think pizza is great"), Some(Reason::Opinion));
        assert_eq!(why("Please check this for me"), Some(Reason::Command));
        assert_eq!(why("Sea levels will rise by two metres by 2100"), Some(Reason::FutureEvent));
        assert_eq!(why("The minister secretly wants to resign"), Some(Reason::PrivateIntention));
        assert_eq!(why("She was the first to do it"), Some(Reason::MissingReferent));
        assert_eq!(why("La tour Eiffel se trouve dans la ville de Paris depuis longtemps"), Some(Reason::OtherLanguage));
        assert_eq!(why("Москва является столицей России"), Some(Reason::OtherLanguage));
    }

    #[test]
    fn plain_statements_pass() {
        for claim in [
            "Water boils at 100 °C at sea level",
            "Vaccines cause autism",
            "The Berlin Wall fell in 1989",
            "Humans only use 10 percent of their brains",
            "This drug reduces mortality",
            "Ethanol inhibits AMPK phosphorylation",
        ] {
            assert_eq!(uncheckable(claim, 2026, false), None, "{claim}");
        }
    }
}
