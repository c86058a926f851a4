//! Units with the same histogram of values count as one pattern.
//!
//! A table of a million ratings over four tags has a few dozen patterns. When the histogram of a unit fits into one word,
//! rating by rating is one addition and nothing is sorted.

use super::Ratings;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hash, Hasher};

/// Marks a unit with fewer than two ratings: nothing to compare.
pub(super) const UNPAIRABLE: u32 = u32::MAX;

/// The distinct histograms of the units with two ratings or more, in an order that does not depend on the rows'.
#[derive(Debug, Clone)]
pub(super) struct Patterns {
    /// Where each pattern's cells begin, and where the last one's end.
    bounds: Vec<usize>,
    /// Value and how often it was given, by pattern, values ascending.
    cells: Vec<(u32, u32)>,
    /// Ratings of one unit of the pattern.
    sizes: Vec<u32>,
    /// Units of the pattern.
    counts: Vec<u32>,
    /// The pattern of each unit, or [`UNPAIRABLE`].
    of_unit: Vec<u32>,
}

impl Patterns {
    /// Takes a table apart.
    pub(super) fn of(ratings: &Ratings) -> Self {
        // Nobody rates a unit twice, so no count exceeds the coders.
        let bits = usize::BITS - ratings.coders().leading_zeros();
        match ratings.scale().len().saturating_mul(bits as usize) {
            ..=64 => Self::packed::<u64>(ratings, bits),
            65..=128 => Self::packed::<u128>(ratings, bits),
            _ => Self::sorted(ratings),
        }
    }

    fn packed<W: Word>(ratings: &Ratings, bits: u32) -> Self {
        let values = 0..ratings.scale().len() as u32;
        let ones: Vec<W> = values.clone().map(|value| W::one(value * bits)).collect();
        let mut words = vec![W::default(); ratings.units()];
        // Tables are mostly sorted by unit: what is added to one is held back until the next one comes.
        let (mut unit, mut sum) = (0, W::default());
        for rating in ratings.rows() {
            if rating.unit != unit {
                words[unit as usize].add(sum);
                (unit, sum) = (rating.unit, W::default());
            }
            sum.add(ones[rating.value as usize]);
        }
        words[unit as usize].add(sum);
        Self::gather(&words, |word| {
            let cells = values.clone().map(|value| (value, word.count(value * bits, bits)));
            cells.filter(|cell| cell.1 > 0).collect()
        })
    }

    /// Counts the ratings of each unit by sorting them; for many values or many coders.
    fn sorted(ratings: &Ratings) -> Self {
        let mut rows: Vec<u64> = ratings.rows().iter().map(|r| u64::from(r.unit) << 32 | u64::from(r.value)).collect();
        rows.sort_unstable();
        let mut units: Vec<Vec<(u32, u32)>> = vec![Vec::new(); ratings.units()];
        for row in rows {
            let (unit, value) = (&mut units[(row >> 32) as usize], row as u32);
            match unit.last_mut() {
                Some(cell) if cell.0 == value => cell.1 += 1,
                _ => unit.push((value, 1)),
            }
        }
        Self::gather(&units, Clone::clone)
    }

    fn gather<K: Hash + Eq + Ord + Clone>(units: &[K], cells_of: impl Fn(&K) -> Vec<(u32, u32)>) -> Self {
        let mut places: HashMap<K, u32, BuildHasherDefault<Mixer>> = HashMap::default();
        let mut kinds: Vec<(&K, u32)> = Vec::new();
        let mut of_unit: Vec<u32> = Vec::with_capacity(units.len());
        for unit in units {
            let place = match places.get(unit) {
                Some(place) => *place,
                None => {
                    places.insert(unit.clone(), kinds.len() as u32);
                    kinds.push((unit, 0));
                    kinds.len() as u32 - 1
                }
            };
            kinds[place as usize].1 += 1;
            of_unit.push(place);
        }
        let mut order: Vec<usize> = (0..kinds.len()).collect();
        order.sort_unstable_by_key(|place| kinds[*place].0);
        let mut patterns = Self { bounds: vec![0], cells: vec![], sizes: vec![], counts: vec![], of_unit: vec![] };
        let mut renamed = vec![UNPAIRABLE; kinds.len()];
        for place in order {
            let cells = cells_of(kinds[place].0);
            let size: u32 = cells.iter().map(|cell| cell.1).sum();
            if size >= 2 {
                renamed[place] = patterns.sizes.len() as u32;
                patterns.cells.extend(cells);
                patterns.bounds.push(patterns.cells.len());
                patterns.sizes.push(size);
                patterns.counts.push(kinds[place].1);
            }
        }
        of_unit.iter_mut().for_each(|place| *place = renamed[*place as usize]);
        patterns.of_unit = of_unit;
        patterns
    }

    /// Returns how many patterns there are.
    pub(super) fn len(&self) -> usize {
        self.sizes.len()
    }

    /// Returns how many units each pattern has.
    pub(super) fn counts(&self) -> &[u32] {
        &self.counts
    }

    /// Returns the pattern of each unit.
    pub(super) fn of_unit(&self) -> &[u32] {
        &self.of_unit
    }

    /// Returns the values of a pattern with how often each was given, and how many that are together.
    pub(super) fn cells(&self, pattern: usize) -> (&[(u32, u32)], u32) {
        (&self.cells[self.bounds[pattern]..self.bounds[pattern + 1]], self.sizes[pattern])
    }
}

/// A histogram in one word.
trait Word: Copy + Default + Hash + Eq + Ord {
    /// One rating of the value whose count begins at this bit.
    fn one(at: u32) -> Self;

    /// Adds ratings; no count overflows into the next.
    fn add(&mut self, other: Self);

    /// Returns the count of so many bits that begins here.
    fn count(self, at: u32, bits: u32) -> u32;
}

macro_rules! words {
    ($($word:ty),+) => {$(
        impl Word for $word {
            fn one(at: u32) -> Self {
                1 << at
            }

            fn add(&mut self, other: Self) {
                *self += other;
            }

            fn count(self, at: u32, bits: u32) -> u32 {
                (self >> at & ((1 << bits) - 1)) as u32
            }
        }
    )+};
}

words!(u64, u128);

/// A hasher for numbers that nobody chooses to collide: histograms of a table that its owner brought.
#[derive(Default)]
struct Mixer(u64);

impl Hasher for Mixer {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    fn write_u64(&mut self, word: u64) {
        // Fibonacci hashing with a fold, as in SplitMix64.
        let mixed = (self.0 ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = mixed ^ mixed >> 32;
    }

    fn write_u32(&mut self, word: u32) {
        self.write_u64(word.into());
    }

    fn write_u128(&mut self, word: u128) {
        self.write_u64(word as u64);
        self.write_u64((word >> 64) as u64);
    }

    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oversight::agreement::{Rating, Scale};

    fn table(values: usize, coders: usize, rows: &[(u32, u32, u32)]) -> Ratings {
        let rows: Vec<Rating> = rows.iter().map(|&(unit, coder, value)| Rating { unit, coder, value }).collect();
        let units = rows.iter().map(|row| row.unit + 1).max().unwrap_or(0) as usize;
        Ratings::new(Scale::Ordered(values), units, coders, rows).unwrap()
    }

    #[test]
    fn units_that_read_the_same_are_one_pattern_and_lonely_ones_none() {
        let rows = [(0, 0, 1), (0, 1, 2), (1, 0, 2), (1, 1, 1), (2, 0, 1), (3, 0, 2), (3, 1, 2)];
        let narrow = Patterns::of(&table(3, 2, &rows));
        assert_eq!((narrow.len(), narrow.of_unit()[0], narrow.of_unit()[2]), (2, narrow.of_unit()[1], UNPAIRABLE));
        let mixed = narrow.of_unit()[0] as usize;
        assert_eq!((narrow.cells(mixed), narrow.counts()[mixed]), ((&[(1, 1), (2, 1)][..], 2), 2));
        // Two hundred values do not fit into one word.
        let wide = Patterns::of(&table(200, 2, &rows));
        assert_eq!(wide.len(), 2);
        assert_eq!(wide.cells(wide.of_unit()[0] as usize), narrow.cells(mixed));
    }
}
