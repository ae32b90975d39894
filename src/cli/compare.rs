//! `peskun compare`: kernels side by side.

use super::answer::{Answer, Ending};
use super::arguments::CompareArguments;
use super::check::subject;
use super::failure::{Failure, decided};
use super::names::Names;
use super::progress::timed;
use super::table::{chain_on, enclosure};
use crate::certificates::{Refusal, Subject};
use crate::chains::{
    Accuracy, Chain, Covariance, Entries, Peskun, Unordered, both_orders,
    enclosed_covariance_order, enclosed_peskun_order,
};
use crate::kernels::Algorithm;
use crate::lattices::EnclosedChain;
use crate::numbers::{ParseRationalError, Rational};
use crate::reports::{CompareReport, Compared, Measured, Pair, identifiers};

/// The comparison.
pub(super) fn answer(arguments: &CompareArguments, names: &Names) -> Result<Answer, Failure> {
    arguments.certificate.begin(&arguments.output)?;
    let certificate = Some(&arguments.certificate);
    (arguments.rounding).begin(&arguments.outside, certificate)?;
    let mut named = Vec::new();
    let mut subjects = Vec::new();
    let mut common: Option<Common> = None;
    if let Some(name) = &arguments.model {
        let algorithm = |name: &String| names.kernel(name, arguments.tie);
        let algorithms: Result<Vec<Algorithm>, _> =
            arguments.kernels.iter().map(algorithm).collect();
        let algorithms = algorithms?;
        let model = names.model(name)?;
        common = Some(Common {
            name: model.name().into(),
            is_model: true,
            states: model.parameters(),
            target: None,
        });
        for (name, algorithm) in arguments.kernels.iter().zip(&algorithms) {
            let cost = &arguments.cost;
            let chain = match decided(enclosure(name, algorithm, &model, cost))? {
                Ok(Some(chain)) => Ok(Known::Enclosed(Box::new(chain))),
                Ok(None) => decided(chain_on(name, algorithm, &model, cost))?
                    .map(|chain| Known::Exact(Box::new(chain))),
                Err(reason) => Err(reason),
            };
            named.push((name.clone(), chain));
            subjects.push(subject(&model, algorithm));
        }
    }
    if let Some(common) = &mut common {
        // Kernels on Θ×X have states of their own.
        let known = named.iter().flat_map(|(_, chain)| chain);
        let mut chains = known.map(Known::entries);
        let on_parameters = chains.find(|chain| chain.states() == common.states);
        common.target = on_parameters.map(|chain| chain.target().to_vec());
    }
    for (name, outsider) in arguments.outside.all(names)? {
        subjects.push(outsider.subject(arguments.outside.limits()));
        let chain = match decided(outsider.chain(&arguments.cost))? {
            Ok(chain) => {
                let common = common.get_or_insert_with(|| Common::of(&name, &chain));
                Ok(Known::Exact(Box::new(common.agree(&name, &chain)?)))
            }
            Err(reason) => Err(reason),
        };
        named.push((name, chain));
    }
    let exact = named.iter_mut().filter_map(|(_, chain)| match chain {
        Ok(Known::Exact(chain)) => Some(&mut **chain),
        _ => None,
    });
    arguments.rounding.judged(exact)?;
    let Some(common) = common else {
        // Without a model, states are those of the first kernel that is decided.
        return Err(match named.into_iter().find_map(|(_, chain)| chain.err()) {
            Some(reason) => Failure::Undecided(reason),
            None => Failure::Input("nothing to compare".into()),
        });
    };
    let function = function(
        arguments.averaged.function.as_deref(),
        &common.states,
        &common.name,
    )?;
    let accuracy = arguments.shown.accuracy();
    let kernels = named.iter().map(|(name, chain)| Compared {
        name: name.clone(),
        known: match chain {
            Ok(chain) => Ok(timed("variances and |λ₂|", || {
                chain.measured(&function, accuracy)
            })),
            Err(reason) => Err(reason.clone()),
        },
    });
    let report = CompareReport {
        model: common.is_model.then_some(common.name),
        parameters: common.states,
        kernels: kernels.collect(),
        pairs: timed("orders", || pairs(&named, accuracy)),
        function,
        digits: accuracy.digits,
    };
    let kernels: Vec<(Subject, &Chain)> = subjects
        .into_iter()
        .zip(&named)
        .filter_map(|(subject, (_, chain))| match chain {
            Ok(Known::Exact(chain)) => Some((subject, &**chain)),
            _ => None,
        })
        .collect();
    let budget = arguments.cost.few_paths();
    let mut certificate = arguments.certificate.of_several(&kernels, budget);
    if certificate.is_none() && report.has_invalid() {
        let sentence = "the kernel that fails is enclosed, and an enclosure has no paths";
        certificate = Some(Err(Refusal::Undecided(sentence.into())));
    }
    let answer = Answer {
        ending: match report.undecided() {
            Some(reason) => Ending::Undecided(reason.into()),
            None => Ending::yes_if(!report.has_invalid()),
        },
        report: Box::new(report),
    };
    arguments.certificate.kept(answer, certificate)
}

/// What all that is compared must agree on.
struct Common {
    /// Whose states and target they are.
    name: String,
    /// Is that a model, and not the first kernel?
    is_model: bool,
    states: Vec<String>,
    target: Option<Vec<Rational>>,
}

impl Common {
    fn of(name: &str, chain: &Chain) -> Self {
        Common {
            name: name.into(),
            is_model: false,
            states: chain.states().to_vec(),
            target: Some(chain.target().to_vec()),
        }
    }

    /// The chain with its states in the common order and under the common names,
    /// or a sentence on what it does not agree on.
    fn agree(&self, name: &str, chain: &Chain) -> Result<Chain, Failure> {
        // Formats of model checkers have names of letters and digits only.
        let renamed = match chain.states() == identifiers(&self.states) {
            true => Some(chain.renamed(&self.states)),
            false => chain.reordered(&self.states),
        };
        let Some(renamed) = renamed else {
            return Err(Failure::Input(format!(
                "{name} has the states {}, but {} has {}; only kernels on the same states are compared",
                few(chain.states()),
                self.name,
                few(&self.states)
            )));
        };
        let Some(target) = &self.target else {
            return Ok(renamed);
        };
        let mut pairs = renamed.target().iter().zip(target);
        match pairs.position(|(one, other)| one != other) {
            Some(state) if !renamed.used_doubles() => Err(Failure::Input(format!(
                "{name} gives `{}` the target {}, but {} gives it {}; only kernels with the same target are compared",
                self.states[state],
                renamed.target()[state],
                self.name,
                target[state]
            ))),
            _ => Ok(renamed),
        }
    }
}

/// The first few of a list.
fn few(names: &[String]) -> String {
    const SHOWN: usize = 6;
    let shown: Vec<&str> = names.iter().take(SHOWN).map(String::as_str).collect();
    let more = if names.len() > SHOWN { ", …" } else { "" };
    format!("{}{more}", shown.join(", "))
}

/// A chain that is known exactly, or enclosed.
enum Known {
    Exact(Box<Chain>),
    Enclosed(Box<EnclosedChain>),
}

impl Known {
    fn entries(&self) -> &dyn Entries {
        match self {
            Known::Exact(chain) => &**chain,
            Known::Enclosed(chain) => &**chain,
        }
    }

    /// Its figures for a function of the parameter.
    fn measured(&self, function: &[Rational], accuracy: Accuracy) -> Measured {
        // On Θ×X the function depends on θ alone, and states are in the order of θ.
        let repeat = self.entries().states().len() / function.len();
        let spread = |value: &Rational| vec![value.clone(); repeat];
        let values: Vec<Rational> = function.iter().flat_map(spread).collect();
        match self {
            Known::Exact(chain) => Measured::new(chain, &values, accuracy),
            Known::Enclosed(chain) => Measured::enclosed(chain, &values, accuracy),
        }
    }

    fn orders(&self, other: &Known, accuracy: Accuracy) -> Orders {
        let (peskun, covariance) = match (self, other) {
            (Known::Exact(a), Known::Exact(b)) => both_orders(a, b)?,
            _ => {
                let peskun = enclosed_peskun_order(self.entries(), other.entries())?;
                // Where Peskun's order decides, the covariance order is the same.
                let order = Some(peskun.order).filter(|order| order.is_decided());
                (peskun, order.map(Covariance::without_functions))
            }
        };
        let enclosed = || {
            let order = enclosed_covariance_order(self.entries(), other.entries(), accuracy);
            order.map(Covariance::without_functions)
        };
        Ok((peskun, covariance.or_else(enclosed)))
    }
}

/// Both orders, or why there are none.
type Orders = Result<(Peskun, Option<Covariance>), Unordered>;

fn pairs(named: &[(String, Result<Known, String>)], accuracy: Accuracy) -> Vec<Pair> {
    let count = named.len();
    let pairs = (0..count).flat_map(|first| (first + 1..count).map(move |second| (first, second)));
    pairs
        .map(|(first, second)| Pair {
            first,
            second,
            orders: match (&named[first].1, &named[second].1) {
                (Ok(first), Ok(second)) => Some(first.orders(second, accuracy)),
                _ => None,
            },
        })
        .collect()
}

/// The function on the command line, or the indicator of the last of these
/// states, which belong to a model or kernel of this name.
pub(super) fn function(
    text: Option<&str>,
    states: &[String],
    whose: &str,
) -> Result<Vec<Rational>, Failure> {
    let count = states.len();
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
            "--function has {} values, but `{whose}` has {count} parameters; give one for each",
            values.len(),
        )));
    }
    Ok(values)
}
