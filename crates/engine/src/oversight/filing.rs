//! What a check means for oversight: a refusal waits for review, an assessment counts in the submitter's record.
//!
//! Both commit with the check itself, so that no refusal is ever without its review and none is counted twice.

use domain::{RejectionEvent, RejectionId, SubmitterId};
use serde_json::json;
use store::{Along, Assessed, NewAudit, StoredCheck};

/// The audit row of a refusal.
pub const SUBMISSION_REFUSED: &str = "submission.refused";

/// Has a check's consequences for oversight go along with it.
pub fn account(along: &mut Along, stored: &StoredCheck, submitter: &SubmitterId, is_article: bool) {
    match refusal(stored, submitter, is_article) {
        Some(event) => {
            along.audit.push(told(&event, stored));
            along.refusals.push(event);
        }
        None => along.assessed.push(assessed(stored, submitter)),
    }
}

/// Returns what goes along with a check of somebody who has no account, at the command line.
pub fn accounted(stored: &StoredCheck, submitter: &SubmitterId, is_article: bool) -> Along {
    let mut along = Along::default();
    account(&mut along, stored, submitter, is_article);
    along
}

/// A check that was refused is one refusal, under the check's own name: a second attempt keeps no second one.
fn refusal(stored: &StoredCheck, submitter: &SubmitterId, is_article: bool) -> Option<RejectionEvent> {
    let check = &stored.check;
    let refusal = check.claims.iter().find_map(|claim| claim.refusal.as_ref())?;
    Some(RejectionEvent {
        id: RejectionId::from_uuid(check.id.uuid()),
        submission: check.id.to_string(),
        submitter: submitter.clone(),
        at: check.asked_at,
        verdict: refusal.verdict(),
        category: refusal.category.to_string(),
        by: refusal.by.to_string(),
        span: Some(refusal.span),
        text: stored.text.clone(),
        is_article,
    })
}

/// The row holds what was found by which rules; the text stays beside the check, where it can be erased.
fn told(event: &RejectionEvent, stored: &StoredCheck) -> NewAudit {
    let refusal = stored.check.claims.iter().find_map(|claim| claim.refusal.as_ref());
    let hashes = refusal.map(|refusal| (refusal.rules_hash.to_string(), refusal.model_hash.to_string()));
    let (rules_hash, model_hash) = hashes.unzip();
    let facts = json!({
        "verdict": event.verdict,
        "category": event.category,
        "by": event.by,
        "rules_hash": rules_hash,
        "model_hash": model_hash,
    });
    // The gate refuses, not the person who handed it in.
    let (action, subject) = (SUBMISSION_REFUSED.to_owned(), format!("rejection:{}", event.id));
    NewAudit { at: event.at, actor: None, action, subject, facts, text: None }
}

fn assessed(stored: &StoredCheck, submitter: &SubmitterId) -> Assessed {
    let check = &stored.check;
    Assessed {
        submission: check.id.to_string(),
        submitter: submitter.clone(),
        at: check.asked_at,
        is_directional: check.claims.iter().any(|claim| claim.verdict.is_directional()),
    }
}
