//! The four verdicts on a chain, and how it was obtained, in every format.

use serde_json::{Value, json};

use super::cell::{Cell, Tone, visible};

use super::json::{figure, rational, witness};
use super::sheet::Sheet;
use crate::chains::{
    Discrepancy, Holds, LawWitness, MassWitness, Obtained, Requirement, Verdicts, Witness,
};
use crate::outside::DECIMALS_ARE_EXACT;

/// Each verdict in words, with its witness.
pub(super) fn facts(states: &[String], verdicts: &Verdicts) -> Vec<(String, Cell)> {
    // A name must not look like a number's place in a sentence.
    let states: Vec<String> = states.iter().map(|name| visible(name)).collect();
    let answers = verdicts.all().into_iter();
    answers
        .map(|(name, holds)| {
            let cell = Cell::sentence(|number| verdicts.sentence(name, &states, number));
            (name.to_string(), cell.in_tone(tone(holds)))
        })
        .collect()
}

/// What to do where a kernel that wrote decimals is wrong by no more than their
/// rounding.
pub(super) fn hint(verdicts: &Verdicts) -> Option<(String, Cell)> {
    let mass = verdicts.mass.as_ref().map(MassWitness::relative_difference);
    let flow = verdicts.flows.as_ref().map(Witness::relative_difference);
    let is_rounding = mass.or(flow)? <= Verdicts::rounding();
    is_rounding.then(|| ("hint".into(), Cell::words(DECIMALS_ARE_EXACT)))
}

/// Reversibility is a property, not a virtue: only its presence has a color.
fn tone(holds: &Holds) -> Tone {
    match holds {
        Holds::Yes | Holds::Within(_) => Tone::Good,
        Holds::No => Tone::Bad,
        Holds::Unknown(_) => Tone::Plain,
    }
}

/// Each verdict in one word: true, false or within; none where it is not known.
pub(super) fn words(verdicts: &Verdicts) -> [(&'static str, &'static str); 4] {
    verdicts.all().map(|(name, holds)| {
        let word = match holds {
            Holds::Yes => "true",
            Holds::No => "false",
            Holds::Within(_) => "within",
            Holds::Unknown(_) => "",
        };
        (name, word)
    })
}

/// The same as columns of a sheet with so many rows.
pub(super) fn columns(verdicts: &Verdicts, rows: usize) -> Sheet {
    let all = words(verdicts).into_iter();
    all.fold(Sheet::default(), |sheet, (name, word)| {
        sheet.words(name, vec![word; rows])
    })
}

/// Is the chain what is required, in one word?
pub(super) fn word(verdicts: &Verdicts, requirement: Requirement) -> &'static str {
    match verdicts.meet(requirement) {
        Holds::Yes | Holds::Within(_) => "valid",
        Holds::No => "invalid",
        Holds::Unknown(_) => "undecided",
    }
}

/// That word with its color, and the verdicts that fail.
pub(super) fn cell(verdicts: &Verdicts, requirement: Requirement) -> Cell {
    let failing = verdicts.failing(requirement);
    let word = match failing.is_empty() {
        true => word(verdicts, requirement).to_string(),
        false => format!("not {}", failing.join(", not ")),
    };
    Cell::words(word).in_tone(tone(&verdicts.meet(requirement)))
}

/// By the command's contract.
pub(super) fn json(states: &[String], verdicts: &Verdicts) -> Value {
    let class = |class: &Vec<usize>| class.iter().map(|&state| states[state].as_str()).collect();
    let classes = verdicts.closed_classes.iter().map(class);
    let classes: Vec<Vec<&str>> = classes.collect();
    let transient: Vec<&str> = class(&verdicts.transient);
    let mass = |witness: &MassWitness| {
        json!({
            "state": states[witness.state],
            "in": rational(&witness.into),
            "out": rational(&witness.out),
            "difference": rational(&witness.difference()),
            "entering": rational(&witness.entering()),
            "leaving": rational(&witness.leaving()),
        })
    };
    let law = |law: &LawWitness| {
        json!({
            "state": states[law.state],
            "stationary": figure(&law.stationary),
            "target": rational(&law.target),
        })
    };
    json!({
        "invariant": answer(
            &verdicts.invariant,
            match &verdicts.law {
                None => json!({ "witness": verdicts.mass.as_ref().map(mass) }),
                Some(found) => json!({
                    "witness": verdicts.mass.as_ref().map(mass),
                    "stationary": law(found),
                }),
            },
        ),
        "reversible": answer(
            &verdicts.reversible,
            json!({ "witness": witness(states, verdicts.flows.as_ref()) }),
        ),
        "irreducible": answer(
            &verdicts.irreducible,
            json!({ "closed_classes": classes, "transient": transient }),
        ),
        "aperiodic": answer(&verdicts.aperiodic, json!({ "period": verdicts.period })),
    })
}

/// Whether it holds, followed by the rest.
fn answer(holds: &Holds, rest: Value) -> Value {
    let mut value = match holds {
        Holds::Yes => json!({ "holds": true }),
        Holds::No => json!({ "holds": false }),
        Holds::Within(Discrepancy { error, relative }) => json!({
            "holds": "within",
            "error": rational(error),
            "relative_error": rational(relative),
        }),
        Holds::Unknown(reason) => json!({ "holds": null, "reason": reason }),
    };
    if let Value::Object(fields) = rest {
        for (name, field) in fields {
            value[name] = field;
        }
    }
    value
}

/// How a chain was obtained, by the command's contract.
pub(super) fn obtained(obtained: Obtained) -> Value {
    match obtained {
        Obtained::Enumeration { paths } => json!({ "by": "enumeration", "paths": paths }),
        Obtained::Formulas => json!({ "by": "formulas", "paths": null }),
        Obtained::Import => json!({ "by": "import", "paths": null }),
        Obtained::Enclosure => json!({ "by": "enclosure", "paths": null }),
    }
}
