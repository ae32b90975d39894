//! `peskun rules --model`: every kind of rule on a model, from the arms up to
//! Metropolis–Hastings, and rules of the user's own among them.

use super::answer::{Answer, Ending};
use super::arguments::RulesArguments;
use super::compare::function;
use super::failure::{Failure, decided};
use super::names::Names;
use super::table::chain_on;
use crate::arms::AnyArm;
use crate::chains::{Chain, merit};
use crate::kernels::{Algorithm, BanditReading};
use crate::laboratory::Yardsticks;
use crate::models::AnyModel;
use crate::reports::{LadderReport, Rung, Standing};
use crate::rules::{RuleName, Score};

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
    let own = own_algorithms(arguments, names, arms)?;
    let chain = |name: &str, algorithm: &Algorithm| {
        decided(chain_on(name, algorithm, model, &arguments.cost))
    };
    let row = |kernel: &str, algorithm: &Algorithm| {
        Ok::<Row, Failure>(Row {
            kernel: kernel.into(),
            own: false,
            chain: chain(kernel, algorithm)?,
        })
    };
    let bandit = |rule| Algorithm::bandit(arms.to_vec(), rule, arguments.tie, BanditReading::Fresh);
    let mut rows = Vec::new();
    for &arm in arms {
        rows.push(row(&arm.to_string(), &Algorithm::Single(arm))?);
    }
    for draws in [1, 2, 4, 8] {
        let rule = RuleName::Averages(draws);
        rows.push(row(&rule.to_string(), &bandit(rule)?)?);
    }
    for (kernel, algorithm) in own {
        rows.push(Row {
            own: true,
            ..row(&kernel, &algorithm)?
        });
    }
    let bayes = chain("max-min", &bandit(RuleName::Means(Score::Smaller))?)?;
    let arms = arms.to_vec();
    let best = chain("best-over-draws", &Algorithm::BestOverDraws { arms })?;
    let mh = chain("mh", &"mh".parse().map(Algorithm::Single)?)?;
    let [a, b, c] = [&bayes, &best, &mh].map(|chain| chain.as_ref().ok());
    let yardsticks = Yardsticks::new(a, b, c);
    let named = |kernel: &str, chain| Row {
        kernel: kernel.into(),
        own: false,
        chain,
    };
    rows.push(named("max-min = bayes", bayes));
    if arguments.arms.arms.len() == 2 && model.has_estimate() {
        rows.push(row("straddle", &bandit(RuleName::Straddle)?)?);
    }
    rows.push(named("best-over-draws", best));
    rows.push(named("mh", mh));
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
