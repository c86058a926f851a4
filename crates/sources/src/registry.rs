//! What a web source is worth before it is read (decision X3).
//!
//! The data live in `registry/sources.toml`; an operator lays a file of the same layout over them. Hosts are walked label
//! by label from the whole name towards the top, because the public suffix list counts `wordpress.com` as a suffix.

use domain::{Credibility, Digest, DocumentKind, Worth, digest_of};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, LazyLock};
use url::{Host, Url};

const BUILT_IN: &str = include_str!("../../../registry/sources.toml");
/// Tier of what an operator placed.
const OPERATOR: &str = "operator";
/// Version of what the registry's fingerprint is taken over.
const DIGEST_VERSION: u32 = 1;

/// Tiers of sources, and the rules for what no tier names.
#[derive(Debug, Clone, PartialEq)]
pub struct Registry {
    version: u32,
    unknown: Credibility,
    /// By host, the entries of that host: longest path first.
    hosts: BTreeMap<String, Vec<Entry>>,
    suffixes: BTreeMap<String, Entry>,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
struct Entry {
    /// Path segments that an address must begin with; none for the whole host.
    path: Vec<String>,
    tier: String,
    kind: DocumentKind,
    credibility: Credibility,
}

/// What the registry says of an address, and by which rule.
#[derive(Debug, Clone, PartialEq)]
pub struct Standing {
    /// How far the source is to be believed.
    pub credibility: Credibility,
    /// What sort of source it is.
    pub kind: DocumentKind,
    /// Which rule said so.
    pub rule: Rule,
}

/// The rule that placed an address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Rule {
    /// An entry with a path, such as `apnews.com/ap-fact-check`.
    Path {
        /// The entry.
        entry: String,
        /// Its tier.
        tier: String,
    },
    /// An entry for a host and everything below it.
    Host {
        /// The entry.
        entry: String,
        /// Its tier.
        tier: String,
    },
    /// A suffix such as `gov` or `ac.uk`.
    Suffix {
        /// The suffix.
        suffix: String,
        /// Its group.
        tier: String,
    },
    /// Nothing names it.
    Unknown,
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Path { entry, tier } | Self::Host { entry, tier } => write!(f, "{entry} ({tier})"),
            Self::Suffix { suffix, tier } => write!(f, ".{suffix} ({tier})"),
            Self::Unknown => f.write_str("unknown source"),
        }
    }
}

/// Why a registry file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum RegistryError {
    /// Not the layout of a registry.
    #[error("the registry cannot be read: {0}")]
    Malformed(#[from] toml::de::Error),
    /// A domain that is not one.
    #[error("{0:?} in the registry is not a domain like example.org or example.org/path")]
    NotADomain(String),
    /// The same place twice in one file.
    #[error("{0} is named twice in the registry")]
    Twice(String),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    version: Option<u32>,
    unknown: Option<Credibility>,
    #[serde(default)]
    tier: Vec<Tier>,
    #[serde(default)]
    suffix: Vec<Suffix>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Tier {
    name: String,
    kind: DocumentKind,
    credibility: Credibility,
    domains: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Suffix {
    name: String,
    kind: DocumentKind,
    credibility: Credibility,
    suffixes: Vec<String>,
}

impl Registry {
    /// The registry that comes with Probity.
    pub fn built_in() -> Arc<Self> {
        static READ: LazyLock<Arc<Registry>> = LazyLock::new(|| Arc::new(Registry::from_repository()));
        Arc::clone(&READ)
    }

    fn from_repository() -> Self {
        let empty = Self { version: 0, unknown: Credibility::clamped(0.60), hosts: BTreeMap::new(), suffixes: BTreeMap::new() };
        empty.overlaid(BUILT_IN).expect("the registry in the repository is checked by a test")
    }

    /// Lays an operator's file over this registry: its entries replace ours for the same place, the rest stays.
    pub fn overlaid(&self, text: &str) -> Result<Self, RegistryError> {
        let file: File = toml::from_str(text)?;
        let mut whole = self.clone();
        whole.version = file.version.unwrap_or(whole.version);
        whole.unknown = file.unknown.unwrap_or(whole.unknown);
        let mut named = std::collections::BTreeSet::new();
        for tier in &file.tier {
            for domain in &tier.domains {
                let (host, path) = place(domain).ok_or_else(|| RegistryError::NotADomain(domain.clone()))?;
                if !named.insert(domain.to_ascii_lowercase()) {
                    return Err(RegistryError::Twice(domain.clone()));
                }
                let entries = whole.hosts.entry(host).or_default();
                entries.retain(|entry| entry.path != path);
                entries.push(Entry { path, tier: tier.name.clone(), kind: tier.kind, credibility: tier.credibility });
                entries.sort_by_key(|entry| std::cmp::Reverse(entry.path.len()));
            }
        }
        for group in &file.suffix {
            for suffix in &group.suffixes {
                let suffix = suffix.trim_start_matches('.').to_ascii_lowercase();
                let entry =
                    Entry { path: Vec::new(), tier: group.name.clone(), kind: group.kind, credibility: group.credibility };
                whole.suffixes.insert(suffix, entry);
            }
        }
        Ok(whole)
    }

    /// Puts one place where an operator says it belongs.
    pub fn placing(&self, domain: &str, worth: Worth) -> Result<Self, RegistryError> {
        let (host, path) = place(domain).ok_or_else(|| RegistryError::NotADomain(domain.to_owned()))?;
        let mut whole = self.clone();
        let entries = whole.hosts.entry(host).or_default();
        entries.retain(|entry| entry.path != path);
        entries.push(Entry { path, tier: OPERATOR.to_owned(), kind: worth.kind, credibility: worth.credibility });
        entries.sort_by_key(|entry| std::cmp::Reverse(entry.path.len()));
        Ok(whole)
    }

    /// Says what an address is worth. A bare host is accepted too.
    pub fn lookup(&self, address: &str) -> Standing {
        let Some((host, path)) = split(address) else { return self.unknown() };
        for name in parents(&host) {
            let entries = self.hosts.get(name).map_or(&[][..], Vec::as_slice);
            if let Some(entry) = entries.iter().find(|entry| path.starts_with(&entry.path)) {
                let tier = entry.tier.clone();
                let rule = if entry.path.is_empty() {
                    Rule::Host { entry: name.to_owned(), tier }
                } else {
                    Rule::Path { entry: format!("{name}/{}", entry.path.join("/")), tier }
                };
                return Standing { credibility: entry.credibility, kind: entry.kind, rule };
            }
        }
        let suffix = parents(&host).find_map(|name| self.suffixes.get(name).map(|entry| (name, entry)));
        let Some((suffix, entry)) = suffix else { return self.unknown() };
        let rule = Rule::Suffix { suffix: suffix.to_owned(), tier: entry.tier.clone() };
        Standing { credibility: entry.credibility, kind: entry.kind, rule }
    }

    /// Returns the version of the data.
    pub fn version(&self) -> u32 {
        self.version
    }

    /// Returns how many places the tiers name.
    pub fn len(&self) -> usize {
        self.hosts.values().map(Vec::len).sum()
    }

    /// Names no place at all.
    pub fn is_empty(&self) -> bool {
        self.hosts.is_empty()
    }

    /// Returns the fingerprint of everything in it, for the configuration hash.
    pub fn digest(&self) -> Digest {
        digest_of(DIGEST_VERSION, &(self.version, self.unknown, &self.hosts, &self.suffixes))
    }

    fn unknown(&self) -> Standing {
        Standing { credibility: self.unknown, kind: DocumentKind::Unknown, rule: Rule::Unknown }
    }
}

/// `a.b.org`, `b.org`, `org`.
fn parents(host: &str) -> impl Iterator<Item = &str> {
    let rests = host.match_indices('.').map(|(at, _)| &host[at + 1..]);
    std::iter::once(host).chain(rests)
}

/// Splits an entry of the registry into host and path segments.
fn place(domain: &str) -> Option<(String, Vec<String>)> {
    let (host, path) = split(domain)?;
    let is_bare = host.contains('.') && !domain.contains("://");
    is_bare.then_some((host, path))
}

/// Splits an address into its host and the segments of its path, in lower case.
fn split(address: &str) -> Option<(String, Vec<String>)> {
    let address = address.trim();
    let full = if address.contains("://") { address.to_owned() } else { format!("https://{address}") };
    let url = Url::parse(&full).ok()?;
    let Some(Host::Domain(host)) = url.host() else { return None };
    let host = host.trim_end_matches('.').to_ascii_lowercase();
    let path = url.path().split('/').filter(|s| !s.is_empty()).map(str::to_ascii_lowercase).collect();
    Some((host, path))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn worth(address: &str) -> (f64, DocumentKind) {
        let standing = Registry::built_in().lookup(address);
        (standing.credibility.get(), standing.kind)
    }

    #[test]
    fn the_file_in_the_repository_is_sound() {
        let registry = Registry::built_in();
        assert!(registry.len() >= 400, "{}", registry.len());
        assert!(registry.version() >= 1);
    }

    #[test]
    fn the_longest_path_wins() {
        assert_eq!(worth("https://apnews.com/article/x"), (0.90, DocumentKind::News));
        assert_eq!(worth("https://apnews.com/ap-fact-check/moon"), (0.87, DocumentKind::FactCheck));
        assert_eq!(worth("https://apnews.com/ap-fact-checkers"), (0.90, DocumentKind::News));
        assert_eq!(worth("https://www.APNEWS.com:443/AP-fact-check?x=1"), (0.87, DocumentKind::FactCheck));
    }

    #[test]
    fn a_host_stands_for_the_hosts_below_it() {
        assert_eq!(worth("http://news.bbc.co.uk/2/hi/science"), (0.90, DocumentKind::News));
        assert_eq!(worth("bbc.co.uk"), (0.90, DocumentKind::News));
        assert_eq!(worth("https://notbbc.co.uk/"), (0.60, DocumentKind::Unknown));
    }

    #[test]
    fn suffixes_speak_for_governments_and_universities() {
        assert_eq!(worth("https://www.nasa.gov/x"), (0.95, DocumentKind::Primary));
        assert_eq!(worth("https://www.ox.ac.uk"), (0.95, DocumentKind::Academic));
        assert_eq!(worth("https://stats.gov.cn/a"), (0.60, DocumentKind::Primary));
    }

    #[test]
    fn nobody_knows_the_rest() {
        for address in ["https://unknown.example/x", "not an address", "http://127.0.0.1/", "", "http://[::1]/"] {
            let standing = Registry::built_in().lookup(address);
            assert_eq!((standing.credibility.get(), standing.rule), (0.60, Rule::Unknown), "{address}");
        }
    }

    #[test]
    fn an_operator_overrules_one_place_and_leaves_the_rest() {
        let ours = Registry::built_in();
        let theirs = ours
            .overlaid("[[tier]]\nname = \"mine\"\nkind = \"unreliable\"\ncredibility = 0.2\ndomains = [\"bbc.co.uk\", \"own.example/blog\"]")
            .unwrap();
        assert_eq!(theirs.lookup("https://news.bbc.co.uk/").credibility.get(), 0.2);
        assert_eq!(theirs.lookup("https://own.example/blog/1").rule.to_string(), "own.example/blog (mine)");
        assert_eq!(theirs.lookup("https://own.example/about").rule, Rule::Unknown);
        assert_eq!(theirs.lookup("https://apnews.com/"), ours.lookup("https://apnews.com/"));
        assert_ne!(theirs.digest(), ours.digest());
    }

    #[test]
    fn a_bad_file_is_refused_with_a_sentence() {
        let tier = |domains: &str| format!("[[tier]]\nname = \"x\"\nkind = \"news\"\ncredibility = 0.5\ndomains = [{domains}]");
        let refuse = |text: &str| Registry::built_in().overlaid(text).unwrap_err().to_string();
        assert!(refuse(&tier("\"nodots\"")).contains("not a domain"));
        assert!(refuse(&tier("\"a.org\", \"A.org\"")).contains("twice"));
        assert!(refuse("[[tier]]\nname = \"x\"\nkind = \"news\"\ncredibility = 1.5\ndomains = []").contains("not within 0..=1"));
        assert!(refuse("colour = \"red\"").contains("colour"));
    }
}
