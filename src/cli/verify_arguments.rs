//! The arguments of `peskun verify` and `peskun merge`.

use std::path::PathBuf;

use clap::Args;

use super::arguments::OutputArguments;
use super::latex_arguments::LatexArguments;
use crate::claims::{LEDGERS, Shape, Shard};

pub(super) const VERIFY_EXAMPLES: &str = "\
Examples:
  peskun verify
  peskun verify --claim first-mpmc
  peskun verify --claim algorithm-5-literal --claim ties --format json
  peskun verify --exhaustive 1 --shapes 2x2,2x3
  peskun verify --exhaustive 1 --shard 1/4 --out part-1

✓ verified: true as stated. ≠ corrected: true in substance, and a printed number, label or condition is not. \
✗ refuted: false as stated. ! settled: a question that the paper leaves open, answered. ? open: not decided yet.

Every claim says what it rests on: a theorem that was proved by machine, a \
witness, all of a finite class, interval arithmetic, quadrature or random models. A \
claim about every model that rests on random models alone stays open. Most rest on several of these: a claim is \
counted under each in the last lines, which so add up to more than the claims.

--exhaustive W examines those claims on all models with 2 or 3 parameters, 2 or 3 \
points and integer weights up to W, up to relabeling and scaling. With --out the \
file grows block by block, and the same command goes on where an earlier one was \
ended. In an array job of SLURM or under mpirun each process takes a part of its \
own, and writes FILE.1-of-4 and so on; `peskun merge` puts the parts together.";

pub(super) const MERGE_EXAMPLES: &str = "\
Examples:
  peskun merge part-1 part-2 part-3 part-4
  peskun merge all.* --out verification/exhaustive.record

The record has the same bytes however the run was cut. Exit status 1 if a claim \
has an exception, 3 if blocks are missing.";

#[derive(Debug, Args)]
pub(super) struct VerifyArguments {
    /// Show only this claim, in full; may be given several times.
    #[arg(long = "claim", value_name = "ID")]
    pub(super) claims: Vec<String>,
    /// Which ledger.
    #[arg(long, value_name = "NAME", default_value = LEDGERS[0], value_parser = LEDGERS)]
    pub(super) ledger: String,
    /// Examine the claims about every model on all models with integer weights
    /// up to this.
    #[arg(long, value_name = "W", value_parser = clap::value_parser!(u8).range(1..=9))]
    pub(super) exhaustive: Option<u8>,
    /// Only these shapes, parameters by points.
    #[arg(
        long,
        value_name = "NxM,…",
        requires = "exhaustive",
        value_delimiter = ','
    )]
    pub(super) shapes: Vec<Shape>,
    /// Only a part of the models: 1/4 is the first of four.
    #[arg(long, value_name = "I/N", requires = "exhaustive")]
    pub(super) shard: Option<Shard>,
    #[command(flatten)]
    pub(super) output: OutputArguments,
    #[command(flatten)]
    pub(super) latex: LatexArguments,
}

#[derive(Debug, Args)]
pub(super) struct MergeArguments {
    /// The files of all parts of a run.
    #[arg(required = true, value_name = "FILE")]
    pub(super) parts: Vec<PathBuf>,
    #[command(flatten)]
    pub(super) output: OutputArguments,
    #[command(flatten)]
    pub(super) latex: LatexArguments,
}
