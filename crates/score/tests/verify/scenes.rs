//! Scenes that several tests play: small worlds whose numbers are easy to do by hand.

use super::bench::{Case, Says};

pub const COPPER: &str = "Copper conducts electricity.";
pub const COPPER_TWO_PARTS: &str = "Copper conducts electricity and dissolves in water.";

pub const YES: &str = "Copper conducts electricity well.";
/// Against the claim without denying its very words, so that the judge's own number stands.
pub const NO: &str = "Copper is an insulator of electricity.";
pub const NO_WATER: &str = "Copper remains solid in water.";

/// Three good sources agree.
pub fn three_agree() -> Case {
    three_agree_with(0.90)
}

pub fn three_agree_with(strength: f64) -> Case {
    Case::new(COPPER)
        .page("bbc.com", 0.90, "Copper", YES, Says::Supports(strength))
        .page("reuters.com", 0.90, "Metals", YES, Says::Supports(strength))
        .page("npr.org", 0.90, "Wires", YES, Says::Supports(strength))
}

/// Three good sources contradict.
pub fn three_refute() -> Case {
    Case::new(COPPER)
        .page("bbc.com", 0.90, "Copper", NO, Says::Contradicts(0.90))
        .page("reuters.com", 0.90, "Metals", NO, Says::Contradicts(0.90))
        .page("npr.org", 0.90, "Wires", NO, Says::Contradicts(0.90))
}

/// Two very good sources agree, and nobody else speaks.
pub fn two_agree() -> Case {
    Case::new(COPPER).page("bbc.com", 0.90, "Copper", YES, Says::Supports(0.95)).page(
        "reuters.com",
        0.90,
        "Metals",
        YES,
        Says::Supports(0.95),
    )
}

/// One part of two is refuted by three sources; nothing is found about the other: coverage one half, diversity one.
pub fn half_covered() -> Case {
    half_covered_by(&[("bbc.com", "Copper"), ("reuters.com", "Metals"), ("npr.org", "Wires")])
}

/// The same, from four pages of two publishers: diversity 1 − ln(4/2)/2 = 0.653.
pub fn half_covered_by_two_publishers() -> Case {
    half_covered_by(&[("bbc.com", "Copper"), ("bbc.com", "Metals"), ("reuters.com", "Wires"), ("reuters.com", "Pipes")])
}

fn half_covered_by(pages: &[(&str, &str)]) -> Case {
    pages.iter().fold(Case::new(COPPER_TWO_PARTS), |case, (source, title)| {
        case.page(source, 0.90, title, NO_WATER, Says::Contradicts(0.95)).on_part(1).cosine(0.95)
    })
}

/// Four pages of two publishers against.
pub fn two_publishers_refute() -> Case {
    Case::new(COPPER)
        .page("bbc.com", 0.90, "Copper", NO, Says::Contradicts(0.90))
        .page("bbc.com", 0.90, "Metals", NO, Says::Contradicts(0.90))
        .page("reuters.com", 0.90, "Wires", NO, Says::Contradicts(0.90))
        .page("reuters.com", 0.90, "Pipes", NO, Says::Contradicts(0.90))
}

/// Three blogs agree, and none is an authority.
pub fn three_blogs_agree() -> Case {
    ["a.example", "b.example", "c.example"]
        .into_iter()
        .fold(Case::new(COPPER), |case, blog| case.page(blog, 0.60, "Copper", YES, Says::Supports(0.99)))
}

/// Three against, two unknown blogs for: agreement 2.7 / 3.5 = 0.771.
pub fn refuted_with_dissent() -> Case {
    three_refute().page("blog-a.example", 0.40, "Copper", YES, Says::Supports(0.90)).page(
        "blog-b.example",
        0.40,
        "Copper",
        YES,
        Says::Supports(0.90),
    )
}

/// Three for, two unknown blogs against: the same agreement on the other side.
pub fn supported_with_dissent() -> Case {
    three_agree().page("blog-a.example", 0.40, "Copper", NO, Says::Contradicts(0.90)).page(
        "blog-b.example",
        0.40,
        "Copper",
        NO,
        Says::Contradicts(0.90),
    )
}

/// Three pages of one publisher: diversity nought.
pub fn one_publisher() -> Case {
    Case::new(COPPER)
        .page("bbc.com", 0.90, "Copper", YES, Says::Supports(0.95))
        .page("bbc.com", 0.90, "Metals", YES, Says::Supports(0.95))
        .page("bbc.com", 0.90, "Wires", YES, Says::Supports(0.95))
}

/// Two authorities against, two louder blogs for: signals 0.48 against and 0.38 for, which is no clear side.
pub fn mixed_band() -> Case {
    Case::new(COPPER)
        .page("bbc.com", 0.90, "Copper", NO, Says::Contradicts(0.80))
        .page("reuters.com", 0.90, "Metals", NO, Says::Contradicts(0.80))
        .page("blog-a.example", 0.60, "Copper", YES, Says::Supports(0.95))
        .page("blog-b.example", 0.60, "Metals", YES, Says::Supports(0.95))
}
