//! What the sentences of a passage say of what they name.

use super::super::verbs::{is_auxiliary, main_verb};
use super::super::words::{Word, words};
use super::entity::{Mention, key, mentions};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Names of one sentence that are looked at.
const NAMES_PER_SENTENCE_MAX: usize = 8;
/// Words between two names that may still be one relation.
const RELATION_WORDS_MAX: usize = 6;

/// Something a sentence says of two things it names.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fact {
    /// Key of the one.
    pub subject: String,
    /// The relation as a stem and, where one follows, a preposition: "capit of".
    pub relation: String,
    /// Key of the other.
    pub object: String,
    /// Which sentence says so.
    pub sentence: u32,
}

/// All that a passage says: who is named in which sentence, the facts among them, and names it explains.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Facts {
    /// Keys named in each sentence.
    pub named: Vec<Vec<String>>,
    /// Facts a pattern is sure of.
    pub sure: Vec<Fact>,
    /// Short name and long name: "tumor necrosis factor (TNF)".
    pub aliases: Vec<(String, String)>,
}

impl Facts {
    /// Returns every key of the passage, sorted, each once.
    pub fn entities(&self) -> Vec<&str> {
        let aliases = self.aliases.iter().flat_map(|(short, long)| [short.as_str(), long.as_str()]);
        let mut all: Vec<&str> = self.named.iter().flatten().map(String::as_str).chain(aliases).collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// Nothing is named.
    pub fn is_empty(&self) -> bool {
        self.aliases.is_empty() && self.named.iter().all(Vec::is_empty)
    }

    /// Returns the other names under which this passage explains a name.
    pub fn also_known_as<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        self.aliases.iter().filter_map(move |(short, long)| match name {
            name if name == short => Some(long.as_str()),
            name if name == long => Some(short.as_str()),
            _ => None,
        })
    }

    /// Calls one entity by another name.
    pub fn renamed(mut self, from: &str, to: &str) -> Self {
        let facts = self.sure.iter_mut().flat_map(|fact| [&mut fact.subject, &mut fact.object]);
        for name in self.named.iter_mut().flatten().chain(facts).filter(|name| name.as_str() == from) {
            to.clone_into(name);
        }
        self
    }
}

/// Somebody who reads facts out of sentences: patterns, or a language model asked to.
pub trait Extract: Send + Sync {
    /// Reads the sentences of one passage.
    fn read(&self, sentences: &[String]) -> Facts;
}

/// Reads by patterns: says little, and the same every time.
#[derive(Debug, Clone, Copy, Default)]
pub struct Patterns;

impl Extract for Patterns {
    fn read(&self, sentences: &[String]) -> Facts {
        let mut facts = Facts::default();
        let mut full_names: BTreeMap<String, String> = BTreeMap::new();
        for (at, sentence) in sentences.iter().enumerate() {
            let mut found = mentions(sentence);
            found.truncate(NAMES_PER_SENTENCE_MAX);
            for mention in &mut found {
                resolve(mention, &mut full_names);
            }
            facts.sure.extend(sure_facts(sentence, at as u32, &found));
            facts.aliases.extend(explained(sentence));
            facts.named.push(found.into_iter().map(|mention| mention.entity).collect());
        }
        facts
    }
}

/// A family name by itself is the person whose full name came before.
fn resolve(mention: &mut Mention, full_names: &mut BTreeMap<String, String>) {
    match mention.entity.rsplit_once(' ') {
        Some((_, last)) => {
            full_names.entry(last.to_owned()).or_insert_with(|| mention.entity.clone());
        }
        None => {
            if let Some(full) = full_names.get(&mention.entity) {
                mention.entity = full.clone();
            }
        }
    }
}

/// Facts between neighbours: what stands between two names has one word of matter and a verb, and no mark breaks it up.
fn sure_facts(sentence: &str, at: u32, found: &[Mention]) -> Vec<Fact> {
    let tokens = words(sentence);
    let pairs = found.windows(2).filter_map(|pair| {
        let [one, other] = pair else { return None };
        let text = sentence.get(one.span.end..other.span.start)?;
        let between = tokens.get(one.words.1..other.words.0)?;
        let (relation, is_passive) = relation(text, between)?;
        let (subject, object) = if is_passive { (other, one) } else { (one, other) };
        Some(Fact { subject: subject.entity.clone(), relation, object: object.entity.clone(), sentence: at })
    });
    pairs.filter(|fact| fact.subject != fact.object).collect()
}

/// "was born in" → "born in"; "is the capital of" → "capit of"; "was designed by" → "design", the other way round;
/// ", the capital of" → "capit of".
fn relation(text: &str, between: &[Word]) -> Option<(String, bool)> {
    let is_apposition = text.trim_start().starts_with(", the ") || text.trim_start().starts_with(", a ");
    let rest = if is_apposition { text.trim_start().trim_start_matches(',') } else { text };
    if between.is_empty() || between.len() > RELATION_WORDS_MAX || rest.contains([',', ';', ':', '(', ')', '—', '"']) {
        return None;
    }
    if between.iter().any(|word| ["not", "never", "no", "and", "or", "than"].contains(&word.lower.as_str())) {
        return None;
    }
    let is_stated = is_apposition || main_verb(between).is_some();
    let matter: Vec<&Word> = between.iter().filter(|word| !word.is_stop && !is_auxiliary(&word.lower)).collect();
    let [head] = matter.as_slice() else { return None };
    let last = between.last().filter(|last| last.span != head.span).map_or("", |last| last.lower.as_str());
    let is_passive = last == "by" && between.iter().any(|word| is_auxiliary(&word.lower));
    let joined = match last {
        "of" | "in" | "at" | "to" | "for" | "from" | "on" | "with" => format!("{} {last}", head.stem),
        _ => head.stem.clone(),
    };
    (is_stated && !head.is_number()).then_some((joined, is_passive))
}

/// Names a sentence explains: "tumor necrosis factor (TNF)", when the letters are those the words begin with.
fn explained(sentence: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for (open, _) in sentence.match_indices('(') {
        let Some(length) = sentence[open..].find(')') else { break };
        let short = sentence[open + 1..open + length].trim();
        let letters: Vec<char> = short.chars().filter(|c| c.is_alphabetic()).flat_map(char::to_lowercase).collect();
        if !(2..=6).contains(&letters.len()) || short.contains(' ') || !short.starts_with(char::is_uppercase) {
            continue;
        }
        let before = words(&sentence[..open]);
        let Some(from) = before.len().checked_sub(letters.len()) else { continue };
        let run = &before[from..];
        if run.iter().zip(&letters).all(|(word, letter)| word.lower.starts_with(*letter)) {
            let long = sentence.get(run[0].span.start..open).unwrap_or("");
            found.push((key(short), key(long)));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(sentences: &[&str]) -> Facts {
        Patterns.read(&sentences.iter().map(|s| (*s).to_owned()).collect::<Vec<_>>())
    }

    fn told(sentence: &str) -> Vec<String> {
        read(&[sentence]).sure.iter().map(|f| format!("{} | {} | {}", f.subject, f.relation, f.object)).collect()
    }

    #[test]
    fn a_fact_is_two_names_with_one_relation_between_them() {
        assert_eq!(told("Warsaw is the capital of Poland."), ["warsaw | capit of | poland"]);
        assert_eq!(told("Marie Curie was born in Warsaw in 1867."), ["marie curie | born in | warsaw"]);
        assert_eq!(told("The Lenna Bridge was designed by Rita Holm."), ["rita holm | design | lenna bridge"]);
        assert_eq!(told("Orvik, the capital of Lennland, is cold."), ["orvik | capit of | lennland"]);
    }

    #[test]
    fn what_no_pattern_is_sure_of_is_only_named_together() {
        for sentence in [
            "Warsaw is not the capital of Prussia.",
            "After the war, Orvik, once rich, lost trade to Lenna.",
            "Rita Holm and Jan Brevik met.",
        ] {
            assert_eq!(told(sentence), Vec::<String>::new(), "{sentence}");
        }
        assert_eq!(read(&["Rita Holm and Jan Brevik met."]).named, [["rita holm", "jan brevik"]]);
    }

    #[test]
    fn a_family_name_alone_is_the_person_named_before() {
        let facts = read(&["Rita Holm drew bridges.", "In 1920 Holm moved to Orvik."]);
        assert_eq!(facts.named[1], ["rita holm", "orvik"]);
        assert_eq!(facts.sure[0].sentence, 1);
    }

    #[test]
    fn a_short_form_is_explained_by_its_letters() {
        let facts = read(&["We measured tumor necrosis factor (TNF) in serum (see Methods)."]);
        assert_eq!(facts.aliases, [("tnf".to_owned(), "tumor necrosis factor".to_owned())]);
        assert!(facts.entities().contains(&"tumor necrosis factor"));
    }
}
