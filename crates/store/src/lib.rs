//! What Probity keeps, as traits, and the contract every backend must pass.
