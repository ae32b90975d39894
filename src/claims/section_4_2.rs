//! Section 4.2: Algorithm 5 in its readings, and what it gains.

use super::evidence::{Engine, Finding, joined};
use super::section_2_2::{all_pairs, balanced};
use super::{Claim, Verdict};
use crate::arms::Arm;
use crate::chains::{Chain, stationary_law, total_variation};
use crate::chance::{Budget, Interrupted, Reading, enumerate};
use crate::kernels::Algorithm;
use crate::models::{Model, TableModel, Yardstick};
use crate::numbers::Rational;
use crate::rules::{DrawRule, Look, Rule, Score, TieBreak};

/// The claims of the section.
pub(super) const CLAIMS: &[Claim] = &[
    Claim {
        id: "algorithm-5-fresh",
        place: "Section 4.2, Algorithm 5",
        statement: "MABMC is valid, keeping θ' and drawing the chosen arm's auxiliaries afresh",
        method: "enumerate the chain with each tie break; detailed balance",
        paper: None,
        expected: Verdict::Verified,
        check: fresh,
    },
    Claim {
        id: "algorithm-5-literal",
        place: "Section 4.2, Algorithm 5, steps 7 and 8",
        statement: "MABMC is valid as printed: \"repeat Step 2–7\" proposes θ' again",
        method: "search for the smallest model with a witness; the stationary law on the first example",
        paper: Some("repeat Step 2–7"),
        expected: Verdict::Refuted,
        check: |engine| invalid_reading(engine, "mabmc:repropose"),
    },
    Claim {
        id: "algorithm-5-reuse",
        place: "Section 4.2, Algorithm 5",
        statement: "MABMC is valid when it accepts with the draws that decided",
        method: "search for the smallest model with a witness; the stationary law on the first example",
        paper: None,
        expected: Verdict::Refuted,
        check: |engine| invalid_reading(engine, "mabmc:reuse"),
    },
    Claim {
        id: "ties",
        place: "Section 4.2, Algorithm 5, step 6",
        statement: "argmax is well defined",
        method: "MABMC with ties to the first, to the last, by a coin; the literal reading's verdict under each",
        paper: Some("D = argmax min{r_i, r̃_i}"),
        expected: Verdict::Corrected,
        check: ties,
    },
    Claim {
        id: "higher-acceptance",
        place: "Section 4.2, and the abstract",
        statement: "MABMC has a higher average acceptance probability than both its arms",
        method: "exact average acceptance, with and without the proposal θ' = θ, and every pair against its better arm",
        paper: Some("higher average acceptance probability"),
        expected: Verdict::Refuted,
        check: higher_acceptance,
    },
    Claim {
        id: "max-min-is-nearly-max",
        place: "Section 4.2",
        statement: "argmax min{r̂(θ,θ'), r̂(θ',θ)} ≈ argmax â(θ,θ')",
        method: "the exact probability, under the posterior, that both choose the same arm on the same draws",
        paper: Some("≈"),
        expected: Verdict::Corrected,
        check: agreement,
    },
];

fn fresh(engine: &Engine) -> Result<Finding, Interrupted> {
    let first = balanced(engine, "mabmc")?;
    let others = engine.on_all(|model| {
        let last = engine.chain_with_tie(model, "mabmc", TieBreak::Last)?;
        let coin = engine.chain_with_tie(model, "mabmc", TieBreak::Coin)?;
        Ok(last.imbalance().is_none() && coin.imbalance().is_none())
    })?;
    let verdict = if others {
        first.verdict
    } else {
        Verdict::Refuted
    };
    Ok(Finding {
        verdict,
        exact: "detailed balance holds for every pair and every tie break".into(),
        ..first
    })
}

fn invalid_reading(engine: &Engine, kernel: &str) -> Result<Finding, Interrupted> {
    let found = engine.search(|model| Ok(engine.chain(model, kernel)?.imbalance().is_some()))?;
    let Some((parts, model)) = found else {
        return Ok(Finding::new(Verdict::Verified, "no model found"));
    };
    let witness = engine
        .chain(&model, kernel)?
        .imbalance()
        .expect("found by it");
    let example = engine.chain(&engine.first, kernel)?;
    let law = stationary_law(&example).unwrap_or_default();
    let distance = total_variation(&law, example.target());
    let hidden = engine.chain(&engine.second, kernel)?.imbalance().is_none();
    Ok(Finding::new(
        Verdict::Refuted,
        format!("on the first example it converges to ({})", joined(&law)),
    )
    .seen(format!(
        "total variation {distance} to ({}); on the smallest model flows {} and {}; the second example, which is symmetric, {} it",
            joined(example.target()),
            witness.forward,
            witness.backward,
            if hidden { "hides" } else { "shows" }
))
    .reproduce(format!(
        "peskun table --model bernoulli-pair --kernel {kernel}"
    ))
    .shown_by(Some(parts)))
}

const TIES: [TieBreak; 3] = [TieBreak::First, TieBreak::Last, TieBreak::Coin];

fn ties(engine: &Engine) -> Result<Finding, Interrupted> {
    let entries: Vec<Rational> = TIES
        .iter()
        .map(|&tie| {
            Ok(engine
                .chain_with_tie(&engine.first, "mabmc", tie)?
                .matrix()
                .entry(0, 1)
                .clone())
        })
        .collect::<Result<_, Interrupted>>()?;
    let found = engine.search(|model| {
        let broken = |tie| {
            Ok::<bool, Interrupted>(
                engine
                    .chain_with_tie(model, "mabmc:repropose", tie)?
                    .imbalance()
                    .is_some(),
            )
        };
        Ok(broken(TieBreak::First)? != broken(TieBreak::Last)?)
    })?;
    let distinct = entries[0] != entries[1] && entries[0] != entries[2] && entries[1] != entries[2];
    let verdict = if distinct {
        Verdict::Corrected
    } else {
        Verdict::Verified
    };
    let literal = if found.is_some() {
        "for the literal reading even the verdict changes"
    } else {
        "the literal reading's verdict stays"
    };
    Ok(Finding::new(
        verdict,
        format!(
            "ties are a part of the rule: P(a,b) = {} with first, last, coin",
            joined(&entries)
        ),
    )
    .seen(format!("both r̂ are often 1; {literal}"))
    .reproduce("peskun table --model bernoulli-pair --kernel mabmc --tie coin")
    .shown_by(found.map(|(parts, _)| parts)))
}

/// The probability under posterior and proposal that both rules choose alike.
fn agreement_on(model: &TableModel) -> Result<Rational, Interrupted> {
    let arms = Algorithm::paper_arms();
    let rule = |score| DrawRule {
        score,
        tie: TieBreak::First,
    };
    let same = |from: usize, to: usize| -> Result<Rational, Interrupted> {
        let law = enumerate(Reading::Merged, &Budget::default(), |chance| {
            let mut looks = Vec::new();
            for arm in &arms {
                let forward = arm.estimate(model, &from, &to, chance)?.ratio;
                let reverse = Some(arm.estimate(model, &to, &from, chance)?.ratio);
                looks.push(Look { forward, reverse });
            }
            let choice = |score| Rule::<TableModel>::decide(&rule(score), &from, &to, &looks);
            Ok(choice(Score::Forward) == choice(Score::Smaller))
        })?
        .law;
        Ok(law.probability(&true))
    };
    let posterior = model.posterior();
    let mut total = Rational::ZERO;
    for (from, to) in all_pairs(model) {
        let weight = &posterior[from] * model.proposal(&from, &to);
        if weight.is_positive() {
            total += weight * same(from, to)?;
        }
    }
    Ok(total)
}

fn agreement(engine: &Engine) -> Result<Finding, Interrupted> {
    let exact = [agreement_on(&engine.first)?, agreement_on(&engine.second)?];
    let always = exact.iter().all(|p| *p == Rational::ONE);
    let verdict = if always {
        Verdict::Verified
    } else {
        Verdict::Corrected
    };
    let percent = exact.iter().map(|p| format!("{:.1}%", 100.0 * p.to_f64()));
    Ok(Finding::new(
        verdict,
        format!(
            "they agree with probability {} on the examples, about {}",
            joined(&exact),
            joined(percent)
        ),
    )
    .seen("one draw of each ratio in each direction, ties to the first arm, θ ~ π(θ|x), θ' ~ q"))
}

/// Drawing afresh, a pair is accepted with s·r_1 + (1 − s)·r_2: never more
/// often than by its better arm.
fn between_its_arms(engine: &Engine, model: &TableModel) -> Result<bool, Interrupted> {
    let chains = [
        engine.chain(model, "mabmc")?,
        engine.chain(model, "mpmc")?,
        engine.chain(model, "sve")?,
    ];
    let entry = |chain: usize, from: usize, to: usize| chains[chain].matrix().entry(from, to);
    Ok(all_pairs(model)
        .filter(|(from, to)| from != to)
        .all(|(from, to)| {
            let (first, second) = (entry(1, from, to), entry(2, from, to));
            entry(0, from, to) <= first.max(second) && entry(0, from, to) >= first.min(second)
        }))
}

fn higher_acceptance(engine: &Engine) -> Result<Finding, Interrupted> {
    // MABMC against the better of its arms, in acceptance or in moves.
    let against = |model: &TableModel,
                   figure: fn(&Chain) -> Rational|
     -> Result<(Rational, Rational), Interrupted> {
        let of = |kernel| Ok::<Rational, Interrupted>(figure(&engine.chain(model, kernel)?));
        Ok((of("mabmc")?, of("mpmc")?.max(of("sve")?)))
    };
    let (mut below, mut above) = (0, 0);
    for model in engine.models() {
        let (ours, arm) = against(model, Chain::moves)?;
        below += usize::from(ours < arm);
        above += usize::from(ours > arm);
    }
    let bounded = engine.on_all(|model| between_its_arms(engine, model))?;
    let accepted = against(&engine.first, Chain::acceptance)?;
    let moves = [
        against(&engine.first, Chain::moves)?,
        against(&engine.second, Chain::moves)?,
    ];
    let lower = accepted.0 < accepted.1 && moves.iter().all(|(ours, arm)| ours < arm);
    let verdict = if lower && bounded {
        Verdict::Refuted
    } else {
        Verdict::Verified
    };
    let second = against(&engine.second, Chain::acceptance)?;
    let found = engine.search(|model| {
        let (accepted, moves) = (
            against(model, Chain::acceptance)?,
            against(model, Chain::moves)?,
        );
        Ok(accepted.0 < accepted.1 && moves.0 < moves.1)
    })?;
    Ok(Finding::new(verdict, format!("{} < {} on the first example; on both it moves less often than the better arm", accepted.0, accepted.1))
        .seen(format!(
            "moves {} < {} and {} < {}; on the second example it accepts {} against {}, but only by accepting θ' = θ; no pair is ever accepted more often than by its better arm; moves are below the better arm on {below} models and above on {above}, of {}",
            moves[0].0, moves[0].1, moves[1].0, moves[1].1, second.0, second.1, engine.models_in_words()
        ))
        .reproduce("peskun compare --model MODEL mpmc sve mabmc")
        .shown_by(found.map(|(parts, _)| parts)))
}
