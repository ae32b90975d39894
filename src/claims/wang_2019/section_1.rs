//! Section 1: Metropolis–Hastings, plug-in estimates, approximate algorithms.

use super::plug_in::{FixedPlugIn, RandomPlugIn};
use crate::chains::{Chain, stationary_law, total_variation};
use crate::chance::Interrupted;
use crate::claims::evidence::joined;
use crate::claims::{Check, Claim, Engine, Finding, Held, Instance, Subject, Verdict};
use crate::kernels::RandomizedMetropolis;
use crate::models::{Model, Normalized, TableModel, Yardstick};
use crate::numbers::Rational;

/// The claims of the section.
pub(super) const CLAIMS: &[Claim] = &[
    Claim {
        id: "mh-invariant",
        place: "Section 1, Algorithm 1",
        statement: "Metropolis–Hastings has stationary law π(θ|x)",
        method: "enumerate the chain; detailed balance and invariance of the posterior",
        paper: None,
        expected: Verdict::Verified,
        check: Check::Universal {
            property: mh_invariant,
            found: |engine, held| {
                Ok(Finding::verified_if(
                    held.held,
                    "detailed balance holds for every pair",
                    &held.basis,
                )
                .seen(engine.models_in_words())
                .reproduce("peskun table --model bernoulli-pair --kernel mh"))
            },
        },
    },
    Claim {
        id: "random-plug-in",
        place: "Section 1",
        statement: "a random plug-in estimate of Z(θ)/Z(θ') breaks detailed balance",
        method: "search for the smallest model on which importance-sampled constants break it",
        paper: None,
        expected: Verdict::Verified,
        check: Check::Particular(random_plug_in),
    },
    Claim {
        id: "fixed-plug-in",
        place: "Section 1",
        statement: "a fixed wrong estimate of Z(θ) gives a chain with the wrong stationary law",
        method: "replace Z(θ) by 1 for every θ; compare the stationary law with π(θ)f_θ(x)",
        paper: None,
        expected: Verdict::Verified,
        check: Check::Particular(fixed_plug_in),
    },
    Claim {
        id: "double-mh-biased",
        place: "Section 1",
        statement: "double Metropolis–Hastings does not have the posterior as its stationary law",
        method: "exact stationary law for 0, 1, 2, 4 and 8 inner steps on the first example",
        paper: None,
        expected: Verdict::Verified,
        check: Check::Particular(double_mh),
    },
    Claim {
        id: "noisy-biased",
        place: "Section 1",
        statement: "noisy Monte Carlo does not have the posterior as its stationary law",
        method: "search for the smallest biased model; exact stationary law for 1 to 16 ratios on it",
        paper: None,
        expected: Verdict::Verified,
        check: Check::Particular(noisy),
    },
    Claim {
        id: "stationary-law-exists",
        place: "Section 1",
        statement: "the stationary law of such approximate algorithms may not even exist",
        method: "compute one for double and noisy Metropolis–Hastings on every model; the paper speaks of general spaces, the engine of finite ones",
        paper: Some("may not even exist"),
        expected: Verdict::Corrected,
        check: Check::Universal {
            property: stationary_exists,
            found: cannot_fail_to_exist,
        },
    },
    Claim {
        id: "exact-algorithms",
        place: "Section 1",
        statement: "the pseudo-marginal and exchange algorithms have the correct stationary law",
        method: "enumerate both; where the stationary law is unique compare it with the target",
        paper: None,
        expected: Verdict::Verified,
        check: Check::Universal {
            property: exact_algorithms,
            found: |engine, held| {
                Ok(Finding::verified_if(
                    held.held,
                    "the target is invariant, and the stationary law wherever that is unique",
                    &held.basis,
                )
                .seen(format!(
                    "{}; the law is unique for {} of {} chains",
                    engine.models_in_words(),
                    held.notable,
                    held.cases
                ))
                .reproduce("peskun table --model bernoulli-pair --kernel pmc"))
            },
        },
    },
];

/// Detailed balance and invariance of the posterior.
fn mh_invariant(subject: &Subject) -> Result<Instance, Interrupted> {
    let chain = subject.chain("mh")?;
    Ok((chain.imbalance().is_none() && chain.is_invariant()).into())
}

fn random_plug_in(engine: &Engine) -> Result<Finding, Interrupted> {
    let plugged = |model: &TableModel| Chain::of(&RandomizedMetropolis::new(model, RandomPlugIn));
    let found = engine.search(|subject| Ok(plugged(subject.model())?.imbalance().is_some()))?;
    let Some(found) = found else {
        return Ok(Finding::open("no model was found that breaks it"));
    };
    let chain = plugged(&found.model)?;
    let witness = chain.imbalance().expect("found by it");
    Ok(Finding::new(
        Verdict::Verified,
        format!("flows {} and {}", witness.forward, witness.backward),
        &found.basis,
    )
    .seen("f_θ(y)/π(y|x,θ) with y ~ π(·|x,θ) in place of Z(θ), drawn afresh in every step")
    .shown_by(Some(found.parts)))
}

fn fixed_plug_in(engine: &Engine) -> Result<Finding, Interrupted> {
    // On likelihoods that are normalized the constant 1 is right.
    let found = engine.search(|subject| {
        let model = subject.model();
        Ok(model.normalizing_constant(&0) != model.normalizing_constant(&1))
    })?;
    let Some(found) = found else {
        return Ok(Finding::open("no model was found"));
    };
    let model = &found.model;
    let count = model.parameters().len();
    let ones = FixedPlugIn(vec![Rational::ONE; count]);
    let chain = Chain::of(&RandomizedMetropolis::new(model, ones))?;
    let weights: Vec<Rational> = model
        .parameters()
        .iter()
        .map(|p| model.prior(p) * model.likelihood(p, &model.observed()))
        .collect();
    let total: Rational = weights.iter().cloned().sum();
    let wrong: Vec<Rational> = weights.into_iter().map(|weight| weight / &total).collect();
    let law = stationary_law(&chain).unwrap_or_default();
    let held = chain.imbalance().is_some() && law == wrong;
    let exact = format!(
        "stationary ({}) where the posterior is ({})",
        joined(&law),
        joined(chain.target())
    );
    Ok(Finding::verified_if(held, exact, &found.basis)
        .seen("the chain is reversible for the law proportional to π(θ)f_θ(x)/Ẑ(θ), which is not the posterior")
        .shown_by(Some(found.parts)))
}

/// Total variation between stationary law and posterior.
fn bias(chain: &Chain) -> Option<Rational> {
    stationary_law(chain).map(|law| total_variation(&law, chain.target()))
}

/// The bias for several kernels on one model.
fn biases(subject: &Subject, kernels: &[&'static str]) -> Result<Vec<Rational>, Interrupted> {
    let one = |kernel: &&'static str| Ok(bias(&*subject.chain(kernel)?).unwrap_or(Rational::ONE));
    kernels.iter().map(one).collect()
}

fn double_mh(engine: &Engine) -> Result<Finding, Interrupted> {
    let subject = Subject::new(&engine.first);
    let distances = biases(&subject, &["dmh:0", "dmh:1", "dmh:2", "dmh:4", "dmh:8"])?;
    let law = stationary_law(&*subject.chain("dmh:1")?).unwrap_or_default();
    let biased = engine.shown(&engine.first, |_| {
        Ok(distances.iter().all(Rational::is_positive) && distances.is_sorted_by(|a, b| a >= b))
    })?;
    let decimals = distances.iter().map(|d| format!("{:.2e}", d.to_f64()));
    let exact = format!(
        "with one inner step ({}), total variation {}",
        joined(law),
        distances[1]
    );
    Ok(Finding::verified_if(biased.held, exact, &biased.basis)
        .seen(format!(
            "first example; total variation for 0, 1, 2, 4, 8 inner steps: {}; about {}",
            joined(&distances[..3]),
            joined(decimals)
        ))
        .reproduce("peskun table --model bernoulli-pair --kernel dmh:1"))
}

fn noisy(engine: &Engine) -> Result<Finding, Interrupted> {
    let found = engine.search(|subject| {
        Ok(bias(&*subject.chain("noisy:2")?).is_some_and(|bias| bias.is_positive()))
    })?;
    let Some(found) = found else {
        return Ok(Finding::open("no model was found that is biased"));
    };
    let kernels = ["noisy:1", "noisy:2", "noisy:4", "noisy:8", "noisy:16"];
    let distances = biases(&Subject::new(&found.model), &kernels)?;
    let held = distances[0].is_zero() && distances[1..].iter().all(Rational::is_positive);
    let decimals = distances.iter().map(|d| format!("{:.2e}", d.to_f64()));
    let exact = format!(
        "total variation {} with two ratios, 0 with one",
        distances[1]
    );
    Ok(Finding::verified_if(held, exact, &found.basis)
        .seen(format!(
            "for 1, 2, 4, 8, 16 ratios about {}",
            joined(decimals)
        ))
        .reproduce("peskun table --model MODEL --kernel noisy:2")
        .shown_by(Some(found.parts)))
}

/// Double and noisy Metropolis–Hastings have a stationary law each; notable
/// are those that are unique.
fn stationary_exists(subject: &Subject) -> Result<Instance, Interrupted> {
    let mut instance = Instance::NONE;
    for kernel in ["dmh:1", "noisy:2"] {
        let chain = subject.chain(kernel)?;
        let law = stationary_law(&chain);
        let exists = match &law {
            Some(law) => chain.matrix().applied_to_law(law) == *law,
            // Several closed classes: each has a law of its own.
            None => !chain.classes().closed.is_empty(),
        };
        instance.add(exists, law.is_some());
    }
    Ok(instance)
}

fn cannot_fail_to_exist(engine: &Engine, held: &Held) -> Result<Finding, Interrupted> {
    let verdict = match held.held {
        true => Verdict::Corrected,
        false => Verdict::Verified,
    };
    Ok(Finding::new(
        verdict,
        "it can fail to exist on a general space only, which is what the paper speaks of; on a finite one there always is one, and it is computed",
        &held.basis,
    )
    .seen(format!(
        "dmh:1 and noisy:2 on {}; unique for {} of {} chains; whether it exists on a general space is not examined here",
        engine.models_in_words(),
        held.notable,
        held.cases
    ))
    .reproduce("peskun table --model bernoulli-pair --kernel dmh:1"))
}

/// The target of PMC and SVE is invariant, and is the stationary law where that
/// is unique, which is notable.
fn exact_algorithms(subject: &Subject) -> Result<Instance, Interrupted> {
    let mut instance = Instance::NONE;
    for kernel in ["pmc", "sve"] {
        let chain = subject.chain(kernel)?;
        let law = stationary_law(&chain);
        let is_target = law.as_deref().is_none_or(|law| law == chain.target());
        instance.add(chain.is_invariant() && is_target, law.is_some());
    }
    Ok(instance)
}
