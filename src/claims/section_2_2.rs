//! Sections 2.2 and 2.3: modified pseudo-marginal Monte Carlo and the exchange
//! algorithm.

use super::evidence::{Engine, Finding, finite};
use super::{Claim, Verdict};
use crate::chains::{Order, asymptotic_variance, covariance_order, peskun_order, stationary_law};
use crate::chance::Interrupted;
use crate::models::{Model, TableModel, TableParts, Yardstick};
use crate::numbers::Rational;

/// The claims of the sections.
pub(super) const CLAIMS: &[Claim] = &[
    Claim {
        id: "lemma-1",
        place: "Section 2.2, Lemma 1",
        statement: "MPMC satisfies detailed balance",
        method: "enumerate the chain; compare both flows for every pair",
        paper: Some("π(θ|x) p(θ → θ) = π(θ'|x) p(θ' → θ)"),
        expected: Verdict::Corrected,
        check: |engine| lemma(engine, "mpmc"),
    },
    Claim {
        id: "mpmc-averages-pmc",
        place: "Section 2.2",
        statement: "MPMC is essentially the same as PMC, on Θ: a PMC step averaged over y is an MPMC step",
        method: "average PMC's matrix over y ~ π(y|x,θ) and compare it with MPMC's, entry by entry",
        paper: None,
        expected: Verdict::Verified,
        check: mpmc_averages_pmc,
    },
    Claim {
        id: "mpmc-is-not-pmc",
        place: "Section 2.2",
        statement: "MPMC and PMC are essentially the same in performance",
        method: "mean acceptance and asymptotic variance of the indicator of b on both examples",
        paper: Some("essentially the same"),
        expected: Verdict::Corrected,
        check: mpmc_is_not_pmc,
    },
    Claim {
        id: "jensen-mpmc",
        place: "Section 2.2",
        statement: "r_MPMC(θ,θ') ≤ r_MH(θ,θ') for every pair",
        method: "compare the exact means for every pair that is proposed",
        paper: None,
        expected: Verdict::Verified,
        check: |engine| jensen(engine, "mpmc"),
    },
    Claim {
        id: "peskun-mpmc",
        place: "Section 2.2",
        statement: "MPMC is below Metropolis–Hastings in Peskun's order, hence no better for any function",
        method: "Peskun and covariance order, and the variance of the indicator of the last parameter",
        paper: None,
        expected: Verdict::Verified,
        check: |engine| below_mh(engine, "mpmc"),
    },
    Claim {
        id: "ergodicity-mpmc",
        place: "Section 2.2",
        statement: "if the ratio is bounded, MPMC inherits uniform ergodicity from Metropolis–Hastings",
        method: "the constant c = min over draws of estimate/truth; check r_MPMC ≥ min{c, 1}·r_MH for every pair",
        paper: None,
        expected: Verdict::Verified,
        check: |engine| minorization(engine, "mpmc"),
    },
    Claim {
        id: "lemma-2",
        place: "Section 2.3, Lemma 2",
        statement: "the exchange algorithm satisfies detailed balance",
        method: "enumerate the chain; compare both flows for every pair",
        paper: Some("π(θ|x) p(θ → θ) = π(θ'|x) p(θ' → θ)"),
        expected: Verdict::Corrected,
        check: |engine| lemma(engine, "sve"),
    },
    Claim {
        id: "jensen-sve",
        place: "Section 2.3",
        statement: "r_SVE(θ,θ') ≤ r_MH(θ,θ') for every pair",
        method: "compare the exact means for every pair that is proposed",
        paper: None,
        expected: Verdict::Verified,
        check: |engine| jensen(engine, "sve"),
    },
    Claim {
        id: "peskun-sve",
        place: "Section 2.3",
        statement: "the same ordering holds for SVE",
        method: "Peskun and covariance order, and the variance of the indicator of the last parameter",
        paper: None,
        expected: Verdict::Verified,
        check: |engine| below_mh(engine, "sve"),
    },
    Claim {
        id: "ergodicity-sve",
        place: "Section 2.3",
        statement: "the same convergence result holds for SVE",
        method: "the constant c = min over draws of estimate/truth; check r_SVE ≥ min{c, 1}·r_MH for every pair",
        paper: None,
        expected: Verdict::Verified,
        check: |engine| minorization(engine, "sve"),
    },
];

/// Detailed balance of a kernel on all models.
pub(super) fn balanced(engine: &Engine, kernel: &str) -> Result<Finding, Interrupted> {
    let held = engine.on_all(|model| Ok(engine.chain(model, kernel)?.imbalance().is_none()))?;
    Ok(
        Finding::verified_if(held, "detailed balance holds for every pair")
            .seen(engine.models_in_words())
            .reproduce(format!(
                "peskun table --model bernoulli-pair --kernel {kernel}"
            )),
    )
}

/// A lemma that is right but for its printed formula.
fn lemma(engine: &Engine, kernel: &str) -> Result<Finding, Interrupted> {
    let finding = balanced(engine, kernel)?;
    // As printed, p(θ → θ) is a diagonal entry: it need not equal the flow back.
    let chain = engine.chain(&engine.first, kernel)?;
    let printed = chain.flow(0, 0) == chain.flow(1, 0);
    let verdict = match (finding.verdict, printed) {
        (Verdict::Verified, false) => Verdict::Corrected,
        (verdict, _) => verdict,
    };
    Ok(Finding {
        verdict,
        exact: "the left side is π(θ|x) p(θ → θ'); with it, the lemma holds for every pair".into(),
        evidence: format!(
            "{}; as printed, π(a|x)p(a → a) = {} and π(b|x)p(b → a) = {} on the first example",
            finding.evidence,
            chain.flow(0, 0),
            chain.flow(1, 0)
        ),
        ..finding
    })
}

/// The model with its own likelihood as the auxiliary law.
pub(super) fn with_optimal_auxiliary(model: &TableModel) -> TableModel {
    let parts = model.parts();
    let auxiliary = Some(parts.likelihood.clone());
    TableModel::new(TableParts { auxiliary, ..parts }).expect("a likelihood is an auxiliary law")
}

/// The asymptotic variance of the indicator of the last parameter.
pub(super) fn variance(
    engine: &Engine,
    model: &TableModel,
    kernel: &str,
) -> Result<Option<Rational>, Interrupted> {
    let chain = engine.chain(model, kernel)?;
    let count = model.parameters().len();
    let copies = chain.states().len() / count;
    let indicator = |parameter: usize| {
        if parameter + 1 == count {
            Rational::ONE
        } else {
            Rational::ZERO
        }
    };
    let function: Vec<Rational> = (0..count)
        .flat_map(|p| vec![indicator(p); copies])
        .collect();
    Ok(stationary_law(&chain).map(|law| asymptotic_variance(&chain, &law, &function)))
}

fn mpmc_averages_pmc(engine: &Engine) -> Result<Finding, Interrupted> {
    let held = engine.on_all(|model| {
        let (extended, mpmc) = (engine.chain(model, "pmc")?, engine.chain(model, "mpmc")?);
        let points = model.points().len();
        let average = |from: usize, to: usize| -> Rational {
            let arrivals = |y: usize| -> Rational {
                let row = &extended.matrix().rows()[from * points + y];
                row[to * points..(to + 1) * points].iter().cloned().sum()
            };
            (0..points)
                .map(|y| model.auxiliary(&from, &y) * arrivals(y))
                .sum()
        };
        let count = model.parameters().len();
        let mut pairs = (0..count).flat_map(|from| (0..count).map(move |to| (from, to)));
        Ok(pairs.all(|(from, to)| average(from, to) == *mpmc.matrix().entry(from, to)))
    })?;
    Ok(Finding::verified_if(
        held,
        "Σ π(y|x,θ) P_PMC((θ,y), (θ',·)) = P_MPMC(θ, θ') for every pair",
    )
    .seen(engine.models_in_words())
    .reproduce("peskun compare --model bernoulli-pair pmc mpmc"))
}

fn mpmc_is_not_pmc(engine: &Engine) -> Result<Finding, Interrupted> {
    let mut words = Vec::new();
    let (mut same_acceptance, mut worse) = (true, true);
    for model in [&engine.first, &engine.second] {
        let acceptance =
            |kernel| Ok::<Rational, Interrupted>(engine.chain(model, kernel)?.acceptance());
        same_acceptance &= acceptance("pmc")? == acceptance("mpmc")?;
        let (pmc, mpmc) = (
            variance(engine, model, "pmc")?.unwrap_or_default(),
            variance(engine, model, "mpmc")?.unwrap_or_default(),
        );
        worse &= pmc > mpmc;
        words.push(format!("{pmc} against {mpmc}"));
    }
    let verdict = match (same_acceptance, worse) {
        (true, true) => Verdict::Corrected,
        (true, false) => Verdict::Verified,
        _ => Verdict::Refuted,
    };
    Ok(Finding::new(
        verdict,
        format!(
            "equal mean acceptance, but PMC's variance is larger: {}",
            words.join("; ")
        ),
    )
    .seen("indicator of b on both examples")
    .reproduce("peskun compare --model bernoulli-pair pmc mpmc"))
}

fn jensen(engine: &Engine, arm: &str) -> Result<Finding, Interrupted> {
    let mut pairs = 0;
    let held = engine.on_all(|model| {
        let (best, other) = (engine.means(model, "mh")?, engine.means(model, arm)?);
        let proposed = |from: &usize, to: &usize| model.proposal(from, to).is_positive();
        for (from, to) in all_pairs(model).filter(|(from, to)| proposed(from, to)) {
            pairs += 1;
            if other.entry(from, to) > best.entry(from, to) {
                return Ok(false);
            }
        }
        Ok(true)
    })?;
    Ok(Finding::verified_if(
        held,
        format!("holds for all {pairs} pairs that are proposed"),
    )
    .seen(engine.models_in_words())
    .reproduce(format!("peskun compare --model bernoulli-pair mh {arm}")))
}

/// Every pair of parameters.
pub(super) fn all_pairs(model: &TableModel) -> impl Iterator<Item = (usize, usize)> + use<> {
    let count = model.parameters().len();
    (0..count).flat_map(move |from| (0..count).map(move |to| (from, to)))
}

/// Metropolis–Hastings is above a kernel in all senses.
pub(super) fn below_mh(engine: &Engine, kernel: &str) -> Result<Finding, Interrupted> {
    let mut strictly = 0;
    let held = engine.on_all(|model| {
        let (best, other) = (engine.chain(model, "mh")?, engine.chain(model, kernel)?);
        let above = |order: Order| matches!(order, Order::First | Order::Equal);
        let (Ok(peskun), Ok(covariance)) =
            (peskun_order(&best, &other), covariance_order(&best, &other))
        else {
            return Ok(false);
        };
        strictly += usize::from(peskun.order == Order::First);
        let variances = (
            variance(engine, model, "mh")?,
            variance(engine, model, kernel)?,
        );
        let no_better = !matches!(variances, (Some(best), Some(other)) if other < best);
        Ok(above(peskun.order) && above(covariance.order) && no_better)
    })?;
    Ok(Finding::verified_if(
        held,
        format!("below on every model, strictly on {strictly}"),
    )
    .seen(engine.models_in_words())
    .reproduce(format!(
        "peskun compare --model three-point-pair mh {kernel}"
    )))
}

/// The smallest ratio of a drawn estimate to the truth over all proposed pairs,
/// and whether r ≥ min{c, 1}·r_MH with it.
pub(super) fn minorizes(
    engine: &Engine,
    model: &TableModel,
    arm: &str,
) -> Result<(Rational, bool), Interrupted> {
    let (best, other) = (engine.means(model, "mh")?, engine.means(model, arm)?);
    let mut smallest = Rational::ONE;
    let mut held = true;
    for (from, to) in all_pairs(model) {
        let truth = engine.ratios(model, "mh", from, to)?.values()[0].clone();
        let Some(truth) = finite(&truth).filter(|truth| truth.is_positive()).cloned() else {
            continue;
        };
        let drawn = engine.ratios(model, arm, from, to)?;
        let least = drawn
            .values()
            .iter()
            .filter_map(finite)
            .min()
            .cloned()
            .unwrap_or(Rational::ONE)
            / truth;
        held &= *other.entry(from, to) >= best.entry(from, to) * least.clone().min(Rational::ONE);
        smallest = smallest.min(least);
    }
    Ok((smallest, held))
}

fn minorization(engine: &Engine, arm: &str) -> Result<Finding, Interrupted> {
    let held = engine.on_all(|model| Ok(minorizes(engine, model, arm)?.1))?;
    let constants =
        [&engine.first, &engine.second].map(|model| minorizes(engine, model, arm).map(|(c, _)| c));
    let [first, second] = constants;
    Ok(Finding::verified_if(
        held,
        format!(
            "off the diagonal P ≥ c·P_MH with c = {} and {} on the examples",
            first?, second?
        ),
    )
    .seen(format!(
        "{}; c = 0 where supports differ, and then nothing is claimed",
        engine.models_in_words()
    )))
}
