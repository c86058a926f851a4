//! Rules as data: what they look like in a file, and what is wrong with one.
//!
//! A rule set is read whole or not at all. Its version is the fingerprint of its text, so that any change is another version,
//! and everything that is wrong is told at once.

use super::pattern::Pattern;
use domain::{Category, Digest, digest_bytes};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};

/// The rules that ship.
const BUILT_IN: &str = include_str!("../../data/intake/rules.toml");
/// Most rules in a set.
const RULES_MAX: usize = 500;
/// Shorter anchors stand in every text and would spare nothing.
const ANCHOR_BYTES_MIN: usize = 2;
/// Rounds in which phrases are put into phrases; deeper nesting is a circle.
const NESTING_MAX: usize = 4;

/// What a file of rules looks like.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    version: String,
    #[serde(default)]
    phrases: BTreeMap<String, String>,
    #[serde(default)]
    rule: Vec<Entry>,
}

/// One rule of the file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    id: String,
    category: Category,
    anchors: Vec<String>,
    pattern: String,
    unless: Option<String>,
    #[serde(default)]
    squeezed: Vec<String>,
}

/// One rule, ready to be matched.
#[derive(Debug, Clone)]
pub struct Rule {
    /// Its name, unique in the set.
    pub id: String,
    /// What a match is about.
    pub category: Category,
    /// What the pattern cannot do without.
    pub(super) anchors: Vec<String>,
    pub(super) pattern: Pattern,
    pub(super) unless: Option<Pattern>,
    /// Phrases without spaces, for letters that were spaced out.
    pub(super) squeezed: Vec<String>,
}

/// A set of rules, every one of them sound.
#[derive(Debug, Clone)]
pub struct Rules {
    label: String,
    hash: Digest,
    rules: Vec<Rule>,
}

/// What is wrong with a file of rules, all of it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", .0.join("\n"))]
pub struct RulesError(pub Vec<String>);

impl Rules {
    /// Returns the rules that ship. Their patterns are sound, so each is compiled only when a text calls for it: a process that
    /// checks one claim would otherwise spend more on compiling than on checking.
    pub fn built_in() -> Self {
        Self::gather(BUILT_IN).expect("the shipped rules are tested").0
    }

    /// Reads a file of rules and checks every one.
    pub fn parse(text: &str) -> Result<Self, RulesError> {
        let (rules, mut wrong) = Self::gather(text)?;
        wrong.extend(rules.iter().filter_map(unsound));
        if wrong.is_empty() { Ok(rules) } else { Err(RulesError(wrong)) }
    }

    /// Reads a file of rules, with what is wrong with it before any pattern is tried.
    fn gather(text: &str) -> Result<(Self, Vec<String>), RulesError> {
        let file: File = toml::from_str(text).map_err(|error| RulesError(vec![error.to_string().trim().to_owned()]))?;
        let mut wrong = Vec::new();
        if file.rule.is_empty() {
            wrong.push("there is no [[rule]]: a set without rules would let everything pass".to_owned());
        }
        if file.rule.len() > RULES_MAX {
            wrong.push(format!("there are {} rules, more than {RULES_MAX}: merge some", file.rule.len()));
        }
        let mut seen = BTreeSet::new();
        let mut rules = Vec::new();
        for entry in &file.rule {
            if !seen.insert(entry.id.as_str()) {
                wrong.push(format!("rule {}: the id is taken, give each rule its own", entry.id));
            }
            match ready(entry, &file.phrases) {
                Ok(rule) => rules.push(rule),
                Err(why) => wrong.push(format!("rule {}: {why}", entry.id)),
            }
        }
        Ok((Self { label: file.version, hash: digest_bytes(text.as_bytes()), rules }, wrong))
    }

    /// Returns the name its author gave this version.
    pub fn label(&self) -> &str {
        &self.label
    }

    /// Returns the fingerprint of the file: the version that counts.
    pub fn hash(&self) -> &Digest {
        &self.hash
    }

    /// Returns the rules, in the order of the file.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &Rule> {
        self.rules.iter()
    }

    pub(super) fn as_slice(&self) -> &[Rule] {
        &self.rules
    }
}

fn ready(entry: &Entry, phrases: &BTreeMap<String, String>) -> Result<Rule, String> {
    if entry.anchors.is_empty() {
        return Err("it has no anchors: name the words without which the pattern cannot match".to_owned());
    }
    if let Some(anchor) = entry.anchors.iter().find(|anchor| anchor.len() < ANCHOR_BYTES_MIN) {
        return Err(format!("anchor {anchor:?} is too short: it would be found everywhere"));
    }
    let is_folded = |text: &&String| text.chars().all(|c| c.is_ascii() && !c.is_ascii_uppercase());
    if let Some(anchor) = entry.anchors.iter().chain(&entry.squeezed).find(|anchor| !is_folded(anchor)) {
        return Err(format!("{anchor:?} can never be found: text is matched in lower case and plain letters"));
    }
    let pattern = Pattern::new(filled(&entry.pattern, phrases)?);
    let unless = entry.unless.as_ref().map(|unless| filled(unless, phrases).map(Pattern::new)).transpose()?;
    let anchors = entry.anchors.clone();
    Ok(Rule { id: entry.id.clone(), category: entry.category, anchors, pattern, unless, squeezed: entry.squeezed.clone() })
}

/// Puts phrases in the place of their names, and theirs in turn.
fn filled(pattern: &str, phrases: &BTreeMap<String, String>) -> Result<String, String> {
    let mut filled = pattern.to_owned();
    for _ in 0..NESTING_MAX {
        if !phrases.keys().any(|name| filled.contains(&format!("{{{name}}}"))) {
            break;
        }
        for (name, phrase) in phrases {
            filled = filled.replace(&format!("{{{name}}}"), phrase);
        }
    }
    match named(&filled) {
        Some(name) => Err(format!("{{{name}}} is no phrase of this file, or phrases name each other in a circle")),
        None => Ok(filled),
    }
}

/// Returns the first name in braces; counts like `{1,30}` are none.
fn named(pattern: &str) -> Option<&str> {
    pattern.match_indices('{').find_map(|(at, _)| {
        let inner = pattern[at + 1..].split_once('}')?.0;
        let is_name =
            inner.starts_with(|c: char| c.is_ascii_lowercase()) && inner.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        is_name.then_some(inner)
    })
}

/// Says what is wrong with a rule's patterns, if anything is.
fn unsound(rule: &Rule) -> Option<String> {
    let empty = "its pattern matches nothing at all, so it would match everywhere: make some of it required";
    let unless = rule.unless.iter().find_map(|unless| unless.compiled().as_ref().err());
    let why = match rule.pattern.compiled() {
        Err(why) => Some(why.clone()),
        Ok(pattern) if pattern.is_match(b"") => Some(empty.to_owned()),
        Ok(_) => unless.cloned(),
    };
    why.map(|why| format!("rule {}: {why}", rule.id))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(text: &str) -> String {
        Rules::parse(text).unwrap_err().to_string()
    }

    #[test]
    fn the_shipped_rules_cover_every_category_and_their_version_is_their_text() {
        let rules = Rules::parse(BUILT_IN).unwrap();
        let covered: BTreeSet<Category> = rules.iter().map(|rule| rule.category).collect();
        assert!(Category::FORBIDDEN.iter().all(|category| covered.contains(category)));
        let changed = Rules::parse(&format!("{BUILT_IN}\n# a remark\n")).unwrap();
        assert_ne!(changed.hash(), rules.hash());
    }

    #[test]
    fn everything_that_is_wrong_is_told_at_once_and_says_what_to_do() {
        let text = r#"
version = "x"
[[rule]]
id = "a"
category = "weapons"
anchors = []
pattern = "bomb"
[[rule]]
id = "a"
category = "weapons"
anchors = ["Bomb"]
pattern = "bomb"
[[rule]]
id = "b"
category = "weapons"
anchors = ["bomb"]
pattern = "{nobody} bomb"
[[rule]]
id = "c"
category = "weapons"
anchors = ["bomb"]
pattern = "(bomb"
[[rule]]
id = "d"
category = "weapons"
anchors = ["bomb"]
pattern = "b*"
"#;
        let told = told(text);
        for part in [
            "rule a: it has no anchors",
            "the id is taken",
            "lower case",
            "{nobody} is no phrase",
            "rule c: error: unclosed group",
            "rule d: its pattern matches nothing",
        ] {
            assert!(told.contains(part), "{part} in\n{told}");
        }
    }

    #[test]
    fn a_file_that_cannot_be_read_names_the_line() {
        assert!(told("version = 1\n").contains("line 1"), "{}", told("version = 1\n"));
        assert!(told("version = \"x\"\n").contains("no [[rule]]"));
        let category = "version = \"x\"\n[[rule]]\nid = \"a\"\ncategory = \"weather\"\nanchors = [\"ab\"]\npattern = \"ab\"\n";
        assert!(told(category).contains("line 4"), "{}", told(category));
    }
}
