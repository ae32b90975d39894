//! The exact asymptotic variance of an average along the chain.

use super::Chain;
use crate::numbers::parallel;
use crate::numbers::{Integer, Rational, magnitude, over_common_denominator, solve_integers};
/// lim n·Var(average of f over n steps) for a chain with this unique
/// stationary law: 2⟨f̄, g⟩ − ⟨f̄, f̄⟩ with (1 − P)g = f̄ = f − π(f).
///
/// Periodic chains included. By p-adic lifting.
///
/// # Panics
/// If the lengths differ, or the law is not the unique stationary one.
pub fn asymptotic_variance(
    chain: &Chain,
    stationary: &[Rational],
    function: &[Rational],
) -> Rational {
    let size = chain.states().len();
    assert_eq!(function.len(), size, "one value for each state");
    let (weights, total) = over_common_denominator(stationary);
    let (values, scale) = over_common_denominator(function);
    let sum = |terms: &mut dyn Iterator<Item = Integer>| {
        terms.fold(Integer::ZERO, |sum, term| sum + term)
    };
    // f̄ over scale·total, in integers.
    let mean = sum(&mut weights
        .iter()
        .zip(&values)
        .map(|(weight, value)| weight * value));
    let total = Integer::from(total);
    let centered: Vec<Integer> = values.iter().map(|f| f * &total - &mean).collect();
    let unit = total.clone() * Integer::from(scale);

    // g is unique once it is zero in a state that the chain returns to; the
    // equation of that state follows from the others. Row i is multiplied by its
    // common denominator.
    let zero = stationary.iter().position(Rational::is_positive);
    let zero = zero.expect("a law has mass somewhere");
    let others: Vec<usize> = (0..size).filter(|&state| state != zero).collect();
    let equations = parallel::map(&others, |&from| {
        let entries = (0..size).map(|to| chain.matrix().entry(from, to));
        let (numerators, denominator) = over_common_denominator(entries);
        let denominator = Integer::from(denominator);
        let entry = |&to: &usize| match to == from {
            true => &denominator - &numerators[to],
            false => -&numerators[to],
        };
        let row = others.iter().map(entry).collect();
        (row, &centered[from] * &denominator)
    });
    let (rows, right): (Vec<Vec<Integer>>, Vec<Integer>) = equations.into_iter().unzip();
    let solution = solve_integers(rows, right).expect("the stationary law is unique");

    let flat = |state: usize| &weights[state] * &centered[state];
    let cross = others.iter().zip(&solution.numerators);
    let cross = sum(&mut cross.map(|(&state, g)| flat(state) * g));
    let square = sum(&mut (0..size).map(|state| flat(state) * &centered[state]));
    let denominator = Integer::from(solution.denominator);
    let above = Integer::from(2) * cross - square * &denominator;
    let below = total * &unit * unit * denominator;
    Rational::from_parts(above, magnitude(&below))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chains::given::two_states;

    #[test]
    fn the_variance_of_a_multiple_is_multiplied_by_its_square() {
        let chain = two_states([1, 2]);
        for (numerator, denominator) in [(1, 1), (1, 2), (-2, 3), (5, 1)] {
            let factor = Rational::new(numerator, denominator);
            let function = [Rational::ZERO, factor.clone()];
            let variance = asymptotic_variance(&chain, chain.target(), &function);
            assert_eq!(variance, Rational::new(10, 27) * factor.power(2));
        }
    }
}
