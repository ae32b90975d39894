//! Breaking the engine breaks the ledger: each of these one-line changes to
//! the sources makes `peskun verify` exit with 1 and name what changed.
//!
//! All mutants are built at once: where a line is changed, an environment
//! variable says at run time which of the two lines it is.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::Duration;

use crate::support::size::sized;
use crate::support::waiting::Bounded;

/// File, an expression in it, what it is changed to, and a claim that notices.
const MUTATIONS: [(&str, &str, &str, &str); 10] = [
    (
        "arms/mpmc.rs",
        "model.draw_point(to, chance)?",
        "model.draw_point(from, chance)?",
        "lemma-1",
    ),
    (
        "arms/mpmc.rs",
        "M::Number::quotient(&[&above.0, &above.1], &[&below.0, &below.1])",
        "M::Number::quotient(&[&above.0, &above.1], &[&below.0, &below.0])",
        "theorem-1-mpmc",
    ),
    (
        "arms/exchange.rs",
        "model.draw_point(to, chance)?",
        "model.draw_point(from, chance)?",
        "lemma-2",
    ),
    (
        "arms/true_ratio.rs",
        "constant(from).over(&constant(to))",
        "constant(to).over(&constant(from))",
        "mh-invariant",
    ),
    (
        "arms/noisy.rs",
        "sum.shared_by(self.ratios)",
        "sum.clone()",
        "unbiased-implies-balance",
    ),
    (
        "kernels/bandit.rs",
        "self.rule.sight() == Sight::Forward",
        "true",
        "algorithm-5-fresh",
    ),
    (
        "rules/constant.rs",
        "Law::point(self.0)",
        "Law::point(0)",
        "constant-rules",
    ),
    (
        "kernels/bandit.rs",
        "self.settle(from, &to, chance)",
        "self.settle(from, &self.model.propose(from, chance)?, chance)",
        "algorithm-5-fresh",
    ),
    (
        "kernels/bandit.rs",
        "(self.reading, self.rule.sight())",
        "(BanditReading::Reuse, self.rule.sight())",
        "algorithm-5-fresh",
    ),
    (
        "kernels/pseudo_marginal.rs",
        "(to, there)",
        "(to, here.clone())",
        "pmc-reversible",
    ),
];

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a folder") {
        let path = entry.expect("an entry").path();
        let target = to.join(path.file_name().expect("a name"));
        if path.is_dir() {
            copy(&path, &target);
        } else {
            fs::copy(&path, &target).expect("a copy");
        }
    }
}

/// Copies what has been built of other crates, with its times, so that cargo
/// need not build it again. Cargo checks it; what cannot be copied is built.
fn bring_dependencies(target: &Path) {
    let program = Path::new(env!("CARGO_BIN_EXE_peskun"));
    let built = program.parent().expect("a folder");
    for folder in ["deps", ".fingerprint", "build"] {
        let _ = bring(&built.join(folder), &target.join(folder));
    }
}

fn bring(from: &Path, to: &Path) -> std::io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let path = entry?.path();
        let name = path.file_name().expect("a name").to_string_lossy();
        let target = to.join(&*name);
        // Our own crates are built anew, and programs are not linked to.
        let ours = ["peskun", "their_kernel", "suite"].map(|ours| name.contains(ours));
        let program = from.ends_with("deps") && path.extension().is_none();
        if ours.contains(&true) || program {
            continue;
        }
        if path.is_dir() {
            bring(&path, &target)?;
        } else {
            fs::copy(&path, &target)?;
            let modified = fs::metadata(&path)?.modified()?;
            let copied = fs::File::options().write(true).open(&target)?;
            copied.set_modified(modified)?;
        }
    }
    Ok(())
}

/// The program that can be every mutant, and the variable that says which.
const VARIABLE: &str = "PESKUN_MUTANT";

/// Is this the mutant with that number? Added to the sources.
const SWITCH: &str = r#"
/// Is this the mutant with that number?
pub(crate) fn is_mutant(number: usize) -> bool {
    static CHOSEN: std::sync::OnceLock<Option<usize>> = std::sync::OnceLock::new();
    let chosen = || std::env::var("PESKUN_MUTANT").ok()?.parse().ok();
    *CHOSEN.get_or_init(chosen) == Some(number)
}
"#;

/// Where mutants are made: one must not take the place of the program that other
/// tests run.
fn shop() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("mutations")
}

/// The sources with all mutations, in a folder of their own.
fn mutated() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let package = shop().join("package");
    let _ = fs::remove_dir_all(&package);
    // The members of the workspace have to be there, built or not.
    let member = "bindings/python";
    let sources = format!("{member}/src");
    for folder in ["src", "tests", "verification", "benches", &sources] {
        copy(&root.join(folder), &package.join(folder));
    }
    let manifest = format!("{member}/Cargo.toml");
    for file in ["Cargo.toml", "Cargo.lock", "README.md", &manifest] {
        fs::copy(root.join(file), package.join(file)).expect("a copy");
    }
    let edit = |file: &str, change: &dyn Fn(&str) -> String| {
        let path = package.join("src").join(file);
        let source = fs::read_to_string(&path).expect("a source file");
        fs::write(&path, change(&source)).expect("a changed file");
    };
    edit("lib.rs", &|source| source.to_owned() + SWITCH);
    for (number, (file, line, mutant, _)) in MUTATIONS.into_iter().enumerate() {
        edit(file, &|source| {
            assert_eq!(source.matches(line).count(), 1, "{file}: {line}");
            let choice =
                format!("(if crate::is_mutant({number}) {{ {mutant} }} else {{ {line} }})");
            source.replace(line, &choice)
        });
    }
    package
}

/// Builds the program that can be every mutant.
fn build(package: &Path) -> PathBuf {
    let shop = shop();
    if !shop.join("target").exists() {
        bring_dependencies(&shop.join("target/debug"));
    }
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let built = Command::new(cargo)
        .args(["build", "--quiet", "--offline", "--locked"])
        .args(["--bin", "peskun"])
        .current_dir(package)
        .env("CARGO_TARGET_DIR", shop.join("target"))
        // Quick to build; without any optimization a search for a
        // counterexample that a mutant no longer has would take minutes.
        .env("CARGO_PROFILE_DEV_OPT_LEVEL", "1")
        .env("CARGO_PROFILE_DEV_DEBUG", "0")
        .ended_within(Duration::from_secs(3_600))
        .expect("cargo runs");
    let message = String::from_utf8_lossy(&built.stderr);
    assert!(built.status.success(), "{message}");
    shop.join("target/debug/peskun")
}

/// Runs claims of the ledger with a mutant, or with none.
fn verify(program: &Path, mutant: Option<usize>, claims: &BTreeSet<&str>) -> Output {
    let mut command = Command::new(program);
    command.args(["verify", "--format", "json"]);
    command.args(claims.iter().flat_map(|claim| ["--claim", claim]));
    match mutant {
        Some(number) => command.env(VARIABLE, number.to_string()),
        None => command.env_remove(VARIABLE),
    };
    command.ended().expect("the program runs")
}

#[test]
fn every_mutation_changes_a_verdict() {
    assert!(SWITCH.contains(VARIABLE));
    let package = mutated();
    // The sources are changed in any case, which fails if a line is no longer there.
    if sized("mutants built", MUTATIONS.len(), 0) == 0 {
        return;
    }
    let program = build(&package);
    let all: BTreeSet<&str> = MUTATIONS.iter().map(|(.., claim)| *claim).collect();
    let untouched = verify(&program, None, &all);
    let message = String::from_utf8_lossy(&untouched.stderr);
    assert_eq!(untouched.status.code(), Some(0), "{message}");
    let mut noticed = BTreeSet::new();
    for (number, (file, _, mutant, claim)) in MUTATIONS.into_iter().enumerate() {
        let output = verify(&program, Some(number), &BTreeSet::from([claim]));
        let message = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{file}: {mutant}: {message}");
        let changed = message
            .lines()
            .find_map(|line| line.strip_prefix("peskun: the verdict changed for "));
        let changed: Vec<&str> = changed.expect("the claims are named").split(", ").collect();
        println!(
            "{file}: {mutant}\n    {} claims: {}",
            changed.len(),
            changed.join(", ")
        );
        assert!(changed.contains(&claim), "{file}: {mutant}: {changed:?}");
        noticed.extend(changed.into_iter().map(String::from));
    }
    println!("{} claims notice at least one mutation", noticed.len());
}
