//! `peskun sample` as a user runs it: the same draws whatever the threads, whole
//! files or none, one sentence for what cannot be.

#![cfg(unix)]

use crate::support;

use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::Value;
use support::command::{self, Run, Scratch, peskun};
use support::waiting::{Bounded, Process};

const PAIR: [&str; 5] = ["sample", "--model", "bernoulli-pair", "--kernel", "mabmc"];

fn sample(more: &[&str]) -> Run {
    peskun(&[&PAIR, more].concat())
}

fn refused(run: &Run, words: &[&str]) {
    command::refused(run, 2, words);
}

#[test]
fn the_same_draws_whatever_the_threads() {
    let scratch = Scratch::new("threads");
    let run = |threads: &str, file: &str| {
        let path = scratch.path(file);
        let output = Command::new(env!("CARGO_BIN_EXE_peskun"))
            .args(PAIR)
            .args(["--steps", "3000", "--chains", "5", "--seed", "7"])
            .args(["--format", "json", "--out"])
            .arg(&path)
            .env("RAYON_NUM_THREADS", threads)
            .ended()
            .expect("the command runs");
        assert!(output.status.success());
        (output.stdout, std::fs::read(path).expect("draws"))
    };
    for kind in ["csv", "parquet"] {
        let one = run("1", &format!("one.{kind}"));
        assert_eq!(one, run("4", &format!("four.{kind}")));
    }
    assert_eq!(scratch.files().len(), 4, "{:?}", scratch.files());
}

#[test]
fn a_seed_is_a_run() {
    let json = |seed: &str| sample(&["--seed", seed, "--format", "json"]).stdout;
    assert_eq!(json("1"), json("1"));
    assert_ne!(json("1"), json("2"));
}

#[test]
fn one_row_for_each_draw_of_each_chain() {
    let scratch = Scratch::new("rows");
    let path = scratch.path("draws.csv");
    let out = path.to_string_lossy();
    let sizes = ["--steps", "100", "--thin", "7", "--chains", "3"];
    let run = sample(&[&sizes[..], &["--out", &out]].concat());
    assert_eq!(run.status, 0, "{}", run.stderr);
    let text = std::fs::read_to_string(path).expect("draws");
    let rows: Vec<Vec<&str>> = text.lines().map(|line| line.split(',').collect()).collect();
    let header = "chain draw parameter accepted arm auxiliary_draws";
    assert_eq!(rows[0].join(" "), header);
    assert_eq!(rows.len(), 1 + 14 * 3);
    for (number, row) in rows[1..].iter().enumerate() {
        assert_eq!(row[0], (number % 3).to_string());
        assert_eq!(row[1], (number / 3).to_string());
        assert!(["a", "b"].contains(&row[2]) && ["true", "false"].contains(&row[3]));
        assert!(["1", "2"].contains(&row[4]), "{row:?}");
        assert!(row[5].parse::<u32>().expect("a count") > 0);
    }
}

/// A kernel without a choice has no arm; PMC's states are on Θ×X, and what is
/// written is θ.
#[test]
fn no_arm_is_empty_and_the_parameter_is_the_parameter() {
    let scratch = Scratch::new("pmc");
    let path = scratch.path("draws.csv");
    let out = path.to_string_lossy();
    let model = ["sample", "--model", "three-point-pair", "--kernel", "pmc"];
    let more = ["--steps", "50", "--start", "b|2", "--out", &out];
    assert_eq!(peskun(&[&model[..], &more].concat()).status, 0);
    let text = std::fs::read_to_string(&path).expect("draws");
    assert!(text.lines().skip(1).all(|line| line.ends_with(",,1")));
    assert!(!text.contains('|'));
}

#[test]
fn the_summary_for_programs() {
    let run = sample(&["--format", "json"]);
    assert_eq!((run.status, run.stderr.as_str()), (0, ""));
    let value: Value = serde_json::from_str(&run.stdout).expect("JSON");
    let number = |value: &Value| value.as_f64().expect("a number");
    assert_eq!(value["steps"], 10_000);
    assert_eq!(value["chains"], 4);
    assert_eq!(value["starts"], serde_json::json!(["a", "b", "a", "b"]));
    assert_eq!(value["exact"]["mean"], "6/13");
    assert_eq!(value["exact"]["target_mean"], "6/13");
    let error = number(&value["standard_error"]);
    assert!((number(&value["mean"]) - 6.0 / 13.0).abs() < 6.0 * error);
    let ratio = number(&value["ess_mean"]) / number(&value["exact"]["ess"]);
    assert!((0.9..1.1).contains(&ratio), "{ratio}");
    assert!(number(&value["r_hat"]) < 1.01);
    let arms = value["arms"].as_array().expect("a list");
    let decides: f64 = arms.iter().map(|arm| number(&arm["decides"])).sum();
    assert!(arms.len() == 2 && (decides - 1.0).abs() < 1e-9);
    assert_eq!(value["test"]["passes"], true);
    assert_eq!(value["interrupted"], false);
    assert!(value.get("took").is_none() && value.get("seconds").is_none());
}

/// As written and from the table: other draws, the same exact half, and the
/// same test.
#[test]
fn the_step_as_written_passes_the_same_test() {
    let run = sample(&["--as-written", "--format", "json", "--steps", "5000"]);
    assert_eq!(run.status, 0, "{}", run.stderr);
    let value: Value = serde_json::from_str(&run.stdout).expect("JSON");
    let table = sample(&["--format", "json", "--steps", "5000"]);
    let table: Value = serde_json::from_str(&table.stdout).expect("JSON");
    assert_eq!(value["exact"], table["exact"]);
    assert_ne!(value["mean"], table["mean"]);
}

/// An invalid kernel goes to its own stationary law: the run follows its law, the
/// law is wrong, every format says both, and the answer is no.
#[test]
fn where_an_invalid_kernel_goes() {
    let invalid = [
        "sample",
        "--model",
        "bernoulli-pair",
        "--kernel",
        "mabmc:reuse",
    ];
    for format in ["text", "markdown", "latex", "csv", "json"] {
        let run = peskun(&[&invalid[..], &["--format", format]].concat());
        assert_eq!(run.status, 1, "{format}: {}", run.stdout);
        assert_eq!(run.stderr.lines().count(), 1, "{}", run.stderr);
        for words in [
            "what the law of its step says",
            "law is wrong",
            "not invariant",
        ] {
            assert!(run.stderr.contains(words), "{}", run.stderr);
        }
        if format == "json" {
            let value: Value = serde_json::from_str(&run.stdout).expect("JSON");
            assert_ne!(value["exact"]["mean"], value["exact"]["target_mean"]);
            assert_eq!(value["test"]["passes"], true);
            assert_eq!(value["verdict"], "invalid");
            continue;
        }
        let line = |name: &str| {
            let mut lines = run.stdout.lines();
            let line = lines.find(|line| line.contains(name));
            line.unwrap_or_else(|| panic!("{format}: no {name}"))
                .to_string()
        };
        if format == "csv" {
            assert!(
                run.stdout
                    .lines()
                    .skip(1)
                    .all(|line| line.ends_with(",true,false"))
            );
            continue;
        }
        assert!(line("follows its law").contains("yes"), "{format}");
        assert!(line("law is right").contains("NO"), "{format}");
    }
    // Also where the kernel comes from outside.
    let scratch = Scratch::new("wrong-chain");
    let file = scratch.write("wrong.csv", ",a,b,target\na,1/2,1/2,1/3\nb,1/2,1/2,2/3\n");
    let run = peskun(&["sample", "--chain", &file]);
    assert_eq!(run.status, 1, "{}", run.stderr);
    assert!(run.stderr.contains("not invariant"), "{}", run.stderr);
}

#[test]
fn one_chain_of_one_step_is_in_the_singular() {
    let run = sample(&["--steps", "1", "--chains", "1"]);
    assert!(run.stdout.contains("1 chain of 1 step,"), "{}", run.stdout);
    assert!(!run.stdout.contains("NaN"), "{}", run.stdout);
    let real = ["sample", "--model", "normal:1", "--kernel", "mabmc"];
    let run = peskun(&[&real[..], &["--steps", "1", "--chains", "1"]].concat());
    assert!(run.stdout.contains("1 chain of 1 step,"), "{}", run.stdout);
    assert!(!run.stdout.contains("NaN"), "{}", run.stdout);
    assert_eq!(run.status, 3, "{}", run.stderr);
}

/// A lattice too large to enumerate: the step as it is written, against its law
/// by formulas. What is not a fraction is a number, and its error is given.
#[test]
fn a_large_lattice() {
    let lattice = |more: &[&str]| peskun(&[&["sample", "--model", "ising-10x10"], more].concat());
    let scratch = Scratch::new("lattice");
    let path = scratch.path("draws.csv");
    let out = path.to_string_lossy();
    let sizes = ["--steps", "2000", "--seed", "3", "--start", "61/50"];
    let sve = [&["--kernel", "sve", "--format", "json"], &sizes[..]].concat();
    let run = lattice(&[&sve[..], &["--out", &out]].concat());
    assert_eq!((run.status, run.stderr.as_str()), (0, ""));
    assert_eq!(run.stdout, lattice(&sve).stdout, "a seed is a run");
    let value: Value = serde_json::from_str(&run.stdout).expect("JSON");
    assert_eq!(value["test"]["passes"], true);
    assert_eq!(value["starts"][3], "61/50");
    let rounding = &value["exact"]["rounding"];
    assert_eq!(rounding["enclosed"], false);
    assert!(rounding["error"].as_f64().expect("a bound") < 1e-30);
    let mean = value["exact"]["mean"].as_f64().expect("a number");
    assert!((1.08..1.36).contains(&mean), "{mean}");
    let text = std::fs::read_to_string(path).expect("draws");
    assert_eq!(text.lines().count(), 1 + 4 * 2_000);
    let text = lattice(&["--kernel", "sve", "--steps", "100"]).stdout;
    assert!(text.contains("by formulas, within"), "{text}");
    refused(
        &lattice(&["--kernel", "dmh:1"]),
        &["`dmh`", "configurations"],
    );
    // A rule that is wrong by much more than rounding.
    let wrong = lattice(&[
        "--kernel",
        "rule:if from < to { 1 } else { 2 }",
        "--steps",
        "100",
    ]);
    assert_eq!(wrong.status, 1, "{}", wrong.stderr);
    assert!(wrong.stderr.contains("not invariant"), "{}", wrong.stderr);
    let noisy = lattice(&["--kernel", "noisy:2"]);
    assert_eq!(noisy.status, 3, "{}", noisy.stderr);
    assert!(noisy.stderr.contains("have formulas"), "{}", noisy.stderr);
}

/// Where an enumeration runs out of its budget, formulas take over.
#[test]
fn a_lattice_in_between() {
    let scratch = Scratch::new("between");
    let path = scratch.path("lattice.toml");
    let lattice = "[ising]\nrows = 10\ncolumns = 10\nboundary = \"free\"\nweights = [\"6/5\", \"7/5\"]\nobserved = 110\nestimate = \"4/3\"\n";
    std::fs::write(&path, format!("name = \"once\"\n{lattice}")).expect("a file");
    let model = path.to_string_lossy();
    let run = peskun(&[
        "sample", "--model", &model, "--kernel", "mabmc", "--steps", "500", "--budget", "250000",
        "--format", "json",
    ]);
    assert_eq!((run.status, run.stderr.as_str()), (0, ""));
    let value: Value = serde_json::from_str(&run.stdout).expect("JSON");
    assert_eq!(value["exact"]["rounding"]["enclosed"], false);
    assert_eq!(value["arms"].as_array().map(Vec::len), Some(2));
}

#[test]
fn every_format_has_the_figures() {
    for format in ["text", "markdown", "latex", "csv"] {
        let run = sample(&["--format", format, "--steps", "1000"]);
        assert_eq!(run.status, 0);
        assert!(run.stdout.contains("acceptance"), "{format}");
        assert!(run.stdout.contains("arm 2 accepts"), "{format}");
    }
    refused(&sample(&["--format", "prism"]), &["peskun table"]);
}

#[test]
fn what_cannot_be_sampled() {
    let begin = Instant::now();
    refused(&sample(&["--steps", "0"]), &["--steps", "0"]);
    refused(&sample(&["--steps", "-5"]), &["--steps"]);
    refused(&sample(&["--chains", "0"]), &["--chains"]);
    refused(&sample(&["--chains", "1000000"]), &["--chains"]);
    refused(&sample(&["--thin", "0"]), &["--thin"]);
    refused(&sample(&["--thin", "20000"]), &["--thin 20000", "--steps"]);
    refused(&sample(&["--steps", "18446744073709551615"]), &["too many"]);
    refused(&sample(&["--steps", "1000000000"]), &["--thin"]);
    refused(&sample(&["--start", "nowhere"]), &["`nowhere`", "a, b"]);
    refused(&sample(&["--function", "1"]), &["--function"]);
    refused(&sample(&["--out", "draws.txt"]), &[".csv", ".parquet"]);
    refused(&sample(&["--out", "/dev/full"]), &["/dev/full"]);
    refused(&sample(&["--out", "/no/such/place.csv"]), &["/no/such"]);
    let unknown = ["sample", "--model", "bernoulli-pair", "--kernel", "mcmc"];
    refused(&peskun(&unknown), &["`mcmc`", "mabmc"]);
    let unknown = ["sample", "--model", "coins", "--kernel", "mh"];
    refused(&peskun(&unknown), &["`coins`"]);
    assert_eq!(sample(&["--budget", "3"]).status, 3);
    assert!(begin.elapsed() < Duration::from_secs(20));
}

#[test]
fn devices_and_directories_are_no_files_of_draws() {
    let scratch = Scratch::new("devices");
    let link = scratch.path("draws.csv");
    std::os::unix::fs::symlink("/dev/full", &link).expect("a link");
    refused(
        &sample(&["--out", &link.to_string_lossy()]),
        &["not a regular file"],
    );
    let folder = scratch.path("folder.csv");
    std::fs::create_dir(&folder).expect("a directory");
    refused(
        &sample(&["--out", &folder.to_string_lossy()]),
        &["a directory"],
    );
    assert_eq!(scratch.files(), ["draws.csv", "folder.csv"]);
}

/// A file that may not grow as large as it is to be, which is like a full disk: a
/// sentence, no file, and no trace of one.
#[test]
fn a_file_that_may_not_grow() {
    let scratch = Scratch::new("full");
    let runs = [
        "sample --model bernoulli-pair --kernel mabmc --steps 100000 --out draws.csv",
        "sample --model bernoulli-pair --kernel mabmc --steps 100000 --out draws.parquet",
        "table --model ising-3x3 --kernel mpmc --format json --out table.json",
    ];
    for line in runs {
        let output = Command::new("sh")
            .args(["-c", "ulimit -f 8; exec \"$0\" \"$@\""])
            .arg(env!("CARGO_BIN_EXE_peskun"))
            .args(line.split(' '))
            .current_dir(scratch.path(""))
            .ended()
            .expect("the command runs");
        let run = Run {
            status: output.status.code().unwrap_or(-1),
            stdout: String::from_utf8(output.stdout).expect("text"),
            stderr: String::from_utf8(output.stderr).expect("text"),
        };
        refused(&run, &["cannot be written", "too large"]);
        assert!(scratch.files().is_empty(), "{line}: {:?}", scratch.files());
    }
}

/// A run of about an hour, once its file has been begun.
fn long_run(scratch: &Scratch) -> Process {
    let child = Command::new(env!("CARGO_BIN_EXE_peskun"))
        .args(PAIR)
        .args(["--steps", "100000000000", "--thin", "100000"])
        .args(["--chains", "2", "--format", "json", "--out"])
        .arg(scratch.path("draws.csv"))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .started();
    let begin = Instant::now();
    while scratch.files().is_empty() {
        assert!(begin.elapsed() < Duration::from_secs(60), "no file begun");
        sleep(Duration::from_millis(20));
    }
    sleep(Duration::from_millis(700));
    child
}

fn signal(child: &Process, commands: &str) {
    let process = child.id().to_string();
    let status = Command::new("sh").args(["-c", commands, &process]).ended();
    assert!(status.expect("kill runs").status.success());
}

#[test]
fn ctrl_c_leaves_what_was_drawn() {
    let scratch = Scratch::new("interrupted");
    let mut child = long_run(&scratch);
    // Tools that mean a process and its group send more than one.
    signal(&child, "kill -INT $0; kill -TERM $0");
    let output = child.end();
    assert_eq!(output.status.code(), Some(130));
    let note = String::from_utf8(output.stderr).expect("text");
    assert!(note.contains("interrupted"), "{note}");
    let value: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(value["interrupted"], true);
    assert_eq!(value["test"]["passes"], true);
    let steps = value["steps"].as_u64().expect("a count");
    assert!(steps > 0 && steps < 100_000_000_000);
    let draws = value["draws"].as_u64().expect("a count");
    assert_eq!(draws, steps / 100_000);
    let text = std::fs::read_to_string(scratch.path("draws.csv")).expect("draws");
    assert_eq!(text.lines().count() as u64, 1 + 2 * draws);
    assert!(text.ends_with('\n'));
    assert_eq!(scratch.files(), ["draws.csv"]);
}

#[test]
fn a_killed_run_leaves_no_file_of_that_name() {
    let scratch = Scratch::new("killed");
    let mut child = long_run(&scratch);
    signal(&child, "kill -KILL $0");
    child.end();
    let files = scratch.files();
    assert!(
        files.iter().all(|name| name.ends_with(".part")),
        "{files:?}"
    );
}
