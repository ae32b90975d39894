//! The orders between two chains as plain values, for `peskun.orders`.

use std::sync::Arc;

use peskun::chains::{Chain, Order, PeskunPair, Unordered, covariance_order, peskun_order};
use peskun::numbers::Rational;
use pyo3::prelude::*;

use crate::background::interruptible;
use crate::errors::named;
use crate::exact::{fraction, fractions};

/// Two positions and the entries of both chains there.
type Pair<'py> = (usize, usize, Bound<'py, PyAny>, Bound<'py, PyAny>);

/// The order, and pairs where the first and the second move more often.
pub(crate) type PeskunOrder<'py> = (&'static str, Option<Pair<'py>>, Option<Pair<'py>>);

/// The order, and functions with less covariance under the first and the second.
pub(crate) type CovarianceOrder<'py> = (
    &'static str,
    Option<Vec<Bound<'py, PyAny>>>,
    Option<Vec<Bound<'py, PyAny>>>,
);

pub(crate) fn peskun<'py>(
    py: Python<'py>,
    first: &Arc<Chain>,
    second: &Arc<Chain>,
) -> PyResult<PeskunOrder<'py>> {
    let (one, other) = (first.clone(), second.clone());
    let order = interruptible(py, move || peskun_order(&one, &other))?;
    let order = order.map_err(|why| unordered(py, why))?;
    let pair = |pair: &PeskunPair| -> PyResult<Pair<'py>> {
        let first = fraction(py, pair.first.low())?;
        Ok((pair.from, pair.to, first, fraction(py, pair.second.low())?))
    };
    Ok((
        word(order.order),
        order.first_above.as_ref().map(pair).transpose()?,
        order.second_above.as_ref().map(pair).transpose()?,
    ))
}

pub(crate) fn covariance<'py>(
    py: Python<'py>,
    first: &Arc<Chain>,
    second: &Arc<Chain>,
) -> PyResult<CovarianceOrder<'py>> {
    let (one, other) = (first.clone(), second.clone());
    let order = interruptible(py, move || covariance_order(&one, &other))?;
    let order = order.map_err(|why| unordered(py, why))?;
    let function = |values: Vec<Rational>| fractions(py, &values);
    Ok((
        word(order.order),
        order.first_above.map(function).transpose()?,
        order.second_above.map(function).transpose()?,
    ))
}

fn word(order: Order) -> &'static str {
    match order {
        Order::First => "first",
        Order::Second => "second",
        Order::Equal => "equal",
        Order::Incomparable => "incomparable",
    }
}

fn unordered(py: Python<'_>, why: Unordered) -> PyErr {
    let sentence = match why {
        Unordered::States => "the chains live on different states",
        Unordered::Targets => "the chains have different targets",
        Unordered::First => "the first chain is not reversible, and only such chains are ordered",
        Unordered::Second => "the second chain is not reversible, and only such chains are ordered",
        Unordered::Doubles => {
            "a chain was computed with doubles, and orders are exact; a step in fractions has one"
        }
        Unordered::Enclosed => "the chains are enclosed, and that does not settle their order",
    };
    named(py, "NotComparable", sentence.into())
}
