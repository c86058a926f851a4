//! A language model may explain or abstain; whatever else it says leaves the verdict as it was.

use super::bench::{Case, Says, policy};
use super::scenes::three_agree;
use domain::{Advice, Assessment, Counsel, Direction, Reason, Verdict};
use score::verify::{Policy, assess, flaw};

fn advice(rationale: &str, cites: &[&str]) -> Advice {
    let cites = cites.iter().map(|id| (*id).to_owned()).collect();
    Advice { abstains: false, direction: Direction::Supports, rationale: rationale.to_owned(), cites }
}

fn counselled(case: Case, advice: Advice) -> Assessment {
    counselled_under(&Policy::default(), case, advice)
}

fn counselled_under(policy: &Policy, case: Case, advice: Advice) -> Assessment {
    let counsel = Counsel {
        model: "small".into(),
        advice: Some(advice),
        trouble: None,
        input_tokens: 200,
        output_tokens: 30,
        cost_micro_usd: 48,
    };
    let mut snapshot = case.snapshot();
    snapshot.counsel = Some(counsel);
    assess(&snapshot, policy)
}

#[test]
fn good_advice_explains_and_changes_nothing_else() {
    let plain = three_agree().assess();
    let told = counselled(three_agree(), advice("Copper conducts electricity, as e1 says.", &["e1"]));
    assert_eq!(told.rationale, "Copper conducts electricity, as e1 says.");
    assert_eq!((told.verdict, told.direction, told.credence), (plain.verdict, plain.direction, plain.credence));
    assert!(told.trace.find("counsel_explains").is_some());
    assert_eq!(told.trace.find("counsel").and_then(|t| t.value("cost_micro_usd")), Some(48.0));
}

#[test]
fn it_may_abstain_and_the_direction_is_kept() {
    let told = counselled(three_agree(), Advice { abstains: true, ..advice("The sources in e1 copy each other.", &["e1"]) });
    assert_eq!((told.verdict, told.reason), (Verdict::InsufficientEvidence, Reason::JudgeAbstained));
    assert_eq!(told.judge_verdict, told.verdict.judge_word());
    assert_eq!(told.direction, Direction::Supports);
    assert!(told.confidence.get() <= 0.35 && !told.truthfulness_meaningful);
}

#[test]
fn where_it_abstains_the_lock_is_that_of_any_claim_without_an_answer() {
    let claim = "Copper conducts more electricity than iron.";
    let comparing = || {
        ["bbc.com", "reuters.com", "npr.org"]
            .into_iter()
            .fold(Case::new(claim), |case, source| case.page(source, 0.9, "Copper and iron", claim, Says::Supports(0.99)))
    };
    let abstains = || Advice { abstains: true, ..advice("The sources in e1 copy each other.", &["e1"]) };
    assert!(comparing().assess().verdict.is_directional());
    assert_eq!(counselled(comparing(), abstains()).confidence.get(), 0.45);
    assert_eq!(counselled(three_agree(), abstains()).confidence.get(), 0.35);
    let tight = policy(&[("UNVERIFIABLE_CONFIDENCE_CAP", 0.2)]);
    assert_eq!(counselled_under(&tight, comparing(), abstains()).confidence.get(), 0.2);
}

#[test]
fn advice_that_reverses_adds_or_cites_nothing_is_discarded() {
    let plain = three_agree().assess();
    for (bad, why) in [
        (advice("Copper conducts.", &[]), "cites no evidence"),
        (advice("Copper conducts.", &["e99"]), "not among the evidence"),
        (advice("It holds for all metals.", &["e1"]), "adds \"all\""),
        (advice("Only certain copper conducts.", &["e1"]), "adds \"only\""),
        (Advice { direction: Direction::Contradicts, ..advice("It does not.", &["e1"]) }, "other way round"),
        (Advice { direction: Direction::Contradicts, abstains: true, ..advice("It does not.", &["e1"]) }, "other way round"),
        (advice("  ", &["e1"]), "says nothing"),
        (advice(&"word ".repeat(500), &["e1"]), "longer than"),
    ] {
        let found = flaw(&bad, &plain).map(|flaw| flaw.to_string()).unwrap_or_default();
        assert!(found.contains(why), "{why}: {found}");
        let told = counselled(three_agree(), bad);
        assert_eq!((told.verdict, &told.rationale), (plain.verdict, &plain.rationale), "{why}");
        assert!(told.trace.find("counsel_discarded").is_some());
    }
}

#[test]
fn a_quoted_qualifier_is_the_sources_own_and_a_claimed_one_is_the_claims() {
    let answer = three_agree().assess();
    assert_eq!(flaw(&advice("The page says \"all copper conducts\".", &["e1"]), &answer), None);
    let all = Case::new("All metals conduct electricity.")
        .closed_corpus()
        .page("a", 0.9, "Metals", "All metals conduct electricity.", Says::Supports(0.9))
        .assess();
    assert_eq!(flaw(&advice("All metals conduct, says e1.", &["e1"]), &all), None);
}

#[test]
fn a_model_that_could_not_be_asked_is_told_in_the_ledger() {
    let mut snapshot = three_agree().snapshot();
    snapshot.counsel = Some(Counsel {
        model: "small".into(),
        advice: None,
        trouble: Some("the language model is busy".into()),
        input_tokens: 0,
        output_tokens: 0,
        cost_micro_usd: 0,
    });
    let told = assess(&snapshot, &score::verify::Policy::default());
    assert_eq!(told.verdict, three_agree().assess().verdict);
    assert!(told.trace.find("counsel").unwrap().note.contains("busy"));
}
