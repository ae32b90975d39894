//! A report as LaTeX tables with booktabs.

use super::cell::{Cell, visible};
use super::document::{Block, Document};

/// Writes the report as a fragment that needs `\usepackage{booktabs}`.
pub(super) fn latex(document: &Document) -> String {
    let mut out = format!(
        "% needs \\usepackage{{booktabs}}\n\\begin{{center}}\n\\textbf{{{}}}\\\\[1ex]\n",
        escape(&document.title)
    );
    for block in &document.blocks {
        match block {
            Block::Table { header, rows } => {
                let columns = (0..header.len()).map(|j| {
                    if rows.iter().any(|row| row[j].number) {
                        'r'
                    } else {
                        'l'
                    }
                });
                open(&mut out, &columns.collect::<String>());
                line(&mut out, header.iter().map(|name| escape(name)));
                out.push_str("\\midrule\n");
                for row in rows {
                    line(&mut out, row.iter().map(cell));
                }
            }
            Block::File(file) => {
                out.push_str(&format!("\\begin{{verbatim}}\n{file}\\end{{verbatim}}\n"));
                continue;
            }
            Block::Facts(facts) => {
                open(&mut out, "ll");
                for (name, value) in facts {
                    line(&mut out, [escape(name), cell(value)].into_iter());
                }
            }
        }
        out.push_str("\\bottomrule\n\\end{tabular}\\\\[1ex]\n");
    }
    if let Some(remark) = document.remark() {
        out.push_str(&format!("{}\n", escape(remark)));
    }
    out.push_str("\\end{center}\n");
    out
}

fn open(out: &mut String, columns: &str) {
    out.push_str(&format!("\\begin{{tabular}}{{{columns}}}\n\\toprule\n"));
}

fn line(out: &mut String, cells: impl Iterator<Item = String>) {
    // A bracket or a star that comes first, spaces aside, would be read as an
    // argument of the \\ before it, and the spaces would be lost.
    let cells: Vec<String> = cells
        .map(|cell| match cell.starts_with(['[', '*', ' ']) {
            true => format!("{{}}{cell}"),
            false => cell,
        })
        .collect();
    out.push_str(&format!("{} \\\\\n", cells.join(" & ")));
}

fn cell(cell: &Cell) -> String {
    if cell.number && !cell.is_shortened() {
        format!("${}$", cell.text())
    } else {
        escape(&cell.shown())
    }
}

/// Words for a classic LaTeX engine: special characters are escaped, and the
/// symbols that our own headings use become mathematics.
fn escape(text: &str) -> String {
    let mut out = String::new();
    for c in visible(text).chars() {
        match c {
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => {
                out.push('\\');
                out.push(c);
            }
            '~' => out.push_str("\\textasciitilde{}"),
            '^' => out.push_str("\\textasciicircum{}"),
            '\\' => out.push_str("\\textbackslash{}"),
            '|' => out.push_str("\\textbar{}"),
            '<' => out.push_str("$<$"),
            '>' => out.push_str("$>$"),
            'λ' => out.push_str("$\\lambda$"),
            'θ' => out.push_str("$\\theta$"),
            'Θ' => out.push_str("$\\Theta$"),
            'π' => out.push_str("$\\pi$"),
            'φ' => out.push_str("$\\varphi$"),
            'σ' => out.push_str("$\\sigma$"),
            'β' => out.push_str("$\\beta$"),
            'χ' => out.push_str("$\\chi$"),
            'Σ' => out.push_str("$\\Sigma$"),
            'Ẑ' => out.push_str("$\\hat Z$"),
            '≤' => out.push_str("$\\leq$"),
            '≥' => out.push_str("$\\geq$"),
            '≡' => out.push_str("$\\equiv$"),
            '⊆' => out.push_str("$\\subseteq$"),
            '⊇' => out.push_str("$\\supseteq$"),
            '−' => out.push_str("$-$"),
            '²' => out.push_str("$^2$"),
            '½' => out.push_str("$\\frac12$"),
            '→' => out.push_str("$\\to$"),
            '≈' => out.push_str("$\\approx$"),
            '±' => out.push_str("$\\pm$"),
            '∞' => out.push_str("$\\infty$"),
            '≠' => out.push_str("$\\neq$"),
            '×' => out.push_str("$\\times$"),
            '·' => out.push_str("$\\cdot$"),
            '₂' => out.push_str("$_2$"),
            '–' => out.push_str("--"),
            '…' => out.push_str("\\dots{}"),
            'â' => out.push_str("$\\hat a$"),
            // Accents that stand above the letter before them.
            '\u{302}' | '\u{303}' => {}
            c => out.push(c),
        }
    }
    out
}
