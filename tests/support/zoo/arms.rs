//! Acceptance ratios with one mistake each, for the exchange algorithm and for
//! MPMC.

use peskun::arms::{Arm, Estimate};
use peskun::chance::{Chance, Interrupted};
use peskun::models::{Model, TableModel};
use peskun::numbers::{Ratio, Rational};

/// What is wrong with the ratio of the exchange algorithm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaultyExchange {
    /// Nothing: the exchange algorithm written a second time.
    Nothing,
    /// q(θ', θ)/q(θ, θ') is left out.
    ProposalRatioMissing,
    /// q(θ, θ')/q(θ', θ) in its place.
    ProposalRatioInverted,
    /// π(θ')/π(θ) is left out.
    PriorForgotten,
    /// f_θ'(w)/f_θ(w) instead of f_θ(w)/f_θ'(w).
    WeightInverted,
    /// Z(θ)/Z(θ') is taken to be 1: f_θ(w)/f_θ'(w) is left out.
    WeightForgotten,
    /// w is drawn from p_θ instead of p_θ'.
    DrawnAtTheCurrentParameter,
    /// The larger of two ratios.
    LargerOfTwo,
}

impl FaultyExchange {
    /// The ratio for one auxiliary draw. The models of the zoo have no zeros
    /// where this is used.
    fn ratio(self, model: &TableModel, from: usize, to: usize, point: usize) -> Rational {
        let likelihood = |parameter, point| model.likelihood(&parameter, &point);
        let data = model.observed();
        let data = likelihood(to, data) / likelihood(from, data);
        let prior = model.prior(&to) / model.prior(&from);
        let proposal = model.proposal(&to, &from) / model.proposal(&from, &to);
        let weight = likelihood(from, point) / likelihood(to, point);
        match self {
            FaultyExchange::ProposalRatioMissing => data * prior * weight,
            FaultyExchange::ProposalRatioInverted => data * prior * weight / proposal,
            FaultyExchange::PriorForgotten => data * proposal * weight,
            FaultyExchange::WeightInverted => data * prior * proposal / weight,
            FaultyExchange::WeightForgotten => data * prior * proposal,
            FaultyExchange::Nothing
            | FaultyExchange::DrawnAtTheCurrentParameter
            | FaultyExchange::LargerOfTwo => data * prior * proposal * weight,
        }
    }
}

impl Arm<TableModel> for FaultyExchange {
    fn estimate<C: Chance>(
        &self,
        model: &TableModel,
        from: &usize,
        to: &usize,
        chance: &mut C,
    ) -> Result<Estimate<Rational>, Interrupted> {
        let source = match self {
            FaultyExchange::DrawnAtTheCurrentParameter => from,
            _ => to,
        };
        let mut ratio = self.ratio(model, *from, *to, model.draw_point(source, chance)?);
        let mut draws = 1;
        if *self == FaultyExchange::LargerOfTwo {
            let second = self.ratio(model, *from, *to, model.draw_point(source, chance)?);
            ratio = ratio.max(second);
            draws = 2;
        }
        Ok(Estimate {
            ratio: Ratio::Finite(ratio),
            cost: draws,
        })
    }
}

/// What is wrong with the ratio of MPMC.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaultyMpmc {
    /// Nothing: MPMC written a second time.
    Nothing,
    /// y' is weighted with π(y'|x, θ) instead of π(y'|x, θ').
    WeightedAtTheCurrentParameter,
    /// y is drawn from π(·|x, θ') instead of π(·|x, θ).
    DrawnAtTheProposedParameter,
}

impl Arm<TableModel> for FaultyMpmc {
    fn estimate<C: Chance>(
        &self,
        model: &TableModel,
        from: &usize,
        to: &usize,
        chance: &mut C,
    ) -> Result<Estimate<Rational>, Interrupted> {
        let source = match self {
            FaultyMpmc::DrawnAtTheProposedParameter => to,
            _ => from,
        };
        let weighed_at = match self {
            FaultyMpmc::WeightedAtTheCurrentParameter => from,
            _ => to,
        };
        let here = model.draw_auxiliary(source, chance)?;
        let there = model.draw_point(to, chance)?;
        Ok(Estimate {
            ratio: pseudo_marginal_ratio(model, (*from, here), (*to, there), *weighed_at),
            cost: 2,
        })
    }
}

/// The known part of the ratio times f_θ(y) π(y'|x, ·) / f_θ'(y') π(y|x, θ), where
/// y' should be weighed at θ'.
pub fn pseudo_marginal_ratio(
    model: &TableModel,
    (from, here): (usize, usize),
    (to, there): (usize, usize),
    weighed_at: usize,
) -> Ratio<Rational> {
    let above = model.likelihood(&from, &here) * model.auxiliary(&weighed_at, &there);
    let below = model.likelihood(&to, &there) * model.auxiliary(&from, &here);
    model.known_ratio(&from, &to).times(&(above / below))
}
