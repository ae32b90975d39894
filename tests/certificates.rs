//! Certificates of every kind and on every subject: written, read as JSON, and
//! derived again by `peskun replay`.

use crate::support;

use peskun::numbers::Rational;
use serde_json::Value;
use support::command::{Run, Scratch, peskun_line_in, refused};

/// A kernel that jumps to either of two states by a fair coin, whatever its
/// target; it leaves a mark where it runs.
const COIN: &str = r#"touch ran; printf "peskun 1\nstates a b\ntarget 1 2\nready\n"; while read order state && [ "$order" = step ]; do echo "coin 1/2"; read heads; if [ "$heads" = 1 ]; then echo "to a"; else echo "to b"; fi; done"#;

/// A folder with matrices, a script and a defective rule.
fn folder(name: &str) -> Scratch {
    let scratch = Scratch::new(name);
    scratch.write(
        "ring.csv",
        ",a,b,c,target\na,0,1,0,1\nb,0,0,1,1\nc,1,0,0,1\n",
    );
    scratch.write(
        "halves.csv",
        ",a,b,c,target\na,1/2,1/2,0,1\nb,1/2,1/2,0,1\nc,0,0,1,1\n",
    );
    scratch.write("leaving.csv", ",a,b,target\na,1/2,1/2,1\nb,0,1,1\n");
    scratch.write("rounded.csv", ",a,b,target\na,~0.3,~0.7,1\nb,~0.2,~0.8,1\n");
    scratch.write("anywhere.rhai", "choose([1, 2, 3])");
    scratch.write("defect.rhai", "if a[1] > a[2] { 1 } else { 2 }");
    scratch
}

/// Runs a command that writes `F.json`, and reads it.
fn written(scratch: &Scratch, command: &str, status: i32) -> Value {
    let _ = std::fs::remove_file(scratch.path("F.json"));
    let line = format!("{command} --certificate F.json");
    let run = peskun_line_in(&scratch.path("."), &line);
    assert_eq!(run.status, status, "{line}: {}", run.stderr);
    assert!(run.stderr.is_empty(), "{}", run.stderr);
    let text = std::fs::read_to_string(scratch.path("F.json")).expect("a certificate");
    serde_json::from_str(&text).expect("JSON")
}

fn replay(scratch: &Scratch, options: &str) -> Run {
    peskun_line_in(&scratch.path("."), &format!("replay F.json {options}"))
}

/// The certificate, after it was found to stand and to be of this kind.
fn stands(scratch: &Scratch, command: &str, status: i32, kind: &str) -> Value {
    let certificate = written(scratch, command, status);
    assert_eq!(certificate["kind"], kind);
    assert_eq!(certificate["peskun_certificate"], 1);
    let run = replay(scratch, "--format json");
    assert_eq!(run.status, 0, "{} {}", run.stdout, run.stderr);
    let told: Value = serde_json::from_str(&run.stdout).expect("JSON");
    assert_eq!(told["verdict"], "stands");
    assert_eq!(told["claim"], certificate["claim"]);
    certificate
}

fn number(value: &Value) -> Rational {
    value.as_str().expect("a text").parse().expect("a rational")
}

/// Every kind, and with it kernels, rules, files with rules, searches, scripts,
/// matrices and lattices.
#[test]
fn every_kind_is_written_and_stands() {
    let scratch = folder("certificates-of-every-kind");
    let cases = [
        (
            "check --model bernoulli-pair --rule max-draws",
            1,
            "imbalance",
        ),
        (
            "check --model bernoulli-pair --rule max-draws --certify drift",
            1,
            "drift",
        ),
        (
            "check --model bernoulli-pair --rule max-draws --certify stationary",
            1,
            "stationary",
        ),
        (
            "check --model bernoulli-pair --rule defect.rhai --tie coin",
            1,
            "imbalance",
        ),
        (
            "check --model bernoulli-pair --rule max-draws --arms mpmc,sve,noisy:2",
            1,
            "imbalance",
        ),
        (
            "check --model bernoulli-pair --kernel rule:max-draws",
            1,
            "drift",
        ),
        ("check --model bernoulli-pair --kernel dmh:1", 1, "drift"),
        (
            "check --model bernoulli-pair --rule max-draws --reading repropose",
            1,
            "imbalance",
        ),
        (
            "check --model ising-2x2 --rule max-draws --arms bridge,sve",
            1,
            "imbalance",
        ),
        ("check --rule defect.rhai --search 100", 1, "imbalance"),
        ("check --chain ring.csv --require ergodic", 1, "periodic"),
        (
            "check --chain ring.csv --require reversible",
            1,
            "imbalance",
        ),
        ("check --chain halves.csv", 1, "reducible"),
        (
            "check --chain leaving.csv --certify reducible",
            1,
            "reducible",
        ),
        ("check --chain leaving.csv", 1, "drift"),
        ("check --chain rounded.csv", 1, "drift"),
        (
            "check --chain rounded.csv --certify stationary",
            1,
            "stationary",
        ),
        (
            "check --step anywhere.rhai --states 1,2,3 --target 1,2,3",
            1,
            "drift",
        ),
        (
            "compare --model bernoulli-pair mh rule:max-draws sve",
            1,
            "drift",
        ),
        (
            "compare --model bernoulli-pair mh rule:max-draws --certify imbalance",
            1,
            "imbalance",
        ),
        (
            "compare --model three-point-pair mh best-over-draws",
            0,
            "best-over-draws",
        ),
        ("compare --model three-point-pair mh rule:bayes", 0, "bayes"),
        ("rules --model three-point-pair", 0, "best-over-draws"),
        (
            "rules --model bernoulli-pair --print best-over-draws --arms mpmc,sve,mh",
            0,
            "best-over-draws",
        ),
        (
            "rules --model ising-2x2 --certify best-over-draws",
            0,
            "best-over-draws",
        ),
        (
            "rules --model bernoulli-pair --all --certify bayes",
            0,
            "bayes",
        ),
    ];
    for (command, status, kind) in cases {
        stands(&scratch, command, status, kind);
    }
}

/// What the guide says of the fields, computed here without the engine.
#[test]
fn the_arithmetic_of_a_certificate_is_plain() {
    let scratch = folder("certificates-arithmetic");
    let command = "check --model bernoulli-pair --rule max-draws";
    let certificate = stands(&scratch, command, 1, "imbalance");
    let witness = &certificate["witness"];
    let rows = certificate["rows"].as_array().expect("rows");
    let flow = |from: usize, to: usize| -> Rational {
        let paths = rows[from]["paths"].as_array().expect("paths");
        let mass = |paths: &mut dyn Iterator<Item = &Value>| -> Rational {
            paths.map(|path| number(&path["probability"])).sum()
        };
        assert_eq!(mass(&mut paths.iter()), Rational::ONE);
        let there = mass(&mut paths.iter().filter(|path| path["to"] == to));
        assert_eq!(there, number(&certificate["matrix"][from][to]));
        number(&certificate["target"][from]) * there
    };
    assert_eq!(flow(0, 1), number(&witness["forward"]));
    assert_eq!(flow(1, 0), number(&witness["backward"]));
    assert_eq!(flow(0, 1) - flow(1, 0), Rational::new(-49, 52000));
    // A best rule: two sides of a linear program meet.
    let best = stands(
        &scratch,
        "rules --model three-point-pair",
        0,
        "best-over-draws",
    );
    let pair = &best["pairs"][0];
    let bounds = ["forward", "backward"].map(|side| -> Rational {
        let outcomes = pair[side]["outcomes"].as_array().expect("outcomes");
        outcomes
            .iter()
            .map(|outcome| number(&outcome["bound"]))
            .sum()
    });
    assert_eq!(
        bounds.iter().cloned().sum::<Rational>(),
        number(&pair["flow"])
    );
    assert_eq!(best["moves"], "47/150");
}

/// From every state there would be more paths than are listed; two rows suffice.
#[test]
fn a_pair_of_states_suffices_where_all_paths_are_too_many() {
    let scratch = folder("certificates-of-a-pair");
    let states: Vec<String> = (1..=60).map(|state| state.to_string()).collect();
    let steps = "let a = uniform(30); let b = uniform(30); if state == 1 { 2 } else if a == b { 1 } else { state }";
    scratch.write("many.rhai", steps);
    let target = vec!["1"; 60].join(",");
    let command = format!(
        "check --step many.rhai --states {} --target {target} --require reversible",
        states.join(",")
    );
    let certificate = stands(&scratch, &command, 1, "imbalance");
    assert_eq!(certificate["rows"].as_array().expect("rows").len(), 2);
    assert!(certificate.get("matrix").is_none());
    // Nothing else is known from two rows.
    let line = format!("{command} --certificate F.json --certify drift");
    let run = peskun_line_in(&scratch.path("."), &line);
    assert_eq!(run.status, 3);
    assert!(run.stdout.contains("verdict") && run.stderr.contains("more than the 50000"));
}

/// A command out of a file is not run unless that is asked for.
#[test]
fn a_program_runs_only_with_leave() {
    let scratch = folder("certificates-of-programs");
    let certificate = written(&scratch, &format!("check --program '{COIN}'"), 1);
    assert_eq!(certificate["kind"], "drift");
    assert_eq!(certificate["subject"]["command"], COIN);
    std::fs::remove_file(scratch.path("ran")).expect("the program ran");
    refused(&replay(&scratch, ""), 2, &["--run", "touch ran"]);
    assert!(!scratch.path("ran").exists(), "it was run without leave");
    let run = replay(&scratch, "--run");
    assert_eq!(run.status, 0, "{}", run.stderr);
    assert!(scratch.path("ran").exists());
    // Another program is not what the certificate is about.
    let text = std::fs::read_to_string(scratch.path("F.json")).expect("a certificate");
    scratch.write("F.json", &text.replace("coin 1/2", "coin 1/3"));
    assert_eq!(replay(&scratch, "--run").status, 1);
}

/// A search of a program leaves the command with its number.
#[test]
fn a_searched_program_is_certified_with_its_number() {
    let scratch = folder("certificates-of-searched-programs");
    let program = COIN.replace("target 1 2", "target 1 $((1 + PESKUN_SEARCH % 2))");
    let command = format!("check --program '{}' --search 4", program);
    let certificate = written(&scratch, &command, 1);
    let shown = certificate["subject"]["command"]
        .as_str()
        .expect("a command");
    assert!(shown.starts_with("export PESKUN_SEARCH=1;"), "{shown}");
    assert_eq!(replay(&scratch, "--run").status, 0);
}

/// Where nothing fails, nothing is written, and the answer is the same.
#[test]
fn a_yes_has_no_certificate() {
    let scratch = folder("certificates-of-nothing");
    for (command, status) in [
        ("check --model bernoulli-pair --rule max-min", 0),
        ("check --rule max-min --search 3", 3),
        ("compare --model bernoulli-pair mh sve", 0),
    ] {
        let line = format!("{command} --certificate F.json");
        let run = peskun_line_in(&scratch.path("."), &line);
        assert_eq!(run.status, status, "{}", run.stderr);
        assert!(
            run.stderr.contains("no failure to certify"),
            "{}",
            run.stderr
        );
        assert!(!scratch.path("F.json").exists());
    }
}

#[test]
fn certificates_that_cannot_be() {
    let scratch = folder("certificates-that-cannot-be");
    let cases: [(&str, i32, &[&str]); 9] = [
        (
            "check --model bernoulli-pair --rule max-min --certify drift --certificate F.json",
            2,
            &["no drift to certify"],
        ),
        (
            "check --model bernoulli-pair --rule max-draws --certify bayes --certificate F.json",
            2,
            &["peskun rules"],
        ),
        (
            "check --model bernoulli-pair --rule max-draws --certify nonsense --certificate F.json",
            2,
            &["the kinds are imbalance"],
        ),
        (
            "check --model bernoulli-pair --rule max-draws --certify drift",
            2,
            &["--certificate"],
        ),
        (
            "check --model bernoulli-pair --rule max-draws --certificate missing/F.json",
            2,
            &["missing/F.json"],
        ),
        (
            "check --model bernoulli-pair --rule max-draws --certificate F.json --out F.json",
            2,
            &["both name"],
        ),
        ("rules --certificate F.json", 2, &["--model"]),
        (
            "rules --model bernoulli-pair --arms mpmc,dmh:1 --certify bayes --certificate F.json",
            2,
            &["valid"],
        ),
        (
            "compare --model bernoulli-pair mh sve --certify drift --certificate F.json",
            2,
            &["none of the kernels"],
        ),
    ];
    for (line, status, words) in cases {
        let run = peskun_line_in(&scratch.path("."), line);
        assert_eq!(run.status, status, "{line}: {}", run.stderr);
        assert_eq!(run.stderr.lines().count(), 1, "{line}: {}", run.stderr);
        for word in words {
            assert!(run.stderr.contains(word), "{line}: {}", run.stderr);
        }
        assert!(!scratch.path("F.json").exists(), "{line}");
    }
}
