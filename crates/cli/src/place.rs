//! Where things are kept on this machine.

use crate::failure::{Failure, OrNext as _};
use std::collections::BTreeMap;
use std::fs::DirBuilder;
use std::path::{Path, PathBuf};

/// The directories of one run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// The database, the search index and the configuration file.
    pub data: PathBuf,
    /// The weights.
    pub models: PathBuf,
    /// What can be made again at any time.
    pub cache: PathBuf,
}

impl Place {
    /// Decides by flag, then by variable, then by the system's custom (XDG base directories).
    pub fn choose(data: Option<&Path>, models: Option<&Path>, environment: &BTreeMap<String, String>) -> Result<Self, Failure> {
        let variable = |name: &str| environment.get(name).filter(|value| !value.is_empty()).map(PathBuf::from);
        let under_home = |rest: &str| {
            let what = "there is no home directory to keep things in";
            variable("HOME")
                .map(|home| home.join(rest))
                .ok_or_else(|| Failure::new(what, "Set HOME, or name the directories with --data DIR and --models DIR."))
        };
        let cache = match variable("XDG_CACHE_HOME") {
            Some(cache) => cache.join("probity"),
            None => under_home(".cache/probity").unwrap_or_else(|_| std::env::temp_dir().join("probity")),
        };
        let data = match (data, variable("PROBITY_DATA"), variable("XDG_DATA_HOME")) {
            (Some(data), ..) => data.to_owned(),
            (None, Some(data), _) => data,
            (None, None, Some(custom)) => custom.join("probity"),
            (None, None, None) => under_home(".local/share/probity")?,
        };
        let models = models.map(Path::to_owned).or_else(|| variable("PROBITY_MODELS")).unwrap_or_else(|| cache.join("models"));
        Ok(Self { data, models, cache })
    }
}

/// Makes a data directory that only its owner may look into, when it is not there: checks are private.
pub fn make_private(data: &Path) -> Result<(), Failure> {
    let next = "Make the directory writable, or choose another one with --data DIR.";
    private_dirs().create(data).or_next(format!("the data directory {} cannot be made", data.display()), next)
}

#[cfg(unix)]
fn private_dirs() -> DirBuilder {
    use std::os::unix::fs::DirBuilderExt as _;
    let mut builder = DirBuilder::new();
    builder.recursive(true).mode(0o700);
    builder
}

#[cfg(not(unix))]
fn private_dirs() -> DirBuilder {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    builder
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choose(data: Option<&str>, variables: &[(&str, &str)]) -> Place {
        let environment = variables.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect();
        Place::choose(data.map(Path::new), None, &environment).unwrap()
    }

    #[test]
    fn a_flag_beats_a_variable_and_a_variable_beats_custom() {
        let variables = [("HOME", "home"), ("PROBITY_DATA", "mine"), ("XDG_DATA_HOME", "share")];
        assert_eq!(choose(Some("here"), &variables).data, Path::new("here"));
        assert_eq!(choose(None, &variables).data, Path::new("mine"));
        assert_eq!(choose(None, &variables[..1]).data, Path::new("home/.local/share/probity"));
        assert_eq!(choose(None, &variables[..1]).models, Path::new("home/.cache/probity/models"));
    }

    #[cfg(unix)]
    #[test]
    fn a_new_data_directory_is_its_owners_alone_and_an_old_one_stays_as_it_is() {
        use std::os::unix::fs::PermissionsExt as _;
        let room = tempfile::tempdir().unwrap();
        let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
        let (fresh, open) = (room.path().join("deep/data"), room.path().join("open"));
        make_private(&fresh).unwrap();
        make_private(&fresh).unwrap();
        assert_eq!(mode(&fresh), 0o700);
        std::fs::create_dir(&open).unwrap();
        std::fs::set_permissions(&open, std::fs::Permissions::from_mode(0o755)).unwrap();
        make_private(&open).unwrap();
        assert_eq!(mode(&open), 0o755, "whoever opened it had a reason");
    }

    #[test]
    fn without_a_home_the_directories_must_be_named() {
        assert!(Place::choose(None, None, &BTreeMap::new()).is_err());
        assert!(Place::choose(Some(Path::new("here")), None, &BTreeMap::new()).is_ok());
    }
}
