//! JSON by the command's contract: rationals are strings in lowest terms.

use serde_json::{Value, json};

use crate::chains::Witness;
use crate::numbers::Rational;

/// A rational.
pub(super) fn rational(value: &Rational) -> Value {
    Value::String(value.to_string())
}

/// A list of rationals.
pub(super) fn rationals(values: &[Rational]) -> Value {
    values.iter().map(rational).collect()
}

/// A rational, or null.
pub(super) fn maybe(value: Option<&Rational>) -> Value {
    value.map_or(Value::Null, rational)
}

/// A witness against detailed balance, or null.
pub(super) fn witness(states: &[String], witness: Option<&Witness>) -> Value {
    match witness {
        None => Value::Null,
        Some(witness) => json!({
            "from": states[witness.from],
            "to": states[witness.to],
            "forward": rational(&witness.forward),
            "backward": rational(&witness.backward),
            "difference": rational(&witness.difference()),
        }),
    }
}

/// The text of a document, with a line end.
pub(super) fn pretty(value: &Value) -> String {
    format!("{value:#}\n")
}
