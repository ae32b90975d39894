//! The report on a transition matrix: `peskun table`.

use serde_json::{Value, json};

use super::cell::Cell;
use super::document::{Block, Document};
use super::json::{figure, float, floats, rational, rationals, stationary, witness};
use super::sheet::{Sheet, nearest};
use super::{Format, MOST_COLUMNS, MOST_LISTED, Report, drn, heat_map, html, prism, verdicts};
use crate::chains::{Accuracy, Figure, Requirement, Stationary, Verification};
use crate::numbers::Rational;

/// A transition matrix and what can be said of it.
#[derive(Clone, Debug)]
pub struct ChainReport {
    model: String,
    kernel: String,
    verification: Verification,
    stationary: Stationary,
    accuracy: Accuracy,
    has_decimals: bool,
}

impl ChainReport {
    /// The report on the chain of a kernel on a model; a kernel from outside has
    /// none, and its name is empty.
    pub fn new(model: &str, kernel: &str, verification: Verification) -> Self {
        Self::with_accuracy(model, kernel, verification, Accuracy::default())
    }

    /// The same with as many digits as are asked for.
    pub fn with_accuracy(
        model: &str,
        kernel: &str,
        verification: Verification,
        accuracy: Accuracy,
    ) -> Self {
        ChainReport {
            model: model.into(),
            kernel: kernel.into(),
            accuracy,
            stationary: Stationary::of(verification.chain(), accuracy),
            verification,
            has_decimals: false,
        }
    }

    /// The same on a kernel that wrote decimals in place of fractions.
    pub fn with_decimals(self, has_decimals: bool) -> Self {
        ChainReport {
            has_decimals,
            ..self
        }
    }

    fn title(&self) -> String {
        match self.model.is_empty() {
            true => self.kernel.clone(),
            false => format!("{}, {}", self.model, self.kernel),
        }
    }

    /// The rows of the matrix, each after the name of its state.
    fn rows(&self) -> impl Iterator<Item = Vec<Cell>> {
        let chain = self.verification.chain();
        chain.states().iter().enumerate().map(|(from, state)| {
            let row = chain.matrix().full_row(from);
            let cells = row.iter().map(Cell::number);
            [Cell::words(state)].into_iter().chain(cells).collect()
        })
    }

    /// What stands in place of a matrix that is too wide for a page.
    fn left_out(&self) -> String {
        let matrix = self.verification.chain().matrix();
        format!(
            "{} states and {} entries that are not zero; pages show at most {MOST_COLUMNS} states: use --format prism or drn",
            matrix.height(),
            matrix.nonzeros()
        )
    }

    fn header(&self) -> Vec<String> {
        let states = self.verification.chain().states().iter();
        [String::new()].into_iter().chain(states.cloned()).collect()
    }

    /// The target and the stationary law of a state.
    fn masses(&self, state: usize) -> [(&'static str, Cell); 2] {
        let target = &self.verification.chain().target()[state];
        let stationary = self.stationary.mass(state);
        [
            ("target", Cell::number(target)),
            ("stationary", Cell::maybe_figure(stationary.as_ref())),
        ]
    }
}

impl Report for ChainReport {
    fn document(&self) -> Document {
        let chain = self.verification.chain();
        let laws = (0..chain.states().len()).map(|state| {
            let masses = self.masses(state).map(|(_, mass)| mass);
            let name = Cell::words(&chain.states()[state]);
            [name].into_iter().chain(masses).collect()
        });
        let answers = self.verification.verdicts();
        let mut facts = verdicts::facts(chain.states(), answers);
        if self.has_decimals {
            facts.extend(verdicts::hint(answers));
        }
        facts.extend(
            [
                ("acceptance", Cell::number(&chain.acceptance())),
                ("moves", Cell::number(&chain.moves())),
                ("draws per step", Cell::number(&chain.draws_per_step())),
                ("obtained by", Cell::words(chain.obtained().to_string())),
            ]
            .map(|(name, value)| (name.into(), value)),
        );
        let size = chain.states().len();
        let mut blocks = Vec::new();
        match size <= MOST_COLUMNS {
            true => blocks.push(Block::Table {
                header: self.header(),
                rows: self.rows().collect(),
            }),
            false => facts.insert(0, ("matrix".into(), Cell::words(self.left_out()))),
        }
        if size <= MOST_LISTED {
            blocks.push(Block::Table {
                header: ["state", "target", "stationary"].map(String::from).to_vec(),
                rows: laws.collect(),
            });
        }
        facts.extend(
            self.stationary
                .reason()
                .map(|why| ("stationary".into(), Cell::words(why))),
        );
        blocks.push(Block::Facts(facts));
        Document {
            title: self.title(),
            blocks,
        }
    }

    fn digits(&self) -> usize {
        self.accuracy.digits
    }

    /// With the matrix as a heat map, and the flows folded unless they differ.
    fn html(&self) -> String {
        let (chain, digits) = (self.verification.chain(), self.digits());
        let mut document = self.paged();
        if chain.states().len() > MOST_COLUMNS {
            return html::blocks(&document);
        }
        document.blocks.remove(0);
        let named = |block: Block| match block {
            Block::Table { .. } => html::captioned("target and stationary law", block),
            other => html::captioned("", other),
        };
        let flows = heat_map::flows(chain, digits);
        let flows = match chain.imbalance() {
            Some(_) => flows,
            None => html::folded("flows between the states", &flows),
        };
        [
            heat_map::matrix(chain, digits),
            document.blocks.into_iter().map(named).collect(),
            flows,
        ]
        .concat()
    }

    /// The matrix; to the right of it the laws and the verdicts; and then all of
    /// its numbers as doubles. What is read back as a chain ends before those.
    fn sheet(&self) -> Sheet {
        let chain = self.verification.chain();
        let states = chain.states();
        let size = states.len();
        let rows: Vec<Vec<Rational>> = (0..size).map(|s| chain.matrix().full_row(s)).collect();
        let target = || chain.target().iter().cloned().map(Figure::Exact);
        let stationary = || (0..size).map(|state| self.stationary.mass(state));
        let column = |to: usize| rows.iter().map(move |row| Figure::Exact(row[to].clone()));
        Sheet::default()
            .words("state", states)
            .matrix(states, column)
            .exact("target", target().map(Some))
            .exact("stationary", stationary())
            .beside(verdicts::columns(self.verification.verdicts(), size))
            .doubles("target_float", target().map(|mass| Some(nearest(&mass))))
            .doubles(
                "stationary_float",
                stationary().map(|mass| Some(nearest(&mass?))),
            )
            .matrix_of_doubles(states, column)
    }

    fn json(&self) -> Value {
        let chain = self.verification.chain();
        let answers = self.verification.verdicts();
        let rows = (0..chain.states().len()).map(|from| chain.matrix().full_row(from));
        let (acceptance, moves) = (chain.acceptance(), chain.moves());
        let draws = chain.draws_per_step();
        let imbalance = chain.imbalance();
        let closed = chain.classes().closed;
        let periods = chain.periods(&closed);
        json!({
            "model": (!self.model.is_empty()).then_some(&self.model),
            "kernel": self.kernel,
            "states": chain.states(),
            "target": rationals(chain.target()),
            "target_float": floats(chain.target()),
            "matrix": rows.map(|row| rationals(&row)).collect::<Value>(),
            "stationary": stationary(&self.stationary, chain.states().len(), figure),
            "stationary_float": stationary(&self.stationary, chain.states().len(), float),
            "verdict": verdicts::word(answers, Requirement::Sampler),
            "verdicts": verdicts::json(chain.states(), answers),
            "detailed_balance": {
                "holds": imbalance.is_none(),
                "witness": witness(chain.states(), imbalance.as_ref()),
            },
            "acceptance": rational(&acceptance),
            "acceptance_float": acceptance.to_f64(),
            "moves": rational(&moves),
            "moves_float": moves.to_f64(),
            "draws_per_step": rational(&draws),
            "draws_per_step_float": draws.to_f64(),
            "obtained": verdicts::obtained(chain.obtained()),
            "invariant": answers.invariant.is_yes(),
            "closed_classes": closed.len(),
            "periods": periods,
            "paths": chain.paths(),
        })
    }

    fn matrix(&self, format: Format) -> Option<String> {
        match format {
            Format::Prism => Some(prism(self.verification.chain()).transitions),
            Format::Drn => Some(drn(self.verification.chain())),
            _ => None,
        }
    }
}
