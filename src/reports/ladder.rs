//! The report on the rules of a model, from the arms up to Metropolis–Hastings:
//! `peskun rules --model`.

use serde_json::{Value, json};

use super::Report;
use super::cell::Cell;
use super::compare::{efficiency, efficiency_float};
use super::document::{Block, Document};
use super::json::{figure as figure_json, maybe, rational, rationals};
use super::sheet::Sheet;
use super::undecided::undecided;
use crate::chains::{Figure, Merit};
use crate::laboratory::Shares;
use crate::numbers::Rational;

/// A kernel on the ladder.
#[derive(Clone, Debug)]
pub struct Rung {
    /// Its name.
    pub kernel: String,
    /// Is it a rule that the user gave?
    pub own: bool,
    /// What is known of it, or a sentence why nothing is.
    pub standing: Result<Standing, String>,
}

/// How good a kernel is.
#[derive(Clone, Debug)]
pub struct Standing {
    /// Does it preserve detailed balance?
    pub valid: bool,
    /// Its moves as shares of the best ones.
    pub shares: Shares,
    /// Its figures of merit.
    pub merit: Merit,
}

/// The ladder of a model.
#[derive(Clone, Debug)]
pub struct LadderReport {
    /// The model.
    pub model: String,
    /// The names of the parameters.
    pub parameters: Vec<String>,
    /// The function that is averaged, one value for each parameter.
    pub function: Vec<Rational>,
    /// The kernels.
    pub rungs: Vec<Rung>,
    /// Decimal digits of what is too long for a page.
    pub digits: usize,
}

const MOVES: [&str; 6] = [
    "valid",
    "acceptance",
    "moves",
    "moves/bayes",
    "moves/best-over-draws",
    "moves/mh",
];
const FIGURES: [&str; 4] = [
    "asymptotic variance",
    "|λ₂|",
    "draws per step",
    "efficiency",
];

/// Whether a kernel moves, and how its moves compare. The figures of an invalid
/// kernel are there, as bad news.
fn moves(rung: &Rung) -> Vec<Cell> {
    let Ok(standing) = &rung.standing else {
        let mut cells = vec![Cell::words("undecided").toned(false)];
        cells.resize(MOVES.len(), Cell::nothing());
        return cells;
    };
    let shares = &standing.shares;
    let numbers = [
        Cell::figure(&standing.merit.acceptance),
        Cell::figure(&standing.merit.moves),
        Cell::maybe(shares.of_bayes.as_ref()),
        Cell::maybe(shares.of_best_over_draws.as_ref()),
        Cell::maybe(shares.of_mh.as_ref()),
    ];
    let toned = |cell: Cell| {
        if standing.valid {
            cell
        } else {
            cell.toned(false)
        }
    };
    let verdict = Cell::words(if standing.valid { "yes" } else { "no" }).toned(standing.valid);
    let mut cells = vec![verdict];
    cells.extend(numbers.map(toned));
    cells
}

fn figures(rung: &Rung) -> Vec<Cell> {
    let Ok(Standing { merit, .. }) = &rung.standing else {
        return vec![Cell::nothing(); FIGURES.len()];
    };
    vec![
        Cell::maybe_figure(merit.asymptotic_variance.as_ref()),
        Cell::maybe_figure(merit.second_modulus.as_ref()),
        Cell::figure(&merit.draws_per_step),
        efficiency(merit),
    ]
}

impl LadderReport {
    fn title(&self) -> String {
        let values = self.parameters.iter().zip(&self.function);
        let function: Vec<String> = values
            .map(|(name, value)| format!("f({name}) = {value}"))
            .collect();
        format!("{}, {}", self.model, function.join(", "))
    }

    /// A table with a row for each kernel.
    fn table(&self, header: &[&str], cells: impl Fn(&Rung) -> Vec<Cell>) -> Block {
        let row = |rung: &Rung| {
            let mut row = vec![Cell::words(&rung.kernel)];
            row.extend(cells(rung));
            row
        };
        let header = ["kernel"].iter().chain(header);
        Block::Table {
            header: header.map(ToString::to_string).collect(),
            rows: self.rungs.iter().map(row).collect(),
        }
    }
}

impl Report for LadderReport {
    fn document(&self) -> Document {
        let mut blocks = vec![self.table(&MOVES, moves), self.table(&FIGURES, figures)];
        blocks.extend(undecided(self.rungs.iter().filter_map(|rung| {
            let reason = rung.standing.as_ref().err()?;
            Some((rung.kernel.as_str(), reason.as_str()))
        })));
        Document {
            title: self.title(),
            blocks,
        }
    }

    /// One table with all columns.
    fn sheet(&self) -> Sheet {
        let rungs = &self.rungs;
        let valid = |rung: &Rung| match &rung.standing {
            Ok(standing) => standing.valid.to_string(),
            Err(_) => String::new(),
        };
        let known = || rungs.iter().map(|rung| rung.standing.as_ref().ok());
        let of = |figure: fn(&Merit) -> Option<&Figure>| {
            known().map(move |standing: Option<&Standing>| figure(&standing?.merit).cloned())
        };
        let share = |share: fn(&Shares) -> &Option<Rational>| {
            known().map(move |standing: Option<&Standing>| share(&standing?.shares).as_ref())
        };
        Sheet::default()
            .words("kernel", rungs.iter().map(|rung| &rung.kernel))
            .words("valid", rungs.iter().map(valid))
            .figures("acceptance", of(|merit| Some(&merit.acceptance)))
            .figures("moves", of(|merit| Some(&merit.moves)))
            .rationals("share_of_bayes", share(|shares| &shares.of_bayes))
            .rationals(
                "share_of_best_over_draws",
                share(|shares| &shares.of_best_over_draws),
            )
            .rationals("share_of_mh", share(|shares| &shares.of_mh))
            .figures(
                "asymptotic_variance",
                of(|merit| merit.asymptotic_variance.as_ref()),
            )
            .figures("lambda2", of(|merit| merit.second_modulus.as_ref()))
            .figures("draws_per_step", of(|merit| Some(&merit.draws_per_step)))
            .exact("efficiency", of(|merit| merit.efficiency.as_ref()))
            .doubles(
                "efficiency_float",
                known().map(|standing| efficiency_float(&standing?.merit)),
            )
    }

    fn digits(&self) -> usize {
        self.digits
    }

    fn json(&self) -> Value {
        let rung = |rung: &Rung| {
            let standing = rung.standing.as_ref();
            let merit = |figure: fn(&Merit) -> Option<Value>| {
                standing.ok().and_then(|standing| figure(&standing.merit))
            };
            let share = |figure: fn(&Shares) -> &Option<Rational>| {
                standing.map_or(Value::Null, |standing| {
                    maybe(figure(&standing.shares).as_ref())
                })
            };
            json!({
                "kernel": rung.kernel,
                "own": rung.own,
                "valid": standing.ok().map(|standing| standing.valid),
                "undecided": standing.err(),
                "acceptance": merit(|merit| Some(figure_json(&merit.acceptance))),
                "moves": merit(|merit| Some(figure_json(&merit.moves))),
                "share_of_bayes": share(|shares| &shares.of_bayes),
                "share_of_best_over_draws": share(|shares| &shares.of_best_over_draws),
                "share_of_mh": share(|shares| &shares.of_mh),
                "asymptotic_variance": merit(|m| m.asymptotic_variance.as_ref().map(figure_json)),
                "lambda2": merit(|merit| merit.second_modulus.as_ref().map(ends)),
                "draws_per_step": merit(|merit| Some(figure_json(&merit.draws_per_step))),
                "efficiency": merit(|merit| merit.efficiency.as_ref().map(figure_json)),
            })
        };
        json!({
            "model": self.model,
            "function": rationals(&self.function),
            "kernels": self.rungs.iter().map(rung).collect::<Vec<_>>(),
            "orders": [],
        })
    }
}

fn ends(modulus: &Figure) -> Value {
    json!([rational(modulus.low()), rational(modulus.high())])
}
