//! The four floors of agreement and the ceiling of wrong refusals: settings, with the seed's values where nobody says otherwise.

use crate::verify::{Knob, PolicyError};
use serde::{Deserialize, Serialize};

/// How bad a breach is; the later the worse.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Severity {
    /// The figure may not be published as reliable.
    Publication,
    /// The figure may not be worked with.
    Working,
}

/// One of the four floors.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the seed's own words")]
pub enum Floor {
    WorkingNominal,
    WorkingOrdinal,
    PublicationNominal,
    PublicationOrdinal,
}

impl Floor {
    /// All four, nominal before ordinal: among equals the former binds (decision S0-2).
    pub const ALL: [Self; 4] = [Self::WorkingNominal, Self::WorkingOrdinal, Self::PublicationNominal, Self::PublicationOrdinal];

    /// Returns its word.
    pub fn word(self) -> &'static str {
        match self {
            Self::WorkingNominal => "working_nominal",
            Self::WorkingOrdinal => "working_ordinal",
            Self::PublicationNominal => "publication_nominal",
            Self::PublicationOrdinal => "publication_ordinal",
        }
    }

    /// Returns how bad it is to break it.
    pub fn severity(self) -> Severity {
        match self {
            Self::WorkingNominal | Self::WorkingOrdinal => Severity::Working,
            Self::PublicationNominal | Self::PublicationOrdinal => Severity::Publication,
        }
    }
}

/// Where the floors lie, and the ceiling beside them.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(default)]
#[allow(missing_docs, reason = "each knob tells its meaning below")]
pub struct Floors {
    pub working_ordinal: f64,
    pub working_nominal: f64,
    pub publication_ordinal: f64,
    pub publication_nominal: f64,
    pub false_positive_rate_max: f64,
    pub false_positive_events_min: f64,
}

impl Default for Floors {
    fn default() -> Self {
        let [working_ordinal, working_nominal, publication_ordinal, publication_nominal, rate, events] =
            Self::KNOBS.map(|knob| knob.default);
        Self {
            working_ordinal,
            working_nominal,
            publication_ordinal,
            publication_nominal,
            false_positive_rate_max: rate,
            false_positive_events_min: events,
        }
    }
}

const fn share(name: &'static str, default: f64, meaning: &'static str) -> Knob {
    Knob { name, meaning, default, min: 0.0, max: 1.0, is_whole: false }
}

/// The setting of the fewest events.
const EVENTS: Knob = Knob {
    name: "INTAKE_FALSE_POSITIVE_EVENTS_MIN",
    meaning: "Fewest refusals with a tag that stands for the false-positive rate to say anything.",
    default: 10.0,
    min: 1.0,
    max: 10_000.0,
    is_whole: true,
};

impl Floors {
    /// Every knob, in the order of the fields.
    pub const KNOBS: [Knob; 6] = [
        share("AGREEMENT_FLOOR_WORKING_ORDINAL", 0.60, "Ordinal α below which refusals may not be worked with."),
        share("AGREEMENT_FLOOR_WORKING_NOMINAL", 0.75, "Nominal α below which refusals may not be worked with."),
        share("AGREEMENT_FLOOR_PUBLICATION_ORDINAL", 0.75, "Ordinal α below which agreement may not be published as reliable."),
        share("AGREEMENT_FLOOR_PUBLICATION_NOMINAL", 0.85, "Nominal α below which agreement may not be published as reliable."),
        share("INTAKE_FALSE_POSITIVE_RATE_MAX", 0.15, "Share of wrong refusals in 30 days above which the gate has drifted."),
        EVENTS,
    ];

    /// Returns the value of a knob by name.
    pub fn get(&self, name: &str) -> Option<f64> {
        let mut copy = *self;
        copy.slot(name).copied()
    }

    /// Turns one knob, within its range.
    pub fn set(&mut self, name: &str, value: f64) -> Result<(), PolicyError> {
        let unknown = || PolicyError::Unknown { name: name.to_owned(), nearest: None };
        let knob = Self::KNOBS.into_iter().find(|knob| knob.name == name).ok_or_else(unknown)?;
        *self.slot(name).ok_or_else(unknown)? = knob.accept(value)?;
        Ok(())
    }

    fn slot(&mut self, name: &str) -> Option<&mut f64> {
        let place = Self::KNOBS.iter().position(|knob| knob.name == name)?;
        let slots = [
            &mut self.working_ordinal,
            &mut self.working_nominal,
            &mut self.publication_ordinal,
            &mut self.publication_nominal,
            &mut self.false_positive_rate_max,
            &mut self.false_positive_events_min,
        ];
        slots.into_iter().nth(place)
    }

    /// Checks them as a set: what may be published may be worked with, at either level.
    pub fn check(&self) -> Vec<PolicyError> {
        let [working_ordinal, working_nominal, publication_ordinal, publication_nominal, ..] = Self::KNOBS.map(|knob| knob.name);
        let orders = [
            (working_ordinal, self.working_ordinal, publication_ordinal, self.publication_ordinal),
            (working_nominal, self.working_nominal, publication_nominal, self.publication_nominal),
        ];
        let wrong = orders.into_iter().filter(|(_, low, _, high)| low > high);
        wrong
            .map(|(low, is, high, most)| PolicyError::Together(format!("{low} = {is} must not exceed {high} = {most}")))
            .collect()
    }

    /// Says which are laxer than the methodology's own.
    pub fn warnings(&self) -> Vec<String> {
        let ceiling = "INTAKE_FALSE_POSITIVE_RATE_MAX";
        let told = |knob: &Knob| {
            let (have, want) = (self.get(knob.name)?, knob.default);
            let is_laxer = if knob.name == ceiling { have > want } else { have < want && knob.name != EVENTS.name };
            is_laxer.then(|| format!("{} = {have} is laxer than the methodology's {want}: drift may go unflagged", knob.name))
        };
        Self::KNOBS.iter().filter_map(told).collect()
    }
}

/// The floor that decides, and how far above it α is.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Binding {
    /// Which floor.
    pub floor: Floor,
    /// α less the floor: below zero it is broken.
    pub margin: f64,
}

impl Floors {
    fn height(&self, floor: Floor) -> f64 {
        match floor {
            Floor::WorkingNominal => self.working_nominal,
            Floor::WorkingOrdinal => self.working_ordinal,
            Floor::PublicationNominal => self.publication_nominal,
            Floor::PublicationOrdinal => self.publication_ordinal,
        }
    }

    /// Returns how far α is above each floor; an undefined α stands above nothing and breaks nothing (decision S0-11).
    fn margins(&self, ordinal: Option<f64>, nominal: Option<f64>) -> impl Iterator<Item = Binding> {
        let alpha = move |floor: Floor| match floor {
            Floor::WorkingNominal | Floor::PublicationNominal => nominal,
            Floor::WorkingOrdinal | Floor::PublicationOrdinal => ordinal,
        };
        Floor::ALL.into_iter().filter_map(move |floor| Some(Binding { floor, margin: alpha(floor)? - self.height(floor) }))
    }

    /// Returns the floors that are broken.
    pub fn breached(&self, ordinal: Option<f64>, nominal: Option<f64>) -> Vec<Floor> {
        self.margins(ordinal, nominal).filter(|binding| binding.margin < 0.0).map(|binding| binding.floor).collect()
    }

    /// Returns the floor with the least margin; the nominal one among equals.
    pub fn binding(&self, ordinal: Option<f64>, nominal: Option<f64>) -> Option<Binding> {
        self.margins(ordinal, nominal).reduce(|least, next| if next.margin < least.margin { next } else { least })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exactly_on_the_floor_is_not_below_it() {
        let floors = Floors::default();
        assert!(floors.breached(Some(0.75), Some(0.85)).is_empty());
        assert_eq!(floors.breached(Some(0.74), Some(0.85)), [Floor::PublicationOrdinal]);
        assert_eq!(floors.breached(Some(0.9), Some(0.74)), [Floor::WorkingNominal, Floor::PublicationNominal]);
        assert!(floors.breached(None, None).is_empty());
    }

    #[test]
    fn each_setting_moves_its_own_figure_within_its_range() {
        for knob in Floors::KNOBS {
            let mut floors = Floors::default();
            assert_eq!(floors.get(knob.name), Some(knob.default), "{}", knob.name);
            floors.set(knob.name, knob.max).unwrap();
            let others = Floors::KNOBS.iter().filter(|other| other.name != knob.name);
            assert!(others.clone().all(|other| floors.get(other.name) == Some(other.default)), "{}", knob.name);
            assert_eq!(floors.get(knob.name), Some(knob.max));
            assert!(floors.set(knob.name, knob.max + 1.0).is_err() && floors.set(knob.name, f64::NAN).is_err());
        }
        assert!(Floors::default().set("AGREEMENT_FLOOR", 0.5).is_err());
    }

    #[test]
    fn a_working_floor_above_its_publication_floor_is_refused_and_a_lax_one_is_warned_about() {
        let mut floors = Floors::default();
        assert!(floors.check().is_empty() && floors.warnings().is_empty());
        floors.set("AGREEMENT_FLOOR_WORKING_ORDINAL", 0.9).unwrap();
        let told = floors.check().iter().map(ToString::to_string).collect::<Vec<_>>();
        assert_eq!(told, ["AGREEMENT_FLOOR_WORKING_ORDINAL = 0.9 must not exceed AGREEMENT_FLOOR_PUBLICATION_ORDINAL = 0.75"]);
        let lax = Floors { false_positive_rate_max: 0.4, publication_nominal: 0.8, ..Floors::default() };
        assert_eq!(lax.warnings().len(), 2, "{:?}", lax.warnings());
    }

    #[test]
    fn the_binding_floor_is_the_one_with_the_least_room() {
        let floors = Floors::default();
        assert_eq!(floors.binding(Some(0.9), Some(0.9)).unwrap().floor, Floor::PublicationNominal);
        assert_eq!(floors.binding(Some(0.5), Some(0.8)).unwrap().floor, Floor::PublicationOrdinal);
        assert_eq!(floors.binding(None, None), None);
        assert!(Severity::Working > Severity::Publication);
    }
}
