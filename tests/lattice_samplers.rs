//! Algorithms run as they are written on 10 × 10 lattices, where nothing can be
//! enumerated, against their exact laws: step by step, and in the long run.

use crate::support;

use peskun::arms::{Arm, Estimate};
use peskun::chains::{AsWritten, Chain, Walk};
use peskun::chance::{Chance, Interrupted, Lottery, Sampler};
use peskun::kernels::{
    Algorithm, CompiledKernel, FiniteKernel, KernelVisitor, RandomizedMetropolis,
};
use peskun::lattices::{CountedModel, EnclosedChain, LatticeChain, StepLaws};
use peskun::models::{IsingModel, Model, typical_lattice};
use peskun::numbers::{Number, Ratio, Rational, Weights};
use peskun::rules::TieBreak;
use peskun::simulation::LevelModel;
use peskun::statistics::{ExactRun, Family, OneStep};
use support::q;
use support::suite::{detects, family};

const SEED: u64 = 2019;

/// Nine values of t from 8/9 to 16/9: about three posterior standard deviations
/// either way.
fn one_replicate() -> IsingModel {
    let weights = (8..=16).map(|n| q(n, 9)).collect();
    typical_lattice("10x10", 10, 1, weights, q(61, 50), 3)
}

/// Four values of t around the estimate.
fn ten_replicates() -> IsingModel {
    let weights = [58, 60, 62, 64].map(|n| q(n, 50)).to_vec();
    typical_lattice("10x10 ten times", 10, 10, weights, q(61, 50), 3)
}

fn algorithm(kernel: &str) -> Algorithm {
    Algorithm::named(kernel, TieBreak::First).expect("a kernel")
}

fn laws(counted: &CountedModel, algorithm: &Algorithm) -> StepLaws {
    let laws = StepLaws::rounded(counted, algorithm).expect("laws");
    laws.expect("formulas")
}

/// The row of a table of steps: where they end.
fn row(kernel: &CompiledKernel, from: usize) -> Vec<Rational> {
    let ends = kernel.law_from(from).map(|step| step.state);
    let states = 0..kernel.labels().len();
    states.map(|state| ends.probability(&state)).collect()
}

/// The table of steps has the exact matrix, up to what was rounded.
fn has_the_exact_matrix(counted: &CountedModel, algorithm: &Algorithm, laws: &StepLaws) {
    let rounding = laws.rounding.as_ref().expect("a bound");
    let states = 0..counted.size();
    if rounding.enclosed {
        let chain = EnclosedChain::of(counted, TieBreak::First);
        for from in states {
            for (entry, enclosure) in row(&laws.kernel, from).iter().zip(&chain.matrix[from]) {
                assert!(entry + &rounding.error >= enclosure.low);
                assert!(entry - &rounding.error <= enclosure.high);
            }
        }
        return;
    }
    let chain = LatticeChain::of(counted, algorithm).expect("a chain");
    let matrix = chain.expect("formulas").chain().matrix().clone();
    for from in states {
        for (entry, exact) in row(&laws.kernel, from).iter().zip(&matrix.rows()[from]) {
            assert!((entry - exact).abs() <= rounding.error);
        }
    }
}

/// Many steps from every state against the law of one: where it ends, whether
/// it accepted, which arm decided, how many draws it took.
struct OneStepFromEveryState<'f> {
    name: String,
    table: &'f CompiledKernel,
    draws: u64,
    family: &'f mut Family,
    seed: u64,
}

impl KernelVisitor for OneStepFromEveryState<'_> {
    /// The states from which the test raises the alarm.
    type Output = Vec<usize>;

    fn visit<K: FiniteKernel>(self, kernel: &K) -> Vec<usize> {
        let walk = AsWritten::new(kernel, self.table);
        let test = |state: usize| {
            let outcomes = self.table.outcomes_from(state);
            let mut counts = vec![0; outcomes.len()];
            let mut sampler = Sampler::new(self.seed, state as u64);
            for _ in 0..self.draws {
                let outcome = walk.walk(state, &mut sampler).expect("a step");
                counts[outcome - outcomes.start] += 1;
            }
            let law = self.table.law_from(state).iter();
            let row: Vec<Rational> = law.map(|(_, probability)| probability).collect();
            let level = self.family.spend().expect("planned");
            let test = OneStep::test(&row, &counts, level);
            let widest = detects(&row, self.draws, level);
            println!(
                "{:<28} from {:<6} statistic {:8.3}  threshold {:.3}  detects {widest}",
                self.name,
                kernel.label(&kernel.states()[state]),
                test.statistic,
                test.threshold
            );
            test.passes()
        };
        let states = 0..self.table.labels().len();
        let passed: Vec<bool> = states.clone().map(test).collect();
        states.filter(|&state| !passed[state]).collect()
    }
}

fn every_step_has_its_law(model: &IsingModel, kernels: &[(&str, u64)], group: &str, seed: u64) {
    let mut family = family(group);
    let (counted, levels) = (CountedModel::new(model), LevelModel::new(model));
    for (number, &(kernel, draws)) in kernels.iter().enumerate() {
        let algorithm = algorithm(kernel);
        let laws = laws(&counted, &algorithm);
        has_the_exact_matrix(&counted, &algorithm, &laws);
        let test = OneStepFromEveryState {
            name: format!("{} {kernel}", model.name()),
            table: &laws.kernel,
            draws,
            family: &mut family,
            seed: seed + number as u64,
        };
        let no_means = |_| unreachable!("these kernels ask for no means");
        let alarms = algorithm
            .visit_with(&levels, &no_means, test)
            .expect("a kernel");
        assert!(alarms.is_empty(), "{kernel}: {alarms:?}");
    }
}

#[test]
fn steps_with_one_replicate() {
    let kernels = [
        ("sve", 100_000),
        ("mpmc", 100_000),
        ("bridge", 80_000),
        ("rule:straddle", 100_000),
        ("mabmc", 40_000),
    ];
    let group = "steps on a lattice, one replicate";
    every_step_has_its_law(&one_replicate(), &kernels, group, SEED);
}

/// The law of MABMC is known by an enclosure here.
#[test]
fn steps_with_ten_replicates() {
    let kernels = [
        ("sve", 60_000),
        ("rule:straddle", 60_000),
        ("mabmc", 20_000),
    ];
    let group = "steps on a lattice, ten replicates";
    every_step_has_its_law(&ten_replicates(), &kernels, group, SEED + 100);
}

/// The exchange ratio with T drawn at θ instead of θ'.
struct DrawnAtTheWrongParameter;

impl Arm<LevelModel> for DrawnAtTheWrongParameter {
    fn estimate<C: Chance>(
        &self,
        model: &LevelModel,
        from: &usize,
        to: &usize,
        chance: &mut C,
    ) -> Result<Estimate<<LevelModel as Model>::Number>, Interrupted> {
        let point = model.draw_point(from, chance)?;
        let weight = model
            .likelihood(from, &point)
            .over(&model.likelihood(to, &point));
        let ratio = model.known_ratio(from, to).times(&weight);
        assert!(
            ratio != Ratio::Infinite,
            "only moves that can be proposed back"
        );
        Ok(Estimate { ratio, cost: 1 })
    }
}

#[test]
fn a_defective_step_is_caught() {
    let model = one_replicate();
    let (counted, levels) = (CountedModel::new(&model), LevelModel::new(&model));
    let laws = laws(&counted, &algorithm("sve"));
    let mut family = family("defective steps on a lattice");
    let defective = RandomizedMetropolis::new(&levels, DrawnAtTheWrongParameter);
    let test = OneStepFromEveryState {
        name: "drawn at the wrong parameter".into(),
        table: &laws.kernel,
        draws: 60_000,
        family: &mut family,
        seed: SEED + 200,
    };
    let alarms = test.visit(&defective);
    assert_eq!(alarms.len(), model.names().len(), "{alarms:?}");
}

/// Independent chains that start in the posterior, all of the same length.
struct ManyChains<'f> {
    name: &'f str,
    laws: &'f StepLaws,
    function: &'f [Rational],
    chains: usize,
    steps: usize,
    family: &'f mut Family,
}

impl KernelVisitor for ManyChains<'_> {
    type Output = ();

    fn visit<K: FiniteKernel>(self, kernel: &K) {
        let table = &self.laws.kernel;
        let walk = AsWritten::new(kernel, table);
        let target = table.target();
        let start = Lottery::new(&Weights::proportional_to(&target));
        let values: Vec<f64> = self.function.iter().map(Rational::to_f64).collect();
        let size = target.len();
        let (mut shares, mut means, mut drawn) = (Vec::new(), Vec::new(), 0);
        for chain in 0..self.chains {
            let mut sampler = Sampler::new(SEED + 300, chain as u64);
            let mut state = sampler.draw_from(&start);
            let mut visits = vec![0.0; size];
            for _ in 0..self.steps {
                let outcome = walk.walk(state, &mut sampler).expect("a step");
                let step = table.outcome(outcome);
                state = step.state;
                drawn += step.cost;
                visits[state] += 1.0 / self.steps as f64;
            }
            means.push(
                visits
                    .iter()
                    .zip(&values)
                    .map(|(share, value)| share * value)
                    .sum(),
            );
            shares.push(visits);
        }
        // The posterior: how often every parameter was visited.
        let level = self.family.spend().expect("planned");
        let threshold = (2.0 * size as f64 / level).ln();
        let surprise = |state: usize| {
            let exact = target[state].to_f64();
            let errors = shares.iter().map(|visits| visits[state] - exact);
            let (sum, squares) = errors.fold((0.0, 0.0), |(sum, squares), error| {
                (sum + error, squares + error * error)
            });
            sum * sum / (2.0 * squares)
        };
        let statistic = (0..size).map(surprise).fold(0.0, f64::max);
        // The spread of the chains' means, beside its exact value.
        let chain = Chain::of(table).expect("a small table");
        let exact = ExactRun::of(table, &chain, self.function, 1);
        let figures = exact.figures.expect("a small table");
        let (mean, variance) = (figures.mean.to_f64(), figures.variance.to_f64());
        let count = self.chains as f64;
        let squares: f64 = means.iter().map(|value: &f64| (value - mean).powi(2)).sum();
        let ratio = squares / count / variance_of_average(&chain, &values, self.steps);
        let level = self.family.spend().expect("planned");
        let away = (2.0 / level).ln() / count;
        let (low, high) = (
            1.0 - 2.0 * away.sqrt(),
            1.0 + 2.0 * away.sqrt() + 2.0 * away,
        );
        let steps = count * self.steps as f64;
        let draws_per_step = drawn as f64 / steps;
        let spread = squares / count * self.steps as f64;
        println!(
            "{:<14} posterior: statistic {statistic:.3}, threshold {threshold:.3}; mean of t {:.5}, exact {mean:.5}",
            self.name,
            means.iter().sum::<f64>() / count,
        );
        println!(
            "{:<14} effective draws per auxiliary draw {:.5}, exact {:.5}; spread over exact {ratio:.3}, within {low:.3} to {high:.3}",
            self.name,
            variance / spread / draws_per_step,
            exact.mean_size.expect("a size") / figures.draws_per_step.to_f64(),
        );
        assert!(statistic <= threshold, "{}", self.name);
        assert!((low..=high).contains(&ratio), "{}", self.name);
    }
}

/// The exact variance of an average over so many steps from the posterior.
fn variance_of_average(chain: &Chain, values: &[f64], steps: usize) -> f64 {
    let target: Vec<f64> = chain.target().iter().map(Rational::to_f64).collect();
    let entries = |row: &Vec<Rational>| row.iter().map(Rational::to_f64).collect();
    let matrix: Vec<Vec<f64>> = chain.matrix().rows().iter().map(entries).collect();
    let mean: f64 = target.iter().zip(values).map(|(p, f)| p * f).sum();
    let centered: Vec<f64> = values.iter().map(|f| f - mean).collect();
    let mut moved = centered.clone();
    let mut sum = 0.0;
    for lag in 0..steps {
        let terms = target.iter().zip(&centered).zip(&moved);
        let covariance: f64 = terms.map(|((p, f), g)| p * f * g).sum();
        let often = if lag == 0 { steps } else { 2 * (steps - lag) };
        sum += often as f64 * covariance;
        let expect = |row: &Vec<f64>| row.iter().zip(&moved).map(|(p, g)| p * g).sum();
        moved = matrix.iter().map(expect).collect();
    }
    sum / (steps as f64).powi(2)
}

/// The posterior of β = ln(t)/2J from long runs, and what an auxiliary draw is
/// worth. Both tests compare the run with its own error. The errors of chains
/// are independent and, from the posterior, unbiased: if they are symmetric,
/// S²/2V² with S their sum and V² the sum of their squares exceeds ln(2/α) with
/// probability at most α (Efron 1969); if they are normal, the mean of their
/// squares over its exact value is a χ² over its degrees of freedom, which is
/// bounded as in Laurent and Massart (2000). Averages of long chains are nearly
/// both.
#[test]
fn posteriors_and_effective_draws() {
    let model = one_replicate();
    let (counted, levels) = (CountedModel::new(&model), LevelModel::new(&model));
    let mut family = family("posteriors on a lattice");
    let runs = [("sve", 1_600), ("rule:straddle", 1_600), ("mabmc", 700)];
    for (name, chains) in runs {
        let algorithm = algorithm(name);
        let laws = laws(&counted, &algorithm);
        let run = ManyChains {
            name,
            laws: &laws,
            function: &model.parts().weights,
            chains,
            steps: 500,
            family: &mut family,
        };
        let no_means = |_| unreachable!("these kernels ask for no means");
        algorithm
            .visit_with(&levels, &no_means, run)
            .expect("a kernel");
    }
}
