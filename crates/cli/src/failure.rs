//! How a command ends: the exit codes scripts can use, and errors that say what to do next.

use anstyle::{AnsiColor, Style};
use serde_json::json;
use std::fmt::Display;
use std::process::ExitCode;

/// How a command ended when nothing went wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// The question was answered, or the chore is done.
    Done,
    /// The question was understood and left open: every claim was abstained from, refused, or none at all.
    Abstained,
}

impl Outcome {
    /// Returns the exit code: 0 or 3.
    pub fn code(self) -> u8 {
        match self {
            Self::Done => 0,
            Self::Abstained => 3,
        }
    }
}

/// Who has to do something about a failure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Blame {
    /// The command line or the configuration says something we cannot follow: exit code 2.
    Usage,
    /// The command was fine and something else was not: exit code 1.
    Failure,
}

/// One sentence on what happened and one on what to do next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    what: String,
    next: String,
    blame: Blame,
}

impl Failure {
    /// Something went wrong while doing what was asked.
    pub fn new(what: impl Display, next: impl Display) -> Self {
        Self { what: what.to_string(), next: next.to_string(), blame: Blame::Failure }
    }

    /// What was asked cannot be followed.
    pub fn usage(what: impl Display, next: impl Display) -> Self {
        Self { blame: Blame::Usage, ..Self::new(what, next) }
    }

    /// Returns the exit code: 1 or 2.
    pub fn code(&self) -> u8 {
        match self.blame {
            Blame::Usage => 2,
            Blame::Failure => 1,
        }
    }

    /// Tells it on standard error, as an object for scripts when `is_json`.
    pub fn tell(&self, is_json: bool) -> ExitCode {
        use std::io::Write as _;
        let text = if is_json { self.to_json() } else { self.to_text() };
        // Nobody is left to be told when standard error is gone.
        let _ = anstream::stderr().write_all(text.as_bytes());
        ExitCode::from(self.code())
    }

    fn to_json(&self) -> String {
        let object = json!({"error": {"what": self.what, "next": self.next, "exit_code": self.code()}});
        format!("{object}\n")
    }

    fn to_text(&self) -> String {
        let red = Style::new().bold().fg_color(Some(AnsiColor::Red.into()));
        let Self { what, next, .. } = self;
        format!("{red}error:{red:#} {what}\n{next}\n")
    }
}

/// Turns a lower floor's error into a failure by saying what to do next.
pub trait OrNext<T> {
    /// Names the step that failed and what to do about it.
    fn or_next(self, doing: impl Display, next: impl Display) -> Result<T, Failure>;
}

impl<T, E: Display> OrNext<T> for Result<T, E> {
    fn or_next(self, doing: impl Display, next: impl Display) -> Result<T, Failure> {
        self.map_err(|error| Failure::new(format!("{doing}: {error}"), next))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_says_what_happened_and_what_to_do_next() {
        let failure = Failure::new("the disk is full", "Free some space and run it again; nothing was lost.");
        let text = anstream::adapter::strip_str(&failure.to_text()).to_string();
        assert_eq!(text, "error: the disk is full\nFree some space and run it again; nothing was lost.\n");
        assert_eq!(failure.code(), 1);
    }

    #[test]
    fn scripts_get_the_same_as_an_object() {
        let failure = Failure::usage("no claim was given", "Put the claim in quotes.");
        let object: serde_json::Value = serde_json::from_str(&failure.to_json()).unwrap();
        assert_eq!(object["error"]["what"], "no claim was given");
        assert_eq!(object["error"]["exit_code"], 2);
    }
}
