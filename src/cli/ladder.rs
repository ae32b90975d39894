//! `peskun rules --model`: every kind of rule on a model, from the arms up to
//! Metropolis–Hastings, and rules of the user's own among them.

use super::answer::{Answer, Ending};
use super::arguments::RulesArguments;
use super::compare::function;
use super::failure::{Failure, decided};
use super::names::Names;
use super::table::chain_within;
use crate::arms::AnyArm;
use crate::chains::{Chain, merit};
use crate::chance::{Budget, Interrupted};
use crate::kernels::{Algorithm, BanditReading};
use crate::laboratory::Yardsticks;
use crate::models::AnyModel;
use crate::reports::{LadderReport, Rung, Standing};
use crate::rules::{RuleName, Score};

/// The kernels that others are measured by.
const BAYES: &str = "max-min = bayes";
const BEST: &str = "best-over-draws";
const MH: &str = "mh";

/// A kernel with its chain, or why that is undecided.
struct Row {
    kernel: String,
    own: bool,
    chain: Result<Chain, String>,
}

/// The ladder; undecided if one of its rows is.
pub(super) fn ladder(
    arguments: &RulesArguments,
    names: &Names,
    model: &AnyModel,
    arms: &[AnyArm],
) -> Result<Answer, Failure> {
    let function = function(
        arguments.averaged.function.as_deref(),
        &model.parameters(),
        model.name(),
    )?;
    let accuracy = arguments.shown.accuracy();
    let bandit = |rule| Algorithm::bandit(arms.to_vec(), rule, arguments.tie, BanditReading::Fresh);
    let mut kernels: Vec<(String, Algorithm)> = Vec::new();
    for &arm in arms {
        kernels.push((arm.to_string(), Algorithm::Single(arm)));
    }
    for draws in [1, 2, 4, 8] {
        let rule = RuleName::Averages(draws);
        kernels.push((rule.to_string(), bandit(rule)?));
    }
    let own = own_algorithms(arguments, names, arms)?;
    let owned = kernels.len()..kernels.len() + own.len();
    kernels.extend(own);
    kernels.push((BAYES.into(), bandit(RuleName::Means(Score::Smaller))?));
    if arguments.arms.arms.len() == 2 && model.has_estimate() {
        kernels.push(("straddle".into(), bandit(RuleName::Straddle)?));
    }
    let arms = arms.to_vec();
    kernels.push((BEST.into(), Algorithm::BestOverDraws { arms }));
    kernels.push((MH.into(), MH.parse().map(Algorithm::Single)?));
    let chains = chains(arguments, model, &kernels)?;
    let named = |name: &str| {
        let last = kernels.iter().rposition(|(kernel, _)| kernel == name);
        last.and_then(|position| chains[position].as_ref().ok())
    };
    let yardsticks = Yardsticks::new(named(BAYES), named(BEST), named(MH));
    let rows = kernels.iter().zip(&chains).enumerate();
    let rows: Vec<Row> = rows
        .map(|(position, ((kernel, _), chain))| Row {
            kernel: kernel.clone(),
            own: owned.contains(&position),
            chain: chain.clone(),
        })
        .collect();
    let undecided = rows
        .iter()
        .find_map(|row| row.chain.as_ref().err().cloned());
    let rungs = rows.into_iter().map(|row| Rung {
        kernel: row.kernel,
        own: row.own,
        standing: row.chain.map(|chain| Standing {
            valid: chain.imbalance().is_none(),
            shares: yardsticks.shares(&chain),
            merit: merit(&chain, &function, accuracy),
        }),
    });
    Ok(Answer {
        report: Box::new(LadderReport {
            model: model.name().into(),
            parameters: model.parameters(),
            rungs: rungs.collect(),
            function,
            digits: accuracy.digits,
        }),
        ending: undecided.map_or(Ending::Yes, Ending::Undecided),
    })
}

/// The chains of all kernels, within one budget for all of them: each gets a small share
/// first, and those that need more get what is left, in order.
fn chains(
    arguments: &RulesArguments,
    model: &AnyModel,
    kernels: &[(String, Algorithm)],
) -> Result<Vec<Result<Chain, String>>, Failure> {
    let cost = &arguments.cost;
    let share = cost.paths() / (2 * kernels.len() as u64);
    let mut spent = 0;
    let first = kernels.iter().map(|(_, algorithm)| {
        let budget = Budget::of_paths(share);
        let chain = chain_within(&budget, share, algorithm, model, cost);
        spent += budget.spent().min(share);
        chain
    });
    let first: Vec<Result<Chain, Interrupted>> = first.collect();
    let left = cost.paths() - spent;
    let budget = Budget::of_paths(left);
    let mut chains = Vec::with_capacity(kernels.len());
    for ((name, algorithm), chain) in kernels.iter().zip(first) {
        let chain = match chain {
            Err(Interrupted::PathBudget { .. }) => {
                let limit = cost.paths();
                chain_within(&budget, left, algorithm, model, cost).map_err(|why| match why {
                    Interrupted::PathBudget { taken_by, .. } => {
                        Interrupted::PathBudget { limit, taken_by }
                    }
                    why => why,
                })
            }
            chain => chain,
        };
        let chain = chain.map_err(|why| Failure::interrupted(name, model.name(), &why));
        chains.push(decided(chain)?);
    }
    Ok(chains)
}

/// The rules of the user's own, by what is printed of them.
fn own_algorithms(
    arguments: &RulesArguments,
    names: &Names,
    arms: &[AnyArm],
) -> Result<Vec<(String, Algorithm)>, Failure> {
    let bandit = |text: &String| {
        let rule = names.rule(text)?;
        let name = rule.to_string();
        let (arms, reading) = (arms.to_vec(), BanditReading::Fresh);
        Ok((name, Algorithm::bandit(arms, rule, arguments.tie, reading)?))
    };
    arguments.rules.iter().map(bandit).collect()
}
