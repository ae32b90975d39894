//! Writing certificates. Each is replayed before it is handed out.

use serde_json::{Value, json};

use super::derived::{Derived, Listing};
use super::draws::Drawn;
use super::fields::all_written;
use super::finding::Finding;
use super::limits::LARGEST_CERTIFICATE;
use super::replayed::{Permission, replay_certificate};
use super::row::Row;
use super::subject::Subject;
use super::{Kind, Refusal, bayes, best};
use crate::arms::AnyArm;
use crate::chains::Chain;
use crate::chance::Budget;
use crate::models::AnyModel;

/// The text of a certificate of this kind on a subject with this chain.
///
/// Rules that look at means are enumerated within the budget.
///
/// # Errors
/// [`Refusal::Malformed`] if there is nothing of this kind to certify,
/// [`Refusal::Undecided`] if the certificate would be too large.
pub fn certify_chain(
    subject: &Subject,
    chain: &Chain,
    kind: Kind,
    budget: &Budget,
) -> Result<String, Refusal> {
    let (derived, rows) = listing(subject, chain, kind, budget)?;
    let same_states = derived.states == chain.states();
    if same_states && !agree(&derived, chain) {
        return Err(Refusal::Differs(
            "the paths of the step give another matrix than the one it was judged by".into(),
        ));
    }
    let whole = derived.chain();
    let finding = Finding::of(kind, whole.as_ref().unwrap_or(chain)).ok_or_else(|| {
        let about = match kind.is_best() {
            true => "that is about rules on a model: use `peskun rules`",
            false => "the chain has none",
        };
        Refusal::Malformed(format!("there is no {kind} to certify: {about}"))
    })?;
    let mut value = json!({
        "peskun_certificate": 1,
        "kind": kind.name(),
        "claim": finding.sentence(&derived.states),
        "subject": subject.json(),
        "doubles": derived.used_doubles,
        "states": derived.states,
        "target": all_written(&derived.target),
        "witness": finding.json(),
    });
    if whole.is_some() {
        let rows = derived.rows.iter().flatten();
        value["matrix"] = rows.map(all_written).collect();
    }
    if let Some(rows) = rows {
        value["rows"] = rows.iter().map(Row::json).collect();
    }
    finished(&value, subject.clone(), budget)
}

/// The paths that the certificate lists: from every state, or if those are too
/// many and two states suffice, from these.
fn listing(
    subject: &Subject,
    chain: &Chain,
    kind: Kind,
    budget: &Budget,
) -> Result<(Derived, Option<Vec<Row>>), Refusal> {
    if let Subject::Matrix = subject {
        return Ok((Derived::of(chain), None));
    }
    let all = subject.visit(budget, Listing(None))?;
    let pair = Finding::of(kind, chain).and_then(|finding| finding.rests_on());
    let (derived, rows) = match (all, pair) {
        (Err(Refusal::Undecided(_)), Some(pair)) => {
            let (derived, rows) = subject.visit(budget, Listing(Some(&pair)))??;
            if derived.states != chain.states() {
                return Err(Refusal::Undecided(
                    "a certificate lists every path, and there are too many".into(),
                ));
            }
            (derived, rows)
        }
        (all, _) => all?,
    };
    Ok((derived, Some(rows)))
}

/// Are the derived rows those of the chain?
fn agree(derived: &Derived, chain: &Chain) -> bool {
    let size = chain.states().len();
    let same = |from: usize| {
        let equal = |to| derived.entry(from, to) == Some(chain.matrix().entry(from, to));
        derived.rows[from].is_none() || (0..size).all(equal)
    };
    derived.target == chain.target() && (0..size).all(same)
}

/// The text of a certificate that no valid rule on these arms moves more often:
/// over the draws that accept, or among those that look at the move alone.
///
/// # Errors
/// [`Refusal::Malformed`] if the arms are not all valid on the model,
/// [`Refusal::Undecided`] if the certificate would be too large.
pub fn certify_best(
    model: &AnyModel,
    arms: &[AnyArm],
    kind: Kind,
    budget: &Budget,
) -> Result<String, Refusal> {
    let drawn = Drawn::new(model.clone(), arms.to_vec())?;
    let value = match kind {
        Kind::BestOverDraws => best::certificate(&drawn, budget)?,
        Kind::Bayes => bayes::certificate(&drawn)?,
        _ => {
            return Err(Refusal::Malformed(format!(
                "{kind} is about a chain, not about a best rule"
            )));
        }
    };
    finished(&value, Subject::Matrix, budget)
}

/// The text, after it has been replayed.
fn finished(value: &Value, subject: Subject, budget: &Budget) -> Result<String, Refusal> {
    let text = rendered(value, 0) + "\n";
    if text.len() as u64 > LARGEST_CERTIFICATE {
        return Err(Refusal::Undecided(format!(
            "the certificate would have {} MiB, and at most {} are read",
            text.len() >> 20,
            LARGEST_CERTIFICATE >> 20
        )));
    }
    let mut permission = Permission {
        budget: budget.clone(),
        ..Permission::default()
    };
    if let Subject::Program { limits, .. } = subject {
        permission.run = true;
        permission.limits = limits;
    }
    replay_certificate(&text, &permission)?;
    Ok(text)
}

/// JSON in lines of bounded length, as far as its texts allow it.
fn rendered(value: &Value, indent: usize) -> String {
    const WIDTH: usize = 100;
    let short = value.to_string();
    if indent > 0 && short.len() + indent <= WIDTH {
        return short;
    }
    let blanks = " ".repeat(indent + 2);
    let lines: Vec<String> = match value {
        Value::Array(items) => items
            .iter()
            .map(|item| format!("{blanks}{}", rendered(item, indent + 2)))
            .collect(),
        Value::Object(fields) => fields
            .iter()
            .map(|(name, item)| {
                let name = Value::from(name.as_str());
                format!("{blanks}{name}: {}", rendered(item, indent + 2))
            })
            .collect(),
        _ => return short,
    };
    let (open, close) = if value.is_array() {
        ('[', ']')
    } else {
        ('{', '}')
    };
    let end = " ".repeat(indent);
    format!("{open}\n{}\n{end}{close}", lines.join(",\n"))
}
