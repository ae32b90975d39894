//! The field `witness` of a certificate on a chain.

use serde_json::{Value, json};

use super::fields::{Fields, all_below, all_written, list, malformed, written};
use super::finding::Finding;
use super::{Kind, Refusal};
use crate::chains::Witness;

impl Finding {
    /// As it stands in a file.
    pub(super) fn json(&self) -> Value {
        match self {
            Finding::Imbalance(witness) => json!({
                "from": witness.from,
                "to": witness.to,
                "forward": written(&witness.forward),
                "backward": written(&witness.backward),
            }),
            Finding::Drift { state, into, out } => json!({
                "state": state,
                "in": written(into),
                "out": written(out),
            }),
            Finding::Reducible { closed, left } => {
                json!({ "closed_classes": closed, "left_for_good": left })
            }
            Finding::Periodic { period, cycles } => json!({ "period": period, "cycles": cycles }),
            Finding::Stationary {
                law,
                total_variation,
            } => json!({
                "law": all_written(law),
                "total_variation": written(total_variation),
            }),
        }
    }

    /// From a file, on so many states.
    pub(super) fn read(kind: Kind, value: &Value, states: usize) -> Result<Self, Refusal> {
        let fields = |names: &[&str]| Fields::of("witness", value, names, &[]);
        Ok(match kind {
            Kind::Imbalance => {
                let fields = fields(&["from", "to", "forward", "backward"])?;
                Finding::Imbalance(Witness {
                    from: fields.below("from", states)?,
                    to: fields.below("to", states)?,
                    forward: fields.rational("forward")?,
                    backward: fields.rational("backward")?,
                })
            }
            Kind::Drift => {
                let fields = fields(&["state", "in", "out"])?;
                Finding::Drift {
                    state: fields.below("state", states)?,
                    into: fields.rational("in")?,
                    out: fields.rational("out")?,
                }
            }
            Kind::Reducible => {
                let fields = fields(&["closed_classes", "left_for_good"])?;
                let left = fields.value("left_for_good")?;
                Finding::Reducible {
                    closed: sets(
                        &fields.place("closed_classes"),
                        fields.value("closed_classes")?,
                        states,
                    )?,
                    left: all_below(&fields.place("left_for_good"), left, states)?,
                }
            }
            Kind::Periodic => {
                let fields = fields(&["period", "cycles"])?;
                let cycles = fields.list("cycles")?.iter();
                let cycles = cycles.map(|cycle| sets(&fields.place("cycles"), cycle, states));
                Finding::Periodic {
                    period: fields.below("period", usize::MAX)?,
                    cycles: cycles.collect::<Result<_, _>>()?,
                }
            }
            Kind::Stationary => {
                let fields = fields(&["law", "total_variation"])?;
                let law = fields.rationals("law")?;
                if law.len() != states {
                    let message = format!("{} masses for {states} states", law.len());
                    return Err(malformed(&fields.place("law"), message));
                }
                Finding::Stationary {
                    law,
                    total_variation: fields.rational("total_variation")?,
                }
            }
            Kind::BestOverDraws | Kind::Bayes => {
                return Err(malformed("kind", "a best rule has no witness"));
            }
        })
    }
}

/// Sets of states.
fn sets(place: &str, value: &Value, states: usize) -> Result<Vec<Vec<usize>>, Refusal> {
    let sets = list(place, value)?.iter();
    sets.map(|set| all_below(place, set, states)).collect()
}
