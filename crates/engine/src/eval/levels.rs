//! What each level of the rules is worth, told beside what the whole procedure makes of the same claims.

use super::Report;
use super::report::six;
use domain::Direction;
use score::eval::Confusion;
use score::verify::{LEVELS, Level};
use serde_json::{Map, Value, json};

/// Tells each level, from the judge alone to the whole procedure, over claims of so many classes, each claim with its own and its levels.
pub(super) fn tell(report: &mut Report, classes: usize, judged: &[(usize, &[Level])], class_of: fn(Direction) -> usize) {
    let level = |at: usize| {
        let seen: Vec<(usize, &Level)> = judged.iter().filter_map(|(gold, levels)| Some((*gold, levels.get(at)?))).collect();
        let table = Confusion::of(classes, seen.iter().map(|(gold, level)| (*gold, class_of(level.direction))));
        let answered: Vec<bool> = seen.iter().filter_map(|(gold, level)| Some(class_of(level.answer?) == *gold)).collect();
        let right = answered.iter().filter(|is_right| **is_right).count();
        json!({
            "accuracy": six(table.accuracy()),
            "macro_f1": six(table.macro_f1()),
            "f1_false": six(table.f1(class_of(Direction::Contradicts))),
            "answered_rate": six(answered.len() as f64 / seen.len().max(1) as f64),
            "answered_accuracy": six(right as f64 / answered.len().max(1) as f64),
        })
    };
    let levels: Map<String, Value> = LEVELS.iter().enumerate().map(|(at, name)| ((*name).to_owned(), level(at))).collect();
    report.tell("ablation", levels);
}
