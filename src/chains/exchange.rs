//! A chain as a kernel again, and with its states under other names or in
//! another order.

use std::collections::BTreeMap;

use super::{Chain, ChainParts};
use crate::kernels::{CompiledKernel, Step};
use crate::numbers::{Law, Rational};

impl Chain {
    /// The kernel that draws from the rows of the matrix. Of the steps only the
    /// state is known: one that stays counts as not accepted, and none costs
    /// anything.
    pub fn to_kernel(&self) -> CompiledKernel {
        let law = |from: usize| {
            let steps = self.matrix().row(from).map(|(to, probability)| {
                let step = if to == from {
                    Step::stayed(to)
                } else {
                    Step::moved(to)
                };
                (step, probability.clone())
            });
            Law::proportional_to(steps).expect("the rows of a chain are laws")
        };
        let laws = (0..self.states().len()).map(law);
        let labels = self.states().to_vec();
        CompiledKernel::from_laws(labels, self.target().to_vec(), laws.collect())
            .with_doubles(self.used_doubles())
    }

    /// The same chain with other names for its states, one for each.
    ///
    /// # Panics
    /// If there are more or fewer names than states.
    pub fn renamed(&self, states: &[String]) -> Self {
        assert_eq!(states.len(), self.states().len(), "one name for each state");
        let positions: Vec<usize> = (0..states.len()).collect();
        self.picked(&positions, states)
    }

    /// The same chain with its states in this order, or nothing if these are not
    /// its states.
    pub fn reordered(&self, states: &[String]) -> Option<Self> {
        let own: BTreeMap<&String, usize> = self.states().iter().zip(0..).collect();
        let positions = states.iter().map(|state| own.get(state).copied());
        let positions: Vec<usize> = positions.collect::<Option<_>>()?;
        let mut sorted = positions.clone();
        sorted.sort_unstable();
        let all = sorted.iter().copied().eq(0..self.states().len());
        all.then(|| self.picked(&positions, states))
    }

    /// The states at these positions, under these names.
    fn picked(&self, positions: &[usize], states: &[String]) -> Self {
        let pick = |values: &[Rational]| -> Vec<Rational> {
            positions
                .iter()
                .map(|&position| values[position].clone())
                .collect()
        };
        let picked = Chain::from_parts(ChainParts {
            states: states.to_vec(),
            target: pick(self.target()),
            matrix: self.matrix().picked(positions),
            accepted: pick(&self.accepted),
            moved: pick(&self.moved),
            costs: pick(&self.costs),
            obtained: self.obtained(),
            used_doubles: self.used_doubles(),
        });
        match self.tolerance() {
            Some(tolerance) => picked.with_tolerance(tolerance),
            None => picked,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chains::given::two_states;

    #[test]
    fn a_step_of_the_kernel_is_accepted_if_it_moves() {
        let chain = two_states([1, 2]);
        let again = Chain::of(&chain.to_kernel()).expect("a chain");
        assert_eq!(again.matrix(), chain.matrix());
        // 1/3 · 1/2 + 2/3 · 1/4
        assert_eq!(again.acceptance(), Rational::new(1, 3));
        assert_eq!(again.moves(), Rational::new(1, 3));
        assert_eq!(again.draws_per_step(), Rational::ZERO);
    }
}
