//! Whom a text speaks of: a sentence that says "he" or "it" gets the name that was said before.
//!
//! Only where one antecedent is left. With two people in the sentence before, "she" stays "she": a claim about the wrong
//! person is worse than a claim passed over.

use super::attribution::{is_quoting, is_saying};
use super::calendar;
use super::verbs::main_verb;
use super::words::{Word, words};
use domain::Span;

/// Sentences after which a name is no longer at hand.
const REACH_SENTENCES: usize = 3;
/// Most words of a subject that is repeated.
const SUBJECT_WORDS_MAX: usize = 7;

/// What sort of thing a mention is, as far as its words tell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Person,
    Thing,
    Several,
    /// One capitalised word: a town, a firm or a surname.
    Name,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Mention {
    text: String,
    kind: Kind,
    is_subject: bool,
    sentence: usize,
}

/// What a text has named so far.
#[derive(Debug, Clone, Default)]
pub struct Context {
    mentions: Vec<Mention>,
    sentence: usize,
}

impl Context {
    /// Returns the sentence with names in the place of its pronouns; nothing when it has none that can be resolved.
    pub fn restore(&self, sentence: &str) -> Option<String> {
        let tokens = words(sentence);
        let mut text = sentence.to_owned();
        // From the back, so that the places in front stay where they are.
        for at in open_places(sentence, &tokens).into_iter().rev() {
            let word = &tokens[at];
            let Some(name) = self.antecedent(&word.lower) else { continue };
            let is_owner = ["his", "its", "their"].contains(&word.lower.as_str());
            let mut name = if is_owner { owner(name) } else { name.to_owned() };
            if at > 0 {
                name = lowered(&name);
            }
            text.replace_range(word.span.start..word.span.end, &name);
        }
        (text != sentence).then_some(text)
    }

    /// Remembers whom a sentence names.
    pub fn hear(&mut self, sentence: &str) {
        self.sentence += 1;
        let tokens = words(sentence);
        let subject = subject(sentence, &tokens);
        let mut found: Vec<Mention> = Vec::new();
        for span in names(sentence, &tokens) {
            let Some(text) = span.of(sentence) else { continue };
            let is_subject = subject.as_ref().is_some_and(|s| s.start <= span.start && span.end <= s.end);
            let kind = self.kind_of_name(text, sentence[..span.start].trim_end());
            found.push(Mention { text: text.to_owned(), kind, is_subject, sentence: self.sentence });
        }
        if let Some(span) = subject.filter(|_| !found.iter().any(|m| m.is_subject))
            && let Some(text) = span.of(sentence)
            && let Some(kind) = kind_of_noun(text)
        {
            found.push(Mention { text: text.to_owned(), kind, is_subject: true, sentence: self.sentence });
        } else if let Some(span) = subject
            && let Some(text) = span.of(sentence)
            && let Some(first) = found.iter_mut().find(|m| m.is_subject)
        {
            // "The Eiffel Tower", not "Eiffel Tower"; "Anna Berg and Carla Holm" are several.
            if text.contains(" and ") {
                *first = Mention { text: text.to_owned(), kind: Kind::Several, ..first.clone() };
            } else if first.kind != Kind::Person && words(text).len() <= SUBJECT_WORDS_MAX {
                first.text = text.to_owned();
            }
        }
        self.mentions.extend(found);
        self.mentions.retain(|m| m.sentence + REACH_SENTENCES > self.sentence);
    }

    /// The one mention a pronoun can mean, in the latest sentence that has any it could mean.
    fn antecedent(&self, pronoun: &str) -> Option<&str> {
        let fits = |kind: Kind| match pronoun {
            "he" | "she" | "his" => kind == Kind::Person,
            "it" | "its" => kind == Kind::Thing || kind == Kind::Name,
            "they" | "their" => kind == Kind::Several,
            _ => false,
        };
        let latest = self.mentions.iter().filter(|m| fits(m.kind)).map(|m| m.sentence).max();
        let in_latest = |m: &&Mention| fits(m.kind) && Some(m.sentence) == latest;
        let candidates: Vec<&Mention> = self.mentions.iter().filter(in_latest).collect();
        let is_person = ["he", "she", "his"].contains(&pronoun);
        let chosen = match candidates.as_slice() {
            [] if is_person => self.lone_name()?,
            [only] => only,
            // What a sentence is about goes on being what the next is about; people are too easily mistaken for that.
            several if !is_person => several.iter().find(|m| m.is_subject)?,
            several => several.iter().all(|m| m.text == several[0].text).then_some(several[0])?,
        };
        Some(&chosen.text)
    }

    /// The only single-word name in reach, if there is just one: "Curie was born in Warsaw" has two.
    fn lone_name(&self) -> Option<&Mention> {
        let names: Vec<&Mention> = self.mentions.iter().filter(|m| m.kind == Kind::Name).collect();
        let first = names.first()?;
        (names.iter().all(|m| m.text == first.text) && first.is_subject).then_some(first)
    }

    fn kind_of_name(&self, name: &str, before: &str) -> Kind {
        let parts: Vec<&str> = name.split_whitespace().collect();
        let preceding = before.rsplit(' ').next().unwrap_or("").to_lowercase();
        if PERSON_NOUNS.contains(&preceding.trim_matches('.')) || parts.first().is_some_and(|w| is_title(w)) {
            return Kind::Person;
        }
        let known = self.mentions.iter().any(|m| m.kind == Kind::Person && m.text.ends_with(name));
        let is_thing = preceding == "the" || parts.iter().any(|w| THING_WORDS.contains(&w.to_lowercase().as_str()));
        match parts.len() {
            _ if known => Kind::Person,
            _ if is_thing => Kind::Thing,
            2 | 3 => Kind::Person,
            1 => Kind::Name,
            _ => Kind::Thing,
        }
    }
}

/// Where a pronoun stands for the subject of a statement: first in the sentence, first in what somebody says, or beside a
/// quotation, as whoever says it.
fn open_places(sentence: &str, tokens: &[Word]) -> Vec<usize> {
    let is_open = |at: usize| {
        let word = tokens[at].lower.as_str();
        let says = |k: usize| tokens.get(k).is_some_and(is_saying);
        let is_beside = sentence[..tokens[at].span.start].trim_end().ends_with(['"', '”', ',']);
        let frames = is_beside && word != "it" && tokens.get(at + 1).is_some_and(is_quoting);
        let starts = frames || at == 0 || says(at - 1) || (at >= 2 && tokens[at - 1].lower == "that" && says(at - 2));
        // "It was built in 1990, according to the mayor": that "to" is not said of "it".
        let mut ahead = tokens[at + 1..].iter().take(6).take_while(|w| w.lower != "according");
        // "It is likely that", "it rains": nobody is meant.
        let is_empty = word == "it"
            && tokens.get(at + 1).is_some_and(|next| EMPTY_IT.contains(&next.lower.as_str()))
            && (ahead.any(|w| ["that", "to"].contains(&w.lower.as_str())) || is_weather(tokens, at));
        starts && PRONOUNS.contains(&word) && !is_empty
    };
    (0..tokens.len()).filter(|at| is_open(*at)).collect()
}

fn is_weather(tokens: &[Word], at: usize) -> bool {
    tokens.get(at + 1).is_some_and(|next| ["rains", "rained", "snows", "snowed"].contains(&next.lower.as_str()))
}

const PRONOUNS: [&str; 7] = ["he", "she", "it", "they", "his", "its", "their"];
const EMPTY_IT: [&str; 12] =
    ["is", "was", "seems", "takes", "took", "appears", "rains", "rained", "snows", "snowed", "has", "will"];

/// The words before the verb, when they are few enough to be repeated and no pronoun.
fn subject(sentence: &str, tokens: &[Word]) -> Option<Span> {
    let from = calendar::opening(tokens);
    let verb = from + main_verb(&tokens[from..]).filter(|at| (1..=SUBJECT_WORDS_MAX).contains(at))?;
    let is_pronoun = PRONOUNS.contains(&tokens[from].lower.as_str());
    let span = Span::new(tokens[from].span.start, tokens[verb - 1].span.end);
    (!is_pronoun && !sentence[span.start..span.end].contains(',')).then_some(span)
}

/// Runs of capitalised words. The first word of a sentence is a name when it is no ordinary word there: not a stop word.
fn names(sentence: &str, tokens: &[Word]) -> Vec<Span> {
    let is_name = |word: &Word| word.is_capital && !word.is_stop && !word.is_number();
    let mut found: Vec<Span> = Vec::new();
    let mut open: Option<Span> = None;
    for word in tokens {
        match (is_name(word), open) {
            (true, Some(span)) if sentence[span.end..word.span.start].trim().is_empty() => {
                open = Some(Span::new(span.start, word.span.end));
            }
            (true, before) => {
                found.extend(before);
                open = Some(word.span);
            }
            (false, before) => {
                found.extend(before);
                open = None;
            }
        }
    }
    found.extend(open);
    // A lone capital at the start of a sentence is only a name when a verb follows it at once: "Tesla delivered".
    let is_ordinary = |span: &Span| {
        let first = tokens.first().is_some_and(|word| word.span == *span);
        first && main_verb(tokens) != Some(1)
    };
    // A day is nobody: "Last Sunday", "in March".
    let is_time = |span: &Span| calendar::is_time(&words(span.of(sentence).unwrap_or("")));
    found.retain(|span| !is_ordinary(span) && !is_time(span));
    found
}

/// "The plant", "a new study", "many farmers": a subject that is no name.
fn kind_of_noun(subject: &str) -> Option<Kind> {
    let tokens = words(subject);
    let last = tokens.last()?.lower.as_str();
    let has_article = ["the", "a", "an", "this", "that"].contains(&tokens[0].lower.as_str());
    if PERSON_NOUNS.contains(&last) {
        return Some(Kind::Person);
    }
    if subject.contains(" and ") || last.ends_with('s') && !last.ends_with("ss") && !last.ends_with("us") {
        return Some(Kind::Several);
    }
    has_article.then_some(Kind::Thing)
}

fn is_title(word: &str) -> bool {
    PERSON_NOUNS.contains(&word.to_lowercase().trim_matches('.'))
}

fn owner(name: &str) -> String {
    if name.ends_with('s') { format!("{name}'") } else { format!("{name}'s") }
}

/// A name inside a sentence keeps its capital; an article before it does not.
fn lowered(name: &str) -> String {
    for article in ["The ", "A ", "An ", "This ", "That "] {
        if let Some(rest) = name.strip_prefix(article) {
            return format!("{}{rest}", article.to_lowercase());
        }
    }
    name.to_owned()
}

const PERSON_NOUNS: [&str; 64] = [
    "mr",
    "mrs",
    "ms",
    "dr",
    "sir",
    "president",
    "minister",
    "senator",
    "professor",
    "king",
    "queen",
    "governor",
    "judge",
    "chancellor",
    "mayor",
    "secretary",
    "representative",
    "captain",
    "pope",
    "man",
    "woman",
    "spokesman",
    "spokeswoman",
    "spokesperson",
    "author",
    "scientist",
    "researcher",
    "director",
    "officer",
    "leader",
    "candidate",
    "actor",
    "actress",
    "player",
    "teacher",
    "doctor",
    "writer",
    "physicist",
    "chemist",
    "economist",
    "lawyer",
    "prince",
    "princess",
    "general",
    "congressman",
    "congresswoman",
    "uncle",
    "aunt",
    "mother",
    "father",
    "brother",
    "sister",
    "grandmother",
    "grandfather",
    "wife",
    "husband",
    "son",
    "daughter",
    "cousin",
    "friend",
    "neighbour",
    "neighbor",
    "nurse",
    "reporter",
];

const THING_WORDS: [&str; 62] = [
    "tower",
    "university",
    "bank",
    "wall",
    "river",
    "ocean",
    "sea",
    "lake",
    "mount",
    "bridge",
    "city",
    "street",
    "company",
    "inc",
    "corp",
    "ltd",
    "group",
    "party",
    "committee",
    "commission",
    "council",
    "court",
    "act",
    "treaty",
    "museum",
    "house",
    "states",
    "kingdom",
    "republic",
    "union",
    "nations",
    "world",
    "war",
    "prize",
    "institute",
    "college",
    "agency",
    "department",
    "ministry",
    "organization",
    "organisation",
    "association",
    "church",
    "school",
    "hospital",
    "airport",
    "station",
    "times",
    "post",
    "news",
    "park",
    "island",
    "islands",
    "north",
    "south",
    "east",
    "west",
    "new",
    "great",
    "united",
    "moon",
    "plant",
];

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads a text sentence by sentence and returns the last one with its names.
    fn last(sentences: &[&str]) -> String {
        let mut context = Context::default();
        let mut told = String::new();
        for sentence in sentences {
            let restored = context.restore(sentence).unwrap_or_else(|| (*sentence).to_owned());
            context.hear(&restored);
            told = restored;
        }
        told
    }

    #[test]
    fn a_pronoun_gets_the_one_name_it_can_mean() {
        assert_eq!(
            last(&["The Eiffel Tower stands in Paris.", "It was finished in 1889."]),
            "The Eiffel Tower was finished in 1889."
        );
        assert_eq!(
            last(&["The Eiffel Tower stands in Paris.", "It was finished in 1889, according to the mayor."]),
            "The Eiffel Tower was finished in 1889, according to the mayor."
        );
        assert_eq!(last(&["Marie Curie was born in Warsaw.", "She won two Nobel Prizes."]), "Marie Curie won two Nobel Prizes.");
        assert_eq!(
            last(&[
                "Unemployment is at 5 percent, the mayor said.",
                "The rate was 7 percent in May.",
                "Jonas Lind leads the bank.",
                "He also said it fell."
            ]),
            "Jonas Lind also said the rate fell."
        );
        assert_eq!(last(&["The farmers sold their land.", "They moved to the coast."]), "The farmers moved to the coast.");
        assert_eq!(last(&["Tesla opened a plant in 2020.", "Its workers went on strike."]), "Tesla's workers went on strike.");
    }

    #[test]
    fn a_day_is_nobody_and_whoever_came_that_day_is() {
        let first = "Last Sunday my uncle Peter told us that humans use only 10 percent of their brain.";
        assert_eq!(last(&[first, "He loves roast potatoes."]), "Peter loves roast potatoes.");
        assert_eq!(last(&[first, "\"Vaccines cause autism,\" he continued."]), "\"Vaccines cause autism,\" Peter continued.");
        for nobody in ["It rained on Sunday.", "The firm closed in March.", "Last Friday was cold.", "Easter came late."] {
            assert_eq!(last(&[nobody, "He was fined in 2019."]), "He was fined in 2019.", "{nobody}");
        }
    }

    #[test]
    fn where_two_could_be_meant_nobody_is_named() {
        let sentence = "She left the firm in 1998.";
        assert_eq!(last(&["Anna Berg met Carla Holm in Oslo.", sentence]), sentence);
        assert_eq!(last(&["The river is long.", sentence]), sentence, "a river is no person");
        assert_eq!(
            last(&["Anna Berg is a judge.", "The law changed.", "The court moved.", "The case ended.", sentence]),
            sentence
        );
        assert_eq!(last(&["The bank grew.", "It is likely that rates rise."]), "It is likely that rates rise.");
    }
}
