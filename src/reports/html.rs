//! A report as a piece of an HTML page.

use super::cell::{Cell, Tone};
use super::document::{Block, Document};
use crate::outside::is_hidden;

/// The text with the characters that mean something in HTML written out.
pub(super) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => out += "&amp;",
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '"' => out += "&quot;",
            '\n' => out.push('\n'),
            control if control.is_control() => out.push(' '),
            hidden if is_hidden(hidden) => out.extend(hidden.escape_unicode()),
            other => out.push(other),
        }
    }
    out
}

/// Facts, tables and files one after the other.
pub(super) fn blocks(document: &Document) -> String {
    let all = document.blocks.iter().map(|block| match block {
        Block::Table { header, rows } => table(header, rows),
        Block::Facts(facts) => list(facts),
        Block::File(text) => format!("<pre>{}</pre>\n", escaped(text)),
    });
    let remark = match document.remark() {
        Some(_) => {
            "<p class=\"remark\">≈ stands for a long fraction or a narrow interval: what is underlined shows when pointed at, and <code>--format json</code> has it exactly.</p>\n"
        }
        None => "",
    };
    all.collect::<String>() + remark
}

/// The most digits of a number that a page holds behind its stand-in.
const LONGEST: usize = 4_000;

/// The text of a cell; a long fraction is behind its decimal stand-in.
fn content(cell: &Cell) -> String {
    let shown = escaped(&cell.shown());
    let text = match cell.is_shortened() {
        true => cell.text(),
        false => return shown,
    };
    match text.len() <= LONGEST {
        true => format!("<abbr title=\"{}\">{shown}</abbr>", escaped(&text)),
        false => shown,
    }
}

fn classes(cell: &Cell) -> String {
    let tone = match cell.tone {
        Tone::Plain => None,
        Tone::Good => Some("good"),
        Tone::Bad => Some("bad"),
    };
    let number = cell.number.then_some("number");
    let all: Vec<&str> = number.into_iter().chain(tone).collect();
    match all.is_empty() {
        true => String::new(),
        false => format!(" class=\"{}\"", all.join(" ")),
    }
}

fn table(header: &[String], rows: &[Vec<Cell>]) -> String {
    // A table whose first column has no name has names there.
    let named_rows = header.first().is_some_and(String::is_empty);
    let name = |(column, name): (usize, &String)| {
        if name.is_empty() {
            return "<td></td>".into();
        }
        let is_number = rows.first().is_some_and(|row| row[column].number);
        let class = if is_number { " class=\"number\"" } else { "" };
        format!("<th scope=\"col\"{class}>{}</th>", escaped(name))
    };
    let names: String = header.iter().enumerate().map(name).collect();
    let row = |row: &Vec<Cell>| {
        let cell = |(column, cell): (usize, &Cell)| match named_rows && column == 0 {
            true => format!("<th scope=\"row\">{}</th>", content(cell)),
            false => format!("<td{}>{}</td>", classes(cell), content(cell)),
        };
        let cells: String = row.iter().enumerate().map(cell).collect();
        format!("<tr>{cells}</tr>\n")
    };
    let rows: String = rows.iter().map(row).collect();
    format!(
        "<div class=\"table\" tabindex=\"0\"><table>\n<thead><tr>{names}</tr></thead>\n<tbody>\n{rows}</tbody>\n</table></div>\n"
    )
}

fn list(facts: &[(String, Cell)]) -> String {
    let fact = |(name, cell): &(String, Cell)| {
        format!(
            "<dt>{}</dt><dd{}>{}</dd>\n",
            escaped(name),
            classes(cell),
            content(cell)
        )
    };
    let all: String = facts.iter().map(fact).collect();
    format!("<dl>\n{all}</dl>\n")
}

/// Something that opens when it is asked to.
pub(super) fn folded(title: &str, content: &str) -> String {
    format!(
        "<details><summary>{}</summary>\n{content}</details>\n",
        escaped(title)
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numbers::Rational;

    #[test]
    fn what_means_something_is_written_out() {
        assert_eq!(escaped("a<b & \"c\">"), "a&lt;b &amp; &quot;c&quot;&gt;");
        let document = Document {
            title: String::new(),
            blocks: vec![
                Block::Table {
                    header: vec!["<θ>".into()],
                    rows: vec![vec![Cell::words("<script>").toned(false)]],
                },
                Block::Facts(vec![("p".into(), Cell::number(&Rational::new(1, 3)))]),
                Block::File("a < b".into()),
            ],
        };
        assert_eq!(
            blocks(&document),
            "<div class=\"table\" tabindex=\"0\"><table>\n<thead><tr><th scope=\"col\">&lt;θ&gt;</th></tr></thead>\n\
             <tbody>\n<tr><td class=\"bad\">&lt;script&gt;</td></tr>\n</tbody>\n</table></div>\n\
             <dl>\n<dt>p</dt><dd class=\"number\">1/3</dd>\n</dl>\n<pre>a &lt; b</pre>\n"
        );
    }

    #[test]
    fn long_fractions_are_behind_their_decimals() {
        let long = Rational::new(1, 3).power(100);
        let cell = Cell::number(&long);
        assert!(content(&cell).starts_with(&format!("<abbr title=\"{long}\">≈")));
        let endless = Cell::number(&Rational::new(1, 3).power(10_000));
        assert!(!content(&endless).contains("abbr"));
    }
}
