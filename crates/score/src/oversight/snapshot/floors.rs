//! The four floors.

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

/// Where the floors lie.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the seed's own words")]
pub struct Floors {
    pub working_ordinal: f64,
    pub working_nominal: f64,
    pub publication_ordinal: f64,
    pub publication_nominal: f64,
}

impl Default for Floors {
    fn default() -> Self {
        Self { working_ordinal: 0.60, working_nominal: 0.75, publication_ordinal: 0.75, publication_nominal: 0.85 }
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
    fn the_binding_floor_is_the_one_with_the_least_room() {
        let floors = Floors::default();
        assert_eq!(floors.binding(Some(0.9), Some(0.9)).unwrap().floor, Floor::PublicationNominal);
        assert_eq!(floors.binding(Some(0.5), Some(0.8)).unwrap().floor, Floor::PublicationOrdinal);
        assert_eq!(floors.binding(None, None), None);
        assert!(Severity::Working > Severity::Publication);
    }
}
