//! The report on a run beside the exact figures: `peskun sample`.

use std::time::Duration;

use serde_json::{Value, json};

use super::Report;
use super::cell::Cell;
use super::document::{Block, Document};
use super::json::{rational, rationals};
use super::sheet::Sheet;
use super::verdicts;
use crate::chains::{self, Figures, Holds, Requirement, Verdicts};
use crate::lattices::Rounding;
use crate::numbers::Rational;
use crate::statistics::{ExactRun, RunSummary};

/// A run.
#[derive(Clone, Debug)]
pub struct SampleReport {
    /// The model; a kernel from outside has none, and this is empty.
    pub model: String,
    /// The kernel.
    pub kernel: String,
    /// How ties were broken.
    pub tie: String,
    /// The names of the parameters.
    pub parameters: Vec<String>,
    /// The function that is averaged, one value for each parameter.
    pub function: Vec<Rational>,
    /// The names of the states.
    pub states: Vec<String>,
    /// Steps of each chain.
    pub steps: u64,
    /// The number of chains.
    pub chains: usize,
    /// Draws kept of each chain.
    pub draws: usize,
    /// The seed.
    pub seed: u64,
    /// The state that each chain started from.
    pub starts: Vec<usize>,
    /// Did Ctrl-C end it?
    pub interrupted: bool,
    /// What the run gave.
    pub summary: RunSummary,
    /// What it should give.
    pub exact: ExactRun,
    /// The verdicts on the kernel, where its law is known exactly. A run that is
    /// what the law says need not be what it should be.
    pub verdicts: Option<Verdicts>,
    /// Where there are none: the most by which a step changes the mass of a state.
    pub drift: Rational,
    /// What the probabilities behind it have lost, if they are not exact.
    pub rounding: Option<Rounding>,
    /// Decimals of what was simulated, on a page.
    pub places: usize,
    /// How long the steps took. It varies, and is not in the JSON.
    pub took: Duration,
}

/// A figure: its name, of the run, exact.
type Figure = (String, Option<f64>, Option<Rational>);

impl SampleReport {
    fn figures(&self) -> Vec<Figure> {
        let (run, exact) = (&self.summary.figures, self.exact.figures.as_ref());
        let mut figures = Vec::new();
        let mut add = |name: String, figure: &dyn Fn(&Figures) -> Option<Rational>| {
            let observed = figure(run).map(|value| value.to_f64());
            figures.push((name, observed, exact.and_then(figure)));
        };
        add("mean".into(), &|f| Some(f.mean.clone()));
        add("variance".into(), &|f| Some(f.variance.clone()));
        add("acceptance".into(), &|f| Some(f.acceptance.clone()));
        add("draws per step".into(), &|f| Some(f.draws_per_step.clone()));
        for arm in 0..run.arms.len() {
            add(format!("arm {} decides", arm + 1), &|f| {
                Some(f.arms.get(arm)?.0.clone())
            });
            add(format!("arm {} accepts", arm + 1), &|f| {
                f.arms.get(arm)?.1.clone()
            });
        }
        figures
    }

    /// The verdicts that say that the kernel is not a right sampler.
    fn defects(&self) -> Vec<(String, Cell)> {
        let Some(verdicts) = &self.verdicts else {
            return Vec::new();
        };
        let failing = verdicts.failing(Requirement::Sampler);
        let facts = verdicts::facts(&self.states, verdicts).into_iter();
        let defects = facts.filter(|(name, _)| failing.contains(&name.as_str()));
        defects.collect()
    }

    /// What was run, and on what.
    fn subject(&self) -> String {
        match self.model.is_empty() {
            true => self.kernel.clone(),
            false => format!("{} on {}", self.kernel, self.model),
        }
    }

    fn facts(&self) -> Vec<(String, Cell)> {
        let diagnostics = self.summary.diagnostics.as_ref();
        let seconds = self.took.as_secs_f64();
        let per_second = |count: f64| (seconds > 0.0).then(|| count / seconds);
        let test = &self.summary.test;
        let verdict = format!(
            "{}: statistic {:.3}, threshold {:.3}, worst from {} (false alarms: {:e})",
            if test.passes() { "passed" } else { "FAILED" },
            test.statistic,
            test.threshold,
            self.states[test.worst],
            RunSummary::FALSE_ALARM,
        );
        let size = diagnostics.map(|d| d.mean_size);
        let target = match &self.rounding {
            None => Cell::number(&self.exact.target_mean),
            Some(_) => decimal(Some(self.exact.target_mean.to_f64()), self.places),
        };
        let mut facts = self.defects();
        if let Some(objection) = self.objection() {
            facts.insert(0, ("answer".into(), Cell::words(objection).toned(false)));
        }
        facts.extend([
            ("mean under the target".into(), target),
            (
                "standard error".into(),
                decimal(self.summary.standard_error(), self.places),
            ),
            ("R̂".into(), decimal(diagnostics.map(|d| d.r_hat), 4)),
            ("effective size, mean".into(), decimal(size, 1)),
            (
                "  exact, of all steps".into(),
                decimal(self.exact.mean_size, 1),
            ),
            (
                "effective size, bulk".into(),
                decimal(diagnostics.map(|d| d.bulk_size), 1),
            ),
            (
                "effective size, tails".into(),
                decimal(diagnostics.and_then(|d| d.tail_size), 1),
            ),
            (
                "  per auxiliary draw".into(),
                decimal(self.summary.size_per_auxiliary_draw(), 4),
            ),
            ("  per second".into(), decimal(size.and_then(per_second), 0)),
            (
                "steps per second".into(),
                decimal(per_second(self.summary.steps as f64), 0),
            ),
            (
                "steps against the exact law".into(),
                Cell::words(verdict).toned(test.passes()),
            ),
        ]);
        if let Some(Rounding { error, enclosed }) = &self.rounding {
            let source = if *enclosed { "enclosed" } else { "by formulas" };
            let within = format!("{source}, within {:.1e} of the exact ones", error.to_f64());
            facts.push(("  its probabilities".into(), Cell::words(within)));
        }
        facts
    }
}

impl SampleReport {
    /// Decimals of what was simulated, on a page, unless others are asked for.
    pub const PLACES: usize = 6;
}

/// So many of something, with a plural where it needs one.
pub fn counted(count: u64, what: &str) -> String {
    match count {
        1 => format!("1 {what}"),
        _ => format!("{count} {what}s"),
    }
}

/// A number with so many decimals, or a dash where there is none.
pub(super) fn decimal(value: Option<f64>, places: usize) -> Cell {
    value
        .filter(|value| value.is_finite())
        .map_or_else(Cell::nothing, |value| {
            Cell::digits(format!("{value:.places$}"))
        })
}

impl Report for SampleReport {
    fn document(&self) -> Document {
        let invariant = self.verdicts.as_ref().map(|verdicts| &verdicts.invariant);
        let row = |(name, run, exact): Figure| {
            // `check` and `compare` have it under the target, which is another law.
            let name = match name == "acceptance" && invariant == Some(&Holds::No) {
                true => format!("{name}, stationary"),
                false => name,
            };
            let decimals = exact.as_ref().map(Rational::to_f64);
            vec![
                Cell::words(name),
                decimal(run, self.places),
                decimal(decimals, self.places),
                Cell::maybe(exact.as_ref().filter(|_| self.rounding.is_none())),
            ]
        };
        let values = self.parameters.iter().zip(&self.function);
        let function: Vec<String> = values
            .take(8)
            .map(|(name, value)| format!("f({name}) = {value}"))
            .collect();
        let rows = self.figures().into_iter().map(row);
        let header = ["figure", "run", "exact", "as a fraction"];
        let table = Block::Table {
            header: header.map(String::from).to_vec(),
            rows: rows.chain(self.answers()).collect(),
        };
        let more = if self.function.len() > 8 { ", …" } else { "" };
        Document {
            title: format!(
                "{}: {} of {}, seed {}; {}{more}",
                self.subject(),
                counted(self.chains as u64, "chain"),
                counted(self.steps, "step"),
                self.seed,
                function.join(", ")
            ),
            blocks: vec![table, Block::Facts(self.facts())],
        }
    }

    fn digits(&self) -> usize {
        self.places
    }

    /// A row for each figure, and beside all of them the two answers.
    fn sheet(&self) -> Sheet {
        let figures = self.figures();
        let rows = figures.len();
        let (fractions, floats): (Vec<_>, Vec<_>) = figures
            .iter()
            .map(|(_, _, exact)| {
                let fraction = exact.clone().filter(|_| self.rounding.is_none());
                (
                    fraction.map(chains::Figure::Exact),
                    exact.as_ref().map(Rational::to_f64),
                )
            })
            .unzip();
        let word = |holds: Option<bool>| holds.map_or_else(String::new, |holds| holds.to_string());
        Sheet::default()
            .words("figure", figures.iter().map(|figure| &figure.0))
            .doubles("run", figures.iter().map(|figure| figure.1))
            .exact("exact", fractions)
            .doubles("exact_float", floats)
            .plain("follows_its_law", vec![self.summary.test.passes(); rows])
            .words("law_is_right", vec![word(self.is_right()); rows])
    }

    fn json(&self) -> Value {
        let (run, exact) = (&self.summary.figures, self.exact.figures.as_ref());
        let diagnostics = self.summary.diagnostics.as_ref();
        let test = &self.summary.test;
        let number = |value: &Rational| json!(value.to_f64());
        let arm = |(decides, accepts): &(Rational, Option<Rational>)| json!({"decides": number(decides), "accepts": accepts.as_ref().map(number)});
        // A string is a fraction, and so exact; what is not is a number.
        let exactly = |value: &Rational| match self.rounding {
            None => rational(value),
            Some(_) => number(value),
        };
        let maybe = |value: Option<&Rational>| value.map_or(Value::Null, exactly);
        let exact_arm = |(decides, accepts): &(Rational, Option<Rational>)| json!({"decides": exactly(decides), "accepts": maybe(accepts.as_ref())});
        let starts: Vec<&str> = self
            .starts
            .iter()
            .map(|&state| self.states[state].as_str())
            .collect();
        let mut report = json!({
            "model": (!self.model.is_empty()).then_some(&self.model),
            "kernel": self.kernel,
            "verdict": self.word(),
            "verdicts": self.verdicts.as_ref().map(|all| verdicts::json(&self.states, all)),
            "tie": self.tie,
            "function": rationals(&self.function),
            "steps": self.steps,
            "chains": self.chains,
            "draws": self.draws,
            "seed": self.seed,
            "starts": starts,
            "interrupted": self.interrupted,
            "mean": number(&run.mean),
            "sd": self.summary.deviation(),
            "standard_error": self.summary.standard_error(),
            "acceptance": number(&run.acceptance),
            "draws_per_step": number(&run.draws_per_step),
            "arms": run.arms.iter().map(arm).collect::<Vec<_>>(),
            "r_hat": diagnostics.map(|d| d.r_hat),
            "ess_mean": diagnostics.map(|d| d.mean_size),
            "ess_bulk": diagnostics.map(|d| d.bulk_size),
            "ess_tail": diagnostics.and_then(|d| d.tail_size),
            "ess_per_draw": self.summary.size_per_auxiliary_draw(),
            "exact": {
                "target_mean": exactly(&self.exact.target_mean),
                "mean": maybe(exact.map(|f| &f.mean)),
                "variance": maybe(exact.map(|f| &f.variance)),
                "acceptance": maybe(exact.map(|f| &f.acceptance)),
                "draws_per_step": maybe(exact.map(|f| &f.draws_per_step)),
                "arms": exact.map(|f| f.arms.iter().map(exact_arm).collect::<Vec<_>>()),
                "asymptotic_variance": maybe(self.exact.asymptotic_variance.as_ref()),
                "ess": self.exact.mean_size,
            },
            "test": {
                "statistic": test.statistic,
                "threshold": test.threshold,
                "worst": self.states[test.worst],
                "false_alarm": RunSummary::FALSE_ALARM,
                "passes": test.passes(),
            },
        });
        if let Some(Rounding { error, enclosed }) = &self.rounding {
            report["exact"]["rounding"] = json!({"error": number(error), "enclosed": enclosed});
        }
        report
    }
}
