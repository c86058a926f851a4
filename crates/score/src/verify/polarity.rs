//! A second scorer beside the NLI judge: negation, names and order words, read off the sentence itself (decision S4-14).
//!
//! A small judge reads "not after the snake" as being about the snake. These rules look only where the sentence shares most
//! of its words with the claim, and say what the words themselves say.

use super::clauses::{OPENERS, clauses, fragments};
use super::comparison::{Compared, compared};
use super::opposites::opposes;
use super::single::{Named, named};
use super::understand::{Reading as Statement, read};
use super::words::{Word, is_negated, is_reporting, recall, words};
use std::collections::BTreeSet;

/// Content overlap from which a sentence's negation bears on the claim.
const SAME_MATTER: f64 = 0.5;
/// The same for a plain sentence against a denial: it must have the denied words themselves.
const DENIED_MATTER: f64 = 0.75;
/// Words a negation reaches over.
const SCOPE_WORDS: usize = 7;
/// Letters that two forms of one name share ("Europe", "European").
const NAME_PREFIX: usize = 5;
/// Words from which a repeated run of them is no accident.
const RUN_WORDS: usize = 4;

const ORDER_WORDS: [&str; 6] = ["second", "third", "fourth", "fifth", "sixth", "seventh"];

/// What the words say that the judge may have missed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Remark {
    /// The sentence has the claim in its very words.
    Repeats,
    /// The sentence makes the claim's comparison, perhaps the other way round.
    ComparesAlike,
    /// The sentence compares the same things to the opposite effect.
    ComparesOpposite,
    /// The sentence compares other things.
    ComparesOthers,
    /// The sentence denies what the claim affirms, or affirms what it denies.
    Denies,
    /// The sentence says the opposite of one of the claim's words, and otherwise its words.
    Opposes,
    /// The sentence puts in another place what the claim puts first.
    OtherRank,
    /// The sentence says the same of somebody else, where only one can be meant.
    OtherName,
    /// The sentence says of the same thing that the claim's is the one.
    SameName,
    /// The sentence has the two ends of the claim the other way round: Mars circles the Sun.
    Turned,
    /// The sentence says no as the claim does, and to something else.
    DeniesElse,
    /// The sentence tells what was so until some time, the claim what is so.
    NoLonger,
    /// The sentence says it of something narrower: the largest hot desert is not the largest desert.
    Narrower,
    /// The sentence says of another what the one beside it says of the claim's own.
    SaidBeside,
    /// The sentence does not name somebody or something the claim names, or says of another what the claim says of it.
    NameMissing,
}

/// Reads a sentence (with its title, and the passage around it) against a part of a claim.
pub fn remark(part: &Statement, part_text: &str, title: &str, passage: &[String], sentence: &str) -> Option<Remark> {
    let (claim, tokens) = (words(part_text), words(sentence));
    let clauses = clauses(sentence);
    if repeats(&claim, &tokens)
        || repeats_inherited(&claim, &tokens)
        || clauses.iter().chain(&fragments(sentence)).any(|clause| repeats(&claim, &words(clause)))
    {
        return Some(Remark::Repeats);
    }
    match compared(part_text, sentence) {
        Some(Compared::Agrees) => return Some(Remark::ComparesAlike),
        Some(Compared::Differs) => return Some(Remark::ComparesOpposite),
        Some(Compared::Elsewhere) => return Some(Remark::ComparesOthers),
        None => {}
    }
    let stems = stems_of(title, &tokens);
    let matter = part.matter();
    let shared = recall(&matter, &stems);
    if shared >= SAME_MATTER && has_other_rank(&claim, &tokens) {
        return Some(Remark::OtherRank);
    }
    // One clause may say it all while its neighbour denies it of somebody else.
    let is_said = |clause: &&str| -> bool {
        let tokens = words(clause);
        recall(&matter, &stems_of("", &tokens)) >= 1.0 && is_negated(&tokens) == part.is_negated
    };
    if !clauses.iter().chain(&fragments(sentence)).any(is_said) {
        if shared >= SAME_MATTER && denies(part, &claim, title, &clauses, &tokens, shared) {
            return Some(Remark::Denies);
        }
        if opposes(&matter, &claim, &stems, &tokens) {
            return Some(Remark::Opposes);
        }
        let names: Vec<Named> = clauses.iter().filter_map(|clause| named(part, part_text, title, clause)).collect();
        if !part.is_negated && names.contains(&Named::Same) {
            return Some(Remark::SameName);
        }
        if !part.is_negated && names.contains(&Named::Another) {
            return Some(Remark::OtherName);
        }
        if names.contains(&Named::Else) {
            return Some(Remark::NameMissing);
        }
        if part.is_negated && denies_else(part, &tokens) {
            return Some(Remark::DeniesElse);
        }
        if is_said_of_another(part, &matter, &clauses) {
            return Some(Remark::NameMissing);
        }
    }
    if is_turned(part, &claim, &clauses) {
        return Some(Remark::Turned);
    }
    if is_past(&tokens) && !is_past(&claim) && claim.iter().any(|w| ["is", "are", "has", "have"].contains(&w.lower.as_str())) {
        return Some(Remark::NoLonger);
    }
    if is_narrower(&claim, &tokens) {
        return Some(Remark::Narrower);
    }
    let bare = stems_of("", &tokens);
    if !lacks_name(part, &bare) {
        return None;
    }
    // A name the passage has introduced need not stand in every sentence of it, unless another sentence says the same with it.
    let around: BTreeSet<String> = passage.iter().flat_map(|s| words(s)).map(|w| w.stem).chain(stems.iter().cloned()).collect();
    let is_foreign = |w: &Word| w.is_capital && !w.is_stop && w.span.start > 0 && !part.content.contains(&w.stem);
    let has_other = tokens.iter().any(is_foreign);
    let is_said_beside = |other: &String| {
        let other = stems_of("", &words(other));
        !lacks_name(part, &other) && recall(&matter, &other) >= recall(&matter, &bare)
    };
    if has_other && passage.iter().any(is_said_beside) {
        return Some(Remark::SaidBeside);
    }
    lacks_name(part, &around).then_some(Remark::NameMissing)
}

fn stems_of(title: &str, tokens: &[Word]) -> BTreeSet<String> {
    tokens.iter().map(|w| w.stem.clone()).chain(words(title).into_iter().map(|w| w.stem)).collect()
}

/// The claim's words stand in the sentence one after the other, and nothing holds them at a distance.
fn repeats(claim: &[Word], sentence: &[Word]) -> bool {
    if claim.len() < RUN_WORDS || sentence.len() < claim.len() {
        return false;
    }
    let is_whole = claim.len() == sentence.len();
    let held_off = |before: &[Word]| {
        is_negated(before) || is_reporting(before) || before.iter().any(|w| w.lower == "that" || w.lower == "if")
    };
    let is_same = |run: &[Word]| run.iter().zip(claim).all(|(a, b)| a.lower == b.lower);
    (0..=sentence.len() - claim.len()).any(|at| {
        let (before, after) = (&sentence[..at], &sentence[at + claim.len()..]);
        is_same(&sentence[at..at + claim.len()]) && (is_whole || !held_off(before) && !is_negated(after))
    })
}

/// The same for a part that took its subject from the one before: "penicillin works against bacteria and does not work against
/// viruses".
fn repeats_inherited(claim: &[Word], sentence: &[Word]) -> bool {
    let starts = |k: usize| sentence.len() > k && sentence.iter().zip(&claim[..k]).all(|(a, b)| a.lower == b.lower);
    (1..claim.len().saturating_sub(RUN_WORDS - 1)).take_while(|k| starts(*k)).any(|k| {
        let rest = &claim[k..];
        let follows = |at: usize| OPENERS.contains(&sentence[at - 1].lower.as_str());
        let is_same = |run: &[Word]| run.iter().zip(rest).all(|(a, b)| a.lower == b.lower);
        let last = (sentence.len() + 1).saturating_sub(rest.len());
        (k + 1..last).any(|at| follows(at) && is_same(&sentence[at..at + rest.len()]))
    })
}

/// The sentence tells of a state that ended.
fn is_past(tokens: &[Word]) -> bool {
    let is_end = |word: &Word| ["until", "formerly", "former", "previously"].contains(&word.lower.as_str());
    tokens.iter().any(is_end) || tokens.windows(2).any(|pair| pair[0].lower == "used" && pair[1].lower == "to")
}

/// Every no of the sentence is said to something that the claim does not speak of.
fn denies_else(part: &Statement, tokens: &[Word]) -> bool {
    let said: BTreeSet<&String> = part.predicate.difference(&part.subject).collect();
    let is_no = |at: &usize| is_negated(std::slice::from_ref(&tokens[*at]));
    let mut denials = (0..tokens.len()).filter(is_no).peekable();
    denials.peek().is_some() && denials.all(|at| reach(tokens, at).iter().all(|word| !said.contains(&word.stem)))
}

/// Verbs that say the same of both ends.
const MUTUAL: [&str; 8] = ["marri", "met", "meet", "border", "equal", "resembl", "fought", "join"];

/// The claim's subject is what the clause's verb is done to, and what the claim says of it does it.
fn is_turned(part: &Statement, claim: &[Word], clauses: &[&str]) -> bool {
    // What is a kind of thing is that kind; what is "the" capital is it either way round.
    let is_identity = part.is_copular && !claim.iter().any(|word| word.lower == "a" || word.lower == "an");
    let is_mutual = claim.iter().any(|word| MUTUAL.contains(&word.stem.as_str()));
    if part.subject.is_empty() || part.object.is_empty() || is_identity || is_mutual {
        return false;
    }
    let by = |words: &[Word]| words.iter().any(|word| word.lower == "by");
    let read: Vec<(Statement, bool)> = clauses.iter().map(|clause| (read(clause), by(&words(clause)))).collect();
    let is_straight = |said: &Statement| !part.subject.is_disjoint(&said.subject);
    let is_met = |said: &Statement| part.is_copular || !part.object.is_disjoint(&said.subject);
    let is_turned = |said: &Statement| !said.subject.is_empty() && part.subject.is_subset(&said.object) && is_met(said);
    !read.iter().any(|(said, _)| is_straight(said)) && read.iter().any(|(said, has_by)| is_turned(said) && *has_by == by(claim))
}

/// The clause that has most of the claim lacks a name of it that another clause has: "Oslo awards the one, Stockholm the others".
fn is_said_of_another(part: &Statement, matter: &BTreeSet<String>, clauses: &[&str]) -> bool {
    let read: Vec<BTreeSet<String>> = clauses.iter().map(|clause| stems_of("", &words(clause))).collect();
    let share = |stems: &BTreeSet<String>| matter.intersection(stems).count();
    let Some(best) = read.iter().max_by_key(|stems| share(stems)) else { return false };
    let has = |stems: &BTreeSet<String>, group: &BTreeSet<String>| group.iter().any(|stem| stems.contains(stem));
    let is_there = |group: &BTreeSet<String>| read.iter().any(|stems| has(stems, group));
    clauses.len() > 1 && part.proper.iter().any(|group| !has(best, group) && is_there(group))
}

/// "the largest hot desert" where the claim says "the largest desert".
fn is_narrower(claim: &[Word], sentence: &[Word]) -> bool {
    let claimed = claim.windows(2).find(|pair| is_superlative(&pair[0]) && !pair[1].is_stop);
    let Some([most, noun]) = claimed else { return false };
    let is_between = |word: &Word| !word.is_stop && !claim.iter().any(|w| w.stem == word.stem);
    sentence.windows(3).any(|run| run[0].lower == most.lower && is_between(&run[1]) && run[2].stem == noun.stem)
}

/// The sentence says no to what the claim says, or yes to what it denies.
fn denies(part: &Statement, claim: &[Word], title: &str, clauses: &[&str], sentence: &[Word], shared: f64) -> bool {
    if part.is_negated || is_negated(claim) {
        // Two that both say no may say it of different things; the judge has to tell.
        return shared >= DENIED_MATTER && !is_negated(sentence);
    }
    let is_denied = |clause: &&str| {
        let tokens = words(clause);
        says_no(&part.subject, &part.predicate, part, title, &tokens)
            // "Sydney is not the capital" denies that the capital is Sydney.
            || part.is_copular && says_no(&part.object, &part.subject, part, title, &tokens)
    };
    clauses.iter().any(is_denied)
}

/// A negation of the clause reaches over what the claim says of its subject.
///
/// The subject must come before it or in the title ("the ozone hole is not the main cause of global warming" denies nothing of
/// global warming), and what is denied must be the claim's head word or mostly the claim's words ("was not the first European
/// in the Americas" does not deny an arrival in the Americas).
fn says_no(subject: &BTreeSet<String>, predicate: &BTreeSet<String>, part: &Statement, title: &str, tokens: &[Word]) -> bool {
    let said: BTreeSet<&String> = predicate.difference(subject).collect();
    let in_title = words(title).iter().any(|w| subject.contains(&w.stem));
    tokens.iter().enumerate().any(|(at, word)| {
        let is_idle = tokens.get(at + 1).is_some_and(|next| next.lower == "only");
        let before = &tokens[..at];
        let has_own = before.iter().any(|w| w.is_capital && !w.is_stop && !part.content.contains(&w.stem));
        let has_subject = subject.is_empty() || in_title && !has_own || before.iter().any(|w| subject.contains(&w.stem));
        if !is_negated(std::slice::from_ref(word)) || word.lower == "false" || is_idle || !has_subject {
            return false;
        }
        let reached: Vec<&Word> = reach(tokens, at).iter().filter(|w| !w.is_stop).collect();
        let has_head = part.head.as_ref().is_some_and(|head| said.contains(head) && reached.iter().any(|w| w.stem == *head));
        // A name within reach is whom it is said of, not what is denied: "the law does not apply to the White House".
        let is_name = |w: &Word| part.proper.iter().any(|group| group.contains(&w.stem));
        let denied: Vec<&Word> = reached.into_iter().filter(|w| !is_name(w)).collect();
        let hits = denied.iter().filter(|w| said.contains(&w.stem)).count();
        has_head || (hits > 0 && hits * 2 >= denied.len())
    })
}

/// The words a negation reaches over: up to the next "but", or so many.
fn reach(tokens: &[Word], at: usize) -> &[Word] {
    // "not because of explosives" denies the explosives.
    let is_reason = tokens.get(at + 1).is_some_and(|next| next.lower == "because");
    let rest = &tokens[at + 1 + usize::from(is_reason)..];
    let end = rest.iter().position(|w| ["but", "because", "although", "while"].contains(&w.lower.as_str())).unwrap_or(rest.len());
    &rest[..end.min(SCOPE_WORDS)]
}

/// "the second largest" where the claim says "the biggest".
fn has_other_rank(claim: &[Word], tokens: &[Word]) -> bool {
    let is_low = |w: &Word| ORDER_WORDS.contains(&w.lower.as_str());
    let claims_top = claim.iter().any(is_superlative) && !claim.iter().any(is_low);
    claims_top && tokens.windows(2).any(|pair| is_low(&pair[0]) && is_superlative(&pair[1]))
}

pub(super) fn is_superlative(word: &Word) -> bool {
    word.lower.ends_with("est") && word.lower.len() > 4 || word.lower == "first" || word.lower == "most"
}

/// None of a named group's words stands in title or sentence, not even as another form of it.
fn lacks_name(part: &Statement, stems: &BTreeSet<String>) -> bool {
    let has = |stem: &String| {
        stems.contains(stem)
            || (stem.len() >= NAME_PREFIX
                && stems.iter().any(|s| s.len() >= NAME_PREFIX && s.as_bytes()[..NAME_PREFIX] == stem.as_bytes()[..NAME_PREFIX]))
    };
    part.proper.iter().any(|group| !group.iter().any(has))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn say(claim: &str, sentence: &str) -> Option<Remark> {
        remark(&read(claim), claim, "", &[], sentence)
    }

    #[test]
    fn a_denial_of_the_same_words_is_heard() {
        assert_eq!(say("Vaccines cause autism", "Vaccines do not cause autism."), Some(Remark::Denies));
        assert_eq!(
            say("Python takes its name from a snake.", "Python is named after a comedy group and not after the snake."),
            Some(Remark::Denies)
        );
        assert_eq!(say("Sydney is Australia's capital.", "Sydney is not the capital of Australia."), Some(Remark::Denies));
        assert_eq!(
            say("The Moon landings were staged.", "The Moon landings were real and were not faked or staged."),
            Some(Remark::Denies)
        );
        assert_eq!(say("Bats can't see.", "All bats have eyes and can see."), Some(Remark::Denies));
    }

    #[test]
    fn agreement_in_denial_is_no_denial() {
        assert_eq!(
            say("Vaccines do not cause autism", "Measles vaccines do not cause autism in children."),
            Some(Remark::Repeats)
        );
        assert_eq!(say("Vaccines prevent measles", "Vaccines prevent measles."), None);
    }

    #[test]
    fn second_largest_is_not_largest() {
        assert_eq!(
            say("The Atlantic is the largest ocean on Earth.", "The Atlantic Ocean is the second largest ocean on Earth."),
            Some(Remark::OtherRank)
        );
        assert_eq!(say("The Pacific is the largest ocean.", "The Pacific Ocean is the largest ocean."), None);
    }

    #[test]
    fn somebody_else_is_somebody_else() {
        assert_eq!(
            say("The Mona Lisa was painted by Michelangelo.", "The Mona Lisa was painted by Leonardo da Vinci."),
            Some(Remark::OtherName)
        );
        assert_eq!(
            say("Bill Gates invented the World Wide Web.", "Tim Berners-Lee invented the World Wide Web."),
            Some(Remark::OtherName)
        );
        assert_eq!(
            say(
                "Sydney is the capital of Australia.",
                "Sydney is the largest city in Australia, but Canberra is the capital of Australia."
            ),
            Some(Remark::OtherName)
        );
        assert_eq!(say("Bill Gates lives in Seattle.", "Tim Berners-Lee lives in Oxford."), Some(Remark::NameMissing));
        assert_eq!(say("Europe has many rivers.", "Many rivers are European."), None);
    }

    #[test]
    fn a_sentence_agrees_with_itself() {
        for sentence in [
            "Denial of the Holocaust is false.",
            "No human has ever set foot on Mars.",
            "The towers collapsed because of impact and fire, not because of planted explosives.",
            "Nobody can reliably predict the time of an earthquake.",
        ] {
            assert_eq!(say(sentence, sentence), Some(Remark::Repeats), "{sentence}");
        }
        let held_off = "Some people claim that vaccines cause autism in children.";
        assert_ne!(say("Vaccines cause autism in children.", held_off), Some(Remark::Repeats));
    }

    #[test]
    fn two_denials_do_not_deny_each_other() {
        assert_eq!(say("Autism isn't caused by vaccines.", "Vaccines do not cause autism."), None);
        assert_eq!(say("HIV cannot be passed on by shaking hands.", "HIV is not spread by shaking hands or hugging."), None);
        assert_eq!(say("The Hillside school was not closed.", "The Hillside school did not close in 2023."), None);
        assert_eq!(say("Paris isn't the capital of France.", "Paris is the capital of France."), Some(Remark::Denies));
    }

    #[test]
    fn each_clause_speaks_for_itself() {
        let cure = "Penicillin works against bacteria and does not work against viruses.";
        assert_eq!(say("Penicillin does not work against viruses.", cure), Some(Remark::Repeats));
        assert_eq!(say("Penicillin works against bacteria.", cure), Some(Remark::Repeats));
        assert_eq!(say("Penicillin works against viruses.", cure), Some(Remark::Denies));
        let both = "Ottawa is the capital of Canada, and Toronto is not the capital of Canada.";
        assert_eq!(say("Ottawa is the capital of Canada.", both), Some(Remark::Repeats));
        assert_eq!(say("Canada's capital is Ottawa.", both), None);
        assert_eq!(say("Canada's capital is Toronto.", both), Some(Remark::Denies));
        let symbols = "The chemical symbol of gold is Au, the symbol of silver is Ag and the symbol of iron is Fe.";
        assert_eq!(say("Gold's chemical symbol is Ag.", symbols), Some(Remark::OtherName));
        assert_eq!(say("The chemical symbol of gold is Au.", symbols), Some(Remark::Repeats));
        let towers = "The World Trade Center towers fell because of fire, not because of planted explosives.";
        assert_eq!(say("The World Trade Center was brought down by planted explosives.", towers), Some(Remark::Denies));
    }

    #[test]
    fn a_name_that_stands_in_the_next_sentence_is_not_this_ones() {
        let claim = "The United States dropped an atomic bomb on Hiroshima on 9 August 1945.";
        let passage: Vec<String> = ["Hiroshima on 6", "Nagasaki on 9"]
            .map(|rest| format!("The United States dropped an atomic bomb on {rest} August 1945."))
            .to_vec();
        assert_eq!(remark(&read(claim), claim, "Hiroshima", &passage, &passage[1]), Some(Remark::SaidBeside));
        assert_eq!(remark(&read(claim), claim, "Nuclear weapons", &passage, &passage[1]), Some(Remark::SaidBeside));
    }

    #[test]
    fn the_largest_hot_desert_is_not_the_largest_desert() {
        let found = "The Sahara is the largest hot desert in the world.";
        assert_eq!(say("The Sahara is the largest desert in the world.", found), Some(Remark::Narrower));
    }

    #[test]
    fn who_does_it_and_to_whom_matters() {
        assert_eq!(say("The Sun is a planet.", "Mars is the fourth planet from the Sun."), Some(Remark::Turned));
        assert_eq!(say("The Sun revolves around the Earth.", "The Earth revolves around the Sun."), Some(Remark::Turned));
        assert_eq!(say("The Earth revolves around the Sun.", "The Earth circles the Sun once a year."), None);
        assert_eq!(say("Cats are chased by dogs.", "Dogs chase cats."), None);
    }

    #[test]
    fn another_no_and_a_state_that_ended_confirm_nothing() {
        assert_eq!(
            say("Vaccines don't prevent measles.", "The measles vaccine does not cause autism."),
            Some(Remark::DeniesElse)
        );
        assert_eq!(say("Pluto is the ninth planet.", "Pluto was called the ninth planet until 2006."), Some(Remark::NoLonger));
    }
}
