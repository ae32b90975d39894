//! Files that can be read in two ways: what separates fields, a field that is given
//! twice, and numbers, which are read alike wherever they stand.

use crate::support;

use peskun::outside::read_chain;
use serde_json::Value;
use support::command::{Scratch, peskun_line, refused};
use support::q;

/// The same chain with every separator, with names in quotes and without.
#[test]
fn semicolons_and_tabs_separate_fields() {
    let scratch = Scratch::new("separators");
    let text = ",a,\"b c\",target\na,1/2,1/2,1\n\"b c\",1/4,3/4,2\n";
    let read = |text: &str| {
        let file = scratch.write("a.csv", text);
        read_chain(file.as_ref(), None).unwrap_or_else(|error| panic!("{text}: {error}"))
    };
    let commas = read(text);
    assert_eq!(commas.states(), ["a", "b c"]);
    for separator in [";", "\t"] {
        for ends in ["\n", "\r\n"] {
            let other = text.replace(',', separator).replace('\n', ends);
            let chain = read(&other);
            assert_eq!(chain.states(), commas.states(), "{other}");
            assert_eq!(chain.target(), commas.target());
            assert_eq!(chain.matrix(), commas.matrix());
        }
    }
    // A comma in the header decides, and quotes keep what is in them.
    let names = read(",a;b,c\td,target\na;b,1,0,1\nc\td,0,1,1\n");
    assert_eq!(names.states(), ["a;b", "c\td"]);
    let quoted = read(";\"a,b\";c;target\n\"a,b\";1;0;1\nc;0;1;1\n");
    assert_eq!(quoted.states(), ["a,b", "c"]);
}

#[test]
fn separators_that_are_not_clear_are_named() {
    let scratch = Scratch::new("unclear-separators");
    let cases: [(&str, &[&str]); 5] = [
        (
            ";a\tx;b\na;1;0\n",
            &["line 1", "semicolons and tabs", "separate them by commas"],
        ),
        (
            ";a;b;target\na;0,5;0,5;1\nb;1/2;1/2;1\n",
            &[
                "line 2",
                "`a`",
                "`0,5` is not a number",
                "a point, not a comma",
            ],
        ),
        (
            ",a,b\na;1;0\nb;0;1\n",
            &[
                "line 2",
                "3 fields are expected",
                "commas separate them",
                "found 1",
            ],
        ),
        (
            "a\na,1\n",
            &[
                "line 2",
                "1 field is expected",
                "commas separate them",
                "found 2",
            ],
        ),
        (
            ";\"a\"x;b\na;1;0\n",
            &["line 1", "in quotes a semicolon or the end"],
        ),
    ];
    for (text, words) in cases {
        let file = scratch.write("a.csv", text);
        let run = peskun_line(&format!("check --chain {file} --target 1,1"));
        refused(&run, 2, words);
    }
}

/// Readers of JSON differ in which of two they take.
#[test]
fn fields_that_are_given_twice_are_refused() {
    let scratch = Scratch::new("given-twice");
    let right = "{\"states\": [\"a\", \"b\"], \"matrix\": [[0, 1], [1, 0]], \"target\": [1, 1]";
    let once = scratch.write("a.json", &format!("{right}}}"));
    assert_eq!(peskun_line(&format!("check --chain {once}")).status, 0);
    let cases = [
        (", \"matrix\": [[1, 0], [0, 1]]}", "`matrix` is given twice"),
        (", \"\\u0074arget\": [1, 2]}", "`target` is given twice"),
        (", \"target\": [1, 1]}", "`target` is given twice"),
        (
            ", \"verdicts\": {\"invariant\": {\"holds\": 1, \"holds\": 2}}}",
            "`holds` is given twice",
        ),
    ];
    for (rest, words) in cases {
        let file = scratch.write("a.json", &format!("{right}{rest}"));
        refused(&peskun_line(&format!("check --chain {file}")), 2, &[words]);
    }
}

const EXACT: &str = ",a,b\na,1/2,1/2\nb,1/3,2/3\n";
const STEP: &str = "if coin(1/2) { if accept(weight(1 - state) / weight(state)) { 1 - state } else { state } } else { state }";

fn holds(run: &support::command::Run) -> Value {
    let answer: Value = serde_json::from_str(&run.stdout).expect("JSON");
    answer["verdicts"]["invariant"].clone()
}

/// A target in doubles is a target in doubles, in a list, in a file and in a column:
/// the verdict is relative, and is not exact.
#[test]
fn targets_in_doubles() {
    let scratch = Scratch::new("double-targets");
    let chain = scratch.write("a.csv", EXACT);
    let step = scratch.write("step.rhai", STEP);
    let subjects = [
        format!("--chain {chain}"),
        format!("--step {step} --states 0,1"),
    ];
    let weights = |text: &str| scratch.write("weights.txt", text);
    for (place, subject) in subjects.iter().enumerate() {
        let run =
            |target: &str| peskun_line(&format!("check {subject} --target {target} --format json"));
        for (target, within) in [
            ("2,3".to_string(), false),
            ("~0.4,~0.6".into(), true),
            ("2,~3".into(), true),
            ("0x1p+1,3".into(), true),
            (weights("2\n3\n"), false),
            (weights("~0.4\n~0.6\n"), true),
        ] {
            let run = run(&target);
            assert_eq!(run.status, 0, "{} {}", run.stdout, run.stderr);
            let expected = if within {
                "within".into()
            } else {
                Value::Bool(true)
            };
            assert_eq!(holds(&run)["holds"], expected, "{subject} {target}");
        }
        if place == 0 {
            // What is off by more than rounding fails, however small it is.
            for target in ["~0.4,~0.6000001", "~4e-12,~6.000001e-12"] {
                let run = run(target);
                assert_eq!(run.status, 1, "{} {}", run.stdout, run.stderr);
                assert_eq!(holds(&run)["holds"], false, "{target}");
            }
            // A column and the option say the same.
            let column = scratch.write("b.csv", ",a,b,target\na,1/2,1/2,~0.4\nb,1/3,2/3,~0.6\n");
            let of_column = peskun_line(&format!("check --chain {column} --format json"));
            assert_eq!(holds(&of_column), holds(&run("~0.4,~0.6")));
        }
        for (target, words) in [
            ("~x,1", "`~x` is not a double"),
            ("~inf,1", "not a finite number"),
            ("~0.1,-1", "negative"),
        ] {
            refused(&run(target), 2, &[words]);
        }
        let tolerance = peskun_line(&format!("check {subject} --target ~2,3 --tolerance 1e-6"));
        assert_eq!(tolerance.status, 0, "{}", tolerance.stderr);
        let exact = peskun_line(&format!("check {subject} --target 2,3 --tolerance 1e-6"));
        refused(&exact, 2, &["--tolerance is about doubles"]);
    }
}

/// A *no* about such a step is certified and replayed with its doubles.
#[test]
fn certificates_of_steps_on_doubles() {
    let scratch = Scratch::new("double-certificates");
    let step = scratch.write("step.rhai", "if coin(1/2) { 1 - state } else { state }");
    let certificate = scratch.path("no.json");
    let place = certificate.display();
    let line = format!("check --step {step} --states 0,1 --target ~0.4,~0.6 --certificate {place}");
    assert_eq!(peskun_line(&line).status, 1);
    let text = std::fs::read_to_string(&certificate).expect("a certificate");
    assert!(text.contains("\"doubles\": true"), "{text}");
    let replayed = peskun_line(&format!("replay {place}"));
    assert_eq!(replayed.status, 0, "{}", replayed.stderr);
    assert_ne!(q(2, 5), peskun::numbers::Rational::exactly(0.4));
}
