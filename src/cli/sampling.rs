//! The run of `peskun sample`: chains side by side, their draws written as they
//! come, their steps tested against the exact law.

use std::process::ExitCode;
use std::sync::atomic::Ordering;
use std::time::Instant;

use super::draws::DrawsOutput;
use super::failure::Failure;
use super::output::{complain, deliver_as};
use super::progress::{stepping_bar, watched};
use super::sample_arguments::SampleArguments;
use super::signals::{INTERRUPTED, interruption};
use crate::chains::{AsWritten, Chain, Trajectories, Verdicts, Walk};
use crate::chance::{Budget, Interrupted, Reading};
use crate::kernels::{CompiledKernel, FiniteKernel, KernelVisitor};
use crate::lattices::{Rounding, StepLaws};
use crate::numbers::Rational;
use crate::reports::{Parameter, ParameterKind, SampleReport};
use crate::statistics::{ExactRun, RunSummary};

/// The most counts, one for each thing that a step can do, in all chains.
const MOST_COUNTS: u64 = 50_000_000;
/// Steps between two looks at the file and at Ctrl-C, in all chains.
const ROUND: u64 = 1 << 18;
/// The same for large lattices, whose steps take longer.
pub(super) const SHORT_ROUND: u64 = 1 << 14;

/// Where the exact law of a step comes from.
pub(super) enum StepLaw {
    /// The step is enumerated, within this budget.
    Enumerated(Budget),
    /// Formulas; the run is of the step as it is written.
    Known(StepLaws),
}

/// What is done with the kernel.
pub(super) struct Sampling<'a> {
    pub(super) arguments: &'a SampleArguments,
    /// The name of the model, of the kernel and of the parameters. A kernel from
    /// outside has no model.
    pub(super) model: String,
    pub(super) kernel: String,
    pub(super) parameters: Vec<String>,
    /// One value for each parameter.
    pub(super) function: Vec<Rational>,
    pub(super) law: StepLaw,
}

impl KernelVisitor for Sampling<'_> {
    type Output = Result<ExitCode, Failure>;

    fn visit<K: FiniteKernel>(self, kernel: &K) -> Self::Output {
        match &self.law {
            StepLaw::Known(laws) => self.sample(&AsWritten::new(kernel, &laws.kernel)),
            StepLaw::Enumerated(budget) => {
                let limit = self.arguments.paths();
                let compiled = watched(budget, limit, || CompiledKernel::compile(kernel, budget));
                let compiled = compiled.map_err(|why| self.failed(&why))?;
                match self.arguments.as_written {
                    true => self.sample(&AsWritten::new(kernel, &compiled)),
                    false => self.sample(&compiled),
                }
            }
        }
    }
}

impl Sampling<'_> {
    /// Refuses tables that are too large to be counted.
    fn check_outcomes(&self, kernel: &CompiledKernel) -> Result<(), Failure> {
        let (name, chains) = (&self.kernel, self.arguments.chains);
        let outcomes = kernel.outcomes().len() as u64;
        match outcomes * chains > MOST_COUNTS {
            true => Err(Failure::Input(format!(
                "a step of {name} can do {outcomes} things, too many to count in {chains} chains; give fewer --chains"
            ))),
            false => Ok(()),
        }
    }

    fn failed(&self, why: &Interrupted) -> Failure {
        match self.model.is_empty() {
            true => Failure::outside(why),
            false => Failure::interrupted(&self.kernel, &self.model, why),
        }
    }

    fn sample<W: Walk>(&self, walk: &W) -> Result<ExitCode, Failure> {
        let arguments = self.arguments;
        let kernel = walk.compiled();
        self.check_outcomes(kernel)?;
        // On Θ×X states are in the order of θ.
        let repeat = (kernel.labels().len() / self.function.len()).max(1);
        let starts = self.starts(kernel, repeat)?;
        let path = arguments.out.as_deref();
        let kind = match self.values() {
            Some(_) => ParameterKind::Numbers,
            None => ParameterKind::Names,
        };
        let begin = |path| DrawsOutput::begin(path, kind);
        let mut file = path.map(begin).transpose()?;
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
            return Err(Failure::Interrupted("no step was made".into()));
        };
        let chain = Chain::with_budget(kernel, Reading::Plain, &unlimited())
            .map_err(|why| self.failed(&why))?;
        let report = SampleReport {
            model: self.model.clone(),
            kernel: self.kernel.clone(),
            tie: arguments.tie.to_string(),
            parameters: self.parameters.clone(),
            function: self.function.clone(),
            states: kernel.labels().to_vec(),
            steps: run.steps(),
            chains: run.chains(),
            draws: run.kept(),
            seed: arguments.seed,
            starts,
            interrupted,
            exact: ExactRun::of(kernel, &chain, &function, summary.steps),
            verdicts: matches!(self.law, StepLaw::Enumerated(_)).then(|| Verdicts::of(&chain)),
            drift: match self.law {
                StepLaw::Enumerated(_) => Rational::ZERO,
                StepLaw::Known(_) => chain
                    .drift()
                    .map_or(Rational::ZERO, |by| by.difference().abs()),
            },
            rounding: self.rounding(),
            places: arguments.places(),
            summary,
            took,
        };
        deliver_as(&report, &arguments.output(), &arguments.latex)?;
        let interrupted = report.interrupted.then_some(report.steps);
        Ok(status(interrupted, report.objection().as_deref()))
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
        let stop = interruption();
        let values = self.values();
        let bar = stepping_bar(arguments.steps);
        let round = match self.law {
            StepLaw::Enumerated(_) => ROUND,
            StepLaw::Known(_) => SHORT_ROUND,
        };
        let round = (round / arguments.chains).max(1);
        while run.steps() < arguments.steps && !stop.load(Ordering::Relaxed) {
            run.advance(round.min(arguments.steps - run.steps()))
                .map_err(|why| self.failed(&why))?;
            bar.set_position(run.steps());
            if let Some(file) = &mut file {
                file.write(run, |state| {
                    let name = self.parameters[state / repeat].as_str();
                    match &values {
                        Some(values) => Parameter::Number(values[state / repeat], name),
                        None => Parameter::Name(name),
                    }
                })?;
            }
        }
        bar.finish_and_clear();
        Ok(run.steps() < arguments.steps)
    }

    /// The parameters as doubles, if all of them are numbers.
    fn values(&self) -> Option<Vec<f64>> {
        let value = |name: &String| Some(name.parse::<Rational>().ok()?.to_f64());
        self.parameters.iter().map(value).collect()
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
        let state = kernel.labels().iter().position(|label| label == name);
        let parameter = || {
            self.parameters
                .iter()
                .position(|parameter| parameter == name)
        };
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

    /// What the law has lost against the exact one.
    fn rounding(&self) -> Option<Rounding> {
        match &self.law {
            StepLaw::Enumerated(_) => None,
            StepLaw::Known(laws) => laws.rounding.clone(),
        }
    }
}

/// The table has been enumerated; reading it off takes as many paths as it has
/// outcomes.
fn unlimited() -> Budget {
    Budget::of_paths(u64::MAX)
}

/// What the command ends with: the number of steps if Ctrl-C ended the run, and
/// a sentence if the test failed.
pub(super) fn status(interrupted: Option<u64>, failed: Option<&str>) -> ExitCode {
    if let Some(steps) = interrupted {
        complain(&format!(
            "interrupted: the answer is on the first {steps} steps of each chain"
        ));
    }
    match (failed, interrupted) {
        (Some(sentence), _) => {
            complain(sentence);
            ExitCode::from(1)
        }
        (None, Some(_)) => ExitCode::from(INTERRUPTED),
        (None, None) => ExitCode::SUCCESS,
    }
}
