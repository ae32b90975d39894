//! Kernels with one mistake each: every check must catch them.

use peskun::chance::{Chance, Draws, Interrupted};
use peskun::kernels::{FiniteKernel, Kernel, Step};
use peskun::models::{Model, TableModel, Yardstick};
use peskun::numbers::{Law, Ratio, Rational};

/// What is wrong with an exchange algorithm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Defect {
    /// Nothing: the exchange algorithm written a second time.
    None,
    /// q(θ', θ)/q(θ, θ') is forgotten.
    ProposalRatioForgotten,
    /// The auxiliary variable is drawn from θ instead of θ'.
    AuxiliaryFromTheWrongParameter,
    /// Accepted when a > 1, and never otherwise.
    OnlyUphill,
    /// The exchange ratio of the last of two draws, chosen because it was better.
    ReusedDraws,
    /// One number decides on the proposal and on acceptance.
    SharedRandomness,
}

pub const DEFECTS: [Defect; 5] = [
    Defect::ProposalRatioForgotten,
    Defect::AuxiliaryFromTheWrongParameter,
    Defect::OnlyUphill,
    Defect::ReusedDraws,
    Defect::SharedRandomness,
];

/// An exchange algorithm with a defect.
pub struct Defective<'m> {
    model: &'m TableModel,
    defect: Defect,
    /// Numbers in [0, 1), fine enough for every proposal in the tests.
    grid: Law<Rational>,
}

impl<'m> Defective<'m> {
    pub fn new(model: &'m TableModel, defect: Defect) -> Self {
        let points = (0..60).map(|i| (Rational::new(i, 60), Rational::ONE));
        let grid = Law::proportional_to(points).expect("a law");
        Defective {
            model,
            defect,
            grid,
        }
    }

    fn ratio(&self, from: usize, to: usize, point: usize) -> Ratio<Rational> {
        let f = |parameter: usize, point: usize| self.model.likelihood(&parameter, &point);
        let x = self.model.observed();
        let mut above = self.model.prior(&to) * f(to, x) * f(from, point);
        let mut below = self.model.prior(&from) * f(from, x) * f(to, point);
        if self.defect != Defect::ProposalRatioForgotten {
            above *= self.model.proposal(&to, &from);
            below *= self.model.proposal(&from, &to);
        }
        Ratio::of(&above, &below)
    }
}

impl Kernel for Defective<'_> {
    type State = usize;

    fn step<C: Chance>(&self, &from: &usize, chance: &mut C) -> Result<Step<usize>, Interrupted> {
        let mut draws = 1;
        let (to, accepted) = match self.defect {
            Defect::SharedRandomness => {
                let number = chance.draw(&self.grid)?.clone();
                let mut to = 0;
                let mut up_to = self.model.proposal(&from, &0);
                while number >= up_to {
                    to += 1;
                    up_to += self.model.proposal(&from, &to);
                }
                let point = self.model.draw_point(&to, chance)?;
                (to, number < self.ratio(from, to, point).capped())
            }
            Defect::ReusedDraws => {
                let to = self.model.propose(&from, chance)?;
                let first = self.ratio(from, to, self.model.draw_point(&to, chance)?);
                let second = self.ratio(from, to, self.model.draw_point(&to, chance)?);
                draws = 2;
                (to, chance.accept(&first.max(second))?)
            }
            defect => {
                let to = self.model.propose(&from, chance)?;
                let wrong = defect == Defect::AuxiliaryFromTheWrongParameter;
                let point = self
                    .model
                    .draw_point(if wrong { &from } else { &to }, chance)?;
                let ratio = self.ratio(from, to, point);
                let accepted = match defect {
                    Defect::OnlyUphill => ratio > Ratio::Finite(Rational::ONE),
                    _ => chance.accept(&ratio)?,
                };
                (to, accepted)
            }
        };
        Ok(Step {
            state: if accepted { to } else { from },
            accepted,
            arm: None,
            draws,
        })
    }
}

impl FiniteKernel for Defective<'_> {
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
