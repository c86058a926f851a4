//! Every verdict is reachable, and the ledger names the step that gave it.

use super::bench::{Case, Says, policy};
use super::scenes::{COPPER, COPPER_TWO_PARTS, NO, NO_WATER, YES, three_agree, three_blogs_agree, three_refute, two_agree};
use domain::{Assessment, Direction, DocumentKind, Flip, Reason, Verdict};
use score::verify::{Policy, conclude};

fn decided(answer: &Assessment, verdict: Verdict, step: &str, reason: Reason) {
    assert_eq!((answer.verdict, answer.reason), (verdict, reason), "{:#?}", answer.trace);
    assert!(answer.trace.find(step).is_some(), "{step} is not in {:#?}", answer.trace);
    assert!(!verdict.is_directional() || !answer.deciding.is_empty(), "{answer:#?}");
    assert_eq!(answer.truthfulness_meaningful, verdict.is_directional());
}

#[test]
fn three_good_sources_that_agree_make_it_true() {
    let answer = three_agree().assess();
    decided(&answer, Verdict::True, "step_10_by_truth", Reason::EveryPartSupported);
    assert_eq!(answer.direction, Direction::Supports);
    assert_eq!(answer.trust_state, "confirmed");
}

#[test]
fn one_clear_sentence_is_the_direction_where_the_odds_are_for_silence() {
    let silent = "Copper is mined in Chile.";
    let mined = |case: Case, at: usize| {
        case.page(&format!("mine-{at}.example"), 0.90, "Copper", silent, Says::Scores(0.01, 0.01, 0.98)).cosine(0.2)
    };
    let against =
        |clear: f64| Case::new(COPPER).closed_corpus().page("bbc.com", 0.90, "Copper", NO, Says::Contradicts(clear)).cosine(0.46);
    let heard = |case: Case, silent: usize| {
        let inside = conclude(&(0..silent).fold(case, mined).snapshot(), &Policy::default());
        (inside.leans.direction(), inside.judgement.direction)
    };
    assert_eq!(heard(against(0.72), 14), (Direction::None, Direction::Contradicts));
    assert_eq!(heard(against(0.66), 14), (Direction::None, Direction::None));
    let divided =
        against(0.72).page("npr.org", 0.90, "Copper", "Copper lets electricity through.", Says::Supports(0.72)).cosine(0.5);
    assert_eq!(heard(divided, 40), (Direction::None, Direction::None), "two clear voices against each other point nowhere");
}

#[test]
fn hedged_support_of_a_flat_statement_makes_it_mostly_true() {
    let maybe = "Copper may conduct electricity.";
    let answer = Case::new(COPPER)
        .page("bbc.com", 0.90, "Copper", maybe, Says::Supports(0.9))
        .page("reuters.com", 0.90, "Metals", maybe, Says::Supports(0.9))
        .page("npr.org", 0.90, "Wires", YES, Says::Supports(0.9))
        .assess();
    decided(&answer, Verdict::MostlyTrue, "step_10_by_truth", Reason::MostlySupported);
}

#[test]
fn one_part_right_and_one_part_wrong_make_it_half_true() {
    let answer = Case::new(COPPER_TWO_PARTS)
        .page("bbc.com", 0.90, "Copper", YES, Says::Supports(0.9))
        .page("reuters.com", 0.90, "Metals", YES, Says::Supports(0.9))
        .page("npr.org", 0.90, "Wires", NO_WATER, Says::Contradicts(0.9))
        .on_part(1)
        .page("pbs.org", 0.90, "Pipes", NO_WATER, Says::Contradicts(0.9))
        .on_part(1)
        .assess();
    decided(&answer, Verdict::HalfTrue, "step_10_by_truth", Reason::PartsDiffer);
    assert!(answer.subclaims[0].status.is_supported() && answer.subclaims[1].status.is_contradicted());
}

#[test]
fn weak_voices_against_and_one_loud_stranger_for_make_it_mostly_false() {
    let scene = Case::new(COPPER)
        .closed_corpus()
        .page("a", 0.90, "Copper", NO, Says::Contradicts(0.60))
        .page("b", 0.90, "Metals", NO, Says::Contradicts(0.60))
        .page("c", 0.48, "Wires", YES, Says::Supports(0.99))
        .page("d", 0.46, "Pipes", YES, Says::Supports(0.99));
    let answer = scene.assess_with(&policy(&[("CREDENCE_THRESHOLD", 0.0)]));
    decided(&answer, Verdict::MostlyFalse, "step_10_by_truth", Reason::MostlyContradicted);
    assert_eq!(answer.direction, Direction::Contradicts);
    // The loud ones are the likelier ones, so nobody is told that it is false.
    decided(&scene.assess(), Verdict::InsufficientEvidence, "step_11_credence_gate", Reason::TrustInsufficient);
}

#[test]
fn three_good_sources_against_it_make_it_false() {
    let answer = three_refute().assess();
    decided(&answer, Verdict::False, "force_false", Reason::Contradicted);
    assert_eq!(answer.direction, Direction::Contradicts);
    assert!(answer.confidence.get() >= 0.55, "a fully resolved false is not underconfident");
}

#[test]
fn a_number_larger_than_found_makes_it_exaggerated() {
    let found = "The Lenna bridge cost $200 million.";
    let answer = Case::new("The Lenna bridge cost $500 million.")
        .page("bbc.com", 0.90, "Lenna bridge", found, Says::Contradicts(0.9))
        .page("reuters.com", 0.90, "Budgets", found, Says::Nothing)
        .page("npr.org", 0.90, "Bridges", found, Says::Supports(0.6))
        .assess();
    decided(&answer, Verdict::Exaggerated, "step_8_exaggerated", Reason::NumberTooLarge);
}

#[test]
fn an_absolute_word_that_is_refuted_makes_it_misleading() {
    let all = "All metals conduct electricity.";
    let answer = Case::new(all)
        .page("bbc.com", 0.90, "Metals", "Metals conduct electricity.", Says::Supports(0.9))
        .page("reuters.com", 0.90, "Wires", "Metals conduct electricity and heat.", Says::Supports(0.9))
        .page("npr.org", 0.90, "Physics", "Every metal conducts electricity.", Says::Supports(0.9))
        .page("lab.example", 0.60, "Odd metals", "Some metals do not conduct electricity.", Says::Contradicts(0.9))
        .assess();
    decided(&answer, Verdict::Misleading, "step_9_misleading", Reason::AbsoluteRefuted);
}

#[test]
fn a_restriction_that_the_claim_leaves_out_makes_it_misleading() {
    let yes = "Salt conducts electricity well.";
    let molten = "Salt does not conduct electricity unless it is molten or dissolved.";
    let answer = Case::new("Salt conducts electricity.")
        .page("bbc.com", 0.90, "Salt", yes, Says::Supports(0.9))
        .page("reuters.com", 0.90, "Brine", yes, Says::Supports(0.9))
        .page("npr.org", 0.90, "Physics", yes, Says::Supports(0.9))
        .page("lab.example", 0.60, "Dry salt", molten, Says::Contradicts(0.9))
        .assess();
    decided(&answer, Verdict::Misleading, "step_9_misleading", Reason::QualifierOmitted);
    let is_cited = answer.evidence.iter().any(|e| e.source == "lab.example" && answer.deciding.contains(&e.id));
    assert!(is_cited, "{:?}", answer.deciding);
}

fn mayor(newer: &str) -> Case {
    let office = "Marta Ruiz is the mayor of Lenna.";
    let left = "Marta Ruiz handed the city of Lenna over to Ivo Banac.";
    Case::new(office)
        .page("bbc.com", 0.90, "Lenna", office, Says::Supports(0.9))
        .dated("2023-03-01")
        .page("reuters.com", 0.90, "Lenna council", office, Says::Supports(0.9))
        .dated("2023-04-01")
        .page("npr.org", 0.90, "Handover", left, Says::Contradicts(0.9))
        .dated(newer)
        .page("pbs.org", 0.90, "Ivo Banac takes office", left, Says::Contradicts(0.9))
        .dated(newer)
}

#[test]
fn newer_authorities_against_older_ones_make_it_outdated() {
    let answer = mayor("2023-06-30").assess();
    decided(&answer, Verdict::Outdated, "step_6_outdated", Reason::NewerEvidenceDiffers);
}

#[test]
fn eighty_nine_days_are_not_enough_to_be_outdated() {
    let answer = mayor("2023-06-29").assess();
    assert_eq!(answer.verdict, Verdict::Conflicting);
}

#[test]
fn authorities_on_both_sides_make_it_conflicting() {
    let answer = Case::new(COPPER)
        .page("bbc.com", 0.90, "Copper", YES, Says::Supports(0.95))
        .page("reuters.com", 0.90, "Metals", YES, Says::Supports(0.95))
        .page("npr.org", 0.90, "Wires", NO, Says::Contradicts(0.95))
        .page("pbs.org", 0.90, "Pipes", NO, Says::Contradicts(0.95))
        .assess();
    decided(&answer, Verdict::Conflicting, "step_6_conflict", Reason::BothSidesStrong);
}

#[test]
fn nothing_on_target_is_insufficient_evidence() {
    let answer = Case::new(COPPER)
        .page("bbc.com", 0.90, "Bread", "Bread contains flour and water.", Says::Supports(0.99))
        .cosine(0.2)
        .assess();
    decided(&answer, Verdict::InsufficientEvidence, "step_4_no_evidence_on_target", Reason::NoEvidenceOnTarget);
    assert_eq!(Case::new(COPPER).assess().reason, Reason::NoEvidenceOnTarget);
}

#[test]
fn in_ones_own_documents_a_sure_judge_hears_the_claim_in_other_words() {
    let said = "The British computer scientist Tim Berners-Lee proposed the web in March 1989.";
    let verdict = |case: Case, cosine: f64, says: Says| {
        case.page("mine.example", 0.90, "The web", said, says).cosine(cosine).assess().verdict
    };
    let ones_own = |claim: &str| Case::new(claim).closed_corpus();
    let denied = Says::Contradicts(0.94);
    assert_eq!(verdict(ones_own("Tim Berners-Lee is an American."), 0.31, denied), Verdict::False);
    assert_eq!(verdict(ones_own("Tim Berners-Lee is an American."), 0.29, denied), Verdict::InsufficientEvidence, "too far off");
    let on_the_web = Case::new("Tim Berners-Lee is an American.");
    assert_eq!(verdict(on_the_web, 0.31, denied), Verdict::InsufficientEvidence, "the web has a page about everything");
    let nobody_named = verdict(ones_own("Grace Hopper is British."), 0.31, Says::Supports(0.94));
    assert_eq!(nobody_named, Verdict::InsufficientEvidence, "a claim about somebody needs a word of his name");
}

#[test]
fn the_ledger_tells_where_the_credence_comes_from() {
    let answer = three_agree().assess();
    let line = answer.trace.find("credence").expect("it is in the ledger");
    let names: Vec<&str> = line.terms.iter().map(|term| term.name.as_str()).collect();
    assert_eq!(names, ["for", "against", "neither", "credence"]);
    assert!((line.terms[3].value - answer.credence.get()).abs() < 1e-3, "{line:#?}");
}

#[test]
fn too_few_none_authoritative_or_untrusted_is_insufficient_evidence() {
    let one = Case::new(COPPER).page("bbc.com", 0.90, "Copper", YES, Says::Supports(0.99));
    decided(&one.assess(), Verdict::InsufficientEvidence, "step_5_abstain", Reason::TooFewSources);
    decided(&three_blogs_agree().assess(), Verdict::InsufficientEvidence, "step_5_abstain", Reason::NoAuthoritativeSource);
}

#[test]
fn a_direction_without_one_clear_voice_fails_the_binary_gates() {
    let answer = super::scenes::three_agree_with(0.66).assess();
    decided(&answer, Verdict::InsufficientEvidence, "step_11_binary_gates", Reason::BinaryGatesFailed);
    assert_eq!(answer.direction, Direction::Supports, "the direction before abstention is kept");
}

#[test]
fn what_nothing_could_settle_is_unverifiable() {
    for (claim, reason) in [
        ("Sea levels will rise by two metres by 2100.", Reason::FutureEvent),
        ("The minister secretly wants to resign.", Reason::PrivateIntention),
        ("The universe is a simulation.", Reason::Unfalsifiable),
        ("She was the first to do it.", Reason::MissingReferent),
    ] {
        let answer = Case::new(claim).page("bbc.com", 0.9, claim, claim, Says::Supports(0.99)).assess();
        decided(&answer, Verdict::Unverifiable, "step_3_nothing_settles_it", reason);
    }
}

#[test]
fn what_states_nothing_is_not_a_claim() {
    for (text, reason) in [
        ("Is copper a metal?", Reason::Question),
        ("Please check the metals.", Reason::Command),
        ("Copper pots are beautiful.", Reason::Opinion),
        ("the red house", Reason::NoStatement),
    ] {
        let answer = Case::new(text).page("bbc.com", 0.9, text, text, Says::Supports(0.99)).assess();
        decided(&answer, Verdict::NotAClaim, "step_2_no_statement", reason);
    }
}

#[test]
fn a_rating_of_this_very_claim_transfers() {
    for (rating, verdict) in [
        ("False", Verdict::False),
        ("Mostly false", Verdict::MostlyFalse),
        ("Misleading", Verdict::Misleading),
        ("Outdated", Verdict::Outdated),
        ("Exaggerated", Verdict::Exaggerated),
        ("True", Verdict::True),
        ("Mostly true", Verdict::MostlyTrue),
    ] {
        let answer = rated(rating).assess();
        decided(&answer, verdict, "step_7_rating_transferred", Reason::RatingTransferred);
        let told = format!("snopes.com has rated this very claim “{rating}”: e");
        assert!(answer.rationale.starts_with(&told), "{}", answer.rationale);
    }
}

fn rated(rating: &str) -> Case {
    Case::new(COPPER)
        .closed_corpus()
        .page("snopes.com", 0.87, "Does copper conduct?", "Claim reviewed: \"Copper conducts electricity\".", Says::Nothing)
        .then(&format!("Rating: {rating}."), Says::Nothing)
        .kind(DocumentKind::FactCheck)
}

#[test]
fn half_true_takes_no_side_but_transfers_and_is_cited_first() {
    decided(&rated("Half true").assess(), Verdict::HalfTrue, "step_7_rating_transferred", Reason::RatingTransferred);
    let answer = rated("Half true").page("note", 0.80, "Copper", YES, Says::Supports(0.9)).assess();
    decided(&answer, Verdict::HalfTrue, "step_7_rating_transferred", Reason::RatingTransferred);
    let cited = answer.evidence.iter().find(|e| e.id == answer.deciding[0]);
    assert_eq!(cited.map(|e| e.kind), Some(DocumentKind::FactCheck));
}

#[test]
fn half_true_falls_with_the_rating_it_rests_on() {
    let answer = rated("Half true").assess();
    assert_eq!(answer.flips, [Flip { without: answer.deciding.clone(), verdict: Verdict::InsufficientEvidence }]);
}

#[test]
fn half_true_is_one_voice_among_the_three_that_the_open_web_needs() {
    let answer = rated("Half true").open_web().assess();
    decided(&answer, Verdict::InsufficientEvidence, "step_5_abstain", Reason::TooFewSources);
}

#[test]
fn a_claim_that_a_fact_check_left_open_is_left_open() {
    let answer = rated("Unproven").assess();
    decided(&answer, Verdict::InsufficientEvidence, "step_7_rated_open", Reason::TrustInsufficient);
    let doubted = rated("Unproven").page("note", 0.80, "Copper", YES, Says::Supports(0.9)).assess();
    decided(&doubted, Verdict::InsufficientEvidence, "step_7_rated_open", Reason::TrustInsufficient);
}

#[test]
fn a_rating_that_says_nothing_counts_for_nothing() {
    let answer = rated("not rated").assess();
    decided(&answer, Verdict::InsufficientEvidence, "step_4_no_evidence_on_target", Reason::NoEvidenceOnTarget);
    assert!(answer.trace.find("fact_check").is_some(), "{:#?}", answer.trace);
}

#[test]
fn a_rating_yields_to_primary_evidence_that_outweighs_it() {
    let answer = rated("False")
        .open_web()
        .page("bbc.com", 0.90, "Copper", YES, Says::Supports(0.9))
        .page("reuters.com", 0.90, "Metals", YES, Says::Supports(0.9))
        .page("npr.org", 0.90, "Wires", YES, Says::Supports(0.9))
        .assess();
    assert_ne!(answer.reason, Reason::RatingTransferred);
    assert!(!answer.verdict.is_false_side(), "{}", answer.verdict);
}

#[test]
fn two_very_good_sources_may_stand_for_three() {
    decided(&two_agree().assess(), Verdict::True, "step_10_by_truth", Reason::EveryPartSupported);
    let opposed = two_agree().page("blog.example", 0.3, "Copper", NO, Says::Contradicts(0.9));
    let answer = opposed.assess_with(&policy(&[("MIN_SOURCES_FOR_VERDICT", 4.0)]));
    assert_eq!(answer.reason, Reason::TooFewSources, "only with nothing against them");
}
