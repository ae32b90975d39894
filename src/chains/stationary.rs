//! The stationary law of a chain, whether or not it is the target.

use super::certified::enclosed_law;
use super::{Accuracy, Chain, Figure};
use crate::numbers::{Matrix, Rational, solve_by_lifting};

/// The unique stationary law, or nothing if the chain has several.
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
}

impl Stationary {
    /// The stationary law: exactly where it is short, otherwise enclosed.
    pub fn of(chain: &Chain, accuracy: Accuracy) -> Self {
        let classes = chain.classes();
        let [class] = classes.closed.as_slice() else {
            return Stationary::Several(classes.closed.len());
        };
        if chain.is_invariant() {
            return Stationary::Unique(chain.target().to_vec());
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
            Stationary::Several(_) | Stationary::Unsolved => None,
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
            Stationary::Several(_) | Stationary::Unsolved => None,
        }
    }
}

/// The stationary law on a closed class: π(P − 1) = 0 for all states but the
/// last, and total 1.
fn solve_class(chain: &Chain, class: &[usize]) -> Vec<Rational> {
    let size = class.len();
    let system = Matrix::from_fn(size, size, |equation, unknown| {
        if equation + 1 == size {
            return Rational::ONE;
        }
        let entry = chain.matrix().entry(class[unknown], class[equation]);
        if equation == unknown {
            entry - Rational::ONE
        } else {
            entry.clone()
        }
    });
    let mut right = vec![Rational::ZERO; size];
    right[size - 1] = Rational::ONE;
    solve_by_lifting(&system, &right).expect("the stationary law of one closed class is unique")
}

/// Half the sum of absolute differences between two laws on the same states.
pub fn total_variation(first: &[Rational], second: &[Rational]) -> Rational {
    let differences = first.iter().zip(second).map(|(p, q)| (p - q).abs());
    differences.sum::<Rational>() / Rational::from(2)
}
