//! Who is more than whom: a small judge reads "light is faster than sound" as being about light, speed and sound.

use super::clauses::clauses;
use super::verbs::main_verb;
use super::words::{Word, is_negated, words};
use std::collections::BTreeSet;

/// What a sentence's comparison makes of the claim's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Compared {
    /// The same, or the same turned round.
    Agrees,
    /// The opposite.
    Differs,
    /// It compares other things.
    Elsewhere,
}

/// The words of one scale: those that say more, and those that say less.
type Scale = (&'static [&'static str], &'static [&'static str]);

const SCALES: [Scale; 13] = [
    (&["faster", "quicker"], &["slower"]),
    (&["heavier"], &["lighter"]),
    (&["bigger", "larger", "greater"], &["smaller"]),
    (&["higher", "taller", "longer"], &["lower", "shorter"]),
    (&["older", "earlier"], &["younger", "newer", "later"]),
    (&["hotter", "warmer"], &["colder", "cooler"]),
    (&["closer", "nearer"], &["farther", "further"]),
    (&["better"], &["worse"]),
    (&["deeper"], &["shallower"]),
    (&["brighter"], &["dimmer", "darker"]),
    (&["stronger", "harder"], &["weaker", "softer"]),
    (&["richer", "wealthier"], &["poorer"]),
    (&["wider"], &["narrower"]),
];

/// Two superlatives say the same: "the fastest" is "the quickest".
pub(super) fn are_alike(one: &str, other: &str) -> bool {
    let comparative = |word: &str| format!("{}er", word.trim_end_matches("est"));
    let (a, b) = (comparative(one), comparative(other));
    let is_side = |side: &[&str]| side.contains(&a.as_str()) && side.contains(&b.as_str());
    one == other || SCALES.iter().any(|(more, less)| is_side(more) || is_side(less))
}

/// One comparison: this is more, or less, than that.
struct Comparison {
    left: BTreeSet<String>,
    right: BTreeSet<String>,
    /// Which scale, and for "more" and "less" which quality or thing.
    scale: (usize, String),
    is_more: bool,
}

/// Holds a sentence against the comparison that a claim makes; nothing when one of them makes none that can be read.
pub(super) fn compared(claim: &str, sentence: &str) -> Option<Compared> {
    let claimed = read(claim)?;
    let found: Vec<Comparison> = clauses(sentence).into_iter().filter_map(read).collect();
    let related: Vec<Compared> = found.iter().filter_map(|other| claimed.against(other)).collect();
    match related.iter().find(|one| **one != Compared::Elsewhere) {
        Some(one) => Some(*one),
        None => related.first().copied(),
    }
}

impl Comparison {
    fn against(&self, other: &Self) -> Option<Compared> {
        if self.scale != other.scale {
            return None;
        }
        let meets = |a: &BTreeSet<String>, b: &BTreeSet<String>| !a.is_disjoint(b);
        let is_same = meets(&self.left, &other.left) && meets(&self.right, &other.right);
        let is_turned = meets(&self.left, &other.right) && meets(&self.right, &other.left);
        match (is_same, is_turned) {
            (true, true) => None,
            (false, false) => Some(Compared::Elsewhere),
            _ if is_same == (self.is_more == other.is_more) => Some(Compared::Agrees),
            _ => Some(Compared::Differs),
        }
    }
}

fn read(statement: &str) -> Option<Comparison> {
    let tokens = words(statement);
    if is_negated(&tokens) {
        return None;
    }
    let than = tokens.iter().position(|word| word.lower == "than")?;
    let (at, scale, is_more) = (0..than).rev().find_map(|at| graded(&tokens, at, than).map(|(scale, more)| (at, scale, more)))?;
    let verb = main_verb(&tokens[..at]).unwrap_or(at);
    let matter = |slice: &[Word]| -> BTreeSet<String> {
        slice.iter().filter(|word| !word.is_stop && !word.is_number()).map(|word| word.stem.clone()).collect()
    };
    let (left, right) = (matter(&tokens[..verb]), matter(&tokens[than + 1..]));
    // What stands on both sides is what they are compared in.
    let (left, right) = (&left - &right, &right - &left);
    (!left.is_empty() && !right.is_empty()).then_some(Comparison { left, right, scale, is_more })
}

/// The scale of a comparative, and whether it says more.
fn graded(tokens: &[Word], at: usize, than: usize) -> Option<((usize, String), bool)> {
    let word = tokens[at].lower.as_str();
    if let "more" | "less" | "fewer" = word {
        let of_what: Vec<&str> = tokens[at + 1..than].iter().filter(|w| !w.is_stop).map(|w| w.stem.as_str()).collect();
        return Some(((SCALES.len(), of_what.join(" ")), word == "more"));
    }
    let scale = SCALES.iter().position(|(more, less)| more.contains(&word) || less.contains(&word))?;
    Some(((scale, String::new()), SCALES[scale].0.contains(&word)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comparison_turned_round_is_the_opposite() {
        let light = "Light is much faster than sound, which is why lightning is seen before thunder is heard.";
        assert_eq!(compared("Sound travels faster than light.", light), Some(Compared::Differs));
        assert_eq!(compared("Light is slower than sound.", light), Some(Compared::Differs));
        assert_eq!(compared("Light travels faster than sound.", light), Some(Compared::Agrees));
        assert_eq!(compared("Sound is slower than light.", light), Some(Compared::Agrees));
        assert_eq!(
            compared("Viruses are bigger than bacteria.", "Viruses are much smaller than bacteria."),
            Some(Compared::Differs)
        );
    }

    #[test]
    fn more_and_less_are_of_something() {
        let found = "Cars cause more deaths than trains.";
        assert_eq!(compared("Trains cause more deaths than cars.", found), Some(Compared::Differs));
        assert_eq!(compared("Trains cause fewer deaths than cars.", found), Some(Compared::Agrees));
        assert_eq!(compared("Cars cause more noise than trains.", found), None);
    }

    #[test]
    fn superlatives_of_one_side_are_alike() {
        assert!(are_alike("largest", "biggest") && are_alike("farthest", "furthest") && are_alike("oldest", "oldest"));
        assert!(!are_alike("largest", "smallest") && !are_alike("largest", "farthest"));
    }

    #[test]
    fn other_things_and_other_scales_say_nothing() {
        assert_eq!(compared("Earth is smaller than Jupiter.", "Mars is smaller than Earth."), Some(Compared::Elsewhere));
        assert_eq!(compared("Earth is smaller than Jupiter.", "Jupiter is brighter than Mars."), None);
        assert_eq!(compared("Earth is small.", "Mars is smaller than Earth."), None);
    }
}
