//! The test bench: a snapshot told as a story, without models.
//!
//! ```ignore
//! Case::new("Copper conducts electricity.")
//!     .open_web()
//!     .page("bbc.com", 0.90, "Copper", "Copper conducts electricity well.", Says::Supports(0.9))
//!     .assess()
//! ```

use domain::{
    Assessment, Basis, Candidate, Claim, Credibility, Digest, DocumentId, DocumentKind, PassageId, Profile, Reading,
    SCHEMA_VERSION, Snapshot, StanceScores, digest_bytes, digest_of,
};
use jiff::civil::Date;
use score::verify::{Policy, assess, parts};

/// What the NLI judge says of a sentence.
#[derive(Debug, Clone, Copy)]
pub enum Says {
    /// It entails the claim with this probability.
    Supports(f64),
    /// It contradicts the claim with this probability.
    Contradicts(f64),
    /// It leaves the claim open.
    Nothing,
    /// Entailment, contradiction and neutral, as given.
    Scores(f64, f64, f64),
}

impl Says {
    fn scores(self) -> StanceScores {
        match self {
            Self::Supports(p) => StanceScores::take(p, 0.2 * (1.0 - p), 0.8 * (1.0 - p)),
            Self::Contradicts(p) => StanceScores::take(0.2 * (1.0 - p), p, 0.8 * (1.0 - p)),
            Self::Nothing => StanceScores::take(0.05, 0.05, 0.90),
            Self::Scores(entailment, contradiction, neutral) => StanceScores::take(entailment, contradiction, neutral),
        }
    }
}

/// One page of the story.
#[derive(Debug, Clone)]
struct Page {
    source: String,
    credibility: f64,
    kind: DocumentKind,
    published: Option<Date>,
    title: String,
    sentences: Vec<String>,
    readings: Vec<(usize, usize, StanceScores)>,
    windows: Vec<(usize, usize, StanceScores)>,
    cosine: f64,
    relevance: Option<f64>,
    graph: f64,
    cluster: Digest,
    is_backfill: bool,
}

/// A claim and what was found about it.
#[derive(Debug, Clone)]
pub struct Case {
    claim: String,
    profile: Profile,
    asked_on: Date,
    pages: Vec<Page>,
}

/// How near a page is to the claim unless the story says otherwise.
const COSINE: f64 = 0.80;

impl Case {
    /// A claim on the open web, asked on the first of June 2026, about which nothing is found yet.
    pub fn new(claim: &str) -> Self {
        Self { claim: claim.to_owned(), profile: Profile::OpenWeb, asked_on: date("2026-06-01"), pages: Vec::new() }
    }

    pub fn open_web(self) -> Self {
        self.profile(Profile::OpenWeb)
    }

    pub fn closed_corpus(self) -> Self {
        self.profile(Profile::ClosedCorpus)
    }

    pub fn profile(mut self, profile: Profile) -> Self {
        self.profile = profile;
        self
    }

    pub fn asked_on(mut self, day: &str) -> Self {
        self.asked_on = date(day);
        self
    }

    /// Adds a page with one sentence, read against the first part of the claim.
    pub fn page(mut self, source: &str, credibility: f64, title: &str, sentence: &str, says: Says) -> Self {
        let cluster = digest_bytes(format!("{source} {} {sentence}", self.pages.len()).as_bytes());
        self.pages.push(Page {
            source: source.to_owned(),
            credibility,
            kind: DocumentKind::News,
            published: None,
            title: title.to_owned(),
            sentences: vec![sentence.to_owned()],
            readings: vec![(0, 0, says.scores())],
            windows: vec![],
            cosine: COSINE,
            relevance: None,
            graph: 0.0,
            cluster,
            is_backfill: false,
        });
        self
    }

    /// The last page has one more sentence, read against the first part.
    pub fn then(mut self, sentence: &str, says: Says) -> Self {
        let page = self.last();
        page.sentences.push(sentence.to_owned());
        page.readings.push((0, page.sentences.len() - 1, says.scores()));
        self
    }

    /// A sentence of the last page was read with those around it too, against the first part.
    pub fn around(mut self, sentence: usize, says: Says) -> Self {
        self.last().windows.push((0, sentence, says.scores()));
        self
    }

    /// The last page is about that part of the claim, counted from zero.
    pub fn on_part(mut self, part: usize) -> Self {
        self.last().readings.iter_mut().for_each(|reading| reading.0 = part);
        self
    }

    pub fn dated(mut self, day: &str) -> Self {
        self.last().published = Some(date(day));
        self
    }

    pub fn kind(mut self, kind: DocumentKind) -> Self {
        self.last().kind = kind;
        self
    }

    /// The last page's cosine to the claim; its fused relevance too unless that is given.
    pub fn cosine(mut self, cosine: f64) -> Self {
        self.last().cosine = cosine;
        self
    }

    pub fn relevance(mut self, relevance: f64) -> Self {
        self.last().relevance = Some(relevance);
        self
    }

    pub fn graph(mut self, graph: f64) -> Self {
        self.last().graph = graph;
        self
    }

    pub fn backfill(mut self) -> Self {
        self.last().is_backfill = true;
        self
    }

    /// The last page is repeated word for word by that many other sites.
    pub fn repeated_by(mut self, sites: usize) -> Self {
        let original = self.last().clone();
        for site in 0..sites {
            self.pages.push(Page { source: format!("copy-{site}.example"), ..original.clone() });
        }
        self
    }

    fn last(&mut self) -> &mut Page {
        self.pages.last_mut().expect("the story has a page to speak of")
    }

    pub fn snapshot(&self) -> Snapshot {
        let part_count = parts(&self.claim).len();
        let readings = self.pages.iter().enumerate().flat_map(|(at, page)| {
            let read = move |is_window: bool| {
                move |&(part, sentence, scores): &(usize, usize, StanceScores)| Reading {
                    candidate: at as u32,
                    subclaim: part as u32,
                    sentence: sentence as u32,
                    is_window,
                    scores,
                }
            };
            page.readings.iter().map(read(false)).chain(page.windows.iter().map(read(true)))
        });
        Snapshot {
            schema_version: SCHEMA_VERSION,
            claim: Claim::whole(&self.claim),
            asked_on: self.asked_on,
            profile: self.profile,
            rarity: domain::Rarity::default(),
            candidates: self.pages.iter().enumerate().map(|(at, page)| page.candidate(at, part_count)).collect(),
            readings: readings.collect(),
            expansion: None,
            counsel: None,
            refusal: None,
            set_aside: vec![],
        }
    }

    pub fn assess(&self) -> Assessment {
        self.assess_with(&Policy::default())
    }

    pub fn assess_with(&self, policy: &Policy) -> Assessment {
        assess(&self.snapshot(), policy)
    }
}

impl Page {
    fn candidate(&self, at: usize, part_count: usize) -> Candidate {
        let near = |part: usize, sentence: usize| {
            let is_read = self.readings.iter().any(|r| r.0 == part && r.1 == sentence);
            Basis::take(if is_read { self.cosine } else { 0.1 })
        };
        let row = |part: usize| (0..self.sentences.len()).map(|sentence| near(part, sentence)).collect();
        Candidate {
            passage: PassageId { document: DocumentId::new(format!("{}/{at:02}", self.source)).expect("a plain id"), ordinal: 0 },
            title: self.title.clone(),
            sentences: self.sentences.clone(),
            first_sentence: 0,
            source: self.source.clone(),
            url: None,
            published: self.published,
            kind: self.kind,
            credibility: Credibility::clamped(self.credibility),
            cluster: self.cluster.clone(),
            lexical: Basis::ZERO,
            semantic: Basis::take(self.cosine),
            relevance: Basis::take(self.relevance.unwrap_or(self.cosine)),
            graph: Basis::take(self.graph),
            similarity: (0..part_count).map(row).collect(),
            is_backfill: self.is_backfill,
        }
    }
}

pub fn date(day: &str) -> Date {
    day.parse().expect("a date like 2026-06-01")
}

/// Returns the defaults with some knobs turned.
pub fn policy(turned: &[(&str, f64)]) -> Policy {
    let mut policy = Policy::default();
    for (name, value) in turned {
        policy.set(name, *value).expect("within the knob's range");
    }
    policy
}

/// Fingerprint of the whole answer over canonical JSON.
pub fn fingerprint(assessment: &Assessment) -> Digest {
    digest_of(SCHEMA_VERSION, assessment)
}

/// Fingerprint of the answer without its ledger, which echoes inputs that may not have mattered.
pub fn fingerprint_of_outcome(assessment: &Assessment) -> Digest {
    let mut outcome = assessment.clone();
    outcome.trace = domain::Trace::new("");
    fingerprint(&outcome)
}
