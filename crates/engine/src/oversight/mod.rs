//! Whether those who judge can be relied on: agreement between coders, what a crowd said, and the queue of refusals.
//!
//! The formulas are in `score::oversight`. What stands here reads tables, runs them, and says what came out.

mod accounts;
mod agreement;
mod chart;
mod crowd;
mod error;
mod export;
mod filing;
mod labels;
mod names;
mod queue;
mod ratings;
mod reassess;
mod reviews;
mod weekly;

pub use agreement::{AgreementTerms, TableAgreement, measure_agreement};
pub use chart::history_svg;
pub use crowd::{Crowd, aggregate_file};
pub use error::OversightError;
pub use export::{export_csv, export_jsonl, export_label_studio};
pub use filing::{SUBMISSION_REFUSED, account, accounted};
pub use labels::LabelTable;
pub use queue::{GOLDEN_RATE, QueueWanted, Shown};
pub use ratings::{RatingTable, read_ratings};
pub use reassess::{REASSESS, Reassessing, reassessment_of};
pub use reviews::{Keep, Oversight, Stepped};
pub use weekly::{ACCOUNT_WEEKLY, Accounting, weekly};
// What those above need of the formulas and of the store to speak of it.
pub use score::oversight::golden::GoldenRecord;
pub use score::oversight::review::ReviewError;
pub use score::oversight::snapshot::{Floors, Week};
pub use score::oversight::track_record::TrackRecord;
pub use store::{MethodologyDecision, MethodologyOutcome, REJECTIONS_MAX, RejectionsWanted, SnapshotKey, StoredSnapshot};
