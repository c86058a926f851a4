//! Makes a table of the starter notes, so that the binary carries them.

use std::path::Path;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let notes = Path::new(&env::var("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("../../notes");
    println!("cargo::rerun-if-changed={}", notes.display());
    // The README tells how notes are written and is none itself.
    let is_note = |path: &Path| path.extension().is_some_and(|end| end == "md") && !path.ends_with("README.md");
    let mut paths: Vec<_> =
        fs::read_dir(&notes)?.filter_map(|entry| Some(entry.ok()?.path())).filter(|path| is_note(path)).collect();
    paths.sort();
    let row = |path: &Path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        format!("    ({name:?}, include_str!({:?})),\n", path.display().to_string())
    };
    let rows: String = paths.iter().map(|path| row(path)).collect();
    let table = format!("/// File names and texts of the starter notes.\nconst NOTES: &[(&str, &str)] = &[\n{rows}];\n");
    fs::write(Path::new(&env::var("OUT_DIR").expect("cargo sets it")).join("notes.rs"), table)
}
