//! S1's composite confidence with its floors and caps: floors, then caps, and caps win (decisions S1-17 to S1-19).

use super::judge::Judgement;
use super::policy::Policy;
use super::trust::Trust;
use super::truth::Truth;
use super::understand::Understood;
use domain::{Confidence, Profile, SegmentStatus, Trace, Verdict};

/// Nothing is ever surer than this.
const CONFIDENCE_MAX: f64 = 0.95;
/// Lock of what is not answered, and of comparative claims among it.
const UNVERIFIABLE_LOCK: f64 = 0.35;
/// The lock of comparative claims.
const UNVERIFIABLE_LOCK_COMPARATIVE: f64 = 0.45;

/// What the composite is made from.
pub struct Grounds<'a> {
    /// The claim.
    pub claim: &'a Understood,
    /// How much corroboration is required.
    pub profile: Profile,
    /// Pieces of evidence that count.
    pub count: usize,
    /// Sufficiency.
    pub trust: &'a Trust,
    /// Truth.
    pub truth: &'a Truth,
    /// The verdict.
    pub judgement: &'a Judgement,
    /// The settings.
    pub policy: &'a Policy,
}

/// Returns the confidence, and the smallest cap that applied, which binds the credence too (decision S1-29). The lock is no cap:
/// it says how sure we are of an answer that we do not give, and credence is about the direction before any answer.
pub fn confidence(grounds: &Grounds<'_>) -> (Confidence, f64, Trace) {
    let Grounds { trust, truth, judgement, .. } = grounds;
    let told = truth.told(judgement.verdict);
    let signed = if judgement.verdict.is_false_side() { 1.0 - told } else { told };
    let coverage = trust.coverage.get();
    let agreement = trust.agreement.map_or(0.0, |a| a.get());
    let raw = 0.30 * signed + 0.25 * coverage + 0.20 * agreement + 0.15 * trust.diversity.get() + 0.10 * trust.post;
    // In a closed corpus diversity says nothing, so the other weights share its place (decision X11).
    let composite = match grounds.profile {
        Profile::OpenWeb => raw,
        Profile::ClosedCorpus => (raw - 0.15 * trust.diversity.get()) / 0.85,
    };
    let mut trace = Trace::new("confidence").with("composite", composite);
    let floor = floor(grounds, signed, coverage);
    if floor > composite {
        trace.push(Trace::new("confidence_floor").with("at_least", floor));
    }
    let mut cap = CONFIDENCE_MAX;
    for (rule, limit) in caps(grounds) {
        if limit < cap {
            trace.push(Trace::new(rule).with("at_most", limit));
            cap = limit;
        }
    }
    let lock = (!judgement.verdict.is_directional()).then(|| lock(grounds.claim, grounds.policy));
    if let Some(lock) = lock {
        trace.push(Trace::new("unverifiable_lock").with("at_most", lock));
    }
    let value = composite.max(floor).min(cap).min(lock.unwrap_or(1.0));
    trace.term("confidence", value);
    (Confidence::clamped(value), cap, trace)
}

fn floor(grounds: &Grounds<'_>, signed: f64, coverage: f64) -> f64 {
    let mut floor: f64 = 0.0;
    if grounds.judgement.verdict.is_directional() && coverage >= 0.8 {
        floor = signed * 0.75;
    }
    let is_resolved = grounds.truth.statuses.iter().all(|s| *s != SegmentStatus::Unknown);
    let is_unopposed = grounds.trust.agreement.is_some_and(|a| a.get() >= 1.0);
    if grounds.judgement.verdict == Verdict::False && is_resolved && is_unopposed {
        floor = floor.max(grounds.policy.FALSE_VERDICT_MIN_CONFIDENCE);
    }
    floor
}

fn caps(grounds: &Grounds<'_>) -> Vec<(&'static str, f64)> {
    let Grounds { claim, trust, truth, judgement, policy, .. } = grounds;
    let mut caps = Vec::new();
    let unresolved = truth.statuses.iter().filter(|s| **s == SegmentStatus::Unknown).count();
    if unresolved > 0 {
        caps.push(("unresolved_cap", 0.85 - 0.15 * unresolved as f64 / truth.statuses.len() as f64));
    }
    if !trust.is_sufficient {
        caps.push(("insufficiency_cap", 0.60));
    }
    let is_strict = claim.strictness >= policy.STRICTNESS_HIGH_THRESHOLD;
    if trust.agreement.is_some_and(|a| a.get() < policy.STRICTNESS_AGREEMENT_MIN) {
        caps.push(("low_agreement_cap", policy.STRICTNESS_LOW_AGREEMENT_CONFIDENCE_CAP));
    }
    if grounds.profile == Profile::OpenWeb {
        let diversity = trust.diversity.get();
        if is_strict && (grounds.count as f64) < policy.STRICTNESS_MIN_EVIDENCE_COUNT {
            caps.push(("low_evidence_cap", policy.STRICTNESS_LOW_EVIDENCE_CONFIDENCE_CAP));
        }
        if diversity < policy.STRICTNESS_DIVERSITY_LOW_THRESHOLD {
            caps.push(("low_diversity_cap", policy.DIVERSITY_CONFIDENCE_CAP_LOW));
        } else if diversity < policy.STRICTNESS_DIVERSITY_MID_THRESHOLD {
            caps.push(("mid_diversity_cap", policy.DIVERSITY_CONFIDENCE_CAP_MID));
        }
        if is_strict && diversity < policy.STRICTNESS_DIVERSITY_MID_THRESHOLD {
            caps.push(("strict_low_diversity_cap", policy.STRICTNESS_HIGH_CLAIM_LOW_DIVERSITY_CAP));
        }
    }
    if claim.absolute.is_some() && judgement.verdict == Verdict::True {
        caps.push(("absolute_cap", 0.85));
    }
    caps
}

/// What a claim without an answer is locked to, after everything else (decision S1-19).
pub(super) fn lock(claim: &Understood, policy: &Policy) -> f64 {
    let lock = if claim.is_comparative { UNVERIFIABLE_LOCK_COMPARATIVE } else { UNVERIFIABLE_LOCK };
    lock.min(policy.UNVERIFIABLE_CONFIDENCE_CAP)
}
