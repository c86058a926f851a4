//! All the ways a text can be read: as it stands, without its disguises, and under its encodings.

use super::disguise::{leetspeak, rotated, spaced};
use super::layers::layers;
use super::reading::Reading;

/// The readings of one text. The first is the text as it stands, folded.
#[derive(Debug, Clone)]
pub struct Readings {
    readings: Vec<Reading>,
}

impl Readings {
    /// Reads a text in every way that tells something new. Never more than four readings a layer.
    pub fn of(text: &str) -> Self {
        let raw = Reading::raw(text);
        let mut readings = Vec::new();
        add(&raw, raw.folded(), &mut readings);
        for layer in layers(&raw) {
            add(&layer, layer.folded(), &mut readings);
        }
        Self { readings }
    }

    /// Returns the text as it stands, folded.
    pub fn plain(&self) -> &Reading {
        &self.readings[0]
    }

    /// Returns the innermost text under the disguises: the plain one when there are none.
    pub fn innermost(&self) -> &Reading {
        self.readings.last().expect("there is always the plain one")
    }

    /// Returns all readings, the plain one first.
    pub fn iter(&self) -> impl Iterator<Item = &Reading> {
        self.readings.iter()
    }
}

/// Adds a layer as it stands, folded, and what is under its disguises.
fn add(raw: &Reading, folded: Reading, readings: &mut Vec<Reading>) {
    let unleeted = leetspeak(&folded);
    let joined = spaced(raw).map(|joined| joined.folded());
    let turned = rotated(&folded);
    readings.push(folded);
    readings.extend([unleeted, joined, turned].into_iter().flatten());
}
