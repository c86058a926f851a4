//! Whether a stated probability is one: calibration, and what is gained by answering only the surest.

/// A stated probability, and whether the statement turned out right.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sure {
    /// The probability that was stated, 0..=1.
    pub stated: f64,
    /// It was right.
    pub is_right: bool,
}

/// Bins of equal width that calibration is measured in.
const BINS: usize = 15;

/// What was said with about the same probability.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bin {
    /// Mean stated probability.
    pub stated: f64,
    /// Share that was right.
    pub right: f64,
    /// How many there are.
    pub count: usize,
}

/// Sorts statements into fifteen bins of equal width; empty bins are left out.
pub fn reliability(items: &[Sure]) -> Vec<Bin> {
    let mut sums = [(0.0, 0.0, 0usize); BINS];
    for item in items {
        let bin = ((item.stated * BINS as f64) as usize).min(BINS - 1);
        sums[bin].0 += item.stated;
        sums[bin].1 += f64::from(u8::from(item.is_right));
        sums[bin].2 += 1;
    }
    let filled = sums.iter().filter(|(_, _, count)| *count > 0);
    filled.map(|&(stated, right, count)| Bin { stated: stated / count as f64, right: right / count as f64, count }).collect()
}

/// Expected calibration error over fifteen bins of equal width (Guo et al. 2017, eq. 5); zero without items.
pub fn calibration_error(items: &[Sure]) -> f64 {
    let gaps = reliability(items).into_iter().map(|bin| bin.count as f64 * (bin.stated - bin.right).abs());
    gaps.sum::<f64>() / items.len().max(1) as f64
}

/// Risk at every coverage: the share of errors among the `k` surest, for each `k` from one to all.
///
/// Statements with the same probability stand in no order among themselves, so each shares its group's errors evenly and
/// the order of the input does not matter.
pub fn risk_coverage(items: &[Sure]) -> Vec<f64> {
    let mut sorted: Vec<&Sure> = items.iter().collect();
    sorted.sort_by(|a, b| b.stated.total_cmp(&a.stated));
    let mut curve = Vec::with_capacity(items.len());
    let mut errors = 0.0;
    for group in sorted.chunk_by(|a, b| a.stated.total_cmp(&b.stated).is_eq()) {
        let wrong = group.iter().filter(|item| !item.is_right).count() as f64 / group.len() as f64;
        for _ in group {
            errors += wrong;
            curve.push(errors / (curve.len() + 1) as f64);
        }
    }
    curve
}

/// Area under the risk–coverage curve (Geifman and El-Yaniv 2017): mean risk over all coverages. Smaller is better.
pub fn aurc(items: &[Sure]) -> f64 {
    risk_coverage(items).iter().sum::<f64>() / items.len().max(1) as f64
}

/// Share that is right among the surer half; nothing without items.
pub fn surest_half(items: &[Sure]) -> Option<f64> {
    let curve = risk_coverage(items);
    let half = curve.len().div_ceil(2).checked_sub(1)?;
    Some(1.0 - curve[half])
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn items(list: &[(f64, bool)]) -> Vec<Sure> {
        list.iter().map(|&(stated, is_right)| Sure { stated, is_right }).collect()
    }

    #[test]
    fn calibration_error_agrees_with_the_pencil() {
        // Bin 13 (0.867–0.933): stated 0.9 twice, half right, gap 0.4. Bin 9 (0.6–0.667): stated 0.62, right, gap 0.38.
        let found = calibration_error(&items(&[(0.9, true), (0.9, false), (0.62, true)]));
        assert!((found - (2.0 * 0.4 + 0.38) / 3.0).abs() < 1e-12, "{found}");
        assert_eq!(calibration_error(&items(&[(1.0, true), (0.0, false)])), 0.0);
        assert_eq!(calibration_error(&[]), 0.0);
    }

    #[test]
    fn risk_grows_as_the_less_sure_come_in() {
        let sorted = items(&[(0.9, true), (0.8, true), (0.7, false), (0.6, true)]);
        assert_eq!(risk_coverage(&sorted), [0.0, 0.0, 1.0 / 3.0, 0.25]);
        assert!((aurc(&sorted) - (1.0 / 3.0 + 0.25) / 4.0).abs() < 1e-12);
        assert_eq!(surest_half(&sorted), Some(1.0));
        assert_eq!(surest_half(&[]), None);
    }

    #[test]
    fn equally_sure_statements_share_their_errors() {
        let tied = items(&[(0.5, true), (0.5, false)]);
        assert_eq!(risk_coverage(&tied), [0.5, 0.5]);
    }

    proptest! {
        #[test]
        fn order_does_not_matter(list in prop::collection::vec((0u8..20, any::<bool>()), 1..60)) {
            let forth: Vec<Sure> = list.iter().map(|&(s, is_right)| Sure { stated: f64::from(s) / 20.0, is_right }).collect();
            let back: Vec<Sure> = forth.iter().rev().copied().collect();
            prop_assert!((aurc(&forth) - aurc(&back)).abs() < 1e-12);
            prop_assert!((calibration_error(&forth) - calibration_error(&back)).abs() < 1e-12);
        }
    }
}
