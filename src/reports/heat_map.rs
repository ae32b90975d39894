//! A transition matrix as a heat map, and the flows of a chain: parts of the
//! report page and of the live page alike.
//!
//! A cell shows its number, and whole when it is pointed at, touched or reached
//! with the keyboard.

use super::cell::Cell;
use super::decimal::decimal;
use super::html::{LONGEST, escaped};
use crate::chains::{Chain, Figure};
use crate::numbers::Rational;

/// Steps between no color and the full one.
const LEVELS: f64 = 20.0;
/// The most states whose cells are reached one by one with the keyboard.
const MOST_STOPS: usize = 16;
/// The most pairs of states whose flows are listed.
const MOST_PAIRS: usize = 120;

/// A matrix by its rows; the entries there and back between a pair of states are
/// marked.
pub(super) fn heat_map(
    states: &[String],
    rows: &[Vec<Figure>],
    marked: Option<(usize, usize)>,
    digits: usize,
) -> String {
    let stop = if states.len() <= MOST_STOPS { 0 } else { -1 };
    let column =
        |name: &String| format!("<th scope=\"col\" class=\"number\">{}</th>", escaped(name));
    let columns: String = states.iter().map(column).collect();
    let cell = |from: usize, to: usize| {
        let entry = &rows[from][to];
        let is_marked = marked.is_some_and(|pair| pair == (from, to) || pair == (to, from));
        let class = if is_marked { " broken" } else { "" };
        let content = Cell::figure(entry).with_digits(digits);
        format!(
            "<td class=\"number heat heat-{}{class}\" tabindex=\"{stop}\">{}<span class=\"whole\" role=\"note\">P({} → {}) {}</span></td>",
            level(entry),
            escaped(&short(&content, entry)),
            escaped(&states[from]),
            escaped(&states[to]),
            whole(&content, entry)
        )
    };
    let row = |(from, name): (usize, &String)| {
        let cells: String = (0..states.len()).map(|to| cell(from, to)).collect();
        format!("<tr><th scope=\"row\">{}</th>{cells}</tr>\n", escaped(name))
    };
    let body: String = states.iter().enumerate().map(row).collect();
    format!(
        "<p class=\"caption\">transition matrix</p>\n<div class=\"table matrix\" role=\"group\" aria-label=\"transition matrix\"><table>\n<thead><tr><th class=\"corner\" scope=\"col\">from \\ to</th>{columns}</tr></thead>\n<tbody>\n{body}</tbody>\n</table></div>\n"
    )
}

/// How strong the color of an entry is.
fn level(entry: &Figure) -> usize {
    let share = entry.low().to_f64().clamp(0.0, 1.0);
    (share * LEVELS).ceil() as usize
}

/// An entry where there is little room: the fraction, or some decimals of it.
fn short(content: &Cell, entry: &Figure) -> String {
    const ROOM: usize = 15;
    const DIGITS: usize = 6;
    match (entry, content.is_shortened()) {
        (Figure::Exact(value), false) if content.text().len() > ROOM => {
            format!("≈{}", decimal(value, DIGITS))
        }
        (Figure::Exact(_), false) => content.shown(),
        _ => format!("≈{}", decimal(entry.low(), DIGITS)),
    }
}

/// All that is known of an entry, after its name.
fn whole(content: &Cell, entry: &Figure) -> String {
    const DIGITS: usize = 8;
    let text = content.text();
    let about = decimal(entry.low(), DIGITS);
    let is_short = entry.low().denominator().to_string().len() == 1;
    match entry {
        _ if text.len() > LONGEST => format!(
            "{}, a fraction of {} digits: <code>--format json</code> has it exactly",
            escaped(&content.shown()),
            text.len() - 1
        ),
        Figure::Enclosed { .. } => format!("is in {}", escaped(&text)),
        Figure::Exact(_) if is_short && !text.contains('/') => format!("= {text}"),
        Figure::Exact(_) => format!("= {} ≈ {about}", escaped(&text)),
    }
}

/// The matrix of a chain; where flows differ most, the pair is marked.
pub(super) fn matrix(chain: &Chain, digits: usize) -> String {
    let entries = |from| {
        let row = chain.matrix().full_row(from);
        row.into_iter().map(Figure::Exact).collect()
    };
    let rows: Vec<Vec<Figure>> = (0..chain.states().len()).map(entries).collect();
    heat_map(chain.states(), &rows, broken_pair(chain), digits)
}

fn broken_pair(chain: &Chain) -> Option<(usize, usize)> {
    chain.imbalance().map(|pair| (pair.from, pair.to))
}

/// The flows between the states, the broken pairs marked; only those where there
/// are many.
pub(super) fn flows(chain: &Chain, digits: usize) -> String {
    let size = chain.states().len();
    let worst = broken_pair(chain);
    let is_worst = |(from, to)| worst == Some((from, to)) || worst == Some((to, from));
    let all = size * (size - 1) / 2 <= MOST_PAIRS;
    let pairs: Vec<(usize, usize)> = match (all, worst) {
        (true, _) => (0..size)
            .flat_map(|from| (from + 1..size).map(move |to| (from, to)))
            .collect(),
        (false, pair) => pair.into_iter().collect(),
    };
    let row = |&(from, to): &(usize, usize)| {
        let (there, back) = (chain.flow(from, to), chain.flow(to, from));
        let number = |value: &Rational| {
            let cell = Cell::number(value).with_digits(digits);
            format!("<td class=\"number\">{}</td>", super::html::content(&cell))
        };
        let (class, verdict) = match there == back {
            true => ("", "equal".to_string()),
            false if is_worst((from, to)) => (" class=\"broken\"", "broken most".to_string()),
            false => (" class=\"broken\"", "broken".to_string()),
        };
        let (a, b) = (escaped(&chain.states()[from]), escaped(&chain.states()[to]));
        let difference = number(&(&there - &back));
        format!(
            "<tr{class}><th scope=\"row\">{a} ⇄ {b}</th>{}{}{difference}<td>{verdict}</td></tr>\n",
            number(&there),
            number(&back),
        )
    };
    let rows: String = pairs.iter().map(row).collect();
    if rows.is_empty() {
        return String::new();
    }
    let header = ["pair", "flow there", "flow back", "difference", "balance"];
    let header: String = header
        .iter()
        .map(|name| format!("<th scope=\"col\">{name}</th>"))
        .collect();
    format!(
        "<p class=\"caption\">flows between the states</p>\n<div class=\"table flows\" tabindex=\"0\" role=\"group\" aria-label=\"flows\"><table>\n<thead><tr>{header}</tr></thead>\n<tbody>\n{rows}</tbody>\n</table></div>\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colors_grow_with_the_entry() {
        let at = |value| level(&Figure::Exact(value));
        assert_eq!(at(Rational::ZERO), 0);
        assert_eq!(at(Rational::new(1, 1000)), 1);
        assert_eq!(at(Rational::new(1, 2)), 10);
        assert_eq!(at(Rational::ONE), 20);
    }

    #[test]
    fn cells_have_their_whole_number_and_the_broken_pair_is_marked() {
        let long = Rational::new(1, 3).power(60);
        let rest = Rational::ONE - &long;
        let row = |values: [&Rational; 2]| values.map(|v| Figure::Exact(v.clone())).to_vec();
        let rows = [row([&rest, &long]), row([&long, &rest])];
        let names = ["<a>".to_string(), "b".to_string()];
        let html = heat_map(&names, &rows, Some((1, 0)), 6);
        assert_eq!(html.matches(" broken\"").count(), 2);
        assert_eq!(html.matches(">≈2.35898e-29<span").count(), 2);
        assert_eq!(html.matches(&format!("= {long} ≈")).count(), 2);
        assert!(html.contains("P(&lt;a&gt; → b)") && !html.contains("<a>"));
    }
}
