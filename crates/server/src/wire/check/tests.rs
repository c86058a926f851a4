//! What is told over HTTP is what the command line prints.

use super::*;
use serde_json::Value;

pub(in crate::wire) fn piece() -> domain::Evidence {
    domain::Evidence {
        id: domain::EvidenceId::ranked(1),
        text: "It is so. Vaccines do not cause autism.".into(),
        deciding: domain::Span::new(10, 39),
        title: "Vaccines".into(),
        source: "bbc.com".into(),
        document: domain::DocumentId::new("vaccines").unwrap(),
        sentence: 1,
        url: Some("https://bbc.com/vaccines".into()),
        date: Some(jiff::civil::date(2024, 3, 5)),
        kind: domain::DocumentKind::FactCheck,
        credibility: domain::Credibility::clamped(0.9),
        subclaim: 0,
        stance: domain::Stance::Contradicts,
        strength: 0.93,
        rule: Some("words_deny".into()),
        stance_scores: domain::StanceScores::take(0.02, 0.93, 0.05),
        on_target: true,
        score: 0.71,
    }
}

fn part() -> domain::Segment {
    domain::Segment {
        text: "Vaccines cause autism.".into(),
        span: domain::Span::new(0, 22),
        status: domain::SegmentStatus::Invalid,
        balance: -0.93,
        coverage: 1.0,
        evidence: vec![domain::EvidenceId::ranked(1)],
    }
}

fn answer() -> domain::Assessment {
    domain::Assessment {
        text: "Vaccines cause autism.".into(),
        written: Some("They cause autism.".into()),
        speaker: Some("Peter".into()),
        span: domain::Span::new(7, 25),
        verdict: domain::Verdict::False,
        judge_verdict: domain::Verdict::False.judge_word(),
        direction: domain::Direction::Contradicts,
        reason: domain::Reason::Contradicted,
        rationale: "One source on target contradicts it.".into(),
        credence: domain::Credence::clamped(0.95),
        confidence: domain::Confidence::clamped(0.8),
        truthfulness_percent: 6.0,
        truthfulness_meaningful: true,
        evidence_quality_percent: 80.5,
        topic: domain::Topic::Health,
        risk: domain::Risk::High,
        subclaims: vec![part()],
        evidence: vec![piece()],
        deciding: vec![domain::EvidenceId::ranked(1)],
        coverage: domain::Coverage::ONE,
        support_coverage: domain::Coverage::ZERO,
        diversity: domain::Diversity::ZERO,
        agreement: Some(domain::Agreement::ONE),
        trust_post_adaptive: 0.74,
        trust_post_fixed: 0.7,
        trust_state: "confirmed".into(),
        trust_threshold_met: true,
        flips: vec![domain::Flip {
            without: vec![domain::EvidenceId::ranked(1)],
            verdict: domain::Verdict::InsufficientEvidence,
        }],
        expansion: None,
        refusal: None,
        trace: domain::Trace::new("verdict"),
    }
}

pub(in crate::wire) fn check() -> domain::Check {
    let claims = vec![answer()];
    domain::Check {
        id: domain::CheckId::from_parts(1_763_000_000_000, [7; 10]),
        asked_at: jiff::Timestamp::UNIX_EPOCH,
        profile: domain::Profile::ClosedCorpus,
        trust_policy_mode: Some(domain::TrustPolicyMode::Confidence),
        summary: domain::Summary::of(&claims).leaving_out(3, 1),
        claims,
        config_hash: domain::digest_bytes(b"config"),
        model_hashes: BTreeMap::from([("nli".to_owned(), domain::digest_bytes(b"nli"))]),
        bypass: None,
        schema_version: domain::SCHEMA_VERSION,
    }
}

#[test]
fn http_tells_every_field_of_a_check_as_the_command_line_does() {
    let printed = serde_json::to_value(check()).unwrap();
    let told = serde_json::to_value(Check::from(&check())).unwrap();
    for (field, value) in printed.as_object().unwrap().iter().filter(|(field, _)| *field != "claims") {
        assert_eq!(told.get(field), Some(value), "{field}");
    }
    assert_eq!(told["trust_policy_mode"], "confidence");
}

#[test]
fn http_tells_every_field_of_a_claim_as_the_command_line_does() {
    let answer = answer();
    let printed = serde_json::to_value(&answer).unwrap();
    let told = serde_json::to_value(Claim::from(&answer)).unwrap();
    // The ledger has an address of its own.
    for (field, value) in printed.as_object().unwrap().iter().filter(|(field, _)| *field != "trace") {
        assert_eq!(told.get(field), Some(value), "{field}");
    }
    assert_eq!((&told["judge_verdict"], &told["risk"]), (&Value::from("contradicted"), &Value::from("high")));
}

#[test]
fn what_is_absent_in_print_is_absent_over_http() {
    let plain = domain::Assessment { written: None, speaker: None, ..answer() };
    let told = serde_json::to_value(Claim::from(&plain)).unwrap();
    for field in ["written", "speaker", "refusal"] {
        assert!(told.get(field).is_none(), "{field}");
    }
    let older = domain::Check { trust_policy_mode: None, ..check() };
    assert!(serde_json::to_value(Check::from(&older)).unwrap().get("trust_policy_mode").is_none());
}
