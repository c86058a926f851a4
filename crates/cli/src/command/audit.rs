//! `probity audit`: the log proved whole, and its head signed for keeping elsewhere.

use crate::app::App;
use crate::args::house::Audit;
use crate::desk::{Desk, audit_key};
use crate::failure::{Failure, OrNext as _, Outcome};
use crate::render::{BAD, DIM, GOOD, PLAIN, Page, paint};
use engine::SignedHead;
use engine::audit::{AuditReport, Trouble};
use std::path::Path;

/// Verifies or exports. A log that is not whole is a failure.
pub fn run(app: &App, verb: &Audit) -> Result<Outcome, Failure> {
    match verb {
        Audit::Verify { heads } => verify(app, heads.as_deref()),
        Audit::Export => export(app),
    }
}

fn verify(app: &App, heads: Option<&Path>) -> Result<Outcome, Failure> {
    let trusted = heads.map_or_else(|| Ok(Vec::new()), read_heads)?;
    let desk = Desk::open(app)?;
    let report = desk.run(desk.office.verify_audit(&trusted))?;
    if app.is_json {
        app.print_json(&report)?;
    } else {
        app.print(page(&report))?;
    }
    match report.is_whole {
        true => Ok(Outcome::Done),
        false => Err(Failure::new(
            "the audit log is not what was sealed",
            "Compare it with a backup and with heads that were exported before; the rows named above were touched.",
        )),
    }
}

fn export(app: &App) -> Result<Outcome, Failure> {
    let desk = Desk::open(app)?;
    let key = audit_key(&app.place.data)?;
    desk.run(desk.office.seal_all(None))?;
    let heads: Vec<SignedHead> = desk.run(desk.office.sign_head(&key))?.into_iter().collect();
    app.print_json(&heads)?;
    Ok(Outcome::Done)
}

fn read_heads(file: &Path) -> Result<Vec<SignedHead>, Failure> {
    let next = "Name a file that `probity audit export` wrote.";
    let text = std::fs::read_to_string(file).or_next(format!("{} cannot be read", file.display()), next)?;
    serde_json::from_str(&text).or_next(format!("{} holds no signed heads", file.display()), next)
}

fn page(report: &AuditReport) -> Page {
    let mut page = Page::for_stdout();
    match report.is_whole {
        true => page.line(format_args!("{} the audit log is whole", paint(GOOD, "✓"))),
        false => page.line(format_args!("{} the audit log was tampered with", paint(BAD, "✗"))),
    }
    page.line(format_args!("  {} rows sealed, {} signed heads, {} texts erased", report.sealed, report.heads, report.erased));
    if let (Some(first), Some(last)) = (report.unsealed.first(), report.unsealed.last()) {
        page.line(format_args!("  {} rows not sealed yet: {first} to {last}", report.unsealed.len()));
    }
    if let Some(head) = &report.head {
        page.line(paint(DIM, format!("  head {} {}", head.place, head.chain)));
    }
    for trouble in &report.troubles {
        page.hanging(format!("{} ", paint(BAD, "✗")), PLAIN, &sentence(trouble));
    }
    page
}

fn sentence(trouble: &Trouble) -> String {
    match trouble {
        Trouble::Changed { seq } => format!("row {seq} was changed"),
        Trouble::TextChanged { seq } => format!("the text of row {seq} was changed or removed without being erased"),
        Trouble::Missing { seq } => format!("row {seq} is missing"),
        Trouble::Reordered { seq, place } => format!("row {seq} stands out of order at place {place}"),
        Trouble::Inserted { seq } => format!("row {seq} was slipped in among sealed rows"),
        Trouble::Broken { place } => format!("the chain was cut or rewritten at place {place}"),
        Trouble::HeadDiffers { place } => format!("the head signed at place {place} says otherwise"),
        Trouble::BadSignature { place } => format!("the head at place {place} carries a wrong signature"),
    }
}
