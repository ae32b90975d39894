//! `peskun check --search`: a rule on random models.

use std::path::Path;

use super::answer::{Answer, Ending};
use super::arguments::CheckArguments;
use super::check::subject;
use super::failure::Failure;
use super::part::Part;
use super::progress::counting_bar;
use crate::chains::Requirement;
use crate::kernels::Algorithm;
use crate::laboratory::{search, search_positive};
use crate::models::{AnyModel, TableModel, TableParts, write_model};
use crate::reports::{FailedSearchReport, SearchReport};

/// The verdict of a search, after its model has been kept where that was asked.
pub(super) fn searched(
    arguments: &CheckArguments,
    algorithm: &Algorithm,
    rule: String,
    arms: Vec<String>,
    settings: Vec<(&'static str, String)>,
) -> Result<Answer, Failure> {
    if arguments.require.is_some() {
        return Err(Failure::Input(
            "--require cannot be used with --search: a rule that is searched must be reversible"
                .into(),
        ));
    }
    let kept = Kept::begin(arguments)?;
    let count = arguments.search.unwrap_or(1) as usize;
    let paths = arguments.cost.few_paths();
    let bar = counting_bar(count, "random models");
    let watch = |_| bar.inc(1);
    let outcome = match arguments.positive {
        true => search_positive(algorithm, count, arguments.seed, paths, watch),
        false => search(algorithm, count, arguments.seed, paths, watch),
    };
    bar.finish_and_clear();
    let outcome = match outcome {
        Ok(outcome) => outcome,
        Err(failure) => {
            kept.finish(Some(&failure.parts))?;
            let place = format!("random model {}", failure.tried);
            let ending = match Failure::interrupted(&rule, &place, &failure.why) {
                Failure::Undecided(sentence) => Ending::Undecided(sentence),
                refused => Ending::Refused(refused.sentence().into()),
            };
            return Ok(Answer {
                report: Box::new(FailedSearchReport {
                    rule,
                    settings,
                    seed: arguments.seed,
                    failure: *failure,
                }),
                ending,
            });
        }
    };
    kept.finish(outcome.counterexample.as_ref().map(|found| &found.parts))?;
    let certificate = match &outcome.counterexample {
        Some(found) => {
            let model = TableModel::new(found.parts.clone()).map_err(|error| error.message)?;
            let subject = subject(&AnyModel::Table(Box::new(model)), algorithm);
            let requirement = Requirement::Reversible;
            (arguments.certificate).of_chain(&subject, &found.chain, requirement, paths)
        }
        None => None,
    };
    let report = SearchReport {
        rule,
        arms,
        settings,
        seed: arguments.seed,
        positive: arguments.positive,
        outcome,
        accuracy: arguments.shown.accuracy(),
    };
    let ending = match (&report.outcome.counterexample, report.outcome.undecided) {
        (Some(_), _) => Ending::No(None),
        (None, 0) => Ending::Undecided(report.survival()),
        (None, undecided) => Ending::Undecided(format!(
            "on {undecided} of {count} random models the budget of {paths} paths ran out, allow more with --budget; {}",
            report.survival()
        )),
    };
    let answer = Answer {
        report: Box::new(report),
        ending,
    };
    arguments.certificate.kept(answer, certificate)
}

/// Where a model is to be kept. The place is tried before the search begins.
struct Kept<'p>(Option<&'p Path>);

impl<'p> Kept<'p> {
    fn begin(arguments: &'p CheckArguments) -> Result<Self, Failure> {
        let path = arguments.save_model.as_deref();
        if let Some(path) = path {
            if arguments.output.out.as_deref() == Some(path) {
                return Err(Failure::Input(format!(
                    "--out and --save-model both name {}; give each a file of its own",
                    path.display()
                )));
            }
            // The file that is begun here is removed again.
            Part::begin(path)?;
        }
        Ok(Kept(path))
    }

    /// Writes the model, if there is one.
    fn finish(self, parts: Option<&TableParts>) -> Result<(), Failure> {
        let (Some(path), Some(parts)) = (self.0, parts) else {
            return Ok(());
        };
        super::output::write_files(&[(path.to_path_buf(), write_model(parts))])
    }
}
