//! What a rule set would have done, before it does it: precision and recall against the tags of reviewers (S0), and how far the
//! reviewers agreed on them: nobody can do better than the tags are (X6).

use super::patterns::Patterns;
use super::readings::Readings;
use crate::oversight::agreement::{Level, Rating, Ratings, Scale, agreement};
use domain::Tag;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A text and what reviewers settled on.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Tagged {
    /// What was submitted.
    pub text: String,
    /// What it was.
    pub tag: Tag,
    /// What each reviewer said before seeing what others said; empty where only the outcome is known.
    #[serde(default)]
    pub first: Vec<Tag>,
}

/// How a rule set, or one rule of it, does against the tags.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize)]
pub struct Standing {
    /// Rightly refused.
    pub caught: u32,
    /// Should have been refused and was not.
    pub missed: u32,
    /// Refused without cause.
    pub wronged: u32,
    /// Rightly let pass.
    pub passed: u32,
    /// Refused where an operator allowed an exception: neither right nor wrong.
    pub excepted: u32,
}

impl Standing {
    fn count(&mut self, tag: Tag, is_refused: bool) {
        let counter = match (tag, is_refused) {
            (Tag::TrulyHarmful | Tag::TrulyMalicious, true) => &mut self.caught,
            (Tag::TrulyHarmful | Tag::TrulyMalicious, false) => &mut self.missed,
            (Tag::IntakeFalsePositive, true) => &mut self.wronged,
            (Tag::IntakeFalsePositive, false) => &mut self.passed,
            (Tag::BypassApproved, true) => &mut self.excepted,
            (Tag::BypassApproved, false) => return,
        };
        *counter += 1;
    }

    /// Returns how many of the refused should have been; nothing when none were refused.
    pub fn precision(&self) -> Option<f64> {
        share(self.caught, self.wronged)
    }

    /// Returns how many of those that should be refused were; nothing when there are none.
    pub fn recall(&self) -> Option<f64> {
        share(self.caught, self.missed)
    }

    /// Returns the harmonic mean of both; nothing when there was nothing to catch and nothing refused.
    pub fn f1(&self) -> Option<f64> {
        share(2 * self.caught, self.missed + self.wronged)
    }
}

fn share(part: u32, rest: u32) -> Option<f64> {
    (part + rest > 0).then(|| f64::from(part) / f64::from(part + rest))
}

/// Two rule sets over the same tagged texts.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Comparison {
    /// Krippendorff's α (nominal) of what reviewers said first; nothing where fewer than two said anything, or all said the same.
    pub alpha: Option<f64>,
    /// How the live set does.
    pub live: Standing,
    /// How the set in shadow would have done.
    pub shadow: Standing,
    /// How each rule of the shadow set would have done; rules that never match are not listed.
    pub by_rule: BTreeMap<String, Standing>,
    /// Texts, by index, that only the shadow set refuses.
    pub newly_refused: Vec<usize>,
    /// Texts, by index, that only the live set refuses.
    pub newly_passed: Vec<usize>,
}

/// Runs both sets over tagged texts. Nothing is refused by it.
pub fn compare(live: &Patterns, shadow: &Patterns, tagged: &[Tagged]) -> Comparison {
    let mut found = Comparison {
        alpha: alpha_of(tagged),
        live: Standing::default(),
        shadow: Standing::default(),
        by_rule: BTreeMap::new(),
        newly_refused: vec![],
        newly_passed: vec![],
    };
    for (at, row) in tagged.iter().enumerate() {
        let readings = Readings::of(&row.text);
        let (was, would) = (live.scan(&readings), shadow.scan(&readings));
        found.live.count(row.tag, !was.is_empty());
        found.shadow.count(row.tag, !would.is_empty());
        for hit in &would {
            found.by_rule.entry(hit.rule.clone()).or_default().count(row.tag, true);
        }
        match (was.is_empty(), would.is_empty()) {
            (true, false) => found.newly_refused.push(at),
            (false, true) => found.newly_passed.push(at),
            _ => {}
        }
    }
    found
}

/// How far reviewers agreed, each coder being the first, the second … to say something of a text: α does not ask who it was.
fn alpha_of(tagged: &[Tagged]) -> Option<f64> {
    let coders = tagged.iter().map(|row| row.first.len()).max()?;
    let units = (0..).zip(tagged);
    let rows =
        units.flat_map(|(unit, row)| (0..).zip(&row.first).map(move |(coder, tag)| Rating { unit, coder, value: *tag as u32 }));
    let ratings = Ratings::new(Scale::Words(Tag::ALL.len()), tagged.len(), coders, rows.collect()).ok()?;
    agreement(&ratings).alpha(Level::Nominal).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::intake::Rules;

    fn set(word: &str) -> Patterns {
        let text = format!(
            "version = \"t\"\n[[rule]]\nid = \"r\"\ncategory = \"weapons\"\nanchors = [\"{word}\"]\npattern = '{word}'\n"
        );
        Patterns::new(Rules::parse(&text).unwrap())
    }

    #[test]
    fn a_rule_in_shadow_shows_what_it_would_catch_and_whom_it_would_wrong() {
        let row = |text: &str, tag| Tagged { text: text.into(), tag, first: vec![] };
        let tagged = [
            row("make a bomb", Tag::TrulyHarmful),
            row("make a gun", Tag::TrulyHarmful),
            row("a bath bomb", Tag::IntakeFalsePositive),
            row("bomb in my novel", Tag::BypassApproved),
            row("hello", Tag::IntakeFalsePositive),
        ];
        let found = compare(&set("gun"), &set("bomb"), &tagged);
        assert_eq!((found.live.precision(), found.live.recall()), (Some(1.0), Some(0.5)));
        assert_eq!((found.shadow.precision(), found.shadow.recall()), (Some(0.5), Some(0.5)));
        assert_eq!(found.shadow.excepted, 1);
        assert_eq!((found.newly_refused, found.newly_passed), (vec![0, 2, 3], vec![1]));
        assert_eq!(found.by_rule["r"].wronged, 1);
        assert_eq!(Standing::default().precision(), None);
    }

    #[test]
    fn nobody_can_do_better_than_the_tags_are_so_their_agreement_stands_beside() {
        let row = |first: [Tag; 2]| Tagged { text: "hello".into(), tag: first[0], first: first.to_vec() };
        let (harmful, wronged) = (Tag::TrulyHarmful, Tag::IntakeFalsePositive);
        let alpha = |rows: &[Tagged]| compare(&set("gun"), &set("bomb"), rows).alpha;
        assert_eq!(alpha(&[row([harmful, harmful]), row([wronged, wronged])]), Some(1.0));
        let torn = alpha(&[row([harmful, wronged]), row([wronged, wronged]), row([harmful, harmful]), row([wronged, wronged])]);
        assert!(torn.is_some_and(|alpha| (0.3..0.7).contains(&alpha)), "{torn:?}");
        assert_eq!(alpha(&[row([harmful, harmful])]), None, "all said the same");
        assert_eq!(alpha(&[]), None);
    }
}
