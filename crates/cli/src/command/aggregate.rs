//! `probity aggregate`: what the crowd said.

use crate::app::App;
use crate::args::oversight::Aggregate as Arguments;
use crate::failure::{Failure, OrNext as _, Outcome};
use crate::render::{ACCENT, BOLD, DIM, Page, Table, paint};
use crate::workshop::told;
use engine::oversight::{Crowd, aggregate_file};
use std::fs::File;
use std::io::BufWriter;

/// Most tasks and workers shown; --json and --output tell all.
const SHOWN_MAX: usize = 20;

/// Aggregates a file of labels.
pub fn run(app: &App, arguments: &Arguments) -> Result<Outcome, Failure> {
    let step = app.progress.spin("reading the labels and asking the crowd");
    let crowd = aggregate_file(&arguments.file, arguments.method).map_err(told)?;
    drop(step);
    if let Some(path) = &arguments.output {
        let next = "Choose another place, or free some space.";
        let what = format!("{} could not be written", path.display());
        let file = File::create(path).or_next(&what, next)?;
        crowd.write_csv(BufWriter::new(file)).or_next(&what, next)?;
    }
    match app.is_json {
        true => app.print_json(&crowd.to_json())?,
        false => app.print(page(&crowd))?,
    }
    Ok(Outcome::Done)
}

fn page(crowd: &Crowd) -> Page {
    let mut page = Page::for_stdout();
    let table = &crowd.table;
    page.line(paint(BOLD, crowd.method.word()));
    let (labels, tasks, workers) = (table.labels.rows().len(), table.tasks.len(), table.workers.len());
    let rounds = match crowd.aggregated.iterations {
        0 => String::new(),
        rounds => format!(", {rounds} rounds"),
    };
    page.line(paint(DIM, format!("{labels} labels of {tasks} tasks by {workers} workers{rounds}")));
    page.gap();
    let mut rows = Table::new(&["task", "label", "probability"]);
    for (at, task) in table.tasks.iter().enumerate().take(SHOWN_MAX) {
        let (label, probability) = crowd.answer(at);
        rows.row([paint(ACCENT, task), label.to_owned(), format!("{probability:.3}")]);
    }
    rows.write(&mut page);
    more(&mut page, tasks, "--output FILE.csv and --json tell all");
    page.gap();
    let all = crowd.workers();
    let mut rows = Table::new(&["worker", "labels", "skill"]);
    for (worker, skill, given) in all.iter().take(SHOWN_MAX) {
        rows.row([paint(ACCENT, worker), given.to_string(), format!("{skill:.3}")]);
    }
    rows.write(&mut page);
    more(&mut page, all.len(), "--json tells all");
    page.hanging(paint(DIM, "skill: "), DIM, crowd.method.skill_meaning());
    page
}

fn more(page: &mut Page, all: usize, how: &str) {
    if all > SHOWN_MAX {
        page.line(paint(DIM, format!("and {} more; {how}", all - SHOWN_MAX)));
    }
}
