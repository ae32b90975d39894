//! `peskun report`: all of it as one HTML page, command by command.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;

use super::answer::{Answer, Ending};
use super::arguments::OutputArguments;
use super::asked;
use super::failure::{Failure, decided};
use super::names::Names;
use super::output::{deliver, print, rendered, write_files};
use super::part::Part;
use super::place::unwritable;
use super::report_plan::{INVALID, PLANS};
use super::value_names::formats_without_matrices;
use crate::reports::{Answered, Chapter, Format, PageReport, UndecidedReport};

pub(super) const REPORT_EXAMPLES: &str = "\
Examples:
  peskun report --out report
  peskun report --out report --skip-figures
  peskun report --out report --steps 100000 --seed 7 --format json

Writes DIR/index.html, a page that needs nothing else: the ledger, exact transition \
tables, rules and comparisons on the paper's examples, the 10 × 10 lattice and both \
figures, each with the command that prints it. The figures take most of the time. \
Exit status 1 if a verdict changed, or if simulated points miss their curves, 3 if a \
command is undecided; the others are on the page all the same.";

#[derive(Debug, Args)]
pub(super) struct ReportArguments {
    /// Write DIR/index.html; the directory is made if there is none.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Leave the figures out.
    #[arg(long)]
    skip_figures: bool,
    /// Steps for each simulated point of the figures.
    #[arg(long, default_value_t = 20_000, allow_negative_numbers = true, conflicts_with = "skip_figures", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    steps: u64,
    /// Which random numbers.
    #[arg(
        long,
        default_value_t = 0,
        allow_negative_numbers = true,
        conflicts_with = "skip_figures"
    )]
    seed: u64,
    /// How the commands and their answers are printed.
    #[arg(long, value_parser = formats_without_matrices(), default_value_t = Format::Text)]
    format: Format,
}

/// Runs all commands and writes the page.
pub(super) fn run(arguments: &ReportArguments) -> Result<ExitCode, Failure> {
    if matches!(arguments.format, Format::Prism | Format::Drn) {
        rendered(None, arguments.format)?;
    }
    make_directory(&arguments.out)?;
    let page = arguments.out.join("index.html");
    // Better to know now than after a minute; what is begun here is removed again.
    Part::begin(&page).map(drop)?;
    let (mut failures, mut undecided) = (Vec::new(), false);
    let mut chapters = Vec::new();
    for plan in &PLANS {
        let mut answers = Vec::new();
        for (heading, line) in plan.commands {
            let Some(line) = completed(line, arguments) else {
                continue;
            };
            let answer = or_undecided(&line, answer(&line))?;
            let status = answer.ending.status();
            undecided |= matches!(answer.ending, Ending::Undecided(_));
            failures.extend(failure(&line, answer.ending));
            answers.push(Answered {
                heading: (*heading).into(),
                command: line,
                status,
                report: answer.report,
            });
        }
        if !answers.is_empty() {
            chapters.push(Chapter {
                heading: plan.heading.into(),
                prose: plan.prose.into(),
                answers,
            });
        }
    }
    let report = PageReport { chapters, failures };
    write_files(&[(page.clone(), report.page())])?;
    let output = OutputArguments {
        format: arguments.format,
        out: None,
    };
    deliver(&report, &output)?;
    if arguments.format == Format::Text {
        print(&format!("\nThe page is {}\n", page.display()))?;
    }
    match report.failures.join("; ") {
        _ if report.failures.is_empty() => Ok(ExitCode::SUCCESS),
        sentences if undecided => Ending::Undecided(sentences).code(),
        sentences => Ending::No(Some(sentences)).code(),
    }
}

/// The answer to a command, or that it has none within its budget: the others
/// are on the page all the same.
fn or_undecided(line: &str, answer: Result<Answer, Failure>) -> Result<Answer, Failure> {
    Ok(decided(answer)?.unwrap_or_else(|reason| Answer {
        report: Box::new(UndecidedReport {
            reason: reason.clone(),
        }),
        ending: Ending::Undecided(format!("`peskun {line}`: {reason}")),
    }))
}

/// The command line as it is run, if it is.
fn completed(line: &str, arguments: &ReportArguments) -> Option<String> {
    match line.starts_with("figure ") {
        true if arguments.skip_figures => None,
        // It has no points to simulate.
        true if line == "figure straddle" => Some(line.into()),
        true => Some(format!(
            "{line} --steps {} --seed {}",
            arguments.steps, arguments.seed
        )),
        false => Some(line.into()),
    }
}

/// What is wrong, if something is.
fn failure(line: &str, ending: Ending) -> Option<String> {
    let invalid = INVALID.contains(&line);
    match ending {
        Ending::Yes if invalid => Some(format!("`peskun {line}` says yes")),
        Ending::Yes => None,
        Ending::No(_) if invalid => None,
        Ending::No(Some(sentence)) | Ending::Undecided(sentence) | Ending::Refused(sentence) => {
            Some(sentence)
        }
        Ending::No(None) => Some(format!("`peskun {line}` says no")),
    }
}

fn make_directory(path: &Path) -> Result<(), Failure> {
    if path.exists() && !path.is_dir() {
        return Err(Failure::Input(format!(
            "{} is not a directory; --out takes one, and makes it if there is none",
            path.display()
        )));
    }
    fs::create_dir_all(path).map_err(|error| unwritable(path, &error))
}

/// The answer to a command line.
fn answer(line: &str) -> Result<Answer, Failure> {
    asked::answer(line.split(' '), &Names::OfFiles)
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::super::arguments::{Arguments, Command};
    use super::*;

    fn arguments(more: &[&str]) -> ReportArguments {
        let words = ["peskun", "report", "--out", "there"];
        let parsed = Arguments::try_parse_from(words.iter().chain(more)).expect("arguments");
        let report = match parsed.command {
            Some(Command::Report(arguments)) => Some(arguments),
            _ => None,
        };
        report.expect("a report")
    }

    #[test]
    fn every_line_is_a_command() {
        let arguments = arguments(&["--steps", "7", "--seed", "3"]);
        let (mut figures, mut invalid) = (0, 0);
        for (_, line) in PLANS.iter().flat_map(|plan| plan.commands) {
            let line = completed(line, &arguments).expect("nothing is skipped");
            invalid += usize::from(INVALID.contains(&&*line));
            let words = ["peskun"].into_iter().chain(line.split(' '));
            assert!(Arguments::try_parse_from(words).is_ok(), "{line}");
            figures += usize::from(line.ends_with("--steps 7 --seed 3"));
        }
        assert_eq!((figures, invalid), (2, INVALID.len()));
    }

    #[test]
    fn figures_can_be_skipped() {
        let arguments = arguments(&["--skip-figures"]);
        assert_eq!(completed("figure ising", &arguments), None);
        assert_eq!(completed("verify", &arguments).as_deref(), Some("verify"));
    }

    #[test]
    fn what_is_undecided_is_on_the_page() {
        let line = "table --model three-point-pair --kernel mabmc --budget 7";
        let found = or_undecided(line, answer(line)).expect("an answer");
        assert_eq!(found.ending.status(), 3);
        assert!(found.report.json().to_string().contains("7 paths"));
        let bad = Err(Failure::Input("no such thing".into()));
        assert!(or_undecided("table", bad).is_err());
    }

    #[test]
    fn failures_are_told_and_invalid_rules_are_none() {
        let said = || Ending::No(Some("the verdict changed".into()));
        assert_eq!(failure("verify", Ending::Yes), None);
        assert_eq!(
            failure("verify", said()).as_deref(),
            Some("the verdict changed")
        );
        assert_eq!(failure(INVALID[0], Ending::No(None)), None);
        assert!(failure(INVALID[0], Ending::Yes).is_some());
        assert!(failure(INVALID[1], Ending::Undecided("out".into())).is_some());
        assert_eq!(
            failure("table", Ending::No(None)).as_deref(),
            Some("`peskun table` says no")
        );
    }
}
