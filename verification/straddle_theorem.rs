//! The straddle theorem, which answers the paper's question for the Bayes rule
//! (Section 4.1) in the setting of its Ising experiment (Section 5.2): if
//! p_θ(x) ∝ h(x) θ^T(x) and MPMC's auxiliary law is p_φ for every θ, then
//! "MPMC if φ lies between θ and θ', otherwise SVE" is the Bayes rule.

use crate::support;

use peskun::chains::Chain;
use peskun::chance::{Budget, Reading};
use peskun::kernels::{Algorithm, BanditReading};
use peskun::models::{TableModel, TableParts};
use peskun::numbers::Rational;
use peskun::rules::{RuleName, TieBreak};
use proptest::prelude::*;
use support::cases;

/// h(x) θ^T(x) for several θ, and the same for φ as the auxiliary law.
fn families() -> impl Strategy<Value = TableParts> {
    let value = (1..=6i64, 1..=4i64).prop_map(|(n, d)| Rational::new(n, d));
    let parameters = prop::collection::btree_set(value.clone(), 2..=4);
    let points = prop::collection::vec((1..=5i64, 0..=4usize), 2..=4);
    (parameters, value, points).prop_flat_map(|(values, estimate, points)| {
        let count = values.len();
        let weights = |largest: i64, size: usize| prop::collection::vec(1..=largest, size);
        let proposal = prop::collection::vec(prop::collection::vec(0..=3i64, count), count);
        let observed = 0..points.len();
        (weights(5, count), proposal, observed).prop_map(move |(prior, mut proposal, observed)| {
            proposal
                .iter_mut()
                .for_each(|row| row[0] += i64::from(row.iter().all(|&w| w == 0)));
            let row = |value: &Rational| -> Vec<Rational> {
                let density = |&(h, t): &(i64, usize)| Rational::from(h) * value.power(t);
                points.iter().map(density).collect()
            };
            let exact = |row: &Vec<i64>| row.iter().map(|&w| Rational::from(w)).collect();
            TableParts {
                name: "family".into(),
                parameters: values.iter().map(ToString::to_string).collect(),
                sample_space: (0..points.len()).map(|x| x.to_string()).collect(),
                observed: observed.to_string(),
                prior: exact(&prior),
                likelihood: values.iter().map(row).collect(),
                proposal: Some(proposal.iter().map(exact).collect()),
                auxiliary: Some(vec![row(&estimate); count]),
                estimate: Some(estimate.clone()),
            }
        })
    })
}

fn chain(model: &TableModel, rule: &str) -> Chain {
    let rule: RuleName = rule.parse().expect("a rule");
    let arms = Algorithm::paper_arms();
    let bandit = Algorithm::bandit(arms, rule, TieBreak::First, BanditReading::Fresh);
    let bandit = bandit.expect("a bandit");
    Chain::of_algorithm(&bandit, model, Reading::Merged, &Budget::default()).expect("a chain")
}

/// Is the rule the Bayes rule of this model?
fn is_bayes(model: &TableModel, rule: &str) -> bool {
    let (ours, best) = (chain(model, rule), chain(model, "bayes"));
    ours.matrix() == best.matrix() && ours.acceptance() == best.acceptance()
}

proptest! {
    #![proptest_config(cases(2_000))]

    #[test]
    fn straddle_is_the_bayes_rule(parts in families()) {
        let model = TableModel::new(parts).expect("a model");
        prop_assert!(is_bayes(&model, "straddle"));
        prop_assert_eq!(chain(&model, "straddle").imbalance(), None);
    }
}

#[test]
fn with_the_estimates_role_reversed_it_is_not() {
    use proptest::strategy::ValueTree;
    use proptest::test_runner::{RngSeed, TestRunner};
    let config = proptest::test_runner::Config {
        rng_seed: RngSeed::Fixed(1),
        ..cases(1)
    };
    let mut runner = TestRunner::new(config);
    let reversed = "if (value(from) - estimate) * (value(to) - estimate) <= 0 { 2 } else { 1 }";
    let fails = (0..100)
        .filter(|_| {
            let parts = families()
                .new_tree(&mut runner)
                .expect("a family")
                .current();
            !is_bayes(&TableModel::new(parts).expect("a model"), reversed)
        })
        .count();
    println!("the reversed rule is not Bayes on {fails} of 100 families");
    assert!(fails > 50);
}

/// θ = 1/2 and 2 on one point with T = 1 and one with T = 0: all by hand.
#[test]
fn a_family_by_hand() {
    let family = |estimate: &str| {
        let source = format!(
            "parameters = [\"1/2\", \"2\"]\nsample_space = [\"0\", \"1\"]\nobserved = \"0\"\nprior = [1, 1]\n\
             likelihood = [[1, \"1/2\"], [1, 2]]\nauxiliary = [[1, \"{estimate}\"], [1, \"{estimate}\"]]\nestimate = \"{estimate}\"\n"
        );
        peskun::models::read_model("family.toml", &source).expect("a model")
    };
    // φ = 1 lies between, φ = 4 does not.
    let between = family("1");
    assert_eq!(
        chain(&between, "straddle").matrix(),
        chain(&between, "always:1").matrix()
    );
    let outside = family("4");
    assert_eq!(
        chain(&outside, "straddle").matrix(),
        chain(&outside, "always:2").matrix()
    );
}
