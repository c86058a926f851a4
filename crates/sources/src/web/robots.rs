//! What a site asks of programs (RFC 9309).

use super::fetch::AGENT_NAME;
use std::time::Duration;
use texting_robots::Robot;

/// What became of asking for a robots.txt.
pub(super) enum Asked {
    /// The site has one.
    Found(Vec<u8>),
    /// The site says it has none: everything is allowed.
    None,
    /// The site could not say. RFC 9309 reads that as "stay away".
    Unknown,
}

/// A site's wishes.
#[derive(Debug)]
pub(super) struct Rules {
    robot: Option<Robot>,
    is_closed: bool,
}

impl Rules {
    pub(super) fn of(asked: Asked) -> Self {
        match asked {
            // A file that cannot be understood forbids nothing: it is no wish that anybody could follow.
            Asked::Found(bytes) => Self { robot: Robot::new(AGENT_NAME, &bytes).ok(), is_closed: false },
            Asked::None => Self { robot: None, is_closed: false },
            Asked::Unknown => Self { robot: None, is_closed: true },
        }
    }

    pub(super) fn allow(&self, url: &str) -> bool {
        !self.is_closed && self.robot.as_ref().is_none_or(|robot| robot.allowed(url))
    }

    /// The pause it asks for between two visits.
    pub(super) fn delay(&self) -> Option<Duration> {
        let seconds = self.robot.as_ref()?.delay?;
        Duration::try_from_secs_f32(seconds).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules(text: &str) -> Rules {
        Rules::of(Asked::Found(text.as_bytes().to_vec()))
    }

    #[test]
    fn the_rules_for_us_come_before_the_rules_for_all() {
        let rules = rules("User-agent: *\nDisallow: /\n\nUser-agent: probity\nDisallow: /private\nCrawl-delay: 2\n");
        assert!(rules.allow("https://a.example/news"));
        assert!(!rules.allow("https://a.example/private/x"));
        assert_eq!(rules.delay(), Some(Duration::from_secs(2)));
    }

    #[test]
    fn no_wish_allows_everything_and_no_answer_nothing() {
        assert!(Rules::of(Asked::None).allow("https://a.example/x"));
        assert!(rules("\u{0}\u{1}<html>404</html>").allow("https://a.example/x"));
        assert!(!Rules::of(Asked::Unknown).allow("https://a.example/x"));
    }

    #[test]
    fn a_delay_that_is_no_time_is_none() {
        assert_eq!(rules("User-agent: *\nCrawl-delay: -3\n").delay(), None);
        assert_eq!(rules("User-agent: *\nCrawl-delay: 1e30\n").delay(), None);
    }
}
