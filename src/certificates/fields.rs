//! The fields of a certificate, each of the type that is expected: otherwise the
//! file is refused with the place and what was found.

use std::fmt::Display;

use serde_json::{Map, Value};

use super::Refusal;
use super::limits::LONGEST_CERTIFIED_NUMBER;
use crate::numbers::{Rational, excerpt};

/// An object in a certificate, with its place for sentences.
pub(super) struct Fields<'v> {
    place: String,
    map: &'v Map<String, Value>,
}

/// A sentence about a place.
pub(super) fn malformed(place: &str, message: impl Display) -> Refusal {
    Refusal::Malformed(format!("field `{place}`: {message}"))
}

fn expected(place: &str, what: &str, found: &Value) -> Refusal {
    let found = match found {
        Value::Null => "null",
        Value::Bool(_) => "a truth value",
        Value::Number(_) => "a number",
        Value::String(_) => "a text",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    };
    malformed(place, format!("expected {what}, found {found}"))
}

impl<'v> Fields<'v> {
    /// The fields of an object that has these fields and no others; `optional`
    /// ones may be missing.
    pub(super) fn of(
        place: &str,
        value: &'v Value,
        required: &[&str],
        optional: &[&str],
    ) -> Result<Self, Refusal> {
        let Value::Object(map) = value else {
            return Err(expected(place, "an object", value));
        };
        let known = |name: &&String| !required.iter().chain(optional).any(|known| known == name);
        if let Some(unknown) = map.keys().find(known) {
            let message = format!("there is no field `{}` here", excerpt(unknown));
            return Err(malformed(place, message));
        }
        if let Some(missing) = required.iter().find(|name| !map.contains_key(**name)) {
            return Err(malformed(place, format!("`{missing}` is missing")));
        }
        Ok(Fields {
            place: place.into(),
            map,
        })
    }

    /// The place of a field.
    pub(super) fn place(&self, name: &str) -> String {
        match self.place.as_str() {
            "certificate" => name.into(),
            place => format!("{place}.{name}"),
        }
    }

    /// A field that may be missing.
    pub(super) fn optional(&self, name: &str) -> Option<&'v Value> {
        self.map.get(name)
    }

    /// A field.
    pub(super) fn value(&self, name: &str) -> Result<&'v Value, Refusal> {
        let missing = || malformed(&self.place, format!("`{name}` is missing"));
        self.map.get(name).ok_or_else(missing)
    }

    /// A list.
    pub(super) fn list(&self, name: &str) -> Result<&'v [Value], Refusal> {
        list(&self.place(name), self.value(name)?)
    }

    /// A text.
    pub(super) fn text(&self, name: &str) -> Result<&'v str, Refusal> {
        text(&self.place(name), self.value(name)?)
    }

    /// A list of texts.
    pub(super) fn texts(&self, name: &str) -> Result<Vec<String>, Refusal> {
        let place = self.place(name);
        let texts = self.list(name)?.iter();
        texts
            .map(|value| text(&place, value).map(String::from))
            .collect()
    }

    /// A truth value.
    pub(super) fn truth(&self, name: &str) -> Result<bool, Refusal> {
        let value = self.value(name)?;
        let wrong = || expected(&self.place(name), "true or false", value);
        value.as_bool().ok_or_else(wrong)
    }

    /// A whole number below a bound.
    pub(super) fn below(&self, name: &str, bound: usize) -> Result<usize, Refusal> {
        below(&self.place(name), self.value(name)?, bound)
    }

    /// A rational.
    pub(super) fn rational(&self, name: &str) -> Result<Rational, Refusal> {
        rational(&self.place(name), self.value(name)?)
    }

    /// A list of rationals.
    pub(super) fn rationals(&self, name: &str) -> Result<Vec<Rational>, Refusal> {
        rationals(&self.place(name), self.value(name)?)
    }
}

/// A list.
pub(super) fn list<'v>(place: &str, value: &'v Value) -> Result<&'v [Value], Refusal> {
    match value {
        Value::Array(items) => Ok(items),
        _ => Err(expected(place, "a list", value)),
    }
}

fn text<'v>(place: &str, value: &'v Value) -> Result<&'v str, Refusal> {
    value
        .as_str()
        .ok_or_else(|| expected(place, "a text", value))
}

/// A whole number below a bound.
pub(super) fn below(place: &str, value: &Value, bound: usize) -> Result<usize, Refusal> {
    let Value::Number(number) = value else {
        return Err(expected(place, "a whole number", value));
    };
    let whole = number
        .as_u64()
        .and_then(|whole| usize::try_from(whole).ok());
    whole.filter(|whole| *whole < bound).ok_or_else(|| {
        let number = excerpt(&number.to_string());
        malformed(
            place,
            format!("{number} is not a whole number below {bound}"),
        )
    })
}

/// Whole numbers below a bound.
pub(super) fn all_below(place: &str, value: &Value, bound: usize) -> Result<Vec<usize>, Refusal> {
    let items = list(place, value)?.iter();
    items.map(|item| below(place, item, bound)).collect()
}

/// A rational: a text in lowest terms.
pub(super) fn rational(place: &str, value: &Value) -> Result<Rational, Refusal> {
    let Value::String(text) = value else {
        return Err(expected(place, "a rational in quotes", value));
    };
    let number = Rational::read_long(text, LONGEST_CERTIFIED_NUMBER);
    let number = number.map_err(|error| malformed(place, error))?;
    match number.to_string() == *text {
        true => Ok(number),
        false => Err(malformed(
            place,
            format!("`{}` is not a fraction in lowest terms", excerpt(text)),
        )),
    }
}

/// A list of rationals.
pub(super) fn rationals(place: &str, value: &Value) -> Result<Vec<Rational>, Refusal> {
    let items = list(place, value)?.iter();
    items.map(|item| rational(place, item)).collect()
}

/// A rational as it is written.
pub(super) fn written(value: &Rational) -> Value {
    Value::String(value.to_string())
}

/// A list of them.
pub(super) fn all_written<'r>(values: impl IntoIterator<Item = &'r Rational>) -> Value {
    values.into_iter().map(written).collect()
}
