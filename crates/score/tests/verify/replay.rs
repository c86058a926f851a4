//! A snapshot and a policy give the same answer to the bit, and some things hold of every answer.

use super::bench::{Case, Says, fingerprint, policy};
use super::scenes::{COPPER, COPPER_TWO_PARTS, NO, NO_WATER, YES};
use domain::{Snapshot, Verdict};
use proptest::prelude::*;
use score::verify::{Policy, assess};

const CLAIMS: [&str; 6] = [
    COPPER,
    COPPER_TWO_PARTS,
    "All metals conduct electricity.",
    "Copper conducts more electricity than iron.",
    "Copper may conduct electricity.",
    "Is copper a metal?",
];
const SENTENCES: [&str; 6] =
    [YES, NO, NO_WATER, "Copper does not conduct electricity.", "Bread contains flour.", "Metals may conduct electricity."];
const SOURCES: [(&str, f64); 6] = [
    ("bbc.com", 0.90),
    ("snopes.com", 0.87),
    ("nyt.com", 0.85),
    ("cnn.com", 0.75),
    ("blog.example", 0.60),
    ("satire.example", 0.1),
];

prop_compose! {
    fn page()(source in 0..SOURCES.len(), sentence in 0..SENTENCES.len(), side in 0.0..1.0f64, loud in 0.0..1.0f64,
              cosine in 0.0..1.0f64, graph in 0.0..1.0f64, part in 0..2usize, days in 0..2000i32, fresh: bool)
        -> (usize, usize, f64, f64, f64, f64, usize, i32, bool) {
        (source, sentence, side, loud, cosine, if fresh { graph } else { 0.0 }, part, days, fresh)
    }
}

fn story() -> impl Strategy<Value = Case> {
    (0..CLAIMS.len(), any::<bool>(), prop::collection::vec(page(), 0..9)).prop_map(|(claim, is_open, pages)| {
        let case = Case::new(CLAIMS[claim]);
        let case = if is_open { case.open_web() } else { case.closed_corpus() };
        let part_max = score::verify::parts(CLAIMS[claim]).len() - 1;
        pages.into_iter().fold(case, |case, (source, sentence, side, loud, cosine, graph, part, days, has_date)| {
            let (name, credibility) = SOURCES[source];
            let says = Says::Scores(side * loud, (1.0 - side) * loud, 1.0 - loud);
            let case = case.page(name, credibility, "Copper", SENTENCES[sentence], says).cosine(cosine).graph(graph);
            let case = case.on_part(part.min(part_max));
            let day = super::bench::date("2021-01-01").saturating_add(jiff::Span::new().days(days));
            if has_date { case.dated(&day.to_string()) } else { case }
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_same_snapshot_gives_the_same_bytes_also_after_a_round_trip(case in story()) {
        let snapshot = case.snapshot();
        let first = fingerprint(&assess(&snapshot, &Policy::default()));
        prop_assert_eq!(&first, &fingerprint(&assess(&snapshot, &Policy::default())));
        let stored = serde_json::to_string(&snapshot).unwrap();
        let restored: Snapshot = serde_json::from_str(&stored).unwrap();
        prop_assert_eq!(&restored, &snapshot);
        prop_assert_eq!(&first, &fingerprint(&assess(&restored, &Policy::default())));
    }

    #[test]
    fn a_directional_verdict_cites_evidence_and_nobody_is_surer_than_ninety_five_percent(case in story()) {
        let answer = case.assess();
        let cited = answer.deciding.iter().all(|id| answer.evidence.iter().any(|e| e.id == *id && e.on_target));
        prop_assert!(cited, "{:?}", answer.deciding);
        prop_assert!(!answer.verdict.is_directional() || !answer.deciding.is_empty(), "{}", answer.verdict);
        prop_assert!(answer.confidence.get() <= 0.95);
    }

    #[test]
    fn what_is_not_answered_is_locked(case in story()) {
        let answer = case.assess();
        if !answer.verdict.is_directional() {
            let lock = if answer.text.contains("more") { 0.45 } else { 0.35 };
            prop_assert!(answer.confidence.get() <= lock, "{} {:?}", answer.verdict, answer.confidence);
            prop_assert!(!answer.truthfulness_meaningful);
        }
    }

    #[test]
    fn plain_answers_never_go_against_the_direction(case in story()) {
        let answer = case.assess();
        match answer.verdict {
            Verdict::True | Verdict::MostlyTrue => prop_assert_eq!(answer.direction, domain::Direction::Supports),
            Verdict::False | Verdict::MostlyFalse => prop_assert_eq!(answer.direction, domain::Direction::Contradicts),
            _ => {}
        }
    }
}

#[test]
fn the_lock_is_35_percent_and_45_for_comparisons_and_the_outer_bound_binds_both() {
    let blogs = |claim: &str| {
        ["a.example", "b.example", "c.example"]
            .into_iter()
            .fold(Case::new(claim), |case, blog| case.page(blog, 0.6, "Copper and iron", claim, Says::Supports(0.99)))
    };
    let (plain, comparing) = (blogs(COPPER), blogs("Copper conducts more electricity than iron."));
    assert_eq!(plain.assess().confidence.get(), 0.35);
    assert_eq!(comparing.assess().confidence.get(), 0.45);
    let tight = policy(&[("UNVERIFIABLE_CONFIDENCE_CAP", 0.2)]);
    assert_eq!(comparing.assess_with(&tight).confidence.get(), 0.2);
    assert_eq!(Case::new("Is copper a metal?").assess_with(&tight).confidence.get(), 0.2);
    assert_eq!(Case::new("Does copper conduct more electricity than iron?").assess().confidence.get(), 0.45);
    assert_eq!(Case::new("🎉🎉🎉").assess().confidence.get(), 0.35);
}
