//! The laboratory: counterexamples, all rules of a model, and the best rule
//! over the draws that accept with its certificate.

use crate::support;

use num_rational::BigRational;
use peskun::arms::AnyArm;
use peskun::chains::Chain;
use peskun::chance::{Budget, Reading};
use peskun::kernels::{Algorithm, Bandit, BanditReading};
use peskun::laboratory::{
    Certificate, Side, all_rules, all_tables, best_over_draws, certificate, search, size,
};
use peskun::models::{TableModel, bernoulli_pair, read_model, three_point_pair, write_model};
use peskun::numbers::Rational;
use peskun::rules::{RuleName, TieBreak};
use proptest::prelude::*;
use support::direct::{Direct, Number, capped};
use support::random::{exactly, model, parts};
use support::{cases, chain, chain_with, q};

fn bandit(rule: &str, reading: BanditReading) -> Algorithm {
    let rule: RuleName = rule.parse().expect("a rule");
    Algorithm::bandit(Algorithm::paper_arms(), rule, TieBreak::First, reading).expect("a bandit")
}

/// Rules that depend on the direction, each in its own way.
const ASYMMETRIC: [&str; 10] = [
    "max-draws",
    "argmin(a)",
    "if from < to { 1 } else { 2 }",
    "if from == 1 { 1 } else { 2 }",
    "if r[1] > 1/2 { 1 } else { 2 }",
    "if r[1] > r_rev[1] { 1 } else { 2 }",
    "if a[1] + a[2] > 2 { 1 } else { 2 }",
    "if a_rev[2] < 1/2 { 1 } else { 2 }",
    "if value(to) > estimate { 1 } else { 2 }",
    "if from < to { [1/3, 2/3] } else { [2/3, 1/3] }",
];

#[test]
fn every_asymmetric_rule_is_caught_and_the_model_is_small() {
    for rule in ASYMMETRIC {
        let algorithm = bandit(rule, BanditReading::Fresh);
        let outcome = search(&algorithm, 300, 0, 1_000_000, |_| {}).expect("a search");
        let found = outcome
            .counterexample
            .unwrap_or_else(|| panic!("{rule} survives"));
        let (parameters, points, _) = size(&found.parts);
        assert_eq!((parameters, points), (2, 2), "{rule}: {:?}", found.parts);
        // The file that is printed is the model, and shows the same witness.
        let again = read_model("found.toml", &write_model(&found.parts)).expect("a model file");
        let chain = Chain::of_algorithm(&algorithm, &again, Reading::Plain, &Budget::default());
        assert_eq!(
            chain.expect("a chain").imbalance(),
            Some(found.witness),
            "{rule}"
        );
    }
}

#[test]
fn symmetric_rules_survive() {
    let symmetric = [
        "max-min",
        "max-min-draws",
        "max-min-draws:2",
        "max",
        "straddle",
        "distance:1",
        "[1/4, 3/4]",
        "if (from + to) % 2 == 0 { 1 } else { 2 }",
        "if r[1] * r_rev[1] > r[2] * r_rev[2] { 1 } else { 2 }",
        "if min(a[1], a_rev[1]) > 1/3 { 1 } else { 2 }",
    ];
    for rule in symmetric {
        let outcome = search(
            &bandit(rule, BanditReading::Fresh),
            300,
            7,
            1_000_000,
            |_| {},
        );
        let outcome = outcome.expect("a search");
        assert!(outcome.counterexample.is_none(), "{rule}");
        assert_eq!((outcome.tried, outcome.undecided), (300, 0), "{rule}");
    }
}

#[test]
fn a_search_is_the_same_every_time_and_moves_with_its_seed() {
    let run = |seed| {
        let found = search(
            &bandit("max-draws", BanditReading::Fresh),
            50,
            seed,
            1_000_000,
            |_| {},
        );
        let found = found.expect("a search");
        (
            found.tried,
            write_model(&found.counterexample.expect("invalid").parts),
        )
    };
    assert_eq!(run(3), run(3));
}

/// Verdicts from means against the enumeration of every single rule.
fn all_rules_are_judged_as_enumerated(model: &TableModel) {
    let arms = Algorithm::paper_arms();
    let all = all_rules(model, &arms, &Budget::default())
        .expect("means")
        .expect("few rules");
    let parameters = model.parts().parameters.len();
    let tables: Vec<_> = all_tables(parameters, 2).expect("few rules").collect();
    assert_eq!(all.rules.len(), 1 << (parameters * parameters));
    let mut best_valid = Rational::ZERO;
    for (verdict, table) in all.rules.iter().zip(tables) {
        assert_eq!(verdict.arms, table.arms);
        let chain = Chain::of(&Bandit::new(
            model,
            arms.clone(),
            table,
            BanditReading::Fresh,
        ));
        let chain = chain.expect("a chain");
        assert_eq!(
            verdict.valid,
            chain.imbalance().is_none(),
            "{:?}",
            verdict.arms
        );
        assert_eq!(verdict.acceptance, chain.acceptance());
        if verdict.valid {
            best_valid = best_valid.max(chain.acceptance());
        }
        assert!(
            !verdict.bayes || verdict.admissible,
            "a Bayes rule is admissible"
        );
    }
    assert_eq!(all.best, best_valid);
    assert_eq!(all.best, chain(model, "rule:bayes").acceptance());
    for verdict in &all.rules {
        let shortfall = verdict.valid.then(|| &best_valid - &verdict.acceptance);
        assert_eq!(verdict.shortfall, shortfall);
        assert_eq!(verdict.bayes, shortfall == Some(Rational::ZERO));
    }
}

#[test]
fn all_rules_of_the_examples() {
    all_rules_are_judged_as_enumerated(&bernoulli_pair());
    all_rules_are_judged_as_enumerated(&three_point_pair());
    let arms = Algorithm::paper_arms();
    let all = all_rules(&three_point_pair(), &arms, &Budget::default());
    let all = all.expect("means").expect("few rules");
    let count = |holds: fn(&peskun::laboratory::RuleVerdict) -> bool| {
        all.rules.iter().filter(|rule| holds(rule)).count()
    };
    // Symmetric off the diagonal: 2·2·2 of 16. One is the best: MPMC to move,
    // SVE to stay, 23/30.
    assert_eq!(count(|rule| rule.valid), 8);
    assert_eq!(count(|rule| rule.admissible), 1);
    assert_eq!(all.best, q(23, 30));
}

#[test]
fn five_parameters_have_too_many_rules() {
    assert!(all_tables(5, 2).is_none());
    assert_eq!(all_tables(3, 2).expect("few").count(), 512);
}

proptest! {
    #![proptest_config(cases(24))]

    #[test]
    fn all_rules_of_random_models(parts in exactly(2, 3)) {
        all_rules_are_judged_as_enumerated(&model(&parts));
    }

    #[test]
    fn all_rules_of_three_parameters(parts in exactly(3, 2)) {
        prop_assume!(parts.sample_space.len() == 2);
        all_rules_are_judged_as_enumerated(&model(&parts));
    }
}

fn best(model: &TableModel) -> (Chain, Certificate) {
    let (arms, budget) = (Algorithm::paper_arms(), Budget::default());
    let rule = best_over_draws(model, &arms, &budget).expect("a rule");
    let proof = certificate(model, &arms, &rule, &budget).expect("a certificate");
    let chain = Chain::of(&Bandit::new(model, arms, rule, BanditReading::Reuse));
    (chain.expect("a chain"), proof)
}

/// arms ≤ max-min of means = Bayes ≤ best over draws ≤ M-H, for both figures.
fn classes_are_ordered(model: &TableModel) -> [Rational; 5] {
    let (over_draws, proof) = best(model);
    assert_eq!(over_draws.imbalance(), None);
    assert_eq!(proof.verify(), Ok(over_draws.moves()));
    let chains = [
        chain(model, "mpmc"),
        chain(model, "sve"),
        chain(model, "rule:max-min"),
        over_draws,
        chain(model, "mh"),
    ];
    for figure in [Chain::acceptance, Chain::moves] {
        let values: Vec<Rational> = chains.iter().map(figure).collect();
        assert!(values[0] <= values[2] && values[1] <= values[2]);
        assert!(values[2] <= values[3] && values[3] <= values[4]);
        assert_eq!(values[2], figure(&chain(model, "rule:bayes")));
    }
    chains.map(|chain| chain.acceptance())
}

#[test]
fn the_classes_of_rules_on_both_examples() {
    let first = classes_are_ordered(&bernoulli_pair());
    let second = classes_are_ordered(&three_point_pair());
    // By hand: on the first example SVE is M-H; on the second E max(r̂₁, r̂₂) is
    // 47/75 for either move, and 1 for θ' = θ, where SVE accepts for certain.
    assert_eq!(first[1], first[4]);
    assert_eq!(second[3], (q(1, 1) + q(47, 75)) * q(1, 2));
    assert_eq!(second, [q(8, 15), q(13, 20), q(23, 30), q(61, 75), q(1, 1)]);
}

/// The outcomes in a certificate are those of the draws, computed by code that
/// shares nothing with the engine.
fn outcomes_are_the_draws(direct: &Direct, side: &Side, from: usize, to: usize) {
    let mut expected: Vec<(Vec<Number>, Number)> = Vec::new();
    for (first_mass, first) in direct.drawn("mpmc", from, to) {
        for (second_mass, second) in direct.drawn("sve", from, to) {
            let seen = vec![capped(&first), capped(&second)];
            let mass = &first_mass * second_mass;
            match expected.iter_mut().find(|(other, _)| *other == seen) {
                Some((_, total)) => *total += mass,
                None => expected.push((seen, mass)),
            }
        }
    }
    expected.sort();
    let mut found: Vec<(Vec<Number>, Number)> = side
        .outcomes
        .iter()
        .map(|outcome| {
            let seen = outcome.acceptances.iter().map(BigRational::from).collect();
            (seen, BigRational::from(&outcome.probability))
        })
        .collect();
    found.sort();
    assert_eq!(found, expected);
}

proptest! {
    #![proptest_config(cases(150))]

    #[test]
    fn the_classes_of_rules_on_random_models(parts in parts(3, 3)) {
        let model = model(&parts);
        classes_are_ordered(&model);
        let direct = Direct::new(&parts);
        for pair in &best(&model).1.pairs {
            let (from, to) = pair.pair;
            outcomes_are_the_draws(&direct, &pair.forward, from, to);
            outcomes_are_the_draws(&direct, &pair.backward, to, from);
        }
    }
}

/// Every number of the certificate, one at a time, a little larger or smaller.
#[test]
fn a_corrupted_certificate_is_rejected() {
    let (_, proof) = best(&three_point_pair());
    assert!(proof.verify().is_ok());
    let mut corruptions = 0;
    let mut reject = |change: &dyn Fn(&mut Certificate)| {
        let mut corrupted = proof.clone();
        change(&mut corrupted);
        assert!(corrupted.verify().is_err(), "{corrupted:?}");
        corruptions += 1;
    };
    for nudge in [q(1, 1_000_000), q(-1, 1_000_000)] {
        reject(&|proof| proof.pairs[0].flow += &nudge);
        reject(&|proof| proof.pairs[0].forward.weight += &nudge);
        reject(&|proof| proof.pairs[0].backward.weight += &nudge);
        for outcome in 0..proof.pairs[0].forward.outcomes.len() {
            reject(&|proof| proof.pairs[0].forward.outcomes[outcome].probability += &nudge);
            reject(&|proof| proof.pairs[0].forward.outcomes[outcome].bound += &nudge);
            for arm in 0..2 {
                reject(&|proof| proof.pairs[0].forward.outcomes[outcome].choice[arm] += &nudge);
            }
        }
        for outcome in 0..proof.pairs[0].backward.outcomes.len() {
            reject(&|proof| proof.pairs[0].backward.outcomes[outcome].bound += &nudge);
        }
    }
    reject(&|proof| proof.pairs[0].multiplier = q(1, 1));
    reject(&|proof| proof.pairs[0].multiplier = q(1, 2));
    reject(&|proof| proof.pairs[0].forward.outcomes[0].acceptances[0] = q(2, 1));
    assert!(corruptions > 40, "{corruptions}");
}

#[test]
fn the_larger_draw_in_both_directions_is_no_valid_rule() {
    // Without thinning, on a model where the directions differ.
    let parts = read_model(
        "skewed.toml",
        "parameters = [\"a\", \"b\"]\nsample_space = [\"0\", \"1\"]\nobserved = \"1\"\nprior = [1, 1]\nlikelihood = [[1, 2], [1, 1]]\nauxiliary = [[1, 3], [2, 1]]\n",
    );
    let model = parts.expect("a model");
    let larger = chain_with(&model, "mabmc:reuse", TieBreak::First, Reading::Merged);
    assert!(larger.imbalance().is_some());
    let (arms, budget) = (Algorithm::paper_arms(), Budget::default());
    let mut rule = best_over_draws(&model, &arms, &budget).expect("a rule");
    rule.boldness = peskun::numbers::Matrix::from_fn(2, 2, |_, _| Rational::ONE);
    let chain = Chain::of(&Bandit::new(
        &model,
        arms.clone(),
        rule.clone(),
        BanditReading::Reuse,
    ));
    assert!(chain.expect("a chain").imbalance().is_some());
    let proof = certificate(&model, &arms, &rule, &budget).expect("a certificate");
    assert!(proof.verify().is_err());
}

#[test]
fn averages_of_draws_from_one_to_many() {
    for model in [bernoulli_pair(), three_point_pair()] {
        let of = |rule: &str, reading: Reading| {
            let budget = Budget::of_paths(50_000_000);
            let algorithm = bandit(rule, BanditReading::Fresh);
            Chain::of_algorithm(&algorithm, &model, reading, &budget).expect("a chain")
        };
        let one = of("max-min-draws:1", Reading::Merged);
        assert_eq!(one.matrix(), of("max-min-draws", Reading::Merged).matrix());
        for draws in [2, 4, 8] {
            let chain = of(&format!("max-min-draws:{draws}"), Reading::Merged);
            assert_eq!(chain.imbalance(), None, "{draws}");
            assert!(chain.moves() <= of("max-min", Reading::Merged).moves());
        }
    }
    // Path by path where there are few paths: two draws on the first example.
    let plain = |reading| {
        let budget = Budget::of_paths(50_000_000);
        let algorithm = bandit("max-min-draws:2", BanditReading::Fresh);
        let chain = Chain::of_algorithm(&algorithm, &bernoulli_pair(), reading, &budget);
        chain.expect("a chain").matrix().clone()
    };
    assert_eq!(plain(Reading::Plain), plain(Reading::Merged));
}

#[test]
fn three_arms_have_a_best_rule_too() {
    let arms: Vec<AnyArm> = ["mpmc", "sve", "mh"]
        .map(|arm| arm.parse().expect("an arm"))
        .to_vec();
    let (model, budget) = (three_point_pair(), Budget::default());
    let rule = best_over_draws(&model, &arms, &budget).expect("a rule");
    let proof = certificate(&model, &arms, &rule, &budget).expect("a certificate");
    // With the true ratio among the arms nothing is left to gain.
    assert_eq!(proof.verify(), Ok(chain(&model, "mh").moves()));
}
