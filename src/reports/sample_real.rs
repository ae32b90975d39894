//! The report on a run with a real parameter: `peskun sample`.

use std::time::Duration;

use serde_json::{Value, json};

use super::Report;
use super::cell::Cell;
use super::document::{Block, Document};
use super::sample::decimal;
use crate::real::RealSummary;
use crate::statistics::normal_quantile;

/// A run.
#[derive(Clone, Debug)]
pub struct RealSampleReport {
    /// The model.
    pub model: String,
    /// The kernel.
    pub kernel: String,
    /// How ties were broken.
    pub tie: String,
    /// Steps of each chain.
    pub steps: u64,
    /// The number of chains.
    pub chains: usize,
    /// Draws kept of each chain.
    pub draws: usize,
    /// The seed.
    pub seed: u64,
    /// Did Ctrl-C end it?
    pub interrupted: bool,
    /// What the run gave.
    pub summary: RealSummary,
    /// Mean and standard deviation of the posterior, by quadrature.
    pub posterior: (f64, f64),
    /// The acceptance by quadrature, where there is one.
    pub acceptance: Option<f64>,
    /// How long the steps took. It varies, and is not in the JSON.
    pub took: Duration,
}

impl RealSampleReport {
    /// A mean or a mean square further from the posterior's than so many
    /// standard errors fails: for normal means, either way and both together,
    /// that happens at most once in a million runs.
    pub fn threshold() -> f64 {
        const FALSE_ALARMS: f64 = 1e-6;
        -normal_quantile(FALSE_ALARMS / 4.0)
    }

    /// The distances of the mean and of the mean square around the posterior's
    /// mean, in standard errors.
    pub fn statistics(&self) -> Option<[f64; 2]> {
        let (mean, deviation) = self.posterior;
        let (square, error) = self.summary.square;
        Some([
            (self.summary.mean - mean).abs() / self.summary.standard_error()?,
            (square - deviation * deviation).abs() / error?,
        ])
    }

    /// Is the run as it should be, as far as one can say?
    pub fn passes(&self) -> bool {
        let apart = self.statistics().unwrap_or_default();
        apart.iter().all(|value| *value <= Self::threshold())
    }
}

impl Report for RealSampleReport {
    fn document(&self) -> Document {
        let summary = &self.summary;
        let row = |name: &str, run: f64, exact: Option<f64>| {
            vec![Cell::words(name), decimal(Some(run), 6), decimal(exact, 6)]
        };
        let mut rows = vec![
            row("mean", summary.mean, Some(self.posterior.0)),
            row(
                "standard deviation",
                summary.deviation,
                Some(self.posterior.1),
            ),
            row("acceptance", summary.acceptance, self.acceptance),
            row("draws per step", summary.draws_per_step, None),
        ];
        for (arm, (decides, accepts)) in (1..).zip(&summary.arms) {
            rows.push(row(&format!("arm {arm} decides"), *decides, None));
            rows.push(row(&format!("arm {arm} accepts"), *accepts, None));
        }
        let diagnostics = summary.diagnostics.as_ref();
        let seconds = self.took.as_secs_f64();
        let per_second = |count: f64| (seconds > 0.0).then(|| count / seconds);
        let size = diagnostics.map(|d| d.mean_size);
        let verdict = match self.statistics() {
            None => "too short to say".into(),
            Some([mean, square]) => format!(
                "{}: mean {mean:.3} standard errors apart, square {square:.3}, threshold {:.2} (asymptotic)",
                if self.passes() { "passed" } else { "FAILED" },
                Self::threshold()
            ),
        };
        let facts = vec![
            (
                "standard error".into(),
                decimal(summary.standard_error(), 6),
            ),
            ("R̂".into(), decimal(diagnostics.map(|d| d.r_hat), 4)),
            ("effective size, mean".into(), decimal(size, 1)),
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
                decimal(summary.size_per_auxiliary_draw(), 4),
            ),
            ("  per second".into(), decimal(size.and_then(per_second), 0)),
            (
                "steps per second".into(),
                decimal(per_second(summary.steps as f64), 0),
            ),
            (
                "moments against the posterior".into(),
                Cell::words(verdict).toned(self.passes()),
            ),
        ];
        let header = ["figure", "run", "quadrature"];
        let table = Block::Table {
            header: header.map(String::from).to_vec(),
            rows,
        };
        Document {
            title: format!(
                "{} on {}: {} chains of {} steps, seed {}; started from the posterior",
                self.kernel, self.model, self.chains, self.steps, self.seed
            ),
            blocks: vec![table, Block::Facts(facts)],
        }
    }

    fn json(&self) -> Value {
        let summary = &self.summary;
        let diagnostics = summary.diagnostics.as_ref();
        let arm = |(decides, accepts): &(f64, f64)| json!({"decides": decides, "accepts": accepts});
        json!({
            "model": self.model,
            "kernel": self.kernel,
            "tie": self.tie,
            "steps": self.steps,
            "chains": self.chains,
            "draws": self.draws,
            "seed": self.seed,
            "interrupted": self.interrupted,
            "mean": summary.mean,
            "sd": summary.deviation,
            "standard_error": summary.standard_error(),
            "acceptance": summary.acceptance,
            "draws_per_step": summary.draws_per_step,
            "arms": summary.arms.iter().map(arm).collect::<Vec<_>>(),
            "r_hat": diagnostics.map(|d| d.r_hat),
            "ess_mean": diagnostics.map(|d| d.mean_size),
            "ess_bulk": diagnostics.map(|d| d.bulk_size),
            "ess_tail": diagnostics.and_then(|d| d.tail_size),
            "ess_per_draw": summary.size_per_auxiliary_draw(),
            "quadrature": {
                "mean": self.posterior.0,
                "sd": self.posterior.1,
                "acceptance": self.acceptance,
            },
            "test": {
                "statistics": self.statistics(),
                "threshold": Self::threshold(),
                "passes": self.passes(),
            },
        })
    }
}
