//! Settings that are words, not numbers: where search providers are, and the keys to them.

/// One setting in words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Wording {
    /// Its name in the file, the environment and on the command line.
    pub name: &'static str,
    /// What it does.
    pub meaning: &'static str,
    /// Its value when nobody says otherwise.
    pub default: &'static str,
    /// Never shown.
    pub is_secret: bool,
}

const fn open(name: &'static str, default: &'static str, meaning: &'static str) -> Wording {
    Wording { name, meaning, default, is_secret: false }
}

const fn secret(name: &'static str, meaning: &'static str) -> Wording {
    Wording { name, meaning, default: "", is_secret: true }
}

/// Every setting in words.
pub const WORDINGS: &[Wording] = &[
    open("SEARXNG_URL", "", "Address of a SearXNG instance to search the web with."),
    open("WIKIPEDIA_URL", "", "Address of a Wikipedia to search, like https://en.wikipedia.org/."),
    secret("BRAVE_SEARCH_API_KEY", "Subscription token for Brave Search."),
    open("BRAVE_SEARCH_URL", sources::web::search::Brave::BASE, "Where Brave Search is asked."),
    secret("SERPER_API_KEY", "Key for Serper, which searches Google."),
    open("SERPER_URL", sources::web::search::Serper::BASE, "Where Serper is asked."),
    secret("GOOGLE_FACT_CHECK_API_KEY", "Key for Google's Fact Check Tools."),
    open("GOOGLE_FACT_CHECK_URL", sources::web::search::FactCheckTools::BASE, "Where Fact Check Tools are asked."),
    open("GOVERNMENT_DATA", "", "Whether a government's data catalogue is searched too (on, or empty for off)."),
    open("GRAPH_FACTS", "", "Who reads facts for the entity graph: empty for patterns, or model for PROBITY_LLM beside them."),
    open("GOVERNMENT_DATA_URL", sources::web::search::GovernmentData::BASE, "Where that catalogue (CKAN) is."),
];

impl Wording {
    /// Finds one by name.
    pub fn named(name: &str) -> Option<&'static Self> {
        WORDINGS.iter().find(|wording| wording.name == name)
    }

    /// Returns a value as it may be shown.
    pub fn shown<'a>(&self, value: &'a str) -> &'a str {
        if self.is_secret && !value.is_empty() { "(set)" } else { value }
    }
}
