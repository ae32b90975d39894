//! `peskun check`: is a decision rule valid?

use super::answer::{Answer, Ending};
use super::arguments::{ArmsArguments, CheckArguments};
use super::failure::Failure;
use super::progress::counting_bar;
use super::table::enumerate;
use crate::arms::AnyArm;
use crate::chains::{Requirement, Verification};
use crate::kernels::Algorithm;
use crate::laboratory::search;
use crate::models;
use crate::reports::{CheckReport, Checked, SearchReport};
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
        let checked = Checked::Rule {
            model: model.name().into(),
            rule: title,
        };
        let requirement = arguments.require.unwrap_or(Requirement::Reversible);
        let verification = Verification::of(chain);
        let report = CheckReport::new(checked, requirement, settings, verification);
        return Ok(Answer {
            ending: Ending::of(&report.outcome()),
            report: Box::new(report),
        });
    }
    let count = arguments.search.unwrap_or(1) as usize;
    let bar = counting_bar(count, "random models");
    let paths = arguments.cost.budget;
    let outcome = search(&algorithm, count, arguments.seed, paths, |_| bar.inc(1));
    bar.finish_and_clear();
    let outcome = outcome.map_err(|why| Failure::interrupted(&title, "a random model", &why))?;
    let report = SearchReport {
        rule: title,
        settings,
        seed: arguments.seed,
        outcome,
    };
    let ending = match (&report.outcome.counterexample, report.outcome.undecided) {
        (Some(_), _) => Ending::No(None),
        (None, 0) => Ending::Yes,
        (None, undecided) => Ending::Undecided(format!(
            "on {undecided} of {count} random models the budget of {paths} paths ran out; allow more with --budget"
        )),
    };
    Ok(Answer {
        report: Box::new(report),
        ending,
    })
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
