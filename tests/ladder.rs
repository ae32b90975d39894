//! `rules --model`: rules of one's own among the others, with their shares, and
//! the best rule over draws as a kernel and in print.

use crate::support;

use peskun::laboratory::{Yardsticks, numbered_parts};
use peskun::models::{TableModel, three_point_pair};
use peskun::numbers::Rational;
use serde_json::Value;
use support::command::{Scratch, peskun, refused};
use support::{chain, q};

fn json(arguments: &[&str]) -> Value {
    let run = peskun(&[arguments, &["--format", "json"]].concat());
    assert!(run.stderr.is_empty(), "{}", run.stderr);
    serde_json::from_str(&run.stdout).expect("JSON")
}

fn number(value: &Value) -> Rational {
    value
        .as_str()
        .expect("a fraction")
        .parse()
        .expect("a number")
}

fn rung<'v>(ladder: &'v Value, kernel: &str) -> &'v Value {
    let rungs = ladder["kernels"].as_array().expect("kernels");
    let found = rungs.iter().find(|rung| rung["kernel"] == kernel);
    found.unwrap_or_else(|| panic!("{kernel}: {ladder}"))
}

const INVALID: &str = "if from < to { 1 } else { 2 }";

#[test]
fn rules_of_ones_own_stand_among_the_others() {
    let model = ["rules", "--model", "three-point-pair"];
    let plain = json(&model);
    let own = ["--rule", INVALID, "--rule", "argmax(r) // the best mean"];
    let ladder = json(&[&model[..], &own].concat());
    let mine = rung(&ladder, INVALID);
    assert_eq!(
        (&mine["own"], &mine["valid"]),
        (&true.into(), &false.into())
    );
    // MPMC moves with 4/15 and SVE with 3/20; Bayes, best over draws and M-H
    // with 4/15, 47/150 and 1/2.
    let moves = (q(4, 15) + q(3, 20)) * q(1, 2);
    assert_eq!(number(&mine["moves"]), moves);
    assert_eq!(number(&mine["share_of_bayes"]), &moves / q(4, 15));
    assert_eq!(
        number(&mine["share_of_best_over_draws"]),
        &moves / q(47, 150)
    );
    assert_eq!(number(&mine["share_of_mh"]), moves / q(1, 2));
    let best = rung(&ladder, "argmax(r)");
    assert_eq!(
        (&best["valid"], &best["share_of_bayes"]),
        (&true.into(), &"1".into())
    );
    // All other rows are as they were.
    let others: Vec<&Value> = ladder["kernels"]
        .as_array()
        .expect("kernels")
        .iter()
        .collect();
    let others: Vec<&Value> = others
        .into_iter()
        .filter(|rung| rung["own"] == false)
        .collect();
    assert_eq!(
        others,
        plain["kernels"]
            .as_array()
            .expect("kernels")
            .iter()
            .collect::<Vec<_>>()
    );
    let text = peskun(&[&model[..], &own].concat()).stdout;
    let line = text.lines().find(|line| line.starts_with(INVALID));
    assert!(
        line.is_some_and(|line| line[INVALID.len()..].trim().starts_with("no ")),
        "{text}"
    );
    let csv = peskun(&[&model[..], &["--format", "csv"]].concat()).stdout;
    let header = csv.lines().next().expect("a header");
    assert_eq!(
        header,
        "kernel,valid,acceptance,acceptance_float,moves,moves_float,share_of_bayes,share_of_bayes_float,share_of_best_over_draws,share_of_best_over_draws_float,share_of_mh,share_of_mh_float,asymptotic_variance,asymptotic_variance_float,lambda2,lambda2_float,draws_per_step,draws_per_step_float,efficiency,efficiency_float"
    );
}

#[test]
fn an_undecided_rule_leaves_the_others() {
    // Blind rules are enumerated in few paths, a look at everything in many.
    let slow = "max-min-draws:40";
    let run = peskun(&[
        "rules",
        "--model",
        "three-point-pair",
        "--rule",
        slow,
        "--budget",
        "30000",
        "--format",
        "json",
    ]);
    assert_eq!(run.status, 3, "{}", run.stderr);
    assert!(run.stderr.contains("--budget"), "{}", run.stderr);
    let ladder: Value = serde_json::from_str(&run.stdout).expect("JSON");
    let mine = rung(&ladder, slow);
    assert_eq!(
        (&mine["valid"], &mine["share_of_mh"]),
        (&Value::Null, &Value::Null)
    );
    assert!(
        mine["undecided"]
            .as_str()
            .is_some_and(|why| why.contains("paths"))
    );
    assert_eq!(rung(&ladder, "mh")["share_of_mh"], "1");
    // A rule that is none is refused.
    let bad = |rule: &str| peskun(&["rules", "--model", "bernoulli-pair", "--rule", rule]);
    refused(&bad("1/0"), 2, &["on a→a", "division by zero"]);
    refused(&bad("always:3"), 2, &["arm 3 of 2"]);
    refused(
        &peskun(&["rules", "--rule", "max"]),
        2,
        &["--model", "see peskun rules --help"],
    );
}

#[test]
fn shares_of_valid_rules_are_at_most_one() {
    for seed in 0..25 {
        let model = TableModel::new(numbered_parts(seed)).expect("a model");
        let of = |kernel| chain(&model, kernel);
        let (bayes, best, mh) = (of("rule:bayes"), of("best-over-draws"), of("mh"));
        assert_eq!(best.imbalance(), None, "{seed}");
        let yardsticks = Yardsticks::new(Some(&bayes), Some(&best), Some(&mh));
        for kernel in ["mpmc", "sve", "mabmc", "rule:[1/3, 2/3]", "rule:straddle"] {
            let shares = yardsticks.shares(&of(kernel));
            let shares = [shares.of_bayes, shares.of_best_over_draws, shares.of_mh];
            for pair in shares.windows(2) {
                assert!(pair[0] >= pair[1], "{kernel}, seed {seed}: {shares:?}");
            }
            assert!(
                shares.iter().flatten().all(|share| *share <= q(1, 1)),
                "{kernel}"
            );
        }
    }
}

#[test]
fn the_best_rule_over_draws_is_a_kernel() {
    let best = chain(&three_point_pair(), "best-over-draws");
    assert_eq!(best.moves(), q(47, 150));
    assert_eq!(chain(&three_point_pair(), "rule:best-over-draws"), best);
    let table = json(&[
        "table",
        "--model",
        "three-point-pair",
        "--kernel",
        "best-over-draws",
    ]);
    assert_eq!(
        (&table["moves"], &table["acceptance"]),
        (&"47/150".into(), &"61/75".into())
    );
    let both = [
        "compare",
        "--model",
        "three-point-pair",
        "best-over-draws",
        "mabmc",
    ];
    assert_eq!(json(&both)["orders"][0]["peskun"], "first");
    let lattice = json(&[
        "table",
        "--model",
        "ising-2x2",
        "--kernel",
        "best-over-draws",
    ]);
    assert_eq!(lattice["detailed_balance"]["holds"], true);
    // It needs valid arms, and is no rule that draws afresh.
    let arms = ["rules", "--model", "bernoulli-pair", "--arms", "mpmc,dmh:0"];
    let print = [&arms[..], &["--print", "best-over-draws"]].concat();
    refused(&peskun(&print), 2, &["not all valid"]);
    let rule = [
        "check",
        "--model",
        "bernoulli-pair",
        "--rule",
        "best-over-draws",
    ];
    refused(&peskun(&rule), 2, &["it is a kernel"]);
}

/// What is printed is the kernel: its flows, from the printed draws.
#[test]
fn the_printed_rule_is_the_kernel() {
    let scratch = Scratch::new("print-best");
    let skewed = "parameters = [\"a\", \"b\"]\nsample_space = [\"0\", \"1\", \"2\"]\nobserved = \"1\"\nprior = [1, 1]\nlikelihood = [[6, 4, 4], [8, 5, 1]]\nauxiliary = [[4, 5, 1], [2, 3, 1]]\n";
    let skewed = scratch.write("skewed.toml", skewed);
    let mut thinned = 0;
    for model in ["bernoulli-pair", "three-point-pair", &skewed] {
        let printed = json(&["rules", "--model", model, "--print", "best-over-draws"]);
        let table = json(&["table", "--model", model, "--kernel", "best-over-draws"]);
        assert_eq!(printed["moves"], table["moves"]);
        let pairs = printed["pairs"].as_array().expect("pairs");
        assert_eq!(pairs.len(), 2);
        for (from, pair) in pairs.iter().enumerate() {
            let mut accepted = q(0, 1);
            let mut total = q(0, 1);
            for draw in pair["draws"].as_array().expect("draws") {
                let weighted = [0, 1]
                    .map(|arm| number(&draw["takes"][arm]) * number(&draw["acceptances"][arm]));
                let accepts: Rational = weighted.into_iter().sum();
                assert_eq!(number(&draw["accepts"]), accepts);
                accepted += number(&draw["probability"]) * accepts;
                total += number(&draw["probability"]);
            }
            assert_eq!(total, q(1, 1));
            // Proposals are uniform on the two parameters.
            let entry = number(&table["matrix"][from][1 - from]);
            assert_eq!(entry, accepted * q(1, 2), "{model}");
            thinned += usize::from(pair["larger_draw"] != "1");
        }
    }
    assert!(thinned > 0, "one direction is mixed with a fixed arm");
    let text = peskun(&["rules", "--model", &skewed, "--print", "best-over-draws"]).stdout;
    assert!(
        text.contains("the larger draw with probability 51/452, otherwise sve"),
        "{text}"
    );
    assert!(text.contains("takes mpmc"), "{text}");
}
