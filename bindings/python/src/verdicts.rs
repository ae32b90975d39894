//! The four verdicts as plain values: what `peskun.verdicts` is made from.

use peskun::chains::{Chain, Holds, Verdicts};
use peskun::numbers::Rational;
use peskun::statistics::Plan;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::exact::{fraction, rounded, written};

/// The name, `yes`, `no`, `within` or `unknown`, the discrepancy and what it is
/// relative to flows, the sentence, and the witness: positions of states and flows.
pub(crate) type Verdict<'py> = (
    &'static str,
    &'static str,
    Option<Bound<'py, PyAny>>,
    Option<Bound<'py, PyAny>>,
    String,
    Option<Bound<'py, PyTuple>>,
);

/// The verdicts on a chain, in order.
pub(crate) fn all<'py>(
    py: Python<'py>,
    chain: &Chain,
    verdicts: &Verdicts,
) -> PyResult<Vec<Verdict<'py>>> {
    let number = |value: &Rational| match chain.used_doubles() {
        true => rounded(value),
        false => written(value),
    };
    let verdict = |(name, holds): (&'static str, &Holds)| -> PyResult<Verdict<'py>> {
        let (word, discrepancy) = match holds {
            Holds::Yes => ("yes", None),
            Holds::No => ("no", None),
            Holds::Within(discrepancy) => ("within", Some(discrepancy)),
            Holds::Unknown(_) => ("unknown", None),
        };
        let error = discrepancy.map(|found| &found.error);
        let relative = discrepancy.map(|found| &found.relative);
        let plain = |number: Option<&Rational>| number.map(|n| fraction(py, n)).transpose();
        let witness = match holds {
            Holds::No => witness(py, verdicts, name)?,
            _ => None,
        };
        let sentence = verdicts.sentence(name, chain.states(), &number);
        Ok((
            name,
            word,
            plain(error)?,
            plain(relative)?,
            sentence,
            witness,
        ))
    };
    verdicts.all().into_iter().map(verdict).collect()
}

fn witness<'py>(
    py: Python<'py>,
    verdicts: &Verdicts,
    question: &str,
) -> PyResult<Option<Bound<'py, PyTuple>>> {
    let witness = match (question, &verdicts.mass, &verdicts.flows) {
        ("invariant", Some(mass), _) => (
            mass.state,
            fraction(py, &mass.out)?,
            fraction(py, &mass.into)?,
        )
            .into_pyobject(py)?,
        ("reversible", _, Some(flows)) => {
            let forward = fraction(py, &flows.forward)?;
            (
                flows.from,
                flows.to,
                forward,
                fraction(py, &flows.backward)?,
            )
                .into_pyobject(py)?
        }
        ("irreducible", ..) => {
            (verdicts.closed_classes.clone(), verdicts.transient.clone()).into_pyobject(py)?
        }
        ("aperiodic", ..) => (verdicts.period,).into_pyobject(py)?,
        _ => return Ok(None),
    };
    Ok(Some(witness))
}

/// The probability of a false alarm of the test by counting.
const LEVEL: f64 = 1e-3;
/// The probability of seeing the defect.
const POWER: f64 = 0.999;

/// The experiments in the first round of a test that fails this chain with
/// probability 0.999, and a right one with 0.001. Each starts from the target and
/// makes one step. For invariance the states arrived at are counted, for detailed
/// balance the moves between the two states of the witness, there and back.
pub(crate) fn draws_to_see(chain: &Chain, reversible: bool) -> Option<u64> {
    let (expected, actual) = match reversible {
        false => (
            chain.target().to_vec(),
            chain.matrix().applied_to_law(chain.target()),
        ),
        true => {
            let flows = chain.imbalance()?;
            let (forward, backward) = (flows.forward, flows.backward);
            let both = &forward + &backward;
            let half = &both * Rational::new(1, 2);
            let rest = Rational::ONE - both;
            (
                vec![half.clone(), half, rest.clone()],
                vec![forward, backward, rest],
            )
        }
    };
    Some(Plan::against(LEVEL, &expected, &actual, POWER)?.experiments)
}
