//! S1's ranker by hand: every weight, boost, penalty, floor and filter has one score somebody worked out on paper.
//!
//! "Copper conducts electricity." has three content words, two anchors (copper, electricity), the subject copper and the
//! object electricity. A word-for-word page of credibility 0.9 and relevance 0.8 without a date scores
//! 0.31·0.8 + 0.20·1 + 0.15·1 + 0.17·0.9 = 0.751.

use super::bench::{Case, Says};
use super::scenes::{COPPER, YES};
use domain::{Basis, Candidate, Rarity};
use score::verify::{Policy, Ranked, rank, rank_found, understand};

const WORD_FOR_WORD: f64 = 0.751;
/// Six anchors, and "every year" among the objects, so that one matching word is neither subject nor object mismatch.
const THIEVES: &str = "Thieves harm railways, factories, schools, farms and shops every year.";
/// 0.31·0.8 + 0.20·(1/6) + 0.15·(2/8) + 0.17·0.9
const ONE_OF_SIX: f64 = 0.248 + 0.2 / 6.0 + 0.0375 + 0.153;

fn ranked(case: &Case) -> (Vec<Candidate>, Vec<Ranked>) {
    let snapshot = case.snapshot();
    let order = rank(&understand(&snapshot.claim.text), &snapshot.candidates, snapshot.asked_on, &Policy::default());
    (snapshot.candidates, order)
}

/// The score of the only page.
fn score(case: &Case) -> f64 {
    let (_, order) = ranked(case);
    assert_eq!(order.len(), 1, "one page, and it is kept");
    order[0].score
}

#[track_caller]
fn is(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-9, "{found} is not {expected}");
}

fn page(claim: &str, sentence: &str) -> Case {
    Case::new(claim).page("bbc.com", 0.90, "", sentence, Says::Nothing)
}

#[test]
fn the_base_is_six_weighted_signals() {
    is(score(&page(COPPER, YES)), WORD_FOR_WORD);
    is(score(&page(COPPER, YES).relevance(0.0)), WORD_FOR_WORD - 0.248);
    let poor = Case::new(COPPER).page("blog.example", 0.0, "", YES, Says::Nothing);
    is(score(&poor), WORD_FOR_WORD - 0.153);
}

#[test]
fn a_rare_word_weighs_more_than_a_common_one() {
    let case = page(COPPER, "Copper pipes last long.").cosine(0.5).relevance(0.8);
    let snapshot = case.snapshot();
    let rarity = Rarity::new([("copper", 0.9), ("electr", 0.3), ("conduct", 0.3)].map(|(w, v)| (w.to_owned(), Basis::take(v))));
    let weighed = understand(&snapshot.claim.text).weighed(&rarity);
    let order = rank(&weighed, &snapshot.candidates, snapshot.asked_on, &Policy::default());
    // Copper is 0.9 of the 1.2 that the two anchors weigh, and of the 1.5 that the three words weigh.
    is(order[0].score, 0.248 + 0.2 * 0.75 + 0.15 * 0.6 + 0.153);
}

#[test]
fn the_semantic_signal_is_normalised_over_the_candidates() {
    let case = page(COPPER, YES).page("npr.org", 0.90, "", YES, Says::Nothing).relevance(0.4).page(
        "pbs.org",
        0.90,
        "",
        YES,
        Says::Nothing,
    );
    let (_, order) = ranked(&case.relevance(0.5));
    let scores: Vec<f64> = order.iter().map(|r| r.score).collect();
    is(scores[0], WORD_FOR_WORD - 0.248 + 0.31);
    is(scores[1], WORD_FOR_WORD - 0.248 + 0.31 * 0.25);
    is(scores[2], WORD_FOR_WORD - 0.248);
}

#[test]
fn when_all_are_equal_the_raw_value_stands() {
    let case = page(COPPER, YES).page("npr.org", 0.90, "", YES, Says::Nothing);
    ranked(&case).1.iter().for_each(|r| is(r.score, WORD_FOR_WORD));
}

#[test]
fn recency_halves_every_year_and_no_date_is_no_recency() {
    let on = |day: &str| score(&page(COPPER, YES).asked_on("2026-06-01").dated(day));
    is(on("2026-06-01"), WORD_FOR_WORD + 0.05);
    is(on("2025-06-01"), WORD_FOR_WORD + 0.025);
    is(on("2024-06-01"), WORD_FOR_WORD + 0.05 * libm::pow(0.5, 730.0 / 365.0));
    is(score(&page(COPPER, YES)), WORD_FOR_WORD);
}

#[test]
fn a_date_in_the_future_counts_as_today() {
    is(score(&page(COPPER, YES).dated("2031-01-01")), WORD_FOR_WORD + 0.05);
}

#[test]
fn the_graph_adds_its_weight_and_three_boosts() {
    let with = |graph: f64| {
        let (_, order) = ranked(&Case::new(COPPER).page("a.example", 0.40, "", YES, Says::Nothing).graph(graph));
        order[0].clone()
    };
    let base = 0.248 + 0.2 + 0.15 + 0.17 * 0.4;
    is(with(0.3).score, base + 0.12 * 0.3 + 0.05 * 0.3 + 0.10);
    assert!(with(0.3).trace.find("graph_anchored").is_none(), "0.08 needs a raw graph score of 0.40");
    is(with(0.4).score, base + 0.12 * 0.4 + 0.05 * 0.4 + 0.10 + 0.08);
}

#[test]
fn the_score_never_leaves_nought_to_one() {
    is(score(&page(COPPER, YES).graph(1.0)), 1.0);
    let worst = Case::new(THIEVES).page("a.example", 0.0, "", "Thieves may come every year.", Says::Nothing).cosine(0.0);
    is(score(&worst), 0.0);
}

#[test]
fn a_two_hop_path_through_the_graph_is_a_hint_with_a_limit() {
    let half = |graph: f64| {
        let claim = "Marta Ruiz visited Lenna.";
        let (_, order) = ranked(
            &Case::new(claim).page("a.example", 0.0, "", "Marta Ruiz visited a bridge in Lenno.", Says::Nothing).graph(graph),
        );
        order[0].trace.find("multihop_hint").and_then(|line| line.value("plus"))
    };
    assert_eq!(half(0.0), None);
    assert_eq!(half(0.2), Some(0.1));
    assert_eq!(half(0.9), Some(0.15));
    assert!(ranked(&page(COPPER, YES).graph(0.9)).1[0].trace.find("multihop_hint").is_none(), "every entity is there");
}

#[test]
fn a_denial_of_the_same_thing_is_boosted_for_a_denial() {
    is(score(&page("Copper does not rust.", "Copper does not rust.")), WORD_FOR_WORD + 0.07);
    is(score(&page("Copper does rust.", "Copper does not rust.")), WORD_FOR_WORD);
}

#[test]
fn weak_anchors_cost_thirty_percent_and_seventy_from_the_graph() {
    let sentence = "Thieves come every year.";
    is(score(&page(THIEVES, sentence)), ONE_OF_SIX * 0.70);
    let from_graph = ONE_OF_SIX + 0.12 * 0.06 + 0.05 * 0.06 + 0.06 * 5.0 / 6.0;
    is(score(&page(THIEVES, sentence).graph(0.06)), from_graph * 0.30);
}

#[test]
fn weak_backfill_costs_fifteen_percent() {
    is(score(&page(THIEVES, "Thieves come every year.").backfill()), ONE_OF_SIX * 0.70 * 0.85);
    is(score(&page(COPPER, YES).backfill()), WORD_FOR_WORD);
}

#[test]
fn another_object_subject_or_focus_costs_its_share() {
    is(score(&page(COPPER, "Copper pipes last long.").cosine(0.49).relevance(0.8)), (0.248 + 0.1 + 0.05 + 0.153) * 0.55);
    is(score(&page(COPPER, "Iron conducts electricity.").cosine(0.49).relevance(0.8)), (0.248 + 0.1 + 0.1 + 0.153) * 0.60);
    let focus = page("Marta Ruiz and her brother visited Lenna.", "Her brother visited Lenna.").cosine(0.49).relevance(0.8);
    // A brother and one of two names, which count twice: 3 of 5.
    is(score(&focus), (0.248 + 0.2 * 0.6 + 0.15 * 0.6 + 0.153) * 0.75);
}

#[test]
fn other_words_for_the_same_meaning_are_no_mismatch() {
    is(score(&page(COPPER, "Copper pipes last long.").cosine(0.5).relevance(0.8)), 0.248 + 0.1 + 0.05 + 0.153);
}

#[test]
fn the_same_relation_to_another_object_costs_thirty_percent_more() {
    is(score(&page(COPPER, "Copper conducts heat.").cosine(0.49).relevance(0.8)), (0.248 + 0.1 + 0.1 + 0.153) * 0.55 * 0.70);
}

#[test]
fn reporting_what_is_said_costs_a_third_unless_the_claim_is_about_belief() {
    let reported = "A viral post: copper conducts electricity.";
    is(score(&page(COPPER, reported)), WORD_FOR_WORD * 0.65);
    let belief = page("People say copper conducts electricity.", reported);
    assert!(ranked(&belief).1[0].trace.find("reporting_style").is_none());
}

#[test]
fn uncertain_wording_costs_a_flat_statement_twelve_points_after_the_penalties() {
    is(score(&page(COPPER, "Copper may conduct electricity.")), WORD_FOR_WORD - 0.12);
    is(score(&page(COPPER, "A viral post: copper may conduct electricity.")), WORD_FOR_WORD * 0.65 - 0.12);
    let hedged = page("Copper may conduct electricity.", "Copper may conduct electricity.");
    assert!(ranked(&hedged).1[0].trace.find("uncertain_wording").is_none(), "a hedged claim is content with hedges");
}

#[test]
fn an_authority_nobody_measured_has_a_floor_but_not_when_it_is_off_topic() {
    let unmeasured = |credibility: f64, claim: &str, sentence: &str| {
        score(&Case::new(claim).page("bbc.com", credibility, "", sentence, Says::Nothing).cosine(0.0))
    };
    is(unmeasured(0.90, THIEVES, "Thieves come every year."), 0.2);
    is(unmeasured(0.89, THIEVES, "Thieves come every year."), (0.2 / 6.0 + 0.0375 + 0.17 * 0.89) * 0.70);
    is(unmeasured(0.90, COPPER, "Copper pipes last long."), (0.1 + 0.05 + 0.153) * 0.55);
}

#[test]
fn the_floor_is_for_the_unmeasured_and_not_for_the_last_of_the_list() {
    let case = page(THIEVES, "Thieves come every year.").page("npr.org", 0.90, "", "Thieves come every year.", Says::Nothing);
    let (_, order) = ranked(&case.relevance(0.4));
    is(order[1].score, (ONE_OF_SIX - 0.248) * 0.70);
}

#[test]
fn what_shares_no_words_stays_only_when_it_is_very_near() {
    let kept = |cosine: f64| ranked(&page(COPPER, "Bread contains flour.").cosine(cosine)).1.len();
    assert_eq!((kept(0.74), kept(0.75)), (0, 1));
}

#[test]
fn of_a_closed_corpus_something_near_is_read_even_when_the_filters_would_drop_everything() {
    let kept = |case: Case| {
        let snapshot = case.snapshot();
        rank_found(&understand(&snapshot.claim.text), &snapshot, &Policy::default()).len()
    };
    let bread = |cosine: f64| page(COPPER, "Bread contains flour.").cosine(cosine);
    assert_eq!((kept(bread(0.29).closed_corpus()), kept(bread(0.30).closed_corpus())), (0, 1));
    assert_eq!(kept(bread(0.74)), 0, "on the open web the filters have the last word");
    let beside = bread(0.74).page("bbc.com", 0.90, "Copper", YES, Says::Nothing).closed_corpus();
    assert_eq!(kept(beside), 1, "nothing is taken back where something stays");
}

#[test]
fn what_shares_one_word_of_twelve_stays_only_when_the_graph_vouches_for_it() {
    let claim = "Engineers near Lenna built bridges, tunnels, roads, dams, towers, schools, ports and canals.";
    let kept = |graph: f64| ranked(&page(claim, "Lenna sleeps.").cosine(0.5).relevance(0.8).graph(graph)).1.len();
    assert_eq!((kept(0.44), kept(0.45)), (0, 1), "raw graph 0.45, the named entity, overlap 1/12");
    let nameless = claim.replace("Lenna", "rivers");
    let kept = ranked(&page(&nameless, "Rivers sleep.").cosine(0.5).relevance(0.8).graph(0.9)).1.len();
    assert_eq!(kept, 0, "one of twelve anchors is too few entities");
}

#[test]
fn the_graph_boosts_only_what_shares_words_and_entities_with_the_claim() {
    let near = page(COPPER, "Bread contains flour.").cosine(0.75).relevance(0.8).graph(0.3);
    let (_, order) = ranked(&near);
    assert!(order[0].trace.find("graph_raw").is_none(), "0.05 needs an overlap of 0.08");
    // No boost; and without anchors the graph costs more than it brings.
    is(order[0].score, (0.248 + 0.12 * 0.3 + 0.153) * 0.30);
    let boosted = |sentence: &str| ranked(&page(THIEVES, sentence).graph(0.2)).1[0].trace.find("graph_entity").is_some();
    assert!(!boosted("Thieves hit railways every year."), "2 of 6 is less than 0.34");
    assert!(boosted("Thieves hit railways and farms every year."), "3 of 6 is more");
}

#[test]
fn backfill_is_not_weak_when_the_graph_is_strong() {
    let case = |graph: f64| page(THIEVES, "Thieves come every year.").backfill().graph(graph);
    let is_weak = |graph: f64| ranked(&case(graph)).1[0].trace.find("backfill_weak").is_some();
    assert!(is_weak(0.54) && !is_weak(0.55));
}

#[test]
fn every_term_of_a_score_is_in_its_ledger() {
    let reported = page(COPPER, "A viral post: copper may conduct electricity.").graph(0.4).backfill();
    let (_, order) = ranked(&reported);
    let trace = &order[0].trace;
    let sum: f64 =
        [("semantic", 0.31), ("graph", 0.12), ("entity", 0.20), ("overlap", 0.15), ("recency", 0.05), ("credibility", 0.17)]
            .iter()
            .map(|(term, weight)| weight * trace.value(term).unwrap())
            .sum();
    is(sum, trace.value("base").unwrap());
    let steps = |key: &str| -> Vec<f64> { trace.children.iter().filter_map(|line| line.value(key)).collect() };
    let boosted = sum + steps("plus").iter().sum::<f64>();
    let penalised = boosted * steps("times").iter().product::<f64>();
    is(order[0].score, penalised - steps("minus").iter().sum::<f64>());
}
