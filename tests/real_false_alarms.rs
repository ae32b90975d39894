//! The test of `peskun sample` on real parameters keeps its level: right kernels
//! are left alone however they stick and however short the run is, and wrong ones
//! are caught. A few seeds by default; with `PESKUN_TESTS=full` 2,000 for each of
//! five kernels and four settings.

use crate::support;

use peskun::chance::{Interrupted, Sampler};
use peskun::kernels::{Algorithm, Kernel};
use peskun::real::{NormalModel, Real, RealVisitor, STEPS_OF_AN_EXPERIMENT, crossings, visit_real};
use peskun::reports::RealSampleReport;
use peskun::rules::TieBreak;
use peskun::statistics::{Crossings, Stays};
use rayon::prelude::*;
use support::alarms::{Alarms, SetAlarms};
use support::size::{is_full, sized};
use support::suite::{COUNTED_ALARMS, family};

const RIGHT: [&str; 5] = ["mh", "pmc", "mpmc", "sve", "mabmc"];
/// σ², and steps of a run in all its chains.
const SETTINGS: [(f64, u64); 4] = [(0.001, 2_000), (0.01, 2_000), (0.3, 2_000), (0.3, 40)];
/// A level at which there are alarms, which are counted.
const ORDINARY: f64 = 0.9;

/// The verdicts of runs.
#[derive(Clone, Debug)]
struct Tally {
    runs: u64,
    alarms: u64,
    too_short: u64,
    /// At the ordinary level, for each set and for runs.
    sets: SetAlarms,
    ordinary: Alarms,
}

impl Tally {
    fn of(crossed: &Crossings) -> Self {
        let verdict = crossed.test(RealSampleReport::FALSE_ALARM).stays();
        let mut sets = SetAlarms::new(ORDINARY);
        Tally {
            runs: 1,
            alarms: u64::from(verdict == Stays::No),
            too_short: u64::from(verdict == Stays::TooShort),
            ordinary: sets.count(&crossed.test(ORDINARY)),
            sets,
        }
    }

    fn none() -> Self {
        Tally {
            runs: 0,
            alarms: 0,
            too_short: 0,
            sets: SetAlarms::new(ORDINARY),
            ordinary: Alarms::default(),
        }
    }

    fn and(self, other: Self) -> Self {
        Tally {
            runs: self.runs + other.runs,
            alarms: self.alarms + other.alarms,
            too_short: self.too_short + other.too_short,
            sets: self.sets.and(&other.sets),
            ordinary: self.ordinary.and(other.ordinary),
        }
    }
}

/// Runs with many seeds.
struct Repeated<'m> {
    model: &'m NormalModel,
    seeds: u64,
    steps: u64,
}

impl RealVisitor<NormalModel> for Repeated<'_> {
    type Output = Tally;

    fn visit<K: Kernel>(
        self,
        kernel: &K,
        enter: impl Fn(Real, &mut Sampler) -> Result<K::State, Interrupted> + Sync,
        parameter: impl Fn(&K::State) -> Real + Sync,
    ) -> Tally {
        let each = STEPS_OF_AN_EXPERIMENT.min(self.steps);
        let run = |seed: u64| {
            let plan = (seed, 0..self.steps / each, each);
            let crossed = crossings(self.model, kernel, &enter, &parameter, plan);
            Tally::of(&crossed.expect("experiments"))
        };
        let seeds = (0..self.seeds).into_par_iter();
        seeds.map(run).reduce(Tally::none, Tally::and)
    }
}

#[test]
fn right_kernels_raise_no_false_alarms() {
    let seeds = sized("seeds", 2_000, 40);
    println!("{seeds} seeds for each of 5 kernels and 4 settings");
    let mut family = family(COUNTED_ALARMS);
    let mut total = Tally::none();
    for (variance, steps) in SETTINGS {
        for kernel in RIGHT {
            let algorithm = Algorithm::named(kernel, TieBreak::First).expect("a kernel");
            let model = &NormalModel::new(variance);
            let repeated = Repeated {
                model,
                seeds,
                steps,
            };
            let tally = visit_real(&algorithm, model, repeated).expect("a kernel");
            println!(
                "{kernel} on normal:{variance}, {steps} steps: {} runs, {} alarms, {} too short; at {ORDINARY} {:?}",
                tally.runs, tally.alarms, tally.too_short, tally.ordinary
            );
            // All kernels here are reversible: given all crossings, whichever way each
            // went is a fair coin.
            let level = family.spend().expect("planned");
            assert!(
                tally.ordinary.are_as_expected(level),
                "{kernel} on normal:{variance}"
            );
            total = total.and(tally);
        }
    }
    println!(
        "all: {} runs, at {ORDINARY} {:?}",
        total.runs, total.ordinary
    );
    for set in &total.sets.sets {
        let level = family.spend().expect("planned");
        assert!(set.are_as_expected(level), "{set:?}");
    }
    let few = Alarms {
        counted: total.alarms,
        least: 0.0,
        most: total.runs as f64 * RealSampleReport::FALSE_ALARM,
    };
    assert!(few.are_as_expected(family.spend().expect("planned")));
    // Where a run can say something it does.
    assert!(total.too_short < total.runs);
}

/// How many experiments, doubled until it fails, catch a kernel.
struct Caught<'m> {
    model: &'m NormalModel,
    most: u64,
}

impl RealVisitor<NormalModel> for Caught<'_> {
    type Output = Option<u64>;

    fn visit<K: Kernel>(
        self,
        kernel: &K,
        enter: impl Fn(Real, &mut Sampler) -> Result<K::State, Interrupted> + Sync,
        parameter: impl Fn(&K::State) -> Real + Sync,
    ) -> Option<u64> {
        let mut crossed = Crossings::default();
        let mut due = 64;
        while due <= self.most {
            let plan = (0, crossed.experiments()..due, STEPS_OF_AN_EXPERIMENT);
            let more = crossings(self.model, kernel, &enter, &parameter, plan);
            crossed = crossed.and(&more.expect("experiments"));
            if crossed.test(RealSampleReport::FALSE_ALARM).stays() == Stays::No {
                return Some(due);
            }
            due *= 2;
        }
        None
    }
}

/// Reused draws and an inner chain of one step are caught in ordinary runs. What
/// an average of two ratios moves takes millions of experiments; what proposing again
/// moves is not seen by eight millions (`mabmc:repropose` on `normal:0.3`).
#[test]
fn wrong_kernels_are_caught() {
    let mut wrong = vec![
        ("mabmc:reuse", 0.2, 1 << 15),
        ("mabmc:reuse", 0.3, 1 << 15),
        ("dmh:1", 0.3, 1 << 12),
    ];
    if is_full() {
        wrong.push(("noisy:2", 0.3, 1 << 23));
    }
    for (kernel, variance, most) in wrong {
        let algorithm = Algorithm::named(kernel, TieBreak::First).expect("a kernel");
        let model = &NormalModel::new(variance);
        let caught = visit_real(&algorithm, model, Caught { model, most }).expect("a kernel");
        println!(
            "{kernel} on normal:{variance}: caught by {caught:?} experiments of {STEPS_OF_AN_EXPERIMENT} steps"
        );
        assert!(caught.is_some(), "{kernel} on normal:{variance}");
    }
}
