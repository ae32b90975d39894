//! Certificates with one thing changed: none stands, each is refused in a sentence.

use crate::support;

use peskun::certificates::{LONGEST_CERTIFIED_NUMBER, Permission, Refusal, replay_certificate};
use peskun::numbers::Rational;
use serde_json::{Value, json};
use support::command::{Scratch, peskun_line_in, refused};
use support::size::sized;

/// Small certificates of every kind and on every subject that needs no program.
const COMMANDS: [&str; 11] = [
    "check --model bernoulli-pair --kernel rule:max-draws --certify imbalance",
    "check --model bernoulli-pair --kernel dmh:1 --certify drift",
    "check --model bernoulli-pair --kernel dmh:1 --certify stationary",
    "check --step stuck.rhai --states 1,2,3 --target 1,1,1",
    "check --step stuck.rhai --states 1,2,3 --target ~1,1,~0.3",
    "check --step around.rhai --states 1,2,3,4 --target 1,1,1,1 --require ergodic",
    "check --chain ring.csv --require ergodic",
    "check --chain leaving.csv --certify reducible",
    "check --chain leaving.csv --certify stationary",
    "rules --model three-point-pair",
    "rules --model bernoulli-pair --certify bayes",
];

fn certificates(name: &str) -> Vec<(String, Value)> {
    let scratch = Scratch::new(name);
    scratch.write(
        "ring.csv",
        ",a,b,c,target\na,0,1,0,1\nb,0,0,1,1\nc,1,0,0,1\n",
    );
    scratch.write("leaving.csv", ",a,b,target\na,1/2,1/2,1\nb,0,1,1\n");
    scratch.write("stuck.rhai", "if state == 3 { 3 } else { uniform(2) }");
    scratch.write(
        "around.rhai",
        "let by = if coin(1/3) { 1 } else { 3 }; 1 + (state - 1 + by) % 4",
    );
    let write = |command: &str| {
        let line = format!("{command} --certificate F.json");
        let run = peskun_line_in(&scratch.path("."), &line);
        assert!(run.status <= 1 && run.stderr.is_empty(), "{}", run.stderr);
        let text = std::fs::read_to_string(scratch.path("F.json")).expect("a certificate");
        let value = serde_json::from_str(&text).expect("JSON");
        (command.to_string(), value)
    };
    COMMANDS.iter().map(|command| write(command)).collect()
}

/// The outcome of a replay: nothing if it stands.
fn refusal(text: &str) -> Option<Refusal> {
    let refusal = replay_certificate(text, &Permission::default()).err()?;
    let sentence = refusal.to_string();
    assert!(
        !sentence.is_empty() && !sentence.contains('\n'),
        "{sentence}"
    );
    Some(refusal)
}

/// Changes the value at a place, given as the steps to it.
fn changed(value: &Value, place: &[Step], change: &dyn Fn(&Value) -> Value) -> Value {
    let Some((first, rest)) = place.split_first() else {
        return change(value);
    };
    let mut copy = value.clone();
    let inner = match first {
        Step::Field(name) => &mut copy[name.as_str()],
        Step::Item(position) => &mut copy[*position],
    };
    *inner = changed(inner, rest, change);
    copy
}

#[derive(Clone, Debug, PartialEq)]
enum Step {
    Field(String),
    Item(usize),
}

/// Every value within a value, with its place.
fn places(value: &Value, here: &[Step], found: &mut Vec<(Vec<Step>, Value)>) {
    found.push((here.to_vec(), value.clone()));
    let into = |step: Step| [here, &[step]].concat();
    match value {
        Value::Array(items) => {
            for (position, item) in items.iter().enumerate() {
                places(item, &into(Step::Item(position)), found);
            }
        }
        Value::Object(fields) => {
            for (name, item) in fields {
                places(item, &into(Step::Field(name.clone())), found);
            }
        }
        _ => {}
    }
}

/// Everything that is done to one value.
fn corruptions(value: &Value) -> Vec<Value> {
    let mut all = vec![Value::Null, json!({ "x": 1 }), json!([[[[]]]])];
    match value {
        Value::String(text) => {
            all.push(json!(format!("{text}x")));
            all.push(json!(7));
            if let Ok(number) = text.parse::<Rational>() {
                all.push(json!((&number + Rational::ONE).to_string()));
                all.push(json!((Rational::new(-1, 7) - &number).to_string()));
                all.push(json!(format!("{}/{}", number.numerator(), "9".repeat(30))));
                all.push(json!("1".repeat(LONGEST_CERTIFIED_NUMBER + 1)));
                all.push(json!(format!("0{text}")));
            }
        }
        Value::Number(number) => {
            let number = number.as_u64().expect("a whole number");
            all.extend([json!(number + 1), json!(-1), json!(0.5), json!(u64::MAX)]);
            all.push(json!(number.to_string()));
        }
        Value::Bool(truth) => all.push(json!(!truth)),
        Value::Array(items) => {
            if let Some(last) = items.last() {
                all.push(items[..items.len() - 1].into());
                all.push(items[1..].into());
                all.push([&items[..], std::slice::from_ref(last)].concat().into());
            }
            if items.len() > 1 && items[0] != items[1] {
                let mut swapped = items.clone();
                swapped.swap(0, 1);
                all.push(swapped.into());
            }
        }
        Value::Object(fields) => {
            for name in fields.keys() {
                let mut without = fields.clone();
                without.remove(name);
                all.push(without.into());
            }
            let mut more = fields.clone();
            more.insert("more".into(), json!(1));
            all.push(more.into());
        }
        Value::Null => {}
    }
    all.retain(|changed| changed != value);
    all
}

/// What may be changed without making anything false: a matrix under other names
/// of states is another matrix, and may be rounded; a state of a script is a
/// number, however that is written; of equal acceptances either may be chosen.
fn is_free(certificate: &Value, place: &[Step], corruption: &Value) -> bool {
    let field = |name: &str| place.first() == Some(&Step::Field(name.into()));
    if let Some((Step::Field(last), outcome)) = place.split_last()
        && last == "choice"
    {
        let outcome = outcome.iter().fold(certificate, |value, step| match step {
            Step::Field(name) => &value[name.as_str()],
            Step::Item(position) => &value[*position],
        });
        let [first, second] = [0, 1].map(|arm| &outcome["acceptances"][arm]);
        return first == second && *corruption == json!(["0", "1"]);
    }
    match certificate["subject"]["source"].as_str() {
        Some("matrix") => field("states") || field("doubles"),
        Some("step") => field("states") && corruption.as_str().is_some_and(|s| s.starts_with('0')),
        _ => false,
    }
}

#[test]
fn no_corruption_stands() {
    let every = sized("corruptions, every so many", 1, 4);
    let (mut made, mut tried) = (0, 0);
    let (mut differ, mut malformed) = (0, 0);
    for (command, certificate) in certificates("certificate-corruptions") {
        assert_eq!(refusal(&certificate.to_string()), None, "{command}");
        let mut found = Vec::new();
        places(&certificate, &[], &mut found);
        for (place, value) in found {
            let mut corruptions = corruptions(&value);
            corruptions.retain(|corruption| !is_free(&certificate, &place, corruption));
            for corruption in corruptions {
                made += 1;
                if made % every != 0 {
                    continue;
                }
                let corrupted = changed(&certificate, &place, &|_| corruption.clone());
                let shown: String = corruption.to_string().chars().take(80).collect();
                match refusal(&corrupted.to_string()) {
                    Some(Refusal::Differs(_)) => differ += 1,
                    Some(Refusal::Malformed(_)) => malformed += 1,
                    other => panic!("{command}: {place:?} as {shown}: {other:?}"),
                }
                tried += 1;
            }
        }
    }
    println!("{tried} corruptions: {differ} differ, {malformed} are no certificates");
    assert!(made > 2_000 && differ > 300 / every && malformed > 300 / every);
}

/// A path replaced by another one of the same probability: the sum is still 1.
#[test]
fn a_path_listed_twice_does_not_stand_for_another() {
    let mut tried = 0;
    for (command, certificate) in certificates("certificate-doubled-paths") {
        let Some(paths) = certificate["rows"][0]["paths"].as_array() else {
            continue;
        };
        for (position, path) in paths.iter().enumerate() {
            let twin = paths.iter().enumerate().find(|(other, twin)| {
                *other != position && twin["probability"] == path["probability"]
            });
            let Some((other, _)) = twin else { continue };
            let mut doubled = certificate.clone();
            doubled["rows"][0]["paths"][other] = path.clone();
            let refusal = refusal(&doubled.to_string());
            assert!(matches!(refusal, Some(Refusal::Differs(_))), "{command}");
            tried += 1;
        }
    }
    assert!(tried > 10, "{tried}");
}

/// The model, the script or the rule is another one than the paths are of.
#[test]
fn another_subject_does_not_stand() {
    let certificates = certificates("certificate-other-subjects");
    let changes = [
        ("model", "\"7/10\"", "\"8/10\""),
        ("model", "prior = [1, 1]", "prior = [1, 2]"),
        ("model", "observed = \"1\"", "observed = \"0\""),
        ("script", "coin(1/3)", "coin(1/4)"),
        ("script", "uniform(2)", "uniform(3)"),
        ("rule", "max-draws", "max-min-draws"),
    ];
    for (field, before, after) in changes {
        let mut tried = 0;
        for (command, certificate) in &certificates {
            let Some(text) = certificate["subject"][field].as_str() else {
                continue;
            };
            if text.contains(before) {
                let mut other = certificate.clone();
                other["subject"][field] = text.replace(before, after).into();
                assert!(refusal(&other.to_string()).is_some(), "{command}: {after}");
                tried += 1;
            }
        }
        assert!(tried > 0, "{before}");
    }
}

/// Bytes that are no certificate, by the command: one sentence and status 2.
#[test]
fn files_that_are_no_certificates() {
    let scratch = Scratch::new("certificate-files");
    let (_, certificate) = certificates("certificate-whole").swap_remove(0);
    let whole = certificate.to_string();
    let mut files: Vec<String> = (0..20)
        .map(|part| whole[..whole.floor_char_boundary(whole.len() * part / 20)].into())
        .collect();
    files.extend([
        "[".repeat(100_000),
        "{\"a\":".repeat(100_000),
        format!("{whole}{whole}"),
        "null".into(),
        "{\"peskun_certificate\": 2}".into(),
        "{\"peskun_certificate\": 1, \"kind\": \"perfect\"}".into(),
        whole.replacen("\"kind\"", "\"kind\":\"imbalance\",\"kind\"", 1),
        whole.replacen("\"to\"", "\"\\u0074o\":0,\"to\"", 1),
        whole.replace("\"kind\"", "\"kind\": 1e999, \"kind\""),
        format!("[{}1]", "0,".repeat(9 << 20)),
    ]);
    for text in files {
        scratch.write("F.json", &text);
        let run = peskun_line_in(&scratch.path("."), "replay F.json");
        refused(&run, 2, &["F.json"]);
    }
    std::fs::write(scratch.path("F.json"), [0xff, 0xfe, 0]).expect("a file");
    for line in ["replay F.json", "replay missing.json", "replay ."] {
        refused(&peskun_line_in(&scratch.path("."), line), 2, &[]);
    }
    // What differs is an answer: status 1, with the reason.
    scratch.write("F.json", &whole.replace("\"to\":1", "\"to\":0"));
    let run = peskun_line_in(&scratch.path("."), "replay F.json");
    assert_eq!((run.status, run.stderr.as_str()), (1, ""));
    assert!(run.stdout.contains("does not stand"), "{}", run.stdout);
}
