//! A crate that verifies a kernel of its own; see `tests/`.
