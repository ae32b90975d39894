//! The command line.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

use super::figure::{FIGURE_EXAMPLES, FigureArguments};
use super::report::{REPORT_EXAMPLES, ReportArguments};
use super::sample_arguments::{SAMPLE_EXAMPLES, SampleArguments};
use crate::chance::Budget;
use crate::kernels::BanditReading;
use crate::models::Boundary;
use crate::reports::Format;
use crate::rules::TieBreak;

/// Exact verification of Monte Carlo algorithms for doubly intractable
/// posteriors.
#[derive(Debug, Parser)]
#[command(name = "peskun", version, after_help = EXAMPLES)]
pub(super) struct Arguments {
    #[command(subcommand)]
    pub(super) command: Option<Command>,
}

const EXAMPLES: &str = "\
Examples:
  peskun                       check every claim of the paper: peskun verify
  peskun table --model bernoulli-pair --kernel mpmc
  peskun check --model bernoulli-pair --rule 'if r[1] > r[2] { 1 } else { 2 }'
  peskun rules --model three-point-pair
  peskun compare --model three-point-pair mh mpmc sve mabmc

Exit status: 0 yes or done, 1 no (invalid), 2 bad usage or input, 3 undecided.";

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Check every claim of the paper and print the ledger. Exit status 1 if a
    /// verdict is not the recorded one.
    #[command(after_help = VERIFY_EXAMPLES)]
    Verify(VerifyArguments),
    /// The exact transition matrix of a kernel, and a verdict on it.
    #[command(after_help = TABLE_EXAMPLES)]
    Table(TableArguments),
    /// Is a decision rule valid? Exit status 0 if it is, 1 if not.
    #[command(after_help = CHECK_EXAMPLES)]
    Check(CheckArguments),
    /// Kernels side by side: orders, variances, eigenvalues, cost.
    #[command(after_help = COMPARE_EXAMPLES)]
    Compare(CompareArguments),
    /// How many configurations of an Ising lattice have each energy, exactly.
    #[command(after_help = ISING_EXAMPLES)]
    Ising(IsingArguments),
    /// Run a sampler and test it against its exact law. Exit status 1 if it
    /// fails.
    #[command(after_help = SAMPLE_EXAMPLES)]
    Sample(SampleArguments),
    /// The paper's figures: exact curves and simulated points. Exit status 1 if
    /// the points do not lie on the curves.
    #[command(after_help = FIGURE_EXAMPLES)]
    Figure(FigureArguments),
    /// All of it as one self-contained HTML page. Exit status 1 if a verdict
    /// changed or the points of a figure miss its curves.
    #[command(after_help = REPORT_EXAMPLES)]
    Report(ReportArguments),
    /// The models that are built in.
    Models(ListArguments),
    /// The kernels that have a name.
    Kernels(ListArguments),
    /// The decision rules; with a model, how good each is on it.
    #[command(after_help = RULES_EXAMPLES)]
    Rules(RulesArguments),
}

impl Command {
    /// What `peskun` without arguments does.
    pub(super) fn verify() -> Self {
        Command::Verify(VerifyArguments {
            claims: Vec::new(),
            output: OutputArguments {
                format: Format::Text,
                out: None,
            },
        })
    }
}

const VERIFY_EXAMPLES: &str = "\
Examples:
  peskun verify
  peskun verify --claim first-mpmc
  peskun verify --claim algorithm-5-literal --claim ties --format json";

const TABLE_EXAMPLES: &str = "\
Examples:
  peskun table --model bernoulli-pair --kernel mpmc
  peskun table --model my-model.toml --kernel mabmc --tie coin --format json
  peskun table --model three-point-pair --kernel pmc --format latex --out pmc.tex
  peskun table --model three-point-pair --kernel sve --format prism --out sve.tra

PRISM output with --out F.tra (or F) also writes F.sta and F.lab.";

const CHECK_EXAMPLES: &str = "\
Examples:
  peskun check --model three-point-pair --rule max-min
  peskun check --model bernoulli-pair --rule max-draws
  peskun check --model my-model.toml --rule max-min-draws --reading reuse --tie coin
  peskun check --model my-model.toml --rule max-min --arms mpmc,sve,noisy:2
  peskun check --model bernoulli-pair --rule 'if r[1] > r[2] { 1 } else { 2 }'
  peskun check --rule 'if a[1] > 1 { 1 } else { 2 }' --search 1000
  peskun check --rule 'argmin(r)' --search 1000 --positive
  peskun check --rule max-draws --search 1000 --save-model my-model.toml

A rule of your own is an expression, or a file with one (my-rule.rhai). It sees
  r[i], r_rev[i]    the mean acceptance of arm i, of the move and of its reverse
  a[i], a_rev[i]    a drawn ratio of arm i; a rule that mentions it draws it
  from, to          the positions of the parameters, counted from 1
  value(from)       the parameter itself, where parameters are numbers
  estimate          the model's estimate, where it has one
and gives an arm, counted from 1, or a list of probabilities such as [1/3, 2/3].
All numbers are exact: + - * / %, comparisons, abs, min, max, argmax, argmin, len,
if/else, let, for i in 1..=2, while, fn. Ties of argmax go by --tie. Lists are written
[1/3, 2/3]; only r, r_rev, a and a_rev can be indexed. A file ends in .rhai or has a /.";

const RULES_EXAMPLES: &str = "\
Examples:
  peskun rules
  peskun rules --model three-point-pair
  peskun rules --model three-point-pair --rule 'if a[1] > a_rev[1] { 1 } else { 2 }'
  peskun rules --model three-point-pair --print best-over-draws
  peskun rules --model three-point-pair --all
  peskun rules --model my-model.toml --arms mpmc,sve,noisy:2 --format json

With --model: the arms, the max-min rule on the averages of 1, 2, 4 and 8 draws and
on means (the Bayes rule over pairs), the free rules where the model has what they
need, the best valid rule over the draws that accept, and Metropolis–Hastings.
Rules of your own stand among them; shares are of moves, Σ π(θ) P(θ, θ') over θ' ≠ θ,
and a rule that is not valid is marked. All draw afresh once an arm is chosen, except
the best rule over draws, which accepts with the draws that decided. --print shows it:
for every move and every outcome r̂ = min{â, 1} of one draw of each arm, how likely the
outcome is, how often each arm is then taken, and how likely that is to be accepted.
With --all: every rule D: Θ×Θ → {1, …, n} of a small model, valid or not.";

const COMPARE_EXAMPLES: &str = "\
Examples:
  peskun compare --model bernoulli-pair mh mpmc sve mabmc
  peskun compare --model bernoulli-pair pmc mpmc --function 0,1 --format json";

const ISING_EXAMPLES: &str = "\
Examples:
  peskun ising --rows 10 --columns 10
  peskun ising --rows 32 --columns 32 --boundary torus --format json
  peskun ising --rows 10 --columns 10 --replicates 10 --format csv --out ten.csv

E = −Σ s_i s_j over neighboring pairs; energies that no configuration has are
left out. On a torus, two sites in a direction are neighbors twice and both
bonds count; one site in a direction has no bond with itself.";

/// Where the answer goes, and what it may cost.
#[derive(Debug, Args)]
pub(super) struct OutputArguments {
    /// How the answer is written.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(super) format: Format,
    /// Write to this file instead of the standard output.
    #[arg(long, value_name = "FILE")]
    pub(super) out: Option<PathBuf>,
}

/// What an enumeration may cost.
#[derive(Debug, Args)]
pub(super) struct CostArguments {
    /// The most paths to enumerate before the answer is `undecided`.
    #[arg(long, value_name = "PATHS", default_value_t = Budget::PATHS, allow_negative_numbers = true)]
    pub(super) budget: u64,
    /// Enumerate path by path, without merging equal values: slower, and the
    /// result is the same.
    #[arg(long)]
    pub(super) unmerged: bool,
}

#[derive(Debug, Args)]
pub(super) struct VerifyArguments {
    /// Show only this claim, in full; may be given several times.
    #[arg(long = "claim", value_name = "ID")]
    pub(super) claims: Vec<String>,
    #[command(flatten)]
    pub(super) output: OutputArguments,
}

#[derive(Debug, Args)]
pub(super) struct TableArguments {
    /// A built-in model or a model file (see `peskun models`).
    #[arg(long)]
    pub(super) model: String,
    /// A kernel by name (see `peskun kernels`).
    #[arg(long)]
    pub(super) kernel: String,
    /// How a decision rule breaks ties.
    #[arg(long, value_enum, default_value_t = TieBreak::First)]
    pub(super) tie: TieBreak,
    #[command(flatten)]
    pub(super) output: OutputArguments,
    #[command(flatten)]
    pub(super) cost: CostArguments,
}

#[derive(Debug, Args)]
pub(super) struct CheckArguments {
    /// A built-in model or a model file (see `peskun models`).
    #[arg(long, required_unless_present = "search")]
    pub(super) model: Option<String>,
    /// A decision rule by name (see `peskun rules`), an expression or a file.
    #[arg(long)]
    pub(super) rule: String,
    /// Try so many random models instead of one; the first counterexample is
    /// made as small as possible.
    #[arg(long, value_name = "MODELS", conflicts_with = "model", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub(super) search: Option<u64>,
    /// Which random models.
    #[arg(long, default_value_t = 0, requires = "search")]
    pub(super) seed: u64,
    /// Search models with full support only: every weight of the likelihood,
    /// the proposal and the auxiliary law is positive.
    #[arg(long, requires = "search", conflicts_with = "model")]
    pub(super) positive: bool,
    /// Keep the counterexample, or the model on which the rule fails, as a
    /// model file.
    #[arg(
        long,
        value_name = "FILE",
        requires = "search",
        conflicts_with = "model"
    )]
    pub(super) save_model: Option<PathBuf>,
    #[command(flatten)]
    pub(super) arms: ArmsArguments,
    /// How "repeat Step 2–7" of Algorithm 5 is read.
    #[arg(long, value_enum, default_value_t = BanditReading::Fresh)]
    pub(super) reading: BanditReading,
    /// How the rule breaks ties.
    #[arg(long, value_enum, default_value_t = TieBreak::First)]
    pub(super) tie: TieBreak,
    #[command(flatten)]
    pub(super) output: OutputArguments,
    #[command(flatten)]
    pub(super) cost: CostArguments,
}

/// What a rule chooses between.
#[derive(Debug, Args)]
pub(super) struct ArmsArguments {
    /// The arms to choose between, counted from 1 in this order.
    #[arg(
        long,
        value_name = "ARM,…",
        default_value = "mpmc,sve",
        value_delimiter = ','
    )]
    pub(super) arms: Vec<String>,
}

/// What is averaged over a chain.
#[derive(Debug, Args)]
pub(super) struct FunctionArguments {
    /// The function to average, one rational for each parameter; by default
    /// the indicator of the last one.
    #[arg(long, value_name = "V1,V2,…", allow_hyphen_values = true)]
    pub(super) function: Option<String>,
}

#[derive(Debug, Args)]
pub(super) struct RulesArguments {
    /// A built-in model or a model file: how good is each rule on it?
    #[arg(long)]
    pub(super) model: Option<String>,
    /// A rule of your own to compare with them, by name, expression or file;
    /// may be given several times.
    #[arg(long = "rule", value_name = "RULE", requires = "model")]
    pub(super) rules: Vec<String>,
    /// List every rule D: Θ×Θ → {1, …, n} of the model.
    #[arg(long, requires = "model", conflicts_with = "rules")]
    pub(super) all: bool,
    /// Show what this rule does with every draw of every move.
    #[arg(long, value_name = "RULE", requires = "model", conflicts_with_all = ["rules", "all"], value_parser = ["best-over-draws"])]
    pub(super) print: Option<String>,
    #[command(flatten)]
    pub(super) arms: ArmsArguments,
    #[command(flatten)]
    pub(super) averaged: FunctionArguments,
    /// How rules break ties.
    #[arg(long, value_enum, default_value_t = TieBreak::First)]
    pub(super) tie: TieBreak,
    #[command(flatten)]
    pub(super) output: OutputArguments,
    #[command(flatten)]
    pub(super) cost: CostArguments,
}

#[derive(Debug, Args)]
pub(super) struct CompareArguments {
    /// A built-in model or a model file (see `peskun models`).
    #[arg(long)]
    pub(super) model: String,
    /// Kernels by name (see `peskun kernels`).
    #[arg(required = true, value_name = "KERNEL")]
    pub(super) kernels: Vec<String>,
    #[command(flatten)]
    pub(super) averaged: FunctionArguments,
    /// How decision rules break ties.
    #[arg(long, value_enum, default_value_t = TieBreak::First)]
    pub(super) tie: TieBreak,
    #[command(flatten)]
    pub(super) output: OutputArguments,
    #[command(flatten)]
    pub(super) cost: CostArguments,
}

#[derive(Debug, Args)]
pub(super) struct IsingArguments {
    /// The number of rows, from 1.
    #[arg(long, allow_negative_numbers = true)]
    pub(super) rows: usize,
    /// The number of columns, from 1.
    #[arg(long, allow_negative_numbers = true)]
    pub(super) columns: usize,
    /// What is beyond the edge: nothing, or the opposite edge.
    #[arg(long, value_enum, default_value_t = Boundary::Free)]
    pub(super) boundary: Boundary,
    /// Count so many independent lattices together.
    #[arg(long, default_value_t = 1, allow_negative_numbers = true)]
    pub(super) replicates: usize,
    #[command(flatten)]
    pub(super) output: OutputArguments,
}

#[derive(Debug, Args)]
pub(super) struct ListArguments {
    #[command(flatten)]
    pub(super) output: OutputArguments,
}

/// Names on the command line are the names that are printed.
macro_rules! value_enum {
    ($type:ty, [$($variant:expr),*]) => {
        impl ValueEnum for $type {
            fn value_variants<'a>() -> &'a [Self] {
                &[$($variant),*]
            }
            fn to_possible_value(&self) -> Option<clap::builder::PossibleValue> {
                Some(clap::builder::PossibleValue::new(self.name()))
            }
        }
    };
}
value_enum!(
    Format,
    [
        Format::Text,
        Format::Markdown,
        Format::Latex,
        Format::Csv,
        Format::Json,
        Format::Prism,
        Format::Drn
    ]
);
value_enum!(Boundary, [Boundary::Free, Boundary::Torus]);
value_enum!(TieBreak, [TieBreak::First, TieBreak::Last, TieBreak::Coin]);
value_enum!(
    BanditReading,
    [
        BanditReading::Fresh,
        BanditReading::Repropose,
        BanditReading::Reuse
    ]
);
