//! `probity rejections`: the queue of refusals, for those who review them.

use crate::app::App;
use crate::args::rejections::{Form, Rejections};
use crate::clock::Dice;
use crate::failure::{Failure, OrNext as _, Outcome};
use crate::records::Records;
use crate::render::{ACCENT, BOLD, DIM, PLAIN, Page, Table, paint};
use crate::workshop::Workshop;
use domain::{RejectionEvent, RejectionId, Span, SubmitterId, Tag, Verdict};
use engine::Along;
use engine::oversight::{QueueWanted, Shown, Stepped, export_csv, export_jsonl, export_label_studio};
use jiff::Timestamp;
use serde::Deserialize;
use serde_json::json;
use std::path::Path;
use store::{REJECTIONS_MAX, RejectionsWanted};

/// Does what was asked with the refusals.
pub fn run(app: &App, verb: &Rejections) -> Result<Outcome, Failure> {
    let records = Records::open(app)?;
    let oversight = records.oversight();
    match verb {
        Rejections::List { who: Some(who), verdict, category, after, limit, golden_rate, .. } => {
            let (category, after, limit) = (category.clone(), *after, *limit);
            let wanted = QueueWanted { verdict: *verdict, category, after, limit, golden_rate: *golden_rate };
            list(app, &records.run(oversight.queue(who, &wanted))?)
        }
        Rejections::List { state, submitter, verdict, category, after, limit, .. } => {
            let wanted = RejectionsWanted {
                state: *state,
                submitter: submitter.clone(),
                verdict: *verdict,
                category: category.clone(),
                after: *after,
                limit: *limit,
                ..RejectionsWanted::default()
            };
            list(app, &records.run(oversight.list(&wanted, None))?)
        }
        Rejections::Reassess => reassess(app),
        Rejections::Show { id, who } => show(app, &records.run(oversight.show(*id, who.as_ref()))?),
        Rejections::Tag { id, tag, who } => stepped(app, &records.run(oversight.tag(*id, who, *tag))?),
        Rejections::Withdraw { id, who } => stepped(app, &records.run(oversight.withdraw(*id, who))?),
        Rejections::Adjudicate { id, tag, who, rationale } => {
            stepped(app, &records.run(oversight.adjudicate(*id, who, *tag, rationale))?)
        }
        Rejections::Export { format, output } => export(&records, *format, output.as_deref()),
        Rejections::Import { file } => import(app, &records, file),
        Rejections::Golden => golden(app, &records),
    }
}

fn list(app: &App, found: &[Shown]) -> Result<Outcome, Failure> {
    if app.is_json {
        let next = found.last().map(|shown| shown.event.id);
        app.print_json(&json!({"rejections": found, "next_after": next}))?;
        return Ok(Outcome::Done);
    }
    let mut page = Page::for_stdout();
    if found.is_empty() {
        page.line("nothing waits here");
    }
    let mut rows = Table::new(&["id", "state", "verdict", "record", "text"]);
    for shown in found {
        let record = shown.track_record.ratio.map_or("no history".to_owned(), |ratio| format!("{ratio:.2}"));
        let text: String = shown.event.text.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(120).collect();
        let id = paint(ACCENT, shown.event.id);
        rows.row([id, shown.state.to_string(), shown.event.verdict.to_string(), record, text]);
    }
    if !found.is_empty() {
        rows.write(&mut page);
    }
    app.print(page)?;
    Ok(Outcome::Done)
}

fn show(app: &App, shown: &Shown) -> Result<Outcome, Failure> {
    if app.is_json {
        app.print_json(shown)?;
        return Ok(Outcome::Done);
    }
    let (event, record) = (&shown.event, &shown.track_record);
    let mut page = Page::for_stdout();
    page.line(format_args!("{} {}", paint(BOLD, event.verdict), paint(ACCENT, event.id)));
    page.hanging("  ", PLAIN, &event.text);
    page.line(paint(DIM, format!("{} · {} · {} · {}", event.category, event.by, event.at, shown.state)));
    let share = record.ratio.map_or("no history".to_owned(), |ratio| format!("{ratio:.2} adversarial"));
    let (bad, good) = (record.adversarial_event_count, record.legitimate_claim_count);
    page.line(paint(DIM, format!("submitter over 90 days: {share} ({bad} adversarial, {good} legitimate)")));
    for given in &shown.tags {
        let note = match (given.is_live(), given.is_independent) {
            (false, _) => " (withdrawn)",
            (true, false) => " (after seeing the other)",
            (true, true) => "",
        };
        page.line(format_args!("  {} {}{note}", paint(ACCENT, &given.reviewer), given.tag));
    }
    if let Some(check) = shown.reassessment {
        page.line(format_args!("  assessed after all: probity replay {}", paint(ACCENT, check)));
    }
    if let Some(word) = &shown.adjudication {
        page.hanging(format!("  {} {} ", paint(ACCENT, &word.adjudicator), word.tag), DIM, &word.rationale);
    }
    app.print(page)?;
    Ok(Outcome::Done)
}

fn stepped(app: &App, stepped: &Stepped) -> Result<Outcome, Failure> {
    if app.is_json {
        app.print_json(stepped)?;
        return Ok(Outcome::Done);
    }
    let mut page = Page::for_stdout();
    page.line(format_args!("{} is {}", paint(ACCENT, stepped.id), stepped.state));
    if let Some(tag) = stepped.effective {
        page.line(format_args!("  it stands as {tag}"));
    }
    if stepped.reassess {
        page.line("  the bypass is approved: a running server assesses the submission now, or `probity rejections reassess`");
    }
    app.print(page)?;
    Ok(Outcome::Done)
}

fn reassess(app: &App) -> Result<Outcome, Failure> {
    let done = Workshop::open(app)?.reassess()?;
    match app.is_json {
        true => app.print_json(&json!({"reassessed": done}))?,
        false => {
            let mut page = Page::for_stdout();
            page.line(format_args!("{done} submissions assessed after all; `probity rejections show ID` names the answer"));
            app.print(page)?;
        }
    }
    Ok(Outcome::Done)
}

fn export(records: &Records, format: Form, output: Option<&Path>) -> Result<Outcome, Failure> {
    let mut all = Vec::new();
    let mut wanted = RejectionsWanted { limit: REJECTIONS_MAX, ..RejectionsWanted::default() };
    loop {
        let page = records.run(records.oversight().list(&wanted, None))?;
        wanted.after = page.last().map(|shown| shown.event.id);
        let is_last = page.len() < REJECTIONS_MAX as usize;
        all.extend(page);
        if is_last {
            break;
        }
    }
    let next = "Choose another place, or free some space.";
    let text = match format {
        Form::Csv => export_csv(&all).or_next("the refusals could not be written", next)?,
        Form::Jsonl => export_jsonl(&all),
        Form::LabelStudio => export_label_studio(&all),
    };
    match output {
        Some(path) => std::fs::write(path, text).or_next(format!("{} could not be written", path.display()), next)?,
        None => crate::app::write_out(&text)?,
    }
    Ok(Outcome::Done)
}

#[derive(Deserialize)]
struct Row {
    id: Option<RejectionId>,
    submission: String,
    submitter: SubmitterId,
    at: Timestamp,
    verdict: Verdict,
    category: String,
    by: String,
    text: String,
    answer: Option<Tag>,
}

fn import(app: &App, records: &Records, file: &Path) -> Result<Outcome, Failure> {
    let rows: Vec<Row> = engine::eval::json_lines(file).map_err(crate::workshop::told)?;
    let (mut kept, mut golden) = (0_u64, 0_u64);
    for row in rows {
        if !row.verdict.is_refusal() {
            let what = format!("submission {} has the verdict {}, which is no refusal", row.submission, row.verdict);
            return Err(Failure::new(what, "Only attack_detected and refused_topic are reviewed; leave the others out."));
        }
        let fresh = || RejectionId::from_parts(u64::try_from(row.at.as_millisecond()).unwrap_or(0), Dice.throw());
        let event = RejectionEvent {
            id: row.id.unwrap_or_else(fresh),
            submission: row.submission,
            submitter: row.submitter,
            at: row.at,
            verdict: row.verdict,
            category: row.category,
            by: row.by,
            // The whole of it, as with a refusal by a model: nothing tells a known-answer item from another.
            span: Some(Span::new(0, row.text.len())),
            text: row.text,
            is_article: false,
        };
        match row.answer {
            Some(answer) => {
                golden += u64::from(records.run(records.oversight().keep_golden(&event, answer, Along::default()))?)
            }
            None => kept += u64::from(records.run(records.oversight().keep(&event))?),
        }
    }
    match app.is_json {
        true => app.print_json(&json!({"kept": kept, "golden": golden}))?,
        false => {
            let mut page = Page::for_stdout();
            page.line(format_args!("{kept} refusals and {golden} known-answer items brought in"));
            app.print(page)?;
        }
    }
    Ok(Outcome::Done)
}

fn golden(app: &App, records: &Records) -> Result<Outcome, Failure> {
    let found = records.run(records.oversight().golden_records())?;
    if app.is_json {
        app.print_json(&json!({"reviewers": found}))?;
        return Ok(Outcome::Done);
    }
    let mut page = Page::for_stdout();
    let mut rows = Table::new(&["reviewer", "tagged", "right", "95 % interval"]);
    for record in &found {
        let interval = record.interval.map_or(String::new(), |[low, high]| format!("{low:.2} – {high:.2}"));
        let right = format!("{:.0} %", record.accuracy * 100.0);
        rows.row([paint(ACCENT, &record.reviewer), record.tagged.to_string(), right, interval]);
    }
    rows.write(&mut page);
    app.print(page)?;
    Ok(Outcome::Done)
}
