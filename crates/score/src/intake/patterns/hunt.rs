//! What one scan is after, what it has found, and when it is over.

use super::Hit;
use domain::Category;

/// What a text is scanned for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Aim {
    /// Every rule that matches.
    All,
    /// A topic and an attack, one of each at most: an attack outweighs a topic, and nothing outweighs an attack.
    Decision,
    /// Words to the machine that reads: one is enough.
    Smuggling,
}

/// What one scan has found so far.
pub(super) struct Hunt {
    aim: Aim,
    /// For each rule, where it matched.
    found: Vec<Option<Hit>>,
    last_taken: Option<Category>,
}

impl Hunt {
    pub(super) fn new(aim: Aim, rules: usize) -> Self {
        Self { aim, found: vec![None; rules], last_taken: None }
    }

    /// Says whether it still matters that a rule matches.
    pub(super) fn wants(&self, at: usize, category: Category) -> bool {
        match self.aim {
            Aim::All => self.found[at].is_none(),
            Aim::Decision => self.last_taken.is_none() || category.is_attack(),
            Aim::Smuggling => is_smuggling(category),
        }
    }

    pub(super) fn take(&mut self, at: usize, hit: Hit) {
        self.last_taken = Some(hit.category);
        self.found[at] = Some(hit);
    }

    /// Says whether nothing can matter any more.
    pub(super) fn is_over(&self) -> bool {
        match self.aim {
            Aim::All => false,
            Aim::Decision => self.last_taken.is_some_and(Category::is_attack),
            Aim::Smuggling => self.last_taken.is_some(),
        }
    }

    /// Returns what was found, in the order of the rules.
    pub(super) fn into_hits(self) -> Vec<Hit> {
        self.found.into_iter().flatten().collect()
    }
}

/// Says whether a rule is about words to the machine that reads. Evidence may speak of weapons and crimes as it likes.
fn is_smuggling(category: Category) -> bool {
    matches!(category, Category::Smuggling | Category::InstructionOverride | Category::FakeBoundary)
}
