//! Known-answer items among the others: how well a reviewer does when somebody knows (counted apart from α).

use super::track_record::wilson;
use domain::{ReviewerId, Tag};
use rand::{Rng, RngExt as _};
use serde::Serialize;
use std::collections::BTreeMap;

/// How one reviewer did on items with a known answer.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct GoldenRecord {
    /// Who.
    pub reviewer: ReviewerId,
    /// Items tagged.
    pub tagged: u64,
    /// Of them, tagged right.
    pub right: u64,
    /// Share of the right.
    pub accuracy: f64,
    /// 95 % Wilson interval.
    pub interval: Option<[f64; 2]>,
}

/// Puts known-answer items among real ones: each place takes one with the probability `rate` while there are any.
///
/// The order of the real ones stays; the dice are the caller's.
pub fn mixed<T>(real: Vec<T>, golden: Vec<T>, rate: f64, rng: &mut impl Rng) -> Vec<T> {
    let rate = rate.clamp(0.0, 1.0);
    let mut golden = golden.into_iter();
    let mut mixed = Vec::with_capacity(real.len() + golden.len());
    for item in real {
        if rng.random_bool(rate) {
            mixed.extend(golden.next());
        }
        mixed.push(item);
    }
    mixed
}

/// Counts what each reviewer said against what is right.
pub fn golden_records(answers: impl IntoIterator<Item = (ReviewerId, Tag, Tag)>) -> Vec<GoldenRecord> {
    let mut counts: BTreeMap<ReviewerId, (u64, u64)> = BTreeMap::new();
    for (reviewer, said, answer) in answers {
        let count = counts.entry(reviewer).or_default();
        count.0 += 1;
        count.1 += u64::from(said == answer);
    }
    let record = |(reviewer, (tagged, right)): (ReviewerId, (u64, u64))| {
        let accuracy = right as f64 / tagged as f64;
        GoldenRecord { reviewer, tagged, right, accuracy, interval: wilson(right, tagged) }
    };
    counts.into_iter().map(record).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng as _;
    use rand_chacha::ChaCha8Rng;

    #[test]
    fn golden_items_come_at_the_rate_that_was_set_and_real_ones_keep_their_order() {
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        let mixed = mixed((0..2_000).collect(), (10_000..12_000).collect(), 0.1, &mut rng);
        let golden = mixed.iter().filter(|item| **item >= 10_000).count();
        assert!((150..250).contains(&golden), "{golden}");
        let real: Vec<i32> = mixed.into_iter().filter(|item| *item < 10_000).collect();
        assert!(real.windows(2).all(|pair| pair[0] < pair[1]) && real.len() == 2_000);
    }

    #[test]
    fn a_reviewer_is_measured_on_what_is_known() {
        let ana = || ReviewerId::new("ana").unwrap();
        let said = [(ana(), Tag::TrulyHarmful, Tag::TrulyHarmful), (ana(), Tag::TrulyHarmful, Tag::BypassApproved)];
        let records = golden_records(said);
        assert_eq!((records[0].tagged, records[0].right, records[0].accuracy), (2, 1, 0.5));
    }
}
