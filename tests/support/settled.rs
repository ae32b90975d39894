//! The law that a chain settles in when it starts from its target: the one
//! stationary law or, where states fall into several classes that are never
//! left, that of each class with the mass that the target has there.

use peskun::chains::{Chain, ChainParts, Obtained, stationary_law};
use peskun::numbers::{Rational, SparseMatrix};

/// The law.
///
/// # Panics
/// If there are several classes and states that belong to none.
pub fn settled_law(chain: &Chain) -> Vec<Rational> {
    let classes = chain.classes();
    if let [_] = classes.closed.as_slice() {
        return stationary_law(chain).expect("one closed class");
    }
    assert!(classes.transient.is_empty(), "every class keeps its mass");
    let mut settled = vec![Rational::ZERO; chain.states().len()];
    for class in &classes.closed {
        let (part, mass) = restricted(chain, class);
        let law = stationary_law(&part).expect("one closed class");
        for (&state, probability) in class.iter().zip(law) {
            settled[state] = &mass * probability;
        }
    }
    settled
}

/// The chain on one of its closed classes, and the target's mass there.
fn restricted(chain: &Chain, class: &[usize]) -> (Chain, Rational) {
    let pick = |row: &[Rational]| -> Vec<Rational> {
        class.iter().map(|&state| row[state].clone()).collect()
    };
    let target = pick(chain.target());
    let mass: Rational = target.iter().cloned().sum();
    let rows = class
        .iter()
        .map(|&from| pick(&chain.matrix().full_row(from)));
    let names = class.iter().map(|&state| chain.states()[state].clone());
    let unused = vec![Rational::ZERO; class.len()];
    let part = Chain::from_parts(ChainParts {
        states: names.collect(),
        target: target
            .iter()
            .map(|probability| probability / &mass)
            .collect(),
        matrix: SparseMatrix::from_rows(rows.collect()),
        accepted: unused.clone(),
        moved: unused.clone(),
        costs: unused,
        obtained: Obtained::Import,
        used_doubles: false,
    });
    (part, mass)
}
