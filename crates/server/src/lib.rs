//! HTTP over the engine.
