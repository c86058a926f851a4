//! All the ways a text can be read: as it stands, without its disguises, and under its encodings.

use super::disguise::{leetspeak, rotated, spaced};
use super::layers::layers;
use super::reading::Reading;
use std::sync::OnceLock;

/// The readings of one text. The first is the text as it stands, folded; the others are made when somebody asks for them.
#[derive(Debug, Clone)]
pub struct Readings {
    raw: Reading,
    plain: Reading,
    hidden: OnceLock<Vec<Reading>>,
}

impl Readings {
    /// Reads a text in every way that tells something new. Never more than four readings a layer.
    pub fn of(text: &str) -> Self {
        let raw = Reading::raw(text);
        Self { plain: raw.folded(), raw, hidden: OnceLock::new() }
    }

    /// Returns the text as it stands, folded.
    pub fn plain(&self) -> &Reading {
        &self.plain
    }

    /// Returns the innermost text under the disguises: the plain one when there are none.
    pub fn innermost(&self) -> &Reading {
        self.hidden().last().unwrap_or(&self.plain)
    }

    /// Returns all readings, the plain one first. Whoever stops there pays for no other.
    pub fn iter(&self) -> impl Iterator<Item = &Reading> {
        std::iter::once(&self.plain).chain(std::iter::once_with(|| self.hidden()).flatten())
    }

    /// Returns what lies under the disguises of the text, and each layer under its encodings with what lies under that.
    fn hidden(&self) -> &[Reading] {
        self.hidden.get_or_init(|| {
            let mut hidden = under_disguise(&self.raw, &self.plain);
            for layer in layers(&self.raw) {
                let folded = layer.folded();
                let under = under_disguise(&layer, &folded);
                hidden.push(folded);
                hidden.extend(under);
            }
            hidden
        })
    }
}

/// Returns what is under the disguises of a layer.
fn under_disguise(raw: &Reading, folded: &Reading) -> Vec<Reading> {
    let joined = spaced(raw).map(|joined| joined.folded());
    [leetspeak(folded), joined, rotated(folded)].into_iter().flatten().collect()
}
