//! `peskun sample` on real parameters.

use std::process::ExitCode;
use std::sync::atomic::Ordering;
use std::time::Instant;

use super::draws::DrawsOutput;
use super::failure::Failure;
use super::output::deliver_as;
use super::progress::stepping_bar;

use super::sample_arguments::SampleArguments;
use super::sampling::{SHORT_ROUND, status};
use super::signals::interruption;
use crate::chance::{Interrupted, Sampler, Stream};
use crate::kernels::{Algorithm, Kernel};
use crate::real::{
    AnyReal, NormalCurve, Real, RealChains, RealModel, RealVisitor, STEPS_OF_AN_EXPERIMENT,
    crossings, visit_real,
};
use crate::reports::{Draw, Parameter, ParameterKind, RealSampleReport};
use crate::statistics::{Crossings, Stays};

/// Runs the chains, and beside them experiments with as many steps that test the
/// kernel; status 1 if it does not leave the posterior where it is.
pub(super) fn run(arguments: &SampleArguments, model: &AnyReal) -> Result<ExitCode, Failure> {
    for (given, option) in [
        (arguments.start.is_some(), "--start"),
        (arguments.function.is_some(), "--function"),
    ] {
        if given {
            let sentence = format!("{option} is for models with finitely many parameters");
            return Err(Failure::Input(sentence));
        }
    }
    let algorithm = Algorithm::named(arguments.kernel(), arguments.tie)?;
    match model {
        AnyReal::Normal(model) => {
            let curve = NormalCurve::ALL
                .into_iter()
                .find(|curve| curve.kernel() == arguments.kernel());
            let acceptance = curve.map(|curve| curve.acceptance(model.variance()).0);
            let sampling = Sampling {
                arguments,
                model,
                acceptance,
            };
            visit_real(&algorithm, model, sampling)?
        }
        AnyReal::Ising(model) => {
            let sampling = Sampling {
                arguments,
                model: model.as_ref(),
                acceptance: None,
            };
            visit_real(&algorithm, model.as_ref(), sampling)?
        }
    }
}

struct Sampling<'a, M> {
    arguments: &'a SampleArguments,
    model: &'a M,
    acceptance: Option<f64>,
}

impl<M: RealModel> RealVisitor<M> for Sampling<'_, M> {
    type Output = Result<ExitCode, Failure>;

    fn visit<K: Kernel>(
        self,
        kernel: &K,
        enter: impl Fn(Real, &mut Sampler) -> Result<K::State, Interrupted> + Sync,
        parameter: impl Fn(&K::State) -> Real + Sync,
    ) -> Self::Output {
        let arguments = self.arguments;
        let failed =
            |why: Interrupted| Failure::interrupted(arguments.kernel(), arguments.model(), &why);
        let start = |chain: u64| {
            let mut sampler = Sampler::of(arguments.seed, Stream::Start(chain));
            enter(self.model.draw_posterior(&mut sampler)?, &mut sampler)
        };
        let starts: Result<Vec<K::State>, _> = (0..arguments.chains).map(start).collect();
        let starts = starts.map_err(failed)?;
        let mut file = arguments
            .out
            .as_deref()
            .map(|path| DrawsOutput::begin(path, ParameterKind::Reals))
            .transpose()?;
        let mut run = RealChains::new(kernel, &parameter, starts, arguments.seed, arguments.thin);
        let steps = arguments.steps.min(STEPS_OF_AN_EXPERIMENT);
        let mut crossed = Crossings::default();
        let stop = interruption();
        let bar = stepping_bar(arguments.steps);
        let round = (SHORT_ROUND / arguments.chains).max(1);
        let begin = Instant::now();
        let mut written = 0;
        while run.steps() < arguments.steps && !stop.load(Ordering::Relaxed) {
            run.advance(round.min(arguments.steps - run.steps()))
                .map_err(failed)?;
            let made = crossed.experiments();
            let due = run.steps() * arguments.chains / steps;
            let more = (arguments.seed, made..due, steps);
            let more = crossings(self.model, kernel, &enter, &parameter, more);
            crossed = crossed.and(&more.map_err(failed)?);
            bar.set_position(run.steps());
            if let Some(file) = &mut file {
                let kept = run.kept(0).len();
                for draw in written..kept {
                    file.push((0..run.chains()).map(|chain| {
                        let step = &run.kept(chain)[draw];
                        Draw {
                            chain,
                            draw: draw as u64,
                            parameter: Parameter::Real(step.state.value()),
                            accepted: step.accepted,
                            arm: step.arm.map(|arm| arm + 1),
                            cost: step.cost,
                        }
                    }))?;
                }
                written = kept;
            }
        }
        bar.finish_and_clear();
        let took = begin.elapsed();
        if let Some(file) = file {
            file.finish()?;
        }
        let posterior = self.model.moments();
        let Some(summary) = run.summary(posterior.0) else {
            return Err(Failure::Interrupted("no step was made".into()));
        };
        let report = RealSampleReport {
            model: arguments.model().into(),
            kernel: arguments.kernel().into(),
            tie: arguments.tie.to_string(),
            steps: run.steps(),
            chains: run.chains(),
            draws: run.kept(0).len(),
            seed: arguments.seed,
            interrupted: run.steps() < arguments.steps,
            summary,
            posterior,
            test: crossed.test(RealSampleReport::FALSE_ALARM),
            test_steps: steps,
            acceptance: self.acceptance,
            places: arguments.places(),
            took,
        };
        deliver_as(&report, &arguments.output(), &arguments.latex)?;
        let interrupted = report.interrupted.then_some(report.steps);
        let stays = report.test.stays();
        if stays == Stays::TooShort && interrupted.is_none() {
            return Err(Failure::Undecided(report.too_short()));
        }
        let sentence = (stays == Stays::No).then_some("the kernel moves the posterior");
        Ok(status(interrupted, sentence))
    }
}
