//! What was erased says so.

use super::Room;
use domain::{CheckId, CorpusName, Profile};
use engine::EngineError;
use engine::verify::{Asked, Question};
use sources::Options;
use store::Along;

#[tokio::test(flavor = "multi_thread")]
async fn a_check_that_was_erased_cannot_be_replayed_teaches_nothing_and_says_when_that_was() {
    let room = Room::open().await;
    let corpus = CorpusName::library();
    let file = room.file("plant.md", "# The plant\n\nThe Lindholm plant employs 340 people.\n");
    room.engine.ingest(&[file], &Options::closed(corpus.clone()), &()).await.unwrap();
    let id = CheckId::from_parts(1, [1; 10]);
    let asked = Asked::Claim("The Lindholm plant employs 340 people.".to_owned());
    let question = Question { id, asked, corpus, profile: Profile::ClosedCorpus, is_hurried: false };
    room.engine.check(&question, &()).await.unwrap();
    assert!(room.engine.replay(id, false).await.unwrap().is_identical);
    let at = "2026-11-15T12:00:00Z".parse().unwrap();
    assert!(room.engine.store().erase_check(id, at, Along::default()).await.unwrap());
    let corrections = room.file("right.csv", &format!("check,right\n{id},false\n"));
    let lessons = room.engine.lessons(&corrections).await.unwrap();
    assert_eq!((lessons.erased.get(&id), lessons.rows.len()), (Some(&jiff::civil::date(2026, 11, 15)), 0));
    let told = room.engine.replay(id, false).await.unwrap_err().to_string();
    assert_eq!(told, format!("check {id} was erased on 2026-11-15: what it was made from is gone, so ask again"));
    let other = CheckId::from_parts(2, [2; 10]);
    assert!(matches!(room.engine.replay(other, false).await, Err(EngineError::UnknownCheck(_))), "nobody ever asked that");
}
