//! Section 1: Metropolis–Hastings, plug-in estimates, approximate algorithms.

use super::evidence::{Engine, Finding, joined};
use super::plug_in::{FixedPlugIn, RandomPlugIn};
use super::{Claim, Verdict};
use crate::chains::{Chain, stationary_law, total_variation};
use crate::chance::Interrupted;
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
        check: mh_invariant,
    },
    Claim {
        id: "random-plug-in",
        place: "Section 1",
        statement: "a random plug-in estimate of Z(θ)/Z(θ') breaks detailed balance",
        method: "search for the smallest model on which importance-sampled constants break it",
        paper: None,
        expected: Verdict::Verified,
        check: random_plug_in,
    },
    Claim {
        id: "fixed-plug-in",
        place: "Section 1",
        statement: "a fixed wrong estimate of Z(θ) gives a chain with the wrong stationary law",
        method: "replace Z(θ) by 1 for every θ; compare the stationary law with π(θ)f_θ(x)",
        paper: None,
        expected: Verdict::Verified,
        check: fixed_plug_in,
    },
    Claim {
        id: "double-mh-biased",
        place: "Section 1",
        statement: "double Metropolis–Hastings does not have the posterior as its stationary law",
        method: "exact stationary law for 0, 1, 2, 4 and 8 inner steps on the first example",
        paper: None,
        expected: Verdict::Verified,
        check: double_mh,
    },
    Claim {
        id: "noisy-biased",
        place: "Section 1",
        statement: "noisy Monte Carlo does not have the posterior as its stationary law",
        method: "search for the smallest biased model; exact stationary law for 1 to 16 ratios on it",
        paper: None,
        expected: Verdict::Verified,
        check: noisy,
    },
    Claim {
        id: "stationary-law-exists",
        place: "Section 1",
        statement: "the stationary law of such approximate algorithms may not even exist",
        method: "compute one for double and noisy Metropolis–Hastings on every model",
        paper: Some("may not even exist"),
        expected: Verdict::Refuted,
        check: stationary_exists,
    },
    Claim {
        id: "exact-algorithms",
        place: "Section 1",
        statement: "the pseudo-marginal and exchange algorithms have the correct stationary law",
        method: "enumerate both; where the stationary law is unique compare it with the target",
        paper: None,
        expected: Verdict::Verified,
        check: exact_algorithms,
    },
];

fn mh_invariant(engine: &Engine) -> Result<Finding, Interrupted> {
    let held = engine.on_all(|model| {
        let chain = engine.chain(model, "mh")?;
        Ok(chain.imbalance().is_none() && chain.is_invariant())
    })?;
    Ok(
        Finding::verified_if(held, "detailed balance holds for every pair")
            .seen(engine.models_in_words())
            .reproduce("peskun table --model bernoulli-pair --kernel mh"),
    )
}

fn random_plug_in(engine: &Engine) -> Result<Finding, Interrupted> {
    let plugged = |model: &TableModel| Chain::of(&RandomizedMetropolis::new(model, RandomPlugIn));
    let found = engine.search(|model| Ok(plugged(model)?.imbalance().is_some()))?;
    let Some((parts, model)) = found else {
        return Ok(Finding::new(Verdict::Refuted, "no model breaks it"));
    };
    let chain = plugged(&model)?;
    let witness = chain.imbalance().expect("found by it");
    Ok(Finding::new(
        Verdict::Verified,
        format!("flows {} and {}", witness.forward, witness.backward),
    )
    .seen("f_θ(y)/π(y|x,θ) with y ~ π(·|x,θ) in place of Z(θ), drawn afresh in every step")
    .shown_by(Some(parts)))
}

fn fixed_plug_in(engine: &Engine) -> Result<Finding, Interrupted> {
    // On likelihoods that are normalized the constant 1 is right, so scale one row.
    let found = engine
        .search(|model| Ok(model.normalizing_constant(&0) != model.normalizing_constant(&1)))?;
    let Some((parts, model)) = found else {
        return Ok(Finding::new(Verdict::Refuted, "no model found"));
    };
    let count = model.parameters().len();
    let ones = FixedPlugIn(vec![Rational::ONE; count]);
    let chain = Chain::of(&RandomizedMetropolis::new(&model, ones))?;
    let weights: Vec<Rational> = model
        .parameters()
        .iter()
        .map(|p| model.prior(p) * model.likelihood(p, &model.observed()))
        .collect();
    let total: Rational = weights.iter().cloned().sum();
    let wrong: Vec<Rational> = weights.into_iter().map(|weight| weight / &total).collect();
    let law = stationary_law(&chain).unwrap_or_default();
    let held = chain.imbalance().is_some() && law == wrong;
    Ok(Finding::verified_if(held, format!("stationary ({}) where the posterior is ({})", joined(&law), joined(chain.target())))
        .seen("the chain is reversible for the law proportional to π(θ)f_θ(x)/Ẑ(θ), which is not the posterior")
        .shown_by(Some(parts)))
}

/// Total variation between stationary law and posterior.
fn bias(chain: &Chain) -> Option<Rational> {
    stationary_law(chain).map(|law| total_variation(&law, chain.target()))
}

/// The bias for several kernels on one model.
fn biases(
    engine: &Engine,
    model: &TableModel,
    name: &str,
    counts: &[usize],
) -> Result<Vec<Rational>, Interrupted> {
    let one = |count: &usize| {
        Ok(bias(&engine.chain(model, &format!("{name}:{count}"))?).unwrap_or(Rational::ONE))
    };
    counts.iter().map(one).collect()
}

fn double_mh(engine: &Engine) -> Result<Finding, Interrupted> {
    let distances = biases(engine, &engine.first, "dmh", &[0, 1, 2, 4, 8])?;
    let law = stationary_law(&engine.chain(&engine.first, "dmh:1")?).unwrap_or_default();
    let held = distances.iter().all(Rational::is_positive) && distances.is_sorted_by(|a, b| a >= b);
    let decimals = distances.iter().map(|d| format!("{:.2e}", d.to_f64()));
    Ok(Finding::verified_if(
        held,
        format!(
            "with one inner step ({}), total variation {}",
            joined(law),
            distances[1]
        ),
    )
    .seen(format!(
        "first example; total variation for 0, 1, 2, 4, 8 inner steps: {}; about {}",
        joined(&distances[..3]),
        joined(decimals)
    ))
    .reproduce("peskun table --model bernoulli-pair --kernel dmh:1"))
}

fn noisy(engine: &Engine) -> Result<Finding, Interrupted> {
    let found = engine.search(|model| {
        Ok(bias(&engine.chain(model, "noisy:2")?).is_some_and(|bias| bias.is_positive()))
    })?;
    let Some((parts, model)) = found else {
        return Ok(Finding::new(Verdict::Refuted, "no model is biased"));
    };
    let distances = biases(engine, &model, "noisy", &[1, 2, 4, 8, 16])?;
    let held = distances[0].is_zero() && distances[1..].iter().all(Rational::is_positive);
    let decimals = distances.iter().map(|d| format!("{:.2e}", d.to_f64()));
    Ok(Finding::verified_if(
        held,
        format!(
            "total variation {} with two ratios, 0 with one",
            distances[1]
        ),
    )
    .seen(format!(
        "for 1, 2, 4, 8, 16 ratios about {}",
        joined(decimals)
    ))
    .reproduce("peskun table --model MODEL --kernel noisy:2")
    .shown_by(Some(parts)))
}

fn stationary_exists(engine: &Engine) -> Result<Finding, Interrupted> {
    let exists = engine.on_all(|model| {
        for kernel in ["dmh:1", "noisy:2"] {
            let chain = engine.chain(model, kernel)?;
            let law = match stationary_law(&chain) {
                Some(law) => law,
                // Several closed classes: each has a law of its own.
                None if !chain.classes().closed.is_empty() => continue,
                None => return Ok(false),
            };
            if chain.matrix().applied_to_law(&law) != law {
                return Ok(false);
            }
        }
        Ok(true)
    })?;
    let verdict = if exists {
        Verdict::Refuted
    } else {
        Verdict::Verified
    };
    Ok(Finding::new(
        verdict,
        "on a finite parameter space there always is one; it is computed, and it is biased",
    )
    .seen(format!("dmh:1 and noisy:2 on {}", engine.models_in_words()))
    .reproduce("peskun table --model bernoulli-pair --kernel dmh:1"))
}

fn exact_algorithms(engine: &Engine) -> Result<Finding, Interrupted> {
    let held = engine.on_all(|model| {
        for kernel in ["pmc", "sve"] {
            let chain = engine.chain(model, kernel)?;
            if !chain.is_invariant()
                || stationary_law(&chain).is_some_and(|law| law != chain.target())
            {
                return Ok(false);
            }
        }
        Ok(true)
    })?;
    Ok(Finding::verified_if(
        held,
        "the target is invariant, and the stationary law wherever that is unique",
    )
    .seen(engine.models_in_words())
    .reproduce("peskun table --model bernoulli-pair --kernel pmc"))
}
