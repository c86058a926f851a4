//! Probity as people meet it. The stories are in `tests/`.
