//! Breaking the engine breaks the ledger: each of these one-line changes to
//! the sources makes `peskun verify` exit with 1 and name what changed.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// File, a line of it, the line it is changed to, and a claim that notices.
const MUTATIONS: [(&str, &str, &str, &str); 10] = [
    (
        "arms/mpmc.rs",
        "let there = model.draw_point(to, chance)?;",
        "let there = model.draw_point(from, chance)?;",
        "lemma-1",
    ),
    (
        "arms/mpmc.rs",
        "match Ratio::of(&above, &below) {",
        "match Ratio::of(&below, &above) {",
        "theorem-1-mpmc",
    ),
    (
        "arms/exchange.rs",
        "let point = model.draw_point(to, chance)?;",
        "let point = model.draw_point(from, chance)?;",
        "lemma-2",
    ),
    (
        "arms/true_ratio.rs",
        "let unknown = constant(from).over(&constant(to));",
        "let unknown = constant(to).over(&constant(from));",
        "mh-invariant",
    ),
    (
        "arms/noisy.rs",
        ".times(&sum.shared_by(self.ratios)),",
        ".times(&sum),",
        "unbiased-implies-balance",
    ),
    (
        "rules/draws.rs",
        "Ratio::Finite(look.forward.capped().min(reverse.capped()))",
        "Ratio::Finite(look.forward.capped())",
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
        "if self.reading == BanditReading::Repropose {",
        "if self.reading == BanditReading::Fresh {",
        "algorithm-5-literal",
    ),
    (
        "kernels/bandit.rs",
        "let reused = self.reading == BanditReading::Reuse;",
        "let reused = self.reading == BanditReading::Fresh;",
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

/// The sources in a folder of their own, built apart from the others: a mutant
/// must not take the place of the program that other tests run.
struct Workshop(PathBuf);

impl Workshop {
    fn new() -> Self {
        let (root, shop) = (
            Path::new(env!("CARGO_MANIFEST_DIR")),
            Path::new(env!("CARGO_TARGET_TMPDIR")).join("mutations"),
        );
        let _ = fs::remove_dir_all(shop.join("package"));
        for folder in ["src", "tests", "verification", "benches"] {
            copy(&root.join(folder), &shop.join("package").join(folder));
        }
        for file in ["Cargo.toml", "Cargo.lock", "README.md"] {
            fs::copy(root.join(file), shop.join("package").join(file)).expect("a copy");
        }
        Workshop(shop)
    }

    /// Runs these claims of the ledger.
    fn verify(&self, claims: &BTreeSet<&str>) -> Output {
        let claims = claims.iter().flat_map(|claim| ["--claim", claim]);
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        Command::new(cargo)
            .args([
                "run",
                "--quiet",
                "--offline",
                "--locked",
                "--bin",
                "peskun",
                "--",
                "verify",
                "--format",
                "json",
            ])
            .args(claims)
            .current_dir(self.0.join("package"))
            .env("CARGO_TARGET_DIR", self.0.join("target"))
            // Quick to build again; without any optimization a search for a
            // counterexample that a mutant no longer has would take minutes.
            .env("CARGO_PROFILE_DEV_OPT_LEVEL", "1")
            .env("CARGO_INCREMENTAL", "1")
            .env("CARGO_PROFILE_DEV_DEBUG", "0")
            .output()
            .expect("cargo runs")
    }
}

#[test]
fn every_mutation_changes_a_verdict() {
    let shop = Workshop::new();
    let all: BTreeSet<&str> = MUTATIONS.iter().map(|(.., claim)| *claim).collect();
    let untouched = shop.verify(&all);
    assert_eq!(
        untouched.status.code(),
        Some(0),
        "{}",
        String::from_utf8_lossy(&untouched.stderr)
    );
    let mut noticed = BTreeSet::new();
    for (file, line, mutant, claim) in MUTATIONS {
        let path = shop.0.join("package/src").join(file);
        let source = fs::read_to_string(&path).expect("a source file");
        assert_eq!(source.matches(line).count(), 1, "{file}: {line}");
        fs::write(&path, source.replace(line, mutant)).expect("a mutant");
        let output = shop.verify(&BTreeSet::from([claim]));
        fs::write(&path, source).expect("the original");
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
