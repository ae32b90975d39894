//! Section 4.1: valid, Bayes and admissible decision rules.

use super::evidence::{Engine, Finding, joined};
use super::section_2_2::{all_pairs, balanced};
use super::{Claim, Verdict};
use crate::chains::Chain;
use crate::chance::Interrupted;
use crate::kernels::{Algorithm, Bandit, BanditReading};
use crate::models::{Model, TableModel, Yardstick};
use crate::numbers::{Matrix, Rational};
use crate::rules::{MeanRule, Rule, Score, TableRule, TieBreak};

/// The claims of the section.
pub(super) const CLAIMS: &[Claim] = &[
    Claim {
        id: "valid-ratios",
        place: "Section 4.1, Example 1",
        statement: "the ratios of MPMC and SVE are both valid",
        method: "π(θ)q(θ,θ')r(θ,θ') = π(θ')q(θ',θ)r(θ',θ) with the exact means, for every pair",
        paper: None,
        expected: Verdict::Verified,
        check: valid_ratios,
    },
    Claim {
        id: "constant-rules",
        place: "Section 4.1, Example 2",
        statement: "D ≡ 1 and D ≡ 2 are valid, and are MPMC and SVE",
        method: "enumerate the bandit with a constant rule; compare matrices",
        paper: None,
        expected: Verdict::Verified,
        check: constant_rules,
    },
    Claim {
        id: "theorem-2",
        place: "Section 4.1, Theorem 2",
        statement: "a rule D: Θ×Θ → {1,2} is valid if and only if it is symmetric on K",
        method: "all 2^(n(n−1)) rules on every model with n = 2 and 3 parameters",
        paper: None,
        expected: Verdict::Verified,
        check: theorem_2,
    },
    Claim {
        id: "max-min-valid",
        place: "Section 4.1, Example 4 and Corollary 1",
        statement: "the max-min rule on means is valid",
        method: "enumerate the bandit with it",
        paper: None,
        expected: Verdict::Verified,
        check: |engine| balanced(engine, "rule:max-min"),
    },
    Claim {
        id: "max-draws-invalid",
        place: "Section 4.1, Example 5 and Corollary 2",
        statement: "the max rule argmax â is invalid",
        method: "search for the smallest model with a witness; the second example, where it passes",
        paper: None,
        expected: Verdict::Verified,
        check: max_draws_invalid,
    },
    Claim {
        id: "max-of-means",
        place: "Section 4.1, Corollary 2",
        statement: "argmax over arms needs symmetrization to become valid",
        method: "the max rule on the means r_i(θ,θ'), against the max-min rule",
        paper: Some("the max decision rule is not symmetric"),
        expected: Verdict::Corrected,
        check: max_of_means,
    },
    Claim {
        id: "bayes-rule",
        place: "Section 4.1, Definition 3",
        statement: "the calculation of the Bayes rule is beyond our knowledge",
        method: "the best of all valid rules, by exhaustion, against argmax of the means",
        paper: Some(
            "in general, the calculation of the Bayes decision rule is beyond our knowledge",
        ),
        expected: Verdict::Settled,
        check: bayes_rule,
    },
    Claim {
        id: "bayes-admissible",
        place: "Section 4.1",
        statement: "a Bayes rule is admissible",
        method: "no valid rule of all is above it at one pair and nowhere below",
        paper: None,
        expected: Verdict::Verified,
        check: bayes_admissible,
    },
    Claim {
        id: "bayes-pointwise",
        place: "Section 4.1",
        statement: "the Bayes rule need not dominate other rules at every point",
        method: "compare it with all valid rules at every pair",
        paper: Some("not necessarily true that the Bayes rule will dominate at every point"),
        expected: Verdict::Refuted,
        check: bayes_pointwise,
    },
    Claim {
        id: "first-inadmissible",
        place: "Section 4.1, Example 3",
        statement: "D ≡ MPMC is inadmissible on the first example",
        method: "means of both arms at every pair",
        paper: None,
        expected: Verdict::Verified,
        check: |engine| inadmissible(engine, &engine.first, "mpmc", "sve"),
    },
    Claim {
        id: "second-inadmissible",
        place: "Section 4.1, Example 3",
        statement: "D ≡ SVE is inadmissible on the second example",
        method: "means of both arms at every pair",
        paper: None,
        expected: Verdict::Verified,
        check: |engine| inadmissible(engine, &engine.second, "sve", "mpmc"),
    },
    Claim {
        id: "theorem-2-and-draws",
        place: "Section 4.1, after Theorem 2",
        statement: "Theorem 2 covers rules that are implicitly random through â",
        method: "the max-min rule on draws is symmetric in law; accept with the draws that decided",
        paper: Some("the decision rule is implicitly random, since the ratios are random"),
        expected: Verdict::Corrected,
        check: draws_not_covered,
    },
];

fn valid_ratios(engine: &Engine) -> Result<Finding, Interrupted> {
    let held = engine.on_all(|model| {
        let posterior = model.posterior();
        for arm in ["mpmc", "sve"] {
            let means = engine.means(model, arm)?;
            let flow = |from: usize, to: usize| {
                &posterior[from] * model.proposal(&from, &to) * means.entry(from, to)
            };
            if !all_pairs(model).all(|(from, to)| flow(from, to) == flow(to, from)) {
                return Ok(false);
            }
        }
        Ok(true)
    })?;
    Ok(Finding::verified_if(held, "for every pair").seen(engine.models_in_words()))
}

fn constant_rules(engine: &Engine) -> Result<Finding, Interrupted> {
    let held = engine.on_all(|model| {
        for (rule, arm) in [("rule:always:1", "mpmc"), ("rule:always:2", "sve")] {
            let (chain, other) = (engine.chain(model, rule)?, engine.chain(model, arm)?);
            if chain.matrix() != other.matrix() || chain.imbalance().is_some() {
                return Ok(false);
            }
        }
        Ok(true)
    })?;
    Ok(
        Finding::verified_if(held, "valid, with the very matrices of MPMC and SVE")
            .seen(engine.models_in_words())
            .reproduce("peskun check --model bernoulli-pair --rule always:1"),
    )
}

/// Every rule on the pairs of distinct parameters of a model.
fn all_rules(model: &TableModel) -> impl Iterator<Item = TableRule> + use<> {
    let count = model.parameters().len();
    let pairs: Vec<(usize, usize)> = all_pairs(model).filter(|(from, to)| from != to).collect();
    (0..1u32 << pairs.len()).map(move |code| {
        let mut arms = vec![vec![0; count]; count];
        for (bit, &(from, to)) in pairs.iter().enumerate() {
            arms[from][to] = (code >> bit & 1) as usize;
        }
        TableRule { arms }
    })
}

fn chain_of<R: Rule<TableModel>>(model: &TableModel, rule: R) -> Result<Chain, Interrupted> {
    Chain::of(&Bandit::new(
        model,
        Algorithm::paper_arms(),
        rule,
        BanditReading::Fresh,
    ))
}

/// K: the pairs where the two arms can be told apart, in either direction.
fn distinguishes(means: &[Matrix; 2], from: usize, to: usize) -> bool {
    let differ = |from, to| means[0].entry(from, to) != means[1].entry(from, to);
    differ(from, to) || differ(to, from)
}

fn paper_means(engine: &Engine, model: &TableModel) -> Result<[Matrix; 2], Interrupted> {
    Ok([engine.means(model, "mpmc")?, engine.means(model, "sve")?])
}

fn theorem_2(engine: &Engine) -> Result<Finding, Interrupted> {
    let (mut rules, mut valid, mut asymmetric, mut held) = (0, 0, 0, true);
    for model in engine.models() {
        let means = paper_means(engine, model)?;
        for rule in all_rules(model) {
            let symmetric = |on: &dyn Fn(usize, usize) -> bool| {
                all_pairs(model)
                    .all(|(from, to)| !on(from, to) || rule.arms[from][to] == rule.arms[to][from])
            };
            let on_k = symmetric(&|from, to| distinguishes(&means, from, to));
            let everywhere = symmetric(&|_, _| true);
            let is_valid = chain_of(model, rule.clone())?.imbalance().is_none();
            held &= is_valid == on_k;
            rules += 1;
            valid += usize::from(is_valid);
            asymmetric += usize::from(is_valid && !everywhere);
        }
    }
    Ok(Finding::verified_if(held, format!("{valid} of {rules} rules are valid, exactly those symmetric on K"))
        .seen(format!(
            "{}; {asymmetric} valid rules are asymmetric outside K, where the arms agree or a move is never proposed (there r is 0 forward and 1 back for both arms)",
            engine.models_in_words()
        )))
}

fn max_draws_invalid(engine: &Engine) -> Result<Finding, Interrupted> {
    let found =
        engine.search(|model| Ok(engine.chain(model, "rule:max-draws")?.imbalance().is_some()))?;
    let Some((parts, model)) = found else {
        return Ok(Finding::new(Verdict::Refuted, "no model found"));
    };
    let witness = engine
        .chain(&model, "rule:max-draws")?
        .imbalance()
        .expect("found by it");
    let hidden = engine
        .chain(&engine.second, "rule:max-draws")?
        .imbalance()
        .is_none();
    let valid = engine
        .models()
        .filter(|model| {
            engine
                .chain(model, "rule:max-draws")
                .is_ok_and(|chain| chain.imbalance().is_none())
        })
        .count();
    Ok(Finding::verified_if(
        hidden,
        format!("flows {} and {}", witness.forward, witness.backward),
    )
    .seen(format!(
        "on the symmetric second example it happens to be valid; so it does on {valid} of {}",
        engine.models_in_words()
    ))
    .reproduce("peskun check --model bernoulli-pair --rule max-draws")
    .shown_by(Some(parts)))
}

fn max_of_means(engine: &Engine) -> Result<Finding, Interrupted> {
    let same = engine.on_all(|model| {
        let (max, max_min) = (
            engine.chain(model, "rule:max")?,
            engine.chain(model, "rule:max-min")?,
        );
        Ok(max.matrix() == max_min.matrix() && max.imbalance().is_none())
    })?;
    let verdict = if same {
        Verdict::Corrected
    } else {
        Verdict::Verified
    };
    Ok(Finding::new(
        verdict,
        "of draws it does; of means it is symmetric already and equals the max-min rule",
    )
    .seen(format!(
        "r_1(θ,θ')/r_1(θ',θ) = r_2(θ,θ')/r_2(θ',θ) for valid arms; {}",
        engine.models_in_words()
    ))
    .reproduce("peskun check --model bernoulli-pair --rule max"))
}

/// Mean acceptance at every pair under a rule.
fn acceptance_at(model: &TableModel, means: &[Matrix; 2], rule: &TableRule) -> Vec<Rational> {
    all_pairs(model)
        .map(|(from, to)| means[rule.arms[from][to]].entry(from, to).clone())
        .collect()
}

/// The best valid rule by argmax of the means, as a table.
fn argmax(model: &TableModel, means: &[Matrix; 2]) -> TableRule {
    let rule = MeanRule::new(Score::Smaller, TieBreak::First, means);
    let arm = |from: usize, to: usize| {
        let law = Rule::<TableModel>::decide(&rule, &from, &to, &[]).expect("means decide");
        law.values()[0]
    };
    let parameters = model.parameters();
    let mut arms: Vec<Vec<usize>> = parameters
        .iter()
        .map(|&from| parameters.iter().map(|&to| arm(from, to)).collect())
        .collect();
    // The proposal θ' = θ never moves; all rules compared here treat it alike.
    parameters.iter().for_each(|&p| arms[p][p] = 0);
    TableRule { arms }
}

/// Compares the argmax rule with every valid rule at every pair: is it the
/// best on average, is it nowhere below, and how many rules were there?
fn against_all(engine: &Engine) -> Result<(bool, bool, usize), Interrupted> {
    let (mut best, mut everywhere, mut rules) = (true, true, 0);
    for model in engine.models() {
        let means = paper_means(engine, model)?;
        let rule = argmax(model, &means);
        let chain = chain_of(model, rule.clone())?;
        best &= chain.imbalance().is_none();
        let at = acceptance_at(model, &means, &rule);
        for other in all_rules(model) {
            let other_chain = chain_of(model, other.clone())?;
            if other_chain.imbalance().is_some() {
                continue;
            }
            rules += 1;
            best &= other_chain.acceptance() <= chain.acceptance();
            everywhere &= acceptance_at(model, &means, &other)
                .iter()
                .zip(&at)
                .all(|(other, ours)| other <= ours);
        }
    }
    Ok((best, everywhere, rules))
}

fn bayes_rule(engine: &Engine) -> Result<Finding, Interrupted> {
    let (best, _, rules) = against_all(engine)?;
    let verdict = if best {
        Verdict::Settled
    } else {
        Verdict::Open
    };
    let example =
        |model| Ok::<Rational, Interrupted>(engine.chain(model, "rule:max-min")?.acceptance());
    Ok(Finding::new(
        verdict,
        "it is argmax of the means r_i(θ,θ'), that is, the max-min rule on means",
    )
    .seen(format!(
        "best of all {rules} valid rules on {}; its average acceptance on the examples: {}",
        engine.models_in_words(),
        joined([example(&engine.first)?, example(&engine.second)?])
    ))
    .reproduce("peskun table --model three-point-pair --kernel rule:bayes"))
}

fn bayes_admissible(engine: &Engine) -> Result<Finding, Interrupted> {
    let (best, everywhere, rules) = against_all(engine)?;
    Ok(Finding::verified_if(
        best && everywhere,
        format!("none of {rules} valid rules is above it anywhere"),
    )
    .seen(engine.models_in_words()))
}

fn bayes_pointwise(engine: &Engine) -> Result<Finding, Interrupted> {
    let (_, everywhere, rules) = against_all(engine)?;
    let verdict = if everywhere {
        Verdict::Refuted
    } else {
        Verdict::Verified
    };
    Ok(Finding::new(
        verdict,
        format!("it dominates every one of {rules} valid rules at every pair at once"),
    )
    .seen("valid arms are ordered the same way in both directions, so the pairs do not compete"))
}

/// A constant rule is inadmissible if the better arm at every pair, which is a
/// valid rule, is above it somewhere.
fn inadmissible(
    engine: &Engine,
    model: &TableModel,
    rule: &str,
    other: &str,
) -> Result<Finding, Interrupted> {
    let (ours, others) = (engine.means(model, rule)?, engine.means(model, other)?);
    let at = |means: &Matrix, moves: bool| -> Vec<Rational> {
        all_pairs(model)
            .filter(|(from, to)| (from != to) == moves)
            .map(|(from, to)| means.entry(from, to).clone())
            .collect()
    };
    let best = argmax(model, &paper_means(engine, model)?);
    let valid = chain_of(model, best)?.imbalance().is_none();
    let dominated =
        all_pairs(model).any(|(from, to)| ours.entry(from, to) < others.entry(from, to));
    let everywhere =
        all_pairs(model).all(|(from, to)| ours.entry(from, to) <= others.entry(from, to));
    let by = if everywhere {
        format!("D ≡ {other}")
    } else {
        format!("D = {other} for θ' ≠ θ, {rule} for θ' = θ")
    };
    Ok(Finding::verified_if(
        valid && dominated,
        format!(
            "dominated by {by}: {} against {}",
            joined(at(&others, true)),
            joined(at(&ours, true))
        ),
    )
    .seen(format!(
        "r(a,b) and r(b,a); for θ' = θ, {} under {other} and {} under {rule}",
        joined(at(&others, false)),
        joined(at(&ours, false))
    ))
    .reproduce(format!(
        "peskun compare --model {} {rule} {other}",
        model.name()
    )))
}

fn draws_not_covered(engine: &Engine) -> Result<Finding, Interrupted> {
    let fresh = engine.on_all(|model| Ok(engine.chain(model, "mabmc")?.imbalance().is_none()))?;
    let witness = engine.chain(&engine.first, "mabmc:reuse")?.imbalance();
    let verdict = match (fresh, &witness) {
        (true, Some(_)) => Verdict::Corrected,
        (true, None) => Verdict::Verified,
        _ => Verdict::Refuted,
    };
    let flows = witness.map_or_else(String::new, |witness| {
        format!("{} and {}", witness.forward, witness.backward)
    });
    Ok(Finding::new(
        verdict,
        format!(
            "only if the accepting draw is independent of the decision; otherwise flows {flows}"
        ),
    )
    .seen(format!(
        "a random D is covered when P(D = i) is symmetric and the arm is drawn afresh: {}",
        engine.models_in_words()
    ))
    .reproduce("peskun check --model bernoulli-pair --rule max-min-draws --reading reuse"))
}
