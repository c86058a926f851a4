//! Who knows whom. Arrows point down only, and the two lowest floors reach nothing that waits or rolls dice.

use crate::Finding;
use anyhow::Context as _;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

/// What each crate may know, as in ARCHITECTURE.md. `cli` knows everybody.
const MAY_KNOW: [(&str, &[&str]); 13] = [
    ("domain", &[]),
    ("score", &["domain"]),
    ("store", &["domain"]),
    ("store-sqlite", &["domain", "store"]),
    ("store-postgres", &["domain", "store"]),
    ("search", &["domain", "score"]),
    ("infer", &["domain"]),
    ("sources", &["domain"]),
    ("engine", &["domain", "score", "store", "search", "infer", "sources"]),
    ("server", &["domain", "engine"]),
    ("cli", &["domain", "score", "store", "store-sqlite", "store-postgres", "search", "infer", "sources", "engine", "server"]),
    ("e2e", &[]),
    ("xtask", &[]),
];

/// The floors that are arithmetic.
const PURE: [&str; 2] = ["domain", "score"];
/// What they must not reach, with everything that starts with the name and a hyphen.
///
/// `rand` is not among them: seeded generators that the caller brings are fine, and `rules.rs` finds dice of one's own.
const IMPURE: [&str; 6] = ["tokio", "sqlx", "reqwest", "axum", "hyper", "mio"];

/// The packages and the arrows between them, development dependencies left out.
#[derive(Debug, Default)]
pub struct Graph {
    members: BTreeSet<String>,
    arrows: BTreeMap<String, BTreeSet<String>>,
}

#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
    workspace_members: Vec<String>,
    resolve: Resolve,
}

#[derive(Deserialize)]
struct Package {
    id: String,
    name: String,
}

#[derive(Deserialize)]
struct Resolve {
    nodes: Vec<Node>,
}

#[derive(Deserialize)]
struct Node {
    id: String,
    deps: Vec<Arrow>,
}

#[derive(Deserialize)]
struct Arrow {
    pkg: String,
    dep_kinds: Vec<Kind>,
}

#[derive(Deserialize)]
struct Kind {
    kind: Option<String>,
}

impl Graph {
    /// Asks cargo.
    pub fn read(root: &Path) -> anyhow::Result<Self> {
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        // Without the filter, cargo wants the packages of every platform on disk.
        let options = ["metadata", "--format-version", "1", "--offline", "--filter-platform", &host()?];
        let output = Command::new(cargo).args(options).current_dir(root).output()?;
        anyhow::ensure!(output.status.success(), "cargo metadata failed: {}", String::from_utf8_lossy(&output.stderr));
        let metadata: Metadata = serde_json::from_slice(&output.stdout).context("cargo metadata speaks another language")?;
        Ok(Self::of(metadata))
    }

    fn of(metadata: Metadata) -> Self {
        let names: BTreeMap<String, String> = metadata.packages.into_iter().map(|package| (package.id, package.name)).collect();
        let name = |id: &String| names.get(id).unwrap_or(id).clone();
        let mut graph = Self { members: metadata.workspace_members.iter().map(name).collect(), ..Self::default() };
        for node in &metadata.resolve.nodes {
            // `kind` is absent for a normal dependency; those of tests and build scripts do not ship.
            let ships = |arrow: &&Arrow| arrow.dep_kinds.iter().any(|kind| kind.kind.is_none());
            let known = node.deps.iter().filter(ships).map(|arrow| name(&arrow.pkg));
            graph.arrows.entry(name(&node.id)).or_default().extend(known);
        }
        graph
    }

    /// Returns the arrows that point the wrong way, and the impure crates within reach of the pure floors.
    pub fn findings(&self) -> Vec<Finding> {
        self.members.iter().flat_map(|member| self.findings_of(member)).collect()
    }

    fn findings_of(&self, member: &str) -> Vec<Finding> {
        let finding = |advice| Finding { place: format!("crate {member}"), line: 0, advice };
        let Some((_, allowed)) = MAY_KNOW.iter().find(|(name, _)| *name == member) else {
            return vec![finding("has no floor: add it to ARCHITECTURE.md and to MAY_KNOW in xtask/src/graph.rs".to_owned())];
        };
        let known = self.arrows.get(member).into_iter().flatten();
        let upward = known.filter(|name| self.members.contains(*name) && !allowed.contains(&name.as_str()));
        let mut found: Vec<Finding> = upward
            .map(|name| finding(format!("must not know {name}: arrows point down only; move the code or take a trait")))
            .collect();
        if PURE.contains(&member) {
            let impure = self.reach(member).into_iter().filter(|name| is_impure(name));
            found.extend(
                impure.map(|name| finding(format!("reaches {name}: this floor does no I/O, asks no clock, throws no dice"))),
            );
        }
        found
    }

    fn reach<'a>(&'a self, from: &'a str) -> BTreeSet<&'a str> {
        let mut seen = BTreeSet::new();
        let mut open = vec![from];
        while let Some(name) = open.pop() {
            let next = self.arrows.get(name).into_iter().flatten().map(String::as_str);
            open.extend(next.filter(|name| seen.insert(*name)));
        }
        seen
    }
}

/// Returns the platform this compiler builds for.
fn host() -> anyhow::Result<String> {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let told = String::from_utf8(Command::new(rustc).arg("-vV").output()?.stdout)?;
    let host = told.lines().find_map(|line| line.strip_prefix("host: "));
    Ok(host.context("rustc does not name its host")?.to_owned())
}

fn is_impure(name: &str) -> bool {
    IMPURE.iter().any(|impure| name == *impure || name.strip_prefix(impure).is_some_and(|rest| rest.starts_with('-')))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graph(arrows: &[(&str, &[&str])]) -> Vec<String> {
        let members =
            arrows.iter().map(|(name, _)| name.to_string()).filter(|name| MAY_KNOW.iter().any(|(known, _)| known == name));
        let graph = Graph {
            members: members
                .chain(["newcomer".to_owned()].into_iter().filter(|_| arrows.iter().any(|(n, _)| *n == "newcomer")))
                .collect(),
            arrows: arrows
                .iter()
                .map(|(name, known)| (name.to_string(), known.iter().map(ToString::to_string).collect()))
                .collect(),
        };
        graph.findings().iter().map(ToString::to_string).collect()
    }

    #[test]
    fn an_arrow_that_points_up_is_found() {
        let found = graph(&[("domain", &[]), ("store", &["domain", "engine"]), ("engine", &["store"])]);
        assert_eq!(found, ["crate store: must not know engine: arrows point down only; move the code or take a trait"]);
    }

    #[test]
    fn a_pure_floor_reaches_no_runtime_not_even_through_a_guest() {
        let found = graph(&[("domain", &["guest"]), ("guest", &["tokio-util"])]);
        assert_eq!(found.len(), 1);
        assert!(found[0].contains("reaches tokio-util"), "{found:?}");
    }

    #[test]
    fn a_crate_without_a_floor_is_found() {
        assert!(graph(&[("newcomer", &[])])[0].contains("has no floor"));
    }
}
