//! `probity corpus`: what was brought in, and taking some of it out again.

use crate::app::App;
use crate::args::corpus::Corpus;
use crate::desk::Desk;
use crate::failure::{Failure, Outcome};
use crate::render::{ACCENT, DIM, Page, Table, counted, paint};
use crate::workshop::corpus_named;
use domain::{CorpusName, Document, DocumentId};
use engine::EngineError;
use serde_json::json;
use store::ChangeKind;

/// Does one chore among the corpora.
pub fn run(app: &App, verb: &Corpus) -> Result<Outcome, Failure> {
    let desk = Desk::open(app)?;
    match verb {
        Corpus::List { name: None, .. } => list(app, &desk),
        Corpus::List { name: Some(name), after, limit } => documents(app, &desk, &corpus_named(name)?, *after, *limit),
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

/// Shows the documents of one corpus in the order in which they came in, a page at a time.
fn documents(app: &App, desk: &Desk, corpus: &CorpusName, after: u64, limit: u32) -> Result<Outcome, Failure> {
    let (found, last) = desk.run(page_of(desk, corpus, after, limit))?;
    if found.is_empty() && after == 0 {
        return Err(Failure::new(
            format!("there is nothing in corpus {corpus}"),
            "`probity corpus list` shows the corpora, and `probity ingest` brings documents in.",
        ));
    }
    if app.is_json {
        let row = |d: &Document| {
            json!({"id": d.id, "title": d.title, "published": d.published, "source": d.source, "url": d.url,
                   "language": d.language, "sentences": d.sentences.len(), "credibility": d.credibility})
        };
        let rows: Vec<_> = found.iter().map(row).collect();
        app.print_json(&json!({"corpus": corpus, "documents": rows, "after": last}))?;
        return Ok(Outcome::Done);
    }
    let mut page = Page::for_stdout();
    let mut table = Table::new(&["id", "date", "sentences", "title"]);
    for document in &found {
        let date = document.published.map_or_else(|| "undated".to_owned(), |date| date.to_string());
        let title = if document.title.is_empty() { &document.source } else { &document.title };
        table.row([paint(ACCENT, &document.id), date, document.sentences.len().to_string(), title.clone()]);
    }
    table.write(&mut page);
    page.gap();
    if let Some(last) = last {
        page.line(paint(DIM, format!("more: probity corpus list {corpus} --after {last}")));
    }
    page.line(paint(DIM, format!("out again: probity corpus remove --corpus {corpus} ID")));
    app.print(page)?;
    Ok(Outcome::Done)
}

/// Returns documents behind a place in the feed of changes, and the place to go on from where there may be more.
async fn page_of(desk: &Desk, corpus: &CorpusName, after: u64, limit: u32) -> Result<(Vec<Document>, Option<u64>), EngineError> {
    let store = desk.office.store();
    let (mut place, mut ids) = (after, Vec::new());
    loop {
        let changes = store.changes(corpus, place, limit).await?;
        let is_last = changes.len() < limit as usize;
        for change in changes {
            place = change.seq;
            if change.kind == ChangeKind::Upserted {
                ids.push(change.document);
            }
            if ids.len() == limit as usize {
                let is_over = store.latest_change(corpus).await? == place;
                return Ok((store.documents(corpus, &ids).await?, (!is_over).then_some(place)));
            }
        }
        if is_last {
            return Ok((store.documents(corpus, &ids).await?, None));
        }
    }
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
            format!(
                "{} named here {} not in corpus {corpus}",
                counted(missing.len(), "document", "documents"),
                if missing.len() == 1 { "is" } else { "are" }
            ),
            format!("`probity corpus list {corpus}` shows the ids of its documents."),
        )),
    }
}
