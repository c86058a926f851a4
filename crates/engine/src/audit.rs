//! Sealing the audit log, proving it whole, and signing how far it has come.

use crate::EngineError;
use crate::office::{Office, hex, unhex};
use domain::{ActorId, Digest};
use ed25519_dalek::{Signature, Signer as _, SigningKey, Verifier as _, VerifyingKey};
use serde::Serialize;
use serde_json::Value;
use std::time::Duration;
use store::{AUDIT_MAX, Along, AuditLink, AuditRow, AuditText, NewAudit, Salted, SignedHead, chained};

/// How often the sealer looks. A row is sealed within a second of its commit.
const SEAL_EVERY: Duration = Duration::from_millis(250);
/// Most troubles named in one report.
const TROUBLES_MAX: usize = 100;
/// Links between two signed heads while the log grows.
pub const HEAD_EVERY: u64 = 256;

/// Makes the audit row of a decision.
pub fn row(office: &Office, by: Option<ActorId>, action: &str, subject: String, facts: Value) -> NewAudit {
    NewAudit { at: office.now(), actor: by, action: action.to_owned(), subject, facts, text: None }
}

/// Makes what goes along with a decision that only has an audit row.
pub fn along(office: &Office, by: Option<ActorId>, action: &str, subject: String, facts: Value) -> Along {
    Along::audit(row(office, by, action, subject, facts))
}

/// Puts salt on a text, so that its hash can stay when the text goes.
pub fn salted(office: &Office, text: &str) -> Salted {
    Salted { salt: hex(&office.dice().throw::<16>()), text: text.to_owned() }
}

/// What is wrong with one row or link.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "trouble", rename_all = "snake_case")]
pub enum Trouble {
    /// The row is not what was sealed.
    Changed {
        /// Which row.
        seq: u64,
    },
    /// The text beside the row is not the one that was hashed.
    TextChanged {
        /// Which row.
        seq: u64,
    },
    /// The row was sealed and is gone.
    Missing {
        /// Which row.
        seq: u64,
    },
    /// The row stands where another one was sealed.
    Reordered {
        /// Which row.
        seq: u64,
        /// Its place in the chain.
        place: u64,
    },
    /// The row appeared among rows that were sealed before it.
    Inserted {
        /// Which row.
        seq: u64,
    },
    /// The chain itself was cut or rewritten here.
    Broken {
        /// The place in the chain.
        place: u64,
    },
    /// A signed head says otherwise than the chain.
    HeadDiffers {
        /// The place in the chain.
        place: u64,
    },
    /// A signed head carries a signature that is not its key's.
    BadSignature {
        /// The place in the chain.
        place: u64,
    },
}

/// What proving the log found.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct AuditReport {
    /// Nothing is wrong.
    pub is_whole: bool,
    /// Rows that are sealed.
    pub sealed: u64,
    /// Rows that are not sealed yet.
    pub unsealed: Vec<u64>,
    /// Rows whose text was erased.
    pub erased: u64,
    /// The last hash of the chain.
    pub head: Option<AuditLink>,
    /// Signed heads that fit.
    pub heads: u64,
    /// What is wrong, at most a hundred.
    pub troubles: Vec<Trouble>,
}

impl Office {
    /// Seals rows within a second of their commit, and signs the head now and then, until told to stop.
    pub async fn keep_sealing(&self, key: Option<&SigningKey>, mut stop: tokio::sync::watch::Receiver<bool>) {
        loop {
            match self.seal_all(key).await {
                Ok(_) => {}
                Err(error) => tracing::warn!(%error, "the audit log could not be sealed; trying again"),
            }
            tokio::select! {
                () = tokio::time::sleep(SEAL_EVERY) => {}
                _ = stop.wait_for(|stopping| *stopping) => break,
            }
        }
        if let Err(error) = self.seal_all(key).await {
            tracing::warn!(%error, "the last audit rows stay unsealed until the next start");
        }
    }

    /// Seals everything there is and returns how many rows that were.
    pub async fn seal_all(&self, key: Option<&SigningKey>) -> Result<u64, EngineError> {
        let mut sealed = 0;
        loop {
            let now = self.store().seal_audit(AUDIT_MAX).await?;
            sealed += now;
            if now < u64::from(AUDIT_MAX) {
                break;
            }
        }
        if let Some(key) = key.filter(|_| sealed > 0) {
            self.sign_when_due(key).await?;
        }
        Ok(sealed)
    }

    /// Signs the head when the log has grown enough since it was last signed.
    async fn sign_when_due(&self, key: &SigningKey) -> Result<(), EngineError> {
        let signed = self.store().signed_heads(1).await?.first().map_or(0, |head| head.place);
        match self.store().audit_head().await? {
            Some(head) if head.place >= signed + HEAD_EVERY || signed == 0 => self.sign_head(key).await.map(drop),
            _ => Ok(()),
        }
    }

    /// Signs the head as it is, keeps the signature and returns it.
    pub async fn sign_head(&self, key: &SigningKey) -> Result<Option<SignedHead>, EngineError> {
        let Some(head) = self.store().audit_head().await? else { return Ok(None) };
        let signed = sign(key, &head, self.now().as_microsecond());
        self.store().keep_head(&signed).await?;
        Ok(Some(signed))
    }

    /// Walks the whole log and tells what is wrong with it. `trusted` are heads that were exported before.
    pub async fn verify_audit(&self, trusted: &[SignedHead]) -> Result<AuditReport, EngineError> {
        let mut report = AuditReport::default();
        let mut heads = self.store().signed_heads(AUDIT_MAX).await?;
        heads.extend_from_slice(trusted);
        let mut rows = Rows::new(self);
        let (mut before, mut place, mut last_seq): (Option<Digest>, u64, u64) = (None, 0, 0);
        loop {
            let links = self.store().audit_links(place, AUDIT_MAX).await?;
            let Some(last) = links.last() else { break };
            let end = last.place;
            for link in &links {
                if link.place != place + 1 || chained(before.as_ref(), link.place, link.seq, &link.row) != link.chain {
                    report.tell(Trouble::Broken { place: link.place });
                }
                if link.seq <= last_seq {
                    report.tell(Trouble::Reordered { seq: link.seq, place: link.place });
                } else {
                    rows.compare(link, &mut report).await?;
                    last_seq = link.seq;
                }
                check_heads(&heads, link, &mut report);
                report.sealed += 1;
                (before, place) = (Some(link.chain.clone()), link.place);
                report.head = Some(link.clone());
            }
            place = end;
        }
        rows.rest(&mut report).await?;
        for head in heads.iter().filter(|head| head.place > place) {
            report.tell(Trouble::HeadDiffers { place: head.place });
        }
        report.is_whole = report.troubles.is_empty();
        Ok(report)
    }
}

impl AuditReport {
    fn tell(&mut self, trouble: Trouble) {
        if self.troubles.len() < TROUBLES_MAX && !self.troubles.contains(&trouble) {
            self.troubles.push(trouble);
        }
    }
}

/// The rows in order, a page at a time.
struct Rows<'a> {
    office: &'a Office,
    page: std::collections::VecDeque<(AuditRow, AuditText)>,
    after: u64,
}

impl<'a> Rows<'a> {
    fn new(office: &'a Office) -> Self {
        Self { office, page: std::collections::VecDeque::new(), after: 0 }
    }

    async fn peek(&mut self) -> Result<Option<&(AuditRow, AuditText)>, EngineError> {
        if self.page.is_empty() {
            self.page = self.office.store().audit_rows(self.after, AUDIT_MAX).await?.into();
            if let Some((last, _)) = self.page.back() {
                self.after = last.seq;
            }
        }
        Ok(self.page.front())
    }

    /// Holds the row that a link seals against it. Rows in between were not there when their neighbours were sealed.
    async fn compare(&mut self, link: &AuditLink, report: &mut AuditReport) -> Result<(), EngineError> {
        while let Some((row, text)) = self.peek().await? {
            if row.seq > link.seq {
                break;
            }
            if row.seq < link.seq {
                report.tell(Trouble::Inserted { seq: row.seq });
                self.page.pop_front();
                continue;
            }
            if row.digest() != link.row {
                report.tell(Trouble::Changed { seq: row.seq });
            }
            match text {
                AuditText::Kept(salted) if Some(salted.digest()) != row.content => {
                    report.tell(Trouble::TextChanged { seq: row.seq });
                }
                AuditText::Erased(_) => report.erased += 1,
                AuditText::None if row.content.is_some() => report.tell(Trouble::TextChanged { seq: row.seq }),
                AuditText::Kept(_) | AuditText::None => {}
            }
            self.page.pop_front();
            return Ok(());
        }
        report.tell(Trouble::Missing { seq: link.seq });
        Ok(())
    }

    async fn rest(&mut self, report: &mut AuditReport) -> Result<(), EngineError> {
        while let Some((row, _)) = self.peek().await? {
            report.unsealed.push(row.seq);
            self.page.pop_front();
        }
        Ok(())
    }
}

fn check_heads(heads: &[SignedHead], link: &AuditLink, report: &mut AuditReport) {
    for head in heads.iter().filter(|head| head.place == link.place) {
        match (head.chain == link.chain, is_signed(head)) {
            (true, true) => report.heads += 1,
            (false, true) => report.tell(Trouble::HeadDiffers { place: head.place }),
            (_, false) => report.tell(Trouble::BadSignature { place: head.place }),
        }
    }
}

fn statement(place: u64, chain: &Digest, signed_at_us: i64) -> Vec<u8> {
    format!("probity audit head v1:{place}:{chain}:{signed_at_us}").into_bytes()
}

fn sign(key: &SigningKey, head: &AuditLink, signed_at_us: i64) -> SignedHead {
    let signature = key.sign(&statement(head.place, &head.chain, signed_at_us));
    SignedHead {
        place: head.place,
        chain: head.chain.clone(),
        signed_at_us,
        public_key: hex(key.verifying_key().as_bytes()),
        signature: hex(&signature.to_bytes()),
    }
}

/// Whether a head's signature is its key's.
pub fn is_signed(head: &SignedHead) -> bool {
    let (Some(key), Some(signature)) = (unhex::<32>(&head.public_key), unhex::<64>(&head.signature)) else { return false };
    let Ok(key) = VerifyingKey::from_bytes(&key) else { return false };
    key.verify(&statement(head.place, &head.chain, head.signed_at_us), &Signature::from_bytes(&signature)).is_ok()
}
