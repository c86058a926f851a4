//! Tables of labels from files: CSV with task, worker and label, read row by row.

use super::names::{Names, natural_order, three_columns};
use crate::EngineError;
use score::oversight::aggregate::{Label, Labels};
use std::path::Path;

/// A table of labels with the names of what is in it.
#[derive(Debug, Clone)]
pub struct LabelTable {
    /// The labels.
    pub labels: Labels,
    /// Names of the tasks, by place.
    pub tasks: Vec<Box<str>>,
    /// Names of the workers, by place.
    pub workers: Vec<Box<str>>,
    /// Names of the classes, by place: numbers by size, words by letter.
    pub classes: Vec<Box<str>>,
    places: Names,
}

impl LabelTable {
    /// Reads a table.
    pub fn read(path: &Path) -> Result<Self, EngineError> {
        let (mut tasks, mut workers, mut classes) = (Names::default(), Names::default(), Names::default());
        let mut rows = Vec::new();
        three_columns(path, ["task", "worker", "label"], |[task, worker, label]| {
            if task.is_empty() || worker.is_empty() || label.is_empty() {
                return Err("a row has a task, a worker and a label".to_owned());
            }
            rows.push(Label { task: tasks.place(task), worker: workers.place(worker), class: classes.place(label) });
            Ok(())
        })?;
        let words = classes.into_order();
        let order = natural_order(&words);
        let mut renamed = vec![0; words.len()];
        for (new, old) in order.iter().enumerate() {
            renamed[*old] = new as u32;
        }
        rows.iter_mut().for_each(|row| row.class = renamed[row.class as usize]);
        let classes: Vec<Box<str>> = order.into_iter().map(|place| words[place].clone()).collect();
        let labels = Labels::new(tasks.len(), workers.len(), classes.len(), rows).map_err(|error| EngineError::Malformed {
            path: path.into(),
            line: 1,
            why: error.to_string(),
        })?;
        let places = tasks;
        Ok(Self { labels, tasks: places.clone().into_order(), workers: workers.into_order(), classes, places })
    }

    /// Returns the place of a task.
    pub fn task(&self, name: &str) -> Option<usize> {
        self.places.find(name).map(|place| place as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<LabelTable, EngineError> {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("labels.csv");
        std::fs::write(&path, text).unwrap();
        LabelTable::read(&path)
    }

    #[test]
    fn classes_stand_in_their_natural_order() {
        let table = read("worker,task,label\nana,t1,10\nben,t1,9\nana,t2,9\n").unwrap();
        assert_eq!(table.classes, ["9".into(), "10".into()]);
        assert_eq!((table.task("t2"), table.task("t3")), (Some(1), None));
        assert_eq!(table.labels.rows()[0], Label { task: 0, worker: 0, class: 1 });
    }

    #[test]
    fn what_is_wrong_with_a_table_is_said() {
        let told = |text: &str| read(text).unwrap_err().to_string();
        assert!(told("task,worker\n1,2\n").contains("there is no column label"));
        assert!(told("task,who,what\n1,2,3\n").contains("there is no column worker, label; the heading names: task, who, what"));
        assert!(told("task,worker,label\n").contains("the table has no labels"));
        assert!(told("task,worker,label\n1,2,3\n1,,3\n").contains("labels.csv:3: a row has a task, a worker and a label"));
    }
}
