//! `peskun rules`: what rules there are, and how good they are on a model.

use std::process::ExitCode;

use super::answer::Answer;
use super::arguments::RulesArguments;
use super::check::arms;
use super::failure::Failure;
use super::ladder::ladder;
use super::lists;
use super::names::Names;
use super::progress::watched;
use super::table::as_table;
use crate::arms::AnyArm;
use crate::certificates::{Kind, certify_best};
use crate::chance::Budget;
use crate::laboratory::all_rules;
use crate::models::{AnyModel, Yardstick};
use crate::reports::{AllRulesReport, BestRuleReport};
use crate::rules::certified_best;

/// Prints the list of rules, or how good they are on a model.
pub(super) fn run(arguments: &RulesArguments) -> Result<ExitCode, Failure> {
    match &arguments.model {
        None if arguments.certificate.is_wanted() => Err(Failure::Input(
            "a certificate is of the best rule on a --model".into(),
        )),
        None => lists::rules(&arguments.output, &arguments.latex),
        Some(name) => {
            let answer = answer(name, arguments, &Names::OfFiles)?;
            let answer = answer.rounded(&arguments.shown);
            answer.deliver(&arguments.output, &arguments.latex)
        }
    }
}

/// The comparison on a model, or all of its rules.
pub(super) fn answer(
    name: &str,
    arguments: &RulesArguments,
    names: &Names,
) -> Result<Answer, Failure> {
    arguments.certificate.begin(&arguments.output)?;
    let arms = arms(&arguments.arms)?;
    let model = names.model(name)?;
    let answer = on_model(arguments, names, &model, &arms)?;
    let kind = arguments.certificate.kind().unwrap_or(Kind::BestOverDraws);
    let certificate = arguments.certificate.is_wanted().then(|| {
        let budget = Budget::of_paths(arguments.cost.paths());
        certify_best(&model, &arms, kind, &budget)
    });
    arguments.certificate.kept(answer, certificate)
}

fn on_model(
    arguments: &RulesArguments,
    names: &Names,
    model: &AnyModel,
    arms: &[AnyArm],
) -> Result<Answer, Failure> {
    if arguments.all {
        return list_all(arguments, model, arms);
    }
    if arguments.print.is_some() {
        return print_best(arguments, model, arms);
    }
    ladder(arguments, names, model, arms)
}

/// What the best rule over draws does, after its certificate has been checked.
fn print_best(
    arguments: &RulesArguments,
    any: &AnyModel,
    arms: &[AnyArm],
) -> Result<Answer, Failure> {
    let model = as_table(any, arms)?;
    let paths = arguments.cost.paths();
    let budget = Budget::of_paths(paths);
    let (rule, proof) = watched(&budget, paths, || certified_best(&model, arms, &budget))
        .map_err(|why| Failure::interrupted("best-over-draws", any.name(), &why))?;
    Ok(Answer::done(BestRuleReport {
        model: any.name().into(),
        arms: arm_names(arms),
        parameters: any.parameters(),
        moves: proof.verify()?,
        rule,
        proof,
        digits: arguments.shown.accuracy().digits,
    }))
}

fn arm_names(arms: &[AnyArm]) -> Vec<String> {
    arms.iter().map(ToString::to_string).collect()
}

fn list_all(
    arguments: &RulesArguments,
    any: &AnyModel,
    arms: &[AnyArm],
) -> Result<Answer, Failure> {
    let model = &as_table(any, arms)?;
    let paths = arguments.cost.paths();
    let budget = Budget::of_paths(paths);
    let all = watched(&budget, paths, || all_rules(model, arms, &budget))
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
        arms: arm_names(arms),
        parameters: any.parameters(),
        all,
        digits: arguments.shown.accuracy().digits,
    }))
}
