//! A language model may explain or abstain; whatever else it says leaves the verdict as it was.

use super::bench::{Case, Says, policy};
use super::scenes::{three_agree, three_refute};
use domain::{Advice, Assessment, Counsel, Direction, Reason, Verdict};
use score::verify::{Flaw, Policy, assess, flaw};

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
        (Advice { direction: Direction::None, ..advice("Copper conducts.", &["e1"]) }, "takes no side"),
        (advice("e1 refutes the claim; it is false.", &["e1"]), "says \"e1 refutes\" of the claim"),
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

/// The words of a rationale take the other side than the verdict, whose own side its field takes.
fn gainsays(answer: &Assessment, rationale: &str) -> bool {
    let said = Advice { direction: answer.direction, ..advice(rationale, &["e1"]) };
    matches!(flaw(&said, answer), Some(Flaw::Gainsays(_)))
}

#[test]
fn words_that_refute_the_claim_do_not_stand_beneath_true() {
    let answer = three_agree().assess();
    assert_eq!(answer.verdict, Verdict::True);
    for rationale in [
        "e1 refutes the claim; it is false.",
        "e1 contradicts it.",
        "e1 denies that copper conducts electricity.",
        "The evidence contradicts the claim that copper conducts electricity.",
        "The evidence does not support the claim.",
        "The claim that copper conducts electricity is not true.",
        "The claim, as e1 shows, is incorrect.",
        "This has been debunked by e1.",
        "It's no longer correct.",
        "e1 proves the claim wrong.",
        "False: e1 calls copper an insulator.",
        "e1 mentions that copper does not rust, contradicting the claim.",
        "e1 confirms the claim, but the claim is false.",
        "The statement \"Copper conducts electricity.\" is disproved by e1.",
        "e1 refutes «Copper conducts electricity».",
        "e1 says \"copper is an insulator\". The claim is false.",
        "\"e1 refutes the claim.",
    ] {
        assert!(gainsays(&answer, rationale), "{rationale}");
    }
}

#[test]
fn words_that_confirm_the_claim_do_not_stand_beneath_false() {
    let answer = three_refute().assess();
    assert_eq!(answer.verdict, Verdict::False);
    for rationale in [
        "e1 confirms the claim; it is true.",
        "e1 supports it.",
        "e1 confirms that copper conducts electricity.",
        "The claim is supported by e1.",
        "The claim that copper conducts electricity is accurate.",
        "It is true that copper conducts electricity.",
        "e2 contradicts the claim, but e1 confirms it.",
    ] {
        assert!(gainsays(&answer, rationale), "{rationale}");
    }
}

#[test]
fn what_is_denied_unreal_conceded_or_of_another_claim_takes_no_side() {
    let (agreed, refuted) = (three_agree().assess(), three_refute().assess());
    for (answer, rationale) in [
        (&agreed, "e1 does not contradict the claim."),
        (&agreed, "No evidence contradicts it."),
        (&agreed, "The claim is not refuted by e2."),
        (&agreed, "Far from contradicting the claim, e1 supports it."),
        (&agreed, "e2 fails to refute the claim."),
        (&agreed, "It would be false of glass."),
        (&agreed, "If e1 were silent, it might be false."),
        (&agreed, "Although e2 contradicts the claim, e1 confirms it."),
        (&agreed, "e2 contradicts the claim, but e1 confirms it."),
        (&agreed, "The evidence against the claim is wrong."),
        (&agreed, "e1 debunks this false rumour."),
        (&agreed, "It is false that copper is an insulator."),
        (&agreed, "e1 refutes the claim that copper is an insulator."),
        (&agreed, "The claim \"copper is an insulator\" is false."),
        (&agreed, "\"Copper is an insulator\" is false, says e1."),
        (&agreed, "e1 refutes the claim “copper is an insulator”."),
        (&agreed, "e1 says \"the claim is false\" of another metal."),
        (&refuted, "The claim is not true."),
        (&refuted, "The claim is neither confirmed nor supported by e1."),
        (&refuted, "The claim would be true of silver."),
        (&refuted, "The claim is correct about the metal."),
        (&refuted, "It is true that copper is a metal."),
        (&refuted, "e1 gives the correct conductivity."),
        (&refuted, "e1 confirms it conducts no current."),
        (&refuted, "e1 confirms that the claim is false."),
        (&refuted, "e1 confirms the claim is false."),
        (&refuted, "The claim \"copper is a metal\" is true."),
    ] {
        assert!(!gainsays(answer, rationale), "{} beneath {}", rationale, answer.verdict);
    }
}

#[test]
fn a_word_that_the_claim_has_itself_may_be_the_claims() {
    let debunked = Assessment { text: "The theory of phlogiston was debunked.".into(), ..three_agree().assess() };
    assert!(!gainsays(&debunked, "It was debunked in the end, says e1."));
    assert!(gainsays(&debunked, "e1 refutes the claim."));
}

#[test]
fn of_what_misleads_or_held_once_something_may_be_called_true() {
    let refuted = three_refute().assess();
    assert!(gainsays(&refuted, "The claim is true."));
    for verdict in [Verdict::Misleading, Verdict::Outdated] {
        assert!(!gainsays(&Assessment { verdict, ..refuted.clone() }, "The claim is true."), "{verdict}");
    }
}

#[test]
fn whoever_takes_no_side_abstains_unless_the_verdict_has_none() {
    let answer = three_agree().assess();
    let neutral = || Advice { direction: Direction::None, ..advice("The evidence does not support the claim.", &["e1"]) };
    assert_eq!(flaw(&neutral(), &answer), Some(Flaw::TakesNoSide));
    assert_eq!(flaw(&Advice { abstains: true, ..neutral() }, &answer), None);
    let half = Assessment { verdict: Verdict::HalfTrue, ..answer };
    assert_eq!(flaw(&neutral(), &half), None);
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
