//! Answers as schema.org's ClaimReview, for search engines and other fact-checkers to read.
//!
//! Only a verdict with a direction is a review: abstaining says nothing about the claim and must not look as if it did.

use domain::{Assessment, Check, DocumentKind, Evidence, Verdict};
use serde_json::{Map, Value, json};

/// Returns a review of each claim of a check that was answered.
pub fn claim_reviews(check: &Check) -> Vec<Value> {
    check.claims.iter().filter(|answer| answer.verdict.is_directional()).map(|answer| review(check, answer)).collect()
}

fn review(check: &Check, answer: &Assessment) -> Value {
    let cited: Vec<&Evidence> = answer.evidence.iter().filter(|e| answer.deciding.contains(&e.id)).collect();
    json!({
        "@context": "https://schema.org",
        "@type": "ClaimReview",
        "identifier": check.id.to_string(),
        "datePublished": check.asked_at.strftime("%Y-%m-%dT%H:%M:%SZ").to_string(),
        "inLanguage": "en",
        "claimReviewed": answer.text,
        "itemReviewed": {"@type": "Claim", "text": answer.text},
        "author": {"@type": "Organization", "name": "Probity"},
        "reviewRating": {
            "@type": "Rating",
            "ratingValue": rating(answer.verdict),
            "worstRating": 1,
            "bestRating": 5,
            "alternateName": words(answer.verdict),
        },
        "reviewBody": answer.rationale,
        "citation": cited.into_iter().map(citation).collect::<Vec<_>>(),
    })
}

fn citation(evidence: &Evidence) -> Value {
    let mut work = Map::from_iter([
        ("@type".to_owned(), json!("CreativeWork")),
        ("identifier".to_owned(), json!(evidence.document.as_str())),
        ("name".to_owned(), json!(evidence.title)),
        ("text".to_owned(), json!(evidence.deciding.of(&evidence.text).unwrap_or(&evidence.text))),
        ("publisher".to_owned(), json!({"@type": "Organization", "name": publisher(evidence)})),
    ]);
    work.extend(evidence.url.iter().map(|url| ("url".to_owned(), json!(url))));
    work.extend(evidence.date.iter().map(|date| ("datePublished".to_owned(), json!(date))));
    work.into()
}

/// Who speaks. A note's source is only the name of its file, so it speaks under its title.
fn publisher(evidence: &Evidence) -> &str {
    let is_note = evidence.kind == DocumentKind::Note && !evidence.title.is_empty();
    if is_note { &evidence.title } else { &evidence.source }
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
fn words(verdict: Verdict) -> String {
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
        assert_eq!((rating(Verdict::Outdated), words(Verdict::MostlyTrue)), (2, "Mostly true".to_owned()));
    }

    #[test]
    fn a_note_is_published_under_its_title_and_a_page_by_its_source() {
        let mut piece = Evidence {
            id: domain::EvidenceId::ranked(1),
            text: "Vaccines do not cause autism.".into(),
            deciding: domain::Span::new(0, 29),
            title: "Vaccines".into(),
            source: "vaccines.md".into(),
            document: domain::DocumentId::new("vaccines").unwrap(),
            sentence: 0,
            url: None,
            date: None,
            kind: DocumentKind::Note,
            credibility: domain::Credibility::clamped(0.8),
            subclaim: 0,
            stance: domain::Stance::Contradicts,
            strength: 0.9,
            rule: None,
            stance_scores: domain::StanceScores::take(0.0, 1.0, 0.0),
            on_target: true,
            score: 0.7,
        };
        assert_eq!(citation(&piece)["publisher"]["name"], "Vaccines");
        (piece.kind, piece.source) = (DocumentKind::News, "bbc.com".into());
        assert_eq!(citation(&piece)["publisher"]["name"], "bbc.com");
    }
}
