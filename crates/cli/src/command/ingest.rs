//! `probity ingest`: documents into a corpus.

use crate::app::App;
use crate::args::Ingest as Arguments;
use crate::clock::Stopwatch;
use crate::failure::{Failure, Outcome};
use crate::render::{BAD, BOLD, GOOD, PLAIN, Page, counted, paint};
use crate::workshop::{Workshop, corpus_named};
use domain::{CorpusName, Credibility};
use engine::corpus::Ingested;
use serde_json::json;
use sources::{Options, Weighing};

/// Things left out that are named one by one.
const SKIPPED_SHOWN_MAX: usize = 10;

/// Brings files in and says what became of them.
pub fn run(app: &App, arguments: &Arguments) -> Result<Outcome, Failure> {
    let corpus = arguments.corpus.as_deref().map_or_else(|| Ok(CorpusName::library()), corpus_named)?;
    if let Some(missing) = arguments.paths.iter().find(|path| !path.exists()) {
        return Err(Failure::usage(format!("{} does not exist", missing.display()), "Name files or directories that do."));
    }
    let declared = Credibility::new(arguments.credibility)
        .ok_or_else(|| Failure::usage(format!("{} is no credibility", arguments.credibility), "Give a number from 0 to 1."))?;
    let weighing = if arguments.by_address { Weighing::Registry } else { Weighing::Declared };
    let workshop = Workshop::open(app)?;
    let options = Options { declared, weighing, ..workshop.chosen(&corpus) };
    let watch = Stopwatch::start();
    let ingested = workshop.ingest(&arguments.paths, &options)?;
    let seconds = watch.elapsed().as_secs_f64();
    if app.is_json {
        app.print_json(&object(&ingested, &corpus, seconds))?;
    } else {
        app.print(page(&ingested, &corpus, seconds))?;
    }
    match taken(&ingested) {
        0 => Err(Failure::new("nothing could be taken in", "Give text, Markdown, HTML, PDF, CSV or JSONL files.")),
        _ => Ok(Outcome::Done),
    }
}

fn taken(ingested: &Ingested) -> u64 {
    ingested.new + ingested.same + ingested.replaced + ingested.duplicates
}

fn page(ingested: &Ingested, corpus: &CorpusName, seconds: f64) -> Page {
    let mut page = Page::for_stdout();
    let Ingested { new, same, replaced, duplicates, sentences, .. } = ingested;
    let rate = taken(ingested) as f64 / seconds.max(0.001);
    let counts = [(*new, "new"), (*replaced, "replaced"), (*same, "there already"), (*duplicates, "said twice")];
    let counts: Vec<String> = counts.iter().filter(|(n, _)| *n > 0).map(|(n, word)| format!("{n} {word}")).collect();
    if !counts.is_empty() {
        page.hanging(format!("{} ", paint(GOOD, "✓")), PLAIN, &format!("{corpus}: {}", counts.join(", ")));
        let told = counted(*sentences as usize, "sentence", "sentences");
        page.line(format_args!("  {told} in {seconds:.1} s, {rate:.0} documents a second"));
        if ingested.near_duplicates > 0 {
            let told = "tell nearly word for word what another tells, and count once";
            page.line(format_args!("  {} of them {told}", ingested.near_duplicates));
        }
    }
    if ingested.skipped.is_empty() {
        return page;
    }
    page.gap();
    page.line(paint(BOLD, format!("{} left out", ingested.skipped.len())));
    for skipped in ingested.skipped.iter().take(SKIPPED_SHOWN_MAX) {
        page.hanging(format!("{} ", paint(BAD, "✗")), PLAIN, &skipped.to_string());
    }
    let more = ingested.skipped.len().saturating_sub(SKIPPED_SHOWN_MAX);
    if more > 0 {
        page.line(format_args!("  and {more} more: --json lists all"));
    }
    page
}

fn object(ingested: &Ingested, corpus: &CorpusName, seconds: f64) -> serde_json::Value {
    let skipped =
        |one: &sources::Skipped| json!({"path": one.path, "line": one.line, "code": one.why.code(), "why": one.why.to_string()});
    json!({
        "corpus": corpus,
        "new": ingested.new,
        "same": ingested.same,
        "replaced": ingested.replaced,
        "duplicates": ingested.duplicates,
        "near_duplicates": ingested.near_duplicates,
        "sentences": ingested.sentences,
        "bytes": ingested.bytes,
        "skipped": ingested.skipped.iter().map(skipped).collect::<Vec<_>>(),
        "seconds": seconds,
    })
}
