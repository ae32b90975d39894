//! Every deterministic rule D: Θ×Θ → {1, …, n} of a small model: which are
//! valid, which admissible (Definition 4), which Bayes (Definition 3), and by
//! how much each falls short.
//!
//! With the exact means r_i a rule's flow between two parameters is
//! π(θ) q(θ, θ') r_D(θ, θ'), so that validity is an equation of flows and no
//! chain has to be enumerated for each rule.

use crate::arms::Arm;
use crate::chance::{Budget, Interrupted};
use crate::models::{Model, TableModel, Yardstick};
use crate::numbers::{Matrix, Rational};
use crate::rules::{TableRule, mean_acceptance};

/// The most rules that are listed.
const MOST_RULES: usize = 20_000;

/// What became of one rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleVerdict {
    /// The arm, counted from 0, at `[from][to]`.
    pub arms: Vec<Vec<usize>>,
    /// Does it preserve detailed balance?
    pub valid: bool,
    /// Is it valid, and no valid rule above it at one pair and below at none?
    pub admissible: bool,
    /// Is it valid, with the largest average acceptance?
    pub bayes: bool,
    /// Its average acceptance.
    pub acceptance: Rational,
    /// What a valid rule lacks to the Bayes rule; nothing for invalid rules.
    pub shortfall: Option<Rational>,
}

/// All rules of a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AllRules {
    /// One verdict for each rule.
    pub rules: Vec<RuleVerdict>,
    /// The average acceptance of the Bayes rules.
    pub best: Rational,
}

/// Every table of arms for so many parameters, the diagonal included; nothing
/// if there are too many to list.
pub fn all_tables(parameters: usize, arms: usize) -> Option<impl Iterator<Item = TableRule>> {
    let pairs = u32::try_from(parameters * parameters).ok()?;
    let count = arms
        .checked_pow(pairs)
        .filter(|&count| count <= MOST_RULES)?;
    Some((0..count).map(move |mut code| {
        let mut digit = || {
            let arm = code % arms;
            code /= arms;
            arm
        };
        let arms = (0..parameters)
            .map(|_| (0..parameters).map(|_| digit()).collect())
            .collect();
        TableRule { arms }
    }))
}

/// Examines all rules; nothing if there are too many.
pub fn all_rules<A: Arm<TableModel>>(
    model: &TableModel,
    arms: &[A],
    budget: &Budget,
) -> Result<Option<AllRules>, Interrupted> {
    let means: Vec<Matrix> = arms
        .iter()
        .map(|arm| mean_acceptance(model, arm, budget))
        .collect::<Result<_, _>>()?;
    let parameters = model.parameters();
    let Some(tables) = all_tables(parameters.len(), arms.len()) else {
        return Ok(None);
    };
    let posterior = model.posterior();
    let pairs: Vec<(usize, usize)> = parameters
        .iter()
        .flat_map(|&from| parameters.iter().map(move |&to| (from, to)))
        .collect();
    let weight = |from: usize, to: usize| &posterior[from] * model.proposal(&from, &to);
    let weights: Vec<Rational> = pairs.iter().map(|&(from, to)| weight(from, to)).collect();
    let profile = |rule: &TableRule| -> Vec<Rational> {
        let at = |&(from, to): &(usize, usize)| means[rule.arms[from][to]].entry(from, to).clone();
        pairs.iter().map(at).collect()
    };
    let count = parameters.len();
    let valid = |profile: &[Rational]| {
        pairs.iter().all(|&(from, to)| {
            let flow = |from, to| &weights[from * count + to] * &profile[from * count + to];
            flow(from, to) == flow(to, from)
        })
    };
    let average = |profile: &[Rational]| -> Rational {
        weights
            .iter()
            .zip(profile)
            .map(|(weight, r)| weight * r)
            .sum()
    };
    let mut rules: Vec<(TableRule, Vec<Rational>, bool)> = tables
        .map(|rule| {
            let profile = profile(&rule);
            let valid = valid(&profile);
            (rule, profile, valid)
        })
        .collect();
    // Rules with the same profile stand and fall together.
    let mut frontier: Vec<Vec<Rational>> = rules
        .iter()
        .filter(|rule| rule.2)
        .map(|rule| rule.1.clone())
        .collect();
    frontier.sort();
    frontier.dedup();
    let best = frontier
        .iter()
        .map(|profile| average(profile))
        .max()
        .unwrap_or_default();
    let admissible = |profile: &[Rational]| {
        !frontier.iter().any(|other| {
            other.as_slice() != profile && other.iter().zip(profile).all(|(other, r)| other >= r)
        })
    };
    let verdict = |(rule, profile, valid): (TableRule, Vec<Rational>, bool)| {
        let acceptance = average(&profile);
        RuleVerdict {
            arms: rule.arms,
            valid,
            admissible: valid && admissible(&profile),
            bayes: valid && acceptance == best,
            shortfall: valid.then(|| &best - &acceptance),
            acceptance,
        }
    };
    let rules = rules.drain(..).map(verdict).collect();
    Ok(Some(AllRules { rules, best }))
}
