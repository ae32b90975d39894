//! All models of a class: which they are, that cutting a run into parts changes
//! nothing, and that an exception is told.

use std::collections::BTreeSet;
use std::process::Command;

use crate::support::command::{Run as CommandRun, Scratch, peskun, refused};
use crate::support::waiting::Bounded;
use peskun::chance::Interrupted;
use peskun::claims::{
    Check, Claim, Finding, ModelClass, Part, Plan, Run, Shape, Shard, Tally, Verdict, all_claims,
    merged, recorded,
};
use peskun::models::{Model, TableParts};

fn shape(text: &str) -> Shape {
    text.parse().expect("a shape")
}

fn models(shape: Shape, largest: u8) -> Vec<TableParts> {
    let class = ModelClass::new(shape, largest);
    let blocks: Vec<_> = class.blocks().collect();
    let models = blocks
        .iter()
        .flat_map(|block| class.models(block).collect::<Vec<_>>());
    models.collect()
}

type Row = Vec<u8>;
/// Likelihood, prior, proposal and auxiliary law.
type Tables = (Vec<Row>, Row, Vec<Row>, Vec<Row>);

fn gcd(a: u8, b: u8) -> u8 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// All rows in lowest terms, listed in another way than the class does.
fn rows(width: usize, largest: u8) -> Vec<Row> {
    let mut rows: Vec<Row> = vec![Vec::new()];
    for _ in 0..width {
        let longer = |row: &Row| {
            (0..=largest)
                .map(|w| [row.clone(), vec![w]].concat())
                .collect()
        };
        rows = rows
            .iter()
            .flat_map(|row| -> Vec<Row> { longer(row) })
            .collect();
    }
    rows.retain(|row| row.iter().copied().fold(0, gcd) == 1);
    rows
}

fn pairs(rows: &[Row]) -> Vec<Vec<Row>> {
    let pair = |a: &Row| {
        rows.iter()
            .map(|b| vec![a.clone(), b.clone()])
            .collect::<Vec<_>>()
    };
    rows.iter().flat_map(pair).collect()
}

/// The smallest of the tables that relabeling makes of these, for two
/// parameters: they change places or not, and so do the points before the data.
fn smallest(tables: &Tables) -> Tables {
    let swap = |row: &Row| vec![row[1], row[0]];
    let parameters = |(likelihood, prior, proposal, auxiliary): &Tables| -> Tables {
        let rows = |table: &[Row]| vec![table[1].clone(), table[0].clone()];
        let proposal = rows(proposal).iter().map(swap).collect();
        (rows(likelihood), swap(prior), proposal, rows(auxiliary))
    };
    let points = |(likelihood, prior, proposal, auxiliary): &Tables| -> Tables {
        let row = |row: &Row| match row.len() {
            3 => vec![row[1], row[0], row[2]],
            _ => row.clone(),
        };
        let table = |table: &[Row]| table.iter().map(row).collect();
        (
            table(likelihood),
            prior.clone(),
            proposal.clone(),
            table(auxiliary),
        )
    };
    let images = [
        tables.clone(),
        parameters(tables),
        points(tables),
        points(&parameters(tables)),
    ];
    images.into_iter().min().expect("images")
}

fn tables_of(parts: &TableParts) -> Tables {
    let number = |weight: &peskun::numbers::Rational| weight.to_string().parse().expect("small");
    let row = |row: &Vec<_>| row.iter().map(number).collect::<Row>();
    let table = |table: &[Vec<_>]| table.iter().map(row).collect::<Vec<Row>>();
    (
        table(&parts.likelihood),
        row(&parts.prior),
        table(parts.proposal.as_deref().expect("given")),
        table(parts.auxiliary.as_deref().expect("given")),
    )
}

/// Every model is in the class once, up to relabeling, and nothing else is.
#[test]
fn the_class_is_complete_and_without_repetition() {
    for (points, largest, count) in [(2, 1, 171), (2, 2, 15_050), (3, 1, 1_887)] {
        let laws = rows(points, largest);
        let observed: Vec<Row> = laws
            .iter()
            .filter(|row| row[points - 1] > 0)
            .cloned()
            .collect();
        let on_parameters = rows(2, largest);
        let positive = on_parameters.iter().filter(|row| !row.contains(&0));
        let (proposals, auxiliaries) = (pairs(&on_parameters), pairs(&laws));
        let mut expected = BTreeSet::new();
        for prior in positive {
            for likelihood in pairs(&observed) {
                for proposal in &proposals {
                    for auxiliary in &auxiliaries {
                        let (prior, proposal) = (prior.clone(), proposal.clone());
                        let tables = (likelihood.clone(), prior, proposal, auxiliary.clone());
                        expected.insert(smallest(&tables));
                    }
                }
            }
        }
        let found = models(shape(&format!("2x{points}")), largest);
        assert_eq!((found.len(), expected.len()), (count, count));
        let found: BTreeSet<Tables> = found.iter().map(tables_of).collect();
        assert_eq!(found, expected);
    }
}

/// The committed records are of the classes as they are and of the claims as
/// they are.
#[test]
fn records_are_of_these_classes_and_claims() {
    assert!(!recorded().is_empty());
    let plan = Plan::new(&all_claims(), 1, &Shape::ALL);
    for run in recorded() {
        for (shape, count) in &run.shapes {
            let class = ModelClass::new(*shape, run.largest);
            let blocks: Vec<_> = class.blocks().collect();
            let models = blocks
                .iter()
                .map(|block| class.models(block).count() as u64);
            assert_eq!(models.sum::<u64>(), *count, "{shape} up to {}", run.largest);
        }
        let models: u64 = run.shapes.iter().map(|(_, models)| models).sum();
        assert_eq!(run.models, models);
        let ids: Vec<&str> = run.claims.iter().map(|(id, _, _)| id.as_str()).collect();
        assert_eq!(ids, plan.claims);
        assert_eq!(run.failed().count(), 0);
    }
}

const RUN: &str = "verify --exhaustive 1 --shapes 2x2 --claim lemma-1 --claim theorem-2";

fn with_environment(line: &str, variables: &[(&str, &str)]) -> CommandRun {
    let output = Command::new(env!("CARGO_BIN_EXE_peskun"))
        .args(line.split(' '))
        .envs(variables.iter().copied())
        .ended()
        .expect("the command");
    CommandRun {
        status: output.status.code().unwrap_or(-1),
        stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
        stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

fn lines(line: &str) -> CommandRun {
    peskun(&line.split(' ').collect::<Vec<_>>())
}

fn record(parts: &[String]) -> String {
    let run = lines(&format!("merge {}", parts.join(" ")));
    assert_eq!(run.status, 0, "{}", run.stderr);
    run.stdout
}

/// In one piece, in three, in an array job whose numbers start at 5, under
/// mpirun, and cut off in the middle of a line: the same bytes.
#[test]
fn the_same_bytes_however_it_is_cut() {
    let scratch = Scratch::new("exhaustive");
    let at = |name: &str| scratch.path(name).to_string_lossy().into_owned();
    let whole = at("whole");
    assert_eq!(lines(&format!("{RUN} --out {whole}")).status, 0);
    let expected = record(std::slice::from_ref(&whole));
    assert!(
        expected.contains("models 171\nclaim lemma-1 0\nclaim theorem-2 0\n"),
        "{expected}"
    );
    let thirds: Vec<String> = (1..=3).map(|part| at(&format!("third-{part}"))).collect();
    for (part, path) in (1..).zip(&thirds) {
        assert_eq!(
            lines(&format!("{RUN} --shard {part}/3 --out {path}")).status,
            0
        );
    }
    assert_eq!(record(&thirds), expected);
    let missing = lines(&format!("merge {} {}", thirds[0], thirds[2]));
    refused(&missing, 3, &["blocks are missing"]);
    for (engine, first) in [("SLURM_ARRAY_TASK", 5), ("OMPI_COMM_WORLD", 0)] {
        let path = at(engine);
        for task in 0..2 {
            let number = (first + task).to_string();
            let variables = match first {
                0 => [
                    ("OMPI_COMM_WORLD_RANK", number.as_str()),
                    ("OMPI_COMM_WORLD_SIZE", "2"),
                    ("X", ""),
                ],
                _ => [
                    ("SLURM_ARRAY_TASK_ID", number.as_str()),
                    ("SLURM_ARRAY_TASK_COUNT", "2"),
                    ("SLURM_ARRAY_TASK_MIN", "5"),
                ],
            };
            let run = with_environment(&format!("{RUN} --out {path}"), &variables);
            assert_eq!(run.status, 0, "{}", run.stderr);
        }
        assert_eq!(
            record(&[format!("{path}.1-of-2"), format!("{path}.2-of-2")]),
            expected
        );
    }
    let text = std::fs::read_to_string(&whole).expect("the file");
    for cut in [10, text.len() / 2, text.len() - 3] {
        let path = scratch.write("cut", &text[..cut]);
        assert_eq!(lines(&format!("{RUN} --out {path}")).status, 0);
        let grown = std::fs::read_to_string(&path).expect("the file");
        assert_eq!(grown, text, "cut after {cut} bytes");
    }
}

/// One sentence and status 2 for what makes no sense.
#[test]
fn bad_runs_are_refused() {
    for (line, words) in [
        ("verify --exhaustive 0", "0"),
        ("verify --exhaustive 1 --shard 0/3", "counted from 1"),
        ("verify --exhaustive 1 --shard 4/3", "no part 4 of 3"),
        ("verify --exhaustive 1 --shard x", "1/4"),
        ("verify --exhaustive 1 --shapes 9x9", "2x2, 2x3, 3x2, 3x3"),
        ("verify --shard 1/2", "--exhaustive"),
        (
            "verify --exhaustive 1 --claim first-sve",
            "about every model",
        ),
        ("merge /nowhere/at/all", "cannot be read"),
    ] {
        refused(&lines(line), 2, &[words]);
    }
    let wrong = [
        ("SLURM_ARRAY_TASK_ID", "9"),
        ("SLURM_ARRAY_TASK_COUNT", "2"),
    ];
    refused(
        &with_environment(RUN, &wrong),
        2,
        &["SLURM_ARRAY_TASK_ID is 9"],
    );
}

fn unused(_: &peskun::claims::Engine, _: &peskun::claims::Held) -> Result<Finding, Interrupted> {
    Ok(Finding::open("not asked"))
}

/// A claim that is wrong on some models, the class says on which.
#[test]
fn exceptions_are_counted_and_the_first_is_told() {
    let claim = Claim {
        id: "all-alike",
        place: "nowhere",
        statement: "all parameters have the same prior weight",
        method: "look",
        paper: None,
        expected: Verdict::Verified,
        check: Check::Universal {
            property: |subject| Ok((subject.model().prior(&0) == subject.model().prior(&1)).into()),
            found: unused,
        },
    };
    let plan = Plan::new(&[claim], 2, &[shape("2x2")]);
    let mut tallies: Vec<Tally> = Vec::new();
    let keep = |more: &[Tally]| {
        tallies.extend_from_slice(more);
        Ok::<(), Interrupted>(())
    };
    plan.run(Shard::ALL, |_| false, keep).expect("enumerated");
    let run = Run::of(&plan, &tallies);
    let (_, failed, first) = &run.claims[0];
    let unequal = models(shape("2x2"), 2)
        .iter()
        .filter(|m| m.prior[0] != m.prior[1])
        .count();
    assert_eq!((*failed as usize, run.models), (unequal, 15_050));
    let first = first.as_deref().expect("an exception");
    assert!(
        [";12;", ";21;"].iter().any(|prior| first.contains(prior)),
        "{first}"
    );
    assert!(run.failed().eq(["all-alike"]) && !run.has_no_exception("all-alike"));
    // It survives the file.
    let (mut part, mut text) = Part::begin(&plan);
    text += &part.text_of(&tallies);
    let part = Part::read(&text, &plan).expect("a part");
    let again = merged(&plan, &[("part".into(), part)])
        .expect("one run")
        .expect("complete");
    assert_eq!(again, run);
    assert!(
        again
            .text()
            .contains(&format!("claim all-alike {failed} {first}\n"))
    );
}
