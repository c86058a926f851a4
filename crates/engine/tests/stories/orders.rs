//! Orders: answered from the corpus, from memory, from the web, or in a hurry; always kept for whoever asked.

use super::web::{AGREES, CLAIM, SAYS_SO, Web, two_suffice};
use super::{MODELS, Noon};
use domain::{ActorId, CheckId, CorpusName, Dice, Ended, Profile, TrustPolicyMode};
use engine::corpus::Watch;
use engine::orders::Order;
use engine::verify::{Reach, Stage};
use engine::{Along, Engine, EngineError, Office, Parts, StoredCheck};
use score::verify::{Budget, Policy};
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, Mutex};
use store_sqlite::SqliteStore;

/// Dice whose throws are all different.
struct Counting(AtomicU8);

impl Dice for Counting {
    fn fill(&self, bytes: &mut [u8]) {
        bytes.fill(self.0.fetch_add(1, Ordering::SeqCst));
    }
}

struct House {
    office: Office,
    engine: Engine,
    _dir: tempfile::TempDir,
}

impl House {
    async fn open(reach: Option<Reach>) -> Self {
        Self::open_under(two_suffice(), reach).await
    }

    async fn open_under(policy: Policy, reach: Option<Reach>) -> Self {
        let dir = tempfile::tempdir().unwrap();
        let store = Arc::new(SqliteStore::open(&dir.path().join("probity.db")).await.unwrap());
        let office = Office::new(Arc::clone(&store) as _, Arc::new(Noon), Arc::new(Counting(AtomicU8::new(1))));
        let engine = Engine::new(Parts {
            store,
            models: Arc::clone(&MODELS),
            policy,
            clock: Arc::new(Noon),
            index_dir: dir.path().join("index"),
        });
        Self { office, engine: engine.reaching(reach), _dir: dir }
    }

    async fn bring(&self, id: &str, text: &str) {
        let row = serde_json::json!({"id": id, "title": id, "text": text}).to_string();
        self.engine.ingest_rows(&self.office, ana(), &CorpusName::library(), &row).await.unwrap();
    }

    fn order(&self) -> Order {
        let (unix_ms, chance) = self.office.name_parts();
        Order {
            check: CheckId::from_parts(unix_ms, chance),
            maker: ana(),
            is_article: false,
            text: CLAIM.to_owned(),
            corpus: CorpusName::library(),
            profile: Profile::ClosedCorpus,
            on_web: false,
            is_fresh: false,
            is_hurried: false,
        }
    }

    async fn fulfil(&self, order: Order) -> StoredCheck {
        self.engine.fulfil(&self.office, &order, Along::default(), &()).await.unwrap()
    }
}

fn ana() -> ActorId {
    ActorId::from_parts(1, [1; 10])
}

fn earlier(stored: &StoredCheck) -> Option<CheckId> {
    stored.check.claims[0].expansion.as_ref().and_then(|expansion| expansion.answered_from)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_read_before_is_not_read_again_while_the_search_brings_the_same() {
    let house = House::open(None).await;
    house.bring("lenna", SAYS_SO).await;
    let first = house.fulfil(house.order()).await;
    assert!(first.check.claims[0].verdict.is_directional(), "{}", first.check.claims[0].rationale);
    assert_eq!(earlier(&first), None);
    let second = house.fulfil(house.order()).await;
    assert_eq!(earlier(&second), Some(first.check.id));
    let afresh = house.fulfil(Order { is_fresh: true, ..house.order() }).await;
    assert_eq!(earlier(&afresh), None);
    assert_eq!(second.snapshots[0].readings, afresh.snapshots[0].readings, "to the bit what reading it again gives");
    assert_eq!(second.check.claims[0].evidence, afresh.check.claims[0].evidence);
    assert!(house.engine.replay(second.check.id, false).await.unwrap().is_identical);
    house.bring("other", "The Lenna bridge near Ostrava is only 300 metres long, says the new survey.").await;
    let third = house.fulfil(house.order()).await;
    assert_eq!(earlier(&third), None, "there is something new to read");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_order_may_look_on_the_web_where_there_is_a_way() {
    let house = House::open(None).await;
    let on_web = |order: Order| Order { on_web: true, profile: Profile::OpenWeb, ..order };
    let nobody = house.engine.fulfil(&house.office, &on_web(house.order()), Along::default(), &()).await;
    assert!(matches!(nobody, Err(EngineError::NoProvider)));
    let web = Web::open(&[("www.bbc.com/news/lenna", SAYS_SO), ("www.reuters.com/lenna", AGREES)]).await;
    let house = House::open(Some(web.reach(Budget::default()))).await;
    let first = house.fulfil(on_web(house.order())).await;
    let expansion = first.check.claims[0].expansion.clone().unwrap();
    assert_eq!((expansion.ended, expansion.pages_read()), (Ended::Sufficient, 2), "{expansion:#?}");
    let second = house.fulfil(on_web(house.order())).await;
    assert_eq!(earlier(&second), Some(first.check.id), "S1's cache pre-check");
    let afresh = house.fulfil(Order { is_fresh: true, ..on_web(house.order()) }).await;
    assert_eq!(earlier(&afresh), None);
}

/// Takes down every stage.
#[derive(Default)]
struct Heard(Mutex<Vec<&'static str>>);

impl Watch for Heard {
    fn at(&self, _: &str, _: u64, _: u64) {}

    fn stage(&self, stage: Stage, _: u64, _: u64) {
        self.0.lock().unwrap().push(stage.as_str());
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_order_in_a_hurry_says_so_and_every_stage_is_told() {
    let web = Web::open(&[("www.bbc.com/news/lenna", SAYS_SO), ("www.reuters.com/lenna", AGREES)]).await;
    let house = House::open(Some(web.reach(Budget::default()))).await;
    house.bring("tower", "The old tower of the town hall is made of brick and was built by hand.").await;
    let order = Order { on_web: true, is_hurried: true, profile: Profile::OpenWeb, ..house.order() };
    let heard = Heard::default();
    let stored = house.engine.fulfil(&house.office, &order, Along::default(), &heard).await.unwrap();
    assert_eq!(stored.config["policy"]["CONFIDENCE_MODE"], 1.0);
    assert_eq!(stored.check.trust_policy_mode, Some(TrustPolicyMode::Confidence));
    assert!(house.engine.replay(stored.check.id, false).await.unwrap().is_identical);
    let usual = house.fulfil(Order { is_hurried: false, check: house.order().check, ..order }).await;
    assert_ne!(usual.check.config_hash, stored.check.config_hash, "one never stands in for the other");
    assert_eq!(usual.check.trust_policy_mode, Some(TrustPolicyMode::Adaptive));
    let told = heard.0.lock().unwrap().clone();
    let wanted = ["claims", "retrieve", "rank", "read", "trust", "search", "retrieve", "rank", "read", "trust", "judge"];
    assert_eq!(told, wanted);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_gate_that_the_settings_open_for_everybody_is_told_too() {
    let house = House::open_under(two_suffice().in_confidence_mode(), None).await;
    house.bring("lenna", SAYS_SO).await;
    let stored = house.fulfil(house.order()).await;
    assert_eq!(stored.check.trust_policy_mode, Some(TrustPolicyMode::Confidence));
}
