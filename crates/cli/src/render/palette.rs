//! The few colours there are. Each means one thing.

use anstyle::{AnsiColor, Style};
use domain::{Stance, Verdict};

/// Nothing special.
pub const PLAIN: Style = Style::new();
/// What the eye should find first.
pub const BOLD: Style = Style::new().bold();
/// What is there for those who look for it.
pub const DIM: Style = Style::new().dimmed();
/// Names that can be typed back.
pub const ACCENT: Style = colour(AnsiColor::Cyan);
/// It holds.
pub const GOOD: Style = colour(AnsiColor::Green);
/// It does not.
pub const BAD: Style = colour(AnsiColor::Red);
/// It holds and does not.
pub const MIXED: Style = colour(AnsiColor::Yellow);
/// It is left open.
pub const OPEN: Style = colour(AnsiColor::Blue);

const fn colour(colour: AnsiColor) -> Style {
    Style::new().fg_color(Some(anstyle::Color::Ansi(colour)))
}

/// Returns the colour of an answer.
pub fn of_verdict(verdict: Verdict) -> Style {
    match verdict {
        Verdict::True | Verdict::MostlyTrue => GOOD,
        Verdict::MostlyFalse | Verdict::False => BAD,
        Verdict::HalfTrue | Verdict::Exaggerated | Verdict::Misleading | Verdict::Outdated | Verdict::Conflicting => MIXED,
        Verdict::InsufficientEvidence | Verdict::Unverifiable | Verdict::NotAClaim => OPEN,
        Verdict::AttackDetected | Verdict::RefusedTopic => colour(AnsiColor::Magenta),
    }
}

/// Returns the colour of a side.
pub fn of_stance(stance: Stance) -> Style {
    match stance {
        Stance::Supports => GOOD,
        Stance::Contradicts => BAD,
        Stance::Neutral => DIM,
    }
}
