//! Answers as schema.org's ClaimReview, for search engines and other fact-checkers to read.
//!
//! Only a verdict with a direction is a review: abstaining says nothing about the claim and must not look as if it did. Nor is half of a claim
//! published while the other half is only open: whoever glues an accusation to a truth would have it printed as half true.

use domain::{Assessment, Check, Evidence, EvidenceId, SegmentStatus, Verdict};
use score::verify::words::words;
use serde_json::{Map, Value, json};

/// Returns a review of each claim of a check that was answered.
pub fn claim_reviews(check: &Check) -> Vec<Value> {
    check
        .claims
        .iter()
        .filter(|answer| answer.verdict.is_directional() && !is_open_in_part(answer))
        .map(|answer| review(check, answer))
        .collect()
}

/// It is called half true because one part holds, and nothing speaks against the rest.
fn is_open_in_part(answer: &Assessment) -> bool {
    let is_open = answer.subclaims.iter().any(|part| part.status == SegmentStatus::Unknown);
    answer.verdict == Verdict::HalfTrue && is_open && !answer.subclaims.iter().any(|part| part.status.is_contradicted())
}

/// The rationale for readers who see no list of evidence: a sentence of each side in the place of their numbers.
fn body(answer: &Assessment, cited: &[&Evidence]) -> String {
    let plain = answer.rationale.replace(" on target", "");
    let is_number = |(at, _): &(usize, &str)| plain[at + ": e".len()..].starts_with(|c: char| c.is_ascii_digit());
    let Some((end, _)) = plain.match_indices(": e").find(is_number) else { return plain };
    let first = cited.first();
    let other = first.and_then(|first| cited.iter().find(|piece| piece.stance != first.stance));
    let quoted = |piece: &&&Evidence| {
        let title = if piece.title.is_empty() { String::new() } else { format!(" ({})", piece.title) };
        format!("“{}”{title}", piece.deciding.of(&piece.text).unwrap_or(&piece.text).trim())
    };
    let told: Vec<String> = first.iter().chain(other.iter()).map(quoted).collect();
    format!("{}: {}", &plain[..end], told.join("; "))
}

fn review(check: &Check, answer: &Assessment) -> Value {
    let named = |id: &EvidenceId| answer.evidence.iter().find(|e| e.id == *id);
    let cited: Vec<&Evidence> = answer.deciding.iter().filter_map(named).collect();
    json!({
        "@context": "https://schema.org",
        "@type": "ClaimReview",
        "identifier": check.id.to_string(),
        "datePublished": check.asked_at.strftime("%Y-%m-%dT%H:%M:%SZ").to_string(),
        "inLanguage": "en",
        "claimReviewed": answer.text,
        "itemReviewed": claim(&answer.text, answer.speaker.as_deref()),
        "author": {"@type": "Organization", "name": "Probity"},
        "reviewRating": {
            "@type": "Rating",
            "ratingValue": rating(answer.verdict),
            "worstRating": 1,
            "bestRating": 5,
            "alternateName": worded(answer.verdict),
        },
        "reviewBody": body(answer, &cited),
        "citation": cited.into_iter().map(citation).collect::<Vec<_>>(),
    })
}

/// The claim and, where somebody is named, who is said to have made it: a person or an organisation, which its name does not
/// tell. Where it appeared is not known, since only its text is given.
fn claim(text: &str, speaker: Option<&str>) -> Value {
    let mut claim = Map::from_iter([("@type".to_owned(), json!("Claim")), ("text".to_owned(), json!(text))]);
    let is_named = |speaker: &&str| words(speaker).iter().any(|word| !word.is_stop);
    claim.extend(speaker.filter(is_named).map(|name| ("author".to_owned(), json!({"name": name}))));
    claim.into()
}

/// A work by its title. Only one that has an address on the web has a publisher: the source of somebody's own document is the name of
/// its file or of its corpus, and neither publishes anything.
fn citation(evidence: &Evidence) -> Value {
    let mut work = Map::from_iter([
        ("@type".to_owned(), json!("CreativeWork")),
        ("identifier".to_owned(), json!(evidence.document.as_str())),
        ("text".to_owned(), json!(evidence.deciding.of(&evidence.text).unwrap_or(&evidence.text))),
    ]);
    if !evidence.title.is_empty() {
        work.insert("name".to_owned(), json!(evidence.title));
    }
    if let Some(url) = &evidence.url {
        work.insert("url".to_owned(), json!(url));
        work.insert("publisher".to_owned(), json!({"@type": "Organization", "name": evidence.source}));
    }
    work.extend(evidence.date.iter().map(|date| ("datePublished".to_owned(), json!(date))));
    work.into()
}

/// Where a verdict stands between 1, false, and 5, true.
fn rating(verdict: Verdict) -> u8 {
    match verdict {
        Verdict::True => 5,
        Verdict::MostlyTrue => 4,
        Verdict::HalfTrue => 3,
        Verdict::MostlyFalse | Verdict::Exaggerated | Verdict::Misleading | Verdict::Outdated => 2,
        _ => 1,
    }
}

/// A verdict as fact-checkers write it: "Mostly true".
fn worded(verdict: Verdict) -> String {
    let plain = verdict.as_str().replace('_', " ");
    let mut rest = plain.chars();
    rest.next().map_or_else(String::new, |first| first.to_uppercase().chain(rest).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_answer_has_a_place_on_the_scale_in_its_order() {
        let scale: Vec<u8> =
            [Verdict::False, Verdict::MostlyFalse, Verdict::HalfTrue, Verdict::MostlyTrue, Verdict::True].map(rating).to_vec();
        assert_eq!(scale, [1, 2, 3, 4, 5]);
        assert_eq!((rating(Verdict::Outdated), worded(Verdict::MostlyTrue)), (2, "Mostly true".to_owned()));
    }

    fn page(title: &str, source: &str, url: Option<&str>) -> Evidence {
        Evidence {
            id: domain::EvidenceId::ranked(1),
            text: "Vaccines do not cause autism.".into(),
            deciding: domain::Span::new(0, 29),
            title: title.into(),
            source: source.into(),
            document: domain::DocumentId::new("vaccines").unwrap(),
            sentence: 0,
            url: url.map(str::to_owned),
            date: None,
            kind: domain::DocumentKind::Unknown,
            credibility: domain::Credibility::clamped(0.8),
            subclaim: 0,
            stance: domain::Stance::Contradicts,
            strength: 0.9,
            rule: None,
            stance_scores: domain::StanceScores::take(0.0, 1.0, 0.0),
            on_target: true,
            score: 0.7,
        }
    }

    #[test]
    fn somebodys_own_document_has_a_title_and_no_publisher() {
        let own = citation(&page("Minutes of the board", "minutes-2024.pdf", None));
        assert_eq!((&own["name"], own.get("publisher")), (&json!("Minutes of the board"), None), "{own}");
        let untitled = citation(&page("", "minutes-2024.pdf", None));
        assert_eq!((untitled.get("name"), &untitled["identifier"]), (None, &json!("vaccines")), "{untitled}");
        assert!(!untitled.to_string().contains("minutes-2024.pdf"), "{untitled}");
    }

    #[test]
    fn a_page_is_published_by_its_site() {
        let page = citation(&page("Vaccines", "bbc.com", Some("https://www.bbc.com/vaccines")));
        assert_eq!(page["publisher"], json!({"@type": "Organization", "name": "bbc.com"}));
        assert_eq!(page["url"], "https://www.bbc.com/vaccines");
    }

    #[test]
    fn whoever_is_named_is_the_author_of_the_claim_and_he_is_nobody() {
        let said = "The ministry said that exports fell.";
        assert_eq!(claim(said, Some("The ministry"))["author"], json!({"name": "The ministry"}));
        assert_eq!(claim("He said that exports fell.", Some("He")).get("author"), None);
        assert_eq!(claim("Exports fell.", None), json!({"@type": "Claim", "text": "Exports fell."}));
    }
}
