//! A test, alone or with others, in a process of its own.

use std::io::{BufRead, BufReader};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// A test of one of the programs.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Test {
    /// The program that has it.
    pub program: PathBuf,
    /// Its name there.
    pub name: String,
}

/// How tests ended.
#[derive(Clone, Debug, PartialEq)]
pub enum End {
    /// All passed.
    Passed,
    /// One failed, this one if it is known.
    Failed(Option<String>),
    /// It took longer than allowed, most likely for ever.
    Late,
}

/// The tests of a program.
pub fn tests(program: &Path) -> Result<Vec<Test>, String> {
    let output = Command::new(program)
        .args(["--list", "--format", "terse"])
        .output();
    let output = output.map_err(|error| format!("{}: {error}", program.display()))?;
    let lines = String::from_utf8_lossy(&output.stdout).into_owned();
    let names = lines.lines().filter_map(|line| line.strip_suffix(": test"));
    Ok(names
        .map(|name| Test {
            program: program.to_path_buf(),
            name: name.to_string(),
        })
        .collect())
}

/// Runs tests of one program one after the other, until one fails. Eight gigabytes of
/// address space and one thread of the pool are theirs.
pub fn run(
    root: &Path,
    tests: &[&Test],
    variable: (&str, &str),
    limit: Duration,
) -> Result<(End, Duration), String> {
    let program = &tests[0].program;
    let mut child = Command::new("sh")
        .args(["-c", "ulimit -v 8388608; exec \"$0\" \"$@\""])
        .arg(program)
        .args(["--exact", "--test-threads=1"])
        .args(tests.iter().map(|test| &test.name))
        .current_dir(root)
        .env("CARGO_MANIFEST_DIR", root)
        .env("RAYON_NUM_THREADS", "1")
        .env(variable.0, variable.1)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .process_group(0)
        .spawn()
        .map_err(|error| format!("{}: {error}", program.display()))?;
    let output = child.stdout.take().expect("it is piped");
    let start = Instant::now();
    let failed = AtomicBool::new(false);
    let (failure, status) = std::thread::scope(|scope| {
        let reader = scope.spawn(|| {
            let lines = BufReader::new(output).lines().map_while(Result::ok);
            let failing =
                lines.filter_map(|line| Some(line.strip_suffix(" ... FAILED")?.to_string()));
            let first = failing
                .inspect(|_| failed.store(true, Ordering::Relaxed))
                .next();
            first.map(|line| line.trim_start_matches("test ").to_string())
        });
        let mut pause = Duration::from_millis(1);
        let status = loop {
            match child.try_wait().map_err(|error| error.to_string())? {
                Some(status) => break Some(status),
                None if failed.load(Ordering::Relaxed) || start.elapsed() > limit => break None,
                None => std::thread::sleep(pause),
            }
            pause = (pause * 2).min(Duration::from_millis(20));
        };
        // Whatever the tests started goes with them.
        let group = format!("-{}", child.id());
        let _ = Command::new("kill")
            .args(["-KILL", "--", &group])
            .stderr(Stdio::null())
            .status();
        let _ = child.wait();
        Ok::<_, String>((reader.join().expect("it only reads"), status))
    })?;
    let end = match (failure, status) {
        (Some(name), _) => End::Failed(Some(name)),
        (None, Some(status)) if status.success() => End::Passed,
        (None, Some(_)) => End::Failed(None),
        (None, None) => End::Late,
    };
    Ok((end, start.elapsed()))
}
