//! The law of the chosen arm in both directions: it explains the broken flows
//! exactly, and `check` prints it.

use crate::support;

use peskun::chains::Chain;
use peskun::chance::{Budget, Reading};
use peskun::kernels::{Algorithm, BanditReading};
use peskun::laboratory::{DecisionLaw, decision_law, numbered_parts};
use peskun::models::{TableModel, bernoulli_pair};
use peskun::numbers::Rational;
use peskun::rules::{RuleName, TieBreak};
use serde_json::{Value, json};
use support::command::peskun;
use support::{chain, q};

fn bandit(rule: &str, reading: BanditReading) -> Algorithm {
    let rule: RuleName = rule.parse().expect("a rule");
    Algorithm::bandit(Algorithm::paper_arms(), rule, TieBreak::First, reading).expect("a bandit")
}

fn law(algorithm: &Algorithm, model: &TableModel, pair: (usize, usize)) -> DecisionLaw {
    let law = decision_law(algorithm, model, pair, &Budget::default());
    law.expect("within the budget").expect("a bandit")
}

/// With fresh draws a rule's flow is the mixture of the arms' flows by the law
/// of the chosen arm, and a valid arm's flow is the same in both directions.
#[test]
fn the_law_explains_the_flows_on_random_models() {
    let rules = [
        "max-draws",
        "max-min-draws",
        "if r[1] > 1/2 { 1 } else { 2 }",
        "if a[1] > a_rev[2] { [1/3, 2/3] } else { 2 }",
        "if from < to { 1 } else { 2 }",
    ];
    let mut broken = 0;
    for seed in 0..30 {
        let model = TableModel::new(numbered_parts(seed)).expect("a model");
        let arms = [chain(&model, "mpmc"), chain(&model, "sve")];
        for rule in rules {
            let algorithm = bandit(rule, BanditReading::Fresh);
            let chain =
                Chain::of_algorithm(&algorithm, &model, Reading::Merged, &Budget::default());
            let chain = chain.expect("a chain");
            for from in 0..chain.states().len() {
                for to in 0..from {
                    let law = law(&algorithm, &model, (from, to));
                    let mixed = |law: &[Rational], from, to| -> Rational {
                        let flow = |arm: &Chain| arm.flow(from, to);
                        law.iter().zip(&arms).map(|(p, arm)| p * flow(arm)).sum()
                    };
                    assert_eq!(
                        chain.flow(from, to),
                        mixed(&law.forward, from, to),
                        "{rule}"
                    );
                    assert_eq!(
                        chain.flow(to, from),
                        mixed(&law.backward, to, from),
                        "{rule}"
                    );
                    if chain.flow(from, to) != chain.flow(to, from) {
                        assert!(!law.is_symmetric(), "{rule}, seed {seed}");
                        broken += 1;
                    }
                }
            }
        }
    }
    assert!(broken > 100, "{broken}");
}

#[test]
fn the_law_by_hand() {
    let model = bernoulli_pair();
    let by_position = law(
        &bandit(
            "if from < to { [1/4, 3/4] } else { 2 }",
            BanditReading::Fresh,
        ),
        &model,
        (0, 1),
    );
    assert_eq!(by_position.forward, [q(1, 4), q(3, 4)]);
    assert_eq!(by_position.backward, [q(0, 1), q(1, 1)]);
    let single = Algorithm::named("sve", TieBreak::First).expect("a kernel");
    let none = decision_law(&single, &model, (0, 1), &Budget::default());
    assert_eq!(none, Ok(None), "one arm is no choice");
}

#[test]
fn check_prints_the_law_at_the_broken_pair() {
    let check = |rule: &str, format: &str, more: &[&str]| {
        let arguments = ["check", "--rule", rule, "--format", format];
        peskun(&[&arguments[..], more].concat()).stdout
    };
    let on_model = ["--model", "bernoulli-pair"];
    let rule = "if from < to { [1/4, 3/4] } else { 2 }";
    let value: Value = serde_json::from_str(&check(rule, "json", &on_model)).expect("JSON");
    assert_eq!(
        value["decision"],
        json!({
            "from": "a", "to": "b", "arms": ["mpmc", "sve"],
            "forward": ["1/4", "3/4"], "backward": ["0", "1"],
        })
    );
    let text = check(rule, "text", &on_model);
    assert!(text.contains("decision law"), "{text}");
    assert!(text.contains("\narm   a→b  b→a\n"), "{text}");
    assert!(text.contains("\nsve   3/4    1\n"), "{text}");
    let markdown = check(rule, "markdown", &on_model);
    assert!(markdown.contains("| mpmc | 1/4 | 0 |"), "{markdown}");
    let latex = check(rule, "latex", &on_model);
    assert!(latex.contains("mpmc & "), "{latex}");
    // A valid rule has no broken pair.
    let valid: Value = serde_json::from_str(&check("max-min", "json", &on_model)).expect("JSON");
    assert_eq!(valid["decision"], Value::Null);
    // A counterexample has one.
    let found = check(rule, "json", &["--search", "50"]);
    let found: Value = serde_json::from_str(&found).expect("JSON");
    assert_eq!(found["decision"]["from"], found["witness"]["from"]);
    assert_ne!(found["decision"]["forward"], found["decision"]["backward"]);
    // Where draws are reused, the law may be the same and the balance broken.
    let reused = check(
        "max-min-draws",
        "text",
        &["--model", "bernoulli-pair", "--reading", "reuse"],
    );
    assert!(reused.contains("the same in both directions"), "{reused}");
}
