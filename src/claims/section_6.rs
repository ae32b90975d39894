//! Section 6: the open questions, as far as finite exactness settles them.

use super::evidence::{Engine, Finding};
use super::section_2_2::{all_pairs, below_mh, minorizes};
use super::{Claim, Verdict};
use crate::chains::{Chain, Order, peskun_order};
use crate::chance::{Budget, Interrupted, Reading};
use crate::kernels::{Algorithm, Bandit, BanditReading};
use crate::laboratory::{best_over_draws, certificate};
use crate::numbers::Rational;
use crate::rules::{RuleName, Score, TieBreak};

/// The claims of the section.
pub(super) const CLAIMS: &[Claim] = &[
    Claim {
        id: "more-arms",
        place: "Section 6, first question",
        statement: "MABMC works for any ratios with the same proposal and target",
        method: "three arms, MPMC, SVE and the true ratio, with the max-min rule on draws",
        paper: None,
        expected: Verdict::Verified,
        check: more_arms,
    },
    Claim {
        id: "is-mabmc-bayes",
        place: "Section 6, second question",
        statement: "is MABMC a Bayes rule, or admissible, among rules D: Θ×Θ → {1,2}?",
        method: "MABMC as printed decides from single draws; compare it with the rule on means",
        paper: Some("no guarantee that MABMC is a Bayesian decision rule, or even admissible"),
        expected: Verdict::Settled,
        check: is_bayes,
    },
    Claim {
        id: "draws-that-accept",
        place: "Section 6, second question",
        statement: "can a rule dominate it by looking at the draws that accept?",
        method: "the best flow of a valid rule per pair, min{π(θ)q E max(r̂_1,r̂_2), the same back}, an explicit rule and a dual certificate",
        paper: Some("find another decision rule which dominates MABMC"),
        expected: Verdict::Settled,
        check: draws_that_accept,
    },
    Claim {
        id: "mabmc-below-mh",
        place: "Section 6, third question",
        statement: "MABMC is less efficient than Metropolis–Hastings",
        method: "Peskun and covariance order, and the variance of the indicator of the last parameter",
        paper: None,
        expected: Verdict::Verified,
        check: |engine| below_mh(engine, "mabmc"),
    },
    Claim {
        id: "uniform-ergodicity",
        place: "Section 6, third question",
        statement: "under what condition does MABMC inherit uniform ergodicity?",
        method: "r_MABMC ≥ c·r_MH with c the smaller of the arms' constants, for every pair",
        paper: Some("the convergence property of MABMC is unknown"),
        expected: Verdict::Settled,
        check: ergodicity,
    },
];

fn more_arms(engine: &Engine) -> Result<Finding, Interrupted> {
    let arms: Vec<_> = ["mpmc", "sve", "mh"]
        .iter()
        .map(|name| name.parse().expect("a known arm"))
        .collect();
    let algorithm = Algorithm::bandit(
        arms,
        RuleName::Draws(Score::Smaller),
        TieBreak::Coin,
        BanditReading::Fresh,
    )
    .expect("three arms and a rule");
    let held = engine.on_all(|model| {
        Ok(
            Chain::of_algorithm(&algorithm, model, Reading::Merged, &Budget::default())?
                .imbalance()
                .is_none(),
        )
    })?;
    Ok(Finding::verified_if(held, "detailed balance holds for every pair")
        .seen(engine.models_in_words())
        .reproduce("peskun check --model bernoulli-pair --rule max-min-draws --arms mpmc,sve,mh --tie coin"))
}

fn is_bayes(engine: &Engine) -> Result<Finding, Interrupted> {
    let (mut strictly, mut never_above) = (0, true);
    for model in engine.models() {
        let (means, draws) = (
            engine.chain(model, "rule:max-min")?,
            engine.chain(model, "mabmc")?,
        );
        let order = peskun_order(&means, &draws).map(|peskun| peskun.order);
        never_above &= matches!(order, Ok(Order::First | Order::Equal));
        strictly += usize::from(order == Ok(Order::First));
    }
    let verdict = if never_above && strictly > 0 {
        Verdict::Settled
    } else {
        Verdict::Open
    };
    let moves = |kernel| Ok::<Rational, Interrupted>(engine.chain(&engine.second, kernel)?.moves());
    Ok(Finding::new(verdict, "the rule on means is Bayes and admissible; the rule on single draws is neither")
        .seen(format!(
            "it is dominated everywhere, strictly on {strictly} of {}; moves on the second example: {} on means, {} on draws",
            engine.models_in_words(), moves("rule:max-min")?, moves("mabmc")?
        ))
        .reproduce("peskun compare --model three-point-pair rule:max-min mabmc"))
}

fn draws_that_accept(engine: &Engine) -> Result<Finding, Interrupted> {
    let (arms, budget) = (Algorithm::paper_arms(), Budget::default());
    let (mut strictly, mut held) = (0, true);
    let mut on_second = Rational::ZERO;
    for model in engine.models() {
        let rule = best_over_draws(model, &arms, &budget)?;
        let certified = certificate(model, &arms, &rule, &budget)?.verify();
        let chain = Chain::of(&Bandit::new(
            model,
            arms.clone(),
            rule,
            BanditReading::Reuse,
        ))?;
        let (means, best) = (
            engine.chain(model, "rule:max-min")?,
            engine.chain(model, "mh")?,
        );
        held &= chain.imbalance().is_none()
            && certified.as_ref() == Ok(&chain.moves())
            && means.moves() <= chain.moves()
            && chain.moves() <= best.moves();
        strictly += usize::from(means.moves() < chain.moves());
        if model.name() == engine.second.name() {
            on_second = chain.moves();
        }
    }
    let of = |kernel| Ok::<Rational, Interrupted>(engine.chain(&engine.second, kernel)?.moves());
    let (means, best) = (of("rule:max-min")?, of("mh")?);
    let verdict = if held && means < on_second {
        Verdict::Settled
    } else {
        Verdict::Open
    };
    Ok(Finding::new(
        verdict,
        format!(
            "yes: it moves with probability {on_second}, against {means} on means and {best} for M-H"
        ),
    )
    .seen(format!(
        "take the larger of both draws, mixed with the better arm in the direction with the larger flow; a dual certificate shows that no valid rule over these draws moves more often, on {}, on {strictly} of them strictly more often than the rule on means",
        engine.models_in_words()
    ))
    .reproduce("peskun rules --model three-point-pair"))
}

fn ergodicity(engine: &Engine) -> Result<Finding, Interrupted> {
    let held = engine.on_all(|model| {
        let (first, second) = (
            minorizes(engine, model, "mpmc")?.0,
            minorizes(engine, model, "sve")?.0,
        );
        let constant = first.min(second).min(Rational::ONE);
        let (best, ours) = (engine.chain(model, "mh")?, engine.chain(model, "mabmc")?);
        Ok(all_pairs(model)
            .filter(|(from, to)| from != to)
            .all(|(from, to)| {
                *ours.matrix().entry(from, to) >= best.matrix().entry(from, to) * &constant
            }))
    })?;
    let verdict = if held {
        Verdict::Settled
    } else {
        Verdict::Open
    };
    let constants = |model| {
        Ok::<Rational, Interrupted>(
            minorizes(engine, model, "mpmc")?
                .0
                .min(minorizes(engine, model, "sve")?.0),
        )
    };
    Ok(Finding::new(verdict, format!("bounded ratios suffice: P_MABMC ≥ c·P_MH off the diagonal, c = {} and {} on the examples", constants(&engine.first)?, constants(&engine.second)?))
        .seen(format!("a mixture of arms inherits the smaller constant; {}", engine.models_in_words())))
}
