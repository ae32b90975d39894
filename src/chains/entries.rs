//! What exact chains and enclosed ones have in common.

use super::{Chain, Figure};
use crate::numbers::Rational;

/// A chain whose entries are known exactly or enclosed.
pub trait Entries {
    /// The names of the states.
    fn states(&self) -> &[String];

    /// The law it should leave invariant.
    fn target(&self) -> &[Rational];

    /// P(from, to).
    fn entry(&self, from: usize, to: usize) -> Figure;

    /// Does detailed balance hold, exactly or as far as the enclosures tell?
    fn is_reversible(&self) -> bool;
}

impl Entries for Chain {
    fn states(&self) -> &[String] {
        Chain::states(self)
    }

    fn target(&self) -> &[Rational] {
        Chain::target(self)
    }

    fn entry(&self, from: usize, to: usize) -> Figure {
        Figure::Exact(self.matrix().entry(from, to).clone())
    }

    fn is_reversible(&self) -> bool {
        self.imbalance().is_none()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chains::given::two_states;

    #[test]
    fn an_exact_chain_by_its_entries() {
        let right: &dyn Entries = &two_states([1, 2]);
        assert!(right.is_reversible());
        assert_eq!(right.entry(0, 1), Figure::Exact(Rational::new(1, 2)));
        assert_eq!(right.entry(1, 0), Figure::Exact(Rational::new(1, 4)));
        let wrong: &dyn Entries = &two_states([1, 1]);
        assert!(!wrong.is_reversible());
    }
}
