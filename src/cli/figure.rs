//! `peskun figure`: the paper's two figures, and one of signs.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, ValueEnum};

use super::answer::{Answer, Ending};
use super::arguments::OutputArguments;
use super::digits::DigitsArguments;
use super::failure::Failure;
use super::latex_arguments::LatexArguments;
use super::output::{rendered, write_files};
use super::place::writable;
use super::progress::counting_bar;
use super::value_names::formats_without_matrices;
use crate::figures::{
    Effort, Figure, ISING_PARTS, ISING_WEIGHTS, NORMAL_PARTS, NORMAL_PLACES, ising_figure,
    normal_figure, straddle_picture,
};
use crate::reports::{FigureReport, Format, StraddleReport, signs, svg};

pub(super) const FIGURE_EXAMPLES: &str = "\
Examples:
  peskun figure normal --out normal.svg
  peskun figure ising --out ising.svg --data ising.csv
  peskun figure normal --steps 100000 --seed 7 --format json
  peskun figure straddle --out straddle.svg

Curves are computed without simulation; marks are simulated, each in independent \
steps from the posterior, with intervals of 95%. The marks are tested against the \
curves, with a false alarm once in a million runs: exit status 1 if they fail.";

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum Which {
    /// Figure 1: the normal example of Section 5.1, acceptance against σ².
    Normal,
    /// Figure 2: the Ising example of Section 5.2, acceptance against β.
    Ising,
    /// Where MPMC accepts more than SVE, at every pair of parameters of a
    /// lattice: exact, without simulation.
    Straddle,
}

#[derive(Debug, Args)]
pub(super) struct FigureArguments {
    /// Which figure.
    #[arg(value_enum)]
    which: Which,
    /// Write the picture to this file, F.svg.
    #[arg(long, value_name = "F.svg")]
    out: Option<PathBuf>,
    /// Write the points to this file, F.csv.
    #[arg(long, value_name = "F.csv")]
    data: Option<PathBuf>,
    /// Steps for each simulated point; the paper has 20000.
    #[arg(long, default_value_t = 20_000, allow_negative_numbers = true, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    steps: u64,
    /// Which random numbers.
    #[arg(long, default_value_t = 0, allow_negative_numbers = true)]
    seed: u64,
    /// How the points are printed.
    #[arg(long, value_parser = formats_without_matrices(), default_value_t = Format::Text)]
    pub(super) format: Format,
    #[command(flatten)]
    pub(super) latex: LatexArguments,
    #[command(flatten)]
    shown: DigitsArguments,
}

/// Computes, draws and tests the figure.
pub(super) fn run(arguments: &FigureArguments) -> Result<ExitCode, Failure> {
    for (option, path, extension) in [
        ("--out", &arguments.out, "svg"),
        ("--data", &arguments.data, "csv"),
    ] {
        let Some(path) = path else { continue };
        if path.extension().is_none_or(|found| found != extension) {
            return Err(Failure::Input(format!(
                "{option} {}: it is written to a file called .{extension}",
                path.display()
            )));
        }
        writable(path)?;
    }
    let (picture, answer) = drawn(arguments)?;
    let mut files = Vec::new();
    if let Some(path) = &arguments.out {
        files.push((path.clone(), picture));
    }
    if let Some(path) = &arguments.data {
        let data = rendered(answer.report.render(Format::Csv), Format::Csv)?;
        files.push((path.clone(), data));
    }
    write_files(&files)?;
    let output = OutputArguments {
        format: arguments.format,
        out: None,
    };
    answer.deliver(&output, &arguments.latex)
}

/// The figure, with the verdict on it.
pub(super) fn answer(arguments: &FigureArguments) -> Result<Answer, Failure> {
    drawn(arguments).map(|(_, answer)| answer)
}

/// The same after its picture.
fn drawn(arguments: &FigureArguments) -> Result<(String, Answer), Failure> {
    match arguments.which {
        Which::Normal => with_points(arguments, NORMAL_PARTS, &|effort, done| {
            normal_figure(&NORMAL_PLACES, effort, done)
        }),
        Which::Ising => with_points(arguments, ISING_PARTS, &|effort, done| {
            ising_figure(&ISING_WEIGHTS, effort, done)
        }),
        Which::Straddle => {
            let picture = straddle_picture();
            let ending = match picture.exceptions().is_empty() {
                true => Ending::Yes,
                false => Ending::No(Some("the sign does not change at the estimate".into())),
            };
            let drawn = signs(&picture);
            let report = Box::new(StraddleReport { picture });
            Ok((drawn, Answer { report, ending }))
        }
    }
}

/// How a figure is computed: it is told after each part.
type Compute<'a> = &'a dyn Fn(Effort, &(dyn Fn() + Sync)) -> Result<Figure, String>;

/// A figure with simulated points, in so many parts.
fn with_points(
    arguments: &FigureArguments,
    parts: usize,
    compute: Compute<'_>,
) -> Result<(String, Answer), Failure> {
    let effort = Effort {
        steps: arguments.steps,
        seed: arguments.seed,
    };
    let bar = counting_bar(parts, "parts");
    let figure = compute(effort, &|| bar.inc(1));
    bar.finish_and_clear();
    let report = FigureReport {
        figure: figure?,
        steps: arguments.steps,
        seed: arguments.seed,
        places: arguments.shown.given(),
    };
    Ok((svg(&report.figure), verdict(report)))
}

fn verdict(report: FigureReport) -> Answer {
    let ending = match report.figure.test().passes() {
        true => Ending::Yes,
        false => Ending::No(Some(
            "the simulated points do not lie on the computed curves".into(),
        )),
    };
    Answer {
        report: Box::new(report),
        ending,
    }
}
