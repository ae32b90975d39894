//! Gandy and Scott's rank test: right samplers have ranks that are exactly
//! uniform and pass; defective ones are caught, with the power computed.

use crate::support;

use peskun::chance::{Budget, Sampler};
use peskun::kernels::{FiniteKernel, KernelVisitor};
use peskun::models::{bernoulli_pair, three_point_pair};
use peskun::numbers::Rational;
use peskun::rules::TieBreak;
use peskun::statistics::{Decision, FiniteSubject, RankOfStart, Sequential};
use rayon::prelude::*;
use support::defects::{DEFECTS, Defect, Defective};
use support::kernels::{compiled, visit};
use support::models::lopsided;
use support::suite::family;

/// Steps in an experiment: ranks are 0, …, 4.
const STEPS: usize = 4;
const SEED: u64 = 2020;

fn uniform() -> Vec<Rational> {
    vec![Rational::new(1, STEPS as i64 + 1); STEPS + 1]
}

/// The kernel, with states ranked by their position.
fn subject<K: FiniteKernel>(kernel: &K) -> FiniteSubject<'_, K> {
    let states = kernel.states().len();
    let values: Vec<Rational> = (0..states).map(Rational::from).collect();
    FiniteSubject::new(kernel, &values)
}

/// The exact law of the rank.
fn rank_law<K: FiniteKernel>(kernel: &K) -> Vec<Rational> {
    RankOfStart::new(&subject(kernel), STEPS)
        .law(&Budget::of_paths(20_000_000))
        .expect("small")
}

/// The plan that catches a defect with this law of ranks, all but surely.
fn plan_against(law: &[Rational], level: f64) -> Sequential {
    Sequential::against(level, &uniform(), law, 0.999).expect("not uniform")
}

/// The plan that catches Algorithm 5 with reused draws on three parameters.
fn plan_for_right_kernels(level: f64) -> Sequential {
    plan_against(
        &rank_law(&compiled(&lopsided(), "mabmc:reuse", TieBreak::First)),
        level,
    )
}

/// Tests a kernel, each round in sixteen parts with streams of their own.
fn examine<K: FiniteKernel>(name: &str, kernel: &K, plan: &Sequential, test: u64) -> Decision {
    const PARTS: u64 = 16;
    let subject = subject(kernel);
    let experiment = RankOfStart::new(&subject, STEPS);
    let counts = |round: u32, draws: u64| {
        let part = |part: u64| {
            let stream = (test * 100 + u64::from(round)) * PARTS + part;
            let mut sampler = Sampler::new(SEED, stream);
            experiment.counts(draws / PARTS, &mut sampler)
        };
        let sum = |first: Vec<u64>, second: Vec<u64>| {
            let pairs = first.iter().zip(&second);
            Ok(pairs.map(|(one, other)| one + other).collect())
        };
        let parts = (0..PARTS).into_par_iter().map(part);
        parts.try_reduce(|| vec![0; STEPS + 1], sum)
    };
    let decision = plan.run(&uniform(), counts).expect("experiments");
    println!(
        "{name:<34} {} after {} experiments in {} rounds; first round {}, at most {}",
        if decision.passes { "passes" } else { "FAILS" },
        decision.draws,
        decision.rounds,
        plan.draws,
        plan.most_draws(),
    );
    decision
}

/// The kernel as it is written: its ranks are uniform, and it passes.
struct Passes<'p>(String, &'p Sequential, u64);

impl KernelVisitor for Passes<'_> {
    type Output = ();
    fn visit<K: FiniteKernel>(self, kernel: &K) {
        let law = rank_law(kernel);
        assert_eq!(law, uniform(), "{}", self.0);
        assert!(self.1.power(&uniform(), &law) <= self.1.level);
        assert!(examine(&self.0, kernel, self.1, self.2).passes);
    }
}

#[test]
fn right_kernels_have_uniform_ranks_and_pass() {
    let mut family = family("stationarity of right kernels");
    for model in [bernoulli_pair(), three_point_pair(), lopsided()] {
        for kernel in ["mh", "pmc", "mpmc", "sve", "mabmc"] {
            let plan = plan_for_right_kernels(family.spend().expect("planned"));
            let name = format!("{} {kernel}", model.name());
            let passes = Passes(name, &plan, family.spent() as u64);
            visit(&model, kernel, TieBreak::First, passes);
        }
    }
}

#[test]
fn invalid_kernels_are_caught() {
    let mut family = family("stationarity of defective kernels");
    let pair = bernoulli_pair();
    let lopsided = lopsided();
    for (model, kernel) in [
        (&pair, "mabmc:reuse"),
        (&pair, "mabmc:repropose"),
        (&lopsided, "noisy:2"),
        (&lopsided, "mabmc:reuse"),
    ] {
        let name = format!("{} {kernel}", model.name());
        let table = compiled(model, kernel, TieBreak::First);
        let plan = plan_against(&rank_law(&table), family.spend().expect("planned"));
        let decision = examine(&name, &table, &plan, family.spent() as u64);
        assert!(!decision.passes, "{name} goes unnoticed");
    }
}

#[test]
fn every_defect_is_caught() {
    let mut family = family("stationarity of defective kernels");
    let model = lopsided();
    let mut widest = None;
    for (stream, defect) in (100..).zip(DEFECTS) {
        let kernel = Defective::new(&model, defect);
        let plan = plan_against(&rank_law(&kernel), family.spend().expect("planned"));
        let decision = examine(&format!("{defect:?}"), &kernel, &plan, stream);
        assert!(!decision.passes, "{defect:?} goes unnoticed");
        widest = widest.max(Some(plan.draws));
    }
    // The right kernel passes the closest look of them all.
    let plan = Sequential {
        level: family.spend().expect("planned"),
        rounds: 4,
        draws: widest.expect("defects"),
        growth: 4,
    };
    let right = Defective::new(&model, Defect::None);
    assert_eq!(rank_law(&right), uniform());
    let decision = examine("no defect", &right, &plan, 99);
    assert!(decision.passes, "the right kernel is accused");
}

/// Two hundred runs of right samplers, one test's share for all of them.
#[test]
fn two_hundred_repetitions_and_no_false_alarm() {
    const REPETITIONS: u64 = 200;
    let mut family = family("stationarity of right kernels");
    let level = family.spend().expect("planned") / REPETITIONS as f64;
    let model = three_point_pair();
    let plan = plan_for_right_kernels(level);
    let (mut alarms, mut closer, mut draws) = (0, 0, 0);
    for kernel in ["mh", "mpmc", "sve", "mabmc"] {
        let table = compiled(&model, kernel, TieBreak::First);
        let subject = subject(&table);
        let experiment = RankOfStart::new(&subject, STEPS);
        for seed in 0..REPETITIONS / 4 {
            let mut sampler = Sampler::new(seed, 0);
            let decision = plan
                .run(&uniform(), |_, draws| {
                    experiment.counts(draws, &mut sampler)
                })
                .expect("experiments");
            alarms += u64::from(!decision.passes);
            closer += u64::from(decision.rounds > 1);
            draws += decision.draws;
        }
    }
    println!(
        "{alarms} false alarms in {REPETITIONS} runs (budget {:.1e}); {closer} looked closer; {draws} experiments",
        level * REPETITIONS as f64
    );
    assert_eq!(alarms, 0);
}
