//! Bad input: a sentence that says what to do, the right exit code, nothing half-written.

use crate::desk::Desk;

#[test]
fn what_cannot_be_a_claim_is_a_usage_error() {
    let desk = Desk::new();
    desk.write("noise.bin", [0u8, 159, 146, 150, 0, 1, 2]);
    for (arguments, hint) in [
        (&["check", ""][..], "Write a statement"),
        (&["check", &"a".repeat(100_000)], "--file"),
        (&["check", "\u{1}\u{2}ELF"], "binary"),
        (&["check", "--file", "noise.bin"], "UTF-8"),
        (&["check", "--corpus", "no such place", "Water is wet."], "orpus"),
        (&["replay", "nonsense"], "id"),
    ] {
        let told = desk.run(arguments);
        assert_eq!(told.code, 2, "{hint}: {}{}", told.out, told.err);
        assert!(told.err.contains(hint), "{hint}: {}", told.err);
        assert!(told.out.is_empty());
    }
}

#[test]
fn what_states_nothing_is_passed_over_with_the_reason() {
    let desk = Desk::new();
    for (text, verdict, reason) in [
        ("🎉🎉🎉", "not_a_claim", "no_statement"),
        ("Is the Earth flat?", "not_a_claim", "question"),
        ("I think Paris is lovely", "not_a_claim", "opinion"),
        ("La tour Eiffel se trouve à Paris depuis la fin du dix-neuvième siècle", "unverifiable", "other_language"),
        ("Москва является столицей России", "unverifiable", "other_language"),
        ("Sea levels will rise by two metres", "unverifiable", "future_event"),
        ("She invented it", "unverifiable", "missing_referent"),
    ] {
        let answer = desk.check(text);
        assert_eq!((answer["verdict"].as_str(), answer["reason"].as_str()), (Some(verdict), Some(reason)), "{text}");
        assert!(answer["deciding"].as_array().unwrap().is_empty());
    }
    assert_eq!(desk.run(&["check", "Is the Earth flat?"]).code, 3);
}

#[test]
fn a_missing_or_altered_model_says_how_to_get_it_back() {
    let desk = Desk::new();
    let missing = desk.run(&["check", "--models", "nowhere", "Water is wet."]);
    assert_eq!(missing.code, 1);
    assert!(missing.err.contains("models fetch"), "{}", missing.err);
    desk.write("models/minilm/model.safetensors", "not weights");
    desk.write("models/minilm/tokenizer.json", "{}");
    desk.write("models/minilm/config.json", "{}");
    let altered = desk.run(&["check", "--models", "models", "Water is wet."]);
    assert_eq!(altered.code, 1);
    assert!(altered.err.contains("models fetch") || altered.err.contains("SHA-256"), "{}", altered.err);
    assert!(!desk.path("data/probity.db").exists() || missing.out.is_empty());
}

#[test]
fn a_data_directory_that_cannot_be_used_is_named() {
    let desk = Desk::new();
    desk.write("file", "in the way");
    let told = desk.run(&["check", "--data", "file", "Water is wet."]);
    assert_eq!(told.code, 1);
    assert!(told.err.contains("--data"), "{}", told.err);
}
