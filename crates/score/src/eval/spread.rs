//! The middle and the tail of a list of measurements.

/// The smallest value that at least a share `q` of the values do not exceed (nearest rank); nothing for an empty list.
pub fn quantile(values: &[f64], q: f64) -> Option<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let rank = (q * sorted.len() as f64).ceil() as usize;
    sorted.get(rank.max(1) - 1).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_by_nearest_rank() {
        let values = [15.0, 20.0, 35.0, 40.0, 50.0];
        assert_eq!(quantile(&values, 0.30), Some(20.0));
        assert_eq!(quantile(&values, 0.50), Some(35.0));
        assert_eq!(quantile(&values, 1.0), Some(50.0));
        assert_eq!(quantile(&values, 0.0), Some(15.0));
        assert_eq!(quantile(&[], 0.5), None);
    }
}
