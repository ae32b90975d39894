//! A table in LaTeX that is as wide as a line and as high as it has to be:
//! natural where it fits; with paragraphs for long words; a little smaller; in
//! pieces of fewer columns; over several pages, on their side if need be.
//!
//! Widths are in digits, which are half an em in the usual fonts.

use super::cell::Cell;
use super::latex_words::{breakable, escape, width};

/// A line of an article in ten points.
const LINE: f64 = 62.0;
/// A line that is made smaller to fit, though still readable.
const SMALLER: f64 = 98.0;
/// A line of a page on its side, in the size of footnotes.
const SIDEWAYS: f64 = 125.0;
/// What is between two columns.
const BETWEEN: f64 = 2.5;
/// Words that are wider are set as a paragraph where a line is too narrow.
const WORDS: f64 = 14.0;
/// The narrowest paragraph.
const NARROWEST: f64 = 13.0;
/// The most lines of a table that is not broken over pages.
const PAGE: f64 = 38.0;

/// A header, if there is one, and rows of the same length.
#[derive(Clone, Copy)]
pub(super) struct Grid<'t> {
    pub(super) header: Option<&'t [String]>,
    pub(super) rows: &'t [Vec<Cell>],
}

/// A column by its place: its width, and whether it is a paragraph.
#[derive(Clone, Copy, Debug)]
struct Column {
    place: usize,
    number: bool,
    natural: f64,
    /// The mean width of its cells.
    usual: f64,
    paragraph: Option<f64>,
}

/// What becomes of a table, and what it needs.
pub(super) struct Set {
    pub(super) text: String,
    pub(super) packages: Vec<&'static str>,
}

/// The table, in as many pieces as it takes.
pub(super) fn set(grid: Grid<'_>) -> Set {
    let columns = columns(grid);
    let mut set = Set {
        text: String::new(),
        packages: vec!["array", "booktabs"],
    };
    for piece in pieces(&columns, grid.rows.len() as f64 + 2.0 > PAGE) {
        let short = fitted(&piece, SMALLER);
        match lines(grid, &short) > PAGE {
            false => boxed(grid, &short, &mut set),
            true => long(grid, &piece, &mut set),
        }
    }
    set
}

fn columns(grid: Grid<'_>) -> Vec<Column> {
    let count = grid.rows.first().map_or(0, Vec::len);
    let count = grid.header.map_or(count, <[String]>::len);
    let column = |place: usize| {
        let cells = || grid.rows.iter().map(move |row| cell_width(&row[place]));
        let body = cells().fold(0.0, f64::max);
        let number = grid.rows.iter().any(|row| row[place].number);
        let header = grid.header.map_or(0.0, |header| width(&header[place]));
        let natural = match number && header > body.max(WORDS) {
            true => folded(body, header),
            false => body.max(header),
        };
        Column {
            place,
            number: number && grid.header.is_some(),
            natural,
            usual: cells().sum::<f64>() / grid.rows.len().max(1) as f64,
            paragraph: None,
        }
    };
    (0..count).map(column).collect()
}

/// The width of a column of numbers under a long name, which is folded.
fn folded(body: f64, header: f64) -> f64 {
    body.max(NARROWEST).max(header / 12.0)
}

fn total(columns: &[Column]) -> f64 {
    let width = |column: &Column| column.paragraph.unwrap_or(column.natural) + BETWEEN;
    columns.iter().map(width).sum()
}

/// Groups of columns, each with the first, where they are too wide together.
fn pieces(columns: &[Column], long: bool) -> Vec<Vec<Column>> {
    let numbers = columns.iter().filter(|column| column.number).count();
    let room = if long { LINE } else { SMALLER };
    if numbers < 3 || total(columns) <= room {
        return vec![columns.to_vec()];
    }
    let first = match columns[0].natural > room / 3.0 {
        true => Column {
            paragraph: Some(room / 3.0),
            ..columns[0]
        },
        false => columns[0],
    };
    // About as wide as each other.
    let others = total(columns) - total(&columns[..1]);
    let space = room - total(&[first]);
    let least = (others / space).ceil() as usize;
    let mut counts = least.max(1)..columns.len();
    let cut = counts.find_map(|count| {
        let pieces = cut(first, &columns[1..], others / count as f64);
        pieces
            .iter()
            .all(|piece| piece.len() == 2 || total(piece) <= room)
            .then_some(pieces)
    });
    cut.unwrap_or_else(|| filled(first, &columns[1..], room))
}

/// Columns behind the first, in groups that are as wide as there is room.
fn filled(first: Column, columns: &[Column], room: f64) -> Vec<Vec<Column>> {
    let mut pieces = vec![vec![first]];
    for column in columns {
        if let Some(piece) = pieces.last_mut() {
            match piece.len() > 1 && total(piece) + column.natural + BETWEEN > room {
                true => pieces.push(vec![first, *column]),
                false => piece.push(*column),
            }
        }
    }
    pieces
}

/// Columns behind the first, in groups that reach about this width.
fn cut(first: Column, columns: &[Column], each: f64) -> Vec<Vec<Column>> {
    let mut pieces: Vec<Vec<Column>> = Vec::new();
    let mut before = 0.0;
    for column in columns {
        let middle = before + (column.natural + BETWEEN) / 2.0;
        if middle >= each * pieces.len() as f64 {
            pieces.push(vec![first]);
        }
        if let Some(piece) = pieces.last_mut() {
            piece.push(*column);
        }
        before += column.natural + BETWEEN;
    }
    pieces
}

/// With paragraphs where a line is too narrow: one of a usual line if they have
/// room in that, otherwise one of this width.
fn fitted(columns: &[Column], widest: f64) -> Vec<Column> {
    if total(columns) <= LINE {
        return columns.to_vec();
    }
    let folds = |column: &Column| !column.number && column.natural > WORDS;
    let count = columns.iter().filter(|column| folds(column)).count();
    let rest: f64 = columns
        .iter()
        .filter(|column| !folds(column))
        .map(|column| column.natural)
        .sum::<f64>()
        + BETWEEN * columns.len() as f64;
    let line = match (LINE - rest) / count as f64 >= 18.0 {
        true => LINE,
        false => widest,
    };
    let share = |column: &Column| column.usual.max(4.0).sqrt();
    let shares: f64 = columns.iter().filter(|c| folds(c)).map(share).sum();
    let paragraph = |column: &Column| {
        let part = (line - rest) * share(column) / shares;
        part.max(NARROWEST).min(column.natural)
    };
    let fit = |column: &Column| match folds(column) {
        true => Column {
            paragraph: Some(paragraph(column)),
            ..*column
        },
        false => *column,
    };
    columns.iter().map(fit).collect()
}

/// How many lines it takes, with some for the rules.
fn lines(grid: Grid<'_>, columns: &[Column]) -> f64 {
    let high = |width: f64, column: &Column| match column.paragraph {
        // Paragraphs do not fill their lines.
        Some(line) => (1.25 * width / line).ceil().max(1.0),
        None => (1.25 * width / column.natural.max(1.0)).floor().max(1.0),
    };
    let row = |widths: &dyn Fn(usize) -> f64| {
        let high = columns
            .iter()
            .map(|column| high(widths(column.place), column));
        high.fold(1.0, f64::max)
    };
    let header = grid
        .header
        .map_or(0.0, |header| row(&|place| width(&header[place])));
    let rows = grid
        .rows
        .iter()
        .map(|cells| row(&|place| cell_width(&cells[place])));
    let apart = match is_open(grid, columns) {
        true => 0.4 * grid.rows.len() as f64,
        false => 0.0,
    };
    header + rows.sum::<f64>() + apart + 2.0
}

/// Are rows of several lines set apart? Facts are not.
fn is_open(grid: Grid<'_>, columns: &[Column]) -> bool {
    grid.header.is_some() && columns.iter().any(|column| column.paragraph.is_some())
}

/// In one piece, made smaller only where a line is narrower.
fn boxed(grid: Grid<'_>, columns: &[Column], set: &mut Set) {
    set.packages.push("adjustbox");
    set.text += "\\begin{center}\n\\begin{adjustbox}{max width=\\linewidth}\n";
    set.text += &format!("\\begin{{tabular}}{{{}}}\n\\toprule\n", kinds(columns));
    if let Some(header) = header(grid, columns) {
        set.text += &format!("{header}\\midrule\n");
    }
    set.text += &body(grid, columns);
    set.text += "\\bottomrule\n\\end{tabular}\n\\end{adjustbox}\n\\end{center}\n";
}

/// Over several pages; on their side if it is too wide for them.
fn long(grid: Grid<'_>, piece: &[Column], set: &mut Set) {
    let mut columns = fitted(piece, SIDEWAYS);
    let sideways = total(&columns) > LINE && columns.len() > 2;
    if total(&columns) > LINE && !sideways {
        // Two columns of long numbers: those are broken.
        let rest: f64 = columns
            .iter()
            .map(|column| column.natural.min(WORDS) + BETWEEN)
            .sum();
        for column in columns.iter_mut().filter(|column| column.natural > WORDS) {
            column.paragraph = Some((LINE - rest).max(NARROWEST));
        }
    }
    set.packages.push("longtable");
    if sideways {
        set.packages.push("pdflscape");
        set.text += "\\begin{landscape}\\footnotesize\n";
    }
    set.text += &format!("\\begin{{longtable}}{{{}}}\n\\toprule\n", kinds(&columns));
    let header = header(grid, &columns);
    if let Some(header) = &header {
        set.text += &format!(
            "{header}\\midrule\n\\endfirsthead\n\\toprule\n{header}\\midrule\n\\endhead\n"
        );
    }
    set.text += &format!("\\bottomrule\n\\endfoot\n{}", body(grid, &columns));
    // It counts itself among the numbered ones, which it is not.
    set.text += "\\end{longtable}\\addtocounter{table}{-1}\n";
    if sideways {
        set.text += "\\end{landscape}\n";
    }
}

fn kinds(columns: &[Column]) -> String {
    let kind = |column: &Column| match (column.paragraph, column.number) {
        (Some(wide), false) => {
            format!(">{{\\raggedright\\arraybackslash}}p{{{:.1}em}}", wide / 2.0)
        }
        (Some(wide), true) => format!(">{{\\raggedleft\\arraybackslash}}p{{{:.1}em}}", wide / 2.0),
        (None, true) => "r".into(),
        (None, false) => "l".into(),
    };
    columns.iter().map(kind).collect()
}

fn header(grid: Grid<'_>, columns: &[Column]) -> Option<String> {
    let header = grid.header?;
    Some(line(columns.iter().map(|column| {
        let name = &header[column.place];
        match (column.paragraph, column.natural < width(name)) {
            (Some(_), _) => paragraph(name),
            (None, true) => format!(
                "\\parbox[b]{{{:.1}em}}{{\\raggedleft {}}}",
                column.natural / 2.0,
                paragraph(name)
            ),
            (None, false) => escape(name),
        }
    })))
}

fn body(grid: Grid<'_>, columns: &[Column]) -> String {
    let cell = |row: &Vec<Cell>, column: &Column| {
        let cell = &row[column.place];
        match column.paragraph {
            Some(_) if !cell.number || column.number => paragraph(&cell.shown()),
            _ => written(cell),
        }
    };
    let rows = grid.rows.iter();
    let rows: Vec<String> = rows
        .map(|row| line(columns.iter().map(|column| cell(row, column))))
        .collect();
    match is_open(grid, columns) {
        true => rows.join("\\addlinespace\n"),
        false => rows.concat(),
    }
}

fn line(cells: impl Iterator<Item = String>) -> String {
    let cells: Vec<String> = cells.collect();
    format!("{} \\\\\n", cells.join(" & "))
}

/// The first word of a paragraph is broken only behind something.
fn paragraph(words: &str) -> String {
    format!("\\hspace{{0pt}}{}", breakable(words))
}

/// A cell on one line; numbers are mathematics.
fn written(cell: &Cell) -> String {
    let shown = cell.shown();
    match cell.number && shown.chars().all(|c| "0123456789./-+e≈±".contains(c)) {
        true => format!("${}$", mathematics(&shown)),
        false => escape(&shown),
    }
}

fn cell_width(cell: &Cell) -> f64 {
    // A power of ten takes more than its letter.
    let powers = if cell.number {
        cell.shown().matches('e').count()
    } else {
        0
    };
    width(&cell.shown()) + 3.0 * powers as f64
}

/// Powers of ten as such.
fn mathematics(number: &str) -> String {
    let mut out = String::new();
    let mut rest = number.chars().peekable();
    while let Some(character) = rest.next() {
        match character {
            '≈' => out += "\\approx ",
            '±' => out += "\\pm ",
            'e' => {
                let mut power = String::new();
                while let Some(digit) = rest.next_if(|c| c.is_ascii_digit() || *c == '-') {
                    power.push(digit);
                }
                out += &format!("\\cdot 10^{{{power}}}");
            }
            other => out.push(other),
        }
    }
    out
}
