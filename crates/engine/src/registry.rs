//! What web sources are worth here: the registry that comes with Probity, and an operator's word over it.

use crate::{EngineError, Office, audit};
use domain::{Overruling, Worth};
use serde_json::json;
use sources::{Registry, admitted, overruled};
use store::{Along, NewAudit, Store};

/// Reads the registry of a store: ours, with everything over it that was said and still holds.
pub async fn believed(store: &dyn Store) -> Result<Registry, EngineError> {
    let said = store.overrulings().await?;
    // A place was looked over before it was kept.
    overruled(&Registry::built_in(), &said).map_err(|error| EngineError::Overruling(error.into()))
}

impl Office {
    /// Takes an operator's word against the registry; it is kept together with its audit row.
    pub async fn overrule(&self, place: &str, worth: Option<Worth>, who: &str, why: &str) -> Result<Overruling, EngineError> {
        let said = self.store().overrulings().await?;
        let (place, who, why) = (place.to_owned(), who.to_owned(), why.to_owned());
        let word = admitted(&said, Overruling { place, worth, who, why, at: self.now() }).map_err(EngineError::Overruling)?;
        let action = if worth.is_some() { "registry.overruled" } else { "registry.given_back" };
        let row = audit::row(self, None, action, format!("source:{}", word.place), json!({"worth": worth}));
        // Who and why are people's words, so they stay erasable.
        let text = audit::salted(self, &format!("{}: {}", word.who, word.why));
        self.store().overrule(&word, Along::audit(NewAudit { text: Some(text), ..row })).await?;
        Ok(word)
    }
}
