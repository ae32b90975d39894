//! What an algorithm does with a proposed move on a lattice: which arm decides
//! and how often, how often it then accepts, and how many draws all of it takes.

use super::chain::{MOST_DECIDED_LEVELS, are_the_papers};
use super::column::CountedModel;
use super::decision::{Sums, wins};
use super::enclosure::{Enclosure, enclosed_shares};
use crate::arms::AnyArm;
use crate::chance::Interrupted;
use crate::kernels::{Algorithm, BanditReading};
use crate::models::TableModel;
use crate::numbers::{Fraction, Matrix, Natural, Rational, magnitude};
use crate::rules::{Rule, RuleName, Score, Sight, TieBreak};

/// One way a proposed move can go.
#[derive(Clone, Debug)]
pub(super) struct Branch {
    /// The arm that decides, counted from 0, if one is chosen.
    pub(super) arm: Option<usize>,
    /// How often it is chosen.
    pub(super) share: Fraction,
    /// How often it then accepts.
    pub(super) acceptance: Fraction,
    /// Auxiliary draws, those of the choice included.
    pub(super) draws: usize,
}

/// The ways of every move, at `[from][to]`; shares of a move add up to 1.
pub(super) type Branches = Vec<Vec<Vec<Branch>>>;

/// The branches of an algorithm, if there are formulas for them.
pub(super) fn branches(
    model: &CountedModel,
    algorithm: &Algorithm,
) -> Result<Option<Branches>, Interrupted> {
    match algorithm {
        Algorithm::Single(arm) => Ok(model.acceptances(arm).map(|acceptance| {
            every_move(model, |from, to| {
                let acceptance = acceptance[from][to].clone();
                vec![branch(
                    None,
                    Fraction::certain(true),
                    acceptance,
                    spent(arm),
                )]
            })
        })),
        Algorithm::PseudoMarginal | Algorithm::BestOverDraws { .. } => Ok(None),
        Algorithm::Bandit {
            arms,
            rule,
            tie,
            reading,
        } => match (rule, reading) {
            (_, BanditReading::Repropose) => Ok(None),
            (RuleName::Draws(Score::Smaller), BanditReading::Fresh) => {
                Ok(decided(model, arms, *tie))
            }
            _ => blind(model, arms, rule, *tie),
        },
    }
}

fn branch(arm: Option<usize>, share: Fraction, acceptance: Fraction, draws: usize) -> Branch {
    Branch {
        arm,
        share,
        acceptance,
        draws,
    }
}

fn every_move(model: &CountedModel, of: impl Fn(usize, usize) -> Vec<Branch>) -> Branches {
    let size = model.size();
    let row = |from| (0..size).map(|to| of(from, to)).collect();
    (0..size).map(row).collect()
}

/// A rule that looks at no draws: a mixture of arms for every move.
fn blind(
    model: &CountedModel,
    arms: &[AnyArm],
    rule: &RuleName,
    tie: TieBreak,
) -> Result<Option<Branches>, Interrupted> {
    if rule.looks_at_draws() {
        return Ok(None);
    }
    let acceptances: Option<Vec<Vec<Vec<Fraction>>>> =
        arms.iter().map(|arm| model.acceptances(arm)).collect();
    let Some(acceptances) = acceptances else {
        return Ok(None);
    };
    let means = |arm: usize| -> Result<Matrix, Interrupted> { Ok(reduced(&acceptances[arm])) };
    let parts = model.model.parts();
    let values: Vec<Option<Rational>> = parts.weights.iter().cloned().map(Some).collect();
    let built = rule.build_from(&values, Some(&parts.estimate), arms.len(), tie, &means)?;
    debug_assert_eq!(Rule::<TableModel>::sight(&built), Sight::Blind);
    let of = |from: usize, to: usize| -> Result<Vec<Branch>, Interrupted> {
        let law = Rule::<TableModel>::decide(&built, &from, &to, &[])?;
        let chosen = law.iter().map(|(&arm, share)| {
            let acceptance = acceptances[arm][from][to].clone();
            branch(Some(arm), unreduced(&share), acceptance, spent(&arms[arm]))
        });
        Ok(chosen.collect())
    };
    let size = model.size();
    let row = |from| (0..size).map(|to| of(from, to)).collect();
    (0..size).map(row).collect::<Result<_, _>>().map(Some)
}

/// Algorithm 5 over MPMC and SVE, where its decisions are quick enough.
fn decided(model: &CountedModel, arms: &[AnyArm], tie: TieBreak) -> Option<Branches> {
    if !are_the_papers(arms) || model.levels() > MOST_DECIDED_LEVELS {
        return None;
    }
    let wins = wins::<Natural>(model, &Sums::new(model), tie);
    let share = |low: usize, high: usize| share(model, &wins[low][high - low], low, high, tie);
    papers(model, arms, share)
}

/// The same where only enclosures are quick: shares are the lower ends of
/// theirs, and at most the second number away from the truth.
pub(super) fn enclosed(
    model: &CountedModel,
    arms: &[AnyArm],
    tie: TieBreak,
) -> Option<(Branches, Rational)> {
    let shares = enclosed_shares(model, tie);
    let widths = shares.iter().flatten().map(Enclosure::width);
    let width = widths.max().unwrap_or(Rational::ZERO);
    let share = |low: usize, high: usize| unreduced(&shares[low][high - low].low);
    Some((papers(model, arms, share)?, width))
}

/// Six draws to decide, then two of MPMC or one of SVE; `share` is how often
/// MPMC is chosen for a pair from ≤ to, whichever way it goes.
fn papers(
    model: &CountedModel,
    arms: &[AnyArm],
    share: impl Fn(usize, usize) -> Fraction,
) -> Option<Branches> {
    let (first, second) = (model.acceptances(&arms[0])?, model.acceptances(&arms[1])?);
    Some(every_move(model, |from, to| {
        let share = share(from.min(to), from.max(to));
        let rest = Fraction {
            numerator: &share.denominator - &share.numerator,
            denominator: share.denominator.clone(),
        };
        vec![
            branch(Some(0), share, first[from][to].clone(), 8),
            branch(Some(1), rest, second[from][to].clone(), 7),
        ]
    }))
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

fn reduced(acceptances: &[Vec<Fraction>]) -> Matrix {
    let row = |row: &Vec<Fraction>| row.iter().map(Fraction::reduced).collect();
    Matrix::from_rows(acceptances.iter().map(row).collect())
}

pub(super) fn unreduced(value: &Rational) -> Fraction {
    Fraction {
        numerator: magnitude(value.numerator()),
        denominator: value.denominator().clone(),
    }
}

impl CountedModel {
    /// r(θ, θ') of an arm for every pair, in lowest terms; nothing if the arm
    /// has no formula.
    pub fn mean_acceptance(&self, arm: &AnyArm) -> Option<Matrix> {
        self.acceptances(arm).map(|table| reduced(&table))
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lattices::test_models::{line, lopsided};
    use crate::models::ising_two;

    fn paper_arms() -> Vec<AnyArm> {
        Algorithm::paper_arms()
    }

    #[test]
    fn choices_by_draws_are_exact_up_to_four_hundred_levels() {
        let of = |sites: usize| {
            let counted = CountedModel::new(&line(sites));
            assert_eq!(counted.levels(), sites);
            decided(&counted, &paper_arms(), TieBreak::First)
        };
        // All ratios are 1, so that every choice is a tie.
        let ways = of(400).expect("few enough levels");
        assert_eq!(ways[0][0][0].share.reduced(), Rational::ONE);
        assert!(of(401).is_none());
    }

    #[test]
    fn choices_by_draws_between_other_arms_have_no_formula() {
        let counted = CountedModel::new(&ising_two());
        let mut arms = paper_arms();
        assert!(decided(&counted, &arms, TieBreak::First).is_some());
        arms.reverse();
        assert!(decided(&counted, &arms, TieBreak::First).is_none());
    }

    #[test]
    fn proposing_again_has_no_formula() {
        let counted = CountedModel::new(&ising_two());
        let has_formula = |reading| {
            let rule = RuleName::Straddle;
            let algorithm = Algorithm::bandit(paper_arms(), rule, TieBreak::First, reading);
            let found = branches(&counted, &algorithm.expect("an algorithm"));
            found.expect("no interruption").is_some()
        };
        assert!(!has_formula(BanditReading::Repropose));
        // Without draws that decided, none are used again.
        assert!(has_formula(BanditReading::Fresh) && has_formula(BanditReading::Reuse));
    }

    #[test]
    fn enclosed_shares_are_as_near_as_they_say() {
        for model in [ising_two(), lopsided()] {
            let counted = CountedModel::new(&model);
            for tie in [TieBreak::First, TieBreak::Last, TieBreak::Coin] {
                let exact = decided(&counted, &paper_arms(), tie).expect("few levels");
                let (found, width) = enclosed(&counted, &paper_arms(), tie).expect("formulas");
                assert!(width < Rational::new(1, 2).power(100));
                let ways = |branches: Branches| branches.into_iter().flatten().collect::<Vec<_>>();
                let (exact, found) = (ways(exact), ways(found));
                assert_eq!(exact.len(), found.len());
                for (exact, found) in exact.iter().zip(&found) {
                    for (exact, found) in exact.iter().zip(found) {
                        let off = exact.share.reduced() - found.share.reduced();
                        assert!(off.abs() <= width);
                        // MPMC's is the lower end.
                        assert!(exact.arm != Some(0) || !off.is_negative());
                        assert_eq!((exact.arm, exact.draws), (found.arm, found.draws));
                        assert!(exact.acceptance.compare(&found.acceptance).is_eq());
                    }
                }
            }
        }
    }
}
