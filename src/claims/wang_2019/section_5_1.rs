//! Section 5.1: the normal example.

use super::closed_forms;
use crate::chance::Interrupted;
use crate::claims::evidence::integrated;
use crate::claims::shared::Shared;
use crate::claims::{Basis, Check, Claim, Engine, Finding, Verdict};
use crate::numbers::Rational;
use crate::real::NormalCurve;

/// The claims of the section.
pub(super) const CLAIMS: &[Claim] = &[
    Claim {
        id: "normal-posterior",
        place: "Section 5.1",
        statement: "with p_θ = N(θ, σ²) and prior N(0, 1) the posterior is N(y/(1+σ²), σ²/(1+σ²))",
        method: "coefficients of θ² and θ in the exponent, exactly; both sides times σ²(1+σ²) are of degree at most 2 in σ² and 1 in y, so that a grid of more values decides it for all",
        paper: None,
        expected: Verdict::Verified,
        check: Check::Particular(normal_posterior),
    },
    Claim {
        id: "normal-above-both",
        place: "Section 5.1, Figure 1",
        statement: "MABMC accepts more often than MPMC and SVE for all choices of σ²",
        method: "three-dimensional quadrature at σ² = 0.1, 0.2, …, 1, which is our reading of \"all choices\"; the error is the difference to a coarser rule, and to closed forms",
        paper: None,
        expected: Verdict::Verified,
        check: Check::Particular(normal_above_both),
    },
    Claim {
        id: "normal-similar",
        place: "Section 5.1, Figure 1",
        statement: "MPMC and SVE perform similarly",
        method: "the same quadrature; similar: never 0.05 apart at σ² = 0.1, 0.2, …, 1, which is our reading of the word",
        paper: Some("the blue curve and green curve are similar"),
        expected: Verdict::Refuted,
        check: Check::Particular(normal_similar),
    },
    Claim {
        id: "normal-decreasing",
        place: "Section 5.1, Figure 1",
        statement: "the improvement decreases as σ² increases",
        method: "the same quadrature; improvement over the better arm from one of σ² = 0.1, 0.2, …, 1 to the next, which is our reading; and over each",
        paper: Some("it is clear that the improvement decreases as σ² increases"),
        expected: Verdict::Refuted,
        check: Check::Particular(normal_decreasing),
    },
    Claim {
        id: "normal-increasing",
        place: "Section 5.1",
        statement: "all three algorithms accept more often as σ² increases",
        method: "closed forms for M-H and SVE, (2/π)·arctan 2√(σ²/(1+σ²)) and with σ²/(2+σ²), which increase; for MPMC one integral whose integrand increases; for MABMC the quadrature from one of σ² = 0.1, 0.2, …, 1 to the next",
        paper: None,
        expected: Verdict::Verified,
        check: Check::Particular(normal_increasing),
    },
];

/// −2·log of prior times likelihood is Aθ² − 2Bθ + const; the posterior is
/// N(B/A, 1/A).
fn normal_posterior(engine: &Engine) -> Result<Finding, Interrupted> {
    let grid = (1..=10).flat_map(|tenths| (0..3).map(move |data| (tenths, data)));
    let same = engine.every(
        "values of (σ², y), more than the degrees of both sides",
        grid,
        |(tenths, data)| {
            let (variance, data) = (Rational::new(tenths, 10), Rational::from(data));
            // Prior: θ². Likelihood: (y − θ)²/σ².
            let square = Rational::ONE + Rational::ONE / &variance;
            let linear = &data / &variance;
            let printed_mean = &data / (Rational::ONE + &variance);
            let printed_variance = &variance / (Rational::ONE + &variance);
            linear / &square == printed_mean && Rational::ONE / square == printed_variance
        },
    );
    let exact = "both exponents have the same coefficients";
    Ok(Finding::verified_if(same.held, exact, &same.basis)
        .seen("σ² = 1/10, 2/10, …, 1 and y = 0, 1, 2"))
}

/// Average acceptance probabilities at one σ².
#[derive(Clone, Copy, Debug)]
struct Acceptance {
    mpmc: f64,
    sve: f64,
    mabmc: f64,
}

/// The grid σ² = 0.1, …, 1.
fn grid() -> Vec<f64> {
    (1..=10u32).map(|tenths| f64::from(tenths) / 10.0).collect()
}

/// The averages on the grid.
struct Curves {
    points: Vec<Acceptance>,
    /// The largest difference to a coarser rule, or of MPMC and SVE to what
    /// they are by symmetry.
    error: f64,
    basis: Basis,
}

/// Computed once.
fn curves() -> &'static Curves {
    static CURVES: Shared<Curves> = Shared::new();
    CURVES.get(|| {
        let curves = [NormalCurve::Mpmc, NormalCurve::Sve, NormalCurve::Mabmc];
        let variances = grid();
        let (rows, basis) = integrated(&curves, &variances);
        let mut error: f64 = 0.0;
        let mut points = Vec::new();
        for (row, variance) in rows.iter().zip(variances) {
            let [mpmc, sve, mabmc] = [row[0], row[1], row[2]];
            let coarser = mpmc.error.max(sve.error).max(mabmc.error);
            let known = (mpmc.value - closed_forms::mpmc(variance)).abs();
            let known = known.max((sve.value - closed_forms::sve(variance)).abs());
            error = error.max(coarser).max(known);
            points.push(Acceptance {
                mpmc: mpmc.value,
                sve: sve.value,
                mabmc: mabmc.value,
            });
        }
        Curves {
            points,
            error,
            basis,
        }
    })
}

/// MABMC above the better of its arms, at every point of the grid.
fn improvements(points: &[Acceptance]) -> Vec<f64> {
    points
        .iter()
        .map(|point| point.mabmc - point.mpmc.max(point.sve))
        .collect()
}

/// A verdict only where ten times the error cannot change it.
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
    let Curves {
        points,
        error,
        basis,
    } = curves();
    let gains = improvements(points);
    let verdict = decided(
        gains.iter().all(|gain| *gain > 10.0 * error),
        gains.iter().any(|gain| *gain < -10.0 * error),
    );
    let last = points[points.len() - 1];
    let exact = format!("above the better arm by {}", ends(&gains));
    Ok(Finding::new(verdict, exact, basis)
        .seen(format!(
            "at the ten values of σ², between which nothing is claimed; error about {error:.1e}; at σ² = 0.1 MPMC {:.6}, SVE {:.6}, MABMC {:.6}; at σ² = 1 {:.6}, {:.6}, {:.6}",
            points[0].mpmc, points[0].sve, points[0].mabmc, last.mpmc, last.sve, last.mabmc
        )))
}

fn normal_similar(_: &Engine) -> Result<Finding, Interrupted> {
    let Curves {
        points,
        error,
        basis,
    } = curves();
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
    let exact = format!(
        "less than 0.05 apart at {similar} of {} values of σ²; at most {widest:.6} apart, {}",
        gaps.len(),
        ends(&gaps)
    );
    Ok(Finding::new(verdict, exact, basis).seen(format!("error about {error:.1e}")))
}

/// Differences between neighbors, larger minus smaller σ².
fn falls(values: &[f64]) -> Vec<f64> {
    values.windows(2).map(|pair| pair[0] - pair[1]).collect()
}

fn normal_decreasing(_: &Engine) -> Result<Finding, Interrupted> {
    let Curves {
        points,
        error,
        basis,
    } = curves();
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
    let exact = format!("it rises to {highest:.6} before it falls: {}", ends(&gains));
    Ok(Finding::new(verdict, exact, basis)
        .seen(format!(
            "at σ² = 0.1, 0.2, …, 1: {}; over MPMC alone {}; over SVE alone {}; error about {error:.1e}",
            list.join(", "), ends(&over(|point| point.mpmc)), ends(&over(|point| point.sve))
        )))
}

fn normal_increasing(_: &Engine) -> Result<Finding, Interrupted> {
    let Curves {
        points,
        error,
        basis,
    } = curves();
    let arms: [fn(&Acceptance) -> f64; 3] =
        [|point| point.mpmc, |point| point.sve, |point| point.mabmc];
    let steps: Vec<f64> = arms
        .iter()
        .flat_map(|arm| falls(&points.iter().map(arm).collect::<Vec<f64>>()))
        .collect();
    let verdict = decided(
        steps.iter().all(|fall| *fall < -10.0 * error),
        steps.iter().any(|fall| *fall > 10.0 * error),
    );
    let of = |arm: fn(&Acceptance) -> f64| ends(&points.iter().map(arm).collect::<Vec<f64>>());
    let metropolis: Vec<f64> = grid().into_iter().map(closed_forms::metropolis).collect();
    let exact = format!(
        "MPMC {}; SVE {}; MABMC {}",
        of(arms[0]),
        of(arms[1]),
        of(arms[2])
    );
    Ok(Finding::new(verdict, exact, basis).seen(format!(
        "for MPMC and SVE at every σ², by formulas that increase; for MABMC at the ten values; M-H {}; SVE at σ² is M-H at σ²/2; quadratures differ from the formulas by at most {error:.1e}",
        ends(&metropolis)
    )))
}
