//! Nothing of the user's is lost: files that are read, links, modes, and what was
//! there before a run that came to nothing.

#![cfg(unix)]

use crate::support;

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use support::command::{Run, Scratch, peskun, refused};
use support::waiting::Bounded;

const MODEL: &str = "parameters = [\"a\", \"b\"]\nsample_space = [0, 1]\nobserved = 1\nprior = [1, 1]\nlikelihood = [[3, 7], [4, 6]]\n";

fn text(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).expect("a file")
}

/// A table of a built-in model in this file.
fn table(out: &Path) -> Run {
    peskun(&[
        "table",
        "--model",
        "bernoulli-pair",
        "--kernel",
        "sve",
        "--format",
        "csv",
        "--out",
        &text(out),
    ])
}

#[test]
fn what_is_read_is_not_written() {
    let scratch = Scratch::new("read-and-written");
    let model = scratch.write("model.toml", MODEL);
    let rule = scratch.write("rule.rhai", "argmax(r)");
    let step = scratch.write("step.rhai", "choose([1, 2])");
    let chain = scratch.write("chain.csv", ",a,b\na,1/2,1/2\nb,1/2,1/2\n");
    let other = scratch.path("other.toml");
    fs::hard_link(scratch.path("model.toml"), &other).expect("a link");
    let link = scratch.path("link.toml");
    symlink(&model, &link).expect("a link");
    let kernel = format!("rule:{rule}");
    let pair = "bernoulli-pair";
    let steps = ["--step", &step, "--states", "1,2", "--target", "1,1"];
    for arguments in [
        vec![
            "table", "--model", &model, "--kernel", "sve", "--out", &model,
        ],
        vec![
            "table",
            "--model",
            &model,
            "--kernel",
            "sve",
            "--out",
            &text(&other),
        ],
        vec![
            "table",
            "--model",
            &text(&link),
            "--kernel",
            "sve",
            "--out",
            &model,
        ],
        vec!["check", "--model", pair, "--rule", &rule, "--out", &rule],
        vec![
            "check",
            "--model",
            pair,
            "--rule",
            &rule,
            "--certificate",
            &rule,
        ],
        vec![
            "check",
            "--rule",
            &rule,
            "--search",
            "5",
            "--save-model",
            &rule,
        ],
        vec!["compare", "--model", pair, "mh", &kernel, "--out", &rule],
        vec!["rules", "--model", &model, "--out", &model],
        vec!["rules", "--model", pair, "--rule", &rule, "--out", &rule],
        vec!["check", "--chain", &chain, "--out", &chain],
        [vec!["check"], steps.to_vec(), vec!["--out", &step]].concat(),
    ] {
        refused(&peskun(&arguments), 2, &["is read"]);
    }
    let draws = scratch.write("draws.csv", ",a,b\na,1/2,1/2\nb,1/2,1/2\n");
    refused(
        &peskun(&["sample", "--chain", &draws, "--out", &draws]),
        2,
        &["is read"],
    );
    assert_eq!(read(Path::new(&model)), MODEL);
    assert_eq!(read(Path::new(&rule)), "argmax(r)");
    assert_eq!(read(Path::new(&chain)), read(Path::new(&draws)));
}

/// Read-only files, also for root, and links to nothing are left as they are; a
/// file with two names keeps its content under the other.
#[test]
fn what_is_there_is_left_alone() {
    let scratch = Scratch::new("left-alone");
    let locked = scratch.path("locked.csv");
    fs::write(&locked, "mine").expect("a file");
    fs::set_permissions(&locked, fs::Permissions::from_mode(0o444)).expect("a mode");
    refused(&table(&locked), 2, &["locked.csv is read-only"]);
    assert_eq!(read(&locked), "mine");
    let dangling = scratch.path("dangling.csv");
    symlink(scratch.path("nowhere.csv"), &dangling).expect("a link");
    refused(
        &table(&dangling),
        2,
        &["symbolic link that leads to no file"],
    );
    assert!(dangling.symlink_metadata().expect("a link").is_symlink());
    let (one, two) = (scratch.path("one.csv"), scratch.path("two.csv"));
    fs::write(&one, "mine").expect("a file");
    fs::hard_link(&one, &two).expect("a link");
    assert_eq!(table(&two).status, 0);
    assert_eq!(read(&one), "mine");
    assert!(read(&two).starts_with("state,a,b"));
    let files = ["dangling.csv", "locked.csv", "one.csv", "two.csv"];
    assert_eq!(scratch.files(), files);
}

/// The file behind `/dev/stdout` is not replaced.
#[test]
fn the_standard_output_is_no_file_to_replace() {
    let scratch = Scratch::new("standard-output");
    let log = scratch.path("log.csv");
    fs::write(&log, "mine\n").expect("a file");
    for out in ["/dev/stdout", &text(&log)] {
        let append = fs::OpenOptions::new().append(true).open(&log);
        let output = Command::new(env!("CARGO_BIN_EXE_peskun"))
            .args([
                "table",
                "--model",
                "bernoulli-pair",
                "--kernel",
                "mh",
                "--out",
                out,
            ])
            .stdout(append.expect("a file"))
            .stderr(Stdio::piped())
            .started()
            .end();
        assert_eq!(output.status.code(), Some(2));
        let sentence = String::from_utf8(output.stderr).expect("text");
        assert!(sentence.contains("standard output"), "{sentence}");
        assert_eq!(read(&log), "mine\n");
    }
    assert_eq!(scratch.files(), ["log.csv"]);
}

/// An answer that nobody can get is an error; one that goes elsewhere is not, nor is
/// one that is thrown away.
#[test]
fn a_closed_standard_output_is_an_error() {
    let scratch = Scratch::new("closed-output");
    let table = "table --model bernoulli-pair --kernel mh";
    for (rest, status) in [
        ("", 2),
        ("--format json", 2),
        ("--out table.csv --format csv", 0),
    ] {
        for (closing, status) in [(">&-", status), ("> /dev/null", 0), ("1<> /dev/null", 0)] {
            let line = format!("exec \"$0\" {table} {rest} {closing}");
            let output = Command::new("sh")
                .args(["-c", &line, env!("CARGO_BIN_EXE_peskun")])
                .current_dir(scratch.path(""))
                .ended()
                .expect("a shell");
            let sentence = String::from_utf8(output.stderr).expect("text");
            assert_eq!(output.status.code(), Some(status), "{line}: {sentence}");
            assert_eq!(sentence.contains("is closed"), status == 2, "{sentence}");
        }
    }
    assert_eq!(scratch.files(), ["table.csv"]);
}

/// A run that is ended before a draw is kept leaves the file that was there, and
/// every signal to end is taken like Ctrl-C. What a killed process left is not in
/// the way, even under every number.
#[test]
fn a_run_without_a_draw_writes_nothing() {
    let scratch = Scratch::new("no-draw");
    let old = scratch.write("draws.csv", "mine");
    for name in ["-INT", "-TERM", "-HUP"] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_peskun"))
            .args(["sample", "--model", "bernoulli-pair", "--kernel", "mabmc"])
            .args(["--steps", "100000000000", "--thin", "100000000000"])
            .args(["--chains", "1", "--format", "json", "--out", &old])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .started();
        let begin = Instant::now();
        while scratch.files().len() < 2 {
            assert!(begin.elapsed() < Duration::from_secs(60), "no file begun");
            sleep(Duration::from_millis(20));
        }
        sleep(Duration::from_millis(700));
        let killed = Command::new("kill")
            .args([name, &child.id().to_string()])
            .ended();
        assert!(killed.expect("kill runs").status.success());
        let output = child.end();
        let note = String::from_utf8(output.stderr).expect("text");
        assert_eq!(output.status.code(), Some(130), "{name} {note}");
        assert!(note.contains("draws.csv was not written"), "{note}");
        assert_eq!(read(Path::new(&old)), "mine");
        assert_eq!(scratch.files(), ["draws.csv"]);
    }
}

/// Pipes and devices are no models or rules, and nobody waits for them.
#[test]
fn pipes_are_no_models() {
    let scratch = Scratch::new("pipes");
    for (name, arguments) in [
        ("pipe.toml", ["table", "--kernel", "mh", "--model"]),
        (
            "pipe.rhai",
            ["check", "--model", "bernoulli-pair", "--rule"],
        ),
    ] {
        let pipe = scratch.path(name);
        let made = Command::new("mkfifo").arg(&pipe).ended();
        assert!(made.expect("mkfifo runs").status.success());
        let run = peskun(&[&arguments[..], &[&text(&pipe)]].concat());
        refused(&run, 2, &["a pipe or a device"]);
    }
    let model = ["table", "--kernel", "mh", "--model", "/dev/zero"];
    refused(&peskun(&model), 2, &["a pipe or a device"]);
}
