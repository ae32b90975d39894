//! Programs that make a model from a number are searched for one on which they
//! are wrong.

use crate::support;

use serde_json::Value;
use support::command::{peskun, refused};

/// Two states of weights 1 and k, k = 1 … 5 by the number; from the heavier one
/// the step goes back with probability 1/k, which is right.
fn program(odds: &str) -> String {
    format!(
        "k=$((PESKUN_SEARCH % 5 + 1)); printf 'peskun 1\\nstates a b\\ntarget 1 %s\\nready\\n' $k; \
         while read order state && [ \"$order\" = step ]; do \
         if [ $state = a ]; then echo to b; else {odds}; read heads; \
         if [ $heads = 1 ]; then echo to a; else echo to b; fi; fi; done"
    )
}

#[test]
fn the_first_number_at_which_a_program_is_wrong_is_found() {
    let wrong = program("if [ $k = 4 ]; then echo coin 1/3; else echo coin 1/$k; fi");
    let search = [
        "check",
        "--program",
        &wrong,
        "--search",
        "20",
        "--format",
        "json",
    ];
    let run = peskun(&search);
    assert_eq!((run.status, &*run.stderr), (1, ""));
    let value: Value = serde_json::from_str(&run.stdout).expect("JSON");
    assert_eq!(value["verdict"], "invalid");
    assert_eq!(
        (&value["search"], &value["tried"]),
        (&"PESKUN_SEARCH=3".into(), &"4".into())
    );
    let witness = &value["verdicts"]["invariant"]["witness"];
    assert_eq!(
        (&witness["in"], &witness["out"]),
        (&"4/15".into(), &"1/5".into())
    );
    // The name of the kernel is a command that shows it again.
    let name = value["kernel"].as_str().expect("a name");
    assert!(
        name.starts_with("program export PESKUN_SEARCH=3; k="),
        "{name}"
    );
    // From another number on, another one comes first.
    let run = peskun(&[&search[..], &["--seed", "4"]].concat());
    let value: Value = serde_json::from_str(&run.stdout).expect("JSON");
    assert_eq!(value["search"], "PESKUN_SEARCH=8");
}

#[test]
fn a_right_program_survives() {
    let right = program("echo coin 1/$k");
    let run = peskun(&["check", "--program", &right, "--search", "12"]);
    assert_eq!(run.status, 3, "{}", run.stderr);
    assert_eq!(
        run.stderr,
        "peskun: survived: no counterexample among 12 models of the program, which does not prove it valid\n"
    );
    assert!(run.stdout.contains("survived"), "{}", run.stdout);
    let range = "no counterexample with PESKUN_SEARCH from 0 to 11; not a proof";
    assert!(run.stdout.contains(range), "{}", run.stdout);
    // Reversible and invariant, but with k = 1 of period 2.
    let ergodic = [
        "check",
        "--program",
        &right,
        "--search",
        "12",
        "--require",
        "ergodic",
    ];
    assert_eq!(peskun(&ergodic).status, 1);
}

#[test]
fn what_cannot_be_searched_is_refused() {
    let deaf = "printf 'peskun 1\\nstates a\\ntarget 1\\nready\\n'; \
                while read -r o s && [ $o = step ]; do echo to a; done";
    let program = |command: &str| peskun(&["check", "--program", command, "--search", "3"]);
    refused(
        &program(deaf),
        2,
        &["the same states and weights every time"],
    );
    refused(&program("exit 3"), 2, &["exit status 3"]);
    let two = [
        "check",
        "--program",
        deaf,
        "--program",
        deaf,
        "--search",
        "3",
    ];
    refused(&peskun(&two), 2, &["one --program is searched at a time"]);
    let rule = [
        "check",
        "--rule",
        "max",
        "--search",
        "3",
        "--require",
        "ergodic",
    ];
    refused(
        &peskun(&rule),
        2,
        &["--require cannot be used with --search"],
    );
}
