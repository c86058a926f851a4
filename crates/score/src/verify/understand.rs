//! What a claim says: its parts, whom it names, what it counts, and how strongly it is put.

use super::abbreviations::spell_out;
use super::attribution::attribution;
use super::manner::{Modality, Quantifier};
use super::parts::{parts, said};
use super::quantity::{Quantity, magnitude, number_word, quantities};
use super::single::is_deed;
use super::tense::is_present;
use super::verbs::{main_verb, past_form};
use super::words::{Word, is_hedged, is_negated, words};
use domain::{Rarity, Subclaim};
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

impl Reading {
    /// Returns the words that carry matter without the numbers, "1.3 million" whole, what those are counted in (0.32 km and 320
    /// metres are said in other words) and the "make" of "makes up".
    pub fn matter(&self) -> BTreeSet<String> {
        let is_stated = |stem: &String| self.quantities.iter().any(|quantity| quantity.unit.contains(stem));
        let is_light = |stem: &String| {
            stem.starts_with(|c: char| c.is_ascii_digit())
                || magnitude(stem).is_some()
                || ["make", "made"].contains(&stem.as_str())
        };
        self.content.iter().filter(|stem| !is_light(stem) && !is_stated(stem)).cloned().collect()
    }
}

/// A claim, understood.
#[derive(Debug, Clone, PartialEq)]
pub struct Understood {
    /// What is claimed, in one piece: without whom it is put into the mouth of.
    pub statement: String,
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
    /// It speaks of the present, or of what holds at all times.
    pub is_present: bool,
    /// Whom it puts its statement into the mouth of.
    pub speaker: Option<String>,
    /// Of how many it speaks.
    pub quantifier: Quantifier,
    /// Whether it speaks of what is, may be, must be or will be.
    pub modality: Modality,
    /// It says that something is the most of its kind.
    pub is_superlative: bool,
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

    /// How many statements the judge is asked about: the parts and, where there are several, the claim as a whole.
    pub fn asked(&self) -> usize {
        self.parts.len() + usize::from(self.parts.len() > 1)
    }

    /// The statement of that number and its words; behind the last part stands the whole.
    pub fn asked_at(&self, at: usize) -> Option<(&Reading, &str)> {
        match self.parts.get(at) {
            Some(part) => Some((&self.readings[at], &part.text)),
            None => (at < self.asked()).then_some((&self.whole, &self.statement)),
        }
    }
}

/// Reads a claim. Of what is put into somebody's mouth, only the statement is read.
pub fn understand(claim: &str) -> Understood {
    let parts = parts(claim);
    let said = said(claim);
    let speaker = said.and_then(|_| attribution(claim)).map(|found| found.speaker);
    let claim = &spell_out(said.map_or(claim, |span| &claim[span.start..span.end]));
    let tokens = words(claim);
    let readings: Vec<Reading> = parts.iter().map(|part| read(&part.text)).collect();
    let lower = |word: &Word| word.lower.clone();
    let absolute = tokens.iter().map(lower).find(|word| ABSOLUTES.contains(&word.as_str()));
    let is_comparative = tokens.iter().any(|w| COMPARATIVES.contains(&w.lower.as_str()));
    let is_about_belief =
        tokens.iter().any(|w| ["believ", "think", "say", "said", "claim", "opinion"].contains(&w.stem.as_str()));
    let whole = read(claim);
    let is_present = is_present(&tokens, &whole.quantities);
    let strictness = strictness(&tokens, &whole, absolute.is_some(), is_comparative);
    Understood {
        statement: claim.to_string(),
        whole,
        parts,
        readings,
        absolute,
        is_comparative,
        is_about_belief,
        is_present,
        speaker,
        quantifier: Quantifier::of(&tokens),
        modality: Modality::of(&tokens),
        is_superlative: super::manner::is_superlative(&tokens),
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
    let verb = main_verb(&tokens).or_else(|| tokens.iter().position(is_deed)).or_else(|| past_form(&tokens));
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
    let is_headline = is_headline(tokens);
    let mut at = 0;
    while at < tokens.len() {
        let run = if is_headline { 0 } else { name_run(text, tokens, at) };
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

/// Nearly Every Word Has a Capital, so that capitals tell no names.
fn is_headline(tokens: &[Word]) -> bool {
    let matter: Vec<&Word> = tokens.iter().filter(|word| !word.is_stop && !word.is_number()).collect();
    let capitals = matter.iter().filter(|word| word.is_capital).count();
    matter.len() >= HEADLINE_WORDS_MIN && capitals * 10 >= matter.len() * 9
}

/// Shorter texts may be made of names.
const HEADLINE_WORDS_MIN: usize = 6;

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
    fn a_headline_names_nobody_by_its_capitals() {
        assert_eq!(read("Discovery Of Massive Volcanic Emissions Discredits Warming Theory").names, 0);
        assert_eq!(read("Marie Curie married Pierre Curie in Sceaux near Paris.").names, 4);
    }

    #[test]
    fn a_flat_universal_cause_is_stricter_than_a_hedged_maybe() {
        let flat = understand("All vaccines cause autism").strictness;
        let hedged = understand("Some vaccines may be less effective").strictness;
        assert!(flat > 0.82 && hedged < 0.52, "{flat} {hedged}");
    }

    #[test]
    fn what_is_said_is_read_and_who_said_it_is_kept() {
        let read = understand("The ministry said that all exports fell by 3 percent.");
        assert_eq!(read.speaker.as_deref(), Some("The ministry"));
        assert!(!read.whole.content.contains("ministri") && !read.is_about_belief);
        assert_eq!((read.quantifier, read.modality), (Quantifier::All, Modality::Actual));
        assert_eq!(understand("Exports fell.").speaker, None);
    }
}
