//! The best valid rule among those that look at the move alone: the Bayes rule.
//!
//! A rule takes arm i with probability d_i forward and d'_i backward, and the arm
//! accepts with probability r_i and r'_i on average. If every arm is valid,
//! π q r_i = π' q' r'_i = w_i, so that a rule's flow Σ d_i w_i is at most max w_i
//! in both directions; and to take the arm with the largest w_i both ways is
//! valid and attains it.

use serde_json::{Value, json};

use super::draws::{Drawn, Draws};
use super::fields::{Fields, all_written, malformed, written};
use super::moves::{Moves, read_pairs};
use super::row::listing_budget;
use super::{Kind, Refusal};
use crate::arms::AnyArm;
use crate::numbers::Rational;

/// One direction of a move, derived from the draws of every arm.
struct Direction {
    weight: Rational,
    means: Vec<Rational>,
    paths: usize,
}

impl Direction {
    fn new(weight: Rational, draws: &[Draws]) -> Self {
        Direction {
            weight,
            means: draws.iter().map(mean).collect(),
            paths: draws.iter().map(|draws| draws.paths.len()).sum(),
        }
    }

    /// π q r_i of every arm.
    fn flows(&self) -> Vec<Rational> {
        self.means.iter().map(|mean| &self.weight * mean).collect()
    }
}

/// The mean acceptance of the draws of one arm.
fn mean(draws: &Draws) -> Rational {
    let outcomes = draws.outcomes.iter().flatten();
    let probabilities = draws.probabilities();
    let products = outcomes.zip(&probabilities).map(|(value, p)| value * p);
    products.sum()
}

/// The arm with the largest flow, the first of them on ties; or that an arm is
/// not valid.
fn best(drawn: &Drawn, pair: (usize, usize), sides: [&Direction; 2]) -> Result<usize, Refusal> {
    let [there, back] = sides.map(Direction::flows);
    let mut best = 0;
    for (arm, (forward, backward)) in there.iter().zip(&back).enumerate() {
        if forward != backward {
            let states = drawn.model.parameters();
            return Err(Refusal::Malformed(format!(
                "the arm {} is not valid between `{}` and `{}`, so there is no Bayes rule to certify",
                drawn.arms[arm], states[pair.0], states[pair.1]
            )));
        }
        if *forward > there[best] {
            best = arm;
        }
    }
    Ok(best)
}

/// The certificate.
pub(super) fn certificate(drawn: &Drawn) -> Result<Value, Refusal> {
    let listing = listing_budget();
    let side = |pair: (usize, usize)| -> Result<(Direction, Value), Refusal> {
        let draw = |arm: &AnyArm| drawn.listed(&[*arm], pair, &listing);
        let draws: Vec<Draws> = drawn.arms.iter().map(draw).collect::<Result<_, _>>()?;
        let direction = Direction::new(drawn.weight(pair.0, pair.1), &draws);
        let arm = |draws: &Draws| json!({ "outcomes": draws.single_outcomes_json(), "paths": draws.paths_json() });
        let value = json!({
            "weight": written(&direction.weight),
            "means": all_written(&direction.means),
            "arms": draws.iter().map(arm).collect::<Vec<_>>(),
        });
        Ok((direction, value))
    };
    let (mut pairs, mut flows) = (Vec::new(), Vec::new());
    for (from, to) in drawn.pairs() {
        let ((there, forward), (back, backward)) = (side((from, to))?, side((to, from))?);
        let arm = best(drawn, (from, to), [&there, &back])?;
        let flow = there.flows().swap_remove(arm);
        pairs.push(json!({
            "from": from,
            "to": to,
            "arm": arm,
            "flow": written(&flow),
            "forward": forward,
            "backward": backward,
        }));
        flows.push(flow);
    }
    Ok(Moves { drawn, flows }.certificate(Kind::Bayes, &pairs))
}

/// Derives a certificate again: how many paths were replayed.
pub(super) fn stands(drawn: &Drawn, fields: &Fields<'_>) -> Result<usize, Refusal> {
    let names = ["from", "to", "arm", "flow", "forward", "backward"];
    let pairs = read_pairs(drawn, fields, &names, |fields, (from, to)| {
        let there = replayed_side(drawn, fields, "forward", (from, to))?;
        let back = replayed_side(drawn, fields, "backward", (to, from))?;
        let arm = best(drawn, (from, to), [&there, &back])?;
        let flow = there.flows().swap_remove(arm);
        let claimed = (
            fields.below("arm", drawn.arms.len())?,
            fields.rational("flow")?,
        );
        if claimed != (arm, flow.clone()) {
            return Err(Refusal::Differs(format!(
                "between {from} and {to} arm {arm} has the largest flow, not the one named"
            )));
        }
        Ok((flow, there.paths + back.paths))
    })?;
    let paths = pairs.iter().map(|(_, paths)| paths).sum();
    let moves = Moves {
        drawn,
        flows: pairs.into_iter().map(|(flow, _)| flow).collect(),
    };
    moves.agrees(Kind::Bayes, fields)?;
    Ok(paths)
}

/// One direction, derived again from the paths of every arm.
fn replayed_side(
    drawn: &Drawn,
    fields: &Fields<'_>,
    name: &str,
    pair: (usize, usize),
) -> Result<Direction, Refusal> {
    let place = fields.place(name);
    let fields = Fields::of(
        &place,
        fields.value(name)?,
        &["weight", "means", "arms"],
        &[],
    )?;
    let arms = fields.list("arms")?;
    if arms.len() != drawn.arms.len() {
        let message = format!("{} arms, not {}", arms.len(), drawn.arms.len());
        return Err(malformed(&fields.place("arms"), message));
    }
    let mut draws = Vec::new();
    for (number, (arm, value)) in drawn.arms.iter().zip(arms).enumerate() {
        let place = format!("{}[{number}]", fields.place("arms"));
        let of_arm = Draws::read_single(&place, value)?;
        drawn.replayed(&place, &[*arm], pair, &of_arm)?;
        draws.push(of_arm);
    }
    let direction = Direction::new(drawn.weight(pair.0, pair.1), &draws);
    let claimed = (fields.rational("weight")?, fields.rationals("means")?);
    match claimed == (direction.weight.clone(), direction.means.clone()) {
        true => Ok(direction),
        false => Err(Refusal::Differs(format!(
            "{place}: the weight or a mean is not what the paths give"
        ))),
    }
}
