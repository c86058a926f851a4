//! The same story told twice: near-duplicates through MinHash over word shingles (decision S1-24).
//!
//! A wire story on ten sites differs in its headline, a line about cookies and the spelling of a quote mark. Runs of words
//! survive that, and the share of runs two texts have in common is estimated from the smallest hashes of each
//! (Broder 1997, with one hash function and one bin per value).

/// Values in a fingerprint. The estimate errs by about 0.06 at 64.
pub const FINGERPRINT_LEN: usize = 64;
/// Words in a shingle.
const SHINGLE_WORDS: usize = 4;
/// Share of common shingles from which two texts are one story.
const NEAR_SHARE: f64 = 0.45;
/// Bins that must be filled before two texts can be one story: a line or two differ in nothing but the number that matters.
const FILLED_MIN: usize = 18;
/// A bin that no shingle fell into.
const EMPTY: u16 = u16::MAX;
/// Pairs of bins by which stories are looked up: two texts that share 0.45 of their bins share at least one of sixteen pairs
/// in 97 of 100 cases, at 0.6 in 999 of 1,000.
const BANDS: usize = 16;

/// Sixteen bits of a text's smallest hash in each bin. Texts that share most of their runs of words share most of these.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fingerprint([u16; FINGERPRINT_LEN]);

impl Fingerprint {
    /// Returns the values as bytes, for storage.
    pub fn to_bytes(&self) -> [u8; 2 * FINGERPRINT_LEN] {
        let mut bytes = [0; 2 * FINGERPRINT_LEN];
        for (pair, value) in bytes.as_chunks_mut::<2>().0.iter_mut().zip(self.0) {
            *pair = value.to_le_bytes();
        }
        bytes
    }

    /// Takes values back from storage; `None` when there are more or fewer of them.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (pairs, rest) = bytes.as_chunks::<2>();
        let values: [u16; FINGERPRINT_LEN] =
            pairs.iter().map(|pair| u16::from_le_bytes(*pair)).collect::<Vec<_>>().try_into().ok()?;
        rest.is_empty().then_some(Self(values))
    }

    /// Returns the keys under which a story is looked up: near texts share at least one, others seldom do.
    pub fn bands(&self) -> impl Iterator<Item = u64> + '_ {
        let pairs = self.0.as_chunks::<2>().0.iter().take(BANDS).enumerate();
        let full = pairs.filter(|(_, pair)| pair.iter().any(|value| *value != EMPTY));
        full.map(|(at, [a, b])| (at as u64) << 32 | u64::from(*a) << 16 | u64::from(*b))
    }

    fn filled(&self) -> usize {
        self.0.iter().filter(|value| **value != EMPTY).count()
    }

    /// Estimates the share of shingles that two texts have in common.
    pub fn similarity(&self, other: &Self) -> f64 {
        let mut used = 0u32;
        let mut same = 0u32;
        for (a, b) in self.0.iter().zip(&other.0) {
            used += u32::from(*a != EMPTY || *b != EMPTY);
            same += u32::from(*a != EMPTY && a == b);
        }
        if used == 0 { 0.0 } else { f64::from(same) / f64::from(used) }
    }
}

/// Takes the fingerprint of a text. Case, punctuation and white space do not count.
pub fn fingerprint(text: &str) -> Fingerprint {
    let words: Vec<u64> = text.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()).map(word_hash).collect();
    let mut bins = [u64::MAX; FINGERPRINT_LEN];
    for shingle in words.windows(SHINGLE_WORDS.min(words.len().max(1))) {
        let hash = shingle.iter().fold(0x9E37_79B9_7F4A_7C15, |hash, word| mix(hash ^ word));
        let bin = &mut bins[(hash % FINGERPRINT_LEN as u64) as usize];
        *bin = (*bin).min(hash);
    }
    // The lowest bits of a hash say which bin it is in, and tell nothing more.
    let kept = |smallest: u64| ((smallest >> 6) as u16).min(EMPTY - 1);
    Fingerprint(bins.map(|smallest| if smallest == u64::MAX { EMPTY } else { kept(smallest) }))
}

/// Says whether two texts are one story.
pub fn are_near(a: &Fingerprint, b: &Fingerprint) -> bool {
    (a == b && a.filled() > 0) || a.filled().min(b.filled()) >= FILLED_MIN && a.similarity(b) >= NEAR_SHARE
}

/// Gives each text the index of the first text of its story. What is near to a member is a member.
///
/// Compares every pair, so that it is meant for the some hundred candidates of one claim.
pub fn clusters(fingerprints: &[Fingerprint]) -> Vec<usize> {
    let mut first: Vec<usize> = (0..fingerprints.len()).collect();
    for (at, one) in fingerprints.iter().enumerate() {
        for before in 0..at {
            if first[before] != first[at] && are_near(&fingerprints[before], one) {
                let (low, high) = (first[before].min(first[at]), first[before].max(first[at]));
                first.iter_mut().filter(|f| **f == high).for_each(|f| *f = low);
            }
        }
    }
    first
}

/// FNV-1a over the lower-cased letters.
fn word_hash(word: &str) -> u64 {
    let bytes = word.chars().flat_map(char::to_lowercase).flat_map(|c| u32::from(c).to_le_bytes());
    mix(bytes.fold(0xCBF2_9CE4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3)))
}

/// The finaliser of SplitMix64: every bit of the input moves every bit of the output.
fn mix(mut value: u64) -> u64 {
    value = (value ^ (value >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    value = (value ^ (value >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    value ^ (value >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const WIRE: &str = "LISBON (Wire) — The city council voted on Tuesday to close the old bridge to cars for two years, \
        after engineers found cracks in three of its nine pillars. About 40,000 vehicles cross it every day. Mayor Rita \
        Lopes said the repairs would cost 62 million euros, most of it paid by the national government. Ferries will run \
        every ten minutes from six in the morning until midnight, and the tram will carry passengers free of charge. \
        Shopkeepers on the southern bank said they feared for their trade. The bridge, opened in 1934, was last repaired in 1988.";

    #[test]
    fn one_wire_story_on_other_sites_is_one_story() {
        let base = fingerprint(WIRE);
        let variants = [
            format!("Old bridge shut for two years\n\n{WIRE}\n\nSign up for our newsletter and never miss a story."),
            WIRE.replace("LISBON (Wire) — ", "By our correspondent. ").replace("Tuesday", "tuesday").replace(',', ""),
            WIRE.replace("Shopkeepers on the southern bank said they feared for their trade. ", ""),
            format!("{WIRE} © 2024 The Southern Courier. All rights reserved. Read more: trams to be free in June."),
            WIRE.replace("about 40,000", "some 40,000").replace("said they feared", "told us that they fear"),
        ];
        for variant in &variants {
            let similarity = base.similarity(&fingerprint(variant));
            assert!(are_near(&base, &fingerprint(variant)), "{similarity}: {variant}");
        }
    }

    #[test]
    fn another_report_of_the_same_event_is_another_story() {
        let own = "Drivers in Lisbon must find another way across the river. On Tuesday the council decided to close the old \
            bridge for two years because engineers had discovered cracks in three pillars. Repairs will cost 62 million \
            euros, Mayor Rita Lopes told reporters. Some 40,000 vehicles use the crossing daily; ferries will run every ten \
            minutes instead. It opened in 1934 and has not been repaired since 1988.";
        let similarity = fingerprint(WIRE).similarity(&fingerprint(own));
        assert!(similarity < 0.25, "{similarity}");
    }

    #[test]
    fn clusters_name_their_first_member() {
        let copy = format!("Another headline. {WIRE}");
        let texts = ["Bats are not blind and see well at night.", WIRE, "Tea was first drunk in China long ago.", &copy, WIRE];
        let prints: Vec<_> = texts.iter().map(|t| fingerprint(t)).collect();
        assert_eq!(clusters(&prints), [0, 1, 2, 1, 1]);
    }

    #[test]
    fn a_retold_story_is_found_under_a_common_band_and_comes_back_from_bytes() {
        let (one, other) = (fingerprint(WIRE), fingerprint(&format!("Bridge closed. {WIRE} Read more.")));
        assert!(one.bands().any(|band| other.bands().any(|b| b == band)));
        assert_eq!(fingerprint("").bands().count(), 0);
        assert_eq!(Fingerprint::from_bytes(&one.to_bytes()), Some(one));
        assert_eq!(Fingerprint::from_bytes(&one.to_bytes()[1..]), None);
    }

    #[test]
    fn short_and_empty_texts_have_their_own_fingerprint() {
        assert!(are_near(&fingerprint("Water boils"), &fingerprint("water BOILS!")));
        assert!(!are_near(&fingerprint("Water boils"), &fingerprint("Water freezes")));
        assert!(!are_near(&fingerprint(""), &fingerprint("")));
    }

    proptest! {
        #[test]
        fn every_text_is_near_itself_whatever_its_spacing(words in proptest::collection::vec("[a-z]{1,8}", 1..60)) {
            let one = fingerprint(&words.join(" "));
            prop_assert_eq!(one, fingerprint(&words.join(",\n  ").to_uppercase()));
            prop_assert!(are_near(&one, &one));
        }
    }
}
