//! A confusion matrix for each worker, by expectation maximisation (Dawid and Skene, Applied Statistics 28, 1979).

use super::grouped::Grouped;
use super::{Aggregated, Labels, majority};
use rayon::prelude::*;

/// Rounds at most.
const ITERATIONS_MAX: u32 = 100;
/// Stops when the lower bound for each label rises by less.
const TOLERANCE: f64 = 1e-5;
/// Least probability of anything.
const TINY: f64 = 1e-10;
/// Tasks that one thread takes at once.
const TASKS_CHUNK: usize = 256;
/// Workers that one thread takes at once.
const WORKERS_CHUNK: usize = 32;

/// Runs until the evidence lower bound stands still. Starts from the majority's shares.
pub(super) fn aggregate(labels: &Labels) -> Aggregated {
    // Every round hands work out twice. Whoever stands among the threads does so without waking anybody.
    rayon::scope(|_| maximised(labels))
}

fn maximised(labels: &Labels) -> Aggregated {
    let classes = labels.classes();
    let (by_task, by_worker) = (Grouped::by_task(labels), Grouped::by_worker(labels));
    let mut posteriors = majority::shares(labels, |_| 1.0);
    let mut priors = means(&posteriors, classes);
    // For each worker and label given, the logarithm of its probability under each true class.
    let mut errors = vec![0.0; labels.workers() * classes * classes];
    let mut right = vec![0.0; labels.workers() * classes];
    estimate(&by_worker, &posteriors, classes, &mut errors, &mut right);
    let mut bound = f64::NEG_INFINITY;
    let mut iterations = 0;
    while iterations < ITERATIONS_MAX {
        iterations += 1;
        let entropy = expect(&by_task, &priors, &errors, &mut posteriors);
        priors = means(&posteriors, classes);
        let joint = estimate(&by_worker, &posteriors, classes, &mut errors, &mut right);
        let next = (joint + prior_term(&by_task, &priors, &posteriors) + entropy) / labels.rows().len() as f64;
        if next - bound < TOLERANCE {
            break;
        }
        bound = next;
    }
    let skill = |right: &[f64]| right.iter().zip(&priors).map(|(right, prior)| right * prior).sum();
    let skills = right.chunks(classes).map(skill).collect();
    Aggregated::new(labels, posteriors, skills, iterations)
}

/// The E-step: where each task stands, given the workers. Returns the entropy.
fn expect(by_task: &Grouped, priors: &[f64], errors: &[f64], posteriors: &mut [f64]) -> f64 {
    let classes = priors.len();
    let log_priors: Vec<f64> = priors.iter().map(|prior| libm::log(prior.max(TINY))).collect();
    let entropies: Vec<f64> = posteriors
        .par_chunks_mut(classes * TASKS_CHUNK)
        .enumerate()
        .map(|(chunk, posteriors)| {
            let mut odds = vec![0.0; classes];
            let tasks = (chunk * TASKS_CHUNK..).zip(posteriors.chunks_mut(classes));
            tasks.map(|(task, posterior)| expect_one(by_task.of(task), &log_priors, errors, posterior, &mut odds)).sum()
        })
        .collect();
    entropies.iter().sum()
}

/// One task of the E-step. The odds are room to work in.
fn expect_one(labels: &[(u32, u32)], log_priors: &[f64], errors: &[f64], posterior: &mut [f64], odds: &mut [f64]) -> f64 {
    let classes = posterior.len();
    posterior.copy_from_slice(log_priors);
    for (worker, class) in labels {
        let row = (*worker as usize * classes + *class as usize) * classes;
        posterior.iter_mut().zip(&errors[row..row + classes]).for_each(|(sum, log)| *sum += log);
    }
    let highest = posterior.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    odds.iter_mut().zip(posterior.iter()).for_each(|(odd, log)| *odd = libm::exp(log - highest));
    let total: f64 = odds.iter().sum();
    let log_total = libm::log(total) + highest;
    let mut entropy = 0.0;
    for (cell, odd) in posterior.iter_mut().zip(odds) {
        let log = (*cell - log_total).max(LOG_TINY);
        *cell = *odd / total;
        entropy -= log * cell.max(TINY);
    }
    entropy
}

/// The logarithm of [`TINY`].
const LOG_TINY: f64 = -23.025850929940457;

/// The M-step: what each worker says of each true class. Returns the expected log-likelihood of the labels.
fn estimate(by_worker: &Grouped, posteriors: &[f64], classes: usize, errors: &mut [f64], right: &mut [f64]) -> f64 {
    let square = classes * classes;
    let sums: Vec<f64> = errors
        .par_chunks_mut(square * WORKERS_CHUNK)
        .zip(right.par_chunks_mut(classes * WORKERS_CHUNK))
        .enumerate()
        .map(|(chunk, (matrices, rights))| {
            let mut totals = vec![0.0; classes];
            let workers = (chunk * WORKERS_CHUNK..).zip(matrices.chunks_mut(square).zip(rights.chunks_mut(classes)));
            let joint = |(worker, (matrix, right)): (usize, (&mut [f64], &mut [f64]))| {
                count(by_worker.of(worker), posteriors, matrix, right.len());
                normalise(matrix, right, &mut totals)
            };
            workers.map(joint).sum()
        })
        .collect();
    sums.iter().sum()
}

/// Counts how often a worker's labels met each true class.
fn count(labels: &[(u32, u32)], posteriors: &[f64], matrix: &mut [f64], classes: usize) {
    matrix.fill(0.0);
    for (task, class) in labels {
        let posterior = &posteriors[*task as usize * classes..][..classes];
        let row = &mut matrix[*class as usize * classes..][..classes];
        row.iter_mut().zip(posterior).for_each(|(sum, p)| *sum += p);
    }
}

/// Turns how often each label met each true class into logarithms of probabilities; labels never given take no share. The
/// totals are room to work in.
fn normalise(matrix: &mut [f64], right: &mut [f64], totals: &mut [f64]) -> f64 {
    let classes = right.len();
    totals.fill(0.0);
    for row in matrix.chunks(classes).filter(|row| is_given(row)) {
        totals.iter_mut().zip(row).for_each(|(total, cell)| *total += cell.max(TINY));
    }
    let mut joint = 0.0;
    right.fill(0.0);
    for (label, row) in matrix.chunks_mut(classes).enumerate() {
        if !is_given(row) {
            continue;
        }
        for (class, (cell, total)) in row.iter_mut().zip(totals.iter()).enumerate() {
            let share = cell.max(TINY) / total;
            if class == label {
                right[class] = share;
            }
            let log = libm::log(share);
            joint += *cell * log;
            *cell = log;
        }
    }
    joint
}

fn is_given(row: &[f64]) -> bool {
    row.iter().any(|cell| *cell > 0.0)
}

/// What the classes' own frequencies add to the bound, once for each label.
fn prior_term(by_task: &Grouped, priors: &[f64], posteriors: &[f64]) -> f64 {
    let log_priors: Vec<f64> = priors.iter().map(|prior| libm::log(prior.max(TINY))).collect();
    let tasks = posteriors.chunks(priors.len()).enumerate();
    let term = |posterior: &[f64]| posterior.iter().zip(&log_priors).map(|(p, log)| p * log).sum::<f64>();
    tasks.map(|(task, posterior)| by_task.of(task).len() as f64 * term(posterior)).sum()
}

fn means(posteriors: &[f64], classes: usize) -> Vec<f64> {
    let mut means = vec![0.0; classes];
    for posterior in posteriors.chunks(classes) {
        means.iter_mut().zip(posterior).for_each(|(mean, p)| *mean += p);
    }
    let tasks = (posteriors.len() / classes) as f64;
    means.iter_mut().for_each(|mean| *mean /= tasks);
    means
}
