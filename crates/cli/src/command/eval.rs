//! `probity eval`: every figure we claim, from data that anyone can point it at.

use crate::app::App;
use crate::args::eval::{Eval, Task, Windowing};
use crate::failure::{Failure, OrNext as _, Outcome};
use crate::render::{ACCENT, BOLD, DIM, Page, Table, paint};
use crate::workshop::{Workshop, told};
use engine::eval::{Figure, KnownClaims, Report, Retrieval, Scope, eval_crowd};
use serde_json::Value;
use std::fmt::Write as _;
use std::path::Path;

/// Measures one task and tells the figures.
pub fn run(app: &App, arguments: &Eval) -> Result<Outcome, Failure> {
    let Eval { task, terms } = arguments;
    let scope = Scope { limit: terms.limit, seed: terms.seed, wants_rows: terms.dump.is_some() };
    let report = match task {
        // A crowd needs no models, and its peak of memory should be its own.
        Task::Crowd { labels, truth, method } => eval_crowd(labels, truth, *method, &scope).map_err(told)?,
        task => {
            // Evaluation corpora are derived and large: they live in the cache and never mix with anybody's library.
            let workshop = Workshop::open_at(app, app.place.cache.join("eval"), terms.remember.as_deref())?;
            measured(&workshop, task, &scope)?
        }
    };
    if let Some(path) = &terms.plot {
        match engine::eval::svg(&report) {
            Some(picture) => write(path, &picture)?,
            None => app.warn(&format!("eval {} has no curves to draw: {} was not written", report.task, path.display())),
        }
    }
    if let Some(path) = &terms.dump {
        write(
            path,
            &report.rows.iter().fold(String::new(), |mut text, row| {
                let _ = writeln!(text, "{row}");
                text
            }),
        )?;
    }
    match app.is_json {
        true => app.print_json(&report.to_json())?,
        false => app.print(page(&report))?,
    }
    Ok(Outcome::Done)
}

fn measured(workshop: &Workshop, task: &Task, scope: &Scope) -> Result<Report, Failure> {
    let (engine, watch) = (workshop.engine(), workshop.watcher());
    workshop.run(async {
        match task {
            Task::Nli { data, windowing } => engine.eval_nli(data, (*windowing).into(), scope, watch),
            Task::Retrieval { corpus, claims, without_graph, cross_validate } => {
                let (has_graph, is_cross_validated) = (!without_graph, *cross_validate);
                let task = Retrieval { corpus, claims, has_graph, is_cross_validated };
                engine.eval_retrieval(task, scope, watch).await
            }
            Task::Claims { corpus, claims, oracle } => engine.eval_claims((corpus, claims), *oracle, scope, watch).await,
            Task::ClimateFever { data } => engine.eval_climate_fever(data, scope, watch).await,
            Task::Stance { data } => engine.eval_stance(data, scope, watch),
            Task::Averitec { data } => engine.eval_averitec(data, scope, watch).await,
            Task::KnownClaims { queries, claims, qrels } => {
                engine.eval_known_claims(KnownClaims { queries, claims, qrels }, scope, watch).await
            }
            Task::Crowd { labels, truth, method } => eval_crowd(labels, truth, *method, scope),
            Task::Checkworthy { data } => engine.eval_checkworthy(data, scope),
            Task::Intake { data } => engine.eval_intake(data, scope, watch),
            Task::Credibility { data } => engine.eval_credibility(data, &sources::Registry::built_in(), scope),
        }
    })
}

impl From<Windowing> for engine::eval::Windowing {
    fn from(windowing: Windowing) -> Self {
        match windowing {
            Windowing::Whole => Self::Whole,
            Windowing::Sentences => Self::Sentences,
        }
    }
}

fn write(path: &Path, text: &str) -> Result<(), Failure> {
    std::fs::write(path, text)
        .or_next(format!("{} could not be written", path.display()), "Choose another place, or free some space.")
}

fn page(report: &Report) -> Page {
    let mut page = Page::for_stdout();
    page.line(paint(BOLD, format!("eval {}", report.task)));
    let mut table = Table::new(&["figure", "value", "95 % interval"]);
    for figure in &report.figures {
        rows(&mut table, &figure.name, figure);
    }
    table.write(&mut page);
    page
}

/// One row for a figure; an object of figures has one for each of its own.
fn rows(table: &mut Table, name: &str, figure: &Figure) {
    let Value::Object(inner) = &figure.value else {
        let interval = figure.interval.map_or(String::new(), |[low, high]| format!("{low:.3} – {high:.3}"));
        return table.row([paint(ACCENT, name), shown(&figure.value), paint(DIM, interval)]);
    };
    for (key, value) in inner.iter().filter(|(key, _)| !key.ends_with("_ci")) {
        let bound = |at: usize| inner.get(&format!("{key}_ci"))?.get(at)?.as_f64();
        let interval = bound(0).zip(bound(1)).map(|(low, high)| [low, high]);
        rows(table, &format!("{name}.{key}"), &Figure { name: key.clone(), value: value.clone(), interval });
    }
}

fn shown(value: &Value) -> String {
    match value {
        Value::Null => "–".to_owned(),
        Value::String(text) if text.len() == 64 => text[..12].to_owned(),
        Value::String(text) => text.clone(),
        Value::Number(number) if number.is_f64() => {
            let number = number.as_f64().unwrap_or_default();
            if number.abs() < 10.0 { format!("{number:.3}") } else { format!("{number:.1}") }
        }
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::{Arguments, Command};
    use clap::Parser as _;
    use serde_json::json;

    #[test]
    fn nested_figures_are_told_one_by_one_with_their_intervals() {
        let mut table = Table::new(&["figure", "value", "95 % interval"]);
        let value = json!({"mrr": 0.512345, "mrr_ci": [0.4, 0.6], "n": 12});
        rows(&mut table, "hybrid", &Figure { name: "hybrid".into(), value, interval: None });
        let mut page = Page::of_width(80);
        table.write(&mut page);
        let text = anstream::adapter::strip_str(&page.into_text()).to_string();
        assert!(text.contains("hybrid.mrr") && text.contains("0.512") && text.contains("0.400 – 0.600"), "{text}");
        assert!(!text.contains("mrr_ci") && text.contains("hybrid.n"), "{text}");
    }

    #[test]
    fn terms_may_stand_behind_the_task() {
        let line = ["probity", "eval", "claims", "--corpus", "c", "--claims", "q", "--oracle", "--limit", "5", "--json"];
        let arguments = Arguments::try_parse_from(line).unwrap();
        let Command::Eval(Eval { task: Task::Claims { oracle, .. }, terms }) = arguments.command else {
            panic!("not eval claims")
        };
        assert!(oracle && terms.limit == Some(5) && arguments.general.json);
    }
}
