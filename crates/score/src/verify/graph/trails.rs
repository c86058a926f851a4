//! Passages that the entity graph leads to from what a claim names: directly, or over one entity in between.

use super::extract::{Fact, Facts};
use domain::PassageId;
use std::collections::{BTreeMap, BTreeSet};

/// Names of a claim that are followed.
pub const ENTITIES_PER_CLAIM_MAX: usize = 5;
/// Entities in between that are looked at for one name.
const NEIGHBOURS_MAX: usize = 64;
/// What a fact counts that a pattern is sure of.
const SURE: f64 = 1.0;
/// What two names in one sentence count.
const TOGETHER: f64 = 0.7;
/// What a path over one entity in between counts beside a direct one.
const TWO_HOPS: f64 = 0.8;

/// What the graph knows of one entity.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Known {
    /// Passages that name it, with what they say.
    pub passages: Vec<(PassageId, Facts)>,
    /// How much the name tells, 0..1.
    pub rarity: f64,
}

/// The entities linked to a name: how firmly, and in which passage.
type Links<'a> = BTreeMap<&'a str, (f64, &'a PassageId)>;

/// A passage the graph led to.
#[derive(Debug, Clone, PartialEq)]
pub struct Trail {
    /// Which passage.
    pub passage: PassageId,
    /// S1's raw graph score, 0..1.
    pub score: f64,
    /// The names on the way: two for a direct link, three over one in between.
    pub path: Vec<String>,
}

/// Follows the graph from the names of a claim, whose content words come as stems. Best first, equal scores by passage.
///
/// A claim that names one thing only has nothing to link, and gets nothing: its name is found by its words.
pub fn trails(claim: &BTreeMap<String, Known>, stems: &BTreeSet<String>) -> Vec<Trail> {
    let mut best: BTreeMap<PassageId, Trail> = BTreeMap::new();
    if claim.len() >= 2 {
        direct(claim, stems, &mut best);
        over_one(claim, &mut best);
    }
    let mut found: Vec<Trail> = best.into_values().collect();
    found.sort_by(|a, b| b.score.total_cmp(&a.score).then_with(|| a.passage.cmp(&b.passage)));
    found
}

fn keep(best: &mut BTreeMap<PassageId, Trail>, trail: Trail) {
    match best.get_mut(&trail.passage) {
        Some(held) if held.score >= trail.score => {}
        Some(held) => *held = trail,
        None => {
            best.insert(trail.passage.clone(), trail);
        }
    }
}

/// Passages with a fact that the claim may state: two of its entities in a relation whose word is the claim's too. It counts
/// the share of the claim's names that the passage has. Names that only stand together are found by their words already:
/// counting that once more cost 0.006 nDCG@10 on SciFact train.
fn direct(claim: &BTreeMap<String, Known>, stems: &BTreeSet<String>, best: &mut BTreeMap<PassageId, Trail>) {
    let all: f64 = claim.values().map(|known| known.rarity).sum();
    for (passage, facts) in claim.values().flat_map(|known| &known.passages) {
        let is_stated = |fact: &&Fact| {
            let word = fact.relation.split(' ').next().unwrap_or_default();
            claim.contains_key(&fact.subject) && claim.contains_key(&fact.object) && stems.contains(word)
        };
        let Some(fact) = facts.sure.iter().find(is_stated) else { continue };
        let have = facts.entities();
        let found = claim.iter().filter(|(name, _)| have.binary_search(&name.as_str()).is_ok());
        let share = found.map(|(_, known)| known.rarity).sum::<f64>() / all.max(f64::MIN_POSITIVE);
        let path = vec![fact.subject.clone(), fact.object.clone()];
        keep(best, Trail { passage: passage.clone(), score: SURE * share, path });
    }
}

/// Two passages that share an entity which one links to one of the claim's names and the other to another. Names of several
/// words may be linked by mere sentences; a single word or symbol may be anything, and needs a fact on each side.
fn over_one(claim: &BTreeMap<String, Known>, best: &mut BTreeMap<PassageId, Trail>) {
    let neighbours: Vec<(&String, Links<'_>)> =
        claim.iter().map(|(name, known)| (name, neighbours(name, known, claim))).collect();
    for (at, (one, of_one)) in neighbours.iter().enumerate() {
        for (other, of_other) in &neighbours[at + 1..] {
            for (middle, (first, from)) in of_one {
                let Some((second, to)) = of_other.get(middle).filter(|(_, to)| to != from) else { continue };
                let are_names = [one.as_str(), middle, other.as_str()].iter().all(|name| name.contains(' '));
                if !are_names && first.min(*second) < SURE {
                    continue;
                }
                let path = vec![(*one).clone(), (*middle).to_owned(), (*other).clone()];
                for passage in [*from, *to] {
                    let score = TWO_HOPS * first * second;
                    keep(best, Trail { passage: passage.clone(), score, path: path.clone() });
                }
            }
        }
    }
}

/// The entities that share a sentence with a name, each with its firmest link and where that is; a well-known entity that is
/// named everywhere leads nowhere, so only the first of many are kept.
fn neighbours<'a>(name: &str, known: &'a Known, claim: &BTreeMap<String, Known>) -> Links<'a> {
    let mut found: Links<'_> = BTreeMap::new();
    for (passage, facts) in &known.passages {
        let beside: BTreeSet<&str> = facts
            .named
            .iter()
            .filter(|sentence| sentence.iter().any(|other| other == name))
            .flatten()
            .map(String::as_str)
            .filter(|other| *other != name && !claim.contains_key(*other))
            .collect();
        for other in beside {
            let Some(strength) = link(facts, name, other) else { continue };
            let is_full = found.len() >= NEIGHBOURS_MAX && !found.contains_key(other);
            if !is_full && found.get(other).is_none_or(|held| held.0 < strength) {
                found.insert(other, (strength, passage));
            }
        }
    }
    found
}

/// How firmly a passage links two names; nothing when no sentence has both.
fn link(facts: &Facts, one: &str, other: &str) -> Option<f64> {
    let joins = |a: &str, b: &str| (a == one && b == other) || (a == other && b == one);
    if facts.sure.iter().any(|fact| joins(&fact.subject, &fact.object)) {
        return Some(SURE);
    }
    let has = |sentence: &[String], name: &str| sentence.iter().any(|named| named == name);
    facts.named.iter().any(|sentence| has(sentence, one) && has(sentence, other)).then_some(TOGETHER)
}

#[cfg(test)]
mod tests {
    use super::super::super::words::content_stems;
    use super::super::extract::{Extract as _, Patterns};
    use super::super::mentions;
    use super::*;
    use domain::DocumentId;

    const PAGES: [&str; 6] = [
        "Marie Curie was born in Warsaw.",
        "Warsaw is the capital of Poland.",
        "Poland joined NATO in 1999.",
        "Pierre Curie taught in Paris.",
        "Years later Pierre Curie and young Paul Langevin shared a room.",
        "It was Paul Langevin who, long before the war, walked to Brussels with Hendrik Lorentz.",
    ];

    fn followed(claim: &str) -> Vec<(String, f64, usize)> {
        let pages: Vec<(PassageId, Facts)> = PAGES
            .iter()
            .enumerate()
            .map(|(at, text)| {
                let document = DocumentId::new(format!("d{at}")).unwrap();
                (PassageId { document, ordinal: 0 }, Patterns.read(&[(*text).to_owned()]))
            })
            .collect();
        let known = |name: &str| Known {
            passages: pages.iter().filter(|(_, facts)| facts.entities().contains(&name)).cloned().collect(),
            rarity: 1.0,
        };
        let names = mentions(claim).into_iter().map(|m| (m.entity.clone(), known(&m.entity))).collect();
        trails(&names, &content_stems(claim))
            .into_iter()
            .map(|t| (t.passage.document.to_string(), t.score, t.path.len()))
            .collect()
    }

    #[test]
    fn a_path_over_one_entity_brings_both_of_its_passages() {
        let found = followed("The scientist Marie Curie was born in the capital of Poland.");
        assert_eq!(found, [("d0".to_owned(), 0.8, 3), ("d1".to_owned(), 0.8, 3)]);
    }

    #[test]
    fn a_direct_fact_is_the_firmest_link() {
        assert_eq!(followed("In 1999 Poland joined NATO."), [("d2".to_owned(), 1.0, 2)]);
        assert_eq!(followed("In 1999 Poland criticised NATO."), [], "the fact is another one");
    }

    #[test]
    fn a_name_of_several_words_links_sentences_that_state_no_fact() {
        let found = followed("The friend of Pierre Curie went to see Hendrik Lorentz.");
        let expected =
            [("d4".to_owned(), TWO_HOPS * TOGETHER * TOGETHER, 3), ("d5".to_owned(), TWO_HOPS * TOGETHER * TOGETHER, 3)];
        assert_eq!(found, expected);
        assert_eq!(followed("The young Paul Langevin knew Pierre Curie."), [], "standing together is no fact");
    }

    #[test]
    fn one_name_alone_leads_nowhere() {
        assert_eq!(followed("The city of Warsaw is old."), []);
    }
}
