//! Large chains: right kernels are right, and one broken transition among many is
//! found. `cargo bench --bench large_chains` has the same in full size.

use peskun::chains::{Chain, Verification};
use peskun::chance::{Budget, Reading};
use peskun::prelude::*;

use crate::support::command::{Scratch, peskun, refused};
use crate::support::large::{HeatBath, Scan, Switch, Transpositions};
use crate::support::q;

/// The verdicts, with a budget for some million paths.
fn judged<K: FiniteKernel>(kernel: &K) -> Verification {
    let budget = Budget::of_paths(100_000_000);
    let chain = Chain::with_budget(kernel, Reading::Merged, &budget);
    Verification::of(chain.expect("a chain"))
}

/// Invariant, reversible, irreducible, aperiodic.
fn answers(verification: &Verification) -> [bool; 4] {
    verification
        .verdicts()
        .all()
        .map(|(_, holds)| holds.is_yes())
}

/// The right kernel, judged; and the broken one, whose witnesses must name the
/// state where it is broken or one that it leads to from there.
fn examine<K: FiniteKernel>(right: &K, reversible: bool, wrong: &K, broken: &K::State) -> Chain {
    let right = judged(right);
    assert_eq!(answers(&right), [true, reversible, true, true], "{right}");
    let found = judged(wrong);
    assert_eq!(answers(&found), [false, false, true, true], "{found}");
    let (chain, verdicts) = (found.chain(), found.verdicts());
    let name = wrong.label(broken);
    let place = chain.states().iter().position(|state| *state == name);
    let place = place.expect("a state");
    let rows = 0..chain.states().len();
    let differing = rows.filter(|&row| {
        let (one, other) = (chain.matrix().row(row), right.chain().matrix().row(row));
        !one.eq(other)
    });
    assert_eq!(differing.collect::<Vec<_>>(), [place]);
    if reversible {
        let flows = verdicts.flows.as_ref().expect("a witness");
        assert!([flows.from, flows.to].contains(&place));
        assert_eq!(flows.forward, chain.flow(flows.from, flows.to));
        assert_ne!(flows.forward, flows.backward);
    }
    let mass = verdicts.mass.as_ref().expect("a witness");
    let touched =
        [chain, right.chain()].map(|chain| !chain.matrix().entry(place, mass.state).is_zero());
    assert!(touched.contains(&true));
    assert_eq!(mass.out, chain.target()[mass.state]);
    right.chain().clone()
}

#[test]
fn heat_bath_by_random_scan() {
    let kernel = || HeatBath::new(3, 4, q(3, 2), Scan::Random);
    let chain = examine(&kernel(), true, &kernel().broken_at(1234), &1234);
    // Every spin may turn, and some site may keep its own.
    assert_eq!(chain.matrix().nonzeros(), 4_096 * 13);
    assert!(chain.matrix().values().len() < 1_000);
}

#[test]
fn heat_bath_by_systematic_scan() {
    let kernel = || HeatBath::new(3, 3, q(3, 2), Scan::Systematic);
    let chain = examine(&kernel(), false, &kernel().broken_at(123), &123);
    assert_eq!(chain.matrix().nonzeros(), 512 * 512);
    assert_eq!(chain.paths(), Some(512 * 512));
}

#[test]
fn a_deck_under_random_transpositions() {
    let order: Vec<u8> = (0..7).collect();
    let chain = examine(
        &Transpositions::new(7),
        true,
        &Transpositions::broken(7),
        &order,
    );
    assert_eq!(chain.states().len(), 5_040);
    assert_eq!(chain.matrix().nonzeros(), 5_040 * 22);
    assert_eq!(chain.matrix().values(), [q(1, 7), q(2, 49)]);
}

/// 4×4 tables with all sums 4: 10,147 of them (Stanley's H₄).
#[test]
fn contingency_tables_by_switches() {
    let kernel = || Switch::new(&[4; 4], &[4; 4]);
    let broken = vec![1; 16];
    let chain = examine(
        &kernel(),
        true,
        &kernel().broken_at(broken.clone()),
        &broken,
    );
    assert_eq!(chain.states().len(), 10_147);
}

/// A cycle with one shortcut: closed classes and periods of long chains, without
/// recursion and without a table of all pairs.
struct Cycle {
    size: usize,
    rests: bool,
}

impl Kernel for Cycle {
    type State = usize;

    fn step<C: Chance>(&self, from: &usize, chance: &mut C) -> Result<Step<usize>, Interrupted> {
        if self.rests && chance.coin(&q(1, 2))? {
            return Ok(Step::stayed(*from));
        }
        Ok(Step::moved((from + 1) % self.size))
    }
}

impl FiniteKernel for Cycle {
    fn states(&self) -> Vec<usize> {
        (0..self.size).collect()
    }

    fn target(&self) -> Vec<Rational> {
        vec![Rational::ONE; self.size]
    }
}

#[test]
fn a_cycle_of_a_hundred_thousand_states() {
    let size = 100_000;
    let turning = judged(&Cycle { size, rests: false });
    assert_eq!(answers(&turning), [true, false, true, false]);
    assert_eq!(turning.verdicts().period, size);
    let lazy = judged(&Cycle { size, rests: true });
    assert_eq!(answers(&lazy), [true, false, true, true]);
    let witness = lazy.verdicts().flows.as_ref().expect("a witness");
    assert_eq!((witness.from, witness.to), (0, 1));
    assert_eq!(witness.forward, Rational::new(1, 2 * size as i64));
}

/// A walk that never moves has as many closed classes as states.
struct Still(usize);

impl Kernel for Still {
    type State = usize;

    fn step<C: Chance>(&self, from: &usize, _: &mut C) -> Result<Step<usize>, Interrupted> {
        Ok(Step::stayed(*from))
    }
}

impl FiniteKernel for Still {
    fn states(&self) -> Vec<usize> {
        (0..self.0).collect()
    }

    fn target(&self) -> Vec<Rational> {
        // Weights without a short common denominator.
        (1..=self.0 as i64).map(|k| Rational::new(1, k)).collect()
    }
}

#[test]
fn many_closed_classes() {
    let still = judged(&Still(2_000));
    assert_eq!(answers(&still), [true, true, false, true]);
    assert_eq!(still.verdicts().closed_classes.len(), 2_000);
}

/// A kernel whose every row is full, on more states than there is room for.
struct Anywhere(usize);

impl Kernel for Anywhere {
    type State = usize;

    fn step<C: Chance>(&self, _: &usize, chance: &mut C) -> Result<Step<usize>, Interrupted> {
        Ok(Step::moved(chance.uniform(self.0)?))
    }
}

impl FiniteKernel for Anywhere {
    fn states(&self) -> Vec<usize> {
        (0..self.0).collect()
    }

    fn target(&self) -> Vec<Rational> {
        vec![Rational::ONE; self.0]
    }
}

/// It takes 40,000² entries of sixteen bytes, which a few rows tell.
#[test]
fn what_does_not_fit_in_memory_is_refused_at_once() {
    let budget = Budget::of_paths(100_000_000);
    let refused = Chain::with_budget(&Anywhere(40_000), Reading::Merged, &budget);
    let why = refused.expect_err("too large");
    assert!(why.is_undecided());
    assert_eq!(
        why.to_string(),
        "undecided: 40000 states would take about 23 GB of memory, and at most 4 GB are used"
    );
    assert!(budget.spent() < 3_000_000, "{}", budget.spent());
}

#[test]
fn a_full_chain_that_fits() {
    let full = judged(&Anywhere(1_500));
    assert_eq!(answers(&full), [true; 4]);
    assert_eq!(full.chain().matrix().nonzeros(), 1_500 * 1_500);
    assert_eq!(full.chain().matrix().values(), [q(1, 1_500)]);
}

/// A cycle of so many states in PRISM's format.
fn cycle_file(size: usize) -> String {
    let lines = (0..size).map(|from| format!("{from} {} 1\n", (from + 1) % size));
    format!("{size} {size}\n{}", lines.collect::<String>())
}

#[test]
fn the_command_on_a_chain_of_many_states() {
    let size = 20_000;
    let scratch = Scratch::new("long-cycle");
    let path = scratch.write("cycle.tra", &cycle_file(size));
    let target = vec!["1"; size].join(",");
    let run = peskun(&["check", "--chain", &path, "--target", &target]);
    assert_eq!((run.status, run.stderr.as_str()), (0, ""));
    assert!(run.stdout.contains("fails: period 20000"), "{}", run.stdout);
    assert!(
        run.stdout.contains("20000; pages list at most 1024"),
        "{}",
        run.stdout
    );
    assert!(run.stdout.lines().count() < 30, "{}", run.stdout);

    let run = peskun(&["table", "--chain", &path, "--target", &target]);
    assert!(
        run.stdout.contains("20000 entries that are not zero"),
        "{}",
        run.stdout
    );
    assert!(run.stdout.lines().count() < 30, "{}", run.stdout);
    for format in ["csv", "json"] {
        let run = peskun(&[
            "table", "--chain", &path, "--target", &target, "--format", format,
        ]);
        refused(
            &run,
            2,
            &[format, "at most 2048 states", "20000", "prism or drn"],
        );
    }
    let run = peskun(&[
        "table", "--chain", &path, "--target", &target, "--format", "drn",
    ]);
    assert!(run.stdout.contains("state 19999 s_19999"), "drn");

    let run = peskun(&[
        "compare", "--chain", &path, "--chain", &path, "--target", &target,
    ]);
    assert_eq!((run.status, run.stderr.as_str()), (0, ""));
    assert!(
        run.stdout.contains("– (at most 500 states)"),
        "{}",
        run.stdout
    );
}

/// A long chain that is wrong: what is not solved for is said, and why.
#[test]
fn the_command_on_a_wrong_chain_of_many_states() {
    let size = 3_000;
    let scratch = Scratch::new("wrong-cycle");
    let path = scratch.write("cycle.tra", &cycle_file(size));
    let mut weights = vec!["1"; size];
    weights[7] = "2";
    let run = peskun(&["check", "--chain", &path, "--target", &weights.join(",")]);
    assert_eq!((run.status, run.stderr.as_str()), (1, ""));
    for words in [
        "fails: 7 has mass 2/3001, and 1/3001 after a step",
        "the stationary law on 3000 states is not solved for: at most 500 are",
    ] {
        assert!(run.stdout.contains(words), "{}", run.stdout);
    }
}

/// A target of more weights than a command line holds is a file.
#[test]
fn a_target_in_a_file() {
    let size = 100_000;
    let scratch = Scratch::new("target-file");
    let path = scratch.write("cycle.tra", &cycle_file(size));
    let weights = scratch.write("weights.txt", &"1\n".repeat(size));
    let run = peskun(&["check", "--chain", &path, "--target", &weights]);
    assert_eq!((run.status, run.stderr.as_str()), (0, ""));
    assert!(run.stdout.contains("period 100000"), "{}", run.stdout);

    let short = scratch.write("three.tra", &cycle_file(3));
    let check = |weights: &str| {
        let file = scratch.write("weights.csv", weights);
        peskun(&["check", "--chain", &short, "--target", &file])
    };
    assert_eq!(check("1/3, 1/3\n0.5\r\n").status, 1);
    assert_eq!(check("1,1,1").status, 0);
    refused(&check("1,1,x"), 2, &["weights.csv: ", "`x`"]);
    refused(&check("1,1"), 2, &["2 weights", "3 states"]);
    refused(&check(""), 2, &["0 weights"]);
    let nowhere = peskun(&["check", "--chain", &short, "--target", "nowhere.txt"]);
    refused(&nowhere, 2, &["--target", "`nowhere.txt`"]);
    let same = [
        "check", "--chain", &short, "--target", &weights, "--out", &weights,
    ];
    refused(&peskun(&same), 2, &["is to be written", "is read"]);
}
