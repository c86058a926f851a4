//! Which side a rationale takes in its own words, whatever side its model says that it takes: the polarity hints of seed S1.

use crate::verify::clauses::fragments;
use crate::verify::rating::{Rating, is_of_ours};
use crate::verify::understand::Reading as Statement;
use crate::verify::verbs::{is_auxiliary, likely_verb};
use crate::verify::words::{Word, negates, words};
use domain::{Assessment, Direction, Verdict};

/// Words that call a claim true …
const TRUE: [&str; 3] = ["true", "correct", "accurate"];
/// … and words that call it false.
const FALSE: [&str; 5] = ["false", "untrue", "incorrect", "inaccurate", "wrong"];
/// Stems of verbs that bear a claim out …
const UPHOLDING: [&str; 4] = ["confirm", "support", "verifi", "corrobor"];
/// … and of verbs that refute it.
const REFUTING: [&str; 7] = ["refut", "contradict", "deni", "disprov", "disproven", "debunk", "rebut"];

/// How a rationale names the claim, …
const CLAIMS: [&str; 4] = ["claim", "statement", "assertion", "allegation"];
/// … with what in front: "the user's claim" and "another claim" may be others.
const DETERMINERS: [&str; 4] = ["the", "this", "that", "our"];
/// "The evidence against the claim", "none of it": behind these it only belongs to what is spoken of.
const PREPOSITIONS: [&str; 11] = ["of", "in", "on", "for", "from", "to", "with", "about", "against", "behind", "by"];
/// What may open an aside between the claim and what is said of it: "the claim, as e1 shows, is false".
const ASIDES: [&str; 4] = ["as", "which", "about", "itself"];
/// "The claim of the ministry", "the claim something": behind these stands another claim.
const OTHERS: [&str; 5] = ["of", "in", "by", "from", QUOTED];

/// Verbs that link a claim to what it is called …
const LINKS: [&str; 15] = [
    "is", "are", "was", "were", "be", "been", "being", "remains", "seems", "appears", "found", "shown", "proved", "proven",
    "rated",
];
/// … and what may stand beside them: "turns out to be false", "is no longer true", "rated as false".
const FILLERS: [&str; 10] = ["to", "as", "out", "turns", "also", "thus", "therefore", "longer", "then", "just"];
/// Words that deny as a "not" does: "hardly true", "fails to refute".
const HARDLY: [&str; 6] = ["barely", "hardly", "scarcely", "fail", "fails", "failed"];
/// "Far from contradicting", "rather than refuting".
const AVERTING: [&str; 3] = ["from", "than", "of"];
/// Words of what is not said to be so: "it would be false".
const UNREAL: [&str; 8] = ["would", "could", "might", "may", "should", "if", "unless", "whether"];
/// Words that open what is only conceded: "although e2 contradicts it".
const CONCEDING: [&str; 5] = ["although", "though", "while", "whereas", "despite"];
/// Words that take back what stands before them: "e2 contradicts it, but e1 confirms it".
const TURNING: [&str; 3] = ["but", "yet", "however"];
/// "It is correct about the year": right in one respect is not yet right.
const RESPECTS: [&str; 6] = ["about", "in", "on", "for", "of", "regarding"];

/// What stands for the claim where a rationale quotes it …
const QUOTED_CLAIM: &str = "it";
/// … and for whatever else it quotes.
const QUOTED: &str = "something";

/// What a rationale says in its own voice: what it quotes is somebody else's word, and a pronoun holds its place.
pub(super) fn own_voice(rationale: &str, ours: &Statement) -> String {
    let pieces: Vec<&str> = rationale.split(['"', '“', '”', '«', '»']).collect();
    // What stands behind a quotation mark that is never closed is nobody's but the model's.
    let is_quoted = |at: usize| !at.is_multiple_of(2) && at + 1 < pieces.len();
    let told = pieces.iter().enumerate().map(|(at, piece)| match () {
        () if !is_quoted(at) => *piece,
        () if is_of_ours(Rating::HalfTrue, ours, piece) => QUOTED_CLAIM,
        () => QUOTED,
    });
    told.collect::<Vec<&str>>().join(" ")
}

/// The first words of a rationale that take the other side than the verdict, in earnest.
pub(super) fn gainsaid(own: &str, ours: &Statement, answer: &Assessment) -> Option<String> {
    // Of what misleads and of what held once, something is rightly called true.
    if matches!(answer.verdict, Verdict::Misleading | Verdict::Outdated) {
        return None;
    }
    let sentences = domain::sentences(own).into_iter().filter_map(|span| span.of(own));
    let remarks: Vec<Remark> = sentences.flat_map(|sentence| Sentence::of(sentence, ours, &answer.text).remarks()).collect();
    let is_taken_back = |at: usize| remarks.get(at + 1).is_some_and(|next| next.turns && next.side == answer.direction);
    let against = (0..remarks.len()).find(|at| remarks[*at].side != answer.direction && !is_taken_back(*at))?;
    Some(remarks[against].words.clone())
}

/// A side that a rationale takes of the claim.
struct Remark {
    side: Direction,
    /// A "but" parts it from what stands before.
    turns: bool,
    words: String,
}

/// A sentence of a rationale in its own voice, read for what it says of the claim.
///
/// Only what is said of the claim itself counts: "the claim is false", "it has been debunked", "e1 contradicts the claim that …".
/// "The claim that it is false is itself wrong" counts as calling it false, which costs a rare rationale and no verdict.
struct Sentence<'a> {
    text: &'a str,
    ours: &'a Statement,
    claim: &'a str,
    tokens: Vec<Word>,
    /// The words with which its fragments begin.
    starts: Vec<usize>,
}

impl<'a> Sentence<'a> {
    fn of(text: &'a str, ours: &'a Statement, claim: &'a str) -> Self {
        let mut starts = Vec::new();
        let mut at = 0;
        for fragment in fragments(text) {
            starts.push(at);
            at += words(fragment).len();
        }
        Self { text, ours, claim, tokens: words(text), starts }
    }

    fn remarks(&self) -> Vec<Remark> {
        let mut found = Vec::new();
        let mut after = 0;
        for at in 0..self.tokens.len() {
            let Some((side, words)) = self.remark(at) else { continue };
            let turns = self.has(after..at, &TURNING);
            found.push(Remark { side, turns, words: words.to_owned() });
            after = at + 1;
        }
        found
    }

    /// The side that the word at a place takes of the claim, with the words that take it; nothing where it takes none in earnest.
    /// Where the claim has the word itself, it may be the claim's.
    fn remark(&self, at: usize) -> Option<(Direction, &str)> {
        let word = &self.tokens[at];
        let affirms = affirms(word).filter(|_| words(self.claim).iter().all(|claimed| claimed.stem != word.stem))?;
        let rating = if affirms { Rating::True } else { Rating::False };
        let (group, scope) = (self.group(at), self.scope(at));
        let from = match () {
            () if self.is_rated(group, at, rating) => group,
            () if self.is_done_to_it(at, rating) => scope,
            () => return None,
        };
        let start = scope.min(group);
        let is_conceded = self.has(start..at.min(start + 2), &CONCEDING);
        let is_partial = affirms && is_adjective(word) && RESPECTS.contains(&self.lower(at + 1));
        if is_conceded || is_partial || self.has(start..at, &UNREAL) {
            return None;
        }
        let is_denied = (from..at).any(|at| says_no(&self.tokens, at)) || at > 0 && AVERTING.contains(&self.lower(at - 1));
        let side = match (affirms, is_denied) {
            (true, false) => Direction::Supports,
            (true, true) | (false, false) => Direction::Contradicts,
            // What is not refuted is not yet confirmed.
            (false, true) => return None,
        };
        Some((side, &self.text[self.tokens[start].span.start..self.tokens[at].span.end]))
    }

    /// The claim is called so: "the claim is not true", "it has been refuted", "e1 proves it false", "False: …".
    fn is_rated(&self, group: usize, at: usize, rating: Rating) -> bool {
        let is_adjective = is_adjective(&self.tokens[at]);
        let Some(last) = group.checked_sub(1) else { return is_adjective && self.end(at) == at + 1 };
        let is_linked = self.lower(last).ends_with("'s") || self.tokens[group..at].iter().any(is_link);
        match self.lower(last) {
            "it" | "it's" => (is_linked || is_adjective) && !self.is_under(last) && self.is_claim_called(at, rating),
            "this" => is_linked && !self.is_under(last),
            "that" | "that's" => is_linked && last == 0,
            _ => (0..group).rfind(|at| self.names_claim(*at)).is_some_and(|noun| {
                if noun == last { is_linked || is_adjective } else { is_linked && self.is_subject(noun, group, rating) }
            }),
        }
    }

    /// The verb has the claim for its object: "e1 contradicts it", "denies that …"; not "confirms it was built in 1968".
    fn is_done_to_it(&self, at: usize, rating: Rating) -> bool {
        let end = self.end(at);
        match self.lower(at + 1) {
            _ if is_adjective(&self.tokens[at]) || at + 1 >= end => false,
            "it" => self.ends(at + 2, end),
            "this" | "that" if at + 2 == end => true,
            _ if at + 2 < end && self.names_claim(at + 2) => match self.lower(at + 3) {
                "that" => self.is_ours(self.behind(at + 3), rating),
                _ => self.ends(at + 3, end),
            },
            "that" => self.is_ours(self.behind(at + 1), rating),
            _ => false,
        }
    }

    /// "It" is the claim: not what is called false in "it is false that the ferry sank", nor what is wrong to do.
    fn is_claim_called(&self, at: usize, rating: Rating) -> bool {
        let that = (at + 1..self.end(at).min(at + 4)).find(|at| self.lower(*at) == "that");
        self.lower(at + 1) != "to" && that.is_none_or(|that| self.is_ours(self.behind(that), rating))
    }

    /// What stands between the claim and what is said up to a place leaves it the claim: "the claim that copper conducts is …".
    fn is_subject(&self, noun: usize, end: usize, rating: Rating) -> bool {
        match self.lower(noun + 1) {
            "that" => self.is_ours(&self.text[self.tokens[noun + 1].span.end..self.tokens[end - 1].span.end], rating),
            aside => ASIDES.contains(&aside),
        }
    }

    /// Words that tell a claim tell this one, as a whole or up to where their first fragment ends.
    fn is_ours(&self, told: &str, rating: Rating) -> bool {
        let first = fragments(told).first().copied().unwrap_or(told);
        [told, first].into_iter().any(|told| is_of_ours(rating, self.ours, told))
    }

    /// No words follow by which another claim is meant, or by which something is said of this one.
    fn ends(&self, from: usize, end: usize) -> bool {
        let tail = &self.tokens[from..end];
        let is_another = tail.first().is_some_and(|word| OTHERS.contains(&word.lower.as_str()));
        !is_another && likely_verb(tail).is_none() && tail.iter().all(|word| affirms(word).is_none())
    }

    fn names_claim(&self, at: usize) -> bool {
        let is_determined = || DETERMINERS.contains(&self.lower(at - 1)) && !self.is_under(at - 1);
        CLAIMS.contains(&self.lower(at)) && (at == 0 || is_determined())
    }

    fn is_under(&self, at: usize) -> bool {
        at > 0 && PREPOSITIONS.contains(&self.lower(at - 1))
    }

    /// Where the verbs and adverbs begin that stand right before a place: "has never been".
    fn group(&self, at: usize) -> usize {
        let belongs = |at: usize| {
            let word = &self.tokens[at];
            let is_adverb = word.lower.ends_with("ly") && !word.is_capital;
            let is_filler = is_adverb || FILLERS.contains(&word.lower.as_str());
            is_filler || is_link(word) || is_auxiliary(&word.lower) || says_no(&self.tokens, at)
        };
        (0..at).rfind(|at| !belongs(*at)).map_or(0, |before| before + 1)
    }

    /// Where that begins which bears on the verb at a place: with its fragment, or with the sentence when its subject stands in
    /// another fragment. "…, contradicting the claim" needs no subject.
    fn scope(&self, at: usize) -> usize {
        let start = self.starts.iter().copied().rfind(|start| *start <= at).unwrap_or(0);
        if start == at && !self.lower(at).ends_with("ing") { 0 } else { start }
    }

    /// Where the fragment of a place ends.
    fn end(&self, at: usize) -> usize {
        self.starts.iter().copied().find(|start| *start > at).unwrap_or(self.tokens.len())
    }

    fn has(&self, range: std::ops::Range<usize>, list: &[&str]) -> bool {
        self.tokens[range].iter().any(|word| list.contains(&word.lower.as_str()))
    }

    fn lower(&self, at: usize) -> &str {
        self.tokens.get(at).map_or("", |word| word.lower.as_str())
    }

    fn behind(&self, at: usize) -> &str {
        &self.text[self.tokens[at].span.end..]
    }
}

/// Whether a word calls a claim true; nothing where it calls it neither true nor false.
fn affirms(word: &Word) -> Option<bool> {
    let (lower, stem) = (word.lower.as_str(), word.stem.as_str());
    match () {
        () if TRUE.contains(&lower) || UPHOLDING.contains(&stem) => Some(true),
        () if FALSE.contains(&lower) || REFUTING.contains(&stem) => Some(false),
        () => None,
    }
}

fn is_adjective(word: &Word) -> bool {
    TRUE.contains(&word.lower.as_str()) || FALSE.contains(&word.lower.as_str())
}

fn is_link(word: &Word) -> bool {
    LINKS.contains(&word.lower.trim_end_matches("n't"))
}

/// The word at a place denies what follows. "False" is said of something and denies nothing of what stands behind it.
fn says_no(tokens: &[Word], at: usize) -> bool {
    let word = tokens[at].lower.as_str();
    HARDLY.contains(&word) || word != "false" && negates(tokens, at)
}
