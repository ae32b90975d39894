//! The report on a matrix that is enclosed and not known: MABMC on lattices
//! with very many levels.

use serde_json::{Value, json};

use super::cell::Cell;
use super::document::{Block, Document};
use super::json::{rational, rationals};
use super::sheet::{Sheet, nearest};
use super::{Report, heat_map, html, verdicts};
use crate::chains::{Figure, Requirement, Verdicts};
use crate::lattices::{EnclosedChain, Enclosure};

/// An enclosed matrix.
#[derive(Clone, Debug)]
pub struct EnclosureReport {
    /// The model.
    pub model: String,
    /// The kernel.
    pub kernel: String,
    /// The chain.
    pub chain: EnclosedChain,
    /// What it says on the four questions.
    pub verdicts: Verdicts,
    /// Decimal digits that are shown.
    pub digits: usize,
}

/// Both ends; on a page, the middle and the radius.
fn shown(value: &Enclosure) -> Cell {
    Cell::figure(&value.figure())
}

fn ends(value: &Enclosure) -> Value {
    json!([rational(&value.low), rational(&value.high)])
}

impl Report for EnclosureReport {
    fn document(&self) -> Document {
        let chain = &self.chain;
        let row = |(name, row): (&String, &Vec<Enclosure>)| {
            let cells = row.iter().map(shown);
            [Cell::words(name)].into_iter().chain(cells).collect()
        };
        let header = [String::new()]
            .into_iter()
            .chain(chain.states.iter().cloned());
        let mut facts = vec![
            (
                "enclosed".to_string(),
                Cell::words(
                    "every number lies between two rationals less than 1e-30 apart; --format json has them",
                ),
            ),
            ("acceptance".into(), shown(&chain.acceptance)),
            ("moves".into(), shown(&chain.moves)),
            ("draws per step".into(), shown(&chain.draws_per_step)),
        ];
        facts.extend(verdicts::facts(&chain.states, &self.verdicts));
        Document {
            title: format!("{}, {}: an enclosure", self.model, self.kernel),
            blocks: vec![
                Block::Table {
                    header: header.collect(),
                    rows: chain.states.iter().zip(&chain.matrix).map(row).collect(),
                },
                Block::Facts(facts),
            ],
        }
    }

    fn digits(&self) -> usize {
        self.digits
    }

    /// The matrix; to the right of it the target and the verdicts; and then all
    /// of its numbers as doubles.
    fn sheet(&self) -> Sheet {
        let chain = &self.chain;
        let entry = |to: usize| chain.matrix.iter().map(move |row| row[to].figure());
        let target = || chain.target.iter().cloned().map(Figure::Exact);
        Sheet::default()
            .words("state", &chain.states)
            .matrix(&chain.states, entry)
            .exact("target", target().map(Some))
            .beside(verdicts::columns(&self.verdicts, chain.states.len()))
            .doubles("target_float", target().map(|mass| Some(nearest(&mass))))
            .matrix_of_doubles(&chain.states, entry)
    }

    /// With the matrix as a heat map.
    fn html(&self) -> String {
        let figures = |row: &Vec<Enclosure>| row.iter().map(Enclosure::figure).collect();
        let rows: Vec<Vec<_>> = self.chain.matrix.iter().map(figures).collect();
        let mut document = self.paged();
        document.blocks.remove(0);
        let matrix = heat_map::heat_map(&self.chain.states, &rows, None, self.digits());
        [matrix, html::blocks(&document)].concat()
    }

    fn json(&self) -> Value {
        let chain = &self.chain;
        let row = |row: &Vec<Enclosure>| row.iter().map(ends).collect::<Value>();
        json!({
            "model": self.model,
            "kernel": self.kernel,
            "enclosure": true,
            "states": chain.states,
            "target": rationals(&chain.target),
            "matrix": chain.matrix.iter().map(row).collect::<Value>(),
            "acceptance": ends(&chain.acceptance),
            "moves": ends(&chain.moves),
            "draws_per_step": ends(&chain.draws_per_step),
            "verdict": verdicts::word(&self.verdicts, Requirement::Sampler),
            "verdicts": verdicts::json(&chain.states, &self.verdicts),
            "obtained": { "by": "enclosure", "paths": null },
        })
    }
}
