//! Telling others, as Standard Webhooks has it: signed, tried again with patience, recorded, and repeatable.

use crate::jobs::{Attempt, Handler, Turn};
use crate::office::Office;
use crate::{EngineError, audit};
use async_trait::async_trait;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use domain::{ActorId, DeliveryId, JobId, MessageId, WebhookId};
use hmac::{Hmac, KeyInit as _, Mac as _};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::json;
use sha2::Sha256;
pub use sources::web::Messenger;
use std::sync::Arc;
use store::{ATTEMPTS_MAX, Along, Delivery, MESSAGES_MAX, NewJob, NewMessage, Webhook};

/// The kind of job that delivers one message to one place.
pub const DELIVER: &str = "deliver";
/// Longest error kept of a delivery.
const ERROR_CHARS_MAX: usize = 300;
/// Secrets that sign at the same time: the one in use and the one it replaces.
const SECRETS_MAX: usize = 2;

/// What a receiver answers that wants to hear no more.
const GONE: u16 = 410;

/// A delivery to be made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Errand {
    webhook: WebhookId,
    message: MessageId,
}

impl Office {
    /// Adds a webhook and returns it with the secret that is shown this once.
    pub async fn add_webhook(&self, actor: ActorId, url: &str, kinds: Vec<String>) -> Result<Webhook, EngineError> {
        let (unix_ms, chance) = self.name_parts();
        let webhook = Webhook {
            id: WebhookId::from_parts(unix_ms, chance),
            actor,
            url: url.to_owned(),
            kinds,
            secrets: vec![self.webhook_secret()],
            created_at: self.now(),
        };
        let along = audit::along(self, Some(actor), "webhook.added", format!("webhook:{}", webhook.id), json!({}));
        self.store().add_webhook(&webhook, along).await?;
        Ok(webhook)
    }

    /// Makes another secret; the one before it goes on signing beside it until the next change.
    pub async fn rotate_secret(&self, webhook: &Webhook) -> Result<String, EngineError> {
        let mut secrets = vec![self.webhook_secret()];
        secrets.extend(webhook.secrets.iter().take(SECRETS_MAX - 1).cloned());
        let subject = format!("webhook:{}", webhook.id);
        let along = audit::along(self, Some(webhook.actor), "webhook.rotated", subject, json!({}));
        self.store().set_secrets(webhook.id, &secrets, along).await?;
        Ok(secrets.swap_remove(0))
    }

    /// Makes a job for every webhook that wants to hear of what happened, and returns how many messages were relayed.
    pub async fn relay(&self) -> Result<u64, EngineError> {
        let messages = self.store().unrelayed_messages(MESSAGES_MAX).await?;
        if messages.is_empty() {
            return Ok(0);
        }
        let mut along = Along::default();
        for message in &messages {
            let Some(owner) = message.owner else { continue };
            let hooks = self.store().webhooks_of(owner).await?;
            let wanted = hooks.iter().filter(|hook| hook.kinds.is_empty() || hook.kinds.contains(&message.kind));
            along.jobs.extend(wanted.map(|hook| self.errand(hook.id, message.id)));
        }
        let ids: Vec<MessageId> = messages.iter().map(|message| message.id).collect();
        self.store().relay_messages(&ids, self.now(), along).await?;
        self.wake(DELIVER);
        Ok(ids.len() as u64)
    }

    /// Delivers a message once more. False when it is not kept any more.
    pub async fn redeliver(&self, webhook: &Webhook, message: MessageId) -> Result<bool, EngineError> {
        let kept = self.store().message(message).await?.filter(|kept| kept.owner == Some(webhook.actor));
        if kept.is_none() {
            return Ok(false);
        }
        self.commit(Along::job(self.errand(webhook.id, message))).await?;
        Ok(true)
    }

    fn errand(&self, webhook: WebhookId, message: MessageId) -> NewJob {
        let (unix_ms, chance) = self.name_parts();
        let now = self.now();
        NewJob {
            id: JobId::from_parts(unix_ms, chance),
            kind: DELIVER.to_owned(),
            payload: serde_json::to_value(Errand { webhook, message }).expect("an errand always serialises"),
            payload_version: 1,
            made_by: None,
            once: None,
            priority: 0,
            run_at: now,
            period: None,
            attempts_max: ATTEMPTS_MAX,
            created_at: now,
        }
    }

    fn webhook_secret(&self) -> String {
        format!("whsec_{}", STANDARD.encode(self.dice().throw::<32>()))
    }
}

/// Makes deliveries.
pub struct Delivering {
    messenger: Arc<Messenger>,
}

impl Delivering {
    /// Delivers through this messenger.
    pub fn new(messenger: Arc<Messenger>) -> Self {
        Self { messenger }
    }
}

#[async_trait]
impl Handler for Delivering {
    async fn attempt(&self, office: &Office, turn: &Turn) -> Attempt {
        let Ok(errand) = serde_json::from_value::<Errand>(turn.job.asked.payload.clone()) else {
            return Attempt::Hopeless("the errand cannot be read".to_owned());
        };
        let found = (office.store().webhook(errand.webhook).await, office.store().message(errand.message).await);
        let (webhook, message) = match found {
            (Ok(Some(webhook)), Ok(Some(message))) => (webhook, message),
            (Ok(_), Ok(_)) => return Attempt::Hopeless("the webhook or the message is gone".to_owned()),
            (Err(error), _) | (_, Err(error)) => return Attempt::Failed(error.to_string()),
        };
        let began = office.now();
        let body = body(&message);
        let headers = headers(&webhook.secrets, message.id, began, &body);
        let (status, error) = match self.messenger.post(&webhook.url, &headers, body).await {
            Ok(status) => (Some(status), (!(200..300).contains(&status)).then(|| format!("answered {status}"))),
            Err(why) => (None, Some(why.to_string().chars().take(ERROR_CHARS_MAX).collect())),
        };
        let (unix_ms, chance) = office.name_parts();
        let took = office.now().duration_since(began);
        let delivery = Delivery {
            id: DeliveryId::from_parts(unix_ms, chance),
            webhook: webhook.id,
            message: message.id,
            at: began,
            status,
            error: error.clone(),
            took_ms: u64::try_from(took.as_millis()).unwrap_or(0),
        };
        let recorded = office.store().record_delivery(&delivery, Along::default()).await;
        match (error, recorded) {
            (Some(why), _) if status == Some(GONE) => Attempt::Hopeless(why),
            (Some(why), _) => Attempt::Failed(why),
            (None, Err(trouble)) => Attempt::Failed(trouble.to_string()),
            (None, Ok(())) => Attempt::Done { result: json!({"status": status}), along: Box::default() },
        }
    }
}

/// What is sent: the type, the moment and the data, as Standard Webhooks suggests.
fn body(message: &NewMessage) -> String {
    json!({"type": message.kind, "timestamp": message.at.to_string(), "data": message.payload}).to_string()
}

fn headers(secrets: &[String], id: MessageId, at: Timestamp, body: &str) -> Vec<(&'static str, String)> {
    let (id, seconds) = (format!("msg_{}", id.uuid().simple()), at.as_second());
    let signed = secrets.iter().filter_map(|secret| signature(secret, &id, seconds, body));
    let signatures: Vec<String> = signed.collect();
    vec![
        ("content-type", "application/json".to_owned()),
        ("webhook-id", id),
        ("webhook-timestamp", seconds.to_string()),
        ("webhook-signature", signatures.join(" ")),
    ]
}

/// Signs as Standard Webhooks has it: HMAC-SHA256 over id, time and body, keyed with the bytes behind `whsec_`.
pub fn signature(secret: &str, id: &str, seconds: i64, body: &str) -> Option<String> {
    let key = STANDARD.decode(secret.strip_prefix("whsec_")?).ok()?;
    let mut mac = Hmac::<Sha256>::new_from_slice(&key).ok()?;
    mac.update(format!("{id}.{seconds}.{body}").as_bytes());
    Some(format!("v1,{}", STANDARD.encode(mac.finalize().into_bytes())))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example of the Standard Webhooks specification.
    #[test]
    fn the_signature_is_the_one_of_the_specification() {
        let secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
        let body = r#"{"test": 2432232314}"#;
        let signed = signature(secret, "msg_p5jXN8AQM9LWM0D4loKWxJek", 1_614_265_330, body);
        assert_eq!(signed.as_deref(), Some("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="));
        assert_eq!(signature("no prefix", "m", 0, ""), None);
    }
}
