//! The README's examples: every command is run and its output compared, and
//! the model file is a model. The Rust code runs as a documentation test.
//!
//! `UPDATE_README=1 cargo test --test readme` writes the outputs.

mod support;

use std::path::PathBuf;

use support::command::{Scratch, peskun};

fn readme() -> (PathBuf, String) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("README.md");
    let text = std::fs::read_to_string(&path).expect("the README");
    (path, text)
}

/// The blocks of a language, without their fences.
fn blocks<'a>(text: &'a str, language: &str) -> Vec<&'a str> {
    let fence = format!("```{language}\n");
    text.split(&fence)
        .skip(1)
        .map(|rest| rest.split("```").next().expect("a block"))
        .collect()
}

#[test]
fn commands_print_what_the_readme_shows() {
    let (path, text) = readme();
    let mut updated = text.clone();
    let commands = blocks(&text, "console");
    assert!(commands.len() >= 5, "the README shows commands");
    for block in commands {
        let line = block.lines().next().expect("a command");
        let arguments: Vec<&str> = line
            .strip_prefix("$ peskun ")
            .expect("a command of ours")
            .split(' ')
            .collect();
        let run = peskun(&arguments);
        assert!(
            run.status <= 1 && run.stderr.is_empty(),
            "{line}: {}",
            run.stderr
        );
        let expected = format!("{line}\n{}", run.stdout);
        if std::env::var_os("UPDATE_README").is_some() {
            updated = updated.replace(block, &expected);
        } else {
            assert_eq!(block, expected, "{line}");
        }
    }
    if updated != text {
        std::fs::write(path, updated).expect("the README");
    }
}

#[test]
fn the_two_commands_work() {
    let (_, text) = readme();
    let shell = blocks(&text, "sh").join("");
    let run = shell
        .lines()
        .find_map(|line| line.strip_prefix("cargo run --release -- "))
        .expect("the first command");
    let arguments: Vec<&str> = run
        .split('#')
        .next()
        .expect("a command")
        .split_whitespace()
        .collect();
    let run = peskun(&arguments);
    assert_eq!(run.status, 0, "{}", run.stderr);
    assert!(run.stdout.contains("53/140") && run.stdout.contains("53/120"));
    assert!(shell.lines().any(|line| line.starts_with("cargo test ")));
}

#[test]
fn the_model_file_is_the_first_example() {
    let (_, text) = readme();
    let scratch = Scratch::new("readme");
    let file = scratch.write("two-coins.toml", blocks(&text, "toml")[0]);
    let table = |model: &str| {
        peskun(&[
            "table", "--model", model, "--kernel", "mabmc", "--format", "csv",
        ])
        .stdout
    };
    assert_eq!(table(&file), table("bernoulli-pair"));
}
