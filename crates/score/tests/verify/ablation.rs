//! Each level of the rules hears one thing more than the one before it, and the last is the whole.

use super::bench::{Case, Says};
use super::scenes::{COPPER, YES};
use domain::{Direction, Verdict};
use score::verify::{LEVELS, Level, Policy, ablate};

fn levels(case: &Case) -> Vec<Level> {
    ablate(&case.snapshot(), &Policy::default())
}

#[test]
fn the_gates_come_before_the_numbers_and_the_last_level_is_the_whole() {
    let found = "The Lenna bridge cost $200 million.";
    let case = Case::new("The Lenna bridge cost $500 million.")
        .page("bbc.com", 0.90, "Lenna bridge", found, Says::Supports(0.9))
        .page("reuters.com", 0.90, "Budgets", found, Says::Supports(0.9))
        .page("npr.org", 0.90, "Bridges", found, Says::Supports(0.9));
    let levels = levels(&case);
    assert_eq!(levels.iter().map(|level| level.name).collect::<Vec<_>>(), LEVELS);
    // Up to the fourth nobody looks at the numbers, and the judge took them for the same.
    assert!(levels[..4].iter().all(|level| level.answer == Some(Direction::Supports)), "{levels:?}");
    let whole = case.assess();
    assert_eq!(whole.verdict, Verdict::Exaggerated);
    assert_eq!((levels[4].direction, levels[4].answer), (whole.direction, Some(Direction::Contradicts)));
}

#[test]
fn a_single_voice_is_an_answer_until_the_gates_ask_for_more() {
    let answers = |case: &Case| levels(case).into_iter().map(|level| level.answer).collect::<Vec<_>>();
    let yes = Some(Direction::Supports);
    let alone = Case::new(COPPER).page("bbc.com", 0.9, "Copper", YES, Says::Supports(0.9));
    assert_eq!(answers(&alone), [yes, yes, yes, None, None]);
    let question = "Is copper a metal?";
    let asked = Case::new(question).page("bbc.com", 0.9, "Copper", "Copper is a metal.", Says::Supports(0.9));
    assert!(answers(&asked)[3..].iter().all(Option::is_none));
}
