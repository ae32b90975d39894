//! JSON by the command's contract: rationals are strings in lowest terms.

use serde_json::{Value, json};

use super::sheet::nearest;
use crate::chains::{Figure, Stationary, Witness};
use crate::numbers::Rational;
use crate::outside::is_hidden;

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

/// An exact figure, or both ends of an enclosure.
pub(super) fn figure(figure: &Figure) -> Value {
    match figure {
        Figure::Exact(value) => rational(value),
        Figure::Enclosed { low, high } => json!([rational(low), rational(high)]),
    }
}

/// The nearest double, for those who plot; the middle of an enclosure.
pub(super) fn float(figure: &Figure) -> Value {
    json!(nearest(figure))
}

/// The same, or null.
pub(super) fn maybe_float(figure: Option<&Figure>) -> Value {
    figure.map_or(Value::Null, float)
}

/// The nearest doubles.
pub(super) fn floats(values: &[Rational]) -> Value {
    values.iter().map(|value| json!(value.to_f64())).collect()
}

/// A figure, or null.
pub(super) fn maybe_figure(value: Option<&Figure>) -> Value {
    value.map_or(Value::Null, figure)
}

/// The stationary law, or null if it is not known.
pub(super) fn stationary(
    law: &Stationary,
    states: usize,
    write: impl Fn(&Figure) -> Value,
) -> Value {
    let masses: Option<Vec<Value>> = (0..states)
        .map(|state| Some(write(&law.mass(state)?)))
        .collect();
    masses.map_or(Value::Null, Value::Array)
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

/// The text of a document, with a line end. What a terminal could obey is in
/// strings only, and is written there as `\u001b`.
pub(super) fn pretty(value: &Value) -> String {
    let mut out = String::new();
    for character in format!("{value:#}\n").chars() {
        match character != '\n' && is_hidden(character) {
            true => {
                let mut units = [0; 2];
                let units = character.encode_utf16(&mut units).iter();
                out.extend(units.map(|unit| format!("\\u{unit:04x}")));
            }
            false => out.push(character),
        }
    }
    out
}
