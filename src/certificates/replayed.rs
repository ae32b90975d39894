//! Replaying a certificate: everything it says is derived again from what it is
//! about and from the answers along its paths.

use std::fmt;

use serde_json::Value;

use super::derived::{Derived, Replaying};
use super::draws::Drawn;
use super::fields::{Fields, list, malformed, rationals};
use super::finding::Finding;
use super::limits::LARGEST_CERTIFICATE;
use super::row::Row;
use super::subject::Subject;
use super::{Kind, Refusal, bayes, best, moves};
use crate::chance::Budget;
use crate::numbers::excerpt;
use crate::outside::{ProgramLimits, read_chain_json, repeated_field};

/// What a replay may do.
#[derive(Clone, Debug, Default)]
pub struct Permission {
    /// May a command that stands in the file be run?
    pub run: bool,
    /// What such a command may ask of time and memory.
    pub limits: ProgramLimits,
    /// For rules that look at means, which are enumerated.
    pub budget: Budget,
}

/// What was derived again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replay {
    /// What the certificate shows.
    pub kind: Kind,
    /// The same in words.
    pub claim: String,
    /// What it is about.
    pub subject: String,
    /// How many states there are.
    pub states: usize,
    /// How many paths were replayed; none for a matrix.
    pub paths: usize,
}

impl fmt::Display for Replay {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}: {}", self.subject, self.claim)
    }
}

/// The fields that every certificate on a chain has.
const CHAIN_FIELDS: [&str; 8] = [
    "peskun_certificate",
    "kind",
    "claim",
    "subject",
    "doubles",
    "states",
    "target",
    "witness",
];

/// Derives again what the text of a certificate says.
///
/// # Errors
/// [`Refusal::Differs`] if something is not as it says, [`Refusal::Malformed`] if
/// it is no certificate, or would run a command and that is not permitted.
pub fn replay_certificate(text: &str, permission: &Permission) -> Result<Replay, Refusal> {
    if text.len() as u64 > LARGEST_CERTIFICATE {
        return Err(Refusal::Malformed(format!(
            "too large for a certificate; at most {} MiB are read",
            LARGEST_CERTIFICATE >> 20
        )));
    }
    let value: Value = serde_json::from_str(text)
        .map_err(|error| Refusal::Malformed(format!("not a certificate in JSON: {error}")))?;
    if let Some(name) = repeated_field(text) {
        return Err(malformed(&excerpt(&name), "given twice"));
    }
    let version = value.get("peskun_certificate");
    if version != Some(&Value::from(1)) {
        return Err(malformed(
            "peskun_certificate",
            match version {
                None => "missing; it says the version of the format, 1",
                Some(_) => "another version of the format; 1 is read",
            },
        ));
    }
    let kind = value
        .get("kind")
        .and_then(Value::as_str)
        .and_then(Kind::named);
    let Some(kind) = kind else {
        let names = Kind::ALL.map(Kind::name).join(", ");
        return Err(malformed("kind", format!("expected one of {names}")));
    };
    match kind.is_best() {
        true => replay_best(kind, &value),
        false => replay_chain(kind, &value, text, permission),
    }
}

fn replay_best(kind: Kind, value: &Value) -> Result<Replay, Refusal> {
    let fields = Fields::of("certificate", value, &moves::FIELDS, &[])?;
    let drawn = Drawn::read(fields.value("subject")?)?;
    let paths = match kind {
        Kind::Bayes => bayes::stands(&drawn, &fields)?,
        _ => best::stands(&drawn, &fields)?,
    };
    Ok(Replay {
        kind,
        claim: fields.text("claim")?.into(),
        subject: drawn.name(),
        states: fields.list("states")?.len(),
        paths,
    })
}

fn replay_chain(
    kind: Kind,
    value: &Value,
    text: &str,
    permission: &Permission,
) -> Result<Replay, Refusal> {
    let fields = Fields::of("certificate", value, &CHAIN_FIELDS, &["matrix", "rows"])?;
    let states = fields.texts("states")?;
    let finding = Finding::read(kind, fields.value("witness")?, states.len())?;
    let doubles = fields.truth("doubles")?;
    let subject = fields.value("subject")?;
    let subject = Subject::read(subject, &states, &permission.limits)?;
    if let (Subject::Program { command, .. }, false) = (&subject, permission.run) {
        return Err(Refusal::Malformed(format!(
            "this certificate is about a program, and its command is run only if --run is given: {}",
            excerpt(command)
        )));
    }
    let target = fields.rationals("target")?;
    let derived = match (&subject, fields.optional("rows")) {
        (Subject::Matrix, None) => matrix(&fields, text)?,
        (Subject::Matrix, Some(_)) => {
            return Err(malformed("rows", "a matrix has no paths"));
        }
        (_, None) => return Err(malformed("certificate", "`rows` is missing")),
        (_, Some(rows)) => {
            let rows = read_rows(rows, states.len(), &finding)?;
            subject.visit(&permission.budget, Replaying(&rows))??
        }
    };
    let differs = |sentence: &str| Err(Refusal::Differs(sentence.into()));
    if derived.states != states {
        return differs("the states are not those of the kernel");
    }
    if derived.target != target {
        return differs("the target is not that of the kernel");
    }
    if derived.used_doubles != doubles {
        return differs("whether doubles entered is not as it is said");
    }
    same_matrix(&fields, &derived)?;
    finding.stands(&derived)?;
    let claim = finding.sentence(&states);
    if fields.text("claim")? != claim {
        return differs("the claim is not what the witness says");
    }
    Ok(Replay {
        kind,
        claim,
        subject: subject.to_string(),
        states: states.len(),
        paths: derived.paths,
    })
}

/// The chain of a certificate on a matrix: the fields that `table --format json`
/// has as well.
fn matrix(fields: &Fields<'_>, text: &str) -> Result<Derived, Refusal> {
    let chain = read_chain_json(text).map_err(Refusal::Malformed)?;
    let mut derived = Derived::of(&chain);
    derived.used_doubles = fields.truth("doubles")?;
    Ok(derived)
}

/// The rows, in order: all of them, or those that the finding rests on.
fn read_rows(value: &Value, states: usize, finding: &Finding) -> Result<Vec<Row>, Refusal> {
    let rows = list("rows", value)?.iter().enumerate();
    let rows = rows.map(|(number, row)| Row::read(&format!("rows[{number}]"), row, states));
    let rows: Vec<Row> = rows.collect::<Result<_, _>>()?;
    let from: Vec<usize> = rows.iter().map(|row| row.from).collect();
    let enough = finding.rests_on().is_some_and(|pair| from == pair);
    match enough || from.iter().copied().eq(0..states) {
        true => Ok(rows),
        false => Err(malformed(
            "rows",
            "expected are the paths from every state, in order",
        )),
    }
}

/// Is the matrix that the file has the derived one? It has one if every row was
/// derived.
fn same_matrix(fields: &Fields<'_>, derived: &Derived) -> Result<(), Refusal> {
    let whole = derived.rows.iter().all(Option::is_some);
    let Some(value) = fields.optional("matrix") else {
        return match whole {
            true => Err(malformed("certificate", "`matrix` is missing")),
            false => Ok(()),
        };
    };
    let rows = list("matrix", value)?.iter();
    let rows = rows.map(|row| rationals("matrix", row).map(Some));
    match rows.collect::<Result<Vec<_>, _>>()? == derived.rows {
        true => Ok(()),
        false => Err(Refusal::Differs(
            "the matrix is not what the paths give".into(),
        )),
    }
}
