//! The store on SQLite.
