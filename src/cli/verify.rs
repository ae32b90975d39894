//! `peskun verify`: every claim of the paper, checked.

use std::process::ExitCode;
use std::time::Instant;

use super::answer::{Answer, Ending};
use super::exhaustive;
use super::failure::Failure;
use super::progress::counting_bar;
use super::verify_arguments::VerifyArguments;
use crate::claims::{Claim, examine, in_ledger};
use crate::numbers::{did_you_mean, excerpt};
use crate::reports::LedgerReport;

/// The ledger, or its universal claims on all models of a class.
pub(super) fn run(arguments: &VerifyArguments) -> Result<ExitCode, Failure> {
    match arguments.exhaustive {
        Some(largest) => exhaustive::run(arguments, &chosen(arguments)?, largest),
        None => answer(arguments)?.deliver(&arguments.output, &arguments.latex),
    }
}

/// The ledger; no if a verdict is not the recorded one.
pub(super) fn answer(arguments: &VerifyArguments) -> Result<Answer, Failure> {
    let claims = chosen(arguments)?;
    let start = Instant::now();
    let bar = counting_bar(claims.len(), "claims");
    let entries =
        examine(&claims, |_| bar.inc(1)).map_err(|why| Failure::Undecided(why.to_string()))?;
    bar.finish_and_clear();
    let report = LedgerReport {
        entries,
        took: start.elapsed(),
        full: !arguments.claims.is_empty(),
    };
    let changed = report.changed();
    let ending = match changed.is_empty() {
        true => Ending::Yes,
        false => Ending::No(Some(format!(
            "the verdict changed for {}",
            changed.join(", ")
        ))),
    };
    Ok(Answer {
        report: Box::new(report),
        ending,
    })
}

/// The claims with these names, or all.
fn chosen(arguments: &VerifyArguments) -> Result<Vec<Claim>, Failure> {
    let all = in_ledger(&arguments.ledger).unwrap_or_default();
    let ids = &arguments.claims;
    if ids.is_empty() {
        return Ok(all);
    }
    let find = |id: &String| {
        let known = all.iter().find(|claim| claim.id == id).copied();
        known.ok_or_else(|| {
            Failure::Input(format!(
                "no claim is called `{}`{}; `peskun verify` lists them",
                excerpt(id),
                did_you_mean(id, all.iter().map(|claim| claim.id))
            ))
        })
    };
    ids.iter().map(find).collect()
}
