//! Completions and the manual, made from the definition of the command.

use crate::support;

use std::process::Command;

use support::command::{Scratch, peskun, peskun_line, refused};
use support::waiting::Bounded;

/// Runs another program on a file; nothing if it is not on this machine.
fn program(name: &str, arguments: &[&str]) -> Option<(bool, String)> {
    let output = Command::new(name).args(arguments).ended();
    match output {
        Ok(output) => {
            let said = [output.stdout, output.stderr].concat();
            Some((
                output.status.success(),
                String::from_utf8_lossy(&said).into_owned(),
            ))
        }
        Err(_) => {
            println!("skipped: there is no {name} on this machine");
            None
        }
    }
}

#[test]
fn completions_are_scripts_that_know_the_options() {
    let scratch = Scratch::new("completions");
    for (shell, check) in [("bash", "-n"), ("zsh", "-n"), ("fish", "--no-execute")] {
        let run = peskun_line(&format!("completions {shell}"));
        assert_eq!(run.status, 0, "{}", run.stderr);
        for word in ["caption", "digits", "compare", "completions"] {
            assert!(run.stdout.contains(word), "{shell}: {word}");
        }
        let file = scratch.write(shell, &run.stdout);
        if let Some((good, said)) = program(shell, &[check, &file]) {
            assert!(good, "{shell}: {said}");
        }
        // The check sees a script that is cut off.
        let half = scratch.write("half", &run.stdout[..run.stdout.len() / 2]);
        if let Some((good, _)) = program(shell, &[check, &half]) {
            assert!(!good, "{shell} takes half a script");
        }
    }
    for shell in ["elvish", "powershell"] {
        assert_eq!(peskun_line(&format!("completions {shell}")).status, 0);
    }
    refused(&peskun_line("completions tcsh"), 2, &["tcsh", "bash"]);
}

#[test]
fn the_manual_is_a_page() {
    let scratch = Scratch::new("manual");
    for (command, words) in [
        ("", &["peskun", "compare", "Exact verification"][..]),
        ("table", &["peskun", "--kernel", "--digits", "--caption"]),
    ] {
        let run = peskun_line(&format!("manual {command}"));
        assert_eq!(run.status, 0, "{}", run.stderr);
        let file = scratch.write("page.1", &run.stdout);
        if let Some((_, said)) = program("mandoc", &["-Tlint", "-Werror", &file]) {
            assert_eq!(said, "", "{command}");
        }
        if let Some((good, text)) = program("man", &["-l", &file]) {
            assert!(good, "{text}");
            for word in words {
                assert!(text.contains(word), "{word}: {text}");
            }
        }
    }
    refused(&peskun_line("manual nonsense"), 2, &["nonsense"]);
}

#[test]
fn texts_go_to_files() {
    let scratch = Scratch::new("texts");
    let out = scratch.path("text");
    for line in ["schema", "completions bash", "manual"] {
        let run = peskun_line(&format!("{line} --out {}", out.display()));
        assert_eq!((run.status, run.stdout.as_str()), (0, ""), "{}", run.stderr);
        let written = std::fs::read_to_string(&out).expect("a file");
        assert_eq!(written, peskun_line(line).stdout);
    }
    refused(
        &peskun_line("manual --out /no/such/place"),
        2,
        &["/no/such"],
    );
}

/// Paragraphs behind the examples are as wide as the rest: no line of one ends
/// early. Formats for matrices are listed where there is one.
#[test]
fn help_is_wrapped_once() {
    for command in [
        "verify", "merge", "table", "check", "compare", "ising", "sample", "figure", "report",
        "explore", "replay", "rules", "schema",
    ] {
        let help = peskun(&[command, "--help"]).stdout;
        let (options, behind) = help.split_once("\nExamples:\n").expect("examples");
        let lines: Vec<&str> = behind.lines().collect();
        for pair in lines.windows(2) {
            let is_text = |line: &str| !line.is_empty() && !line.starts_with(' ');
            if !is_text(pair[0]) || !is_text(pair[1]) {
                continue;
            }
            let next = pair[1].split(' ').next().unwrap_or_default();
            let width = pair[0].chars().count() + 1 + next.chars().count();
            assert!(width > 95, "{command}: {}", pair[0]);
        }
        let listed = options.contains("prism");
        assert_eq!(listed, command == "table", "{command}: {options}");
    }
    let ledger = peskun(&["verify", "--help"]).stdout;
    let ledger = ledger.split_whitespace().collect::<Vec<_>>().join(" ");
    for word in [
        "✓ verified",
        "≠ corrected",
        "✗ refuted",
        "! settled",
        "? open",
    ] {
        assert!(ledger.contains(word), "{word}");
    }
    assert!(ledger.contains("add up to more than the claims"));
}
