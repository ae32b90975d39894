//! Gandy and Scott's rank test: right samplers have ranks that are exactly
//! uniform and pass; defective ones are caught, with the power computed.

mod support;

use peskun::chance::{Budget, Sampler};
use peskun::kernels::{Algorithm, CompiledKernel, FiniteKernel, KernelVisitor};
use peskun::models::{TableModel, bernoulli_pair, three_point_pair};
use peskun::numbers::Rational;
use peskun::rules::TieBreak;
use peskun::statistics::{Decision, FiniteSubject, RankOfStart, Sequential};
use support::defects::{DEFECTS, Defect, Defective};
use support::models::lopsided;
use support::suite::family;

/// Steps in an experiment: ranks are 0, …, 4.
const STEPS: usize = 4;
const SEED: u64 = 2020;

fn plan(level: f64) -> Sequential {
    Sequential {
        level,
        rounds: 6,
        draws: 10_000,
        growth: 4,
    }
}

fn uniform() -> Vec<Rational> {
    vec![Rational::new(1, STEPS as i64 + 1); STEPS + 1]
}

/// What is known and what was found of one kernel.
struct Outcome {
    /// The exact law of the rank.
    law: Vec<Rational>,
    /// At least the probability of an alarm.
    power: f64,
    decision: Decision,
}

/// The rank of θ, by its position, among the states of a run.
fn examine<K: FiniteKernel>(name: &str, kernel: &K, level: f64, stream: u64) -> Outcome {
    let states = kernel.states().len();
    let values: Vec<Rational> = (0..states).map(|state| Rational::from(state)).collect();
    let subject = FiniteSubject::new(kernel, &values);
    let experiment = RankOfStart::new(&subject, STEPS);
    let law = experiment
        .law(&Budget::of_paths(20_000_000))
        .expect("small");
    let plan = plan(level);
    let power = plan.power(&uniform(), &law);
    let mut sampler = Sampler::new(SEED, stream);
    let decision = plan
        .run(&uniform(), |_, draws| {
            experiment.counts(draws, &mut sampler)
        })
        .expect("experiments");
    println!(
        "{name:<40} {} after {} of at most {} experiments in {} rounds; power {power:.6}",
        if decision.passes { "passes" } else { "FAILS" },
        decision.draws,
        plan.most_draws(),
        decision.rounds
    );
    Outcome {
        law,
        power,
        decision,
    }
}

/// The kernel as it is written, or from its table.
struct Examine<'n> {
    name: &'n str,
    level: f64,
    stream: u64,
    compiled: bool,
}

impl KernelVisitor for Examine<'_> {
    type Output = Outcome;
    fn visit<K: FiniteKernel>(self, kernel: &K) -> Outcome {
        if !self.compiled {
            return examine(self.name, kernel, self.level, self.stream);
        }
        let table = CompiledKernel::compile(kernel, &Budget::default()).expect("small");
        examine(self.name, &table, self.level, self.stream)
    }
}

fn named(model: &TableModel, kernel: &str, level: f64, stream: u64, compiled: bool) -> Outcome {
    let name = format!("{} {kernel}", model.name());
    let visitor = Examine {
        name: &name,
        level,
        stream,
        compiled,
    };
    Algorithm::named(kernel, TieBreak::First)
        .expect("a kernel")
        .visit(model, &Budget::default(), visitor)
        .expect("within the budget")
}

#[test]
fn right_kernels_have_uniform_ranks_and_pass() {
    let mut family = family("stationarity of right kernels");
    for model in [bernoulli_pair(), three_point_pair(), lopsided()] {
        for kernel in ["mh", "pmc", "mpmc", "sve", "mabmc"] {
            let level = family.spend().expect("planned");
            let outcome = named(&model, kernel, level, family.spent() as u64, false);
            assert_eq!(outcome.law, uniform(), "{} {kernel}", model.name());
            assert!(outcome.decision.passes);
            assert!(outcome.power <= level);
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
        (&pair, "rule:max-draws"),
        (&lopsided, "noisy:2"),
        (&lopsided, "mabmc:reuse"),
    ] {
        let level = family.spend().expect("planned");
        let outcome = named(model, kernel, level, family.spent() as u64, true);
        assert_ne!(outcome.law, uniform(), "{} {kernel}", model.name());
        assert!(outcome.power > 0.999, "{}", outcome.power);
        assert!(!outcome.decision.passes, "{} {kernel}", model.name());
    }
}

#[test]
fn every_defect_is_caught() {
    let mut family = family("stationarity of defective kernels");
    let model = lopsided();
    for (stream, defect) in DEFECTS.into_iter().enumerate() {
        let level = family.spend().expect("planned");
        let name = format!("{defect:?}");
        let kernel = Defective::new(&model, defect);
        let table = CompiledKernel::compile(&kernel, &Budget::default()).expect("small");
        let outcome = examine(&name, &table, level, 100 + stream as u64);
        assert!(outcome.power > 0.999, "{defect:?}: {}", outcome.power);
        assert!(!outcome.decision.passes, "{defect:?} goes unnoticed");
    }
    let level = family.spend().expect("planned");
    let right = Defective::new(&model, Defect::None);
    let outcome = examine("no defect", &right, level, 99);
    assert_eq!(outcome.law, uniform());
    assert!(outcome.decision.passes, "the right kernel is accused");
}

/// Two hundred runs of right samplers, one test's share for all of them.
#[test]
fn two_hundred_repetitions_and_no_false_alarm() {
    const REPETITIONS: u64 = 200;
    let mut family = family("stationarity of right kernels");
    let level = family.spend().expect("planned") / REPETITIONS as f64;
    let plan = Sequential {
        draws: 2_000,
        ..plan(level)
    };
    let (mut alarms, mut second, mut draws) = (0, 0, 0);
    let model = three_point_pair();
    struct Compile;
    impl KernelVisitor for Compile {
        type Output = CompiledKernel;
        fn visit<K: FiniteKernel>(self, kernel: &K) -> CompiledKernel {
            CompiledKernel::compile(kernel, &Budget::default()).expect("small")
        }
    }
    for kernel in ["mh", "mpmc", "sve", "mabmc"] {
        let algorithm = Algorithm::named(kernel, TieBreak::Coin).expect("a kernel");
        let table = algorithm
            .visit(&model, &Budget::default(), Compile)
            .expect("small");
        let subject = FiniteSubject::new(&table, &[Rational::ZERO, Rational::ONE]);
        let experiment = RankOfStart::new(&subject, STEPS);
        for seed in 0..REPETITIONS / 4 {
            let mut sampler = Sampler::new(seed, 0);
            let decision = plan
                .run(&uniform(), |_, draws| {
                    experiment.counts(draws, &mut sampler)
                })
                .expect("experiments");
            alarms += u64::from(!decision.passes);
            second += u64::from(decision.rounds > 1);
            draws += decision.draws;
        }
    }
    println!(
        "{alarms} false alarms in {REPETITIONS} runs (budget {:.1e}); {second} needed a second round; {draws} experiments",
        level * REPETITIONS as f64
    );
    assert_eq!(alarms, 0);
}
