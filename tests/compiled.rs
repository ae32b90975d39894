//! A compiled kernel is the kernel: the same law, exactly, and a sampler of it.

use crate::support;

use peskun::chains::{AsWritten, Chain, Trajectories, Walk};
use peskun::chance::Budget;
use peskun::kernels::{CompiledKernel, FiniteKernel, KernelVisitor};
use peskun::models::{bernoulli_pair, three_point_pair};
use peskun::numbers::Rational;
use peskun::rules::TieBreak;
use peskun::statistics::{Anytime, Family, anytime_power};
use support::kernels::{KERNELS, compiled, visit};
use support::suite::family;

/// Every probability that the tables draw with is that of the enumerated law,
/// and the chain is the same in all respects.
struct SameLaw;

impl KernelVisitor for SameLaw {
    type Output = usize;
    fn visit<K: FiniteKernel>(self, kernel: &K) -> usize {
        let compiled = CompiledKernel::compile(kernel, &Budget::default()).expect("small");
        for state in compiled.states() {
            let law = compiled.law_from(state);
            let exact: Vec<Rational> = law.iter().map(|(_, probability)| probability).collect();
            assert_eq!(compiled.sampled_law_from(state), exact);
            assert_eq!(exact.into_iter().sum::<Rational>(), Rational::ONE);
            let outcomes = &compiled.outcomes()[compiled.outcomes_from(state)];
            assert_eq!(outcomes, law.values());
        }
        let (again, chain) = (Chain::of(&compiled), Chain::of(kernel));
        let (again, chain) = (again.expect("small"), chain.expect("small"));
        assert_eq!(again.states(), chain.states());
        assert_eq!(again.target(), chain.target());
        assert_eq!(again.matrix(), chain.matrix());
        assert_eq!(again.acceptance(), chain.acceptance());
        assert_eq!(again.moves(), chain.moves());
        assert_eq!(again.draws_per_step(), chain.draws_per_step());
        compiled.outcomes().len()
    }
}

#[test]
fn the_table_is_the_law() {
    for model in [bernoulli_pair(), three_point_pair()] {
        for kernel in KERNELS {
            for tie in [TieBreak::First, TieBreak::Coin] {
                let outcomes = visit(&model, kernel, tie, SameLaw);
                println!("{} {kernel} {tie}: {outcomes} outcomes", model.name());
            }
        }
    }
}

/// What each state's steps did, beside their exact probabilities.
fn rows<W: Walk>(run: &Trajectories<'_, W>, exact: &CompiledKernel) -> Vec<(Vec<f64>, Vec<u64>)> {
    let counts = run.counts();
    let row = |state| {
        let law = exact.law_from(state).iter();
        let probabilities = law.map(|(_, probability)| probability.to_f64()).collect();
        (probabilities, counts[exact.outcomes_from(state)].to_vec())
    };
    exact.states().into_iter().map(row).collect()
}

/// Runs from the table, and as written, pass the test of a run.
struct Sampled<'f>(String, &'f mut Family);

impl Sampled<'_> {
    fn test<W: Walk>(&mut self, walk: &W, steps: u64, how: &str) {
        let starts: Vec<usize> = walk.compiled().states();
        let mut run = Trajectories::new(walk, &starts, 1973, 1_000);
        run.advance(steps).expect("steps");
        let level = self.1.spend().expect("planned");
        let test = Anytime::test(&rows(&run, walk.compiled()), level);
        println!(
            "{:<36} {how:<10} statistic {:7.3}  threshold {:.3}",
            self.0, test.statistic, test.threshold
        );
        assert!(test.passes(), "{} {how}", self.0);
    }
}

impl KernelVisitor for Sampled<'_> {
    type Output = ();
    fn visit<K: FiniteKernel>(mut self, kernel: &K) {
        let compiled = CompiledKernel::compile(kernel, &Budget::default()).expect("small");
        self.test(&compiled, 500_000, "compiled");
        self.test(&AsWritten::new(kernel, &compiled), 50_000, "as written");
    }
}

#[test]
fn runs_agree_with_the_exact_laws() {
    let mut family = family("compiled kernels against their exact laws");
    for model in [bernoulli_pair(), three_point_pair()] {
        for kernel in KERNELS {
            let name = format!("{} {kernel}", model.name());
            visit(&model, kernel, TieBreak::First, Sampled(name, &mut family));
        }
    }
}

/// Transitions counted in a run of one kernel, tested against another's rows.
#[test]
fn the_wrong_kernel_is_caught_as_computed() {
    let model = bernoulli_pair();
    let level = family("compiled kernels against their exact laws")
        .spend()
        .expect("planned");
    let kernel = |name| compiled(&model, name, TieBreak::First);
    let (wrong, right) = (kernel("mabmc:reuse"), kernel("mabmc"));
    let matrix = |kernel: &CompiledKernel| Chain::of(kernel).expect("small").matrix().clone();
    let (actual, exact) = (matrix(&wrong), matrix(&right));
    let mut run = Trajectories::new(&wrong, &[0, 1], 1973, 1);
    run.advance(50_000).expect("steps");
    let counts = run.counts();
    let mut rows = Vec::new();
    for from in 0..2 {
        let mut arrivals = vec![0; 2];
        for outcome in wrong.outcomes_from(from) {
            arrivals[wrong.outcome(outcome).state] += counts[outcome];
        }
        let visits: u64 = arrivals.iter().sum();
        let (p, q) = (
            exact.entry(from, 0).to_f64(),
            actual.entry(from, 0).to_f64(),
        );
        let power = anytime_power(p, q, 4, visits, level);
        println!("from {from}: exact {p:.4}, actual {q:.4}, {visits} visits, power {power:.6}");
        rows.push((vec![p, 1.0 - p], arrivals));
        assert!(from == 1 || power > 0.999 || q == p, "{power}");
    }
    let test = Anytime::test(&rows, level);
    println!(
        "statistic {:.1}, threshold {:.1}",
        test.statistic, test.threshold
    );
    assert!(!test.passes());
}

/// A run does not depend on how it is cut into rounds.
#[test]
fn rounds_do_not_matter() {
    let kernel = compiled(&three_point_pair(), "mabmc", TieBreak::Coin);
    let run = |rounds: &[u64]| {
        let mut run = Trajectories::new(&kernel, &[0, 1, 0], 5, 7);
        for &steps in rounds {
            run.advance(steps).expect("steps");
        }
        assert_eq!(run.steps(), 1_000);
        assert_eq!(run.kept(), 142);
        let draws = (0..3).flat_map(|chain| (0..142).map(move |draw| (chain, draw)));
        let draws: Vec<_> = draws.map(|(c, d)| run.draw(c, d).clone()).collect();
        (run.counts(), draws)
    };
    assert_eq!(run(&[1_000]), run(&[1, 6, 7, 486, 0, 500]));
}
