//! The command with kernels from outside: programs, scripts and chains in files,
//! alone and beside built-in kernels.

use crate::support;

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;
use support::command::{Run, Scratch, peskun, refused};
use support::waiting::Bounded;

/// A program in the shell on two states: `odds` is what each asks for a coin,
/// heads goes to the other state.
fn program(target: &str, from_a: &str, from_b: &str) -> String {
    format!(
        "printf 'peskun 1\\nstates a b\\ntarget {target}\\nready\\n'; \
         while read order state && [ \"$order\" = step ]; do \
         if [ $state = a ]; then echo coin {from_a}; else echo coin {from_b}; fi; read heads; \
         if [ $heads = 0 ]; then echo to $state; elif [ $state = a ]; then echo to b; else echo to a; fi; \
         done"
    )
}

fn json(run: &Run) -> Value {
    serde_json::from_str(&run.stdout).expect("JSON")
}

/// A walk around a ring: not reversible, and right.
const AROUND: &str = ",0,1,2,target\n0,1/2,1/2,0,1\n1,0,1/2,1/2,1\n2,1/2,0,1/2,1\n";

#[test]
fn a_program_is_judged_and_its_witness_printed() {
    let right = program("1 2", "1", "1/2");
    let run = peskun(&["check", "--program", &right, "--format", "json"]);
    assert_eq!((run.status, &*run.stderr), (0, ""));
    let value = json(&run);
    assert_eq!(value["verdict"], "valid");
    assert_eq!(value["required"], "invariant and irreducible");
    assert_eq!(value["obtained"]["by"], "enumeration");
    assert_eq!(value["obtained"]["paths"], 3);
    assert_eq!(value["verdicts"]["reversible"]["holds"], true);

    let wrong = program("1 2", "1", "1/3");
    let run = peskun(&["check", "--program", &wrong]);
    assert_eq!(run.status, 1);
    let fails = "fails: a has mass 1/3, and 2/9 after a step (difference -1/9)";
    assert!(run.stdout.contains(fails), "{}", run.stdout);
    let run = peskun(&["table", "--program", &wrong, "--format", "json"]);
    assert_eq!(run.status, 1);
    let value = json(&run);
    let witness = &value["verdicts"]["invariant"]["witness"];
    assert_eq!(
        (&witness["state"], &witness["in"], &witness["out"]),
        (&"a".into(), &"2/9".into(), &"1/3".into())
    );
}

#[test]
fn doubles_are_within() {
    let rounded = program("1 2", "1", "~0.5");
    let run = peskun(&["check", "--program", &rounded, "--format", "json"]);
    assert_eq!(run.status, 0);
    assert_eq!(json(&run)["verdicts"]["invariant"]["holds"], "within");
    let rounded = program("1 10", "1", "~0.1");
    let run = peskun(&["check", "--program", &rounded, "--format", "json"]);
    assert_eq!(run.status, 0);
    let value = json(&run);
    // A tenth as a double is too large by 2⁻⁵⁵·2/5 … times 10/11.
    let error = value["verdicts"]["reversible"]["error"].as_str();
    assert!(error.is_some_and(|error| error.contains('/')), "{value}");
    let wrong = program("1 10", "1", "~0.1001");
    assert_eq!(peskun(&["check", "--program", &wrong]).status, 1);
}

#[test]
fn a_program_is_sampled() {
    let right = program("1 2", "1", "1/2");
    for how in [&[][..], &["--as-written"]] {
        let sample = ["sample", "--program", &right, "--steps", "2000"];
        let run = peskun(&[&sample, how].concat());
        assert_eq!((run.status, &*run.stderr), (0, ""), "{}", run.stdout);
        assert!(run.stdout.contains("passed"), "{}", run.stdout);
    }
}

/// A run that is what the law of the step says is not a right kernel.
#[test]
fn what_is_wrong_with_a_sampled_kernel_is_said() {
    let wrong = program("1 3", "1/2", "1/2");
    let sample = ["sample", "--program", &wrong, "--steps", "2000"];
    let run = peskun(&sample);
    assert!(run.stdout.starts_with("program "), "{}", run.stdout);
    let fails = "fails: a has mass 1/4, and 1/2 after a step";
    assert!(run.stdout.contains(fails), "{}", run.stdout);
    let value = json(&peskun(&[&sample[..], &["--format", "json"]].concat()));
    assert_eq!(value["verdict"], "invalid");
    assert_eq!(value["verdicts"]["invariant"]["witness"]["out"], "1/4");
    let table = ["table", "--program", &wrong, "--format", "json"];
    for value in [value, json(&peskun(&table))] {
        assert_eq!(value["model"], Value::Null);
        let kernel = value["kernel"].as_str();
        assert!(kernel.is_some_and(|name| name.starts_with("program printf")));
    }
}

/// A line too many is the answer to the next question, unless it is noticed.
#[test]
fn a_program_that_says_too_much() {
    let talks = "printf 'peskun 1\\nstates a b\\ntarget 1 1\\nready\\n'; \
                 while read order state && [ \"$order\" = step ]; do echo to a; sleep 0.1; echo to b; done";
    let run = peskun(&["check", "--program", talks]);
    refused(&run, 2, &["said `to ", "says one line at a time"]);
}

/// An option that would be ignored is refused.
#[test]
fn options_that_say_nothing_here() {
    let scratch = Scratch::new("outside-ignored");
    let chain = scratch.write("around.csv", AROUND);
    let check = ["check", "--chain", &chain, "--target", "1,1,1"];
    // What they are for is missing.
    for (ignored, missing) in [
        (["--states", "a,b,c"], "--step"),
        (["--timeout", "3"], "--program"),
    ] {
        refused(&peskun(&[&check[..], &ignored].concat()), 2, &[missing]);
    }
    for ignored in [
        &["--seed", "3"][..],
        &["--positive"],
        &["--save-model", "x.toml"],
        &["--arms", "sve,mpmc"],
        &["--reading", "reuse"],
        &["--tie", "coin"],
    ] {
        refused(&peskun(&[&check[..], ignored].concat()), 2, &[ignored[0]]);
    }
    let kernel = ["check", "--model", "bernoulli-pair", "--kernel", "mabmc"];
    for ignored in [["--arms", "sve,mpmc"], ["--reading", "reuse"]] {
        refused(&peskun(&[&kernel[..], &ignored].concat()), 2, &[ignored[0]]);
    }
}

#[test]
fn chains_in_files_are_judged_by_what_is_required() {
    let scratch = Scratch::new("outside-chain");
    let file = scratch.write("around.csv", AROUND);
    let check = |more: &[&str]| peskun(&[&["check", "--chain", &file], more].concat());
    assert_eq!(check(&[]).status, 0);
    assert_eq!(check(&["--require", "ergodic"]).status, 0);
    let run = check(&["--require", "reversible"]);
    assert_eq!(run.status, 1);
    assert!(run.stdout.contains("0→1 has flow 1/6, 1→0 has 0"));
    assert_eq!(check(&["--target", "1,1,2"]).status, 1);
    refused(&check(&["--target", "1,1"]), 2, &["`2` has none"]);
    refused(&check(&["--target", "1,x,1"]), 2, &["--target", "`x`"]);
}

/// What `table` writes, `check --chain` reads; the verdicts are the same.
#[test]
fn tables_come_back() {
    let scratch = Scratch::new("outside-back");
    for kernel in ["mpmc", "mabmc:reuse"] {
        let table = ["table", "--model", "three-point-pair", "--kernel", kernel];
        let direct = peskun(&[&table[..], &["--format", "json"]].concat());
        let expected = json(&direct)["verdicts"].clone();
        for (format, name) in [
            ("csv", "t.csv"),
            ("json", "t.json"),
            ("prism", "t.tra"),
            ("drn", "t.drn"),
        ] {
            let file = scratch.path(name).to_string_lossy().into_owned();
            let out = ["--format", format, "--out", &file];
            assert_eq!(peskun(&[&table[..], &out].concat()).status, direct.status);
            let target = json(&direct)["target"].clone();
            let target: Vec<&str> = target
                .as_array()
                .expect("weights")
                .iter()
                .filter_map(Value::as_str)
                .collect();
            let run = peskun(&[
                "check",
                "--chain",
                &file,
                "--target",
                &target.join(","),
                "--format",
                "json",
            ]);
            assert_eq!(run.status, direct.status, "{}", run.stderr);
            let value = json(&run);
            assert_eq!(value["obtained"]["by"], "import");
            let holds = |verdicts: &Value, name: &str| verdicts[name]["holds"].clone();
            for name in ["invariant", "reversible", "irreducible", "aperiodic"] {
                assert_eq!(holds(&value["verdicts"], name), holds(&expected, name));
            }
        }
    }
}

#[test]
fn beside_built_in_kernels() {
    let scratch = Scratch::new("outside-compare");
    let model = ["--model", "bernoulli-pair"];
    let table = [&["table"], &model[..], &["--kernel", "sve", "--format"]].concat();
    let files = ["csv", "drn"].map(|format| {
        let text = peskun(&[&table[..], &[format]].concat()).stdout;
        scratch.write(&format!("sve.{format}"), &text)
    });
    // The posterior of the first example, and M-H by hand.
    let mine = program("6 7", "6/7", "1");
    let other = program("7 6", "3/7", "1/2");
    let run = peskun(&[
        "compare",
        "--model",
        "bernoulli-pair",
        "sve",
        "--chain",
        &files[0],
        "--chain",
        &files[1],
        "--target",
        "7,6",
        "--program",
        &other,
        "--format",
        "json",
    ]);
    assert_eq!(run.status, 0, "{}", run.stderr);
    let value = json(&run);
    assert_eq!(value["kernels"].as_array().map(Vec::len), Some(4));
    for order in value["orders"].as_array().expect("orders") {
        assert_eq!(order["peskun"], "equal", "{order}");
    }
    let run = peskun(&[
        "compare",
        "--model",
        "bernoulli-pair",
        "sve",
        "--program",
        &mine,
    ]);
    refused(&run, 2, &["the target", "`a`", "6/13", "7/13"]);
    let wrong = scratch.write("around.csv", AROUND);
    let run = peskun(&[&["compare"], &model[..], &["sve", "--chain", &wrong]].concat());
    refused(&run, 2, &["states 0, 1, 2", "a, b"]);
    // States in another order are the same states.
    let turned = ",b,a,target\nb,1/2,1/2,6\na,3/7,4/7,7\n";
    let turned = scratch.write("turned.csv", turned);
    let compare = [&["compare"], &model[..], &["sve", "--chain", &turned]].concat();
    let run = peskun(&[&compare[..], &["--format", "json"]].concat());
    assert_eq!(json(&run)["orders"][0]["peskun"], "equal");
}

#[test]
fn an_invalid_kernel_is_marked_and_decides_the_status() {
    let compare = ["compare", "--model", "bernoulli-pair", "mh", "mabmc:reuse"];
    let run = peskun(&compare);
    assert_eq!(run.status, 1);
    assert!(run.stdout.contains("not invariant"), "{}", run.stdout);
    let value = json(&peskun(&[&compare[..], &["--format", "json"]].concat()));
    assert_eq!(value["kernels"][0]["verdict"], "valid");
    assert_eq!(value["kernels"][1]["verdict"], "invalid");
    let sheet = peskun(&[&compare[..], &["--format", "csv"]].concat()).stdout;
    let header = sheet.lines().next().unwrap_or_default();
    assert!(header.ends_with("invariant,reversible,irreducible,aperiodic,peskun_to_mh,covariance_to_mh,peskun_to_mabmc:reuse,covariance_to_mabmc:reuse"));
    assert!(
        sheet
            .lines()
            .nth(2)
            .is_some_and(|row| row.ends_with("false,false,true,true,incomparable,incomparable,,"))
    );
}

#[test]
fn a_kernel_by_name_is_checked_for_what_is_required() {
    let check = |kernel: &str, more: &[&str]| {
        let base = ["check", "--model", "bernoulli-pair", "--kernel", kernel];
        peskun(&[&base[..], more].concat()).status
    };
    assert_eq!(check("mpmc", &[]), 0);
    assert_eq!(check("mpmc", &["--require", "reversible"]), 0);
    assert_eq!(check("mabmc:repropose", &["--require", "invariant"]), 1);
}

#[test]
fn wrong_usage_is_one_sentence() {
    let scratch = Scratch::new("outside-usage");
    let chain = scratch.write("around.csv", AROUND);
    for (arguments, words) in [
        (vec!["check"], &["missing"][..]),
        (
            vec!["check", "--program", "true", "--rule", "max"],
            &["cannot be used"],
        ),
        (
            vec!["check", "--program", "true", "--model", "bernoulli-pair"],
            &["cannot be used"],
        ),
        (
            vec!["check", "--program", "true", "--program", "true"],
            &["one", "compare"],
        ),
        (
            vec!["check", "--chain", &chain, "--program", "true"],
            &["one", "compare"],
        ),
        (vec!["check", "--step", "x.rhai"], &["--states"]),
        (
            vec!["check", "--program", "true", "--target", "1,2"],
            &["--target"],
        ),
        (
            vec!["check", "--program", "exit 3", "--timeout", "5"],
            &["exit 3", "status 3"],
        ),
        (
            vec!["check", "--program", "true", "--timeout", "0"],
            &["--timeout"],
        ),
        (vec!["check", "--chain", "none.csv"], &["none.csv"]),
        (
            vec!["check", "--chain", &chain, "--require", "fast"],
            &["fast"],
        ),
        (vec!["compare", "mh"], &["--model"]),
        (vec!["table", "--kernel", "mh"], &["--model"]),
        (
            vec!["sample", "--program", "true", "--kernel", "mh"],
            &["cannot be used"],
        ),
    ] {
        refused(&peskun(&arguments), 2, words);
    }
    let slow = peskun(&["check", "--program", "sleep 1000", "--timeout", "1"]);
    refused(&slow, 3, &["sleep 1000", "--timeout"]);
}

/// Ctrl-C ends the command, and the program with it.
#[test]
fn ctrl_c_leaves_no_program_running() {
    let scratch = Scratch::new("outside-interrupt");
    let file = scratch.path("pid");
    let place = file.to_string_lossy().into_owned();
    let hang = format!("trap '' INT TERM HUP; echo $$ > '{place}'; while true; do sleep 1; done");
    let mut child = Command::new(env!("CARGO_BIN_EXE_peskun"))
        .args(["check", "--timeout", "600", "--program", &hang])
        .stderr(Stdio::null())
        .started();
    let deadline = Instant::now() + Duration::from_secs(60);
    let mut pid = String::new();
    while pid.trim().is_empty() && Instant::now() < deadline {
        std::thread::sleep(Duration::from_millis(20));
        pid = std::fs::read_to_string(&file).unwrap_or_default();
    }
    assert!(!pid.trim().is_empty(), "the program started");
    let signaled = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .ended();
    assert!(signaled.is_ok_and(|kill| kill.status.success()));
    assert_eq!(child.end().status.code(), Some(130));
    let running = || {
        let probe = Command::new("kill").args(["-0", pid.trim()]).ended();
        probe.is_ok_and(|probe| probe.status.success()) && !is_zombie(pid.trim())
    };
    while running() && Instant::now() < deadline {
        std::thread::sleep(Duration::from_millis(20));
    }
    assert!(!running(), "{pid} is left running");
}

/// Has the process ended, with nobody to take note of it?
fn is_zombie(pid: &str) -> bool {
    let status = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    status.contains(") Z ")
}
