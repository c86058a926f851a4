//! Stories of who may do what.

use crate::site::Site;
use domain::Role;
use server::{Access, DOORS, Limits};
use std::collections::BTreeSet;

/// The same address with something where the router has a name.
fn filled(path: &str) -> String {
    path.replace("{id}", "0192d3a0-0000-7000-8000-000000000000")
        .replace("{message}", "0192d3a0-0000-7000-8000-000000000000")
        .replace("{name}", "shelf")
        .replace("{week}", "2026-W46")
}

#[test]
fn every_route_stands_in_the_table_and_every_row_is_a_route() {
    let document = server::openapi();
    let mut routes = BTreeSet::new();
    for (path, methods) in document["paths"].as_object().unwrap() {
        for method in methods.as_object().unwrap().keys() {
            routes.insert((method.to_uppercase(), path.clone()));
        }
    }
    let rows: BTreeSet<_> = DOORS.iter().map(|(method, path, _)| (method.to_string(), path.to_string())).collect();
    assert_eq!(routes, rows);
}

#[tokio::test(flavor = "multi_thread")]
async fn every_route_is_tried_with_every_role_and_with_none() {
    let site = Site::start().await;
    let mut keys = vec![(None, String::new())];
    for role in Role::ALL {
        keys.push((Some(role), site.agent(&[role]).await));
    }
    for (method, path, access) in DOORS {
        for (role, key) in &keys {
            let answer = site.send(method, &filled(path), key, "").await;
            let roles = role.map(|role| BTreeSet::from([role]));
            let may = access.admits(roles.as_ref());
            let is_turned_away = [401, 403].contains(&answer.status) && *access != Access::Public;
            assert_eq!(!is_turned_away, may, "{method} {path} as {role:?}: {} {}", answer.status, answer.body);
            let wanted = if role.is_some() { "wrong_role" } else { "unauthenticated" };
            assert!(may || answer.problem() == wanted, "{method} {path} as {role:?}");
            assert!(answer.status != 500, "{method} {path} as {role:?}: {}", answer.body);
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_key_is_shown_once_and_opens_until_it_is_revoked() {
    let site = Site::start().await;
    let admin = site.agent(&[Role::Admin]).await;
    let made = site.post("/api/v1/admin/keys", &admin, r#"{"name": "crawler", "roles": ["submitter"]}"#).await;
    assert_eq!(made.status, 201, "{made:?}");
    let (secret, id) = (made.json()["secret"].as_str().unwrap().to_owned(), made.json()["id"].as_str().unwrap().to_owned());
    assert!(secret.starts_with(made.json()["prefix"].as_str().unwrap()));
    assert_eq!(site.get("/api/v1/me", &secret).await.json()["roles"][0], "submitter");
    assert!(!site.get("/api/v1/admin/keys", &admin).await.body.contains(&secret));
    assert_eq!(site.send("DELETE", &format!("/api/v1/admin/keys/{id}"), &admin, "").await.status, 204);
    assert_eq!(site.get("/api/v1/me", &secret).await.problem(), "unauthenticated");
    assert_eq!(site.send("DELETE", &format!("/api/v1/admin/keys/{id}"), &admin, "").await.status, 404);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_invitation_lets_one_person_in_who_signs_in_with_a_cookie() {
    let site = Site::start().await;
    let invitation = site.office.invite([Role::Admin].into(), None).await.unwrap();
    let accept = |login: &str, password: &str| {
        format!(r#"{{"invitation": "{invitation}", "login": "{login}", "name": "Ana", "password": "{password}"}}"#)
    };
    let short = site.post("/api/v1/invitations/accept", "", &accept("ana", "short")).await;
    assert_eq!((short.status, short.problem().as_str()), (422, "invalid_field"));
    let body = accept("ana", "correct horse battery");
    assert_eq!(site.post("/api/v1/invitations/accept", "", &body).await.status, 201);
    let again = site.post("/api/v1/invitations/accept", "", &body).await;
    assert_eq!(again.problem(), "invitation_spent");
    let wrong = site.post("/api/v1/session", "", r#"{"login": "ana", "password": "wrong horse battery"}"#).await;
    assert_eq!(wrong.problem(), "unauthenticated");
    let credentials = r#"{"login": "Ana", "password": "correct horse battery"}"#;
    let signed_in = site.post("/api/v1/session", "", credentials).await;
    assert_eq!(signed_in.status, 200, "{signed_in:?}");
    let cookie = signed_in.header("set-cookie").unwrap();
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax"));
    let pair = cookie.split(';').next().unwrap().to_owned();
    let csrf = signed_in.json()["csrf_token"].as_str().unwrap().to_owned();
    let cookie = format!("cookie: {pair}\r\n");
    let with_token = format!("{cookie}x-csrf-token: {csrf}\r\n");
    assert_eq!(site.send_with("GET", "/api/v1/me", "", "", &cookie).await.status, 200);
    let invite = r#"{"roles": ["reviewer"]}"#;
    let forged = site.send_with("POST", "/api/v1/admin/invitations", "", invite, &cookie).await;
    assert_eq!(forged.problem(), "wrong_csrf_token");
    assert_eq!(site.send_with("POST", "/api/v1/admin/invitations", "", invite, &with_token).await.status, 201);
    assert_eq!(site.send_with("DELETE", "/api/v1/session", "", "", &with_token).await.status, 204);
    assert_eq!(site.send_with("GET", "/api/v1/me", "", "", &cookie).await.problem(), "unauthenticated");
    let token = site.post("/api/v1/tokens", "", credentials).await.json()["token"].as_str().unwrap().to_owned();
    assert_eq!(site.get("/api/v1/me", &token).await.json()["name"], "Ana");
    assert_eq!(site.get("/api/v1/me", &format!("{token}x")).await.status, 401);
}

#[tokio::test(flavor = "multi_thread")]
async fn who_asks_too_often_is_told_when_to_come_back() {
    let site = Site::start_with(Limits { per_second: 0.5, burst: 3.0, ..Limits::default() }).await;
    let (ana, ben) = (site.agent(&[Role::Submitter]).await, site.agent(&[Role::Submitter]).await);
    for _ in 0..3 {
        assert_eq!(site.get("/api/v1/me", &ana).await.status, 200);
    }
    let refused = site.get("/api/v1/me", &ana).await;
    assert_eq!(refused.problem(), "rate_limited");
    assert!(refused.header("retry-after").unwrap().parse::<u32>().unwrap() >= 1);
    assert_eq!(site.get("/api/v1/me", &ben).await.status, 200, "others do not pay for her");
    assert_eq!(site.get("/healthz", "").await.status, 200);
}
