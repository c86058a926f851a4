//! Who is asked where to look: one file for each provider, each behind the same trait.
//!
//! A provider's address comes from the operator's settings and may well be on the operator's own machine, so it does not
//! pass the gate for pages. What it names does.

mod brave;
mod call;
mod fact_check;
mod government;
mod searxng;
mod serper;
mod wikipedia;

pub use brave::Brave;
pub use call::{ANSWER_BYTES_MAX, Line};
pub use fact_check::FactCheckTools;
pub use government::GovernmentData;
pub use searxng::SearXng;
pub use serper::Serper;
pub use wikipedia::Wikipedia;

use crate::Review;
use async_trait::async_trait;
use jiff::civil::Date;

/// Most hits taken from one answer, whatever is asked for.
pub const HITS_MAX: u32 = 20;
/// Longest query sent, in characters.
pub const QUERY_CHARS_MAX: usize = 300;

/// A page that a provider points at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hit {
    /// Where it is.
    pub url: String,
    /// Its title.
    pub title: String,
    /// A few words of it; empty when the provider gives none.
    pub snippet: String,
    /// When it was published, when the provider says so.
    pub published: Option<Date>,
    /// The fact-check that the page is, when the provider tells its claim and rating.
    pub review: Option<Review>,
}

/// Somebody who knows where to look.
#[async_trait]
pub trait SearchProvider: Send + Sync {
    /// Returns the provider's name, as people know it.
    fn name(&self) -> &'static str;

    /// Asks for at most `limit` pages, best first.
    async fn search(&self, query: &str, limit: u32) -> Result<Vec<Hit>, SearchError>;
}

/// Why a provider did not answer. Each displays as a sentence that ends in what to do.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SearchError {
    /// The configured address cannot be used.
    #[error("the address {address:?} of {provider} cannot be used: set {setting} to one like https://search.example.org")]
    Address {
        /// The provider.
        provider: &'static str,
        /// What was configured.
        address: String,
        /// The setting.
        setting: &'static str,
    },
    /// No connection, or none that held.
    #[error("{provider} cannot be reached ({why}): see that its address is right and that it runs")]
    Unreachable {
        /// The provider.
        provider: &'static str,
        /// What happened.
        why: String,
    },
    /// The key is missing, wrong or spent.
    #[error("{provider} refused the request with status {status}: {advice}")]
    Denied {
        /// The provider.
        provider: &'static str,
        /// The status.
        status: u16,
        /// What to do.
        advice: &'static str,
    },
    /// Too many requests.
    #[error("{provider} asks to slow down: try again in {seconds} seconds, or turn WEB_QUERIES_PER_CLAIM down")]
    TooOften {
        /// The provider.
        provider: &'static str,
        /// For how long.
        seconds: u64,
    },
    /// Any other status.
    #[error("{provider} answered with status {status}: try again later, or leave it out of the settings")]
    Status {
        /// The provider.
        provider: &'static str,
        /// The status.
        status: u16,
    },
    /// Not the documented format.
    #[error("{provider} answered in a format we do not know ({why}): see that its address leads to its JSON interface")]
    Malformed {
        /// The provider.
        provider: &'static str,
        /// What is wrong.
        why: String,
    },
}

/// Cuts a query to what is sent.
fn clipped(query: &str) -> String {
    query.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(QUERY_CHARS_MAX).collect()
}

/// Takes the mark-up out of a snippet.
fn plain(snippet: &str) -> String {
    let mut text = String::with_capacity(snippet.len());
    let mut is_inside = false;
    for c in snippet.chars() {
        match c {
            '<' => is_inside = true,
            '>' if is_inside => is_inside = false,
            c if !is_inside => text.push(c),
            _ => {}
        }
    }
    let text =
        text.replace("&quot;", "\"").replace("&#039;", "'").replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn snippets_lose_their_mark_up_and_queries_their_length() {
        assert_eq!(plain("the <span class=\"x\">Eiffel</span>\n Tower &amp; co"), "the Eiffel Tower & co");
        assert_eq!(clipped(" a \n b "), "a b");
        assert_eq!(clipped(&"word ".repeat(200)).chars().count(), QUERY_CHARS_MAX);
    }
}
