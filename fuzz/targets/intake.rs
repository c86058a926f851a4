//! Any text at the gate: every hit lies in what was sent, and there is no more to read than length and layers allow.
#![no_main]

use libfuzzer_sys::fuzz_target;
use score::intake::{LAYERS_MAX, Model, Patterns, Readings, Rules, smuggled};
use std::sync::LazyLock;

static PATTERNS: LazyLock<Patterns> = LazyLock::new(|| Patterns::new(Rules::built_in()));
static MODEL: LazyLock<Model> = LazyLock::new(Model::built_in);

fuzz_target!(|text: &str| {
    let readings = Readings::of(text);
    assert!(readings.iter().count() <= 4 * (LAYERS_MAX + 1));
    for hit in PATTERNS.scan(&readings) {
        assert!(hit.span.of(text).is_some());
    }
    MODEL.read_words(readings.innermost().text());
    if let Some(hit) = smuggled(&PATTERNS, text) {
        assert!(hit.span.of(text).is_some());
    }
});
