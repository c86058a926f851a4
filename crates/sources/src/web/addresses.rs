//! Which network addresses are nobody's business of ours.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// A range of IPv4 addresses: first address, prefix length, what it is for.
type Range4 = (Ipv4Addr, u32, &'static str);
/// The same for IPv6.
type Range6 = (Ipv6Addr, u32, &'static str);

const CLOSED_4: [Range4; 17] = [
    (Ipv4Addr::new(0, 0, 0, 0), 8, "this network"),
    (Ipv4Addr::new(10, 0, 0, 0), 8, "private"),
    (Ipv4Addr::new(100, 64, 0, 0), 10, "shared by a carrier's customers"),
    (Ipv4Addr::new(127, 0, 0, 0), 8, "loopback"),
    // 169.254.169.254 hands out the credentials of the machine on every large cloud.
    (Ipv4Addr::new(169, 254, 169, 254), 32, "a cloud's metadata service"),
    (Ipv4Addr::new(169, 254, 0, 0), 16, "link-local"),
    (Ipv4Addr::new(168, 63, 129, 16), 32, "a cloud's metadata service"),
    (Ipv4Addr::new(172, 16, 0, 0), 12, "private"),
    (Ipv4Addr::new(192, 0, 0, 0), 24, "reserved for protocols"),
    (Ipv4Addr::new(192, 0, 2, 0), 24, "for documentation"),
    (Ipv4Addr::new(192, 88, 99, 0), 24, "a relay between protocols"),
    (Ipv4Addr::new(192, 168, 0, 0), 16, "private"),
    (Ipv4Addr::new(198, 18, 0, 0), 15, "for benchmarks"),
    (Ipv4Addr::new(198, 51, 100, 0), 24, "for documentation"),
    (Ipv4Addr::new(203, 0, 113, 0), 24, "for documentation"),
    (Ipv4Addr::new(224, 0, 0, 0), 4, "multicast"),
    (Ipv4Addr::new(240, 0, 0, 0), 4, "reserved"),
];

/// Named before the general rule, so that a refusal says what it met.
const CLOSED_6: [Range6; 15] = [
    (Ipv6Addr::UNSPECIFIED, 128, "unspecified"),
    (Ipv6Addr::LOCALHOST, 128, "loopback"),
    (Ipv6Addr::new(0, 0, 0, 0, 0, 0xffff, 0, 0), 96, "an IPv4 address in disguise"),
    (Ipv6Addr::new(0x64, 0xff9b, 0, 0, 0, 0, 0, 0), 96, "an IPv4 address in disguise (NAT64)"),
    (Ipv6Addr::new(0x64, 0xff9b, 1, 0, 0, 0, 0, 0), 48, "an IPv4 address in disguise (NAT64)"),
    (Ipv6Addr::new(0x2002, 0, 0, 0, 0, 0, 0, 0), 16, "an IPv4 address in disguise (6to4)"),
    (Ipv6Addr::new(0x2001, 0, 0, 0, 0, 0, 0, 0), 32, "an IPv4 address in disguise (Teredo)"),
    (Ipv6Addr::new(0x2001, 0, 0, 0, 0, 0, 0, 0), 23, "reserved for protocols"),
    (Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 0), 32, "for documentation"),
    (Ipv6Addr::new(0x3fff, 0, 0, 0, 0, 0, 0, 0), 20, "for documentation"),
    (Ipv6Addr::new(0xfd00, 0xec2, 0, 0, 0, 0, 0, 0x254), 128, "a cloud's metadata service"),
    (Ipv6Addr::new(0xfc00, 0, 0, 0, 0, 0, 0, 0), 7, "unique-local"),
    (Ipv6Addr::new(0xfe80, 0, 0, 0, 0, 0, 0, 0), 10, "link-local"),
    (Ipv6Addr::new(0xfec0, 0, 0, 0, 0, 0, 0, 0), 10, "site-local"),
    (Ipv6Addr::new(0xff00, 0, 0, 0, 0, 0, 0, 0), 8, "multicast"),
];

/// The only IPv6 addresses that are given out to the public.
const GLOBAL_UNICAST: (Ipv6Addr, u32) = (Ipv6Addr::new(0x2000, 0, 0, 0, 0, 0, 0, 0), 3);

/// Says what an address is for when it is not a public one.
pub(super) fn closed(address: IpAddr) -> Option<&'static str> {
    match address {
        IpAddr::V4(address) => CLOSED_4.iter().find(|(first, prefix, _)| holds_4(*first, *prefix, address)).map(|r| r.2),
        IpAddr::V6(address) => {
            let named = CLOSED_6.iter().find(|(first, prefix, _)| holds_6(*first, *prefix, address)).map(|r| r.2);
            let is_global = holds_6(GLOBAL_UNICAST.0, GLOBAL_UNICAST.1, address);
            named.or((!is_global).then_some("not given out to the public"))
        }
    }
}

fn holds_4(first: Ipv4Addr, prefix: u32, address: Ipv4Addr) -> bool {
    let shift = 32 - prefix;
    first.to_bits() >> shift == address.to_bits() >> shift
}

fn holds_6(first: Ipv6Addr, prefix: u32, address: Ipv6Addr) -> bool {
    let shift = 128 - prefix;
    first.to_bits() >> shift == address.to_bits() >> shift
}

#[cfg(test)]
mod tests {
    use super::*;

    fn why(address: &str) -> Option<&'static str> {
        closed(address.parse().unwrap())
    }

    #[test]
    fn public_addresses_are_open() {
        for address in ["1.1.1.1", "93.184.215.14", "172.32.0.1", "100.63.255.255", "192.167.9.9", "2606:4700::1111", "2a00::1"] {
            assert_eq!(why(address), None, "{address}");
        }
    }

    #[test]
    fn everything_else_is_closed_and_named() {
        let closed = [
            ("127.0.0.1", "loopback"),
            ("127.255.255.254", "loopback"),
            ("0.0.0.0", "this network"),
            ("10.1.2.3", "private"),
            ("172.31.255.255", "private"),
            ("192.168.0.1", "private"),
            ("100.64.0.1", "shared by a carrier's customers"),
            ("100.100.100.200", "shared by a carrier's customers"),
            ("169.254.169.254", "a cloud's metadata service"),
            ("169.254.1.1", "link-local"),
            ("192.0.0.192", "reserved for protocols"),
            ("192.0.2.7", "for documentation"),
            ("198.19.255.255", "for benchmarks"),
            ("203.0.113.9", "for documentation"),
            ("224.0.0.1", "multicast"),
            ("255.255.255.255", "reserved"),
            ("::", "unspecified"),
            ("::1", "loopback"),
            ("::ffff:127.0.0.1", "an IPv4 address in disguise"),
            ("::ffff:8.8.8.8", "an IPv4 address in disguise"),
            ("::7f00:1", "not given out to the public"),
            ("64:ff9b::7f00:1", "an IPv4 address in disguise (NAT64)"),
            ("2002:7f00:1::", "an IPv4 address in disguise (6to4)"),
            ("2001:0:7f00:1::", "an IPv4 address in disguise (Teredo)"),
            ("2001:db8::1", "for documentation"),
            ("3fff::1", "for documentation"),
            ("fd00:ec2::254", "a cloud's metadata service"),
            ("fd12:3456::1", "unique-local"),
            ("fe80::1", "link-local"),
            ("fec0::1", "site-local"),
            ("ff02::1", "multicast"),
            ("4000::1", "not given out to the public"),
        ];
        for (address, what) in closed {
            assert_eq!(why(address), Some(what), "{address}");
        }
    }
}
