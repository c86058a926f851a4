//! Why a page could not be had.

use super::guard::Refusal;

/// A page that was not brought. Each displays as a sentence for people.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FetchError {
    /// The gate does not let us go there.
    #[error("not visited: {0}")]
    Refused(#[from] Refusal),
    /// The host's robots.txt asks us to stay away.
    #[error("the site's robots.txt asks programs to stay away from this page")]
    Robots,
    /// The host failed too often just now.
    #[error("{host} failed {failures} times in a row and is left alone for a while")]
    Resting {
        /// The host.
        host: String,
        /// How often.
        failures: u32,
    },
    /// The host asks for more patience than we have.
    #[error("the site asks to wait {seconds} seconds, which is longer than we wait")]
    TooPatient {
        /// How long.
        seconds: u64,
    },
    /// One redirect after the other.
    #[error("more than {0} redirects")]
    TooManyRedirects(u32),
    /// The redirects lead back to where they began.
    #[error("its redirects go round in a circle")]
    RedirectLoop,
    /// A redirect that says not, or not clearly, where to.
    #[error("it redirects to nowhere")]
    BadRedirect,
    /// The host answered, but not with a page.
    #[error("the site answered with status {0}")]
    Status(u16),
    /// Not something that holds text.
    #[error("{0} is not a kind of page that is read")]
    Kind(String),
    /// Larger than allowed.
    #[error("it is larger than the limit of {limit_bytes} bytes")]
    TooLarge {
        /// The limit.
        limit_bytes: u64,
    },
    /// A small answer that unpacks into an enormous one, or that cannot be unpacked at all.
    #[error("it unpacks into far more than its size allows, so it was not read")]
    Bomb,
    /// Packed in a way that cannot be undone.
    #[error("it is packed in a way that cannot be undone: {0}")]
    Packing(String),
    /// The bytes allowed for this claim are spent.
    #[error("the bytes allowed for this claim are spent")]
    BudgetSpent,
    /// No answer, or no end of it, in time.
    #[error("no complete answer within {seconds} seconds")]
    TimedOut {
        /// The limit.
        seconds: u64,
    },
    /// The host cannot be reached, or speaks something else than HTTP.
    #[error("the site cannot be reached: {0}")]
    Unreachable(String),
}

impl FetchError {
    /// Returns the word under which a ledger counts this.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Refused(_) => "refused_address",
            Self::Robots => "robots",
            Self::Resting { .. } => "host_resting",
            Self::TooPatient { .. } => "asked_to_wait",
            Self::TooManyRedirects(_) => "too_many_redirects",
            Self::RedirectLoop => "redirect_loop",
            Self::BadRedirect => "bad_redirect",
            Self::Status(_) => "status",
            Self::Kind(_) => "kind",
            Self::TooLarge { .. } => "too_large",
            Self::Bomb => "bomb",
            Self::Packing(_) => "packing",
            Self::BudgetSpent => "budget_spent",
            Self::TimedOut { .. } => "timed_out",
            Self::Unreachable(_) => "unreachable",
        }
    }

    /// The host, and not this one page, is in trouble: enough of these and its breaker opens.
    pub(super) fn is_hosts_fault(&self) -> bool {
        match self {
            Self::TimedOut { .. } | Self::Unreachable(_) | Self::TooPatient { .. } => true,
            Self::Status(status) => *status == 429 || *status >= 500,
            _ => false,
        }
    }
}
