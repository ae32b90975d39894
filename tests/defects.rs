//! Test the tester: each sampler of the zoo is caught, by exact balance, by one
//! step against the right row and by its ranks, at thresholds that its right
//! twin passes.

use crate::support;

use peskun::chains::{Chain, total_variation};
use peskun::chance::Sampler;
use peskun::kernels::{FiniteKernel, KernelVisitor};
use peskun::models::TableModel;
use peskun::numbers::Rational;
use peskun::statistics::{Decision, OneStep, Sequential, draws_needed, one_step_counts};
use rayon::prelude::*;
use support::chain;
use support::ranks::{self, rank_law, uniform};
use support::settled::settled_law;
use support::suite::{family, repeated_level};
use support::zoo::{Specimen, Written, specimens};

const SEED: u64 = 20_190_418;

/// How sure a test is to catch its defect: all of them together miss one with
/// probability below one in a million.
const SURE: f64 = 1.0 - 1e-8;

/// The power that the table counts draws for.
const POWER: f64 = 0.99;

/// A number as it is if that is short, and otherwise to five digits.
fn brief(number: &Rational) -> String {
    let exact = number.to_string();
    match exact.len() {
        ..=11 => exact,
        _ => format!("{:.5}…", number.to_f64()),
    }
}

/// The pair of states where balance fails most, and both flows.
fn witness(chain: &Chain) -> String {
    let witness = chain.imbalance().expect("out of balance");
    assert_ne!(witness.forward, witness.backward);
    let (from, to) = (&chain.states()[witness.from], &chain.states()[witness.to]);
    let (forward, backward) = (brief(&witness.forward), brief(&witness.backward));
    format!("{from}→{to} {forward}, back {backward}")
}

#[test]
fn every_defect_is_caught_exactly() {
    let all = specimens();
    assert!(all.len() >= 15);
    for Specimen {
        name,
        wrong,
        right,
        model,
        ..
    } in all
    {
        let model = model();
        let (wrong, right) = (wrong.chain(&model), right.chain(&model));
        assert!(wrong.imbalance().is_some(), "{name} goes unnoticed");
        assert!(!wrong.is_invariant(), "{name} leaves its target invariant");
        assert_eq!(wrong.target(), right.target(), "{name}");
        assert_eq!(right.imbalance(), None, "{name}: the right twin is accused");
    }
}

/// Without its mistake a sampler of the zoo is the algorithm it should be.
#[test]
fn without_the_defect_it_is_the_algorithm() {
    for Specimen {
        name,
        right,
        algorithm,
        model,
        ..
    } in specimens()
    {
        let model = model();
        let (twin, exact) = (right.chain(&model), chain(&model, algorithm));
        assert_eq!(twin.matrix(), exact.matrix(), "{name}");
        assert_eq!(twin.target(), exact.target(), "{name}");
    }
}

/// Steps from one state, as the sampler is written.
struct Steps {
    from: usize,
    draws: u64,
    stream: u64,
}

impl KernelVisitor for Steps {
    type Output = Vec<u64>;
    fn visit<K: FiniteKernel>(self, kernel: &K) -> Vec<u64> {
        let mut sampler = Sampler::new(SEED, self.stream);
        let from = &kernel.states()[self.from];
        one_step_counts(kernel, from, self.draws, &mut sampler).expect("a run")
    }
}

/// The rank test of the sampler as it is written.
struct Ranks<'p>(&'p Sequential, u64);

impl KernelVisitor for Ranks<'_> {
    type Output = Decision;
    fn visit<K: FiniteKernel>(self, kernel: &K) -> Decision {
        ranks::examine(kernel, self.0, SEED, self.1)
    }
}

/// One step from the state that gives the defect away soonest.
struct OneStepFindings {
    from: String,
    /// Draws that catch it with [`POWER`].
    needed: u64,
    /// Draws that were made, to be [`SURE`].
    drawn: u64,
    wrong_passes: bool,
    right_passes: bool,
}

fn one_step(specimen: &Specimen, model: &TableModel, level: f64, stream: u64) -> OneStepFindings {
    let (wrong, right) = (specimen.wrong.chain(model), specimen.right.chain(model));
    let states = right.states();
    // All states could have been tested: each has its share.
    let level = level / states.len() as f64;
    let row = |chain: &Chain, from: usize| chain.matrix().rows()[from].clone();
    let draws = |from: usize, power: f64| {
        draws_needed(&row(&right, from), &row(&wrong, from), power, level)
    };
    let sure = (0..states.len()).filter_map(|from| Some((draws(from, SURE)?, from)));
    let (drawn, from) = sure.min().expect("rows that differ");
    let passes = |written: Written, stream: u64| {
        let steps = Steps {
            from,
            draws: drawn,
            stream,
        };
        OneStep::test(&row(&right, from), &written.visit(model, steps), level).passes()
    };
    OneStepFindings {
        from: states[from].clone(),
        needed: draws(from, POWER).expect("fewer"),
        drawn,
        wrong_passes: passes(specimen.wrong, stream),
        right_passes: passes(specimen.right, stream + 1),
    }
}

/// The decisions on a specimen and its right twin by the plan that is
/// [`SURE`] to catch it.
fn rank_tests(specimen: &Specimen, model: &TableModel, level: f64, stream: u64) -> [Decision; 2] {
    let law = |written: Written| rank_law(&written.compiled(model));
    assert_eq!(law(specimen.right), uniform(), "{}", specimen.name);
    let plan = Sequential::against(level, &uniform(), &law(specimen.wrong), SURE)
        .unwrap_or_else(|| panic!("{} has uniform ranks", specimen.name));
    [
        specimen.wrong.visit(model, Ranks(&plan, stream)),
        specimen.right.visit(model, Ranks(&plan, stream + 1)),
    ]
}

/// What is known of a specimen, as a line of the table.
fn line(specimen: &Specimen, levels: [f64; 2], stream: u64) -> [String; 8] {
    let (name, model) = (specimen.name, (specimen.model)());
    let wrong = specimen.wrong.chain(&model);
    let distance = total_variation(&settled_law(&wrong), wrong.target());
    assert!(distance.is_positive(), "{name} does no harm");
    let one_step = one_step(specimen, &model, levels[0], stream);
    let [wrong_ranks, right_ranks] = rank_tests(specimen, &model, levels[1], stream);
    assert!(!one_step.wrong_passes, "{name} goes unnoticed in one step");
    assert!(one_step.right_passes, "{name}: the right twin is accused");
    assert!(!wrong_ranks.passes, "{name} goes unnoticed by its ranks");
    assert!(right_ranks.passes, "{name}: ranks accuse the right twin");
    [
        name.to_string(),
        format!("{:.6}", distance.to_f64()),
        brief(&distance),
        witness(&wrong),
        one_step.from,
        one_step.needed.to_string(),
        one_step.drawn.to_string(),
        wrong_ranks.draws.to_string(),
    ]
}

/// Columns as wide as their widest entry, numbers to the right.
fn aligned(lines: &[[String; 8]]) -> String {
    let length = |text: &String| text.chars().count();
    let width = |column: usize| lines.iter().map(|line| length(&line[column])).max();
    let row = |line: &[String; 8]| {
        let cell = |(column, text): (usize, &String)| {
            let width = width(column).unwrap_or(0);
            match column {
                1 | 5.. => format!("{text:>width$}"),
                _ => format!("{text:<width$}"),
            }
        };
        let cells: Vec<String> = line.iter().enumerate().map(cell).collect();
        cells.join("  ") + "\n"
    };
    lines.iter().map(row).collect()
}

#[test]
fn the_zoo_is_caught_by_sampling_and_its_right_twins_pass() {
    let mut one_step = family("right twins of the zoo, one step");
    let mut ranks = family("right twins of the zoo, ranks");
    let all = specimens();
    let mut level = || [repeated_level(&mut one_step), repeated_level(&mut ranks)];
    let levels: Vec<[f64; 2]> = all.iter().map(|_| level()).collect();
    let examined = all.par_iter().zip(&levels).enumerate();
    let lines =
        examined.map(|(position, (specimen, &levels))| line(specimen, levels, 2 * position as u64));
    let head = [
        "defect",
        "distance",
        "exactly",
        "witness: flow, and back",
        "from",
        "draws for 99%",
        "drawn",
        "ranks",
    ];
    let mut table = vec![head.map(String::from)];
    table.extend(lines.collect::<Vec<_>>());
    print!("{}", aligned(&table));
}
