//! The `probity` binary: flags, configuration, wiring, and output that people and scripts can read.
//!
//! This is the one place where concrete types meet; every other crate is handed what it needs.

pub mod app;
pub mod args;
pub mod clock;
pub mod command;
pub mod counsel;
pub mod desk;
pub mod failure;
pub mod looked;
pub mod models;
pub mod notes;
pub mod place;
pub mod progress;
pub mod reach;
pub mod records;
pub mod render;
pub mod settings;
pub mod shift;
pub mod watch;
pub mod workshop;

use app::App;
use args::{Arguments, Command};
use clap::Parser as _;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use failure::{Failure, Outcome};
use std::ffi::OsString;
use std::process::ExitCode;

/// Runs one command line and returns the exit code.
pub fn main() -> ExitCode {
    let words = args::as_meant(std::env::args_os());
    let arguments = match Arguments::try_parse_from(&words) {
        Ok(arguments) => arguments,
        Err(error) => return refuse(error, &words),
    };
    match run(&arguments) {
        Ok(outcome) => ExitCode::from(outcome.code()),
        Err(failure) => failure.tell(arguments.general.json),
    }
}

fn run(arguments: &Arguments) -> Result<Outcome, Failure> {
    // The schema describes the file; it must come out even when the file is wrong.
    if let Command::Config(args::Config::Schema) = arguments.command {
        return command::config::schema();
    }
    let mut general = arguments.general.clone();
    if let Command::Eval(_) = arguments.command {
        // `eval TASK --data FILE` shares its word with the directory that every command understands.
        general.data.take_if(|data| data.is_file());
    }
    let app = App::start(&general)?;
    match &arguments.command {
        Command::Check(question) => command::check::run(&app, question),
        Command::Ingest(what) => command::ingest::run(&app, what),
        Command::Corpus(verb) => command::corpus::run(&app, verb),
        Command::Intake(verb) => command::intake::run(&app, verb),
        Command::Replay(which) => command::replay::run(&app, which),
        Command::Eval(task) => command::eval::run(&app, task),
        Command::Agreement(what) => command::agreement::run(&app, what),
        Command::Rejections(verb) => command::rejections::run(&app, verb),
        Command::TrackRecord(whose) => command::track_record::run(&app, whose),
        Command::Aggregate(what) => command::aggregate::run(&app, what),
        Command::Import(what) => command::exchange::import(&app, what),
        Command::Export(what) => command::exchange::export(&app, what),
        Command::Models(verb) => command::models::run(&app, verb),
        Command::Config(verb) => command::config::run(&app, *verb),
        Command::Serve(how) => command::serve::run(&app, how),
        Command::Admin(verb) => command::admin::run(&app, verb),
        Command::Audit(verb) => command::audit::run(&app, verb),
        Command::Backup { file } => command::backup::backup(&app, file),
        Command::Restore { file } => command::backup::restore(&app, file),
        Command::Registry(verb) => command::registry::run(&app, verb),
    }
}

/// Help and version are answers; everything else that clap says is a usage error.
fn refuse(mut error: clap::Error, words: &[OsString]) -> ExitCode {
    let is_answer = matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion);
    let is_json = words.iter().any(|word| word == "--json");
    let tip = args::advice::tip(&error, words);
    if is_json && !is_answer {
        let what = error.to_string();
        let what = what.lines().next().unwrap_or_default().trim_start_matches("error: ").to_owned();
        let next =
            tip.map_or_else(|| "Run `probity --help` to see what may stand here.".to_owned(), |tip| workshop::sentence(&tip));
        return Failure::usage(what, next).tell(true);
    }
    if let Some(tip) = tip {
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
    }
    // Nobody is left to be told when the stream is gone.
    let _ = error.print();
    ExitCode::from(if is_answer { 0 } else { 2 })
}
