//! A table of ratings: which coder gave which unit which value.

/// One rating, by the places of its unit, coder and value in the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Rating {
    /// What was rated.
    pub unit: u32,
    /// Who rated it.
    pub coder: u32,
    /// What it was rated as.
    pub value: u32,
}

/// What the values of a table are, by place.
#[derive(Debug, Clone, PartialEq)]
pub enum Scale {
    /// Numbers, ascending.
    Numbers(Vec<f64>),
    /// So many words in an order that means something.
    Ordered(usize),
    /// So many words in no order.
    Words(usize),
}

impl Scale {
    /// Returns how many values there are.
    pub fn len(&self) -> usize {
        match self {
            Self::Numbers(numbers) => numbers.len(),
            Self::Ordered(len) | Self::Words(len) => *len,
        }
    }

    /// Whether there are no values.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether a later value is a larger one.
    pub fn is_ordered(&self) -> bool {
        !matches!(self, Self::Words(_))
    }

    /// Returns the values as numbers, where they are numbers.
    pub fn numbers(&self) -> Option<&[f64]> {
        match self {
            Self::Numbers(numbers) => Some(numbers),
            Self::Ordered(_) | Self::Words(_) => None,
        }
    }
}

/// A table that says nothing, or one thing twice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum RatingsError {
    /// There is nothing in it.
    #[error("the table has no ratings")]
    Empty,
    /// A coder rates a unit once.
    #[error("coder {coder} rated unit {unit} more than once")]
    Twice {
        /// Place of the unit.
        unit: u32,
        /// Place of the coder.
        coder: u32,
    },
    /// A rating speaks of a unit, coder or value that the table does not have.
    #[error("a rating names unit {unit}, coder {coder} or value {value} beyond the table")]
    Beyond {
        /// Place of the unit.
        unit: u32,
        /// Place of the coder.
        coder: u32,
        /// Place of the value.
        value: u32,
    },
    /// Numbers are finite and ascending.
    #[error("the numbers of the table are not finite and ascending")]
    Unsorted,
}

/// A table of ratings. Invariant: not empty; every place exists; no coder rated a unit twice; numbers ascend.
#[derive(Debug, Clone, PartialEq)]
pub struct Ratings {
    scale: Scale,
    units: usize,
    coders: usize,
    rows: Vec<Rating>,
}

/// Cells up to which a table is checked for doubles in a bitmap: 32 MB.
const BITMAP_CELLS_MAX: usize = 1 << 28;

impl Ratings {
    /// Accepts rows over so many units and coders.
    pub fn new(scale: Scale, units: usize, coders: usize, rows: Vec<Rating>) -> Result<Self, RatingsError> {
        if rows.is_empty() {
            return Err(RatingsError::Empty);
        }
        if let Scale::Numbers(numbers) = &scale {
            let ascends = numbers.windows(2).all(|pair| pair[0] < pair[1]);
            if !ascends || !numbers.iter().all(|number| number.is_finite()) {
                return Err(RatingsError::Unsorted);
            }
        }
        let cells = units.saturating_mul(coders);
        match cells <= BITMAP_CELLS_MAX {
            true => check_in_bitmap(&rows, [units, coders, scale.len()])?,
            false => check_by_sorting(&rows, [units, coders, scale.len()])?,
        }
        Ok(Self { scale, units, coders, rows })
    }

    /// Returns what the values are.
    pub fn scale(&self) -> &Scale {
        &self.scale
    }

    /// Returns the number of units.
    pub fn units(&self) -> usize {
        self.units
    }

    /// Returns the number of coders.
    pub fn coders(&self) -> usize {
        self.coders
    }

    /// Returns the ratings.
    pub fn rows(&self) -> &[Rating] {
        &self.rows
    }
}

fn is_within(rating: &Rating, [units, coders, values]: [usize; 3]) -> bool {
    (rating.unit as usize) < units && (rating.coder as usize) < coders && (rating.value as usize) < values
}

fn beyond(&Rating { unit, coder, value }: &Rating) -> RatingsError {
    RatingsError::Beyond { unit, coder, value }
}

/// One pass, one bit for each cell.
fn check_in_bitmap(rows: &[Rating], extent: [usize; 3]) -> Result<(), RatingsError> {
    let [units, coders, _] = extent;
    let mut seen = vec![0_u64; (units * coders).div_ceil(64)];
    for rating in rows {
        if !is_within(rating, extent) {
            return Err(beyond(rating));
        }
        let cell = rating.unit as usize * coders + rating.coder as usize;
        let (word, bit) = (&mut seen[cell / 64], 1 << (cell % 64));
        if *word & bit != 0 {
            return Err(RatingsError::Twice { unit: rating.unit, coder: rating.coder });
        }
        *word |= bit;
    }
    Ok(())
}

fn check_by_sorting(rows: &[Rating], extent: [usize; 3]) -> Result<(), RatingsError> {
    if let Some(rating) = rows.iter().find(|rating| !is_within(rating, extent)) {
        return Err(beyond(rating));
    }
    let cell = |r: &Rating| u64::from(r.unit) << 32 | u64::from(r.coder);
    let mut seen: Vec<(u64, u32)> = rows.iter().zip(0..).map(|(r, at)| (cell(r), at)).collect();
    seen.sort_unstable();
    let again = seen.windows(2).filter(|pair| pair[0].0 == pair[1].0).map(|pair| pair[1].1).min();
    match again.map(|at| rows[at as usize]) {
        Some(Rating { unit, coder, .. }) => Err(RatingsError::Twice { unit, coder }),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(unit: u32, coder: u32, value: u32) -> Rating {
        Rating { unit, coder, value }
    }

    #[test]
    fn a_table_says_something_and_nothing_twice() {
        let table = |rows| Ratings::new(Scale::Words(2), 2, 2, rows);
        assert_eq!(table(vec![]), Err(RatingsError::Empty));
        assert_eq!(table(vec![row(0, 1, 0), row(1, 1, 0), row(0, 1, 1)]), Err(RatingsError::Twice { unit: 0, coder: 1 }));
        assert_eq!(table(vec![row(0, 2, 0)]), Err(RatingsError::Beyond { unit: 0, coder: 2, value: 0 }));
        assert!(table(vec![row(0, 0, 0), row(0, 1, 0)]).is_ok());
    }

    #[test]
    fn doubles_are_found_in_tables_too_wide_for_a_bitmap() {
        let wide = |rows| Ratings::new(Scale::Words(1), 1 << 16, 1 << 16, rows);
        assert_eq!(wide(vec![row(9, 7, 0), row(3, 3, 0), row(9, 7, 0)]), Err(RatingsError::Twice { unit: 9, coder: 7 }));
        assert!(wide(vec![row(9, 7, 0), row(7, 9, 0)]).is_ok());
    }

    #[test]
    fn numbers_ascend() {
        let table = |numbers| Ratings::new(Scale::Numbers(numbers), 1, 1, vec![row(0, 0, 0)]);
        assert_eq!(table(vec![2.0, 1.0]), Err(RatingsError::Unsorted));
        assert_eq!(table(vec![1.0, f64::NAN]), Err(RatingsError::Unsorted));
        assert!(table(vec![-1.0, 0.5]).is_ok());
    }
}
