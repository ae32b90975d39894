//! Rules that are not rules: one sentence, exit status 2, in less than two
//! seconds.

use crate::support;

use std::time::{Duration, Instant};

use support::command::{self, Scratch, peskun};
use support::waiting::Bounded;

/// One sentence with all of these words, soon.
fn refused(arguments: &[&str], words: &[&str]) {
    let start = Instant::now();
    let run = peskun(arguments);
    assert!(start.elapsed() < Duration::from_secs(2), "{arguments:?}");
    command::refused(&run, 2, words);
}

#[test]
fn bad_expressions() {
    let deep = format!("{}1{}", "(".repeat(5_000), ")".repeat(5_000));
    let long = format!("1 + {}", "1 + ".repeat(10_000)) + "1";
    let cases: [(&str, &[&str]); 38] = [
        ("if r[1 { 1 } else { 2 }", &["line 1, column 8", "]"]),
        ("if r[1] > \n  ) { 1 }", &["line 2, column 3"]),
        ("argmax(r", &["line 1, column", ")"]),
        ("2 ++ 3", &["line 1, column 3"]),
        ("x + 1", &["column 1", "`x` is unknown", "r_rev"]),
        (
            "if a[1] > unknown { 1 } else { 2 }",
            &["`unknown` is unknown"],
        ),
        ("frobnicate(r)", &["line 1, column 1", "frobnicate"]),
        ("r[3]", &["index is not between 1 and 2"]),
        (
            "r[0]",
            &["index is not between 1 and 2: arms are counted from 1"],
        ),
        ("r[1/2]", &["index is not between 1 and 2"]),
        ("1 + 2", &["arm 3", "arms are 1 to 2"]),
        ("0 - 1", &["arm -1", "arms are 1 to 2"]),
        ("3/2", &["arm 3/2", "arms are 1 to 2"]),
        ("[1/2, 1/3]", &["add up to 5/6, not 1"]),
        ("[3/2, -1/2]", &["weight 2 is negative"]),
        ("[1/2, 1/4, 1/4]", &["not 2 probabilities"]),
        ("[true, false]", &["not 2 probabilities"]),
        ("1 < 2", &["truth value", "expected is an arm"]),
        ("let x = 1;", &["expected is an arm"]),
        ("\"1\" + \"2\"", &["gives a text"]),
        ("1 / (from - from)", &["column 3", "division by zero"]),
        ("1 % 0", &["division by zero"]),
        (
            "fn f(x) { f(x + 1) } f(1)",
            &["call each other more than", "deep"],
        ),
        ("let s = \"x\"; loop { s += s; }", &["string is too large"]),
        ("let l = [1]; loop { l += l; }", &["line 1"]),
        (
            "let x = 2; loop { x = x * x; }",
            &["grew beyond", "binary digits"],
        ),
        (
            "if a > 1 { 1 } else { 2 }",
            &["a list is compared with a number"],
        ),
        ("()", &["it gives nothing;"]),
        (
            "if 1 { 1 } else { 2 }",
            &["a truth value is expected, and this is a number"],
        ),
        ("min(1, \"x\")", &["there is no min(number, text)"]),
        (
            "if r[1] == r { 1 } else { 2 }",
            &["a number is compared with a list"],
        ),
        (
            "if r[1] > \"0.5\" { 1 } else { 2 }",
            &["compared with a text"],
        ),
        (
            "if r[1] != true { 1 } else { 2 }",
            &["compared with a truth value"],
        ),
        ("if 0xFF > 1 { 1 } else { 2 }", &["decimal digits"]),
        (
            "let x = 1; for i in 1..=150 { x = x * 7919 / 7907; } let c = 0; while c < 5000 { x * x; c += 1; } 1",
            &["line 1"],
        ),
        ("value(from)", &["parameters of this model are not numbers"]),
        ("estimate", &["this model has no `estimate`"]),
        ("eval(\"1\")", &["eval"]),
    ];
    for (rule, words) in cases {
        // A bare word is taken for a name.
        let rule = if rule == "estimate" {
            "(estimate)"
        } else {
            rule
        };
        refused(
            &["check", "--model", "bernoulli-pair", "--rule", rule],
            words,
        );
    }
    refused(
        &["check", "--model", "bernoulli-pair", "--rule", &deep],
        &["line 1"],
    );
    refused(
        &["check", "--model", "bernoulli-pair", "--rule", &long],
        &["at most", "are read"],
    );
    refused(
        &["check", "--model", "bernoulli-pair", "--rule", "  "],
        &["empty"],
    );
    let digits = format!("{} + 0", "9".repeat(2_000));
    refused(
        &["check", "--model", "bernoulli-pair", "--rule", &digits],
        &["too large"],
    );
    refused(
        &[
            "check",
            "--model",
            "bernoulli-pair",
            "--rule",
            "1e999999999 + 0",
        ],
        &["too large"],
    );
}

#[test]
fn bad_names_and_settings() {
    let check = |rule: &str, words: &[&str]| {
        refused(
            &["check", "--model", "bernoulli-pair", "--rule", rule],
            words,
        );
    };
    check("frobnicate", &["no rule is called `frobnicate`", "max-min"]);
    check("straddle", &["not all numbers"]);
    check("distance:1/2", &["not all numbers"]);
    check("distance:near", &["`near` is not a number"]);
    check("max-min-draws:0", &["from 1 to 1000"]);
    check("max-min-draws:x", &["from 1 to 1000"]);
    check("always:3", &["arm 3 of 2"]);
    let three = ["--arms", "mpmc,sve,mh"];
    refused(
        &[
            &["check", "--model", "bernoulli-pair", "--rule", "straddle"][..],
            &three,
        ]
        .concat(),
        &["chooses between 2 arms"],
    );
    refused(
        &["check", "--rule", "max"],
        &["--model", "(see peskun check --help)"],
    );
    refused(&["check", "--rule", "max", "--search", "0"], &["--search"]);
    refused(
        &[
            "check",
            "--rule",
            "max",
            "--search",
            "5",
            "--model",
            "bernoulli-pair",
        ],
        &["cannot be used with"],
    );
    refused(&["rules", "--all"], &["--model"]);
    refused(
        &["rules", "--model", "bernoulli-pair", "--arms", "mpmc,dmh:0"],
        &["not all valid"],
    );
}

/// A decision that does not end is not decided.
#[test]
fn decisions_without_end() {
    for (rule, word) in [
        ("loop { }", "does not end within 20000 operations"),
        ("let x = 0; while true { x += 1; }", "too much work"),
        (
            "let x = []; for i in 1..=900 { x += 1/i; } let c = 0; while c < 700 { max(x); max(x); c += 1; } 1",
            "too much work",
        ),
    ] {
        let start = Instant::now();
        let run = peskun(&["check", "--model", "bernoulli-pair", "--rule", rule]);
        assert!(start.elapsed() < Duration::from_secs(5), "{rule}");
        command::refused(&run, 3, &["undecided", word]);
    }
}

/// A rule that is slow, though each decision ends, is undecided as well: in one
/// enumeration and in a search.
#[test]
fn slow_rules() {
    let slow = "let y = a[1]; let c = 0; while c < 1500 { c += 1; } 1";
    let model = "name = \"wide\"\nparameters = [\"1\", \"2\", \"3\"]\nsample_space = [\"0\", \"1\", \"2\", \"3\", \"4\", \"5\", \"6\", \"7\"]\nobserved = \"0\"\nprior = [1, 1, 1]\nlikelihood = [[1, 2, 3, 4, 5, 6, 7, 8], [8, 1, 7, 2, 6, 3, 5, 4], [3, 1, 4, 1, 5, 9, 2, 6]]\n";
    let scratch = Scratch::new("slow-rules");
    let file = scratch.write("wide.toml", model);
    let run = |arguments: &[&str]| {
        let start = Instant::now();
        let run = peskun(arguments);
        assert!(start.elapsed() < Duration::from_secs(20), "{arguments:?}");
        assert_eq!(run.status, 3, "{} {}", run.stdout, run.stderr);
        assert!(run.stderr.contains("take too long"), "{}", run.stderr);
    };
    run(&["check", "--model", &file, "--rule", slow]);
    run(&["check", "--rule", slow, "--search", "1000000"]);
}

/// Files do not pass for rules that are built in, nor for expressions.
#[test]
fn names_win_over_files() {
    let scratch = Scratch::new("shadows");
    scratch.write("max-min", "if from < to { 1 } else { 2 }");
    let run = std::process::Command::new(env!("CARGO_BIN_EXE_peskun"))
        .args(["check", "--model", "bernoulli-pair", "--rule", "max-min"])
        .current_dir(scratch.path("."))
        .ended()
        .expect("the command runs");
    assert_eq!(run.status.code(), Some(0));
}

#[test]
fn bad_rule_files() {
    let scratch = Scratch::new("bad-rules");
    let missing = scratch.path("missing.rhai");
    let missing = missing.to_string_lossy();
    refused(
        &["check", "--model", "bernoulli-pair", "--rule", &missing],
        &["missing.rhai", "cannot be read"],
    );
    let large = scratch.write("large.rhai", &"1 +\n".repeat(100_000));
    refused(
        &["check", "--model", "bernoulli-pair", "--rule", &large],
        &["large.rhai", "at most"],
    );
    let broken = scratch.write("broken.rhai", "// mine\nif r[1 > 2 { 1 }\n");
    refused(
        &["check", "--model", "bernoulli-pair", "--rule", &broken],
        &["broken.rhai", "line 2"],
    );
    refused(
        &[
            "table",
            "--model",
            "bernoulli-pair",
            "--kernel",
            &format!("rule:{broken}"),
        ],
        &["line 2"],
    );
}
