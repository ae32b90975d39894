//! The ledger: complete, as recorded, runnable.

use crate::support;

use std::collections::BTreeSet;
use std::sync::OnceLock;
use std::time::Duration;

use peskun::claims::{Grade, Verdict, all_claims, examine, recorded_proofs};
use peskun::reports::{Format, LedgerReport, PageReport, Report};
use serde_json::Value;
use support::command::{Scratch, peskun};

/// All claims, examined once for the tests here. The command itself runs in the
/// tests of the README and of the report.
fn ledger() -> &'static LedgerReport {
    static LEDGER: OnceLock<LedgerReport> = OnceLock::new();
    LEDGER.get_or_init(|| LedgerReport {
        entries: examine(&all_claims(), |_| ()).expect("within the budgets"),
        took: Duration::ZERO,
        full: false,
    })
}

#[test]
fn every_verdict_is_the_recorded_one() {
    assert!(ledger().changed().is_empty(), "{:?}", ledger().changed());
    let value = ledger().json();
    let claims = value["claims"].as_array().expect("a list");
    assert_eq!(claims.len(), all_claims().len());
    for claim in claims {
        assert_eq!(claim["verdict"], claim["expected"], "{}", claim["id"]);
        for field in ["where", "statement", "method", "exact"] {
            assert!(
                claim[field].as_str().is_some_and(|text| !text.is_empty()),
                "{}: {field}",
                claim["id"]
            );
        }
    }
    let counted: u64 = value["summary"]
        .as_object()
        .expect("counts")
        .values()
        .filter_map(Value::as_u64)
        .sum();
    assert_eq!(counted as usize, claims.len());
}

/// What a claim's line of the record says.
fn recorded_lines(report: &LedgerReport) -> String {
    let line = |entry: &peskun::claims::Entry| {
        let (claim, finding) = (&entry.claim, &entry.finding);
        format!("{}\t{}\t{}\n", claim.id, finding.verdict, finding.exact)
    };
    report.entries.iter().map(line).collect()
}

/// The numbers are the recorded ones, so that a defect which moves a number and
/// no verdict shows. `UPDATE_LEDGER=1 cargo test --test suite ledger` writes them.
#[test]
fn every_number_is_the_recorded_one() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/recorded/wang-2019.tsv");
    let lines = recorded_lines(ledger());
    if std::env::var_os("UPDATE_LEDGER").is_some() {
        std::fs::write(path, &lines).expect("the record");
    }
    let recorded = std::fs::read_to_string(path).expect("the record");
    for (found, recorded) in lines.lines().zip(recorded.lines()) {
        assert_eq!(found, recorded);
    }
    assert_eq!(lines.lines().count(), recorded.lines().count());
    // The same verdict with another number is another line.
    let mut moved = ledger().clone();
    let first = moved
        .entries
        .iter_mut()
        .find(|entry| entry.claim.id == "first-mpmc");
    let exact = &mut first.expect("a claim").finding.exact;
    *exact = exact.replace("53/140", "54/140");
    assert!(moved.changed().is_empty() && recorded_lines(&moved) != recorded);
}

/// Every claim says what it rests on, and one about every model rests on more
/// than samples, whatever its verdict.
#[test]
fn every_claim_has_grades_and_nothing_universal_is_on_samples_alone() {
    let value = ledger().json();
    let proofs = recorded_proofs();
    let (mut universal, mut proved) = (0, 0);
    for claim in value["claims"].as_array().expect("a list") {
        let id = &claim["id"];
        let names: Vec<&str> = claim["grades"]
            .as_array()
            .expect("a list")
            .iter()
            .filter_map(Value::as_str)
            .collect();
        assert!(!names.is_empty(), "{id} rests on nothing");
        assert!(names.iter().all(|name| Grade::NAMES.contains(name)), "{id}");
        if claim["universal"] == true {
            universal += 1;
            let more = ["proved", "exhaustive"];
            assert!(
                names.iter().any(|name| more.contains(name)),
                "{id}: {names:?}"
            );
        }
        let theorem = claim["theorem"].as_str();
        assert_eq!(theorem.is_some(), names.contains(&"proved"), "{id}");
        assert!(theorem.is_none_or(|name| proofs.has(name)), "{id}");
        proved += usize::from(theorem.is_some());
    }
    assert_eq!(universal, 38);
    let counted = value["grades"]["proved"].as_u64().unwrap_or_default();
    assert_eq!(counted as usize, proved);
    let text = ledger().plain();
    assert!(text.contains("\nresting on: ") && text.contains(" exhaustive, "));
    let page = ledger().html();
    assert!(page.contains("<dt>grades</dt>") && page.contains("<legend>resting on</legend>"));
    assert!(
        ledger()
            .render(Format::Markdown)
            .is_some_and(|text| text.contains("| grades |"))
    );
}

#[test]
fn a_ledger_by_name() {
    let named = peskun(&["verify", "--ledger", "wang-2019", "--claim", "first-sve"]);
    assert!(named.status == 0 && named.stdout.contains("grades     exhaustive: all "));
    let unknown = peskun(&["verify", "--ledger", "wang-2020"]);
    support::command::refused(&unknown, 2, &["wang-2020", "wang-2019"]);
}

#[test]
fn names_are_distinct_and_corrections_quote_the_paper() {
    let claims = all_claims();
    let names: BTreeSet<&str> = claims.iter().map(|claim| claim.id).collect();
    assert_eq!(names.len(), claims.len());
    for claim in claims
        .iter()
        .filter(|claim| claim.expected == Verdict::Corrected)
    {
        assert!(
            claim.paper.is_some(),
            "{} corrects nothing that is printed",
            claim.id
        );
    }
}

/// The text fits a page, is grouped by section and ends with a count.
#[test]
fn the_text_fits() {
    let text = ledger().plain();
    for line in text.lines() {
        assert!(line.chars().count() <= 100, "{line}");
    }
    let sections: Vec<&str> = text
        .lines()
        .filter(|line| line.starts_with("Section"))
        .collect();
    let distinct: BTreeSet<&&str> = sections.iter().collect();
    assert_eq!(sections.len(), distinct.len(), "{sections:?}");
    let last = text.lines().last().expect("lines");
    assert!(last.contains("verified"), "{last}");
}

/// A verdict that changed is in sight, in the text and on a page.
#[test]
fn changes_are_told() {
    let mut report = ledger().clone();
    let changed = "CHANGED: the recorded verdict is";
    assert!(!report.plain().contains(changed) && !report.html().contains(changed));
    report.entries[0].finding.verdict = Verdict::Open;
    assert_eq!(report.changed(), [report.entries[0].claim.id]);
    assert!(report.plain().contains(changed));
    let page = report.html();
    let (before, after) = page.split_once(changed).expect("a change");
    // In the line of the claim, not in what opens below it.
    assert_eq!(before.matches("<summary>").count(), 1);
    assert_eq!(before.matches("</summary>").count(), 0);
    assert!(after.contains("</summary>") && page.contains("id=\"show-open\""));
    let whole = PageReport {
        chapters: Vec::new(),
        failures: vec!["the verdict changed for <one>".into()],
    };
    let failed = "<p class=\"bad\">FAILED: the verdict changed for &lt;one&gt;</p>";
    assert!(whole.page().contains(failed) && !whole.page().contains("Every verdict"));
}

/// Every counterexample is a model file that the command reads, and the
/// command that is said to show it does.
#[test]
fn counterexamples_run() {
    let scratch = Scratch::new("ledger");
    let value = ledger().json();
    let mut models = 0;
    for claim in value["claims"].as_array().expect("a list") {
        let mut command = claim["reproduce"].as_str().expect("text").to_string();
        if let Some(text) = claim["model"].as_str() {
            let file = scratch.write("smallest.toml", text);
            assert_eq!(
                peskun(&["table", "--model", &file, "--kernel", "mh"]).status,
                0,
                "{text}"
            );
            command = command.replace("MODEL", &file);
            models += 1;
        }
        if let Some(arguments) = command.strip_prefix("peskun ") {
            let run = peskun(&arguments.split(' ').collect::<Vec<_>>());
            assert!(
                run.status <= 1 && run.stderr.is_empty(),
                "{command}: {}",
                run.stderr
            );
        }
    }
    assert!(models >= 8, "{models} counterexamples");
}

#[test]
fn a_claim_in_full() {
    let run = peskun(&["verify", "--claim", "first-mpmc"]);
    assert_eq!(run.status, 0);
    for words in [
        "corrected",
        "11/28, 55/120",
        "53/140, 53/120",
        "peskun table --model bernoulli-pair --kernel mpmc",
    ] {
        assert!(run.stdout.contains(words), "{words}");
    }
    for format in ["markdown", "latex", "csv"] {
        let run = peskun(&["verify", "--claim", "first-mpmc", "--format", format]);
        assert!(run.status == 0 && run.stdout.contains("53/140"), "{format}");
    }
    // A classic LaTeX engine knows no other letters.
    let latex = ledger().render(Format::Latex).expect("a format of all");
    let strange: BTreeSet<char> = latex.chars().filter(|c| !c.is_ascii()).collect();
    assert!(strange.is_empty(), "{strange:?}");
    let unknown = peskun(&["verify", "--claim", "fermat"]);
    assert_eq!(
        (unknown.status, unknown.stderr.lines().count()),
        (2, 1),
        "{}",
        unknown.stderr
    );
}
