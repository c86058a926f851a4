//! Chance is brought by the caller.

/// Throws bytes nobody can foresee. The real ones live in `cli`; tests bring their own.
pub trait Dice: Send + Sync {
    /// Fills the bytes.
    fn fill(&self, bytes: &mut [u8]);
}

impl dyn Dice + '_ {
    /// Throws as many bytes as asked for.
    pub fn throw<const N: usize>(&self) -> [u8; N] {
        let mut bytes = [0; N];
        self.fill(&mut bytes);
        bytes
    }
}
