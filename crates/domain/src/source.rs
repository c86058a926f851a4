//! Who is behind an address.

use url::{Host, Url};

/// Returns the registrable domain of an address (`news.bbc.co.uk/x` → `bbc.co.uk`), or nothing for what has none.
///
/// A bare host is accepted too. Addresses by number are nobody's domain.
pub fn registrable_domain(address: &str) -> Option<String> {
    let parsed = Url::parse(address).or_else(|_| Url::parse(&format!("https://{address}"))).ok()?;
    let Some(Host::Domain(host)) = parsed.host() else { return None };
    let host = host.trim_end_matches('.').to_ascii_lowercase();
    psl::domain_str(&host).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_hosts_of_one_owner_are_one_source() {
        assert_eq!(registrable_domain("https://news.bbc.co.uk/2/hi").as_deref(), Some("bbc.co.uk"));
        assert_eq!(registrable_domain("www.Example.COM").as_deref(), Some("example.com"));
        assert_eq!(registrable_domain("http://127.0.0.1/x"), None);
        assert_eq!(registrable_domain("not an address"), None);
    }
}
