//! Stories of the audit log.

#![allow(clippy::unwrap_used, missing_docs, reason = "test stories; their names say what they show")]

use super::Site;
use super::moments::{actor_id, at, row};
use super::samples::check;
use crate::{Along, AuditLink, AuditText, NewAudit, SignedHead, Store};

async fn tell(store: &dyn Store, rows: Vec<NewAudit>) {
    store.commit(Along { audit: rows, ..Along::default() }).await.unwrap();
}

pub async fn rows_come_back_as_they_were_told(site: &impl Site) {
    let store = site.open().await;
    tell(&*store, vec![row(1, Some("Secret.")), row(2, None)]).await;
    let rows = store.audit_rows(0, 10).await.unwrap();
    let (first, text) = &rows[0];
    assert_eq!((first.at_us, first.actor, first.subject.as_str()), (at(1).as_microsecond(), Some(actor_id(1)), "check:1"));
    assert_eq!(first.facts, row(1, None).facts);
    let salted = row(1, Some("Secret.")).text.unwrap();
    assert_eq!((first.content.clone(), text), (Some(salted.digest()), &AuditText::Kept(salted)));
    assert_eq!((rows[1].0.content.clone(), &rows[1].1), (None, &AuditText::None));
    assert_eq!(store.audit_rows(first.seq, 10).await.unwrap().len(), 1);
}

pub async fn the_sealer_chains_every_row_in_order(site: &impl Site) {
    let store = site.open().await;
    assert_eq!(store.seal_audit(10).await, Ok(0));
    assert_eq!(store.audit_head().await, Ok(None));
    tell(&*store, vec![row(1, None), row(2, None), row(3, None)]).await;
    assert_eq!(store.seal_audit(2).await, Ok(2));
    tell(&*store, vec![row(4, None)]).await;
    assert_eq!(store.seal_audit(10).await, Ok(2));
    assert_eq!(store.seal_audit(10).await, Ok(0));
    let rows = store.audit_rows(0, 10).await.unwrap();
    let links = store.audit_links(0, 10).await.unwrap();
    let mut last: Option<AuditLink> = None;
    for ((row, _), link) in rows.iter().zip(&links) {
        assert_eq!(&AuditLink::after(last.as_ref(), row), link);
        last = Some(link.clone());
    }
    assert_eq!(links.iter().map(|link| link.place).collect::<Vec<_>>(), [1, 2, 3, 4]);
    assert_eq!(store.audit_head().await, Ok(last));
    assert_eq!(store.audit_links(3, 10).await.unwrap().len(), 1);
}

pub async fn two_sealers_do_not_disturb_each_other(site: &impl Site) {
    let (store, other) = (site.open().await, site.open().await);
    for number in 1..=20 {
        tell(&*store, vec![row(number, None)]).await;
    }
    let (one, two) = tokio::join!(store.seal_audit(15), other.seal_audit(15));
    assert_eq!(one.unwrap() + two.unwrap(), 20);
    let links = store.audit_links(0, 100).await.unwrap();
    assert!(links.windows(2).all(|pair| pair[1].place == pair[0].place + 1 && pair[1].seq > pair[0].seq));
}

pub async fn signed_heads_are_kept(site: &impl Site) {
    let store = site.open().await;
    tell(&*store, vec![row(1, None)]).await;
    store.seal_audit(10).await.unwrap();
    let link = store.audit_head().await.unwrap().unwrap();
    let head = SignedHead {
        place: link.place,
        chain: link.chain,
        signed_at_us: at(5).as_microsecond(),
        public_key: "ab".to_owned(),
        signature: "cd".to_owned(),
    };
    store.keep_head(&head).await.unwrap();
    store.keep_head(&head).await.unwrap();
    assert_eq!(store.signed_heads(10).await, Ok(vec![head]));
}

pub async fn an_erased_check_leaves_its_row_and_takes_its_texts(site: &impl Site) {
    let store = site.open().await;
    let stored = check(1, "My neighbour is a spy.");
    let subject = format!("check:{}", stored.check.id);
    let told = NewAudit { subject, ..row(1, Some("My neighbour is a spy.")) };
    store.save_check_for(&stored, actor_id(1), Along::audit(told)).await.unwrap();
    store.seal_audit(10).await.unwrap();
    let before = store.audit_rows(0, 10).await.unwrap().remove(0);
    let erasure = NewAudit { action: "check.erased".to_owned(), ..row(2, None) };
    assert_eq!(store.erase_check(stored.check.id, at(9), Along::audit(erasure.clone())).await, Ok(true));
    assert_eq!(store.erase_check(stored.check.id, at(9), Along::audit(erasure)).await, Ok(false));
    assert_eq!(store.check(stored.check.id).await, Ok(None));
    assert_eq!(store.erased_check(stored.check.id).await, Ok(Some(at(9))));
    assert_eq!(store.checks_of(actor_id(1), None, 10).await, Ok(vec![]));
    let rows = store.audit_rows(0, 10).await.unwrap();
    assert_eq!(rows.len(), 2);
    assert_eq!(rows[0], (before.0, AuditText::Erased(at(9))), "the row is untouched, its text is gone");
}
