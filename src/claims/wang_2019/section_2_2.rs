//! Sections 2.2 and 2.3: modified pseudo-marginal Monte Carlo and the exchange
//! algorithm.

use crate::chains::{Order, asymptotic_variance, covariance_order, peskun_order, stationary_law};
use crate::chance::Interrupted;
use crate::claims::evidence::finite;
use crate::claims::{Basis, Check, Claim, Engine, Finding, Held, Instance, Subject, Verdict};
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
        check: Check::Universal {
            property: |subject| Ok(subject.is_balanced("mpmc")?.into()),
            found: |engine, held| lemma(engine, held, "mpmc"),
        },
    },
    Claim {
        id: "mpmc-averages-pmc",
        place: "Section 2.2",
        statement: "MPMC is essentially the same as PMC, on Θ: a PMC step averaged over y is an MPMC step",
        method: "average PMC's matrix over y ~ π(y|x,θ) and compare it with MPMC's, entry by entry",
        paper: None,
        expected: Verdict::Verified,
        check: Check::Universal {
            property: mpmc_averages_pmc,
            found: |engine, held| {
                Ok(Finding::verified_if(
                    held.held,
                    "Σ π(y|x,θ) P_PMC((θ,y), (θ',·)) = P_MPMC(θ, θ') for every pair",
                    &held.basis,
                )
                .seen(engine.models_in_words())
                .reproduce("peskun compare --model bernoulli-pair pmc mpmc"))
            },
        },
    },
    Claim {
        id: "mpmc-is-not-pmc",
        place: "Section 2.2",
        statement: "MPMC and PMC are essentially the same in performance",
        method: "mean acceptance and asymptotic variance of the indicator of b on both examples",
        paper: Some("essentially the same"),
        expected: Verdict::Corrected,
        check: Check::Particular(mpmc_is_not_pmc),
    },
    Claim {
        id: "jensen-mpmc",
        place: "Section 2.2",
        statement: "r_MPMC(θ,θ') ≤ r_MH(θ,θ') for every pair",
        method: "compare the exact means for every pair that is proposed",
        paper: None,
        expected: Verdict::Verified,
        check: Check::Universal {
            property: |subject| jensen(subject, "mpmc"),
            found: |engine, held| below_everywhere(engine, held, "mpmc"),
        },
    },
    Claim {
        id: "peskun-mpmc",
        place: "Section 2.2",
        statement: "MPMC is below Metropolis–Hastings in Peskun's order, hence no better for any function",
        method: "Peskun and covariance order, and the variance of the indicator of the last parameter",
        paper: None,
        expected: Verdict::Verified,
        check: Check::Universal {
            property: |subject| below_mh(subject, "mpmc"),
            found: |engine, held| ordered(engine, held, "mpmc"),
        },
    },
    Claim {
        id: "ergodicity-mpmc",
        place: "Section 2.2",
        statement: "if the ratio is bounded, MPMC inherits uniform ergodicity from Metropolis–Hastings",
        method: "the constant c = min over draws of estimate/truth; check r_MPMC ≥ min{c, 1}·r_MH for every pair",
        paper: None,
        expected: Verdict::Verified,
        check: Check::Universal {
            property: |subject| minorized(subject, "mpmc"),
            found: |engine, held| minorization(engine, held, "mpmc"),
        },
    },
    Claim {
        id: "lemma-2",
        place: "Section 2.3, Lemma 2",
        statement: "the exchange algorithm satisfies detailed balance",
        method: "enumerate the chain; compare both flows for every pair",
        paper: Some("π(θ|x) p(θ → θ) = π(θ'|x) p(θ' → θ)"),
        expected: Verdict::Corrected,
        check: Check::Universal {
            property: |subject| Ok(subject.is_balanced("sve")?.into()),
            found: |engine, held| lemma(engine, held, "sve"),
        },
    },
    Claim {
        id: "jensen-sve",
        place: "Section 2.3",
        statement: "r_SVE(θ,θ') ≤ r_MH(θ,θ') for every pair",
        method: "compare the exact means for every pair that is proposed",
        paper: None,
        expected: Verdict::Verified,
        check: Check::Universal {
            property: |subject| jensen(subject, "sve"),
            found: |engine, held| below_everywhere(engine, held, "sve"),
        },
    },
    Claim {
        id: "peskun-sve",
        place: "Section 2.3",
        statement: "the same ordering holds for SVE",
        method: "Peskun and covariance order, and the variance of the indicator of the last parameter",
        paper: None,
        expected: Verdict::Verified,
        check: Check::Universal {
            property: |subject| below_mh(subject, "sve"),
            found: |engine, held| ordered(engine, held, "sve"),
        },
    },
    Claim {
        id: "ergodicity-sve",
        place: "Section 2.3",
        statement: "the same convergence result holds for SVE",
        method: "the constant c = min over draws of estimate/truth; check r_SVE ≥ min{c, 1}·r_MH for every pair",
        paper: None,
        expected: Verdict::Verified,
        check: Check::Universal {
            property: |subject| minorized(subject, "sve"),
            found: |engine, held| minorization(engine, held, "sve"),
        },
    },
];

/// Detailed balance of a kernel on all models.
pub(super) fn balanced(engine: &Engine, held: &Held, kernel: &str) -> Result<Finding, Interrupted> {
    Ok(Finding::verified_if(
        held.held,
        "detailed balance holds for every pair",
        &held.basis,
    )
    .seen(engine.models_in_words())
    .reproduce(format!(
        "peskun table --model bernoulli-pair --kernel {kernel}"
    )))
}

/// A lemma that is right but for its printed formula.
fn lemma(engine: &Engine, held: &Held, kernel: &'static str) -> Result<Finding, Interrupted> {
    let finding = balanced(engine, held, kernel)?;
    // As printed, p(θ → θ) is a diagonal entry: it need not equal the flow back.
    let chain = Subject::new(&engine.first).chain(kernel)?;
    let differs = engine.shown(&engine.first, |_| Ok(chain.flow(0, 0) != chain.flow(1, 0)))?;
    let verdict = match (finding.verdict, differs.held) {
        (Verdict::Verified, true) => Verdict::Corrected,
        (verdict, _) => verdict,
    };
    Ok(Finding {
        verdict,
        exact: "the left side is π(θ|x) p(θ → θ'); with it, the lemma holds for every pair".into(),
        basis: finding.basis.and(&differs.basis),
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
    subject: &Subject,
    kernel: &'static str,
) -> Result<Option<Rational>, Interrupted> {
    let chain = subject.chain(kernel)?;
    let count = subject.model().parameters().len();
    let copies = chain.states().len() / count;
    let indicator = |parameter: usize| match parameter + 1 == count {
        true => Rational::ONE,
        false => Rational::ZERO,
    };
    let function: Vec<Rational> = (0..count)
        .flat_map(|p| vec![indicator(p); copies])
        .collect();
    Ok(stationary_law(&chain).map(|law| asymptotic_variance(&chain, &law, &function)))
}

fn mpmc_averages_pmc(subject: &Subject) -> Result<Instance, Interrupted> {
    let model = subject.model();
    let (extended, mpmc) = (subject.chain("pmc")?, subject.chain("mpmc")?);
    let points = model.points().len();
    let average = |from: usize, to: usize| -> Rational {
        let arrivals = |y: usize| -> Rational {
            let row = &extended.matrix().full_row(from * points + y);
            row[to * points..(to + 1) * points].iter().cloned().sum()
        };
        (0..points)
            .map(|y| model.auxiliary(&from, &y) * arrivals(y))
            .sum()
    };
    let mut instance = Instance::NONE;
    for (from, to) in subject.pairs() {
        instance.add(average(from, to) == *mpmc.matrix().entry(from, to), false);
    }
    Ok(instance)
}

fn mpmc_is_not_pmc(engine: &Engine) -> Result<Finding, Interrupted> {
    let mut words = Vec::new();
    let (mut same_acceptance, mut worse) = (true, true);
    let mut basis = Basis::nothing();
    for model in [&engine.first, &engine.second] {
        let subject = Subject::new(model);
        same_acceptance &=
            subject.chain("pmc")?.acceptance() == subject.chain("mpmc")?.acceptance();
        let (pmc, mpmc) = (
            variance(&subject, "pmc")?.unwrap_or_default(),
            variance(&subject, "mpmc")?.unwrap_or_default(),
        );
        let shown = engine.shown(model, |_| Ok(pmc > mpmc))?;
        worse &= shown.held;
        basis = basis.and(&shown.basis);
        words.push(format!("{pmc} against {mpmc}"));
    }
    let verdict = match (same_acceptance, worse) {
        (true, true) => Verdict::Corrected,
        (true, false) => Verdict::Verified,
        _ => Verdict::Refuted,
    };
    let exact = format!(
        "equal mean acceptance, but PMC's variance is larger: {}",
        words.join("; ")
    );
    Ok(Finding::new(verdict, exact, &basis)
        .seen("indicator of b on both examples; \"essentially the same\" is read as equal acceptance and equal variance, which is our reading")
        .reproduce("peskun compare --model bernoulli-pair pmc mpmc"))
}

/// r ≤ r_MH for every pair that is proposed; notable where it is smaller.
fn jensen(subject: &Subject, arm: &'static str) -> Result<Instance, Interrupted> {
    let (best, other) = (subject.means("mh")?, subject.means(arm)?);
    let proposed = |from: &usize, to: &usize| subject.model().proposal(from, to).is_positive();
    let mut instance = Instance::NONE;
    for (from, to) in subject.pairs().filter(|(from, to)| proposed(from, to)) {
        let order = other.entry(from, to).cmp(best.entry(from, to));
        instance.add(order.is_le(), order.is_lt());
    }
    Ok(instance)
}

fn below_everywhere(engine: &Engine, held: &Held, arm: &str) -> Result<Finding, Interrupted> {
    let exact = format!(
        "holds for all {} pairs that are proposed, strictly for {}",
        held.cases, held.notable
    );
    Ok(Finding::verified_if(held.held, exact, &held.basis)
        .seen(engine.models_in_words())
        .reproduce(format!("peskun compare --model bernoulli-pair mh {arm}")))
}

/// Metropolis–Hastings is above a kernel in all senses; notable where strictly.
pub(super) fn below_mh(subject: &Subject, kernel: &'static str) -> Result<Instance, Interrupted> {
    let (best, other) = (subject.chain("mh")?, subject.chain(kernel)?);
    let above = |order: Order| matches!(order, Order::First | Order::Equal);
    let mut instance = Instance::NONE;
    let (Ok(peskun), Ok(covariance)) =
        (peskun_order(&best, &other), covariance_order(&best, &other))
    else {
        return Ok(false.into());
    };
    let variances = (variance(subject, "mh")?, variance(subject, kernel)?);
    let no_better = !matches!(variances, (Some(best), Some(other)) if other < best);
    instance.add(
        above(peskun.order) && above(covariance.order) && no_better,
        peskun.order == Order::First,
    );
    Ok(instance)
}

pub(super) fn ordered(engine: &Engine, held: &Held, kernel: &str) -> Result<Finding, Interrupted> {
    let exact = format!("below on every model, strictly on {}", held.notable);
    Ok(Finding::verified_if(held.held, exact, &held.basis)
        .seen(engine.models_in_words())
        .reproduce(format!(
            "peskun compare --model three-point-pair mh {kernel}"
        )))
}

/// The smallest ratio of a drawn estimate to the truth over all pairs with a
/// positive and finite truth, and whether r ≥ min{c, 1}·r_MH with it.
pub(super) fn minorizes(
    subject: &Subject,
    arm: &'static str,
) -> Result<(Rational, bool), Interrupted> {
    let (best, other) = (subject.means("mh")?, subject.means(arm)?);
    let mut smallest = Rational::ONE;
    let mut held = true;
    for (from, to) in subject.pairs() {
        let truth = subject.ratios("mh", from, to)?.values()[0].clone();
        let Some(truth) = finite(&truth).filter(|truth| truth.is_positive()).cloned() else {
            continue;
        };
        let drawn = subject.ratios(arm, from, to)?;
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

/// Notable where the constant is positive, so that something is claimed.
fn minorized(subject: &Subject, arm: &'static str) -> Result<Instance, Interrupted> {
    let (constant, held) = minorizes(subject, arm)?;
    let mut instance = Instance::NONE;
    instance.add(held, constant.is_positive());
    Ok(instance)
}

fn minorization(engine: &Engine, held: &Held, arm: &'static str) -> Result<Finding, Interrupted> {
    let constant = |model| minorizes(&Subject::new(model), arm).map(|(constant, _)| constant);
    let exact = format!(
        "off the diagonal P ≥ c·P_MH with c = {} and {} on the examples",
        constant(&engine.first)?,
        constant(&engine.second)?
    );
    Ok(
        Finding::verified_if(held.held, exact, &held.basis).seen(format!(
            "{}; c > 0 on {} of them; c = 0 where supports differ, and then nothing is claimed",
            engine.models_in_words(),
            held.notable
        )),
    )
}
