//! Who may be visited. A page that others write must not choose which machines of ours we talk to.

use super::addresses::closed;
use std::net::{IpAddr, SocketAddr};
use url::{Host, Url};

/// Longest address that is followed, in bytes.
const URL_BYTES_MAX: usize = 2_048;
/// Where web servers for the public listen.
const PUBLIC_PORTS: [u16; 2] = [80, 443];
/// Endings of names that only mean something inside a house.
const INDOOR_ENDINGS: [&str; 7] = ["localhost", "local", "internal", "intranet", "lan", "home.arpa", "localdomain"];

/// Decides which machines may be reached. The one that ships is [`PublicOnly`]; tests that serve pages from their own
/// machine bring theirs, and `xtask` sees to it that no other is shipped.
pub trait Gate: Send + Sync + 'static {
    /// Lets an address pass, or says why not. Called for addresses in numbers and for every answer to a name.
    fn admits(&self, address: IpAddr) -> Result<(), Refusal>;

    /// Lets a port pass, or says why not.
    fn admits_port(&self, port: u16) -> Result<(), Refusal>;
}

/// Only what is public: no private, loopback, link-local, metadata or otherwise reserved address, and only web ports.
#[derive(Debug, Clone, Copy, Default)]
pub struct PublicOnly;

impl Gate for PublicOnly {
    fn admits(&self, address: IpAddr) -> Result<(), Refusal> {
        closed(address).map_or(Ok(()), |what| Err(Refusal::Closed { address, what }))
    }

    fn admits_port(&self, port: u16) -> Result<(), Refusal> {
        if PUBLIC_PORTS.contains(&port) { Ok(()) } else { Err(Refusal::Port(port)) }
    }
}

/// Why an address is not visited.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// It cannot be understood.
    #[error("it is not a web address")]
    NotAnAddress,
    /// It is longer than any page's address needs to be.
    #[error("the address is longer than {URL_BYTES_MAX} bytes")]
    TooLong,
    /// Not `http` or `https`.
    #[error("{0}: addresses are not followed, only http: and https:")]
    Scheme(String),
    /// A name and password stand in it.
    #[error("the address carries a user name or password")]
    Credentials,
    /// A port where no public web server listens.
    #[error("port {0} is not one where public pages are served")]
    Port(u16),
    /// A name that means something only inside a network.
    #[error("{0} is a name inside a network, not a public one")]
    IndoorName(String),
    /// A number that is not public.
    #[error("{address} is not a public address ({what})")]
    Closed {
        /// The address.
        address: IpAddr,
        /// What it is for.
        what: &'static str,
    },
}

/// Checks everything about an address that can be known before its name is looked up.
pub fn admit(address: &str, gate: &dyn Gate) -> Result<Url, Refusal> {
    if address.len() > URL_BYTES_MAX {
        return Err(Refusal::TooLong);
    }
    let mut url = Url::parse(address.trim()).map_err(|_| Refusal::NotAnAddress)?;
    if !matches!(url.scheme(), "http" | "https") {
        return Err(Refusal::Scheme(url.scheme().chars().take(20).collect()));
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err(Refusal::Credentials);
    }
    gate.admits_port(url.port_or_known_default().ok_or(Refusal::NotAnAddress)?)?;
    match url.host().ok_or(Refusal::NotAnAddress)? {
        Host::Ipv4(number) => gate.admits(IpAddr::V4(number))?,
        Host::Ipv6(number) => gate.admits(IpAddr::V6(number))?,
        Host::Domain(name) if is_indoor(name) => return Err(Refusal::IndoorName(name.to_owned())),
        Host::Domain(_) => {}
    }
    // What stands behind the hash is for the browser alone, and would make one page look like many.
    url.set_fragment(None);
    Ok(url)
}

/// Checks the answers to a name. One closed address among them is enough to turn the name away: whoever answers with a
/// mixture is hoping that we pick the wrong one.
pub(super) fn admit_answers(answers: &[SocketAddr], gate: &dyn Gate) -> Result<(), Refusal> {
    answers.iter().try_for_each(|answer| gate.admits(answer.ip()))
}

fn is_indoor(name: &str) -> bool {
    let name = name.trim_end_matches('.').to_ascii_lowercase();
    let ends = |ending: &str| name == ending || name.strip_suffix(ending).is_some_and(|rest| rest.ends_with('.'));
    !name.contains('.') || INDOOR_ENDINGS.into_iter().any(ends)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn refusal(address: &str) -> Refusal {
        admit(address, &PublicOnly).unwrap_err()
    }

    #[test]
    fn public_pages_pass_without_their_fragment() {
        let url = admit(" https://news.example.org/a?b=c#d ", &PublicOnly).unwrap();
        assert_eq!(url.as_str(), "https://news.example.org/a?b=c");
        assert!(admit("http://93.184.215.14/", &PublicOnly).is_ok());
        assert!(admit("https://example.org:443/", &PublicOnly).is_ok());
    }

    #[test]
    fn what_is_not_a_page_is_refused() {
        assert_eq!(refusal("not an address"), Refusal::NotAnAddress);
        assert_eq!(refusal("file:///etc/passwd"), Refusal::Scheme("file".into()));
        assert_eq!(refusal("gopher://example.org/"), Refusal::Scheme("gopher".into()));
        assert_eq!(refusal("https://ana:secret@example.org/"), Refusal::Credentials);
        assert_eq!(refusal("https://ana@example.org/"), Refusal::Credentials);
        assert_eq!(refusal("http://example.org:22/"), Refusal::Port(22));
        assert_eq!(refusal("http://example.org:6379/"), Refusal::Port(6379));
        assert_eq!(refusal(&format!("https://example.org/{}", "a".repeat(3_000))), Refusal::TooLong);
    }

    #[test]
    fn every_way_of_writing_loopback_is_loopback() {
        for host in ["127.0.0.1", "127.1", "0x7f.1", "2130706433", "0177.0.0.1", "0x7f000001", "[::1]", "[::ffff:127.0.0.1]"] {
            assert!(matches!(refusal(&format!("http://{host}/")), Refusal::Closed { .. }), "{host}");
        }
    }

    #[test]
    fn names_that_mean_something_indoors_are_refused() {
        for host in ["localhost", "LOCALHOST.", "printer", "db.internal", "metadata.google.internal", "nas.local", "a.localhost"]
        {
            assert!(matches!(refusal(&format!("http://{host}/")), Refusal::IndoorName(_)), "{host}");
        }
        assert!(admit("http://local.example.org/", &PublicOnly).is_ok());
        assert!(admit("http://notlocal.example/", &PublicOnly).is_ok());
    }

    #[test]
    fn one_closed_answer_among_many_turns_the_name_away() {
        let answers: Vec<SocketAddr> = vec!["93.184.215.14:0".parse().unwrap(), "10.0.0.1:0".parse().unwrap()];
        assert!(admit_answers(&answers, &PublicOnly).is_err());
        assert!(admit_answers(&answers[..1], &PublicOnly).is_ok());
    }

    proptest! {
        #[test]
        fn a_number_passes_exactly_when_it_is_open(bits: u32) {
            let address = std::net::Ipv4Addr::from_bits(bits);
            let passes = admit(&format!("http://{address}/"), &PublicOnly).is_ok();
            prop_assert_eq!(passes, closed(IpAddr::V4(address)).is_none());
        }

        #[test]
        fn no_text_makes_it_fall_over(text in ".{0,200}") {
            let _ = admit(&text, &PublicOnly);
        }
    }
}
