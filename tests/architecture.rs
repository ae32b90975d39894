//! The layout of the sources, read from the sources.

use std::fs;
use std::path::{Path, PathBuf};

/// The rooms, each using only those before it. `lib.rs` lists them.
const ROOMS: [&str; 20] = [
    "numbers",
    "chance",
    "models",
    "arms",
    "rules",
    "kernels",
    "chains",
    "outside",
    "lattices",
    "statistics",
    "simulation",
    "real",
    "laboratory",
    "certificates",
    "claims",
    "figures",
    "reports",
    "cli",
    "guide",
    "prelude",
];

fn files(folder: &str) -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut found = Vec::new();
    let mut open = vec![root];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(&folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                found.push(path);
            }
        }
    }
    found.sort();
    assert!(!found.is_empty(), "{folder}");
    found
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).expect("a source file")
}

fn shown(path: &Path) -> String {
    path.strip_prefix(env!("CARGO_MANIFEST_DIR"))
        .unwrap_or(path)
        .display()
        .to_string()
}

/// The rooms that a source names as `crate::room`.
fn rooms_used(source: &str) -> Vec<&str> {
    let code = source
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"));
    let used = code.flat_map(|line| line.split("crate::").skip(1));
    used.map(|rest| {
        let name = rest
            .split(|c: char| !c.is_alphanumeric() && c != '_')
            .next();
        match name.unwrap_or_default() {
            // Macros are at the root of the crate, whatever room they are in.
            assertion if assertion.starts_with("assert_") => "chains",
            room => room,
        }
    })
    .collect()
}

#[test]
fn rooms_use_only_rooms_above_them() {
    for (position, room) in ROOMS.iter().enumerate() {
        for path in files(&format!("src/{room}")) {
            let source = read(&path);
            for used in rooms_used(&source) {
                let place = ROOMS.iter().position(|known| *known == used);
                assert!(
                    place.is_some_and(|place| place <= position),
                    "{} uses crate::{used}",
                    shown(&path)
                );
            }
        }
    }
}

#[test]
fn the_check_of_the_rooms_can_fail() {
    assert_eq!(
        rooms_used("use crate::cli::run;\n// crate::chains\nlet x = crate::numbers::q();"),
        ["cli", "numbers"]
    );
    assert_eq!(
        rooms_used("$crate::assert_meets!($kernel, $crate::claims::Any)"),
        ["chains", "claims"]
    );
}

#[test]
fn the_table_of_contents_is_complete() {
    let contents = read(
        Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("src/lib.rs")
            .as_path(),
    );
    let listed: Vec<&str> = contents
        .lines()
        .filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';'))
        .collect();
    assert_eq!(listed, ROOMS);
    let folders = fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("src")).expect("src");
    let folders = folders
        .filter(|entry| entry.as_ref().expect("an entry").path().is_dir())
        .count();
    assert_eq!(folders, ROOMS.len(), "a room is not listed");
}

#[test]
fn every_file_opens_with_its_concept_and_stays_small() {
    for folder in ["src", "verification", "tests", "benches"] {
        for path in files(folder) {
            let source = read(&path);
            assert!(
                source.starts_with("//! "),
                "{} does not say what it is",
                shown(&path)
            );
            let lines = source.lines().count();
            assert!(lines <= 400, "{} has {lines} lines", shown(&path));
        }
    }
}

/// Each crate that could be exchanged is named in one place.
#[test]
fn one_file_names_a_crate() {
    let places: [(&str, &[&str]); 11] = [
        ("dashu_", &["src/numbers/exact.rs"]),
        (
            "use rand::",
            &["src/chance/generator.rs", "src/chance/sampler.rs"],
        ),
        ("libm::", &["src/statistics/normal.rs"]),
        ("use num_rational", &["src/numbers/exchange.rs"]),
        (
            "use toml::",
            &[
                "src/models/fields.rs",
                "src/models/file.rs",
                "src/models/ising_file.rs",
            ],
        ),
        ("indicatif::", &["src/cli/progress.rs"]),
        ("ctrlc::", &["src/cli/signals.rs"]),
        ("ctor::", &["src/main.rs"]),
        ("httparse::", &["src/cli/explore/http.rs"]),
        (
            "rustix::",
            &[
                "src/main.rs",
                "src/outside/confined.rs",
                "src/outside/program/system.rs",
            ],
        ),
        (
            "use rhai::",
            &[
                "src/outside/labels.rs",
                "src/outside/step_script.rs",
                "src/rules/expression.rs",
                "src/rules/language.rs",
                "src/rules/script.rs",
                "src/rules/work.rs",
            ],
        ),
    ];
    for (name, expected) in places {
        let namers: Vec<String> = files("src")
            .iter()
            .filter(|path| read(path).contains(name))
            .map(|path| shown(path))
            .collect();
        assert_eq!(namers, expected, "{name}");
    }
}

/// Order matters everywhere: results must not depend on a hash seed.
#[test]
fn no_hash_maps() {
    for path in files("src") {
        let source = read(&path);
        assert!(
            !source.contains("HashMap") && !source.contains("HashSet"),
            "{}",
            shown(&path)
        );
    }
}

/// Floating point lives in sampling, statistics and rendering.
#[test]
fn no_floats_in_the_exact_rooms() {
    let exact = [
        "numbers",
        "chance",
        "models",
        "arms",
        "rules",
        "kernels",
        "chains",
        "certificates",
    ];
    for path in exact.iter().flat_map(|room| files(&format!("src/{room}"))) {
        // The one way out.
        if path.ends_with("numbers/exact.rs") {
            continue;
        }
        let source = read(&path);
        let code = source
            .lines()
            .filter(|line| !line.trim_start().starts_with("//"));
        for line in code {
            assert!(
                !line.contains("f64") && !line.contains("f32"),
                "{}: {line}",
                shown(&path)
            );
        }
    }
}

/// The part of a source before its tests, without comments.
fn code(source: &str) -> String {
    let before = source.split("#[cfg(test)]").next().unwrap_or_default();
    let lines = before.lines();
    let code = lines.filter(|line| !line.trim_start().starts_with("//"));
    code.collect::<Vec<_>>().join("\n")
}

/// The guide's list of routines in floating point has every file with doubles and
/// no other, and the tests that it names are there.
#[test]
fn every_routine_in_floating_point_is_in_the_list() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let guide = read(&root.join("src/guide/how_we_know/README.md"));
    let (_, list) = guide.split_once("| file | routine |").expect("the list");
    for path in files("src") {
        // Seconds on a clock are no numbers that anything is computed from.
        let doubles = code(&read(&path))
            .replace("as_secs_f64", "")
            .contains("f64");
        let listed = list.contains(&format!("`{}`", shown(&path)));
        assert_eq!(doubles, listed, "{}", shown(&path));
    }
    let sources = ["src", "tests"].map(|folder| {
        files(folder)
            .iter()
            .map(|path| read(path))
            .collect::<String>()
    });
    let mut named = 0;
    for row in list.lines().filter(|line| line.starts_with("| `src/")) {
        let tests = row
            .trim_end_matches(" |")
            .rsplit(" | ")
            .next()
            .expect("tests");
        for test in tests.split(", ") {
            let function = format!("fn {}(", test.trim_matches('`'));
            assert!(
                sources.iter().any(|source| source.contains(&function)),
                "{test}"
            );
            named += 1;
        }
    }
    assert!(named > 50, "{named}");
}

/// Random numbers of the crate's own runs are taken by purpose, so that no two share
/// a stream. Random models have seeds of their own, and simulations are given theirs.
#[test]
fn streams_are_taken_by_purpose() {
    let by_number = |source: &str| {
        let code = code(source);
        let mut before = code.split("Sampler::new(").map(|part| part.chars().last());
        let places = code.matches("Sampler::new(").count();
        let other = |last: Option<char>| last.is_some_and(char::is_alphanumeric);
        places > 0 && before.by_ref().take(places).any(|last| !other(last))
    };
    assert!(by_number("let x = Sampler::new(1, 2);"));
    assert!(!by_number("PerfectSampler::new(1);\n// Sampler::new("));
    let folders = ["src", "bindings/python/src"];
    let found = folders.into_iter().flat_map(files);
    let found: Vec<String> = found
        .filter(|path| by_number(&read(path)))
        .map(|path| shown(&path))
        .collect();
    assert_eq!(
        found,
        ["src/laboratory/random.rs", "src/simulation/words.rs"]
    );
}

/// Every file of tests is a part of its program.
#[test]
fn every_file_of_tests_is_run() {
    for folder in ["verification", "tests"] {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
        let listed = read(&root.join("main.rs"));
        for path in files(folder) {
            let stem = path
                .file_stem()
                .map(|stem| stem.to_string_lossy().into_owned());
            let stem = stem.unwrap_or_default();
            if path.parent() == Some(root.as_path()) && stem != "main" {
                assert!(listed.contains(&format!("mod {stem};")), "{}", shown(&path));
            }
        }
    }
}

/// The crate in `tests/their_kernel` depends on this one as a user's would.
#[test]
fn a_crate_of_their_own_verifies_a_kernel_in_under_forty_lines() {
    let source = include_str!("their_kernel/tests/walk.rs");
    let code = source.lines().filter(|line| !line.trim().is_empty());
    assert!(code.count() < 40);
    assert!(source.contains("impl FiniteKernel for") && source.contains("assert_ergodic!"));
}
