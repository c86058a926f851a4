//! The commonest label.

use super::grouped::Grouped;
use super::{Aggregated, Labels};

/// Takes the share of each class among a task's labels for its probability.
pub(super) fn aggregate(labels: &Labels) -> Aggregated {
    let posteriors = shares(labels, |_| 1.0);
    let majority = Aggregated::new(labels, posteriors, Vec::new(), 0);
    let skills = with_the_answer(labels, &majority);
    Aggregated { skills, ..majority }
}

/// Returns the weight of each class among a task's labels, task by task; plain shares where nobody has any weight.
pub(super) fn shares(labels: &Labels, weight: impl Fn(u32) -> f64) -> Vec<f64> {
    let classes = labels.classes();
    let mut posteriors = vec![0.0; labels.tasks() * classes];
    let mut plain = vec![0.0; labels.tasks() * classes];
    for label in labels.rows() {
        let cell = label.task as usize * classes + label.class as usize;
        posteriors[cell] += weight(label.worker);
        plain[cell] += 1.0;
    }
    for (posterior, plain) in posteriors.chunks_mut(classes).zip(plain.chunks(classes)) {
        let total: f64 = posterior.iter().sum();
        if total > 0.0 {
            posterior.iter_mut().for_each(|share| *share /= total);
        } else {
            let total: f64 = plain.iter().sum::<f64>().max(1.0);
            posterior.iter_mut().zip(plain).for_each(|(share, count)| *share = count / total);
        }
    }
    posteriors
}

/// Returns how often each worker gave the answer; one half for a worker without labels.
pub(super) fn with_the_answer(labels: &Labels, answers: &Aggregated) -> Vec<f64> {
    let by_worker = Grouped::by_worker(labels);
    let share = |worker: usize| {
        let given = by_worker.of(worker);
        let with = given.iter().filter(|(task, class)| answers.answer(*task as usize) == *class).count();
        if given.is_empty() { 0.5 } else { with as f64 / given.len() as f64 }
    };
    (0..labels.workers()).map(share).collect()
}
