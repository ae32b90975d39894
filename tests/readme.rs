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

/// The output with the time taken, which varies, made the same.
fn timeless(text: &str) -> String {
    let line = |line: &str| match line.rsplit_once("; ") {
        Some((rest, time)) if line.contains(" claim") && time.ends_with(" s") => {
            format!("{rest}; … s\n")
        }
        _ => format!("{line}\n"),
    };
    text.lines().map(line).collect()
}

/// Do the lines follow each other in the output, where … stands for any?
fn matches(shown: &str, output: &str) -> bool {
    let mut rest = output.lines();
    let mut skipping = false;
    shown.lines().all(|line| {
        if line == "…" {
            skipping = true;
            return true;
        }
        if skipping {
            skipping = false;
            return rest.any(|candidate| candidate == line);
        }
        // Headings are set apart by empty lines, which are not shown.
        rest.find(|candidate| !candidate.is_empty() || line.is_empty()) == Some(line)
    })
}

#[test]
fn the_comparison_can_fail() {
    assert!(matches("a\n…\nd", "a\nb\nc\nd"));
    assert!(!matches("a\nc", "a\nb\nc"));
    assert!(!matches("…\ne", "a\nb"));
}

#[test]
fn commands_print_what_the_readme_shows() {
    let (path, text) = readme();
    let mut updated = text.clone();
    let commands = blocks(&text, "console");
    assert!(commands.len() >= 5, "the README shows commands");
    for block in commands {
        let line = block.lines().next().expect("a command");
        let arguments = line
            .strip_prefix("$ peskun")
            .expect("a command of ours")
            .split_whitespace();
        let run = peskun(&arguments.collect::<Vec<_>>());
        assert!(
            run.status <= 1 && run.stderr.is_empty(),
            "{line}: {}",
            run.stderr
        );
        let expected = format!("{line}\n{}", run.stdout);
        if std::env::var_os("UPDATE_README").is_some() && !block.contains("\n…\n") {
            updated = updated.replace(block, &expected);
        } else if block.contains("\n…\n") {
            assert!(matches(&timeless(block), &timeless(&expected)), "{line}");
        } else {
            assert_eq!(timeless(block), timeless(&expected), "{line}");
        }
    }
    if updated != text {
        std::fs::write(path, updated).expect("the README");
    }
}

#[test]
fn the_two_commands_are_there() {
    let (_, text) = readme();
    let shell = blocks(&text, "sh").join("");
    assert!(
        shell
            .lines()
            .any(|line| line.starts_with("cargo run --release "))
    );
    assert!(shell.lines().any(|line| line.starts_with("cargo test ")));
    let run = peskun(&[]);
    assert_eq!(run.status, 0, "{}", run.stderr);
    assert!(run.stdout.contains("first-mpmc") && run.stdout.contains("53/140, 53/120"));
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
