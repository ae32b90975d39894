//! What the draws buy: efficiency on the paper's lattice (Section 5.2).
//!
//! The paper measures by average acceptance. What a user pays for are auxiliary
//! draws, each a simulated lattice, and what a user wants is a small asymptotic
//! variance; so the yardstick is 1 / (asymptotic variance × expected draws in a
//! step).

use std::cmp::Ordering;

use crate::chains::{Accuracy, Figure, Merit};
use crate::chance::Interrupted;
use crate::claims::evidence::figures;
use crate::claims::shared::Shared;
use crate::claims::{Check, Claim, Engine, Finding, Verdict};
use crate::lattices::enclosed_kernels;
use crate::models::ising_ten;
use crate::numbers::Rational;

/// The claim.
pub(super) const CLAIMS: &[Claim] = &[Claim {
    id: "ising-efficiency",
    place: "Section 5.2",
    statement: "MABMC outperforms SVE and MPMC, in efficiency per auxiliary draw",
    method: "1/(asymptotic variance of the indicator of the last parameter × draws per step) on `ising-10x10`, enclosed; the paper measures acceptance, efficiency per draw is our reading of performance",
    paper: Some("the MABMC algorithm overall outperforms better than SVE and MPMC"),
    expected: Verdict::Refuted,
    check: Check::Particular(ranking),
}];

/// The figures of all six algorithms; computed once.
fn merits() -> &'static [(&'static str, Merit)] {
    static DONE: Shared<Vec<(&'static str, Merit)>> = Shared::new();
    DONE.get(|| {
        let model = ising_ten();
        let count = model.names().len();
        let mut function = vec![Rational::ZERO; count];
        function[count - 1] = Rational::ONE;
        enclosed_kernels(&model)
            .into_iter()
            .map(|(name, chain)| (name, chain.merit(&function, Accuracy::default())))
            .collect()
    })
}

/// Which of two figures is surely larger; nothing if the enclosures overlap.
fn compared(first: &Figure, second: &Figure) -> Option<Ordering> {
    if first.low() > second.high() {
        Some(Ordering::Greater)
    } else if first.high() < second.low() {
        Some(Ordering::Less)
    } else {
        None
    }
}

/// Four decimals.
fn shown(figure: &Figure) -> String {
    format!("{:.4}", figure.low().to_f64())
}

fn ranking(_: &Engine) -> Result<Finding, Interrupted> {
    // M-H takes no draws and knows Z, which nobody does.
    let priced: Vec<(&str, &Figure)> = merits()
        .iter()
        .filter_map(|(name, merit)| Some((*name, merit.efficiency.as_ref()?)))
        .collect();
    let of = |name: &str| priced.iter().find(|(known, _)| *known == name);
    let (Some((_, ours)), Some((_, mpmc)), Some((_, sve))) = (of("mabmc"), of("mpmc"), of("sve"))
    else {
        return Ok(Finding::open("no efficiency was enclosed"));
    };
    let mut ranked = priced.clone();
    ranked.sort_by(|first, second| second.1.low().cmp(first.1.low()));
    let strict = ranked
        .windows(2)
        .all(|pair| compared(pair[0].1, pair[1].1) == Some(Ordering::Greater));
    let verdict = match (strict, compared(ours, mpmc), compared(ours, sve)) {
        (true, Some(Ordering::Greater), Some(Ordering::Greater)) => Verdict::Verified,
        (true, Some(_), Some(_)) => Verdict::Refuted,
        _ => Verdict::Open,
    };
    let words: Vec<String> = ranked
        .iter()
        .map(|(name, figure)| format!("{name} {}", shown(figure)))
        .collect();
    let variances: Vec<String> = merits()
        .iter()
        .filter_map(|(name, merit)| {
            let variance = merit.asymptotic_variance.as_ref()?;
            let draws = merit.draws_per_step.low().to_f64();
            Some(format!(
                "{name} {:.6} with {draws:.4} draws",
                variance.low().to_f64()
            ))
        })
        .collect();
    let basis = figures(priced.iter().map(|(_, figure)| *figure));
    Ok(
        Finding::new(verdict, format!("best first: {}", words.join(", ")), &basis)
            .seen(format!(
                "asymptotic variance: {}; M-H takes no draws, since it knows Z",
                variances.join(", ")
            ))
            .reproduce("peskun table --model ising-10x10 --kernel sve"),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn overlapping_enclosures_decide_nothing() {
        let between = |low, high| Figure::between(Rational::from(low), Rational::from(high));
        assert_eq!(compared(&between(1, 3), &between(2, 4)), None);
        assert_eq!(
            compared(&between(1, 2), &between(3, 4)),
            Some(Ordering::Less)
        );
        assert_eq!(
            compared(&between(5, 6), &between(3, 4)),
            Some(Ordering::Greater)
        );
    }
}
