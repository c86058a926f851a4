//! Workers who know and workers who spam (Hovy et al., *Learning Whom to Trust with MACE*, 2013).
//!
//! A worker either knows, and gives the true label, or guesses from a distribution of his own. Trained by variational Bayes
//! with Beta(5, 5) on knowing, so that a worker of few labels is neither believed nor dismissed, and Dirichlet(1) on guessing.
//! It starts from even odds for everybody, so there is nothing to draw.

use super::digamma::digamma;
use super::grouped::Grouped;
use super::{Aggregated, Labels};
use rayon::prelude::*;

/// Rounds.
const ITERATIONS: u32 = 50;
/// Prior of knowing and of not knowing.
const KNOWING_PRIOR: f64 = 5.0;
/// Prior of each guess.
const GUESS_PRIOR: f64 = 1.0;
/// Tasks or workers that one thread takes at once.
const CHUNK: usize = 256;

/// Runs a fixed number of rounds.
pub(super) fn aggregate(labels: &Labels) -> Aggregated {
    let classes = labels.classes();
    let mut model = Model {
        by_task: Grouped::by_task(labels),
        by_worker: Grouped::by_worker(labels),
        knowing: vec![0.5; labels.workers()],
        guessed: vec![0.5 / classes as f64; labels.workers() * classes],
        boosts: vec![0.0; labels.workers() * classes],
        posteriors: vec![0.0; labels.tasks() * classes],
        competence: vec![0.5; labels.workers()],
        classes,
    };
    model.expect();
    for _ in 0..ITERATIONS {
        model.learn();
        model.expect();
    }
    Aggregated::new(labels, model.posteriors, model.competence, ITERATIONS)
}

struct Model {
    by_task: Grouped,
    by_worker: Grouped,
    /// How much each worker knows; with what is guessed it need not sum to one, as variational estimates do not.
    knowing: Vec<f64>,
    /// How much each worker guesses, by the class guessed.
    guessed: Vec<f64>,
    /// By how much a label speaks for its class, as a logarithm.
    boosts: Vec<f64>,
    posteriors: Vec<f64>,
    competence: Vec<f64>,
    classes: usize,
}

impl Model {
    /// The E-step. A guess has the same probability whatever the truth, so only the labels of a class move it.
    fn expect(&mut self) {
        let classes = self.classes;
        let guesses = self.guessed.chunks(classes).zip(self.boosts.chunks_mut(classes));
        for ((guessed, boosts), knowing) in guesses.zip(&self.knowing) {
            boosts.iter_mut().zip(guessed).for_each(|(boost, guess)| *boost = libm::log1p(knowing / guess));
        }
        let (by_task, boosts) = (&self.by_task, &self.boosts);
        self.posteriors.par_chunks_mut(classes).enumerate().with_min_len(CHUNK).for_each(|(task, posterior)| {
            posterior.fill(0.0);
            for (worker, class) in by_task.of(task) {
                posterior[*class as usize] += boosts[*worker as usize * classes + *class as usize];
            }
            let highest = posterior.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            posterior.iter_mut().for_each(|log| *log = libm::exp(*log - highest));
            let total: f64 = posterior.iter().sum();
            posterior.iter_mut().for_each(|p| *p /= total);
        });
    }

    /// The variational M-step.
    fn learn(&mut self) {
        let (classes, by_worker, posteriors) = (self.classes, &self.by_worker, &self.posteriors);
        let workers = self.guessed.par_chunks_mut(classes).zip(&mut self.knowing).zip(&mut self.competence);
        workers.enumerate().with_min_len(16).for_each(|(worker, ((guessed, knowing), competence))| {
            let mut guesses = vec![0.0; classes];
            let mut knew = 0.0;
            for (task, class) in by_worker.of(worker) {
                let is_so = posteriors[*task as usize * classes + *class as usize];
                let knows = is_so * *knowing / (guessed[*class as usize] + *knowing);
                knew += knows;
                guesses[*class as usize] += 1.0 - knows;
            }
            let guess_total: f64 = guesses.iter().sum();
            let both = digamma(guess_total + knew + 2.0 * KNOWING_PRIOR);
            *knowing = libm::exp(digamma(knew + KNOWING_PRIOR) - both);
            let spams = libm::exp(digamma(guess_total + KNOWING_PRIOR) - both);
            *competence = *knowing / (*knowing + spams);
            let all = digamma(guess_total + GUESS_PRIOR * classes as f64);
            for (guess, count) in guessed.iter_mut().zip(&guesses) {
                *guess = spams * libm::exp(digamma(count + GUESS_PRIOR) - all);
            }
        });
    }
}
