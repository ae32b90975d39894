//! What the command says to a line that it cannot do: what is meant, what is
//! missing, and what to write instead.

use crate::support;

use support::command::{peskun, peskun_line, refused};

#[test]
fn models_with_real_parameters_are_for_sample() {
    for command in ["table", "check", "compare"] {
        let kernel = match command {
            "compare" => "mh",
            _ => "--kernel mh",
        };
        for model in ["normal:0.3", "ising:2"] {
            let run = peskun_line(&format!("{command} --model {model} {kernel}"));
            let sentence = format!("`{model}` has real parameters: it is for `peskun sample`");
            refused(&run, 2, &[&sentence]);
        }
    }
    for command in ["sample", "table"] {
        for model in ["normal", "ising"] {
            let run = peskun_line(&format!("{command} --model {model} --kernel mh"));
            let sentence = format!("`{model}` needs a number, like {model}:0.3");
            refused(&run, 2, &[&sentence]);
        }
    }
}

#[test]
fn mistyped_names_are_told_what_was_meant() {
    for (line, meant) in [
        ("chekc", "; did you mean `check`?"),
        ("tabel", "; did you mean `table`?"),
        ("check --modle x", "; did you mean `--model`?"),
        ("table --format jsno", "; did you mean `json`?"),
        ("verify lemma-1", "; did you mean `--claim lemma-1`?"),
        (
            "verify --claim lema-1",
            "`lema-1` (did you mean `lemma-1`?);",
        ),
        (
            "check --model bernoulli-pair --kernel MPCM",
            "`MPCM` (did you mean `mpmc`?); the kernels are",
        ),
        (
            "check --model bernoulli-pair --rule Max-mn",
            "`Max-mn` (did you mean `max-min`?); the rules are",
        ),
        (
            "table --model bernouli-pair --kernel mh",
            "`bernouli-pair` (did you mean `bernoulli-pair`?)",
        ),
    ] {
        refused(&peskun_line(line), 2, &[meant]);
    }
    let far = peskun_line("check --model bernoulli-pair --kernel gibbs");
    refused(&far, 2, &["no kernel is called `gibbs`; the kernels are"]);
}

#[test]
fn every_way_to_complete_a_line_is_said() {
    let outside = "or --program, --step or --chain";
    for (line, ways) in [
        (
            "check",
            ["--model or --search, and --rule or --kernel; ", outside],
        ),
        ("check --model bernoulli-pair", ["--rule or --kernel", ""]),
        ("check --rule max", ["--model or --search", ""]),
        ("check --kernel mh", ["give --model as well", ""]),
        ("table", ["--model and --kernel; ", outside]),
        ("sample", ["--model and --kernel; ", outside]),
        ("compare", ["--model and the names of kernels; ", outside]),
        (
            "compare --model bernoulli-pair",
            ["the names of kernels", outside],
        ),
    ] {
        refused(&peskun_line(line), 2, &ways);
    }
}

#[test]
fn whole_numbers_and_labels() {
    let run = peskun_line("check --rule max --search 1e3");
    refused(&run, 2, &["--search", "a whole number like 1000"]);
    let table = "table --model bernoulli-pair --kernel mh --label tab:a --format latex";
    refused(&peskun_line(table), 2, &["give --caption as well"]);
}

#[test]
fn the_key_of_a_label_is_for_one_backslash() {
    for arguments in [&["table", "--help"][..], &["manual", "table"]] {
        let text = peskun(arguments).stdout;
        // In a manual a backslash is written `\\` or `\e`, which is one.
        let text = text.replace("\\\\", "\\").replace("\\e", "\\");
        let text = text.replace("\\-", "-");
        assert!(text.contains("for \\ref"), "{text}");
        assert!(!text.contains("\\\\ref"), "{text}");
    }
}
