//! Finding passages: full text and vectors, an index derived from the store.
