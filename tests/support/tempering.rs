//! Parallel tempering on two temperatures, with the swap as it should be and
//! with its ratio turned over.

use peskun::chance::{Ask, Chance, Interrupted};
use peskun::kernels::{FiniteKernel, Kernel, Step};
use peskun::numbers::{Ratio, Rational};

/// A walk at each of two temperatures, the first with the target w⁴ and the
/// second with w. Every other time on average, a swap is proposed instead.
pub struct Tempering {
    pub weights: Vec<i64>,
    /// Is the swap accepted with the ratio turned over?
    pub reversed: bool,
}

/// The powers of the weights, for the cold and the hot walk.
const POWERS: [usize; 2] = [4, 1];

impl Tempering {
    fn weight(&self, walk: usize, state: usize) -> Rational {
        Rational::from(self.weights[state]).power(POWERS[walk])
    }

    /// A Metropolis step of one of the walks, to a neighbor.
    fn walk<C: Chance>(
        &self,
        walk: usize,
        from: usize,
        chance: &mut C,
    ) -> Result<usize, Interrupted> {
        let to = match chance.uniform(2)? {
            0 => from.checked_sub(1),
            _ => Some(from + 1).filter(|to| *to < self.weights.len()),
        };
        let Some(to) = to else { return Ok(from) };
        let ratio = self.weight(walk, to) / self.weight(walk, from);
        let accepted = chance.accept(&Ratio::Finite(ratio))?;
        Ok(if accepted { to } else { from })
    }
}

impl Kernel for Tempering {
    type State = (usize, usize);

    fn step<C: Chance>(
        &self,
        &(cold, hot): &(usize, usize),
        chance: &mut C,
    ) -> Result<Step<(usize, usize)>, Interrupted> {
        if chance.uniform(2)? == 0 {
            let cold = self.walk(0, cold, chance)?;
            return Ok(Step::moved((cold, self.walk(1, hot, chance)?)));
        }
        let here = self.weight(0, cold) * self.weight(1, hot);
        let there = self.weight(0, hot) * self.weight(1, cold);
        let ratio = if self.reversed {
            here / there
        } else {
            there / here
        };
        if chance.accept(&Ratio::Finite(ratio))? {
            Ok(Step::moved((hot, cold)))
        } else {
            Ok(Step::stayed((cold, hot)))
        }
    }
}

impl FiniteKernel for Tempering {
    fn states(&self) -> Vec<(usize, usize)> {
        let places = 0..self.weights.len();
        let pair = |cold| places.clone().map(move |hot| (cold, hot));
        places.clone().flat_map(pair).collect()
    }

    fn target(&self) -> Vec<Rational> {
        let weight = |(cold, hot)| self.weight(0, cold) * self.weight(1, hot);
        self.states().into_iter().map(weight).collect()
    }
}
