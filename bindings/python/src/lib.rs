//! The engine of the Python package `peskun`.
//!
//! Chains, verdicts and enumeration for `peskun/*.py`, which is what people
//! import; the names here are its own business. Every number crosses as a
//! `fractions.Fraction`, every error as an exception of `peskun.errors`.

mod background;
mod callables;
mod chain;
mod command;
mod enumeration;
mod errors;
mod exact;
mod given;
mod laboratory;
mod model;
mod orders;
mod questions;
mod reports;
mod rules;
mod sampling;
mod tables;
mod verdicts;

/// The module `peskun._engine`.
#[pyo3::pymodule]
mod _engine {
    #[pymodule_export]
    use crate::chain::Chain;
    #[pymodule_export]
    use crate::command::run_command;
    #[pymodule_export]
    use crate::laboratory::{ledger, search};
    #[pymodule_export]
    use crate::model::Model;
    #[pymodule_export]
    use crate::questions::{coin, draw, note_double, uniform};
    #[pymodule_export]
    use crate::sampling::diagnostics;
}
