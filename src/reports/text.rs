//! A report for people at a terminal.

use anstyle::{AnsiColor, Style};

use super::cell::{Cell, Tone, visible};
use super::document::{Block, Document};

/// Writes the report with aligned columns; with colors if asked.
pub(super) fn text(document: &Document, colored: bool) -> String {
    let bold = if colored {
        Style::new().bold()
    } else {
        Style::new()
    };
    let mut out = format!("{bold}{}{bold:#}\n", visible(&document.title));
    for block in &document.blocks {
        out.push('\n');
        match block {
            Block::Table { header, rows } => table(&mut out, header, rows, colored),
            Block::File(file) => out.push_str(file),
            Block::Facts(facts) => {
                let width = facts
                    .iter()
                    .map(|(name, _)| length(&visible(name)))
                    .max()
                    .unwrap_or(0);
                for (name, value) in facts {
                    out.push_str(&format!(
                        "{}  {}\n",
                        pad(&visible(name), width, false),
                        paint(value, &value.shown(), colored)
                    ));
                }
            }
        }
    }
    if let Some(remark) = document.remark() {
        out.push_str(&format!("\n{remark}\n"));
    }
    out
}

fn table(out: &mut String, header: &[String], rows: &[Vec<Cell>], colored: bool) {
    let header: Vec<Cell> = header.iter().map(Cell::words).collect();
    let column = |j: usize| rows.iter().filter_map(move |row| row.get(j));
    let widths: Vec<usize> = (0..header.len())
        .map(|j| {
            column(j)
                .chain([&header[j]])
                .map(|cell| length(&cell.shown()))
                .max()
                .unwrap_or(0)
        })
        .collect();
    let right: Vec<bool> = (0..header.len())
        .map(|j| column(j).any(|cell| cell.number))
        .collect();
    for (line, row) in [header.as_slice()]
        .into_iter()
        .chain(rows.iter().map(Vec::as_slice))
        .enumerate()
    {
        let cells: Vec<String> = row
            .iter()
            .enumerate()
            .map(|(j, cell)| paint(cell, &pad(&cell.shown(), widths[j], right[j]), colored))
            .collect();
        out.push_str(cells.join("  ").trim_end());
        out.push('\n');
        if line == 0 {
            let rule: Vec<String> = widths.iter().map(|&width| "─".repeat(width)).collect();
            out.push_str(&rule.join("  "));
            out.push('\n');
        }
    }
}

fn paint(cell: &Cell, text: &str, colored: bool) -> String {
    let color = match cell.tone {
        Tone::Good if colored => AnsiColor::Green,
        Tone::Bad if colored => AnsiColor::Red,
        _ => return text.into(),
    };
    let style = color.on_default().bold();
    format!("{style}{text}{style:#}")
}

/// Characters, which is what a terminal shows for all but rare scripts.
fn length(text: &str) -> usize {
    text.chars().count()
}

fn pad(text: &str, width: usize, right: bool) -> String {
    let space = " ".repeat(width.saturating_sub(length(text)));
    if right {
        space + text
    } else {
        text.to_string() + space.as_str()
    }
}
