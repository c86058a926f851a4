//! What is turned away at intake, and why: enough to tell the submitter, to review it, and to count it.

use crate::{Basis, Digest, Reason, Span, Verdict};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// What a refused submission is about: the twelve forbidden categories (decision X13), the six ways to attack the system, and
/// what only a model saw.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs, reason = "the decision's own words")]
pub enum Category {
    Weapons,
    ViolenceIncitement,
    SurveillanceOppression,
    PoliticalManipulation,
    FinancialExploitation,
    DiscriminationHate,
    PrivacyViolation,
    ChildExploitation,
    SelfHarm,
    DeepfakeImpersonation,
    SocialEngineering,
    IllicitTrade,
    /// The system is told to disregard what it was told.
    InstructionOverride,
    /// The system is asked for what it was told.
    PromptExtraction,
    /// The system is given a character without rules.
    Persona,
    /// The form or the content of the answer is dictated.
    AnswerControl,
    /// The end of the input is faked.
    FakeBoundary,
    /// Evidence speaks to the machine that reads it.
    Smuggling,
    /// A model takes it for an attack, of no kind in particular.
    Attack,
    /// A model takes it for a request to do harm, of no kind in particular.
    HarmRequest,
}

impl Category {
    /// The twelve forbidden categories, in the order of the decision.
    pub const FORBIDDEN: [Self; 12] = [
        Self::Weapons,
        Self::ViolenceIncitement,
        Self::SurveillanceOppression,
        Self::PoliticalManipulation,
        Self::FinancialExploitation,
        Self::DiscriminationHate,
        Self::PrivacyViolation,
        Self::ChildExploitation,
        Self::SelfHarm,
        Self::DeepfakeImpersonation,
        Self::SocialEngineering,
        Self::IllicitTrade,
    ];

    /// Returns the word as scripts read it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Weapons => "weapons",
            Self::ViolenceIncitement => "violence-incitement",
            Self::SurveillanceOppression => "surveillance-oppression",
            Self::PoliticalManipulation => "political-manipulation",
            Self::FinancialExploitation => "financial-exploitation",
            Self::DiscriminationHate => "discrimination-hate",
            Self::PrivacyViolation => "privacy-violation",
            Self::ChildExploitation => "child-exploitation",
            Self::SelfHarm => "self-harm",
            Self::DeepfakeImpersonation => "deepfake-impersonation",
            Self::SocialEngineering => "social-engineering",
            Self::IllicitTrade => "illicit-trade",
            Self::InstructionOverride => "instruction-override",
            Self::PromptExtraction => "prompt-extraction",
            Self::Persona => "persona",
            Self::AnswerControl => "answer-control",
            Self::FakeBoundary => "fake-boundary",
            Self::Smuggling => "smuggling",
            Self::Attack => "attack",
            Self::HarmRequest => "harm-request",
        }
    }

    /// The submission attacks the system rather than asking for something forbidden.
    pub fn is_attack(self) -> bool {
        !Self::FORBIDDEN.contains(&self) && self != Self::HarmRequest
    }

    /// Returns the verdict of a refusal in this category.
    pub fn verdict(self) -> Verdict {
        if self.is_attack() { Verdict::AttackDetected } else { Verdict::RefusedTopic }
    }

    /// Returns the reason that goes with the verdict.
    pub fn reason(self) -> Reason {
        if self.is_attack() { Reason::Attack } else { Reason::ForbiddenTopic }
    }
}

impl fmt::Display for Category {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Who refused.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum RefusedBy {
    /// A rule of the rule set, by its id.
    Rule {
        /// Its id.
        id: String,
    },
    /// A model, by its name, with the probability it gave.
    Model {
        /// Its name.
        name: String,
        /// How sure it was.
        score: Basis,
    },
}

impl fmt::Display for RefusedBy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rule { id } => write!(f, "rule {id}"),
            Self::Model { name, score } => write!(f, "the {name} model at {:.2}", score.get()),
        }
    }
}

/// A submission that was turned away: what a rejection event is made from.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Refusal {
    /// What it is about.
    pub category: Category,
    /// Who refused.
    pub by: RefusedBy,
    /// Where, in the submitted text.
    pub span: Span,
    /// The topic that an attack outweighs, by the id of its rule: behind an attack nothing more is looked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub also: Vec<String>,
    /// Fingerprint of the rule set that was live.
    pub rules_hash: Digest,
    /// Fingerprint of the models that were asked.
    pub model_hash: Digest,
    /// Fingerprint of what was submitted (decision S2-38).
    pub content_hash: Digest,
}

impl Refusal {
    /// Returns the verdict: an attack or a refused topic.
    pub fn verdict(&self) -> Verdict {
        self.category.verdict()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_forbidden_category_refuses_the_topic_and_an_attack_is_one() {
        assert!(Category::FORBIDDEN.iter().all(|category| category.verdict() == Verdict::RefusedTopic));
        assert_eq!(Category::Smuggling.verdict(), Verdict::AttackDetected);
        assert_eq!(Category::HarmRequest.reason(), Reason::ForbiddenTopic);
        for category in Category::FORBIDDEN {
            assert_eq!(serde_json::to_string(&category).unwrap(), format!("\"{category}\""));
        }
    }

    #[test]
    fn a_refusal_says_who_refused() {
        let by = RefusedBy::Model { name: "linear".into(), score: Basis::take(0.934) };
        assert_eq!(by.to_string(), "the linear model at 0.93");
        assert_eq!(RefusedBy::Rule { id: "weapons.make".into() }.to_string(), "rule weapons.make");
    }
}
