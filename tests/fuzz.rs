//! Nearly right inputs by the thousand: model files, rules, step scripts, chain files
//! and the pipe protocol. Whatever they are, the answer is a value or a sentence: no
//! panic, no hang, bounded memory. 10⁵ inputs with `PESKUN_TESTS=full`; `PESKUN_FUZZ=N`
//! for any other number.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::Command;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use rayon::prelude::*;

use crate::support;

use peskun::chains::{Chain, Verification};
use peskun::chance::{Budget, Reading};
use peskun::kernels::{Algorithm, BanditReading};
use peskun::models::{AnyModel, bernoulli_pair, read_any_model};
use peskun::numbers::Rational;
use peskun::outside::{StepScript, read_chain, read_chain_json};
use peskun::rules::{RuleName, TieBreak};
use support::command::Scratch;
use support::hostile::Edits;
use support::size::{seed, sized};
use support::waiting::Bounded;

const MODELS: [&str; 2] = [
    r#"name = "two coins"
parameters = ["a", "b"]
sample_space = ["0", "1"]
observed = "1"
prior = ["1/2", "1/2"]
likelihood = [["3/10", "7/10"], ["0.4", "0.6"]]
proposal = [["1/2", "1/2"], [1, 1]]
auxiliary = [["1/2", "1/2"], [1, 1]]
"#,
    r#"name = "small lattice"
[ising]
rows = 2
columns = 3
boundary = "free"
replicates = 1
weights = ["1", "9/8", "5/4"]
observed = 5
estimate = "9/8"
prior = [1, 1, 1]
"#,
];

const RULES: [&str; 6] = [
    "max-min-draws:2",
    "argmax(r)",
    "if r[1] > 1/2 { 1 } else { 2 }",
    "let best = 1; for i in 1..=arms { if min(r[i], r_rev[i]) > min(r[best], r_rev[best]) { best = i; } } best",
    "[1/3, 2/3]",
    "if from < to && a[1] >= 3/4 { 2 } else { argmax(a) }",
];

const STEPS: [&str; 3] = [
    "let to = uniform(3); if coin(min(1, weight(to) / weight(state))) { to } else { state }",
    "if coin(1/2) { (state + 1) % 3 } else { state }",
    "let k = draw([1, 2, 3]); k",
];

const CHAINS: [(&str, &str); 4] = [
    ("csv", "state,a,b,target\na,1/2,1/2,1/3\nb,1/4,3/4,2/3\n"),
    (
        "json",
        r#"{"states":["a","b"],"target":["1/3","2/3"],"matrix":[["1/2","1/2"],["1/4","3/4"]]}"#,
    ),
    ("tra", "2 4\n0 0 1/2\n0 1 1/2\n1 0 1/4\n1 1 3/4\n"),
    (
        "drn",
        "@type: DTMC\n@parameters\n\n@reward_models\n\n@nr_states\n2\n@nr_choices\n2\n@model\nstate 0 init\n\taction 0\n\t\t0 : 1/2\n\t\t1 : 1/2\nstate 1\n\taction 0\n\t\t0 : 1/4\n\t\t1 : 3/4\n",
    ),
];

/// What a program says, from its first line on.
const SAID: [&str; 2] = [
    "peskun 1\nstates a b\ntarget 1 2\nready\ncoin 1/2\nto a\ncoin 1/2\nto b\ncoin 1/4\nto a\ncoin 1/4\nto b\n",
    "peskun 1\nstates x \"a b\" z\ntarget 1/3 0.5 2\nready\nuniform 3\ndraw 1 2 3\nto x\nuniform 3\nto \"a b\"\nfail no more\n",
];

/// Enough for two coins, and little enough that nothing takes long.
fn budget() -> Budget {
    Budget::of_paths(2_000)
}

/// What became of an input: was it good?
fn try_model(text: &str) -> bool {
    match read_any_model("fuzz.toml", text) {
        Ok(AnyModel::Table(model)) => {
            let algorithm = Algorithm::named("mpmc", TieBreak::First).expect("a kernel");
            let _ = Chain::of_algorithm(&algorithm, &*model, Reading::Merged, &budget());
            true
        }
        Ok(_) => true,
        Err(error) => is_sentence(&error.to_string()),
    }
}

fn try_rule(text: &str) -> bool {
    let rule: RuleName = match text.parse() {
        Ok(rule) => rule,
        Err(error) => return is_sentence(&error),
    };
    let arms = Algorithm::paper_arms();
    match Algorithm::bandit(arms, rule, TieBreak::First, BanditReading::Fresh) {
        Ok(algorithm) => {
            let model = bernoulli_pair();
            match Chain::of_algorithm(&algorithm, &model, Reading::Merged, &budget()) {
                Ok(_) => true,
                Err(error) => is_sentence(&error.to_string()),
            }
        }
        Err(error) => is_sentence(&error),
    }
}

fn try_step(text: &str) -> bool {
    let states = ["0", "1", "2"].map(String::from).to_vec();
    let target = [1, 2, 3].map(Rational::from).to_vec();
    match StepScript::parse(text, states, target) {
        Ok(step) => match Chain::with_budget(&step, Reading::Merged, &budget()) {
            Ok(_) => true,
            Err(error) => is_sentence(&error.to_string()),
        },
        Err(error) => is_sentence(&error),
    }
}

fn try_chain(path: &std::path::Path, ending: &str, text: &str) -> bool {
    if ending == "json" && text.len().is_multiple_of(2) {
        return match read_chain_json(text) {
            Ok(chain) => judged(chain),
            Err(error) => is_sentence(&error),
        };
    }
    let path = path.with_extension(ending);
    std::fs::write(&path, text).expect("a file");
    match read_chain(&path, None) {
        Ok(chain) => judged(chain),
        Err(error) => is_sentence(&error.to_string()),
    }
}

fn judged(chain: Chain) -> bool {
    Verification::of(chain).chain().states().len() < 1_000_000
}

/// Refused in one line of readable length; the test fails otherwise.
fn is_sentence(text: &str) -> bool {
    assert!(!text.is_empty() && text.len() < 2_000, "{text:?}");
    assert!(!text.contains('\n') || text.lines().count() < 8, "{text:?}");
    for word in ["panicked", "unwrap", "src/", "RUST_BACKTRACE"] {
        assert!(!text.contains(word), "{text:?}");
    }
    false
}

/// One input of each number: its kind, and its text.
fn input(seed: u64, number: u64) -> (usize, String, &'static str) {
    let mut edits = Edits::new(seed, number);
    let kind = (number % 4) as usize;
    let chains = CHAINS.map(|(_, text)| text);
    let all: &[&str] = match kind {
        0 => &MODELS,
        1 => &RULES,
        2 => &STEPS,
        _ => &chains,
    };
    let good = *edits.pick(all);
    let ending = CHAINS.iter().find(|(_, text)| *text == good);
    let text = edits.edited(good, all);
    (kind, text, ending.map_or("", |(ending, _)| ending))
}

#[test]
fn no_text_panics_or_hangs() {
    let chosen = std::env::var("PESKUN_FUZZ").ok();
    let chosen = chosen.map(|count| count.parse().expect("PESKUN_FUZZ is a number"));
    let count: u64 = chosen.unwrap_or_else(|| sized("inputs", 100_000, 4_000));
    let seed = seed();
    let scratch = Scratch::new("fuzz");
    let slowest = Mutex::new((Duration::ZERO, String::new()));
    let (good, bad) = (0..count)
        .into_par_iter()
        .map(|number| {
            let (kind, text, ending) = input(seed, number);
            let thread = rayon::current_thread_index().unwrap_or(0);
            let path = scratch.path(&format!("chain-{thread}"));
            let start = Instant::now();
            let outcome = catch_unwind(AssertUnwindSafe(|| match kind {
                0 => try_model(&text),
                1 => try_rule(&text),
                2 => try_step(&text),
                _ => try_chain(&path, ending, &text),
            }));
            let taken = start.elapsed();
            let mut slowest = slowest.lock().expect("nobody panics with it");
            if taken > slowest.0 {
                *slowest = (taken, format!("kind {kind}: {:.200}", text));
            }
            drop(slowest);
            let good =
                outcome.unwrap_or_else(|_| panic!("input {number} of seed {seed}: {text:?}"));
            (u64::from(good), u64::from(!good))
        })
        .reduce(|| (0, 0), |one, other| (one.0 + other.0, one.1 + other.1));
    let (taken, text) = slowest.into_inner().expect("nobody panicked");
    println!("{good} good, {bad} refused; the slowest took {taken:?}: {text:?}");
    // Both ways out are taken, or the inputs test nothing.
    assert!(
        good > count / 100 && bad > count / 100,
        "{good} good, {bad} refused"
    );
}

/// The command on some inputs of each kind and on programs that say them, with a
/// limit on its memory: a status of the contract, and one sentence with status 2.
#[test]
fn the_command_answers_hostile_input() {
    let count = sized("runs of the command", 2_000, 120);
    let seed = seed();
    let scratch = Scratch::new("fuzz-command");
    (0..count).into_par_iter().for_each(|number| {
        let name = format!("input-{number}");
        let mut edits = Edits::new(seed ^ 1, number);
        let (arguments, text) = match number % 5 {
            4 => {
                let said = *edits.pick(&SAID);
                let text = edits.edited(said, &SAID);
                let path = scratch.path(&name);
                let line = format!(
                    "exec 3<'{}'; for i in 1 2 3 4; do IFS= read -r line <&3 && printf '%s\\n' \"$line\"; done; \
                     while read order; do IFS= read -r line <&3 && printf '%s\\n' \"$line\" || exit; done",
                    path.display()
                );
                (vec!["check".into(), "--program".into(), line], (path, text))
            }
            kind => {
                let (_, text, ending) = input(seed ^ 1, 4 * (number / 5) + kind);
                let ending = if ending.is_empty() { ["toml", "rhai", "rhai"][kind as usize] } else { ending };
                let path = scratch.path(&name).with_extension(ending);
                let file = path.display().to_string();
                let words: Vec<String> = match kind {
                    0 => vec!["table", "--kernel", "mpmc", "--budget", "2000", "--model", &file],
                    1 => vec!["check", "--model", "bernoulli-pair", "--budget", "2000", "--rule", &file],
                    2 => vec!["check", "--budget", "2000", "--target", "1,2,3", "--step", &file],
                    _ => vec!["check", "--chain", &file],
                }
                .into_iter()
                .map(String::from)
                .collect();
                (words, (path, text))
            }
        };
        let (path, text) = text;
        std::fs::write(&path, &text).expect("a file");
        // Two gigabytes of address space, threads' stacks included.
        let output = Command::new("sh")
            .args(["-c", "ulimit -v 2097152; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_peskun")])
            .args(&arguments)
            .ended()
            .expect("the command runs");
        let said = String::from_utf8_lossy(&output.stderr);
        let status = output.status.code();
        let told = || format!("run {number} of seed {seed}: {arguments:?}\n{text:?}\n{status:?} {said}");
        assert!(matches!(status, Some(0..=3)), "{}", told());
        assert!(!said.contains("panicked"), "{}", told());
        if status == Some(2) {
            assert!(said.starts_with("peskun: ") && said.lines().count() == 1, "{}", told());
        }
        let _ = std::fs::remove_file(&path);
    });
}
