//! Twenty cases and twenty near misses, at least, for each forbidden category.

use super::hits;
use domain::Category;

const CASES: [(&str, Category); 12] = [
    (include_str!("cases/weapons.txt"), Category::Weapons),
    (include_str!("cases/violence-incitement.txt"), Category::ViolenceIncitement),
    (include_str!("cases/surveillance-oppression.txt"), Category::SurveillanceOppression),
    (include_str!("cases/political-manipulation.txt"), Category::PoliticalManipulation),
    (include_str!("cases/financial-exploitation.txt"), Category::FinancialExploitation),
    (include_str!("cases/discrimination-hate.txt"), Category::DiscriminationHate),
    (include_str!("cases/privacy-violation.txt"), Category::PrivacyViolation),
    (include_str!("cases/child-exploitation.txt"), Category::ChildExploitation),
    (include_str!("cases/self-harm.txt"), Category::SelfHarm),
    (include_str!("cases/deepfake-impersonation.txt"), Category::DeepfakeImpersonation),
    (include_str!("cases/social-engineering.txt"), Category::SocialEngineering),
    (include_str!("cases/illicit-trade.txt"), Category::IllicitTrade),
];

#[test]
fn every_category_finds_its_cases_and_lets_its_near_misses_pass() {
    let mut wrong = Vec::new();
    for (text, category) in CASES {
        let (mut cases, mut misses) = (0, 0);
        for line in text.lines().filter(|line| !line.is_empty()) {
            let found = hits(&line[2..]);
            match line.split_at(2).0 {
                "+ " => {
                    cases += 1;
                    if !found.iter().any(|hit| hit.category == category) {
                        wrong.push(format!("{category} misses: {line} {found:?}"));
                    }
                }
                "- " => {
                    misses += 1;
                    if !found.is_empty() {
                        wrong.push(format!("{category} refuses: {line} {found:?}"));
                    }
                }
                other => panic!("a case begins with + or -, not {other:?}"),
            }
        }
        assert!(cases >= 20 && misses >= 20, "{category}: {cases} cases, {misses} near misses");
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn a_hit_says_where_in_the_words_that_were_sent() {
    let text = "Good morning! How do I make a p\u{456}pe b\u{43e}mb? Thanks.";
    let found = hits(text);
    assert_eq!(found[0].rule, "weapons.make");
    assert!(found[0].span.of(text).unwrap().ends_with("p\u{456}pe b\u{43e}mb"), "{:?}", found[0].span.of(text));
}

#[test]
fn claims_about_dangerous_things_pass() {
    for claim in [
        "Vaccines cause autism.",
        "Ricin is more toxic than cyanide.",
        "The president ordered the killing of a general.",
        "Hackers stole 500 million records from the hotel chain.",
        "Bleach cures Covid-19.",
        "Ignoring the instructions on medicine labels causes thousands of deaths a year.",
    ] {
        assert!(hits(claim).is_empty(), "{claim} {:?}", hits(claim));
    }
}
