//! The ordered procedure from stance to verdict (decisions, "From stance to verdict"), steps 4 to 11.

use super::calibration::credence;
use super::lean::Leans;
use super::policy::Policy;
use super::qualifier::restricts;
use super::quantity::{Comparison, Quantity};
use super::rating::Rating;
use super::stance::{Piece, stance_of};
use super::trust::{Trust, source_of};
use super::truth::Truth;
use super::understand::Understood;
use domain::{Direction, Profile, Reason, Snapshot, Stance, Trace, Verdict};
use std::collections::BTreeSet;

/// Signal strength from which a side is decisive, and the most the other side may have (decision S1-22).
const DECISIVE_MIN: f64 = 0.58;
/// The most the other side may have against a decisive one.
const DECISIVE_AGAINST_MAX: f64 = 0.40;
/// Both sides at this strength are a conflict.
const CONFLICT_MIN: f64 = 0.45;
/// Smallest share of the smaller side that splits authorities (decision S4-6).
const AUTHORITY_MINORITY_MIN: f64 = 0.35;
/// How sure the judge must be of a sentence on target for its side to be the direction where the odds are for silence.
const CLEAR_MIN: f64 = 0.70;
/// Days between two sides from which the newer may have overtaken the older.
const OUTDATED_DAYS_MIN: i32 = 90;
/// Share of a part's words from which a restriction in a sentence is one of this very claim.
const RESTRICTED_MATTER_MIN: f64 = 0.6;

/// Weights and strengths of the two sides of what counts.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sides {
    /// Credibility-weighted votes for.
    pub support: f64,
    /// Credibility-weighted votes against.
    pub contradict: f64,
    /// Credibility-weighted mean strength for, over all votes.
    pub support_strength: f64,
    /// The same against.
    pub contradict_strength: f64,
    /// Strongest single voice for, on target.
    pub support_max: f64,
    /// Strongest single voice against, on target.
    pub contradict_max: f64,
}

impl Sides {
    /// Adds up the pieces that count.
    pub fn of<'a>(pieces: impl Iterator<Item = &'a Piece> + Clone) -> Self {
        let counted = pieces.filter(|p| p.counts());
        let total: f64 = counted.clone().map(Piece::weight).sum();
        let side = |stance: Stance| {
            let mine = counted.clone().filter(move |p| p.stance == stance);
            let weight: f64 = mine.clone().map(Piece::weight).sum();
            let strength: f64 = mine.clone().map(|p| p.weight() * p.strength).sum();
            let max = mine.map(|p| p.strength).fold(0.0, f64::max);
            (weight, if total > 0.0 { strength / total } else { 0.0 }, max)
        };
        let (support, support_strength, support_max) = side(Stance::Supports);
        let (contradict, contradict_strength, contradict_max) = side(Stance::Contradicts);
        Self { support, contradict, support_strength, contradict_strength, support_max, contradict_max }
    }

    /// Share of the votes that go against.
    pub fn contradict_ratio(&self) -> f64 {
        let total = self.support + self.contradict;
        if total > 0.0 { self.contradict / total } else { 0.0 }
    }

    /// The larger side's share: S4's consensus, neutrals aside (decision S4-4).
    pub fn consensus(&self) -> f64 {
        let total = self.support + self.contradict;
        if total > 0.0 { self.support.max(self.contradict) / total } else { 0.0 }
    }

    /// Strength of the larger side less the other, −1..1.
    pub fn balance(&self) -> f64 {
        self.support_strength - self.contradict_strength
    }
}

/// What the procedure works on.
pub struct Bench<'a> {
    /// The claim.
    pub claim: &'a Understood,
    /// What was found.
    pub snapshot: &'a Snapshot,
    /// What it says.
    pub pieces: &'a [Piece],
    /// Which way that leans.
    pub leans: &'a Leans,
    /// Whether that suffices.
    pub trust: &'a Trust,
    /// How true the parts are.
    pub truth: &'a Truth,
    /// The settings.
    pub policy: &'a Policy,
}

/// The verdict, its rule and the direction before abstention.
#[derive(Debug, Clone, PartialEq)]
pub struct Judgement {
    /// The answer.
    pub verdict: Verdict,
    /// The rule that gave it.
    pub reason: Reason,
    /// Which way the evidence points.
    pub direction: Direction,
    /// The ledger.
    pub trace: Trace,
}

impl Bench<'_> {
    /// Goes down the steps; the first that speaks decides.
    pub fn judge(&self) -> Judgement {
        let sides = Sides::of(self.pieces.iter());
        let mut trace = Trace::new("judge")
            .with("support", sides.support)
            .with("contradict", sides.contradict)
            .with("support_strength", sides.support_strength)
            .with("contradict_strength", sides.contradict_strength)
            .with("consensus", sides.consensus());
        let (step, verdict, reason) = self
            .no_evidence()
            .or_else(|| self.abstain(&sides))
            .or_else(|| self.conflict())
            .or_else(|| self.transferred_rating())
            .or_else(|| self.exaggerated())
            .or_else(|| self.misleading())
            .unwrap_or_else(|| self.by_truth(&sides));
        let (step, verdict, reason) = self.binary_gates(step, verdict, reason, &sides);
        let (step, verdict, reason) = self.credence_gate(step, verdict, reason, &mut trace);
        // An answer has its side; without one, the lean of what was read is the direction before abstention, and where that is silent
        // the side that one sentence of the claim itself takes clearly.
        let (direction, why) = match (side_of(verdict), self.leans.direction()) {
            (Direction::None, Direction::None) => (self.clearest(), "by the clear sentences on target"),
            (Direction::None, lean) => (lean, "by the odds"),
            (side, _) => (side, "the verdict's own"),
        };
        trace.push(Trace::new(step).noting(format!("{verdict}")));
        trace.push(Trace::new("direction").noting(format!("{direction}, {why}")));
        trace.note = format!("direction {direction}");
        Judgement { verdict, reason, direction, trace }
    }

    /// The side that voices on target take clearly, where judge and rules hear the same in them and none takes the other.
    fn clearest(&self) -> Direction {
        let is_clear = |piece: &&Piece| {
            let (stance, strength) = stance_of(&piece.scores);
            piece.counts() && piece.rating.is_none() && stance == piece.stance && strength >= CLEAR_MIN
        };
        let has = |stance| self.pieces.iter().filter(is_clear).any(|piece| piece.stance == stance);
        match (has(Stance::Supports), has(Stance::Contradicts)) {
            (true, false) => Direction::Supports,
            (false, true) => Direction::Contradicts,
            _ => Direction::None,
        }
    }

    /// Step 4. A fact-check that left this very claim open speaks of it, and what it found is too little.
    fn no_evidence(&self) -> Option<(&'static str, Verdict, Reason)> {
        if self.pieces.iter().any(Piece::speaks) {
            return None;
        }
        let on_target = || self.pieces.iter().filter(|p| p.on_target);
        let is_left_open = on_target().any(|p| p.rating.is_some());
        let is_met = on_target().any(|p| p.is_about_it());
        Some(match () {
            () if is_left_open => ("step_7_rated_open", Verdict::InsufficientEvidence, Reason::TrustInsufficient),
            // It speaks of the claim and takes no side, so that nothing agrees and trust's gates cannot be passed (decision S1-11).
            () if is_met => ("step_5_no_side_taken", Verdict::InsufficientEvidence, Reason::TrustInsufficient),
            () => ("step_4_no_evidence_on_target", Verdict::InsufficientEvidence, Reason::NoEvidenceOnTarget),
        })
    }

    /// Step 5: too few independent sources, none authoritative, or trust insufficient.
    fn abstain(&self, sides: &Sides) -> Option<(&'static str, Verdict, Reason)> {
        if self.policy.ENABLE_ABSTENTION_LOGIC == 0.0 {
            return None;
        }
        let insufficient = |reason| Some(("step_5_abstain", Verdict::InsufficientEvidence, reason));
        if self.snapshot.profile == Profile::OpenWeb && !self.has_enough_sources(sides) {
            return insufficient(Reason::TooFewSources);
        }
        let has_authority = self.pieces.iter().any(|p| p.speaks() && p.credibility >= self.policy.MIN_CREDIBILITY_THRESHOLD);
        if !has_authority {
            return insufficient(Reason::NoAuthoritativeSource);
        }
        // Trust that fails only for want of agreement is a conflict, which step 6 tells apart from want of evidence.
        let are_strong = sides.support_strength >= CONFLICT_MIN && sides.contradict_strength >= CONFLICT_MIN;
        let is_split = self.trust.lacks_only_agreement && (are_strong || self.authorities_split(sides));
        // Trust measures sides; where the only voice is a rating that takes none, there is nothing to measure.
        let takes_sides = self.pieces.iter().any(Piece::counts);
        if takes_sides && !self.trust.is_sufficient && !is_split {
            return insufficient(Reason::TrustInsufficient);
        }
        None
    }

    /// Three independent sources; or two of 0.85, both clear, with nothing against them (decision S4-7).
    fn has_enough_sources(&self, sides: &Sides) -> bool {
        let counted = self.pieces.iter().filter(|p| p.speaks());
        let sources: BTreeSet<String> = counted.clone().map(|p| source_of(self.snapshot, p)).collect();
        if sources.len() as f64 >= self.policy.MIN_SOURCES_FOR_VERDICT {
            return true;
        }
        let strong: BTreeSet<String> =
            counted.filter(|p| p.credibility >= 0.85 && p.strength >= 0.7).map(|p| source_of(self.snapshot, p)).collect();
        strong.len() >= 2 && (sides.contradict == 0.0 || sides.support == 0.0)
    }

    /// Authorities on target on both sides, the smaller with a third of the weight or more (decision S4-6).
    fn authorities_split(&self, sides: &Sides) -> bool {
        let has = |stance| {
            self.pieces.iter().any(|p| p.counts() && p.stance == stance && p.credibility >= self.policy.MIN_CREDIBILITY_THRESHOLD)
        };
        let minority = 1.0 - sides.consensus();
        has(Stance::Supports) && has(Stance::Contradicts) && minority >= AUTHORITY_MINORITY_MIN
    }

    /// Step 6. Parts that differ among themselves are no conflict: each part is looked at by itself.
    fn conflict(&self) -> Option<(&'static str, Verdict, Reason)> {
        let mut weak = false;
        for part in 0..self.claim.parts.len() {
            let mine = Sides::of(self.pieces.iter().filter(move |p| p.part == part));
            let both = mine.support_strength >= CONFLICT_MIN && mine.contradict_strength >= CONFLICT_MIN;
            let split = {
                let has = |stance| {
                    self.pieces.iter().any(|p| {
                        p.part == part
                            && p.counts()
                            && p.stance == stance
                            && p.credibility >= self.policy.MIN_CREDIBILITY_THRESHOLD
                    })
                };
                has(Stance::Supports) && has(Stance::Contradicts) && 1.0 - mine.consensus() >= AUTHORITY_MINORITY_MIN
            };
            if both || split {
                if self.is_outdated(part) {
                    return Some(("step_6_outdated", Verdict::Outdated, Reason::NewerEvidenceDiffers));
                }
                let reason = if both { Reason::BothSidesStrong } else { Reason::AuthoritiesSplit };
                return Some(("step_6_conflict", Verdict::Conflicting, reason));
            }
            weak |= mine.consensus() > 0.0 && mine.consensus() < self.policy.MIN_CONSENSUS_STRENGTH;
        }
        (weak && self.policy.ENABLE_ABSTENTION_LOGIC != 0.0).then_some((
            "step_6_weak_consensus",
            Verdict::InsufficientEvidence,
            Reason::WeakConsensus,
        ))
    }

    /// The side against is newer by 90 days or more, has an authority, and the claim speaks of the present.
    fn is_outdated(&self, part: usize) -> bool {
        if !self.claim.is_present {
            return false;
        }
        let dates = |stance| {
            self.pieces
                .iter()
                .filter(move |p| p.part == part && p.counts() && p.stance == stance)
                .filter_map(|p| self.snapshot.candidates[p.candidate].published)
        };
        let (Some(newest_for), Some(oldest_against)) = (dates(Stance::Supports).max(), dates(Stance::Contradicts).min()) else {
            return false;
        };
        let gap = oldest_against.since(newest_for).map_or(0, |span| span.get_days());
        let has_authority = self.pieces.iter().any(|p| {
            p.part == part
                && p.counts()
                && p.stance == Stance::Contradicts
                && p.credibility >= self.policy.MIN_CREDIBILITY_THRESHOLD
        });
        gap >= OUTDATED_DAYS_MIN && has_authority
    }

    /// Step 7: the rating of a fact-check of this claim, unless primary evidence outweighs it. A rating of one part says nothing of
    /// the whole; one that leaves the claim open is heard where none decides.
    fn transferred_rating(&self) -> Option<(&'static str, Verdict, Reason)> {
        let rated: Vec<(Rating, &Piece)> =
            self.pieces.iter().filter(|p| p.on_target).filter_map(|p| p.rating.map(|rating| (rating, p))).collect();
        let is_whole = (0..self.claim.parts.len()).all(|part| rated.iter().any(|(_, piece)| piece.part == part));
        let (rating, piece) =
            rated.iter().find(|(rating, _)| rating.verdict().is_some()).or(rated.first()).filter(|_| is_whole)?;
        let others = Sides::of(self.pieces.iter().filter(|p| p.rating.is_none()));
        let against = match rating.stance() {
            Stance::Supports => others.contradict,
            Stance::Contradicts => others.support,
            Stance::Neutral => others.support.max(others.contradict),
        };
        (against <= piece.weight()).then(|| match rating.verdict() {
            Some(verdict) => ("step_7_rating_transferred", verdict, Reason::RatingTransferred),
            None => ("step_7_rated_open", Verdict::InsufficientEvidence, Reason::TrustInsufficient),
        })
    }

    /// Step 8: contradicted by number alone, and claimed larger than found.
    fn exaggerated(&self) -> Option<(&'static str, Verdict, Reason)> {
        let against: Vec<&Piece> = self.pieces.iter().filter(|p| p.counts() && p.stance == Stance::Contradicts).collect();
        let by_number = !against.is_empty() && against.iter().all(|p| p.number == Some(Comparison::ClaimTooLarge));
        let counts_something = |piece: &&Piece| {
            self.claim.asked_at(piece.part).is_some_and(|(part, _)| part.quantities.iter().any(Quantity::is_gradable))
        };
        let is_contradicted = self.truth.statuses.iter().all(|s| s.is_contradicted());
        (by_number && against.iter().all(counts_something) && is_contradicted).then_some((
            "step_8_exaggerated",
            Verdict::Exaggerated,
            Reason::NumberTooLarge,
        ))
    }

    /// Step 9: every part supported, and an absolute word of the claim, or its silence about a restriction, refuted by evidence on
    /// target.
    fn misleading(&self) -> Option<(&'static str, Verdict, Reason)> {
        let all_supported = self.truth.statuses.iter().all(|s| s.is_supported());
        let against: Vec<&Piece> = self.pieces.iter().filter(|p| p.counts() && p.stance == Stance::Contradicts).collect();
        let reason = match () {
            () if !all_supported || against.is_empty() => return None,
            () if self.claim.absolute.is_some() => Reason::AbsoluteRefuted,
            () if against.iter().any(|piece| self.is_restricting(piece)) => Reason::QualifierOmitted,
            () => return None,
        };
        Some(("step_9_misleading", Verdict::Misleading, reason))
    }

    /// It says most of what the claim says, of a part only, and the claim does not say so.
    fn is_restricting(&self, piece: &Piece) -> bool {
        let sentence = self.snapshot.candidates[piece.candidate].sentences.get(piece.sentence).map_or("", String::as_str);
        piece.matter >= RESTRICTED_MATTER_MIN && restricts(&self.snapshot.claim.text, sentence)
    }

    /// Step 10.
    fn by_truth(&self, sides: &Sides) -> (&'static str, Verdict, Reason) {
        let t = self.truth.score;
        let statuses = &self.truth.statuses;
        let all_supported = statuses.iter().all(|s| s.is_supported());
        let all_covered = self.trust.parts.iter().all(|weight| *weight > 0.0);
        let parts_differ = statuses.iter().any(|s| s.is_supported()) && statuses.iter().any(|s| s.is_contradicted());
        if self.is_forced_false(sides) {
            return ("force_false", Verdict::False, Reason::Contradicted);
        }
        let (verdict, reason) = match () {
            () if parts_differ => (Verdict::HalfTrue, Reason::PartsDiffer),
            () if all_supported && all_covered && t >= 0.90 && !self.is_true_blocked() => {
                (Verdict::True, Reason::EveryPartSupported)
            }
            () if t >= 0.70 => (Verdict::MostlyTrue, Reason::MostlySupported),
            () if t >= 0.40 => (Verdict::HalfTrue, Reason::PartsDiffer),
            // A mixed signal that leans towards the claim is no reason to call it false (S1's weak and mixed bands).
            () if t >= 0.15 && sides.support >= sides.contradict => (Verdict::InsufficientEvidence, Reason::WeakConsensus),
            () if t >= 0.15 => (Verdict::MostlyFalse, Reason::MostlyContradicted),
            () if sides.contradict > 0.0 => (Verdict::False, Reason::Contradicted),
            () => (Verdict::InsufficientEvidence, Reason::TrustInsufficient),
        };
        ("step_10_by_truth", verdict, reason)
    }

    /// Strong votes against force false, by votes or by dominance (decisions S1-20, S1-22); diversity binds on the open web.
    fn is_forced_false(&self, sides: &Sides) -> bool {
        let counted: Vec<&Piece> = self.pieces.iter().filter(|p| p.counts()).collect();
        let total: f64 = counted.iter().map(|p| p.weight()).sum();
        let strong: f64 = counted
            .iter()
            .filter(|p| p.stance == Stance::Contradicts && p.strength >= self.policy.CONTRADICTION_THRESHOLD)
            .map(|p| p.weight())
            .sum();
        let refuted =
            self.truth.statuses.iter().filter(|s| s.is_contradicted()).count() as f64 / self.truth.statuses.len().max(1) as f64;
        let has_support = self.truth.statuses.iter().any(|s| s.is_supported());
        let diverse = |least: f64| self.snapshot.profile == Profile::ClosedCorpus || self.trust.diversity.get() >= least;
        let by_votes = total > 0.0
            && strong / total >= self.policy.force_false_ratio()
            && refuted >= self.policy.REFUTE_COVERAGE_FORCE_FALSE
            && diverse(self.policy.REFUTE_DIVERSITY_FORCE_FALSE);
        let by_dominance = sides.contradict_strength >= DECISIVE_MIN
            && sides.support_strength <= DECISIVE_AGAINST_MAX
            && diverse(self.policy.DIVERSITY_FORCE_FALSE);
        !has_support && (by_votes || by_dominance)
    }

    /// Plain true is out of reach: the support is hedged, or a very strict claim is not strongly covered in every part.
    fn is_true_blocked(&self) -> bool {
        let support: Vec<&Piece> = self.pieces.iter().filter(|p| p.counts() && p.stance == Stance::Supports).collect();
        let total: f64 = support.iter().map(|p| p.weight()).sum();
        let hedged: f64 = support.iter().filter(|p| p.is_hedged).map(|p| p.weight()).sum();
        let is_assertive = self.claim.strictness >= self.policy.STRICTNESS_MEDIUM_THRESHOLD;
        let is_hedged = total > 0.0 && hedged / total >= self.policy.HEDGE_PENALTY_BLOCK_TRUE;
        let is_demanding = self.claim.strictness >= self.policy.STRICTNESS_VERY_HIGH_THRESHOLD;
        let is_thin = self.trust.parts.iter().any(|weight| *weight < 1.0);
        (is_assertive && is_hedged) || (is_demanding && is_thin)
    }

    /// Step 11: plain true and false need a decisive side and one clear voice on it.
    fn binary_gates(
        &self,
        step: &'static str,
        verdict: Verdict,
        reason: Reason,
        sides: &Sides,
    ) -> (&'static str, Verdict, Reason) {
        let is_decisive = match verdict {
            Verdict::True => {
                sides.support_strength >= DECISIVE_MIN
                    && sides.contradict_strength <= DECISIVE_AGAINST_MAX
                    && sides.support_max >= self.policy.NLI_CONFIDENCE_THRESHOLD
            }
            Verdict::False => {
                sides.contradict_strength >= DECISIVE_MIN
                    && sides.support_strength <= DECISIVE_AGAINST_MAX
                    && sides.contradict_max >= self.policy.NLI_CONFIDENCE_THRESHOLD
            }
            _ => true,
        };
        // A transferred rating is somebody's finished verdict: the gates are for what we conclude ourselves.
        if is_decisive || reason == Reason::RatingTransferred {
            return (step, verdict, reason);
        }
        ("step_11_binary_gates", Verdict::InsufficientEvidence, Reason::BinaryGatesFailed)
    }

    /// An answer from a closed corpus, where no count of independent sources vouches for it, is likelier right than not, or it is none.
    fn credence_gate(
        &self,
        step: &'static str,
        verdict: Verdict,
        reason: Reason,
        trace: &mut Trace,
    ) -> (&'static str, Verdict, Reason) {
        let side = side_of(verdict);
        let is_bound = self.snapshot.profile == Profile::ClosedCorpus && self.policy.ENABLE_ABSTENTION_LOGIC != 0.0;
        let sure = credence(self.leans, self.pieces, side, 1.0).get();
        let least = self.policy.CREDENCE_THRESHOLD;
        if side == Direction::None || !is_bound || sure >= least {
            return (step, verdict, reason);
        }
        trace
            .push(Trace::new("likelier_than_not").noting(format!("{verdict} is not")).with("sure", sure).with("at_least", least));
        ("step_11_credence_gate", Verdict::InsufficientEvidence, Reason::TrustInsufficient)
    }
}

/// The side a verdict takes; half true and everything unanswered take none.
fn side_of(verdict: Verdict) -> Direction {
    match verdict {
        Verdict::True | Verdict::MostlyTrue => Direction::Supports,
        verdict if verdict.is_false_side() => Direction::Contradicts,
        _ => Direction::None,
    }
}
