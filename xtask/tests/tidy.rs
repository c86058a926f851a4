//! The house is tidy.

use xtask::{Finding, graph::Graph, root, rules, text};

fn assert_none(found: &[Finding]) {
    let told: Vec<String> = found.iter().map(ToString::to_string).collect();
    assert!(told.is_empty(), "\n{}\n", told.join("\n"));
}

#[test]
fn arrows_point_down_and_the_lowest_floors_are_pure() {
    assert_none(&Graph::read(&root()).unwrap().findings());
}

#[test]
fn every_file_keeps_the_rules_of_the_house() {
    let found: Vec<Finding> = text::tracked(&root()).unwrap().iter().flat_map(rules::findings).collect();
    assert_none(&found);
}
