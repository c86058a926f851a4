//! Stories of who may come in.

#![allow(clippy::unwrap_used, missing_docs, reason = "test stories; their names say what they show")]

use super::Site;
use super::moments::{actor_id, agent, at, chance, message_id, row};
use crate::{Along, ApiKey, Delivery, Invitation, Login, Session, StoreError, Webhook};
use domain::{Actor, ActorKind, DeliveryId, KeyId, Role, WebhookId, digest_bytes};

fn key(number: u8, actor: u8) -> ApiKey {
    ApiKey {
        id: KeyId::from_parts(u64::from(number), chance(number)),
        actor: actor_id(actor),
        prefix: format!("pk_{number}"),
        hash: digest_bytes(&[number]),
        label: "crawler".to_owned(),
        created_at: at(0),
        last_used_at: None,
        revoked_at: None,
    }
}

fn person(number: u8) -> (Actor, Login) {
    let actor = Actor { kind: ActorKind::Person, ..agent(number) };
    let login = Login { actor: actor.id, login: format!("person{number}"), password: "$argon2id$…".to_owned() };
    (actor, login)
}

fn session(number: u8, actor: u8) -> Session {
    Session {
        hash: digest_bytes(&[100, number]),
        actor: actor_id(actor),
        csrf: "c".to_owned(),
        created_at: at(0),
        expires_at: at(100),
    }
}

fn invitation(number: u8) -> Invitation {
    Invitation {
        hash: digest_bytes(&[200, number]),
        roles: [Role::Admin].into(),
        invited_by: None,
        created_at: at(0),
        expires_at: at(100),
    }
}

pub async fn a_key_opens_until_it_is_revoked(site: &impl Site) {
    let store = site.open().await;
    store.add_actor(&agent(1), Along::default()).await.unwrap();
    store.add_key(&key(1, 1), Along::audit(row(1, None))).await.unwrap();
    assert_eq!(store.key_by_hash(&key(1, 1).hash).await, Ok(Some((key(1, 1), agent(1)))));
    assert_eq!(store.key_by_hash(&key(2, 1).hash).await, Ok(None));
    store.touch_keys(&[(key(1, 1).id, at(5)), (key(1, 1).id, at(3))]).await.unwrap();
    assert_eq!(store.keys().await.unwrap()[0].last_used_at, Some(at(5)));
    assert_eq!(store.revoke_key(key(1, 1).id, at(6), Along::audit(row(2, None))).await, Ok(true));
    assert_eq!(store.revoke_key(key(1, 1).id, at(7), Along::audit(row(3, None))).await, Ok(false));
    assert_eq!(store.key_by_hash(&key(1, 1).hash).await, Ok(None));
    assert_eq!(store.keys().await.unwrap()[0].revoked_at, Some(at(6)));
    assert_eq!(store.audit_rows(0, 10).await.unwrap().len(), 2, "what did not happen is not told of");
}

pub async fn roles_change_and_doors_close(site: &impl Site) {
    let store = site.open().await;
    store.add_actor(&agent(1), Along::default()).await.unwrap();
    store.add_key(&key(1, 1), Along::default()).await.unwrap();
    store.open_session(&session(1, 1), Along::default()).await.unwrap();
    let roles = [Role::Reviewer, Role::Auditor].into();
    assert_eq!(store.set_roles(actor_id(1), &roles, Along::default()).await, Ok(true));
    assert_eq!(store.set_roles(actor_id(9), &roles, Along::default()).await, Ok(false));
    assert_eq!(store.actors().await.unwrap()[0].roles, roles);
    assert_eq!(store.disable_actor(actor_id(1), at(4), Along::default()).await, Ok(true));
    assert_eq!(store.disable_actor(actor_id(1), at(5), Along::default()).await, Ok(false));
    assert_eq!(store.key_by_hash(&key(1, 1).hash).await, Ok(None));
    assert_eq!(store.session(&session(1, 1).hash, at(1)).await, Ok(None));
    assert_eq!(store.actor(actor_id(1)).await.unwrap().unwrap().disabled_at, Some(at(4)));
}

pub async fn an_invitation_works_once_and_in_time(site: &impl Site) {
    let store = site.open().await;
    store.invite(&invitation(1), Along::default()).await.unwrap();
    store.invite(&Invitation { expires_at: at(0), ..invitation(2) }, Along::default()).await.unwrap();
    assert_eq!(store.invitation(&invitation(1).hash, at(1)).await, Ok(Some(invitation(1))));
    assert_eq!(store.invitation(&invitation(1).hash, at(100)).await, Ok(None));
    let ((ana, anas), (ben, bens)) = (person(1), person(2));
    store.accept(&invitation(1).hash, &ana, &anas, Along::default()).await.unwrap();
    assert_eq!(store.invitation(&invitation(1).hash, at(1)).await, Ok(None));
    for spent in [invitation(1), invitation(2)] {
        let refused = store.accept(&spent.hash, &ben, &bens, Along::audit(row(1, None))).await;
        assert_eq!(refused, Err(StoreError::InvitationSpent));
    }
    assert_eq!(store.actors().await, Ok(vec![ana.clone()]));
    assert_eq!(store.login("person1").await, Ok(Some((anas, ana))));
}

pub async fn two_people_cannot_share_a_login(site: &impl Site) {
    let store = site.open().await;
    let ((ana, anas), (ben, bens)) = (person(1), person(2));
    store.add_person(&ana, &anas, Along::default()).await.unwrap();
    let same = Login { login: anas.login.clone(), ..bens };
    store.invite(&invitation(1), Along::default()).await.unwrap();
    assert_eq!(store.accept(&invitation(1).hash, &ben, &same, Along::default()).await, Err(StoreError::LoginTaken));
    assert!(store.invitation(&invitation(1).hash, at(1)).await.unwrap().is_some(), "the invitation is still good");
    assert_eq!(store.actor(ben.id).await, Ok(None));
}

pub async fn a_session_lasts_until_it_ends(site: &impl Site) {
    let store = site.open().await;
    let (ana, login) = person(1);
    store.add_person(&ana, &login, Along::default()).await.unwrap();
    for number in 1..=3 {
        store.open_session(&session(number, 1), Along::default()).await.unwrap();
    }
    assert_eq!(store.session(&session(1, 1).hash, at(99)).await, Ok(Some((session(1, 1), ana))));
    assert_eq!(store.session(&session(1, 1).hash, at(100)).await, Ok(None));
    assert_eq!(store.close_session(&session(2, 1).hash).await, Ok(true));
    assert_eq!(store.close_session(&session(2, 1).hash).await, Ok(false));
    assert_eq!(store.set_password(actor_id(1), "another", Along::default()).await, Ok(true));
    assert_eq!(store.session(&session(3, 1).hash, at(1)).await, Ok(None), "another password ends every session");
    assert_eq!(store.login("person1").await.unwrap().unwrap().0.password, "another");
    assert_eq!(store.set_password(actor_id(9), "x", Along::default()).await, Ok(false));
}

pub async fn a_webhook_keeps_its_secrets_and_its_deliveries(site: &impl Site) {
    let store = site.open().await;
    store.add_actor(&agent(1), Along::default()).await.unwrap();
    let hook = Webhook {
        id: WebhookId::from_parts(1, chance(1)),
        actor: actor_id(1),
        url: "https://example.org/hook".to_owned(),
        kinds: vec!["check.completed".to_owned()],
        secrets: vec!["one".to_owned()],
        created_at: at(0),
    };
    store.add_webhook(&hook, Along::default()).await.unwrap();
    assert_eq!(store.webhooks_of(actor_id(1)).await, Ok(vec![hook.clone()]));
    assert_eq!(store.webhooks_of(actor_id(2)).await, Ok(vec![]));
    let secrets = ["two".to_owned(), "one".to_owned()];
    assert_eq!(store.set_secrets(hook.id, &secrets, Along::default()).await, Ok(true));
    assert_eq!(store.webhook(hook.id).await.unwrap().unwrap().secrets, secrets);
    let delivery = |number: u8, status| Delivery {
        id: DeliveryId::from_parts(u64::from(number), chance(number)),
        webhook: hook.id,
        message: message_id(1),
        at: at(i64::from(number)),
        status,
        error: status.is_none().then(|| "refused".to_owned()),
        took_ms: 12,
    };
    let (first, second) = (delivery(1, None), delivery(2, Some(204)));
    store.record_delivery(&first, Along::default()).await.unwrap();
    store.record_delivery(&second, Along::default()).await.unwrap();
    assert_eq!(store.deliveries(hook.id, 10).await, Ok(vec![second, first]));
    assert_eq!(store.remove_webhook(hook.id, Along::default()).await, Ok(true));
    assert_eq!(store.remove_webhook(hook.id, Along::default()).await, Ok(false));
    assert_eq!(store.deliveries(hook.id, 10).await, Ok(vec![]));
    store.record_delivery(&delivery(3, None), Along::default()).await.unwrap();
    assert_eq!(store.deliveries(hook.id, 10).await, Ok(vec![]), "a late delivery finds nobody");
}
