//! Section 4.1: valid, Bayes and admissible decision rules.

use super::all_rules::{
    bayes_admissible, bayes_pointwise, bayes_rule, exactly_the_symmetric, inadmissible,
    is_admissible, is_best, is_best_everywhere, theorem_2,
};
use super::section_2_2::balanced;
use crate::chance::Interrupted;
use crate::claims::{Check, Claim, Engine, Finding, Held, Instance, Subject, Verdict};
use crate::models::{Model, Yardstick};

/// The claims of the section.
pub(super) const CLAIMS: &[Claim] = &[
    Claim {
        id: "valid-ratios",
        place: "Section 4.1, Example 1",
        statement: "the ratios of MPMC and SVE are both valid",
        method: "π(θ)q(θ,θ')r(θ,θ') = π(θ')q(θ',θ)r(θ',θ) with the exact means, for every pair",
        paper: None,
        expected: Verdict::Verified,
        check: Check::Universal {
            property: valid_ratios,
            found: |engine, held| {
                Ok(
                    Finding::verified_if(held.held, "for every pair", &held.basis)
                        .seen(engine.models_in_words()),
                )
            },
        },
    },
    Claim {
        id: "constant-rules",
        place: "Section 4.1, Example 2",
        statement: "D ≡ 1 and D ≡ 2 are valid, and are MPMC and SVE",
        method: "enumerate the bandit with a constant rule; compare matrices",
        paper: None,
        expected: Verdict::Verified,
        check: Check::Universal {
            property: constant_rules,
            found: |engine, held| {
                let exact = "valid, with the very matrices of MPMC and SVE";
                Ok(Finding::verified_if(held.held, exact, &held.basis)
                    .seen(engine.models_in_words())
                    .reproduce("peskun check --model bernoulli-pair --rule always:1"))
            },
        },
    },
    Claim {
        id: "theorem-2",
        place: "Section 4.1, Theorem 2",
        statement: "a rule D: Θ×Θ → {1,2} is valid if and only if it is symmetric on K",
        method: "all 2^(n(n−1)) rules on every model with n = 2 and 3 parameters",
        paper: None,
        expected: Verdict::Verified,
        check: Check::Universal {
            property: theorem_2,
            found: exactly_the_symmetric,
        },
    },
    Claim {
        id: "max-min-valid",
        place: "Section 4.1, Example 4 and Corollary 1",
        statement: "the max-min rule on means is valid",
        method: "enumerate the bandit with it",
        paper: None,
        expected: Verdict::Verified,
        check: Check::Universal {
            property: |subject| Ok(subject.is_balanced("rule:max-min")?.into()),
            found: |engine, held| balanced(engine, held, "rule:max-min"),
        },
    },
    Claim {
        id: "max-draws-invalid",
        place: "Section 4.1, Example 5 and Corollary 2",
        statement: "the max rule argmax â is invalid",
        method: "search for the smallest model with a witness",
        paper: None,
        expected: Verdict::Verified,
        check: Check::Particular(max_draws_invalid),
    },
    Claim {
        id: "max-of-means",
        place: "Section 4.1, Corollary 2",
        statement: "argmax over arms needs symmetrization to become valid",
        method: "the max rule on the means r_i(θ,θ'), against the max-min rule",
        paper: Some("the max decision rule is not symmetric"),
        expected: Verdict::Corrected,
        check: Check::Universal {
            property: max_is_max_min,
            found: max_of_means,
        },
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
        check: Check::Universal {
            property: is_best,
            found: bayes_rule,
        },
    },
    Claim {
        id: "bayes-admissible",
        place: "Section 4.1",
        statement: "a Bayes rule is admissible",
        method: "no valid rule of all is above it at one pair and nowhere below",
        paper: None,
        expected: Verdict::Verified,
        check: Check::Universal {
            property: is_admissible,
            found: bayes_admissible,
        },
    },
    Claim {
        id: "bayes-pointwise",
        place: "Section 4.1",
        statement: "the Bayes rule need not dominate other rules at every point",
        method: "compare it with all valid rules at every pair",
        paper: Some("not necessarily true that the Bayes rule will dominate at every point"),
        expected: Verdict::Refuted,
        check: Check::Universal {
            property: is_best_everywhere,
            found: bayes_pointwise,
        },
    },
    Claim {
        id: "first-inadmissible",
        place: "Section 4.1, Example 3",
        statement: "D ≡ MPMC is inadmissible on the first example",
        method: "means of both arms at every pair",
        paper: None,
        expected: Verdict::Verified,
        check: Check::Particular(|engine| inadmissible(&engine.first, "mpmc", "sve")),
    },
    Claim {
        id: "second-inadmissible",
        place: "Section 4.1, Example 3",
        statement: "D ≡ SVE is inadmissible on the second example",
        method: "means of both arms at every pair",
        paper: None,
        expected: Verdict::Verified,
        check: Check::Particular(|engine| inadmissible(&engine.second, "sve", "mpmc")),
    },
    Claim {
        id: "theorem-2-and-draws",
        place: "Section 4.1, after Theorem 2",
        statement: "Theorem 2 covers rules that are implicitly random through â",
        method: "the max-min rule on draws is symmetric in law; accept with the draws that decided",
        paper: Some("the decision rule is implicitly random, since the ratios are random"),
        expected: Verdict::Corrected,
        check: Check::Universal {
            property: |subject| Ok(subject.is_balanced("mabmc")?.into()),
            found: draws_not_covered,
        },
    },
];

/// Flows balance with the exact means; cases are pairs and arms.
fn valid_ratios(subject: &Subject) -> Result<Instance, Interrupted> {
    let posterior = subject.model().posterior();
    let mut instance = Instance::NONE;
    for arm in ["mpmc", "sve"] {
        let means = subject.means(arm)?;
        let flow = |from: usize, to: usize| {
            &posterior[from] * subject.model().proposal(&from, &to) * means.entry(from, to)
        };
        for (from, to) in subject.pairs() {
            instance.add(flow(from, to) == flow(to, from), false);
        }
    }
    Ok(instance)
}

fn constant_rules(subject: &Subject) -> Result<Instance, Interrupted> {
    let mut instance = Instance::NONE;
    for (rule, arm) in [("rule:always:1", "mpmc"), ("rule:always:2", "sve")] {
        let (chain, other) = (subject.chain(rule)?, subject.chain(arm)?);
        let same = chain.matrix() == other.matrix();
        instance.add(same && chain.imbalance().is_none(), false);
    }
    Ok(instance)
}

fn max_draws_invalid(engine: &Engine) -> Result<Finding, Interrupted> {
    let found = engine.search(|subject| Ok(!subject.is_balanced("rule:max-draws")?))?;
    let Some(found) = found else {
        return Ok(Finding::open("no model was found"));
    };
    let chain = Subject::new(&found.model).chain("rule:max-draws")?;
    let witness = chain.imbalance().expect("found by it");
    let valid_on = |model| Subject::new(model).is_balanced("rule:max-draws");
    let mut valid = 0;
    for model in engine.models() {
        valid += usize::from(valid_on(model)?);
    }
    let second = match valid_on(&engine.second)? {
        true => "it happens to be valid on the second example, and",
        false => "it is invalid on the second example too;",
    };
    Ok(Finding::new(
        Verdict::Verified,
        format!("flows {} and {}", witness.forward, witness.backward),
        &found.basis,
    )
    .seen(format!(
        "{second} it is valid on {valid} of {}",
        engine.models_in_words()
    ))
    .reproduce("peskun check --model bernoulli-pair --rule max-draws")
    .shown_by(Some(found.parts)))
}

fn max_is_max_min(subject: &Subject) -> Result<Instance, Interrupted> {
    let (max, max_min) = (subject.chain("rule:max")?, subject.chain("rule:max-min")?);
    Ok((max.matrix() == max_min.matrix() && max.imbalance().is_none()).into())
}

fn max_of_means(engine: &Engine, held: &Held) -> Result<Finding, Interrupted> {
    let verdict = match held.held {
        true => Verdict::Corrected,
        false => Verdict::Verified,
    };
    Ok(Finding::new(
        verdict,
        "of draws it does; of means it is symmetric already and equals the max-min rule",
        &held.basis,
    )
    .seen(format!(
        "r_1(θ,θ')/r_1(θ',θ) = r_2(θ,θ')/r_2(θ',θ) for valid arms; {}",
        engine.models_in_words()
    ))
    .reproduce("peskun check --model bernoulli-pair --rule max"))
}

fn draws_not_covered(engine: &Engine, held: &Held) -> Result<Finding, Interrupted> {
    let witness = Subject::new(&engine.first)
        .chain("mabmc:reuse")?
        .imbalance();
    let broken = engine.shown(&engine.first, |_| Ok(witness.is_some()))?;
    let verdict = match (held.held, broken.held) {
        (true, true) => Verdict::Corrected,
        (true, false) => Verdict::Verified,
        _ => Verdict::Refuted,
    };
    let flows = witness.map_or_else(String::new, |witness| {
        format!("{} and {}", witness.forward, witness.backward)
    });
    let exact = format!(
        "only if the accepting draw is independent of the decision; otherwise flows {flows}"
    );
    Ok(Finding::new(verdict, exact, &held.basis.and(&broken.basis))
        .seen(format!(
            "a random D is covered when P(D = i) is symmetric and the arm is drawn afresh: {}",
            engine.models_in_words()
        ))
        .reproduce("peskun check --model bernoulli-pair --rule max-min-draws --reading reuse"))
}
