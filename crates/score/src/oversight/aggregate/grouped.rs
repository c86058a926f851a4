//! The same labels, once by task and once by worker, each group in one piece.

use super::{Label, Labels};

/// Labels by group: for each group, the other side of each of its labels and the class.
#[derive(Debug, Clone)]
pub(super) struct Grouped {
    bounds: Vec<u32>,
    cells: Vec<(u32, u32)>,
}

impl Grouped {
    /// Groups by task; the other side is the worker.
    pub(super) fn by_task(labels: &Labels) -> Self {
        Self::by(labels, labels.tasks(), |label| (label.task, label.worker))
    }

    /// Groups by worker; the other side is the task.
    pub(super) fn by_worker(labels: &Labels) -> Self {
        Self::by(labels, labels.workers(), |label| (label.worker, label.task))
    }

    /// A counting sort: stable, so that the order within a group is that of the table.
    fn by(labels: &Labels, groups: usize, sides: impl Fn(&Label) -> (u32, u32)) -> Self {
        let mut bounds = vec![0_u32; groups + 1];
        labels.rows().iter().for_each(|label| bounds[sides(label).0 as usize + 1] += 1);
        for group in 0..groups {
            bounds[group + 1] += bounds[group];
        }
        let mut free = bounds.clone();
        let mut cells = vec![(0, 0); labels.rows().len()];
        for label in labels.rows() {
            let (group, other) = sides(label);
            let at = &mut free[group as usize];
            cells[*at as usize] = (other, label.class);
            *at += 1;
        }
        Self { bounds, cells }
    }

    /// Returns the labels of a group.
    pub(super) fn of(&self, group: usize) -> &[(u32, u32)] {
        &self.cells[self.bounds[group] as usize..self.bounds[group + 1] as usize]
    }
}
