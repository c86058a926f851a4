//! `probity track-record`: how often what somebody handed in was adversarial.

use crate::app::App;
use crate::args::rejections::TrackRecord as Arguments;
use crate::failure::{Failure, Outcome};
use crate::records::Records;
use crate::render::{ACCENT, DIM, Page, paint};

/// Shows the record of one submitter over the last 90 days.
pub fn run(app: &App, arguments: &Arguments) -> Result<Outcome, Failure> {
    let records = Records::open(app)?;
    let record = records.run(records.oversight().track_record(&arguments.submitter))?;
    if app.is_json {
        app.print_json(&record)?;
        return Ok(Outcome::Done);
    }
    let mut page = Page::for_stdout();
    match (record.ratio, record.interval) {
        (Some(ratio), Some([low, high])) => {
            page.line(format_args!("{} {ratio:.2} adversarial ({low:.2} – {high:.2})", paint(ACCENT, &arguments.submitter)));
        }
        _ => page.line(format_args!("{} has no history", paint(ACCENT, &arguments.submitter))),
    }
    let (bad, good) = (record.adversarial_event_count, record.legitimate_claim_count);
    page.line(paint(DIM, format!("{bad} adversarial and {good} legitimate submissions in 90 days")));
    page.line(paint(DIM, "shown to reviewers and used to order their queue; no verdict ever depends on it"));
    app.print(page)?;
    Ok(Outcome::Done)
}
