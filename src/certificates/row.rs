//! Every path of a step from one state, with the answers that lead along it.

use serde_json::{Value, json};

use super::Refusal;
use super::fields::{Fields, all_below, malformed, written};
use super::limits::{LONGEST_CERTIFIED_PATH, MOST_CERTIFIED_PATHS};
use crate::chance::{Budget, Enumerator, Interrupted, Path, Script, paths, replay};
use crate::numbers::Rational;

/// The paths from a state; outcomes are positions of states.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Row {
    pub(super) from: usize,
    pub(super) paths: Vec<Path<usize>>,
}

/// Paths as they stand in a file, with the outcome in a field of this name.
pub(super) fn paths_json(paths: &[Path<usize>], outcome: &str) -> Value {
    let path = |path: &Path<usize>| {
        json!({
            "answers": path.answers,
            outcome: path.outcome,
            "probability": written(&path.weight),
        })
    };
    paths.iter().map(path).collect()
}

/// The field `paths` of a file; there are so many outcomes.
pub(super) fn read_paths(
    fields: &Fields<'_>,
    outcome: &str,
    outcomes: usize,
) -> Result<Vec<Path<usize>>, Refusal> {
    let read = |(number, value): (usize, &Value)| {
        let place = format!("{}[{number}]", fields.place("paths"));
        let fields = Fields::of(&place, value, &["answers", outcome, "probability"], &[])?;
        Ok(Path {
            answers: read_answers(&fields)?,
            weight: fields.rational("probability")?,
            outcome: fields.below(outcome, outcomes)?,
        })
    };
    let paths = fields.list("paths")?.iter().enumerate();
    paths.map(read).collect()
}

impl Row {
    /// As it stands in a file.
    pub(super) fn json(&self) -> Value {
        json!({ "from": self.from, "paths": paths_json(&self.paths, "to") })
    }

    /// From a file, on so many states.
    pub(super) fn read(place: &str, value: &Value, states: usize) -> Result<Self, Refusal> {
        let fields = Fields::of(place, value, &["from", "paths"], &[])?;
        Ok(Row {
            from: fields.below("from", states)?,
            paths: read_paths(&fields, "to", states)?,
        })
    }

    /// The law of the next state, on so many states.
    pub(super) fn entries(&self, states: usize) -> Vec<Rational> {
        masses(&self.paths, states)
    }
}

/// The probability of every outcome, of which there are so many.
pub(super) fn masses(paths: &[Path<usize>], outcomes: usize) -> Vec<Rational> {
    let mut masses = vec![Rational::ZERO; outcomes];
    for path in paths {
        masses[path.outcome] += &path.weight;
    }
    masses
}

/// The answers along a path.
fn read_answers(fields: &Fields<'_>) -> Result<Vec<usize>, Refusal> {
    let place = fields.place("answers");
    let answers = all_below(&place, fields.value("answers")?, u32::MAX as usize)?;
    match answers.len() <= LONGEST_CERTIFIED_PATH {
        true => Ok(answers),
        false => Err(malformed(
            &place,
            format!(
                "{} answers are more than the {LONGEST_CERTIFIED_PATH} of the longest path that is read",
                answers.len()
            ),
        )),
    }
}

/// The budget of all paths that a certificate lists.
pub(super) fn listing_budget() -> Budget {
    Budget::of_paths(MOST_CERTIFIED_PATHS).with_depth(LONGEST_CERTIFIED_PATH)
}

/// All paths of a step, or why a certificate cannot list them.
pub(super) fn listed<T>(
    budget: &Budget,
    step: impl Fn(&mut Enumerator) -> Result<T, Interrupted>,
) -> Result<Vec<Path<T>>, Refusal> {
    paths(budget, step).map_err(|why| match why {
        Interrupted::PathBudget { limit, .. } => Refusal::Undecided(format!(
            "a certificate lists every path, and there are more than the {limit} that one may have"
        )),
        Interrupted::DepthBudget { limit } => Refusal::Undecided(format!(
            "a certificate lists every path, and one asks more than the {limit} questions it may have"
        )),
        why => Refusal::of(&why),
    })
}

/// Replays paths that are claimed to be all paths of a step: each leads where it
/// is said to with the probability that is said, none is listed twice, and none
/// is missing, since the probabilities add up to 1. `name` says whose they are.
pub(super) fn replayed(
    name: &str,
    claimed: &[Path<usize>],
    step: impl Fn(&mut Script) -> Result<usize, Interrupted>,
) -> Result<(), Refusal> {
    let differs = |sentence: String| Err(Refusal::Differs(format!("{name}: {sentence}")));
    let mut total = Rational::ZERO;
    for (number, path) in claimed.iter().enumerate() {
        if number > 0 && claimed[number - 1].answers >= path.answers {
            return differs(format!(
                "path {number} is listed twice, or the paths are not in the order of their answers"
            ));
        }
        let (outcome, probability) = match replay(&path.answers, &step) {
            Ok(replayed) => replayed,
            Err(why) if why.is_undecided() => return Err(Refusal::Undecided(why.to_string())),
            Err(why) => return differs(format!("path {number} cannot be replayed: {why}")),
        };
        if outcome != path.outcome {
            return differs(format!("path {number} does not lead where it is said to"));
        }
        if probability != path.weight {
            return differs(format!(
                "path {number} has probability {}, not {}",
                short(&probability),
                short(&path.weight)
            ));
        }
        total += probability;
    }
    match total == Rational::ONE {
        true => Ok(()),
        false => differs(format!(
            "paths are missing: those listed have probability {} together",
            short(&total)
        )),
    }
}

/// A number of bounded length, for a sentence.
pub(super) fn short(value: &Rational) -> String {
    crate::numbers::excerpt(&value.to_string())
}
