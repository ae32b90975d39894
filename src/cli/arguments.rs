//! The command line.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, value_parser};

use super::certificate::CertificateArguments;
use super::digits::DigitsArguments;
use super::examples::{
    CHECK_EXAMPLES, COMPARE_EXAMPLES, EXAMPLES, ISING_EXAMPLES, RULES_EXAMPLES, TABLE_EXAMPLES,
};
use super::explore::{EXPLORE_EXAMPLES, ExploreArguments};
use super::figure::{FIGURE_EXAMPLES, FigureArguments};
use super::ising::IsingArguments;
use super::latex_arguments::LatexArguments;
use super::outside::{OutsideArguments, RoundingArguments};
use super::replay::{REPLAY_EXAMPLES, ReplayArguments};
use super::report::{REPORT_EXAMPLES, ReportArguments};
use super::sample_arguments::{SAMPLE_EXAMPLES, SampleArguments};
use super::texts::{
    COMPLETIONS_EXAMPLES, CompletionsArguments, MANUAL_EXAMPLES, ManualArguments, SCHEMA_EXAMPLES,
    SchemaArguments,
};
use super::value_names::formats_without_matrices;
use super::verify_arguments::{MERGE_EXAMPLES, MergeArguments, VERIFY_EXAMPLES, VerifyArguments};
use crate::chains::Requirement;
use crate::chance::{Budget, Reading};
use crate::claims::LEDGERS;
use crate::kernels::BanditReading;
use crate::reports::Format;
use crate::rules::TieBreak;

/// Exact verification of Monte Carlo algorithms.
#[derive(Debug, Parser)]
#[command(name = "peskun", version, after_help = EXAMPLES)]
pub(super) struct Arguments {
    #[command(subcommand)]
    pub(super) command: Option<Command>,
}

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Check every claim of the paper and print the ledger. Exit status 1 if a
    /// verdict is not the recorded one.
    #[command(after_help = VERIFY_EXAMPLES)]
    Verify(VerifyArguments),
    /// Put the parts of `peskun verify --exhaustive` together. Exit status 1 if
    /// a claim has an exception, 3 if blocks are missing.
    #[command(after_help = MERGE_EXAMPLES)]
    Merge(MergeArguments),
    /// The exact transition matrix of a kernel, and four verdicts on it. Exit
    /// status 1 if it does not leave its target invariant or misses states.
    #[command(after_help = TABLE_EXAMPLES, mut_arg("format", |format| format.value_parser(value_parser!(Format))))]
    Table(TableArguments),
    /// Is a decision rule, a kernel or a chain what it should be? Exit status 0
    /// if it is, 1 if not, 3 if a search finds nothing against it.
    #[command(after_help = CHECK_EXAMPLES, mut_arg("arms", |arms| arms.conflicts_with_all(KERNEL_OR_OUTSIDE)))]
    Check(CheckArguments),
    /// Kernels side by side: orders, variances, eigenvalues, cost.
    #[command(after_help = COMPARE_EXAMPLES)]
    Compare(CompareArguments),
    /// How many configurations of an Ising lattice have each energy, exactly.
    #[command(after_help = ISING_EXAMPLES)]
    Ising(IsingArguments),
    /// Run a sampler and test it against its exact law. Exit status 1 if it
    /// fails or the law is wrong, 3 if the run is too short to say.
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
    /// A live page on this machine: type a rule or a step and see what it is.
    #[command(after_help = EXPLORE_EXAMPLES)]
    Explore(ExploreArguments),
    /// Derive a certificate again: does what it says follow? Exit status 0 if it
    /// does, 1 if not.
    #[command(after_help = REPLAY_EXAMPLES)]
    Replay(ReplayArguments),
    /// The models that are built in.
    Models(ListArguments),
    /// The kernels that have a name.
    Kernels(ListArguments),
    /// The decision rules; with a model, how good each is on it.
    #[command(after_help = RULES_EXAMPLES)]
    Rules(RulesArguments),
    /// The JSON Schema of what commands print with --format json.
    #[command(after_help = SCHEMA_EXAMPLES)]
    Schema(SchemaArguments),
    /// Completions for a shell.
    #[command(after_help = COMPLETIONS_EXAMPLES)]
    Completions(CompletionsArguments),
    /// The manual, as a page for `man`.
    #[command(after_help = MANUAL_EXAMPLES)]
    Manual(ManualArguments),
}

impl Command {
    /// What `peskun` without arguments does.
    pub(super) fn verify() -> Self {
        Command::Verify(VerifyArguments {
            claims: Vec::new(),
            ledger: LEDGERS[0].into(),
            exhaustive: None,
            shapes: Vec::new(),
            shard: None,
            output: OutputArguments {
                format: Format::Text,
                out: None,
            },
            latex: LatexArguments::default(),
        })
    }
}

/// The options that name a kernel from outside.
pub(super) const OUTSIDE: [&str; 3] = ["programs", "scripts", "matrices"];
const SEARCH_OR_OUTSIDE: [&str; 4] = ["search", "programs", "scripts", "matrices"];
const KERNEL_OR_OUTSIDE: [&str; 4] = ["kernel", "programs", "scripts", "matrices"];

/// What has no random models.
const ONE_MODEL_OR_OUTSIDE: [&str; 4] = ["model", "programs", "scripts", "matrices"];

/// Where the answer goes, and what it may cost.
#[derive(Debug, Args)]
pub(super) struct OutputArguments {
    /// How the answer is written.
    #[arg(long, value_parser = formats_without_matrices(), default_value_t = Format::Text)]
    pub(super) format: Format,
    /// Write to this file instead of the standard output. Without --format the
    /// ending says how: .tex, .md, .csv, .json or .txt. A file that is there is
    /// replaced when the new one is whole; other names of it keep what it was.
    #[arg(long, value_name = "FILE")]
    pub(super) out: Option<PathBuf>,
}

/// The help on budgets, whose defaults depend on what is enumerated.
pub(super) const BUDGET: &str = "The most paths to enumerate before the answer is `undecided` \
    [default: 30000000, some ten seconds; 1000000 for a program, a script, and each model of a search]";

/// What an enumeration may cost.
#[derive(Debug, Args)]
pub(super) struct CostArguments {
    #[arg(long, value_name = "PATHS", help = BUDGET, allow_negative_numbers = true)]
    budget: Option<u64>,
    /// Enumerate path by path, without merging equal values: slower, and the
    /// result is the same.
    #[arg(long)]
    pub(super) unmerged: bool,
}

impl CostArguments {
    /// The most paths of what is built in.
    pub(super) fn paths(&self) -> u64 {
        self.budget.unwrap_or(Budget::PATHS)
    }

    /// The most paths of what answers slowly, or of one among many.
    pub(super) fn few_paths(&self) -> u64 {
        self.budget.unwrap_or(Budget::FEW_PATHS)
    }

    /// How steps are enumerated.
    pub(super) fn reading(&self) -> Reading {
        match self.unmerged {
            true => Reading::Plain,
            false => Reading::Merged,
        }
    }
}

#[derive(Debug, Args)]
pub(super) struct TableArguments {
    /// A built-in model or a model file (see `peskun models`).
    #[arg(long, requires = "kernel", required_unless_present_any = OUTSIDE, conflicts_with_all = OUTSIDE)]
    pub(super) model: Option<String>,
    /// A kernel by name (see `peskun kernels`).
    #[arg(long, requires = "model", conflicts_with_all = OUTSIDE)]
    pub(super) kernel: Option<String>,
    #[command(flatten)]
    pub(super) outside: OutsideArguments,
    #[command(flatten)]
    pub(super) rounding: RoundingArguments,
    /// How a decision rule breaks ties.
    #[arg(long, value_enum, default_value_t = TieBreak::First, conflicts_with_all = OUTSIDE)]
    pub(super) tie: TieBreak,
    #[command(flatten)]
    pub(super) output: OutputArguments,
    #[command(flatten)]
    pub(super) latex: LatexArguments,
    #[command(flatten)]
    pub(super) cost: CostArguments,
    #[command(flatten)]
    pub(super) shown: DigitsArguments,
}

#[derive(Debug, Args)]
pub(super) struct CheckArguments {
    /// A built-in model or a model file (see `peskun models`).
    #[arg(long, required_unless_present_any = SEARCH_OR_OUTSIDE, conflicts_with_all = OUTSIDE)]
    pub(super) model: Option<String>,
    /// A decision rule by name (see `peskun rules`), an expression or a file.
    #[arg(long, required_unless_present_any = KERNEL_OR_OUTSIDE, conflicts_with_all = KERNEL_OR_OUTSIDE)]
    pub(super) rule: Option<String>,
    /// A kernel by name (see `peskun kernels`).
    #[arg(long, requires = "model", conflicts_with_all = OUTSIDE)]
    pub(super) kernel: Option<String>,
    #[command(flatten)]
    pub(super) outside: OutsideArguments,
    #[command(flatten)]
    pub(super) rounding: RoundingArguments,
    /// Try so many random models instead of one; the first counterexample is
    /// made as small as possible. A --program is started so many times, with a
    /// number in its environment variable PESKUN_SEARCH.
    #[arg(long, value_name = "MODELS", conflicts_with_all = ["model", "kernel", "scripts", "matrices"], value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub(super) search: Option<u64>,
    /// Which random models; the first number for a --program.
    #[arg(long, default_value_t = 0, requires = "search", conflicts_with_all = ["model", "scripts", "matrices"])]
    pub(super) seed: u64,
    /// What it must be: invariant (the target is left as it is), reversible
    /// (detailed balance) or ergodic (invariant, irreducible and aperiodic). By
    /// default a rule must be reversible, a kernel invariant and irreducible.
    #[arg(long, value_enum, value_name = "WHAT")]
    pub(super) require: Option<Requirement>,
    /// Search models with full support only: every weight of the likelihood,
    /// the proposal and the auxiliary law is positive.
    #[arg(long, requires = "search", conflicts_with_all = ONE_MODEL_OR_OUTSIDE)]
    pub(super) positive: bool,
    /// Keep the counterexample, or the model on which the rule fails, as a
    /// model file.
    #[arg(
        long,
        value_name = "FILE",
        requires = "search",
        conflicts_with_all = ONE_MODEL_OR_OUTSIDE
    )]
    pub(super) save_model: Option<PathBuf>,
    #[command(flatten)]
    pub(super) arms: ArmsArguments,
    /// How "repeat Step 2–7" of Algorithm 5 is read.
    #[arg(long, value_enum, default_value_t = BanditReading::Fresh, conflicts_with_all = KERNEL_OR_OUTSIDE)]
    pub(super) reading: BanditReading,
    /// How the rule breaks ties.
    #[arg(long, value_enum, default_value_t = TieBreak::First, conflicts_with_all = OUTSIDE)]
    pub(super) tie: TieBreak,
    #[command(flatten)]
    pub(super) certificate: CertificateArguments,
    #[command(flatten)]
    pub(super) output: OutputArguments,
    #[command(flatten)]
    pub(super) latex: LatexArguments,
    #[command(flatten)]
    pub(super) cost: CostArguments,
    #[command(flatten)]
    pub(super) shown: DigitsArguments,
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
    pub(super) certificate: CertificateArguments,
    #[command(flatten)]
    pub(super) output: OutputArguments,
    #[command(flatten)]
    pub(super) latex: LatexArguments,
    #[command(flatten)]
    pub(super) cost: CostArguments,
    #[command(flatten)]
    pub(super) shown: DigitsArguments,
}

#[derive(Debug, Args)]
pub(super) struct CompareArguments {
    /// A built-in model or a model file (see `peskun models`).
    #[arg(long, required_unless_present_any = OUTSIDE)]
    pub(super) model: Option<String>,
    /// Kernels by name (see `peskun kernels`).
    #[arg(value_name = "KERNEL", requires = "model", required_unless_present_any = OUTSIDE)]
    pub(super) kernels: Vec<String>,
    #[command(flatten)]
    pub(super) outside: OutsideArguments,
    #[command(flatten)]
    pub(super) rounding: RoundingArguments,
    #[command(flatten)]
    pub(super) averaged: FunctionArguments,
    /// How decision rules break ties.
    #[arg(long, value_enum, default_value_t = TieBreak::First)]
    pub(super) tie: TieBreak,
    #[command(flatten)]
    pub(super) certificate: CertificateArguments,
    #[command(flatten)]
    pub(super) output: OutputArguments,
    #[command(flatten)]
    pub(super) latex: LatexArguments,
    #[command(flatten)]
    pub(super) cost: CostArguments,
    #[command(flatten)]
    pub(super) shown: DigitsArguments,
}

#[derive(Debug, Args)]
pub(super) struct ListArguments {
    #[command(flatten)]
    pub(super) output: OutputArguments,
    #[command(flatten)]
    pub(super) latex: LatexArguments,
}
