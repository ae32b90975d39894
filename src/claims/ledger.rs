//! The ledger: all claims in the order of the paper, examined.

use rayon::prelude::*;

use super::{
    Claim, Engine, Finding, section_1, section_2_1, section_2_2, section_2_4, section_3,
    section_4_1, section_4_2, section_5_1, section_5_2, section_6,
};
use crate::chance::Interrupted;

/// A claim with what was found.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The claim.
    pub claim: Claim,
    /// The finding.
    pub finding: Finding,
}

impl Entry {
    /// Is the verdict the recorded one?
    pub fn is_as_expected(&self) -> bool {
        self.claim.expected == self.finding.verdict
    }
}

/// Every claim, from the abstract to the discussion.
pub fn all_claims() -> Vec<Claim> {
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
        section_6::CLAIMS,
    ]
    .concat()
}

/// Examines claims in parallel and reports each as it is done.
pub fn examine(claims: &[Claim], done: impl Fn(&Claim) + Sync) -> Result<Vec<Entry>, Interrupted> {
    let engine = Engine::new();
    claims
        .par_iter()
        .map(|claim| {
            let finding = (claim.check)(&engine)?;
            done(claim);
            Ok(Entry {
                claim: *claim,
                finding,
            })
        })
        .collect()
}
