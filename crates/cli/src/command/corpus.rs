//! `probity corpus`: what was brought in, and taking some of it out again.

use crate::app::App;
use crate::args::corpus::Corpus;
use crate::desk::Desk;
use crate::failure::{Failure, Outcome};
use crate::render::{Page, Table};
use crate::workshop::corpus_named;
use domain::{CorpusName, DocumentId};
use engine::EngineError;
use serde_json::json;

/// Does one chore among the corpora.
pub fn run(app: &App, verb: &Corpus) -> Result<Outcome, Failure> {
    let desk = Desk::open(app)?;
    match verb {
        Corpus::List => list(app, &desk),
        Corpus::Remove { ids, corpus } => remove(app, &desk, ids, &corpus_named(corpus)?),
    }
}

fn list(app: &App, desk: &Desk) -> Result<Outcome, Failure> {
    let corpora = desk.run(async { Ok::<_, EngineError>(desk.office.store().corpora().await?) })?;
    if app.is_json {
        let rows: Vec<_> = corpora.iter().map(|c| json!({"name": c.name, "documents": c.documents})).collect();
        app.print_json(&rows)?;
        return Ok(Outcome::Done);
    }
    let mut page = Page::for_stdout();
    let mut table = Table::new(&["corpus", "documents"]);
    for corpus in &corpora {
        table.row([corpus.name.to_string(), corpus.documents.to_string()]);
    }
    table.write(&mut page);
    app.print(page)?;
    Ok(Outcome::Done)
}

fn remove(app: &App, desk: &Desk, ids: &[String], corpus: &CorpusName) -> Result<Outcome, Failure> {
    let (mut removed, mut missing) = (Vec::new(), Vec::new());
    for id in ids {
        let was_there = match DocumentId::new(id.as_str()) {
            Some(name) => desk.run(desk.office.remove_document(corpus, &name, None))?,
            None => false,
        };
        if was_there { removed.push(id) } else { missing.push(id) }
    }
    if app.is_json {
        app.print_json(&json!({"corpus": corpus, "removed": removed, "missing": missing}))?;
    } else {
        let mut page = Page::for_stdout();
        removed.iter().for_each(|id| page.line(format_args!("removed {id}")));
        missing.iter().for_each(|id| page.line(format_args!("not there: {id}")));
        app.print(page)?;
    }
    match missing.is_empty() {
        true => Ok(Outcome::Done),
        false => Err(Failure::new(
            format!("{} of {} documents are not in corpus {corpus}", missing.len(), ids.len()),
            "Take the ids from `probity check --json` or from the files that were ingested; `probity corpus list` shows the corpora.",
        )),
    }
}
