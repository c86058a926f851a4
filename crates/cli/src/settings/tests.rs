use super::*;

fn with(file: &str, environment: &[(&str, &str)], flags: &[&str]) -> Result<Settings, Failure> {
    let room = tempfile::tempdir().unwrap();
    let path = room.path().join("probity.toml");
    std::fs::write(&path, file).unwrap();
    let pairs = environment.iter().map(|(name, value)| (name.to_string(), value.to_string()));
    Settings::read(&Places {
        named: None,
        usual: Some(path),
        environment: pairs.collect(),
        flags: flags.iter().map(ToString::to_string).collect(),
    })
}

fn knob(name: &str) -> &'static Knob {
    Policy::KNOBS.iter().find(|knob| knob.name == name).unwrap()
}

fn told(result: Result<Settings, Failure>) -> String {
    format!("{:?}", result.unwrap_err())
}

#[test]
fn the_later_place_wins_and_each_value_knows_its_own() {
    let file = "# ours\nW_KG = 0.10\nW_ENTITY = 0.22\nMIN_SOURCES_FOR_VERDICT = 4\n";
    let settings = with(file, &[("MIN_SOURCES_FOR_VERDICT", "5"), ("PATH", "/bin")], &["MIN_SOURCES_FOR_VERDICT=6"]).unwrap();
    assert_eq!(settings.policy.MIN_SOURCES_FOR_VERDICT, 6.0);
    assert_eq!(settings.policy.W_KG, 0.10);
    assert_eq!(*settings.origin(knob("MIN_SOURCES_FOR_VERDICT")), Origin::Flag);
    assert!(settings.origin(knob("W_KG")).to_string().ends_with("probity.toml:2"));
    assert_eq!(*settings.origin(knob("W_SEMANTIC")), Origin::Default);
    assert_eq!(settings.turned(), 3);
}

#[test]
fn a_seeds_own_variable_is_read_verbatim() {
    let settings = with("", &[("MIN_SOURCES_FOR_VERDICT", "2"), ("ENABLE_ABSTENTION_LOGIC", "false")], &[]).unwrap();
    assert_eq!(settings.policy.MIN_SOURCES_FOR_VERDICT, 2.0);
    assert_eq!(settings.policy.ENABLE_ABSTENTION_LOGIC, 0.0);
    assert_eq!(settings.warnings().len(), 1, "fewer sources than advised is honoured with a warning");
}

#[test]
fn a_key_nobody_knows_is_an_error_with_the_nearest_name_and_the_line() {
    let told = told(with("\n\nMIN_SOURCE_FOR_VERDICT = 2\n", &[], &[]));
    assert!(told.contains("did you mean MIN_SOURCES_FOR_VERDICT?"), "{told}");
    assert!(told.contains("probity.toml:3"), "{told}");
}

#[test]
fn everything_that_is_wrong_is_told_at_once() {
    let told = told(with("W_KG = 7\nANCHOR_THRESHOLD = \"high\"\n[W_ENTITY]\nx = 1\n", &[], &["NLI_CONFIDENCE_THRESHOLD=1.1"]));
    assert!(told.contains("4 settings are wrong"), "{told}");
    assert!(told.contains("W_KG = 7 is out of range"), "{told}");
    assert!(told.contains("is not a number"), "{told}");
    assert!(told.contains("(--set)"), "{told}");
}

#[test]
fn values_that_contradict_each_other_are_refused_as_a_set() {
    let told = told(with("COVERAGE_THRESHOLD_MEDIUM = 0.9\n", &[], &[]));
    assert!(told.contains("must not exceed COVERAGE_THRESHOLD_HIGH"), "{told}");
}

#[test]
fn a_file_that_is_not_toml_names_its_line() {
    let told = told(with("W_KG = 0.12\nW_ENTITY 0.2\n", &[], &[]));
    assert!(told.contains("probity.toml:2:"), "{told}");
}

#[test]
fn a_named_file_must_exist_and_the_usual_one_need_not() {
    let missing = Some(PathBuf::from("no-such-file.toml"));
    assert!(Settings::read(&Places { usual: missing.clone(), ..Places::default() }).is_ok());
    assert!(Settings::read(&Places { named: missing, ..Places::default() }).is_err());
}

#[test]
fn a_flag_without_a_value_is_a_usage_error() {
    assert_eq!(with("", &[], &["W_KG"]).unwrap_err().code(), 2);
}

#[test]
fn the_schema_describes_every_setting_with_its_range() {
    let schema = schema();
    assert_eq!(schema["properties"].as_object().unwrap().len(), knobs().count() + WORDINGS.len());
    assert_eq!(schema["properties"]["MIN_SOURCES_FOR_VERDICT"]["type"], "integer");
    assert_eq!(schema["properties"]["MIN_SOURCES_FOR_VERDICT"]["maximum"], 20);
    assert_eq!(schema["additionalProperties"], false);
}

#[test]
fn words_and_budgets_are_settings_like_any_other() {
    let file = "SEARXNG_URL = \"http://127.0.0.1:8888\"\nWEB_PAGES_PER_CLAIM = 3\n";
    let settings = with(file, &[("BRAVE_SEARCH_API_KEY", " secret "), ("WEB_SECONDS_PER_CLAIM", "9")], &[]).unwrap();
    assert_eq!(settings.word("SEARXNG_URL"), "http://127.0.0.1:8888");
    assert_eq!(settings.word("BRAVE_SEARCH_API_KEY"), "secret");
    assert_eq!(settings.word("SERPER_API_KEY"), "");
    assert!(settings.word("BRAVE_SEARCH_URL").starts_with("https://"));
    assert_eq!((settings.budget.WEB_PAGES_PER_CLAIM, settings.budget.WEB_SECONDS_PER_CLAIM), (3.0, 9.0));
    assert_eq!(*settings.origin_of("BRAVE_SEARCH_API_KEY"), Origin::Environment);
    assert_eq!(Wording::named("BRAVE_SEARCH_API_KEY").unwrap().shown("secret"), "(set)");
    let told = told(with("WEB_PAGES_PER_CLAIM = 0\n", &[], &[]));
    assert!(told.contains("WEB_PAGES_PER_CLAIM = 0 is out of range"), "{told}");
}

#[test]
fn floors_are_settings_with_their_place_and_are_checked_as_a_set() {
    let file = "AGREEMENT_FLOOR_WORKING_ORDINAL = 0.65\n";
    let settings = with(file, &[("INTAKE_FALSE_POSITIVE_RATE_MAX", "0.2")], &["INTAKE_FALSE_POSITIVE_EVENTS_MIN=30"]).unwrap();
    assert_eq!((settings.floors.working_ordinal, settings.floors.false_positive_rate_max), (0.65, 0.2));
    assert_eq!(settings.floors.false_positive_events_min, 30.0);
    assert!(settings.origin_of("AGREEMENT_FLOOR_WORKING_ORDINAL").to_string().ends_with("probity.toml:1"));
    assert_eq!(*settings.origin_of("INTAKE_FALSE_POSITIVE_RATE_MAX"), Origin::Environment);
    assert_eq!(settings.warnings().len(), 1, "a higher ceiling is honoured with a warning");
    let above = told(with("AGREEMENT_FLOOR_WORKING_NOMINAL = 0.9\n", &[], &[]));
    assert!(above.contains("must not exceed AGREEMENT_FLOOR_PUBLICATION_NOMINAL"), "{above}");
    let typo = told(with("AGREEMENT_FLOOR_WORKING_ORDNAL = 0.5\n", &[], &[]));
    assert!(typo.contains("did you mean AGREEMENT_FLOOR_WORKING_"), "{typo}");
}
