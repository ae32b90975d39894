//! Real parameters: the kernels that are enumerated elsewhere leave the
//! posterior where it is, and those that are invalid do not.

use crate::support;

use peskun::chance::{Interrupted, Sampler};
use peskun::kernels::{Algorithm, Kernel};
use peskun::models::{Boundary, Lattice, Model};
use peskun::numbers::Rational;
use peskun::real::{
    NormalModel, Real, RealChains, RealIsing, RealIsingParts, RealModel, RealVisitor, visit_real,
};
use peskun::rules::TieBreak;
use peskun::simulation::{BondWeight, agreements_law};
use peskun::statistics::{OneStep, normal_upper_tail};
use serde_json::Value;
use support::command::{peskun, refused};
use support::suite::{detects, family};

/// Bins of equal posterior mass.
const BINS: usize = 10;
const SEED: u64 = 510;

/// Where independent chains are after some steps from the posterior, by bins.
struct Settle<'m, M, F> {
    model: &'m M,
    mass_below: F,
    chains: u64,
    steps: u64,
}

impl<M: RealModel, F: Fn(f64) -> f64> RealVisitor<M> for Settle<'_, M, F> {
    type Output = Vec<u64>;

    fn visit<K: Kernel>(
        self,
        kernel: &K,
        enter: impl Fn(Real, &mut Sampler) -> Result<K::State, Interrupted> + Sync,
        parameter: impl Fn(&K::State) -> Real + Sync,
    ) -> Vec<u64> {
        let start = |chain: u64| {
            let mut sampler = Sampler::new(SEED, u64::MAX - chain);
            let from = self.model.draw_posterior(&mut sampler)?;
            enter(from, &mut sampler)
        };
        let starts: Result<Vec<K::State>, _> = (0..self.chains).map(start).collect();
        let starts = starts.expect("starts");
        let mut run = RealChains::new(kernel, parameter, starts, SEED, self.steps);
        run.advance(self.steps).expect("a run");
        let mut counts = vec![0; BINS];
        for chain in 0..run.chains() {
            let mass = (self.mass_below)(run.kept(chain)[0].state.value());
            counts[((mass * BINS as f64) as usize).min(BINS - 1)] += 1;
        }
        counts
    }
}

/// Is the posterior left where it is, as far as so many chains can tell?
fn test<M: RealModel>(
    model: &M,
    mass_below: impl Fn(f64) -> f64,
    kernel: &str,
    (chains, steps): (u64, u64),
    level: f64,
) -> OneStep {
    let algorithm = Algorithm::named(kernel, TieBreak::First).expect("a kernel");
    let settle = Settle {
        model,
        mass_below,
        chains,
        steps,
    };
    let counts = visit_real(&algorithm, model, settle).expect("a kernel for real parameters");
    let even = vec![Rational::new(1, BINS as i64); BINS];
    let test = OneStep::test(&even, &counts, level);
    println!(
        "{kernel} on {}: statistic {:.2}, threshold {:.2}, detects {} in a bin",
        model.name(),
        test.statistic,
        test.threshold,
        detects(&even, chains, level)
    );
    test
}

fn normal_mass_below(model: &NormalModel) -> impl Fn(f64) -> f64 + use<> {
    let (mean, deviation) = model.posterior();
    move |value| normal_upper_tail((mean - value) / deviation)
}

#[test]
fn valid_kernels_keep_the_normal_posterior() {
    let mut family = family("stationarity on real parameters");
    let model = NormalModel::new(0.2);
    for kernel in ["mh", "pmc", "mpmc", "sve", "bridge", "mabmc", "rule:bayes"] {
        let level = family.spend().expect("planned");
        let test = test(
            &model,
            normal_mass_below(&model),
            kernel,
            (40_000, 4),
            level,
        );
        assert!(test.passes(), "{kernel}");
    }
}

/// Accepting with the draws that decided moves the posterior by much. Proposing
/// again and averaging ratios move it by less than so many chains can see here;
/// finite models show those (see the zoo).
#[test]
fn reused_draws_do_not() {
    let level = family("stationarity on real parameters")
        .spend()
        .expect("planned");
    let model = NormalModel::new(0.2);
    let below = normal_mass_below(&model);
    let test = test(&model, below, "mabmc:reuse", (20_000, 12), level);
    assert!(!test.passes());
}

fn lattices() -> RealIsing {
    let lattice = Lattice::new(10, 10, Boundary::Free).expect("a lattice");
    RealIsing::simulated(RealIsingParts::new(lattice), 2.0, 1).expect("a model")
}

#[test]
fn valid_kernels_keep_the_posterior_of_beta() {
    let mut family = family("stationarity on real parameters");
    let model = lattices();
    let below = |value: f64| model.posterior_up_to(value);
    for kernel in [
        "mh",
        "pmc",
        "mpmc",
        "sve",
        "bridge",
        "mabmc",
        "rule:straddle",
    ] {
        let level = family.spend().expect("planned");
        let test = test(&model, below, kernel, (10_000, 3), level);
        assert!(test.passes(), "{kernel}");
    }
}

/// T drawn from the counts and T drawn from the past have one law.
#[test]
fn the_past_and_the_counts_agree() {
    let mut family = family("perfect simulation inside a step");
    let model = lattices();
    let parts = RealIsingParts {
        replicates: 1,
        ..*model.parts()
    };
    let counted = RealIsing::new(parts, 110, 2.0).expect("a model");
    let past = counted.clone().from_the_past();
    let at = Real::new(2.0);
    let weight = BondWeight::of_coupling(2.0 * parts.interaction).expect("a weight");
    let exact = agreements_law(&parts.lattice, 1, weight.value()).expect("counts");
    // Five bins between quantiles of T.
    let edges = [104, 110, 115, 121];
    let bin = |level: usize| edges.iter().filter(|&&edge| level >= edge).count();
    let mut row = vec![Rational::ZERO; edges.len() + 1];
    for (level, mass) in exact.iter() {
        row[bin(*level)] += mass;
    }
    for (name, model, draws) in [("counts", &counted, 100_000), ("past", &past, 20_000)] {
        let mut sampler = Sampler::new(SEED, 0);
        let mut counts = vec![0; row.len()];
        for _ in 0..draws {
            counts[bin(model.draw_point(&at, &mut sampler).expect("a draw"))] += 1;
        }
        let level = family.spend().expect("planned");
        let test = OneStep::test(&row, &counts, level);
        println!(
            "{name}: statistic {:.2}, threshold {:.2}",
            test.statistic, test.threshold
        );
        assert!(test.passes(), "{name}");
    }
}

/// The command, on both models: the answer and its refusals.
#[test]
fn the_command_on_real_parameters() {
    let sample = |model: &str, kernel: &str, more: &[&str]| {
        let line = ["sample", "--model", model, "--kernel", kernel];
        peskun(&[&line[..], more].concat())
    };
    let valid = sample("normal:0.3", "mabmc", &["--steps", "5000"]);
    assert_eq!(valid.status, 0, "{}", valid.stderr);
    let again = sample(
        "normal:0.3",
        "mabmc",
        &["--steps", "5000", "--format", "json"],
    );
    let other = sample(
        "normal:0.3",
        "mabmc",
        &["--steps", "5000", "--format", "json"],
    );
    assert_eq!(again.stdout, other.stdout);
    let invalid = sample("normal:0.3", "mabmc:reuse", &["--steps", "50000"]);
    assert_eq!(invalid.status, 1, "{}", invalid.stdout);
    let value: Value = serde_json::from_str(&again.stdout).expect("JSON");
    assert_eq!(value["test"]["passes"], true);
    assert_eq!(value["test"]["experiments"], 5_000);
    assert!(
        value["test"]["detectable"]
            .as_f64()
            .is_some_and(|mass| mass < 0.1)
    );
    // A chain that hardly moves, and one that hardly runs: neither yes nor no.
    for (model, kernel, more) in [
        ("normal:0.001", "mpmc", &[][..]),
        ("normal:0.3", "sve", &["--steps", "10"]),
    ] {
        let json = sample(model, kernel, &[more, &["--format", "json"]].concat());
        assert_eq!(json.status, 3, "{}", json.stdout);
        for words in ["too short to say", "times as many steps"] {
            assert!(json.stderr.contains(words), "{}", json.stderr);
        }
        let value: Value = serde_json::from_str(&json.stdout).expect("JSON");
        assert_eq!(value["test"]["passes"], Value::Null);
        assert_eq!(value["test"]["verdict"], "too short");
        let csv = sample(model, kernel, &[more, &["--format", "csv"]].concat());
        assert!(
            csv.stdout
                .lines()
                .skip(1)
                .all(|line| line.ends_with(",too short to say")),
            "{}",
            csv.stdout
        );
    }
    // An estimate that is far from the data makes this accept nothing.
    let estimated = sample("ising:4", "mpmc", &["--steps", "8000", "--format", "json"]);
    assert_eq!(estimated.status, 0, "{}", estimated.stderr);
    let value: Value = serde_json::from_str(&estimated.stdout).expect("JSON");
    assert!(
        value["acceptance"]
            .as_f64()
            .is_some_and(|share| share > 0.2)
    );
    let lattice = sample("ising:2", "rule:straddle", &["--steps", "2000"]);
    assert_eq!(lattice.status, 0, "{}", lattice.stderr);
    for (model, kernel, more, words) in [
        ("normal:x", "sve", &[][..], "not a number"),
        ("normal:-1", "sve", &[], "0.001 to 1000"),
        ("normal:nan", "sve", &[], "not a number"),
        ("ising:99", "sve", &[], "0 to 10"),
        ("ising:2", "dmh:3", &[], "configurations"),
        ("normal:1", "rule:max-min", &[], "finitely many"),
        ("normal:1", "rule:straddle", &[], "estimate"),
        ("normal:1", "sve", &["--start", "0"], "--start"),
        ("normal:1", "sve", &["--function", "1,2"], "--function"),
    ] {
        refused(&sample(model, kernel, more), 2, &[words]);
    }
}
