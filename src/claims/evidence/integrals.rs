//! Numbers that are integrals: known up to an error that is estimated, not
//! proven.

use super::Basis;
use super::grade::Kind;
use crate::numbers::parallel;
use crate::real::NormalCurve;

/// A number from a quadrature.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Integral {
    /// By the finer rule.
    pub value: f64,
    /// The difference to a coarser rule.
    pub error: f64,
}

/// The average acceptance on curves of the normal example at values of σ²:
/// a row for each value.
pub(in crate::claims) fn integrated(
    curves: &[NormalCurve],
    variances: &[f64],
) -> (Vec<Vec<Integral>>, Basis) {
    let row = |&variance: &f64| -> Vec<Integral> {
        let point = |curve: &NormalCurve| {
            let (value, error) = curve.acceptance(variance);
            Integral { value, error }
        };
        curves.iter().map(point).collect()
    };
    let rows: Vec<Vec<Integral>> = parallel::map(variances, row);
    let integrals = rows.iter().map(Vec::len).sum();
    (rows, Basis::of(Kind::Quadrature { integrals }))
}
