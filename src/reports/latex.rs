//! A report as LaTeX tables with booktabs, as a piece of a document: it says what
//! packages it needs, and fits a line.

use super::caption::Caption;
use super::cell::Cell;
use super::document::{Block, Document};
use super::latex_table::{Grid, set};
use super::latex_words::{OTHER, OTHER_DEFINITION, breakable, is_cut};

/// The most characters of a fraction in a table.
const LONGEST: usize = 20;
/// The bytes of a head of at most about two lines.
const SHORT: usize = 160;

/// Writes the report under its title, or under a caption and with a number.
pub(super) fn latex(document: &Document, caption: Option<&Caption>) -> String {
    let document = document.clone().with_longest(LONGEST);
    let mut packages = Vec::new();
    packages.extend(caption.map(|_| "caption"));
    // What stands above the first table.
    let mut head = match caption {
        Some(caption) => numbered(caption),
        None => format!("\\textbf{{{}}}", breakable(&document.title)),
    };
    // A long one may be parted from it.
    let stays = match head.len() < SHORT {
        true => "\\nopagebreak",
        false => "",
    };
    let mut out = String::new();
    for block in &document.blocks {
        let facts: Vec<Vec<_>>;
        let grid = match block {
            Block::File(file) => {
                out += &alone(&std::mem::take(&mut head));
                out += &lines(file);
                continue;
            }
            Block::Table { rows, .. } if rows.is_empty() => continue,
            Block::Facts(facts) if facts.is_empty() => continue,
            Block::Table { header, rows } => Grid {
                header: Some(header),
                rows,
            },
            Block::Facts(all) => {
                let fact = |(name, value): &(String, Cell)| vec![Cell::words(name), value.clone()];
                facts = all.iter().map(fact).collect();
                Grid {
                    header: None,
                    rows: &facts,
                }
            }
        };
        let set = set(grid);
        let head = std::mem::take(&mut head);
        out += &match set.text.strip_prefix("\\begin{center}\n") {
            Some(rest) if !head.is_empty() => {
                format!("\\begin{{center}}\n{head}\\par{stays}\\medskip\n{rest}")
            }
            _ => format!("{}{}", alone(&head), set.text),
        };
        packages.extend(set.packages);
        if let Some(note) = note(block) {
            out += &format!("{{\\centering\\footnotesize {note}\\par}}\n");
        }
    }
    out += &alone(&head);
    packages.sort_unstable();
    packages.dedup();
    let needs = match packages.is_empty() {
        true => String::new(),
        false => format!("% needs \\usepackage{{{}}}\n", packages.join(",")),
    };
    let letters = if out.contains(OTHER) {
        OTHER_DEFINITION
    } else {
        ""
    };
    format!("{needs}{letters}{out}")
}

/// A caption that stands where the table does.
fn numbered(caption: &Caption) -> String {
    let label = match &caption.label {
        Some(label) => format!("\\label{{{label}}}"),
        None => String::new(),
    };
    format!(
        "\\begin{{minipage}}{{\\linewidth}}\n\\captionof{{table}}{{{}}}{label}\n\\end{{minipage}}",
        breakable(&caption.text)
    )
}

/// A head that no table follows in the same environment.
fn alone(head: &str) -> String {
    match head.is_empty() {
        true => String::new(),
        false => format!("\\begin{{center}}\n{head}\n\\end{{center}}\\nopagebreak\n"),
    }
}

/// What stands for what, under a table with stand-ins.
fn note(block: &Block) -> Option<String> {
    let shown: Vec<String> = block.cells().map(Cell::shown).collect();
    let is_short = block.cells().any(Cell::is_shortened);
    let enclosed = is_short && shown.iter().any(|text| text.contains('±'));
    let rounded = block
        .cells()
        .zip(&shown)
        .any(|(cell, text)| cell.is_shortened() && text.contains('≈') && !text.contains('±'));
    let header = match block {
        Block::Table { header, .. } => header.as_slice(),
        Block::Facts(_) | Block::File(_) => &[],
    };
    let cut = shown.iter().chain(header).any(|text| is_cut(text));
    let notes = [
        (rounded, "$\\approx$: a long fraction, rounded"),
        (enclosed, "$\\approx\\pm$: an enclosure"),
        (cut, "\\dots{}: the middle of a long name"),
    ];
    let notes = notes.into_iter().filter(|(holds, _)| *holds);
    let notes: Vec<&str> = notes.map(|(_, note)| note).collect();
    (!notes.is_empty()).then(|| notes.join("; "))
}

/// A file, line by line.
fn lines(file: &str) -> String {
    let line = |line: &str| match line.is_empty() {
        true => "\\mbox{}\\par\n".to_string(),
        false => format!("\\hspace{{0pt}}{}\\par\n", breakable(line)),
    };
    let lines: String = file.lines().map(line).collect();
    format!("{{\\raggedright\\ttfamily\\parindent=0pt\n{lines}}}\n")
}
