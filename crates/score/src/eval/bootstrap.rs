//! How far a figure would move if other items had been drawn.

use rand::{Rng, RngExt as _};

/// Draws of one interval.
pub const DRAWS: usize = 1_000;

/// A 95 % interval.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Interval {
    /// The 2.5th percentile.
    pub low: f64,
    /// The 97.5th percentile.
    pub high: f64,
}

/// Percentile bootstrap over items (Efron 1979): draws as many of the `items` with replacement, measures, and takes the
/// middle 95 % of the measurements.
///
/// `measure` is given the indexes that were drawn and writes as many figures as it likes, always the same number; each
/// gets its interval. Nothing without items.
pub fn bootstrap(items: usize, draws: usize, rng: &mut impl Rng, measure: impl Fn(&[usize]) -> Vec<f64>) -> Vec<Interval> {
    if items == 0 || draws == 0 {
        return Vec::new();
    }
    let mut drawn = vec![0; items];
    let mut figures: Vec<Vec<f64>> = Vec::new();
    for _ in 0..draws {
        drawn.iter_mut().for_each(|at| *at = rng.random_range(0..items));
        let measured = measure(&drawn);
        figures.resize(measured.len(), Vec::with_capacity(draws));
        figures.iter_mut().zip(measured).for_each(|(list, figure)| list.push(figure));
    }
    figures.iter_mut().map(|list| middle(list)).collect()
}

fn middle(list: &mut [f64]) -> Interval {
    list.sort_by(f64::total_cmp);
    let last = list.len() - 1;
    let at = |q: f64| list[(q * last as f64).round() as usize];
    Interval { low: at(0.025), high: at(0.975) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng as _;
    use rand_chacha::ChaCha8Rng;

    fn share(values: &[f64], seed: u64) -> Interval {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mean = |drawn: &[usize]| vec![drawn.iter().map(|at| values[*at]).sum::<f64>() / drawn.len() as f64];
        bootstrap(values.len(), DRAWS, &mut rng, mean)[0]
    }

    #[test]
    fn the_interval_of_a_share_is_near_the_binomial_one() {
        let values: Vec<f64> = (0..400).map(|n| f64::from(u8::from(n % 4 == 0))).collect();
        let found = share(&values, 0);
        // 0.25 ± 1.96·√(0.25·0.75/400)
        assert!((found.low - 0.2076).abs() < 0.012 && (found.high - 0.2924).abs() < 0.012, "{found:?}");
    }

    #[test]
    fn the_same_seed_gives_the_same_interval_and_another_another() {
        let values: Vec<f64> = (0..50).map(f64::from).collect();
        assert_eq!(share(&values, 7), share(&values, 7));
        assert_ne!(share(&values, 7), share(&values, 8));
        assert!(bootstrap(0, 10, &mut ChaCha8Rng::seed_from_u64(0), |_| vec![1.0]).is_empty());
    }
}
