//! ISO weeks.

use jiff::civil::{Date, Weekday};
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan as _};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// An ISO week, by its Monday.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Week(Date);

impl Week {
    /// Returns the week that a moment is in.
    pub fn of(at: Timestamp) -> Self {
        let date = at.to_zoned(TimeZone::UTC).date();
        Self(date.saturating_sub(i64::from(date.weekday().to_monday_zero_offset()).days()))
    }

    /// Returns its Monday at 00:00 UTC.
    pub fn monday(self) -> Timestamp {
        self.0.to_zoned(TimeZone::UTC).map_or(Timestamp::MIN, |zoned| zoned.timestamp())
    }

    /// Returns the week after.
    pub fn next(self) -> Self {
        Self(self.0.saturating_add(7.days()))
    }

    /// Returns the week before.
    pub fn previous(self) -> Self {
        Self(self.0.saturating_sub(7.days()))
    }
}

impl fmt::Display for Week {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let iso = self.0.iso_week_date();
        write!(f, "{:04}-W{:02}", iso.year(), iso.week())
    }
}

impl FromStr for Week {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let wrong = || format!("{text:?} is no ISO week like 2026-W46");
        let (year, week) = text.split_once("-W").ok_or_else(wrong)?;
        let (year, week) = (year.parse().map_err(|_| wrong())?, week.parse().map_err(|_| wrong())?);
        let iso = jiff::civil::ISOWeekDate::new(year, week, Weekday::Monday).map_err(|_| wrong())?;
        Ok(Self(iso.date()))
    }
}

impl TryFrom<String> for Week {
    type Error = String;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl From<Week> for String {
    fn from(week: Week) -> Self {
        week.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_week_begins_on_monday_and_belongs_to_the_year_of_its_thursday() {
        let of = |at: &str| Week::of(at.parse().unwrap());
        assert_eq!(of("2026-11-16T00:00:00Z").to_string(), "2026-W47");
        assert_eq!(of("2026-11-15T23:59:59Z").to_string(), "2026-W46");
        assert_eq!(of("2027-01-01T12:00:00Z").to_string(), "2026-W53");
        assert_eq!(of("2026-11-18T12:00:00Z").monday().to_string(), "2026-11-16T00:00:00Z");
        assert_eq!("2026-W46".parse::<Week>().unwrap().next(), of("2026-11-16T00:00:00Z"));
        assert_eq!("2026-W47".parse::<Week>().unwrap().previous(), of("2026-11-15T00:00:00Z"));
        assert!("2026-W60".parse::<Week>().is_err() && "last week".parse::<Week>().is_err());
    }
}
