//! Progress on standard error: bars on a terminal, nothing anywhere else.

use indicatif::{MultiProgress, ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal as _;
use std::time::Duration;

/// How often a spinner turns.
const TICK: Duration = Duration::from_millis(100);

/// Where progress is shown.
#[derive(Debug, Clone)]
pub struct Progress {
    bars: MultiProgress,
    is_shown: bool,
}

/// Something under way. It disappears when dropped.
#[derive(Debug)]
pub struct Step(ProgressBar);

impl Progress {
    /// Shows progress on standard error when that is a terminal.
    pub fn on_stderr() -> Self {
        match std::io::stderr().is_terminal() {
            true => Self { bars: MultiProgress::new(), is_shown: true },
            false => Self::silent(),
        }
    }

    /// Shows nothing.
    pub fn silent() -> Self {
        Self { bars: MultiProgress::with_draw_target(ProgressDrawTarget::hidden()), is_shown: false }
    }

    /// Whether anybody sees it.
    pub fn is_shown(&self) -> bool {
        self.is_shown
    }

    /// Starts something of unknown length: loading models, asking pip.
    pub fn spin(&self, what: &str) -> Step {
        let bar = self.bars.add(ProgressBar::new_spinner());
        bar.set_style(style("{spinner:.cyan} {msg} {elapsed:.dim}"));
        bar.set_message(what.to_owned());
        bar.enable_steady_tick(TICK);
        Step(bar)
    }

    /// Starts something that is counted: documents, evaluation items.
    pub fn count(&self, what: &str, total: u64) -> Step {
        let bar = self.bars.add(ProgressBar::new(total));
        bar.set_style(style("{msg} {bar:30.cyan/dim} {human_pos}/{human_len} {per_sec:.dim} {eta:.dim}").progress_chars("█▌░"));
        bar.set_message(what.to_owned());
        bar.enable_steady_tick(TICK);
        Step(bar)
    }

    /// Starts something that is measured in bytes: files being read.
    pub fn bytes(&self, what: &str, total: u64) -> Step {
        let step = self.count(what, total);
        let template = "{msg} {bar:30.cyan/dim} {bytes}/{total_bytes} {bytes_per_sec:.dim} {eta:.dim}";
        step.0.set_style(style(template).progress_chars("█▌░"));
        step
    }

    /// Prints a line above the bars.
    pub fn say(&self, text: &str) {
        if self.is_shown {
            // A terminal that went away takes the line with it.
            let _ = self.bars.println(text);
        }
    }
}

impl Step {
    /// Counts `more` as done.
    pub fn advance(&self, more: u64) {
        self.0.inc(more);
    }

    /// Says how far it is.
    pub fn reach(&self, done: u64) {
        self.0.set_position(done);
    }

    /// Learns how much there is.
    pub fn expect(&self, total: u64) {
        self.0.set_length(total);
    }

    /// Says what is being done at the moment.
    pub fn note(&self, what: &str) {
        self.0.set_message(what.to_owned());
    }
}

impl Drop for Step {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).expect("our own templates are tested")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hidden_progress_counts_all_the_same_and_draws_nothing() {
        let progress = Progress::silent();
        drop(progress.bytes("reading", 9));
        let step = progress.count("reading", 3);
        step.advance(1);
        step.reach(2);
        step.expect(4);
        step.note("still reading");
        drop(progress.spin("loading"));
        assert!(!progress.is_shown());
    }
}
