//! Ability of workers and difficulty of tasks (Whitehill et al., *Whose Vote Should Count More*, 2009).
//!
//! A label is right with probability σ(α·e^β): α is the worker's ability, β the ease of the task, both with a normal prior.
//! The usual worker is right more often than not and abilities differ widely; the usual task neither adds nor takes, and
//! ease differs less, since a task has few labels to tell it from chance. The M-step climbs by damped Newton steps, first over all workers, then over all tasks: each is a
//! problem of one number, so neither order nor threads matter.

use super::grouped::Grouped;
use super::{Aggregated, Labels};
use rayon::prelude::*;

/// Rounds at most.
const ITERATIONS_MAX: u32 = 100;
/// Rounds at least: the expectation is retaken every round, so the first ones may well go down.
const ITERATIONS_MIN: u32 = 10;
/// Stops when the expected log-likelihood, for each label and class, rises by less.
const TOLERANCE: f64 = 1e-5;
/// Sweeps of the M-step, and Newton steps of each number in a sweep.
const SWEEPS: usize = 4;
const STEPS: usize = 2;
/// Longest Newton step.
const STEP_MAX: f64 = 1.0;
/// A normal prior.
struct Prior {
    mean: f64,
    /// One over its variance.
    precision: f64,
}

/// What a worker is taken for before any label.
const ABILITY: Prior = Prior { mean: 1.0, precision: 0.5 };
/// What a task is taken for, as β.
const EASE: Prior = Prior { mean: 0.0, precision: 1.5 };
/// Tasks or workers that one thread takes at once.
const CHUNK: usize = 256;

impl Prior {
    /// Slope of its logarithm.
    fn pull(&self, value: f64) -> f64 {
        self.precision * (self.mean - value)
    }

    /// Its logarithm with the sign turned, without the constant.
    fn cost(&self, value: f64) -> f64 {
        self.precision * (value - self.mean) * (value - self.mean) / 2.0
    }
}

/// Runs until the expected log-likelihood stands still.
pub(super) fn aggregate(labels: &Labels) -> Aggregated {
    let classes = labels.classes();
    if classes < 2 {
        return Aggregated::new(labels, vec![1.0; labels.tasks()], vec![ABILITY.mean; labels.workers()], 0);
    }
    let mut model = Model {
        by_task: Grouped::by_task(labels),
        by_worker: Grouped::by_worker(labels),
        abilities: vec![ABILITY.mean; labels.workers()],
        eases: vec![libm::exp(EASE.mean); labels.tasks()],
        posteriors: vec![0.0; labels.tasks() * classes],
        classes,
    };
    model.expect();
    let mut last = f64::NEG_INFINITY;
    let mut iterations = 0;
    while iterations < ITERATIONS_MAX {
        iterations += 1;
        model.expect();
        for _ in 0..SWEEPS {
            model.climb_abilities();
            model.climb_eases();
        }
        let next = model.likelihood() / (labels.rows().len() * classes) as f64;
        if iterations >= ITERATIONS_MIN && next - last < TOLERANCE {
            break;
        }
        last = next;
    }
    Aggregated::new(labels, model.posteriors, model.abilities, iterations)
}

struct Model {
    by_task: Grouped,
    by_worker: Grouped,
    abilities: Vec<f64>,
    /// e^β of each task.
    eases: Vec<f64>,
    posteriors: Vec<f64>,
    classes: usize,
}

impl Model {
    /// The E-step, with equal priors for the classes.
    fn expect(&mut self) {
        let (classes, by_task, abilities, eases) = (self.classes, &self.by_task, &self.abilities, &self.eases);
        let others = libm::log(classes as f64 - 1.0);
        self.posteriors.par_chunks_mut(classes).enumerate().with_min_len(CHUNK).for_each(|(task, posterior)| {
            posterior.fill(0.0);
            for (worker, class) in by_task.of(task) {
                // log σ(x) − log((1 − σ(x)) / others) = x + log others; what is common to all classes falls away.
                posterior[*class as usize] += abilities[*worker as usize] * eases[task] + others;
            }
            let highest = posterior.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            posterior.iter_mut().for_each(|log| *log = libm::exp(*log - highest));
            let total: f64 = posterior.iter().sum();
            posterior.iter_mut().for_each(|p| *p /= total);
        });
    }

    fn climb_abilities(&mut self) {
        let (classes, by_worker, eases, posteriors) = (self.classes, &self.by_worker, &self.eases, &self.posteriors);
        self.abilities.par_iter_mut().enumerate().with_min_len(16).for_each(|(worker, ability)| {
            for _ in 0..STEPS {
                let (mut slope, mut bend) = (ABILITY.pull(*ability), ABILITY.precision);
                for (task, class) in by_worker.of(worker) {
                    let ease = eases[*task as usize];
                    let sigma = logistic(*ability * ease);
                    slope += (posteriors[*task as usize * classes + *class as usize] - sigma) * ease;
                    bend += sigma * (1.0 - sigma) * ease * ease;
                }
                *ability += (slope / bend).clamp(-STEP_MAX, STEP_MAX);
            }
        });
    }

    fn climb_eases(&mut self) {
        let (classes, by_task, abilities, posteriors) = (self.classes, &self.by_task, &self.abilities, &self.posteriors);
        self.eases.par_iter_mut().enumerate().with_min_len(CHUNK).for_each(|(task, ease)| {
            for _ in 0..STEPS {
                let beta = libm::log(*ease);
                let (mut slope, mut bend) = (EASE.pull(beta), EASE.precision);
                for (worker, class) in by_task.of(task) {
                    let pull = abilities[*worker as usize] * *ease;
                    let sigma = logistic(pull);
                    slope += (posteriors[task * classes + *class as usize] - sigma) * pull;
                    bend += sigma * (1.0 - sigma) * pull * pull;
                }
                *ease = libm::exp(beta + (slope / bend).clamp(-STEP_MAX, STEP_MAX));
            }
        });
    }

    /// The expected log-likelihood with the priors, without their constants.
    fn likelihood(&self) -> f64 {
        let others = libm::log(self.classes as f64 - 1.0);
        let of_task = |task: usize| {
            let mut sum = 0.0;
            for (worker, class) in self.by_task.of(task) {
                let pull = self.abilities[*worker as usize] * self.eases[task];
                let p = self.posteriors[task * self.classes + *class as usize];
                sum -= p * softplus(-pull) + (1.0 - p) * (softplus(pull) + others);
            }
            sum - EASE.cost(libm::log(self.eases[task]))
        };
        let tasks: Vec<f64> = (0..self.eases.len()).into_par_iter().with_min_len(CHUNK).map(of_task).collect();
        tasks.iter().sum::<f64>() - self.abilities.iter().map(|ability| ABILITY.cost(*ability)).sum::<f64>()
    }
}

fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-x))
}

/// log(1 + eˣ) without overflow.
fn softplus(x: f64) -> f64 {
    x.max(0.0) + libm::log1p(libm::exp(-x.abs()))
}
