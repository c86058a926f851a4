//! Everything that comes from outside: files and pages into documents.
//!
//! [`documents`] walks a path and gives one [`Outcome`] for each document or for each thing it had to leave out, so that
//! a bad file costs its own row and nothing else. [`Registry`] says what a web source is worth before it is read. [`web`] reaches
//! out: a guarded fetcher and the search providers.

mod date;
mod decode;
mod draft;
mod language;
mod limits;
pub mod llm;
mod options;
mod outcome;
mod overruling;
mod prose;
mod read;
mod registry;
mod stream;
mod walk;
pub mod web;

pub use date::parse_date;
pub use language::language;
pub use limits::Limits;
pub use options::{Options, Weighing};
pub use outcome::{Outcome, SkipReason, Skipped};
pub use overruling::{OverruleError, admitted, overruled, standing};
pub use read::{Review, parted_by, read_page};
pub use registry::{Registry, RegistryError, Rule, Standing};
pub use walk::{Documents, Progress, documents, documents_in};
