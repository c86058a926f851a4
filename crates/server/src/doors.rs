//! Who may do what: every route once, in the one place where roles are checked.

use axum::http::Method;
use domain::Role;

/// Who may use a route.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// Everybody.
    Public,
    /// Everybody who says who they are.
    SignedIn,
    /// Those with at least one of these roles.
    Roles(&'static [Role]),
}

/// Those who ask for checks.
const ASK: Access = Access::Roles(&[Role::Submitter, Role::Operator, Role::Admin]);
/// Those who keep the corpora.
const KEEP: Access = Access::Roles(&[Role::Operator, Role::Admin]);
/// Those who let others in.
const RULE: Access = Access::Roles(&[Role::Admin]);
/// Those who look after what was decided.
const AUDIT: Access = Access::Roles(&[Role::Auditor, Role::Admin]);

/// Those who tag refusals.
const TAG: Access = Access::Roles(&[Role::Operator]);
/// Those who settle what reviewers disagree on.
const SETTLE: Access = Access::Roles(&[Role::Adjudicator]);
/// Those who look at refusals one by one, as far as each may see.
const LOOK: Access = Access::Roles(&[Role::Operator, Role::Adjudicator, Role::Auditor, Role::Admin]);
/// Those who list refusals; operators have their queue instead, where known-answer items cannot be told apart.
const LIST: Access = Access::Roles(&[Role::Adjudicator, Role::Auditor, Role::Admin]);
/// Those who see how submitters did.
const RECORD: Access = Access::Roles(&[Role::Operator, Role::Auditor, Role::Admin]);

/// Every route: method, path as the router has it, who may.
pub const DOORS: &[(&str, &str, Access)] = &[
    ("GET", "/healthz", Access::Public),
    ("GET", "/readyz", Access::Public),
    ("GET", "/metrics", Access::Public),
    ("GET", "/", Access::Public),
    ("GET", "/docs", Access::Public),
    ("GET", "/api/v1/openapi.json", Access::Public),
    ("POST", "/worker/verify", ASK),
    ("POST", "/api/v1/claims/verify", ASK),
    ("POST", "/api/v1/articles/verify", ASK),
    ("POST", "/api/v1/batches", ASK),
    ("GET", "/api/v1/jobs/{id}", Access::SignedIn),
    ("GET", "/api/v1/jobs/{id}/events", Access::SignedIn),
    ("GET", "/api/v1/jobs", RULE),
    ("POST", "/api/v1/jobs/{id}/revive", RULE),
    ("GET", "/api/v1/checks", Access::SignedIn),
    ("GET", "/api/v1/checks/{id}", Access::SignedIn),
    ("DELETE", "/api/v1/checks/{id}", Access::SignedIn),
    ("POST", "/api/v1/checks/{id}/replay", Access::SignedIn),
    ("GET", "/api/v1/checks/{id}/claim-review", Access::SignedIn),
    ("GET", "/api/v1/checks/{id}/explanation", Access::SignedIn),
    ("GET", "/api/v1/corpora", Access::SignedIn),
    ("POST", "/api/v1/corpora/{name}/documents", KEEP),
    ("GET", "/api/v1/corpora/{name}/documents/{id}", KEEP),
    ("DELETE", "/api/v1/corpora/{name}/documents/{id}", KEEP),
    ("GET", "/api/v1/webhooks", Access::SignedIn),
    ("POST", "/api/v1/webhooks", Access::SignedIn),
    ("DELETE", "/api/v1/webhooks/{id}", Access::SignedIn),
    ("POST", "/api/v1/webhooks/{id}/rotate", Access::SignedIn),
    ("GET", "/api/v1/webhooks/{id}/deliveries", Access::SignedIn),
    ("POST", "/api/v1/webhooks/{id}/deliveries/{message}/replay", Access::SignedIn),
    ("GET", "/api/v1/me", Access::SignedIn),
    ("POST", "/api/v1/session", Access::Public),
    ("DELETE", "/api/v1/session", Access::SignedIn),
    ("POST", "/api/v1/tokens", Access::Public),
    ("POST", "/api/v1/invitations/accept", Access::Public),
    ("POST", "/api/v1/admin/invitations", RULE),
    ("GET", "/api/v1/admin/keys", RULE),
    ("POST", "/api/v1/admin/keys", RULE),
    ("DELETE", "/api/v1/admin/keys/{id}", RULE),
    ("GET", "/api/v1/rejections", LIST),
    ("GET", "/api/v1/rejections/queue", TAG),
    ("GET", "/api/v1/rejections/export", AUDIT),
    ("GET", "/api/v1/rejections/golden", AUDIT),
    ("POST", "/api/v1/rejections/golden", RULE),
    ("GET", "/api/v1/rejections/{id}", LOOK),
    ("POST", "/api/v1/rejections/{id}/tags", TAG),
    ("DELETE", "/api/v1/rejections/{id}/tags/mine", TAG),
    ("POST", "/api/v1/rejections/{id}/adjudication", SETTLE),
    ("GET", "/api/v1/submitters/{id}/track-record", RECORD),
    ("GET", "/api/v1/intake/shadow", RECORD),
    ("GET", "/api/v1/agreement/snapshots", LOOK),
    ("POST", "/api/v1/agreement/snapshots", KEEP),
    ("GET", "/api/v1/agreement/snapshots/{week}", LOOK),
    ("POST", "/api/v1/agreement/snapshots/{week}/acknowledgement", KEEP),
    ("POST", "/api/v1/agreement/snapshots/{week}/review", RULE),
    ("GET", "/api/v1/agreement/chart.svg", Access::Public),
    ("GET", "/api/v1/transparency", Access::Public),
    ("GET", "/api/v1/audit", AUDIT),
    ("GET", "/api/v1/audit/verify", AUDIT),
    ("GET", "/api/v1/audit/heads", AUDIT),
];

/// Returns who may use a route; a route nobody wrote down is closed.
pub fn access(method: &Method, path: &str) -> Option<Access> {
    // HEAD is GET without the body.
    let method = if method == Method::HEAD { "GET" } else { method.as_str() };
    DOORS.iter().find(|(m, p, _)| *m == method && *p == path).map(|(_, _, access)| *access)
}

impl Access {
    /// Whether somebody with these roles may pass; `None` is somebody who did not say who they are.
    pub fn admits(self, roles: Option<&std::collections::BTreeSet<Role>>) -> bool {
        match (self, roles) {
            (Self::Public, _) | (Self::SignedIn, Some(_)) => true,
            (Self::Roles(wanted), Some(roles)) => wanted.iter().any(|role| roles.contains(role)),
            (Self::SignedIn | Self::Roles(_), None) => false,
        }
    }
}
