//! `probity replay`: the same verdict again, to the bit, or what differs.

use crate::app::App;
use crate::args::Replay as Arguments;
use crate::failure::{Failure, Outcome};
use crate::render::{ACCENT, BAD, DIM, GOOD, PLAIN, Page, paint};
use crate::workshop::Workshop;
use domain::CheckId;
use engine::verify::Replay;

/// Recomputes a stored check. A verdict that comes out otherwise is a failure.
pub fn run(app: &App, arguments: &Arguments) -> Result<Outcome, Failure> {
    let next = "`probity check` prints the id of each answer it stores.";
    let id: CheckId =
        arguments.id.parse().map_err(|_| Failure::usage(format!("{:?} is not the id of a check", arguments.id), next))?;
    let replay = Workshop::open(app)?.replay(id, arguments.inference)?;
    if app.is_json {
        app.print_json(&replay)?;
    } else {
        app.print(page(&replay))?;
    }
    match replay.is_identical {
        true => Ok(Outcome::Done),
        false => Err(Failure::new(
            format!("check {id} comes out otherwise"),
            "The stored answer is kept as it is; the differences say which rule or version changed.",
        )),
    }
}

fn page(replay: &Replay) -> Page {
    let mut page = Page::for_stdout();
    match replay.is_identical {
        true => page.line(format_args!("{} {} comes out the same, to the bit", paint(GOOD, "✓"), paint(ACCENT, replay.id))),
        false => page.line(format_args!("{} {} comes out otherwise", paint(BAD, "✗"), paint(ACCENT, replay.id))),
    }
    replay.notes.iter().for_each(|note| page.hanging("  ", DIM, note));
    for difference in &replay.differences {
        let told = format!("{}: stored {}, now {}", difference.at, difference.stored, difference.replayed);
        page.hanging(format!("  claim {}  ", difference.claim + 1), PLAIN, &told);
    }
    if let (Some(readings), Some(cosines)) = (replay.model_drift_points, replay.cosine_drift_points) {
        let [readings, cosines] = [readings, cosines].map(|points| f64::from(points) / 10_000.0);
        page.line(format_args!("  asked again, the judge differs by {readings:.4} at most, and a cosine by {cosines:.4}"));
    }
    page
}
