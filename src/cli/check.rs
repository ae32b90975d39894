//! `peskun check`: is a decision rule valid?

use super::answer::{Answer, Ending};
use super::arguments::{ArmsArguments, CheckArguments};
use super::decision::at_broken_pair;
use super::failure::Failure;
use super::search::searched;
use super::table::enumerate;
use crate::arms::AnyArm;
use crate::kernels::Algorithm;
use crate::models;
use crate::reports::CheckReport;
use crate::rules::RuleName;

/// The most arms a rule may choose between.
const MOST_ARMS: usize = 16;

/// The verdict: yes if valid.
pub(super) fn answer(arguments: &CheckArguments) -> Result<Answer, Failure> {
    let rule = RuleName::find(&arguments.rule)?;
    let title = rule.to_string();
    let arms = arms(&arguments.arms)?;
    let names: Vec<String> = arms.iter().map(ToString::to_string).collect();
    let settings = vec![
        ("arms", names.join(",")),
        ("reading", arguments.reading.to_string()),
        ("tie", arguments.tie.to_string()),
    ];
    let algorithm = Algorithm::bandit(arms, rule, arguments.tie, arguments.reading)?;
    if let Some(name) = &arguments.model {
        let model = models::find(name)?;
        let chain = enumerate(&title, &algorithm, &model, &arguments.cost)?;
        let decision = at_broken_pair(&algorithm, &model, &chain, &arguments.cost);
        let report = CheckReport::new(model.name(), &title, settings, chain).deciding(decision);
        return Ok(Answer {
            ending: Ending::yes_if(report.is_valid()),
            report: Box::new(report),
        });
    }
    searched(arguments, &algorithm, title, names, settings)
}

/// The arms by their names.
pub(super) fn arms(arguments: &ArmsArguments) -> Result<Vec<AnyArm>, Failure> {
    let arms: Vec<AnyArm> = arguments
        .arms
        .iter()
        .map(|name| name.trim().parse())
        .collect::<Result<_, String>>()?;
    if !(2..=MOST_ARMS).contains(&arms.len()) {
        return Err(Failure::Input(format!(
            "--arms has {}; a rule chooses between 2 to {MOST_ARMS} arms",
            arms.len()
        )));
    }
    Ok(arms)
}
