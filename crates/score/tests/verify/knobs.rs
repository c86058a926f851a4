//! Every knob of the policy does something: for each a scene in which turning it changes the answer itself, not just its
//! ledger.

use super::bench::{Case, Says, fingerprint_of_outcome, policy};
use super::scenes::{
    COPPER, COPPER_TWO_PARTS, NO, YES, half_covered, half_covered_by_two_publishers, mixed_band, one_publisher,
    refuted_with_dissent, supported_with_dissent, three_agree, three_agree_with, three_blogs_agree, two_agree,
    two_publishers_refute,
};
use domain::Verdict;
use score::verify::Policy;

/// A knob, the scene, what else is set in it, and the value to turn to.
struct Turn {
    knob: &'static str,
    scene: Case,
    given: &'static [(&'static str, f64)],
    to: f64,
}

fn turn(knob: &'static str, scene: Case, to: f64) -> Turn {
    Turn { knob, scene, given: &[], to }
}

fn turn_given(knob: &'static str, scene: Case, given: &'static [(&'static str, f64)], to: f64) -> Turn {
    Turn { knob, scene, given, to }
}

/// Pages that differ in every signal of the ranking.
fn varied() -> Case {
    Case::new("The Lenna bridge near Ostrava was not opened in winter.")
        .page("bbc.com", 0.90, "Lenna", "The Lenna bridge near Ostrava was not opened in winter.", Says::Supports(0.9))
        .dated("2025-06-01")
        .cosine(0.9)
        .graph(0.3)
        .page("cnn.com", 0.75, "Lenna", "The Lenna bridge was not opened in winter.", Says::Supports(0.8))
        .dated("2020-06-01")
        .cosine(0.7)
        .graph(0.5)
        .page("npr.org", 0.60, "Ostrava", "The Lenna bridge near Ostrava stayed shut in winter.", Says::Supports(0.7))
        .cosine(0.6)
}

fn ranking() -> Vec<Turn> {
    vec![
        turn("W_SEMANTIC", varied(), 0.5),
        turn("W_KG", varied(), 0.3),
        turn("W_ENTITY", varied(), 0.1),
        turn("W_CLAIM_OVERLAP", varied(), 0.05),
        turn("W_RECENCY", varied(), 0.1),
        turn("W_CREDIBILITY", varied(), 0.05),
        turn("RECENCY_HALF_LIFE_DAYS", varied(), 30.0),
        turn("NEGATION_ANCHOR_BOOST_WEIGHT", varied(), 0.0),
        turn("MULTIHOP_KG_HINT_MAX_BOOST", varied(), 0.0),
    ]
}

fn sufficiency() -> Vec<Turn> {
    let off_centre = three_agree().page("pbs.org", 0.9, "Wires", "Copper conducts well.", Says::Supports(0.9));
    vec![
        turn("COVERAGE_THRESHOLD_HIGH", half_covered_by_two_publishers(), 0.5),
        turn("COVERAGE_THRESHOLD_MEDIUM", half_covered(), 0.55),
        turn("DIVERSITY_THRESHOLD_HIGH", half_covered_by_two_publishers(), 0.6),
        turn("AGREEMENT_THRESHOLD_HIGH", refuted_with_dissent(), 0.7),
        turn("MIN_EVIDENCE_COUNT", two_agree().page("bbc.com", 0.9, "Wires", "Copper conducts.", Says::Supports(0.9)), 4.0),
        turn("PREDICATE_MATCH_THRESHOLD", off_centre.clone(), 0.9),
        turn("ANCHOR_THRESHOLD", off_centre, 0.99),
        turn("MIN_SOURCES_FOR_VERDICT", three_newspapers_agree(), 4.0),
        turn("MIN_CREDIBILITY_THRESHOLD", three_agree(), 0.95),
        turn("CREDENCE_THRESHOLD", three_agree().closed_corpus(), 1.0),
        turn("MIN_CONSENSUS_STRENGTH", supported_with_dissent(), 0.8),
        turn("ENABLE_ABSTENTION_LOGIC", Case::new(COPPER).page("bbc.com", 0.9, "Copper", YES, Says::Supports(0.9)), 0.0),
    ]
}

/// Two sources of 0.85 may stand for three, so this scene has lesser ones.
fn three_newspapers_agree() -> Case {
    Case::new(COPPER)
        .page("cnn.com", 0.80, "Copper", YES, Says::Supports(0.9))
        .page("ft.com", 0.80, "Metals", YES, Says::Supports(0.9))
        .page("cbs.com", 0.80, "Wires", YES, Says::Supports(0.9))
}

/// A refuted part has a truth score below 0.15 whatever the votes, so the vote path shows only where the refuted share is
/// not asked for; dominance shows where weak consensus may be judged.
fn force_false() -> Vec<Turn> {
    const VOTES: &[(&str, f64)] = &[("ENABLE_ABSTENTION_LOGIC", 0.0), ("REFUTE_COVERAGE_FORCE_FALSE", 0.0)];
    const LAX: &[(&str, f64)] = &[("ENABLE_ABSTENTION_LOGIC", 0.0)];
    vec![
        turn_given("CONTRADICTION_THRESHOLD", mixed_band(), VOTES, 0.9),
        turn_given("CONTRADICT_RATIO_FOR_FORCE_FALSE", mixed_band(), VOTES, 0.9),
        turn_given("CONTRADICT_RATIO_FORCE_FALSE", mixed_band(), VOTES, 0.9),
        turn_given("REFUTE_COVERAGE_FORCE_FALSE", mixed_band(), LAX, 0.0),
        turn_given("REFUTE_DIVERSITY_FORCE_FALSE", mixed_band_of_four_publishers(), VOTES, 0.9),
        turn_given("DIVERSITY_FORCE_FALSE", dominated(), LAX, 0.9),
    ]
}

/// Six pages of four publishers: diversity 1 − ln(6/4)/4 = 0.899.
fn mixed_band_of_four_publishers() -> Case {
    mixed_band().page("bbc.com", 0.10, "Pipes", NO, Says::Contradicts(0.80)).page(
        "blog-a.example",
        0.07,
        "Pipes",
        YES,
        Says::Supports(0.95),
    )
}

/// Signals 0.586 against and 0.391 for, from six pages of four publishers.
fn dominated() -> Case {
    Case::new(COPPER)
        .page("bbc.com", 0.90, "Copper", NO, Says::Contradicts(0.97))
        .page("reuters.com", 0.90, "Metals", NO, Says::Contradicts(0.97))
        .page("blog-a.example", 0.60, "Copper", YES, Says::Supports(0.99))
        .page("blog-b.example", 0.58, "Metals", YES, Says::Supports(0.99))
        .page("bbc.com", 0.05, "Pipes", NO, Says::Contradicts(0.97))
        .page("blog-a.example", 0.03, "Pipes", YES, Says::Supports(0.99))
}

fn strictness() -> Vec<Turn> {
    let maybe = "Copper may conduct electricity.";
    let hedged = Case::new(COPPER)
        .page("bbc.com", 0.90, "Copper", maybe, Says::Supports(0.9))
        .page("reuters.com", 0.90, "Metals", maybe, Says::Supports(0.9))
        .page("npr.org", 0.90, "Wires", YES, Says::Supports(0.9));
    // What speaks of the second part is far off, so that part is only half covered.
    let thin = Case::new(COPPER_TWO_PARTS)
        .page("bbc.com", 0.90, "Copper", YES, Says::Supports(0.9))
        .page("reuters.com", 0.90, "Metals", YES, Says::Supports(0.9))
        .page("npr.org", 0.90, "Pipes", "Copper dissolves quickly.", Says::Supports(0.9))
        .on_part(1)
        .cosine(0.46)
        .relevance(0.3)
        .page("pbs.org", 0.90, "Pots", "Copper dissolves slowly.", Says::Supports(0.9))
        .on_part(1)
        .cosine(0.46)
        .relevance(0.3);
    vec![
        turn("CONFIDENCE_MODE", half_covered_by_two_publishers(), 1.0),
        turn("NLI_CONFIDENCE_THRESHOLD", three_agree_with(0.75), 0.8),
        turn("ENABLE_DEBERTA_NLI", three_agree_with(0.75), 0.0),
        turn("STRICTNESS_MEDIUM_THRESHOLD", hedged.clone(), 1.0),
        turn("HEDGE_PENALTY_BLOCK_TRUE", hedged, 0.9),
        turn("STRICTNESS_HIGH_THRESHOLD", two_agree(), 1.0),
        turn("STRICTNESS_VERY_HIGH_THRESHOLD", thin, 1.0),
        turn("STRICTNESS_MIN_EVIDENCE_COUNT", two_agree(), 2.0),
        turn("STRICTNESS_LOW_EVIDENCE_CONFIDENCE_CAP", two_agree(), 0.5),
    ]
}

fn confidence() -> Vec<Turn> {
    const ONE_SOURCE: &[(&str, f64)] = &[("MIN_SOURCES_FOR_VERDICT", 1.0)];
    const MIDDLING: &[(&str, f64)] = &[("MIN_SOURCES_FOR_VERDICT", 1.0), ("STRICTNESS_DIVERSITY_LOW_THRESHOLD", 0.0)];
    let divided = three_agree().page("blog-a.example", 0.70, "Copper", NO, Says::Contradicts(0.90)).page(
        "blog-b.example",
        0.70,
        "Copper",
        NO,
        Says::Contradicts(0.90),
    );
    vec![
        turn("STRICTNESS_AGREEMENT_MIN", supported_with_dissent(), 0.9),
        turn("STRICTNESS_LOW_AGREEMENT_CONFIDENCE_CAP", divided, 0.4),
        turn_given("STRICTNESS_DIVERSITY_LOW_THRESHOLD", one_publisher(), ONE_SOURCE, 0.0),
        turn_given("DIVERSITY_CONFIDENCE_CAP_LOW", one_publisher(), ONE_SOURCE, 0.5),
        turn_given("STRICTNESS_DIVERSITY_MID_THRESHOLD", one_publisher(), MIDDLING, 0.0),
        turn_given("DIVERSITY_CONFIDENCE_CAP_MID", one_publisher(), MIDDLING, 0.5),
        turn_given("STRICTNESS_HIGH_CLAIM_LOW_DIVERSITY_CAP", one_publisher(), MIDDLING, 0.4),
        turn("FALSE_VERDICT_MIN_CONFIDENCE", two_publishers_refute(), 0.95),
        turn("UNVERIFIABLE_CONFIDENCE_CAP", three_blogs_agree(), 0.1),
    ]
}

/// A claim about each topic that is not risky by itself.
fn risk() -> Vec<Turn> {
    [
        ("RISK_SCIENCE", "The atom has an orbit."),
        ("RISK_ENVIRONMENT", "The forest has a glacier."),
        ("RISK_TECHNOLOGY", "The robot has a chip."),
        ("RISK_LAW", "The court upheld the law."),
        ("RISK_HISTORY", "The war ended in the north."),
        ("RISK_SOCIETY", "The school has a church."),
        ("RISK_SPORT", "The team has a coach."),
        ("RISK_ENTERTAINMENT", "The film has a song."),
        ("RISK_GENERAL", "Bananas are yellow."),
    ]
    .into_iter()
    .map(|(knob, claim)| turn(knob, Case::new(claim), 1.0))
    .collect()
}

fn turns() -> Vec<Turn> {
    [ranking(), sufficiency(), force_false(), strictness(), confidence(), risk()].into_iter().flatten().collect()
}

/// Knobs that act before there is a snapshot, or on the language model: the engine's stories turn them.
const BEFORE_THE_RULES: [&str; 4] = ["CHECKWORTHY_THRESHOLD", "ENABLE_JUDGE_FEW_SHOT", "JUDGE_TEMPERATURE", "JUDGE_MAX_TOKENS"];

#[test]
fn turning_any_knob_changes_some_answer() {
    let turns = turns();
    let mut idle: Vec<String> = Vec::new();
    for knob in Policy::KNOBS.iter().filter(|knob| !BEFORE_THE_RULES.contains(&knob.name)) {
        let Some(turn) = turns.iter().find(|t| t.knob == knob.name) else {
            idle.push(format!("{} has no scene", knob.name));
            continue;
        };
        let before = turn.scene.assess_with(&policy(turn.given));
        let turned: Vec<(&str, f64)> = turn.given.iter().copied().chain([(turn.knob, turn.to)]).collect();
        let after = turn.scene.assess_with(&policy(&turned));
        assert_ne!(policy(turn.given).get(knob.name), Some(turn.to), "{} is not turned", knob.name);
        if fingerprint_of_outcome(&before) == fingerprint_of_outcome(&after) {
            idle.push(format!("{} changes nothing: {} {:?}", knob.name, before.verdict, before.trace.find("judge")));
        }
    }
    assert!(idle.is_empty(), "{}", idle.join("\n"));
}

#[test]
fn no_scene_is_for_a_knob_that_does_not_exist() {
    for turn in turns() {
        assert!(Policy::KNOBS.iter().any(|knob| knob.name == turn.knob), "{}", turn.knob);
    }
}

#[test]
fn the_gates_change_the_verdict_and_not_just_a_number() {
    let flips = [
        ("COVERAGE_THRESHOLD_HIGH", Verdict::InsufficientEvidence, Verdict::False),
        ("COVERAGE_THRESHOLD_MEDIUM", Verdict::False, Verdict::InsufficientEvidence),
        ("DIVERSITY_THRESHOLD_HIGH", Verdict::InsufficientEvidence, Verdict::False),
        ("AGREEMENT_THRESHOLD_HIGH", Verdict::InsufficientEvidence, Verdict::False),
        ("MIN_EVIDENCE_COUNT", Verdict::True, Verdict::InsufficientEvidence),
        ("MIN_SOURCES_FOR_VERDICT", Verdict::True, Verdict::InsufficientEvidence),
        ("MIN_CREDIBILITY_THRESHOLD", Verdict::True, Verdict::InsufficientEvidence),
        ("NLI_CONFIDENCE_THRESHOLD", Verdict::True, Verdict::InsufficientEvidence),
        ("ENABLE_DEBERTA_NLI", Verdict::True, Verdict::InsufficientEvidence),
        ("HEDGE_PENALTY_BLOCK_TRUE", Verdict::MostlyTrue, Verdict::True),
        ("STRICTNESS_VERY_HIGH_THRESHOLD", Verdict::MostlyTrue, Verdict::True),
        ("DIVERSITY_FORCE_FALSE", Verdict::False, Verdict::MostlyFalse),
    ];
    let turns = turns();
    for (name, before, after) in flips {
        let turn = turns.iter().find(|t| t.knob == name).expect("listed above");
        let turned: Vec<(&str, f64)> = turn.given.iter().copied().chain([(turn.knob, turn.to)]).collect();
        let seen = (turn.scene.assess_with(&policy(turn.given)).verdict, turn.scene.assess_with(&policy(&turned)).verdict);
        assert_eq!(seen, (before, after), "{name}");
    }
}
