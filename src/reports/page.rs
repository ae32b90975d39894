//! One self-contained HTML page: no script, nothing loaded from elsewhere.

use serde_json::{Value, json};

use super::Report;
use super::cell::Cell;
use super::document::{Block, Document};
use super::html::{escaped, folded, typeset};
use super::style::STYLE;

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
    /// A heading in words; none if the chapter's says it.
    pub heading: String,
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
        let entry = |chapter: &Chapter| {
            let (id, heading) = (chapter.id(), typeset(&chapter.heading));
            format!("<li><a href=\"#{id}\">{heading}</a></li>\n")
        };
        let contents: String = self.chapters.iter().map(entry).collect();
        let chapters: String = self.chapters.iter().map(Chapter::html).collect();
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
             <title>peskun: the paper, verified exactly</title>\n<style>\n{STYLE}</style>\n</head>\n<body class=\"report\">\n\
             <header>\n<h1>The paper, verified exactly</h1>\n<p>{INTRODUCTION}</p>\n{verdict}</header>\n\
             <nav class=\"contents\" aria-label=\"sections\"><ol>\n{contents}</ol></nav>\n<main>\n{chapters}</main>\n\
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
    /// What a link to it is called.
    fn id(&self) -> String {
        identifier(&self.heading)
    }

    /// Answers in order; small matrices beside each other.
    fn html(&self) -> String {
        let mut answers = String::new();
        let mut beside = false;
        for answered in &self.answers {
            let small = answered.is_small_matrix();
            answers += match (beside, small) {
                (false, true) => "<div class=\"beside\">\n",
                (true, false) => "</div>\n",
                _ => "",
            };
            beside = small;
            answers += &answered.html();
        }
        if beside {
            answers += "</div>\n";
        }
        let id = self.id();
        format!(
            "<section id=\"{id}\">\n<h2>{}{}</h2>\n<p>{}</p>\n{answers}</section>\n",
            typeset(&self.heading),
            permalink(&id),
            typeset(&self.prose)
        )
    }
}

/// A link to a heading, beside it.
pub(super) fn permalink(id: &str) -> String {
    format!("\u{a0}<a class=\"permalink\" href=\"#{id}\" aria-label=\"link to this section\">#</a>")
}

/// A name for links: small letters, digits and dashes.
pub(super) fn identifier(text: &str) -> String {
    let plain = |c: char| match c.is_ascii_alphanumeric() {
        true => c.to_ascii_lowercase(),
        false => ' ',
    };
    let words: String = text.chars().map(plain).collect();
    words.split_whitespace().collect::<Vec<_>>().join("-")
}

impl Answered {
    /// What a link to it is called: the values of the command that make it.
    fn id(&self) -> String {
        let words = self.command.split(' ');
        let words = words.take_while(|word| *word != "--steps");
        let values: Vec<&str> = words.filter(|word| !word.starts_with("--")).collect();
        identifier(&values.join(" "))
    }

    /// A matrix that leaves room for another beside it.
    fn is_small_matrix(&self) -> bool {
        const MOST_COLUMNS: usize = 4;
        let blocks = self.report.document().blocks;
        let small = matches!(blocks.first(), Some(Block::Table { header, .. }) if header.len() <= MOST_COLUMNS);
        small && self.command.starts_with("table ")
    }

    /// The heading, the command and the answer; long tables are folded.
    pub fn html(&self) -> String {
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
        let id = self.id();
        let heading = match self.heading.is_empty() {
            true => String::new(),
            false => format!("<h3>{}{}</h3>\n", typeset(&self.heading), permalink(&id)),
        };
        let status = match self.status {
            0 => String::new(),
            status => format!(" (exit status {status})"),
        };
        format!(
            "<article id=\"{id}\">\n{heading}<p class=\"command\"><code>peskun {}</code>{status}</p>\n{content}</article>\n",
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
