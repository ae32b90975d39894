//! No question without an end: what takes longer than a path is charged to the budget,
//! and |λ₂| of long chains is enclosed as far as some seconds go.

use crate::support;

use peskun::chains::{Accuracy, Chain, Figure, second_modulus};
use peskun::chance::{Budget, Interrupted, Reading};
use peskun::numbers::Rational;
use peskun::outside::{Program, ProgramLimits, StepScript};
use support::chains::chain;
use support::q;

fn single_state(script: &str, budget: u64) -> Result<Chain, Interrupted> {
    let step = StepScript::parse(script, vec!["0".into()], vec![Rational::ONE]);
    let budget = Budget::of_paths(budget);
    Chain::with_budget(&step.expect("a step"), Reading::Merged, &budget)
}

fn ran_out(outcome: Result<Chain, Interrupted>) -> bool {
    matches!(outcome, Err(Interrupted::PathBudget { .. }))
}

/// Four tosses have 16 paths and 31 runs, one before each question and at each end.
#[test]
fn runs_of_a_script_are_charged() {
    let tosses = "for i in 1..=4 { coin(1/2) } state";
    assert!(ran_out(single_state(tosses, 31)));
    assert!(single_state(tosses, 100).is_ok());
    // A run with many operations counts for several.
    let busy = "let a = 0; for i in 1..=900 { a = a + i; } state";
    assert!(ran_out(single_state(busy, 2)));
    assert!(single_state("state", 3).is_ok() && single_state(busy, 1_000).is_ok());
}

/// What a program says is read again on every path: twice as many characters take
/// about twice as much of the budget.
#[test]
fn lines_of_a_program_are_charged() {
    let chain = |blanks: usize, budget: u64| {
        let command = format!(
            r#"printf 'peskun 1\nstates a b\ntarget 1 1\nready\n'
            while read order state && [ "$order" = step ]
            do printf 'coin%{blanks}s1/2\n' ''; read heads
               if [ "$heads" = 1 ]; then echo 'to a'; else echo 'to b'; fi
            done"#
        );
        let program = Program::start(&command, ProgramLimits::default()).expect("a program");
        let budget = Budget::of_paths(budget);
        Chain::with_budget(&program, Reading::Merged, &budget)
    };
    // Two states of two paths, each of which has two lines.
    assert!(ran_out(chain(1, 8)));
    assert!(chain(1, 30).is_ok());
    assert!(ran_out(chain(100_000, 30)));
    assert!(chain(100_000, 1_000).is_ok());
}

/// Groups of three states that are left for good with probability 1/2, around which the
/// chain goes in turn: the traces of all powers of 2 vanish.
#[test]
fn moduli_of_more_than_two_hundred_states() {
    let size = 301;
    let row = |state: usize| {
        let mut row = vec![Rational::ZERO; size];
        if state == 0 {
            row[0] = Rational::ONE;
        } else {
            let place = (state - 1) % 3;
            row[state - place + (place + 1) % 3] = q(1, 2);
            row[0] = q(1, 2);
        }
        row
    };
    let chain = chain(vec![q(1, 301); size], (0..size).map(row).collect());
    let modulus = second_modulus(&chain, Accuracy::default()).expect("an enclosure");
    assert!(modulus.contains(&q(1, 2)) && Accuracy::default().allows(&modulus));
}

/// Rows that are all the same forget where they came from, however many they are.
#[test]
fn equal_rows_have_no_other_eigenvalue() {
    let law: Vec<Rational> = (0..150).map(|state| q(1 + state % 2, 225)).collect();
    let equal = chain(law.clone(), vec![law; 150]);
    let modulus = second_modulus(&equal, Accuracy::default());
    assert_eq!(modulus, Some(Figure::Exact(Rational::ZERO)));
}
