//! The report on the paper: `peskun verify`.

use std::time::Duration;

use anstyle::{AnsiColor, Style};
use serde_json::{Value, json};

use super::cell::Cell;
use super::document::{Block, Document};
use super::{Report, ledger_html};
use crate::claims::{Entry, Grade, Verdict};
use crate::models::write_model;

/// The width that the text keeps to.
const WIDTH: usize = 100;

/// Claims with their verdicts.
#[derive(Clone, Debug)]
pub struct LedgerReport {
    /// The claims, in the order of the paper.
    pub entries: Vec<Entry>,
    /// How long it took; text only.
    pub took: Duration,
    /// Show each claim in full.
    pub full: bool,
}

impl LedgerReport {
    /// The claims whose verdict is not the recorded one.
    pub fn changed(&self) -> Vec<&str> {
        let changed = self.entries.iter().filter(|entry| !entry.is_as_expected());
        changed.map(|entry| entry.claim.id).collect()
    }

    fn count(&self, verdict: Verdict) -> usize {
        self.entries
            .iter()
            .filter(|entry| entry.finding.verdict == verdict)
            .count()
    }

    pub(super) fn counts(&self) -> impl Iterator<Item = (Verdict, usize)> + '_ {
        let counted = Verdict::ALL
            .into_iter()
            .map(|verdict| (verdict, self.count(verdict)));
        counted.filter(|(_, count)| *count > 0)
    }

    /// How many claims have each grade, the strongest first.
    pub(super) fn grades(&self) -> impl Iterator<Item = (&'static str, usize)> + '_ {
        let has = |name: &'static str| {
            let graded = self.entries.iter().filter(move |entry| {
                let names = entry.finding.basis.names();
                names.contains(&name)
            });
            graded.count()
        };
        let counted = Grade::NAMES.into_iter().map(move |name| (name, has(name)));
        counted.filter(|(_, count)| *count > 0)
    }

    /// For people: grouped by section, one or two lines a claim.
    pub fn text(&self, colored: bool) -> String {
        let mut out = String::new();
        let mut section = "";
        for entry in &self.entries {
            let heading = entry.claim.place.split(',').next().unwrap_or_default();
            if heading != section {
                section = heading;
                let bold = if colored {
                    Style::new().bold()
                } else {
                    Style::new()
                };
                out += &*format!(
                    "{}{bold}{section}{bold:#}\n",
                    if out.is_empty() { "" } else { "\n" }
                );
            }
            out += &if self.full {
                in_full(entry, colored)
            } else {
                in_short(entry, colored)
            };
        }
        let counts: Vec<String> = self
            .counts()
            .map(|(verdict, count)| format!("{count} {verdict}"))
            .collect();
        let grades: Vec<String> = self
            .grades()
            .map(|(name, count)| format!("{count} {name}"))
            .collect();
        let noun = if self.entries.len() == 1 {
            "claim"
        } else {
            "claims"
        };
        out += &*format!(
            "\nresting on: {}\n{} {noun}: {}; {:.1} s\n",
            grades.join(", "),
            self.entries.len(),
            counts.join(", "),
            self.took.as_secs_f64()
        );
        out
    }
}

fn style(verdict: Verdict, colored: bool) -> Style {
    let color = match verdict {
        Verdict::Verified => AnsiColor::Green,
        Verdict::Corrected => AnsiColor::Yellow,
        Verdict::Refuted => AnsiColor::Red,
        Verdict::Settled => AnsiColor::Cyan,
        Verdict::Open => AnsiColor::White,
    };
    if colored {
        color.on_default().bold()
    } else {
        Style::new()
    }
}

pub(super) fn mark(verdict: Verdict) -> char {
    match verdict {
        Verdict::Verified => '✓',
        Verdict::Corrected => '≠',
        Verdict::Refuted => '✗',
        Verdict::Settled => '!',
        Verdict::Open => '?',
    }
}

fn in_short(entry: &Entry, colored: bool) -> String {
    let (claim, finding) = (&entry.claim, &entry.finding);
    let style = style(finding.verdict, colored);
    let head = format!(
        "{style}{} {:<9}{style:#} {:<28} ",
        mark(finding.verdict),
        finding.verdict,
        claim.id
    );
    let statement = format!("{} [{}]", claim.statement, finding.basis.names().join(", "));
    let mut out = head + wrapped(&statement, 41).as_str();
    if finding.verdict != Verdict::Verified {
        let paper = claim
            .paper
            .map_or_else(String::new, |paper| format!("paper: {paper} · "));
        out += &*format!(
            "{}{}",
            " ".repeat(41),
            wrapped(&format!("{paper}exact: {}", finding.exact), 41)
        );
    }
    if !entry.is_as_expected() {
        out += &*format!(
            "{}CHANGED: the recorded verdict is {}\n",
            " ".repeat(41),
            claim.expected
        );
    }
    out
}

fn in_full(entry: &Entry, colored: bool) -> String {
    let (claim, finding) = (&entry.claim, &entry.finding);
    let style = style(finding.verdict, colored);
    let mut out = format!(
        "{style}{} {}{style:#} {}\n",
        mark(finding.verdict),
        finding.verdict,
        claim.id
    );
    let model = finding.model.as_ref().map(write_model).unwrap_or_default();
    let basis = finding.basis.to_string();
    let fields = [
        ("where", claim.place),
        ("statement", claim.statement),
        ("method", claim.method),
        ("paper", claim.paper.unwrap_or_default()),
        ("exact", &finding.exact),
        ("grades", &basis),
        ("evidence", &finding.evidence),
        ("reproduce", &finding.reproduce),
    ];
    for (name, value) in fields.into_iter().filter(|(_, value)| !value.is_empty()) {
        out += &*format!("  {name:<10} {}", wrapped(value, 13));
    }
    if !model.is_empty() {
        out += "  MODEL      the smallest one that was found, as a model file:\n\n";
        out += &model;
    }
    if !entry.is_as_expected() {
        out += &*format!("  CHANGED    the recorded verdict is {}\n", claim.expected);
    }
    out + "\n"
}

/// The text broken into lines that start at a column.
fn wrapped(text: &str, column: usize) -> String {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let line = lines.last_mut().expect("there is a line");
        if line.is_empty() {
            *line = word.into();
        } else if column + line.chars().count() + 1 + word.chars().count() > WIDTH {
            lines.push(word.into());
        } else {
            *line += " ";
            *line += word;
        }
    }
    lines.join(&format!("\n{}", " ".repeat(column))) + "\n"
}

impl Report for LedgerReport {
    fn document(&self) -> Document {
        let row = |entry: &Entry| {
            let (claim, finding) = (&entry.claim, &entry.finding);
            let good = finding.verdict != Verdict::Refuted;
            vec![
                Cell::words(claim.id),
                Cell::words(claim.place),
                Cell::words(claim.statement),
                Cell::words(finding.verdict.name()).toned(good),
                Cell::words(finding.basis.names().join(", ")),
                Cell::words(claim.paper.unwrap_or_default()),
                Cell::words(&finding.exact),
            ]
        };
        let counts = self
            .counts()
            .map(|(verdict, count)| (verdict.name().into(), Cell::words(count.to_string())));
        let grades = self
            .grades()
            .map(|(name, count)| (name.into(), Cell::words(count.to_string())));
        Document {
            title: "The paper, statement by statement".into(),
            blocks: vec![
                Block::Table {
                    header: [
                        "claim",
                        "where",
                        "statement",
                        "verdict",
                        "grades",
                        "paper",
                        "exact",
                    ]
                    .map(String::from)
                    .to_vec(),
                    rows: self.entries.iter().map(row).collect(),
                },
                Block::Facts(counts.collect()),
                Block::Facts(grades.collect()),
            ],
        }
    }

    fn json(&self) -> Value {
        let claim = |entry: &Entry| {
            let (claim, finding) = (&entry.claim, &entry.finding);
            let grounds: Vec<String> = finding
                .basis
                .grades()
                .iter()
                .map(ToString::to_string)
                .collect();
            json!({
                "id": claim.id,
                "where": claim.place,
                "statement": claim.statement,
                "verdict": finding.verdict.name(),
                "paper": claim.paper,
                "exact": finding.exact,
                "evidence": finding.evidence,
                "method": claim.method,
                "reproduce": finding.reproduce,
                "model": finding.model.as_ref().map(write_model),
                "expected": claim.expected.name(),
                "universal": claim.property().is_some(),
                "grades": finding.basis.names(),
                "theorem": finding.basis.theorems().first(),
                "theorems": finding.basis.theorems(),
                "grounds": grounds,
            })
        };
        let summary: Value = Verdict::ALL
            .into_iter()
            .map(|verdict| (verdict.name().to_string(), Value::from(self.count(verdict))))
            .collect::<serde_json::Map<_, _>>()
            .into();
        let grades: serde_json::Map<String, Value> = self
            .grades()
            .map(|(name, count)| (name.to_string(), Value::from(count)))
            .collect();
        json!({
            "claims": self.entries.iter().map(claim).collect::<Vec<_>>(),
            "summary": summary,
            "grades": grades,
        })
    }

    fn html(&self) -> String {
        ledger_html::ledger(self)
    }

    fn plain(&self) -> String {
        self.text(false)
    }

    fn colored(&self) -> String {
        self.text(true)
    }
}
