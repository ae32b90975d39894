//! Kernels over a pipe that do not keep to the protocol: each gives one clear
//! sentence, soon, and leaves nothing running.

use crate::support;

use peskun::chains::{Chain, verify};
use peskun::chance::Interrupted;
use peskun::kernels::Kernel;
use peskun::outside::{Program, ProgramLimits};
use support::programs::{HEADER, Watched, impatient, patient};

/// Something that runs until it is killed, written down.
const FOREVER: &str = "sleep 1000 & note $!; wait";

/// Runs the program, which must fail; what it said is one sentence with these
/// words, and nothing is left of it; if it is the program that is wrong, even
/// before the kernel is dropped.
fn failure(name: &str, script: &str, limits: ProgramLimits, words: &[&str]) -> Interrupted {
    let watched = Watched::new(name);
    let command = watched.command(script);
    let program = Program::start(&command, limits);
    let error = match &program {
        Ok(program) => Chain::of(program).expect_err(name),
        Err(error) => error.clone(),
    };
    let sentence = error.to_string();
    println!("{sentence}");
    if matches!(error, Interrupted::Foreign(_) | Interrupted::TooLong { .. }) {
        watched.assert_nothing_is_left();
        if let Ok(program) = &program {
            let again = peskun::chance::replay(&[], |chance| program.step(&0, chance));
            assert_eq!(again.expect_err(name), error, "later steps fail likewise");
        }
    }
    drop(program);
    watched.assert_nothing_is_left();
    assert!(
        sentence.lines().count() == 1 && sentence.len() < 390,
        "{sentence}"
    );
    for word in words {
        assert!(sentence.contains(word), "`{word}` is not in: {sentence}");
    }
    error
}

/// Something that is wrong with the program.
fn wrong(name: &str, script: &str, words: &[&str]) {
    let error = failure(name, script, patient(), words);
    assert!(matches!(error, Interrupted::Foreign(_)), "{error:?}");
    assert!(error.to_string().starts_with("the program `folder="));
}

/// Wrong within a step: what the program says after it was told to step.
fn wrong_in_step(name: &str, script: &str, words: &[&str]) {
    let script = format!("{HEADER}; read -r order; {script}");
    wrong(name, &script, &[&["in a step from `"], words].concat());
}

/// A limit that is reached.
fn undecided(name: &str, script: &str, limits: ProgramLimits, words: &[&str]) {
    let error = failure(name, script, limits, words);
    assert!(error.is_undecided(), "{error:?}");
}

#[test]
fn hangs_before_it_is_ready() {
    let words = [
        "before it was ready",
        "did not answer within 0.8 s",
        "--timeout SECONDS",
    ];
    undecided("hangs", FOREVER, impatient(), &words);
    let script = format!("echo 'peskun 1'; {FOREVER}");
    undecided("hangs-later", &script, impatient(), &words);
}

#[test]
fn hangs_in_a_step() {
    let words = ["in a step from `", "did not answer within 0.8 s"];
    let script = format!("{HEADER}; read -r order; {FOREVER}");
    undecided("hangs-in-step", &script, impatient(), &words);
    let script = format!("{HEADER}; read -r order; echo 'coin 1/2'; read -r answer; {FOREVER}");
    undecided("hangs-after-answer", &script, impatient(), &words);
}

#[test]
fn does_not_read_its_input() {
    let script = format!(
        "label=$(head -c 200000 /dev/zero | tr '\\0' x)
         printf 'peskun 1\\nstates %s b\\ntarget 1 1\\nready\\n' $label; {FOREVER}"
    );
    let words = ["did not read its standard input within 0.8 s"];
    undecided("does-not-read", &script, impatient(), &words);
}

#[test]
fn ends_too_early() {
    let ready = "before it was ready, ended with exit status 3";
    wrong("exits", "exit 3", &[ready]);
    wrong(
        "not-there",
        "no-such-command-at-all",
        &["exit status 127", "no such command"],
    );
    wrong_in_step("exits-in-step", "exit 4", &["ended with exit status 4"]);
    wrong_in_step("killed", "kill -s KILL $$", &["ended by signal 9"]);
    let script = format!("{HEADER}; exit 5");
    wrong(
        "exits-when-ready",
        &script,
        &["in a step from `", "ended with exit status 5"],
    );
    let script = "echo 'coin 1/2'; exit 6";
    wrong_in_step(
        "exits-after-question",
        script,
        &["ended with exit status 6"],
    );
}

/// What it started keeps the pipe open, so that there is no end of the output.
#[test]
fn ends_while_another_keeps_its_output() {
    let script = "sleep 1000 & note $!; exit 7";
    wrong_in_step("exits-with-child", script, &["ended with exit status 7"]);
}

#[test]
fn says_something_else_than_its_header() {
    let expected = "said `hello`, but `peskun 1` was expected";
    wrong("greets", &format!("echo hello; {FOREVER}"), &[expected]);
    let version = "speaks version `2` of the protocol, but only version 1 is spoken here";
    wrong("version", "echo peskun 2; read -r line", &[version]);
    wrong("empty", "echo; read -r line", &["said an empty line"]);
    let no_states = "said `target 1`, but `states LABEL LABEL …` was expected";
    wrong(
        "no-states",
        "printf 'peskun 1\\ntarget 1\\n'; read -r line",
        &[no_states],
    );
    let header = |states: &str, target: &str| {
        format!("printf '%s\\n' 'peskun 1' 'states {states}' 'target {target}' ready; read -r line")
    };
    for (name, states, target, words) in [
        ("twice", "a b a", "1 1 1", "lists the state `a` twice"),
        (
            "short",
            "a b c",
            "1 1",
            "2 weights for 3 states: `c` has none",
        ),
        ("long", "a b", "1 1 1", "no state after `b`"),
        ("negative", "a b", "1 -1", "gives `b` the weight -1"),
        ("zero", "a b", "0 0", "every state weight 0"),
        (
            "letters",
            "a b",
            "1 x",
            "the state `b` a weight that is none: `x` is not a number",
        ),
        ("infinite", "a b", "1 ~inf", "`~inf` is not a finite number"),
        ("none", "", "", "there are no states"),
        ("string", "\"a b", "1", "is not a JSON string"),
    ] {
        wrong(&format!("header-{name}"), &header(states, target), &[words]);
    }
    let script = header("a b", "1 1").replace("ready", "redy");
    wrong(
        "not-ready",
        &script,
        &["said `redy`, but `ready` was expected"],
    );
}

#[test]
fn asks_nonsense() {
    for (name, line, words) in [
        (
            "roll",
            "roll 6",
            "said `roll 6`: `draw`, `coin`, `uniform` or `to` was expected",
        ),
        ("nothing", "", "said an empty line"),
        (
            "negative",
            "draw 1 -1/2",
            "said `draw 1 -1/2`: weight 2 is negative",
        ),
        ("zero", "draw 0 0", "no weight is positive"),
        ("coin", "coin 3/2", "`3/2` is not between 0 and 1"),
        (
            "double",
            "coin ~1.0000000000000002",
            "is not between 0 and 1",
        ),
        (
            "uniform",
            "uniform 0",
            "said `uniform 0`: there is nothing to choose from",
        ),
        (
            "large",
            "uniform 1048577",
            "more than the 1048576 that are allowed",
        ),
        (
            "unknown",
            "to z",
            "went to `z`, which is not one of its states",
        ),
        ("bytes", "\\377\\376", "which is not UTF-8"),
        ("control", "\\033[31m\\001", "said `\u{fffd}[31m\u{fffd}`"),
    ] {
        let script = format!("printf '{line}\\n'; {FOREVER}");
        wrong_in_step(&format!("asks-{name}"), &script, &[words]);
    }
}

#[test]
fn says_that_it_failed() {
    let words = ["in a step from `", "failed: no \"such\" table"];
    wrong_in_step("fails", "echo 'fail no \"such\" table'", &words);
    let words = ["before it was ready", "failed: bad file"];
    wrong("fails-early", "echo 'fail bad file'; exit 1", &words);
    // Said without having been asked, and gone.
    let script = format!("{HEADER}; echo 'fail late'; exit 1");
    wrong("fails-unasked", &script, &["failed: late"]);
}

#[test]
fn writes_without_end() {
    let line = "wrote a line of more than 1048576 bytes";
    wrong(
        "huge-line",
        "head -c 3000000 /dev/zero | tr '\\0' x; read -r line",
        &[line],
    );
    wrong(
        "endless-line",
        "tr '\\0' x < /dev/zero & note $!; wait",
        &[line],
    );
    wrong_in_step("endless-line-in-step", "tr '\\0' x < /dev/zero", &[line]);
    wrong(
        "flood",
        "yes & note $!; wait",
        &["said `y`, but `peskun 1` was expected"],
    );
    let early = "said `coin 1/2` before it was asked";
    wrong_in_step("flood-in-step", "yes 'coin 1/2' & note $!; wait", &[early]);
}

#[test]
fn asks_without_end() {
    let mut limits = patient();
    limits.questions = 50;
    let endless = format!("{HEADER}; read -r order; while echo 'coin 1'; do read -r answer; done");
    let words = ["asked more than 50 questions without ending the step"];
    undecided("asks-without-end", &endless, limits.clone(), &words);
    limits.outcomes_in_step = 20;
    let endless = endless.replace("coin 1", "uniform 9");
    let words = ["more than 20 outcomes together"];
    undecided("outcomes-without-end", &endless, limits, &words);
}

/// Each of the first steps from a state is played again with the same answers.
#[test]
fn asks_something_else_when_a_step_is_played_again() {
    let counting = |asks: &str| {
        format!("{HEADER}; n=1; while read -r order; do n=$((n + 1)); {asks}; echo 'to a'; done")
    };
    let alone = "a step depends on its state and the answers alone";
    let script = counting("echo \"coin 1/$n\"; read -r answer");
    let again = "said `coin 1/2` and, told to step again with the same answers, `coin 1/3`";
    wrong("changes", &script, &["in a step from `", again, alone]);
    let script = counting("if [ $n = 2 ]; then echo 'coin 1/2'; read -r answer; fi");
    let again = "said `coin 1/2` and, told to step again with the same answers, `to a`";
    wrong("forgets", &script, &["in a step from `", again, alone]);
}

/// A program that chooses by itself in the end, or asks nothing at all: 24
/// fair choices of its own from each state agree with probability 2⁻⁴⁸. Here
/// they alternate.
#[test]
fn draws_random_numbers_of_its_own() {
    let alone = "a step depends on its state and the answers alone";
    for (name, asks) in [
        ("own-coin", "echo 'coin 1/2'; read -r answer"),
        ("asks-nothing", ":"),
    ] {
        let script = format!(
            "{HEADER}; n=0; while read -r order; do n=$((1 - n)); {asks}
             if [ $n = 1 ]; then echo 'to a'; else echo 'to b'; fi; done"
        );
        let again = "said `to a` and, told to step again with the same answers, `to b`";
        wrong(name, &script, &["in a step from `", again, alone]);
    }
}

/// Later steps are not played again, but enumeration checks what it replays.
#[test]
fn asks_something_else_on_another_path() {
    let late = |asks: &str| {
        format!(
            "{HEADER}; n=0; while read -r order; do n=$((n + 1))
             if [ $n -gt 80 ]; then {asks}; else echo 'uniform 64'; fi; read -r answer
             echo 'coin 1/2'; read -r answer; echo 'to a'; done"
        )
    };
    let words = ["question 1 was", "and on replay a coin of 1/3"];
    let error = failure("diverges", &late("echo 'coin 1/3'"), patient(), &words);
    assert!(matches!(error, Interrupted::Diverged { .. }), "{error:?}");
}

#[test]
fn closes_a_pipe() {
    let mut limits = patient();
    limits.grace = impatient().grace;
    let script = format!("{HEADER}; read -r order; exec >&-; {FOREVER}");
    let words = ["in a step from `", "closed its standard output"];
    failure("closes-output", &script, limits.clone(), &words);
    let script = format!("exec <&-; {HEADER}; {FOREVER}");
    let words = ["in a step from `", "closed its standard input"];
    failure("closes-input", &script, limits, &words);
}

/// A program that is right, and does not go when it is told to.
fn right_and_gone(name: &str, before: &str, after: &str) {
    let watched = Watched::new(name);
    let script = format!(
        "{before}; {HEADER}; while read -r order from && [ \"$order\" = step ]
         do echo 'coin 1/2'; read -r heads
            if [ $heads = 1 ]; then echo 'to a'; else echo 'to b'; fi
         done; {after}"
    );
    let mut limits = patient();
    limits.grace = impatient().grace;
    let program = Program::start(&watched.command(&script), limits).expect("it starts");
    assert!(verify(&program).expect("a chain").is_right());
    drop(program);
    watched.assert_nothing_is_left();
}

#[test]
fn does_not_end_when_told_to() {
    right_and_gone("stays", "true", FOREVER);
    let deaf = "trap '' TERM INT HUP PIPE";
    right_and_gone(
        "ignores-signals",
        deaf,
        &format!("while true; do {FOREVER}; done"),
    );
}

#[test]
fn leaves_something_behind() {
    right_and_gone("grandchild", "sleep 1000 & note $!", "exit 0");
    let quiet = "sleep 1000 > /dev/null 2>&1 < /dev/null & note $!";
    right_and_gone("quiet-grandchild", quiet, "exit 0");
    right_and_gone(
        "great-grandchild",
        "(sleep 1000 & note $!; true) & wait",
        "exit 0",
    );
}
