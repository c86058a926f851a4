//! Answers that people overturned, as rows to train the judge with (decision S4-14).
//!
//! A correction says of one claim of a stored check what would have been right. Where its direction is another, each sentence on
//! target in which the judge heard another side, or none, becomes a row that `training/train.py` takes as it is.

use super::BATCH_CLAIMS_MAX;
use crate::eval::rows;
use crate::verify::policy_of;
use crate::{Engine, EngineError, StoredCheck};
use domain::{Assessment, CheckId, Direction, Reading, Snapshot, Stance, Verdict};
use jiff::civil::Date;
use score::verify::{Inside, Piece, Policy, conclude, overall, premise, stance_of, voices};
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroUsize;
use std::path::Path;

/// What the rows say of where they come from.
const SOURCE: &str = "overturned";

/// What the corrections of a file come to.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Lessons {
    /// A row for each pair of sentence and statement that was misread.
    pub rows: Vec<Value>,
    /// Claims that came out another way than is right.
    pub overturned: usize,
    /// Claims that came out right.
    pub upheld: usize,
    /// Claims whose right verdict does not say how a sentence should have been read.
    pub unlabelled: usize,
    /// Checks of which nothing is left, and the day each was erased.
    pub erased: BTreeMap<CheckId, Date>,
}

impl Engine {
    /// Compares stored answers with the corrections of a file. An erased check is passed over; any other correction that cannot
    /// be followed is an error with its line.
    pub async fn lessons(&self, path: &Path) -> Result<Lessons, EngineError> {
        let mut lessons = Lessons::default();
        let mut seen = BTreeMap::new();
        for Correction { line, check, number, right } in corrections(path)? {
            let wrong = |why: String| EngineError::Malformed { path: path.into(), line, why };
            let stored = match self.stored(check).await {
                Ok(stored) => stored,
                Err(EngineError::Erased { id, on }) => {
                    lessons.erased.insert(id, on);
                    continue;
                }
                Err(EngineError::UnknownCheck(id)) => return Err(wrong(format!("there is no check {id}"))),
                Err(error) => return Err(error),
            };
            let place = place(number, stored.check.claims.len()).map_err(wrong)?;
            if let Some(before) = seen.insert((check, place), line) {
                return Err(wrong(format!("this claim is corrected on line {before} too")));
            }
            tokio::task::block_in_place(|| lessons.learn(&stored, place, right));
        }
        Ok(lessons)
    }
}

impl Lessons {
    fn learn(&mut self, stored: &StoredCheck, place: usize, right: Right) {
        if right.is_met_by(&stored.check.claims[place]) {
            self.upheld += 1;
            return;
        }
        let Some(direction) = right.direction() else {
            self.unlabelled += 1;
            return;
        };
        self.overturned += 1;
        self.rows.extend(misread(stored, place, stance(direction)));
    }
}

/// What would have been right of one claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Correction {
    /// The line it stands on, counted from one.
    line: usize,
    check: CheckId,
    /// Which claim of the check, counted from one.
    number: Option<NonZeroUsize>,
    right: Right,
}

/// What is right, in either vocabulary.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Right {
    Verdict(Verdict),
    Direction(Direction),
}

impl Right {
    /// Reads a word as people and spreadsheets write it: `true`, `TRUE`, `Mostly true`.
    fn read(word: &str) -> Option<Self> {
        let word = word.trim().to_lowercase().replace([' ', '-'], "_");
        let direction =
            || [Direction::Supports, Direction::Contradicts, Direction::None].into_iter().find(|d| d.to_string() == word);
        let verdict = Verdict::ALL.into_iter().find(|verdict| verdict.as_str() == word);
        verdict.map(Self::Verdict).or_else(|| direction().map(Self::Direction))
    }

    /// Which way the evidence should have been read. Nothing for verdicts that tell it of no single sentence: of what is half true
    /// some sentences deny a part and others bear one out, and what is misleading or outdated may be borne out by all of them.
    fn direction(self) -> Option<Direction> {
        match self {
            Self::Direction(direction) => Some(direction),
            Self::Verdict(Verdict::True | Verdict::MostlyTrue) => Some(Direction::Supports),
            Self::Verdict(Verdict::False | Verdict::MostlyFalse | Verdict::Exaggerated) => Some(Direction::Contradicts),
            Self::Verdict(Verdict::InsufficientEvidence | Verdict::Unverifiable) => Some(Direction::None),
            Self::Verdict(_) => None,
        }
    }

    /// The answer is this very verdict, or points this way.
    fn is_met_by(self, answer: &Assessment) -> bool {
        self == Self::Verdict(answer.verdict) || self.direction() == Some(answer.direction)
    }
}

/// A correction as it is written; other fields are passed over, so that a line of `check --batch --json` needs only `right`.
#[derive(Debug, Deserialize)]
struct Row {
    check: String,
    #[serde(default)]
    number: Option<NonZeroUsize>,
    right: String,
}

impl Row {
    fn correction(&self, line: usize) -> Result<Correction, String> {
        let check = self.check.trim().parse().map_err(|_| format!("{:?} is not the id of a check", self.check))?;
        let right = Right::read(&self.right)
            .ok_or_else(|| format!("{:?} is neither a verdict nor supports, contradicts or none", self.right))?;
        Ok(Correction { line, check, number: self.number, right })
    }
}

/// Reads the corrections of a file, in order. The ending of its name says how: `.csv`, `.tsv` or `.jsonl`, also packed.
fn corrections(path: &Path) -> Result<Vec<Correction>, EngineError> {
    let name = path.file_name().map(|name| name.to_string_lossy().to_lowercase()).unwrap_or_default();
    let wrong = |line: usize, why: String| EngineError::Malformed { path: path.into(), line, why };
    let written: Vec<(usize, Row)> = match name.trim_end_matches(".gz").rsplit('.').next() {
        Some("jsonl" | "ndjson") => rows::numbered_json_lines(path, None)?,
        Some("csv") => rows::numbered_table(path, b',')?,
        Some("tsv") => rows::numbered_table(path, b'\t')?,
        _ => return Err(wrong(1, "a file of corrections ends in .csv, .tsv or .jsonl".to_owned())),
    };
    if let Some((line, _)) = written.get(BATCH_CLAIMS_MAX) {
        return Err(wrong(*line, "the file has more than 100,000 corrections: split it".to_owned()));
    }
    written.iter().map(|(line, row)| row.correction(*line).map_err(|why| wrong(*line, why))).collect()
}

/// Which of so many claims is meant, counted from zero. A check of one claim needs no number; of several none is guessed.
fn place(number: Option<NonZeroUsize>, claims: usize) -> Result<usize, String> {
    match number.map(NonZeroUsize::get) {
        None if claims > 1 => Err(format!("this check has {claims} claims: say which by its number")),
        None if claims == 1 => Ok(0),
        Some(number) if number <= claims => Ok(number - 1),
        _ => Err(match claims {
            0 => "this check has no claim".to_owned(),
            1 => "this check has one claim".to_owned(),
            several => format!("this check has {several} claims"),
        }),
    }
}

/// A row for each reading on target in which the judge heard something else than is right.
fn misread(stored: &StoredCheck, place: usize, right: Stance) -> Vec<Value> {
    let Some(snapshot) = stored.snapshots.get(place) else { return Vec::new() };
    // Settings of another version say nothing about what is on target by the rules of this one.
    let policy = policy_of(stored).unwrap_or_default();
    let inside = conclude(snapshot, &policy);
    let on_target = on_target(snapshot, &inside, &policy);
    let parts = inside.claim.parts.len();
    // All parts of a true claim are true. A false or open one may have one such part, and nobody said which.
    let is_known = |at: usize| right == Stance::Supports || parts == 1 || at >= parts;
    let is_lesson = |reading: &&Reading| {
        let at = reading.subclaim as usize;
        !reading.is_window && is_known(at) && on_target.contains(&spot(reading)) && stance_of(&reading.scores).0 != right
    };
    let row = |reading: &Reading| {
        let candidate = snapshot.candidates.get(reading.candidate as usize)?;
        let (_, hypothesis) = inside.claim.asked_at(reading.subclaim as usize)?;
        Some(json!({
            "premise": premise(candidate, reading.sentence as usize, reading.is_window),
            "hypothesis": hypothesis,
            "label": label(right),
            "source": SOURCE,
            "check": stored.check.id,
            "number": place + 1,
            "config_hash": stored.check.config_hash,
            "scores": reading.scores,
        }))
    };
    snapshot.readings.iter().filter(is_lesson).filter_map(row).collect()
}

/// A sentence of a passage, and the statement it was read against.
type Spot = (usize, usize, usize);

fn spot(reading: &Reading) -> Spot {
    (reading.candidate as usize, reading.subclaim as usize, reading.sentence as usize)
}

/// Where the judge read what speaks of the claim. A passage that a nearer one showed to speak of a neighbour does not, a copy of
/// another says nothing of its own, and where a fact-check gives its rating it is not the judge who is heard.
fn on_target(snapshot: &Snapshot, inside: &Inside, policy: &Policy) -> BTreeSet<Spot> {
    let counted = inside.pieces.iter().chain(&inside.whole).filter(|piece| piece.on_target);
    let passages: BTreeSet<(usize, usize)> = counted.map(|piece| (piece.candidate, piece.part)).collect();
    let counts = |piece: &Piece| piece.on_target && piece.rating.is_none() && passages.contains(&(piece.candidate, piece.part));
    let of_parts = voices(&inside.claim, snapshot, &inside.ranked, policy);
    let of_whole = overall(&inside.claim, snapshot, &inside.ranked, policy);
    let all = of_parts.into_iter().chain(of_whole).map(|(_, piece)| piece);
    all.filter(counts).map(|piece| (piece.candidate, piece.part, piece.sentence)).collect()
}

fn stance(direction: Direction) -> Stance {
    match direction {
        Direction::Supports => Stance::Supports,
        Direction::Contradicts => Stance::Contradicts,
        Direction::None => Stance::Neutral,
    }
}

/// A side in the words of those who train.
fn label(stance: Stance) -> &'static str {
    match stance {
        Stance::Supports => "entailment",
        Stance::Contradicts => "contradiction",
        Stance::Neutral => "neutral",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::{
        Basis, Candidate, Check, Claim, CorpusName, Credibility, DocumentId, DocumentKind, PassageId, Profile, SCHEMA_VERSION,
        StanceScores, Summary, digest_bytes,
    };
    use score::verify::assess;

    const FOR: (f64, f64, f64) = (0.9, 0.02, 0.08);
    const AGAINST: (f64, f64, f64) = (0.02, 0.9, 0.08);
    const SILENT: (f64, f64, f64) = (0.1, 0.1, 0.8);

    /// A check of one claim by the sentences of one page, each with its cosine; readings as statement, sentence and scores.
    fn stored(claim: &str, sentences: &[(&str, f64)], read: &[(u32, u32, (f64, f64, f64))]) -> StoredCheck {
        let mut snapshot = Snapshot::blank(Claim::whole(claim), jiff::civil::date(2026, 11, 15), Profile::ClosedCorpus);
        let near: Vec<Basis> = sentences.iter().map(|(_, cosine)| Basis::take(*cosine)).collect();
        snapshot.candidates = vec![Candidate {
            passage: PassageId { document: DocumentId::new("plant").unwrap(), ordinal: 0 },
            title: "The Lindholm plant".to_owned(),
            sentences: sentences.iter().map(|(text, _)| (*text).to_owned()).collect(),
            first_sentence: 0,
            source: "reports".to_owned(),
            url: None,
            published: None,
            kind: DocumentKind::Unknown,
            credibility: Credibility::clamped(0.8),
            cluster: digest_bytes(b"plant"),
            lexical: Basis::ZERO,
            semantic: Basis::take(0.9),
            relevance: Basis::ONE,
            graph: Basis::ZERO,
            similarity: vec![near; 3],
            is_backfill: false,
        }];
        let reading = |&(subclaim, sentence, (e, c, n)): &(u32, u32, (f64, f64, f64))| Reading {
            candidate: 0,
            subclaim,
            sentence,
            is_window: false,
            scores: StanceScores::take(e, c, n),
        };
        snapshot.readings = read.iter().map(reading).collect();
        let claims = vec![assess(&snapshot, &Policy::default())];
        let check = Check {
            id: CheckId::from_parts(1, [1; 10]),
            asked_at: jiff::Timestamp::UNIX_EPOCH,
            profile: Profile::ClosedCorpus,
            trust_policy_mode: None,
            summary: Summary::of(&claims),
            claims,
            config_hash: digest_bytes(b"config"),
            model_hashes: BTreeMap::new(),
            bypass: None,
            schema_version: SCHEMA_VERSION,
        };
        let config = json!({"policy": Policy::default()});
        StoredCheck { check, text: claim.to_owned(), corpus: CorpusName::library(), snapshots: vec![snapshot], config }
    }

    const COAL: &str = "The Lindholm plant burns coal.";
    const TOLD: (&str, f64) = ("The Lindholm plant burned coal every day of last winter.", 0.85);

    fn taught(stored: &StoredCheck, word: &str) -> Lessons {
        let mut lessons = Lessons::default();
        lessons.learn(stored, 0, Right::read(word).unwrap());
        lessons
    }

    #[test]
    fn each_sentence_on_target_that_was_heard_otherwise_is_a_row() {
        let far = ("Its canteen opens at noon and serves soup.", 0.1);
        let stored = stored(COAL, &[TOLD, far], &[(0, 0, FOR), (0, 1, FOR)]);
        assert_eq!(stored.check.claims[0].direction, Direction::Supports);
        let found = taught(&stored, "false");
        assert_eq!((found.overturned, found.rows.len()), (1, 1), "what is far off was not misread: {:?}", found.rows);
        let row = &found.rows[0];
        assert_eq!(
            (&row["label"], &row["source"], &row["hypothesis"]),
            (&json!("contradiction"), &json!("overturned"), &json!(COAL))
        );
        assert_eq!(row["premise"], premise(&stored.snapshots[0].candidates[0], 0, false));
        assert_eq!((&row["check"], &row["number"]), (&json!(stored.check.id), &json!(1)));
        assert_eq!(
            (&row["config_hash"], &row["scores"]),
            (&json!(digest_bytes(b"config")), &json!(StanceScores::take(0.9, 0.02, 0.08)))
        );
        assert_eq!(taught(&stored, "none").rows[0]["label"], "neutral");
    }

    #[test]
    fn silence_on_target_is_misread_where_something_was_said_and_right_where_nothing_was() {
        let again = ("The Lindholm plant burned coal for years.", 0.85);
        let stored = stored(COAL, &[TOLD, again], &[(0, 0, AGAINST), (0, 1, SILENT)]);
        let found = |right: Stance| -> Vec<String> {
            let heard = |row: &Value| format!("{} {}", row["label"], row["premise"].as_str().unwrap().ends_with(TOLD.0));
            misread(&stored, 0, right).iter().map(heard).collect()
        };
        assert_eq!(found(Stance::Supports), ["\"entailment\" true", "\"entailment\" false"]);
        assert_eq!(found(Stance::Contradicts), ["\"contradiction\" false"]);
        assert_eq!(found(Stance::Neutral), ["\"neutral\" true"]);
    }

    #[test]
    fn what_was_right_teaches_nothing_and_neither_does_half_true() {
        let stored = stored(COAL, &[TOLD], &[(0, 0, FOR)]);
        let right = taught(&stored, "Mostly true");
        assert_eq!((right.upheld, right.overturned, right.rows.len()), (1, 0, 0));
        let half = taught(&stored, "half_true");
        assert_eq!((half.unlabelled, half.overturned, half.rows.len()), (1, 0, 0));
    }

    #[test]
    fn of_a_false_claim_of_several_parts_only_the_whole_is_known_to_be_false() {
        let claim = "The Lindholm plant burns coal and employs 340 people.";
        let both = ("The Lindholm plant burns coal and employs 340 people.", 0.95);
        let read = [(0, 0, FOR), (1, 0, FOR), (2, 0, FOR)];
        let found = taught(&stored(claim, &[both], &read), "false");
        let hypotheses: Vec<&str> = found.rows.iter().filter_map(|row| row["hypothesis"].as_str()).collect();
        assert_eq!(hypotheses, [claim], "{:?}", found.rows);
        let silent = [(0, 0, SILENT), (1, 0, SILENT), (2, 0, SILENT)];
        assert_eq!(misread(&stored(claim, &[both], &silent), 0, Stance::Supports).len(), 3, "all of a true claim is true");
    }

    fn read(name: &str, text: &str) -> Result<Vec<Correction>, String> {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join(name);
        std::fs::write(&path, text).unwrap();
        corrections(&path).map_err(|error| error.to_string())
    }

    #[test]
    fn corrections_are_read_from_tables_and_lines() {
        let id = CheckId::from_parts(1, [1; 10]);
        let table =
            read("c.csv", &format!("check,right,number,note\n{id},FALSE,,\"so, said Ana\"\n{id}, supports ,2\n")).unwrap();
        assert_eq!(table[0], Correction { line: 2, check: id, number: None, right: Right::Verdict(Verdict::False) });
        assert_eq!((table[1].number, table[1].right), (NonZeroUsize::new(2), Right::Direction(Direction::Supports)));
        let batch = json!({"line": 1, "id": null, "check": id, "claim": COAL, "verdict": "true", "right": "none"});
        assert_eq!(read("c.jsonl", &format!("\n{batch}\n")).unwrap()[0].line, 2, "a line of a batch needs only what is right");
    }

    #[test]
    fn a_correction_that_cannot_be_read_is_named_by_its_line() {
        let id = CheckId::from_parts(1, [1; 10]);
        assert!(
            read("c.csv", &format!("check,right\n{id},true\n{id},maybe\n"))
                .unwrap_err()
                .contains("c.csv:3: \"maybe\" is neither")
        );
        assert!(read("c.csv", "check,right\nseven,true\n").unwrap_err().contains("c.csv:2: \"seven\" is not the id"));
        assert!(read("c.jsonl", "{\"check\": \"a\"}\n").unwrap_err().contains("c.jsonl:1: missing field `right`"));
        assert!(read("c.txt", "").unwrap_err().contains("ends in .csv, .tsv or .jsonl"));
    }

    #[test]
    fn of_several_claims_none_is_guessed() {
        assert_eq!((place(None, 1), place(NonZeroUsize::new(3), 3)), (Ok(0), Ok(2)));
        assert!(place(None, 2).unwrap_err().contains("say which by its number"));
        assert!(place(NonZeroUsize::new(2), 1).unwrap_err().contains("has one claim"));
        assert!(place(None, 0).is_err());
    }
}
