//! `peskun replay`: a certificate derived again.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::answer::{Answer, Ending};
use super::arguments::OutputArguments;
use super::failure::Failure;
use super::latex_arguments::LatexArguments;
use super::signals::end_cleanly_on_interruption;
use crate::certificates::{LARGEST_CERTIFICATE, Permission, Refusal, replay_certificate};
use crate::chance::Budget;
use crate::models::text::read_text;
use crate::outside::ProgramLimits;
use crate::reports::ReplayReport;

pub(super) const REPLAY_EXAMPLES: &str = "\
Examples:
  peskun check --model bernoulli-pair --rule max-draws --certificate no.json
  peskun replay no.json
  peskun replay no.json --format json
  peskun replay no.json --run

The answers along every path of the certificate are given to the step itself, which is \
built from what the file is about; probabilities are computed from the questions that the \
step asks, and each number in the file is compared. A file that is about a program has \
its command, which is run only with --run: look at it first. \
Exit status: 0 the certificate stands, 1 it does not, 2 it is none, 3 undecided.";

#[derive(Debug, Args)]
pub(super) struct ReplayArguments {
    /// The certificate.
    #[arg(value_name = "F.json")]
    pub(super) file: PathBuf,
    /// Run the command of a certificate that is about a program.
    #[arg(long)]
    run: bool,
    /// Seconds to wait for a line of the program.
    #[arg(long, value_name = "SECONDS", requires = "run", default_value_t = 10, allow_negative_numbers = true, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    timeout: u64,
    /// The most paths to enumerate for a rule that looks at means.
    #[arg(long, value_name = "PATHS", default_value_t = Budget::PATHS, allow_negative_numbers = true)]
    budget: u64,
    #[command(flatten)]
    pub(super) output: OutputArguments,
    #[command(flatten)]
    pub(super) latex: LatexArguments,
}

/// Does the certificate stand?
pub(super) fn answer(arguments: &ReplayArguments) -> Result<Answer, Failure> {
    let file = arguments.file.display();
    let text = read_text(&arguments.file, LARGEST_CERTIFICATE, "a certificate")
        .map_err(|message| format!("{file}: {message}"))?;
    if arguments.run {
        end_cleanly_on_interruption();
    }
    let permission = Permission {
        run: arguments.run,
        limits: ProgramLimits::default().with_answer(Duration::from_secs(arguments.timeout)),
        budget: Budget::of_paths(arguments.budget),
    };
    let outcome = match replay_certificate(&text, &permission) {
        Ok(replay) => Ok(replay),
        Err(Refusal::Differs(sentence)) => Err(sentence),
        Err(Refusal::Malformed(sentence)) => {
            return Err(Failure::Input(format!("{file}: {sentence}")));
        }
        Err(Refusal::Undecided(sentence)) => {
            return Err(Failure::Undecided(format!("{file}: {sentence}")));
        }
    };
    Ok(Answer {
        ending: Ending::yes_if(outcome.is_ok()),
        report: Box::new(ReplayReport { outcome }),
    })
}
