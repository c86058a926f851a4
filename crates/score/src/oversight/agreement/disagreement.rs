//! Who disagrees, and about what.

use super::Ratings;
use super::patterns::{Patterns, UNPAIRABLE};

/// Most values for which the coincidences are laid out as a matrix.
pub const COINCIDENCE_VALUES_MAX: usize = 256;

/// How often one coder differs from the others.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Coder {
    /// Place of the coder.
    pub coder: u32,
    /// Ratings of units that others rated too.
    pub pairable: u64,
    /// Mean share of the others that said something else.
    pub disagreement: f64,
}

/// How often one value meets another.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Tally {
    /// Place of the value.
    pub value: u32,
    /// Pairable ratings that gave it.
    pub pairable: u64,
    /// Share of its pairs whose other half is another value.
    pub disagreement: f64,
    /// The value it meets most among those.
    pub most_met: Option<u32>,
}

/// Returns the coincidence matrix: how often each value stands beside each in one unit, each unit weighing its ratings.
/// Nothing for more than [`COINCIDENCE_VALUES_MAX`] values.
pub fn coincidences(ratings: &Ratings) -> Option<Vec<Vec<f64>>> {
    let values = ratings.scale().len();
    if values > COINCIDENCE_VALUES_MAX {
        return None;
    }
    let patterns = Patterns::of(ratings);
    let mut matrix = vec![vec![0.0; values]; values];
    for (pattern, count) in patterns.counts().iter().enumerate() {
        let (cells, size) = patterns.cells(pattern);
        let weight = f64::from(*count) / (f64::from(size) - 1.0);
        for (value, times) in cells {
            for (other, others) in cells {
                let pairs = if value == other { times * (times - 1) } else { times * others };
                matrix[*value as usize][*other as usize] += weight * f64::from(pairs);
            }
        }
    }
    Some(matrix)
}

/// Returns every coder that can be compared with another, in the order of the table.
pub fn coders(ratings: &Ratings) -> Vec<Coder> {
    let patterns = Patterns::of(ratings);
    let mut sums = vec![(0_u64, 0.0_f64); ratings.coders()];
    for rating in ratings.rows() {
        let pattern = patterns.of_unit()[rating.unit as usize];
        if pattern == UNPAIRABLE {
            continue;
        }
        let (cells, size) = patterns.cells(pattern as usize);
        let same = cells.iter().find(|cell| cell.0 == rating.value).map_or(0, |cell| cell.1);
        let sum = &mut sums[rating.coder as usize];
        sum.0 += 1;
        sum.1 += f64::from(size - same) / (f64::from(size) - 1.0);
    }
    let compared = (0..).zip(sums).filter(|(_, (pairable, _))| *pairable > 0);
    compared.map(|(coder, (pairable, sum))| Coder { coder, pairable, disagreement: sum / pairable as f64 }).collect()
}

/// Returns every value that was given in a pairable unit, in the order of the scale; nothing for too many values.
pub fn tallies(ratings: &Ratings) -> Vec<Tally> {
    let matrix = coincidences(ratings).unwrap_or_default();
    let tally = |(value, row): (usize, &Vec<f64>)| {
        let total: f64 = row.iter().sum();
        let others = row.iter().enumerate().filter(|(other, met)| *other != value && **met > 0.0);
        // The first of equals, so that the order of the rows does not matter.
        let most = others.fold(None, |most: Option<(usize, f64)>, (other, met)| match most {
            Some((_, best)) if best >= *met => most,
            _ => Some((other, *met)),
        });
        let disagreement = 1.0 - row[value] / total;
        let most_met = most.map(|(other, _)| other as u32);
        (total > 0.0).then_some(Tally { value: value as u32, pairable: total.round() as u64, disagreement, most_met })
    };
    matrix.iter().enumerate().filter_map(tally).collect()
}
