//! Chains in files: what `peskun table` writes is read back to the same
//! fractions.

use crate::support;

use std::path::Path;

use peskun::chains::{Chain, ChainParts, Obtained, Verdicts, Verification};
use peskun::chance::{Budget, Reading};
use peskun::kernels::{Algorithm, SUMMARIES};
use peskun::lattices::{chain_of, only_enclosed};
use peskun::models::{AnyModel, BUILT_IN};
use peskun::numbers::{Rational, SparseMatrix};
use peskun::outside::read_chain;
use peskun::reports::{ChainReport, Format, Report, prism};
use peskun::rules::TieBreak;
use proptest::prelude::*;
use support::command::Scratch;
use support::size::is_full;
use support::{cases, q};

/// The kernels, with numbers and rules where their names have a place for one.
fn kernels() -> Vec<String> {
    let instances = |name: &str| match name {
        "noisy:N" | "dmh:N" => vec![name.replace('N', "1"), name.replace('N', "2")],
        "rule:R" => ["max-min", "max", "max-draws", "bayes", "always:2"]
            .map(|rule| name.replace('R', rule))
            .to_vec(),
        _ => vec![name.to_string()],
    };
    SUMMARIES
        .iter()
        .flat_map(|(name, _)| instances(name))
        .collect()
}

/// The exact chain of a kernel on a built-in model, or why there is none.
fn exact_chain(model: &AnyModel, kernel: &str) -> Result<Chain, String> {
    let algorithm = Algorithm::named(kernel, TieBreak::First)?;
    let budget = Budget::default();
    match model {
        AnyModel::Table(model) => {
            Chain::of_algorithm(&algorithm, model.as_ref(), Reading::Merged, &budget)
        }
        AnyModel::Ising(model) => {
            if only_enclosed(&algorithm, model).is_some() {
                return Err("only enclosed".into());
            }
            let quick = match is_full() {
                true => &["mh", "mpmc", "sve", "bridge"][..],
                false => &["sve"],
            };
            let quick = quick.contains(&kernel);
            if model.names().len() > 10 && !quick {
                return Err("not exact quickly".into());
            }
            chain_of(&algorithm, model, Reading::Merged, &budget)
        }
    }
    .map_err(|why| why.to_string())
}

/// Writes a chain in every format and reads it back.
fn round_trip(scratch: &Scratch, name: &str, chain: &Chain) {
    let report = ChainReport::new("model", name, Verification::of(chain.clone()));
    let written = |format: Format| report.render(format).expect("every format has matrices");
    let read = |file: &str, target: Option<Vec<Rational>>| {
        let path = scratch.path(file);
        read_chain(&path, target).unwrap_or_else(|error| panic!("{name}: {error}"))
    };
    let same = |format: &str, read: &Chain| {
        // Long numbers do not belong into the message of an assertion.
        assert!(read.matrix() == chain.matrix(), "{name}, {format}");
        assert!(read.target() == chain.target(), "{name}, {format}");
        assert_eq!(read.obtained(), Obtained::Import);
        assert!(!read.used_doubles());
        let stays = |state: usize| read.matrix().entry(state, state) * &read.target()[state];
        let moves = Rational::ONE - (0..read.states().len()).map(stays).sum::<Rational>();
        assert!(
            read.moves() == moves && read.acceptance() == moves,
            "{name}"
        );
    };
    for (format, ending) in [(Format::Csv, "csv"), (Format::Json, "json")] {
        let file = format!("chain.{ending}");
        scratch.write(&file, &written(format));
        let path = scratch.path(&file);
        let back = match read_chain(&path, None) {
            // A table in CSV has its target only if there is a column for it.
            Err(error) if ending == "csv" && error.message.contains("no target") => {
                read(&file, Some(chain.target().to_vec()))
            }
            back => back.unwrap_or_else(|error| panic!("{name}: {error}")),
        };
        assert_eq!(back.states(), chain.states(), "{name}");
        same(ending, &back);
    }
    let target = || Some(chain.target().to_vec());
    scratch.write("chain.drn", &written(Format::Drn));
    let drn = read("chain.drn", target());
    same("drn", &drn);
    let files = prism(chain);
    assert_eq!(files.transitions, written(Format::Prism));
    scratch.write("chain.tra", &files.transitions);
    scratch.write("chain.sta", &files.states);
    scratch.write("chain.lab", &files.labels);
    let labeled = read("chain.tra", target());
    same("prism", &labeled);
    assert_eq!(labeled.states(), drn.states(), "{name}");
}

#[test]
fn every_exact_chain_survives_every_format() {
    let scratch = Scratch::new("chain-files");
    let mut count = 0;
    let mut longest = 0;
    for built_in in BUILT_IN {
        let model = (built_in.build)();
        for kernel in kernels() {
            match exact_chain(&model, &kernel) {
                Ok(chain) => {
                    let name = format!("{}, {kernel}", built_in.name);
                    round_trip(&scratch, &name, &chain);
                    let entries = chain.matrix().values().iter();
                    let digits = entries.map(|entry| entry.to_string().len()).max();
                    longest = longest.max(digits.unwrap_or_default());
                    count += 1;
                }
                Err(why) => println!("skipped: {}, {kernel}: {why}", built_in.name),
            }
        }
    }
    println!("size: chains in files {count}; the longest number has {longest} characters");
    assert!(count >= 60 && longest > 10_000, "{count}, {longest}");
}

/// A chain with these rows, uniform target and these names.
fn made(states: Vec<String>, weights: &[Vec<u8>]) -> Chain {
    let row = |weights: &Vec<u8>| -> Vec<Rational> {
        let total: i64 = weights.iter().map(|&weight| i64::from(weight)).sum();
        let share = |&weight: &u8| Rational::new(i64::from(weight), total);
        weights.iter().map(share).collect()
    };
    let matrix = SparseMatrix::from_rows(weights.iter().map(row).collect());
    let size = states.len();
    let moved: Vec<Rational> = (0..size)
        .map(|state| Rational::ONE - matrix.entry(state, state))
        .collect();
    Chain::from_parts(ChainParts {
        target: (1..=size as i64)
            .map(|weight| Rational::new(2 * weight, (size * (size + 1)) as i64))
            .collect(),
        states,
        matrix,
        accepted: moved.clone(),
        moved,
        costs: vec![Rational::ZERO; size],
        obtained: Obtained::Formulas,
        used_doubles: false,
    })
}

/// Names that are quoted, broken, empty, numbers, or look like columns.
fn hostile_name() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-c,\"\n\r\t |θ=]{0,6}",
        "[=+@-][0-9a-c/]{0,4}",
        "[\\\\u{}0-9a-f\u{1b}\u{202e}]{0,8}",
        Just("target".to_string()),
        Just("init".to_string()),
        Just("0".to_string()),
        any::<String>(),
    ]
}

/// Distinct names, and as many rows of weights.
fn hostile_chain() -> impl Strategy<Value = Chain> {
    proptest::collection::btree_set(hostile_name(), 1..6).prop_flat_map(|names| {
        let size = names.len();
        let row = proptest::collection::vec(0u8..5, size).prop_map(|mut row| {
            row[0] += 1;
            row
        });
        let names: Vec<String> = names.into_iter().collect();
        (Just(names), proptest::collection::vec(row, size))
            .prop_map(|(names, rows)| made(names, &rows))
    })
}

proptest! {
    #![proptest_config(cases(300))]

    #[test]
    fn hostile_names_survive(chain in hostile_chain()) {
        let scratch = Scratch::new("hostile-names");
        round_trip(&scratch, "random", &chain);
    }

    /// Whatever becomes of a file, reading it ends with a chain or a sentence.
    #[test]
    fn mutated_files_never_panic(
        chain in hostile_chain(),
        format in 0usize..5,
        edits in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>(), 0u8..4), 1..6),
    ) {
        let scratch = Scratch::new("mutated-files");
        let report = ChainReport::new("model", "kernel", Verification::of(chain.clone()));
        let files = prism(&chain);
        let (name, text) = match format {
            0 => ("chain.csv", report.render(Format::Csv).expect("a table")),
            1 => ("chain.json", report.render(Format::Json).expect("a table")),
            2 => ("chain.drn", report.render(Format::Drn).expect("a table")),
            3 => ("chain.tra", files.transitions.clone()),
            _ => ("chain.lab", files.labels),
        };
        let mut bytes = text.into_bytes();
        for (place, byte, edit) in edits {
            if bytes.is_empty() { break; }
            let at = place.index(bytes.len());
            match edit {
                0 => bytes[at] = byte,
                1 => { bytes.remove(at); }
                2 => bytes.insert(at, b"0123456789/~,\":[]{} \n"[byte as usize % 21]),
                _ => bytes.truncate(at),
            }
        }
        scratch.write("chain.tra", &files.transitions);
        std::fs::write(scratch.path(name), bytes).expect("a scratch file");
        let file = if format == 4 { "chain.tra" } else { name };
        match read_chain(&scratch.path(file), Some(chain.target().to_vec())) {
            Ok(chain) => {
                for row in chain.matrix().rows() {
                    prop_assert_eq!(row.iter().cloned().sum::<Rational>(), Rational::ONE);
                }
            }
            Err(error) => prop_assert_eq!(error.to_string().lines().count(), 1),
        }
    }
}

/// Doubles are exact in themselves; rows that miss 1 by rounding are divided by
/// their sum, and the verdict says so.
#[test]
fn doubles_are_marked() {
    let scratch = Scratch::new("doubles");
    let text = ",a,b,c,target\na,~0.1,~0.2,~0.7,1\nb,0x1p-2,1/4,0.5,1\nc,1/3,1/3,1/3,1\n";
    let file = scratch.write("a.csv", text);
    let chain = read_chain(Path::new(&file), None).expect("a chain");
    assert!(chain.used_doubles());
    let total: Rational = [0.1, 0.2, 0.7].map(Rational::exactly).into_iter().sum();
    assert_ne!(total, Rational::ONE);
    assert_eq!(*chain.matrix().entry(0, 0), Rational::exactly(0.1) / total);
    assert_eq!(chain.matrix().full_row(1), [q(1, 4), q(1, 4), q(1, 2)]);
    // A table of that chain is exact fractions, and its verdicts tell of the doubles.
    let within = "{\"states\": [\"a\", \"b\"], \"matrix\": [[\"1/2\", \"1/2\"], [\"1/2\", \"1/2\"]], \"target\": [1, 1], \"verdicts\": {\"invariant\": {\"holds\": \"within\", \"error\": \"0\"}}}";
    let file = scratch.write("a.json", within);
    let chain = read_chain(Path::new(&file), None).expect("a chain");
    assert!(chain.used_doubles() && Verdicts::of(&chain).invariant.is_yes());
}

/// The target of the file, unless another one is given.
#[test]
fn targets_are_overridden() {
    let scratch = Scratch::new("targets");
    let text = ",target,b,target,stationary,invariant\r\ntarget,1/2,1/2,1,–,holds\r\nb,1/2,1/2,3,–,holds\r\n";
    let file = scratch.write("a.CSV", text);
    let own = read_chain(Path::new(&file), None).expect("a chain");
    assert_eq!(own.states(), ["target", "b"]);
    assert_eq!(own.target(), [q(1, 4), q(3, 4)]);
    let given = read_chain(Path::new(&file), Some(vec![q(5, 1), q(5, 1)])).expect("a chain");
    assert_eq!(given.target(), [q(1, 2), q(1, 2)]);
    let short = read_chain(Path::new(&file), Some(vec![q(1, 1)]));
    let short = short.expect_err("a weight is missing").to_string();
    assert!(short.contains("1 weight for 2 states"), "{short}");
}

/// What numerical programs write has no names.
#[test]
fn a_matrix_without_names_is_told_to_have_them() {
    let scratch = Scratch::new("nameless");
    let cases = [
        (
            "0.5,0.5,0\n0.3,0.3,0.4\n0,0.5,0.5\n",
            "line 1: the first line and the first column must name the states, like `,a,b`",
        ),
        (
            "5.0e-01 5.0e-01\n3.0e-01 7.0e-01\n",
            "semicolons or tabs, not by blanks; the first line and the first column must name the states",
        ),
        (",a\na,1\nb,1\n", "names 1 state and is followed by 2 rows"),
    ];
    for (text, sentence) in cases {
        let file = scratch.write("a.csv", text);
        let error = read_chain(Path::new(&file), None).expect_err(text);
        assert!(error.to_string().contains(sentence), "{error}");
    }
    // Names that are numbers are names.
    let file = scratch.write("a.csv", "0,1,2\n1,1/2,1/2\n2,1/2,1/2\n");
    let target = Some(vec![q(1, 1), q(1, 1)]);
    let chain = read_chain(Path::new(&file), target).expect("a chain");
    assert_eq!(chain.states(), ["1", "2"]);
}
