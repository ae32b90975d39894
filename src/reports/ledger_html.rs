//! The ledger on an HTML page: a line for each claim, which opens.

use super::html::escaped;
use super::ledger::{LedgerReport, mark};
use crate::claims::{Entry, Verdict};
use crate::models::write_model;

/// Boxes that hide a verdict, and the claims by section.
pub(super) fn ledger(report: &LedgerReport) -> String {
    let boxes: String = report
        .counts()
        .map(|(verdict, count)| {
            format!(
                "<label><input type=\"checkbox\" id=\"{verdict}\" checked> {count} {verdict}</label>\n"
            )
        })
        .collect();
    let grades: Vec<String> = report
        .grades()
        .map(|(name, count)| format!("{count} {name}"))
        .collect();
    let mut out = format!(
        "<p class=\"filter\">\n{boxes}</p>\n<p>resting on: {}</p>\n",
        grades.join(", ")
    );
    let mut section = "";
    for entry in &report.entries {
        let heading = entry.claim.place.split(',').next().unwrap_or_default();
        if heading != section {
            section = heading;
            out += &format!("<h3>{}</h3>\n", escaped(section));
        }
        out += &claim(entry);
    }
    out
}

fn claim(entry: &Entry) -> String {
    let (claim, finding) = (&entry.claim, &entry.finding);
    let verdict = finding.verdict;
    let exact = match verdict {
        Verdict::Verified => String::new(),
        _ => format!(" <span class=\"exact\">{}</span>", escaped(&finding.exact)),
    };
    let fact = |name: &str, value: &str| match value.is_empty() {
        true => String::new(),
        false => format!("<dt>{name}</dt><dd>{}</dd>\n", escaped(value)),
    };
    let command = match finding.reproduce.is_empty() {
        true => format!("peskun verify --claim {}", claim.id),
        false => finding.reproduce.clone(),
    };
    let changed = match entry.is_as_expected() {
        true => String::new(),
        false => format!(
            " <strong class=\"bad\">CHANGED: the recorded verdict is {}</strong>",
            claim.expected
        ),
    };
    let facts: String = [
        fact("where", claim.place),
        fact("method", claim.method),
        fact("paper", claim.paper.unwrap_or_default()),
        fact("exact", &finding.exact),
        fact("grades", &finding.basis.to_string()),
        fact("evidence", &finding.evidence),
        format!(
            "<dt>reproduce</dt><dd><code>{}</code></dd>\n",
            escaped(&command)
        ),
    ]
    .concat();
    let model = finding.model.as_ref().map(write_model);
    let model = model.map_or_else(String::new, |text| {
        format!(
            "<p>MODEL, the smallest one that was found:</p>\n<pre>{}</pre>\n",
            escaped(&text)
        )
    });
    format!(
        "<details class=\"claim {verdict}\" id=\"claim-{}\"><summary><span class=\"badge\">{} {verdict}</span> {} <small class=\"grades\">{}</small>{changed}{exact}</summary>\n<dl>\n{facts}</dl>\n{model}</details>\n",
        claim.id,
        mark(verdict),
        escaped(claim.statement),
        finding.basis.names().join(", ")
    )
}
