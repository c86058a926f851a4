//! The names of the months.

/// The months in English, in lower case and in order.
pub const MONTHS: [&str; 12] =
    ["january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december"];
