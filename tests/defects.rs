//! Test the tester: each sampler of the zoo is caught, by exact balance, by one
//! step, in a run and by its ranks, at levels where its right twin passes.
//! `cargo test --test suite zoo -- --nocapture` prints the table.

use crate::support;

use peskun::chains::{Chain, total_variation};
use peskun::numbers::Rational;
use peskun::statistics::{Family, Plan};
use rayon::prelude::*;
use support::chain;
use support::ranks::{law_of, rank_law, uniform, with_reversal};
use support::settled::settled_law;
use support::suite::{family, repeated_level};
use support::zoo::trials::{self, OneStepPlan, Trial};
use support::zoo::{Specimen, specimens};

#[test]
fn every_defect_is_caught_exactly() {
    let all = specimens();
    let said = format!("a zoo of {} samplers", all.len());
    assert!(
        include_str!("../src/guide/how_we_know/README.md").contains(&said),
        "{said}"
    );
    for specimen in all {
        let name = specimen.name;
        let (wrong, right) = specimen.chains();
        assert!(wrong.imbalance().is_some(), "{name} goes unnoticed");
        assert!(!wrong.is_invariant(), "{name} leaves its target invariant");
        assert_eq!(wrong.target(), right.target(), "{name}");
        assert_eq!(right.imbalance(), None, "{name}: the right twin is accused");
    }
}

/// Without its mistake a sampler of the zoo is the algorithm it should be.
#[test]
fn without_the_defect_it_is_the_algorithm() {
    for specimen in specimens() {
        let (_, twin) = specimen.chains();
        let exact = chain(&(specimen.model)(), specimen.algorithm);
        assert_eq!(twin.matrix(), exact.matrix(), "{}", specimen.name);
        assert_eq!(twin.target(), exact.target(), "{}", specimen.name);
    }
}

/// A mistake that changes nothing is not caught by anything: no test of the zoo
/// succeeds without a defect.
#[test]
fn a_zoo_without_defects_would_be_noticed() {
    let level = family("right twins of the zoo, in a run")
        .spend()
        .expect("planned");
    for specimen in specimens() {
        let harmless = Specimen {
            wrong: specimen.right,
            ..specimen
        };
        let (wrong, right) = harmless.chains();
        assert!(OneStepPlan::new(&wrong, &right, level).is_none());
        assert!(trials::rank_plan(&harmless, level).is_none());
        let table = harmless.right.compiled(&(harmless.model)());
        assert_eq!(rank_law(&table), uniform(), "{}", harmless.name);
    }
}

/// The reversal that comes from a matrix hides no defect, although it is a law
/// where the target is not invariant; and it accuses no right twin.
#[test]
fn the_zoo_is_out_of_rank_with_the_reversal_from_its_matrix_too() {
    let level = family("right twins of the zoo, by ranks")
        .spend()
        .expect("planned");
    for specimen in specimens() {
        let (name, model) = (specimen.name, (specimen.model)());
        let twin = specimen.right.compiled(&model);
        assert_eq!(law_of(&with_reversal(&twin)), uniform(), "{name}");
        let table = specimen.wrong.compiled(&model);
        let law = law_of(&with_reversal(&table));
        let plan = Plan::against(level, &uniform(), &law, 0.999).expect("ranks not uniform");
        println!(
            "{name:<28} ranks off by {:.5}, as its own reversal by {:.5}; first round {}",
            total_variation(&law, &uniform()).to_f64(),
            total_variation(&rank_law(&table), &uniform()).to_f64(),
            plan.experiments,
        );
    }
}

/// A number to five digits, or as it is if that is shorter.
fn brief(number: &Rational) -> String {
    let exact = number.to_string();
    match exact.len() {
        ..=10 => exact,
        _ => format!("{:.5}…", number.to_f64()),
    }
}

/// A number as it is, or how long it is.
fn exactly(number: &Rational) -> String {
    let exact = number.to_string();
    match exact.len() {
        ..=24 => exact,
        length => format!("in {} digits", length - 1),
    }
}

/// The pair of states where balance fails most, and both flows.
fn witness(chain: &Chain) -> String {
    let witness = chain.imbalance().expect("out of balance");
    let (from, to) = (&chain.states()[witness.from], &chain.states()[witness.to]);
    let (forward, backward) = (brief(&witness.forward), brief(&witness.backward));
    format!("{from} → {to} {forward}, back {backward}")
}

/// The levels of the three tests of a specimen.
struct Levels {
    one_step: f64,
    run: f64,
    ranks: f64,
}

/// A line of the table: every test catches the defect and passes the right twin.
fn line(specimen: &Specimen, levels: &Levels, stream: u64) -> [String; 9] {
    let name = specimen.name;
    let (wrong, right) = specimen.chains();
    let distance = total_variation(&settled_law(&wrong), wrong.target());
    assert!(distance.is_positive(), "{name} does no harm");
    let plan = OneStepPlan::new(&wrong, &right, levels.one_step).expect("rows that differ");
    let ranks = trials::rank_plan(specimen, levels.ranks).expect("ranks that are not uniform");
    let checked = |test: &str, trial: Trial| {
        assert!(!trial.wrong_passes, "{name} goes unnoticed {test}");
        assert!(trial.right_passes, "{name}: right twin accused {test}");
        trial.draws.to_string()
    };
    [
        name.to_string(),
        format!("{:.5}", distance.to_f64()),
        exactly(&distance),
        witness(&wrong),
        wrong.states()[plan.from].clone(),
        plan.needed.to_string(),
        checked("in one step", plan.run(specimen, stream)),
        checked(
            "in a run",
            trials::run(specimen, &right, levels.run, stream),
        ),
        checked("by ranks", trials::rank_trial(specimen, &ranks, stream)),
    ]
}

const HEAD: [&str; 9] = [
    "defect",
    "distance",
    "exactly",
    "worst pair: flow, and back",
    "from",
    "for 99%",
    "one step",
    "run",
    "ranks",
];

const LEGEND: &str = "\
distance: total variation between the target and the law that the defective sampler settles in
for 99%:  draws with which the one-step test from that state has power 99%, by the exact rows
one step: draws made from that state, which miss the defect with probability at most 10⁻⁸
run:      steps of a run until the alarm of a test that may be looked at any time
ranks:    experiments of the sequential rank test until it decided; it knows no right sampler
";

/// Columns as wide as their widest entry, numbers to the right.
fn aligned(lines: &[[String; 9]]) -> String {
    let length = |text: &String| text.chars().count();
    let width = |column: usize| lines.iter().map(|line| length(&line[column])).max();
    let row = |line: &[String; 9]| {
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
    let group = |test: &str| family(&format!("right twins of the zoo, {test}"));
    let mut families: [Family; 3] = ["one step", "in a run", "by ranks"].map(group);
    let all = specimens();
    let levels: Vec<Levels> = all
        .iter()
        .map(|_| {
            let [one_step, run, ranks] = families.each_mut().map(repeated_level);
            Levels {
                one_step,
                run,
                ranks,
            }
        })
        .collect();
    let examined = all.par_iter().zip(&levels).enumerate();
    let lines = examined.map(|(position, (specimen, levels))| {
        // Two samplers for each of three tests.
        line(specimen, levels, 2 * position as u64)
    });
    let mut table = vec![HEAD.map(String::from)];
    table.extend(lines.collect::<Vec<_>>());
    print!("{}{LEGEND}", aligned(&table));
}
