//! Questions over the wire: what is asked, and how it is to be answered.

use serde::Deserialize;
use utoipa::ToSchema;

/// How a question is to be answered.
#[derive(Debug, Clone, Default)]
pub struct Manner {
    /// The corpus to look in.
    pub corpus: Option<String>,
    /// How much corroboration is required.
    pub profile: Option<String>,
    /// Look on the web too.
    pub web: bool,
    /// Look afresh.
    pub fresh: bool,
    /// Through the lower gate.
    pub confidence_mode: bool,
}

/// Makes the body of a question. Every question may say how it is to be answered, and a body that says anything else is turned
/// away, which rules out flattening one structure into the others.
macro_rules! question {
    ($(#[$about:meta])* $name:ident { $(#[$told:meta])* $asked:ident: $kind:ty }) => {
        $(#[$about])*
        #[derive(Debug, Clone, Deserialize, ToSchema)]
        #[serde(deny_unknown_fields)]
        pub struct $name {
            $(#[$told])*
            pub $asked: $kind,
            /// The corpus to look in; by default the library, or the starter notes while that is empty.
            #[serde(default)]
            #[schema(pattern = "^[a-z0-9_-][a-z0-9._-]{0,63}$")]
            pub corpus: Option<String>,
            /// `closed-corpus`, or `open-web`: the default with `web`, which goes with no other.
            #[serde(default)]
            #[schema(pattern = "^(closed-corpus|open-web)$")]
            pub profile: Option<String>,
            /// Look on the web too where the corpus does not suffice; needs a search provider in the server's settings.
            #[serde(default)]
            pub web: bool,
            /// Look afresh instead of using an earlier answer that still stands.
            #[serde(default)]
            pub fresh: bool,
            /// A lower gate for callers who cannot wait for more evidence; the answer says that it was used.
            #[serde(default)]
            pub confidence_mode: bool,
        }

        impl $name {
            /// Returns what is asked, and how it is to be answered.
            pub fn apart(self) -> ($kind, Manner) {
                let Self { $asked, corpus, profile, web, fresh, confidence_mode } = self;
                ($asked, Manner { corpus, profile, web, fresh, confidence_mode })
            }
        }
    };
}

question! {
    /// A question: one claim.
    AskClaim {
        /// The claim, at most 2000 characters.
        #[schema(min_length = 1, max_length = 2000)]
        claim: String
    }
}

question! {
    /// A question: a text with claims in it.
    AskArticle {
        /// The text, at most 1 MiB.
        #[schema(min_length = 1, max_length = 1048576)]
        text: String
    }
}

question! {
    /// Many claims at once.
    AskBatch {
        /// The claims, 1 to 100.
        #[schema(min_items = 1, max_items = 100)]
        claims: Vec<String>
    }
}
