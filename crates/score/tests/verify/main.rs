//! The court of `score::verify`: stories, data and properties, pure, without models.

mod ablation;
mod babble;
mod bench;
mod cases;
mod counsel;
mod knobs;
mod questions;
mod ranking;
mod ranking_properties;
mod replay;
mod scenes;
mod verdicts;
mod windows;
