//! The configuration file: one `NAME = value` a line, in TOML.

use super::{Origin, Said};
use crate::failure::{Failure, OrNext as _};
use std::path::Path;
use toml::de::{DeTable, DeValue};

/// Largest configuration file that is read.
const FILE_BYTES_MAX: u64 = 1 << 20;

/// Reads what a file says, each value with its line.
pub(super) fn read(path: &Path) -> Result<Vec<Said>, Failure> {
    let shown = path.display();
    let next = "Name an existing file with --config FILE, or leave the flag away to use the defaults.";
    let size = std::fs::metadata(path).or_next(format!("the configuration file {shown} cannot be read"), next)?.len();
    if size > FILE_BYTES_MAX {
        return Err(Failure::usage(format!("{shown} is {size} bytes long, which no configuration file is"), next));
    }
    let text = std::fs::read_to_string(path).or_next(format!("the configuration file {shown} cannot be read"), next)?;
    parse(&text, path)
}

fn parse(text: &str, path: &Path) -> Result<Vec<Said>, Failure> {
    let table = DeTable::parse(text).map_err(|error| {
        let line = error.span().map_or(1, |span| line_of(text, span.start));
        let what = format!("{}:{line}: {}", path.display(), error.message());
        Failure::usage(what, "Write one `NAME = value` a line; `probity config show` lists the names.")
    })?;
    let said = |(name, value): (&toml::Spanned<_>, &toml::Spanned<DeValue<'_>>)| {
        let name: &std::borrow::Cow<'_, str> = name.get_ref();
        let line = line_of(text, value.span().start);
        let origin = Origin::File { path: path.to_owned(), line };
        Said { name: name.to_string(), value: plain(value.get_ref()), origin }
    };
    let mut all: Vec<(usize, Said)> =
        table.get_ref().iter().map(|(name, value)| (value.span().start, said((name, value)))).collect();
    // The order of the file is the order in which its mistakes are told.
    all.sort_by_key(|(at, _)| *at);
    Ok(all.into_iter().map(|(_, said)| said).collect())
}

/// Returns a value as it would be written on the command line; what is no single value fails there with its name.
fn plain(value: &DeValue<'_>) -> String {
    match value {
        DeValue::Integer(number) => number.as_str().to_owned(),
        DeValue::Float(number) => number.as_str().to_owned(),
        DeValue::Boolean(switch) => switch.to_string(),
        DeValue::String(text) => text.to_string(),
        DeValue::Table(_) => "[table]".to_owned(),
        DeValue::Array(_) => "[list]".to_owned(),
        DeValue::Datetime(_) => "[date]".to_owned(),
    }
}

fn line_of(text: &str, at: usize) -> usize {
    1 + text.as_bytes().iter().take(at).filter(|byte| **byte == b'\n').count()
}
