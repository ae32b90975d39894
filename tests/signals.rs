//! Signals: those that were ignored when the command began stay ignored, the others
//! end it cleanly; and tests wait for what they start for a limited time.

#![cfg(unix)]

use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::support::command::Scratch;
use crate::support::waiting::{Bounded, Process, SHORT_PATIENCE};

/// A run of hours in a shell that ignores these signals, once its file is begun.
fn long_run(scratch: &Scratch, ignored: &str) -> Process {
    let line = format!("trap '' {ignored}; exec \"$0\" \"$@\"");
    let mut run = Command::new("sh")
        .args(["-c", &line, env!("CARGO_BIN_EXE_peskun")])
        .args(["sample", "--model", "bernoulli-pair", "--kernel", "mabmc"])
        .args(["--steps", "100000000000", "--thin", "100000", "--out"])
        .arg(scratch.path("draws.csv"))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .started();
    let began = Instant::now();
    while scratch.files().is_empty() {
        assert!(began.elapsed() < SHORT_PATIENCE, "no file was begun");
        assert!(run.runs(), "it ended");
        sleep(Duration::from_millis(20));
    }
    sleep(Duration::from_millis(700));
    run
}

fn send(run: &Process, name: &str) {
    let kill = Command::new("kill")
        .args([name, &run.id().to_string()])
        .ended();
    assert!(kill.expect("kill runs").status.success());
}

#[test]
fn ignored_signals_stay_ignored_and_others_end_the_command() {
    for (ignored, without_effect, ends) in [
        ("INT", "-INT", "-TERM"),
        ("HUP", "-HUP", "-INT"),
        ("INT HUP", "-HUP", "-TERM"),
    ] {
        let scratch = Scratch::new("ignored-signals");
        let mut run = long_run(&scratch, ignored);
        send(&run, without_effect);
        sleep(Duration::from_millis(1_000));
        assert!(
            run.runs(),
            "{without_effect} ends it, with {ignored} ignored"
        );
        send(&run, ends);
        let output = run.end();
        assert_eq!(output.status.code(), Some(130), "{ends}");
        assert_eq!(scratch.files(), ["draws.csv"]);
    }
}

/// The waits of tests can fail.
#[test]
#[should_panic(expected = "did not end within 50ms")]
fn a_wait_for_a_process_has_an_end() {
    Command::new("sleep")
        .arg("1000")
        .ended_within(Duration::from_millis(50))
        .expect("sleep");
}

/// Also where something else keeps the output of what has ended.
#[test]
#[should_panic(expected = "did not end within 300ms")]
fn a_wait_for_an_output_has_an_end() {
    Command::new("sh")
        .args(["-c", "sleep 5 &"])
        .ended_within(Duration::from_millis(300))
        .expect("a shell");
}
