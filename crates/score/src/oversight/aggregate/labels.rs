//! A table of labels, and what comes out of it.

/// One label, by the places of its task, worker and class in the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Label {
    /// What was labelled.
    pub task: u32,
    /// Who labelled it.
    pub worker: u32,
    /// What it was labelled as.
    pub class: u32,
}

/// A table that cannot be aggregated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum LabelsError {
    /// There is nothing in it.
    #[error("the table has no labels")]
    Empty,
    /// A label speaks of a task, worker or class that the table does not have.
    #[error("a label names task {task}, worker {worker} or class {class} beyond the table")]
    Beyond {
        /// Place of the task.
        task: u32,
        /// Place of the worker.
        worker: u32,
        /// Place of the class.
        class: u32,
    },
}

/// A table of labels. Invariant: not empty; every place exists.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Labels {
    tasks: usize,
    workers: usize,
    classes: usize,
    rows: Vec<Label>,
}

impl Labels {
    /// Accepts rows over so many tasks, workers and classes.
    pub fn new(tasks: usize, workers: usize, classes: usize, rows: Vec<Label>) -> Result<Self, LabelsError> {
        if rows.is_empty() {
            return Err(LabelsError::Empty);
        }
        let is_beyond = |l: &&Label| l.task as usize >= tasks || l.worker as usize >= workers || l.class as usize >= classes;
        match rows.iter().find(is_beyond) {
            Some(&Label { task, worker, class }) => Err(LabelsError::Beyond { task, worker, class }),
            None => Ok(Self { tasks, workers, classes, rows }),
        }
    }

    /// Returns the number of tasks.
    pub fn tasks(&self) -> usize {
        self.tasks
    }

    /// Returns the number of workers.
    pub fn workers(&self) -> usize {
        self.workers
    }

    /// Returns the number of classes.
    pub fn classes(&self) -> usize {
        self.classes
    }

    /// Returns the labels.
    pub fn rows(&self) -> &[Label] {
        &self.rows
    }

    /// Returns the classes, the commonest first and the earlier first among equals: the order in which ties are broken.
    pub(super) fn favourites(&self) -> Vec<u32> {
        let mut counts = vec![0_u64; self.classes];
        self.rows.iter().for_each(|row| counts[row.class as usize] += 1);
        let mut order: Vec<u32> = (0..self.classes as u32).collect();
        order.sort_by_key(|class| std::cmp::Reverse(counts[*class as usize]));
        order
    }
}

/// What the crowd said.
#[derive(Debug, Clone, PartialEq)]
pub struct Aggregated {
    /// Probability of each class, task by task.
    pub(super) posteriors: Vec<f64>,
    pub(super) favourites: Vec<u32>,
    /// Skill of each worker; what it means, the method says.
    pub skills: Vec<f64>,
    /// Rounds until nothing moved any more; zero where none were needed.
    pub iterations: u32,
}

impl Aggregated {
    pub(super) fn new(labels: &Labels, posteriors: Vec<f64>, skills: Vec<f64>, iterations: u32) -> Self {
        Self { posteriors, favourites: labels.favourites(), skills, iterations }
    }

    /// Returns the probability of each class for a task.
    pub fn posterior(&self, task: usize) -> &[f64] {
        let classes = self.favourites.len();
        &self.posteriors[task * classes..(task + 1) * classes]
    }

    /// Returns the likeliest class of a task; among equals the one that is commoner in the table.
    pub fn answer(&self, task: usize) -> u32 {
        let posterior = self.posterior(task);
        let mut best = self.favourites[0];
        for class in &self.favourites[1..] {
            if posterior[*class as usize] > posterior[best as usize] {
                best = *class;
            }
        }
        best
    }

    /// Returns the number of tasks.
    pub fn tasks(&self) -> usize {
        self.posteriors.len() / self.favourites.len()
    }
}
