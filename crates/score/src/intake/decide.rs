//! From what was found to a decision: rules first, then the linear model, then, in its uncertain middle, the encoder.

use super::model::Likelihood;
use super::patterns::Hit;
use domain::{Basis, Category, RefusedBy, Span};
use serde::{Deserialize, Serialize};

/// Where the cascade turns. Set on held-back halves of the training data; see `models/intake/README.md`.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Thresholds {
    /// Up to this doubt the linear model alone lets a text pass.
    pub pass_max: f64,
    /// The same for an errand, of which only harm is in doubt.
    pub errand_pass_max: f64,
    /// From this doubt the linear model alone refuses.
    pub refuse_min: f64,
    /// From this doubt both models together refuse an attack.
    pub attack_min: f64,
    /// From this doubt both models together refuse a request for harm.
    pub harm_min: f64,
    /// From this likelihood of an attack the encoder is asked about what only states something.
    pub stated_ask_min: f64,
    /// From this likelihood both models together refuse, as an attack, what only states something.
    pub stated_attack_min: f64,
}

impl Default for Thresholds {
    fn default() -> Self {
        Self {
            pass_max: 0.16,
            errand_pass_max: 0.20,
            refuse_min: 0.95,
            attack_min: 0.50,
            harm_min: 0.30,
            stated_ask_min: 0.60,
            stated_attack_min: 0.75,
        }
    }
}

/// What one decision is made from.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Findings {
    /// The rules that it rests on: a topic and an attack, one of each at most.
    pub hits: Vec<Hit>,
    /// What the linear model says; of an errand, only whether it asks for harm.
    pub words: Likelihood,
    /// What the encoder says, where it was asked; the same of an errand.
    pub meaning: Option<Likelihood>,
    /// A later page of a long text that the linear model refuses by itself, and where it stands.
    pub page: Option<(Likelihood, Span)>,
    /// It only states something, or is too brief to ask for anything, so that no model may call it a request for harm.
    pub is_statement: bool,
    /// It asks for something, or is a word or two, without speaking to or of the machine, so that no model may call it an attack.
    pub is_errand: bool,
    /// Where the whole text stands.
    pub whole: Span,
}

/// What is refused, by whom, and where.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Objection {
    /// What it is about.
    pub category: Category,
    /// Who objects.
    pub by: RefusedBy,
    /// Where.
    pub span: Span,
}

impl Thresholds {
    /// Says whether the encoder is to be asked: only when no rule has spoken and the linear model is unsure.
    pub fn is_unsure(&self, found: &Findings) -> bool {
        let pass_max = if found.is_errand { self.errand_pass_max } else { self.pass_max };
        let doubt = found.words.doubt();
        let is_in_doubt = match found.is_statement {
            true => found.words.injection.get() >= self.stated_ask_min,
            false => doubt > pass_max && doubt < self.refuse_min,
        };
        found.hits.is_empty() && is_in_doubt
    }

    /// Decides; nothing when the text may pass.
    pub fn decide(&self, found: &Findings) -> Option<Objection> {
        self.by_rule(found).or_else(|| self.by_model(found)).or_else(|| self.by_page(found))
    }

    /// The first rule that matched speaks; an attack on the system before a topic, since a system under attack answers nobody.
    fn by_rule(&self, found: &Findings) -> Option<Objection> {
        let hit = found.hits.iter().find(|hit| hit.category.is_attack()).or(found.hits.first())?;
        Some(Objection { category: hit.category, by: RefusedBy::Rule { id: hit.rule.clone() }, span: hit.span })
    }

    fn by_model(&self, found: &Findings) -> Option<Objection> {
        if found.is_statement {
            // Facts have trigger words too: one model alone does not refuse a statement.
            let said = found.words.with(&found.meaning?);
            return (said.injection.get() >= self.stated_attack_min).then(|| objection("encoder", &said, found.whole));
        }
        let (name, said) = match &found.meaning {
            Some(meaning) => ("encoder", found.words.with(meaning)),
            None => ("linear", found.words),
        };
        let is_refused = match found.meaning {
            Some(_) if said.injection >= said.harm => said.doubt() >= self.attack_min,
            Some(_) => said.doubt() >= self.harm_min,
            None => said.doubt() >= self.refuse_min,
        };
        is_refused.then(|| objection(name, &said, found.whole))
    }

    fn by_page(&self, found: &Findings) -> Option<Objection> {
        let (said, span) = found.page?;
        (said.doubt() >= self.refuse_min).then(|| objection("linear", &said, span))
    }
}

fn objection(name: &str, said: &Likelihood, span: Span) -> Objection {
    let category = if said.injection >= said.harm { Category::Attack } else { Category::HarmRequest };
    Objection { category, by: RefusedBy::Model { name: name.to_owned(), score: Basis::take(said.doubt()) }, span }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::intake::Disguise;

    fn likely(injection: f64, harm: f64) -> Likelihood {
        Likelihood { benign: Basis::take(1.0 - injection - harm), injection: Basis::take(injection), harm: Basis::take(harm) }
    }

    fn found(hits: Vec<Hit>, words: Likelihood, meaning: Option<Likelihood>) -> Findings {
        Findings { hits, words, meaning, page: None, is_statement: false, is_errand: false, whole: Span::new(0, 40) }
    }

    fn hit(rule: &str, category: Category) -> Hit {
        Hit { rule: rule.into(), category, span: Span::new(3, 9), disguise: Disguise::None }
    }

    #[test]
    fn a_rule_speaks_before_any_model_and_an_attack_before_a_topic() {
        let turns = Thresholds::default();
        let hits = vec![hit("weapons.make", Category::Weapons), hit("attack.override", Category::InstructionOverride)];
        let said = turns.decide(&found(hits, likely(0.0, 0.0), None)).unwrap();
        assert_eq!((said.category, said.span), (Category::InstructionOverride, Span::new(3, 9)));
        assert!(!turns.is_unsure(&found(vec![hit("weapons.make", Category::Weapons)], likely(0.3, 0.3), None)));
    }

    #[test]
    fn a_clear_case_needs_no_encoder_and_an_unclear_one_is_settled_by_both() {
        let turns = Thresholds::default();
        assert!(turns.decide(&found(vec![], likely(0.05, 0.05), None)).is_none());
        assert_eq!(turns.decide(&found(vec![], likely(0.01, 0.98), None)).unwrap().category, Category::HarmRequest);
        assert!(turns.is_unsure(&found(vec![], likely(0.3, 0.3), None)));
        assert!(turns.decide(&found(vec![], likely(0.2, 0.2), Some(likely(0.05, 0.05)))).is_none());
        let both = turns.decide(&found(vec![], likely(0.6, 0.1), Some(likely(0.9, 0.05)))).unwrap();
        assert_eq!(both.category, Category::Attack);
        assert_eq!(both.by, RefusedBy::Model { name: "encoder".into(), score: Basis::take(0.825) });
    }

    #[test]
    fn an_errand_is_no_attack_whatever_a_model_says_and_may_still_ask_for_harm() {
        let turns = Thresholds::default();
        let errand = |injection, harm| Findings {
            is_errand: true,
            ..found(vec![], likely(injection, harm).without_attack(), Some(likely(injection, harm).without_attack()))
        };
        assert!(turns.decide(&errand(0.97, 0.01)).is_none());
        assert_eq!(turns.decide(&errand(0.40, 0.35)).unwrap().category, Category::HarmRequest);
        assert!(!turns.is_unsure(&errand(0.50, 0.18)) && turns.is_unsure(&errand(0.50, 0.22)));
        assert!(turns.is_unsure(&Findings { is_errand: false, ..errand(0.50, 0.18) }));
    }

    #[test]
    fn a_statement_is_refused_by_rules_or_as_an_attack_that_both_models_see() {
        let turns = Thresholds::default();
        let stated = |hits| Findings { is_statement: true, ..found(hits, likely(0.0, 0.99), None) };
        assert!(turns.decide(&stated(vec![])).is_none());
        let attack = |meaning| Findings { is_statement: true, ..found(vec![], likely(0.9, 0.05), meaning) };
        assert!(turns.is_unsure(&attack(None)) && !turns.is_unsure(&stated(vec![])));
        assert!(turns.decide(&attack(None)).is_none(), "the linear model alone refuses no statement");
        assert!(turns.decide(&attack(Some(likely(0.3, 0.0)))).is_none());
        assert_eq!(turns.decide(&attack(Some(likely(0.8, 0.0)))).unwrap().category, Category::Attack);
        assert!(turns.decide(&stated(vec![hit("violence.call", Category::ViolenceIncitement)])).is_some());
    }

    #[test]
    fn a_later_page_is_refused_only_when_the_linear_model_is_sure() {
        let turns = Thresholds::default();
        let page =
            |doubt: f64| Findings { page: Some((likely(doubt, 0.0), Span::new(9, 20))), ..found(vec![], likely(0.0, 0.0), None) };
        assert_eq!(turns.decide(&page(0.98)).unwrap().span, Span::new(9, 20));
        assert!(turns.decide(&page(0.90)).is_none());
    }
}
