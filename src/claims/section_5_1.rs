//! Section 5.1: the normal example.

use rayon::prelude::*;

use super::evidence::{Engine, Finding};
use super::shared::Shared;
use super::{Claim, Verdict};
use crate::chance::Interrupted;
use crate::numbers::Rational;
use crate::real::NormalCurve;

/// The claims of the section.
pub(super) const CLAIMS: &[Claim] = &[
    Claim {
        id: "normal-posterior",
        place: "Section 5.1",
        statement: "with p_θ = N(θ, σ²) and prior N(0, 1) the posterior is N(y/(1+σ²), σ²/(1+σ²))",
        method: "coefficients of θ² and θ in the exponent, exactly, for σ² = 1/10 … 1 and y = 1",
        paper: None,
        expected: Verdict::Verified,
        check: normal_posterior,
    },
    Claim {
        id: "normal-above-both",
        place: "Section 5.1, Figure 1",
        statement: "MABMC accepts more often than MPMC and SVE for all σ² from 0.1 to 1",
        method: "three-dimensional quadrature at σ² = 0.1, 0.2, …, 1; the error is the difference to a coarser rule",
        paper: None,
        expected: Verdict::Verified,
        check: normal_above_both,
    },
    Claim {
        id: "normal-similar",
        place: "Section 5.1, Figure 1",
        statement: "MPMC and SVE perform similarly",
        method: "the same quadrature; similar: never 0.05 apart, which is our reading of the word",
        paper: Some("the blue curve and green curve are similar"),
        expected: Verdict::Refuted,
        check: normal_similar,
    },
    Claim {
        id: "normal-decreasing",
        place: "Section 5.1, Figure 1",
        statement: "the improvement decreases as σ² increases",
        method: "the same quadrature; improvement over the better arm, and over each",
        paper: Some("it is clear that the improvement decreases as σ² increases"),
        expected: Verdict::Refuted,
        check: normal_decreasing,
    },
];

/// −2·log of prior times likelihood is Aθ² − 2Bθ + const; the posterior is
/// N(B/A, 1/A).
fn normal_posterior(_: &Engine) -> Result<Finding, Interrupted> {
    let data = Rational::ONE;
    let held = (1..=10)
        .map(|tenths| Rational::new(tenths, 10))
        .all(|variance| {
            // Prior: θ². Likelihood: (y − θ)²/σ².
            let square = Rational::ONE + Rational::ONE / &variance;
            let linear = &data / &variance;
            let printed_mean = &data / (Rational::ONE + &variance);
            let printed_variance = &variance / (Rational::ONE + &variance);
            linear / &square == printed_mean && Rational::ONE / square == printed_variance
        });
    Ok(
        Finding::verified_if(held, "both exponents have the same coefficients")
            .seen("σ² = 1/10, 2/10, …, 1, y = 1"),
    )
}

/// Average acceptance probabilities at one σ².
#[derive(Clone, Copy, Debug)]
struct Acceptance {
    mpmc: f64,
    sve: f64,
    mabmc: f64,
}

/// The averages on the grid σ² = 0.1, …, 1, and the largest error; computed
/// once.
fn curves() -> &'static (Vec<Acceptance>, f64) {
    static CURVES: Shared<(Vec<Acceptance>, f64)> = Shared::new();
    CURVES.get(|| {
        let point = |tenths: u32| {
            let curves = [NormalCurve::Mpmc, NormalCurve::Sve, NormalCurve::Mabmc];
            let [mpmc, sve, mabmc] = curves.map(|curve| curve.acceptance(f64::from(tenths) / 10.0));
            let point = Acceptance {
                mpmc: mpmc.0,
                sve: sve.0,
                mabmc: mabmc.0,
            };
            (point, mpmc.1.max(sve.1).max(mabmc.1))
        };
        let points: Vec<(Acceptance, f64)> = (1..=10u32).into_par_iter().map(point).collect();
        let error = points.iter().map(|(_, error)| *error).fold(0.0, f64::max);
        (points.into_iter().map(|(point, _)| point).collect(), error)
    })
}

/// MABMC above the better of its arms, at every point of the grid.
fn improvements(points: &[Acceptance]) -> Vec<f64> {
    points
        .iter()
        .map(|point| point.mabmc - point.mpmc.max(point.sve))
        .collect()
}

/// A verdict only where the error cannot change it.
fn decided(held: bool, failed: bool) -> Verdict {
    match (held, failed) {
        (true, _) => Verdict::Verified,
        (_, true) => Verdict::Refuted,
        _ => Verdict::Open,
    }
}

fn ends(values: &[f64]) -> String {
    format!(
        "{:.6} at σ² = 0.1, {:.6} at σ² = 1",
        values[0],
        values[values.len() - 1]
    )
}

fn normal_above_both(_: &Engine) -> Result<Finding, Interrupted> {
    let (points, error) = curves();
    let gains = improvements(points);
    let verdict = decided(
        gains.iter().all(|gain| *gain > 10.0 * error),
        gains.iter().any(|gain| *gain < -10.0 * error),
    );
    let last = points[points.len() - 1];
    Ok(Finding::new(verdict, format!("above the better arm by {}", ends(&gains)))
        .seen(format!(
            "error at most {error:.1e}; at σ² = 0.1 MPMC {:.6}, SVE {:.6}, MABMC {:.6}; at σ² = 1 {:.6}, {:.6}, {:.6}",
            points[0].mpmc, points[0].sve, points[0].mabmc, last.mpmc, last.sve, last.mabmc
        )))
}

fn normal_similar(_: &Engine) -> Result<Finding, Interrupted> {
    let (points, error) = curves();
    let gaps: Vec<f64> = points
        .iter()
        .map(|point| (point.mpmc - point.sve).abs())
        .collect();
    let widest = gaps.iter().copied().fold(0.0, f64::max);
    let similar = gaps
        .iter()
        .filter(|gap| **gap + 10.0 * error < 0.05)
        .count();
    let verdict = decided(widest + 10.0 * error < 0.05, widest - 10.0 * error > 0.05);
    Ok(Finding::new(
        verdict,
        format!(
            "less than 0.05 apart at {similar} of {} values of σ²; at most {widest:.6} apart, {}",
            gaps.len(),
            ends(&gaps)
        ),
    )
    .seen(format!("error at most {error:.1e}")))
}

/// Differences between neighbors, larger minus smaller σ².
fn falls(values: &[f64]) -> Vec<f64> {
    values.windows(2).map(|pair| pair[0] - pair[1]).collect()
}

fn normal_decreasing(_: &Engine) -> Result<Finding, Interrupted> {
    let (points, error) = curves();
    let gains = improvements(points);
    let verdict = decided(
        falls(&gains).iter().all(|fall| *fall > 10.0 * error),
        falls(&gains).iter().any(|fall| *fall < -10.0 * error),
    );
    let list: Vec<String> = gains.iter().map(|gain| format!("{gain:.6}")).collect();
    let over = |arm: fn(&Acceptance) -> f64| {
        points
            .iter()
            .map(|point| point.mabmc - arm(point))
            .collect::<Vec<f64>>()
    };
    let highest = gains.iter().copied().fold(f64::MIN, f64::max);
    Ok(Finding::new(verdict, format!("it rises to {highest:.6} before it falls: {}", ends(&gains)))
        .seen(format!(
            "at σ² = 0.1, 0.2, …, 1: {}; over MPMC alone {}; over SVE alone {}; error at most {error:.1e}",
            list.join(", "), ends(&over(|point| point.mpmc)), ends(&over(|point| point.sve))
        )))
}
