//! The whole way from a snapshot to an assessment, in one pure function: what `replay` runs again.

use super::calibration::credence_told;
use super::confidence::{Grounds, confidence, lock};
use super::counsel::heed;
use super::judge::{Bench, Judgement};
use super::lean::Leans;
use super::policy::Policy;
use super::rank::{Ranked, rank_found};
use super::referent::is_one_of_many;
use super::stance::{Piece, pieces, pieces_of_whole};
use super::topic::{risk, topic};
use super::trust::{Trust, stories, trust};
use super::truth::{Truth, truth};
use super::uncheckable::uncheckable;
use super::understand::{Understood, understand};
use super::{flips, rationale, report};
use domain::{
    Assessment, Confidence, Coverage, Credence, Direction, Diversity, EvidenceId, Reason, Refusal, Segment, SegmentStatus,
    Snapshot, Trace, Verdict,
};

/// Everything that was concluded on the way, for those who look inside.
pub struct Inside {
    /// The claim, understood.
    pub claim: Understood,
    /// The ranking.
    pub ranked: Vec<Ranked>,
    /// The pieces of evidence.
    pub pieces: Vec<Piece>,
    /// What was read against a claim of several parts in one piece.
    pub whole: Vec<Piece>,
    /// Which way all of it leans.
    pub leans: Leans,
    /// Sufficiency.
    pub trust: Trust,
    /// Truth.
    pub truth: Truth,
    /// The verdict.
    pub judgement: Judgement,
}

/// Goes from a snapshot to a judgement, without shaping a report.
pub fn conclude(snapshot: &Snapshot, policy: &Policy) -> Inside {
    let claim = understand(&snapshot.claim.text).weighed(&snapshot.rarity);
    let ranked = rank_found(&claim, snapshot, policy);
    let pieces = pieces(&claim, snapshot, &ranked, policy);
    let whole = pieces_of_whole(&claim, snapshot, &ranked, policy);
    conclude_from(claim, snapshot, ranked, (pieces, whole), policy)
}

/// Concludes from pieces on the parts, and on the whole.
pub(super) fn conclude_from(
    claim: Understood,
    snapshot: &Snapshot,
    ranked: Vec<Ranked>,
    (pieces, whole): (Vec<Piece>, Vec<Piece>),
    policy: &Policy,
) -> Inside {
    let leans = Leans::of(claim.parts.len(), &pieces, &whole);
    let trust = trust(&claim, snapshot, &ranked, &pieces, policy);
    let truth = truth(&claim, snapshot, &pieces, &trust);
    let judgement =
        Bench { claim: &claim, snapshot, pieces: &pieces, leans: &leans, trust: &trust, truth: &truth, policy }.judge();
    Inside { claim, ranked, pieces, whole, leans, trust, truth, judgement }
}

/// Assesses one claim from its snapshot. Same snapshot, same policy, same bits.
pub fn assess(snapshot: &Snapshot, policy: &Policy) -> Assessment {
    if let Some(refusal) = &snapshot.refusal {
        return refused(snapshot, refusal, policy);
    }
    let answer = assess_by_rules(snapshot, policy);
    match &snapshot.counsel {
        Some(counsel) => heed(answer, counsel, lock(&understand(&snapshot.claim.text), policy)),
        None => answer,
    }
}

fn assess_by_rules(snapshot: &Snapshot, policy: &Policy) -> Assessment {
    if let Some((verdict, reason)) = nothing_settles(snapshot) {
        return passed_over(snapshot, verdict, reason, policy);
    }
    let inside = conclude(snapshot, policy);
    let Inside { claim, ranked, pieces, leans, trust, truth, judgement, .. } = &inside;
    let counted = pieces.iter().filter(|p| p.counts()).count();
    let count = stories(snapshot, pieces.iter().filter(|p| p.counts()));
    let grounds = Grounds { claim, profile: snapshot.profile, count, trust, truth, judgement, policy };
    let (confidence, cap, confidence_trace) = confidence(&grounds);
    // Caps bind what people are told of an answer. Where none is given, credence is about the direction it would have had, and
    // where evidence on target stands on both sides and neither prevails, no direction is likely.
    let is_split = trust.agreement.is_some_and(|agreement| agreement.get() < policy.MIN_CONSENSUS_STRENGTH);
    let cap = match judgement.verdict.is_directional() {
        true => cap,
        false if is_split => SPLIT_CREDENCE_MAX,
        false => 1.0,
    };
    let told = truth.told(judgement.verdict);
    let (credence, credence_trace) = credence_told(leans, pieces, judgement.direction, cap);
    let credence = credence.rounded();
    let evidence = report::evidence(snapshot, pieces);
    let deciding = report::deciding(pieces, judgement);
    let mut trace = Trace::new("verdict").noting(format!("{} because {}", judgement.verdict, snake(judgement.reason)));
    trace.push(report::understood(claim, snapshot));
    if !snapshot.set_aside.is_empty() {
        trace.push(set_aside(snapshot));
    }
    let mut ranking = Trace::new("ranking").noting(format!("{} of {} candidates kept", ranked.len(), snapshot.candidates.len()));
    ranking.children = ranked.iter().map(|r| r.trace.clone()).collect();
    trace.push(ranking);
    let mut stances = Trace::new("stances").noting(match counted {
        1 => "1 piece counts".to_owned(),
        several => format!("{several} pieces count"),
    });
    stances.children = pieces.iter().map(|p| p.trace.clone()).collect();
    trace.push(stances);
    if !inside.whole.is_empty() {
        let mut whole = Trace::new("whole").noting("all parts read in one piece: for the direction and how sure it is");
        whole.children = inside.whole.iter().map(|p| p.trace.clone()).collect();
        trace.push(whole);
    }
    trace.push(trust.trace.clone());
    trace.push(truth.trace.clone());
    trace.push(judgement.trace.clone());
    if told != truth.score {
        trace.push(Trace::new("truthfulness").noting("as its verdict has it").with("truth", told));
    }
    trace.push(credence_trace);
    trace.push(confidence_trace);
    trace.children.extend(snapshot.expansion.as_ref().map(report::expansion));
    let is_meaningful = judgement.verdict.is_directional();
    let topic = topic(&snapshot.claim.text);
    Assessment {
        text: snapshot.claim.text.clone(),
        written: snapshot.claim.written.clone(),
        speaker: claim.speaker.clone(),
        span: snapshot.claim.span,
        verdict: judgement.verdict,
        judge_verdict: judgement.verdict.judge_word(),
        direction: judgement.direction,
        reason: judgement.reason,
        rationale: rationale::sentence(judgement, &truth.statuses, &deciding, &evidence),
        credence,
        confidence: confidence.rounded(),
        truthfulness_percent: percent(told),
        truthfulness_meaningful: is_meaningful,
        evidence_quality_percent: percent(truth.quality),
        topic,
        risk: risk(topic, policy),
        subclaims: segments(&inside),
        evidence,
        deciding,
        coverage: trust.coverage.rounded(),
        support_coverage: trust.support_coverage.rounded(),
        diversity: trust.diversity.rounded(),
        agreement: trust.agreement.map(|a| a.rounded()),
        trust_post_adaptive: four(trust.post),
        trust_post_fixed: four(trust.fixed),
        trust_state: trust.state.to_owned(),
        trust_threshold_met: trust.is_sufficient,
        flips: flips::flips(&inside, snapshot, policy),
        expansion: snapshot.expansion.clone(),
        refusal: None,
        trace,
    }
}

/// Steps 2 and 3: it states nothing, or nothing that could be settled, by its own words or beside what was found.
pub(super) fn nothing_settles(snapshot: &Snapshot) -> Option<(Verdict, Reason)> {
    let has_context = snapshot.claim.span.start > 0;
    let text = &snapshot.claim.text;
    let is_one_of_many = || !has_context && is_one_of_many(text, &snapshot.candidates, snapshot.profile);
    uncheckable(text, snapshot.asked_on.year(), has_context)
        .or_else(|| is_one_of_many().then_some((Verdict::Unverifiable, Reason::MissingReferent)))
}

fn segments(inside: &Inside) -> Vec<Segment> {
    let Inside { claim, pieces, trust, truth, .. } = inside;
    claim
        .parts
        .iter()
        .enumerate()
        .map(|(at, part)| Segment {
            text: part.text.clone(),
            span: part.span,
            status: truth.statuses[at],
            balance: four(truth.balances[at]),
            coverage: trust.parts[at],
            evidence: (0..pieces.len()).filter(|k| pieces[*k].part == at && pieces[*k].counts()).map(id).collect(),
        })
        .collect()
}

pub(super) fn id(at: usize) -> EvidenceId {
    EvidenceId::ranked(at as u32 + 1)
}

fn four(value: f64) -> f64 {
    (value * 10_000.0).round() / 10_000.0
}

fn percent(value: f64) -> f64 {
    (value * 1_000.0).round() / 10.0
}

fn snake(reason: Reason) -> String {
    format!("{reason:?}").chars().fold(String::new(), |mut out, c| {
        if c.is_uppercase() && !out.is_empty() {
            out.push(' ');
        }
        out.extend(c.to_lowercase());
        out
    })
}

/// The answer to what was turned away at intake: step 1, before anything else is looked at.
fn refused(snapshot: &Snapshot, refusal: &Refusal, policy: &Policy) -> Assessment {
    let verdict = refusal.verdict();
    let mut answer = passed_over(snapshot, verdict, refusal.category.reason(), policy);
    let why = format!("{} by {}, at bytes {} to {}", refusal.category, refusal.by, refusal.span.start, refusal.span.end);
    let mut trace = Trace::new("verdict").noting(format!("{verdict} because it was refused at intake"));
    trace.push(Trace::new("step_1_refused_at_intake").noting(why.clone()));
    answer.trace = trace;
    answer.rationale = format!("{} ({why}.)", answer.rationale);
    answer.refusal = Some(refusal.clone());
    answer
}

/// The line of the ledger that names the passages which were not allowed to decide.
fn set_aside(snapshot: &Snapshot) -> Trace {
    let told: Vec<String> = snapshot.set_aside.iter().map(|aside| format!("{} ({})", aside.title, aside.rule)).collect();
    let note = format!("they speak to the machine that reads them: {}", told.join(", "));
    Trace::new("passages_set_aside").noting(note).with("passages", told.len() as f64)
}

/// How often what is passed over rightly has no answer: one time in two among held-back claims of ours, one in three on Climate-FEVER.
const PASSED_OVER_CREDENCE: f64 = 0.4;

/// The most that a direction may have which evidence on target is divided about: one in two or three was right.
const SPLIT_CREDENCE_MAX: f64 = 0.45;

/// The answer to what is not searched for at all: no statement, or one that nothing could settle.
fn passed_over(snapshot: &Snapshot, verdict: Verdict, reason: Reason, policy: &Policy) -> Assessment {
    let text = snapshot.claim.text.clone();
    let step = if verdict == Verdict::NotAClaim { "step_2_no_statement" } else { "step_3_nothing_settles_it" };
    let mut trace = Trace::new("verdict").noting(format!("{verdict} because {}", snake(reason)));
    trace.push(Trace::new(step).noting(format!("{verdict}")));
    let part = Segment {
        text: text.clone(),
        span: domain::Span::new(0, text.len()),
        status: SegmentStatus::Unknown,
        balance: 0.0,
        coverage: 0.0,
        evidence: vec![],
    };
    let topic = topic(&text);
    Assessment {
        written: snapshot.claim.written.clone(),
        speaker: None,
        span: snapshot.claim.span,
        verdict,
        judge_verdict: verdict.judge_word(),
        direction: Direction::None,
        reason,
        rationale: rationale::passed_over(reason).to_owned(),
        credence: Credence::clamped(PASSED_OVER_CREDENCE),
        confidence: Confidence::clamped(lock(&understand(&text), policy)),
        truthfulness_percent: 35.0,
        truthfulness_meaningful: false,
        evidence_quality_percent: 0.0,
        topic,
        risk: risk(topic, policy),
        subclaims: vec![part],
        evidence: vec![],
        deciding: vec![],
        coverage: Coverage::ZERO,
        support_coverage: Coverage::ZERO,
        diversity: Diversity::ZERO,
        agreement: None,
        trust_post_adaptive: 0.0,
        trust_post_fixed: 0.0,
        trust_state: "evidence_insufficiency".to_owned(),
        trust_threshold_met: false,
        flips: vec![],
        expansion: snapshot.expansion.clone(),
        refusal: None,
        trace,
        text,
    }
}
