//! The report on several kernels side by side: `peskun compare`.

use serde_json::{Value, json};

use super::cell::{Cell, visible};
use super::document::{Block, Document};
use super::json::{figure, float, maybe_figure, maybe_float, rational, rationals};
use super::{MOST_LISTED, Report, verdicts};
use crate::chains::{
    Accuracy, Chain, Covariance, Figure, Merit, Obtained, Order, Peskun, PeskunPair, Requirement,
    Unordered, Verdicts, merit,
};
use crate::lattices::EnclosedChain;
use crate::numbers::Rational;

/// How two kernels compare, by their positions in the report.
#[derive(Clone, Debug)]
pub struct Pair {
    /// The first kernel.
    pub first: usize,
    /// The second kernel.
    pub second: usize,
    /// Both orders, or why there are none; no covariance order if deciding it
    /// takes too long.
    pub orders: Result<(Peskun, Option<Covariance>), Unordered>,
}

/// A kernel with its figures of merit.
#[derive(Clone, Debug)]
pub struct Compared {
    /// Its name.
    pub name: String,
    /// How good it is.
    pub merit: Merit,
    /// The names of its states.
    pub states: Vec<String>,
    /// Whether it is right.
    pub verdicts: Verdicts,
    /// How its chain was obtained.
    pub obtained: Obtained,
}

impl Compared {
    /// A kernel by its chain, with its figures for a function of the state.
    pub fn new(name: &str, chain: &Chain, function: &[Rational], accuracy: Accuracy) -> Self {
        Compared {
            name: name.into(),
            merit: merit(chain, function, accuracy),
            states: chain.states().to_vec(),
            verdicts: Verdicts::of(chain),
            obtained: chain.obtained(),
        }
    }

    /// A figure, or where it is not there since it takes too long, why.
    fn or_too_large(&self, figure: Cell, missing: bool, most: usize) -> Cell {
        match missing && self.states.len() > most {
            true => Cell::nothing_because(format!("at most {most} states")),
            false => figure,
        }
    }

    /// The same for a chain that is enclosed.
    pub fn enclosed(
        name: &str,
        chain: &EnclosedChain,
        function: &[Rational],
        accuracy: Accuracy,
    ) -> Self {
        Compared {
            name: name.into(),
            merit: chain.merit(function, accuracy),
            states: chain.states.clone(),
            verdicts: chain.verdicts(),
            obtained: Obtained::Enclosure,
        }
    }
}

/// Kernels side by side.
#[derive(Clone, Debug)]
pub struct CompareReport {
    /// The model; none where only kernels from outside are compared.
    pub model: Option<String>,
    /// The names of the parameters.
    pub parameters: Vec<String>,
    /// The function that is averaged, one value for each parameter.
    pub function: Vec<Rational>,
    /// The kernels.
    pub kernels: Vec<Compared>,
    /// Every pair of them.
    pub pairs: Vec<Pair>,
    /// Decimal digits of what is too long for a page.
    pub digits: usize,
}

impl CompareReport {
    fn name(&self, kernel: usize) -> &str {
        &self.kernels[kernel].name
    }

    fn states(&self, pair: &Pair) -> &[String] {
        &self.kernels[pair.first].states
    }

    /// "the first is above" in words.
    fn order(&self, pair: &Pair, order: Order) -> String {
        match order {
            Order::First => format!("{} above", self.name(pair.first)),
            Order::Second => format!("{} above", self.name(pair.second)),
            Order::Equal => "equal".into(),
            Order::Incomparable => "incomparable".into(),
        }
    }

    fn reason(&self, pair: &Pair, unordered: Unordered) -> String {
        let breaks = |kernel| format!("{} breaks detailed balance", self.name(kernel));
        match unordered {
            Unordered::States => "different state spaces".into(),
            Unordered::Targets => "different targets".into(),
            Unordered::First => breaks(pair.first),
            Unordered::Second => breaks(pair.second),
            Unordered::Enclosed => "the enclosures do not settle it".into(),
            Unordered::Doubles => {
                "doubles were used, so that entries are known up to rounding".into()
            }
        }
    }

    fn pair_row(&self, pair: &Pair) -> Vec<Cell> {
        let (peskun, covariance, why) = match &pair.orders {
            Ok((peskun, covariance)) => {
                let covariance = covariance.as_ref();
                let covariance =
                    covariance.map(|covariance| Cell::words(self.order(pair, covariance.order)));
                (
                    Cell::words(self.order(pair, peskun.order)),
                    covariance.unwrap_or_else(Cell::nothing),
                    Cell::sentence_of_figures(|number| self.because(pair, peskun, number)),
                )
            }
            Err(unordered) => {
                let word = match unordered {
                    Unordered::Enclosed => "unknown",
                    _ => "incomparable",
                };
                let reason = Cell::words(self.reason(pair, *unordered));
                (Cell::words(word), Cell::words(word), reason)
            }
        };
        let names = [self.name(pair.first), self.name(pair.second)];
        let names = names.into_iter().map(Cell::words);
        names.chain([peskun, covariance, why]).collect()
    }

    /// The entries that decide Peskun's order.
    fn because(&self, pair: &Pair, peskun: &Peskun, number: &dyn Fn(&Figure) -> String) -> String {
        let name = |state: usize| visible(&self.states(pair)[state]);
        let entry = |pair: &PeskunPair| {
            format!(
                "{}→{}: {} against {}",
                name(pair.from),
                name(pair.to),
                number(&pair.first),
                number(&pair.second)
            )
        };
        let deciding = [&peskun.first_above, &peskun.second_above];
        let why: Vec<String> = deciding.into_iter().flatten().map(entry).collect();
        why.join("; ")
    }

    fn pair_json(&self, pair: &Pair) -> Value {
        let word = |order| match order {
            Order::First => "first",
            Order::Second => "second",
            Order::Equal => "equal",
            Order::Incomparable => "incomparable",
        };
        let (peskun, covariance, witness, reason) = match &pair.orders {
            Ok((peskun, covariance)) => (
                Some(word(peskun.order)),
                covariance.as_ref().map(|covariance| word(covariance.order)),
                self.witness(pair, peskun, covariance.as_ref()),
                Value::Null,
            ),
            Err(unordered) => {
                let word = match unordered {
                    Unordered::Enclosed => None,
                    _ => Some("incomparable"),
                };
                let reason = Value::String(self.reason(pair, *unordered));
                (word, word, Value::Null, reason)
            }
        };
        json!({
            "first": self.name(pair.first),
            "second": self.name(pair.second),
            "peskun": peskun,
            "covariance": covariance,
            "witness": witness,
            "reason": reason,
        })
    }

    fn witness(&self, pair: &Pair, peskun: &Peskun, covariance: Option<&Covariance>) -> Value {
        if peskun.order == Order::Equal {
            return Value::Null;
        }
        let states = self.states(pair);
        let entry = |pair: &PeskunPair| {
            json!({
                "from": states[pair.from],
                "to": states[pair.to],
                "first": figure(&pair.first),
                "second": figure(&pair.second),
            })
        };
        json!({
            "first_above": peskun.first_above.as_ref().map(entry),
            "second_above": peskun.second_above.as_ref().map(entry),
            "function_first_above": covariance.and_then(|c| c.first_above.as_deref()).map(rationals),
            "function_second_above": covariance.and_then(|c| c.second_above.as_deref()).map(rationals),
        })
    }
}

impl CompareReport {
    /// Is one of the kernels not a right sampler?
    pub fn has_invalid(&self) -> bool {
        let invalid = |kernel: &Compared| !kernel.verdicts.failing(Requirement::Sampler).is_empty();
        self.kernels.iter().any(invalid)
    }
}

/// The efficiency; without end where nothing is drawn.
pub(super) fn efficiency(merit: &Merit) -> Cell {
    match merit.draws_per_step.high().is_zero() && merit.asymptotic_variance.is_some() {
        true => Cell::words("∞"),
        false => Cell::maybe_figure(merit.efficiency.as_ref()),
    }
}

impl Report for CompareReport {
    fn document(&self) -> Document {
        let header = [
            "kernel",
            "verdict",
            "acceptance",
            "moves",
            "asymptotic variance",
            "|λ₂|",
            "draws per step",
            "efficiency",
        ];
        let row = |kernel: &Compared| {
            let merit = &kernel.merit;
            let variance = Cell::maybe_figure(merit.asymptotic_variance.as_ref());
            let modulus = Cell::maybe_figure(merit.second_modulus.as_ref());
            vec![
                Cell::words(&kernel.name),
                verdicts::cell(&kernel.verdicts, Requirement::Sampler),
                Cell::figure(&merit.acceptance),
                Cell::figure(&merit.moves),
                kernel.or_too_large(
                    variance,
                    merit.asymptotic_variance.is_none(),
                    Chain::MOST_SOLVED,
                ),
                kernel.or_too_large(
                    modulus,
                    merit.second_modulus.is_none(),
                    Chain::MOST_SPECTRAL,
                ),
                Cell::figure(&merit.draws_per_step),
                efficiency(merit),
            ]
        };
        let values = self.parameters.iter().zip(&self.function);
        let function: Vec<String> = match self.function.len() <= MOST_LISTED {
            true => values
                .map(|(name, value)| format!("f({name}) = {value}"))
                .collect(),
            false => vec![format!("a function on {} states", self.function.len())],
        };
        let mut blocks = vec![Block::Table {
            header: header.map(String::from).to_vec(),
            rows: self.kernels.iter().map(row).collect(),
        }];
        if !self.pairs.is_empty() {
            blocks.push(Block::Table {
                header: ["first", "second", "Peskun", "covariance", "because"]
                    .map(String::from)
                    .to_vec(),
                rows: self.pairs.iter().map(|pair| self.pair_row(pair)).collect(),
            });
        }
        Document {
            title: match &self.model {
                Some(model) => format!("{model}, {}", function.join(", ")),
                None => function.join(", "),
            },
            blocks,
        }
    }

    fn digits(&self) -> usize {
        self.digits
    }

    /// The kernels, and to the right of their figures the verdicts.
    fn sheet(&self) -> Document {
        let mut document = self.document();
        if let Some(Block::Table { header, rows }) = document.blocks.first_mut() {
            let names = Verdicts::NAMES.map(String::from);
            header.extend(names);
            for (row, kernel) in rows.iter_mut().zip(&self.kernels) {
                row.extend(verdicts::columns(&kernel.verdicts).map(|(_, cell)| cell));
            }
        }
        document
    }

    fn json(&self) -> Value {
        let kernel = |kernel: &Compared| {
            let merit = &kernel.merit;
            let ends =
                |modulus: &Figure| json!([rational(modulus.low()), rational(modulus.high())]);
            json!({
                "kernel": kernel.name,
                "verdict": verdicts::word(&kernel.verdicts, Requirement::Sampler),
                "acceptance": figure(&merit.acceptance),
                "acceptance_float": float(&merit.acceptance),
                "moves": figure(&merit.moves),
                "moves_float": float(&merit.moves),
                "asymptotic_variance": maybe_figure(merit.asymptotic_variance.as_ref()),
                "asymptotic_variance_float": maybe_float(merit.asymptotic_variance.as_ref()),
                "lambda2": merit.second_modulus.as_ref().map(ends),
                "lambda2_float": maybe_float(merit.second_modulus.as_ref()),
                "draws_per_step": figure(&merit.draws_per_step),
                "draws_per_step_float": float(&merit.draws_per_step),
                "efficiency": maybe_figure(merit.efficiency.as_ref()),
                "efficiency_float": maybe_float(merit.efficiency.as_ref()),
                "verdicts": verdicts::json(&kernel.states, &kernel.verdicts),
                "obtained": verdicts::obtained(kernel.obtained),
            })
        };
        json!({
            "model": self.model,
            "function": rationals(&self.function),
            "kernels": self.kernels.iter().map(kernel).collect::<Vec<_>>(),
            "orders": self.pairs.iter().map(|pair| self.pair_json(pair)).collect::<Vec<_>>(),
        })
    }
}
