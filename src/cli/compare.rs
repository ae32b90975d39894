//! `peskun compare`: kernels side by side.

use super::answer::{Answer, Ending};
use super::arguments::CompareArguments;
use super::failure::Failure;
use super::table::enumerate;
use crate::chains::{Chain, covariance_if_quick, peskun_order};
use crate::kernels::Algorithm;
use crate::models::{self, AnyModel};
use crate::numbers::{ParseRationalError, Rational};
use crate::reports::{CompareReport, Compared, Pair};

/// The comparison.
pub(super) fn answer(arguments: &CompareArguments) -> Result<Answer, Failure> {
    let named = |name: &String| Algorithm::named(name, arguments.tie);
    let algorithms: Vec<Algorithm> = arguments
        .kernels
        .iter()
        .map(named)
        .collect::<Result<_, _>>()?;
    let model = models::find(&arguments.model)?;
    let function = function(arguments.averaged.function.as_deref(), &model)?;
    let chains: Vec<Chain> = arguments
        .kernels
        .iter()
        .zip(&algorithms)
        .map(|(name, algorithm)| enumerate(name, algorithm, &model, &arguments.cost))
        .collect::<Result<_, _>>()?;
    let kernels = arguments.kernels.iter().zip(&chains).map(|(name, chain)| {
        // On Θ×X the function depends on θ alone, and states are in the order of θ.
        let repeat = chain.states().len() / function.len();
        let values: Vec<Rational> = function
            .iter()
            .flat_map(|value| vec![value.clone(); repeat])
            .collect();
        Compared::new(name, chain, &values)
    });
    let report = CompareReport {
        model: model.name().into(),
        parameters: model.parameters(),
        kernels: kernels.collect(),
        pairs: pairs(&chains),
        function,
    };
    Ok(Answer {
        ending: Ending::yes_if(!report.has_invalid()),
        report: Box::new(report),
    })
}

fn pairs(chains: &[Chain]) -> Vec<Pair> {
    let count = chains.len();
    let pairs = (0..count).flat_map(|first| (first + 1..count).map(move |second| (first, second)));
    pairs
        .map(|(first, second)| {
            let (a, b) = (&chains[first], &chains[second]);
            let orders =
                peskun_order(a, b).and_then(|peskun| Ok((peskun, covariance_if_quick(a, b)?)));
            Pair {
                first,
                second,
                orders,
            }
        })
        .collect()
}

/// The function on the command line, or the indicator of the last parameter.
pub(super) fn function(text: Option<&str>, model: &AnyModel) -> Result<Vec<Rational>, Failure> {
    let count = model.parameters().len();
    let Some(text) = text else {
        let mut indicator = vec![Rational::ZERO; count];
        indicator[count - 1] = Rational::ONE;
        return Ok(indicator);
    };
    let values: Result<Vec<Rational>, ParseRationalError> =
        text.split(',').map(str::parse).collect();
    let values = values.map_err(|error| Failure::Input(format!("--function: {error}")))?;
    if values.len() != count {
        return Err(Failure::Input(format!(
            "--function has {} values, but `{}` has {count} parameters; give one for each",
            values.len(),
            model.name()
        )));
    }
    Ok(values)
}
