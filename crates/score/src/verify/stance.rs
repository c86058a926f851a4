//! What each piece of evidence says about each part of the claim, and whether it speaks of this claim at all.

use super::abbreviations::spell_out;
use super::lean::Lean;
use super::overlap::anchor_match;
use super::polarity::{Effect, Remark, asks, opens_an_answer, remark, tells_change};
use super::policy::Policy;
use super::qualifier::restricts;
use super::quantity::{Comparison, Quantity, quantities};
use super::rank::Ranked;
use super::rating::{self, Rating};
use super::understand::{Reading as Statement, Understood};
use super::verbs::main_verb;
use super::window::window;
use super::words::{content_stems, is_hedged, recall, words};
use domain::{Basis, Candidate, DocumentKind, Reading, Snapshot, Stance, StanceScores, Trace};
use std::collections::{BTreeMap, BTreeSet};

mod hearsay;
mod numbers;

use hearsay::hear_speaker;
use numbers::{compare_numbers, has_comparable, is_far_beyond, is_hedged_number, is_of_another_year};

/// A stance needs this probability (decision S4-10) …
const STANCE_MIN: f64 = 0.5;
/// … and this margin over the other side.
const STANCE_MARGIN: f64 = 0.1;
/// Rules that take a stance away from what speaks of the claim all the same.
const LEAVES_IT_OPEN: [&str; 2] = ["words_do_not_deny", "number_not_confirmed"];

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
    pub rule: Option<&'static str>,
    /// It speaks of this claim.
    pub on_target: bool,
    /// Anchor match of title and sentence.
    pub anchor: f64,
    /// Predicate match: the larger of stem overlap and cosine.
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
        self.on_target && self.rule.is_none_or(|rule| LEAVES_IT_OPEN.contains(&rule))
    }

    /// Weight of its voice in S4's aggregation.
    pub fn weight(&self) -> f64 {
        self.credibility
    }
}

/// Reads the snapshot: one piece per passage and part, in order of rank, each syndication cluster once per part.
pub fn pieces(claim: &Understood, snapshot: &Snapshot, ranked: &[Ranked], policy: &Policy) -> Vec<Piece> {
    let mut pieces = gathered(voices(claim, snapshot, ranked, policy), snapshot);
    set_neighbours_aside(&mut pieces);
    pieces
}

/// The same for a claim of several parts as a whole. These pieces take no part in the verdict: they tell which way it leans.
pub fn pieces_of_whole(claim: &Understood, snapshot: &Snapshot, ranked: &[Ranked], policy: &Policy) -> Vec<Piece> {
    gathered(overall(claim, snapshot, ranked, policy), snapshot)
}

/// One piece of each passage and part, and the best-ranked of each cluster. The loudest sentence speaks for its passage, and where one
/// was read with those around it too, both readings in equal shares.
fn gathered(voices: Vec<(usize, Piece)>, snapshot: &Snapshot) -> Vec<Piece> {
    let mut by_pair: BTreeMap<(usize, usize), Piece> = BTreeMap::new();
    let (windows, alone): (Vec<_>, Vec<_>) = voices.into_iter().partition(|(_, piece)| piece.is_window);
    for (rank, piece) in alone {
        hear(&mut by_pair, (rank, piece.part), piece, Lean::louder);
    }
    for (rank, piece) in windows {
        hear(&mut by_pair, (rank, piece.part), piece, Lean::mean);
    }
    once_per_cluster(by_pair.into_values().collect(), snapshot)
}

/// Lets one more piece speak for its passage: it takes the place of one that says less.
fn hear(held: &mut BTreeMap<(usize, usize), Piece>, key: (usize, usize), mut piece: Piece, both: fn(Lean, Lean) -> Lean) {
    let Some(held) = held.get_mut(&key) else {
        held.insert(key, piece);
        return;
    };
    let lean = both(held.lean, piece.lean);
    if !says_more(held, &piece) {
        std::mem::swap(held, &mut piece);
    }
    held.lean = lean;
}

/// Everything that was read against a part, each sentence and window as a piece of its own, with the rank of its passage.
pub fn voices(claim: &Understood, snapshot: &Snapshot, ranked: &[Ranked], policy: &Policy) -> Vec<(usize, Piece)> {
    let of_parts = |reading: &&Reading| (reading.subclaim as usize) < claim.parts.len();
    let voice = |reading| voice(claim, snapshot, ranked, policy, reading);
    snapshot.readings.iter().filter(of_parts).filter_map(voice).collect()
}

/// The same for what was read against a claim of several parts as a whole.
pub fn overall(claim: &Understood, snapshot: &Snapshot, ranked: &[Ranked], policy: &Policy) -> Vec<(usize, Piece)> {
    let of_whole = |reading: &&Reading| reading.subclaim as usize >= claim.parts.len();
    let voice = |reading| voice(claim, snapshot, ranked, policy, reading);
    snapshot.readings.iter().filter(of_whole).filter_map(voice).collect()
}

fn voice(
    claim: &Understood,
    snapshot: &Snapshot,
    ranked: &[Ranked],
    policy: &Policy,
    reading: &Reading,
) -> Option<(usize, Piece)> {
    let rank = ranked.iter().position(|r| r.candidate == reading.candidate as usize)?;
    let candidate = snapshot.candidates.get(reading.candidate as usize)?;
    let asked = claim.asked_at(reading.subclaim as usize)?;
    Some((rank, piece(claim, asked, candidate, reading, &ranked[rank], policy)))
}

/// How sure of its support a piece must be to be no neighbour however far it is.
const SURE_SUPPORT_MIN: f64 = 0.65;
/// How much farther than the nearest piece another may be before it speaks of a neighbour of the claim.
const NEIGHBOUR_GAP: f64 = 0.25;

/// Where one document speaks of this very thing, another that is much farther off speaks of something like it: the judge
/// reads "206 bones" against "46 chromosomes" and calls it a contradiction.
fn set_neighbours_aside(pieces: &mut [Piece]) {
    let parts = pieces.iter().map(|p| p.part + 1).max().unwrap_or(0);
    for part in 0..parts {
        let nearest = pieces.iter().filter(|p| p.part == part && p.on_target).map(|p| p.nearness).fold(0.0, f64::max);
        // Whoever is sure to hear the claim in it hears no neighbour: that is an error of those who deny.
        // Nor is a later holder of the same office a neighbour, though his name is no word of the claim.
        let is_far = |p: &Piece| p.nearness < nearest - NEIGHBOUR_GAP && !is_sure_support(p) && !names_what_came_after(p);
        for piece in pieces.iter_mut().filter(|p| p.part == part && p.on_target && is_far(p)) {
            piece.on_target = false;
            piece.trace.push(Trace::new("neighbour").with("nearness", piece.nearness).with("nearest", nearest));
        }
    }
}

fn names_what_came_after(piece: &Piece) -> bool {
    piece.rule.is_some_and(|rule| ["other_holder", "moved_away"].contains(&rule))
}

fn is_sure_support(piece: &Piece) -> bool {
    piece.stance == Stance::Supports && piece.strength >= SURE_SUPPORT_MIN
}

/// Whether `held` already decides for its passage: on target before off, then the louder voice nearer to the claim. A sentence that takes
/// a side by itself needs no window, unless those around it are at least as sure of the other side.
fn says_more(held: &Piece, other: &Piece) -> bool {
    if other.is_window && held.counts() {
        return !other.counts() || other.stance == held.stance || other.strength < held.strength;
    }
    let voice =
        |piece: &Piece| (piece.on_target, piece.stance != Stance::Neutral, piece.strength * piece.nearness * piece.nearness);
    let (a, b) = (voice(held), voice(other));
    (a.0, a.1) > (b.0, b.1) || ((a.0, a.1) == (b.0, b.1) && a.2 >= b.2)
}

/// Keeps the best-ranked piece of each cluster for each part, all from the document that tells its story best (decision S1-24).
fn once_per_cluster(pieces: Vec<Piece>, snapshot: &Snapshot) -> Vec<Piece> {
    let (mut tellers, mut seen) = (BTreeMap::new(), BTreeSet::new());
    let mut is_first = |piece: &Piece| {
        let Candidate { cluster, passage, .. } = &snapshot.candidates[piece.candidate];
        *tellers.entry(cluster).or_insert(&passage.document) == &passage.document && seen.insert((cluster, piece.part))
    };
    pieces.into_iter().filter(|piece| is_first(piece)).collect()
}

/// Returns what the judge reads: the title, and the sentence with the one before it when it leans on that.
///
/// A title that asks says nothing, and a judge hears its words as if they were said: what stands by itself is read without it. A window
/// is the title and the sentences around.
pub fn premise(candidate: &Candidate, sentence: usize, is_window: bool) -> String {
    if let Some(window) = is_window.then(|| window(candidate, sentence)).flatten() {
        return window;
    }
    let text = candidate.sentences.get(sentence).map_or("", String::as_str);
    if !is_read_alone(&candidate.title, text) {
        return setting(candidate, sentence);
    }
    let read = before(candidate, sentence).map_or_else(|| text.to_owned(), |before| format!("{before} {text}"));
    spell_out(&read).into_owned()
}

/// The title asks, and the sentence has matter enough to be understood without it: "6th of 189" has not.
pub fn is_read_alone(title: &str, sentence: &str) -> bool {
    asks(title) && content_stems(sentence).len() >= READ_ALONE_MIN
}

/// Words that carry matter from which an answer is read without its question.
const READ_ALONE_MIN: usize = 3;

/// Returns what a sentence is about: it stands under its title, and an answer under its question. Under a title that asks, the yes or
/// no that opens the passage goes with every sentence.
pub(super) fn setting(candidate: &Candidate, sentence: usize) -> String {
    let answer = candidate.sentences.first().filter(|first| sentence > 0 && opens_an_answer(&candidate.title, first));
    let before = before(candidate, sentence).filter(|_| sentence > 1 || answer.is_none());
    let mut setting = String::new();
    if !candidate.title.is_empty() {
        let title = candidate.title.trim_end().trim_end_matches('.');
        setting.push_str(title);
        setting.push_str(if title.ends_with(['?', '!']) { " " } else { ". " });
    }
    for context in answer.map(String::as_str).into_iter().chain(before) {
        setting.push_str(context);
        setting.push(' ');
    }
    setting.push_str(candidate.sentences.get(sentence).map_or("", String::as_str));
    spell_out(&setting).into_owned()
}

/// The sentence before one that leans on it.
fn before(candidate: &Candidate, sentence: usize) -> Option<&str> {
    let text = candidate.sentences.get(sentence)?;
    let leans = words(text)
        .first()
        .is_some_and(|w| ["it", "they", "this", "these", "he", "she", "such", "that"].contains(&w.lower.as_str()));
    sentence.checked_sub(1).filter(|_| leans).and_then(|at| candidate.sentences.get(at)).map(String::as_str)
}

fn piece(
    claim: &Understood,
    (part, part_text): (&Statement, &str),
    candidate: &Candidate,
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
    let meant = if is_another_name { 0.0 } else { meant(&scores, cosine, anchor) };
    let anchor = anchor.max(meant);
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
            let said = remark(part, part_text, &candidate.title, &candidate.sentences, text);
            hear_words(said, (part, part_text), text, &mut piece, &mut trace);
            if said != Some(Remark::REPEATS) {
                let before = piece.clone();
                compare_numbers((part, part_text), (&candidate.title, text), &mut piece, &mut trace);
                // A number that agrees confirms nothing where others did it, or somebody else says it.
                let is_confirmed = piece.stance == Stance::Supports && before.stance != Stance::Supports;
                if is_confirmed && said.is_some_and(|remark| remark.effect != Effect::Confirms) {
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

/// Cosine from which a sentence may say in entirely other words what the claim says.
const MEANT_COSINE: f64 = 0.6;
/// Entailment that it needs for that.
const MEANT_ENTAILMENT: f64 = 0.7;
/// Contradiction that it needs to say the opposite, and it must name some of what the claim names: the judge is quicker to see a
/// contradiction, and anything would deny anything.
const MEANT_CONTRADICTION: f64 = 0.8;

/// How much of the claim a sentence says in words of its own: its nearness in meaning, where the judge is sure.
fn meant(scores: &StanceScores, cosine: f64, anchor: f64) -> f64 {
    let is_meant =
        scores.entailment.get() >= MEANT_ENTAILMENT || scores.contradiction.get() >= MEANT_CONTRADICTION && anchor > 0.0;
    if is_meant && cosine >= MEANT_COSINE { cosine } else { 0.0 }
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
        if piece.stance == Stance::Contradicts && is_plain && says_all() && !tells_change(text) {
            overrule(piece, Stance::Neutral, trace, "words_do_not_deny");
        }
        return;
    };
    piece.on_target |= remark.is_on_target;
    if let Some(stance) = remark.on(piece.stance, piece.strength) {
        overrule(piece, stance, trace, remark.rule);
    }
}

/// How sure the judge must be of a side that only several sentences take together.
const WINDOW_MIN: f64 = 0.70;

/// Of several sentences the words and numbers may be anybody's, so they can only take a side away: one that is not clear, or that a
/// number of the claim is missing from.
fn hear_window(part: &Statement, window: &str, piece: &mut Piece, trace: &mut Trace) {
    let found = quantities(window);
    let is_missing = |claimed: &Quantity| !found.iter().any(|q| claimed.compare(q) == Some(Comparison::Agrees));
    match piece.stance {
        Stance::Neutral => {}
        _ if piece.strength < WINDOW_MIN => overrule(piece, Stance::Neutral, trace, "window_not_clear"),
        Stance::Supports if part.quantities.iter().any(is_missing) => {
            overrule(piece, Stance::Neutral, trace, "number_not_confirmed");
        }
        // The judge reads "roughly 350" beside 320 as another number here too.
        Stance::Contradicts
            if is_hedged_number(part) && !part.quantities.iter().any(is_missing) && !is_far_beyond(part, &found) =>
        {
            overrule(piece, Stance::Neutral, trace, "number_within_tolerance");
        }
        _ => {}
    }
}

/// What the sentence in the middle says of who, where and when takes a side away from its window too.
fn hear_middle(
    (claim, part, part_text): (&Understood, &Statement, &str),
    candidate: &Candidate,
    sentence: usize,
    piece: &mut Piece,
    trace: &mut Trace,
) {
    let text = &*spell_out(candidate.sentences.get(sentence).map_or("", String::as_str));
    hear_speaker(claim, &candidate.sentences, sentence, piece, trace);
    let said = remark(part, part_text, &candidate.title, &candidate.sentences, text);
    if let Some(remark) = said.filter(|remark| remark.takes_from_window(piece.stance)) {
        overrule(piece, Stance::Neutral, trace, remark.rule);
    }
    if piece.stance != Stance::Neutral && is_of_another_year(part, &candidate.title, text) {
        overrule(piece, Stance::Neutral, trace, "another_year");
    }
}

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
                !n.is_stop && !n.is_number() && !is_claims(&n.stem) && main_verb(std::slice::from_ref(n)).is_none()
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

fn overrule(piece: &mut Piece, stance: Stance, trace: &mut Trace, rule: &'static str) {
    trace.push(Trace::new(rule).noting(format!("{} → {stance}", piece.stance)));
    piece.rule = Some(rule);
    piece.strength = match stance {
        Stance::Neutral => 1.0 - piece.strength,
        // A rule that agrees with the judge takes nothing from how sure he is.
        same if same == piece.stance => piece.strength.max(NUMBER_STRENGTH),
        _ => NUMBER_STRENGTH,
    };
    piece.stance = stance;
}

/// Whom our own exports name as their author.
const OURSELVES: &str = "Probity";

/// A fact-check counts only through its rating, and only when its target is our claim (decision S4-8). Its sentences report what
/// others claim, so that one whose target or rating cannot be read counts for nothing. What is rated as a whole is rated in every part.
fn weigh_fact_check(ours: [&Statement; 2], candidate: &Candidate, piece: &mut Piece, trace: &mut Trace) {
    let rated = rating::rated(&candidate.title, &candidate.sentences);
    let ours = ours
        .into_iter()
        .find_map(|statement| rated.iter().find(|(target, rating)| rating::is_of_ours(*rating, statement, target)));
    trace.push(Trace::new("fact_check").noting(match (ours, rated.first()) {
        (Some((target, rating)), _) => format!("rated {rating:?}: {target:?}"),
        (None, Some((target, rating))) => format!("rated {rating:?}: {target:?} (another claim)"),
        (None, None) => "no claim with its rating can be read: it counts for nothing".to_owned(),
    }));
    let is_our_own = candidate.source.eq_ignore_ascii_case(OURSELVES);
    if is_our_own {
        trace.push(Trace::new("our_own_verdict").noting("what we concluded before is no evidence"));
    }
    let Some((_, rating)) = ours.filter(|_| !is_our_own) else {
        piece.on_target = false;
        piece.rule = None;
        piece.stance = Stance::Neutral;
        piece.strength = 1.0;
        return;
    };
    piece.on_target = true;
    piece.rule = Some("fact_check");
    piece.rating = Some(*rating);
    piece.stance = rating.stance();
    piece.strength = NUMBER_STRENGTH;
}
