//! Stories of the same story.

use crate::{Site, document, id};
use domain::Document;

const WIRE: [&str; 4] = [
    "The city council voted on Tuesday to close the old bridge to cars for two years.",
    "Engineers had found cracks in three of its nine pillars, and about 40,000 vehicles cross it every day.",
    "The mayor said that repairs would cost 62 million euros, most of it paid by the national government.",
    "Ferries will run every ten minutes from six in the morning until midnight.",
];

fn retelling(site: &str, addition: &str) -> Document {
    let sentences: Vec<&str> = WIRE.into_iter().chain([addition]).collect();
    document(site, &format!("Bridge news from {site}"), &sentences)
}

#[test]
fn a_retold_story_is_found_until_it_is_told_otherwise() {
    let site = Site::start();
    let index = site.open();
    let own = document("own", "", &["Drivers must find another way across the river, since the bridge has cracks."]);
    site.follow(&index, &[retelling("a", "Read more."), retelling("b", "Sign up for our newsletter."), own], &[]);
    assert_eq!(index.reader().retold(&id("a")).unwrap(), [id("b")]);
    assert_eq!(index.reader().retold(&id("own")).unwrap(), []);
    assert_eq!(index.reader().retold(&id("never")).unwrap(), []);

    site.follow(&index, &[document("b", "", &["Tea was first drunk in China."]), retelling("c", "")], &[]);
    assert_eq!(index.reader().retold(&id("a")).unwrap(), [id("c")]);
    site.follow(&index, &[], &["c"]);
    assert_eq!(index.reader().retold(&id("a")).unwrap(), []);
    assert_eq!(index.reader().story(&id("c")).unwrap(), None);
}

#[test]
fn a_word_tells_more_the_fewer_use_it() {
    let site = Site::start();
    let index = site.open();
    site.follow(&index, &[retelling("a", "Read more."), document("own", "", &["Cracks run in families."])], &[]);
    let weights = index.reader().rarity(&["crack", "bridges", "telomerase", "", "the bridge"]).unwrap();
    assert!(weights[0] < weights[1] && weights[1] < weights[2], "{weights:?}");
    assert_eq!((weights[2], weights[3]), (1.0, 0.0));
    assert_eq!(weights[1], weights[4]);
}
