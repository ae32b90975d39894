//! Section 2.1: pseudo-marginal Monte Carlo.

use super::section_2_2::{balanced, variance, with_optimal_auxiliary};
use crate::chance::Interrupted;
use crate::claims::evidence::joined;
use crate::claims::{Check, Claim, Engine, Finding, Held, Instance, Subject, Verdict};
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
        check: Check::Universal {
            property: |subject| Ok(subject.is_balanced("pmc")?.into()),
            found: |engine, held| balanced(engine, held, "pmc"),
        },
    },
    Claim {
        id: "pmc-marginal",
        place: "Section 2.1",
        statement: "the θ-marginal of PMC's target is the posterior",
        method: "sum the target over y",
        paper: None,
        expected: Verdict::Verified,
        check: Check::Universal {
            property: pmc_marginal,
            found: |engine, held| {
                Ok(Finding::verified_if(
                    held.held,
                    "the sum over y is π(θ|x), and the target is invariant",
                    &held.basis,
                )
                .seen(engine.models_in_words())
                .reproduce("peskun table --model bernoulli-pair --kernel pmc"))
            },
        },
    },
    Claim {
        id: "free-of-z",
        place: "Section 2.1",
        statement: "the acceptance ratio does not depend on Z(θ)/Z(θ')",
        method: "multiply each row f_θ by a constant of its own; no entry of any matrix changes",
        paper: None,
        expected: Verdict::Verified,
        check: Check::Universal {
            property: free_of_z,
            found: |engine, held| {
                Ok(Finding::verified_if(
                    held.held,
                    "no entry changes when f_θ is multiplied by a constant c(θ)",
                    &held.basis,
                )
                .seen(format!(
                    "{} on {}",
                    joined(WITHOUT_Z),
                    engine.models_in_words()
                )))
            },
        },
    },
    Claim {
        id: "support-for-balance",
        place: "Section 2.1",
        statement: "π(y|x,θ) is required to have a support that contains that of p_θ",
        method: "detailed balance of PMC and MPMC on models where the inclusion fails",
        paper: Some("the only requirement: supp π(y|x,θ) ⊇ supp p_θ"),
        expected: Verdict::Corrected,
        check: Check::Universal {
            property: balanced_without_support,
            found: support_for_balance,
        },
    },
    Claim {
        id: "support-for-irreducibility",
        place: "Section 2.1",
        statement: "with that requirement PMC is correct",
        method: "search for the smallest model with the inclusion on which PMC is reducible on Θ×X, MPMC not",
        paper: Some("the choice of π(y|x,θ) will not affect the correctness"),
        expected: Verdict::Refuted,
        check: Check::Particular(support_for_irreducibility),
    },
    Claim {
        id: "auxiliary-matters",
        place: "Section 2.1",
        statement: "the choice of π(y|x,θ) has a strong impact on the efficiency",
        method: "asymptotic variance of the indicator of b on the first example, uniform auxiliary law against p_θ",
        paper: None,
        expected: Verdict::Verified,
        check: Check::Particular(auxiliary_matters),
    },
];

fn pmc_marginal(subject: &Subject) -> Result<Instance, Interrupted> {
    let chain = subject.chain("pmc")?;
    let marginal: Vec<Rational> = chain
        .target()
        .chunks(subject.model().points().len())
        .map(|masses| masses.iter().cloned().sum())
        .collect();
    Ok((marginal == subject.model().posterior() && chain.is_invariant()).into())
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

/// The algorithms that do not know Z.
const WITHOUT_Z: [&str; 6] = ["pmc", "mpmc", "sve", "noisy:2", "dmh:1", "mabmc"];

fn free_of_z(subject: &Subject) -> Result<Instance, Interrupted> {
    let other = rescaled(subject.model());
    let other = Subject::new(&other);
    let mut instance = Instance::NONE;
    for kernel in WITHOUT_Z {
        let same = subject.chain(kernel)?.matrix() == other.chain(kernel)?.matrix();
        instance.add(same, false);
    }
    Ok(instance)
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

/// Detailed balance of PMC and MPMC where the inclusion fails, which are the
/// cases.
fn balanced_without_support(subject: &Subject) -> Result<Instance, Interrupted> {
    if contains(subject.model()) {
        return Ok(Instance::NONE);
    }
    Ok((subject.is_balanced("pmc")? && subject.is_balanced("mpmc")?).into())
}

fn support_for_balance(_: &Engine, held: &Held) -> Result<Finding, Interrupted> {
    let verdict = match held.held && held.cases > 0 {
        true => Verdict::Corrected,
        false => Verdict::Verified,
    };
    Ok(Finding::new(
        verdict,
        "not needed for detailed balance; it is needed, with more, for an unbiased ratio",
        &held.basis,
    )
    .seen(format!(
        "detailed balance holds on all {} of {} models where the inclusion fails",
        held.cases, held.models
    )))
}

fn support_for_irreducibility(engine: &Engine) -> Result<Finding, Interrupted> {
    let found = engine.search(|subject| {
        Ok(contains(subject.model())
            && subject.chain("pmc")?.classes().closed.len() > 1
            && subject.chain("mpmc")?.is_irreducible())
    })?;
    let Some(found) = found else {
        return Ok(Finding::open("no model was found"));
    };
    let chain = Subject::new(&found.model).chain("pmc")?;
    let classes = chain.classes().closed.len();
    let exact = format!(
        "PMC has {classes} closed classes on Θ×X: where it ends depends on where it starts"
    );
    Ok(Finding::new(Verdict::Refuted, exact, &found.basis)
        .seen("a state (θ, y) with f_θ(y) = 0 < π(y|x,θ) is never left; MPMC is irreducible on the same model")
        .reproduce("peskun table --model MODEL --kernel pmc")
        .shown_by(Some(found.parts)))
}

fn auxiliary_matters(engine: &Engine) -> Result<Finding, Interrupted> {
    let uniform = variance(&Subject::new(&engine.first), "mpmc")?;
    let model = with_optimal_auxiliary(&engine.first);
    let optimal = variance(&Subject::new(&model), "mpmc")?;
    let (Some(uniform), Some(optimal)) = (uniform, optimal) else {
        return Ok(Finding::open("no variance"));
    };
    let smaller = engine.shown(&engine.first, |_| Ok(optimal < uniform))?;
    Ok(Finding::verified_if(
        smaller.held,
        format!("variance {uniform} with the uniform law, {optimal} with p_θ"),
        &smaller.basis,
    )
    .seen("first example, indicator of b; that a factor of this size is strong is our reading")
    .reproduce("peskun compare --model bernoulli-pair mpmc mh"))
}
