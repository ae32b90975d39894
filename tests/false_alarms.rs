//! Right samplers are left alone: the tests of rows and of ranks that catch the
//! zoo, two hundred times with other seeds, on right kernels and three models.
//!
//! Every repetition could raise a false alarm. All repetitions for a kernel on a
//! model share the level of one test of the suite, for rows and again for ranks.

use crate::support;

use peskun::chains::Chain;
use peskun::chance::Sampler;
use peskun::kernels::CompiledKernel;
use peskun::models::{TableModel, bernoulli_pair, three_point_pair};
use peskun::numbers::Rational;
use peskun::rules::TieBreak;
use peskun::statistics::{OneStep, Plan, power, row_power};
use rayon::prelude::*;
use support::alarms::Alarms;
use support::models::lopsided;
use support::ranks::{self, rank_law, uniform};
use support::size::sized;
use support::suite::{COUNTED_ALARMS, FAMILY_WISE, REPETITIONS, family, repeated_level};
use support::zoo::{Written, specimens};

/// Steps from each state in one repetition.
const DRAWS: u64 = 8_192;

/// Experiments in the first round of a rank test.
const EXPERIMENTS: u64 = 4_096;

/// A level at which some alarms are expected.
const ORDINARY: f64 = 0.05;

const KERNELS: [(&str, TieBreak); 14] = [
    ("mh", TieBreak::First),
    ("pmc", TieBreak::First),
    ("mpmc", TieBreak::First),
    ("sve", TieBreak::First),
    ("noisy:1", TieBreak::First),
    ("mabmc", TieBreak::First),
    ("mabmc", TieBreak::Last),
    ("mabmc", TieBreak::Coin),
    ("rule:always:1", TieBreak::First),
    ("rule:max", TieBreak::First),
    ("rule:max-min", TieBreak::First),
    ("rule:max-min", TieBreak::Coin),
    ("rule:max-min-draws:2", TieBreak::First),
    ("rule:bayes", TieBreak::First),
];

/// The tests of one kernel on one model, with their levels in a repetition.
struct Repeated {
    kernel: CompiledKernel,
    chain: Chain,
    one_step: f64,
    ranks: Plan,
    /// For each row, the probability of an alarm at the ordinary level.
    ordinary: Vec<(f64, f64)>,
}

/// The probability of an alarm for counts of this very row: that of its entries,
/// which have exact ones, is between the largest and the sum. The entries of a row
/// of two raise it together.
fn alarm_probability(row: &[Rational], experiments: u64, level: f64) -> (f64, f64) {
    let entries = row.iter().map(|entry| {
        let exact = entry.to_f64();
        power(exact, exact, row.len(), experiments, level)
    });
    let (largest, sum) = entries.fold((0.0f64, 0.0), |(largest, sum), alarm| {
        (largest.max(alarm), sum + alarm)
    });
    match row.len() {
        2 => (largest, largest),
        _ => (largest, sum),
    }
}

fn plan(level: f64) -> Plan {
    Plan {
        level,
        rounds: 4,
        experiments: EXPERIMENTS,
        growth: 4,
    }
}

/// What came of tests.
#[derive(Clone, Copy, Default)]
struct Tally {
    rows: u64,
    row_alarms: u64,
    ordinary: Alarms,
    ranks: u64,
    rank_alarms: u64,
    closer_looks: u64,
}

impl Tally {
    fn and(self, other: Tally) -> Tally {
        Tally {
            rows: self.rows + other.rows,
            row_alarms: self.row_alarms + other.row_alarms,
            ordinary: self.ordinary.and(other.ordinary),
            ranks: self.ranks + other.ranks,
            rank_alarms: self.rank_alarms + other.rank_alarms,
            closer_looks: self.closer_looks + other.closer_looks,
        }
    }
}

impl Repeated {
    fn new(model: &TableModel, (name, tie): (&'static str, TieBreak), levels: [f64; 2]) -> Self {
        let kernel = Written::Named(name, tie).compiled(model);
        let chain = Chain::of(&kernel).expect("small");
        assert_eq!(chain.imbalance(), None, "{name} is no right kernel");
        assert_eq!(rank_law(&kernel), uniform(), "{name}");
        let rows = chain.matrix().rows();
        let ordinary = rows
            .iter()
            .map(|row| alarm_probability(row, DRAWS, ORDINARY));
        Repeated {
            ordinary: ordinary.collect(),
            one_step: levels[0] / chain.states().len() as f64,
            ranks: plan(levels[1]),
            kernel,
            chain,
        }
    }

    /// Both tests with this seed.
    fn repetition(&self, seed: u64, stream: u64) -> Tally {
        let mut tally = Tally::default();
        let mut sampler = Sampler::new(seed, stream);
        for (from, row) in self.chain.matrix().rows().iter().enumerate() {
            let mut counts = vec![0; row.len()];
            for _ in 0..DRAWS {
                let outcome = self.kernel.step_from(from, &mut sampler);
                counts[self.kernel.outcome(outcome).state] += 1;
            }
            let alarms = |level| !OneStep::test(row, &counts, level).passes();
            tally.rows += 1;
            tally.row_alarms += u64::from(alarms(self.one_step));
            tally.ordinary.count(alarms(ORDINARY), self.ordinary[from]);
        }
        let decision = ranks::examine(&self.kernel, &self.ranks, seed, 1_000 + stream);
        tally.ranks += 1;
        tally.rank_alarms += u64::from(!decision.passes);
        tally.closer_looks += u64::from(decision.rounds > 1);
        tally
    }
}

#[test]
fn many_repetitions_and_no_false_alarm() {
    let count = sized("repetitions", REPETITIONS, 25);
    let mut expected = family(COUNTED_ALARMS);
    let mut family = family("right samplers, repeated");
    let mut tests = Vec::new();
    for model in [bernoulli_pair(), three_point_pair(), lopsided()] {
        for kernel in KERNELS {
            let levels = [repeated_level(&mut family), repeated_level(&mut family)];
            tests.push(Repeated::new(&model, kernel, levels));
        }
    }
    let repetitions = |(stream, test): (usize, &Repeated)| {
        let seeds = 1..=count;
        seeds
            .map(|seed| test.repetition(seed, stream as u64))
            .fold(Tally::default(), Tally::and)
    };
    let tallies = tests.par_iter().enumerate().map(repetitions);
    let tally = tallies.reduce(Tally::default, Tally::and);
    let budget = tests
        .iter()
        .map(|test| count as f64 * 2.0 * test.ranks.level);
    println!(
        "{} kernels on models, {count} repetitions; false alarms may happen with probability {:.1e} of the suite's {FAMILY_WISE:.0e}",
        tests.len(),
        budget.sum::<f64>(),
    );
    println!(
        "one step:  {} rows of {DRAWS} draws, {} false alarms; at level {ORDINARY} there are {}, and {:.1} to {:.1} are expected",
        tally.rows,
        tally.row_alarms,
        tally.ordinary.counted,
        tally.ordinary.least,
        tally.ordinary.most,
    );
    assert!(tally.ordinary.most <= tally.rows as f64 * ORDINARY);
    let level = expected.spend().expect("planned");
    assert!(tally.ordinary.are_as_expected(level));
    assert!(tally.ordinary.would_notice(2.0, level));
    println!(
        "ranks:     {} tests from {EXPERIMENTS} experiments on, {} false alarms; {} looked closer",
        tally.ranks, tally.rank_alarms, tally.closer_looks,
    );
    assert_eq!(tally.row_alarms + tally.rank_alarms, 0);
}

/// The repeated tests are no formality: the same looks at the same levels catch
/// most of the zoo by its rows and some of it by its ranks.
#[test]
fn the_repeated_tests_would_catch_the_zoo() {
    let level = repeated_level(&mut family("right samplers, repeated"));
    let plan = plan(level);
    let (mut by_rows, mut by_ranks) = (0, 0);
    let all = specimens();
    for specimen in &all {
        let (actual, right) = specimen.chains();
        let level = level / right.states().len() as f64;
        let exact = right.matrix().rows();
        let mut rows = exact.iter().zip(actual.matrix().rows());
        let caught = rows.any(|(exact, actual)| row_power(exact, &actual, DRAWS, level) > 0.99);
        let law = rank_law(&specimen.wrong.compiled(&(specimen.model)()));
        by_rows += usize::from(caught);
        by_ranks += usize::from(plan.power(&uniform(), &law) > 0.99);
    }
    println!(
        "of {} defects one repetition catches {by_rows} by rows and {by_ranks} by ranks with probability 99% or more",
        all.len()
    );
    assert!(2 * by_rows > all.len() && by_ranks > 0);
}
