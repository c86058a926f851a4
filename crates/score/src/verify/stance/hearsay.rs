//! Who says it in the sentence: another than the claim names, or somebody who only denies it.

use super::{Piece, overrule};
use crate::verify::calendar::is_time;
use crate::verify::polarity::{OFFICES, OTHER_OFFICE};
use crate::verify::rule::Rule;
use crate::verify::understand::Understood;
use crate::verify::verbs::main_verb;
use crate::verify::words::{Word, words};
use domain::{Stance, Trace};
use std::collections::BTreeSet;

/// Words by which somebody says that it is not so, without showing it.
const DENYING: [&str; 3] = ["denied", "denies", "deny"];
/// Words by which the same is said of what others say.
const DISMISSING: [&str; 5] = ["rejected", "rejects", "disputed", "disputes", "dismissed"];
/// What others say.
const SAYINGS: [&str; 9] =
    ["claim", "claims", "allegation", "allegations", "report", "reports", "suggestions", "accusation", "accusations"];

/// Who says it without a name: "some posts claim that", "many people believe".
const NOBODYS: [&str; 17] = [
    "people",
    "posts",
    "post",
    "users",
    "messages",
    "message",
    "videos",
    "video",
    "memes",
    "critics",
    "opponents",
    "fans",
    "sceptics",
    "skeptics",
    "theorists",
    "rumours",
    "rumors",
];
/// How nobody in particular says it.
const CLAIMING: [&str; 12] =
    ["claim", "claims", "claimed", "say", "says", "said", "believe", "believes", "believed", "allege", "alleged", "insist"];

/// What another said is no word of the claim's speaker, who denies it proves nothing, and neither does what some people claim.
pub(super) fn hear_speaker(claim: &Understood, sentences: &[String], at: usize, piece: &mut Piece, trace: &mut Trace) {
    let text = sentences.get(at).map_or("", String::as_str);
    let (tokens, ours) = (words(text), words(&claim.statement));
    if piece.stance == Stance::Contradicts && is_denied_by_somebody(&tokens) && !is_denied_by_somebody(&ours) {
        overrule(piece, Stance::Neutral, trace, Rule::OnlyDenied);
    }
    let is_only_claimed = || {
        let is_claimed = is_only_claimed(&tokens) && !is_only_claimed(&ours);
        // A claim about what somebody calls it is about that.
        let is_of_the_name = || ours.iter().any(|word| CALLING.contains(&word.lower.as_str()) || word.stem == "name");
        claim.speaker.is_none() && (is_claimed || is_only_called(text, &tokens) && !is_of_the_name())
    };
    if piece.stance == Stance::Supports && is_only_claimed() {
        overrule(piece, Stance::Neutral, trace, Rule::OnlyClaimed);
    }
    if piece.stance == Stance::Supports && is_said_by_another(claim, sentences, at) {
        overrule(piece, Stance::Neutral, trace, Rule::SaidByAnother);
    }
}

/// "Some posts also claim that 5,000 died", "it is falsely claimed"; not "killed 300 people, officials said" nor "40 % of people believe".
fn is_only_claimed(tokens: &[Word]) -> bool {
    let lower = |at: usize| tokens[at].lower.as_str();
    let is_beside = |at: usize| tokens[at + 1].span.start - tokens[at].span.end == 1;
    let is_nobodys = |at: usize| {
        let Some(who) = (0..at).rev().find(|k| !BETWEEN.contains(&lower(*k))) else { return false };
        let before = who.checked_sub(1).map(|k| &tokens[k]);
        let is_counted =
            before.is_some_and(|word| word.is_number() || ["of", "percent", "million", "billion"].contains(&word.lower.as_str()));
        NOBODYS.contains(&lower(who)) && !is_counted && (who..at).all(is_beside)
    };
    let is_false = |at: usize| at > 0 && ["falsely", "wrongly", "incorrectly", "baselessly"].contains(&lower(at - 1));
    (0..tokens.len()).any(|at| CLAIMING.contains(&lower(at)) && (is_nobodys(at) || is_false(at)))
}

/// Words by which somebody gives a thing a name of his own.
const CALLING: [&str; 6] = ["called", "calls", "dubbed", "branded", "labelled", "labeled"];

/// Words between the calling and the name in quotation marks.
const CALLED_MAX: usize = 6;

/// "Stubbs called the deficit “a scandal”": the name is his, and in quotation marks.
fn is_only_called(text: &str, tokens: &[Word]) -> bool {
    // "The engine called “Foundation”" is what it is called; "Stubbs called", "she called".
    let is_somebodys = |at: usize| {
        let is_led = at.checked_sub(2).is_some_and(|k| ["in", "at", "of", "near", "on"].contains(&tokens[k].lower.as_str()));
        let is_who = |word: &Word| word.is_capital || ["he", "she", "they", "who"].contains(&word.lower.as_str());
        at.checked_sub(1).is_some_and(|k| is_who(&tokens[k])) && !is_led
    };
    let is_quoted = |at: usize| {
        let end = tokens.get(at + CALLED_MAX).map_or(text.len(), |word| word.span.start);
        let object = &text[tokens[at].span.end..end];
        object.find(['"', '“', '‘']).is_some_and(|quote| !object[..quote].contains(',') && !object[..quote].contains(" and "))
    };
    (0..tokens.len()).any(|at| CALLING.contains(&tokens[at].lower.as_str()) && is_somebodys(at) && is_quoted(at))
}

/// What may stand between who claims and the claiming.
const BETWEEN: [&str; 10] = ["also", "still", "often", "sometimes", "widely", "online", "have", "had", "now", "even"];

/// "He denied that spending was cut", "the firm rejected claims that it knew"; not "the court denied the appeal" nor "was denied entry".
fn is_denied_by_somebody(tokens: &[Word]) -> bool {
    let word = |at: usize| tokens.get(at).map_or("", |word| word.lower.as_str());
    let is_saying =
        |next: &str| ["that", "it", "any", "having"].contains(&next) || next.ends_with("ing") || SAYINGS.contains(&next);
    let is_denial = |at: usize| {
        let is_passive = ["is", "are", "was", "were", "be", "been", "being"].contains(&word(at - 1));
        let denies = DENYING.contains(&word(at)) && is_saying(word(at + 1));
        !is_passive && (denies || DISMISSING.contains(&word(at)) && SAYINGS.contains(&word(at + 1)))
    };
    (1..tokens.len()).any(is_denial)
}

/// The sentence puts it into the mouth of somebody with a name, who shares none with the claim's speaker. "He said" is who spoke before.
fn is_said_by_another(claim: &Understood, sentences: &[String], at: usize) -> bool {
    let spoken = |at: usize| sentences.get(at).and_then(|text| speaker(text, sentences));
    // Where a forecast is reported, who reports it stands in the statement.
    let ours = claim.speaker.as_ref().map(|speaker| named(speaker, sentences)).or_else(|| speaker(&claim.statement, &[]));
    let (Some(ours), Some(theirs)) = (ours, spoken(at)) else { return false };
    let before = || (0..at).rev().filter_map(spoken).find(|names| !names.is_empty());
    let theirs = if theirs.is_empty() { before().unwrap_or_default() } else { theirs };
    // "…, said Grace Teller of Harrow Bay council" speaks for the council.
    let here = names(&words(sentences.get(at).map_or("", String::as_str)));
    let is_ours = |name: &String| ours.contains(name);
    let is_other_name = !ours.is_empty() && !theirs.is_empty() && !theirs.iter().chain(&here).any(is_ours);
    is_other_name || ours.is_empty() && is_other_office(claim, sentences.get(at).map_or("", String::as_str))
}

/// "According to union secretary Carla Benedetti" is not according to the port director.
fn is_other_office(claim: &Understood, text: &str) -> bool {
    // "The police" may be an inspector, and experts anybody; a director is no secretary.
    let office = |tokens: &[Word]| -> BTreeSet<String> {
        let stems: Vec<String> =
            tokens.iter().filter(|word| !word.is_stop && !word.is_capital).map(|word| word.stem.clone()).collect();
        let is_office = stems.last().is_some_and(|stem| OFFICES.contains(&stem.as_str()));
        if is_office { stems.into_iter().collect() } else { BTreeSet::new() }
    };
    let tokens = words(text);
    let theirs = named_after_according(&tokens).map(|(from, to)| office(&tokens[from..to])).unwrap_or_default();
    let ours = claim.speaker.as_ref().map(|speaker| office(&words(speaker))).unwrap_or_default();
    !ours.is_empty() && !theirs.is_empty() && ours.is_disjoint(&theirs)
}

/// Most words before a word of saying.
const SPEAKER_WORDS_MAX: usize = 9;

/// How people merely say something; whoever reports, confirms or announces it has found it out.
const MERELY: [&str; 14] = [
    "said", "says", "claimed", "argued", "argues", "insisted", "insists", "wrote", "tweeted", "promised", "stated", "told",
    "alleged", "joked",
];

/// The names of whom a claim names as its speaker; of an office, those of its holder where the passage has them together: "port director
/// Hugh Lang".
fn named(speaker: &str, sentences: &[String]) -> Vec<String> {
    let tokens = words(speaker);
    let own = names(&tokens);
    if !own.is_empty() {
        return own;
    }
    let office: Vec<&str> = tokens.iter().filter(|word| !word.is_stop).map(|word| word.stem.as_str()).collect();
    let holder = |text: &String| {
        let tokens = words(text);
        let is_office = |at: usize| tokens[at..].iter().zip(&office).all(|(word, stem)| word.stem == *stem);
        let behind = |at: usize| run_from(&tokens, at + office.len());
        let is_former = |at: usize| at > 0 && OTHER_OFFICE.contains(&tokens[at - 1].lower.as_str());
        let holds = |at: &usize| is_office(*at) && behind(*at) >= 2 && !is_former(*at);
        let at = (0..tokens.len().saturating_sub(office.len())).find(holds)?;
        let start = at + office.len();
        Some(names(&tokens[start..start + behind(at)]))
    };
    if office.is_empty() { Vec::new() } else { sentences.iter().find_map(holder).unwrap_or_default() }
}

/// The names of the person whom a sentence lets speak, none for a pronoun; nothing where nobody or an office speaks.
fn speaker(text: &str, sentences: &[String]) -> Option<Vec<String>> {
    let tokens = words(text);
    according(&tokens).or_else(|| saying(&tokens, sentences)).or_else(|| inverted(text, &tokens))
}

/// "According to union secretary Carla Benedetti, …".
fn according(tokens: &[Word]) -> Option<Vec<String>> {
    named_after_according(tokens).map(|(_, from)| names(&tokens[from..from + run_from(tokens, from)]))
}

/// Where somebody's office begins behind "according to", and where his name.
fn named_after_according(tokens: &[Word]) -> Option<(usize, usize)> {
    let at = tokens.windows(2).position(|pair| pair[0].lower == "according" && pair[1].lower == "to")? + 2;
    let from = (at..tokens.len().min(at + SPEAKER_WORDS_MAX)).find(|k| run_from(tokens, *k) >= 2)?;
    let is_body = tokens[at..from].iter().any(|word| word.lower == "of") || main_verb(&tokens[at..from]).is_some();
    (!is_body && tokens[at].lower != "the").then_some((at, from))
}

/// "“…”, said Hugh Lang"; in "the chief said Carla Benedetti had lied" she is whom it is said of.
fn inverted(text: &str, tokens: &[Word]) -> Option<Vec<String>> {
    let is_closed = |at: usize| text[tokens[at - 1].span.end..tokens[at].span.start].contains([',', '"', '”', '’']);
    let says =
        |at: &usize| ["said", "says"].contains(&tokens[*at].lower.as_str()) && is_closed(*at) && run_from(tokens, at + 1) >= 2;
    let at = (1..tokens.len()).find(says)? + 1;
    Some(names(&tokens[at..at + run_from(tokens, at)]))
}

/// How many words from here on are of one name.
fn run_from(tokens: &[Word], at: usize) -> usize {
    let goes_on = |k: &usize| *k == at || tokens[*k].span.start - tokens[*k - 1].span.end == 1;
    (at..tokens.len()).take_while(|k| is_named(&tokens[*k]) && goes_on(k)).count()
}

fn is_named(word: &Word) -> bool {
    word.is_capital && !word.is_stop && !is_time(std::slice::from_ref(word))
}

/// "…, Lang said".
fn saying(tokens: &[Word], sentences: &[String]) -> Option<Vec<String>> {
    let says = |word: &Word| MERELY.contains(&word.lower.as_str()) && !word.is_capital;
    let ends = || tokens.last().filter(|word| says(word)).map(|_| tokens.len() - 1);
    let at = tokens.iter().take(SPEAKER_WORDS_MAX).position(says).or_else(ends)?;
    let before = &tokens[..at];
    if before.last().is_some_and(|word| ["he", "she", "they"].contains(&word.lower.as_str())) {
        return Some(Vec::new());
    }
    // "The mayor of Orlen, Tom Ashby, said": two capitals right before the word, and no "the" or "of" that makes an office of them.
    let is_last = |k: usize| k + 1 == before.len();
    let goes_on = |k: usize| is_named(&before[k]) && (is_last(k) || before[k + 1].span.start - before[k].span.end == 1);
    let length = (0..before.len()).rev().take_while(|k| goes_on(*k)).count();
    let start = before.len() - length;
    let is_office = start > 0 && ["the", "of"].contains(&tokens[start - 1].lower.as_str());
    let is_person = length >= 2 || length == 1 && has_first_name(&before[start], sentences);
    (is_person && !is_office).then(|| names(&before[start..]))
}

/// The passage has the name behind another: it is a surname.
fn has_first_name(surname: &Word, sentences: &[String]) -> bool {
    sentences.iter().any(|text| {
        let tokens = words(text);
        tokens.windows(2).any(|pair| {
            pair[1].lower == surname.lower
                && is_named(&pair[1])
                && is_named(&pair[0])
                && pair[1].span.start - pair[0].span.end == 1
        })
    })
}

fn names(tokens: &[Word]) -> Vec<String> {
    tokens.iter().filter(|word| word.is_capital && !word.is_stop).map(|word| word.stem.clone()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verify::understand::understand;

    #[test]
    fn what_another_said_is_not_what_the_speaker_said() {
        let is_another = |claim: &str, told: &[&str]| {
            let told: Vec<String> = told.iter().map(|text| (*text).to_owned()).collect();
            is_said_by_another(&understand(claim), &told, told.len() - 1)
        };
        let claim = "Tom Ashby said that the tram line cost 40 million euros.";
        assert!(is_another(claim, &["The opposition leader, Grace Teller, said that the tram line cost 40 million euros."]));
        assert!(!is_another(claim, &["The mayor, Tom Ashby, said that the tram line cost 40 million euros."]));
        assert!(!is_another(claim, &["He said that the tram line cost 40 million euros."]));
        assert!(!is_another("The tram line cost 40 million euros.", &["Grace Teller said that it did."]));
        let forecast = "Grace Teller said that the tram line would be finished by 2027.";
        assert!(is_another(forecast, &["The mayor of Orlen, Tom Ashby, said that the tram line would be finished by 2027."]));
        let inflation = "Joe Biden said that inflation was 8.3 percent.";
        assert!(!is_another(inflation, &["The Bureau of Labor Statistics said that inflation was 8.3 percent."]));
        assert!(!is_another(inflation, &["The United States added 10 million jobs."]));
        assert!(!is_another(claim, &["Speaking to reporters, he said that the line cost 40 million."]));
        let union = ["According to union secretary Carla Benedetti, 71 percent of the members voted for it."];
        let votes = "71 percent of the members voted for the agreement.";
        assert!(is_another(&format!("Hugh Lang said that {votes}"), &union));
        assert!(!is_another(&format!("Carla Benedetti said that {votes}"), &union));
        let port = ["Port director Hugh Lang denied it.", "\"Not a single shipping line has left us,\" Lang said."];
        assert!(is_another("Carla Benedetti said that not a single shipping line had left the port.", &port));
        assert!(!is_another("The port director said that not a single shipping line had left the port.", &port));
        assert!(is_another(&format!("According to the port director, {votes}"), &union), "an office of another name");
        assert!(!is_another(&format!("According to the union secretary, {votes}"), &union));
        let both = ["Port director Hugh Lang was there.", union[0]];
        assert!(is_another(&format!("According to the port director, {votes}"), &both));
        let lied = "The police chief said Carla Benedetti had lied.";
        assert!(!is_another("Police chief Hugh Lang said that Carla Benedetti had lied.", &[lied]), "she is whom it is said of");
        let council = "\"It is open,\" said Grace Teller, a spokeswoman of Harrow Bay council.";
        assert!(!is_another("Harrow Bay council said that the pool is open.", &[council]));
        assert!(!is_another(
            "According to the police, 12 people died.",
            &["According to inspector Maria Rossi, 12 people died."]
        ));
        assert!(is_another("Carla Benedetti said that the wall is old.", &["\"The wall is old,\" said Hugh Lang."]));
        let before = "The mayor of Orlen, Tom Ashby, said that the line would be finished by 2027.";
        assert!(is_another("Grace Teller said that crime had fallen by half.", &[before, "He said crime had fallen by half."]));
        assert!(!is_another("Tom Ashby said that crime had fallen by half.", &[before, "He said crime had fallen by half."]));
    }

    #[test]
    fn what_some_people_claim_is_not_said() {
        for text in
            ["Some posts also claim that 5,000 people died.", "Many people believe that it works.", "He falsely claimed it."]
        {
            assert!(is_only_claimed(&words(text)), "{text}");
        }
        for text in [
            "The agency said that 5,000 people died.",
            "Doctors say that it works.",
            "The earthquake killed 300 people, officials said.",
            "It has 2 billion users, Meta said.",
            "About 40% of people believe in ghosts.",
        ] {
            assert!(!is_only_claimed(&words(text)), "{text}");
        }
        let is_called = |text: &str| is_only_called(text, &words(text));
        assert!(is_called("Councillor Stubbs called the deficit \"a scandal waiting to be audited\"."));
        assert!(!is_called("It was built on an engine called \"Foundation\"."));
        assert!(!is_called("The drug is called \"Fenradol\" in Norway."));
        assert!(!is_called("Councillor Stubbs called a meeting."));
        assert!(!is_called("A skyscraper in London called “the Shard” opened in 2012."));
        assert!(!is_called("Ashby called a meeting, and the “Orlen Line” was closed."));
    }

    #[test]
    fn a_denial_is_somebodys_word() {
        for text in [
            "He denied that the city had cut spending.",
            "The firm rejected claims that it knew.",
            "Ashby denies it.",
            "He denied cutting it.",
        ] {
            assert!(is_denied_by_somebody(&words(text)), "{text}");
        }
        for text in [
            "The council rejected a motion to ban dogs.",
            "Spending was not cut.",
            "The Supreme Court denied the appeal.",
            "The passengers were denied entry to Cuba.",
        ] {
            assert!(!is_denied_by_somebody(&words(text)), "{text}");
        }
    }
}
