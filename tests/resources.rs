//! Time, memory and threads: what would take too much is undecided before it is
//! taken, and the answer is the same whatever there is of them.

#![cfg(unix)]

use crate::support;

use std::process::Command;
use std::time::{Duration, Instant};

use peskun::chains::Chain;
use peskun::chance::{Ask, Budget, Interrupted, Reading, enumerate};
use peskun::numbers::Rational;
use peskun::outside::StepScript;
use serde_json::Value;
use support::command::{Run, Scratch, peskun, refused};
use support::waiting::Bounded;

/// A table model of so many parameters and points.
fn model(parameters: usize, points: usize, largest: usize) -> String {
    let list = |count: usize, item: &dyn Fn(usize) -> String| {
        format!("[{}]", (0..count).map(item).collect::<Vec<_>>().join(","))
    };
    let weight = |i: usize, j: usize| (1 + (i + 1) * (j + 7) * 7_919 % largest).to_string();
    let row = |i: usize| list(points, &|j| weight(i, j));
    format!(
        "parameters = {}\nsample_space = {}\nobserved = \"0\"\nprior = {}\nlikelihood = {}\n",
        list(parameters, &|i| format!("\"p{i}\"")),
        list(points, &|j| format!("\"{j}\"")),
        list(parameters, &|_| "1".into()),
        list(parameters, &row)
    )
}

/// A limited run of a command in a shell, with how much memory it may take.
fn limited(kilobytes: usize, line: &str) -> Run {
    let command = format!(
        "ulimit -v {kilobytes}; exec {} {line}",
        env!("CARGO_BIN_EXE_peskun")
    );
    let output = Command::new("sh").args(["-c", &command]).ended();
    let output = output.expect("the command runs");
    Run {
        status: output.status.code().unwrap_or(-1),
        stdout: String::from_utf8(output.stdout).expect("text"),
        stderr: String::from_utf8(output.stderr).expect("text"),
    }
}

/// Dense chains are refused after a few rows, with what they would take.
#[test]
fn dense_chains_are_refused_before_they_are_enumerated() {
    let scratch = Scratch::new("dense");
    let file = scratch.write("wide.toml", &model(300, 300, 9));
    let line = format!("table --model {file} --kernel pmc --budget 1000000000000");
    let start = Instant::now();
    let run = limited(2_000_000, &line);
    refused(&run, 3, &["90000 states", "GB of memory", "at most 4 GB"]);
    assert!(start.elapsed() < Duration::from_secs(60));
}

/// A law with many values of long weights is refused while it is put together.
#[test]
fn laws_that_do_not_fit() {
    // The weights are over all odd numbers, and so is what they have in common.
    let budget = Budget::of_paths(u64::MAX);
    let found = enumerate(Reading::Plain, &budget, |chance| {
        let n = chance.uniform(1 << 14)?;
        let odd = Rational::new(1, 2 * n as i64 + 3);
        Ok((n, chance.coin(&odd)?))
    });
    let why = found.map(|found| found.paths).expect_err("long weights");
    assert!(matches!(why, Interrupted::LawTooLarge { .. }), "{why}");
    assert!(
        why.is_undecided() && why.to_string().contains("64 MB"),
        "{why}"
    );
}

/// Formulas on lattices are charged like paths, before the work.
#[test]
fn budgets_hold_on_lattices() {
    for kernel in ["mh", "sve", "mpmc", "mabmc", "rule:max-min"] {
        let table = [
            "table",
            "--model",
            "ising-10x10",
            "--kernel",
            kernel,
            "--budget",
            "0",
        ];
        refused(&peskun(&table), 3, &["the budget of 0 paths"]);
    }
    let scratch = Scratch::new("weights");
    let weights: Vec<String> = (0..400).map(|i| format!("\"{}/400\"", 400 + i)).collect();
    let lattice = format!(
        "[ising]\nrows = 8\ncolumns = 8\nreplicates = 1\nweights = [{}]\nobserved = 56\nestimate = \"9/8\"\n",
        weights.join(",")
    );
    let file = scratch.write("weights.toml", &lattice);
    let start = Instant::now();
    refused(
        &peskun(&["table", "--model", &file, "--kernel", "mh"]),
        3,
        &["30000000 paths"],
    );
    assert!(start.elapsed() < Duration::from_secs(20));
}

#[test]
fn long_counts_are_refused_with_what_is_accepted() {
    let count =
        |rows: &str, columns: &str| peskun(&["ising", "--rows", rows, "--columns", columns]);
    refused(
        &count("17", "17"),
        2,
        &["seconds and", "enough for 16 × 17"],
    );
    let spins = [
        "ising",
        "--rows",
        "1",
        "--columns",
        "1",
        "--replicates",
        "1000000",
    ];
    let start = Instant::now();
    assert_eq!(peskun(&spins).status, 0);
    assert!(start.elapsed() < Duration::from_secs(20));
}

/// Where threads cannot be started, one does all of it.
#[test]
fn one_thread_is_enough() {
    let table = "table --model bernoulli-pair --kernel mabmc --format json";
    let command = format!(
        "ulimit -v 1500000; RAYON_NUM_THREADS=4000 exec {} {table}",
        env!("CARGO_BIN_EXE_peskun")
    );
    let output = Command::new("sh").args(["-c", &command]).ended();
    let output = output.expect("the command runs");
    let sentence = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!((output.status.code(), sentence.as_str()), (Some(0), ""));
    let words: Vec<&str> = table.split(' ').collect();
    assert_eq!(
        String::from_utf8_lossy(&output.stdout),
        peskun(&words).stdout
    );
}

/// Whether a script takes too much work depends on the work alone.
#[test]
fn the_work_of_a_script_is_the_same_on_every_thread() {
    let undecided = |threads: usize, turns: usize| {
        let script =
            format!("let x = uniform(100); let c = 0; while c < {turns} {{ c += 1; }} state");
        let states = (0..8).map(|state| state.to_string()).collect();
        let step = StepScript::parse(&script, states, vec![Rational::ONE; 8]).expect("a step");
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        pool.expect("threads")
            .install(|| Chain::of(&step))
            .err()
            .map(|why| why.to_string())
    };
    assert_eq!(
        [1, 4].map(|threads| undecided(threads, 1_000)),
        [None, None]
    );
    let [one, four] = [1, 4].map(|threads| undecided(threads, 2_000));
    assert_eq!(one, four);
    let why = one.expect("too much");
    assert!(
        why.contains("undecided") && why.contains("take too long"),
        "{why}"
    );
}

/// Rows that are decided stay when one is not.
#[test]
fn an_undecided_kernel_leaves_the_others() {
    let compare = [
        "compare",
        "--model",
        "three-point-pair",
        "mh",
        "mabmc",
        "sve",
    ];
    let run = peskun(&[&compare[..], &["--budget", "100", "--format", "json"]].concat());
    assert_eq!(run.status, 3, "{}", run.stderr);
    assert!(run.stderr.contains("mabmc") && run.stderr.contains("100 paths"));
    let value: Value = serde_json::from_str(&run.stdout).expect("JSON");
    let kernels = value["kernels"].as_array().expect("kernels");
    assert_eq!(kernels.len(), 3);
    assert_eq!(kernels[0]["undecided"], Value::Null);
    assert!(kernels[0]["acceptance"].is_string());
    assert!(
        kernels[1]["undecided"]
            .as_str()
            .is_some_and(|why| why.contains("paths"))
    );
    for figure in [
        "acceptance",
        "moves",
        "lambda2",
        "efficiency_float",
        "verdicts",
    ] {
        assert_eq!(kernels[1][figure], Value::Null, "{figure}");
    }
    let orders = value["orders"].as_array().expect("orders");
    let known: Vec<bool> = orders
        .iter()
        .map(|order| order["peskun"].is_string())
        .collect();
    assert_eq!(known, [false, true, false]);
    assert_eq!(orders[0]["reason"], "mabmc is undecided");
    for format in ["text", "markdown", "latex", "csv"] {
        let run = peskun(&[&compare[..], &["--budget", "100", "--format", format]].concat());
        assert_eq!(run.status, 3);
        assert!(run.stdout.contains("undecided"));
        // In a sheet, what is not known is missing.
        assert_eq!(run.stdout.contains("unknown"), format != "csv");
    }
}

/// No rung of the ladder vanishes.
#[test]
fn every_rung_is_there() {
    let rungs = |budget: &str| {
        let ladder = [
            "rules",
            "--model",
            "three-point-pair",
            "--format",
            "json",
            "--budget",
        ];
        let run = peskun(&[&ladder[..], &[budget]].concat());
        let value: Value = serde_json::from_str(&run.stdout).expect("JSON");
        let name = |rung: &Value| rung["kernel"].as_str().expect("a name").to_string();
        let rungs = value["kernels"].as_array().expect("rungs");
        (run.status, rungs.iter().map(name).collect::<Vec<_>>())
    };
    let (status, all) = rungs("30000000");
    assert_eq!(status, 0);
    assert!(all.contains(&"max-min-draws:8".to_string()));
    for budget in ["0", "20", "1000"] {
        assert_eq!(rungs(budget), (3, all.clone()), "{budget}");
    }
}

/// How many states a matrix has is known before it is computed.
#[test]
fn zeros_are_refused_before_the_work() {
    let scratch = Scratch::new("zeros");
    let model = scratch.write("wide.toml", &model(46, 46, 9));
    // The budget is for nothing at all, and is not asked.
    let table = [
        "table", "--model", &model, "--kernel", "pmc", "--budget", "1",
    ];
    let as_json = [&table[..], &["--format", "json"]].concat();
    refused(&peskun(&as_json), 2, &["2116", "drn"]);
    refused(&peskun(&table), 3, &["budget"]);
}
