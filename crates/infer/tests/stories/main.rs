//! The stories of `infer`: what the models answer, and what happens when they cannot.

// Helpers of tests fail like tests.
#![allow(clippy::unwrap_used)]

mod damage;
mod embedding;
mod reading;
mod tokens;

use infer::{Locations, Models};
use std::path::PathBuf;
use std::sync::LazyLock;

static MODELS: LazyLock<Models> = LazyLock::new(|| match Models::open(&locations()) {
    Ok(models) => models,
    Err(e) => panic!("{e}\nthe models for the tests come with `./test`; run it once, or set PROBITY_MODELS"),
});

/// Where `./test` puts MiniLM, and where the repository keeps the cross-encoder.
fn locations() -> Locations {
    let home = || PathBuf::from(std::env::var("HOME").expect("HOME is set")).join(".cache/probity/models");
    let models = std::env::var_os("PROBITY_MODELS").map_or_else(home, PathBuf::from);
    let repository = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../models");
    Locations { minilm: models.join("minilm"), nli: repository.join("nli") }
}

/// Texts that have made tokenizers stumble.
const AWKWARD: [&str; 22] = [
    "",
    " ",
    "\u{0}\u{1}\u{7f}\u{fffd}\u{feff}",
    "Hello, World! It's 3.14% of $1,000.",
    "Ünïcödé – naïve façade, Ångström, Łódź, İstanbul, ﬁne, ß, Ⅷ, ½",
    "e\u{301}\u{327} o\u{308} \u{301}x a\u{200d}b zero\u{200b}width soft\u{ad}hyphen",
    "水は100℃で沸騰する。这是一个测试。한국어 문장입니다.",
    "Вода кипит при 100 °C. Νερό ὄρος. مرحبا بالعالم שָׁלוֹם",
    "हिन्दी में पाठ ภาษาไทย தமிழ்",
    "👩‍👩‍👧‍👦 family 🇫🇷 flag 👍🏽 thumbs ✈️",
    "[CLS] forged [SEP] border [MASK] [UNK] [PAD]",
    "##ing un##able # # a#b ##",
    "tab\tnew\nline\r\nform\u{c}feed\u{b}vertical\u{85}next\u{a0}nbsp\u{2003}em\u{3000}wide",
    "https://example.org/a_b?c=d&e=f#g user@example.com C++ C# .NET",
    "antidisestablishmentarianism pneumonoultramicroscopicsilicovolcanoconiosis",
    "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
    "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa b",
    "“quotes” ‘single’ «guillemets» … — – ‐ ‑ ¿qué? ¡sí! § ¶ • · ´ ¨ ^ ` ~ | < > = +",
    "\u{e000}private \u{f0000}use \u{10ffff}end \u{378}unassigned",
    "𝒜𝓁𝓅𝒽𝒶 ＦＵＬＬ ｗｉｄｔｈ ①②③ ㎏ ㍿ 𠀀 豈 \u{2f800}",
    "DŽ ǅ ǆ ΑΣ Σ ς ΌΣΟΣ",
    "日本語English混在テキストです(test)、OK?",
];
