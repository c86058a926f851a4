//! What is known of α, and what must hold for every table.

use super::*;
use proptest::prelude::*;
use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;

/// Rows of coders over columns of units; nothing where a coder did not rate.
type Cells = Vec<Vec<Option<i32>>>;

/// Reads rows of coders: one character a unit, a full stop for a missing rating.
fn cells(coders: &[&str]) -> Cells {
    coders.iter().map(|row| row.chars().map(|c| c.to_digit(10).map(|digit| digit as i32)).collect()).collect()
}

fn table(cells: &Cells) -> Option<Ratings> {
    let mut values: Vec<i32> = cells.iter().flatten().flatten().copied().collect();
    values.sort_unstable();
    values.dedup();
    let mut rows = Vec::new();
    for (coder, row) in (0..).zip(cells) {
        for (unit, cell) in (0..).zip(row) {
            let value = cell.and_then(|value| values.binary_search(&value).ok());
            rows.extend(value.map(|value| Rating { unit, coder, value: value as u32 }));
        }
    }
    let numbers = values.iter().map(|value| f64::from(*value)).collect();
    Ratings::new(Scale::Numbers(numbers), cells[0].len(), cells.len(), rows).ok()
}

fn close(alpha: Alpha, expected: f64) {
    assert!((alpha.unwrap() - expected).abs() < 1e-9, "{alpha:?} is not {expected}");
}

/// α as the definition has it: over all ordered pairs, slowly.
fn by_definition(cells: &Cells, level: Level) -> Option<f64> {
    let units: Vec<Vec<i32>> = (0..cells[0].len()).map(|u| cells.iter().filter_map(|row| row[u]).collect()).collect();
    let units: Vec<&Vec<i32>> = units.iter().filter(|unit| unit.len() > 1).collect();
    let all: Vec<i32> = units.iter().flat_map(|unit| unit.iter().copied()).collect();
    let count = |value: i32| all.iter().filter(|other| **other == value).count() as f64;
    let delta = |a: i32, b: i32| -> f64 {
        let (low, high) = (a.min(b), a.max(b));
        let distance = match level {
            Level::Nominal => f64::from(u8::from(a != b)),
            Level::Ordinal => {
                let between = all.iter().filter(|value| (low..=high).contains(*value)).count() as f64;
                between - (count(a) + count(b)) / 2.0
            }
            Level::Interval => f64::from(a - b),
            Level::Ratio if a + b == 0 => 0.0,
            Level::Ratio => f64::from(a - b) / f64::from(a + b),
        };
        distance * distance
    };
    let mut observed = 0.0;
    for unit in &units {
        for (i, a) in unit.iter().enumerate() {
            for (j, b) in unit.iter().enumerate() {
                observed += if i == j { 0.0 } else { delta(*a, *b) / (unit.len() - 1) as f64 };
            }
        }
    }
    let expected: f64 = all.iter().flat_map(|a| all.iter().map(|b| delta(*a, *b))).sum();
    (expected > 0.0).then(|| 1.0 - (all.len() as f64 - 1.0) * observed / expected)
}

/// The table Krippendorff (2011) works through, with its published results.
fn published() -> Cells {
    cells(&["123321412...", "1233224125.3", ".3332342251.", "12332441251."])
}

#[test]
fn the_published_example_comes_out_as_published() {
    let found = agreement(&table(&published()).unwrap());
    let rounded = Level::ALL.map(|level| (found.alpha(level).unwrap() * 1e3).round() / 1e3);
    assert_eq!(rounded, [0.743, 0.815, 0.849, 0.797]);
    assert_eq!((found.units, found.units_pairable, found.pairable), (12, 11, 40));
    assert_eq!(found.counts, [9, 13, 10, 5, 3]);
    assert!((found.raw_agreement.unwrap() - 0.8).abs() < 1e-12);
    close(found.alpha(Level::Nominal), 0.743421052631579);
}

/// Tables we drew ourselves, measured with the `krippendorff` package (0.9.0); `benches/compare/agreement` draws more.
#[test]
fn golden_tables_agree_with_the_reference_package() {
    let golden: Vec<serde_json::Value> = serde_json::from_str(include_str!("golden.json")).unwrap();
    assert_eq!(golden.len(), 12);
    for case in golden {
        let cells: Cells = serde_json::from_value(case["ratings"].clone()).unwrap();
        let found = agreement(&table(&cells).unwrap());
        for level in Level::ALL {
            close(found.alpha(level), case["alpha"][level.word()].as_f64().unwrap());
        }
    }
}

#[test]
fn the_coincidences_of_the_published_example_are_its_matrix() {
    let matrix = coincidences(&table(&published()).unwrap()).unwrap();
    let rounded: Vec<Vec<f64>> = matrix.iter().map(|row| row.iter().map(|o| (o * 1e3).round() / 1e3).collect()).collect();
    assert_eq!(
        rounded,
        [
            [7.0, 1.333, 0.333, 0.333, 0.0],
            [1.333, 10.0, 1.333, 0.333, 0.0],
            [0.333, 1.333, 8.0, 0.333, 0.0],
            [0.333, 0.333, 0.333, 4.0, 0.0],
            [0.0, 0.0, 0.0, 0.0, 3.0]
        ]
    );
}

#[test]
fn without_variation_or_pairs_there_is_no_alpha_but_a_reason() {
    let constant = agreement(&table(&cells(&["1111", "1111"])).unwrap());
    assert_eq!(constant.alpha(Level::Ordinal), Err(Undefined::NoVariation));
    assert_eq!((constant.raw_agreement, constant.pairable), (Some(1.0), 8));
    let lonely = agreement(&table(&cells(&["1.2.", ".1.2"])).unwrap());
    assert_eq!(lonely.alpha(Level::Nominal), Err(Undefined::NoPairs));
    assert_eq!((lonely.raw_agreement, lonely.pairable), (None, 0));
}

#[test]
fn words_have_no_distance_and_without_an_order_no_rank() {
    let rows = vec![(0, 0, 0), (0, 1, 1), (1, 0, 2), (1, 1, 2), (2, 0, 0), (2, 1, 0)];
    let rows: Vec<Rating> = rows.into_iter().map(|(unit, coder, value)| Rating { unit, coder, value }).collect();
    let words = agreement(&Ratings::new(Scale::Words(3), 3, 2, rows.clone()).unwrap());
    assert!(words.alpha(Level::Nominal).is_ok());
    assert_eq!(words.alpha(Level::Ordinal), Err(Undefined::NoOrder));
    assert_eq!(words.alpha(Level::Ratio), Err(Undefined::NotNumeric));
    let ordered = agreement(&Ratings::new(Scale::Ordered(3), 3, 2, rows).unwrap());
    assert!(ordered.alpha(Level::Ordinal).is_ok());
    assert_eq!(ordered.alpha(Level::Interval), Err(Undefined::NotNumeric));
}

#[test]
fn who_differs_and_about_what_is_told() {
    let ratings = table(&cells(&["112211", "112211", "221122"])).unwrap();
    let coders = coders(&ratings);
    assert_eq!(coders.iter().map(|coder| coder.disagreement).collect::<Vec<_>>(), [0.5, 0.5, 1.0]);
    let tallies = tallies(&ratings);
    assert_eq!(tallies.len(), 2);
    assert_eq!((tallies[0].pairable, tallies[0].most_met), (10, Some(1)));
    // Of each unit's six ordered pairs four differ.
    let differing = tallies.iter().map(|t| t.disagreement * t.pairable as f64).sum::<f64>() / 18.0;
    assert!((differing - 4.0 / 6.0).abs() < 1e-12, "{differing}");
}

fn dice(seed: u64) -> impl Fn(u32) -> ChaCha8Rng + Sync {
    move |draw| {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        rng.set_stream(draw.into());
        rng
    }
}

#[test]
fn the_interval_holds_alpha_and_does_not_depend_on_threads() {
    let ratings = table(&published()).unwrap();
    let found = agreement(&ratings);
    let alone = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    let several = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
    let one = alone.install(|| intervals(&ratings, 500, dice(7)));
    assert_eq!(one, several.install(|| intervals(&ratings, 500, dice(7))));
    assert_ne!(one, intervals(&ratings, 500, dice(8)));
    for level in Level::ALL {
        let (alpha, interval) = (found.alpha(level).unwrap(), one[level as usize].unwrap());
        assert!(interval.low < alpha && alpha < interval.high && interval.high <= 1.0, "{level:?} {interval:?}");
    }
}

#[test]
fn a_table_without_alpha_has_no_interval() {
    assert_eq!(intervals(&table(&cells(&["111", "111"])).unwrap(), 100, dice(0)), [None; 4]);
    assert_eq!(intervals(&table(&cells(&["1.", ".1"])).unwrap(), 100, dice(0)), [None; 4]);
}

fn tables() -> impl Strategy<Value = Cells> {
    let cell = prop_oneof![3 => (0..6_i32).prop_map(Some), 1 => Just(None)];
    (2..5_usize, 1..12_usize)
        .prop_flat_map(move |(coders, units)| prop::collection::vec(prop::collection::vec(cell.clone(), units), coders))
}

proptest! {
    #[test]
    fn alpha_is_what_the_definition_says(cells in tables()) {
        let Some(ratings) = table(&cells) else { return Ok(()) };
        let found = agreement(&ratings);
        for level in Level::ALL {
            match by_definition(&cells, level) {
                Some(expected) => prop_assert!((found.alpha(level).unwrap() - expected).abs() < 1e-9),
                None => prop_assert!(found.alpha(level).is_err()),
            }
        }
    }

    #[test]
    fn the_order_of_coders_and_units_does_not_matter(cells in tables()) {
        let mut turned: Cells = cells.iter().rev().cloned().collect();
        turned.iter_mut().for_each(|row| row.reverse());
        let (Some(one), Some(other)) = (table(&cells), table(&turned)) else { return Ok(()) };
        prop_assert_eq!(agreement(&one), agreement(&other));
    }

    #[test]
    fn many_values_are_counted_like_few(cells in tables()) {
        let (Some(narrow), Some(mut wide)) = (table(&cells), table(&cells)) else { return Ok(()) };
        // Values that nobody gave take room in the histogram and change nothing.
        let mut numbers = narrow.scale().numbers().unwrap().to_vec();
        numbers.extend((100..300).map(f64::from));
        wide = Ratings::new(Scale::Numbers(numbers), wide.units(), wide.coders(), wide.rows().to_vec()).unwrap();
        let (few, many) = (agreement(&narrow), agreement(&wide));
        for level in Level::ALL {
            match few.alpha(level) {
                Ok(alpha) => prop_assert!((many.alpha(level).unwrap() - alpha).abs() < 1e-9),
                Err(why) => prop_assert_eq!(many.alpha(level), Err(why)),
            }
        }
    }

    #[test]
    fn perfect_agreement_is_one(values in prop::collection::vec(0..5_i32, 2..20)) {
        let row: Vec<Option<i32>> = values.iter().copied().map(Some).collect();
        let found = agreement(&table(&vec![row.clone(), row]).unwrap());
        if values.iter().any(|value| *value != values[0]) {
            for level in Level::ALL {
                prop_assert!((found.alpha(level).unwrap() - 1.0).abs() < 1e-12);
            }
        }
    }
}
