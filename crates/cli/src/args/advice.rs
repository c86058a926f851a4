//! What to do about a command line that cannot be followed, where its words show what was meant.

use super::Arguments;
use clap::error::{ContextKind, ErrorKind};
use clap::{Command, CommandFactory as _};
use std::ffi::OsString;

/// Returns what to do about a refusal of a command line, where that can be told from its words.
pub fn tip(error: &clap::Error, words: &[OsString]) -> Option<String> {
    let command = Arguments::command();
    let verb = words.iter().skip(1).find_map(|word| command.find_subcommand(word))?;
    match (verb.get_name(), error.kind()) {
        ("check", ErrorKind::UnknownArgument) => unquoted(error, words),
        ("import", ErrorKind::InvalidSubcommand) => kindless(error, verb),
        _ => None,
    }
}

/// A second word behind the claim: the first was all of it, or it is the place to look in.
fn unquoted(error: &clap::Error, words: &[OsString]) -> Option<String> {
    let word = error.get(ContextKind::InvalidArg)?.to_string();
    let has_claim = words.iter().any(|word| word.to_string_lossy().contains(' '));
    let advice = match has_claim {
        true => format!("say where to look with --corpus: `--corpus {word}`"),
        false => "put the claim in quotation marks: `probity check \"Water boils at 100 degrees.\"`".to_owned(),
    };
    (!word.starts_with('-')).then_some(advice)
}

/// A file in the place of its kind. A kind that was misspelt is told by clap.
fn kindless(error: &clap::Error, verb: &Command) -> Option<String> {
    let file = error.get(ContextKind::InvalidSubcommand)?;
    let is_misspelt = error.get(ContextKind::SuggestedSubcommand).is_some();
    let kinds: Vec<&str> = verb.get_subcommands().map(Command::get_name).collect();
    let kinds = kinds.join(", ");
    (!is_misspelt).then(|| format!("say what kind of file it is ({kinds}): `probity import claimreview {file}`"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser as _;

    fn told(words: &[&str]) -> Option<String> {
        let words: Vec<OsString> = words.iter().map(OsString::from).collect();
        tip(&Arguments::try_parse_from(&words).unwrap_err(), &words)
    }

    #[test]
    fn a_claim_without_quotation_marks_is_told_to_have_them() {
        for words in [&["probity", "check", "Water", "is", "wet."][..], &["probity", "--json", "check", "Water", "is"]] {
            assert!(told(words).unwrap().starts_with("put the claim in quotation marks"), "{words:?}");
        }
        let placed = told(&["probity", "check", "Water is wet.", "./notes"]);
        assert_eq!(placed.as_deref(), Some("say where to look with --corpus: `--corpus ./notes`"));
        assert_eq!(told(&["probity", "check", "Water is wet.", "--wet"]), None);
        assert_eq!(told(&["probity", "config", "check", "x"]), None);
    }

    #[test]
    fn a_file_in_the_place_of_its_kind_is_told_the_kinds() {
        let tip = told(&["probity", "import", "cr.json"]).unwrap();
        assert_eq!(tip, "say what kind of file it is (fever, scifact, claimreview): `probity import claimreview cr.json`");
        assert_eq!(told(&["probity", "import", "claimreveiw", "cr.json"]), None);
        assert_eq!(told(&["probity", "imports"]), None);
    }
}
