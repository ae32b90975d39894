//! `peskun sample`: run a sampler, and test it against its exact law.

use std::process::ExitCode;

use super::compare;
use super::draws::DrawsOutput;
use super::failure::Failure;
use super::names::Names;
use super::outside::Outsider;
use super::sample_arguments::SampleArguments;
use super::sample_real;
use super::sampling::{Sampling, StepLaw};
use super::table::as_table;
use crate::chance::{Budget, Interrupted};
use crate::kernels::{Algorithm, FiniteKernel, KernelVisitor};
use crate::lattices::{CountedModel, StepLaws, charge_formulas};
use crate::models::{AnyModel, IsingModel};
use crate::numbers::Rational;
use crate::real::AnyReal;
use crate::reports::counted;
use crate::simulation::LevelModel;
use crate::statistics::MOST_EXPERIMENTS;

/// The most draws that are kept, in all chains together: some 300 megabytes.
const MOST_DRAWS: u64 = 5_000_000;
/// Runs the chains; status 1 if they are not what the exact law says.
pub(super) fn run(arguments: &SampleArguments) -> Result<ExitCode, Failure> {
    check_sizes(arguments)?;
    if let Some(path) = &arguments.out {
        DrawsOutput::format(path)?;
    }
    if let Some(model) = AnyReal::find(arguments.model()) {
        return sample_real::run(arguments, &model?);
    }
    if let Some((name, outsider)) = arguments.outside.one(&Names::OfFiles)? {
        return sample_outsider(arguments, &name, &outsider);
    }
    let algorithm = Algorithm::named(arguments.kernel(), arguments.tie)?;
    let found = Names::OfFiles.model(arguments.model())?;
    let function = function(
        arguments.function.as_deref(),
        &found.parameters(),
        found.name(),
    )?;
    let run = Run {
        arguments,
        algorithm: &algorithm,
        model: &found,
        function: &function,
    };
    match (run.enumerated(), &found) {
        (Err(Failure::Undecided(why)), AnyModel::Ising(lattice)) => run.by_formulas(lattice, &why),
        (outcome, _) => outcome,
    }
}

/// A kernel from outside.
fn sample_outsider(
    arguments: &SampleArguments,
    name: &str,
    outsider: &Outsider,
) -> Result<ExitCode, Failure> {
    struct Labels;
    impl KernelVisitor for Labels {
        type Output = Vec<String>;
        fn visit<K: FiniteKernel>(self, kernel: &K) -> Vec<String> {
            let states = kernel.states();
            states.iter().map(|state| kernel.label(state)).collect()
        }
    }
    let states = outsider.visit(Labels);
    outsider.visit(Sampling {
        arguments,
        model: String::new(),
        kernel: name.into(),
        function: function(arguments.function.as_deref(), &states, name)?,
        parameters: states,
        law: StepLaw::Enumerated(Budget::of_paths(arguments.paths())),
    })
}

/// What is run.
struct Run<'a> {
    arguments: &'a SampleArguments,
    algorithm: &'a Algorithm,
    model: &'a AnyModel,
    function: &'a [Rational],
}

impl Run<'_> {
    /// The law of the step is enumerated first.
    fn enumerated(&self) -> Result<ExitCode, Failure> {
        let table = as_table(self.model, &self.algorithm.arms())?;
        let budget = Budget::of_paths(self.arguments.paths());
        let sampling = self.sampling(StepLaw::Enumerated(budget.clone()));
        let outcome = self.algorithm.visit(&table, &budget, sampling);
        outcome.map_err(|why| self.failed(&why))?
    }

    /// Where that takes too long, and there are formulas for it.
    fn by_formulas(&self, lattice: &IsingModel, too_long: &str) -> Result<ExitCode, Failure> {
        let budget = Budget::of_paths(self.arguments.paths());
        charge_formulas(self.algorithm, lattice, &budget).map_err(|why| self.failed(&why))?;
        let counted = CountedModel::new(lattice);
        let laws = StepLaws::rounded(&counted, self.algorithm);
        let laws = laws.map_err(|why| self.failed(&why))?.ok_or_else(|| {
            Failure::Undecided(format!(
                "{too_long}; mh, mpmc, sve, bridge, mabmc and rules that look at no draws have formulas"
            ))
        })?;
        let arms = self.algorithm.arms();
        let means = |arm: usize| {
            let means = counted.mean_acceptance(&arms[arm]);
            means.ok_or(Interrupted::TooLong {
                what: "an arm of the rule has no formula".into(),
            })
        };
        let sampling = self.sampling(StepLaw::Known(laws));
        let levels = LevelModel::new(lattice);
        let outcome = self.algorithm.visit_with(&levels, &means, sampling);
        outcome.map_err(|why| self.failed(&why))?
    }

    fn sampling(&self, law: StepLaw) -> Sampling<'_> {
        Sampling {
            arguments: self.arguments,
            model: self.model.name().into(),
            kernel: self.arguments.kernel().into(),
            parameters: self.model.parameters(),
            function: self.function.to_vec(),
            law,
        }
    }

    fn failed(&self, why: &Interrupted) -> Failure {
        Failure::interrupted(self.arguments.kernel(), self.model.name(), why)
    }
}

/// Refuses what would not end or not fit.
fn check_sizes(arguments: &SampleArguments) -> Result<(), Failure> {
    let (steps, chains, thin) = (arguments.steps, arguments.chains, arguments.thin);
    let refused = |sentence: String| Err(Failure::Input(sentence));
    let size = format!("{} of {}", counted(chains, "chain"), counted(steps, "step"));
    if steps.saturating_mul(chains) > MOST_EXPERIMENTS {
        return refused(format!(
            "{size} are too many; at most 2^40 = {MOST_EXPERIMENTS} steps are taken in all, beyond which the test of a run loses digits"
        ));
    }
    if steps / thin * chains > MOST_DRAWS {
        return refused(format!(
            "{size} are too many to keep; at most {MOST_DRAWS} draws are, keep fewer with --thin {}",
            (steps * chains).div_ceil(MOST_DRAWS)
        ));
    }
    if thin > steps {
        return refused(format!(
            "--thin {thin} keeps none of {steps} steps; give more --steps"
        ));
    }
    Ok(())
}

/// The function on the command line, or the parameters if they are numbers, or
/// the indicator of the last.
fn function(
    text: Option<&str>,
    parameters: &[String],
    whose: &str,
) -> Result<Vec<Rational>, Failure> {
    let values: Option<Vec<Rational>> = parameters.iter().map(|name| name.parse().ok()).collect();
    match (text, values) {
        (None, Some(values)) => Ok(values),
        _ => compare::function(text, parameters, whose),
    }
}
