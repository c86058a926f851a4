//! The product's vocabulary in the words people use.

use super::page::NO_BREAK;
use domain::{Assessment, Credence, Direction, Expansion, SegmentStatus, Trace, Verdict};

/// Returns an answer in words.
pub fn of_verdict(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::True => "True",
        Verdict::MostlyTrue => "Mostly true",
        Verdict::HalfTrue => "Half true",
        Verdict::MostlyFalse => "Mostly false",
        Verdict::False => "False",
        Verdict::Exaggerated => "Exaggerated",
        Verdict::Misleading => "Misleading",
        Verdict::Outdated => "Outdated",
        Verdict::Conflicting => "Evidence conflicts",
        Verdict::InsufficientEvidence => "Not enough evidence",
        Verdict::Unverifiable => "Cannot be verified",
        Verdict::NotAClaim => "Not a claim",
        Verdict::AttackDetected => "Refused: reads as an attack",
        Verdict::RefusedTopic => "Refused: a topic we do not touch",
    }
}

/// Returns an answer's sign, one column wide.
pub fn sign(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::True | Verdict::MostlyTrue => "✓",
        Verdict::MostlyFalse | Verdict::False => "✗",
        Verdict::HalfTrue => "◐",
        Verdict::Exaggerated => "↑",
        Verdict::Misleading => "!",
        Verdict::Outdated => "↺",
        Verdict::Conflicting => "⇄",
        Verdict::InsufficientEvidence => "?",
        Verdict::Unverifiable => "∅",
        Verdict::NotAClaim => "–",
        Verdict::AttackDetected | Verdict::RefusedTopic => "⊘",
    }
}

/// Returns why a piece takes the side it takes, where not the judge but its words or numbers settled that.
pub fn of_rule(rule: &str) -> String {
    let told = match rule {
        "word_for_word" => "says it word for word",
        "answers_yes" => "answers yes to that question",
        "answers_no" => "answers no to that question",
        "same_name" => "means the same",
        "compares_alike" => "compares them alike",
        "compares_opposite" => "compares them the other way round",
        "words_deny" => "denies it in so many words",
        "opposite_word" => "says the opposite",
        "other_rank" => "ranks it otherwise",
        "other_name" => "names another",
        "said_of_others" | "compares_others" => "says it of something else",
        "turned_round" => "says it the other way round",
        "no_longer" => "says it was so once",
        "denies_something_else" => "denies something else",
        "narrower" => "says less",
        "other_superlative" => "is the most of something else",
        "window_not_clear" => "is not clear even with the sentences around it",
        "name_not_confirmed" => "does not name it",
        "words_do_not_deny" => "does not deny it",
        "number_differs" => "gives another number",
        "change_turned" => "tells the change the other way round",
        "number_not_confirmed" => "does not give that number",
        "number_within_tolerance" => "gives a number near enough",
        "number_agrees" | "number_tips_it" => "gives the same number",
        "era_met" => "gives a year of that time",
        "number_converted" => "gives the same in another unit",
        "less_than_most" => "counts less than half",
        "another_year" => "tells of another year",
        "said_by_another" => "says that somebody else said it",
        "only_denied" => "says that somebody denied it",
        "only_planned" => "tells of a plan",
        "only_claimed" => "says that some people claim it",
        "in_animals" => "tells of animals",
        "other_place" => "names another place",
        "other_deed" => "says it of something else that was done",
        "other_holder" => "names another holder",
        "moved_away" => "says it moved away",
        "fact_check" => "rated it",
        other => return other.replace('_', " "),
    };
    told.to_owned()
}

/// Returns how sure the answer is, in words and number; nothing where the answer follows from the words of the claim alone.
pub fn of_credence(claim: &Assessment) -> Option<String> {
    match claim.verdict {
        // Credence is about one direction, and parts that differ have two: a low one is no doubt about either.
        Verdict::HalfTrue if claim.credence.get() < HALF => None,
        verdict if verdict.is_directional() && is_doubted(claim) => Some(DOUBTED.to_owned()),
        verdict if verdict.is_directional() => Some(sureness(claim.credence)),
        Verdict::InsufficientEvidence | Verdict::Conflicting => leaning(claim.direction).map(str::to_owned),
        _ => None,
    }
}

/// What is said where a rule decides and the judge is not sure: about half of such answers were right, and a percentage would pass for a
/// measurement of this one.
const DOUBTED: &str = "by words and numbers that the judge is not sure of: read the sentence yourself";

/// A rule over words or numbers gave the answer the credence that it has.
pub fn is_doubted(claim: &Assessment) -> bool {
    claim.credence.get() <= HALF && has_line(&claim.trace, "settled_floor")
}

fn has_line(trace: &Trace, rule: &str) -> bool {
    trace.rule == rule || trace.children.iter().any(|line| has_line(line, rule))
}

/// An even chance …
const HALF: f64 = 0.50;
/// … and how far from it nobody can tell the difference.
const EVEN: f64 = 0.02;

/// Says how sure the answer is. It names the answer, for beside "False" a bare "likely" would seem to speak of the claim.
fn sureness(credence: Credence) -> String {
    let low_end = match credence.get() {
        p if p >= 0.60 => "",
        p if p >= HALF + EVEN => ", barely likelier than not",
        p if p >= HALF - EVEN => ", as likely as not",
        _ => ", less likely than not",
    };
    format!("{} sure of this answer{low_end}", percent(credence.get()))
}

/// Says where the evidence leans when it is not enough to answer; nothing where it leans nowhere, which the rationale explains.
fn leaning(direction: Direction) -> Option<&'static str> {
    match direction {
        Direction::Supports => Some("leans towards true, too weakly to say so"),
        Direction::Contradicts => Some("leans towards false, too weakly to say so"),
        Direction::None => None,
    }
}

/// Returns S1's state of trust in words; a first assessment has nothing to revoke (decision S1-14).
pub fn of_trust(state: &str) -> String {
    match state {
        "revoked" => "low trust".to_owned(),
        "evidence_insufficiency" => "too little evidence".to_owned(),
        other => other.replace('_', " "),
    }
}

/// Returns how many claims came out each way, in the words the answers themselves are given in.
pub fn tally(verdicts: &[Verdict]) -> String {
    let count = |verdict: Verdict| verdicts.iter().filter(|given| **given == verdict).count();
    let counts = Verdict::ALL.into_iter().map(|verdict| (count(verdict), of_verdict(verdict)));
    let told: Vec<String> =
        counts.filter(|(count, _)| *count > 0).map(|(count, word)| format!("{count}{NO_BREAK}{word}")).collect();
    told.join(" · ")
}

/// Returns a share as a percentage that claims neither certainty nor impossibility.
pub fn percent(share: f64) -> String {
    match share {
        p if p > 0.99 => format!("over{NO_BREAK}99{NO_BREAK}%"),
        p if p < 0.01 => format!("under{NO_BREAK}1{NO_BREAK}%"),
        p => format!("{:.0}{NO_BREAK}%", p * 100.0),
    }
}

/// Returns what became of a part.
pub fn of_status(status: SegmentStatus) -> &'static str {
    match status {
        SegmentStatus::StronglyValid => "clearly holds",
        SegmentStatus::Valid => "holds",
        SegmentStatus::PartiallyValid => "holds in part",
        SegmentStatus::Unknown => "open",
        SegmentStatus::PartiallyInvalid => "fails in part",
        SegmentStatus::Invalid => "does not hold",
    }
}

/// Says of a claim that was left open that some of it does not hold; nothing where none of it is known to fail.
pub fn of_parts(claim: &Assessment) -> String {
    let fails = claim.subclaims.iter().filter(|part| part.status.is_contradicted()).count();
    let is_open = claim.verdict == Verdict::InsufficientEvidence && claim.subclaims.len() > 1;
    if is_open && fails > 0 { format!("✗{NO_BREAK}in{NO_BREAK}part") } else { String::new() }
}

/// Returns what was done on the web, what it cost and why it ended.
pub fn of_expansion(expansion: &Expansion) -> String {
    if let Some(check) = expansion.answered_from {
        return format!("answered from check {check}, whose answer still stands; --fresh looks again");
    }
    let spent = &expansion.spent;
    let ended = if expansion.is_partial { format!("partial: {}", expansion.ended) } else { expansion.ended.to_string() };
    if spent.queries == 0 {
        return ended;
    }
    let (queries, pages) = (spent.queries as usize, spent.pages as usize);
    let asked = counted(queries, "query", "queries");
    let read = format!("{} of {} read", expansion.pages_read(), counted(pages, "page", "pages"));
    let weight = format!("{:.0} kB in {:.1} s", spent.bytes as f64 / 1_000.0, spent.ms as f64 / 1_000.0);
    let silent = expansion.inquiries.iter().find_map(|inquiry| inquiry.error.as_deref());
    let silent = silent.map(|error| format!("; {error}")).unwrap_or_default();
    format!("{asked}, {read}, {weight}; {ended}{silent}")
}

/// Joins names as a sentence would: `e1`, `e1 and e2`, `e1, e2 and e3`.
pub fn listed<T: std::fmt::Display>(names: &[T]) -> String {
    match names {
        [] => String::new(),
        [only] => only.to_string(),
        [first @ .., last] => {
            let first: Vec<String> = first.iter().map(ToString::to_string).collect();
            format!("{} and {last}", first.join(", "))
        }
    }
}

/// Returns a count with its noun.
pub fn counted(count: usize, one: &str, many: &str) -> String {
    if count == 1 { format!("1 {one}") } else { format!("{count} {many}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_is_told_in_words_that_somebody_chose() {
        // "Denies something else" could not be said better than by its name.
        let is_its_name = |rule: &&score::verify::Rule| of_rule(rule.name()) == rule.name().replace('_', " ");
        let named: Vec<&str> = score::verify::Rule::ALL.iter().filter(is_its_name).map(|rule| rule.name()).collect();
        assert_eq!(named, ["denies_something_else"]);
    }

    #[test]
    fn nothing_is_ever_a_hundred_percent_sure() {
        assert_eq!(percent(1.0), "over\u{a0}99\u{a0}%");
        assert_eq!(percent(0.93), "93\u{a0}%");
        assert_eq!(percent(0.0), "under\u{a0}1\u{a0}%");
    }

    #[test]
    fn it_is_the_answer_that_is_more_or_less_sure() {
        let told = |credence: f64| sureness(Credence::clamped(credence)).replace(NO_BREAK, " ");
        assert_eq!(told(0.997), "over 99 % sure of this answer");
        assert_eq!(told(0.73), "73 % sure of this answer");
        assert_eq!(told(0.52), "52 % sure of this answer, barely likelier than not");
        assert_eq!(told(0.50), "50 % sure of this answer, as likely as not");
        assert_eq!(told(0.43), "43 % sure of this answer, less likely than not");
    }

    #[test]
    fn evidence_that_leans_nowhere_is_not_said_to_lean() {
        assert_eq!(leaning(Direction::None), None);
        assert!(leaning(Direction::Contradicts).is_some_and(|told| told.contains("towards false")));
    }

    #[test]
    fn nobody_reads_of_trust_that_was_revoked() {
        assert_eq!(of_trust("revoked"), "low trust");
        assert_eq!(of_trust("evidence_insufficiency"), "too little evidence");
        assert_eq!(of_trust("confirmed"), "confirmed");
    }

    #[test]
    fn many_answers_are_counted_in_the_words_of_each() {
        let given = [Verdict::Conflicting, Verdict::InsufficientEvidence, Verdict::True, Verdict::Conflicting];
        assert_eq!(tally(&given).replace(NO_BREAK, " "), "1 True · 2 Evidence conflicts · 1 Not enough evidence");
    }

    #[test]
    fn what_the_web_cost_is_one_line() {
        let mut expansion = Expansion::ended(domain::Ended::PagesSpent);
        expansion.spent = domain::Spent { queries: 2, pages: 3, bytes: 48_200, ms: 2_140 };
        let page = |outcome: &str| domain::PageFate { url: "u".into(), outcome: outcome.into(), note: String::new() };
        expansion.pages = vec![page("read"), page("robots"), page("read")];
        assert_eq!(
            of_expansion(&expansion),
            "2 queries, 2 of 3 pages read, 48 kB in 2.1 s; partial: the pages allowed for one claim are spent"
        );
        assert_eq!(of_expansion(&Expansion::ended(domain::Ended::NotNeeded)), "what was there already sufficed");
    }

    #[test]
    fn lists_read_like_a_sentence() {
        assert_eq!(listed(&["e1", "e2", "e3"]), "e1, e2 and e3");
        assert_eq!(listed(&["e1"]), "e1");
    }

    #[test]
    fn every_answer_has_a_word_and_a_sign_of_one_column() {
        for verdict in Verdict::ALL {
            assert!(!of_verdict(verdict).is_empty());
            assert_eq!(super::super::page::columns_of(sign(verdict)), 1, "{verdict}");
        }
    }
}
