//! Section 3: every number of the two examples.

use super::evidence::{Engine, Finding, joined};
use super::section_2_2::all_pairs;
use super::{Claim, Verdict};
use crate::chains::{Accuracy, Order, peskun_order, second_modulus};
use crate::chance::Interrupted;
use crate::models::{TableModel, Yardstick};
use crate::numbers::Rational;

/// The claims of the section.
pub(super) const CLAIMS: &[Claim] = &[
    Claim {
        id: "no-domination",
        place: "Section 3",
        statement: "neither of MPMC and SVE always works better than the other",
        method: "the two examples decide it in opposite ways",
        paper: None,
        expected: Verdict::Verified,
        check: no_domination,
    },
    Claim {
        id: "first-posterior",
        place: "Section 3.1",
        statement: "the posterior of the first example",
        method: "π(θ)f_θ(x)/Z(θ), normalized",
        paper: Some("7/13, 6/13"),
        expected: Verdict::Verified,
        check: |engine| posterior(&engine.first, "7/13, 6/13"),
    },
    Claim {
        id: "first-sve",
        place: "Section 3.1",
        statement: "SVE's transition probabilities a → b and b → a",
        method: "enumerate the chain",
        paper: Some("3/7, 1/2"),
        expected: Verdict::Verified,
        check: |engine| entries(engine, &engine.first, "sve", "3/7, 1/2"),
    },
    Claim {
        id: "first-mpmc",
        place: "Section 3.1",
        statement: "MPMC's transition probabilities a → b and b → a",
        method: "enumerate the chain; evaluate the sums that are printed one line above the values",
        paper: Some("11/28, 55/120"),
        expected: Verdict::Corrected,
        check: first_mpmc,
    },
    Claim {
        id: "first-order",
        place: "Section 3.1",
        statement: "the exchange algorithm has the higher transition probabilities",
        method: "Peskun's order",
        paper: None,
        expected: Verdict::Verified,
        check: |engine| order(engine, &engine.first, "sve", "mpmc"),
    },
    Claim {
        id: "first-faster",
        place: "Section 3.1",
        statement: "which means the exchange algorithm converges faster",
        method: "|λ₂| of both chains",
        paper: None,
        expected: Verdict::Verified,
        check: |engine| faster(engine, &engine.first, "sve", "mpmc"),
    },
    Claim {
        id: "second-posterior",
        place: "Section 3.2",
        statement: "the posterior of the second example",
        method: "π(θ)f_θ(x)/Z(θ), normalized",
        paper: Some("1/2, 1/2"),
        expected: Verdict::Verified,
        check: |engine| posterior(&engine.second, "1/2, 1/2"),
    },
    Claim {
        id: "second-sve",
        place: "Section 3.2",
        statement: "SVE's transition probabilities a → b and b → a",
        method: "enumerate the chain",
        paper: Some("3/20, 3/20"),
        expected: Verdict::Verified,
        check: |engine| entries(engine, &engine.second, "sve", "3/20, 3/20"),
    },
    Claim {
        id: "second-mpmc",
        place: "Section 3.2",
        statement: "MPMC's transition probabilities (one label is printed twice; b → a and a → b are meant)",
        method: "enumerate the chain",
        paper: Some("4/15, 4/15"),
        expected: Verdict::Verified,
        check: |engine| entries(engine, &engine.second, "mpmc", "4/15, 4/15"),
    },
    Claim {
        id: "second-order",
        place: "Section 3.2",
        statement: "MPMC has the higher transition probabilities",
        method: "Peskun's order",
        paper: None,
        expected: Verdict::Verified,
        check: |engine| order(engine, &engine.second, "mpmc", "sve"),
    },
    Claim {
        id: "second-faster",
        place: "Section 3.2",
        statement: "which means MPMC converges faster",
        method: "|λ₂| of both chains",
        paper: None,
        expected: Verdict::Verified,
        check: |engine| faster(engine, &engine.second, "mpmc", "sve"),
    },
    Claim {
        id: "higher-means-faster",
        place: "Section 3.2, and 3.1",
        statement: "higher transition probabilities mean faster convergence",
        method: "search for the smallest model where the chain that is above in Peskun's order has the larger |λ₂|",
        paper: Some("which means it will converge faster"),
        expected: Verdict::Refuted,
        check: higher_means_faster,
    },
    Claim {
        id: "means-never-lose",
        place: "Section 3.3",
        statement: "choosing between the arms in a reasonable way can improve the acceptance",
        method: "the max-min rule on means against both arms, entry by entry",
        paper: None,
        expected: Verdict::Verified,
        check: means_never_lose,
    },
];

/// Verified if the paper's text is the computed one, corrected otherwise.
fn compared(exact: &[Rational], paper: &str) -> Finding {
    let printed: Option<Vec<Rational>> = paper.split(", ").map(|text| text.parse().ok()).collect();
    let verdict = if printed.as_deref() == Some(exact) {
        Verdict::Verified
    } else {
        Verdict::Corrected
    };
    Finding::new(verdict, joined(exact))
}

fn posterior(model: &TableModel, paper: &str) -> Result<Finding, Interrupted> {
    Ok(compared(&model.posterior(), paper)
        .reproduce(format!("peskun table --model {} --kernel mh", model.name())))
}

fn entries(
    engine: &Engine,
    model: &TableModel,
    kernel: &str,
    paper: &str,
) -> Result<Finding, Interrupted> {
    let chain = engine.chain(model, kernel)?;
    let exact = [
        chain.matrix().entry(0, 1).clone(),
        chain.matrix().entry(1, 0).clone(),
    ];
    let factors = paper
        .split(", ")
        .zip(&exact)
        .filter_map(|(text, value)| Some(text.parse::<Rational>().ok()? / value));
    Ok(compared(&exact, paper)
        .seen(format!(
            "{}; printed over exact: {}",
            chain.obtained(),
            joined(factors)
        ))
        .reproduce(format!(
            "peskun table --model {} --kernel {kernel}",
            model.name()
        )))
}

/// The values against the paper's own sums, which are right.
fn first_mpmc(engine: &Engine) -> Result<Finding, Interrupted> {
    let q = Rational::new;
    // ½ × (weight × min{ratio, 1} + …), as printed for a → b and for b → a.
    let forth = [
        (q(3, 10), q(6, 7) * q(7, 6)),
        (q(3, 10), q(6, 7) * q(3, 6)),
        (q(1, 5), q(6, 7) * q(7, 4)),
        (q(1, 5), q(6, 7) * q(3, 4)),
    ];
    let back = [
        (q(7, 20), q(7, 6) * q(6, 7)),
        (q(7, 20), q(7, 6) * q(4, 7)),
        (q(3, 20), q(7, 6) * q(6, 3)),
        (q(3, 20), q(7, 6) * q(4, 3)),
    ];
    let evaluate = |terms: [(Rational, Rational); 4]| -> Rational {
        let capped = terms
            .into_iter()
            .map(|(weight, ratio)| weight * ratio.min(Rational::ONE));
        capped.sum::<Rational>() / Rational::from(2)
    };
    let sums = [evaluate(forth), evaluate(back)];
    let chain = engine.chain(&engine.first, "mpmc")?;
    let entries_agree =
        chain.matrix().entry(0, 1) == &sums[0] && chain.matrix().entry(1, 0) == &sums[1];
    let finding = entries(engine, &engine.first, "mpmc", "11/28, 55/120")?;
    Ok(Finding {
        verdict: if entries_agree {
            finding.verdict
        } else {
            Verdict::Refuted
        },
        evidence: format!(
            "the printed sums give {}; {}; the same factor twice, so that detailed balance hides it",
            joined(&sums),
            finding.evidence
        ),
        ..finding
    })
}

fn order(
    engine: &Engine,
    model: &TableModel,
    above: &str,
    below: &str,
) -> Result<Finding, Interrupted> {
    let (first, second) = (engine.chain(model, above)?, engine.chain(model, below)?);
    let order = peskun_order(&first, &second).map(|peskun| peskun.order);
    let pair = |from, to| {
        format!(
            "{} > {}",
            first.matrix().entry(from, to),
            second.matrix().entry(from, to)
        )
    };
    Ok(Finding::verified_if(
        order == Ok(Order::First),
        format!("{} and {}", pair(0, 1), pair(1, 0)),
    )
    .reproduce(format!(
        "peskun compare --model {} {above} {below}",
        model.name()
    )))
}

fn faster(
    engine: &Engine,
    model: &TableModel,
    fast: &str,
    slow: &str,
) -> Result<Finding, Interrupted> {
    let modulus = |kernel| {
        Ok::<Option<Rational>, Interrupted>(
            second_modulus(&engine.chain(model, kernel)?, Accuracy::default())
                .map(|modulus| modulus.high().clone()),
        )
    };
    let (fast_rate, slow_rate) = (
        modulus(fast)?.unwrap_or_default(),
        modulus(slow)?.unwrap_or_default(),
    );
    Ok(Finding::verified_if(
        fast_rate < slow_rate,
        format!("|λ₂| = {fast_rate} against {slow_rate}"),
    )
    .reproduce(format!(
        "peskun compare --model {} {fast} {slow}",
        model.name()
    )))
}

fn higher_means_faster(engine: &Engine) -> Result<Finding, Interrupted> {
    let found = engine.search(|model| {
        let (above, below) = (engine.chain(model, "mh")?, engine.chain(model, "mpmc")?);
        let higher = peskun_order(&above, &below).is_ok_and(|peskun| peskun.order == Order::First);
        let (Some(above), Some(below)) = (
            second_modulus(&above, Accuracy::default()),
            second_modulus(&below, Accuracy::default()),
        ) else {
            return Ok(false);
        };
        Ok(higher && above.low() > below.high())
    })?;
    let Some((parts, model)) = found else {
        return Ok(Finding::new(Verdict::Verified, "no model found"));
    };
    let modulus = |kernel| {
        Ok::<Rational, Interrupted>(
            second_modulus(&engine.chain(&model, kernel)?, Accuracy::default())
                .map_or(Rational::ONE, |modulus| modulus.high().clone()),
        )
    };
    Ok(Finding::new(Verdict::Refuted, format!("M-H is above MPMC and has |λ₂| = {} against {}", modulus("mh")?, modulus("mpmc")?))
        .seen("Peskun's order is about asymptotic variance; rejections can break a cycle and speed up convergence")
        .reproduce("peskun compare --model MODEL mh mpmc")
        .shown_by(Some(parts)))
}

fn no_domination(engine: &Engine) -> Result<Finding, Interrupted> {
    let first = order(engine, &engine.first, "sve", "mpmc")?;
    let second = order(engine, &engine.second, "mpmc", "sve")?;
    let held = first.verdict == Verdict::Verified && second.verdict == Verdict::Verified;
    Ok(Finding::verified_if(
        held,
        "SVE is above on the first example, MPMC on the second",
    ))
}

fn means_never_lose(engine: &Engine) -> Result<Finding, Interrupted> {
    let mut both = 0;
    let held = engine.on_all(|model| {
        let ours = engine.chain(model, "rule:max-min")?;
        let arms = [engine.chain(model, "mpmc")?, engine.chain(model, "sve")?];
        both += usize::from(arms.iter().all(|arm| ours.moves() > arm.moves()));
        Ok(all_pairs(model)
            .filter(|(from, to)| from != to)
            .all(|(from, to)| {
                arms.iter()
                    .all(|arm| ours.matrix().entry(from, to) >= arm.matrix().entry(from, to))
            }))
    })?;
    Ok(Finding::verified_if(
        held && both > 0,
        format!("never below either arm at any pair, above both on {both} models"),
    )
    .seen(engine.models_in_words()))
}
