//! Stories of a stored check that is asked again, also of the models.

use super::Room;
use domain::{Check, CheckId, CorpusName, Profile, Reason, Verdict};
use engine::verify::{Asked, Question};

fn id() -> CheckId {
    CheckId::from_parts(1, [7; 10])
}

/// Asks in a room that knows of iron and ice.
async fn asked(asked: Asked) -> (Room, Check) {
    let room = Room::open().await;
    let corpus = CorpusName::library();
    let ice = room.file("ice.md", "# Ice\n\nIce floats on water, since it is lighter. It melts at zero degrees Celsius.\n");
    let iron = room.file("iron.md", "# Iron\n\nIron is heavy. Iron sinks in water, while oil stays above.\n");
    room.engine.ingest(&[ice, iron], &sources::Options::closed(corpus.clone()), &()).await.unwrap();
    room.engine.fill_vectors(&corpus, &()).await.unwrap();
    let question = Question { id: id(), asked, corpus, profile: Profile::ClosedCorpus, is_hurried: false };
    let check = room.engine.check(&question, &()).await.unwrap();
    (room, check)
}

#[tokio::test(flavor = "multi_thread")]
async fn the_models_say_the_same_of_a_claim_of_several_parts_and_of_all_of_it() {
    let (room, check) = asked(Asked::Claim("Ice floats on water and iron sinks in water.".to_owned())).await;
    let stored = room.engine.store().check(id()).await.unwrap().unwrap();
    let is_of_whole = |reading: &domain::Reading| reading.subclaim as usize == check.claims[0].subclaims.len();
    assert!(check.claims[0].subclaims.len() == 2 && stored.snapshots[0].readings.iter().any(is_of_whole));
    let replay = room.engine.replay(id(), true).await.unwrap();
    assert!(replay.is_identical, "{:?}", replay.differences);
    assert_eq!((replay.model_drift_points, replay.cosine_drift_points), (Some(0), Some(0)));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_article_in_another_language_is_told_so_and_replays() {
    let (room, check) = asked(Asked::Article("Die Erde ist flach. Der Mond ist aus Käse.\n".to_owned())).await;
    assert_eq!((check.claims[0].verdict, check.claims[0].reason), (Verdict::Unverifiable, Reason::OtherLanguage));
    let counts = (check.summary.claims, check.summary.answered, check.summary.found, check.summary.left_out);
    assert_eq!((check.claims.len(), counts), (1, (1, 0, 0, 0)));
    assert!(room.engine.replay(id(), true).await.unwrap().is_identical);
}
