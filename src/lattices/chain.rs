//! The transition matrix of an algorithm on a lattice: proposals times mean
//! acceptances, unreduced until somebody wants to read it.

use super::branches::{Branch, branches, unreduced};
use super::column::CountedModel;
use super::cost::charge_formulas;
use crate::arms::AnyArm;
use crate::chains::{Chain, ChainParts, Obtained, Witness};
use crate::chance::{Budget, Interrupted, Reading};
use crate::kernels::{Algorithm, BanditReading};
use crate::models::IsingModel;
use crate::numbers::{Fraction, Rational, SparseMatrix, magnitude};
use crate::rules::{RuleName, Score, TieBreak};

/// The most levels for which Algorithm 5's decisions are computed exactly;
/// with more of them a pair takes minutes, and there is an enclosure.
pub(super) const MOST_DECIDED_LEVELS: usize = 400;

/// A chain on the parameters of a lattice model.
#[derive(Clone, Debug)]
pub struct LatticeChain {
    names: Vec<String>,
    /// The posterior as numerators, over a common denominator.
    weights: Vec<Rational>,
    proposal: Vec<Vec<Rational>>,
    acceptance: Vec<Vec<Fraction>>,
    draws: Vec<Vec<Rational>>,
}

/// The chain of an algorithm on a lattice model: by formulas where there are
/// some, otherwise by enumerating the values of T within the budget.
pub fn chain_of(
    algorithm: &Algorithm,
    model: &IsingModel,
    reading: Reading,
    budget: &Budget,
) -> Result<Chain, Interrupted> {
    if reading == Reading::Merged {
        charge_formulas(algorithm, model, budget)?;
        let counted = CountedModel::new(model);
        if let Some(chain) = LatticeChain::of(&counted, algorithm)? {
            return Ok(chain.chain());
        }
    }
    if only_enclosed(algorithm, model).is_some() {
        return Err(Interrupted::TooLong {
            what: "an exact entry would take minutes; `peskun table` has an enclosure".into(),
        });
    }
    let sweeps = |arm: &AnyArm| matches!(arm, AnyArm::DoubleMetropolis(_));
    if algorithm.arms().iter().any(sweeps) {
        return Err(refused(
            "`dmh` moves through configurations: this lattice has too many, or the rule looks at draws; use a smaller one, or a rule that does not",
        ));
    }
    let table = model.levels().map_err(|_| Interrupted::TooLong {
        what: "this lattice has too many values of T to enumerate; arms alone and rules that look at no draws have formulas".into(),
    })?;
    Chain::of_algorithm(algorithm, &table, reading, budget)
}

/// The tie break of an algorithm that has no exact matrix on this lattice in
/// reasonable time, but an enclosure.
pub fn only_enclosed(algorithm: &Algorithm, model: &IsingModel) -> Option<TieBreak> {
    match algorithm {
        Algorithm::Bandit {
            arms,
            rule: RuleName::Draws(Score::Smaller),
            tie,
            reading: BanditReading::Fresh,
        } if are_the_papers(arms) && model.counts().len() > MOST_DECIDED_LEVELS => Some(*tie),
        _ => None,
    }
}

pub(super) fn are_the_papers(arms: &[AnyArm]) -> bool {
    matches!(
        arms,
        [AnyArm::ModifiedPseudoMarginal(_), AnyArm::Exchange(_)]
    )
}

fn refused(message: &str) -> Interrupted {
    Interrupted::Unsupported {
        message: message.into(),
    }
}

impl LatticeChain {
    /// The chain of an algorithm, if there are formulas for it.
    pub fn of(model: &CountedModel, algorithm: &Algorithm) -> Result<Option<Self>, Interrupted> {
        let Some(branches) = branches(model, algorithm)? else {
            return Ok(None);
        };
        let size = model.size();
        let row = |from| (0..size).map(|to| model.model.proposal(from, to)).collect();
        let table = |of: &dyn Fn(&Vec<Branch>) -> Fraction| {
            let rows = branches.iter();
            rows.map(|row| row.iter().map(of).collect()).collect()
        };
        let draws = |row: &Vec<Vec<Branch>>| row.iter().map(|ways| mean_draws(ways)).collect();
        Ok(Some(LatticeChain {
            names: model.model.names().to_vec(),
            weights: (0..size).map(|parameter| model.weight(parameter)).collect(),
            proposal: (0..size).map(row).collect(),
            acceptance: table(&|ways| mean_acceptance(ways)),
            draws: branches.iter().map(draws).collect(),
        }))
    }

    /// Nothing if detailed balance holds; otherwise the first pair of states
    /// whose flows differ. Flows are compared by cross-multiplication.
    pub fn imbalance(&self) -> Option<Witness> {
        let size = self.names.len();
        let flow = |from: usize, to: usize| {
            let weight = &self.weights[from] * &self.proposal[from][to];
            let acceptance = &self.acceptance[from][to];
            Fraction {
                numerator: magnitude(weight.numerator()) * &acceptance.numerator,
                denominator: weight.denominator() * &acceptance.denominator,
            }
        };
        let pairs = (0..size).flat_map(|from| (from + 1..size).map(move |to| (from, to)));
        let total: Rational = self.weights.iter().cloned().sum();
        pairs
            .map(|(from, to)| (from, to, flow(from, to), flow(to, from)))
            .find(|(_, _, there, back)| there.compare(back).is_ne())
            .map(|(from, to, there, back)| Witness {
                from,
                to,
                forward: there.reduced() / &total,
                backward: back.reduced() / &total,
            })
    }

    /// The mean acceptances r(θ, θ').
    pub fn acceptances(&self) -> &[Vec<Fraction>] {
        &self.acceptance
    }

    /// The average acceptance under the posterior and the proposal.
    pub fn average_acceptance(&self) -> Rational {
        let size = self.names.len();
        let total: Rational = self.weights.iter().cloned().sum();
        let pairs = (0..size).flat_map(|from| (0..size).map(move |to| (from, to)));
        let terms = pairs
            .filter(|&(from, to)| !self.proposal[from][to].is_zero())
            .map(|(from, to)| {
                let weight = &self.weights[from] * &self.proposal[from][to];
                weight * self.acceptance[from][to].reduced()
            });
        terms.sum::<Rational>() / total
    }

    /// In lowest terms, with the diagonal.
    pub fn chain(&self) -> Chain {
        let size = self.names.len();
        let total: Rational = self.weights.iter().cloned().sum();
        let mut rows = Vec::with_capacity(size);
        let (mut accepted, mut moved, mut draws) = (Vec::new(), Vec::new(), Vec::new());
        for from in 0..size {
            let proposal = &self.proposal[from];
            let mut row: Vec<Rational> = (0..size)
                .map(|to| match proposal[to].is_zero() {
                    true => Rational::ZERO,
                    false => &proposal[to] * self.acceptance[from][to].reduced(),
                })
                .collect();
            // Sums of long fractions are what takes time here: one for each row.
            let all: Rational = row.iter().cloned().sum();
            let away = &all - &row[from];
            row[from] = Rational::ONE - &away;
            accepted.push(all);
            moved.push(away);
            let costs = proposal.iter().zip(&self.draws[from]);
            draws.push(costs.map(|(share, draws)| share * draws).sum());
            rows.push(row);
        }
        Chain::from_parts(ChainParts {
            states: self.names.clone(),
            target: self.weights.iter().map(|weight| weight / &total).collect(),
            matrix: SparseMatrix::from_rows(rows),
            accepted,
            moved,
            costs: draws,
            obtained: Obtained::Formulas,
            used_doubles: false,
        })
    }
}

/// How often a move is accepted, whichever arm decides.
fn mean_acceptance(ways: &[Branch]) -> Fraction {
    match ways {
        [only] => only.acceptance.clone(),
        [first, second] => first.acceptance.mixed(&first.share, &second.acceptance),
        _ => {
            let terms = ways
                .iter()
                .map(|way| way.share.reduced() * way.acceptance.reduced());
            unreduced(&terms.sum())
        }
    }
}

/// The draws that a move takes on average.
fn mean_draws(ways: &[Branch]) -> Rational {
    let Some((last, others)) = ways.split_last() else {
        return Rational::ZERO;
    };
    let base = Rational::from(last.draws);
    let more = others
        .iter()
        .map(|way| way.share.reduced() * (Rational::from(way.draws) - &base));
    more.sum::<Rational>() + &base
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lattices::test_models::{line, lopsided, square};

    fn named(name: &str) -> Algorithm {
        Algorithm::named(name, TieBreak::First).expect("a kernel")
    }

    fn formula(model: &IsingModel, name: &str) -> LatticeChain {
        let chain = LatticeChain::of(&CountedModel::new(model), &named(name));
        chain.expect("a chain").expect("a formula")
    }

    #[test]
    fn beyond_four_hundred_levels_the_papers_algorithm_is_enclosed() {
        let (last, beyond) = (line(400), line(401));
        let mabmc = Algorithm::named("mabmc", TieBreak::Coin).expect("a kernel");
        assert_eq!(only_enclosed(&mabmc, &last), None);
        assert_eq!(only_enclosed(&mabmc, &beyond), Some(TieBreak::Coin));
        for other in ["mpmc", "rule:straddle", "mabmc:reuse", "mabmc:repropose"] {
            assert_eq!(only_enclosed(&named(other), &beyond), None, "{other}");
        }
        let turned = Algorithm::paper_arms().into_iter().rev().collect();
        let (rule, reading) = (RuleName::Draws(Score::Smaller), BanditReading::Fresh);
        let turned = Algorithm::bandit(turned, rule, TieBreak::Coin, reading);
        assert_eq!(only_enclosed(&turned.expect("a kernel"), &beyond), None);
    }

    #[test]
    fn acceptances_and_their_average_are_those_of_the_matrix() {
        let model = lopsided();
        for name in ["mh", "sve", "mpmc", "rule:straddle", "mabmc"] {
            let lattice = formula(&model, name);
            let chain = lattice.chain();
            assert_eq!(lattice.average_acceptance(), chain.acceptance(), "{name}");
            assert_eq!(lattice.acceptances().len(), 3);
            for (from, row) in lattice.acceptances().iter().enumerate() {
                assert_eq!(row.len(), 3);
                for (to, accepted) in row.iter().enumerate().filter(|&(to, _)| to != from) {
                    let moved = accepted.reduced() * model.proposal(from, to);
                    assert_eq!(&moved, chain.matrix().entry(from, to), "{name} {from} {to}");
                }
            }
        }
    }

    /// Without inner sweeps double Metropolis–Hastings accepts every move of a
    /// symmetric proposal. With Z = 16 at t = 1 and Z = 82 at t = 2 the posterior of
    /// T = 2 is 1/16 : 4/82, which is 41 : 32.
    #[test]
    fn flows_that_differ_are_told_as_probabilities() {
        let model = square(&[(1, 1), (2, 1)], &[1, 1], |_, _| 1);
        let witness = formula(&model, "dmh:0").imbalance().expect("it is biased");
        assert_eq!((witness.from, witness.to), (0, 1));
        assert_eq!(witness.forward, Rational::new(41, 146));
        assert_eq!(witness.backward, Rational::new(32, 146));
        assert_eq!(formula(&model, "sve").imbalance(), None);
    }

    #[test]
    fn means_over_the_ways_of_a_move() {
        let way = |share: (i64, i64), acceptance: (i64, i64), draws: usize| Branch {
            arm: None,
            share: unreduced(&Rational::new(share.0, share.1)),
            acceptance: unreduced(&Rational::new(acceptance.0, acceptance.1)),
            draws,
        };
        let accepted = |ways: &[Branch]| mean_acceptance(ways).reduced();
        let one = [way((1, 1), (2, 5), 3)];
        assert_eq!(accepted(&one), Rational::new(2, 5));
        assert_eq!(mean_draws(&one), Rational::from(3));
        // 1/12 + 1/3, and 2/3 + 14/3.
        let two = [way((1, 3), (1, 4), 2), way((2, 3), (1, 2), 7)];
        assert_eq!(accepted(&two), Rational::new(5, 12));
        assert_eq!(mean_draws(&two), Rational::new(16, 3));
        // 1/8 + 1/6 + 1/6, and 1 + 1/3 + 5/6.
        let three = [
            way((1, 2), (1, 4), 2),
            way((1, 3), (1, 2), 1),
            way((1, 6), (1, 1), 5),
        ];
        assert_eq!(accepted(&three), Rational::new(11, 24));
        assert_eq!(mean_draws(&three), Rational::new(13, 6));
        assert_eq!(mean_draws(&[]), Rational::ZERO);
    }
}
