//! Section 6: the open questions, as far as finite exactness settles them.

use super::section_2_2::{below_mh, minorizes, ordered};
use crate::chains::{Chain, Order, peskun_order};
use crate::chance::{Budget, Interrupted, Reading};
use crate::claims::{Check, Claim, Engine, Finding, Held, Instance, Subject, Verdict};
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
        check: Check::Universal {
            property: more_arms,
            found: |engine, held| {
                Ok(Finding::verified_if(held.held, "detailed balance holds for every pair", &held.basis)
                    .seen(engine.models_in_words())
                    .reproduce("peskun check --model bernoulli-pair --rule max-min-draws --arms mpmc,sve,mh --tie coin"))
            },
        },
    },
    Claim {
        id: "is-mabmc-bayes",
        place: "Section 6, second question",
        statement: "is MABMC a Bayes rule, or admissible, among rules D: Θ×Θ → {1,2}?",
        method: "MABMC as printed decides from single draws; compare it with the rule on means",
        paper: Some("no guarantee that MABMC is a Bayesian decision rule, or even admissible"),
        expected: Verdict::Settled,
        check: Check::Universal {
            property: never_above_means,
            found: is_bayes,
        },
    },
    Claim {
        id: "draws-that-accept",
        place: "Section 6, second question",
        statement: "can a rule dominate it by looking at the draws that accept?",
        method: "the best flow of a valid rule per pair, min{π(θ)q E max(r̂_1,r̂_2), the same back}, an explicit rule and a dual certificate",
        paper: Some("find another decision rule which dominates MABMC"),
        expected: Verdict::Settled,
        check: Check::Universal {
            property: best_is_certified,
            found: draws_that_accept,
        },
    },
    Claim {
        id: "mabmc-below-mh",
        place: "Section 6, third question",
        statement: "MABMC is less efficient than Metropolis–Hastings",
        method: "Peskun and covariance order, and the variance of the indicator of the last parameter",
        paper: None,
        expected: Verdict::Verified,
        check: Check::Universal {
            property: |subject| below_mh(subject, "mabmc"),
            found: |engine, held| ordered(engine, held, "mabmc"),
        },
    },
    Claim {
        id: "uniform-ergodicity",
        place: "Section 6, third question",
        statement: "under what condition does MABMC inherit uniform ergodicity?",
        method: "r_MABMC ≥ c·r_MH with c the smaller of the arms' constants, for every pair",
        paper: Some("the convergence property of MABMC is unknown"),
        expected: Verdict::Settled,
        check: Check::Universal {
            property: inherits,
            found: ergodicity,
        },
    },
];

fn more_arms(subject: &Subject) -> Result<Instance, Interrupted> {
    let arms: Vec<_> = ["mpmc", "sve", "mh"]
        .iter()
        .map(|name| name.parse().expect("a known arm"))
        .collect();
    let rule = RuleName::Draws(Score::Smaller);
    let algorithm = Algorithm::bandit(arms, rule, TieBreak::Coin, BanditReading::Fresh)
        .expect("three arms and a rule");
    let budget = Budget::default();
    let chain = Chain::of_algorithm(&algorithm, subject.model(), Reading::Merged, &budget)?;
    Ok(chain.imbalance().is_none().into())
}

/// The rule on single draws is nowhere above the rule on means; notable where
/// it is below.
fn never_above_means(subject: &Subject) -> Result<Instance, Interrupted> {
    let (means, draws) = (subject.chain("rule:max-min")?, subject.chain("mabmc")?);
    let order = peskun_order(&means, &draws).map(|peskun| peskun.order);
    let mut instance = Instance::NONE;
    instance.add(
        matches!(order, Ok(Order::First | Order::Equal)),
        order == Ok(Order::First),
    );
    Ok(instance)
}

fn is_bayes(engine: &Engine, held: &Held) -> Result<Finding, Interrupted> {
    let second = Subject::new(&engine.second);
    let (means, draws) = (
        second.chain("rule:max-min")?.moves(),
        second.chain("mabmc")?.moves(),
    );
    let below = engine.shown(&engine.second, |_| Ok(draws < means))?;
    let verdict = match held.held && below.held {
        true => Verdict::Settled,
        false => Verdict::Open,
    };
    Ok(Finding::new(
        verdict,
        "the rule on means is Bayes and admissible; the rule on single draws is neither",
        &held.basis.and(&below.basis),
    )
    .seen(format!(
        "it is dominated everywhere, strictly on {} of {}; moves on the second example: {means} on means, {draws} on draws",
        held.notable,
        engine.models_in_words()
    ))
    .reproduce("peskun compare --model three-point-pair rule:max-min mabmc"))
}

/// The best rule over draws is valid, its dual certificate shows that none is
/// better, and it moves no less often than the rule on means and no more often
/// than M-H; notable where more often than the rule on means.
fn best_is_certified(subject: &Subject) -> Result<Instance, Interrupted> {
    let (arms, budget) = (Algorithm::paper_arms(), Budget::default());
    let model = subject.model();
    let rule = best_over_draws(model, &arms, &budget)?;
    let certified = certificate(model, &arms, &rule, &budget)?.verify();
    let chain = Chain::of(&Bandit::new(model, arms, rule, BanditReading::Reuse))?;
    let (means, best) = (
        subject.chain("rule:max-min")?.moves(),
        subject.chain("mh")?.moves(),
    );
    let moves = chain.moves();
    let held = chain.imbalance().is_none()
        && certified.as_ref() == Ok(&moves)
        && means <= moves
        && moves <= best;
    let mut instance = Instance::NONE;
    instance.add(held, means < moves);
    Ok(instance)
}

fn draws_that_accept(engine: &Engine, held: &Held) -> Result<Finding, Interrupted> {
    let second = Subject::new(&engine.second);
    let of = |kernel| Ok::<Rational, Interrupted>(second.chain(kernel)?.moves());
    let (best, means, mh) = (of("best-over-draws")?, of("rule:max-min")?, of("mh")?);
    let above = engine.shown(&engine.second, |_| Ok(means < best))?;
    let verdict = match held.held && above.held {
        true => Verdict::Settled,
        false => Verdict::Open,
    };
    let exact =
        format!("yes: it moves with probability {best}, against {means} on means and {mh} for M-H");
    Ok(Finding::new(verdict, exact, &held.basis.and(&above.basis))
        .seen(format!(
            "take the larger of both draws, mixed with the better arm in the direction with the larger flow; a dual certificate shows that no valid rule over these draws moves more often, on {}, on {} of them strictly more often than the rule on means",
            engine.models_in_words(),
            held.notable
        ))
        .reproduce("peskun rules --model three-point-pair"))
}

/// The smaller of the arms' constants.
fn constant(subject: &Subject) -> Result<Rational, Interrupted> {
    let (first, second) = (minorizes(subject, "mpmc")?.0, minorizes(subject, "sve")?.0);
    Ok(first.min(second).min(Rational::ONE))
}

/// P_MABMC ≥ c·P_MH off the diagonal; notable where c is positive.
fn inherits(subject: &Subject) -> Result<Instance, Interrupted> {
    let constant = constant(subject)?;
    let (best, ours) = (subject.chain("mh")?, subject.chain("mabmc")?);
    let above = subject.moves().all(|(from, to)| {
        *ours.matrix().entry(from, to) >= best.matrix().entry(from, to) * &constant
    });
    let mut instance = Instance::NONE;
    instance.add(above, constant.is_positive());
    Ok(instance)
}

fn ergodicity(engine: &Engine, held: &Held) -> Result<Finding, Interrupted> {
    let verdict = match held.held {
        true => Verdict::Settled,
        false => Verdict::Open,
    };
    let exact = format!(
        "bounded ratios suffice: P_MABMC ≥ c·P_MH off the diagonal, c = {} and {} on the examples",
        constant(&Subject::new(&engine.first))?,
        constant(&Subject::new(&engine.second))?
    );
    Ok(Finding::new(verdict, exact, &held.basis).seen(format!(
        "a mixture of arms inherits the smaller constant; {}, c > 0 on {} of them",
        engine.models_in_words(),
        held.notable
    )))
}
