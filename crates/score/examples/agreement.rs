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
    // The other side's table is in memory too; what is timed is everything from the rows to α at all four levels.
    let extent = extent(&rows);
    let copies: Vec<Vec<Rating>> = (0..ROUNDS).map(|_| rows.clone()).collect();
    let alpha = quickest(copies, |rows| {
        let found = agreement(&table(extent, rows));
        assert!(found.pairable > 0);
    });
    let small = table(extent, rows[..rows.len().min(BOOTSTRAP_RATINGS)].to_vec());
    let bootstrap = quickest(vec![(); ROUNDS], |()| {
        let found = intervals(&small, DRAWS, |draw| {
            let mut rng = ChaCha8Rng::seed_from_u64(0);
            rng.set_stream(draw.into());
            rng
        });
        assert!(found[0].is_some());
    });
    println!("{{\"alpha_seconds\": {alpha}, \"bootstrap_seconds\": {bootstrap}}}");
}

fn extent(rows: &[Rating]) -> [usize; 3] {
    let most = |of: fn(&Rating) -> u32| rows.iter().map(of).max().unwrap_or(0) as usize + 1;
    [most(|r| r.unit), most(|r| r.coder), most(|r| r.value)]
}

fn table([units, coders, values]: [usize; 3], rows: Vec<Rating>) -> Ratings {
    let numbers = (0..values).map(|value| value as f64).collect();
    Ratings::new(Scale::Numbers(numbers), units, coders, rows).expect("a table that says nothing twice")
}

fn quickest<T>(inputs: Vec<T>, work: impl Fn(T)) -> f64 {
    let once = |input: T| {
        let start = Instant::now();
        work(input);
        start.elapsed().as_secs_f64()
    };
    inputs.into_iter().map(once).fold(f64::INFINITY, f64::min)
}
