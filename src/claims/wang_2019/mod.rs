//! The ledger `wang-2019`: G. Wang, *A multi-armed bandit MCMC, with applications
//! in sampling from doubly intractable posterior* (2019), statement by statement.

mod all_rules;
mod closed_forms;
mod efficiency;
mod estimators;
mod plug_in;
mod section_1;
mod section_2_1;
mod section_2_2;
mod section_2_4;
mod section_3;
mod section_4_1;
mod section_4_2;
mod section_5_1;
mod section_5_2;
mod section_6;
mod theorems;

pub(super) use theorems::THEOREMS;

use super::Claim;
use crate::models::{TableModel, bernoulli_pair, three_point_pair};

/// The ledger's name.
pub(super) const NAME: &str = "wang-2019";

/// Its two examples, Sections 3.1 and 3.2.
pub(super) fn examples() -> [TableModel; 2] {
    [bernoulli_pair(), three_point_pair()]
}

/// Every claim, from the abstract to the discussion.
pub(super) fn claims() -> Vec<Claim> {
    [
        section_1::CLAIMS,
        section_2_1::CLAIMS,
        section_2_2::CLAIMS,
        section_2_4::CLAIMS,
        section_3::CLAIMS,
        section_4_1::CLAIMS,
        section_4_2::CLAIMS,
        section_5_1::CLAIMS,
        section_5_2::CLAIMS,
        efficiency::CLAIMS,
        section_6::CLAIMS,
    ]
    .concat()
}

/// Does a claim share results with others, which are computed in parallel?
pub(super) fn shares(claim: &Claim) -> bool {
    let sharing = [section_5_1::CLAIMS, section_5_2::CLAIMS, efficiency::CLAIMS];
    let mut sharing = sharing.into_iter().flatten();
    sharing.any(|other| other.id == claim.id)
}
