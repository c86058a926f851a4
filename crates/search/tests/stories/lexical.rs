//! Stories of words.

use crate::{Site, document, found, id, model};
use domain::Document;
use search::{Batch, Position};

fn kitchen() -> Vec<Document> {
    vec![
        document("water", "Boiling water", &["Water boils at 100 degrees Celsius.", "Salt raises the boiling point."]),
        document("ice", "Melting ice", &["Ice melts at 0 degrees.", "Water expands when it freezes."]),
        document("tea", "Tea", &["Green tea is brewed below boiling.", "It is what it is."]),
    ]
}

#[test]
fn the_document_that_says_it_comes_first() {
    let site = Site::start();
    let index = site.open();
    site.follow(&index, &kitchen(), &[]);
    assert_eq!(found(&index, "At which temperature does water boil?")[0], "water");
    assert_eq!(found(&index, "the melted ICE")[0], "ice");
    assert_eq!(found(&index, "quantum chromodynamics"), Vec::<String>::new());
    assert_eq!(found(&index, "it is"), ["tea", "ice"], "stop words are looked for when there are no others");
}

#[test]
fn words_side_by_side_count_more_than_words_apart() {
    let site = Site::start();
    let index = site.open();
    let apart = document("apart", "", &["A cell of the stem was found near the old bark of a dry tree today."]);
    let beside = document("beside", "", &["A stem cell was found on the old bark of the one dry tree there today."]);
    site.follow(&index, &[apart, beside], &[]);
    assert_eq!(found(&index, "stem cell"), ["beside", "apart"]);
}

#[test]
fn an_updated_document_is_found_by_its_new_words_only() {
    let site = Site::start();
    let index = site.open();
    site.follow(&index, &kitchen(), &[]);
    site.follow(&index, &[document("tea", "Coffee", &["Espresso needs pressure."])], &[]);
    assert_eq!(found(&index, "espresso"), ["tea"]);
    assert_eq!(found(&index, "green brewed"), Vec::<String>::new());
    assert_eq!(index.reader().passages(), 3);
}

#[test]
fn a_removed_document_is_gone() {
    let site = Site::start();
    let index = site.open();
    site.follow(&index, &kitchen(), &[]);
    site.follow(&index, &[], &["tea", "never-there"]);
    assert_eq!(found(&index, "green tea"), Vec::<String>::new());
    assert_eq!(index.reader().passages(), 2);
}

#[test]
fn a_reader_opened_before_a_commit_keeps_answering() {
    let site = Site::start();
    let index = site.open();
    site.follow(&index, &kitchen(), &[]);
    let before = index.reader();
    site.follow(&index, &[], &["water", "ice", "tea"]);
    assert_eq!(before.lexical("boiling water", 10).unwrap().len(), 3);
    assert_eq!(before.position().seq, 1);
    assert_eq!(found(&index, "boiling water"), Vec::<String>::new());
}

#[test]
fn the_same_corpus_scores_the_same_whatever_its_history() {
    let straight = Site::start();
    let index = straight.open();
    straight.follow(&index, &kitchen(), &[]);
    let expected = index.reader().lexical("boiling water at 0 degrees", 10).unwrap();
    assert_eq!(expected.len(), 3);

    let winding = Site::start();
    let index = winding.open();
    let [water, ice, tea] = kitchen().try_into().unwrap();
    winding.follow(
        &index,
        &[document("tea", "Old", &["Boiling boiling boiling water."]), document("gone", "", &["Water."])],
        &[],
    );
    winding.follow(&index, &[tea, ice], &[]);
    winding.follow(&index, &[water], &["gone"]);
    assert_eq!(index.reader().lexical("boiling water at 0 degrees", 10).unwrap(), expected);
    drop(index);
    assert_eq!(winding.open().reader().lexical("boiling water at 0 degrees", 10).unwrap(), expected);
}

#[test]
fn equal_scores_come_in_the_same_order_every_time() {
    let names = ["a", "b", "c", "d", "e", "f"];
    let orders = [[0, 1, 2, 3, 4, 5], [5, 3, 1, 0, 2, 4]].map(|order| {
        let site = Site::start();
        let index = site.open();
        for at in order {
            site.follow(&index, &[document(names[at], "Same", &["The same sentence."])], &[]);
        }
        let best: Vec<String> = found(&index, "same sentence");
        let few = index.reader().lexical("same sentence", 2).unwrap();
        assert_eq!(few.iter().map(|hit| hit.passage.document.to_string()).collect::<Vec<_>>(), best[..2]);
        best
    });
    assert_eq!(orders[0], orders[1]);
}

#[test]
fn the_index_knows_how_far_it_has_followed_and_whom() {
    let site = Site::start();
    let index = site.open();
    assert_eq!(index.followed("store"), 0);
    site.follow(&index, &kitchen(), &[]);
    drop(index);
    let index = site.open();
    assert_eq!((index.followed("store"), index.followed("another store")), (1, 0));

    let position = Position { origin: "another store".to_owned(), seq: 7 };
    let stone = [document("stone", "Stone", &["A stone sinks."])];
    index.writer().unwrap().apply(Batch { upserted: &stone, removed: &[], position: &position }).unwrap();
    assert_eq!(found(&index, "stone"), ["stone"]);
    assert_eq!(found(&index, "water"), Vec::<String>::new());
    assert_eq!((index.followed("store"), index.followed("another store")), (0, 7));
}

#[test]
fn any_text_may_be_asked() {
    let site = Site::start();
    let index = site.open();
    let long = "water boils ".repeat(9_000);
    let odd = [
        "",
        "   ",
        "+-\"():*",
        "\"unclosed AND (",
        "title:x^2~",
        "\u{1F600}\u{1F9CA}",
        "\u{0}\u{feff}",
        "水は沸騰する",
        &long,
        "[* TO *]",
    ];
    for text in odd {
        assert_eq!(index.reader().lexical(text, 10).unwrap(), []);
    }
    site.follow(&index, &kitchen(), &[]);
    for text in odd {
        index.reader().lexical(text, 10).unwrap();
        index.reader().lexical(text, 0).unwrap();
    }
    assert_eq!(found(&index, &long)[0], "water");
}

#[test]
fn a_long_document_is_found_by_its_last_passage() {
    let site = Site::start();
    let index = site.open();
    let mut sentences = vec!["Nothing happens in this sentence."; 40];
    sentences.push("Then the volcano erupts.");
    site.follow(&index, &[document("long", "", &sentences)], &[]);
    let hit = index.reader().lexical("volcano", 10).unwrap().remove(0);
    assert_eq!((hit.passage.document, hit.passage.ordinal), (id("long"), 2));
    assert_eq!(index.reader().without_vectors(&model(), None, 10).unwrap(), [id("long")]);
}

#[test]
fn a_name_counts_more_than_another_word_as_rare() {
    let site = Site::start();
    let index = site.open();
    site.follow(&index, &[document("word", "", &["The bridge is long."]), document("name", "", &["In Lenna it rains."])], &[]);
    assert_eq!(found(&index, "the bridge of Lenna"), ["name", "word"]);
    assert_eq!(found(&index, "the bridge of Lenna in May")[0], "name");
}
