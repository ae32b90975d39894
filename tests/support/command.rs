//! Running the command as a user would.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::atomic::{AtomicUsize, Ordering};

use super::waiting::Bounded;

/// What a run of the command gave.
#[derive(Clone, Debug)]
pub struct Run {
    pub status: i32,
    pub stdout: String,
    pub stderr: String,
}

/// Runs `peskun` with these arguments; a test that fails shows them.
pub fn peskun(arguments: &[&str]) -> Run {
    println!("peskun {}", arguments.join(" "));
    let output: Output = Command::new(env!("CARGO_BIN_EXE_peskun"))
        .args(arguments)
        .env_remove("CLICOLOR_FORCE")
        .ended()
        .expect("the command runs");
    told(output)
}

fn told(output: Output) -> Run {
    Run {
        status: output.status.code().unwrap_or(-1),
        stdout: String::from_utf8(output.stdout).expect("text"),
        stderr: String::from_utf8(output.stderr).expect("text"),
    }
}

/// Runs a command line, without the name of the program, in a folder.
pub fn peskun_line_in(folder: &Path, line: &str) -> Run {
    println!("peskun {line}");
    let output = Command::new(env!("CARGO_BIN_EXE_peskun"))
        .args(words(line))
        .env_remove("CLICOLOR_FORCE")
        .current_dir(folder)
        .ended();
    told(output.expect("the command runs"))
}

/// Runs a command line, without the name of the program.
pub fn peskun_line(line: &str) -> Run {
    let words = words(line);
    peskun(&words.iter().map(String::as_str).collect::<Vec<_>>())
}

/// One sentence, the right status, and all of these words in it.
pub fn refused(run: &Run, status: i32, words: &[&str]) {
    let sentence = &run.stderr;
    assert_eq!(run.status, status, "{} {sentence}", run.stdout);
    assert!(run.stdout.is_empty(), "{}", run.stdout);
    assert!(
        sentence.starts_with("peskun: ") && sentence.lines().count() == 1,
        "{sentence}"
    );
    assert!(sentence.len() < 400, "{sentence}");
    for word in words {
        assert!(sentence.contains(word), "`{word}` is not in: {sentence}");
    }
}

/// The words of a command line; single quotes keep words together.
pub fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (position, part) in line.split('\'').enumerate() {
        if position % 2 == 1 {
            words.push(part.to_string());
        } else {
            words.extend(part.split_whitespace().map(String::from));
        }
    }
    words
}

/// A directory of its own for a test, removed when the test ends.
pub struct Scratch(PathBuf);

impl Scratch {
    pub fn new(name: &str) -> Self {
        // Two tests may take the same name, at the same time.
        static TAKEN: AtomicUsize = AtomicUsize::new(0);
        let number = TAKEN.fetch_add(1, Ordering::Relaxed);
        let name = format!("{name}-{}-{number}", std::process::id());
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).expect("a scratch directory");
        Scratch(path)
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// The names of the files in it, hidden ones included.
    pub fn files(&self) -> Vec<String> {
        let entries = std::fs::read_dir(&self.0).expect("the scratch directory");
        let name = |entry: std::io::Result<std::fs::DirEntry>| {
            entry
                .expect("an entry")
                .file_name()
                .to_string_lossy()
                .into_owned()
        };
        let mut names: Vec<String> = entries.map(name).collect();
        names.sort();
        names
    }

    /// Writes a file and gives its path as text.
    pub fn write(&self, name: &str, text: &str) -> String {
        std::fs::write(self.path(name), text).expect("a scratch file");
        self.path(name).to_string_lossy().into_owned()
    }
}

/// A directory with the files that examples name: the guide's kernels, and
/// matrices.
pub fn workplace(name: &str) -> Scratch {
    let scratch = Scratch::new(name);
    let guide = concat!(env!("CARGO_MANIFEST_DIR"), "/src/guide/clients");
    for client in ["walk.py", "walk.R", "walk.cpp", "walk.rhai"] {
        let source = Path::new(guide).join(client);
        std::fs::copy(source, scratch.path(client)).expect("a client of the guide");
    }
    scratch.write(
        "matrix.csv",
        ",0,1,2\n0,1/2,1/2,0\n1,1/4,0,3/4\n2,0,1/2,1/2\n",
    );
    scratch.write(
        "ring.csv",
        ",a,b,c,d,target\na,0,1/2,0,1/2,1\nb,1/4,1/4,1/2,0,2\nc,0,1/3,1/6,1/2,3\nd,1/12,0,1/4,2/3,6\n",
    );
    scratch
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
