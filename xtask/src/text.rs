//! The tracked files, as text.

use anyhow::Context as _;
use std::path::Path;
use std::process::Command;

/// Longer files are weights or tables, not text that somebody wrote.
const TEXT_BYTES_MAX: u64 = 1 << 20;

/// One file.
#[derive(Debug, Clone)]
pub struct SourceFile {
    /// Relative to the root, with forward slashes.
    pub path: String,
    /// What it says.
    pub text: String,
}

/// One line of Rust that ships: neither a comment nor part of a test.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CodeLine<'a> {
    /// Counted from one.
    pub number: usize,
    /// As written.
    pub text: &'a str,
}

/// Reads every file that git tracks or would track.
pub fn tracked(root: &Path) -> anyhow::Result<Vec<SourceFile>> {
    let listing = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
    let output = Command::new("git").args(listing).current_dir(root).output().context("git is needed to list the files")?;
    anyhow::ensure!(output.status.success(), "git ls-files failed: {}", String::from_utf8_lossy(&output.stderr));
    let names = String::from_utf8(output.stdout).context("a file name is not text")?;
    // A file that is deleted but not committed yet is still listed; what is not text is nobody's prose.
    let read = |name: &str| {
        let path = root.join(name);
        let is_text = std::fs::metadata(&path).is_ok_and(|found| found.is_file() && found.len() <= TEXT_BYTES_MAX);
        let text = is_text.then(|| std::fs::read_to_string(&path).ok())??;
        Some(SourceFile { path: name.to_owned(), text })
    };
    Ok(names.split('\0').filter(|name| !name.is_empty()).filter_map(read).collect())
}

impl SourceFile {
    /// Whether it is Rust.
    pub fn is_rust(&self) -> bool {
        self.path.ends_with(".rs")
    }

    /// Whether the whole file is there for tests, measurements or demonstrations.
    pub fn is_test(&self) -> bool {
        let is_room = |part: &str| matches!(part, "tests" | "contract" | "benches" | "examples" | "fuzz");
        self.path.split('/').any(is_room) || self.path.ends_with("/tests.rs")
    }

    /// Returns the lines that ship.
    pub fn code(&self) -> Vec<CodeLine<'_>> {
        let mut lines = Vec::new();
        let mut all = self.text.lines().enumerate().peekable();
        while let Some((at, text)) = all.next() {
            if text.trim() == "#[cfg(test)]" {
                skip_item(&mut all);
                continue;
            }
            if !text.trim_start().starts_with("//") {
                lines.push(CodeLine { number: at + 1, text });
            }
        }
        lines
    }
}

/// Leaves out the item behind `#[cfg(test)]`: one line, or all up to the brace that closes it at the same depth.
fn skip_item<'a>(lines: &mut impl Iterator<Item = (usize, &'a str)>) {
    let Some((_, first)) = lines.find(|(_, text)| !text.trim_start().starts_with("#[")) else { return };
    if !first.trim_end().ends_with('{') {
        return;
    }
    let indent = first.len() - first.trim_start().len();
    let is_end = |text: &str| text.trim_end() == format!("{}}}", " ".repeat(indent));
    lines.find(|(_, text)| is_end(text));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_and_comments_do_not_ship() {
        let text =
            "fn a() {}\n// b\n#[cfg(test)]\nmod tests {\n    fn c() {}\n}\nfn d() {}\n#[cfg(test)]\nmod more;\nfn e() {}\n";
        let file = SourceFile { path: "crates/x/src/a.rs".into(), text: text.into() };
        let kept: Vec<(usize, &str)> = file.code().iter().map(|line| (line.number, line.text)).collect();
        assert_eq!(kept, [(1, "fn a() {}"), (7, "fn d() {}"), (10, "fn e() {}")]);
        assert!(!file.is_test());
    }
}
