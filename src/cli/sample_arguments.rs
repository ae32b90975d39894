//! The arguments of `peskun sample`.

use std::path::PathBuf;

use clap::Args;

use super::arguments::{BUDGET, OUTSIDE, OutputArguments};
use super::digits::DigitsArguments;
use super::latex_arguments::LatexArguments;
use super::outside::OutsideArguments;
use super::value_names::formats_without_matrices;
use crate::chance::Budget;
use crate::reports::{Format, SampleReport};
use crate::rules::TieBreak;

pub(super) const SAMPLE_EXAMPLES: &str = "\
Examples:
  peskun sample --model bernoulli-pair --kernel mabmc
  peskun sample --model my-model.toml --kernel sve --steps 1000000 --thin 10 --out draws.csv
  peskun sample --model three-point-pair --kernel pmc --chains 8 --seed 7 --out draws.parquet
  peskun sample --model ising-10x10 --kernel rule:straddle --steps 100000
  peskun sample --program 'python3 walk.py' --steps 100000

The same seed gives the same draws, on any machine and any number of threads. \
Chains start in the states of the model in rotation; the start is not a draw. \
The draws are rows of chain, draw, parameter, accepted, arm and auxiliary_draws (the \
variables drawn in that step), draw by draw and within a draw chain by chain. Where \
parameters are numbers, so is the column, and label has them exactly. \
Every step is tested against its exact law, with a false alarm once in a million \
runs: exit status 1 if it fails, and also if the law itself is wrong: a kernel that \
does not leave its target invariant, or misses states. On lattices too large to enumerate, the step runs \
as it is written and is tested against its law by formulas. On real parameters the \
kernel is tested beside the run, by experiments of four steps from exact draws of \
the posterior, as many steps as the run has: those that enter a tenth of the \
posterior must be as many as leave it. Status 3 if they are too few to say. Ctrl-C ends the run \
early: the answer and the file are then on the steps that all chains have made, \
and the exit status is 130.";

#[derive(Debug, Args)]
pub(super) struct SampleArguments {
    /// A built-in model or a model file (see `peskun models`).
    #[arg(long, requires = "kernel", required_unless_present_any = OUTSIDE, conflicts_with_all = OUTSIDE)]
    model: Option<String>,
    /// A kernel by name (see `peskun kernels`).
    #[arg(long, requires = "model", conflicts_with_all = OUTSIDE)]
    kernel: Option<String>,
    #[command(flatten)]
    pub(super) outside: OutsideArguments,
    /// Steps of each chain.
    #[arg(long, default_value_t = 10_000, allow_negative_numbers = true, value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) steps: u64,
    /// Chains, which run in parallel.
    #[arg(long, default_value_t = 4, allow_negative_numbers = true, value_parser = clap::value_parser!(u64).range(1..=1_024))]
    pub(super) chains: u64,
    /// Which random numbers; chain c draws from stream c of the seed.
    #[arg(long, default_value_t = 0, allow_negative_numbers = true)]
    pub(super) seed: u64,
    /// Keep one of so many steps as a draw; all steps count for the averages
    /// and for the test.
    #[arg(long, value_name = "STEPS", default_value_t = 1, allow_negative_numbers = true, value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) thin: u64,
    /// Start all chains in this state (or parameter).
    #[arg(long, value_name = "STATE")]
    pub(super) start: Option<String>,
    /// The function to average, one rational for each parameter; by default
    /// the parameters themselves where they are numbers, otherwise the
    /// indicator of the last one.
    #[arg(long, value_name = "V1,V2,…", allow_hyphen_values = true)]
    pub(super) function: Option<String>,
    /// How a decision rule breaks ties.
    #[arg(long, value_enum, default_value_t = TieBreak::First, conflicts_with_all = OUTSIDE)]
    pub(super) tie: TieBreak,
    /// Run the step as it is written instead of from its table: slower, and
    /// the law is the same. On large lattices it always is.
    #[arg(long)]
    pub(super) as_written: bool,
    /// How the answer is written.
    #[arg(long, value_parser = formats_without_matrices(), default_value_t = Format::Text)]
    pub(super) format: Format,
    /// Write the draws to this file, F.csv or F.parquet.
    #[arg(long, value_name = "FILE")]
    pub(super) out: Option<PathBuf>,
    #[command(flatten)]
    pub(super) latex: LatexArguments,
    #[command(flatten)]
    pub(super) shown: DigitsArguments,
    #[arg(long, value_name = "PATHS", help = BUDGET, allow_negative_numbers = true)]
    budget: Option<u64>,
}

impl SampleArguments {
    /// The most paths to enumerate before the answer is undecided.
    pub(super) fn paths(&self) -> u64 {
        let usual = match self.outside.is_empty() {
            true => Budget::PATHS,
            false => Budget::FEW_PATHS,
        };
        self.budget.unwrap_or(usual)
    }

    /// How the answer is printed: --out is for the draws.
    pub(super) fn output(&self) -> OutputArguments {
        OutputArguments {
            format: self.format,
            out: None,
        }
    }

    /// Decimals of what was simulated.
    pub(super) fn places(&self) -> usize {
        self.shown.given().unwrap_or(SampleReport::PLACES)
    }

    /// The model by name; empty for a kernel from outside.
    pub(super) fn model(&self) -> &str {
        self.model.as_deref().unwrap_or_default()
    }

    /// The kernel by name; empty for a kernel from outside.
    pub(super) fn kernel(&self) -> &str {
        self.kernel.as_deref().unwrap_or_default()
    }
}
