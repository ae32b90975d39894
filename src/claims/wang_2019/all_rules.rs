//! What Section 4.1 says of all rules D: Θ×Θ → {1, 2}, checked by going through
//! them: which are valid (Theorem 2), and which is the best (Definition 3).
//!
//! A rule's flow between two parameters is π(θ) q(θ, θ') r_D(θ, θ') with the
//! enumerated means r_i, so that validity is an equation of flows and no chain
//! has to be enumerated for each rule. A test compares with the enumerated bandit.

use std::rc::Rc;

use crate::chance::Interrupted;
use crate::claims::evidence::{entries_of, joined};
use crate::claims::{Engine, Finding, Held, Instance, Subject, Verdict};
use crate::models::{Model, TableModel, Yardstick};
use crate::numbers::{Matrix, Rational};
use crate::rules::{MeanRule, Rule, Score, TableRule, TieBreak};

/// A rule with what is known of it.
struct Examined {
    rule: TableRule,
    /// Do its flows balance?
    valid: bool,
    /// Is it symmetric on K?
    symmetric_on_k: bool,
    /// Is it symmetric at every pair?
    symmetric: bool,
    /// Σ π(θ) q(θ, θ') r_D(θ, θ').
    acceptance: Rational,
}

/// All rules of a model, and the one that takes the larger mean.
struct AllRules {
    means: [Rc<Matrix>; 2],
    rules: Vec<Examined>,
    best: Examined,
}

impl AllRules {
    fn of(subject: &Subject) -> Result<Self, Interrupted> {
        let model = subject.model();
        let means = [subject.means("mpmc")?, subject.means("sve")?];
        let posterior = model.posterior();
        let weight = |from: usize, to: usize| &posterior[from] * model.proposal(&from, &to);
        let count = posterior.len();
        let flows: Vec<[Rational; 2]> = subject
            .pairs()
            .map(|(from, to)| [0, 1].map(|arm| weight(from, to) * means[arm].entry(from, to)))
            .collect();
        let flow = |rule: &TableRule, from: usize, to: usize| {
            &flows[from * count + to][rule.arms[from][to]]
        };
        // K: the pairs where the two arms can be told apart, in either direction.
        let differ = |from, to| means[0].entry(from, to) != means[1].entry(from, to);
        let told_apart = |from: usize, to: usize| differ(from, to) || differ(to, from);
        let upper: Vec<(usize, usize)> = subject.pairs().filter(|(from, to)| from < to).collect();
        let k: Vec<bool> = upper.iter().map(|&(a, b)| told_apart(a, b)).collect();
        let examined = |rule: TableRule| {
            let alike = |&(a, b): &(usize, usize)| rule.arms[a][b] == rule.arms[b][a];
            let balanced = |&(a, b): &(usize, usize)| flow(&rule, a, b) == flow(&rule, b, a);
            let mut on_k = upper.iter().zip(&k).filter(|(_, in_k)| **in_k);
            Examined {
                valid: upper.iter().all(balanced),
                symmetric_on_k: on_k.all(|(pair, _)| alike(pair)),
                symmetric: upper.iter().all(alike),
                acceptance: subject
                    .pairs()
                    .map(|(from, to)| flow(&rule, from, to).clone())
                    .sum(),
                rule,
            }
        };
        let rules = every_rule(subject).map(examined).collect();
        let best = examined(argmax(model, &means));
        Ok(AllRules { means, rules, best })
    }

    fn valid(&self) -> impl Iterator<Item = &Examined> {
        self.rules.iter().filter(|rule| rule.valid)
    }
}

fn known(subject: &Subject) -> Result<Rc<AllRules>, Interrupted> {
    subject.known("all rules", || AllRules::of(subject))
}

/// Every rule on the pairs of distinct parameters of a model. The proposal
/// θ' = θ never moves; all rules treat it alike.
fn every_rule(subject: &Subject) -> impl Iterator<Item = TableRule> + use<> {
    let count = subject.model().parameters().len();
    let pairs: Vec<(usize, usize)> = subject.moves().collect();
    (0..1u32 << pairs.len()).map(move |code| {
        let mut arms = vec![vec![0; count]; count];
        for (bit, &(from, to)) in pairs.iter().enumerate() {
            arms[from][to] = (code >> bit & 1) as usize;
        }
        TableRule { arms }
    })
}

/// The rule that takes the larger mean, as a table.
fn argmax(model: &TableModel, means: &[Rc<Matrix>; 2]) -> TableRule {
    let means = [(*means[0]).clone(), (*means[1]).clone()];
    let rule = MeanRule::new(Score::Smaller, TieBreak::First, &means);
    let arm = |from: usize, to: usize| {
        let law = Rule::<TableModel>::decide(&rule, &from, &to, &[]).expect("means decide");
        law.values()[0]
    };
    let parameters = model.parameters();
    let mut arms: Vec<Vec<usize>> = parameters
        .iter()
        .map(|&from| parameters.iter().map(|&to| arm(from, to)).collect())
        .collect();
    parameters.iter().for_each(|&p| arms[p][p] = 0);
    TableRule { arms }
}

/// Valid exactly if symmetric on K; cases are rules, notable the valid ones.
pub(super) fn theorem_2(subject: &Subject) -> Result<Instance, Interrupted> {
    let mut instance = Instance::NONE;
    for rule in &known(subject)?.rules {
        instance.add(rule.valid == rule.symmetric_on_k, rule.valid);
    }
    Ok(instance)
}

pub(super) fn exactly_the_symmetric(engine: &Engine, held: &Held) -> Result<Finding, Interrupted> {
    let mut asymmetric = 0;
    for model in engine.models() {
        let rules = AllRules::of(&Subject::new(model))?;
        asymmetric += rules.valid().filter(|rule| !rule.symmetric).count();
    }
    let exact = format!(
        "{} of {} rules are valid, exactly those symmetric on K",
        held.notable, held.cases
    );
    Ok(Finding::verified_if(held.held, exact, &held.basis).seen(format!(
        "{}; {asymmetric} valid rules are asymmetric outside K, where the arms agree or a move is never proposed (there r is 0 forward and 1 back for both arms)",
        engine.models_in_words()
    )))
}

/// The larger mean is a valid rule and the best on average; cases are valid
/// rules.
pub(super) fn is_best(subject: &Subject) -> Result<Instance, Interrupted> {
    let all = known(subject)?;
    let mut instance = Instance::NONE;
    for other in all.valid() {
        instance.add(other.acceptance <= all.best.acceptance, false);
    }
    instance.holds &= all.best.valid;
    Ok(instance)
}

/// The larger mean is nowhere below a valid rule; cases are valid rules.
pub(super) fn is_best_everywhere(subject: &Subject) -> Result<Instance, Interrupted> {
    let all = known(subject)?;
    let at = |rule: &Examined, from: usize, to: usize| {
        all.means[rule.rule.arms[from][to]].entry(from, to).clone()
    };
    let mut instance = Instance::NONE;
    for other in all.valid() {
        let mut pairs = subject.pairs();
        let below = pairs.all(|(from, to)| at(other, from, to) <= at(&all.best, from, to));
        instance.add(below, false);
    }
    instance.holds &= all.best.valid;
    Ok(instance)
}

/// Both.
pub(super) fn is_admissible(subject: &Subject) -> Result<Instance, Interrupted> {
    let everywhere = is_best_everywhere(subject)?;
    Ok(Instance {
        holds: everywhere.holds && is_best(subject)?.holds,
        ..everywhere
    })
}

pub(super) fn bayes_rule(engine: &Engine, held: &Held) -> Result<Finding, Interrupted> {
    let verdict = match held.held {
        true => Verdict::Settled,
        false => Verdict::Open,
    };
    let example = |model| {
        let chain = Subject::new(model).chain("rule:max-min")?;
        Ok::<Rational, Interrupted>(chain.acceptance())
    };
    Ok(Finding::new(
        verdict,
        "it is argmax of the means r_i(θ,θ'), that is, the max-min rule on means",
        &held.basis,
    )
    .seen(format!(
        "best of all {} valid rules on {}; its average acceptance on the examples: {}",
        held.cases,
        engine.models_in_words(),
        joined([example(&engine.first)?, example(&engine.second)?])
    ))
    .reproduce("peskun table --model three-point-pair --kernel rule:bayes"))
}

pub(super) fn bayes_admissible(engine: &Engine, held: &Held) -> Result<Finding, Interrupted> {
    let exact = format!("none of {} valid rules is above it anywhere", held.cases);
    Ok(Finding::verified_if(held.held, exact, &held.basis).seen(engine.models_in_words()))
}

pub(super) fn bayes_pointwise(_: &Engine, held: &Held) -> Result<Finding, Interrupted> {
    let verdict = match held.held {
        true => Verdict::Refuted,
        false => Verdict::Verified,
    };
    let exact = format!(
        "it dominates every one of {} valid rules at every pair at once",
        held.cases
    );
    Ok(Finding::new(verdict, exact, &held.basis).seen(
        "valid arms are ordered the same way in both directions, so the pairs do not compete",
    ))
}

/// A constant rule is inadmissible if the better arm at every pair, which is a
/// valid rule, is above it somewhere.
pub(super) fn inadmissible(
    model: &TableModel,
    rule: &'static str,
    other: &'static str,
) -> Result<Finding, Interrupted> {
    let subject = Subject::new(model);
    let (ours, others) = (subject.means(rule)?, subject.means(other)?);
    let at = |means: &Matrix, moves: bool| -> Vec<Rational> {
        subject
            .pairs()
            .filter(|(from, to)| (from != to) == moves)
            .map(|(from, to)| means.entry(from, to).clone())
            .collect()
    };
    let valid = AllRules::of(&subject)?.best.valid;
    let mut pairs = subject.pairs();
    let dominated = pairs.any(|(from, to)| ours.entry(from, to) < others.entry(from, to));
    let mut pairs = subject.pairs();
    let everywhere = pairs.all(|(from, to)| ours.entry(from, to) <= others.entry(from, to));
    let by = if everywhere {
        format!("D ≡ {other}")
    } else {
        format!("D = {other} for θ' ≠ θ, {rule} for θ' = θ")
    };
    let exact = format!(
        "dominated by {by}: {} against {}",
        joined(at(&others, true)),
        joined(at(&ours, true))
    );
    let basis = entries_of(&[&*subject.chain(rule)?, &*subject.chain(other)?]);
    Ok(Finding::verified_if(valid && dominated, exact, &basis)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chains::Chain;
    use crate::kernels::{Algorithm, Bandit, BanditReading};
    use crate::laboratory::random_parts;

    /// The equation of flows against the enumerated bandit, rule by rule.
    #[test]
    fn flows_are_those_of_the_enumerated_bandit() {
        let (mut rules, mut invalid) = (0, 0);
        for seed in 0..12 {
            let model = TableModel::new(random_parts(seed, 3, 3)).expect("a model");
            for examined in AllRules::of(&Subject::new(&model)).expect("means").rules {
                let (arms, fresh) = (Algorithm::paper_arms(), BanditReading::Fresh);
                let bandit = Bandit::new(&model, arms, examined.rule, fresh);
                let chain = Chain::of(&bandit).expect("a chain");
                assert_eq!(chain.imbalance().is_none(), examined.valid, "{seed}");
                assert_eq!(chain.acceptance(), examined.acceptance, "{seed}");
                rules += 1;
                invalid += u64::from(!examined.valid);
            }
        }
        assert!(rules > 200 && invalid > 20, "{invalid} of {rules}");
    }
}
