//! Steps written as scripts: the same matrices as steps written in Rust, and one
//! sentence for every script that is no step.

use crate::support;

use std::time::{Duration, Instant};

use peskun::chance::{Reading, replay};
use peskun::outside::StepScript;
use peskun::prelude::*;
use support::command::Scratch;
use support::q;

const METROPOLIS: &str = "
    // A proposal to either side, on a path; beyond its ends the target is 0.
    let to = if coin(1/2) { state + 1 } else { state - 1 };
    if accept(weight(to) / weight(state)) { to } else { state }
";

/// Two spins in one number, x + 2y: each is drawn given the other, in turn.
const SCAN: &str = "
    let x = state % 2;
    let y = (state - x) / 2;
    x = draw([weight(2 * y), weight(2 * y + 1)]) - 1;
    y = draw([weight(x), weight(x + 2)]) - 1;
    x + 2 * y
";

fn labels(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| name.to_string()).collect()
}

fn weights(numbers: &[i64]) -> Vec<Rational> {
    numbers.iter().copied().map(Rational::from).collect()
}

/// A script on the states 0, 1, … with these weights.
fn numbered(source: &str, numbers: &[i64]) -> Result<StepScript, String> {
    let states = (0..numbers.len()).map(|state| state.to_string()).collect();
    StepScript::parse(source, states, weights(numbers))
}

/// The walk of `METROPOLIS`, written in Rust.
struct Walk(Vec<Rational>);

impl Kernel for Walk {
    type State = usize;

    fn step<C: Chance>(&self, from: &usize, chance: &mut C) -> Result<Step<usize>, Interrupted> {
        let to = match chance.coin(&q(1, 2))? {
            true => Some(from + 1),
            false => from.checked_sub(1),
        };
        let weight = to.and_then(|to| self.0.get(to)).cloned();
        let ratio = weight.unwrap_or_default() / &self.0[*from];
        match (chance.accept(&Ratio::Finite(ratio))?, to) {
            (true, Some(to)) => Ok(Step::moved(to)),
            _ => Ok(Step::stayed(*from)),
        }
    }
}

impl FiniteKernel for Walk {
    fn states(&self) -> Vec<usize> {
        (0..self.0.len()).collect()
    }

    fn target(&self) -> Vec<Rational> {
        self.0.clone()
    }
}

/// The scan of `SCAN`, written in Rust.
struct Scan(Vec<Rational>);

impl Kernel for Scan {
    type State = usize;

    fn step<C: Chance>(&self, from: &usize, chance: &mut C) -> Result<Step<usize>, Interrupted> {
        let weight = |x: usize, y: usize| self.0[x + 2 * y].clone();
        let y = from / 2;
        let x = chance.pick(&[weight(0, y), weight(1, y)])?;
        let y = chance.pick(&[weight(x, 0), weight(x, 1)])?;
        Ok(Step::moved(x + 2 * y))
    }
}

impl FiniteKernel for Scan {
    fn states(&self) -> Vec<usize> {
        vec![0, 1, 2, 3]
    }

    fn target(&self) -> Vec<Rational> {
        self.0.clone()
    }
}

#[test]
fn a_metropolis_walk_and_a_systematic_scan() {
    let steep = [3, 1, 4, 1, 5];
    let script = Chain::of(&numbered(METROPOLIS, &steep).expect("a step")).expect("a chain");
    let rust = Chain::of(&Walk(weights(&steep))).expect("a chain");
    assert_eq!(script.matrix(), rust.matrix());
    assert_eq!(script.target(), rust.target());
    assert_eq!(script.states(), ["0", "1", "2", "3", "4"]);
    assert_eq!(script.paths(), rust.paths());
    assert_eq!(script.acceptance(), script.moves());
    assert!(Verdicts::of(&script).reversible.is_yes());

    let spins = [1, 2, 3, 5];
    let script = verify(&numbered(SCAN, &spins).expect("a step")).expect("a chain");
    let rust = Chain::of(&Scan(weights(&spins))).expect("a chain");
    assert_eq!(script.chain().matrix(), rust.matrix());
    assert!(script.meets(Requirement::Ergodic));
    assert!(!script.meets(Requirement::Reversible));
}

/// Every function, with labels that are texts.
#[test]
fn functions_of_a_step() {
    let states = || labels(&["low", "high end", "0"]);
    let cases = [
        ("choose([\"low\", \"0\"])", [q(1, 2), q(0, 1), q(1, 2)]),
        (
            "item([\"low\", \"high end\", \"0\"], draw([1, 2/3, 0.5]))",
            [q(6, 13), q(4, 13), q(3, 13)],
        ),
        (
            "if uniform(6) <= 2 { \"low\" } else { \"0\" }",
            [q(1, 3), q(0, 1), q(2, 3)],
        ),
        (
            "if accept(weight(\"0\") / weight(\"low\")) { \"0\" } else { \"high end\" }",
            [q(0, 1), q(3, 4), q(1, 4)],
        ),
        (
            "if accept(weight(\"low\")) && weight(\"nowhere\") == 0 { state } else { \"0\" }",
            [q(1, 1), q(0, 1), q(0, 1)],
        ),
        (
            "fn pair(p) { coin(p) && coin(p) } if pair(1/3) { \"0\" } else { \"low\" }",
            [q(8, 9), q(0, 1), q(1, 9)],
        ),
        (
            "let heads = 0; for i in 1..=3 { if coin(1/2) { heads += 1 } } if heads == 3 { \"0\" } else { \"low\" }",
            [q(7, 8), q(0, 1), q(1, 8)],
        ),
        // An error that is caught does not hide the question that stopped the run.
        (
            "fn f() { coin(1/4) } let x = false; try { x = f(); } catch { } if x { \"0\" } else { \"low\" }",
            [q(3, 4), q(0, 1), q(1, 4)],
        ),
    ];
    for (source, row) in cases {
        let step = StepScript::parse(source, states(), weights(&[4, 2, 1])).expect(source);
        let chain = Chain::of(&step).unwrap_or_else(|why| panic!("{source}: {why}"));
        assert_eq!(chain.matrix().full_row(0), row, "{source}");
    }
}

/// The plain reading, a script of answers and a sampler read the same step.
#[test]
fn other_readings() {
    let step = numbered(SCAN, &[1, 2, 3, 5]).expect("a step");
    let budget = Budget::default();
    let plain = Chain::with_budget(&step, Reading::Plain, &budget).expect("a chain");
    assert_eq!(plain.matrix(), Chain::of(&step).expect("a chain").matrix());
    let (end, weight) = replay(&[1, 0], |chance| step.step(&0, chance)).expect("two answers");
    assert_eq!((end, weight), (Step::moved(1), q(4, 21)));
    let mut sampler = Sampler::new(7, 0);
    let mut counts = [0u32; 4];
    let mut state = 0;
    for _ in 0..4_000 {
        state = step.step(&state, &mut sampler).expect("a step").state;
        counts[state] += 1;
    }
    println!("{counts:?}");
    assert!(counts[3] > counts[0] && counts.iter().sum::<u32>() == 4_000);
}

/// Wrong steps are found out, each by its own verdict.
#[test]
fn defective_steps() {
    let judged = |source: &str, numbers: &[i64]| {
        verify(&numbered(source, numbers).expect("a step")).expect("a chain")
    };
    let forgets = judged(
        "if coin(1/2) { (state + 1) % 3 } else { (state + 2) % 3 }",
        &[1, 2, 3],
    );
    let witness = forgets.verdicts().mass.clone().expect("a witness");
    assert!(!forgets.meets(Requirement::Invariant));
    assert_eq!(forgets.chain().states()[witness.state], "0");
    assert!(
        forgets.to_string().contains("reversible   fails: "),
        "{forgets}"
    );
    let around = judged(
        "if coin(1/2) { (state + 1) % 3 } else { state }",
        &[1, 1, 1],
    );
    assert!(around.meets(Requirement::Ergodic) && !around.meets(Requirement::Reversible));
    let stuck = judged(
        "if state < 2 { uniform(2) - 1 } else { 1 + uniform(2) }",
        &[1, 1, 1, 1],
    );
    assert!(stuck.meets(Requirement::Reversible) && !stuck.is_right());
    let swaps = judged("1 - state", &[1, 1]);
    assert!(swaps.is_right() && !swaps.meets(Requirement::Ergodic));
    assert!(swaps.to_string().contains("period 2"), "{swaps}");
}

#[test]
fn scripts_that_are_no_steps() {
    let long = format!("1 + {}1", "1 + ".repeat(10_000));
    let deep = format!("{}1{}", "(".repeat(5_000), ")".repeat(5_000));
    let cases: [(&str, &[&str]); 33] = [
        ("", &["the step is empty"]),
        (&long, &["at most 16384 are read"]),
        (&deep, &["line 1"]),
        ("if coin(1/2 { 1 }", &["line 1, column"]),
        ("loop { }", &["does not end within 20000 operations"]),
        (
            "fn f(x) { f(x + 1) } f(1)",
            &["call each other more than", "deep"],
        ),
        (
            "let x = 2; loop { x = x * x; }",
            &["grew beyond", "binary digits"],
        ),
        ("1e999999999", &["too large"]),
        ("let l = [1]; loop { l += l; }", &["line 1"]),
        ("state + 5", &["`5`", "not a state", "0, 1, 2"]),
        ("state + 1/2", &["`1/2`", "not a state"]),
        ("\"0\"", &["gives a text", "number"]),
        ("let x = 1;", &["gives nothing", "label of a state"]),
        ("true", &["gives a truth value"]),
        ("[1]", &["gives a list"]),
        (
            "coin(2)",
            &["line 1, column 1", "coin(2)", "between 0 and 1"],
        ),
        ("coin(-1/2)", &["coin(-1/2)", "between 0 and 1"]),
        ("coin(\"x\")", &["coin"]),
        ("draw([])", &["draw", "no weight is positive"]),
        ("draw([0, 0])", &["draw", "no weight is positive"]),
        (
            "\n draw([1, -1])",
            &["line 2, column 2", "weight 2 is -1", "negative"],
        ),
        ("draw([1, true])", &["list of numbers"]),
        ("draw(3)", &["draw"]),
        ("uniform(0)", &["whole number from 1 to 1000"]),
        ("uniform(3/2)", &["whole number"]),
        ("choose([])", &["empty list"]),
        ("item([1, 2], 3)", &["between 1 and 2"]),
        ("accept(-1)", &["accept(-1)", "not negative"]),
        ("weight(\"a\")", &["weight(..)", "a number, not a text"]),
        ("accept(weight(state) / weight(7))", &["division by zero"]),
        ("x + 1", &["`x` is unknown", "state"]),
        ("throw \"mine\"", &["mine"]),
        ("eval(\"1\")", &["eval"]),
    ];
    for (source, words) in cases {
        let start = Instant::now();
        let why = match numbered(source, &[1, 2, 3]) {
            Err(why) => why,
            Ok(step) => {
                let why = Chain::of(&step).expect_err(source).to_string();
                assert!(why.contains("the step from `"), "{why}");
                why
            }
        };
        assert!(start.elapsed() < Duration::from_secs(5), "{source}");
        assert!(why.lines().count() == 1 && why.len() < 400, "{why}");
        for word in words {
            assert!(why.contains(word), "`{word}` is not in: {why}");
        }
    }
    let text = StepScript::parse("state + 1", labels(&["a", "b"]), weights(&[1, 1]));
    let why = Chain::of(&text.expect("a step")).expect_err("a text is no number");
    println!("{why}");
    assert!(why.to_string().contains("line 1, column 7"), "{why}");
}

/// A step without end, and a step with very many questions, are undecided.
#[test]
fn steps_without_end() {
    let start = Instant::now();
    let step = numbered("while coin(1/2) { } state", &[1, 1]).expect("a step");
    let why = Chain::of(&step).expect_err("it may go on forever");
    assert!(why.is_undecided(), "{why}");
    assert!(start.elapsed() < Duration::from_secs(10));
    let step = numbered("for i in 1..=30 { coin(1/2); } state", &[1, 1]).expect("a step");
    let budget = Budget::of_paths(500);
    let why = Chain::with_budget(&step, Reading::Merged, &budget);
    assert!(why.expect_err("two to the thirtieth").is_undecided());
}

#[test]
fn states_targets_and_files() {
    let refused = |states: &[&str], numbers: &[i64], words: &[&str]| {
        let step = StepScript::parse("state", labels(states), weights(numbers));
        let why = step.expect_err("the states are wrong");
        for word in words {
            assert!(why.contains(word), "`{word}` is not in: {why}");
        }
    };
    refused(&[], &[], &["no states"]);
    refused(&["a", "a"], &[1, 1], &["`a` is listed twice"]);
    refused(&["1", "1.0"], &[1, 1], &["`1` and `1.0`", "same number"]);
    refused(&["a", "b"], &[1], &["`b` has none"]);
    refused(&["a", "b"], &[1, -1], &["`b`", "negative"]);
    refused(&["a", "b"], &[0, 0], &["weight 0"]);

    let scratch = Scratch::new("step-scripts");
    let read = |name: &str| {
        let path = scratch.path(name);
        StepScript::read(&path, labels(&["a", "b"]), weights(&[1, 1]))
    };
    scratch.write("good.rhai", "// stays\nstate\n");
    assert!(read("good.rhai").is_ok());
    scratch.write("broken.rhai", "// mine\nif coin(1/2 { state }\n");
    scratch.write("large.rhai", &"1 +\n".repeat(100_000));
    std::fs::write(scratch.path("bytes.rhai"), b"\xff").expect("a file");
    for (name, words) in [
        ("broken.rhai", "line 2"),
        ("large.rhai", "at most 16 KiB"),
        ("bytes.rhai", "UTF-8"),
        ("missing.rhai", "cannot be read"),
        (".", "directory"),
    ] {
        let why = read(name).expect_err(name);
        assert!(why.contains(words) && why.contains(name), "{why}");
    }
}
