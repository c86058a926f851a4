//! How far α would move if other units had been drawn.

use super::Ratings;
use super::alpha::{Kernel, Level};
use super::patterns::{Patterns, UNPAIRABLE};
use crate::eval::Interval;
use rand::{Rng, RngExt as _};
use rayon::prelude::*;

/// Most work of the ratio level, draws times values squared; beyond, it has no interval.
pub const INTERVAL_WORK_MAX: u64 = 1_000_000_000;

/// Percentile bootstrap over the pairable units: the middle 95 % of α at each level, in the order of [`Level::ALL`].
///
/// The caller brings the dice, one generator for each draw, so that the result does not depend on how many threads there
/// are. Draws without α are left out; when they are half of all, there is no interval.
pub fn intervals<R: Rng>(ratings: &Ratings, draws: u32, dice: impl Fn(u32) -> R + Sync) -> [Option<Interval>; 4] {
    let patterns = Patterns::of(ratings);
    let kernel = Kernel::of(ratings, &patterns);
    let pairable: Vec<u32> = patterns.of_unit().iter().copied().filter(|pattern| *pattern != UNPAIRABLE).collect();
    let values = ratings.scale().len() as u64;
    let wants_ratio = u64::from(draws).saturating_mul(values.saturating_mul(values)) <= INTERVAL_WORK_MAX;
    let Ok(units) = u32::try_from(pairable.len()) else { return [None; 4] };
    if units == 0 || draws == 0 {
        return [None; 4];
    }
    let room = || (vec![0_u32; patterns.len()], kernel.room());
    let drawn: Vec<[Option<f64>; 4]> = (0..draws)
        .into_par_iter()
        .map_init(room, |(counts, room), draw| {
            let mut rng = dice(draw);
            counts.fill(0);
            for _ in 0..units {
                counts[pairable[rng.random_range(0..units) as usize] as usize] += 1;
            }
            kernel.measure(counts, wants_ratio, room).alphas.map(Result::ok)
        })
        .collect();
    Level::ALL.map(|level| middle(drawn.iter().filter_map(|alphas| alphas[level as usize]).collect(), draws as usize))
}

fn middle(mut alphas: Vec<f64>, draws: usize) -> Option<Interval> {
    if alphas.len() * 2 <= draws {
        return None;
    }
    alphas.sort_by(f64::total_cmp);
    let at = |q: f64| alphas[(q * (alphas.len() - 1) as f64).round() as usize];
    Some(Interval { low: at(0.025), high: at(0.975) })
}
