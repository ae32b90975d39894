//! What checks compute with, what they find, and what that rests on.

mod engine;
mod finding;
mod grade;
mod integrals;
mod proofs;
mod subject;

pub use engine::{Checked, Engine, Found, Held};
pub(super) use engine::{enclosures, entries_of, figures};
pub use finding::Finding;
pub use grade::{Basis, Grade};
pub use integrals::Integral;
pub(super) use integrals::integrated;
pub(super) use proofs::proved;
pub use proofs::{Proofs, recorded_proofs};
pub use subject::{Instance, Property, Subject};

use crate::numbers::{Ratio, Rational};

/// The value of a finite ratio.
pub(super) fn finite(ratio: &Ratio<Rational>) -> Option<&Rational> {
    match ratio {
        Ratio::Finite(value) => Some(value),
        Ratio::Infinite => None,
    }
}

/// Numbers in a row, for the evidence.
pub(super) fn joined<T: ToString>(values: impl IntoIterator<Item = T>) -> String {
    let words: Vec<String> = values.into_iter().map(|value| value.to_string()).collect();
    words.join(", ")
}
