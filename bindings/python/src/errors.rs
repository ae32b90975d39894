//! The engine's sentences as exceptions of `peskun.errors`.

use peskun::chance::Interrupted;
use pyo3::prelude::*;

/// The exception that says why a step was not read to its end.
pub(crate) fn raised(py: Python<'_>, why: &Interrupted) -> PyErr {
    let (class, advice) = match why {
        Interrupted::PathBudget { .. } => ("Undecided", "; paths=… allows more"),
        Interrupted::DepthBudget { .. } => ("Undecided", "; questions=… allows more"),
        _ if why.is_undecided() => ("Undecided", ""),
        Interrupted::Diverged { .. } => (
            "NotReproducible",
            "; does it keep something between runs, or draw from another generator?",
        ),
        Interrupted::NotAProbability { .. } | Interrupted::BadWeights { .. } => ("BadChance", ""),
        Interrupted::BadTarget { .. } => ("BadTarget", ""),
        Interrupted::Escaped { .. } => ("UnknownState", ""),
        Interrupted::Rule { .. } | Interrupted::RuleAt { .. } | Interrupted::Unsupported { .. } => {
            ("BadModel", "")
        }
        _ => ("Error", ""),
    };
    named(py, class, format!("{why}{advice}"))
}

/// An exception of this class, with this sentence.
pub(crate) fn named(py: Python<'_>, class: &str, sentence: String) -> PyErr {
    let class = py
        .import("peskun.errors")
        .and_then(|module| module.getattr(class));
    match class.and_then(|class| class.call1((sentence,))) {
        Ok(error) => PyErr::from_value(error),
        Err(error) => error,
    }
}

/// Did a budget run out?
pub(crate) fn is_undecided(py: Python<'_>, error: &PyErr) -> bool {
    let class = py
        .import("peskun.errors")
        .and_then(|module| module.getattr("Undecided"));
    class.is_ok_and(|class| error.value(py).is_instance(&class).unwrap_or(false))
}
