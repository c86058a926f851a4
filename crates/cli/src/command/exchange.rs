//! `probity import` and `probity export`: other people's files in, answers in their formats out.

use crate::app::App;
use crate::args::Ingest;
use crate::args::exchange::{Export, Import, Incoming, Outgoing, Overturned};
use crate::command::ingest;
use crate::failure::{Failure, OrNext as _, Outcome};
use crate::render::counted;
use crate::workshop::{Workshop, told};
use domain::{Check, CheckId};
use engine::exchange::{self, Holding, Lessons, Posed};
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// Brings a file of a collection in: documents into a corpus, claims into a file of claims.
pub fn import(app: &App, what: &Import) -> Result<Outcome, Failure> {
    let (incoming, holding) = match what {
        Import::Fever(incoming) => (incoming, exchange::fever(&incoming.file)),
        Import::Scifact(incoming) => (incoming, exchange::scifact(&incoming.file)),
        Import::Claimreview { incoming, claims: true } => (incoming, exchange::claims(&incoming.file).map(Holding::Claims)),
        Import::Claimreview { incoming, claims: false } => return take_in(app, incoming.file.clone(), incoming),
    };
    match holding.map_err(told)? {
        Holding::Claims(posed) => {
            let rows = posed.iter().map(|p| json!({"id": p.id, "claim": p.claim}));
            hand_out(app, rows, incoming.out.as_deref())?;
            Ok(Outcome::Done)
        }
        Holding::Documents(rows) => {
            let next = "Free some space, or set TMPDIR to another directory.";
            let room = tempfile::tempdir().or_next("no temporary directory can be made", next)?;
            let file = room.path().join("documents.jsonl");
            std::fs::write(&file, lines(rows.into_iter())).or_next("the documents could not be laid out", next)?;
            take_in(app, file, incoming)
        }
    }
}

fn take_in(app: &App, file: PathBuf, incoming: &Incoming) -> Result<Outcome, Failure> {
    let (corpus, credibility) = (incoming.corpus.clone(), sources::Options::DECLARED_DEFAULT);
    ingest::run(app, &Ingest { paths: vec![file], corpus, credibility, by_address: false })
}

/// Hands stored answers out in another format, a line each.
pub fn export(app: &App, what: &Export) -> Result<Outcome, Failure> {
    match what {
        Export::Claimreview(outgoing) => answers(app, outgoing, |_, check| exchange::claim_reviews(check)),
        Export::Fever(outgoing) => answers(app, outgoing, |posed, check| vec![exchange::fever_prediction(posed, check)]),
        Export::Scifact(outgoing) => answers(app, outgoing, |posed, check| vec![exchange::scifact_prediction(posed, check)]),
        Export::Training(overturned) => lessons(app, overturned),
    }
}

fn answers(app: &App, outgoing: &Outgoing, shaped: fn(&Posed, &Check) -> Vec<Value>) -> Result<Outcome, Failure> {
    let ids = ids(outgoing)?;
    let posed = outgoing.claims.as_deref().map(exchange::claims).transpose().map_err(told)?;
    let workshop = Workshop::open(app)?;
    let found = match &posed {
        Some(posed) => asked(app, &workshop, posed)?,
        None => named(&workshop, &ids)?,
    };
    let rows: Vec<Value> = found.iter().flat_map(|(posed, check)| shaped(posed, check)).collect();
    if rows.is_empty() && !found.is_empty() {
        app.note(
            "nothing is written: none of these claims has an answer that could be published, and leaving one open is no review",
        );
    }
    hand_rows_out(app, rows, outgoing.out.as_deref())
}

/// Hands out what the judge misread in the answers that people overturned, and says on standard error what became of each.
fn lessons(app: &App, overturned: &Overturned) -> Result<Outcome, Failure> {
    let workshop = Workshop::open(app)?;
    let Lessons { rows, overturned: wrong, upheld, unlabelled, erased } =
        workshop.run(workshop.engine().lessons(&overturned.corrections))?;
    for (id, on) in &erased {
        app.warn(&format!("check {id} was erased on {on}: nothing is left to learn from"));
    }
    if unlabelled > 0 {
        app.warn(&format!("{} left out: the right verdict does not say how a sentence should be read", claims(unlabelled)));
    }
    let written = counted(rows.len(), "row", "rows");
    let outcome = hand_rows_out(app, rows, overturned.out.as_deref())?;
    app.note(&format!("{} overturned, {} right as answered, {written} written", claims(wrong), claims(upheld)));
    Ok(outcome)
}

fn claims(count: usize) -> String {
    counted(count, "claim", "claims")
}

/// Nothing to hand out is told by the exit code.
fn hand_rows_out(app: &App, rows: Vec<Value>, out: Option<&Path>) -> Result<Outcome, Failure> {
    let is_empty = rows.is_empty();
    hand_out(app, rows.into_iter(), out)?;
    Ok(if is_empty { Outcome::Abstained } else { Outcome::Done })
}

fn ids(outgoing: &Outgoing) -> Result<Vec<CheckId>, Failure> {
    let read = |id: &String| {
        let next = "`probity check` prints the id of each answer it stores.";
        id.parse().map_err(|_| Failure::usage(format!("{id:?} is not the id of a check"), next))
    };
    outgoing.ids.iter().map(read).collect()
}

fn named(workshop: &Workshop, ids: &[CheckId]) -> Result<Vec<(Posed, Check)>, Failure> {
    let mut found = Vec::with_capacity(ids.len());
    for (at, id) in ids.iter().enumerate() {
        let check = workshop.run(workshop.engine().stored_check(*id))?;
        let claim = check.claims.first().map(|answer| answer.text.clone()).unwrap_or_default();
        found.push((Posed { id: None, claim, line: at + 1 }, check));
    }
    Ok(found)
}

/// The latest answer to each claim; those that were never asked are named on standard error.
fn asked(app: &App, workshop: &Workshop, posed: &[Posed]) -> Result<Vec<(Posed, Check)>, Failure> {
    let checks = workshop.run(workshop.engine().latest_checks(posed))?;
    let missing = checks.iter().filter(|check| check.is_none()).count();
    if missing > 0 {
        app.warn(&format!("{missing} of {} claims were never checked; `probity check --batch` does", posed.len()));
    }
    Ok(posed.iter().cloned().zip(checks).filter_map(|(posed, check)| Some((posed, check?))).collect())
}

fn hand_out(app: &App, rows: impl Iterator<Item = Value>, out: Option<&Path>) -> Result<(), Failure> {
    let text = lines(rows);
    match out {
        Some(path) => std::fs::write(path, text)
            .or_next(format!("{} could not be written", path.display()), "Choose another place, or free some space."),
        None => app.print_text(&text),
    }
}

fn lines(rows: impl Iterator<Item = Value>) -> String {
    rows.fold(String::new(), |mut text, row| {
        let _ = writeln!(text, "{row}");
        text
    })
}
