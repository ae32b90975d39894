//! The ledger on an HTML page: a line for each claim, which opens.

use super::html::{escaped, typeset};
use super::ledger::{LedgerReport, mark};
use super::page::{identifier, permalink};
use crate::claims::{Entry, Verdict};
use crate::models::write_model;

/// What a claim rests on that has no grade.
const NOTHING: &str = "nothing";

/// Boxes that hide verdicts and grades, and the claims by section.
pub(super) fn ledger(report: &LedgerReport) -> String {
    let verdicts: Vec<(String, usize)> = report
        .counts()
        .map(|(verdict, count)| (verdict.to_string(), count))
        .collect();
    let mut grades: Vec<(String, usize)> = report
        .grades()
        .map(|(name, count)| (name.to_string(), count))
        .collect();
    let bare = report
        .entries
        .iter()
        .map(|entry| entry.finding.basis.names());
    let bare = bare.filter(|names| names.is_empty()).count();
    grades.extend((bare > 0).then_some((NOTHING.to_string(), bare)));
    let mut out = shown_claims(&verdicts, &grades);
    out += &boxes("verdicts", &verdicts);
    out += &boxes("resting on", &grades);
    out += "<p class=\"none\">No statement is left: check a box of each kind.</p>\n";
    let mut section = "";
    for entry in &report.entries {
        let heading = entry.claim.place.split(',').next().unwrap_or_default();
        if heading != section {
            if !section.is_empty() {
                out += "</section>\n";
            }
            section = heading;
            let id = identifier(&format!("claims {section}"));
            out += &format!(
                "<section class=\"claims\" id=\"{id}\">\n<h3>{}{}</h3>\n",
                escaped(section),
                permalink(&id)
            );
        }
        out += &claim(entry);
    }
    if !section.is_empty() {
        out += "</section>\n";
    }
    out
}

/// A box for each kind, all checked.
fn boxes(legend: &str, kinds: &[(String, usize)]) -> String {
    let one = |(name, count): &(String, usize)| {
        format!(
            "<label><input type=\"checkbox\" id=\"show-{name}\" checked> {count} {name}</label>\n"
        )
    };
    let all: String = kinds.iter().map(one).collect();
    format!("<fieldset class=\"filter\">\n<legend>{legend}</legend>\n{all}</fieldset>\n")
}

/// The rules by which a claim is shown whose verdict is checked and one of whose
/// grades is; a section that has no such claim is not shown either.
fn shown_claims(verdicts: &[(String, usize)], grades: &[(String, usize)]) -> String {
    let mut rules = String::from(".claim, .claims { display: none }\n.none { display: block }\n");
    for (verdict, _) in verdicts {
        for (grade, _) in grades {
            let kind = format!(".{verdict}.on-{grade}");
            let checked = format!("body:has(#show-{verdict}:checked):has(#show-{grade}:checked)");
            rules += &format!(
                "{checked} .claim{kind}, {checked} .claims:has({kind}) {{ display: block }}\n\
                 {checked}:has(.claim{kind}) .none {{ display: none }}\n"
            );
        }
    }
    format!("<style>\n@supports selector(:has(a)) {{\n{rules}}}\n</style>\n")
}

fn claim(entry: &Entry) -> String {
    let (claim, finding) = (&entry.claim, &entry.finding);
    let verdict = finding.verdict;
    let exact = match verdict {
        Verdict::Verified => String::new(),
        _ => format!("<span class=\"exact\">{}</span>", typeset(&finding.exact)),
    };
    let fact = |name: &str, value: &str| match value.is_empty() {
        true => String::new(),
        false => format!("<dt>{name}</dt><dd>{}</dd>\n", typeset(value)),
    };
    let command = match finding.reproduce.is_empty() {
        true => format!("peskun verify --claim {}", claim.id),
        false => finding.reproduce.clone(),
    };
    let changed = match entry.is_as_expected() {
        true => String::new(),
        false => format!(
            "<strong class=\"bad\">CHANGED: the recorded verdict is {}</strong>",
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
        format!(
            "<dt>link</dt><dd><a href=\"#claim-{0}\">#claim-{0}</a></dd>\n",
            claim.id
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
    let names = finding.basis.names();
    let classes = match names.is_empty() {
        true => &[NOTHING][..],
        false => &names,
    };
    let grades: String = classes.iter().map(|name| format!(" on-{name}")).collect();
    format!(
        "<details class=\"claim {verdict}{grades}\" id=\"claim-{}\"><summary><span class=\"badge\">{} {verdict}</span><span class=\"statement\">{}</span>{changed}{exact}<small class=\"grades\">{}</small></summary>\n<dl>\n{facts}</dl>\n{model}</details>\n",
        claim.id,
        mark(verdict),
        typeset(claim.statement),
        names.join(", ")
    )
}
