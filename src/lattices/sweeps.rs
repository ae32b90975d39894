//! Double Metropolis–Hastings on a small lattice: the law of the inner chain
//! after some sweeps of heat-bath updates, as a vector over all configurations.
//!
//! One update of a site mixes pairs of configurations that differ there. That
//! costs O(2^spins) for each site, where enumerating paths would cost
//! O(2^(spins · sweeps)).

use super::column::CountedModel;
use crate::models::{Model, SpinModel};
use crate::numbers::{Fraction, Ratio, Rational, magnitude};

/// The most spins whose configurations are swept.
const MOST_SPINS: usize = 12;

/// r(θ, θ') with so many sweeps from the data, for every pair; nothing if the
/// lattice has too many configurations.
pub(super) fn acceptances(model: &CountedModel, sweeps: usize) -> Option<Vec<Vec<Fraction>>> {
    let parts = model.model.parts();
    if parts.lattice.sites().checked_mul(parts.replicates)? > MOST_SPINS {
        return None;
    }
    let spins = SpinModel::new(&model.model).ok()?;
    let size = model.size();
    let laws: Vec<Vec<Rational>> = (0..size).map(|to| spins.swept(to, sweeps)).collect();
    let of = |from: usize, to: usize| {
        let likelihoods =
            |point: &usize| (spins.likelihood(&from, point), spins.likelihood(&to, point));
        let known = spins.known_ratio(&from, &to);
        let accepted = |(point, mass): (usize, &Rational)| {
            let (here, there) = likelihoods(&point);
            let ratio = match Ratio::of(&here, &there) {
                Ratio::Finite(weight) => known.times(&weight),
                Ratio::Infinite => Ratio::Infinite,
            };
            mass * ratio.capped()
        };
        let mean: Rational = laws[to].iter().enumerate().map(accepted).sum();
        Fraction {
            numerator: magnitude(mean.numerator()),
            denominator: mean.denominator().clone(),
        }
    };
    let rows = (0..size).map(|from| (0..size).map(|to| of(from, to)).collect());
    Some(rows.collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lattices::test_models::line;

    /// The data itself is drawn without sweeps, and there is one parameter only.
    #[test]
    fn twelve_spins_are_swept_and_no_more() {
        let swept = |sites: usize| acceptances(&CountedModel::new(&line(sites)), 0);
        let table = swept(MOST_SPINS).expect("few enough spins");
        assert_eq!(table[0][0].reduced(), Rational::ONE);
        assert!(swept(MOST_SPINS + 1).is_none());
    }
}
