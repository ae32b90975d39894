//! What Section 4.1 says of all rules D: Θ×Θ → {1, 2}, checked by going through
//! them: which are valid (Theorem 2), and which is the best (Definition 3).

use super::Verdict;
use super::evidence::{Engine, Finding, joined};
use super::section_2_2::all_pairs;
use crate::chains::Chain;
use crate::chance::Interrupted;
use crate::kernels::{Algorithm, Bandit, BanditReading};
use crate::models::{TableModel, Yardstick};
use crate::numbers::{Matrix, Rational};
use crate::rules::{MeanRule, Rule, Score, TableRule, TieBreak};

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

pub(super) fn theorem_2(engine: &Engine) -> Result<Finding, Interrupted> {
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

pub(super) fn bayes_rule(engine: &Engine) -> Result<Finding, Interrupted> {
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

pub(super) fn bayes_admissible(engine: &Engine) -> Result<Finding, Interrupted> {
    let (best, everywhere, rules) = against_all(engine)?;
    Ok(Finding::verified_if(
        best && everywhere,
        format!("none of {rules} valid rules is above it anywhere"),
    )
    .seen(engine.models_in_words()))
}

pub(super) fn bayes_pointwise(engine: &Engine) -> Result<Finding, Interrupted> {
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
pub(super) fn inadmissible(
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
