//! Numbers both ways: Python's integers, fractions and doubles are rationals.

use num_bigint::BigInt;
use num_rational::BigRational;
use peskun::chains::Figure;
use peskun::numbers::Rational;
use pyo3::exceptions::PyValueError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyFloat, PyInt, PyString, PyType};

/// The most numbers that are read from one sequence, which may have no end.
const MOST_NUMBERS: usize = 2_000_000;

/// A number of Python's, and whether it was a double.
pub(crate) struct Exact {
    pub(crate) value: Rational,
    pub(crate) is_double: bool,
}

/// The exact value of a number. Integers, fractions and doubles are read here;
/// whatever else stands for a number is left to `peskun.numbers.exact`, which
/// also has the sentences for what does not.
pub(crate) fn exact(number: &Bound<'_, PyAny>) -> PyResult<Exact> {
    // NumPy's doubles are floats as well.
    if let Ok(double) = number.cast::<PyFloat>() {
        let double = double.value();
        if double.is_finite() {
            let value = Rational::exactly(double);
            return Ok(Exact {
                value,
                is_double: true,
            });
        }
    }
    if let Ok(text) = number.cast_exact::<PyString>()
        && let Ok(text) = text.to_cow()
        && let Ok(value) = text.parse()
    {
        return Ok(Exact {
            value,
            is_double: false,
        });
    }
    let fraction = fraction_type(number.py())?;
    if number.is_exact_instance_of::<PyInt>() || number.is_exact_instance(fraction) {
        return read(number);
    }
    let slow = number.py().import(intern!(number.py(), "peskun.numbers"))?;
    let answer = slow.call_method1(intern!(number.py(), "exact_and_kind"), (number,))?;
    let (fraction, is_double): (Bound<'_, PyAny>, bool) = answer.extract()?;
    let value = read(&fraction)?.value;
    Ok(Exact { value, is_double })
}

/// The exact values of a sequence of numbers, and whether there was a double.
pub(crate) fn all_exact(numbers: &Bound<'_, PyAny>) -> PyResult<(Vec<Rational>, bool)> {
    let mut values = Vec::new();
    let mut doubles = false;
    for number in numbers.try_iter()? {
        if values.len() == MOST_NUMBERS {
            let sentence = format!("more than {MOST_NUMBERS} numbers were given");
            return Err(PyValueError::new_err(sentence));
        }
        let number = exact(&number?)?;
        doubles |= number.is_double;
        values.push(number.value);
    }
    Ok((values, doubles))
}

fn read(number: &Bound<'_, PyAny>) -> PyResult<Exact> {
    let py = number.py();
    let numerator = number.getattr(intern!(py, "numerator"))?;
    let denominator = number.getattr(intern!(py, "denominator"))?;
    let short = (numerator.extract::<i64>(), denominator.extract::<i64>());
    let value = match short {
        (Ok(numerator), Ok(denominator)) => Rational::new(numerator, denominator),
        _ => Rational::from(BigRational::new_raw(
            numerator.extract::<BigInt>()?,
            denominator.extract::<BigInt>()?,
        )),
    };
    Ok(Exact {
        value,
        is_double: false,
    })
}

fn fraction_type(py: Python<'_>) -> PyResult<&Bound<'_, PyType>> {
    static FRACTION: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    FRACTION.import(py, "fractions", "Fraction")
}

/// The number as a `Fraction`.
pub(crate) fn fraction<'py>(py: Python<'py>, value: &Rational) -> PyResult<Bound<'py, PyAny>> {
    let short = (
        i64::try_from(value.numerator()),
        i64::try_from(value.denominator()),
    );
    let class = fraction_type(py)?;
    match short {
        (Ok(numerator), Ok(denominator)) => class.call1((numerator, denominator)),
        _ => {
            let (numerator, denominator) = BigRational::from(value).into_raw();
            class.call1((numerator, denominator))
        }
    }
}

/// A list of numbers as `Fraction`s.
pub(crate) fn fractions<'py>(
    py: Python<'py>,
    values: &[Rational],
) -> PyResult<Vec<Bound<'py, PyAny>>> {
    values.iter().map(|value| fraction(py, value)).collect()
}

/// A figure as its lower and upper end, which are the same if it is exact.
pub(crate) fn ends<'py>(
    py: Python<'py>,
    figure: &Figure,
) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
    Ok((fraction(py, figure.low())?, fraction(py, figure.high())?))
}

/// A number for a sentence: exact where that is short, otherwise to six digits.
pub(crate) fn written(value: &Rational) -> String {
    let exact = value.to_string();
    match exact.len() {
        ..=40 => exact,
        _ => format!("about {}", rounded(value)),
    }
}

/// A number to six digits.
pub(crate) fn rounded(value: &Rational) -> String {
    let scientific = format!("{:.5e}", value.to_f64());
    let double: f64 = scientific.parse().unwrap_or_default();
    match double.abs() {
        0.0 => "0".into(),
        1e-4..1e9 => double.to_string(),
        _ => format!("{double:e}"),
    }
}
