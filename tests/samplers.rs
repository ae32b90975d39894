//! The kernel that is enumerated, sampled many times from every state of the
//! built-in models, against its own exact row.

use crate::support;

use peskun::chains::Chain;
use peskun::chance::{Budget, Chance, Question, Reading, Sampler};
use peskun::kernels::{FiniteKernel, KernelVisitor};
use peskun::models::{
    IsingModel, SpinModel, TableModel, Yardstick, bernoulli_pair, ising_three, ising_two,
    three_point_pair,
};
use peskun::numbers::{Rational, Weights};
use peskun::rules::TieBreak;
use peskun::simulation::LevelModel;
use peskun::statistics::{Family, OneStep, one_step_counts};
use rayon::prelude::*;
use support::kernels::{KERNELS, visit};
use support::q;
use support::size::sized;
use support::suite::{FAMILY_WISE, GROUPS, detects, family};

/// Draws from every state.
fn draws() -> u64 {
    sized("draws from every state", 1_000_000, 100_000)
}
const SEED: u64 = 1973;

/// Enumerates a kernel and samples the same object from every state.
struct Sampled<'f> {
    name: String,
    draws: u64,
    family: &'f mut Family,
}

impl KernelVisitor for Sampled<'_> {
    type Output = ();

    fn visit<K: FiniteKernel>(self, kernel: &K) {
        let chain = Chain::with_budget(kernel, Reading::Merged, &Budget::default())
            .expect("within the budget");
        // Levels and streams are dealt out first, so that the order in which
        // the states are sampled does not matter.
        let plan: Vec<(f64, u64)> = kernel
            .states()
            .iter()
            .map(|_| {
                let level = self.family.spend().expect("planned");
                (level, self.family.spent() as u64)
            })
            .collect();
        let counts: Vec<Vec<u64>> = kernel
            .states()
            .par_iter()
            .zip(&plan)
            .map(|(from, (_, stream))| {
                let mut sampler = Sampler::new(SEED, *stream);
                one_step_counts(kernel, from, self.draws, &mut sampler).expect("a run")
            })
            .collect();
        for (position, from) in kernel.states().iter().enumerate() {
            let (level, row) = (plan[position].0, &chain.matrix().full_row(position));
            let test = OneStep::test(row, &counts[position], level);
            let widest = detects(row, self.draws, level);
            println!(
                "{:<32} from {:<4} statistic {:6.3}  threshold {:.3}  detects {widest}",
                self.name,
                kernel.label(from),
                test.statistic,
                test.threshold
            );
            assert!(test.passes(), "{} from {}", self.name, kernel.label(from));
        }
    }
}

/// All of these kernels on a model.
fn all_kernels<M: Yardstick<Parameter = usize>>(
    (model, name): (&M, &str),
    kernels: &[&str],
    ties: &[TieBreak],
    draws: u64,
    family: &mut Family,
) {
    for kernel in kernels {
        for &tie in ties {
            let name = format!("{name} {kernel} {tie}");
            let sampled = Sampled {
                name,
                draws,
                family,
            };
            visit(model, kernel, tie, sampled);
        }
    }
}

/// All kernels on one example, and MABMC with another way of breaking ties.
fn on_example(model: &TableModel) {
    let mut family = family(&format!("kernels of {}", model.name()));
    let named = (model, model.name());
    all_kernels(named, &KERNELS, &[TieBreak::First], draws(), &mut family);
    all_kernels(named, &["mabmc"], &[TieBreak::Coin], draws(), &mut family);
}

/// Kernels on a lattice by the values of T; double Metropolis–Hastings sweeps
/// through its configurations.
fn on_lattice(model: &IsingModel, more: &[&str]) {
    let draws = sized("draws from every state of a lattice", 50_000, 20_000);
    let mut family = family(&format!("kernels of {}", model.name()));
    let (levels, spins) = (
        LevelModel::new(model),
        SpinModel::new(model).expect("small"),
    );
    let name = model.name();
    let first = [TieBreak::First];
    let kernels = [
        "mh",
        "mpmc",
        "sve",
        "bridge",
        "noisy:2",
        "mabmc",
        "mabmc:repropose",
        "rule:max-min",
        "rule:straddle",
    ];
    all_kernels((&levels, name), &kernels, &first, draws, &mut family);
    all_kernels((&levels, name), more, &first, draws, &mut family);
    all_kernels((&spins, name), &["dmh:1"], &first, draws, &mut family);
}

#[test]
fn all_kernels_on_a_small_lattice() {
    on_lattice(&ising_two(), &["pmc", "mabmc:reuse", "rule:max-draws"]);
}

#[test]
fn most_kernels_on_a_larger_lattice() {
    on_lattice(&ising_three(), &[]);
}

#[test]
fn all_kernels_on_the_first_example() {
    on_example(&bernoulli_pair());
}

#[test]
fn all_kernels_on_the_second_example() {
    on_example(&three_point_pair());
}

/// Laws whose total exceeds a machine word take another path in the sampler.
#[test]
fn laws_of_all_sizes() {
    let mut family = family("laws against their weights");
    let huge = Rational::from(10).power(40);
    let rows = [
        vec![q(1, 3), q(2, 3)],
        vec![q(1, 7), q(2, 7), q(4, 7)],
        vec![
            &huge / Rational::from(4) + Rational::ONE,
            &huge / Rational::from(2),
            &huge / Rational::from(4),
        ],
    ];
    for (stream, row) in rows.iter().enumerate() {
        let weights = Weights::proportional_to(row);
        let exact: Vec<Rational> = (0..row.len())
            .map(|atom| weights.probability(atom))
            .collect();
        let mut sampler = Sampler::new(SEED, 1_000 + stream as u64);
        let mut counts = vec![0; row.len()];
        for _ in 0..draws() {
            counts[sampler.answer(Question::Law(&weights)).expect("an answer")] += 1;
        }
        let test = OneStep::test(&exact, &counts, family.spend().expect("planned"));
        assert!(test.passes(), "{row:?}: {test:?}");
    }
    for (stream, coin) in [
        q(1, 3),
        Rational::ONE - huge.reciprocal().expect("positive"),
        &huge / (&huge * Rational::from(3) + Rational::ONE),
    ]
    .iter()
    .enumerate()
    {
        let mut sampler = Sampler::new(SEED, 2_000 + stream as u64);
        let mut counts = [0, 0];
        for _ in 0..draws() {
            counts[sampler.answer(Question::Coin(coin)).expect("an answer")] += 1;
        }
        let exact = [Rational::ONE - coin, coin.clone()];
        let test = OneStep::test(&exact, &counts, family.spend().expect("planned"));
        assert!(test.passes(), "{coin}: {test:?}");
    }
}

#[test]
fn a_seed_is_a_run() {
    let model = bernoulli_pair();
    struct Counts(u64);
    impl KernelVisitor for Counts {
        type Output = Vec<u64>;
        fn visit<K: FiniteKernel>(self, kernel: &K) -> Vec<u64> {
            one_step_counts(
                kernel,
                &kernel.states()[0],
                1_000,
                &mut Sampler::new(self.0, 0),
            )
            .expect("a run")
        }
    }
    let run = |seed| visit(&model, "mabmc", TieBreak::Coin, Counts(seed));
    assert_eq!(run(1), run(1));
    assert_ne!(run(1), run(2));
}

#[test]
fn the_groups_share_one_budget() {
    let shares: f64 = GROUPS
        .iter()
        .map(|(name, tests)| {
            let mut family = family(name);
            let level = family.spend().expect("a test");
            level * *tests as f64
        })
        .sum();
    assert!(shares <= FAMILY_WISE * (1.0 + 1e-9), "{shares}");
    let mut small = Family::new(0.5, 1);
    assert_eq!(small.spend(), Ok(0.5));
    assert!(small.spend().is_err(), "an unplanned test is refused");
}
