//! `probity check`: a question in, a verdict out.

use crate::app::App;
use crate::args::Check as Arguments;
use crate::failure::{Failure, OrNext as _, Outcome};
use crate::reach::reach;
use crate::render::{self, Page};
use crate::workshop::Workshop;
use domain::{Check, CorpusName};
use engine::verify::{ARTICLE_BYTES_MAX, Asked, Reach};
use serde::Serialize;
use sources::Options;
use std::io::Read as _;
use std::path::Path;

/// Asks, answers, and tells in the exit code whether anything was answered.
pub fn run(app: &App, arguments: &Arguments) -> Result<Outcome, Failure> {
    if let Some(file) = &arguments.batch {
        return super::batch::run(app, file, arguments);
    }
    let asked = asked(arguments)?;
    // Lines are counted in what people wrote, not in the prose that a page or a document was turned into.
    let lines = matches!(&asked, Asked::Article(_)) && !is_converted(arguments);
    let (Asked::Claim(text) | Asked::Article(text)) = &asked;
    let text = text.clone();
    // What is missing for the web is told before the models are loaded.
    let reach = arguments.web.then(|| reach(&app.settings)).transpose()?;
    let reach = if arguments.fresh { reach.map(Reach::afresh) } else { reach };
    let counsellor = if arguments.judge { Some(crate::counsel::counsellor(&app.environment)?) } else { None };
    let workshop = Workshop::open(app)?.counselled(counsellor);
    let reach = reach.map(|reach| reach.weighing_by(std::sync::Arc::clone(workshop.engine().registry())));
    let looked = match reach {
        None => workshop.corpus(arguments.corpus.as_deref())?,
        Some(_) => workshop.corpus_beside_web(arguments.corpus.as_deref())?,
    };
    let check = workshop.check(&arguments.submitter, asked, looked.corpus.clone(), reach.as_ref())?;
    if arguments.claimreview {
        app.print_json(&engine::exchange::claim_reviews(&check))?;
    } else if app.is_json {
        let text = is_converted(arguments).then_some(text.as_str());
        app.print_json(&Printed { check: &check, text })?;
    } else {
        let mut page = Page::for_stdout();
        let detail = render::Detail { is_explained: arguments.explain, looked: &looked, text: lines.then_some(text.as_str()) };
        render::check(&mut page, &check, detail);
        app.print(page)?;
    }
    Ok(outcome(&check))
}

/// A check as scripts read it.
#[derive(Serialize)]
struct Printed<'a> {
    #[serde(flatten)]
    check: &'a Check,
    /// The prose that a page or a document was turned into, in which its spans count; absent where they count in what was given.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<&'a str>,
}

/// A check is answered when any of its claims is.
fn outcome(check: &Check) -> Outcome {
    let is_answered = check.claims.iter().any(|claim| claim.verdict.is_directional());
    if is_answered { Outcome::Done } else { Outcome::Abstained }
}

fn asked(arguments: &Arguments) -> Result<Asked, Failure> {
    match (&arguments.claim, &arguments.file) {
        (Some(claim), _) if claim == "-" => {
            let text = from_stdin()?;
            // One line is one claim; more is a text with claims in it.
            Ok(if text.trim().lines().count() <= 1 { Asked::Claim(text) } else { Asked::Article(text) })
        }
        (Some(claim), _) if is_file(claim) => {
            let next = format!("Write `probity check --file {claim}` to check every claim in it.");
            Err(Failure::usage(format!("{claim} is a file, not a claim"), next))
        }
        (Some(claim), _) => Ok(Asked::Claim(claim.clone())),
        (None, Some(file)) if file == Path::new("-") => from_stdin().map(Asked::Article),
        (None, Some(file)) => from_file(file).map(Asked::Article),
        (None, None) => {
            Err(Failure::usage("there is nothing to check", "Write `probity check \"a claim in quotes\"`, or --file FILE."))
        }
    }
}

/// What somebody gave as a claim is the name of a file that is there.
fn is_file(claim: &str) -> bool {
    !claim.trim().is_empty() && Path::new(claim).is_file()
}

fn from_stdin() -> Result<String, Failure> {
    let mut bytes = Vec::new();
    let limit = ARTICLE_BYTES_MAX as u64 + 1;
    std::io::stdin().take(limit).read_to_end(&mut bytes).or_next("standard input cannot be read", "Pipe some text into it.")?;
    text_of(bytes, "standard input")
}

/// The file is no plain text, so that its prose is taken out first.
fn is_converted(arguments: &Arguments) -> bool {
    arguments.file.as_deref().is_some_and(has_markup)
}

fn has_markup(path: &Path) -> bool {
    let ending = path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
    matches!(ending.as_str(), "html" | "htm" | "md" | "pdf")
}

/// Reads a text as it is, and a page or a document for the prose in it.
fn from_file(path: &Path) -> Result<String, Failure> {
    let shown = path.display();
    let next = "Name a file that exists and can be read.";
    let unread = |error: std::io::Error| Failure::usage(format!("{shown} cannot be read: {error}"), next);
    let size = std::fs::metadata(path).map_err(unread)?.len();
    if has_markup(path) {
        return prose_of(path);
    }
    if size > ARTICLE_BYTES_MAX as u64 {
        let what = format!("{shown} has {size} bytes, more than the {ARTICLE_BYTES_MAX} that are checked at once");
        return Err(Failure::usage(what, "Split it, or check the part that matters."));
    }
    text_of(std::fs::read(path).map_err(unread)?, &shown.to_string())
}

fn prose_of(path: &Path) -> Result<String, Failure> {
    let mut why = "there is no text in it".to_owned();
    for outcome in sources::documents(path, &Options::closed(CorpusName::library())) {
        match outcome {
            sources::Outcome::Document(document) => return Ok(document.text),
            sources::Outcome::Skipped(skipped) => why = skipped.why.to_string(),
        }
    }
    Err(Failure::usage(format!("{} cannot be checked: {why}", path.display()), "Give a text, Markdown, HTML or PDF file."))
}

fn text_of(bytes: Vec<u8>, origin: &str) -> Result<String, Failure> {
    let what = format!("{origin} is not text");
    let text = String::from_utf8(bytes).map_err(|_| Failure::usage(what, "Give it in UTF-8."))?;
    match text.trim().is_empty() {
        true => Err(Failure::usage(format!("{origin} is empty"), "Give a text with a statement in it.")),
        false => Ok(text),
    }
}
