//! `probity admin`: who may come in.

use crate::app::App;
use crate::args::house::{Admin, Key, User};
use crate::desk::Desk;
use crate::failure::{Failure, Outcome};
use crate::render::{ACCENT, DIM, GOOD, Page, Table, paint};
use domain::{ActorId, KeyId, Role};
use engine::EngineError;
use serde_json::json;
use std::collections::BTreeSet;

/// Does one chore at the door.
pub fn run(app: &App, verb: &Admin) -> Result<Outcome, Failure> {
    let desk = Desk::open(app)?;
    match verb {
        Admin::Key(Key::Create { name, roles }) => create(app, &desk, name, roles_of(roles)?),
        Admin::Key(Key::List) => keys(app, &desk),
        Admin::Key(Key::Revoke { id }) => {
            let id: KeyId = parsed(id, "key")?;
            done(app, desk.run(desk.office.revoke_key(id, None))?, &format!("key {id} revoked"), "that key")
        }
        Admin::User(User::List) => users(app, &desk),
        Admin::User(User::Roles { id, roles }) => {
            let (id, roles): (ActorId, _) = (parsed(id, "user")?, roles_of(roles)?);
            done(app, desk.run(desk.office.give_roles(id, &roles, None))?, &format!("roles of {id} set"), "that user")
        }
        Admin::User(User::Disable { id }) => {
            let id: ActorId = parsed(id, "user")?;
            done(app, desk.run(desk.office.shut_out(id, None))?, &format!("{id} disabled"), "that user")
        }
        Admin::Invite { roles } => invite(app, &desk, roles_of(roles)?),
    }
}

fn create(app: &App, desk: &Desk, name: &str, roles: BTreeSet<Role>) -> Result<Outcome, Failure> {
    let (actor, fresh) = desk.run(desk.office.add_agent(name, roles, None))?;
    if app.is_json {
        app.print_json(&json!({"actor": actor.id, "key": fresh.key.id, "prefix": fresh.key.prefix, "secret": fresh.secret}))?;
        return Ok(Outcome::Done);
    }
    let mut page = Page::for_stdout();
    page.line(format_args!("{} {}", paint(GOOD, "✓"), paint(ACCENT, &fresh.secret)));
    page.line(paint(DIM, "  This is the only time it is shown. Send it as `Authorization: Bearer …`."));
    app.print(page)?;
    Ok(Outcome::Done)
}

fn invite(app: &App, desk: &Desk, roles: BTreeSet<Role>) -> Result<Outcome, Failure> {
    let invitation = desk.run(desk.office.invite(roles, None))?;
    if app.is_json {
        app.print_json(&json!({"invitation": invitation}))?;
        return Ok(Outcome::Done);
    }
    let mut page = Page::for_stdout();
    page.line(format_args!("{} {}", paint(GOOD, "✓"), paint(ACCENT, &invitation)));
    page.line(paint(DIM, "  It works once, within three days: POST /api/v1/invitations/accept."));
    app.print(page)?;
    Ok(Outcome::Done)
}

fn keys(app: &App, desk: &Desk) -> Result<Outcome, Failure> {
    let keys = desk.run(async { desk.office.store().keys().await.map_err(EngineError::from) })?;
    let when = |at: Option<jiff::Timestamp>| at.map_or_else(|| "never".to_owned(), |at| at.to_string());
    if app.is_json {
        let one = |key: &engine::ApiKey| {
            json!({"id": key.id, "actor": key.actor, "prefix": key.prefix, "label": key.label, "created_at": key.created_at,
                   "last_used_at": key.last_used_at, "revoked_at": key.revoked_at})
        };
        app.print_json(&json!({"keys": keys.iter().map(one).collect::<Vec<_>>()}))?;
        return Ok(Outcome::Done);
    }
    let mut table = Table::new(&["key", "begins", "for", "last used", "state"]);
    for key in &keys {
        let state = if key.revoked_at.is_some() { "revoked" } else { "good" };
        table.row([key.id.to_string(), key.prefix.clone(), key.label.clone(), when(key.last_used_at), state.to_owned()]);
    }
    show(app, table)
}

fn users(app: &App, desk: &Desk) -> Result<Outcome, Failure> {
    let actors = desk.run(async { desk.office.store().actors().await.map_err(EngineError::from) })?;
    if app.is_json {
        app.print_json(&json!({"users": actors}))?;
        return Ok(Outcome::Done);
    }
    let mut table = Table::new(&["user", "name", "kind", "roles", "state"]);
    for actor in &actors {
        let roles: Vec<&str> = actor.roles.iter().map(|role| role.as_str()).collect();
        let state = if actor.disabled_at.is_some() { "disabled" } else { "good" };
        table.row([actor.id.to_string(), actor.name.clone(), actor.kind.as_str().to_owned(), roles.join(", "), state.to_owned()]);
    }
    show(app, table)
}

fn done(app: &App, is_done: bool, what: &str, noun: &str) -> Result<Outcome, Failure> {
    if !is_done {
        return Err(Failure::usage(format!("{noun} does not exist or is closed already"), "The list shows which there are."));
    }
    if app.is_json {
        app.print_json(&json!({"done": what}))?;
        return Ok(Outcome::Done);
    }
    let mut page = Page::for_stdout();
    page.line(format_args!("{} {what}", paint(GOOD, "✓")));
    app.print(page)?;
    Ok(Outcome::Done)
}

fn parsed<T: std::str::FromStr>(text: &str, noun: &str) -> Result<T, Failure> {
    let next = format!("`probity admin {noun} list` shows the ids.");
    text.parse().map_err(|_| Failure::usage(format!("{text:?} is not the id of a {noun}"), next))
}

fn roles_of(words: &[String]) -> Result<BTreeSet<Role>, Failure> {
    let roles: Result<BTreeSet<Role>, String> = words.iter().map(|word| word.trim().parse()).collect();
    roles.map_err(|why| Failure::usage(why, "Name roles separated by commas, like --roles submitter,reviewer."))
}

fn show(app: &App, table: Table) -> Result<Outcome, Failure> {
    let mut page = Page::for_stdout();
    table.write(&mut page);
    app.print(page)?;
    Ok(Outcome::Done)
}
