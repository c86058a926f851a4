//! Worker agreement with aggregate: the majority weighs the workers, and the workers vote again.

use super::{Aggregated, Labels, majority};

/// Weighs each vote by how often its worker is with the majority.
pub(super) fn aggregate(labels: &Labels) -> Aggregated {
    let skills = majority::aggregate(labels).skills;
    let posteriors = majority::shares(labels, |worker| skills[worker as usize]);
    Aggregated::new(labels, posteriors, skills, 1)
}
