//! The report on a run with a real parameter: `peskun sample`.

use std::time::Duration;

use serde_json::{Value, json};

use super::Report;
use super::cell::{Cell, Tone};
use super::document::{Block, Document};
use super::sample::{counted, decimal};
use super::sheet::Sheet;
use crate::real::RealSummary;
use crate::statistics::{CrossingTest, Stays};

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
    /// The test of the kernel, by experiments that start from the posterior.
    pub test: CrossingTest,
    /// The steps of each of them.
    pub test_steps: u64,
    /// The acceptance by quadrature, where there is one.
    pub acceptance: Option<f64>,
    /// Decimals of what was simulated, on a page.
    pub places: usize,
    /// How long the steps took. It varies, and is not in the JSON.
    pub took: Duration,
}

impl RealSampleReport {
    /// A right kernel fails with at most this probability, however it moves and
    /// however short the run is.
    pub const FALSE_ALARM: f64 = 1e-6;

    /// The distances of the mean and of the mean square around the posterior's
    /// mean, in estimated standard errors. They describe the run and test
    /// nothing: on a chain that sticks the errors are estimated too small.
    pub fn apart(&self) -> Option<[f64; 2]> {
        let (mean, deviation) = self.posterior;
        let (square, error) = self.summary.square;
        let apart = [
            (self.summary.mean - mean).abs() / self.summary.standard_error()?,
            (square - deviation * deviation).abs() / error?,
        ];
        apart.iter().all(|value| value.is_finite()).then_some(apart)
    }

    /// What a test that is too short lacks, in a sentence.
    pub fn too_short(&self) -> String {
        let (crossed, needed) = self.test.crossings();
        let (few, times) = match crossed {
            0 => ("none".into(), format!("more than {needed}")),
            _ => (
                format!("only {crossed}"),
                format!("about {}", needed.div_ceil(crossed)),
            ),
        };
        format!(
            "too short to say: of {} {few} crossed into or out of some tenth of the posterior, and {needed} have to; {times} times as many steps would be needed, in longer or in more chains",
            counted(self.test.experiments, "experiment"),
        )
    }

    /// The test in words.
    fn verdict(&self) -> String {
        let (word, test) = (self.word(), &self.test);
        let (Some(worst), Some(word)) = (test.worst(), word) else {
            return self.too_short();
        };
        let sees = test.detectable().map_or(String::new(), |mass| {
            format!("; a mass off by {mass:.4} would have been seen")
        });
        format!(
            "{word}: {} of {} from the posterior, statistic {:.3}, threshold {:.3}, worst for {}, entered by {} and left by {}{sees} (false alarms: {:e})",
            counted(test.experiments, "experiment"),
            counted(self.test_steps, "step"),
            worst.statistic,
            test.threshold,
            worst.name,
            worst.entered,
            worst.left,
            Self::FALSE_ALARM,
        )
    }

    /// Name, of the run, by quadrature.
    fn figures(&self) -> Vec<(String, f64, Option<f64>)> {
        let summary = &self.summary;
        let (mean, deviation) = self.posterior;
        let mut figures = vec![
            ("mean".to_string(), summary.mean, Some(mean)),
            (
                "standard deviation".into(),
                summary.deviation,
                Some(deviation),
            ),
            ("acceptance".into(), summary.acceptance, self.acceptance),
            ("draws per step".into(), summary.draws_per_step, None),
        ];
        for (arm, (decides, accepts)) in (1..).zip(&summary.arms) {
            figures.push((format!("arm {arm} decides"), *decides, None));
            figures.push((format!("arm {arm} accepts"), *accepts, None));
        }
        figures
    }

    fn stays(&self) -> &'static str {
        match self.test.stays() {
            Stays::Yes => "yes",
            Stays::No => "NO",
            Stays::TooShort => "too short to say",
        }
    }

    fn word(&self) -> Option<&'static str> {
        match self.test.stays() {
            Stays::Yes => Some("passed"),
            Stays::No => Some("FAILED"),
            Stays::TooShort => None,
        }
    }
}

impl Report for RealSampleReport {
    fn document(&self) -> Document {
        let summary = &self.summary;
        let row = |(name, run, exact): (String, f64, Option<f64>)| {
            vec![
                Cell::words(name),
                decimal(Some(run), self.places),
                decimal(exact, self.places),
            ]
        };
        let mut rows: Vec<Vec<Cell>> = self.figures().into_iter().map(row).collect();
        let diagnostics = summary.diagnostics.as_ref();
        let seconds = self.took.as_secs_f64();
        let per_second = |count: f64| (seconds > 0.0).then(|| count / seconds);
        let size = diagnostics.map(|d| d.mean_size);
        let apart = self.apart();
        let tone = match self.test.stays() {
            Stays::Yes => Tone::Good,
            Stays::No => Tone::Bad,
            Stays::TooShort => Tone::Plain,
        };
        let facts = vec![
            (
                "standard error".into(),
                decimal(summary.standard_error(), self.places),
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
                "mean, standard errors apart".into(),
                decimal(apart.map(|apart| apart[0]), 3),
            ),
            (
                "square, standard errors apart".into(),
                decimal(apart.map(|apart| apart[1]), 3),
            ),
            (
                "kernel against the posterior".into(),
                Cell::words(self.verdict()).in_tone(tone),
            ),
        ];
        rows.push(vec![
            Cell::words("keeps the posterior"),
            Cell::words(self.stays()).in_tone(tone),
            Cell::nothing(),
        ]);
        let header = ["figure", "run", "quadrature"];
        let table = Block::Table {
            header: header.map(String::from).to_vec(),
            rows,
        };
        Document {
            title: format!(
                "{} on {}: {} of {}, seed {}; started from the posterior",
                self.kernel,
                self.model,
                counted(self.chains as u64, "chain"),
                counted(self.steps, "step"),
                self.seed
            ),
            blocks: vec![table, Block::Facts(facts)],
        }
    }

    fn digits(&self) -> usize {
        self.places
    }

    fn sheet(&self) -> Sheet {
        let figures = self.figures();
        let stays = self.stays().to_lowercase();
        Sheet::default()
            .words("figure", figures.iter().map(|figure| &figure.0))
            .doubles("run", figures.iter().map(|figure| Some(figure.1)))
            .doubles("quadrature", figures.iter().map(|figure| figure.2))
            .words("leaves_the_posterior", vec![stays; figures.len()])
    }

    fn json(&self) -> Value {
        let summary = &self.summary;
        let diagnostics = summary.diagnostics.as_ref();
        let statistics: Vec<f64> = self.test.sets.iter().map(|set| set.statistic).collect();
        let (crossed, needed) = self.test.crossings();
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
                "verdict": self.word().map_or("too short".into(), str::to_lowercase),
                "passes": self.word().map(|_| self.test.stays() == Stays::Yes),
                "experiments": self.test.experiments,
                "steps": self.test_steps,
                "statistics": statistics,
                "threshold": self.test.threshold,
                "worst": self.test.worst().map(|set| set.name.as_str()),
                "crossings": {"fewest": crossed, "needed": needed},
                "detectable": self.test.detectable(),
                "false_alarm": Self::FALSE_ALARM,
            },
            "standard_errors_apart": self.apart(),
        })
    }
}
