//! Section 4.2: Algorithm 5 in its readings, and what it gains.

use super::section_2_2::balanced;
use crate::arms::Arm;
use crate::chains::{Chain, stationary_law, total_variation};
use crate::chance::{Budget, Interrupted, Reading, enumerate};
use crate::claims::evidence::{entries_of, joined};
use crate::claims::{Check, Claim, Engine, Finding, Held, Instance, Subject, Verdict};
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
        check: Check::Universal {
            property: fresh,
            found: |engine, held| {
                Ok(Finding {
                    exact: "detailed balance holds for every pair and every tie break".into(),
                    ..balanced(engine, held, "mabmc")?
                })
            },
        },
    },
    Claim {
        id: "algorithm-5-literal",
        place: "Section 4.2, Algorithm 5, steps 7 and 8",
        statement: "MABMC is valid as printed: \"repeat Step 2–7\" proposes θ' again",
        method: "search for the smallest model with a witness; the stationary law on the first example",
        paper: Some("repeat Step 2–7"),
        expected: Verdict::Refuted,
        check: Check::Particular(|engine| invalid_reading(engine, "mabmc:repropose")),
    },
    Claim {
        id: "algorithm-5-reuse",
        place: "Section 4.2, Algorithm 5",
        statement: "MABMC is valid when it accepts with the draws that decided",
        method: "search for the smallest model with a witness; the stationary law on the first example",
        paper: None,
        expected: Verdict::Refuted,
        check: Check::Particular(|engine| invalid_reading(engine, "mabmc:reuse")),
    },
    Claim {
        id: "ties",
        place: "Section 4.2, Algorithm 5, step 6",
        statement: "argmax is well defined",
        method: "MABMC with ties to the first, to the last, by a coin; the literal reading's verdict under each",
        paper: Some("D = argmax min{r_i, r̃_i}"),
        expected: Verdict::Corrected,
        check: Check::Particular(ties),
    },
    Claim {
        id: "higher-acceptance",
        place: "Section 4.2, and the abstract",
        statement: "MABMC has a higher average acceptance probability than both its arms",
        method: "exact average acceptance, with and without the proposal θ' = θ, and every pair against its better arm",
        paper: Some("higher average acceptance probability"),
        expected: Verdict::Refuted,
        check: Check::Universal {
            property: between_its_arms,
            found: higher_acceptance,
        },
    },
    Claim {
        id: "max-min-is-nearly-max",
        place: "Section 4.2",
        statement: "argmax min{r̂(θ,θ'), r̂(θ',θ)} ≈ argmax â(θ,θ')",
        method: "the exact probability, under the posterior, that both choose the same arm on the same draws",
        paper: Some("≈"),
        expected: Verdict::Corrected,
        check: Check::Particular(agreement),
    },
];

const TIES: [TieBreak; 3] = [TieBreak::First, TieBreak::Last, TieBreak::Coin];

/// Detailed balance with every tie break, which are the cases.
fn fresh(subject: &Subject) -> Result<Instance, Interrupted> {
    let mut instance = Instance::NONE;
    for tie in TIES {
        let chain = subject.chain_with_tie("mabmc", tie)?;
        instance.add(chain.imbalance().is_none(), false);
    }
    Ok(instance)
}

fn invalid_reading(engine: &Engine, kernel: &'static str) -> Result<Finding, Interrupted> {
    let found = engine.search(|subject| Ok(!subject.is_balanced(kernel)?))?;
    let Some(found) = found else {
        return Ok(Finding::open("no model was found"));
    };
    let chain = Subject::new(&found.model).chain(kernel)?;
    let witness = chain.imbalance().expect("found by it");
    let example = Subject::new(&engine.first).chain(kernel)?;
    let law = stationary_law(&example).unwrap_or_default();
    let distance = total_variation(&law, example.target());
    let hidden = Subject::new(&engine.second).is_balanced(kernel)?;
    Ok(Finding::new(
        Verdict::Refuted,
        format!("on the first example it converges to ({})", joined(&law)),
        &found.basis,
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
    .shown_by(Some(found.parts)))
}

fn ties(engine: &Engine) -> Result<Finding, Interrupted> {
    let subject = Subject::new(&engine.first);
    let entries: Vec<Rational> = TIES
        .iter()
        .map(|&tie| {
            let chain = subject.chain_with_tie("mabmc", tie)?;
            Ok(chain.matrix().entry(0, 1).clone())
        })
        .collect::<Result<_, Interrupted>>()?;
    let found = engine.search(|subject| {
        let broken = |tie| {
            let chain = subject.chain_with_tie("mabmc:repropose", tie)?;
            Ok::<bool, Interrupted>(chain.imbalance().is_some())
        };
        Ok(broken(TieBreak::First)? != broken(TieBreak::Last)?)
    })?;
    let distinct = engine.shown(&engine.first, |_| {
        Ok(entries[0] != entries[1] && entries[0] != entries[2] && entries[1] != entries[2])
    })?;
    let verdict = match distinct.held {
        true => Verdict::Corrected,
        false => Verdict::Verified,
    };
    let literal = match found.is_some() {
        true => "for the literal reading even the verdict changes",
        false => "the literal reading's verdict stays",
    };
    let exact = format!(
        "ties are a part of the rule: P(a,b) = {} with first, last, coin",
        joined(&entries)
    );
    Ok(Finding::new(verdict, exact, &distinct.basis)
        .seen(format!("both r̂ are often 1; {literal}"))
        .reproduce("peskun table --model bernoulli-pair --kernel mabmc --tie coin")
        .shown_by(found.map(|found| found.parts)))
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
            // The max rule sees the way forward only.
            let ahead: Vec<_> = looks
                .iter()
                .map(|look| Look {
                    forward: look.forward.clone(),
                    reverse: None,
                })
                .collect();
            let choice = |score, looks: &[Look<Rational>]| {
                let rule = rule(score);
                let glance =
                    |look: &Look<Rational>| Rule::<TableModel>::glance(&rule, look.clone());
                let seen: Vec<_> = looks.iter().map(glance).collect();
                Rule::<TableModel>::decide(&rule, &from, &to, &seen)
            };
            Ok(choice(Score::Forward, &ahead) == choice(Score::Smaller, &looks))
        })?
        .law;
        Ok(law.probability(&true))
    };
    let posterior = model.posterior();
    let mut total = Rational::ZERO;
    for (from, to) in Subject::new(model).pairs() {
        let weight = &posterior[from] * model.proposal(&from, &to);
        if weight.is_positive() {
            total += weight * same(from, to)?;
        }
    }
    Ok(total)
}

fn agreement(engine: &Engine) -> Result<Finding, Interrupted> {
    let exact = [agreement_on(&engine.first)?, agreement_on(&engine.second)?];
    let apart = [
        engine.shown(&engine.first, |_| Ok(exact[0] < Rational::ONE))?,
        engine.shown(&engine.second, |_| Ok(exact[1] < Rational::ONE))?,
    ];
    let verdict = match apart.iter().any(|shown| shown.held) {
        true => Verdict::Corrected,
        false => Verdict::Verified,
    };
    let percent = exact.iter().map(|p| format!("{:.1}%", 100.0 * p.to_f64()));
    Ok(Finding::new(
        verdict,
        format!(
            "they agree with probability {} on the examples, about {}",
            joined(&exact),
            joined(percent)
        ),
        &apart[0].basis.and(&apart[1].basis),
    )
    .seen("one draw of each ratio in each direction, ties to the first arm, θ ~ π(θ|x), θ' ~ q; the paper's ≈ is read as: always, which is our reading"))
}

/// Drawing afresh, a pair is accepted with s·r_1 + (1 − s)·r_2: never more
/// often than by its better arm. Notable where MABMC moves less often than the
/// better arm.
fn between_its_arms(subject: &Subject) -> Result<Instance, Interrupted> {
    let (ours, mpmc, sve) = (
        subject.chain("mabmc")?,
        subject.chain("mpmc")?,
        subject.chain("sve")?,
    );
    let between = subject.moves().all(|(from, to)| {
        let at = |chain: &Chain| chain.matrix().entry(from, to).clone();
        let (first, second) = (at(&mpmc), at(&sve));
        let ours = at(&ours);
        ours <= *(&first).max(&second) && ours >= first.min(second)
    });
    let mut instance = Instance::NONE;
    instance.add(between, ours.moves() < mpmc.moves().max(sve.moves()));
    Ok(instance)
}

/// MABMC and the better of its arms, in acceptance or in moves.
fn against(
    subject: &Subject,
    figure: fn(&Chain) -> Rational,
) -> Result<(Rational, Rational), Interrupted> {
    let of = |kernel| Ok::<Rational, Interrupted>(figure(&*subject.chain(kernel)?));
    Ok((of("mabmc")?, of("mpmc")?.max(of("sve")?)))
}

fn higher_acceptance(engine: &Engine, held: &Held) -> Result<Finding, Interrupted> {
    let (first, second) = (Subject::new(&engine.first), Subject::new(&engine.second));
    let accepted = against(&first, Chain::acceptance)?;
    let moves = [
        against(&first, Chain::moves)?,
        against(&second, Chain::moves)?,
    ];
    let lower = engine.shown(&engine.first, |_| {
        Ok(accepted.0 < accepted.1 && moves.iter().all(|(ours, arm)| ours < arm))
    })?;
    let verdict = match lower.held && held.held {
        true => Verdict::Refuted,
        false => Verdict::Verified,
    };
    let on_second = against(&second, Chain::acceptance)?;
    let found = engine.search(|subject| {
        let (accepted, moves) = (
            against(subject, Chain::acceptance)?,
            against(subject, Chain::moves)?,
        );
        Ok(accepted.0 < accepted.1 && moves.0 < moves.1)
    })?;
    let exact = format!(
        "{} < {} on the first example; on both it moves less often than the better arm",
        accepted.0, accepted.1
    );
    let examples = entries_of(&[&*first.chain("mabmc")?, &*second.chain("mabmc")?]);
    Ok(Finding::new(verdict, exact, &held.basis.and(&lower.basis).and(&examples))
        .seen(format!(
            "moves {} < {} and {} < {}; on the second example it accepts {} against {}, but only by accepting θ' = θ; no pair is ever accepted more often than by its better arm; moves are below the better arm on {} of {}",
            moves[0].0, moves[0].1, moves[1].0, moves[1].1, on_second.0, on_second.1, held.notable, engine.models_in_words()
        ))
        .reproduce("peskun compare --model MODEL mpmc sve mabmc")
        .shown_by(found.map(|found| found.parts)))
}
