//! What every certificate on a best rule has: the flow between every two
//! parameters, how often the rule moves, and its transition matrix.

use serde_json::{Value, json};

use super::draws::Drawn;
use super::fields::{Fields, all_written, list, malformed, rationals, written};
use super::row::short;
use super::{Kind, Refusal};
use crate::numbers::Rational;

/// The flows of a best rule between the pairs of parameters, in their order.
pub(super) struct Moves<'d> {
    pub(super) drawn: &'d Drawn,
    pub(super) flows: Vec<Rational>,
}

impl Moves<'_> {
    /// Σ π(θ) P(θ, θ') over θ' ≠ θ.
    pub(super) fn total(&self) -> Rational {
        self.flows.iter().map(|flow| flow + flow).sum()
    }

    /// The rows of its transition matrix.
    pub(super) fn matrix(&self) -> Vec<Vec<Rational>> {
        let size = self.drawn.target.len();
        let mut rows = vec![vec![Rational::ZERO; size]; size];
        for ((from, to), flow) in self.drawn.pairs().into_iter().zip(&self.flows) {
            // The posterior is positive: prior and likelihood of the data are.
            rows[from][to] = flow / &self.drawn.target[from];
            rows[to][from] = flow / &self.drawn.target[to];
        }
        for (state, row) in rows.iter_mut().enumerate() {
            let moved: Rational = row.iter().cloned().sum();
            row[state] = Rational::ONE - moved;
        }
        rows
    }

    /// The claim in words.
    pub(super) fn sentence(&self, kind: Kind) -> String {
        let among = match kind {
            Kind::Bayes => "that looks at the move alone",
            _ => "over the draws that accept",
        };
        format!(
            "no valid rule {among} moves more often than {}",
            self.total()
        )
    }

    /// The certificate with these pairs.
    pub(super) fn certificate(&self, kind: Kind, pairs: &[Value]) -> Value {
        let matrix = self.matrix();
        json!({
            "peskun_certificate": 1,
            "kind": kind.name(),
            "claim": self.sentence(kind),
            "subject": self.drawn.json(),
            "states": self.drawn.model.parameters(),
            "target": all_written(&self.drawn.target),
            "matrix": matrix.iter().map(all_written).collect::<Vec<_>>(),
            "moves": written(&self.total()),
            "pairs": pairs,
        })
    }

    /// Does a certificate say these things, pairs aside?
    pub(super) fn agrees(&self, kind: Kind, fields: &Fields<'_>) -> Result<(), Refusal> {
        let differs = |sentence: &str| Err(Refusal::Differs(sentence.into()));
        if fields.texts("states")? != self.drawn.model.parameters() {
            return differs("the states are not the parameters of the model");
        }
        if fields.rationals("target")? != self.drawn.target {
            return differs("the target is not the posterior of the model");
        }
        let moves = fields.rational("moves")?;
        if moves != self.total() {
            let sentence = format!(
                "it moves with probability {}, not {}",
                short(&self.total()),
                short(&moves)
            );
            return Err(Refusal::Differs(sentence));
        }
        let rows = fields.list("matrix")?.iter();
        let rows = rows.map(|row| rationals("matrix", row));
        if rows.collect::<Result<Vec<_>, _>>()? != self.matrix() {
            return differs("the matrix is not that of the flows");
        }
        match fields.text("claim")? == self.sentence(kind) {
            true => Ok(()),
            false => differs("the claim is not what was derived"),
        }
    }
}

/// The fields of a certificate on a best rule.
pub(super) const FIELDS: [&str; 9] = [
    "peskun_certificate",
    "kind",
    "claim",
    "subject",
    "states",
    "target",
    "matrix",
    "moves",
    "pairs",
];

/// The pairs of a certificate, which are all pairs of parameters in order.
pub(super) fn read_pairs<T>(
    drawn: &Drawn,
    fields: &Fields<'_>,
    names: &[&str],
    read: impl Fn(&Fields<'_>, (usize, usize)) -> Result<T, Refusal>,
) -> Result<Vec<T>, Refusal> {
    let expected = drawn.pairs();
    let pairs = list("pairs", fields.value("pairs")?)?;
    if pairs.len() != expected.len() {
        let message = format!(
            "{} pairs, but the parameters have {}",
            pairs.len(),
            expected.len()
        );
        return Err(malformed("pairs", message));
    }
    let size = drawn.target.len();
    let pairs = pairs.iter().zip(expected).enumerate();
    pairs
        .map(|(number, (value, pair))| {
            let place = format!("pairs[{number}]");
            let fields = Fields::of(&place, value, names, &[])?;
            if (fields.below("from", size)?, fields.below("to", size)?) != pair {
                let message = format!("expected is the pair {}, {}", pair.0, pair.1);
                return Err(malformed(&place, message));
            }
            read(&fields, pair)
        })
        .collect()
}
