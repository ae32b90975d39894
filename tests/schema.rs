//! What commands print as JSON, against the published schema, by a validator that
//! is not ours.

use crate::support;

use boon::{Compiler, SchemaIndex, Schemas};
use serde_json::{Value, json};
use support::command::{Run, peskun_line, peskun_line_in, refused, workplace};
use support::given::two_parts;
use support::size::is_full;

/// The published schema of one command.
struct Published {
    schemas: Schemas,
    index: SchemaIndex,
}

impl Published {
    fn of(command: &str) -> Self {
        let run = peskun_line(&format!("schema {command}"));
        assert_eq!(run.status, 0, "{}", run.stderr);
        let schema: Value = serde_json::from_str(&run.stdout).expect("JSON");
        let mut compiler = Compiler::new();
        let mut schemas = Schemas::new();
        let name = "peskun.json";
        compiler.add_resource(name, schema).expect("a resource");
        let index = compiler.compile(name, &mut schemas);
        Published {
            index: index.expect("a schema"),
            schemas,
        }
    }

    fn fits(&self, answer: &Value) -> Result<(), String> {
        let outcome = self.schemas.validate(answer, self.index);
        outcome.map_err(|error| format!("{error:#}"))
    }
}

fn answer(run: &Run) -> Value {
    serde_json::from_str(&run.stdout).unwrap_or_else(|error| panic!("{error}: {}", run.stderr))
}

/// An answer of each form that a command has.
const LINES: &[&str] = &[
    "table --model bernoulli-pair --kernel mabmc:repropose",
    "table --model three-point-pair --kernel pmc",
    "table --step walk.rhai --states 0,1,2 --target 1,2,3",
    "table --chain matrix.csv --target 1,2,3",
    "check --model bernoulli-pair --rule max-draws",
    "check --model bernoulli-pair --kernel mabmc:reuse --require ergodic",
    "check --chain ring.csv",
    "check --chain doubles.csv",
    "check --chain sets.csv",
    "check --rule max-min --search 4",
    "check --rule max-draws --search 8",
    "check --rule 'argmax(a) / 0' --search 4",
    "check --program 'python3 drawn.py' --search 2",
    "compare --model bernoulli-pair mh mpmc mabmc:reuse",
    "compare --model three-point-pair pmc mh mabmc --budget 100",
    "compare --chain ring.csv",
    "rules",
    "rules --model bernoulli-pair --rule 'if a[1] > a_rev[2] { 1 } else { 2 }'",
    "rules --model three-point-pair --rule max-min-draws:40 --budget 30000",
    "rules --model bernoulli-pair --all",
    "rules --model bernoulli-pair --print best-over-draws",
    "models",
    "kernels",
    "ising --rows 3 --columns 2 --boundary torus --replicates 2",
    "sample --model bernoulli-pair --kernel mabmc --steps 50",
    "sample --model bernoulli-pair --kernel sve --steps 1 --chains 1",
    "sample --model ising-10x10 --kernel sve --steps 20",
    "sample --chain ring.csv --steps 50",
    "sample --model normal:0.3 --kernel mabmc --steps 1 --chains 1",
    "sample --model normal:0.3 --kernel mabmc --steps 2000",
    "verify --claim first-mpmc --claim lemma-1",
    "verify --exhaustive 1 --shapes 2x2 --claim lemma-1 --shard 1/2",
    "figure straddle",
    "replay no.json",
    "replay changed.json",
    "merge whole",
];

/// Those that take long.
const LONG: &[&str] = &[
    "verify",
    "table --model ising-10x10 --kernel mabmc",
    "compare --model ising-10x10 mh mabmc",
    "figure normal --steps 100",
    "report --out page --skip-figures",
];

/// A program that a search can change: it draws from its target.
const DRAWN: &str = "\
import os, sys
weight = int(os.environ['PESKUN_SEARCH']) + 1
print('peskun 1', 'states a b', f'target {weight} 1', 'ready', sep='\\n', flush=True)
while sys.stdin.readline().startswith('step'):
    print(f'draw {weight} 1', flush=True)
    print('to', 'ab'[int(sys.stdin.readline())], flush=True)
";

#[test]
fn every_answer_fits_the_schema() {
    let scratch = workplace("schema");
    let here = scratch.path(".");
    let run = |line: &str| peskun_line_in(&here, line);
    scratch.write("drawn.py", DRAWN);
    scratch.write("doubles.csv", &two_parts(1e-11));
    scratch.write("sets.csv", &two_parts(3e-11));
    run("check --model bernoulli-pair --rule max-draws --certificate no.json");
    let certificate = std::fs::read_to_string(scratch.path("no.json")).expect("a certificate");
    scratch.write(
        "changed.json",
        &certificate.replacen("\"2797/13000\"", "\"2797/13001\"", 1),
    );
    run("verify --exhaustive 1 --shapes 2x2 --claim lemma-1 --out whole");
    let mut lines = LINES.to_vec();
    if is_full() {
        lines.extend(LONG);
    }
    println!("size: answers against the schema {}", lines.len());
    for line in lines {
        let command = line.split(' ').next().unwrap_or_default();
        let run = run(&format!("{line} --format json"));
        let answer = answer(&run);
        if let Err(why) = Published::of(command).fits(&answer) {
            panic!("{line}: {why}\n{answer:#}");
        }
    }
}

/// The tester is tested: a field that is missing, unknown, or not what it should be.
#[test]
fn a_corrupted_answer_is_rejected() {
    let run = peskun_line("check --model bernoulli-pair --rule max-draws --format json");
    let schema = Published::of("check");
    let right = answer(&run);
    schema.fits(&right).expect("as printed");
    let corrupt = |change: &dyn Fn(&mut Value)| {
        let mut wrong = right.clone();
        change(&mut wrong);
        assert_ne!(wrong, right);
        assert!(schema.fits(&wrong).is_err(), "{wrong:#}");
    };
    corrupt(&|answer| {
        drop(
            answer
                .as_object_mut()
                .and_then(|fields| fields.remove("witness")),
        )
    });
    corrupt(&|answer| answer["more"] = json!(1));
    corrupt(&|answer| answer["verdicts"]["invariant"]["more"] = json!(1));
    corrupt(&|answer| answer["acceptance"] = json!("0.88"));
    corrupt(&|answer| answer["acceptance"] = json!(0.88));
    corrupt(&|answer| answer["verdict"] = json!("perhaps"));
    corrupt(&|answer| answer["target"][0] = json!("7/013"));
    corrupt(&|answer| answer["verdicts"]["aperiodic"]["holds"] = json!("within"));
    // Another command's answer is none of this one.
    assert!(Published::of("table").fits(&right).is_err());
    assert!(
        Published::of("").fits(&right).is_ok(),
        "all commands together"
    );
}

#[test]
fn no_schema_of_what_is_no_command() {
    refused(&peskun_line("schema nonsense"), 2, &["nonsense", "compare"]);
}
