//! Names into addresses, with the gate standing where the answer is used.
//!
//! The connection is made to the very addresses that were checked, so an answer that changes between a check and a
//! connection (rebinding) has no such moment to change in.

use super::guard::{Gate, Refusal, admit_answers};
use async_trait::async_trait;
use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

/// Most answers to one name that are looked at.
const ANSWERS_MAX: usize = 16;

/// Looks names up.
#[async_trait]
pub trait Names: Send + Sync + 'static {
    /// Returns the addresses of a host.
    async fn addresses(&self, host: &str) -> io::Result<Vec<IpAddr>>;
}

/// The operating system's own way of looking names up.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemNames;

#[async_trait]
impl Names for SystemNames {
    async fn addresses(&self, host: &str) -> io::Result<Vec<IpAddr>> {
        Ok(tokio::net::lookup_host((host, 0)).await?.map(|answer| answer.ip()).collect())
    }
}

/// What the HTTP client looks names up with.
pub(super) struct GuardedNames {
    pub(super) names: Arc<dyn Names>,
    pub(super) gate: Arc<dyn Gate>,
}

impl Resolve for GuardedNames {
    fn resolve(&self, name: Name) -> Resolving {
        let (names, gate) = (Arc::clone(&self.names), Arc::clone(&self.gate));
        Box::pin(async move {
            let found = names.addresses(name.as_str()).await?;
            // Port zero stands for the port of the address that is being fetched.
            let answers: Vec<SocketAddr> = found.into_iter().take(ANSWERS_MAX).map(|ip| SocketAddr::new(ip, 0)).collect();
            admit_answers(&answers, &*gate)?;
            Ok(Box::new(answers.into_iter()) as Addrs)
        })
    }
}

/// Digs the gate's refusal out of what the client reports.
pub(super) fn refusal_in(error: &(dyn std::error::Error + 'static)) -> Option<Refusal> {
    let mut link = Some(error);
    while let Some(inner) = link {
        if let Some(refusal) = inner.downcast_ref::<Refusal>() {
            return Some(refusal.clone());
        }
        link = inner.source();
    }
    None
}
