//! `peskun check --program COMMAND --search N`: a program run with one number
//! after another in its environment, from which it makes a model.

use super::answer::{Answer, Ending};
use super::arguments::CheckArguments;
use super::check::verdict;
use super::failure::Failure;
use super::progress::counting_bar;
use crate::chains::{Chain, Holds, Requirement, Verdicts};
use crate::reports::{Checked, SurvivedReport};

/// The variable that the program reads its number from.
const VARIABLE: &str = "PESKUN_SEARCH";

/// The first number at which the program is not what is required, or that there
/// is none.
pub(super) fn searched_program(
    arguments: &CheckArguments,
    command: &str,
    count: u64,
) -> Result<Answer, Failure> {
    let requirement = arguments.require.unwrap_or(Requirement::Sampler);
    let bar = counting_bar(count as usize, "models of the program");
    let (mut first, mut differs) = (None, false);
    for tried in 1..=count {
        let number = arguments.seed.wrapping_add(tried - 1);
        let numbered = format!("export {VARIABLE}={number}; {command}");
        let (name, outsider) = arguments.outside.program(&numbered)?;
        let subject = outsider.subject(arguments.outside.limits());
        let mut chain = outsider.chain(&arguments.cost)?;
        arguments.rounding.judged([&mut chain])?;
        bar.inc(1);
        if Verdicts::of(&chain).meet(requirement) == Holds::No {
            bar.finish_and_clear();
            let settings = vec![
                ("search", format!("{VARIABLE}={number}")),
                ("tried", tried.to_string()),
            ];
            let checked = Checked::Outside(name);
            return verdict(arguments, checked, settings, (subject, chain), |report| {
                report.with_decimals(outsider.has_decimals())
            });
        }
        match &first {
            None => first = Some(model_of(&chain)),
            Some(first) => differs = differs || *first != model_of(&chain),
        }
    }
    bar.finish_and_clear();
    if count > 1 && !differs {
        return Err(Failure::Input(format!(
            "the program says the same states and weights every time; to be searched it makes them from the number in its environment variable {VARIABLE}"
        )));
    }
    let report = SurvivedReport {
        kernel: super::outside::program_name(command),
        requirement,
        variable: VARIABLE,
        seed: arguments.seed,
        tried: count,
    };
    let answer = Answer {
        ending: Ending::Undecided(report.survival()),
        report: Box::new(report),
    };
    arguments.certificate.kept(answer, None)
}

/// What the program said of its model.
fn model_of(chain: &Chain) -> (Vec<String>, Vec<crate::numbers::Rational>) {
    (chain.states().to_vec(), chain.target().to_vec())
}
