//! Documents and checks to tell stories with.

#![allow(clippy::unwrap_used, missing_docs, reason = "test stories; their names say what they show")]

use crate::{Embedded, StoredCheck};
use domain::{
    Assessment, Check, CheckId, Claim, Confidence, CorpusName, Coverage, Credence, Credibility, Digest, Direction, Diversity,
    Document, DocumentId, DocumentKind, Profile, Reason, Risk, SCHEMA_VERSION, Snapshot, Span, Summary, Topic, Trace,
    TrustPolicyMode, Verdict, digest_bytes,
};
use jiff::Timestamp;
use jiff::civil::date;
use std::collections::BTreeMap;

pub fn corpus() -> CorpusName {
    CorpusName::library()
}

pub fn id(name: &str) -> DocumentId {
    DocumentId::new(name).expect("stories use plain ids")
}

pub fn ids(names: &[&str]) -> Vec<DocumentId> {
    names.iter().map(|name| id(name)).collect()
}

pub fn model(name: &str) -> Digest {
    digest_bytes(name.as_bytes())
}

/// A document whose every sentence ends with a full stop.
pub fn document(name: &str, text: &str) -> Document {
    let title = format!("On {text}");
    let mut sentences = Vec::new();
    let mut start = 0;
    for (at, _) in text.match_indices('.') {
        sentences.push(Span::new(start, at + 1));
        start = at + 1;
    }
    Document {
        id: id(name),
        content: digest_bytes(format!("{title}\n{text}").as_bytes()),
        title,
        text: text.to_owned(),
        sentences,
        url: Some("https://example.org/a?b=\"c\"".to_owned()),
        source: "example.org".to_owned(),
        author: None,
        published: Some(date(2021, 2, 3)),
        kind: DocumentKind::News,
        credibility: Credibility::clamped(0.1 + 0.2),
        language: "en".to_owned(),
        fetched: None,
    }
}

/// Vectors for each passage of a document, recognisable by their filling.
pub fn embedded(document: &Document, filling: u8) -> Embedded {
    let passages = document.passages().iter().map(|passage| vec![filling; passage.sentences.len() * 4]).collect();
    Embedded { document: document.id.clone(), content: document.content.clone(), passages }
}

/// A plain answer to a claim.
pub fn answer(text: &str) -> Assessment {
    Assessment {
        text: text.to_owned(),
        written: None,
        speaker: None,
        span: Span::new(0, text.len()),
        verdict: Verdict::True,
        judge_verdict: Verdict::True.judge_word(),
        direction: Direction::Supports,
        reason: Reason::EveryPartSupported,
        rationale: "One source on target says the same.".to_owned(),
        credence: Credence::clamped(0.9),
        confidence: Confidence::clamped(0.8),
        truthfulness_percent: 94.0,
        truthfulness_meaningful: true,
        evidence_quality_percent: 80.0,
        topic: Topic::Science,
        risk: Risk::Ordinary,
        subclaims: Vec::new(),
        evidence: Vec::new(),
        deciding: Vec::new(),
        coverage: Coverage::ONE,
        support_coverage: Coverage::ONE,
        diversity: Diversity::ZERO,
        agreement: None,
        trust_post_adaptive: 0.7,
        trust_post_fixed: 0.7,
        trust_state: "provisional".to_owned(),
        trust_threshold_met: true,
        flips: Vec::new(),
        expansion: None,
        refusal: None,
        trace: Trace::new("verdict"),
    }
}

/// A check asked this many milliseconds into the epoch.
pub fn check(unix_ms: i64, text: &str) -> StoredCheck {
    let claim = Claim::whole(text);
    StoredCheck {
        check: Check {
            id: CheckId::from_parts(unix_ms as u64, [7; 10]),
            asked_at: Timestamp::from_millisecond(unix_ms).expect("stories are told in our time"),
            profile: Profile::ClosedCorpus,
            trust_policy_mode: Some(TrustPolicyMode::Adaptive),
            claims: vec![answer(text)],
            summary: Summary {
                claims: 1,
                answered: 1,
                by_verdict: BTreeMap::from([("true".to_owned(), 1)]),
                found: 3,
                left_out: 2,
                idle: 4,
            },
            config_hash: model("configuration"),
            model_hashes: BTreeMap::from([("embedder".to_owned(), model("embedder"))]),
            bypass: None,
            schema_version: SCHEMA_VERSION,
        },
        text: text.to_owned(),
        corpus: corpus(),
        snapshots: vec![Snapshot {
            schema_version: SCHEMA_VERSION,
            claim,
            asked_on: date(2026, 1, 2),
            profile: Profile::ClosedCorpus,
            rarity: domain::Rarity::default(),
            candidates: Vec::new(),
            readings: Vec::new(),
            expansion: None,
            counsel: None,
            refusal: None,
            set_aside: Vec::new(),
        }],
        config: serde_json::json!({"threshold": 0.1 + 0.2, "tiny": 1e-7, "words": ["ä", "\u{1F30D}", "\n"]}),
    }
}
