//! `probity check --batch`: many claims from a file, a line of output for each.

use crate::app::App;
use crate::args::Check as Arguments;
use crate::clock::{Dice, Stopwatch, WallClock};
use crate::failure::{Failure, Outcome};
use crate::looked::Looked;
use crate::render::{ACCENT, BOLD, DIM, PLAIN, Page, Table, counted, is_doubted, paint, tally, verdict_word};
use crate::workshop::Workshop;
use domain::{Check, Direction, Evidence, Profile, Verdict};
use engine::exchange::{Posed, claims};
use engine::oversight::accounted;
use engine::verify::Batch;
use engine::{EngineError, StoredCheck};
use serde_json::{Value, json};
use std::path::Path;

/// Checks every claim of a file. It is answered when any of them is.
pub fn run(app: &App, file: &Path, arguments: &Arguments) -> Result<Outcome, Failure> {
    let posed = claims(file).map_err(|error| match error {
        EngineError::Unreadable { .. } => Failure::usage(error, "Name a file that exists and can be read."),
        _ => Failure::usage(error, "Write a claim a line, or give JSONL or CSV with a field called claim."),
    })?;
    if let Some(long) = posed.iter().find(|p| p.claim.chars().count() > engine::verify::CLAIM_CHARS_MAX) {
        let what = format!("{}:{}: this is too long for one claim", file.display(), long.line);
        return Err(Failure::usage(what, "Shorten it, or check it as an article with --file."));
    }
    let workshop = Workshop::open(app)?;
    let looked = workshop.corpus(arguments.corpus.as_deref())?;
    let names = posed.iter().map(|p| (Dice.check_id(&WallClock), p.claim.clone())).collect();
    let batch = Batch { claims: names, corpus: looked.corpus.clone(), profile: Profile::ClosedCorpus };
    let watch = Stopwatch::start();
    let mut answers: Vec<Check> = Vec::new();
    let mut unwritten = None;
    let along = |stored: &StoredCheck| accounted(stored, &arguments.submitter, false);
    workshop.run(workshop.engine().check_all(&batch, workshop.watcher(), along, |check| {
        if app.is_json && unwritten.is_none() {
            unwritten = app.print_text(&format!("{}\n", row(&posed[answers.len()], check))).err();
        }
        answers.push(check.clone());
    }))?;
    if let Some(failure) = unwritten {
        return Err(failure);
    }
    if !app.is_json {
        app.print(page(&posed, &answers, &looked, watch.elapsed().as_secs_f64()))?;
    }
    let is_answered = answers.iter().flat_map(|check| &check.claims).any(|claim| claim.verdict.is_directional());
    Ok(if is_answered { Outcome::Done } else { Outcome::Abstained })
}

/// One answer on one line, for scripts.
fn row(posed: &Posed, check: &Check) -> Value {
    let answer = &check.claims[0];
    let cited = |e: &&Evidence| answer.deciding.contains(&e.id);
    let evidence = |e: &Evidence| {
        json!({"id": e.id, "document": e.document, "sentence": e.sentence, "title": e.title, "source": e.source, "url": e.url,
               "date": e.date, "credibility": e.credibility, "stance": e.stance, "on_target": e.on_target, "score": e.score,
               "text": e.deciding.of(&e.text)})
    };
    json!({
        "line": posed.line,
        "id": posed.id,
        "check": check.id,
        "claim": answer.text,
        "span": answer.span,
        "verdict": answer.verdict,
        "judge_verdict": answer.judge_verdict,
        "direction": answer.direction,
        "reason": answer.reason,
        "rationale": answer.rationale,
        "credence": answer.credence,
        "confidence": answer.confidence,
        "truthfulness_percent": answer.truthfulness_percent,
        "truthfulness_meaningful": answer.truthfulness_meaningful,
        "subclaims": answer.subclaims,
        "trust_policy_mode": check.trust_policy_mode,
        "profile": check.profile,
        "config_hash": check.config_hash,
        "model_hashes": check.model_hashes,
        "schema_version": check.schema_version,
        "evidence": answer.evidence.iter().filter(cited).map(evidence).collect::<Vec<_>>(),
    })
}

fn page(posed: &[Posed], answers: &[Check], looked: &Looked, seconds: f64) -> Page {
    let mut page = Page::for_stdout();
    let mut table = Table::new(&["line", "verdict", "credence", "claim"]);
    for (posed, check) in posed.iter().zip(answers) {
        let answer = &check.claims[0];
        // How sure we are is said of answers; of what was left open, where the evidence leans.
        let credence = match (answer.verdict.is_directional(), answer.direction) {
            (true, _) if is_doubted(answer) => "in doubt".to_owned(),
            (true, _) => format!("{:.0} %", answer.credence.get() * 100.0),
            (false, Direction::Supports) => "leans true".to_owned(),
            (false, Direction::Contradicts) => "leans false".to_owned(),
            (false, Direction::None) => String::new(),
        };
        table.row([posed.line.to_string(), verdict_word(answer.verdict), paint(DIM, credence), answer.text.clone()]);
    }
    table.write(&mut page);
    page.gap();
    let given: Vec<Verdict> = answers.iter().map(|check| check.claims[0].verdict).collect();
    let rate = answers.len() as f64 / seconds.max(0.001);
    page.hanging(format!("{}  ", paint(BOLD, counted(answers.len(), "claim", "claims"))), PLAIN, &tally(&given));
    page.line(paint(DIM, format!("{seconds:.1} s, {rate:.1} claims a second")));
    if let Some(first) = answers.iter().find(|check| check.summary.answered == 0).or(answers.first()) {
        page.hanging(format!("{} ", paint(DIM, "looked in")), DIM, &looked.told(first));
    }
    if let Some(first) = answers.first() {
        page.line(paint(DIM, format!("to replay the first answer: probity replay {}", paint(ACCENT, first.id))));
        page.line(paint(DIM, "each answer is stored under an id of its own, which --json tells"));
    }
    page
}
