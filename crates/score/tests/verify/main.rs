//! The court of `score::verify`: stories, data and properties, pure, without models.

mod bench;
mod cases;
mod counsel;
mod knobs;
mod ranking;
mod ranking_properties;
mod replay;
mod scenes;
mod verdicts;
