//! Bad names and bad usage get one sentence, exit status 2; a budget that runs
//! out, exit status 3. Quickly, and without a trace.

use crate::support;

use support::command::{Scratch, peskun, peskun_line, refused};

#[test]
fn models_beyond_the_budget_are_undecided() {
    let scratch = Scratch::new("budget");
    let list = |count: usize, item: &dyn Fn(usize) -> String| {
        format!("[{}]", (0..count).map(item).collect::<Vec<_>>().join(","))
    };
    let row = |i: usize| list(60, &|j| ((i * j) % 7 + 1).to_string());
    let large = format!(
        "parameters = {}\nsample_space = {}\nobserved = 0\nprior = {}\nlikelihood = {}\n",
        list(60, &|i| format!("\"p{i}\"")),
        list(60, &|j| j.to_string()),
        list(60, &|_| "1".into()),
        list(60, &row)
    );
    let file = scratch.write("large.toml", &large);
    for kernel in ["mabmc", "pmc", "noisy:9"] {
        refused(
            &peskun(&[
                "table", "--model", &file, "--kernel", kernel, "--budget", "1000000",
            ]),
            3,
            &["large", kernel, "undecided", "--budget"],
        );
    }
    refused(
        &peskun(&[
            "check",
            "--model",
            &file,
            "--rule",
            "max-min-draws",
            "--budget",
            "1000000",
        ]),
        3,
        &["undecided"],
    );
    let compared = peskun(&["compare", "--model", &file, "mabmc", "--budget", "1000000"]);
    assert_eq!(compared.status, 3, "{}", compared.stderr);
    assert!(compared.stdout.contains("undecided"), "{}", compared.stdout);
    let small = [
        "table",
        "--model",
        "bernoulli-pair",
        "--kernel",
        "mabmc",
        "--budget",
    ];
    refused(
        &peskun(&[&small[..], &["10"]].concat()),
        3,
        &["the budget of 10 paths"],
    );
    assert_eq!(
        peskun(&[&small[..], &["143"]].concat()).status,
        0,
        "exactly the 81 paths and 62 terms it takes"
    );
    refused(&peskun(&[&small[..], &["142"]].concat()), 3, &["undecided"]);
    // Weights that grow without end are charged for their length.
    for kernel in ["noisy:9999", "dmh:10000"] {
        refused(
            &peskun(&[
                "table",
                "--model",
                "bernoulli-pair",
                "--kernel",
                kernel,
                "--budget",
                "1000000",
            ]),
            3,
            &["undecided"],
        );
    }
}

#[test]
fn names_and_usage() {
    let cases: [(&str, &[&str]); 19] = [
        (
            "table --model nothing --kernel sve",
            &["`nothing`", "bernoulli-pair"],
        ),
        (
            "table --model bernoulli-pair --kernel gibbs",
            &["`gibbs`", "mabmc:reuse"],
        ),
        (
            "table --model bernoulli-pair --kernel noisy:0",
            &["`noisy:0`", "from 1"],
        ),
        (
            "table --model bernoulli-pair --kernel noisy:x",
            &["`noisy:x`"],
        ),
        (
            "table --model bernoulli-pair --kernel dmh:99999999999999999999",
            &["dmh:", "10000"],
        ),
        ("table --model bernoulli-pair --kernel noisy", &["noisy:2"]),
        (
            "table --model bernoulli-pair --kernel bridge",
            &["one-parameter family"],
        ),
        (
            "table --model bernoulli-pair --kernel rule:best",
            &["`best`", "max-min"],
        ),
        (
            "table --model bernoulli-pair --kernel rule:straddle",
            &["not all numbers"],
        ),
        ("table --model bernoulli-pair", &["--kernel"]),
        (
            "table --model bernoulli-pair --kernel sve --tie maybe",
            &["maybe", "first, last, coin"],
        ),
        (
            "table --model bernoulli-pair --kernel sve --budget -1",
            &["--budget"],
        ),
        (
            "check --model bernoulli-pair --rule always:3",
            &["arm 3 of 2"],
        ),
        (
            "check --model bernoulli-pair --rule always:0",
            &["counted from 1"],
        ),
        (
            "check --model bernoulli-pair --rule max --arms sve",
            &["--arms", "2 to 16"],
        ),
        (
            "check --model bernoulli-pair --rule max --arms sve,slice",
            &["`slice`", "mpmc"],
        ),
        (
            "check --model bernoulli-pair --rule max --format prism",
            &["prism", "peskun table"],
        ),
        (
            "compare --model bernoulli-pair sve --function 1,2,3",
            &["--function", "3 values", "2 parameters"],
        ),
        (
            "compare --model bernoulli-pair sve --function 1,1/0",
            &["--function", "divides by zero"],
        ),
    ];
    for (line, words) in cases {
        refused(&peskun_line(line), 2, words);
    }
    refused(&peskun(&["conquer"]), 2, &["conquer"]);
    refused(
        &peskun(&["compare", "--model", "bernoulli-pair"]),
        2,
        &["names of kernels"],
    );
}
