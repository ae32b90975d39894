//! Kernels side by side as one table: a row for each, its verdicts and figures,
//! and how it stands to every other one.

use super::compare::{CompareReport, Pair, efficiency_float};
use super::compared::{Compared, Measured};
use super::sheet::Sheet;
use super::verdicts;
use crate::chains::{Figure, Merit, Order, Requirement, Unordered, Verdicts};

/// The columns are called as in JSON; those of the orders after both kernels.
pub(super) fn compare_sheet(report: &CompareReport) -> Sheet {
    let kernels = &report.kernels;
    let names = || kernels.iter().map(|kernel| &kernel.name);
    let word = |kernel: &Compared| match &kernel.known {
        Ok(known) => verdicts::word(&known.verdicts, Requirement::Sampler),
        Err(_) => "undecided",
    };
    let merits = || kernels.iter().map(|kernel| kernel.known.as_ref().ok());
    let of = |figure: fn(&Merit) -> Option<&Figure>| {
        merits().map(move |known: Option<&Measured>| figure(&known?.merit).cloned())
    };
    let mut sheet = Sheet::default()
        .words("kernel", names())
        .words("verdict", kernels.iter().map(word))
        .figures("acceptance", of(|merit| Some(&merit.acceptance)))
        .figures("moves", of(|merit| Some(&merit.moves)))
        .figures(
            "asymptotic_variance",
            of(|merit| merit.asymptotic_variance.as_ref()),
        )
        .figures("lambda2", of(|merit| merit.second_modulus.as_ref()))
        .figures("draws_per_step", of(|merit| Some(&merit.draws_per_step)))
        .exact("efficiency", of(|merit| merit.efficiency.as_ref()))
        .doubles(
            "efficiency_float",
            merits().map(|known| efficiency_float(&known?.merit)),
        );
    for (place, name) in Verdicts::NAMES.into_iter().enumerate() {
        let column =
            merits().map(|known| known.map_or("", |k| verdicts::words(&k.verdicts)[place].1));
        sheet = sheet.words(name, column);
    }
    for (other, name) in names().enumerate() {
        let stands = || (0..kernels.len()).map(move |kernel| standing(report, kernel, other));
        sheet = sheet
            .words(
                &format!("peskun_to_{name}"),
                stands().map(|(peskun, _)| peskun),
            )
            .words(
                &format!("covariance_to_{name}"),
                stands().map(|(_, covariance)| covariance),
            );
    }
    sheet
}

/// How a kernel stands to another one in Peskun's order and in the covariance
/// order: above, below, equal or incomparable; nothing where that is not known,
/// and to itself.
fn standing(report: &CompareReport, kernel: usize, other: usize) -> (&'static str, &'static str) {
    let between = |pair: &&Pair| {
        (pair.first, pair.second) == (kernel, other) || (pair.second, pair.first) == (kernel, other)
    };
    let Some(pair) = report.pairs.iter().find(between) else {
        return ("", "");
    };
    let word = |order: Order| match order {
        Order::Equal => "equal",
        Order::Incomparable => "incomparable",
        Order::First if pair.first == kernel => "above",
        Order::Second if pair.second == kernel => "above",
        Order::First | Order::Second => "below",
    };
    match &pair.orders {
        None | Some(Err(Unordered::Enclosed)) => ("", ""),
        Some(Err(_)) => ("incomparable", "incomparable"),
        Some(Ok((peskun, covariance))) => (
            word(peskun.order),
            covariance
                .as_ref()
                .map_or("", |covariance| word(covariance.order)),
        ),
    }
}
