//! What a claim is about, by the words it uses, and how much a wrong answer can hurt (decision X12).

use super::policy::Policy;
use super::words::words;
use domain::{Risk, Topic};

/// Stems that speak for a topic. The order of topics breaks ties: risky ones first.
const LEXICON: [(Topic, &[&str]); 11] = [
    (
        Topic::Health,
        &[
            "vaccin",
            "diseas",
            "cancer",
            "drug",
            "medicin",
            "doctor",
            "patient",
            "virus",
            "infect",
            "health",
            "hospit",
            "diet",
            "vitamin",
            "blood",
            "heart",
            "brain",
            "symptom",
            "treatment",
            "therapi",
            "covid",
            "autism",
            "diabet",
            "antibiot",
            "bacteria",
            "medic",
            "mortal",
            "clinic",
            "smoke",
            "alcohol",
            "nutrit",
            "pregnanc",
            "insulin",
            "pandem",
            "flu",
            "hiv",
            "malaria",
            "obes",
        ],
    ),
    (
        Topic::Finance,
        &[
            "bank", "inflat", "tax", "economi", "econom", "gdp", "stock", "market", "debt", "invest", "currenc", "price", "wage",
            "bitcoin", "interest", "budget", "trade", "unemploy", "recess", "dollar", "euro", "financi", "mortgag", "profit",
            "revenu", "donat",
        ],
    ),
    (
        Topic::Politics,
        &[
            "presid",
            "elect",
            "vote",
            "parliament",
            "congress",
            "senat",
            "minist",
            "govern",
            "democrat",
            "republican",
            "parti",
            "polici",
            "immigr",
            "refuge",
            "nato",
            "sanction",
            "referendum",
            "campaign",
            "candid",
            "ballot",
            "governor",
            "mayor",
        ],
    ),
    (
        Topic::Environment,
        &[
            "climat",
            "carbon",
            "emiss",
            "warm",
            "pollut",
            "forest",
            "ozon",
            "glacier",
            "speci",
            "extinct",
            "biodivers",
            "recycl",
            "plastic",
            "renew",
            "greenhous",
            "deforest",
            "drought",
            "wildfir",
            "coral",
            "ecosystem",
        ],
    ),
    (
        Topic::Science,
        &[
            "atom",
            "molecul",
            "physic",
            "chemic",
            "chemistri",
            "biolog",
            "planet",
            "star",
            "galaxi",
            "light",
            "energi",
            "graviti",
            "dna",
            "gene",
            "cell",
            "evolut",
            "quantum",
            "protein",
            "experi",
            "scientist",
            "theori",
            "water",
            "boil",
            "freez",
            "electron",
            "orbit",
            "moon",
            "sun",
            "earth",
            "mar",
            "solar",
            "telescop",
            "mammal",
            "anim",
            "oxygen",
        ],
    ),
    (
        Topic::Technology,
        &[
            "comput",
            "internet",
            "softwar",
            "phone",
            "smartphon",
            "robot",
            "algorithm",
            "transistor",
            "chip",
            "web",
            "app",
            "linux",
            "python",
            "data",
            "encrypt",
            "satellit",
            "batteri",
            "iphon",
            "googl",
            "microsoft",
            "appl",
        ],
    ),
    (
        Topic::Law,
        &[
            "law",
            "court",
            "constitut",
            "amend",
            "legal",
            "illeg",
            "act",
            "judg",
            "suprem",
            "treati",
            "convent",
            "right",
            "crimin",
            "statut",
            "copyright",
            "regul",
            "gdpr",
            "exempt",
            "prosecut",
        ],
    ),
    (
        Topic::History,
        &[
            "war", "empir", "king", "queen", "revolut", "centuri", "ancient", "medieval", "battl", "dynasti", "roman", "coloni",
            "napoleon", "wall", "slaveri", "emperor", "pharaoh", "found", "independ", "conquer", "titan",
        ],
    ),
    (
        Topic::Sport,
        &[
            "footbal",
            "soccer",
            "olymp",
            "cup",
            "tenni",
            "team",
            "player",
            "leagu",
            "championship",
            "goal",
            "athlet",
            "marathon",
            "basketbal",
            "cricket",
            "medal",
            "coach",
        ],
    ),
    (
        Topic::Entertainment,
        &[
            "film", "movi", "music", "song", "actor", "actress", "album", "novel", "paint", "oscar", "singer", "televis", "band",
            "artist", "theatr", "book",
        ],
    ),
    (
        Topic::Society,
        &[
            "popul", "religion", "educ", "school", "crime", "poverti", "gender", "women", "famili", "languag", "cultur",
            "marriag", "birth", "church", "univers", "student", "equal", "peopl",
        ],
    ),
];

/// Returns the topic with the most words in the claim; `general` when none has any.
pub fn topic(claim: &str) -> Topic {
    let found = words(claim);
    let hits = |stems: &[&str]| found.iter().filter(|word| stems.contains(&word.stem.as_str())).count();
    let mut best = (Topic::General, 0);
    for (topic, stems) in LEXICON {
        let count = hits(stems);
        if count > best.1 {
            best = (topic, count);
        }
    }
    best.0
}

/// Returns how much a wrong answer about a topic can hurt: high for the three risky ones, and for those whose switch
/// (`RISK_LAW` and its sisters) the operator has turned on.
pub fn risk(topic: Topic, policy: &Policy) -> Risk {
    let switch = format!("RISK_{}", topic.to_string().to_uppercase());
    let is_raised = policy.get(&switch).is_some_and(|value| value > 0.0);
    if topic.is_high_risk() || is_raised { Risk::High } else { Risk::Ordinary }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn claims_land_in_the_room_people_expect() {
        for (claim, expected) in [
            ("Vaccines cause autism", Topic::Health),
            ("Inflation erodes savings at the bank", Topic::Finance),
            ("The president won the election", Topic::Politics),
            ("Water boils at 100 degrees", Topic::Science),
            ("The Supreme Court struck down the law", Topic::Law),
            ("Bananas are yellow", Topic::General),
        ] {
            assert_eq!(topic(claim), expected, "{claim}");
        }
    }

    #[test]
    fn three_topics_are_risky_and_the_operator_may_raise_any_other() {
        let usual = Policy::default();
        let risky: Vec<Topic> = Topic::ALL.into_iter().filter(|topic| risk(*topic, &usual) == Risk::High).collect();
        assert_eq!(risky, [Topic::Health, Topic::Finance, Topic::Politics]);
        for topic in Topic::ALL.into_iter().filter(|topic| !risky.contains(topic)) {
            let mut raised = Policy::default();
            raised.set(&format!("RISK_{}", topic.to_string().to_uppercase()), 1.0).unwrap();
            assert_eq!(risk(topic, &raised), Risk::High, "{topic}");
        }
    }
}
