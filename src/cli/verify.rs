//! `peskun verify`: every claim of the paper, checked.

use std::time::Instant;

use super::answer::{Answer, Ending};
use super::arguments::VerifyArguments;
use super::failure::Failure;
use super::progress::counting_bar;
use crate::claims::{Claim, all_claims, examine};
use crate::reports::LedgerReport;

/// The ledger; no if a verdict is not the recorded one.
pub(super) fn answer(arguments: &VerifyArguments) -> Result<Answer, Failure> {
    let claims = chosen(&arguments.claims)?;
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
fn chosen(ids: &[String]) -> Result<Vec<Claim>, Failure> {
    let all = all_claims();
    if ids.is_empty() {
        return Ok(all);
    }
    let find = |id: &String| {
        let known = all.iter().find(|claim| claim.id == id).copied();
        known.ok_or_else(|| {
            Failure::Input(format!(
                "no claim is called `{id}`; `peskun verify` lists them"
            ))
        })
    };
    ids.iter().map(find).collect()
}
