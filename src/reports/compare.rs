//! The report on several kernels side by side: `peskun compare`.

use serde_json::{Value, json};

use super::cell::{Cell, visible};
use super::compare_sheet::compare_sheet;
use super::compared::{Compared, Measured};
use super::document::{Block, Document};
use super::json::{figure, float, maybe_figure, maybe_float, rational, rationals};
use super::sheet::{Sheet, nearest};
use super::undecided::undecided;
use super::{MOST_LISTED, Report, verdicts};
use crate::chains::{
    Chain, Covariance, Figure, Merit, Order, Peskun, PeskunPair, Requirement, Unordered,
};
use crate::numbers::Rational;

/// How two kernels compare, by their positions in the report.
#[derive(Clone, Debug)]
pub struct Pair {
    /// The first kernel.
    pub first: usize,
    /// The second kernel.
    pub second: usize,
    /// Both orders, or why there are none; no covariance order if deciding it
    /// takes too long. Nothing if one of the kernels is undecided.
    pub orders: Option<Result<(Peskun, Option<Covariance>), Unordered>>,
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
        let first = self.kernels[pair.first].known.as_ref();
        first.map_or(&[], |known| &known.states)
    }

    /// Why nothing is known of the order of two kernels.
    fn unknown(&self, pair: &Pair) -> String {
        let both = [pair.first, pair.second];
        let names = both
            .into_iter()
            .filter(|&kernel| self.kernels[kernel].known.is_err());
        let names: Vec<&str> = names.map(|kernel| self.name(kernel)).collect();
        match names[..] {
            [name] => format!("{name} is undecided"),
            _ => "both are undecided".into(),
        }
    }

    /// The reasons of the kernels that are undecided.
    fn reasons(&self) -> impl Iterator<Item = (&str, &str)> {
        self.kernels.iter().filter_map(|kernel| {
            let reason = kernel.known.as_ref().err()?;
            Some((kernel.name.as_str(), reason.as_str()))
        })
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
            Some(Ok((peskun, covariance))) => {
                let covariance = covariance.as_ref();
                let covariance =
                    covariance.map(|covariance| Cell::words(self.order(pair, covariance.order)));
                (
                    Cell::words(self.order(pair, peskun.order)),
                    covariance.unwrap_or_else(Cell::nothing),
                    Cell::sentence_of_figures(|number| self.because(pair, peskun, number)),
                )
            }
            None => {
                let word = || Cell::words("unknown");
                (word(), word(), Cell::words(self.unknown(pair)))
            }
            Some(Err(unordered)) => {
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
            Some(Ok((peskun, covariance))) => (
                Some(word(peskun.order)),
                covariance.as_ref().map(|covariance| word(covariance.order)),
                self.witness(pair, peskun, covariance.as_ref()),
                Value::Null,
            ),
            None => (None, None, Value::Null, Value::String(self.unknown(pair))),
            Some(Err(unordered)) => {
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
        let invalid = |known: &Measured| !known.verdicts.failing(Requirement::Sampler).is_empty();
        let known = self.kernels.iter().flat_map(|kernel| &kernel.known);
        known.into_iter().any(invalid)
    }

    /// Why a kernel is undecided, if one is.
    pub fn undecided(&self) -> Option<&str> {
        self.reasons().map(|(_, reason)| reason).next()
    }
}

/// The efficiency; without end where nothing is drawn, and none where averages are
/// not those of the target.
pub(super) fn efficiency(merit: &Merit) -> Cell {
    match is_endless(merit) {
        true => Cell::words("∞"),
        false if !merit.is_invariant => Cell::nothing_because("not invariant"),
        false => Cell::maybe_figure(merit.efficiency.as_ref()),
    }
}

/// The same as the nearest double.
pub(super) fn efficiency_float(merit: &Merit) -> Option<f64> {
    match is_endless(merit) {
        true => Some(f64::INFINITY),
        false => merit.efficiency.as_ref().map(nearest),
    }
}

fn is_endless(merit: &Merit) -> bool {
    let is_free = merit.draws_per_step.high().is_zero();
    is_free && merit.is_invariant && merit.asymptotic_variance.is_some()
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
            let Ok(known) = &kernel.known else {
                let mut cells = vec![Cell::words(&kernel.name)];
                cells.push(Cell::words("undecided").toned(false));
                cells.resize(header.len(), Cell::nothing());
                return cells;
            };
            let merit = &known.merit;
            let variance = Cell::maybe_figure(merit.asymptotic_variance.as_ref());
            let modulus = Cell::maybe_figure(merit.second_modulus.as_ref());
            vec![
                Cell::words(&kernel.name),
                verdicts::cell(&known.verdicts, Requirement::Sampler),
                Cell::figure(&merit.acceptance),
                Cell::figure(&merit.moves),
                known.or_too_large(
                    variance,
                    merit.asymptotic_variance.is_none(),
                    Chain::MOST_SOLVED,
                ),
                known.or_too_large(
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
        blocks.extend(undecided(self.reasons()));
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

    fn sheet(&self) -> Sheet {
        compare_sheet(self)
    }

    fn json(&self) -> Value {
        let kernel = |kernel: &Compared| {
            let known = kernel.known.as_ref();
            let of = |value: &dyn Fn(&Measured) -> Value| known.map_or(Value::Null, value);
            let exact = |part: fn(&Merit) -> &Figure| of(&|known| figure(part(&known.merit)));
            let about = |part: fn(&Merit) -> &Figure| of(&|known| float(part(&known.merit)));
            let maybe =
                |part: fn(&Merit) -> Option<&Figure>| of(&|known| maybe_figure(part(&known.merit)));
            let maybe_about =
                |part: fn(&Merit) -> Option<&Figure>| of(&|known| maybe_float(part(&known.merit)));
            let ends =
                |modulus: &Figure| json!([rational(modulus.low()), rational(modulus.high())]);
            json!({
                "kernel": kernel.name,
                "verdict": known.map_or("undecided", |known| {
                    verdicts::word(&known.verdicts, Requirement::Sampler)
                }),
                "undecided": known.err(),
                "acceptance": exact(|merit| &merit.acceptance),
                "acceptance_float": about(|merit| &merit.acceptance),
                "moves": exact(|merit| &merit.moves),
                "moves_float": about(|merit| &merit.moves),
                "asymptotic_variance": maybe(|merit| merit.asymptotic_variance.as_ref()),
                "asymptotic_variance_float": maybe_about(|m| m.asymptotic_variance.as_ref()),
                "lambda2": of(&|known| json!(known.merit.second_modulus.as_ref().map(ends))),
                "lambda2_float": maybe_about(|merit| merit.second_modulus.as_ref()),
                "draws_per_step": exact(|merit| &merit.draws_per_step),
                "draws_per_step_float": about(|merit| &merit.draws_per_step),
                "efficiency": maybe(|merit| merit.efficiency.as_ref()),
                "efficiency_float": maybe_about(|merit| merit.efficiency.as_ref()),
                "verdicts": of(&|known| verdicts::json(&known.states, &known.verdicts)),
                "obtained": of(&|known| verdicts::obtained(known.obtained)),
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
