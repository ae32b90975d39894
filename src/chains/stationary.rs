//! The stationary law of a chain, whether or not it is the target.

use super::Chain;
use crate::numbers::{Matrix, Rational, solve};

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
    /// There are several: so many closed classes.
    Several(usize),
    /// The linear system is too large to be solved in about a second.
    Unsolved,
}

impl Stationary {
    /// The stationary law, unless it takes long.
    pub fn of(chain: &Chain) -> Self {
        if !chain.is_invariant() && !chain.law_is_quick() {
            return Stationary::Unsolved;
        }
        match stationary_law(chain) {
            Some(law) => Stationary::Unique(law),
            None => Stationary::Several(chain.classes().closed.len()),
        }
    }

    /// The law, if it is known.
    pub fn law(&self) -> Option<&[Rational]> {
        match self {
            Stationary::Unique(law) => Some(law),
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
    solve(&system, &right).expect("the stationary law of one closed class is unique")
}

/// Half the sum of absolute differences between two laws on the same states.
pub fn total_variation(first: &[Rational], second: &[Rational]) -> Rational {
    let differences = first.iter().zip(second).map(|(p, q)| (p - q).abs());
    differences.sum::<Rational>() / Rational::from(2)
}
