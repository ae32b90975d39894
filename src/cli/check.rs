//! `peskun check`: is a decision rule valid?

use std::process::ExitCode;

use super::arguments::CheckArguments;
use super::failure::Failure;
use super::output::deliver;
use super::table::enumerate;
use crate::arms::AnyArm;
use crate::kernels::Algorithm;
use crate::models;
use crate::reports::CheckReport;
use crate::rules::RuleName;

/// The most arms a rule may choose between.
const MOST_ARMS: usize = 16;

/// Prints the verdict; status 0 if valid, 1 if not.
pub(super) fn run(arguments: &CheckArguments) -> Result<ExitCode, Failure> {
    let rule = RuleName::find(&arguments.rule)?;
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
    let names: Vec<String> = arms.iter().map(ToString::to_string).collect();
    let title = rule.to_string();
    let algorithm = Algorithm::bandit(arms, rule, arguments.tie, arguments.reading)?;
    let model = models::find(&arguments.model)?;
    let chain = enumerate(&arguments.rule, &algorithm, &model, &arguments.cost)?;
    let settings = vec![
        ("arms", names.join(",")),
        ("reading", arguments.reading.to_string()),
        ("tie", arguments.tie.to_string()),
    ];
    let report = CheckReport::new(model.name(), &title, settings, chain);
    deliver(&report, &arguments.output)?;
    Ok(ExitCode::from(u8::from(!report.is_valid())))
}
