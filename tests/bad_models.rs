//! Model files that are no models: one sentence that names the file, the line and
//! the field, exit status 2, quickly and without a trace.

use crate::support;

use support::command::{Scratch, peskun, refused};

const GOOD: &str = r#"name = "two coins"
parameters = ["a", "b"]
sample_space = ["0", "1"]
observed = "1"
prior = ["1/2", "1/2"]
likelihood = [["3/10", "7/10"],
              ["0.4", "0.6"]]
proposal = [["1/2", "1/2"], [1, 1]]
auxiliary = [["1/2", "1/2"], [1, 1]]
"#;

/// The good file with one replacement, and what must be said of it.
#[test]
fn model_files() {
    let cases: [(&str, &str, &[&str]); 29] = [
        (
            r#"["0.4", "0.6"]"#,
            r#"["0.4"]"#,
            &[
                "line 7",
                "`likelihood`",
                "row 2",
                "2 numbers are expected, found 1",
            ],
        ),
        (
            r#""0.4""#,
            "-4",
            &["line 7", "`likelihood`", "row 2", "negative"],
        ),
        (
            r#"["0.4", "0.6"]"#,
            "[0, 0]",
            &["`likelihood`", "row 2", "no weight is positive"],
        ),
        (
            r#""0.6""#,
            "0",
            &["line 7", "`likelihood`", "observed", "`b`"],
        ),
        (
            r#"observed = "1""#,
            r#"observed = "2""#,
            &["line 4", "`observed`", "`2`", "0, 1"],
        ),
        (r#"prior = ["1/2", "1/2"]"#, "", &["`prior`", "missing"]),
        (r#"observed = "1""#, "", &["`observed`", "missing"]),
        (
            "auxiliary",
            "auxillary",
            &["line 9", "`auxillary`", "no such field", "auxiliary"],
        ),
        ("prior = [", "prior = ", &["line 5", "TOML"]),
        (
            r#""0.4""#,
            r#""1e999999999""#,
            &["line 7", "`likelihood`", "1e999999999", "too large"],
        ),
        (r#""0.4""#, "1e999999999", &["line 7", "too large"]),
        (r#""0.4""#, r#""1/0""#, &["line 7", "`1/0` divides by zero"]),
        (
            r#""0.4""#,
            r#""zero point four""#,
            &["line 7", "not a number"],
        ),
        (r#""0.4""#, "nan", &["line 7", "not a number"]),
        (r#""0.4""#, "inf", &["line 7", "not a number"]),
        (r#""0.4""#, "true", &["line 7", "boolean"]),
        (r#""0.4""#, "0x1F", &["line 7", "decimal"]),
        (r#""0.4""#, "1979-05-27", &["line 7", "datetime"]),
        (
            r#"prior = ["1/2", "1/2"]"#,
            "prior = [1, 0]",
            &["line 5", "`prior`", "`b`", "not positive"],
        ),
        (
            r#"prior = ["1/2", "1/2"]"#,
            "prior = [1]",
            &["line 5", "`prior`", "1 weights for 2 parameters"],
        ),
        (
            r#"prior = ["1/2", "1/2"]"#,
            "prior = 1",
            &["line 5", "`prior`", "list"],
        ),
        (
            r#"parameters = ["a", "b"]"#,
            r#"parameters = ["a", "a"]"#,
            &["line 2", "`parameters`", "twice"],
        ),
        (
            r#"parameters = ["a", "b"]"#,
            "parameters = []",
            &["line 2", "`parameters`", "at least one"],
        ),
        (
            r#"sample_space = ["0", "1"]"#,
            "sample_space = [[]]",
            &["line 3", "`sample_space`", "array"],
        ),
        (
            r#"proposal = [["1/2", "1/2"], [1, 1]]"#,
            "proposal = [[1, 1]]",
            &["line 8", "`proposal`", "1 rows for 2"],
        ),
        (
            r#"proposal = [["1/2", "1/2"], [1, 1]]"#,
            "proposal = [[1, 1], [0, 0]]",
            &["line 8", "`proposal`", "row 2"],
        ),
        (
            r#"auxiliary = [["1/2", "1/2"], [1, 1]]"#,
            "auxiliary = [[1, 1], [1, -1]]",
            &["line 9", "`auxiliary`", "row 2", "negative"],
        ),
        (r#"name = "two coins""#, "prior = [1, 1]", &["TOML"]),
        (r#"name = "two coins""#, "name = [1]", &["line 1", "`name`"]),
    ];
    let scratch = Scratch::new("bad-models");
    let good = scratch.write("good.toml", GOOD);
    assert_eq!(
        peskun(&["table", "--model", &good, "--kernel", "mabmc"]).status,
        0
    );
    for (good, bad, words) in cases {
        assert!(GOOD.contains(good), "{good}");
        let file = scratch.write("bad.toml", &GOOD.replacen(good, bad, 1));
        let run = peskun(&["table", "--model", &file, "--kernel", "mabmc"]);
        refused(&run, 2, &[&["bad.toml"], words].concat());
    }
}

#[test]
fn files_that_are_no_models() {
    let scratch = Scratch::new("no-models");
    let table = |file: &str| peskun(&["table", "--model", file, "--kernel", "sve"]);
    refused(
        &table("nowhere/model.toml"),
        2,
        &["nowhere/model.toml", "cannot be read"],
    );
    refused(
        &table(scratch.write("empty.toml", "").as_str()),
        2,
        &["empty.toml", "missing"],
    );
    std::fs::write(scratch.path("binary.toml"), [0xff, 0xfe, 0]).expect("a file");
    refused(
        &table(scratch.path("binary.toml").to_str().expect("a path")),
        2,
        &["binary.toml", "UTF-8"],
    );
    std::fs::create_dir(scratch.path("folder.toml")).expect("a folder");
    refused(
        &table(scratch.path("folder.toml").to_str().expect("a path")),
        2,
        &["folder.toml", "directory"],
    );
    let deep = format!("prior = {}", "[".repeat(100_000));
    refused(
        &table(&scratch.write("deep.toml", &deep)),
        2,
        &["deep.toml", "TOML"],
    );
    // A file without an end is not begun.
    refused(&table("/dev/zero"), 2, &["/dev/zero", "a device"]);
}

#[test]
fn numbers_and_tables_of_absurd_size() {
    let scratch = Scratch::new("absurd");
    let table = |file: &str, kernel: &str| peskun(&["table", "--model", file, "--kernel", kernel]);
    let digits = GOOD.replacen("\"0.4\"", &"9".repeat(3_000_000), 1);
    refused(
        &table(&scratch.write("digits.toml", &digits), "sve"),
        2,
        &["digits.toml", "line 7", "too large"],
    );
    let endless = GOOD.replacen("\"0.4\"", &"9".repeat(6_000_000), 1);
    refused(
        &table(&scratch.write("endless.toml", &endless), "sve"),
        2,
        &["endless.toml", "at most 4 MiB"],
    );
    let names: Vec<String> = (0..20_000).map(|i| format!("\"p{i}\"")).collect();
    let wide = GOOD.replacen(r#"["a", "b"]"#, &format!("[{}]", names.join(",")), 1);
    refused(
        &table(&scratch.write("wide.toml", &wide), "sve"),
        2,
        &["wide.toml", "`parameters`", "too large"],
    );
}
