//! Every number that may be turned, under the name its seed gives it, with the range it may take.
//!
//! The table is the configuration: `probity config show` prints it, `config schema` describes it, and its values are part
//! of every verdict's configuration hash.

use serde::{Deserialize, Serialize};

/// One number that may be turned.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Knob {
    /// The seed's own environment name.
    pub name: &'static str,
    /// What it does.
    pub meaning: &'static str,
    /// Its value when nobody says otherwise.
    pub default: f64,
    /// Smallest value allowed.
    pub min: f64,
    /// Largest value allowed.
    pub max: f64,
    /// Only whole numbers make sense.
    pub is_whole: bool,
}

impl Knob {
    /// Accepts a value within the range.
    pub fn accept(&self, value: f64) -> Result<f64, PolicyError> {
        let fits = value >= self.min && value <= self.max && (!self.is_whole || value.fract() == 0.0);
        let Self { name, min, max, is_whole, .. } = *self;
        if fits { Ok(value) } else { Err(PolicyError::OutOfRange { name, value, min, max, is_whole }) }
    }
}

/// Why a setting was refused.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum PolicyError {
    /// No knob has this name.
    #[error("there is no setting named {name}{}", nearest.map(|n| format!("; did you mean {n}?")).unwrap_or_default())]
    Unknown {
        /// The name that was given.
        name: String,
        /// The closest name that exists.
        nearest: Option<&'static str>,
    },
    /// The value is outside the knob's range.
    #[error("{name} = {value} is out of range: it must be {} from {min} to {max}", if *is_whole { "a whole number" } else { "a number" })]
    OutOfRange {
        /// Which knob.
        name: &'static str,
        /// The value that was given.
        value: f64,
        /// Smallest value allowed.
        min: f64,
        /// Largest value allowed.
        max: f64,
        /// Only whole numbers make sense.
        is_whole: bool,
    },
    /// Two knobs contradict each other.
    #[error("{0}")]
    Together(String),
}

macro_rules! knobs {
    ($($name:ident: $default:expr, $min:expr, $max:expr, $is_whole:expr, $meaning:expr;)+) => {
        /// The effective settings of the verification rules.
        #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
        #[serde(default, deny_unknown_fields)]
        #[allow(non_snake_case, reason = "the seeds' own names, so that one word serves file, environment and code")]
        pub struct Policy {
            $(#[doc = $meaning] pub $name: f64,)+
        }

        impl Default for Policy {
            fn default() -> Self {
                Self { $($name: $default,)+ }
            }
        }

        impl Policy {
            /// Every knob, in the order of the table.
            pub const KNOBS: &'static [Knob] = &[$(Knob {
                name: stringify!($name), meaning: $meaning, default: $default, min: $min, max: $max, is_whole: $is_whole,
            },)+];

            /// Returns the value of a knob by name.
            pub fn get(&self, name: &str) -> Option<f64> {
                match name {
                    $(stringify!($name) => Some(self.$name),)+
                    _ => None,
                }
            }

            fn slot(&mut self, name: &str) -> Option<&mut f64> {
                match name {
                    $(stringify!($name) => Some(&mut self.$name),)+
                    _ => None,
                }
            }
        }
    };
}

knobs! {
    W_SEMANTIC: 0.31, 0.0, 1.0, false, "Ranking weight of the normalised semantic score.";
    W_KG: 0.12, 0.0, 1.0, false, "Ranking weight of the normalised entity-graph score.";
    W_ENTITY: 0.20, 0.0, 1.0, false, "Ranking weight of the share of the claim's entities found.";
    W_CLAIM_OVERLAP: 0.15, 0.0, 1.0, false, "Ranking weight of the share of the claim's content words found.";
    W_RECENCY: 0.05, 0.0, 1.0, false, "Ranking weight of recency.";
    W_CREDIBILITY: 0.17, 0.0, 1.0, false, "Ranking weight of the source's credibility.";
    RECENCY_HALF_LIFE_DAYS: 365.0, 1.0, 36_500.0, false, "Days after which recency has halved.";
    NEGATION_ANCHOR_BOOST_WEIGHT: 0.07, 0.0, 0.5, false, "Ranking boost when claim and evidence are both negated about the same anchor.";
    MULTIHOP_KG_HINT_MAX_BOOST: 0.15, 0.0, 0.5, false, "Most that a two-hop path through the entity graph may add to a ranking score.";
    COVERAGE_THRESHOLD_HIGH: 0.60, 0.0, 1.0, false, "Coverage that suffices with high agreement.";
    COVERAGE_THRESHOLD_MEDIUM: 0.40, 0.0, 1.0, false, "Coverage that suffices with high agreement and high diversity.";
    DIVERSITY_THRESHOLD_HIGH: 0.70, 0.0, 1.0, false, "Diversity that counts as high.";
    AGREEMENT_THRESHOLD_HIGH: 0.80, 0.5, 1.0, false, "Agreement that counts as high.";
    MIN_EVIDENCE_COUNT: 3.0, 1.0, 20.0, true, "Fewest pieces of evidence on target for sufficient trust (open-web).";
    CONFIDENCE_MODE: 0.0, 0.0, 1.0, true, "Whether the relaxed gate for callers in a hurry is open to everybody (1 yes, 0 no); a request may open it for itself.";
    PREDICATE_MATCH_THRESHOLD: 0.45, 0.0, 1.0, false, "Predicate match from which evidence is admissible.";
    ANCHOR_THRESHOLD: 0.30, 0.0, 1.0, false, "Anchor match from which evidence is admissible.";
    NLI_CONFIDENCE_THRESHOLD: 0.70, 0.34, 1.0, false, "NLI probability from which one reading on target may decide a direction.";
    CONTRADICTION_THRESHOLD: 0.55, 0.34, 1.0, false, "NLI probability from which a reading is a strong vote against the claim.";
    CONTRADICT_RATIO_FOR_FORCE_FALSE: 0.50, 0.0, 1.0, false, "Share of strong votes against among all votes that forces false; the larger of the two names applies.";
    CONTRADICT_RATIO_FORCE_FALSE: 0.50, 0.0, 1.0, false, "Alias of CONTRADICT_RATIO_FOR_FORCE_FALSE; the larger applies.";
    REFUTE_COVERAGE_FORCE_FALSE: 0.50, 0.0, 1.0, false, "Share of refuted parts that forces false.";
    REFUTE_DIVERSITY_FORCE_FALSE: 0.35, 0.0, 1.0, false, "Diversity needed to force false by votes (open-web).";
    DIVERSITY_FORCE_FALSE: 0.40, 0.0, 1.0, false, "Diversity needed to force false by dominance (open-web).";
    MIN_SOURCES_FOR_VERDICT: 3.0, 1.0, 20.0, true, "Fewest independent sources for a verdict (open-web).";
    MIN_CREDIBILITY_THRESHOLD: 0.75, 0.0, 1.0, false, "Credibility from which a source is authoritative.";
    CREDENCE_THRESHOLD: 0.5, 0.0, 1.0, false, "Probability of being right below which no side is taken (closed-corpus).";
    MIN_CONSENSUS_STRENGTH: 0.65, 0.5, 1.0, false, "The larger side's share below which nobody prevails.";
    ENABLE_ABSTENTION_LOGIC: 1.0, 0.0, 1.0, true, "Whether the judge may abstain for too few, weak or divided sources (1 yes, 0 no).";
    STRICTNESS_MEDIUM_THRESHOLD: 0.52, 0.0, 1.0, false, "Strictness from which a claim counts as assertive.";
    STRICTNESS_HIGH_THRESHOLD: 0.70, 0.0, 1.0, false, "Strictness from which confidence caps for demanding claims apply.";
    STRICTNESS_VERY_HIGH_THRESHOLD: 0.82, 0.0, 1.0, false, "Strictness from which true needs strong coverage of every part.";
    HEDGE_PENALTY_BLOCK_TRUE: 0.45, 0.0, 1.0, false, "Share of hedged support from which an assertive claim is not plainly true.";
    STRICTNESS_MIN_EVIDENCE_COUNT: 3.0, 1.0, 20.0, true, "Pieces of evidence below which a demanding claim's confidence is capped (open-web).";
    STRICTNESS_LOW_EVIDENCE_CONFIDENCE_CAP: 0.75, 0.0, 1.0, false, "That cap.";
    STRICTNESS_AGREEMENT_MIN: 0.70, 0.0, 1.0, false, "Agreement below which confidence is capped.";
    STRICTNESS_LOW_AGREEMENT_CONFIDENCE_CAP: 0.75, 0.0, 1.0, false, "That cap.";
    STRICTNESS_DIVERSITY_LOW_THRESHOLD: 0.10, 0.0, 1.0, false, "Diversity below which the low cap applies (open-web).";
    STRICTNESS_DIVERSITY_MID_THRESHOLD: 0.20, 0.0, 1.0, false, "Diversity below which the middle cap applies (open-web).";
    DIVERSITY_CONFIDENCE_CAP_LOW: 0.70, 0.0, 1.0, false, "Confidence cap under low diversity.";
    DIVERSITY_CONFIDENCE_CAP_MID: 0.80, 0.0, 1.0, false, "Confidence cap under middling diversity.";
    STRICTNESS_HIGH_CLAIM_LOW_DIVERSITY_CAP: 0.72, 0.0, 1.0, false, "Confidence cap of a demanding claim under middling diversity or less (open-web).";
    FALSE_VERDICT_MIN_CONFIDENCE: 0.55, 0.0, 1.0, false, "Least confidence of a fully resolved false with nothing in its favour.";
    ENABLE_DEBERTA_NLI: 1.0, 0.0, 1.0, true, "Whether the cross-encoder's readings are heard (1), or only words, numbers and ratings (0).";
    ENABLE_JUDGE_FEW_SHOT: 1.0, 0.0, 1.0, true, "Whether an optional language model is shown worked examples first (1 yes, 0 no).";
    JUDGE_TEMPERATURE: 0.0, 0.0, 2.0, false, "How freely an optional language model words its explanation; 0 is not at all.";
    JUDGE_MAX_TOKENS: 1_000.0, 16.0, 100_000.0, true, "Most tokens of a language model's answer.";
    CHECKWORTHY_THRESHOLD: 0.10, 0.0, 1.0, false, "Worth from which a sentence of an article is checked; a single claim is checked whatever it is worth.";
    UNVERIFIABLE_CONFIDENCE_CAP: 0.60, 0.0, 1.0, false, "Outer bound of confidence for what is not answered.";
    RISK_SCIENCE: 0.0, 0.0, 1.0, true, "Whether a wrong answer about science counts as high risk (1 yes, 0 no); about health, finance and politics it always does.";
    RISK_ENVIRONMENT: 0.0, 0.0, 1.0, true, "Whether a wrong answer about the environment counts as high risk (1 yes, 0 no); about health, finance and politics it always does.";
    RISK_TECHNOLOGY: 0.0, 0.0, 1.0, true, "Whether a wrong answer about technology counts as high risk (1 yes, 0 no); about health, finance and politics it always does.";
    RISK_LAW: 0.0, 0.0, 1.0, true, "Whether a wrong answer about law counts as high risk (1 yes, 0 no); about health, finance and politics it always does.";
    RISK_HISTORY: 0.0, 0.0, 1.0, true, "Whether a wrong answer about history counts as high risk (1 yes, 0 no); about health, finance and politics it always does.";
    RISK_SOCIETY: 0.0, 0.0, 1.0, true, "Whether a wrong answer about society counts as high risk (1 yes, 0 no); about health, finance and politics it always does.";
    RISK_SPORT: 0.0, 0.0, 1.0, true, "Whether a wrong answer about sport counts as high risk (1 yes, 0 no); about health, finance and politics it always does.";
    RISK_ENTERTAINMENT: 0.0, 0.0, 1.0, true, "Whether a wrong answer about entertainment counts as high risk (1 yes, 0 no); about health, finance and politics it always does.";
    RISK_GENERAL: 0.0, 0.0, 1.0, true, "Whether a wrong answer about nothing in particular counts as high risk (1 yes, 0 no).";
}

impl Policy {
    /// Turns one knob, within its range.
    pub fn set(&mut self, name: &str, value: f64) -> Result<(), PolicyError> {
        let Some(knob) = Self::KNOBS.iter().find(|knob| knob.name == name) else {
            return Err(PolicyError::unknown(name, Self::KNOBS.iter()));
        };
        *self.slot(name).expect("every knob has a slot") = knob.accept(value)?;
        Ok(())
    }

    /// Checks the settings as a set: orders that must hold between them.
    pub fn check(&self) -> Vec<PolicyError> {
        let orders = [
            ("STRICTNESS_MEDIUM_THRESHOLD", "STRICTNESS_HIGH_THRESHOLD"),
            ("STRICTNESS_HIGH_THRESHOLD", "STRICTNESS_VERY_HIGH_THRESHOLD"),
            ("COVERAGE_THRESHOLD_MEDIUM", "COVERAGE_THRESHOLD_HIGH"),
            ("STRICTNESS_DIVERSITY_LOW_THRESHOLD", "STRICTNESS_DIVERSITY_MID_THRESHOLD"),
            ("DIVERSITY_CONFIDENCE_CAP_LOW", "DIVERSITY_CONFIDENCE_CAP_MID"),
            ("CONTRADICTION_THRESHOLD", "NLI_CONFIDENCE_THRESHOLD"),
        ];
        let value = |name| self.get(name).expect("named in the table");
        let mut found: Vec<PolicyError> = orders
            .iter()
            .filter(|(low, high)| value(low) > value(high))
            .map(|(low, high)| PolicyError::Together(format!("{low} = {} must not exceed {high} = {}", value(low), value(high))))
            .collect();
        let weights = self.W_SEMANTIC + self.W_KG + self.W_ENTITY + self.W_CLAIM_OVERLAP + self.W_RECENCY + self.W_CREDIBILITY;
        if !(0.999..=1.001).contains(&weights) {
            found.push(PolicyError::Together(format!("the six ranking weights W_* must add up to 1, not {weights:.3}")));
        }
        found
    }

    /// Says which settings are laxer than we advise (decision S4-13).
    pub fn warnings(&self) -> Vec<String> {
        let advised = Self::default();
        ["MIN_CREDIBILITY_THRESHOLD", "MIN_CONSENSUS_STRENGTH", "MIN_SOURCES_FOR_VERDICT"]
            .into_iter()
            .filter_map(|name| {
                let (have, want) = (self.get(name)?, advised.get(name)?);
                (have < want).then(|| format!("{name} = {have} is below the advised {want}: weak evidence may decide verdicts"))
            })
            .collect()
    }

    /// The same settings with the relaxed gate open (decision S1-28).
    #[must_use]
    pub fn in_confidence_mode(&self) -> Self {
        Self { CONFIDENCE_MODE: 1.0, ..self.clone() }
    }

    /// The force-false ratio: two names, the larger applies (decision S1-20).
    pub fn force_false_ratio(&self) -> f64 {
        self.CONTRADICT_RATIO_FOR_FORCE_FALSE.max(self.CONTRADICT_RATIO_FORCE_FALSE)
    }
}

impl PolicyError {
    /// Says that there is no such name, and which of these shares the most underscore-separated words, if one shares any.
    pub fn unknown(name: &str, among: impl Iterator<Item = &'static Knob>) -> Self {
        let wanted: Vec<String> = name.to_ascii_uppercase().split('_').map(str::to_owned).collect();
        let shared = |knob: &Knob| knob.name.split('_').filter(|word| wanted.iter().any(|w| w == word)).count();
        let nearest = among.max_by_key(|knob| shared(knob)).filter(|knob| shared(knob) > 0).map(|knob| knob.name);
        Self::Unknown { name: name.to_owned(), nearest }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_defaults_pass_their_own_check() {
        assert_eq!(Policy::default().check(), []);
        assert!(Policy::default().warnings().is_empty());
        for knob in Policy::KNOBS {
            assert_eq!(Policy::default().get(knob.name), Some(knob.default));
            assert!((knob.min..=knob.max).contains(&knob.default), "{}", knob.name);
        }
    }

    #[test]
    fn a_wrong_name_or_value_says_what_to_do_and_changes_nothing() {
        let mut policy = Policy::default();
        let unknown = policy.set("MIN_SOURCES", 2.0).unwrap_err().to_string();
        assert!(unknown.contains("did you mean MIN_SOURCES_FOR_VERDICT"), "{unknown}");
        let range = policy.set("MIN_SOURCES_FOR_VERDICT", 2.5).unwrap_err().to_string();
        assert_eq!(range, "MIN_SOURCES_FOR_VERDICT = 2.5 is out of range: it must be a whole number from 1 to 20");
        assert!(policy.set("W_KG", f64::NAN).is_err());
        assert_eq!(policy, Policy::default());
    }

    #[test]
    fn settings_that_contradict_each_other_are_named_together() {
        let mut policy = Policy::default();
        policy.set("COVERAGE_THRESHOLD_MEDIUM", 0.9).unwrap();
        policy.set("W_KG", 0.5).unwrap();
        let found: Vec<String> = policy.check().iter().map(ToString::to_string).collect();
        assert_eq!(found.len(), 2);
        assert!(found[0].contains("COVERAGE_THRESHOLD_MEDIUM = 0.9 must not exceed COVERAGE_THRESHOLD_HIGH = 0.6"));
    }

    #[test]
    fn a_laxer_abstention_is_honoured_with_a_warning() {
        let mut policy = Policy::default();
        policy.set("MIN_CONSENSUS_STRENGTH", 0.5).unwrap();
        assert!(policy.check().is_empty());
        assert_eq!(policy.warnings().len(), 1);
    }
}
