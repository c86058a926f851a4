//! The invariants that can be read off the text.

use crate::Finding;
use crate::text::{CodeLine, SourceFile};

/// A file longer than this holds two stories.
const LINES_MAX: usize = 800;
/// Names that say nothing about what is inside.
const DRAWERS: [&str; 7] = ["common", "util", "utils", "helper", "helpers", "misc", "types"];
/// What the arithmetic floors must not say.
const IMPURE_WORDS: [&str; 9] =
    ["std::fs", "std::net", "std::env", "SystemTime", "Instant::now", "Timestamp::now", "thread_rng", "rand::rng", "async fn"];
/// Folders of the pure floors.
const PURE: [&str; 2] = ["crates/domain/src/", "crates/score/src/"];
/// Rooms that judge, and therefore must not know who asks.
const BLIND: [&str; 4] =
    ["crates/engine/src/verify", "crates/engine/src/panel", "crates/score/src/verify", "crates/score/src/panel"];

/// The one room that decides which machines may be visited.
const GATE_ROOM: &str = "crates/sources/src/web/guard.rs";
/// Names of submitters and of their history.
const HISTORY_WORDS: [&str; 3] = ["SubmitterId", "track_record", "TrackRecord"];

/// Checks one file against every rule.
pub fn findings(file: &SourceFile) -> Vec<Finding> {
    let mut found = machine_paths(file);
    if file.is_rust() {
        found.extend(drawers(file));
        found.extend(length(file));
        found.extend(opening(file));
        found.extend(test_excuses(file));
        found.extend(shipped_lines(file));
    }
    found
}

fn at(file: &SourceFile, line: usize, advice: impl Into<String>) -> Finding {
    Finding { place: file.path.clone(), line, advice: advice.into() }
}

/// A path of somebody's machine works nowhere else.
fn machine_paths(file: &SourceFile) -> Vec<Finding> {
    // Put together here, so that this very file passes.
    let roots = ["root/", "home/", "Users/", "work/main", "work/shared"].map(|rest| format!("/{rest}"));
    let names_one = |line: &str| roots.iter().any(|root| starts_a_path(line, root));
    let lines = file.text.lines().enumerate().filter(|(_, line)| names_one(line));
    lines
        .map(|(n, _)| at(file, n + 1, "names a path of one machine: take it from a flag or a variable, or make it relative"))
        .collect()
}

/// Whether the line has `root` where a path would begin, and not in the middle of an address.
fn starts_a_path(line: &str, root: &str) -> bool {
    let is_inner = |c: char| c.is_alphanumeric() || matches!(c, '.' | '-' | '_' | '~' | '}' | '$' | '/');
    line.match_indices(root).any(|(found, _)| !line[..found].chars().next_back().is_some_and(is_inner))
}

fn drawers(file: &SourceFile) -> Option<Finding> {
    let names = file.path.split('/').map(|part| part.trim_end_matches(".rs"));
    let drawer = names.into_iter().find(|name| DRAWERS.contains(name))?;
    Some(at(file, 0, format!("a module called {drawer} is a drawer: name it after the noun it holds")))
}

fn length(file: &SourceFile) -> Option<Finding> {
    let lines = file.text.lines().count();
    (lines > LINES_MAX).then(|| at(file, lines, format!("{lines} lines hold more than one story: split it below {LINES_MAX}")))
}

fn opening(file: &SourceFile) -> Option<Finding> {
    let is_missing = file.path.ends_with("src/lib.rs") && !file.text.starts_with("//!");
    is_missing.then(|| at(file, 1, "a crate opens with //! and says why it exists"))
}

fn test_excuses(file: &SourceFile) -> Vec<Finding> {
    let excuses = ["ignore", "should_panic"].map(|name| format!("#[{name}"));
    let is_excuse = |line: &str| excuses.iter().any(|excuse| line.trim_start().starts_with(excuse.as_str()));
    let lines = file.text.lines().enumerate().filter(|(_, line)| is_excuse(line));
    lines.map(|(n, _)| at(file, n + 1, "a test runs, always, and asserts what it means: remove the attribute")).collect()
}

fn shipped_lines(file: &SourceFile) -> Vec<Finding> {
    if file.is_test() {
        return Vec::new();
    }
    let is_pure = PURE.iter().any(|floor| file.path.starts_with(floor));
    let is_blind = BLIND.iter().any(|room| file.path.starts_with(room));
    let check = |line: CodeLine<'_>| {
        let mut found = Vec::new();
        if line.text.contains(concat!(".unwrap", "()")) {
            found.push("unwrap outside a test: return an error, or expect(\"why it cannot happen\")".to_owned());
        }
        if let Some(word) = IMPURE_WORDS.iter().find(|word| is_pure && line.text.contains(**word)) {
            found.push(format!("{word} on a floor that is arithmetic: let the caller bring it"));
        }
        // Tests visit their own machine through a gate of their own; a second gate that ships would be a hole.
        let is_gate = [concat!(" Gate ", "for "), concat!("::Gate ", "for ")].iter().any(|words| line.text.contains(words));
        if is_gate && file.path != GATE_ROOM {
            found.push(format!("only {GATE_ROOM} decides who may be visited: leave other gates to tests"));
        }
        if let Some(word) = HISTORY_WORDS.iter().find(|word| is_blind && line.text.contains(**word)) {
            found.push(format!("{word}: whoever judges must not know who asks; leave the submitter outside"));
        }
        found.into_iter().map(move |advice| at(file, line.number, advice)).collect::<Vec<_>>()
    };
    file.code().into_iter().flat_map(check).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(path: &str, text: &str) -> Vec<String> {
        findings(&SourceFile { path: path.into(), text: text.into() }).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_finding_names_its_place_and_what_to_do() {
        let found = told("crates/score/src/a.rs", "//! A.\nuse std::fs;\n");
        assert_eq!(found, ["crates/score/src/a.rs:2: std::fs on a floor that is arithmetic: let the caller bring it"]);
        assert!(told("crates/cli/src/a.rs", "use std::fs;\n").is_empty());
    }

    #[test]
    fn unwrap_is_for_tests() {
        let code = concat!("fn a() { b().unwrap", "(); }\n");
        assert_eq!(told("crates/cli/src/a.rs", code).len(), 1);
        assert!(told("crates/cli/tests/a.rs", code).is_empty());
        assert!(told("crates/cli/src/a.rs", &format!("#[cfg(test)]\nmod tests {{\n{code}}}\n")).is_empty());
    }

    #[test]
    fn a_path_of_one_machine_is_found_and_an_address_is_not() {
        let path = ["see /", "home/ana/notes"].concat();
        assert_eq!(told("README.md", &path).len(), 1);
        assert!(told("README.md", "https://example.org/home/page and $HOME/x").is_empty());
    }

    #[test]
    fn drawers_long_files_and_mute_crates_are_found() {
        assert_eq!(told("crates/x/src/utils.rs", "").len(), 1);
        assert_eq!(told("crates/x/src/a.rs", &"\n".repeat(801)).len(), 1);
        assert_eq!(told("crates/x/src/lib.rs", "pub mod a;\n").len(), 1);
    }

    #[test]
    fn whoever_judges_does_not_know_who_asks() {
        assert_eq!(told("crates/engine/src/verify/a.rs", "use domain::SubmitterId;\n").len(), 1);
        assert!(told("crates/engine/src/oversight/a.rs", "use domain::SubmitterId;\n").is_empty());
    }

    #[test]
    fn no_second_gate_to_the_web_is_shipped() {
        let code = concat!("impl Gate ", "for Anything {}\n");
        assert_eq!(told("crates/engine/src/a.rs", code).len(), 1);
        assert!(told("crates/engine/tests/a.rs", code).is_empty());
        assert!(told(GATE_ROOM, code).is_empty());
    }

    #[test]
    fn a_test_has_no_excuse() {
        assert_eq!(told("crates/x/tests/a.rs", &["#[", "ignore]\nfn a() {}\n"].concat()).len(), 1);
    }
}
