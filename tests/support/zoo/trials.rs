//! The tests by sampling that every defect has to fail, and its right twin to
//! pass at the same level: one step, a run, and ranks. All samplers are run as
//! they are written.

use std::collections::BTreeMap;

use peskun::chains::Chain;
use peskun::chance::Sampler;
use peskun::kernels::{FiniteKernel, KernelVisitor};
use peskun::numbers::Rational;
use peskun::statistics::{Anytime, Decision, OneStep, Plan, experiments_needed, one_step_counts};

use super::{Specimen, Written};
use crate::support::ranks::{self, rank_law, uniform};

/// A seed for each of the tests.
const ONE_STEP: u64 = 20_190_418;
const RUN: u64 = 20_190_419;
const RANKS: u64 = 20_190_420;

/// How sure a plan is to catch its defect: all of them together miss one with
/// probability below one in a million.
const SURE: f64 = 1.0 - 1e-8;

/// The power that the table counts draws for.
const POWER: f64 = 0.99;

/// How a test of a specimen and its right twin ended.
pub struct Trial {
    /// What was drawn from the defective sampler.
    pub draws: u64,
    pub wrong_passes: bool,
    pub right_passes: bool,
}

/// The plan of a one-step test.
pub struct OneStepPlan {
    /// The state that gives the defect away soonest.
    pub from: usize,
    /// Draws that catch it with power 99%, by the exact law of both rows.
    pub needed: u64,
    /// Draws that are sure to.
    draws: u64,
    /// The right row.
    row: Vec<Rational>,
    level: f64,
}

impl OneStepPlan {
    /// The plan, or nothing if the chains do not differ. Any state could be
    /// chosen: each has its share of the level.
    pub fn new(wrong: &Chain, right: &Chain, level: f64) -> Option<Self> {
        let level = level / right.states().len() as f64;
        let exact = right.matrix().rows();
        let rows = exact.iter().zip(wrong.matrix().rows());
        let plans = rows.enumerate().filter_map(|(from, (exact, actual))| {
            let draws = |power| experiments_needed(exact, &actual, power, level);
            Some(OneStepPlan {
                from,
                needed: draws(POWER)?,
                draws: draws(SURE)?,
                row: exact.clone(),
                level,
            })
        });
        plans.min_by_key(|plan| plan.needed)
    }

    /// The test.
    pub fn run(&self, specimen: &Specimen, stream: u64) -> Trial {
        let passes = |written: Written, stream: u64| {
            let steps = Steps(self, stream);
            let counts = written.visit(&(specimen.model)(), steps);
            OneStep::test(&self.row, &counts, self.level).passes()
        };
        Trial {
            draws: self.draws,
            wrong_passes: passes(specimen.wrong, stream),
            right_passes: passes(specimen.right, stream + 1),
        }
    }
}

/// Steps from one state.
struct Steps<'p>(&'p OneStepPlan, u64);

impl KernelVisitor for Steps<'_> {
    type Output = Vec<u64>;
    fn visit<K: FiniteKernel>(self, kernel: &K) -> Vec<u64> {
        let Steps(plan, stream) = self;
        let from = &kernel.states()[plan.from];
        let mut sampler = Sampler::new(ONE_STEP, stream);
        one_step_counts(kernel, from, plan.draws, &mut sampler).expect("a run")
    }
}

/// A run that is looked at all the time against the right rows, until the alarm
/// or the end.
struct Run {
    /// The right row of each state, and how often the run went where from there.
    rows: Vec<(Vec<f64>, Vec<u64>)>,
    level: f64,
    steps: u64,
    stream: u64,
}

impl KernelVisitor for Run {
    /// Steps that were made, and whether there was no alarm.
    type Output = (u64, bool);
    fn visit<K: FiniteKernel>(mut self, kernel: &K) -> (u64, bool) {
        const BETWEEN_LOOKS: u64 = 32;
        let states = kernel.states();
        let positions: BTreeMap<&K::State, usize> = states.iter().zip(0..).collect();
        let mut sampler = Sampler::new(RUN, self.stream);
        let mut from = 0;
        for step in 1..=self.steps {
            let end = kernel.step(&states[from], &mut sampler).expect("a step");
            let to = positions[&end.state];
            self.rows[from].1[to] += 1;
            from = to;
            let look = step % BETWEEN_LOOKS == 0 || step == self.steps;
            if look && !Anytime::test(&self.rows, self.level).passes() {
                return (step, false);
            }
        }
        (self.steps, true)
    }
}

/// The test of a run, which knows nothing of the defect. The right twin runs
/// four times as long as the defective sampler until its alarm.
pub fn run(specimen: &Specimen, right: &Chain, level: f64, stream: u64) -> Trial {
    // Several times what the weakest defect takes.
    const LONGEST: u64 = 1 << 18;
    let row = |row: &Vec<Rational>| {
        let exact = row.iter().map(Rational::to_f64).collect();
        (exact, vec![0; row.len()])
    };
    let examine = |written: Written, steps: u64, stream: u64| {
        let run = Run {
            rows: right.matrix().rows().iter().map(row).collect(),
            level,
            steps,
            stream,
        };
        written.visit(&(specimen.model)(), run)
    };
    let (draws, wrong_passes) = examine(specimen.wrong, LONGEST, stream);
    let (_, right_passes) = examine(specimen.right, 4 * draws, stream + 1);
    Trial {
        draws,
        wrong_passes,
        right_passes,
    }
}

/// The sequential plan that is sure to catch a defect by its ranks, or nothing
/// if they are uniform. It needs no right sampler, only the target.
pub fn rank_plan(specimen: &Specimen, level: f64) -> Option<Plan> {
    let law = rank_law(&specimen.wrong.compiled(&(specimen.model)()));
    Plan::against(level, &uniform(), &law, SURE)
}

/// The test of ranks.
pub fn rank_trial(specimen: &Specimen, plan: &Plan, stream: u64) -> Trial {
    let examine =
        |written: Written, stream| written.visit(&(specimen.model)(), Ranks(plan, stream));
    let wrong = examine(specimen.wrong, stream);
    Trial {
        draws: wrong.experiments,
        wrong_passes: wrong.passes,
        right_passes: examine(specimen.right, stream + 1).passes,
    }
}

struct Ranks<'p>(&'p Plan, u64);

impl KernelVisitor for Ranks<'_> {
    type Output = Decision;
    fn visit<K: FiniteKernel>(self, kernel: &K) -> Decision {
        ranks::examine(kernel, self.0, RANKS, self.1)
    }
}
