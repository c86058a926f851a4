//! What holds of every ranking.

use super::bench::{Case, Says};
use super::scenes::{COPPER, NO, NO_WATER, YES};
use domain::Candidate;
use proptest::prelude::*;
use score::verify::{Policy, rank, understand};

const SENTENCES: [&str; 7] = [
    YES,
    NO,
    NO_WATER,
    "Copper may conduct electricity.",
    "A viral hoax about electricity.",
    "Bread contains flour.",
    "Iron conducts heat.",
];

prop_compose! {
    fn signals()(sentence in 0..SENTENCES.len(), credibility in 0.0..=1.0f64, cosine in -0.2..=1.0f64, relevance in 0.0..=1.0f64,
                 graph in 0.0..=1.0f64, in_graph: bool, is_backfill: bool) -> (usize, f64, f64, f64, f64, bool) {
        (sentence, credibility, cosine, relevance, if in_graph { graph } else { 0.0 }, is_backfill)
    }
}

fn candidates(rows: &[(usize, f64, f64, f64, f64, bool)]) -> Vec<Candidate> {
    let story = rows.iter().fold(Case::new(COPPER), |case, &(sentence, credibility, cosine, relevance, graph, is_backfill)| {
        let case = case.page("s.example", credibility, "Notes", SENTENCES[sentence], Says::Nothing);
        let case = case.cosine(cosine).relevance(relevance).graph(graph);
        if is_backfill { case.backfill() } else { case }
    });
    story.snapshot().candidates
}

/// The order as passages with scores.
fn order(candidates: &[Candidate]) -> Vec<(String, f64)> {
    let ranked = rank(&understand(COPPER), candidates, super::bench::date("2026-06-01"), &Policy::default());
    ranked.iter().map(|r| (candidates[r.candidate].passage.to_string(), r.score)).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_score_is_between_nought_and_one_and_best_comes_first(rows in prop::collection::vec(signals(), 0..12)) {
        let order = order(&candidates(&rows));
        prop_assert!(order.iter().all(|(_, score)| (0.0..=1.0).contains(score)));
        prop_assert!(order.windows(2).all(|pair| pair[0].1 >= pair[1].1));
    }

    #[test]
    fn the_order_of_the_input_does_not_matter(
        (rows, shuffled) in prop::collection::vec(signals(), 1..12)
            .prop_map(|rows| candidates(&rows))
            .prop_flat_map(|c| (Just(c.clone()), Just(c).prop_shuffle()))
    ) {
        prop_assert_eq!(order(&rows), order(&shuffled));
    }

    #[test]
    fn a_candidate_inside_the_ranges_never_reorders_the_others(
        rows in prop::collection::vec(signals(), 2..10), newcomer in signals(), share in 0.0..=1.0f64
    ) {
        let mut all = candidates(&rows);
        let before = order(&all);
        let inside = |value: fn(&Candidate) -> domain::Basis| {
            let points = |c: &Candidate| value(c).points();
            let (low, high) = (all.iter().map(points).min().unwrap_or(0), all.iter().map(points).max().unwrap_or(0));
            domain::Basis::from_points(low + (f64::from(high - low) * share) as i32)
        };
        let (relevance, graph) = (inside(|c| c.relevance), inside(|c| c.graph));
        let mut extra = candidates(&[newcomer]).remove(0);
        extra.relevance = relevance;
        extra.graph = graph;
        extra.passage.ordinal = 99;
        let name = extra.passage.to_string();
        all.push(extra);
        let after: Vec<(String, f64)> = order(&all).into_iter().filter(|(passage, _)| *passage != name).collect();
        prop_assert_eq!(before, after);
    }
}
