//! Section 2.1: pseudo-marginal Monte Carlo.

use super::evidence::{Engine, Finding, joined};
use super::section_2_2::{balanced, variance, with_optimal_auxiliary};
use super::{Claim, Verdict};
use crate::chance::Interrupted;
use crate::models::{Model, TableModel, Yardstick};
use crate::numbers::Rational;

/// The claims of the section.
pub(super) const CLAIMS: &[Claim] = &[
    Claim {
        id: "pmc-reversible",
        place: "Section 2.1, Algorithm 2",
        statement: "PMC is Metropolis–Hastings on Θ×X: it satisfies detailed balance there",
        method: "enumerate the chain on Θ×X; detailed balance with π(θ|x)π(y|x,θ)",
        paper: None,
        expected: Verdict::Verified,
        check: |engine| balanced(engine, "pmc"),
    },
    Claim {
        id: "pmc-marginal",
        place: "Section 2.1",
        statement: "the θ-marginal of PMC's target is the posterior",
        method: "sum the target over y",
        paper: None,
        expected: Verdict::Verified,
        check: pmc_marginal,
    },
    Claim {
        id: "free-of-z",
        place: "Section 2.1",
        statement: "the acceptance ratio does not depend on Z(θ)/Z(θ')",
        method: "multiply each row f_θ by a constant of its own; no entry of any matrix changes",
        paper: None,
        expected: Verdict::Verified,
        check: free_of_z,
    },
    Claim {
        id: "support-for-balance",
        place: "Section 2.1",
        statement: "π(y|x,θ) is required to have a support that contains that of p_θ",
        method: "detailed balance of PMC and MPMC on models where the inclusion fails",
        paper: Some("the only requirement: supp π(y|x,θ) ⊇ supp p_θ"),
        expected: Verdict::Corrected,
        check: support_for_balance,
    },
    Claim {
        id: "support-for-irreducibility",
        place: "Section 2.1",
        statement: "with that requirement PMC is correct",
        method: "search for the smallest model with the inclusion on which PMC is reducible on Θ×X, MPMC not",
        paper: Some("the choice of π(y|x,θ) will not affect the correctness"),
        expected: Verdict::Refuted,
        check: support_for_irreducibility,
    },
    Claim {
        id: "auxiliary-matters",
        place: "Section 2.1",
        statement: "the choice of π(y|x,θ) has a strong impact on the efficiency",
        method: "asymptotic variance of the indicator of b on the first example, uniform auxiliary law against p_θ",
        paper: None,
        expected: Verdict::Verified,
        check: auxiliary_matters,
    },
];

fn pmc_marginal(engine: &Engine) -> Result<Finding, Interrupted> {
    let held = engine.on_all(|model| {
        let chain = engine.chain(model, "pmc")?;
        let marginal: Vec<Rational> = chain
            .target()
            .chunks(model.points().len())
            .map(|masses| masses.iter().cloned().sum())
            .collect();
        Ok(marginal == model.posterior() && chain.is_invariant())
    })?;
    Ok(Finding::verified_if(
        held,
        "the sum over y is π(θ|x), and the target is invariant",
    )
    .seen(engine.models_in_words())
    .reproduce("peskun table --model bernoulli-pair --kernel pmc"))
}

/// The model with each row of the likelihood on another scale.
fn rescaled(model: &TableModel) -> TableModel {
    let mut parts = model.parts();
    for (row, scale) in parts.likelihood.iter_mut().zip(2..) {
        row.iter_mut()
            .for_each(|weight| *weight *= Rational::new(scale, 7));
    }
    TableModel::new(parts).expect("a rescaled model is a model")
}

fn free_of_z(engine: &Engine) -> Result<Finding, Interrupted> {
    let kernels = ["pmc", "mpmc", "sve", "noisy:2", "dmh:1", "mabmc"];
    let held = engine.on_all(|model| {
        let other = rescaled(model);
        for kernel in kernels {
            if engine.chain(model, kernel)?.matrix() != engine.chain(&other, kernel)?.matrix() {
                return Ok(false);
            }
        }
        Ok(true)
    })?;
    Ok(Finding::verified_if(
        held,
        "no entry changes when f_θ is multiplied by a constant c(θ)",
    )
    .seen(format!(
        "{} on {}",
        joined(kernels),
        engine.models_in_words()
    )))
}

/// Does the support of π(·|x, θ) contain that of p_θ for every θ?
fn contains(model: &TableModel) -> bool {
    model.parameters().iter().all(|p| {
        model
            .points()
            .iter()
            .all(|y| model.likelihood(p, y).is_zero() || model.auxiliary(p, y).is_positive())
    })
}

fn support_for_balance(engine: &Engine) -> Result<Finding, Interrupted> {
    let (mut violating, mut balanced) = (0, 0);
    for model in engine.models().filter(|model| !contains(model)) {
        violating += 1;
        let holds =
            |kernel| Ok::<bool, Interrupted>(engine.chain(model, kernel)?.imbalance().is_none());
        balanced += usize::from(holds("pmc")? && holds("mpmc")?);
    }
    let verdict = if violating > 0 && violating == balanced {
        Verdict::Corrected
    } else {
        Verdict::Verified
    };
    Ok(Finding::new(
        verdict,
        "not needed for detailed balance; it is needed, with more, for an unbiased ratio",
    )
    .seen(format!(
        "detailed balance holds on {balanced} of {violating} models where the inclusion fails"
    )))
}

fn support_for_irreducibility(engine: &Engine) -> Result<Finding, Interrupted> {
    let found = engine.search(|model| {
        Ok(contains(model)
            && engine.chain(model, "pmc")?.classes().closed.len() > 1
            && engine.chain(model, "mpmc")?.is_irreducible())
    })?;
    let Some((parts, model)) = found else {
        return Ok(Finding::new(Verdict::Verified, "no model found"));
    };
    let classes = engine.chain(&model, "pmc")?.classes().closed.len();
    Ok(Finding::new(Verdict::Refuted, format!("PMC has {classes} closed classes on Θ×X: where it ends depends on where it starts"))
        .seen("a state (θ, y) with f_θ(y) = 0 < π(y|x,θ) is never left; MPMC is irreducible on the same model")
        .reproduce("peskun table --model MODEL --kernel pmc")
        .shown_by(Some(parts)))
}

fn auxiliary_matters(engine: &Engine) -> Result<Finding, Interrupted> {
    let uniform = variance(engine, &engine.first, "mpmc")?;
    let optimal = variance(engine, &with_optimal_auxiliary(&engine.first), "mpmc")?;
    let (Some(uniform), Some(optimal)) = (uniform, optimal) else {
        return Ok(Finding::new(Verdict::Refuted, "no variance"));
    };
    Ok(Finding::verified_if(
        optimal < uniform,
        format!("variance {uniform} with the uniform law, {optimal} with p_θ"),
    )
    .seen("first example, indicator of b")
    .reproduce("peskun compare --model bernoulli-pair mpmc mh"))
}
