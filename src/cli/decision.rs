//! The law of the chosen arm where a rule breaks detailed balance.

use super::arguments::CostArguments;
use super::progress::watched;
use super::table::as_table;
use crate::chains::{Chain, Witness};
use crate::chance::Budget;
use crate::kernels::Algorithm;
use crate::laboratory::decision_law;
use crate::models::AnyModel;
use crate::reports::Decision;

/// The law at the pair whose flows differ most; nothing if all agree, or if
/// the algorithm does not choose between arms.
pub(super) fn at_broken_pair(
    algorithm: &Algorithm,
    model: &AnyModel,
    chain: &Chain,
    cost: &CostArguments,
) -> Option<Decision> {
    let Witness { from, to, .. } = chain.imbalance()?;
    let arms = algorithm.arms();
    let Algorithm::Bandit { .. } = algorithm else {
        return None;
    };
    let table = as_table(model, &arms).map_err(|failure| failure.sentence().into());
    let law = table.and_then(|table| {
        let budget = Budget::of_paths(cost.paths());
        let law = watched(&budget, cost.paths(), || {
            decision_law(algorithm, &table, (from, to), &budget)
        });
        law.map_err(|why| why.to_string())
    });
    let arms = arms.iter().map(ToString::to_string).collect();
    Some(Decision {
        arms,
        law: law.transpose()?,
    })
}
