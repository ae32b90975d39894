//! The transition matrix of an algorithm on a lattice: proposals times mean
//! acceptances, unreduced until somebody wants to read it.

use super::column::CountedModel;
use super::decision::{Sums, wins};
use crate::arms::AnyArm;
use crate::chains::{Chain, ChainParts, Witness};
use crate::chance::{Budget, Interrupted, Reading};
use crate::kernels::{Algorithm, BanditReading};
use crate::models::{IsingModel, TableModel};
use crate::numbers::{Fraction, Matrix, Natural, Rational, magnitude};
use crate::rules::{Rule, RuleName, Score, Sight, TieBreak};

/// The most levels for which Algorithm 5's decisions are computed exactly;
/// with more of them a pair takes minutes, and there is an enclosure.
const MOST_DECIDED_LEVELS: usize = 400;

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
        let counted = CountedModel::new(model);
        if let Some(chain) = LatticeChain::of(&counted, algorithm)? {
            return Ok(chain.chain());
        }
    }
    if only_enclosed(algorithm, model).is_some() {
        return Err(Interrupted::TooLong {
            what: "an exact entry would take minutes; `peskun table` has an enclosure",
        });
    }
    let sweeps = |arm: &AnyArm| matches!(arm, AnyArm::DoubleMetropolis(_));
    if algorithm.arms().iter().any(sweeps) {
        return Err(refused(
            "`dmh` moves through configurations: this lattice has too many, or the rule looks at draws; use a smaller one, or a rule that does not",
        ));
    }
    let table = model.levels().map_err(|_| Interrupted::TooLong {
        what: "this lattice has too many values of T to enumerate; arms alone and rules that look at no draws have formulas",
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

fn are_the_papers(arms: &[AnyArm]) -> bool {
    matches!(
        arms,
        [AnyArm::ModifiedPseudoMarginal(_), AnyArm::Exchange(_)]
    )
}

fn refused(message: &str) -> Interrupted {
    Interrupted::Rule {
        message: message.into(),
    }
}

impl LatticeChain {
    /// The chain of an algorithm, if there are formulas for it.
    pub fn of(model: &CountedModel, algorithm: &Algorithm) -> Result<Option<Self>, Interrupted> {
        match algorithm {
            Algorithm::Single(arm) => Ok(model
                .acceptances(arm)
                .map(|acceptance| Self::with(model, acceptance, spent(arm)))),
            Algorithm::PseudoMarginal => Ok(None),
            Algorithm::Bandit {
                arms,
                rule,
                tie,
                reading,
            } => match (rule, reading) {
                (_, BanditReading::Repropose) => Ok(None),
                (RuleName::Draws(Score::Smaller), BanditReading::Fresh) => {
                    Ok(Self::bandit(model, arms, *tie))
                }
                _ => Self::blind(model, arms, rule, *tie),
            },
        }
    }

    /// Every move with the same number of draws.
    fn with(model: &CountedModel, acceptance: Vec<Vec<Fraction>>, draws: usize) -> Self {
        let size = model.size();
        let draws = vec![vec![Rational::from(draws); size]; size];
        Self::assemble(model, acceptance, draws)
    }

    fn assemble(
        model: &CountedModel,
        acceptance: Vec<Vec<Fraction>>,
        draws: Vec<Vec<Rational>>,
    ) -> Self {
        let size = model.size();
        let row = |from| (0..size).map(|to| model.model.proposal(from, to)).collect();
        LatticeChain {
            names: model.model.names().to_vec(),
            weights: (0..size).map(|parameter| model.weight(parameter)).collect(),
            proposal: (0..size).map(row).collect(),
            acceptance,
            draws,
        }
    }

    /// A rule that looks at no draws: a mixture of arms for every move.
    fn blind(
        model: &CountedModel,
        arms: &[AnyArm],
        rule: &RuleName,
        tie: TieBreak,
    ) -> Result<Option<Self>, Interrupted> {
        if rule.looks_at_draws() {
            return Ok(None);
        }
        let acceptances: Option<Vec<Vec<Vec<Fraction>>>> =
            arms.iter().map(|arm| model.acceptances(arm)).collect();
        let Some(acceptances) = acceptances else {
            return Ok(None);
        };
        let reduced = |arm: usize| -> Result<Matrix, Interrupted> {
            let rows = acceptances[arm].iter();
            Ok(Matrix::from_rows(
                rows.map(|row| row.iter().map(Fraction::reduced).collect())
                    .collect(),
            ))
        };
        let parts = model.model.parts();
        let values: Vec<Option<Rational>> = parts.weights.iter().cloned().map(Some).collect();
        let built = rule.build_from(&values, Some(&parts.estimate), arms.len(), tie, &reduced)?;
        debug_assert_eq!(Rule::<TableModel>::sight(&built), Sight::Blind);
        let mixture = |from: usize, to: usize| -> Result<(Fraction, Rational), Interrupted> {
            let law = Rule::<TableModel>::decide(&built, &from, &to, &[])?;
            let draws = law.expectation(|&arm| Rational::from(spent(&arms[arm])));
            if let [arm] = law.values() {
                return Ok((acceptances[*arm][from][to].clone(), draws));
            }
            let mean = law.expectation(|&arm| acceptances[arm][from][to].reduced());
            Ok((unreduced(&mean), draws))
        };
        let size = model.size();
        let (mut acceptance, mut draws) = (Vec::with_capacity(size), Vec::with_capacity(size));
        for from in 0..size {
            let row: Result<Vec<(Fraction, Rational)>, Interrupted> =
                (0..size).map(|to| mixture(from, to)).collect();
            let (entries, costs) = row?.into_iter().unzip();
            acceptance.push(entries);
            draws.push(costs);
        }
        Ok(Some(Self::assemble(model, acceptance, draws)))
    }

    /// Algorithm 5 over MPMC and SVE, where its decisions are quick enough.
    fn bandit(model: &CountedModel, arms: &[AnyArm], tie: TieBreak) -> Option<Self> {
        if !are_the_papers(arms) || model.levels() > MOST_DECIDED_LEVELS {
            return None;
        }
        let wins = wins::<Natural>(model, &Sums::new(model), tie);
        let (first, second) = (model.acceptances(&arms[0])?, model.acceptances(&arms[1])?);
        let size = model.size();
        let mut acceptance = Vec::with_capacity(size);
        let mut draws = Vec::with_capacity(size);
        for from in 0..size {
            let share = |to: usize| {
                let (low, high) = (from.min(to), from.max(to));
                share(model, &wins[low][high - low], low, high, tie)
            };
            let shares: Vec<Fraction> = (0..size).map(share).collect();
            let mix = |to: usize| first[from][to].mixed(&shares[to], &second[from][to]);
            acceptance.push((0..size).map(mix).collect());
            // Six draws to decide, then two of MPMC or one of SVE.
            let cost = |share: &Fraction| Rational::from(7) + share.reduced();
            draws.push(shares.iter().map(cost).collect());
        }
        Some(Self::assemble(model, acceptance, draws))
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
            matrix: Matrix::from_rows(rows),
            accepted,
            moved,
            draws,
        })
    }
}

/// Auxiliary variables that an arm draws.
fn spent(arm: &AnyArm) -> usize {
    match arm {
        AnyArm::TrueRatio(_) => 0,
        AnyArm::ModifiedPseudoMarginal(_) | AnyArm::Bridge(_) => 2,
        AnyArm::Exchange(_) => 1,
        AnyArm::DoubleMetropolis(arm) => arm.steps,
        AnyArm::Noisy(arm) => arm.ratios,
    }
}

fn unreduced(value: &Rational) -> Fraction {
    Fraction {
        numerator: magnitude(value.numerator()),
        denominator: value.denominator().clone(),
    }
}

/// The probability of choosing MPMC for a pair.
fn share(
    model: &CountedModel,
    wins: &Option<[Option<Natural>; 2]>,
    from: usize,
    to: usize,
    tie: TieBreak,
) -> Fraction {
    let Some(wins) = wins else {
        // Not proposed both ways: both arms accept alike, and the tie decides.
        return match tie {
            TieBreak::First => Fraction::certain(true),
            TieBreak::Last => Fraction::certain(false),
            TieBreak::Coin => unreduced(&Rational::new(1, 2)),
        };
    };
    let given: Vec<&Natural> = wins.iter().flatten().collect();
    let numerator = given.iter().fold(Natural::ZERO, |sum, &wins| sum + wins);
    // P(M₂ = m) is over Z Z', and each direction of MPMC over Z_φ Z' or Z_φ Z.
    let both = model.columns[from].total() * model.columns[to].total();
    let scale = &both * &both * model.estimate.total() * model.estimate.total();
    Fraction {
        numerator,
        denominator: scale * Natural::from(given.len()),
    }
}
