//! The command as a user runs it: answers, formats, files, exit statuses.

use crate::support;

use serde_json::Value;
use support::command::{Run, Scratch, peskun, words};

fn json(arguments: &[&str]) -> Value {
    let run = peskun(&[arguments, &["--format", "json"]].concat());
    assert!(run.stderr.is_empty(), "{}", run.stderr);
    serde_json::from_str(&run.stdout).expect("JSON")
}

const MPMC: [&str; 5] = ["table", "--model", "bernoulli-pair", "--kernel", "mpmc"];

#[test]
fn the_table_of_the_contract() {
    let value = json(&MPMC);
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
fn every_format_of_a_table() {
    let table = |format: &str| peskun(&[MPMC.as_slice(), &["--format", format]].concat()).stdout;
    assert_eq!(table("csv"), ",a,b\na,87/140,53/140\nb,53/120,67/120\n");
    assert_eq!(
        table("prism"),
        "2 4\n0 0 87/140\n0 1 53/140\n1 0 53/120\n1 1 67/120\n"
    );
    assert_eq!(
        table("drn"),
        "@type: DTMC\n@value_type: rational\n@parameters\n\n@reward_models\n\n@nr_states\n2\n@nr_choices\n2\n@model\n\
         state 0 init a\n\taction 0\n\t\t0 : 87/140\n\t\t1 : 53/140\nstate 1 b\n\taction 0\n\t\t0 : 53/120\n\t\t1 : 67/120\n"
    );
    assert!(table("markdown").contains("| a | 87/140 | 53/140 |"));
    let latex = table("latex");
    assert!(
        latex.contains("\\toprule") && latex.contains("a & $87/140$ & $53/140$ \\\\"),
        "{latex}"
    );
    assert_eq!(
        latex.matches("\\begin{").count(),
        latex.matches("\\end{").count()
    );
    assert!(table("text").contains("53/140"));
}

#[test]
fn names_are_escaped_in_every_format() {
    let scratch = Scratch::new("names");
    let file = scratch.write("odd.toml", "parameters = [\"a|b_$%\", \"x,\\\"y\\u001b[31m\"]\nsample_space = [0, 1]\nobserved = 1\nprior = [1, 1]\nlikelihood = [[3, 7], [4, 6]]\n");
    let table = |format: &str| {
        peskun(&[
            "table", "--model", &file, "--kernel", "sve", "--format", format,
        ])
    };
    assert!(table("latex").stdout.contains("a\\textbar{}b\\_\\$\\%"));
    assert!(table("markdown").stdout.contains("a\\|b\\_$%"));
    assert!(table("csv").stdout.starts_with(",a|b_$%,\"x,\"\"y"));
    assert!(
        !table("text").stdout.contains('\u{1b}'),
        "no escape codes from a name"
    );
    assert!(table("drn").stdout.contains("state 0 init a_b___\n"));
    assert_eq!(table("json").status, 0);
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
fn files_are_whole() {
    let scratch = Scratch::new("files");
    let out = scratch.path("table.tra");
    let arguments =
        |format: &'static str| [MPMC.to_vec(), vec!["--format", format, "--out"]].concat();
    let run = peskun(&[arguments("prism"), vec![out.to_str().expect("a path")]].concat());
    assert_eq!((run.status, run.stdout.as_str()), (0, ""));
    assert_eq!(scratch.files(), ["table.lab", "table.sta", "table.tra"]);
    let read = |name: &str| std::fs::read_to_string(scratch.path(name)).expect("a file");
    assert_eq!(read("table.sta"), "(s)\n0:(0)\n1:(1)\n");
    assert_eq!(
        read("table.lab"),
        "0=\"init\" 1=\"deadlock\" 2=\"a\" 3=\"b\"\n0: 0 2\n1: 3\n"
    );
    assert!(read("table.tra").starts_with("2 4\n"));
    let again = peskun(&[arguments("json"), vec![out.to_str().expect("a path")]].concat());
    assert_eq!(again.status, 0);
    assert!(
        read("table.tra").starts_with('{'),
        "an existing file is replaced"
    );
}

#[test]
fn files_that_cannot_be_written_leave_nothing() {
    let scratch = Scratch::new("unwritable");
    std::fs::create_dir(scratch.path("folder.tra")).expect("a folder");
    for (out, format) in [
        ("missing/table.json", "json"),
        ("folder.tra", "prism"),
        ("folder.tra", "csv"),
    ] {
        let path = scratch.path(out);
        let run = peskun(
            &[
                &MPMC[..],
                &["--format", format, "--out", path.to_str().expect("a path")],
            ]
            .concat(),
        );
        assert_one_sentence(&run, 2);
    }
    assert_eq!(
        scratch.files(),
        ["folder.tra"],
        "no temporary file stays behind"
    );
}

/// Links are followed, modes kept, and what is no regular file is left alone.
#[cfg(unix)]
#[test]
fn files_are_written_where_they_are() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let scratch = Scratch::new("links");
    let text = |path: &std::path::Path| path.to_string_lossy().into_owned();
    let table = |out: &std::path::Path| {
        peskun(&[&MPMC[..], &["--format", "csv", "--out", &text(out)]].concat())
    };
    let (real, link) = (scratch.path("real.csv"), scratch.path("link.csv"));
    std::fs::write(&real, "old").expect("a file");
    std::fs::set_permissions(&real, std::fs::Permissions::from_mode(0o600)).expect("a mode");
    symlink(&real, &link).expect("a link");
    assert_eq!(table(&link).status, 0);
    assert!(link.symlink_metadata().expect("a link").is_symlink());
    assert!(
        std::fs::read_to_string(&real)
            .expect("a file")
            .starts_with(",a,b")
    );
    assert_eq!(
        real.metadata().expect("a file").permissions().mode() & 0o777,
        0o600
    );
    let null = scratch.path("null");
    symlink("/dev/null", &null).expect("a link");
    assert_one_sentence(&table(&null), 2);
    assert_one_sentence(&table(&scratch.path("new/")), 2);
    assert_eq!(scratch.files(), ["link.csv", "null", "real.csv"]);
    let prism = scratch.path("chain");
    let run = peskun(&[&MPMC[..], &["--format", "prism", "--out", &text(&prism)]].concat());
    assert_eq!(run.status, 0);
    assert_eq!(
        scratch.files(),
        [
            "chain.lab",
            "chain.sta",
            "chain.tra",
            "link.csv",
            "null",
            "real.csv"
        ]
    );
}

#[test]
fn output_is_plain_where_it_is_no_terminal() {
    let run = peskun(&["check", "--model", "bernoulli-pair", "--rule", "max-draws"]);
    assert!(!run.stdout.contains('\u{1b}'));
    assert_eq!(
        run.stdout,
        peskun(&["check", "--model", "bernoulli-pair", "--rule", "max-draws"]).stdout
    );
}

#[test]
fn help_has_examples_that_work() {
    for command in ["table", "check", "compare", "rules", "ising", "sample"] {
        let help = peskun(&[command, "--help"]);
        assert_eq!(help.status, 0);
        let examples = help
            .stdout
            .lines()
            .filter_map(|line| line.trim().strip_prefix("peskun "));
        let mut tried = 0;
        for example in examples.filter(|line| !line.contains("my-model") && !line.contains("--out"))
        {
            let arguments = words(example);
            let run = peskun(&arguments.iter().map(String::as_str).collect::<Vec<_>>());
            assert!(
                run.status <= 1 && run.stderr.is_empty(),
                "{example}: {}",
                run.stderr
            );
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

fn assert_one_sentence(run: &Run, status: i32) {
    assert_eq!(run.status, status, "{}", run.stderr);
    assert!(run.stdout.is_empty());
    assert!(
        run.stderr.starts_with("peskun: ") && run.stderr.lines().count() == 1,
        "{}",
        run.stderr
    );
}
