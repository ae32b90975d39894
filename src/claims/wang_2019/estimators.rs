//! The drawn ratios as estimators: exact means and errors, and the χ² distance
//! of Theorem 1 in Section 2.4.

use crate::chance::Interrupted;
use crate::claims::Subject;
use crate::claims::evidence::finite;
use crate::models::{Model, TableModel, Yardstick};
use crate::numbers::{Law, Rational};

/// The expectation of a function of a drawn ratio, if the ratio is finite.
fn expectation(
    subject: &Subject,
    arm: &'static str,
    (from, to): (usize, usize),
    function: impl Fn(Rational) -> Rational,
) -> Result<Option<Rational>, Interrupted> {
    let law = subject.ratios(arm, from, to)?;
    let known = law.values().iter().all(|ratio| finite(ratio).is_some());
    let value = |ratio: &_| function(finite(ratio).cloned().unwrap_or_default());
    Ok(known.then(|| law.expectation(value)))
}

/// The mean of a drawn ratio, if it is finite.
fn mean(
    subject: &Subject,
    arm: &'static str,
    from: usize,
    to: usize,
) -> Result<Option<Rational>, Interrupted> {
    expectation(subject, arm, (from, to), |ratio| ratio)
}

/// The truth, where it is finite and positive.
fn truth(subject: &Subject, from: usize, to: usize) -> Result<Option<Rational>, Interrupted> {
    Ok(mean(subject, "mh", from, to)?.filter(Rational::is_positive))
}

/// Is the ratio unbiased for this pair?
pub(super) fn unbiased(
    subject: &Subject,
    arm: &'static str,
    from: usize,
    to: usize,
) -> Result<Option<bool>, Interrupted> {
    let Some(truth) = truth(subject, from, to)? else {
        return Ok(None);
    };
    Ok(mean(subject, arm, from, to)?.map(|mean| mean == truth))
}

/// E(â/a − 1)² of an arm.
pub(super) fn relative_error(
    subject: &Subject,
    arm: &'static str,
    from: usize,
    to: usize,
) -> Result<Option<Rational>, Interrupted> {
    let Some(truth) = truth(subject, from, to)? else {
        return Ok(None);
    };
    expectation(subject, arm, (from, to), |ratio| {
        (ratio / &truth - Rational::ONE).power(2)
    })
}

/// The law with these densities.
fn law(model: &TableModel, density: impl Fn(&usize) -> Rational) -> Law<usize> {
    Law::proportional_to(model.points().into_iter().map(|y| (y, density(&y))))
        .expect("a law of the model")
}

/// The χ² distance of Theorem 1.
pub(super) fn distance(model: &TableModel, arm: &str, from: usize, to: usize) -> Option<Rational> {
    let point = |parameter: usize| law(model, |y| model.likelihood(&parameter, y));
    let auxiliary = |parameter: usize| law(model, |y| model.auxiliary(&parameter, y));
    match arm {
        "sve" => point(to).chi_square(&point(from)),
        // The order of the coordinates is (y, y').
        _ => auxiliary(from)
            .product(&point(to))
            .chi_square(&point(from).product(&auxiliary(to))),
    }
}
