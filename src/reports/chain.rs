//! The report on a transition matrix: `peskun table`.

use serde_json::{Value, json};

use super::document::{Block, Cell, Document};
use super::json::{rational, rationals, witness};
use super::{Format, Report, drn, prism};
use crate::chains::{Chain, Classes, Stationary, Witness};
use crate::numbers::Rational;

/// A transition matrix and what can be said of it.
#[derive(Clone, Debug)]
pub struct ChainReport {
    model: String,
    kernel: String,
    chain: Chain,
    imbalance: Option<Witness>,
    stationary: Stationary,
    classes: Classes,
}

impl ChainReport {
    /// The report on the chain of a kernel on a model.
    pub fn new(model: &str, kernel: &str, chain: Chain) -> Self {
        ChainReport {
            model: model.into(),
            kernel: kernel.into(),
            imbalance: chain.imbalance(),
            stationary: Stationary::of(&chain),
            classes: chain.classes(),
            chain,
        }
    }

    fn balance(&self) -> Cell {
        match &self.imbalance {
            None => Cell::words("holds").toned(true),
            Some(witness) => Cell::words(describe(self.chain.states(), witness)).toned(false),
        }
    }

    fn periods(&self) -> Vec<usize> {
        self.classes
            .closed
            .iter()
            .map(|class| self.chain.period(class))
            .collect()
    }

    fn structure(&self) -> String {
        let periods = self.periods();
        if self.classes.closed.len() > 1 {
            return format!("reducible: {} closed classes", self.classes.closed.len());
        }
        let kind = if self.classes.transient.is_empty() {
            "irreducible".into()
        } else {
            format!(
                "one closed class, {} transient states",
                self.classes.transient.len()
            )
        };
        match periods[0] {
            1 => format!("{kind}, aperiodic"),
            period => format!("{kind}, period {period}"),
        }
    }
}

/// A witness in words.
pub(super) fn describe(states: &[String], witness: &Witness) -> String {
    let (from, to) = (&states[witness.from], &states[witness.to]);
    format!(
        "fails: {from}→{to} has flow {}, {to}→{from} has {} (difference {})",
        witness.forward,
        witness.backward,
        witness.difference()
    )
}

impl Report for ChainReport {
    fn document(&self) -> Document {
        let chain = &self.chain;
        let header = [String::new()]
            .into_iter()
            .chain(chain.states().iter().cloned());
        let entries = chain.states().iter().zip(chain.matrix().rows());
        let row = |(state, row): (&String, &Vec<Rational>)| {
            let cells = row.iter().map(Cell::number);
            [Cell::words(state)].into_iter().chain(cells).collect()
        };
        let laws = (0..chain.states().len()).map(|i| {
            vec![
                Cell::words(&chain.states()[i]),
                Cell::number(&chain.target()[i]),
                Cell::maybe(self.stationary.law().map(|law| &law[i])),
            ]
        });
        let facts = [
            ("detailed balance", self.balance()),
            ("structure", Cell::words(self.structure())),
            ("acceptance", Cell::number(&chain.acceptance())),
            ("moves", Cell::number(&chain.moves())),
            ("draws per step", Cell::number(&chain.draws_per_step())),
            ("obtained by", Cell::words(chain.obtained().to_string())),
        ];
        Document {
            title: format!("{}, {}", self.model, self.kernel),
            blocks: vec![
                Block::Table {
                    header: header.collect(),
                    rows: entries.map(row).collect(),
                },
                Block::Table {
                    header: ["state", "target", "stationary"].map(String::from).to_vec(),
                    rows: laws.collect(),
                },
                Block::Facts(facts.map(|(name, value)| (name.into(), value)).to_vec()),
            ],
        }
    }

    fn json(&self) -> Value {
        let chain = &self.chain;
        let rows: Vec<Value> = chain
            .matrix()
            .rows()
            .iter()
            .map(|row| rationals(row))
            .collect();
        json!({
            "model": self.model,
            "kernel": self.kernel,
            "states": chain.states(),
            "target": rationals(chain.target()),
            "matrix": rows,
            "stationary": self.stationary.law().map(rationals),
            "detailed_balance": {
                "holds": self.imbalance.is_none(),
                "witness": witness(chain.states(), self.imbalance.as_ref()),
            },
            "acceptance": rational(&chain.acceptance()),
            "moves": rational(&chain.moves()),
            "draws_per_step": rational(&chain.draws_per_step()),
            "invariant": chain.is_invariant(),
            "closed_classes": self.classes.closed.len(),
            "periods": self.periods(),
            "paths": chain.paths(),
        })
    }

    fn matrix(&self, format: Format) -> Option<String> {
        match format {
            Format::Prism => Some(prism(&self.chain).transitions),
            Format::Drn => Some(drn(&self.chain)),
            _ => None,
        }
    }
}
