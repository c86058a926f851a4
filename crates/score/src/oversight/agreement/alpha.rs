//! α itself.

use super::Ratings;
use super::patterns::Patterns;

/// A level of measurement: what a difference between two values means.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// The same or not.
    Nominal,
    /// Fewer or more ratings in between (decision S0-12).
    Ordinal,
    /// The difference.
    Interval,
    /// The difference relative to the size.
    Ratio,
}

impl Level {
    /// All of them, from the least to the most that is asked of the values.
    pub const ALL: [Self; 4] = [Self::Nominal, Self::Ordinal, Self::Interval, Self::Ratio];

    /// Returns its word.
    pub fn word(self) -> &'static str {
        match self {
            Self::Nominal => "nominal",
            Self::Ordinal => "ordinal",
            Self::Interval => "interval",
            Self::Ratio => "ratio",
        }
    }
}

/// Why there is no α.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Undefined {
    /// No unit was rated twice.
    NoPairs,
    /// Everybody said the same of everything: expected disagreement is 0 (decision S0-11).
    NoVariation,
    /// The values have no order.
    NoOrder,
    /// The values are not numbers.
    NotNumeric,
}

impl Undefined {
    /// Returns its word.
    pub fn word(self) -> &'static str {
        match self {
            Self::NoPairs => "undefined_no_pairs",
            Self::NoVariation => "undefined_no_variation",
            Self::NoOrder => "undefined_no_order",
            Self::NotNumeric => "undefined_not_numeric",
        }
    }
}

/// α at one level, or why there is none.
pub type Alpha = Result<f64, Undefined>;

/// What a table says about agreement.
#[derive(Debug, Clone, PartialEq)]
pub struct Agreement {
    /// Units in the table.
    pub units: usize,
    /// Units with two ratings or more.
    pub units_pairable: u64,
    /// Ratings of those units.
    pub pairable: u64,
    /// Share of the pairs of ratings of one unit that are equal, each unit weighing its ratings.
    pub raw_agreement: Option<f64>,
    /// How many pairable ratings gave each value.
    pub counts: Vec<u64>,
    alphas: [Alpha; 4],
}

impl Agreement {
    /// Returns α at a level.
    pub fn alpha(&self, level: Level) -> Alpha {
        self.alphas[level as usize]
    }
}

/// Measures a table: Krippendorff's α (2011, eq. 3) at each level, `Err` where it is undefined.
pub fn agreement(ratings: &Ratings) -> Agreement {
    let patterns = Patterns::of(ratings);
    let kernel = Kernel::of(ratings, &patterns);
    let mut room = kernel.room();
    let measured = kernel.measure(patterns.counts(), true, &mut room);
    Agreement {
        units: ratings.units(),
        units_pairable: patterns.counts().iter().map(|count| u64::from(*count)).sum(),
        pairable: measured.pairable as u64,
        raw_agreement: measured.raw_agreement,
        counts: room.totals.iter().map(|total| *total as u64).collect(),
        alphas: measured.alphas,
    }
}

/// What can be worked out once for all draws.
pub(super) struct Kernel<'a> {
    patterns: &'a Patterns,
    values: usize,
    is_ordered: bool,
    /// The numbers less their middle, against cancellation.
    centred: Option<Vec<f64>>,
    numbers: Option<&'a [f64]>,
    /// Disagreement within one unit of each pattern where it does not depend on the other units: nominal, interval, ratio.
    own: Vec<[f64; 3]>,
}

/// Working space of one thread.
pub(super) struct Room {
    /// How often each value was given.
    pub(super) totals: Vec<f64>,
    midranks: Vec<f64>,
}

/// One measurement.
pub(super) struct Measured {
    /// Ratings that were compared.
    pub(super) pairable: f64,
    /// Share of equal pairs.
    pub(super) raw_agreement: Option<f64>,
    /// α by level.
    pub(super) alphas: [Alpha; 4],
}

impl<'a> Kernel<'a> {
    /// Prepares the patterns of a table.
    pub(super) fn of(ratings: &'a Ratings, patterns: &'a Patterns) -> Self {
        let numbers = ratings.scale().numbers();
        let middle = numbers.map_or(0.0, |numbers| numbers.iter().sum::<f64>() / numbers.len().max(1) as f64);
        let own = (0..patterns.len()).map(|pattern| own(patterns.cells(pattern), numbers)).collect();
        Self {
            patterns,
            values: ratings.scale().len(),
            is_ordered: ratings.scale().is_ordered(),
            centred: numbers.map(|numbers| numbers.iter().map(|number| number - middle).collect()),
            numbers,
            own,
        }
    }

    /// Makes working space.
    pub(super) fn room(&self) -> Room {
        Room { totals: vec![0.0; self.values], midranks: vec![0.0; self.values] }
    }

    /// Measures a table that has each pattern so many times. Ratio is left out unless wanted: it is quadratic in the values.
    pub(super) fn measure(&self, counts: &[u32], wants_ratio: bool, room: &mut Room) -> Measured {
        let observed = self.gather(counts, &mut room.totals);
        let pairable: f64 = room.totals.iter().sum();
        let present = room.totals.iter().filter(|total| **total > 0.0).count();
        let judge = |observed: f64, expected: f64| match () {
            () if pairable == 0.0 => Err(Undefined::NoPairs),
            () if present < 2 || expected <= 0.0 => Err(Undefined::NoVariation),
            () => Ok(1.0 - (pairable - 1.0) * observed / expected),
        };
        let nominal = judge(observed[0], pairable * pairable - room.totals.iter().map(|total| total * total).sum::<f64>());
        let ordinal = match self.is_ordered {
            true => {
                midranks(&room.totals, pairable, &mut room.midranks);
                judge(self.squared_within(counts, &room.midranks), squared_between(&room.totals, &room.midranks))
            }
            false => Err(Undefined::NoOrder),
        };
        let interval = match &self.centred {
            Some(centred) => judge(observed[1], squared_between(&room.totals, centred)),
            None => Err(Undefined::NotNumeric),
        };
        let ratio = match self.numbers {
            Some(numbers) if wants_ratio => judge(observed[2], relative_between(&room.totals, numbers)),
            _ => Err(Undefined::NotNumeric),
        };
        let raw_agreement = (pairable > 0.0).then(|| 1.0 - observed[0] / pairable);
        Measured { pairable, raw_agreement, alphas: [nominal, ordinal, interval, ratio] }
    }

    /// Counts the values, and sums the disagreement within units that does not depend on the other units.
    fn gather(&self, counts: &[u32], totals: &mut [f64]) -> [f64; 3] {
        totals.fill(0.0);
        let mut observed = [0.0; 3];
        for (pattern, count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
            let count = f64::from(*count);
            for (value, times) in self.patterns.cells(pattern).0 {
                totals[*value as usize] += count * f64::from(*times);
            }
            for (sum, own) in observed.iter_mut().zip(&self.own[pattern]) {
                *sum += count * own;
            }
        }
        observed
    }

    /// Σ over units of Σ (x − y)² over the ordered pairs of its ratings, divided by its other ratings.
    fn squared_within(&self, counts: &[u32], place: &[f64]) -> f64 {
        let mut within = 0.0;
        for (pattern, count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
            let (cells, size) = self.patterns.cells(pattern);
            if cells.len() < 2 {
                continue;
            }
            let (mut sum, mut squares) = (0.0, 0.0);
            for (value, times) in cells {
                let (at, times) = (place[*value as usize], f64::from(*times));
                sum += times * at;
                squares += times * at * at;
            }
            let size = f64::from(size);
            within += f64::from(*count) * 2.0 * (size * squares - sum * sum) / (size - 1.0);
        }
        within
    }
}

/// Disagreement within one unit: Σ δ² over the ordered pairs of its ratings, divided by its other ratings.
fn own((cells, size): (&[(u32, u32)], u32), numbers: Option<&[f64]>) -> [f64; 3] {
    let mut sums = [0.0; 3];
    for (at, (value, times)) in cells.iter().enumerate() {
        for (other, others) in &cells[at + 1..] {
            let pairs = 2.0 * f64::from(*times) * f64::from(*others);
            sums[0] += pairs;
            if let Some(numbers) = numbers {
                let (a, b) = (numbers[*value as usize], numbers[*other as usize]);
                sums[1] += pairs * (a - b) * (a - b);
                sums[2] += pairs * relative(a, b);
            }
        }
    }
    sums.map(|sum| sum / (f64::from(size) - 1.0))
}

/// δ² of the ratio level; opposite numbers are taken as equal, as the reference implementations do.
fn relative(a: f64, b: f64) -> f64 {
    let sum = a + b;
    if sum == 0.0 {
        return 0.0;
    }
    let ratio = (a - b) / sum;
    ratio * ratio
}

/// The ordinal δ between c and k, Σ_{g=c..k} n_g − (n_c + n_k)/2, is the distance between their middle ranks.
fn midranks(totals: &[f64], pairable: f64, ranks: &mut [f64]) {
    let mut below = -pairable / 2.0;
    for (rank, total) in ranks.iter_mut().zip(totals) {
        *rank = below + total / 2.0;
        below += total;
    }
}

fn squared_between(totals: &[f64], place: &[f64]) -> f64 {
    let (mut n, mut sum, mut squares) = (0.0, 0.0, 0.0);
    for (total, at) in totals.iter().zip(place) {
        n += total;
        sum += total * at;
        squares += total * at * at;
    }
    2.0 * (n * squares - sum * sum)
}

fn relative_between(totals: &[f64], numbers: &[f64]) -> f64 {
    let mut between = 0.0;
    for (at, (total, number)) in totals.iter().zip(numbers).enumerate().filter(|(_, (total, _))| **total > 0.0) {
        let row: f64 = totals[at + 1..].iter().zip(&numbers[at + 1..]).map(|(other, n)| other * relative(*number, *n)).sum();
        between += 2.0 * total * row;
    }
    between
}
