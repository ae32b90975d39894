//! The figures of merit of one chain, side by side.

use super::certified::{enclosed_modulus, enclosed_variance};
use super::effort::solves;
use super::radius::enclosed_radius;
use super::{
    Accuracy, Chain, Entries, Figure, Verdicts, asymptotic_variance, second_modulus, stationary_law,
};
use crate::numbers::Rational;

/// How good a chain is for averaging a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Merit {
    /// Mean acceptance under the target.
    pub acceptance: Figure,
    /// Probability of moving under the target.
    pub moves: Figure,
    /// Asymptotic variance of the function under the chain's own stationary
    /// law; nothing if that is not unique, or has too many states.
    pub asymptotic_variance: Option<Figure>,
    /// |λ₂|; nothing if there are too many states.
    pub second_modulus: Option<Figure>,
    /// Expected auxiliary draws in a step, under the target.
    pub draws_per_step: Figure,
    /// Is the target invariant, exactly or up to rounding? Otherwise averages are
    /// not those of the target, however quickly they settle.
    pub is_invariant: bool,
    /// One over variance times draws; nothing if that is not positive, or if the
    /// target is not invariant.
    pub efficiency: Option<Figure>,
}

/// The figures of merit for a function with one value for each state, exact
/// where they are short and otherwise as accurate as is asked for.
pub fn merit(chain: &Chain, function: &[Rational], accuracy: Accuracy) -> Merit {
    let variance = variance(chain, function, accuracy);
    let draws_per_step = Figure::Exact(chain.draws_per_step());
    let is_invariant = Verdicts::of(chain).invariant.is_yes();
    let of_target = variance.as_ref().filter(|_| is_invariant);
    Merit {
        acceptance: Figure::Exact(chain.acceptance()),
        moves: Figure::Exact(chain.moves()),
        second_modulus: second_modulus(chain, accuracy),
        is_invariant,
        efficiency: of_target.and_then(|variance| efficiency(variance, &draws_per_step)),
        asymptotic_variance: variance,
        draws_per_step,
    }
}

/// The asymptotic variance of a function, exact where it is short and otherwise
/// enclosed; nothing if the stationary law is not unique, or if there are more than
/// [`Chain::MOST_SOLVED`] states.
pub fn variance(chain: &Chain, function: &[Rational], accuracy: Accuracy) -> Option<Figure> {
    let classes = chain.classes();
    let [class] = classes.closed.as_slice() else {
        return None;
    };
    if !solves(chain.states().len()) {
        return None;
    }
    let invariant = chain.is_invariant();
    if chain.variance_is_short(invariant) {
        let law = stationary_law(chain)?;
        return Some(Figure::Exact(asymptotic_variance(chain, &law, function)));
    }
    enclosed_variance(chain, class, invariant, function, accuracy)
}

/// 1 / (asymptotic variance × draws per step): what an auxiliary draw buys.
pub fn efficiency(variance: &Figure, draws_per_step: &Figure) -> Option<Figure> {
    variance.times(draws_per_step).reciprocal()
}

/// The asymptotic variance and |λ₂| of a chain that is enclosed, irreducible and
/// aperiodic, and that satisfies detailed balance with its target up to the
/// widths of its enclosures; nothing where those are too wide.
pub fn enclosed_merit(
    chain: &dyn Entries,
    function: &[Rational],
    accuracy: Accuracy,
) -> (Option<Figure>, Option<Figure>) {
    let every: Vec<usize> = (0..chain.states().len()).collect();
    (
        enclosed_variance(chain, &every, true, function, accuracy),
        Some(enclosed_modulus(
            chain,
            &enclosed_radius(chain, accuracy),
            accuracy,
        )),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chains::given::two_states;

    #[test]
    fn exact_figures_by_hand() {
        let indicator = [Rational::ZERO, Rational::ONE];
        let exactly = |numerator, denominator| Figure::Exact(Rational::new(numerator, denominator));
        for masses in [[1, 2], [1, 1]] {
            let merit = merit(&two_states(masses), &indicator, Accuracy::default());
            assert_eq!(merit.asymptotic_variance, Some(exactly(10, 27)));
            assert_eq!(merit.second_modulus, Some(exactly(1, 4)));
            // Nothing is drawn, so that no draw buys anything.
            assert_eq!(merit.efficiency, None);
        }
        assert_eq!(
            efficiency(&exactly(10, 27), &exactly(3, 5)),
            Some(exactly(9, 2))
        );
    }

    #[test]
    fn enclosed_figures_by_hand() {
        let accuracy = Accuracy::default();
        let indicator = [Rational::ZERO, Rational::ONE];
        let (variance, modulus) = enclosed_merit(&two_states([1, 2]), &indicator, accuracy);
        let within = |figure: Option<Figure>, value: Rational| {
            figure.is_some_and(|figure| figure.contains(&value) && accuracy.allows(&figure))
        };
        assert!(within(variance, Rational::new(10, 27)));
        assert!(within(modulus, Rational::new(1, 4)));
    }
}
