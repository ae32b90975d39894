//! Section 5: the numerical examples.

use super::evidence::{Engine, Finding, joined};
use super::{Claim, Verdict};
use crate::chance::Interrupted;
use crate::numbers::Rational;

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
        id: "ising-terms",
        place: "Section 5.2",
        statement: "Z(β) on a lattice with N sites is a sum of 2^(N²) terms",
        method: "count the configurations of one spin on each of N sites",
        paper: Some("2^{N²} terms with N sites"),
        expected: Verdict::Corrected,
        check: ising_terms,
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

fn ising_terms(_: &Engine) -> Result<Finding, Interrupted> {
    // Configurations by construction: each site doubles what the others have.
    let configurations = |sites: u32| (0..sites).fold(1u64, |count, _| count * 2);
    let (sites, printed) = ([1, 4, 9], |sites: u32| 2u64.pow(sites * sites).to_string());
    let agree = [4u32]
        .iter()
        .all(|&n| configurations(n).to_string() == printed(n));
    let verdict = if agree {
        Verdict::Verified
    } else {
        Verdict::Corrected
    };
    Ok(Finding::new(
        verdict,
        "2^N terms for N sites; 2^(N²) for an N×N lattice, which is what N = 10 means",
    )
    .seen(format!(
        "{} configurations for {} sites",
        joined(sites.map(configurations)),
        joined(sites)
    )))
}
