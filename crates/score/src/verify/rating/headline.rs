//! Where a fact-check says what it rates and how: in data that our readers write down, in its headline, in labels of its text.
//!
//! Its other sentences report what somebody claims, so they never speak for or against the claim by themselves.

use super::{Rating, is_rating_word};
use crate::verify::clauses::clauses;
use crate::verify::verbs::likely_verb;
use crate::verify::words::{content_stems, is_negated, words};
use domain::Stance;

/// Marks that part a headline from its label, its rating or the name of its site.
const MARKS: [char; 4] = [':', '|', '–', '—'];
/// Most words of a rating that stands before or behind a claim.
const RATING_WORDS_MAX: usize = 3;
/// Most words before "claim that": "Viral post's claim that …".
const INTRODUCTION_WORDS_MAX: usize = 3;
/// Most words of a verdict at the end of a headline: "… is completely made up and false".
const VERDICT_WORDS_MAX: usize = 6;
/// Fewer words that carry matter name no claim.
const TARGET_STEMS_MIN: usize = 2;

/// How a text introduces the rating of what its title asks.
const LABELS: [&str; 12] = [
    "rating:",
    "our rating:",
    "verdict:",
    "our verdict:",
    "the verdict:",
    "fact-check verdict:",
    "fact check verdict:",
    "ruling:",
    "our ruling:",
    "the ruling:",
    "conclusion:",
    "we rate ",
];

/// Ratings with which unknown sites open the headline of a debunk; "True: A Memoir" is no fact-check.
const BLUNT: [&str; 11] = ["false", "fake", "hoax", "debunked", "mostly", "pants", "on", "fire", "misleading", "untrue", "myth"];

/// Finds the claims that a fact-check rates, each with its rating; nothing where target or rating cannot be read.
pub fn rated(title: &str, sentences: &[String]) -> Vec<(String, Rating)> {
    let reviewed = reviewed(sentences);
    if !reviewed.is_empty() {
        return reviewed;
    }
    let by_title = headline(title).or_else(|| Some((asked(title)?, labelled_rating(sentences)?)));
    let in_text = sentences.iter().filter_map(|sentence| remark(sentence));
    by_title
        .into_iter()
        .chain(in_text)
        .chain(told(sentences))
        .filter(|(target, _)| content_stems(target).len() >= TARGET_STEMS_MIN)
        .collect()
}

/// Recognises a fact-check by its headline alone, on whatever site it stands.
pub fn is_fact_check(title: &str) -> bool {
    let title = title.replace(" - ", " – ");
    let ends = [title.split_once(MARKS).map(|(head, _)| head), title.rsplit_once(MARKS).map(|(_, tail)| tail)];
    let text = without_site(&title);
    ends.into_iter().flatten().any(is_label) || opens_with_rating(text) || claim_that(text).is_some() || ends_in_verdict(text)
}

/// The pairs that our readers write for ClaimReview data; a page may rate several claims.
fn reviewed(sentences: &[String]) -> Vec<(String, Rating)> {
    let mut target = None;
    let mut pairs = Vec::new();
    for sentence in sentences {
        if let Some(claim) = sentence.strip_prefix("Claim reviewed:") {
            target = Some(claim.trim().trim_end_matches('.').trim_matches('"').to_owned());
        } else if let Some(words) = sentence.strip_prefix("Rating:") {
            pairs.extend(target.take().zip(Rating::parse(words)));
        }
    }
    pairs
}

/// A headline that names both claim and rating.
fn headline(title: &str) -> Option<(String, Rating)> {
    let title = title.replace(" - ", " – ");
    let text = unlabelled(without_site(&title));
    rated_first(text).or_else(|| answered(text)).or_else(|| claim_that(text)).or_else(|| rated_last(text))
}

/// A sentence that does: "The claim that garlic cures COVID-19 is false."
fn remark(sentence: &str) -> Option<(String, Rating)> {
    let is_introduced = claimed(sentence.split_once(MARKS).map_or(sentence, |(_, rest)| rest.trim())).is_some();
    let first = if is_introduced { rated_first(sentence) } else { None };
    first.or_else(|| claim_that(sentence)).or_else(|| with_verdict(sentence))
}

/// What tells the claim that a page checks …
const TELLERS: [&str; 15] = [
    "post", "posts", "message", "messages", "video", "videos", "meme", "memes", "claim", "rumour", "rumor", "tweet", "users",
    "image", "article",
];
/// … and how.
const TELLING: [&str; 8] = ["says", "said", "saying", "claims", "claimed", "claiming", "alleges", "alleged"];
/// How the sentence begins that rates it, even with another between them, …
const OF_THE_CLAIM: [&str; 3] = ["the claim is ", "this claim is ", "that claim is "];
/// … and right behind it.
const OF_THAT: [&str; 3] = ["this is ", "that is ", "it is "];
/// What may stand beside the words of such a rating.
const FLATLY: [&str; 7] = ["completely", "entirely", "simply", "totally", "just", "a", "plainly"];

/// "A message says that the waterworks added lithium to the water. … The claim is false."
fn told(sentences: &[String]) -> impl Iterator<Item = (String, Rating)> {
    (0..sentences.len()).filter_map(|at| {
        let sentence = |at: usize| sentences.get(at).map_or("", String::as_str);
        let is_neutral = |text: &str| !words(text).iter().any(|word| is_telling(&word.lower));
        let rating = verdict_by(&OF_THE_CLAIM, sentence(at + 1))
            .or_else(|| verdict_by(&OF_THAT, sentence(at + 1)))
            .or_else(|| verdict_by(&OF_THE_CLAIM, sentence(at + 2)).filter(|_| is_neutral(sentence(at + 1))))?;
        let target = reported(sentence(at))?;
        (!is_ambiguous(target, rating)).then(|| (target.to_owned(), rating))
    })
}

fn is_telling(word: &str) -> bool {
    TELLING.contains(&word) || ["denied", "denies", "told", "confirmed", "rejected"].contains(&word)
}

/// What a post says; nothing where it is several things, of which some may be so, or where what is rated may be that somebody said it.
fn reported(sentence: &str) -> Option<&str> {
    let tokens = words(sentence);
    let lower = |at: usize| tokens.get(at).map_or("", |word| word.lower.as_str());
    let at = (0..tokens.len()).find(|at| TELLING.contains(&lower(*at)) && lower(at + 1) == "that")?;
    let before = &tokens[..at];
    let is_told = before.iter().any(|word| TELLERS.contains(&word.lower.as_str()))
        && !before.iter().any(|word| is_telling(&word.lower))
        && !is_negated(before);
    let target = sentence[tokens[at + 1].span.end..].trim().trim_end_matches(['.', '!', '"', '”', ' ']);
    let is_one = clauses(target).len() == 1 && !words(target).iter().any(|word| word.lower == "that" || is_telling(&word.lower));
    (is_told && is_one && is_statement(target)).then_some(target)
}

/// "The claim is false.", "This is not true."; "This is far from true" is left alone, as is what more than the claim is said of.
fn verdict_by(openings: &[&str], sentence: &str) -> Option<Rating> {
    let sentence = sentence.trim();
    let verdict = openings.iter().find_map(|opening| behind(sentence, opening))?;
    let said = words(verdict);
    let is_known = |word: &str| is_rating_word(word) || FLATLY.contains(&word);
    let ends_rated = said.last().is_some_and(|word| is_rating_word(&word.lower) && word.lower != "not");
    (ends_rated && said.iter().all(|word| is_known(&word.lower))).then(|| Rating::worded(verdict)).flatten()
}

/// "FALSE: Claim that Tesla delivered 2 million vehicles is fake", "Debunked: Garlic cures COVID-19".
fn rated_first(text: &str) -> Option<(String, Rating)> {
    let (head, rest) = text.split_once(MARKS)?;
    let (rating, rest) = (short_rating(head)?, rest.trim());
    let introduced = claimed(rest);
    let claim = introduced.unwrap_or(rest).trim_end_matches(['.', '!', ' ']);
    let target = match split_verdict(claim) {
        Some((target, again)) if again.stance() == rating.stance() => target,
        _ => claim,
    };
    (introduced.is_some() || !is_ambiguous(target, rating)).then(|| (target.to_owned(), rating))
}

/// "No, garlic does not cure COVID-19", "Yes, it snowed in Lenna", "No evidence that garlic cures COVID-19".
fn answered(text: &str) -> Option<(String, Rating)> {
    if let Some(unproven) = behind(text, "no evidence that ") {
        return Some((unproven.to_owned(), Rating::Open));
    }
    if let Some(affirmation) = behind(text, "yes, ") {
        return Some((affirmation.to_owned(), Rating::True));
    }
    Some((affirmed(behind(text, "no, ")?)?, Rating::False))
}

/// "Claim that Tesla delivered 2 million vehicles is fake".
fn claim_that(text: &str) -> Option<(String, Rating)> {
    let (target, rating) = split_verdict(claimed(text)?)?;
    Some((target.to_owned(), rating))
}

/// "Tesla delivered 2 million vehicles: verdict false", "Garlic cures COVID-19 – False".
fn rated_last(text: &str) -> Option<(String, Rating)> {
    with_verdict(text).or_else(|| {
        let (target, tail) = text.rsplit_once(MARKS)?;
        let rating = short_rating(tail)?;
        (!is_ambiguous(target, rating)).then(|| (target.trim().to_owned(), rating))
    })
}

/// "A 90-metre statue stands in Lenna. Fact-check verdict: Fake".
fn with_verdict(text: &str) -> Option<(String, Rating)> {
    let (before, tail) = text.split_at(text.to_ascii_lowercase().rfind("verdict")?);
    let rating = Rating::worded(first_clause(tail["verdict".len()..].trim_start_matches([':', ' ', '–'])))?;
    let marks = [':', '.', ',', ' ', '–', '—', '…', '|'];
    let before = before.trim_end_matches(marks);
    let lower = before.to_ascii_lowercase();
    let label = [" fact-check", " fact check", " our", " the"].into_iter().find(|label| lower.ends_with(*label));
    let target = before[..before.len() - label.map_or(0, str::len)].trim_end_matches(marks);
    (!is_ambiguous(target, rating)).then(|| (target.to_owned(), rating))
}

/// What a title asks without answering: the target of a rating that stands in the text.
fn asked(title: &str) -> Option<String> {
    let title = title.replace(" - ", " – ");
    let whole = without_site(&title);
    let text = unlabelled(whole);
    if let Some(claim) = claimed(text) {
        return Some(claim.to_owned());
    }
    if let Some((question, _)) = text.split_once('?') {
        let question = behind(question, "is it true that ").unwrap_or(question);
        let opening = words(question).first().map(|word| word.lower.clone())?;
        let is_open = ["how", "why", "what", "when", "who", "where", "which"].contains(&opening.as_str());
        return (!is_open).then(|| question.to_owned());
    }
    // Under the words "fact check" stands what was checked; with a "not" in it, it may as well be what was found.
    (text.len() < whole.len() && is_statement(text) && !is_negated(&words(text))).then(|| text.to_owned())
}

/// "Rating: False.", "Our ruling: Mostly false", "We rate this claim False."
fn labelled_rating(sentences: &[String]) -> Option<Rating> {
    sentences.iter().find_map(|sentence| {
        let words = LABELS.iter().find_map(|label| behind(sentence.trim_start(), label))?;
        Rating::parse(first_clause(words))
    })
}

/// "FALSE: Claim that …", and on blunt words also "Debunked: Garlic cures COVID-19".
fn opens_with_rating(text: &str) -> bool {
    let Some((head, rest)) = text.split_once(MARKS) else { return false };
    let is_blunt = words(head).iter().all(|word| BLUNT.contains(&word.lower.as_str()));
    short_rating(head).is_some() && (claimed(rest.trim()).is_some() || is_blunt && is_statement(rest))
}

/// "… : verdict false"; "Jury verdict: false imprisonment" is none.
fn ends_in_verdict(text: &str) -> bool {
    let Some(at) = text.to_ascii_lowercase().rfind("verdict") else { return false };
    let tail = &text[at + "verdict".len()..];
    words(&text[..at]).len() >= 3
        && short_rating(tail).is_some()
        && words(tail).iter().all(|word| is_rating_word(word.lower.as_str()))
}

/// A headline without the label that says what it is.
fn unlabelled(text: &str) -> &str {
    match text.split_once(MARKS) {
        Some((head, rest)) if is_label(head) => rest.trim(),
        _ => text,
    }
}

/// "Fact check", "AP Fact-Check".
fn is_label(head: &str) -> bool {
    let found = words(head);
    let said: Vec<&str> = found.iter().map(|word| word.lower.as_str()).collect();
    said.len() <= 4 && matches!(said[..], [.., "fact", "check" | "checked" | "checking"] | [.., "factcheck"])
}

/// A headline without the name of its site: "… is fake | Example News".
fn without_site(title: &str) -> &str {
    match title.rsplit_once(['|', '–', '—']) {
        Some((head, tail)) if words(head).len() > 3 && words(tail).len() <= 3 && short_rating(tail).is_none() => head.trim_end(),
        _ => title,
    }
}

/// What follows "claim that" near the beginning.
fn claimed(text: &str) -> Option<&str> {
    let lower = text.to_ascii_lowercase();
    let openings = ["claim that ", "claims that ", "claiming that ", "rumor that ", "rumour that "];
    let (at, opening) = openings.into_iter().filter_map(|opening| Some((lower.find(opening)?, opening))).min()?;
    (words(&text[..at]).len() <= INTRODUCTION_WORDS_MAX).then(|| &text[at + opening.len()..])
}

/// Parts "Tesla delivered 2 million vehicles is fake" into claim and verdict; "the moon is fake" is a claim.
fn split_verdict(text: &str) -> Option<(&str, Rating)> {
    let text = text.trim_end_matches(['.', '!', ' ']);
    let lower = text.to_ascii_lowercase();
    let links = [" is ", " are ", " was ", " were ", " isn't ", " aren't ", " isn’t ", " aren’t ", " has been ", " have been "];
    let (claim, verdict) = text.split_at(links.into_iter().filter_map(|link| lower.rfind(link)).max()?);
    let rating = Rating::worded(verdict)?;
    (words(verdict).len() <= VERDICT_WORDS_MAX && likely_verb(&words(claim)).is_some()).then_some((claim, rating))
}

/// The claim that a "no" denies; nothing where the "not" sets one thing against another: "1.3 million, not 2 million".
fn affirmed(denial: &str) -> Option<String> {
    let denial = denial.replace('’', "'");
    let mut kept: Vec<&str> = Vec::new();
    let mut denials = 0;
    for word in denial.split_whitespace() {
        let plain = match word.to_ascii_lowercase().as_str() {
            "not" | "never" if kept.last().is_some_and(|before| before.ends_with(',')) => return None,
            "not" | "never" => "",
            "cannot" | "can't" => "can",
            "won't" => "will",
            lower if lower.ends_with("n't") => &word[..word.len() - "n't".len()],
            _ => {
                kept.push(word);
                continue;
            }
        };
        denials += 1;
        kept.extend(Some(plain).filter(|plain| !plain.is_empty()));
    }
    let claim = kept.join(" ");
    (denials == 1 && !is_negated(&words(&claim))).then_some(claim)
}

/// A "not" beside a "false" may be what was claimed or what was found.
fn is_ambiguous(target: &str, rating: Rating) -> bool {
    rating.stance() == Stance::Contradicts && is_negated(&words(target))
}

/// A rating of a few words, in words: "9/11" rates nothing.
fn short_rating(text: &str) -> Option<Rating> {
    Rating::worded(text).filter(|_| words(text).len() <= RATING_WORDS_MAX)
}

/// It says something: a verb stands in it, and it does not tell how or why.
fn is_statement(text: &str) -> bool {
    let tokens = words(text);
    let tells_how = tokens.first().is_some_and(|w| ["how", "why", "what", "when", "who", "where"].contains(&w.lower.as_str()));
    tokens.len() >= 3 && !tells_how && likely_verb(&tokens).is_some()
}

/// A text up to where its first clause ends.
fn first_clause(text: &str) -> &str {
    let clause = text.split(". ").next().unwrap_or(text);
    clause.split([';', '(', '—', '–']).next().unwrap_or(clause)
}

/// What follows an opening, whatever its case.
fn behind<'a>(text: &'a str, opening: &str) -> Option<&'a str> {
    let head = text.get(..opening.len())?;
    head.eq_ignore_ascii_case(opening).then(|| text[opening.len()..].trim_start())
}

#[cfg(test)]
mod tests {
    use super::super::is_of_ours;
    use super::*;
    use crate::verify::understand::read;

    fn ours(claim: &str, title: &str, sentences: &[&str]) -> Option<Rating> {
        let sentences: Vec<String> = sentences.iter().map(|s| (*s).to_owned()).collect();
        rated(title, &sentences)
            .into_iter()
            .find(|(target, rating)| is_of_ours(*rating, &read(claim), target))
            .map(|(_, rating)| rating)
    }

    #[test]
    fn a_debunk_of_a_neighbour_claim_is_not_ours() {
        let title = "FALSE: Claim that Tesla delivered 2 million vehicles is fake";
        assert_eq!(ours("Tesla delivered 2 million vehicles.", title, &[]), Some(Rating::False));
        assert_eq!(ours("Tesla delivered 1.3 million vehicles in 2022.", title, &[]), None);
    }

    #[test]
    fn a_fake_rendering_is_not_a_fake_project() {
        let text = "Rumored rendering of Trump's planned White House ballroom isn't real. Fact-check verdict: Fake";
        let claim = "The East Wing demolition project is part of plans to construct a 90,000-square-foot ballroom.";
        assert_eq!(ours(claim, "", &[text]), None);
    }

    #[test]
    fn headlines_name_claim_and_rating_in_many_ways() {
        let claim = "Garlic cures COVID-19.";
        for (title, rating) in [
            ("FALSE: Claim that garlic cures COVID-19 is fake", Rating::False),
            ("Mostly false: Garlic cures COVID-19", Rating::MostlyFalse),
            ("Debunked: Garlic cures COVID-19", Rating::False),
            ("Claim that garlic cures COVID-19 is misleading | Example News", Rating::Misleading),
            ("Fact check: Claim that garlic cures COVID-19 is false", Rating::False),
            ("Fact-check: No, garlic does not cure COVID-19", Rating::False),
            ("Fact check: Yes, garlic cures COVID-19", Rating::True),
            ("Fact check: No evidence that garlic cures COVID-19", Rating::Open),
            ("Garlic cures COVID-19: verdict false", Rating::False),
            ("Garlic cures COVID-19 – False", Rating::False),
        ] {
            assert_eq!(ours(claim, title, &[]), Some(rating), "{title}");
        }
    }

    #[test]
    fn the_text_rates_what_the_title_asks() {
        let claim = "Tesla delivered 2 million vehicles in 2022.";
        let title = "Did Tesla deliver 2 million vehicles in 2022?";
        let report = "A post claims Tesla delivered 2 million vehicles in 2022.";
        for label in ["Rating: False", "Verdict: False. The number is smaller.", "Our ruling: False", "We rate this claim False."]
        {
            assert_eq!(ours(claim, title, &[report, label]), Some(Rating::False), "{label}");
        }
        assert_eq!(ours(claim, title, &[report]), None, "a report of the claim rates nothing");
        assert_eq!(ours("Tesla delivered 1.3 million vehicles in 2022.", title, &[report, "Rating: False"]), None);
    }

    #[test]
    fn the_text_tells_what_is_claimed_and_rates_it() {
        let title = "Fact check: No, the water of Lenna was not poisoned";
        let claim = "The waterworks of Lenna added lithium to the drinking water.";
        let message = "A voice message says that the waterworks of Lenna added lithium to the drinking water.";
        for verdict in ["The claim is false.", "This is not true.", "That is completely false."] {
            assert_eq!(ours(claim, title, &[message, verdict]), Some(Rating::False), "{verdict}");
        }
        let shared = "It was shared hundreds of times.";
        assert_eq!(ours(claim, title, &[message, shared, "The claim is false."]), Some(Rating::False));
        for other in [
            "The mayor is false.",
            "This is far from true.",
            "This is false modesty of the worst kind.",
            "It is real footage.",
            "That is no lie.",
            "It is wrong to panic.",
        ] {
            assert_eq!(ours(claim, title, &[message, other]), None, "{other}");
        }
        assert_eq!(ours(claim, title, &[message, "The mayor denied it.", "That is true."]), None, "what the mayor said");
        for told in [
            "A message says that the waterworks of Lenna added lithium to the drinking water, and that the mayor fled.",
            "A post claims the mayor said that the waterworks of Lenna added lithium to the drinking water.",
            "No post said that the waterworks of Lenna added lithium to the drinking water.",
            "The utility says that the waterworks of Lenna added lithium to the drinking water.",
        ] {
            assert_eq!(ours(claim, title, &[told, "The claim is false."]), None, "{told}");
        }
    }

    #[test]
    fn a_correction_is_not_taken_for_the_claim_it_corrects() {
        let claim = "Tesla delivered 1.3 million vehicles in 2022.";
        for title in [
            "Fact check: No, Tesla delivered 1.3 million vehicles in 2022, not 2 million vehicles",
            "Fact check: No, Tesla did not deliver 2 million vehicles in 2022, it delivered 1.3 million vehicles",
            "Fact check: Tesla delivered 1.3 million vehicles in 2022",
        ] {
            assert_eq!(ours(claim, title, &[]), None, "{title}");
        }
    }

    #[test]
    fn a_not_beside_a_false_may_mean_either() {
        assert_eq!(ours("Garlic does not cure COVID-19.", "Debunked: Garlic does not cure COVID-19", &[]), None);
    }

    #[test]
    fn every_review_of_a_page_keeps_its_own_rating() {
        let page =
            ["Claim reviewed: \"Bats are blind\".", "Rating: False.", "Claim reviewed: \"Bats are mammals\".", "Rating: True."];
        assert_eq!(ours("Bats are blind.", "Bats", &page), Some(Rating::False));
        assert_eq!(ours("Bats are mammals.", "Bats", &page), Some(Rating::True));
        assert_eq!(ours("Bats are blind.", "Bats", &["Claim reviewed: \"Bats are blind\".", "Rating: not rated."]), None);
    }

    #[test]
    fn a_fact_check_is_known_by_its_headline() {
        for title in [
            "FALSE: Claim that Tesla delivered 2 million vehicles is fake",
            "Fact check: Did it snow in Lenna?",
            "Fact-check: No, it did not snow in Lenna",
            "AP FACT CHECK: Snow in Lenna",
            "Did it snow in Lenna? | Fact Check",
            "Snow covered Lenna: verdict false",
            "Debunked: Garlic cures COVID-19",
            "Claim that garlic cures COVID-19 is false",
        ] {
            assert!(is_fact_check(title), "{title}");
        }
    }

    #[test]
    fn ordinary_titles_are_no_fact_checks() {
        for title in [
            "True: A Memoir",
            "False memories in children",
            "Fake: How forgers work",
            "Jury verdict: false imprisonment",
            "9/11: The day",
            "Copper",
            "Facts about copper: a primer",
            "",
        ] {
            assert!(!is_fact_check(title), "{title}");
        }
    }
}
