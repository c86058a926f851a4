//! Names that are made from the time and a throw of dice (UUIDv7): their order is the order of making.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use uuid::Uuid;

macro_rules! names {
    ($($(#[$doc:meta])* $name:ident;)+) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(Uuid);

        impl $name {
            /// Makes a name from the time and ten bytes of chance, both brought by the caller.
            pub fn from_parts(unix_ms: u64, chance: [u8; 10]) -> Self {
                Self(uuid::Builder::from_unix_timestamp_millis(unix_ms, &chance).into_uuid())
            }

            /// Takes a name that was made before.
            pub fn from_uuid(uuid: Uuid) -> Self {
                Self(uuid)
            }

            /// Returns the underlying UUID.
            pub fn uuid(self) -> Uuid {
                self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }

        impl FromStr for $name {
            type Err = uuid::Error;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                Uuid::parse_str(text).map(Self)
            }
        }
    )+};
}

names! {
    /// Somebody who may come in: a person or an agent.
    ActorId;
    /// One API key of an actor.
    KeyId;
    /// One piece of work that waits, runs or is done.
    JobId;
    /// One thing that happened and that others want to hear of.
    MessageId;
    /// One place that wants to hear of things.
    WebhookId;
    /// One attempt to tell it.
    DeliveryId;
}
