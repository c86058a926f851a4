//! One page on ten sites is one page.

use super::Room;
use domain::{CheckId, CorpusName, Profile};
use engine::verify::{Asked, Question};
use sources::Options;
use std::path::PathBuf;

/// The same report under ten headlines, each site with a line of its own around it.
fn syndicated(room: &Room, sites: usize) -> Vec<PathBuf> {
    let page = |site: usize| {
        format!(
            "# Harbour news, edition {site}\n\nThe harbour of Lenna was closed to large ships on 4 March 2024. Divers had found that \
             its eastern wall was sinking by two centimetres a month. The port authority said that cargo would go through \
             Orvik until the wall was repaired. About nine hundred dock workers were sent home on half pay. The repair is \
             expected to cost forty million crowns, which the ministry of transport will advance.\n\nSite {site} thanks its readers.\n"
        )
    };
    (0..sites).map(|site| room.file(&format!("site-{site}.md"), &page(site))).collect()
}

fn question(claim: &str) -> Question {
    Question {
        id: CheckId::from_parts(7, [7; 10]),
        asked: Asked::Claim(claim.to_owned()),
        corpus: CorpusName::library(),
        profile: Profile::ClosedCorpus,
        is_hurried: false,
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_that_ten_sites_repeat_counts_once() {
    let room = Room::open().await;
    let options = Options::closed(CorpusName::library());
    let ingested = room.engine.ingest(&syndicated(&room, 10), &options, &()).await.unwrap();
    assert_eq!((ingested.new, ingested.duplicates, ingested.near_duplicates), (10, 0, 9));
    room.engine.fill_vectors(&CorpusName::library(), &()).await.unwrap();

    let check = room.engine.check(&question("The harbour of Lenna was closed to large ships in March 2024."), &()).await.unwrap();
    let answer = &check.claims[0];
    let sources: std::collections::BTreeSet<&str> = answer.evidence.iter().map(|e| e.document.as_str()).collect();
    assert_eq!(sources.len(), 1, "ten sites, one story: {sources:?}");

    let own = room
        .file("own.md", "# Ships\n\nNo large ship has been let into the harbour of Lenna since March 2024, our reporter saw.\n");
    let ingested = room.engine.ingest(&[own], &options, &()).await.unwrap();
    assert_eq!((ingested.new, ingested.near_duplicates), (1, 0));
}
