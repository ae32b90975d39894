//! Rules written as expressions: the paper's rules come out the same, exactly,
//! and everything in the language means what it says.

use crate::support;

use peskun::chains::Chain;
use peskun::chance::{Budget, Reading};
use peskun::kernels::{Algorithm, BanditReading};
use peskun::laboratory::{numbered_parts, random_parts};
use peskun::models::{TableModel, bernoulli_pair, three_point_pair};
use peskun::rules::{RuleName, TieBreak};
use support::command::{Scratch, peskun};

const TIES: [TieBreak; 3] = [TieBreak::First, TieBreak::Last, TieBreak::Coin];
const READINGS: [BanditReading; 3] = [
    BanditReading::Fresh,
    BanditReading::Repropose,
    BanditReading::Reuse,
];
const MAX_MIN_DRAWS: &str = "argmax([min(a[1], a_rev[1], 1), min(a[2], a_rev[2], 1)])";

fn chain_of(
    model: &TableModel,
    rule: &str,
    tie: TieBreak,
    reading: BanditReading,
) -> Result<Chain, String> {
    let rule: RuleName = rule.parse()?;
    let algorithm = Algorithm::bandit(Algorithm::paper_arms(), rule, tie, reading)?;
    let budget = Budget::of_paths(50_000_000);
    Chain::of_algorithm(&algorithm, model, Reading::Merged, &budget).map_err(|why| why.to_string())
}

fn models() -> Vec<TableModel> {
    let random = (0..25).map(|seed| TableModel::new(random_parts(seed, 3, 3)).expect("a model"));
    [bernoulli_pair(), three_point_pair()]
        .into_iter()
        .chain(random)
        .collect()
}

#[test]
fn the_papers_rules_as_expressions_give_the_same_matrices() {
    let pairs = [
        ("always:1", "1"),
        ("always:2", "2"),
        ("always:2", "if 1/3 + 1/6 == 0.5 { 2 } else { 1 }"),
        ("max", "argmax(r)"),
        (
            "max-min",
            "argmax([min(r[1], r_rev[1]), min(r[2], r_rev[2])])",
        ),
        ("bayes", "argmax(r)"),
        ("max-draws", "argmax(a)"),
        ("max-min-draws", MAX_MIN_DRAWS),
        ("max-min-draws:1", MAX_MIN_DRAWS),
    ];
    for model in models() {
        for (name, expression) in pairs {
            for tie in TIES {
                for reading in READINGS {
                    let built_in = chain_of(&model, name, tie, reading);
                    let written = chain_of(&model, expression, tie, reading);
                    let (built_in, written) = (built_in.expect(name), written.expect(expression));
                    assert_eq!(
                        built_in.matrix(),
                        written.matrix(),
                        "{name} {tie} {reading}"
                    );
                    assert_eq!(
                        built_in.draws_per_step(),
                        written.draws_per_step(),
                        "{name}"
                    );
                    assert_eq!(built_in.acceptance(), written.acceptance(), "{name}");
                }
            }
        }
    }
}

#[test]
fn the_comparison_of_matrices_can_fail() {
    let model = bernoulli_pair();
    let of = |rule| chain_of(&model, rule, TieBreak::First, BanditReading::Fresh).expect("a chain");
    assert_ne!(of("max-min-draws").matrix(), of("argmax(a)").matrix());
    let ties = of("if min(a[1], a_rev[1], 1) > min(a[2], a_rev[2], 1) { 1 } else { 2 }");
    assert_ne!(of("max-min-draws").matrix(), ties.matrix());
}

#[test]
fn free_rules_as_expressions() {
    for seed in 0..40 {
        let model = TableModel::new(numbered_parts(seed)).expect("a model");
        let of = |rule| chain_of(&model, rule, TieBreak::First, BanditReading::Fresh).expect(rule);
        let straddle = "if (value(from) - estimate) * (value(to) - estimate) <= 0 { 1 } else { 2 }";
        assert_eq!(of("straddle"), of(straddle));
        let near = "if abs(value(from) - value(to)) < 3/2 { 2 } else { 1 }";
        assert_eq!(of("distance:3/2"), of(near));
        assert_eq!(of("distance:1.5"), of(near));
    }
}

/// Each expression is an arm; 1 and 2 differ on the first example.
#[test]
fn the_language_by_hand() {
    let model = bernoulli_pair();
    let of = |rule: &str| {
        chain_of(&model, rule, TieBreak::First, BanditReading::Fresh)
            .unwrap_or_else(|error| panic!("{rule}: {error}"))
    };
    let (one, two) = (of("1"), of("2"));
    assert_ne!(one.matrix(), two.matrix());
    let true_statements = [
        "1/3 + 1/6 == 1/2",
        "0.1 + 0.2 == 0.3",
        "1e-2 == 1/100",
        "100000000000000000000000000000 + 1 > 100000000000000000000000000000",
        "7/2 % 2 == 3/2 && -7 % 3 == 2",
        "abs(-2) == 2 && -(3) < 0",
        "min(3, 1/2) == 1/2 && max(3, 1/2) == 3 && min(3, 2, 1) == 1",
        "argmax([1, 3, 2]) == 2 && argmin([1, 3, 2]) == 1",
        "len(r) == 2 && len([1, 2, 3]) == 3",
        "min([4, 3, 5]) == 3 && max(r) == max(r[1], r[2])",
        "r[1] <= 1 && r[2] <= 1 && r_rev[1] <= 1",
        "(from == 1 || from == 2) && (to == 1 || to == 2)",
        "let n = 0; for i in 1..=4 { n += i; } n == 10",
        "let n = 0; for i in 1..4 { n += i; } n == 6",
        "let n = 0; while n < 5 { n += 1/2; } n == 5",
        "fn double(x) { 2 * x } double(3) == 6",
        "1_000 == 1000",
        "1 != 2 && !(1 >= 2)",
    ];
    for statement in true_statements {
        // Put the condition last: `let` and `fn` come before it.
        let at = statement.rfind(['}', ';']).map_or(0, |at| at + 1);
        let (before, condition) = statement.split_at(at);
        let rule = format!("{before} if {condition} {{ 1 }} else {{ 2 }}");
        assert_eq!(of(&rule).matrix(), one.matrix(), "{statement}");
        let negated = format!("{before} if {condition} {{ 2 }} else {{ 1 }}");
        assert_eq!(of(&negated).matrix(), two.matrix(), "{statement}");
    }
}

#[test]
fn probabilities_mix_the_arms_exactly() {
    let model = three_point_pair();
    let of = |rule| chain_of(&model, rule, TieBreak::First, BanditReading::Fresh).expect(rule);
    let (one, two, mixed) = (of("1"), of("2"), of("[1/3, 2/3]"));
    let entry = |chain: &Chain| chain.matrix().entry(0, 1).clone();
    let third = support::q(1, 3);
    let expected = entry(&one) * &third + entry(&two) * (support::q(1, 1) - third);
    assert_eq!(entry(&mixed), expected);
    // A tie by a coin is a list of probabilities as well.
    let coin = chain_of(
        &model,
        "argmax([1, 1])",
        TieBreak::Coin,
        BanditReading::Fresh,
    );
    assert_eq!(coin.expect("a chain").matrix(), of("[1/2, 1/2]").matrix());
}

#[test]
fn what_is_not_mentioned_is_not_drawn() {
    let model = bernoulli_pair();
    let draws = |rule| {
        let chain = chain_of(&model, rule, TieBreak::First, BanditReading::Fresh).expect(rule);
        chain.draws_per_step().to_string()
    };
    assert_eq!(draws("2"), "1"); // w alone
    assert_eq!(draws("if r[1] > 2 { 1 } else { 2 }"), "1");
    assert_eq!(draws("if a[1] < 0 { 1 } else { 2 }"), "4"); // y, y', w, then w
    assert_eq!(draws("if a_rev[1] < 0 { 1 } else { 2 }"), "7");
}

/// Sources with comments, texts and line ends: what is printed of them is a
/// rule on one line, and the same one.
const SOURCES: [&str; 9] = [
    "// the larger mean\nargmax(r)\n",
    "argmax(r) // the larger mean",
    "/* a /* nested */ comment */ if r[1] > r[2] { 1 } // then\nelse { 2 }",
    "if r[1] > 1/2 // half\n{\n    1\n} else {\n    2\n}",
    "let s = \"// no comment /* here */\"; // a comment\nif r[1] > 1/2 { 1 } else { 2 }",
    "let s = \"a \\\" quote // inside\"; let c = '\"'; // \"\nargmax(a)",
    "fn half(x) {\n  x / 2 // 1/2 of it\n}\nif half(a[1]) > 1/2 { 1 } else { 2 }",
    "[1/3, // to the first\n 2/3] // to the second",
    "// 0xFF is no number here\nfrom",
];

#[test]
fn what_is_printed_of_a_rule_runs_again() {
    let scratch = Scratch::new("printed-rules");
    for (position, source) in SOURCES.iter().enumerate() {
        let file = scratch.write(&format!("{position}.rhai"), source);
        let rule = RuleName::find(&file).expect(source);
        let printed = rule.to_string();
        assert!(!printed.contains('\n'), "{printed}");
        let again: RuleName = printed.parse().expect(&printed);
        assert_eq!(again.to_string(), printed);
        for model in [bernoulli_pair(), three_point_pair()] {
            let matrix = |rule: &RuleName| {
                let (arms, tie) = (Algorithm::paper_arms(), TieBreak::First);
                let algorithm = Algorithm::bandit(arms, rule.clone(), tie, BanditReading::Fresh);
                let algorithm = algorithm.expect("a bandit");
                let budget = Budget::default();
                Chain::of_algorithm(&algorithm, &model, Reading::Merged, &budget)
                    .expect(&printed)
                    .matrix()
                    .clone()
            };
            assert_eq!(matrix(&rule), matrix(&again), "{printed}");
        }
        // The command prints it too, and runs what it printed.
        let check = |rule: &str| {
            let run = peskun(&[
                "check",
                "--model",
                "bernoulli-pair",
                "--rule",
                rule,
                "--format",
                "json",
            ]);
            assert!(run.stderr.is_empty(), "{}", run.stderr);
            run.stdout
        };
        assert_eq!(check(&file), check(&printed), "{printed}");
    }
}

#[test]
fn a_rule_in_a_file_and_as_a_kernel() {
    let scratch = Scratch::new("rule-file");
    let file = scratch.write("mine.rhai", &format!("// Algorithm 5\n{MAX_MIN_DRAWS}\n"));
    let table = |kernel: &str| {
        let run = peskun(&[
            "table",
            "--model",
            "three-point-pair",
            "--kernel",
            kernel,
            "--format",
            "csv",
        ]);
        assert_eq!(run.status, 0, "{}", run.stderr);
        run.stdout
    };
    assert_eq!(table(&format!("rule:{file}")), table("mabmc"));
    assert_eq!(table(&format!("rule:{MAX_MIN_DRAWS}")), table("mabmc"));
    let check = peskun(&["check", "--model", "three-point-pair", "--rule", &file]);
    assert_eq!(check.status, 0, "{}", check.stderr);
}
