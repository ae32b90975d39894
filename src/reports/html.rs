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

/// The same with subscripts and exponents set as such: `r_MH` and `2^N`, and with
/// braces `e^{2βJ}`. They follow a single letter or a number. For sentences: names
/// and rules stay as they are written.
pub(super) fn typeset(text: &str) -> String {
    let text = escaped(text);
    let mut out = String::with_capacity(text.len());
    let mut rest = text.as_str();
    while let Some(at) = rest.find(['_', '^']) {
        let (before, after) = rest.split_at(at);
        let (sign, after) = after.split_at(1);
        out += before;
        let raised = sign == "^";
        let (index, length) = match after
            .strip_prefix('{')
            .and_then(|rest| rest.split_once('}'))
        {
            Some((index, _)) => (index, index.len() + 2),
            None => {
                let end = after.find(|c: char| !c.is_alphanumeric());
                let index = &after[..end.unwrap_or(after.len())];
                (index, index.len())
            }
        };
        let tag = if raised { "sup" } else { "sub" };
        match !index.is_empty() && carries_index(before, raised) {
            true => out += &format!("<{tag}>{index}</{tag}>"),
            false => out += &format!("{sign}{}", &after[..length]),
        }
        rest = &after[length..];
    }
    out + rest
}

/// Does a text end with what an index may follow: a letter that is no part of a
/// word, or for exponents a number or a bracket?
fn carries_index(before: &str, raised: bool) -> bool {
    let mut backwards = before.chars().rev();
    match backwards.next() {
        Some(last) if last.is_alphabetic() => !backwards.next().is_some_and(char::is_alphanumeric),
        Some(last) => raised && (last.is_numeric() || last == ')'),
        None => false,
    }
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
            "<p class=\"remark\">≈ stands for a long fraction or a narrow interval: it opens where it is underlined, and <code>--format json</code> has it exactly.</p>\n"
        }
        None => "",
    };
    all.collect::<String>() + remark
}

/// One block under its name, if it has one.
pub(super) fn captioned(caption: &str, block: Block) -> String {
    let block = blocks(&Document {
        title: String::new(),
        blocks: vec![block],
    });
    match caption.is_empty() {
        true => block,
        false => format!("<p class=\"caption\">{}</p>\n{block}", escaped(caption)),
    }
}

/// The most digits of a number that a page holds behind its stand-in.
pub(super) const LONGEST: usize = 4_000;

/// The text of a cell; a long fraction opens behind its decimal stand-in.
pub(super) fn content(cell: &Cell) -> String {
    let shown = escaped(&cell.shown());
    let text = match cell.is_shortened() {
        true => cell.text(),
        false => return shown,
    };
    match text.len() <= LONGEST {
        true => format!(
            "<details class=\"long\"><summary>{shown}</summary><span class=\"digits\">{}</span></details>",
            escaped(&text)
        ),
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
    fn indices_are_set_as_such_and_names_are_left_alone() {
        for (text, expected) in [
            (
                "r_MPMC(θ,θ') ≤ r_MH",
                "r<sub>MPMC</sub>(θ,θ') ≤ r<sub>MH</sub>",
            ),
            ("2^1000 and e^{2βJ}", "2<sup>1000</sup> and e<sup>2βJ</sup>"),
            ("best_over_draws, a_b_", "best_over_draws, a<sub>b</sub>_"),
            ("x^", "x^"),
            ("_", "_"),
            ("a_<b>", "a_&lt;b&gt;"),
            ("r_{<b>}", "r<sub>&lt;b&gt;</sub>"),
            ("e^{2", "e^{2"),
        ] {
            assert_eq!(typeset(text), expected, "{text}");
        }
    }

    #[test]
    fn long_fractions_are_behind_their_decimals() {
        let long = Rational::new(1, 3).power(100);
        let cell = Cell::number(&long);
        let html = content(&cell);
        assert!(html.starts_with("<details class=\"long\"><summary>≈"));
        assert!(html.contains(&format!("<span class=\"digits\">{long}</span>")));
        let endless = Cell::number(&Rational::new(1, 3).power(10_000));
        assert!(!content(&endless).contains("details"));
    }
}
