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

/// Examines claims and reports each as it is done: first, one by one, those of
/// Section 5, which share results and compute them in parallel; then the others,
/// in parallel.
pub fn examine(claims: &[Claim], done: impl Fn(&Claim) + Sync) -> Result<Vec<Entry>, Interrupted> {
    let engine = Engine::new();
    let examined = |(place, claim): (usize, &Claim)| {
        let finding = (claim.check)(&engine)?;
        done(claim);
        let claim = *claim;
        Ok((place, Entry { claim, finding }))
    };
    let sharing = [section_5_1::CLAIMS, section_5_2::CLAIMS].concat();
    let (first, then): (Vec<_>, Vec<_>) = claims
        .iter()
        .enumerate()
        .partition(|(_, claim)| sharing.iter().any(|other| other.id == claim.id));
    let mut all: Vec<(usize, Entry)> = first.into_iter().map(examined).collect::<Result<_, _>>()?;
    let then: Result<Vec<_>, _> = then.into_par_iter().map(examined).collect();
    all.extend(then?);
    all.sort_by_key(|(place, _)| *place);
    Ok(all.into_iter().map(|(_, entry)| entry).collect())
}
