//! The stationary law of a chain, whether or not it is the target.

use super::certified::enclosed_law;
use super::effort::solves;
use super::{Accuracy, Chain, Figure};
use crate::numbers::parallel;
use crate::numbers::{
    Integer, Natural, Rational, magnitude, over_common_denominator, solve_integers,
};
/// The unique stationary law, or nothing if the chain has several, or if it has
/// more than [`Chain::MOST_SOLVED`] states and the target is not it.
///
/// A finite chain always has one; it is unique if and only if there is just
/// one closed class. Where the target is invariant it is that law, and no
/// system needs to be solved.
pub fn stationary_law(chain: &Chain) -> Option<Vec<Rational>> {
    let classes = chain.classes();
    let [class] = classes.closed.as_slice() else {
        return None;
    };
    if chain.is_invariant() {
        return Some(chain.target().to_vec());
    }
    if !solves(class.len()) {
        return None;
    }
    let masses = solve_class(chain, class);
    let mut law = vec![Rational::ZERO; chain.states().len()];
    for (&state, mass) in class.iter().zip(masses) {
        law[state] = mass;
    }
    Some(law)
}

/// The stationary law as far as a report goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stationary {
    /// There is one.
    Unique(Vec<Rational>),
    /// There is one, known by an enclosure of each mass.
    Enclosed(Vec<Figure>),
    /// There are several: so many closed classes.
    Several(usize),
    /// It could not be enclosed narrowly enough.
    Unsolved,
    /// It is not the target, and has too many states to be solved for: so many.
    TooLarge(usize),
}

impl Stationary {
    /// The stationary law: exactly where it is short, otherwise enclosed. It is
    /// found once for the usual accuracy.
    pub fn of(chain: &Chain, accuracy: Accuracy) -> Self {
        match accuracy == Accuracy::default() {
            true => (chain.found.law)
                .get_or_init(|| Self::found(chain, accuracy))
                .clone(),
            false => Self::found(chain, accuracy),
        }
    }

    fn found(chain: &Chain, accuracy: Accuracy) -> Self {
        let classes = chain.classes();
        let [class] = classes.closed.as_slice() else {
            return Stationary::Several(classes.closed.len());
        };
        if chain.is_invariant() {
            return Stationary::Unique(chain.target().to_vec());
        }
        if !solves(class.len()) {
            return Stationary::TooLarge(class.len());
        }
        if chain.law_is_short() {
            return stationary_law(chain).map_or(Stationary::Unsolved, Stationary::Unique);
        }
        enclosed_law(chain, class, accuracy).map_or(Stationary::Unsolved, Stationary::Enclosed)
    }

    /// The mass of a state, if it is known.
    pub fn mass(&self, state: usize) -> Option<Figure> {
        match self {
            Stationary::Unique(law) => Some(Figure::Exact(law[state].clone())),
            Stationary::Enclosed(law) => Some(law[state].clone()),
            Stationary::Several(_) | Stationary::Unsolved | Stationary::TooLarge(_) => None,
        }
    }

    /// Why it is not known, in a few words; nothing if it is.
    pub fn reason(&self) -> Option<String> {
        match self {
            Stationary::Unique(_) | Stationary::Enclosed(_) => None,
            Stationary::Several(classes) => Some(format!(
                "the stationary law is not unique: there are {classes} closed classes"
            )),
            Stationary::Unsolved => Some("the stationary law is not solved for".into()),
            Stationary::TooLarge(states) => Some(format!(
                "the stationary law on {states} states is not solved for: at most {} are",
                Chain::MOST_SOLVED
            )),
        }
    }

    /// Half the sum of absolute differences to a law on the same states, if it is
    /// known.
    pub fn total_variation(&self, target: &[Rational]) -> Option<Figure> {
        match self {
            Stationary::Unique(law) => Some(Figure::Exact(total_variation(law, target))),
            Stationary::Enclosed(law) => {
                let (mut low, mut high) = (Rational::ZERO, Rational::ZERO);
                for (mass, p) in law.iter().zip(target) {
                    let ends = [mass.low() - p, mass.high() - p].map(|end| end.abs());
                    let [first, second] = ends;
                    if !mass.contains(p) {
                        low += first.clone().min(second.clone());
                    }
                    high += first.max(second);
                }
                let half = Rational::new(1, 2);
                Some(Figure::between(low * &half, high * half))
            }
            Stationary::Several(_) | Stationary::Unsolved | Stationary::TooLarge(_) => None,
        }
    }
}

/// The stationary law on a closed class. With s(j) the common denominator of
/// row j, the masses π(j) = s(j)·x(j) up to scale, where x is 1 in the last state
/// and solves Σ x(j) s(j) (P(j, i) − 1{i = j}) = 0 for the other states i: a
/// system in integers as short as the rows.
fn solve_class(chain: &Chain, class: &[usize]) -> Vec<Rational> {
    let last = class.len() - 1;
    let rows: Vec<(Vec<Integer>, Natural)> = parallel::map(class, |&from| {
        over_common_denominator(class.iter().map(|&to| chain.matrix().entry(from, to)))
    });
    let entry = |from: usize, to: usize| -> Integer {
        let (numerators, denominator) = &rows[from];
        match from == to {
            true => &numerators[to] - Integer::from(denominator.clone()),
            false => numerators[to].clone(),
        }
    };
    let equation = |to: usize| -> Vec<Integer> { (0..last).map(|from| entry(from, to)).collect() };
    let equations = (0..last).map(equation).collect();
    let right = (0..last).map(|to| -entry(last, to)).collect();
    let solution = solve_integers(equations, right);
    let mut solution = solution.expect("the stationary law of one closed class is unique");
    let (numerators, denominator) = (&mut solution.numerators, solution.denominator);
    numerators.push(Integer::from(denominator));
    let scaled = rows.iter().zip(&*numerators);
    let weights = scaled.map(|((_, scale), x)| magnitude(&(x * Integer::from(scale.clone()))));
    let weights: Vec<Natural> = weights.collect();
    normalized(&weights)
}

/// Weights over their total, in lowest terms.
fn normalized(weights: &[Natural]) -> Vec<Rational> {
    let total = weights
        .iter()
        .fold(Natural::ZERO, |sum, weight| sum + weight);
    let share =
        |weight: &Natural| Rational::from_parts(Integer::from(weight.clone()), total.clone());
    parallel::map(weights, share)
}

/// Half the sum of absolute differences between two laws on the same states.
pub fn total_variation(first: &[Rational], second: &[Rational]) -> Rational {
    // Added in integers: reducing every partial sum would take longest.
    let all: Vec<&Rational> = first.iter().chain(second).collect();
    let (numerators, denominator) = over_common_denominator(all);
    let (first, second) = numerators.split_at(first.len());
    let differences = first.iter().zip(second).map(|(p, q)| magnitude(&(p - q)));
    let sum = differences.fold(Natural::ZERO, |sum, difference| sum + difference);
    Rational::from_parts(Integer::from(sum), denominator * Natural::from(2u8))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chains::given::chain_over;

    #[test]
    fn a_law_that_is_not_the_target_is_solved_for() {
        // The first state is left for good. Of the others π₁ = π₂ + π₃/2,
        // π₂ = (π₁ + π₃)/2 and π₃ = π₁/2: they have 4, 3 and 2 ninths.
        let rows = [[1, 1, 0, 0], [0, 0, 1, 1], [0, 2, 0, 0], [0, 1, 1, 0]];
        let ninths = [0, 4, 3, 2].map(|mass| Rational::new(mass, 9)).to_vec();
        for target in [([1, 1, 1, 1], 4), ([0, 4, 3, 2], 9)] {
            let chain = chain_over(target, (rows, 2));
            assert_eq!(stationary_law(&chain), Some(ninths.clone()));
            let law = Stationary::of(&chain, Accuracy::default());
            assert_eq!(law, Stationary::Unique(ninths.clone()));
        }
        let apart = chain_over(([1, 1], 2), ([[1, 0], [0, 1]], 1));
        assert_eq!(stationary_law(&apart), None);
        let several = Stationary::of(&apart, Accuracy::default());
        assert_eq!(several, Stationary::Several(2));
    }

    #[test]
    fn distances_of_enclosed_laws() {
        let q = Rational::new;
        let law = Stationary::Enclosed(vec![
            Figure::between(q(1, 4), q(3, 8)),
            Figure::between(q(5, 8), q(3, 4)),
        ]);
        let distance = |target: [Rational; 2]| law.total_variation(&target);
        assert_eq!(
            distance([q(1, 2), q(1, 2)]),
            Some(Figure::between(q(1, 8), q(1, 4)))
        );
        // What may be equal counts from zero on.
        assert_eq!(
            distance([q(3, 10), q(7, 10)]),
            Some(Figure::between(q(0, 1), q(3, 40)))
        );
        let exact = Stationary::Unique(vec![q(1, 4), q(3, 4)]);
        assert_eq!(
            exact.total_variation(&[q(1, 2), q(1, 2)]),
            Some(Figure::Exact(q(1, 4)))
        );
        assert_eq!(Stationary::Several(2).total_variation(&[q(1, 1)]), None);
        assert_eq!(law.mass(1), Some(Figure::between(q(5, 8), q(3, 4))));
    }

    #[test]
    fn reasons_in_words() {
        assert_eq!(Stationary::Unique(Vec::new()).reason(), None);
        let reason = |law: Stationary| law.reason().unwrap_or_default();
        assert!(reason(Stationary::Several(3)).contains("3 closed classes"));
        assert!(reason(Stationary::TooLarge(501)).contains("501 states"));
        assert!(reason(Stationary::Unsolved).contains("not solved for"));
    }
}
