//! Lattice model files: what they mean, and what is refused.

use crate::support;

use std::time::{Duration, Instant};

use support::command::{Run, Scratch, peskun, refused};

const GOOD: &str = r#"name = "small lattice"
[ising]
rows = 3
columns = 3
boundary = "free"
replicates = 1
weights = ["1", "9/8", "5/4"]
observed = 8
estimate = "9/8"
prior = [1, 1, 1]
"#;

fn table(model: &str, kernel: &str, format: &str) -> Run {
    peskun(&[
        "table", "--model", model, "--kernel", kernel, "--format", format,
    ])
}

#[test]
fn a_lattice_file_is_read_and_every_kernel_runs() {
    let scratch = Scratch::new("ising-good");
    let file = scratch.write("small.toml", GOOD);
    for kernel in [
        "mh",
        "mpmc",
        "sve",
        "bridge",
        "mabmc",
        "rule:straddle",
        "rule:bayes",
        "pmc",
        "dmh:1",
        "noisy:2",
    ] {
        let run = table(&file, kernel, "json");
        let right = !["dmh:1", "noisy:2"].contains(&kernel);
        assert_eq!(run.status == 0, right, "{kernel}: {}", run.stderr);
        assert!(run.status <= 1 && run.stdout.contains("\"9/8"), "{kernel}");
        let value: serde_json::Value = serde_json::from_str(&run.stdout).expect("JSON");
        for verdict in ["invariant", "reversible"] {
            let holds = &value["verdicts"][verdict]["holds"];
            assert_eq!(*holds, right, "{kernel} {verdict}");
        }
    }
    // The formulas and the plain enumeration of levels print the same matrix.
    for kernel in ["mpmc", "sve", "bridge"] {
        let plain = peskun(&[
            "table",
            "--model",
            &file,
            "--kernel",
            kernel,
            "--format",
            "csv",
            "--unmerged",
        ]);
        assert_eq!(plain.stdout, table(&file, kernel, "csv").stdout, "{kernel}");
    }
    let check = peskun(&[
        "check",
        "--model",
        &file,
        "--rule",
        "if value(from) < estimate { 1 } else { 2 }",
    ]);
    assert_eq!(check.status, 1, "{}", check.stderr);
    let compare = peskun(&[
        "compare",
        "--model",
        &file,
        "mh",
        "sve",
        "bridge",
        "rule:straddle",
    ]);
    assert_eq!(compare.status, 0, "{}", compare.stderr);
    assert!(
        compare.stdout.contains("bridge above"),
        "{}",
        compare.stdout
    );
    let rules = peskun(&["rules", "--model", "ising-2x2"]);
    assert_eq!(rules.status, 0, "{}", rules.stderr);
    assert!(rules.stdout.contains("straddle") && rules.stdout.contains("best-over-draws"));
}

#[test]
fn data_as_configurations() {
    let scratch = Scratch::new("ising-spins");
    let with = |observed: &str, replicates: usize| {
        let text = GOOD
            .replace("observed = 8", &format!("observed = {observed}"))
            .replace("replicates = 1", &format!("replicates = {replicates}"));
        table(&scratch.write("spins.toml", &text), "sve", "csv").stdout
    };
    // One spin down in a corner breaks two of twelve bonds, in the middle four.
    assert_eq!(with(r#"["-++", "+++", "+++"]"#, 1), with("10", 1));
    assert_eq!(with(r#"["+++", "+-+", "+++"]"#, 1), with("8", 1));
    let two = r#"[["-++", "+++", "+++"], ["+++", "+-+", "+++"]]"#;
    assert_eq!(with(two, 2), with("18", 2));
    assert!(!with("18", 2).is_empty() && with("18", 2) != with("16", 2));
}

#[test]
fn bad_lattice_files() {
    let cases: [(&str, &str, &[&str]); 22] = [
        (
            "rows = 3\ncolumns = 3",
            "rows = 0\ncolumns = 0",
            &["line 3", "`rows`", "no sites"],
        ),
        (
            "rows = 3\ncolumns = 3",
            "rows = 40\ncolumns = 40",
            &["`rows`", "40 × 40", "seconds"],
        ),
        ("rows = 3", "rows = 1000000000000", &["`rows`", "too large"]),
        (
            "rows = 3",
            "rows = -3",
            &["`rows`", "-3 is not a whole number"],
        ),
        (
            "rows = 3",
            "rows = \"1/2\"",
            &["`rows`", "not a whole number"],
        ),
        ("rows = 3\n", "", &["`rows`", "missing"]),
        (
            "\"free\"",
            "\"open\"",
            &["line 5", "`boundary`", "free", "torus"],
        ),
        ("replicates = 1", "replicates = 0", &["at least one"]),
        ("replicates = 1", "replicates = 100000000", &["digits"]),
        (
            "\"9/8\", \"5/4\"]",
            "0, \"5/4\"]",
            &["line 7", "`weights`", "row 2", "not positive"],
        ),
        (
            "\"9/8\", \"5/4\"]",
            "\"-9/8\", \"5/4\"]",
            &["`weights`", "not positive"],
        ),
        ("\"9/8\", \"5/4\"]", "1, \"5/4\"]", &["`weights`", "twice"]),
        (
            "weights = [\"1\", \"9/8\", \"5/4\"]",
            "weights = []",
            &["`weights`", "0 weights"],
        ),
        (
            "estimate = \"9/8\"",
            "estimate = 0",
            &["`estimate`", "not positive"],
        ),
        ("estimate = \"9/8\"\n", "", &["`estimate`", "missing"]),
        (
            "observed = 8",
            "observed = 11",
            &["line 8", "`observed`", "no configuration has 11"],
        ),
        (
            "observed = 8",
            "observed = 99",
            &["`observed`", "only 12 pairs"],
        ),
        (
            "observed = 8",
            "observed = [\"++\", \"++\"]",
            &["`observed`", "3 rows of 3 characters"],
        ),
        (
            "observed = 8",
            "observed = [\"+++\", \"+0+\", \"+++\"]",
            &["`observed`", "+ or -"],
        ),
        (
            "observed = 8",
            "observed = [[\"+++\", \"+++\", \"+++\"], [\"+++\", \"+++\", \"+++\"]]",
            &["2 configurations", "1 replicates"],
        ),
        (
            "prior = [1, 1, 1]",
            "prior = [1, 0, 1]",
            &["`prior`", "positive"],
        ),
        (
            "prior = [1, 1, 1]",
            "temperature = 3",
            &["`temperature`", "no such field"],
        ),
    ];
    let scratch = Scratch::new("ising-bad");
    for (good, bad, words) in cases {
        assert!(GOOD.contains(good), "{good}");
        let file = scratch.write("bad.toml", &GOOD.replace(good, bad));
        let start = Instant::now();
        let run = table(&file, "sve", "text");
        assert!(start.elapsed() < Duration::from_secs(5), "{bad}");
        refused(&run, 2, words);
    }
    let file = scratch.write("mixed.toml", "parameters = [\"a\"]\n[ising]\nrows = 2\n");
    refused(&table(&file, "sve", "text"), 2, &["`parameters`"]);
    refused(&table("ising-10x10", "dmh:1", "text"), 2, &["smaller"]);
    let run = table("bernoulli-pair", "bridge", "text");
    refused(&run, 2, &["one-parameter family"]);
}
