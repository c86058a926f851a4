//! Times α on a table of ratings, and a bootstrap of its first hundred thousand: `agreement FILE.csv` with unit,coder,value,
//! all whole numbers. Part of `benches/compare/agreement`.
#![allow(clippy::print_stdout, reason = "the figures go to the script that asked")]

use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;
use score::oversight::agreement::{Rating, Ratings, Scale, agreement, intervals};
use std::time::Instant;

const ROUNDS: usize = 5;
const BOOTSTRAP_RATINGS: usize = 100_000;
const DRAWS: u32 = 1_000;

fn main() {
    let path = std::env::args().nth(1).expect("the name of a file");
    let text = std::fs::read_to_string(path).expect("a file that can be read");
    let row = |line: &str| {
        let mut cells = line.split(',').map(|cell| cell.parse::<u32>().expect("a whole number"));
        let mut next = || cells.next().expect("three cells");
        Rating { unit: next(), coder: next(), value: next() }
    };
    let rows: Vec<Rating> = text.lines().skip(1).map(row).collect();
    let alpha = quickest(|| {
        let found = agreement(&table(rows.clone()));
        assert!(found.pairable > 0);
    });
    let small = table(rows[..rows.len().min(BOOTSTRAP_RATINGS)].to_vec());
    let bootstrap = quickest(|| {
        let found = intervals(&small, DRAWS, |draw| {
            let mut rng = ChaCha8Rng::seed_from_u64(0);
            rng.set_stream(draw.into());
            rng
        });
        assert!(found[0].is_some());
    });
    println!("{{\"alpha_seconds\": {alpha}, \"bootstrap_seconds\": {bootstrap}}}");
}

fn table(rows: Vec<Rating>) -> Ratings {
    let most = |of: fn(&Rating) -> u32| rows.iter().map(of).max().unwrap_or(0) as usize + 1;
    let (units, coders, values) = (most(|r| r.unit), most(|r| r.coder), most(|r| r.value));
    let numbers = (0..values).map(|value| value as f64).collect();
    Ratings::new(Scale::Numbers(numbers), units, coders, rows).expect("a table that says nothing twice")
}

fn quickest(work: impl Fn()) -> f64 {
    let once = |_| {
        let start = Instant::now();
        work();
        start.elapsed().as_secs_f64()
    };
    (0..ROUNDS).map(once).fold(f64::INFINITY, f64::min)
}
