//! One self-contained HTML page: no script, nothing loaded from elsewhere.

use serde_json::{Value, json};

use super::Report;
use super::cell::Cell;
use super::document::{Block, Document};
use super::html::{escaped, folded};

/// What a page is made of: answers to commands, in chapters.
pub struct PageReport {
    /// The chapters in order.
    pub chapters: Vec<Chapter>,
    /// What is not as it should be, in sentences.
    pub failures: Vec<String>,
}

/// A chapter.
pub struct Chapter {
    /// Its heading.
    pub heading: String,
    /// What a reader should know before.
    pub prose: String,
    /// Answers in order.
    pub answers: Vec<Answered>,
}

/// A command and its answer.
pub struct Answered {
    /// The command line, without `peskun`.
    pub command: String,
    /// The exit status that the command has.
    pub status: u8,
    /// The answer.
    pub report: Box<dyn Report>,
}

impl PageReport {
    /// The page.
    pub fn page(&self) -> String {
        let numbered = || self.chapters.iter().zip(1..);
        let entry = |(chapter, number): (&Chapter, usize)| {
            let heading = escaped(&chapter.heading);
            format!("<li><a href=\"#chapter-{number}\">{heading}</a></li>\n")
        };
        let contents: String = numbered().map(entry).collect();
        let chapters: String = numbered()
            .map(|(chapter, number)| chapter.html(number))
            .collect();
        let verdict = match self.failures.is_empty() {
            true => {
                "<p class=\"good\">Every verdict is the recorded one, and nothing on this page failed.</p>\n"
                    .into()
            }
            false => self
                .failures
                .iter()
                .map(|failure| format!("<p class=\"bad\">FAILED: {}</p>\n", escaped(failure)))
                .collect::<String>(),
        };
        format!(
            "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <title>peskun: the paper, verified exactly</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n\
             <header>\n<h1>The paper, verified exactly</h1>\n<p>{INTRODUCTION}</p>\n{verdict}</header>\n\
             <nav><ol>\n{contents}</ol></nav>\n<main>\n{chapters}</main>\n\
             <footer><p>Written by peskun {} with <code>peskun report</code>. Every table carries the command that prints it again.</p></footer>\n\
             </body>\n</html>\n",
            env!("CARGO_PKG_VERSION")
        )
    }

    fn answers(&self) -> impl Iterator<Item = &Answered> {
        self.chapters.iter().flat_map(|chapter| &chapter.answers)
    }
}

impl Chapter {
    fn html(&self, number: usize) -> String {
        let answers: String = self
            .answers
            .iter()
            .map(|answered| answered.html(&self.heading))
            .collect();
        format!(
            "<section id=\"chapter-{number}\">\n<h2>{}</h2>\n<p>{}</p>\n{answers}</section>\n",
            escaped(&self.heading),
            escaped(&self.prose)
        )
    }
}

impl Answered {
    /// A heading, unless the chapter has the same, the command, and the answer;
    /// long tables are folded.
    fn html(&self, chapter: &str) -> String {
        const LONG: usize = 30;
        let document = self.report.document();
        let content = self.report.html();
        let is_long =
            |block: &Block| matches!(block, Block::Table { rows, .. } if rows.len() > LONG);
        let folds_itself = content.contains("<details");
        let content = match document.blocks.iter().any(is_long) && !folds_itself {
            true => folded("the table", &content),
            false => content,
        };
        let heading = match document.title == chapter {
            true => String::new(),
            false => format!("<h3>{}</h3>\n", escaped(&document.title)),
        };
        let status = match self.status {
            0 => String::new(),
            status => format!(" (exit status {status})"),
        };
        format!(
            "<article>\n{heading}<p class=\"command\"><code>peskun {}</code>{status}</p>\n{content}</article>\n",
            escaped(&self.command)
        )
    }
}

/// What was asked and how it ended, for those who do not read the page.
impl Report for PageReport {
    fn document(&self) -> Document {
        let row = |answered: &Answered| {
            let status = Cell::words(answered.status.to_string());
            vec![
                Cell::words(format!("peskun {}", answered.command)),
                status.toned(answered.status == 0),
            ]
        };
        Document {
            title: "The commands on the page".into(),
            blocks: vec![Block::Table {
                header: ["command", "exit status"].map(String::from).to_vec(),
                rows: self.answers().map(row).collect(),
            }],
        }
    }

    fn json(&self) -> Value {
        let answered = |answered: &Answered| {
            json!({
                "command": answered.command,
                "status": answered.status,
                "answer": answered.report.json(),
            })
        };
        json!({ "answers": self.answers().map(answered).collect::<Vec<_>>() })
    }
}

const INTRODUCTION: &str = "Guanyang Wang, <cite>A multi-armed bandit MCMC, with applications in sampling from doubly intractable posterior</cite> (2019): \
every statement with an exact verdict, the transition matrices of its algorithms in rational numbers, its figures recomputed. \
No floating-point number takes part in a verdict or a table, except where quadrature or simulation is named; ≈ marks decimals that stand for what is too long for the page.";

const STYLE: &str = "\
:root { color-scheme: light dark; --ink: #1c1c1c; --paper: #fdfdfb; --faint: #6a6a6a; --line: #d8d8d2; --good: #1b7a43; --bad: #b3261e; --other: #8a5a00; --new: #0b6b8a }
@media (prefers-color-scheme: dark) { :root { --ink: #e8e8e4; --paper: #17181a; --faint: #a0a0a0; --line: #3a3c40; --good: #6cc793; --bad: #ff8a80; --other: #e0b050; --new: #6cc4e0 } }
body { margin: 0 auto; max-width: 62rem; padding: 1rem; font: 1rem/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper) }
h2 { margin-top: 3rem; border-bottom: 2px solid var(--line) }
h3 { margin-bottom: 0 }
nav ol { columns: 2 18rem }
code, pre, td.number { font-family: ui-monospace, monospace; font-size: 0.9em }
.command { margin: 0 0 0.5rem; color: var(--faint) }
.table { overflow-x: auto; margin: 0.5rem 0 }
table { border-collapse: collapse; font-variant-numeric: tabular-nums }
th, td { padding: 0.2rem 0.7rem; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top }
.number { text-align: right; white-space: nowrap }
dd.number { text-align: left; white-space: normal }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.1rem 1rem; margin: 0.5rem 0 }
dt { color: var(--faint) }
dd { margin: 0; overflow-wrap: anywhere }
pre { overflow-x: auto; padding: 0.7rem; border: 1px solid var(--line) }
.good, .verified .badge { color: var(--good) }
.bad, .refuted .badge { color: var(--bad) }
.corrected .badge { color: var(--other) }
.settled .badge, .open .badge { color: var(--new) }
.badge { display: inline-block; min-width: 7.5em; font-weight: 600 }
.claim { border-bottom: 1px solid var(--line); padding: 0.3rem 0 }
.claim summary { cursor: pointer }
.claim dl { margin-left: 1.5rem }
.exact { display: block; margin-left: 9em; color: var(--faint) }
.filter label { margin-right: 1.2rem }
body:has(#verified:not(:checked)) .claim.verified, body:has(#corrected:not(:checked)) .claim.corrected, body:has(#refuted:not(:checked)) .claim.refuted, body:has(#settled:not(:checked)) .claim.settled, body:has(#open:not(:checked)) .claim.open { display: none }
figure { margin: 1rem 0; padding: 0.5rem; background: #fff }
figure svg { display: block; max-width: 100%; height: auto }
abbr { text-decoration: underline dotted }
.remark { color: var(--faint); font-size: 0.9em }
@media print { details::details-content { display: block } nav, .filter { display: none } }
";
