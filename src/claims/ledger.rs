//! Ledgers by name, and their claims examined.

use super::evidence::proved;
use super::{
    Basis, Check, Claim, Engine, Finding, Proofs, Property, Verdict, recorded_proofs, wang_2019,
};
use crate::chance::{Interrupted, in_order};

/// The ledgers, by name.
pub const LEDGERS: [&str; 1] = [wang_2019::NAME];

/// The claims of a ledger, or nothing if no ledger has the name.
pub fn in_ledger(name: &str) -> Option<Vec<Claim>> {
    (name == wang_2019::NAME).then(wang_2019::claims)
}

/// Every claim of every ledger.
pub fn all_claims() -> Vec<Claim> {
    LEDGERS
        .into_iter()
        .filter_map(in_ledger)
        .flatten()
        .collect()
}

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

/// Examines claims and reports each as it is done: first the properties that are claimed of
/// every model, on one model after the other; then, one by one, the claims which share
/// results and compute them in parallel; then the others, in parallel.
pub fn examine(claims: &[Claim], done: impl Fn(&Claim) + Sync) -> Result<Vec<Entry>, Interrupted> {
    let mut engine = Engine::new(wang_2019::examples());
    let properties: Vec<(&'static str, Property)> = claims
        .iter()
        .filter_map(|claim| Some((claim.id, claim.property()?)))
        .collect();
    engine.survey(&properties)?;
    let (engine, proofs) = (engine, recorded_proofs());
    let examined = |&(place, claim): &(usize, &Claim)| {
        let entry = entry(claim, &engine, &proofs)?;
        done(claim);
        Ok((place, entry))
    };
    let (first, then): (Vec<_>, Vec<_>) = claims
        .iter()
        .enumerate()
        .partition(|(_, claim)| wang_2019::shares(claim));
    let mut all: Vec<(usize, Entry)> = first.iter().map(examined).collect::<Result<_, _>>()?;
    all.extend(in_order(&then, examined)?);
    all.sort_by_key(|(place, _)| *place);
    Ok(all.into_iter().map(|(_, entry)| entry).collect())
}

fn entry(claim: &Claim, engine: &Engine, proofs: &Proofs) -> Result<Entry, Interrupted> {
    let finding = match claim.check {
        Check::Universal { found, .. } => found(engine, engine.held(claim.id))?,
        Check::Particular(check) => check(engine)?,
    };
    Ok(Entry {
        claim: *claim,
        finding: grounded(claim, finding, proofs),
    })
}

/// The finding with the theorem, where the claim has one that was proved; and a
/// universal claim whose property held on samples alone stays open.
fn grounded(claim: &Claim, mut finding: Finding, proofs: &Proofs) -> Finding {
    // A theorem is no ground for a verdict that it does not have.
    if finding.verdict == claim.expected {
        finding.basis = finding.basis.and(&proved(&claim.theorems(), proofs));
    }
    if claim.property().is_some() && is_on_samples_alone(&finding.basis) {
        finding.verdict = Verdict::Open;
        finding.exact = format!(
            "on samples alone, without a proof or a whole class: {}",
            finding.exact
        );
    }
    finding
}

fn is_on_samples_alone(basis: &Basis) -> bool {
    basis.names().contains(&"sampled") && !basis.is_about_all_models()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every universal claim stays open on samples alone, is not on a theorem, and a
    /// theorem lends nothing to another verdict.
    #[test]
    fn samples_alone_verify_nothing() {
        let claims: Vec<Claim> = all_claims();
        let claim = claims.iter().find(|claim| claim.id == "lemma-2").copied();
        let claim = claim.expect("a universal claim");
        let mut engine = Engine::new(wang_2019::examples());
        engine.random.truncate(3);
        let property = claim.property().expect("universal");
        engine.survey(&[(claim.id, property)]).expect("enumerated");
        let sampled = engine.held(claim.id).basis.sampled_only();
        let finding = Finding::new(claim.expected, "as found", &sampled);
        let open = grounded(&claim, finding.clone(), &Proofs::default());
        assert_eq!(open.verdict, Verdict::Open);
        assert!(open.exact.starts_with("on samples alone"));
        let theorem = claim.theorems()[0];
        let record = Proofs::read(&format!("theorem {theorem} file.v"));
        let proven = grounded(&claim, finding.clone(), &record);
        assert_eq!(proven.verdict, claim.expected);
        assert_eq!(proven.basis.theorems(), [theorem]);
        let refuted = Finding {
            verdict: Verdict::Refuted,
            ..finding
        };
        assert_eq!(grounded(&claim, refuted, &record).basis.theorems(), [""; 0]);
    }
}
