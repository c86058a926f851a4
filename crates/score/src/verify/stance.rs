//! What each piece of evidence says about each part of the claim, and whether it speaks of this claim at all.

use super::abbreviations::spell_out;
use super::lean::Lean;
use super::overlap::anchor_match;
use super::polarity::{Effect, MADE_OUT, Remark, asks, remark, tells_change};
use super::policy::Policy;
use super::premise::setting;
use super::qualifier::restricts;
use super::quantity::Comparison;
use super::rank::Ranked;
use super::rating::{self, Rating};
use super::rule::Rule;
use super::understand::{Reading as Statement, Understood};
use super::verbs::main_verb;
use super::window::window;
use super::words::{content_stems, is_hedged, recall, words};
use domain::{Basis, Candidate, DocumentKind, Profile, Reading, Stance, StanceScores, Trace};
use std::collections::BTreeSet;

mod around;
mod fact_check;
mod gather;
mod hearsay;
mod numbers;
mod shares;

pub use gather::{overall, pieces, pieces_of_whole, voices};

use around::{hear_middle, hear_window};
use fact_check::weigh_fact_check;
use hearsay::hear_speaker;
use numbers::{compare_numbers, has_comparable};
use shares::are_complements;

/// A stance needs this probability (decision S4-10) …
const STANCE_MIN: f64 = 0.5;
/// … and this margin over the other side.
const STANCE_MARGIN: f64 = 0.1;

/// One passage read against one part of the claim.
#[derive(Debug, Clone, PartialEq)]
pub struct Piece {
    /// Index into the snapshot's candidates.
    pub candidate: usize,
    /// Which part of the claim.
    pub part: usize,
    /// The deciding sentence within the passage.
    pub sentence: usize,
    /// The judge's scores for it.
    pub scores: StanceScores,
    /// The side it takes, after numbers and fact-check targets have had their say.
    pub stance: Stance,
    /// Strength of that side, 0..1.
    pub strength: f64,
    /// The rule that set the stance where the judge had read otherwise.
    pub rule: Option<Rule>,
    /// It speaks of this claim.
    pub on_target: bool,
    /// Anchor match of title and sentence, or how much of the part it says in words of its own.
    pub anchor: f64,
    /// Predicate match: the largest of stem overlap, cosine, and how much of the part it says in words of its own.
    pub predicate: f64,
    /// Cosine of sentence and part.
    pub cosine: f64,
    /// Mean of cosine and content overlap: how near it is to this part.
    pub nearness: f64,
    /// Overlap of the part's words, numbers and units aside, with title and sentence.
    pub matter: f64,
    /// How much of the part it says in words of its own; 0 where the judge is not sure of that.
    pub meant: f64,
    /// Content overlap of the part with title and sentence.
    pub overlap: f64,
    /// Words of the sentence that carry matter and that the part has not.
    pub further: usize,
    /// S1's ranking score of its passage.
    pub score: f64,
    /// What the source is worth.
    pub credibility: f64,
    /// How the claimed number stands to the found one, when it alone decides.
    pub number: Option<Comparison>,
    /// The rating of a fact-check of this very claim.
    pub rating: Option<Rating>,
    /// The sentence holds back.
    pub is_hedged: bool,
    /// It stands under a title that asks.
    pub is_answer: bool,
    /// It was read with the sentences around it.
    pub is_window: bool,
    /// A rule took away what the judge read in favour of the claim.
    pub is_unconfirmed: bool,
    /// Which way its passage leans on this part, clear stance or not.
    pub lean: Lean,
    /// The ledger of its stance.
    pub trace: Trace,
}

impl Piece {
    /// It takes a side and speaks of this claim: it counts.
    pub fn counts(&self) -> bool {
        self.on_target && self.stance != Stance::Neutral
    }

    /// It counts, or it rates this very claim without taking a side, as "half true" does.
    pub fn speaks(&self) -> bool {
        self.counts() || self.on_target && self.rating.is_some_and(|rating| rating.verdict().is_some())
    }

    /// It is on target and no rule found that it speaks of somebody or something else.
    pub fn is_about_it(&self) -> bool {
        self.on_target && self.rule.is_none_or(Rule::leaves_it_open)
    }

    /// Weight of its voice in S4's aggregation.
    pub fn weight(&self) -> f64 {
        self.credibility
    }
}

fn piece(
    claim: &Understood,
    (part, part_text): (&Statement, &str),
    (candidate, profile): (&Candidate, Profile),
    reading: &Reading,
    ranked: &Ranked,
    policy: &Policy,
) -> Piece {
    let sentence = reading.sentence as usize;
    let window = reading.is_window.then(|| window(candidate, sentence)).flatten();
    let setting = window.clone().unwrap_or_else(|| setting(candidate, sentence));
    let stems = content_stems(&setting);
    let cosine = candidate.similarity.get(reading.subclaim as usize).and_then(|row| row.get(sentence)).map_or(0.0, |b| b.get());
    let anchor = anchor_match(&part.anchors, &stems);
    let predicate = recall(&part.predicate, &stems).max(cosine);
    let is_another_name = part.is_copular && is_modifier_only(part, &setting);
    let has_subject = part.subject.is_empty() || !(part.subject.is_disjoint(&stems) || is_another_name);
    let has_predicate = cosine >= NEAR_ENOUGH || says_what_it_is(part, &stems);
    let overlap = recall(&part.content, &stems);
    let scores = if policy.ENABLE_DEBERTA_NLI == 0.0 { StanceScores::SILENT } else { reading.scores };
    // What says the claim in other words, for or against, speaks of it: there meaning stands in for words.
    let meant = if is_another_name { 0.0 } else { meant(part, &stems, &scores, (cosine, anchor), profile) };
    let anchor = anchor.max(meant);
    let predicate = predicate.max(meant);
    let on_target = anchor >= policy.ANCHOR_THRESHOLD
        && predicate >= policy.PREDICATE_MATCH_THRESHOLD
        && (has_subject && has_predicate || meant > 0.0);
    let (stance, strength) = stance_of(&scores);
    let read = if reading.is_window { "around sentence" } else { "sentence" };
    let mut trace = Trace::new("stance")
        .noting(format!("{} {read} {sentence} against part {}", candidate.passage, reading.subclaim + 1))
        .with("entailment", scores.entailment.get())
        .with("contradiction", scores.contradiction.get())
        .with("neutral", scores.neutral.get())
        .with("anchor", anchor)
        .with("predicate", predicate);
    let text = &*spell_out(candidate.sentences.get(sentence).map_or("", String::as_str));
    let mut piece = Piece {
        candidate: reading.candidate as usize,
        part: reading.subclaim as usize,
        sentence,
        scores,
        stance,
        strength,
        rule: None,
        on_target,
        anchor,
        predicate,
        cosine,
        nearness: 0.5 * cosine + 0.5 * overlap,
        matter: recall(&part.matter(), &stems),
        meant,
        overlap,
        further: further(part, text),
        score: ranked.score,
        credibility: candidate.credibility.get(),
        number: None,
        rating: None,
        is_hedged: is_hedged(&words(text)),
        is_answer: asks(&candidate.title),
        is_window: reading.is_window,
        is_unconfirmed: false,
        lean: Lean::default(),
        trace: Trace::new(""),
    };
    match &window {
        Some(window) => {
            hear_window(part, window, &mut piece, &mut trace);
            hear_middle((claim, part, part_text), candidate, sentence, &mut piece, &mut trace);
        }
        None => {
            hear_speaker(claim, &candidate.sentences, sentence, &mut piece, &mut trace);
            let heard = (piece.stance, piece.strength);
            let said = remark((part, part_text), (&candidate.title, &candidate.sentences, text), heard);
            hear_words(said, (part, part_text), text, &mut piece, &mut trace);
            if said != Some(Remark::REPEATS) {
                let before = piece.clone();
                compare_numbers((part, part_text), (&candidate.title, text), &mut piece, &mut trace);
                // A number that agrees confirms nothing where others did it, or somebody else says it.
                let is_confirmed = piece.stance == Stance::Supports && before.stance != Stance::Supports;
                let is_anothers = before.rule.is_some_and(Rule::is_of_a_speaker);
                if is_confirmed && (is_anothers || said.is_some_and(|remark| remark.effect != Effect::Confirms)) {
                    piece = before;
                    trace.push(Trace::new("number_is_not_all"));
                }
            }
        }
    }
    let is_fact_check = candidate.kind == DocumentKind::FactCheck || rating::is_fact_check(&candidate.title);
    if is_fact_check {
        weigh_fact_check([&claim.whole, part], candidate, &mut piece, &mut trace);
    }
    piece.lean = Lean::of(&piece, is_fact_check);
    piece.is_unconfirmed = stance == Stance::Supports && piece.stance == Stance::Neutral;
    piece.lean = match () {
        // What is said of a whale shark is no hint that it is so of whales.
        () if is_another_name => piece.lean.of_another(),
        () if piece.is_unconfirmed => piece.lean.unconfirmed(),
        () => piece.lean,
    };
    trace.term("lean_for", piece.lean.support);
    trace.term("lean_against", piece.lean.contradict);
    trace.note = format!("{}: {}{}", trace.note, piece.stance, if piece.on_target { "" } else { ", off target" });
    piece.trace = trace;
    piece
}

fn further(part: &Statement, text: &str) -> usize {
    let is_own = |stem: &&String| !part.content.contains(*stem) && !stem.starts_with(|c: char| c.is_ascii_digit());
    content_stems(text).iter().filter(is_own).count()
}

/// Entailment from which a sentence says the claim in words of its own …
const MEANT_ENTAILMENT: f64 = 0.7;
/// … and contradiction from which it says the opposite: the judge is quicker to see one.
const MEANT_CONTRADICTION: f64 = 0.8;
/// Cosine from which it may: the open web has a page about everything that is near …
const MEANT_COSINE: f64 = 0.6;
/// … and in somebody's own documents a sentence must be farther off to be about something else. Such sentences were right 77 of 87 times.
const MEANT_COSINE_OF_ONES_OWN: f64 = 0.3;

/// How much of the claim a sentence says in words of its own: on the open web its nearness in meaning, and in a closed corpus how sure the
/// judge is of it, where that is more. What denies the claim must speak of its subject and have some of its anchors, or anything would deny anything; and where the
/// claim names what it speaks of, what denies it or is far off must name it.
fn meant(
    part: &Statement,
    stems: &BTreeSet<String>,
    scores: &StanceScores,
    (cosine, anchor): (f64, f64),
    profile: Profile,
) -> f64 {
    let (support, contradict) = (scores.entailment.get(), scores.contradiction.get());
    let (of_subject, others): (Vec<_>, Vec<_>) = part.proper.iter().partition(|name| !name.is_disjoint(&part.subject));
    let asked = if of_subject.is_empty() { others } else { of_subject };
    let is_named = asked.is_empty() || asked.iter().any(|name| !name.is_disjoint(stems));
    let is_its_subject = part.subject.is_empty() || !part.subject.is_disjoint(stems);
    let is_denied = contradict >= MEANT_CONTRADICTION && anchor > 0.0 && is_named && is_its_subject;
    let is_said = support >= MEANT_ENTAILMENT || is_denied;
    match profile {
        _ if !is_said => 0.0,
        Profile::ClosedCorpus if cosine >= MEANT_COSINE_OF_ONES_OWN && is_named => support.max(contradict).max(cosine),
        _ if cosine >= MEANT_COSINE => cosine,
        _ => 0.0,
    }
}

/// Cosine from which a sentence may say what the claim says in entirely other words.
const NEAR_ENOUGH: f64 = 0.7;

/// A claim that says what something is meets at least one of the words it says it with, names aside: who was president is not
/// told by what is the capital.
fn says_what_it_is(part: &Statement, stems: &BTreeSet<String>) -> bool {
    let is_name = |stem: &String| part.proper.iter().any(|group| group.contains(stem));
    let mut plain = part.predicate.iter().filter(|stem| !is_name(stem)).peekable();
    !part.is_copular || plain.peek().is_none() || plain.any(|stem| stems.contains(stem))
}

/// The larger side, when it is large enough and clear of the other (decision S4-10).
pub fn stance_of(scores: &StanceScores) -> (Stance, f64) {
    let (support, contradict, neutral) = (scores.entailment, scores.contradiction, scores.neutral);
    let (stance, side) = if support >= contradict { (Stance::Supports, support) } else { (Stance::Contradicts, contradict) };
    let rival: Basis = neutral.max(support.min(contradict));
    let is_clear = side.get() >= STANCE_MIN && side.points() - rival.points() >= (STANCE_MARGIN * 10_000.0) as i32;
    if is_clear { (stance, side.get()) } else { (Stance::Neutral, neutral.get()) }
}

/// The words of the sentence overrule the judge where they are the claim's own.
fn hear_words(said: Option<Remark>, (part, part_text): (&Statement, &str), text: &str, piece: &mut Piece, trace: &mut Trace) {
    let Some(remark) = said else {
        // Every word of the claim stands there, in the sentence itself, and none is denied or narrowed: the judge's contradiction is
        // not in the words.
        let is_plain = !has_comparable(part, text) && !restricts(part_text, text);
        let says_all = || recall(&part.matter(), &content_stems(text)) >= WORD_FOR_WORD;
        let is_made_out = piece.strength >= MADE_OUT;
        if piece.stance == Stance::Contradicts && !is_made_out && is_plain && says_all() && !tells_change(text) {
            overrule(piece, Stance::Neutral, trace, Rule::WordsDoNotDeny);
        }
        return;
    };
    piece.on_target |= remark.is_on_target;
    // What somebody else said confirms nothing by being said in the claim's words.
    if piece.rule.is_some_and(Rule::is_of_a_speaker) && remark.effect == Effect::Confirms {
        return;
    }
    // A quarter that did not is three quarters that did: the words deny nothing.
    if remark == Remark::DENIES && are_complements(part, text) {
        if piece.stance == Stance::Contradicts {
            overrule(piece, Stance::Neutral, trace, Rule::NumberNotConfirmed);
        }
        return;
    }
    // Where he hears more for the claim than against it, a denial without some of its words is of something else more often than not:
    // where contradiction was not what he heard most, nine of twelve denials were.
    let hears_for = piece.scores.entailment > piece.scores.contradiction;
    let says_all = || recall(&part.content, &content_stems(text)) >= WORD_FOR_WORD;
    if remark == Remark::DENIES && hears_for && !says_all() {
        if piece.stance == Stance::Supports {
            overrule(piece, Stance::Neutral, trace, remark.rule);
        }
        return;
    }
    if let Some(stance) = remark.on(piece.stance, piece.strength) {
        overrule(piece, stance, trace, remark.rule);
    }
}

/// Words that stand behind a name and make no other name of it: "do not offer paracetamol alone".
const ALONGSIDE: [&str; 7] = ["alone", "apart", "together", "today", "abroad", "worldwide", "online"];

/// The claim's subject stands here only as part of another name: a whale shark is no whale.
fn is_modifier_only(part: &Statement, premise: &str) -> bool {
    let tokens = words(premise);
    let is_claims = |stem: &String| part.content.contains(stem);
    let mut seen = false;
    for (at, word) in tokens.iter().enumerate() {
        if !part.subject.contains(&word.stem) {
            continue;
        }
        seen = true;
        let next = tokens.get(at + 1);
        let touches = next.is_some_and(|n| premise[word.span.end..n.span.start].trim().is_empty());
        let is_compound = touches
            && next.is_some_and(|n| {
                let may_name = !n.is_stop && !n.is_number() && !ALONGSIDE.contains(&n.lower.as_str());
                may_name && !is_claims(&n.stem) && main_verb(std::slice::from_ref(n)).is_none()
            });
        if !is_compound {
            return false;
        }
    }
    seen && part.subject.len() == 1
}

/// Content overlap from which a sentence says what the claim says.
const WORD_FOR_WORD: f64 = 0.85;

/// Strength given to a side by arithmetic: surer than a sentence, less sure than a proof.
const NUMBER_STRENGTH: f64 = 0.85;

fn overrule(piece: &mut Piece, stance: Stance, trace: &mut Trace, rule: Rule) {
    trace.push(Trace::new(rule.name()).noting(format!("{} → {stance}", piece.stance)));
    piece.rule = Some(rule);
    piece.strength = match stance {
        Stance::Neutral => 1.0 - piece.strength,
        // A rule that agrees with the judge takes nothing from how sure he is.
        same if same == piece.stance => piece.strength.max(NUMBER_STRENGTH),
        _ => NUMBER_STRENGTH,
    };
    piece.stance = stance;
}
