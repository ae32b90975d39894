//! `peskun sample`: run a sampler, and test it against its exact law.

use std::process::ExitCode;
use std::sync::atomic::Ordering;
use std::time::Instant;

use super::arguments::OutputArguments;
use super::compare;
use super::draws::DrawsOutput;
use super::failure::Failure;
use super::output::{complain, deliver, rendered};
use super::progress::{stepping_bar, watched};
use super::sample_arguments::SampleArguments;
use super::sample_real;
use super::signals::{INTERRUPTED, interruption};
use super::table::as_table;
use crate::chains::{AsWritten, Chain, Trajectories, Walk};
use crate::chance::{Budget, Reading};
use crate::kernels::{Algorithm, CompiledKernel, FiniteKernel, KernelVisitor};
use crate::models::{self, AnyModel, TableModel, Yardstick};
use crate::numbers::Rational;
use crate::real::AnyReal;
use crate::reports::{Format, SampleReport};
use crate::statistics::{ExactRun, RunSummary};

/// The most draws that are kept, in all chains together: some 300 megabytes.
const MOST_DRAWS: u64 = 5_000_000;
/// The most steps, in all chains together: more than a day's work.
const MOST_STEPS: u64 = 10_000_000_000_000;
/// The most counts, one for each thing that a step can do, in all chains.
const MOST_COUNTS: u64 = 50_000_000;
/// Steps between two looks at the file and at Ctrl-C, in all chains.
pub(super) const ROUND: u64 = 1 << 18;

/// Runs the chains; status 1 if they are not what the exact law says.
pub(super) fn run(arguments: &SampleArguments) -> Result<ExitCode, Failure> {
    if matches!(arguments.format, Format::Prism | Format::Drn) {
        rendered(None, arguments.format)?;
    }
    check_sizes(arguments)?;
    if let Some(path) = &arguments.out {
        DrawsOutput::format(path)?;
    }
    if let Some(model) = AnyReal::find(&arguments.model) {
        return sample_real::run(arguments, &model?);
    }
    let algorithm = Algorithm::named(&arguments.kernel, arguments.tie)?;
    let found = models::find(&arguments.model)?;
    let model = as_table(&found, &algorithm.arms())?;
    let function = function(arguments.function.as_deref(), &found, &model)?;
    let budget = Budget::of_paths(arguments.budget);
    let sampling = Sampling {
        arguments,
        model: &model,
        function,
        budget: &budget,
    };
    algorithm
        .visit(&model, &budget, sampling)
        .map_err(|why| Failure::interrupted(&arguments.kernel, model.name(), &why))?
}

/// Refuses what would not end or not fit.
fn check_sizes(arguments: &SampleArguments) -> Result<(), Failure> {
    let (steps, chains, thin) = (arguments.steps, arguments.chains, arguments.thin);
    let refused = |sentence: String| Err(Failure::Input(sentence));
    if steps.saturating_mul(chains) > MOST_STEPS {
        return refused(format!(
            "{chains} chains of {steps} steps are too many; at most {MOST_STEPS} steps are taken in all"
        ));
    }
    if steps / thin * chains > MOST_DRAWS {
        return refused(format!(
            "{chains} chains of {steps} steps are too many to keep; at most {MOST_DRAWS} draws are, keep fewer with --thin {}",
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
    found: &AnyModel,
    model: &TableModel,
) -> Result<Vec<Rational>, Failure> {
    let parameters = model.parameters();
    let values: Option<Vec<Rational>> = parameters.iter().map(|p| model.value(p)).collect();
    match (text, values) {
        (None, Some(values)) => Ok(values),
        _ => compare::function(text, found),
    }
}

/// What is done with the kernel.
struct Sampling<'a> {
    arguments: &'a SampleArguments,
    model: &'a TableModel,
    /// One value for each parameter.
    function: Vec<Rational>,
    budget: &'a Budget,
}

impl KernelVisitor for Sampling<'_> {
    type Output = Result<ExitCode, Failure>;

    fn visit<K: FiniteKernel>(self, kernel: &K) -> Self::Output {
        let name = &self.arguments.kernel;
        let limit = self.arguments.budget;
        let compiled = watched(self.budget, limit, || {
            CompiledKernel::compile(kernel, self.budget)
        });
        let compiled =
            compiled.map_err(|why| Failure::interrupted(name, self.model.name(), &why))?;
        let outcomes = compiled.outcomes().len() as u64;
        if outcomes * self.arguments.chains > MOST_COUNTS {
            return Err(Failure::Input(format!(
                "a step of {name} can do {outcomes} things, too many to count in {} chains; give fewer --chains",
                self.arguments.chains
            )));
        }
        if self.arguments.as_written {
            self.sample(&AsWritten::new(kernel, &compiled))
        } else {
            self.sample(&compiled)
        }
    }
}

impl Sampling<'_> {
    fn sample<W: Walk>(&self, walk: &W) -> Result<ExitCode, Failure> {
        let arguments = self.arguments;
        let kernel = walk.compiled();
        // On Θ×X states are in the order of θ.
        let repeat = (kernel.labels().len() / self.function.len()).max(1);
        let starts = self.starts(kernel, repeat)?;
        let path = arguments.out.as_deref();
        let mut file = path.map(DrawsOutput::begin).transpose()?;
        let mut run = Trajectories::new(walk, &starts, arguments.seed, arguments.thin);
        let begin = Instant::now();
        let interrupted = self.advance(&mut run, repeat, file.as_mut())?;
        let took = begin.elapsed();
        if let Some(file) = file {
            file.finish()?;
        }
        let spread = |state: usize| self.function[state / repeat].clone();
        let function: Vec<Rational> = (0..kernel.labels().len()).map(spread).collect();
        let Some(summary) = RunSummary::of(kernel, &run, &function) else {
            return Err(Failure::Input("no step was made".into()));
        };
        let chain = Chain::enumerate(kernel, Reading::Plain, &unlimited())
            .map_err(|why| Failure::interrupted(&arguments.kernel, self.model.name(), &why))?;
        let report = SampleReport {
            model: self.model.name().into(),
            kernel: arguments.kernel.clone(),
            tie: arguments.tie.to_string(),
            parameters: self.parameters(),
            function: self.function.clone(),
            states: kernel.labels().to_vec(),
            steps: run.steps(),
            chains: run.chains(),
            draws: run.kept(),
            seed: arguments.seed,
            starts,
            interrupted,
            exact: ExactRun::of(kernel, &chain, &function, summary.steps),
            summary,
            took,
        };
        let output = OutputArguments {
            format: arguments.format,
            out: None,
        };
        deliver(&report, &output)?;
        Ok(status(&report))
    }

    /// Runs to the end or to Ctrl-C, writing draws as they come; was it
    /// interrupted?
    fn advance<W: Walk>(
        &self,
        run: &mut Trajectories<'_, W>,
        repeat: usize,
        mut file: Option<&mut DrawsOutput>,
    ) -> Result<bool, Failure> {
        let arguments = self.arguments;
        let parameters = self.parameters();
        let stop = interruption();
        let bar = stepping_bar(arguments.steps);
        let round = (ROUND / arguments.chains).max(1);
        while run.steps() < arguments.steps && !stop.load(Ordering::Relaxed) {
            run.advance(round.min(arguments.steps - run.steps()))
                .map_err(|why| Failure::interrupted(&arguments.kernel, self.model.name(), &why))?;
            bar.set_position(run.steps());
            if let Some(file) = &mut file {
                file.write(run, |state| parameters[state / repeat].as_str())?;
            }
        }
        bar.finish_and_clear();
        Ok(run.steps() < arguments.steps)
    }

    /// Where the chains start: all in the state asked for, or in rotation over
    /// those that the target can be in.
    fn starts(&self, kernel: &CompiledKernel, repeat: usize) -> Result<Vec<usize>, Failure> {
        let chains = self.arguments.chains as usize;
        let Some(name) = &self.arguments.start else {
            let target = kernel.target();
            let possible = (0..target.len()).filter(|&state| target[state].is_positive());
            let possible: Vec<usize> = possible.collect();
            return Ok(possible.into_iter().cycle().take(chains).collect());
        };
        let parameters = self.parameters();
        let state = kernel.labels().iter().position(|label| label == name);
        let parameter = || parameters.iter().position(|parameter| parameter == name);
        let state = state.or_else(|| parameter().map(|position| position * repeat));
        let state = state.ok_or_else(|| {
            let known: Vec<&str> = kernel.labels().iter().take(6).map(String::as_str).collect();
            let more = if kernel.labels().len() > 6 {
                ", …"
            } else {
                ""
            };
            Failure::Input(format!(
                "--start: no state is called `{name}`; the states are {}{more}",
                known.join(", ")
            ))
        })?;
        Ok(vec![state; chains])
    }

    fn parameters(&self) -> Vec<String> {
        let parameters = self.model.parameters();
        let name = |parameter| self.model.parameter_name(parameter).to_string();
        parameters.iter().map(name).collect()
    }
}

/// The table has been enumerated; reading it off takes as many paths as it has
/// outcomes.
fn unlimited() -> Budget {
    Budget::of_paths(u64::MAX)
}

fn status(report: &SampleReport) -> ExitCode {
    if report.interrupted {
        complain(&format!(
            "interrupted: the answer is on the first {} steps of each chain",
            report.steps
        ));
    }
    if !report.summary.test.passes() {
        complain("the run is not what the exact law says");
        return ExitCode::from(1);
    }
    ExitCode::from(if report.interrupted { INTERRUPTED } else { 0 })
}
