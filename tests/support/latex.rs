//! Pieces of LaTeX documents, compiled.

use std::collections::BTreeSet;
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::command::Scratch;
use super::waiting::Bounded;

/// Is there a LaTeX on this machine? Says so if not.
pub fn is_there() -> bool {
    let there = Command::new("pdflatex").arg("--version").ended().is_ok();
    if !there {
        println!("skipped: there is no pdflatex on this machine");
    }
    there
}

/// The packages that a piece says it needs.
fn packages(piece: &str) -> impl Iterator<Item = &str> {
    let needs = piece
        .lines()
        .filter_map(|line| line.strip_prefix("% needs \\usepackage{"));
    needs.flat_map(|names| names.trim_end_matches('}').split(','))
}

/// Compiles an article of all pieces, which have names, with the packages that
/// they need: every error, and every box that does not fit.
pub fn problems(pieces: &[(String, String)]) -> Vec<String> {
    let mut preamble = BTreeSet::new();
    let mut body = String::new();
    for (number, (_, piece)) in pieces.iter().enumerate() {
        preamble.extend(packages(piece));
        // A page for each, and its number in the log.
        body += &format!("\\typeout{{PIECE {number}.}}\n{piece}\n\\clearpage\n");
    }
    let preamble = Vec::from_iter(preamble).join(",");
    let text = format!(
        "\\documentclass{{article}}\n\\usepackage{{{preamble}}}\n\\begin{{document}}\n{body}\\end{{document}}\n"
    );
    static NUMBER: AtomicUsize = AtomicUsize::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let scratch = Scratch::new(&format!("latex-{number}"));
    scratch.write("pieces.tex", &text);
    let output = Command::new("pdflatex")
        .args(["-interaction=nonstopmode", "pieces.tex"])
        .current_dir(scratch.path("."))
        .ended()
        .expect("pdflatex runs");
    let log = std::fs::read(scratch.path("pieces.log")).expect("a log");
    let log = String::from_utf8_lossy(&log);
    let mut found = Vec::new();
    let mut piece = "the preamble";
    for line in log.lines() {
        if let Some(number) = line
            .strip_prefix("PIECE ")
            .and_then(|n| n.strip_suffix('.'))
        {
            piece = number.parse().ok().map_or("?", |n: usize| &pieces[n].0);
        }
        let starts = [
            "!",
            "Overfull",
            "Missing character",
            "LaTeX Warning: Float too large",
        ];
        if starts.iter().any(|start| line.starts_with(start)) {
            found.push(format!("{piece}: {line}"));
        }
    }
    if !output.status.success() && found.is_empty() {
        found.push(format!("pdflatex ends with {}", output.status));
    }
    found
}
