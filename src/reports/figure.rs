//! A figure as a table: every computed and every simulated point.

use serde_json::{Value, json};

use super::cell::Cell;
use super::decimal::DIGITS;
use super::document::{Block, Document};
use super::sample::decimal;
use super::sheet::Sheet;
use super::svg::pieces;
use super::{Report, html};
use crate::figures::{Curve, Figure, Panel, Proportion};

/// A figure, with the verdict on its simulated points.
#[derive(Clone, Debug)]
pub struct FigureReport {
    /// The figure.
    pub figure: Figure,
    /// Steps for each point, and the seed.
    pub steps: u64,
    /// Which random numbers.
    pub seed: u64,
    /// Decimals on a page, where others than usual are asked for.
    pub places: Option<usize>,
}

/// A row: panel, curve, place, exact value and error, what was simulated.
type Row<'f> = (&'f Panel, &'f Curve, f64, f64, f64, Option<Proportion>);

impl FigureReport {
    fn rows(&self) -> impl Iterator<Item = Row<'_>> {
        let panels = self.figure.panels.iter();
        let all = panels.flat_map(|panel| panel.curves.iter().map(move |curve| (panel, curve)));
        all.flat_map(|(panel, curve)| {
            curve.exact.iter().map(move |point| {
                let drawn = curve.simulated.iter().find(|(at, _)| *at == point.at);
                let drawn = drawn.map(|(_, proportion)| *proportion);
                (panel, curve, point.at, point.value, point.error, drawn)
            })
        })
    }
}

impl Report for FigureReport {
    fn document(&self) -> Document {
        let figure = &self.figure;
        let places = self.places.unwrap_or(4);
        let row = |(panel, curve, at, value, error, drawn): Row<'_>| {
            let interval = drawn.map(|drawn| drawn.interval());
            let mut row = vec![
                Cell::words(curve.kernel),
                decimal(Some(at), 4),
                decimal(Some(value), self.places.unwrap_or(10)),
                Cell::words(format!("{error:.0e}")),
                decimal(drawn.map(|drawn| drawn.share()), places),
                decimal(interval.map(|(low, _)| low), places),
                decimal(interval.map(|(_, high)| high), places),
            ];
            if !panel.title.is_empty() {
                row.insert(0, Cell::words(panel.title.clone()));
            }
            row
        };
        let mut header: Vec<String> = [
            "kernel",
            &figure.horizontal,
            "computed",
            "error",
            "simulated",
            "95% from",
            "to",
        ]
        .map(String::from)
        .to_vec();
        if figure.panels.iter().any(|panel| !panel.title.is_empty()) {
            header.insert(0, "panel".into());
        }
        let test = figure.test();
        let verdict = format!(
            "{}: largest statistic {:.3} of {} points, threshold {:.3} (false alarms: {:e})",
            if test.passes() { "passed" } else { "FAILED" },
            test.statistic,
            test.points,
            test.threshold,
            Figure::FALSE_ALARM,
        );
        let facts = vec![
            ("computed by".into(), Cell::words(figure.method.clone())),
            (
                "simulated".into(),
                Cell::words(format!(
                    "{} independent steps from the posterior for each point, seed {}",
                    self.steps, self.seed
                )),
            ),
            (
                "points against curves".into(),
                Cell::words(verdict).toned(test.passes()),
            ),
        ];
        Document {
            title: figure.title.clone(),
            blocks: vec![
                Block::Table {
                    header,
                    rows: self.rows().map(row).collect(),
                },
                Block::Facts(facts),
            ],
        }
    }

    fn digits(&self) -> usize {
        self.places.unwrap_or(DIGITS)
    }

    fn sheet(&self) -> Sheet {
        let rows: Vec<Row<'_>> = self.rows().collect();
        let ends =
            |end: fn((f64, f64)) -> f64| rows.iter().map(move |row| Some(end(row.5?.interval())));
        Sheet::default()
            .words("panel", rows.iter().map(|row| &row.0.title))
            .words("kernel", rows.iter().map(|row| row.1.kernel))
            .doubles("at", rows.iter().map(|row| Some(row.2)))
            .doubles("computed", rows.iter().map(|row| Some(row.3)))
            .doubles("error", rows.iter().map(|row| Some(row.4)))
            .doubles("simulated", rows.iter().map(|row| Some(row.5?.share())))
            .doubles("interval_low", ends(|ends| ends.0))
            .doubles("interval_high", ends(|ends| ends.1))
    }

    fn html(&self) -> String {
        let mut document = self.document();
        // The verdict stays in sight, the points are folded.
        let (tables, facts) = document
            .blocks
            .drain(..)
            .partition(|block| matches!(block, Block::Table { .. }));
        let title = document.title;
        let of = |blocks| {
            html::blocks(&Document {
                title: String::new(),
                blocks,
            })
        };
        format!(
            "<figure>\n<div class=\"panels\" role=\"img\" aria-label=\"{}\">\n{}\n</div>\n<figcaption>{}</figcaption>\n</figure>\n{}{}",
            html::escaped(&title),
            pieces(&self.figure).join("\n"),
            html::typeset(&self.figure.caption),
            of(facts),
            html::folded("all points", &of(tables))
        )
    }

    fn json(&self) -> Value {
        let point = |(panel, curve, at, value, error, drawn): Row<'_>| {
            let interval = drawn.map(|drawn| drawn.interval());
            json!({
                "panel": panel.title,
                "kernel": curve.kernel,
                "at": at,
                "computed": value,
                "error": error,
                "simulated": drawn.map(|drawn| drawn.share()),
                "interval": interval.map(|(low, high)| [low, high]),
            })
        };
        let test = self.figure.test();
        json!({
            "title": self.figure.title,
            "horizontal": self.figure.horizontal,
            "vertical": self.figure.vertical,
            "steps": self.steps,
            "seed": self.seed,
            "points": self.rows().map(point).collect::<Vec<_>>(),
            "test": {
                "statistic": test.statistic,
                "threshold": test.threshold,
                "points": test.points,
                "false_alarm": Figure::FALSE_ALARM,
                "passes": test.passes(),
            },
        })
    }
}
