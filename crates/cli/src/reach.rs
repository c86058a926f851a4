//! The way to the web, from the settings: who is asked, and with which key.

use crate::clock::Dice;
use crate::failure::{Failure, OrNext as _};
use crate::settings::Settings;
use engine::verify::Reach;
use sources::web::search::{
    Brave, FactCheckTools, GovernmentData, Line, SearXng, SearchError, SearchProvider, Serper, Wikipedia,
};
use sources::web::{Fetcher, Messenger, Outfit};
use std::sync::Arc;

const CERTIFICATES: &str = "See that this machine has its certificates, then run it again.";

/// Puts the way to the web together, or says what is missing for it.
pub fn reach(settings: &Settings) -> Result<Reach, Failure> {
    reach_if_any(settings)?.ok_or_else(|| {
        Failure::usage(
            "--web has nobody to ask: no search provider is configured",
            "Set SEARXNG_URL or WIKIPEDIA_URL (no key needed), BRAVE_SEARCH_API_KEY, SERPER_API_KEY or GOOGLE_FACT_CHECK_API_KEY, \
             in probity.toml or in the environment; `probity config show` lists them.",
        )
    })
}

/// Puts the way to the web together when the settings name anybody to ask.
pub fn reach_if_any(settings: &Settings) -> Result<Option<Reach>, Failure> {
    let providers = providers(settings).map_err(|error| {
        let text = error.to_string();
        let (what, next) = text.split_once(": ").unwrap_or((text.as_str(), "correct the setting"));
        Failure::usage(what, capital(next))
    })?;
    if providers.is_empty() {
        return Ok(None);
    }
    let fetcher = Fetcher::new(outfit()).or_next("pages cannot be fetched", CERTIFICATES)?;
    Reach::new(providers, fetcher, settings.budget.clone()).or_next("the web cannot be reached", CERTIFICATES).map(Some)
}

/// Puts the way out for webhooks together.
pub fn messenger() -> Result<Messenger, Failure> {
    Messenger::new(outfit()).or_next("webhooks cannot be delivered", CERTIFICATES)
}

fn outfit() -> Outfit {
    Outfit::public(Arc::new(|| f64::from(u32::from_le_bytes(Dice.throw())) / (f64::from(u32::MAX) + 1.0)))
}

fn providers(settings: &Settings) -> Result<Vec<Arc<dyn SearchProvider>>, SearchError> {
    let word = |name| Some(settings.word(name)).filter(|value| !value.is_empty());
    let line = Line::open()?;
    let mut found: Vec<Arc<dyn SearchProvider>> = Vec::new();
    // Those who know what was checked already come first, then those who search everything.
    if let Some(key) = word("GOOGLE_FACT_CHECK_API_KEY") {
        found.push(Arc::new(FactCheckTools::new(&line, settings.word("GOOGLE_FACT_CHECK_URL"), key)?));
    }
    if let Some(base) = word("SEARXNG_URL") {
        found.push(Arc::new(SearXng::new(&line, base)?));
    }
    if let Some(key) = word("BRAVE_SEARCH_API_KEY") {
        found.push(Arc::new(Brave::new(&line, settings.word("BRAVE_SEARCH_URL"), key)?));
    }
    if let Some(key) = word("SERPER_API_KEY") {
        found.push(Arc::new(Serper::new(&line, settings.word("SERPER_URL"), key)?));
    }
    if let Some(base) = word("WIKIPEDIA_URL") {
        found.push(Arc::new(Wikipedia::new(&line, base)?));
    }
    if word("GOVERNMENT_DATA").is_some_and(|value| matches!(value, "on" | "true" | "1" | "yes")) {
        found.push(Arc::new(GovernmentData::new(&line, settings.word("GOVERNMENT_DATA_URL"))?));
    }
    Ok(found)
}

/// Returns a phrase as a sentence.
fn capital(phrase: &str) -> String {
    let mut characters = phrase.chars();
    let first: String = characters.next().into_iter().flat_map(char::to_uppercase).collect();
    format!("{first}{}.", characters.as_str().trim_end_matches('.'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::Places;

    fn with(flags: &[&str]) -> Result<Reach, Failure> {
        let flags = flags.iter().map(ToString::to_string).collect();
        reach(&Settings::read(&Places { flags, ..Places::default() }).unwrap())
    }

    fn names(flags: &[&str]) -> Vec<&'static str> {
        let flags = flags.iter().map(ToString::to_string).collect();
        let settings = Settings::read(&Places { flags, ..Places::default() }).unwrap();
        providers(&settings).unwrap().iter().map(|provider| provider.name()).collect()
    }

    #[test]
    fn without_a_provider_the_way_out_is_told() {
        let told = format!("{:?}", with(&[]).err().unwrap());
        assert!(told.contains("nobody to ask") && told.contains("SEARXNG_URL"), "{told}");
        assert_eq!(with(&["SERPER_API_KEY="]).err().unwrap().code(), 2);
    }

    #[test]
    fn a_provider_is_asked_when_its_setting_is_there() {
        assert_eq!(names(&["SEARXNG_URL=http://127.0.0.1:8888", "BRAVE_SEARCH_API_KEY=k"]), ["SearXNG", "Brave Search"]);
        assert_eq!(names(&["WIKIPEDIA_URL=https://en.wikipedia.org/", "GOVERNMENT_DATA=on"]), ["Wikipedia", "government data"]);
        assert_eq!(names(&["GOVERNMENT_DATA=off", "GOOGLE_FACT_CHECK_API_KEY=k", "SERPER_API_KEY=k"]).len(), 2);
        assert!(with(&["SEARXNG_URL=http://127.0.0.1:8888"]).is_ok());
    }

    #[test]
    fn an_address_that_is_none_names_its_setting() {
        let told = format!("{:?}", with(&["SEARXNG_URL=somewhere"]).err().unwrap());
        assert!(told.contains("SEARXNG_URL"), "{told}");
    }
}
