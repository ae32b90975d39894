//! The best valid rule over the draws that accept, with the dual solution that
//! bounds every other.

use serde_json::{Value, json};

use super::draws::{Drawn, Draws};
use super::fields::{Fields, all_written, malformed, rationals, written};
use super::limits::LONGEST_DENOMINATOR;
use super::moves::{Moves, read_pairs};
use super::row::{listing_budget, short};
use super::{Kind, Refusal};
use crate::chance::Budget;
use crate::numbers::{Rational, bounded_sum};
use crate::rules::{Certificate, Outcome, PairCertificate, Side, certified_best};

/// The certificate.
pub(super) fn certificate(drawn: &Drawn, budget: &Budget) -> Result<Value, Refusal> {
    let proof = certified_best(&drawn.table, &drawn.arms, budget);
    let (_, proof) = proof.map_err(|why| Refusal::of(&why))?;
    let listing = listing_budget();
    let side = |side: &Side, pair: (usize, usize)| -> Result<Value, Refusal> {
        let draws = drawn.listed(&drawn.arms, pair, &listing)?;
        let mut outcomes: Vec<&Outcome> = side.outcomes.iter().collect();
        outcomes.sort_by(|one, other| one.acceptances.cmp(&other.acceptances));
        let known = outcomes.iter().map(|outcome| &outcome.acceptances);
        if !known.eq(&draws.outcomes) {
            return Err(Refusal::Differs("the paths have other outcomes".into()));
        }
        Ok(json!({
            "weight": written(&side.weight),
            "outcomes": outcomes.into_iter().map(outcome_json).collect::<Vec<Value>>(),
            "paths": draws.paths_json(),
        }))
    };
    let mut pairs = Vec::new();
    for pair in &proof.pairs {
        let (from, to) = pair.pair;
        pairs.push(json!({
            "from": from,
            "to": to,
            "flow": written(&pair.flow),
            "multiplier": written(&pair.multiplier),
            "forward": side(&pair.forward, (from, to))?,
            "backward": side(&pair.backward, (to, from))?,
        }));
    }
    let flows = proof.pairs.iter().map(|pair| pair.flow.clone()).collect();
    Ok(Moves { drawn, flows }.certificate(Kind::BestOverDraws, &pairs))
}

fn outcome_json(outcome: &Outcome) -> Value {
    json!({
        "acceptances": all_written(&outcome.acceptances),
        "probability": written(&outcome.probability),
        "choice": all_written(&outcome.choice),
        "bound": written(&outcome.bound),
    })
}

/// Derives a certificate again: how many paths were replayed.
pub(super) fn stands(drawn: &Drawn, fields: &Fields<'_>) -> Result<usize, Refusal> {
    let names = ["from", "to", "flow", "multiplier", "forward", "backward"];
    let pairs = read_pairs(drawn, fields, &names, |fields, (from, to)| {
        let (forward, there) = replayed_side(drawn, fields, "forward", (from, to))?;
        let (backward, back) = replayed_side(drawn, fields, "backward", (to, from))?;
        let pair = PairCertificate {
            pair: (from, to),
            forward,
            backward,
            multiplier: fields.rational("multiplier")?,
            flow: fields.rational("flow")?,
        };
        Ok((pair, there + back))
    })?;
    let paths = pairs.iter().map(|(_, paths)| paths).sum();
    let pairs: Vec<PairCertificate> = pairs.into_iter().map(|(pair, _)| pair).collect();
    let numbers = pairs.iter().flat_map(given).cloned().collect::<Vec<_>>();
    if bounded_sum(numbers.iter(), LONGEST_DENOMINATOR / 10).is_none() {
        return Err(malformed("pairs", "the numbers take too long to add"));
    }
    let flows = pairs.iter().map(|pair| pair.flow.clone()).collect();
    Certificate { pairs }.verify().map_err(Refusal::Differs)?;
    let moves = Moves { drawn, flows };
    moves.agrees(Kind::BestOverDraws, fields)?;
    Ok(paths)
}

/// The numbers of a pair that are not derived from the model.
fn given(pair: &PairCertificate) -> impl Iterator<Item = &Rational> {
    let outcomes = pair.forward.outcomes.iter().chain(&pair.backward.outcomes);
    let solution = outcomes.flat_map(|outcome| outcome.choice.iter().chain([&outcome.bound]));
    solution.chain([&pair.multiplier, &pair.flow])
}

/// One direction, with its weight and probabilities derived again.
fn replayed_side(
    drawn: &Drawn,
    fields: &Fields<'_>,
    name: &str,
    pair: (usize, usize),
) -> Result<(Side, usize), Refusal> {
    let place = fields.place(name);
    let names = ["weight", "outcomes", "paths"];
    let fields = Fields::of(&place, fields.value(name)?, &names, &[])?;
    let read = |value: &Value| {
        let place = fields.place("outcomes");
        let names = ["acceptances", "probability", "choice", "bound"];
        let fields = Fields::of(&place, value, &names, &[])?;
        Ok(Outcome {
            probability: fields.rational("probability")?,
            acceptances: rationals(&place, fields.value("acceptances")?)?,
            choice: fields.rationals("choice")?,
            bound: fields.rational("bound")?,
        })
    };
    let outcomes: Vec<Outcome> = fields
        .list("outcomes")?
        .iter()
        .map(read)
        .collect::<Result<_, _>>()?;
    let acceptances = outcomes.iter().map(|outcome| outcome.acceptances.clone());
    let draws = Draws::read(&fields, acceptances.collect(), drawn.arms.len())?;
    drawn.replayed(&place, &drawn.arms, pair, &draws)?;
    for (outcome, probability) in outcomes.iter().zip(draws.probabilities()) {
        if outcome.probability != probability {
            return Err(Refusal::Differs(format!(
                "{place}: an outcome has probability {}, not {}",
                short(&probability),
                short(&outcome.probability)
            )));
        }
    }
    let weight = drawn.weight(pair.0, pair.1);
    if fields.rational("weight")? != weight {
        let weight = short(&weight);
        return Err(Refusal::Differs(format!("{place}: the weight is {weight}")));
    }
    let paths = draws.paths.len();
    Ok((Side { weight, outcomes }, paths))
}
