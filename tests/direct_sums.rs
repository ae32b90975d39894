//! Every kernel, entry by entry, against direct summation in `num-rational`
//! by code that shares nothing with the engine.

use crate::support;

use num_rational::BigRational;
use peskun::arms::AnyArm;
use peskun::chains::Chain;
use peskun::chance::{Budget, Reading as Enumeration};
use peskun::kernels::{Algorithm, BanditReading};
use peskun::models::{TableModel, TableParts, bernoulli_pair, three_point_pair};
use peskun::numbers::{Rational, SparseMatrix};
use peskun::rules::{RuleName, TieBreak};
use proptest::prelude::*;
use support::direct::{Direct, Number};
use support::direct_bandit::{Reading, Rule, Tie};
use support::random::{exactly, model, parts};
use support::size::sized;
use support::{chain, chain_with, q};

const ARMS: [&str; 7] = ["mh", "mpmc", "sve", "noisy:2", "noisy:3", "dmh:1", "dmh:3"];
const TIES: [(TieBreak, Tie); 3] = [
    (TieBreak::First, Tie::First),
    (TieBreak::Last, Tie::Last),
    (TieBreak::Coin, Tie::Coin),
];
const READINGS: [(BanditReading, Reading); 3] = [
    (BanditReading::Fresh, Reading::Fresh),
    (BanditReading::Repropose, Reading::Repropose),
    (BanditReading::Reuse, Reading::Reuse),
];
const RULES: [(&str, Rule); 4] = [
    ("max", Rule::LargestMean),
    ("max-min", Rule::MaxMinMean),
    ("max-draws", Rule::LargestDraw),
    ("max-min-draws", Rule::MaxMinDraw),
];

fn as_numbers(matrix: &SparseMatrix) -> Vec<Vec<Number>> {
    matrix
        .rows()
        .iter()
        .map(|row| row.iter().map(BigRational::from).collect())
        .collect()
}

fn bandit(
    model: &TableModel,
    arms: &[&str],
    rule: &str,
    tie: TieBreak,
    reading: BanditReading,
) -> Chain {
    let arms: Vec<AnyArm> = arms
        .iter()
        .map(|arm| arm.parse().expect("an arm"))
        .collect();
    let rule: RuleName = rule.parse().expect("a rule");
    let algorithm = Algorithm::bandit(arms, rule, tie, reading).expect("a bandit");
    let budget = Budget::of_paths(50_000_000);
    Chain::of_algorithm(&algorithm, model, Enumeration::Merged, &budget).expect("within the budget")
}

/// All kernels that accept by one arm, and PMC.
fn compare_single(parts: &TableParts) -> Result<(), TestCaseError> {
    let (model, direct) = (model(parts), Direct::new(parts));
    for arm in ARMS {
        let chain = chain(&model, arm);
        prop_assert_eq!(as_numbers(chain.matrix()), direct.single(arm), "{}", arm);
        prop_assert_eq!(
            BigRational::from(chain.acceptance()),
            direct.acceptance(arm),
            "{}",
            arm
        );
    }
    prop_assert_eq!(as_numbers(chain(&model, "pmc").matrix()), direct.pmc());
    Ok(())
}

/// All rules, ties and readings over the paper's arms.
fn compare_bandits(parts: &TableParts) -> Result<(), TestCaseError> {
    let (model, direct) = (model(parts), Direct::new(parts));
    for (name, rule) in RULES {
        for (tie, direct_tie) in TIES {
            for (reading, direct_reading) in READINGS {
                let chain = bandit(&model, &["mpmc", "sve"], name, tie, reading);
                let expected = direct.bandit(&["mpmc", "sve"], rule, direct_tie, direct_reading);
                prop_assert_eq!(
                    as_numbers(chain.matrix()),
                    expected,
                    "{} {} {}",
                    name,
                    tie,
                    reading
                );
            }
        }
    }
    Ok(())
}

fn example(name: &str, tenths: &[&[i64]], observed: &str) -> TableParts {
    TableParts {
        name: name.into(),
        parameters: vec!["a".into(), "b".into()],
        sample_space: (0..tenths[0].len()).map(|i| i.to_string()).collect(),
        observed: observed.into(),
        prior: vec![q(1, 2), q(1, 2)],
        likelihood: tenths
            .iter()
            .map(|row| row.iter().map(|&n| q(n, 10)).collect())
            .collect(),
        proposal: None,
        auxiliary: None,
        estimate: None,
    }
}

/// The examples, typed in a second time from Section 3 of the paper.
fn examples() -> [(TableModel, TableParts); 2] {
    [
        (bernoulli_pair(), example("first", &[&[3, 7], &[4, 6]], "1")),
        (
            three_point_pair(),
            example("second", &[&[1, 8, 1], &[8, 1, 1]], "2"),
        ),
    ]
}

#[test]
fn both_examples_with_all_kernels() {
    for (built_in, parts) in examples() {
        for kernel in [
            "mh",
            "pmc",
            "mpmc",
            "sve",
            "mabmc",
            "mabmc:repropose",
            "mabmc:reuse",
            "rule:max",
        ] {
            assert_eq!(
                chain(&built_in, kernel),
                chain(&model(&parts), kernel),
                "{kernel}"
            );
        }
        compare_single(&parts).expect("single kernels agree");
        compare_bandits(&parts).expect("bandits agree");
    }
}

#[test]
fn kernel_names_mean_what_they_say() {
    for (model, parts) in examples() {
        let direct = Direct::new(&parts);
        let arms = ["mpmc", "sve"];
        for (name, reading) in [
            ("mabmc", Reading::Fresh),
            ("mabmc:repropose", Reading::Repropose),
            ("mabmc:reuse", Reading::Reuse),
        ] {
            for (tie, direct_tie) in TIES {
                let chain = chain_with(&model, name, tie, Enumeration::Merged);
                let expected = direct.bandit(&arms, Rule::MaxMinDraw, direct_tie, reading);
                assert_eq!(as_numbers(chain.matrix()), expected, "{name} {tie}");
            }
        }
        for (rule, direct_rule) in RULES {
            let chain = chain(&model, &format!("rule:{rule}"));
            let expected = direct.bandit(&arms, direct_rule, Tie::First, Reading::Fresh);
            assert_eq!(as_numbers(chain.matrix()), expected, "{rule}");
        }
        assert_eq!(
            as_numbers(chain(&model, "rule:always:1").matrix()),
            direct.single("mpmc")
        );
        assert_eq!(
            as_numbers(chain(&model, "rule:always:2").matrix()),
            direct.single("sve")
        );
    }
}

proptest! {
    #![proptest_config(support::cases(150))]

    #[test]
    fn single_kernels_on_random_models(parts in parts(5, 5)) {
        compare_single(&parts)?;
    }
}

proptest! {
    #![proptest_config(support::cases(40))]

    #[test]
    fn bandits_on_random_models(parts in parts(3, 3)) {
        compare_bandits(&parts)?;
    }

    #[test]
    fn bandits_with_three_arms(parts in parts(2, 2), tie in 0..3usize, reading in 0..3usize) {
        let (model, direct) = (model(&parts), Direct::new(&parts));
        let arms = ["mpmc", "noisy:2", "sve"];
        for (name, rule) in RULES {
            let chain = bandit(&model, &arms, name, TIES[tie].0, READINGS[reading].0);
            let expected = direct.bandit(&arms, rule, TIES[tie].1, READINGS[reading].1);
            prop_assert_eq!(as_numbers(chain.matrix()), expected, "{}", name);
        }
    }
}

proptest! {
    #![proptest_config(support::cases(sized("models of five by five", 4, 2)))]

    #[test]
    fn the_bandit_on_five_by_five(parts in exactly(5, 5)) {
        let (model, direct) = (model(&parts), Direct::new(&parts));
        for (reading, direct_reading) in [READINGS[0], READINGS[2]] {
            let chain = bandit(&model, &["mpmc", "sve"], "max-min-draws", TieBreak::Coin, reading);
            let expected = direct.bandit(&["mpmc", "sve"], Rule::MaxMinDraw, Tie::Coin, direct_reading);
            prop_assert_eq!(as_numbers(chain.matrix()), expected);
        }
    }

    #[test]
    fn the_posterior_is_the_target(parts in parts(5, 5)) {
        let target: Vec<Number> = chain(&model(&parts), "sve").target().iter().map(BigRational::from).collect();
        prop_assert_eq!(target, Direct::new(&parts).posterior());
    }
}

/// The comparison itself must be able to fail.
#[test]
fn a_wrong_table_is_noticed() {
    let (model, mut parts) = examples().into_iter().next().expect("two examples");
    parts.likelihood[0][0] += Rational::new(1, 1000);
    assert_ne!(
        as_numbers(chain(&model, "sve").matrix()),
        Direct::new(&parts).single("sve")
    );
}
