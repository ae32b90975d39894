//! Two right samplers that are not reversible.

use peskun::chance::{Ask, Chance, Interrupted};
use peskun::kernels::{FiniteKernel, Kernel, Step};
use peskun::numbers::{Ratio, Rational};

/// A walk on a line that keeps its direction while its moves are accepted, and
/// turns around when one is not (Diaconis, Holmes and Neal 2000). A state is a
/// position and whether the walk goes up; flows are balanced between a state
/// and the other with its direction turned around.
pub struct LiftedWalk(pub Vec<i64>);

impl Kernel for LiftedWalk {
    type State = (usize, bool);

    fn step<C: Chance>(
        &self,
        &(from, upward): &(usize, bool),
        chance: &mut C,
    ) -> Result<Step<(usize, bool)>, Interrupted> {
        let next = if upward {
            from.checked_add(1).filter(|next| *next < self.0.len())
        } else {
            from.checked_sub(1)
        };
        if let Some(next) = next
            && chance.accept(&Ratio::Finite(Rational::new(self.0[next], self.0[from])))?
        {
            return Ok(Step::moved((next, upward)));
        }
        Ok(Step::stayed((from, !upward)))
    }
}

impl FiniteKernel for LiftedWalk {
    fn states(&self) -> Vec<(usize, bool)> {
        let both = |position| [(position, false), (position, true)];
        (0..self.0.len()).flat_map(both).collect()
    }

    fn target(&self) -> Vec<Rational> {
        let both = |&weight| [Rational::from(weight), Rational::from(weight)];
        self.0.iter().flat_map(both).collect()
    }
}

/// The Gibbs sampler on a table of weights: the row is drawn given the column,
/// then the column given the row; or in the opposite order.
pub struct SystematicScan {
    pub weights: Vec<Vec<i64>>,
    pub row_first: bool,
}

impl SystematicScan {
    fn draw_row<C: Chance>(&self, column: usize, chance: &mut C) -> Result<usize, Interrupted> {
        let weights = self.weights.iter().map(|row| Rational::from(row[column]));
        chance.pick(&weights.collect::<Vec<Rational>>())
    }

    fn draw_column<C: Chance>(&self, row: usize, chance: &mut C) -> Result<usize, Interrupted> {
        let weights = self.weights[row].iter().copied().map(Rational::from);
        chance.pick(&weights.collect::<Vec<Rational>>())
    }
}

impl Kernel for SystematicScan {
    type State = (usize, usize);

    fn step<C: Chance>(
        &self,
        &(row, column): &(usize, usize),
        chance: &mut C,
    ) -> Result<Step<(usize, usize)>, Interrupted> {
        if self.row_first {
            let row = self.draw_row(column, chance)?;
            return Ok(Step::moved((row, self.draw_column(row, chance)?)));
        }
        let column = self.draw_column(row, chance)?;
        Ok(Step::moved((self.draw_row(column, chance)?, column)))
    }
}

impl FiniteKernel for SystematicScan {
    fn states(&self) -> Vec<(usize, usize)> {
        let columns = self.weights[0].len();
        let row = |row| (0..columns).map(move |column| (row, column));
        (0..self.weights.len()).flat_map(row).collect()
    }

    fn target(&self) -> Vec<Rational> {
        let weights = self.weights.iter().flatten();
        weights.copied().map(Rational::from).collect()
    }
}
