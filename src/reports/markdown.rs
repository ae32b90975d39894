//! A report in GitHub-flavored Markdown.

use super::cell::{Cell, visible};
use super::document::{Block, Document};

/// Writes the report with pipe tables.
pub(super) fn markdown(document: &Document) -> String {
    let mut out = format!("### {}\n", escape(&document.title));
    for block in &document.blocks {
        out.push('\n');
        match block {
            Block::Table { header, rows } => {
                line(&mut out, header.iter().map(|name| escape(name)));
                let numbers = (0..header.len()).map(|j| rows.iter().any(|row| row[j].number));
                line(
                    &mut out,
                    numbers.map(|number| (if number { "---:" } else { "---" }).into()),
                );
                for row in rows {
                    line(
                        &mut out,
                        row.iter().map(|cell: &Cell| escape(&cell.shown())),
                    );
                }
            }
            Block::File(file) => out.push_str(&format!("```toml\n{file}```\n")),
            Block::Facts(facts) => {
                for (name, value) in facts {
                    out.push_str(&format!("- {}: {}\n", escape(name), escape(&value.shown())));
                }
            }
        }
    }
    if let Some(remark) = document.remark() {
        out.push_str(&format!("\n{remark}\n"));
    }
    out
}

fn line(out: &mut String, cells: impl Iterator<Item = String>) {
    let cells: Vec<String> = cells.collect();
    out.push_str(&format!("| {} |\n", cells.join(" | ")));
}

fn escape(text: &str) -> String {
    let mut out = String::new();
    for c in visible(text).chars() {
        match c {
            '|' | '*' | '_' | '`' | '\\' | '[' | ']' | '<' | '>' | '#' => {
                out.push('\\');
                out.push(c);
            }
            c => out.push(c),
        }
    }
    out
}
