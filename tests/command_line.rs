//! The command as a user runs it: answers, lists, help, exit statuses.

use crate::support;

use serde_json::Value;
use support::command::{Scratch, peskun, peskun_line, peskun_line_in, workplace};

fn json(arguments: &[&str]) -> Value {
    let run = peskun(&[arguments, &["--format", "json"]].concat());
    assert!(run.stderr.is_empty(), "{}", run.stderr);
    serde_json::from_str(&run.stdout).expect("JSON")
}

#[test]
fn the_table_of_the_contract() {
    let value = json(&["table", "--model", "bernoulli-pair", "--kernel", "mpmc"]);
    assert_eq!(value["model"], "bernoulli-pair");
    assert_eq!(value["kernel"], "mpmc");
    assert_eq!(value["states"], serde_json::json!(["a", "b"]));
    assert_eq!(value["target"], serde_json::json!(["7/13", "6/13"]));
    assert_eq!(
        value["matrix"],
        serde_json::json!([["87/140", "53/140"], ["53/120", "67/120"]])
    );
    assert_eq!(value["stationary"], value["target"]);
    assert_eq!(
        value["detailed_balance"],
        serde_json::json!({"holds": true, "witness": null})
    );
    assert_eq!(value["acceptance"], "54/65");
    assert_eq!(value["moves"], "53/130");
}

#[test]
fn pmc_has_states_on_both_spaces() {
    let value = json(&["table", "--model", "bernoulli-pair", "--kernel", "pmc"]);
    assert_eq!(
        value["states"],
        serde_json::json!(["a|0", "a|1", "b|0", "b|1"])
    );
}

#[test]
fn a_broken_balance_has_a_witness() {
    let value = json(&[
        "table",
        "--model",
        "bernoulli-pair",
        "--kernel",
        "mabmc:reuse",
    ]);
    let balance = &value["detailed_balance"];
    assert_eq!(balance["holds"], false);
    let number = |text: &Value| {
        text.as_str()
            .expect("a string")
            .parse::<peskun::numbers::Rational>()
            .expect("a number")
    };
    let witness = &balance["witness"];
    assert_eq!(
        number(&witness["forward"]) - number(&witness["backward"]),
        number(&witness["difference"])
    );
    // forward = target(a)·P(a, b)
    assert_eq!(
        number(&witness["forward"]),
        number(&value["target"][0]) * number(&value["matrix"][0][1])
    );
    assert_ne!(value["stationary"], value["target"]);
}

#[test]
fn ties_change_the_table() {
    let entry = |tie: &str| {
        json(&[
            "table",
            "--model",
            "bernoulli-pair",
            "--kernel",
            "mabmc",
            "--tie",
            tie,
        ])["matrix"][0][1]
            .clone()
    };
    assert_ne!(entry("first"), entry("last"));
    assert_ne!(entry("first"), entry("coin"));
}

#[test]
fn unmerged_is_the_same_table() {
    let table = |more: &[&str]| {
        json(
            &[
                &["table", "--model", "three-point-pair", "--kernel", "mabmc"],
                more,
            ]
            .concat(),
        )
    };
    let (merged, plain) = (table(&[]), table(&["--unmerged"]));
    assert_eq!(merged["matrix"], plain["matrix"]);
    assert_ne!(merged["paths"], plain["paths"]);
}

#[test]
fn check_answers_with_its_status() {
    let check = |rule: &str| peskun(&["check", "--model", "bernoulli-pair", "--rule", rule]).status;
    for rule in [
        "always:1",
        "always:2",
        "max",
        "max-min",
        "max-min-draws",
        "bayes",
    ] {
        assert_eq!(check(rule), 0, "{rule}");
    }
    assert_eq!(check("max-draws"), 1);
    let run = peskun(&[
        "check",
        "--model",
        "bernoulli-pair",
        "--rule",
        "max-min-draws",
        "--reading",
        "reuse",
        "--format",
        "json",
    ]);
    let value: Value = serde_json::from_str(&run.stdout).expect("JSON");
    assert_eq!(
        (run.status, &value["verdict"]),
        (1, &Value::from("invalid"))
    );
    assert_eq!(value["reading"], "reuse");
    assert_eq!(value["witness"]["from"], "a");
    assert_ne!(value["total_variation"], "0");
    let three = [
        "check",
        "--model",
        "bernoulli-pair",
        "--rule",
        "max-min",
        "--arms",
        "mpmc,sve,noisy:2",
    ];
    assert_eq!(json(&three)["arms"], "mpmc,sve,noisy:2");
}

#[test]
fn compare_has_orders_and_figures_of_merit() {
    let value = json(&[
        "compare",
        "--model",
        "three-point-pair",
        "mh",
        "mpmc",
        "sve",
        "pmc",
    ]);
    assert_eq!(value["function"], serde_json::json!(["0", "1"]));
    let mpmc = &value["kernels"][1];
    assert_eq!(mpmc["asymptotic_variance"], "11/16");
    assert_eq!(mpmc["lambda2"], serde_json::json!(["7/15", "7/15"]));
    assert_eq!(
        (&mpmc["draws_per_step"], &mpmc["efficiency"]),
        (&Value::from("2"), &Value::from("8/11"))
    );
    assert_eq!(value["kernels"][0]["efficiency"], Value::Null);
    let orders = value["orders"].as_array().expect("a list");
    assert_eq!(orders.len(), 6);
    assert_eq!(
        (&orders[0]["peskun"], &orders[0]["covariance"]),
        (&Value::from("first"), &Value::from("first"))
    );
    assert_eq!(orders[2]["peskun"], "incomparable");
    assert_eq!(orders[2]["reason"], "different state spaces");
    assert_eq!(orders[3]["witness"]["first_above"]["first"], "4/15");
    let other = json(&[
        "compare",
        "--model",
        "three-point-pair",
        "sve",
        "--function",
        "-1/2,0.5",
    ]);
    assert_eq!(other["function"], serde_json::json!(["-1/2", "1/2"]));
}

#[test]
fn lists_name_what_is_built_in() {
    for (list, name) in [
        ("models", "bernoulli-pair"),
        ("kernels", "mabmc:repropose"),
        ("rules", "max-min-draws"),
    ] {
        let value = json(&[list]);
        let names: Vec<&Value> = value[list]
            .as_array()
            .expect("a list")
            .iter()
            .map(|entry| &entry["name"])
            .collect();
        assert!(names.contains(&&Value::from(name)), "{list}: {names:?}");
        assert!(peskun(&[list]).stdout.contains(name));
    }
}

#[test]
fn decimals_without_quotes_are_exact() {
    let scratch = Scratch::new("decimals");
    let file = scratch.write("coins.toml", "parameters = [\"a\", \"b\"]\nsample_space = [\"0\", \"1\"]\nobserved = \"1\"\nprior = [0.1, 0.1]\nlikelihood = [[0.3, 7e-1], [\"0.4\", \"3/5\"]]\n");
    let value = json(&["table", "--model", &file, "--kernel", "mpmc"]);
    assert_eq!(value["matrix"][0][1], "53/140");
    assert_eq!(value["model"], "coins");
}

#[test]
fn usage_errors_point_to_the_help_of_the_command() {
    let sentence = |line: &str| {
        let run = peskun_line(line);
        assert_eq!((run.status, run.stdout.as_str()), (2, ""), "{line}");
        run.stderr
    };
    for (line, help) in [
        ("check --model bernoulli-pair", "(see peskun check --help)"),
        ("table --frobnicate", "(see peskun table --help)"),
        ("compare --format wrong", "(see peskun compare --help)"),
        ("frobnicate", "(see peskun --help)"),
        ("--frobnicate", "(see peskun --help)"),
    ] {
        assert!(sentence(line).ends_with(&format!("{help}\n")), "{line}");
    }
}

#[test]
fn help_has_examples_that_work() {
    let place = workplace("help");
    for command in [
        "table", "check", "compare", "rules", "ising", "sample", "replay",
    ] {
        let help = peskun(&[command, "--help"]);
        assert_eq!(help.status, 0);
        let examples = help
            .stdout
            .lines()
            .filter_map(|line| line.trim().strip_prefix("peskun "));
        let mut tried = 0;
        for example in examples.filter(|line| !line.contains("my-model") && !line.contains("--out"))
        {
            let run = peskun_line_in(&place.path("."), example);
            // A search that finds nothing decides nothing, and says so.
            let survived = run.status == 3 && run.stderr.starts_with("peskun: survived");
            let decided = run.status <= 1 && run.stderr.is_empty();
            assert!(decided || survived, "{example}: {}", run.stderr);
            tried += 1;
        }
        assert!(tried > 0, "{command}");
    }
    let overview = peskun(&["--help"]);
    assert_eq!(overview.status, 0);
    assert!(
        overview
            .stdout
            .contains("peskun table --model bernoulli-pair --kernel mpmc")
    );
}
