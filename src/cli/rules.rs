//! `peskun rules`: what rules there are, and how good they are on a model.

use std::process::ExitCode;

use super::answer::Answer;
use super::arguments::RulesArguments;
use super::check::arms;
use super::compare::function;
use super::failure::Failure;
use super::lists;
use super::table::{as_table, chain_on};
use crate::arms::AnyArm;
use crate::chains::Chain;
use crate::chance::{Budget, Interrupted, Reading};
use crate::kernels::{Algorithm, Bandit, BanditReading};
use crate::laboratory::{all_rules, best_over_draws, certificate};
use crate::models::{self, AnyModel, Yardstick};
use crate::reports::{AllRulesReport, CompareReport, Compared};
use crate::rules::{RuleName, Score};

/// Prints the list of rules, or how good they are on a model.
pub(super) fn run(arguments: &RulesArguments) -> Result<ExitCode, Failure> {
    match &arguments.model {
        None => lists::rules(&arguments.output),
        Some(name) => answer(name, arguments)?.deliver(&arguments.output),
    }
}

/// The comparison on a model, or all of its rules.
pub(super) fn answer(name: &str, arguments: &RulesArguments) -> Result<Answer, Failure> {
    let arms = arms(&arguments.arms)?;
    let model = models::find(name)?;
    if arguments.all {
        return list_all(arguments, &model, &arms);
    }
    let function = function(
        arguments.averaged.function.as_deref(),
        &model.parameters(),
        model.name(),
    )?;
    let kernels = compared(arguments, &model, &arms)?
        .into_iter()
        .map(|(name, chain)| Compared::new(&name, &chain, &function));
    Ok(Answer::done(CompareReport {
        model: model.name().into(),
        parameters: model.parameters(),
        kernels: kernels.collect(),
        pairs: Vec::new(),
        function,
    }))
}

/// Every kind of rule on a model, from the arms up to Metropolis–Hastings.
fn compared(
    arguments: &RulesArguments,
    model: &AnyModel,
    arms: &[AnyArm],
) -> Result<Vec<(String, Chain)>, Failure> {
    let mut rows = Vec::new();
    let mut add = |algorithm: Algorithm, name: String| -> Result<(), Failure> {
        let chain = chain_on(&name, &algorithm, model, &arguments.cost)?;
        rows.push((name, chain));
        Ok(())
    };
    for &arm in arms {
        add(Algorithm::Single(arm), arm.to_string())?;
    }
    let bandit = |rule| Algorithm::bandit(arms.to_vec(), rule, arguments.tie, BanditReading::Fresh);
    for draws in [1, 2, 4, 8] {
        let rule = RuleName::Averages(draws);
        let name = rule.to_string();
        match add(bandit(rule)?, name) {
            // Many draws of many arms are out of reach; what is in reach is shown.
            Err(Failure::Undecided(_)) if draws > 1 => break,
            other => other?,
        }
    }
    add(
        bandit(RuleName::Means(Score::Smaller))?,
        "max-min = bayes".into(),
    )?;
    if arms.len() == 2 && model.has_estimate() {
        add(bandit(RuleName::Straddle)?, RuleName::Straddle.to_string())?;
    }
    rows.push(("best over draws".into(), best(arguments, model, arms)?));
    let truth = "mh".parse().map(Algorithm::Single)?;
    rows.push(("mh".into(), chain_on("mh", &truth, model, &arguments.cost)?));
    Ok(rows)
}

/// The best valid rule over the draws that accept, after its certificate has
/// been checked.
fn best(arguments: &RulesArguments, model: &AnyModel, arms: &[AnyArm]) -> Result<Chain, Failure> {
    let model = &as_table(model, arms)?;
    let budget = Budget::of_paths(arguments.cost.budget);
    let failed = |why: Interrupted| Failure::interrupted("best over draws", model.name(), &why);
    let rule = best_over_draws(model, arms, &budget).map_err(failed)?;
    let bound = certificate(model, arms, &rule, &budget)
        .map_err(failed)?
        .verify();
    let kernel = Bandit::new(model, arms.to_vec(), rule, BanditReading::Reuse);
    let chain = Chain::with_budget(&kernel, Reading::Merged, &budget).map_err(failed)?;
    match bound {
        Ok(moves) if moves == chain.moves() => Ok(chain),
        _ => Err(Failure::Input(format!(
            "the arms {} are not all valid on {}, so there is no best rule over their draws",
            names(arms).join(","),
            model.name()
        ))),
    }
}

fn names(arms: &[AnyArm]) -> Vec<String> {
    arms.iter().map(ToString::to_string).collect()
}

fn list_all(
    arguments: &RulesArguments,
    any: &AnyModel,
    arms: &[AnyArm],
) -> Result<Answer, Failure> {
    let model = &as_table(any, arms)?;
    let budget = Budget::of_paths(arguments.cost.budget);
    let all = all_rules(model, arms, &budget)
        .map_err(|why| Failure::interrupted("the arms", model.name(), &why))?;
    let Some(all) = all else {
        return Err(Failure::Input(format!(
            "`{}` has {} parameters: with {} arms there are too many rules to list them all",
            model.name(),
            model.parameters().len(),
            arms.len()
        )));
    };
    Ok(Answer::done(AllRulesReport {
        model: model.name().into(),
        arms: names(arms),
        parameters: any.parameters(),
        all,
    }))
}
