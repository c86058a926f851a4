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
/// A bin that no shingle fell into.
const EMPTY: u64 = u64::MAX;

/// A text's smallest hash in each bin. Texts that share most of their runs of words share most of these.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fingerprint([u64; FINGERPRINT_LEN]);

impl Fingerprint {
    /// Returns the values, for storage.
    pub fn values(&self) -> &[u64; FINGERPRINT_LEN] {
        &self.0
    }

    /// Takes values back from storage.
    pub fn from_values(values: [u64; FINGERPRINT_LEN]) -> Self {
        Self(values)
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
    let mut bins = [EMPTY; FINGERPRINT_LEN];
    for shingle in words.windows(SHINGLE_WORDS.min(words.len().max(1))) {
        let hash = shingle.iter().fold(0x9E37_79B9_7F4A_7C15, |hash, word| mix(hash ^ word));
        let bin = &mut bins[(hash % FINGERPRINT_LEN as u64) as usize];
        *bin = (*bin).min(hash);
    }
    Fingerprint(bins)
}

/// Says whether two texts are one story.
pub fn are_near(a: &Fingerprint, b: &Fingerprint) -> bool {
    a.similarity(b) >= NEAR_SHARE
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
