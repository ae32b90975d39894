//! Steps of the exchange algorithm with one mistake each, outside its ratio.

use peskun::arms::{Arm, Exchange};
use peskun::chance::{Ask, Chance, Interrupted};
use peskun::kernels::{FiniteKernel, Kernel, Step};
use peskun::models::{Model, TableModel, Yardstick};
use peskun::numbers::{Ratio, Rational};

/// What is wrong with the step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Nothing: the exchange algorithm written a third time.
    Nothing,
    /// Accepted with probability min{a, 1}².
    SquaredAcceptance,
    /// Accepted when a > 1, and never otherwise.
    OnlyUphill,
    /// One number chooses the proposal and decides on acceptance.
    SharedNumber,
    /// After a rejection something else is proposed.
    AnotherTry,
    /// A walk that would step over the edge steps back inside, where its ratio
    /// takes for granted that it stays.
    TurnsBackAtTheEdge,
}

/// The exchange algorithm with this fault.
pub struct FaultyStep<'m> {
    pub model: &'m TableModel,
    pub fault: Fault,
}

impl FaultyStep<'_> {
    fn propose<C: Chance>(&self, from: usize, chance: &mut C) -> Result<usize, Interrupted> {
        if self.fault != Fault::TurnsBackAtTheEdge {
            return self.model.propose(&from, chance);
        }
        let last = self.model.parameters().len() - 1;
        let up = chance.coin(&Rational::new(1, 2))?;
        Ok(match (up, from) {
            (false, 0) => 1,
            (false, _) => from - 1,
            (true, _) if from == last => last - 1,
            (true, _) => from + 1,
        })
    }

    /// The probability of accepting a proposal, where it should be min{a, 1}.
    fn acceptance(&self, from: usize, to: usize, ratio: &Ratio<Rational>) -> Rational {
        match self.fault {
            Fault::SquaredAcceptance => ratio.capped().power(2),
            Fault::OnlyUphill if *ratio > Ratio::Finite(Rational::ONE) => Rational::ONE,
            Fault::OnlyUphill => Rational::ZERO,
            Fault::SharedNumber => {
                // The number U fell between these two, or else another θ' would
                // have been chosen: U ≤ a is a coin.
                let width = self.model.proposal(&from, &to);
                let low: Rational = (0..to)
                    .map(|below| self.model.proposal(&from, &below))
                    .sum();
                let part = (ratio.capped() - low) / width;
                part.max(Rational::ZERO).min(Rational::ONE)
            }
            Fault::Nothing | Fault::AnotherTry | Fault::TurnsBackAtTheEdge => ratio.capped(),
        }
    }

    /// A proposal, and whether it is accepted.
    fn attempt<C: Chance>(
        &self,
        from: usize,
        chance: &mut C,
    ) -> Result<(usize, bool), Interrupted> {
        let to = self.propose(from, chance)?;
        let ratio = Exchange.estimate(self.model, &from, &to, chance)?.ratio;
        let accepted = chance.coin(&self.acceptance(from, to, &ratio))?;
        Ok((to, accepted))
    }
}

impl Kernel for FaultyStep<'_> {
    type State = usize;

    fn step<C: Chance>(&self, &from: &usize, chance: &mut C) -> Result<Step<usize>, Interrupted> {
        let mut draws = 1;
        let (mut to, mut accepted) = self.attempt(from, chance)?;
        if self.fault == Fault::AnotherTry && !accepted {
            (to, accepted) = self.attempt(from, chance)?;
            draws = 2;
        }
        Ok(Step {
            state: if accepted { to } else { from },
            accepted,
            arm: None,
            cost: draws,
        })
    }
}

impl FiniteKernel for FaultyStep<'_> {
    fn states(&self) -> Vec<usize> {
        self.model.parameters()
    }

    fn label(&self, state: &usize) -> String {
        self.model.parameter_name(state).into()
    }

    fn target(&self) -> Vec<Rational> {
        self.model.posterior()
    }
}
