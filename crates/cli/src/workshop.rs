//! Where the concrete parts are put together: store, models, index, clock and engine.

use crate::app::App;
use crate::clock::{Dice, WallClock};
use crate::counsel;
use crate::failure::{Failure, OrNext as _};
use crate::looked::{By, Looked};
use crate::models::Shelf;
use crate::notes;
use crate::place::make_private;
use crate::shift::Shift;
use crate::watch::Watcher;
use domain::{Check, CheckId, CorpusName, Profile, SubmitterId};
use engine::corpus::{Ingested, OF_PATH};
use engine::intake::Gate;
use engine::jobs::Workers;
use engine::oversight::{REASSESS, Reassessing, accounted};
use engine::registry::believed;
use engine::verify::{Asked, Counsellor, Question, Reach, Replay};
use engine::{Corpus, Engine, EngineError, Office, Parts, StoredCheck};
use sources::Options;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use store_sqlite::SqliteStore;
use tokio::runtime::Runtime;

/// The database file in the data directory.
pub const DATABASE: &str = "probity.db";
/// The directory of the search indexes.
pub const INDEX: &str = "index";
/// An operator's own rules of intake; while we run, they are read again whenever they change.
const INTAKE_RULES: &str = "intake-rules.toml";
/// The rules that are to take their place: they see everything and refuse nothing.
const INTAKE_RULES_SHADOW: &str = "intake-rules.shadow.toml";
/// Corpora that are named where one is missing.
const CORPORA_SHOWN_MAX: usize = 10;

/// An engine with everything it needs, and somebody watching it.
pub struct Workshop {
    engine: Engine,
    store: Arc<SqliteStore>,
    runtime: Runtime,
    watcher: Watcher,
    data: PathBuf,
}

impl Workshop {
    /// Opens the data directory, making it when it is not there, and loads the models.
    pub fn open(app: &App) -> Result<Self, Failure> {
        Self::open_at(app, app.place.data.clone(), None)
    }

    /// Opens another directory like [`Workshop::open`]; with a memory, what the judges said before is not asked again.
    pub fn open_at(app: &App, data: PathBuf, memory: Option<&Path>) -> Result<Self, Failure> {
        make_private(&data)?;
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .enable_all()
            .build()
            .or_next("no threads could be started", "Close some programs and run it again.")?;
        let spinner = app.progress.spin("loading the models");
        let locations = Shelf::at(&app.place).locations()?;
        let next = "Run `probity models verify` to see which file it is, and `probity models fetch` to get it again.";
        let mut models = infer::Models::open(&locations).or_next("the models cannot be used", next)?;
        drop(spinner);
        if let Some(dir) = memory {
            let memory = infer::Memory::open(dir, &models.hashes().cross_encoder)
                .or_next("what was read before cannot be used", "Name another directory for --remember.")?;
            models.cross_encoder = models.cross_encoder.remembering(Arc::new(memory));
        }
        let store = runtime.block_on(SqliteStore::open(&data.join(DATABASE))).map_err(|error| told(error.into()))?;
        let gate = gate(&data)?;
        let store = Arc::new(store);
        let registry = runtime.block_on(believed(&*store)).map_err(told)?;
        let engine = Engine::new(Parts {
            store: Arc::clone(&store) as _,
            models: Arc::new(models),
            policy: app.settings.policy.clone(),
            clock: Arc::new(WallClock),
            index_dir: data.join(INDEX),
        })
        .with_gate(gate)
        .believing(Arc::new(registry));
        let engine = match counsel::reader(app, runtime.handle())? {
            Some(reader) => engine.reading_with(reader),
            None => engine,
        };
        Ok(Self { engine, store, runtime, watcher: Watcher::start(app.progress.clone()), data })
    }

    /// Gives the engine a language model to ask, where there is one.
    #[must_use]
    pub fn counselled(self, counsellor: Option<Counsellor>) -> Self {
        match counsellor {
            Some(counsellor) => Self { engine: self.engine.with_counsellor(counsellor), ..self },
            None => self,
        }
    }

    /// Returns the engine, for what needs nothing else.
    pub fn engine(&self) -> &Engine {
        &self.engine
    }

    /// Returns who watches, for work that reports how far it is.
    pub fn watcher(&self) -> &Watcher {
        &self.watcher
    }

    /// Answers a question of somebody from a corpus and, where there is a reach and that does not suffice, from the web. What
    /// is refused waits for review.
    pub fn check(
        &self,
        submitter: &SubmitterId,
        asked: Asked,
        corpus: CorpusName,
        reach: Option<&Reach>,
    ) -> Result<Check, Failure> {
        let (id, is_article) = (Dice.check_id(&WallClock), matches!(asked, Asked::Article(_)));
        let profile = if reach.is_some() { Profile::OpenWeb } else { Profile::ClosedCorpus };
        let question = Question { id, asked, corpus, profile, is_hurried: false };
        let along = |stored: &StoredCheck| accounted(stored, submitter, is_article);
        self.run(self.engine.check_along(&question, reach, &self.watcher, along))
    }

    /// Assesses what was refused and whose bypass was approved since, and returns how much that was.
    pub fn reassess(self) -> Result<u64, Failure> {
        let Self { engine, runtime, store, watcher, data } = self;
        let office = Arc::new(Office::new(store, Arc::new(WallClock), Arc::new(Dice)));
        let _shift = runtime.block_on(Shift::begin(&office, &data))?;
        let engine = Arc::new(OnceLock::from(Arc::new(engine)));
        let workers = Workers::new(office, 1).with(REASSESS, Arc::new(Reassessing::new(engine)));
        let done = runtime.block_on(workers.run_out());
        watcher.rest();
        Ok(done)
    }

    /// Brings documents into a corpus, with their vectors.
    pub fn ingest(&self, paths: &[PathBuf], options: &Options) -> Result<Ingested, Failure> {
        self.run(async {
            let ingested = self.engine.ingest(paths, options, &self.watcher).await?;
            self.engine.fill_vectors(&options.corpus, &self.watcher).await?;
            Ok(ingested)
        })
    }

    /// How documents are read that somebody chose, with the registry that holds here.
    pub fn chosen(&self, corpus: &CorpusName) -> Options {
        Options { registry: Arc::clone(self.engine.registry()), ..Options::closed(corpus.clone()) }
    }

    /// Recomputes a stored check.
    pub fn replay(&self, id: CheckId, with_models: bool) -> Result<Replay, Failure> {
        self.run(self.engine.replay(id, with_models))
    }

    /// Decides where to look: the directory or corpus that was named, else the library when it holds something, else the
    /// starter notes.
    pub fn corpus(&self, named: Option<&str>) -> Result<Looked, Failure> {
        let looked = self.caught_up(named)?;
        if let By::Path(path) = &looked.by
            && self.count(&looked.corpus)? == 0
        {
            return Err(nothing_in(path));
        }
        Ok(looked)
    }

    fn caught_up(&self, named: Option<&str>) -> Result<Looked, Failure> {
        let looked = self.chosen_corpus(named)?;
        self.run(self.engine.catch_up(&looked.corpus, &self.watcher))?;
        Ok(looked)
    }

    fn chosen_corpus(&self, named: Option<&str>) -> Result<Looked, Failure> {
        match named {
            // A bare name that is a corpus is that corpus; `./notes` is the directory.
            Some(CorpusName::NOTES) => Ok(Looked { corpus: self.notes()?, by: By::Name }),
            Some(named) if corpus_named(named).is_ok_and(|corpus| self.count(&corpus).is_ok_and(|count| count > 0)) => {
                Ok(Looked { corpus: corpus_named(named)?, by: By::Name })
            }
            Some(named) if Path::new(named).exists() => {
                Ok(Looked { corpus: self.corpus_at(Path::new(named))?, by: By::Path(PathBuf::from(named)) })
            }
            // Whoever names the library may not have filled it yet.
            Some(CorpusName::LIBRARY) => Ok(Looked { corpus: CorpusName::library(), by: By::Name }),
            Some(named) => Err(unknown(named, &self.corpora()?)),
            None if self.count(&CorpusName::library())? > 0 => Ok(Looked { corpus: CorpusName::library(), by: By::Custom }),
            None => Ok(Looked { corpus: self.notes()?, by: By::Custom }),
        }
    }

    /// Decides where to look before the web is asked: like [`Workshop::corpus`], but what was named may be empty, and without
    /// the starter notes, which are no source of record beside published pages.
    pub fn corpus_beside_web(&self, named: Option<&str>) -> Result<Looked, Failure> {
        match named {
            Some(_) => self.caught_up(named),
            None => Ok(Looked { corpus: CorpusName::library(), by: By::Name }),
        }
    }

    fn corpus_at(&self, path: &Path) -> Result<CorpusName, Failure> {
        let next = "Name a directory or file that can be read, or a corpus that was ingested.";
        let path = path.canonicalize().or_next(format!("{} cannot be opened", path.display()), next)?;
        let corpus = engine::corpus::corpus_of_path(&path);
        self.ingest(&[path], &self.chosen(&corpus))?;
        Ok(corpus)
    }

    /// Brings the starter notes in when they are not there, or when this binary carries others.
    fn notes(&self) -> Result<CorpusName, Failure> {
        let brought = self.runtime.block_on(notes::bring_in(&self.engine, &self.data, &self.watcher));
        self.watcher.rest();
        brought.map(|()| CorpusName::notes())
    }

    fn count(&self, corpus: &CorpusName) -> Result<u64, Failure> {
        self.run(async { Ok(self.engine.store().count_documents(corpus).await?) })
    }

    fn corpora(&self) -> Result<Vec<Corpus>, Failure> {
        self.run(async { Ok(self.engine.store().corpora().await?) })
    }

    /// Waits for a piece of work and translates what went wrong with it.
    pub fn run<T>(&self, work: impl Future<Output = Result<T, EngineError>>) -> Result<T, Failure> {
        let done = self.runtime.block_on(work);
        self.watcher.rest();
        done.map_err(told)
    }
}

/// Opens the gate with the operator's rules when there are any, else with ours.
pub fn gate(data: &Path) -> Result<Gate, Failure> {
    let (rules, next) = (data.join(INTAKE_RULES), data.join(INTAKE_RULES_SHADOW));
    if !rules.exists() {
        return Ok(Gate::built_in().shadowed_by(&next));
    }
    let mend = "Run `probity intake rules check FILE` until it is content, or remove the file to use the built-in rules.";
    let gate = Gate::following(&rules).map_err(|error| Failure::usage(error, mend))?;
    Ok(gate.shadowed_by(&next))
}

/// Reads a corpus name from the command line.
pub fn corpus_named(name: &str) -> Result<CorpusName, Failure> {
    let what = format!("{name:?} is neither a path nor a corpus name");
    let next = "Corpus names are lower-case letters, digits, hyphens, dots and underscores, like my-notes.";
    CorpusName::new(name).ok_or_else(|| Failure::usage(what, next))
}

/// What was named is no path and no corpus: says which corpora there are.
fn unknown(named: &str, corpora: &[Corpus]) -> Failure {
    let names: Vec<&str> = corpora.iter().map(|corpus| corpus.name.as_str()).filter(|name| !name.starts_with(OF_PATH)).collect();
    let shown = names.iter().take(CORPORA_SHOWN_MAX).copied().collect::<Vec<_>>().join(", ");
    let next = match names.len() {
        0 => "Name a directory that exists, or make a corpus with `probity ingest PATH --corpus NAME`.".to_owned(),
        1..=CORPORA_SHOWN_MAX => format!("Name a directory that exists, or one of the corpora: {shown}."),
        _ => format!("Name a directory that exists, or a corpus like {shown}; `probity corpus list` shows them all."),
    };
    Failure::usage(format!("there is neither a directory nor a corpus called {named}"), next)
}

/// What was named is there and has nothing to look in.
fn nothing_in(path: &Path) -> Failure {
    let next =
        "Name one with text, Markdown, HTML, PDF, CSV or JSONL in it; `probity ingest PATH` says what is left out and why.";
    Failure::new(format!("{} holds no documents that can be read", path.display()), next)
}

/// Translates an engine's error: its sentence says what happened and, behind the last colon, what to do.
pub fn told(error: EngineError) -> Failure {
    let is_usage = matches!(
        error,
        EngineError::Overruling(_)
            | EngineError::EmptyClaim
            | EngineError::ClaimTooLong { .. }
            | EngineError::ArticleTooLong { .. }
            | EngineError::NotText
    );
    let text = error.to_string();
    let (what, next) = match (&error, text.rsplit_once(": ")) {
        (EngineError::Malformed { .. }, _) => (text.as_str(), "Correct that line, or leave it out, and run it again."),
        (EngineError::Unreadable { .. }, _) => (text.as_str(), "Name a file that exists and can be read."),
        (EngineError::Stopped, _) => ("stopped", "What was brought in is kept; the same command goes on from there."),
        (_, Some((what, next))) => (what, next),
        (_, None) => {
            (text.as_str(), "Run it again; if it stays, `probity config check` and `probity models verify` may tell more.")
        }
    };
    let next = sentence(next);
    if is_usage { Failure::usage(what, next) } else { Failure::new(what, next) }
}

/// Returns a phrase as a sentence: with a capital and a full stop.
pub fn sentence(phrase: &str) -> String {
    let mut characters = phrase.chars();
    let first: String = characters.next().into_iter().flat_map(char::to_uppercase).collect();
    let rest = characters.as_str().trim_end_matches('.');
    format!("{first}{rest}.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_engines_error_becomes_what_happened_and_what_to_do() {
        let failure = told(EngineError::EmptyClaim);
        assert_eq!(failure, Failure::usage("the claim is empty", "Write a statement to check."));
        let full = told(EngineError::Store(store::StoreError::Full));
        assert_eq!(full, Failure::new("the disk is full", "Free some space and run the same command again."));
    }

    #[test]
    fn what_is_neither_a_path_nor_a_corpus_is_told_with_the_corpora_that_are() {
        let corpus = |name: &str| Corpus { name: CorpusName::new(name).unwrap(), documents: 1 };
        let corpora = [corpus("dir-reports-2eee008a6fb4"), corpus("library"), corpus("notes")];
        let what = "there is neither a directory nor a corpus called ./nodir";
        let next = "Name a directory that exists, or one of the corpora: library, notes.";
        assert_eq!(unknown("./nodir", &corpora), Failure::usage(what, next));
        let made = "Name a directory that exists, or make a corpus with `probity ingest PATH --corpus NAME`.";
        assert_eq!(unknown("./nodir", &corpora[..1]), Failure::usage(what, made));
        let many: Vec<Corpus> = (0..12).map(|number| corpus(&format!("c{number}"))).collect();
        let next = "Name a directory that exists, or a corpus like c0, c1, c2, c3, c4, c5, c6, c7, c8, c9; `probity corpus list` \
                    shows them all.";
        assert_eq!(unknown("./nodir", &many), Failure::usage(what, next));
        assert!(engine::corpus::corpus_of_path(Path::new("reports")).as_str().starts_with(OF_PATH));
    }

    #[test]
    fn a_corpus_has_a_plain_name() {
        assert!(corpus_named("my-notes").is_ok());
        assert_eq!(corpus_named("No Such Dir/").unwrap_err().code(), 2);
    }
}
