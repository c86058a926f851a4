//! Everything that comes from outside: files and pages into documents.
