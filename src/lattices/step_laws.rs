//! The law of a whole step on a lattice: where it ends, whether it accepted,
//! which arm decided and how many draws it took.
//!
//! It is what a run is tested against. On large lattices its fractions have
//! tens of thousands of digits, and Algorithm 5 has an enclosure only; there
//! all probabilities are taken to 130 binary digits, and the error is known.

use std::collections::BTreeMap;

use super::branches::{Branches, branches, enclosed, unreduced};
use super::chain::only_enclosed;
use super::column::CountedModel;
use crate::chance::Interrupted;
use crate::kernels::{Algorithm, CompiledKernel, Step};
use crate::numbers::{Fraction, Law, Natural, Rational};

/// Probabilities are multiples of 2 to the power of minus this.
const DIGITS: usize = 130;

/// The law of a step from every parameter.
#[derive(Clone, Debug)]
pub struct StepLaws {
    /// The table of all steps.
    pub kernel: CompiledKernel,
    /// What was lost, where the probabilities are not the exact ones.
    pub rounding: Option<Rounding>,
}

/// How far probabilities are from the exact ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rounding {
    /// None of them is further away than this.
    pub error: Rational,
    /// Are the exact ones known by an enclosure only?
    pub enclosed: bool,
}

impl StepLaws {
    /// The laws as they are, if there are formulas for them.
    pub fn exact(model: &CountedModel, algorithm: &Algorithm) -> Result<Option<Self>, Interrupted> {
        let Some(branches) = branches(model, algorithm)? else {
            return Ok(None);
        };
        let row = |from| {
            let ways = ways(model, &branches, from);
            let atoms = ways
                .into_iter()
                .map(|(step, share)| (step, share.reduced()));
            Law::new(atoms).expect("the ways of a step have total probability 1")
        };
        let laws = (0..model.size()).map(row).collect();
        Ok(Some(StepLaws {
            kernel: CompiledKernel::from_laws(names(model), model.posterior(), laws),
            rounding: None,
        }))
    }

    /// The laws to 130 digits, if there are formulas or enclosures for them.
    pub fn rounded(
        model: &CountedModel,
        algorithm: &Algorithm,
    ) -> Result<Option<Self>, Interrupted> {
        let tie = only_enclosed(algorithm, model.model());
        let found = match tie {
            Some(tie) => enclosed(model, &algorithm.arms(), tie),
            None => branches(model, algorithm)?.map(|branches| (branches, Rational::ZERO)),
        };
        let Some((branches, width)) = found else {
            return Ok(None);
        };
        let rows = (0..model.size()).map(|from| ways(model, &branches, from));
        let laws: Vec<Law<Step<usize>>> = rows.map(short_law).collect();
        let outcomes = laws.iter().map(|law| law.values().len()).max();
        let moves = model.size() * branches.iter().flatten().map(Vec::len).max().unwrap_or(0);
        // One unit is lost for each way, and an atom gets what all others lost.
        let units = Rational::from(outcomes.unwrap_or(0) + 2 * moves);
        let masses = model.posterior();
        let target = short_law(masses.iter().map(unreduced).enumerate());
        let target = (0..masses.len()).map(|state| target.probability(&state));
        Ok(Some(StepLaws {
            kernel: CompiledKernel::from_laws(names(model), target.collect(), laws),
            rounding: Some(Rounding {
                error: units * Rational::new(1, 2).power(DIGITS) + width,
                enclosed: tie.is_some(),
            }),
        }))
    }
}

fn names(model: &CountedModel) -> Vec<String> {
    model.model().names().to_vec()
}

/// Everything a step from a parameter can do, with its probability; the same
/// outcome may come several times.
fn ways(model: &CountedModel, branches: &Branches, from: usize) -> Vec<(Step<usize>, Fraction)> {
    let mut ways = Vec::new();
    for (to, moves) in branches[from].iter().enumerate() {
        let proposal = unreduced(&model.model().proposal(from, to));
        for branch in moves {
            let (accepted, all) = (&branch.acceptance.numerator, &branch.acceptance.denominator);
            let numerator = &proposal.numerator * &branch.share.numerator;
            let denominator = &proposal.denominator * &branch.share.denominator * all;
            for (accepted, of_all) in [(true, accepted.clone()), (false, all - accepted)] {
                let step = Step {
                    state: if accepted { to } else { from },
                    accepted,
                    arm: branch.arm,
                    cost: branch.draws,
                };
                let share = Fraction {
                    numerator: &numerator * of_all,
                    denominator: denominator.clone(),
                };
                ways.push((step, share));
            }
        }
    }
    ways.retain(|(_, share)| !share.numerator.is_zero());
    ways
}

/// The law to 130 digits. What is too small for them gets one unit, and the
/// largest atom makes up for what all others lost.
fn short_law<T: Ord>(ways: impl IntoIterator<Item = (T, Fraction)>) -> Law<T> {
    let mut units: BTreeMap<T, Natural> = BTreeMap::new();
    for (value, share) in ways {
        *units.entry(value).or_default() += (share.numerator << DIGITS) / share.denominator;
    }
    for units in units.values_mut().filter(|units| units.is_zero()) {
        *units = Natural::ONE;
    }
    let sum = units.values().fold(Natural::ZERO, |sum, units| sum + units);
    let largest = units.values_mut().max().expect("a step does something");
    *largest = (Natural::ONE << DIGITS) + &*largest - sum;
    let atoms = units
        .into_iter()
        .map(|(value, units)| (value, Rational::from(units)));
    Law::proportional_to(atoms).expect("positive weights")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lattices::test_models::line;
    use crate::models::ising_two;
    use crate::rules::TieBreak;

    fn rounded(counted: &CountedModel, name: &str) -> (CompiledKernel, Rounding) {
        let algorithm = Algorithm::named(name, TieBreak::First).expect("a kernel");
        let laws = StepLaws::rounded(counted, &algorithm).expect("laws");
        let laws = laws.expect("formulas");
        (laws.kernel, laws.rounding.expect("it is rounded"))
    }

    fn unit() -> Rational {
        Rational::new(1, 2).power(DIGITS)
    }

    /// There are four parameters to propose, and each arm that may decide accepts
    /// or not: a unit is lost for each of these ways. A step ends at one of the four
    /// by acceptance, or stays by rejection, again for each arm.
    #[test]
    fn the_error_counts_ways_and_outcomes() {
        let counted = CountedModel::new(&ising_two());
        for (name, arms) in [("sve", 1_i64), ("mabmc", 2)] {
            let (kernel, rounding) = rounded(&counted, name);
            let outcomes = (0..4).map(|from| kernel.law_from(from).values().len());
            assert_eq!(outcomes.max(), Some(5 * arms as usize), "{name}");
            let units = Rational::from(5 * arms + 2 * 4 * arms);
            let error = units * unit();
            let enclosed = false;
            assert_eq!(rounding, Rounding { error, enclosed }, "{name}");
        }
    }

    /// Where all ratios are 1 every choice is a tie, and the first arm has it.
    #[test]
    fn the_error_covers_what_an_enclosure_leaves_open() {
        let counted = CountedModel::new(&line(401));
        let (kernel, rounding) = rounded(&counted, "mabmc");
        assert!(rounding.enclosed);
        let first = kernel.law_from(0).map(|step| step.arm == Some(0));
        let off = Rational::ONE - first.probability(&true);
        assert!(off.is_positive() && off <= rounding.error);
        assert!(rounding.error < Rational::new(1, 2).power(100));
    }
}
