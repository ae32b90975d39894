//! `check --search`: counterexamples that are kept, models with full support,
//! and a rule that fails on a random model.

use crate::support;

use peskun::kernels::{Algorithm, BanditReading};
use peskun::laboratory::{
    has_full_support, numbered_parts, positive_parts, search, search_positive, searched_parts,
};
use peskun::models::{TableModel, TableParts, read_model, write_model};
use peskun::rules::TieBreak;
use serde_json::Value;
use support::command::{Scratch, peskun, refused};

fn bandit(rule: &str) -> Algorithm {
    let rule = rule.parse().expect("a rule");
    let arms = Algorithm::paper_arms();
    Algorithm::bandit(arms, rule, TieBreak::First, BanditReading::Fresh).expect("a bandit")
}

#[test]
fn a_counterexample_is_kept_and_fails_again() {
    let scratch = Scratch::new("save-model");
    let file = scratch.path("found.toml").to_string_lossy().into_owned();
    let arguments = ["check", "--rule", "max-draws", "--search", "100"];
    let run = peskun(&[&arguments[..], &["--save-model", &file]].concat());
    assert_eq!(run.status, 1, "{}", run.stderr);
    let kept = std::fs::read_to_string(&file).expect("the model file");
    assert!(run.stdout.ends_with(&kept), "{}", run.stdout);
    let again = peskun(&["check", "--rule", "max-draws", "--model", &file]);
    assert_eq!(again.status, 1, "{}", again.stderr);
    // Nothing is written where there is no counterexample.
    let none = scratch.path("none.toml").to_string_lossy().into_owned();
    let arguments = ["check", "--rule", "max-min", "--search", "20"];
    let run = peskun(&[&arguments[..], &["--save-model", &none]].concat());
    assert_eq!(run.status, 3, "{}", run.stderr);
    assert_eq!(scratch.files(), ["found.toml"]);
}

#[test]
fn a_place_that_cannot_be_written_is_refused_before_the_search() {
    let scratch = Scratch::new("save-nowhere");
    let folder = scratch.path("").to_string_lossy().into_owned();
    let missing = scratch.path("no/such/folder.toml");
    let missing = missing.to_string_lossy().into_owned();
    let same = scratch.path("same.toml").to_string_lossy().into_owned();
    let long = ["check", "--rule", "max-min", "--search", "1000000"];
    let keep = |more: &[&str]| peskun(&[&long[..], more].concat());
    refused(&keep(&["--save-model", &folder]), 2, &["is a directory"]);
    refused(
        &keep(&["--save-model", &missing]),
        2,
        &["cannot be written"],
    );
    let both = ["--save-model", &same, "--out", &same];
    refused(&keep(&both), 2, &["--out and --save-model both name"]);
    let on_model = ["check", "--rule", "max", "--model", "bernoulli-pair"];
    for option in [&["--save-model", "x.toml"][..], &["--positive"]] {
        let run = peskun(&[&on_model[..], option].concat());
        refused(&run, 2, &["cannot be used with", "see peskun check --help"]);
    }
}

#[test]
fn positive_searches_stay_within_full_support() {
    for seed in 0..100 {
        assert!(has_full_support(&positive_parts(seed)), "{seed}");
    }
    // Without the option the smallest model of this rule has a zero.
    let rule = bandit("if r[1] > 1/2 { 1 } else { 2 }");
    let any = search(&rule, 300, 0, 1_000_000, |_| {}).expect("a search");
    let any = any.counterexample.expect("invalid");
    assert!(!has_full_support(&any.parts), "{:?}", any.parts);
    let positive = search_positive(&rule, 300, 0, 1_000_000, |_| {}).expect("a search");
    let positive = positive.counterexample.expect("invalid on positive models");
    assert!(has_full_support(&positive.parts), "{:?}", positive.parts);
    let again = read_model("found.toml", &write_model(&positive.parts)).expect("a model file");
    assert!(has_full_support(&again.parts()));
    let run = peskun(&[
        "check",
        "--rule",
        "if r[1] > 1/2 { 1 } else { 2 }",
        "--search",
        "300",
        "--positive",
        "--format",
        "json",
    ]);
    let value: Value = serde_json::from_str(&run.stdout).expect("JSON");
    assert_eq!(value["model_file"], write_model(&positive.parts));
}

/// Fails where a drawn ratio is zero, which takes a model with zeros.
const FAILING: &str = "if 1/a[1] > 2 { 1 } else { 2 }";

#[test]
fn a_rule_that_fails_on_a_random_model_shows_model_and_move() {
    let scratch = Scratch::new("failing-search");
    let file = scratch.path("failing.toml").to_string_lossy().into_owned();
    let arguments = ["check", "--rule", FAILING, "--search", "300"];
    let run = peskun(&[&arguments[..], &["--save-model", &file]].concat());
    assert_eq!(run.status, 2, "{}", run.stderr);
    assert_eq!(run.stderr.lines().count(), 1, "{}", run.stderr);
    for words in ["random model ", "→", "with ratios 0, ", "division by zero"] {
        assert!(run.stderr.contains(words), "{words}: {}", run.stderr);
    }
    // The model is in the report and in the file, and the rule fails on it.
    let kept = std::fs::read_to_string(&file).expect("the model file");
    assert!(run.stdout.ends_with(&kept), "{}", run.stdout);
    let again = peskun(&["check", "--rule", FAILING, "--model", &file]);
    refused(&again, 2, &["division by zero", "decides nothing on "]);
    let json = peskun(&[&arguments[..], &["--format", "json"]].concat());
    let value: Value = serde_json::from_str(&json.stdout).expect("JSON");
    assert_eq!(value["model_file"], kept);
    assert_eq!(value["verdict"], Value::Null);
    let model = read_model("kept.toml", &kept).map(|model: TableModel| model.parts());
    let failure = search(&bandit(FAILING), 300, 0, 1_000_000, |_| {}).expect_err("it fails");
    assert_eq!(model.expect("a model").likelihood, failure.parts.likelihood);
}

#[test]
fn a_rule_that_fails_on_a_model_names_the_move() {
    let rule = "if from == 1 && to == 2 { 1/0 } else { 1 }";
    let run = peskun(&["check", "--rule", rule, "--model", "bernoulli-pair"]);
    refused(&run, 2, &["on a→b: line 1, column 28: division by zero"]);
    let rule = "if a[1] > a_rev[2] { 7 } else { 1 }";
    let run = peskun(&["check", "--rule", rule, "--model", "three-point-pair"]);
    refused(
        &run,
        2,
        &["with ratios ", ", in reverse ", "it gives arm 7"],
    );
}

/// A search that finds nothing is neither a yes nor a no, and says what it tried.
#[test]
fn survived_is_not_valid() {
    for format in ["text", "markdown", "latex", "csv", "json"] {
        let search = ["check", "--rule", "max-min", "--search", "16"];
        let run = peskun(&[&search[..], &["--format", format]].concat());
        assert_eq!(run.status, 3, "{format}: {}", run.stdout);
        assert_eq!(run.stderr.lines().count(), 1, "{}", run.stderr);
        assert_eq!(
            run.stderr,
            "peskun: survived: no counterexample among 16 random models, which does not prove it valid\n"
        );
        assert!(run.stdout.contains("survived"), "{format}: {}", run.stdout);
        assert!(
            run.stdout.contains("up to 8 points"),
            "{format}: {}",
            run.stdout
        );
    }
}

/// Defects that no model of four parameters, four points and weights up to nine
/// shows.
#[test]
fn searches_reach_large_ratios_and_sizes() {
    for rule in [
        "if a[1] > 1000000 { 1 } else { 2 }",
        "if from == 7 && to == 8 { 1 } else { 2 }",
        "if value(from) == 6 && value(to) == 5 { 1 } else { 2 }",
    ] {
        let run = peskun(&[
            "check", "--rule", rule, "--search", "2000", "--format", "json",
        ]);
        assert_eq!(run.status, 1, "{rule}: {}", run.stderr);
        let value: Value = serde_json::from_str(&run.stdout).expect("JSON");
        println!("{rule}: found on model {}", value["tried"]);
    }
}

/// The models of most numbers are what they were.
#[test]
fn most_models_of_a_search_are_small() {
    for seed in 0..400 {
        let parts = searched_parts(seed, false);
        let small = parts.parameters.len() <= 4 && parts.sample_space.len() <= 4;
        match seed % 8 {
            5..8 => assert!(parts.parameters.len() <= 8 && parts.sample_space.len() <= 8),
            _ => assert!(small && parts.likelihood == numbered_parts(seed).likelihood),
        }
        assert!(has_full_support(&searched_parts(seed, true)), "{seed}");
        TableModel::new(parts).expect("a model");
    }
    let most = |size: fn(&TableParts) -> usize| {
        let sizes = (0..400).map(|seed| size(&searched_parts(seed, false)));
        sizes.max().expect("models")
    };
    assert_eq!(most(|parts| parts.parameters.len()), 8);
    assert_eq!(most(|parts| parts.sample_space.len()), 8);
}
