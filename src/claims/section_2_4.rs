//! Section 2.4: the two ratios as estimators.

use super::estimators::{distance, relative_error, unbiased};
use super::evidence::{Engine, Finding};
use super::section_2_2::{all_pairs, with_optimal_auxiliary};
use super::{Claim, Verdict};
use crate::chance::Interrupted;
use crate::models::{Model, Normalized, TableModel, Yardstick};
use crate::numbers::Rational;

/// The claims of the section.
pub(super) const CLAIMS: &[Claim] = &[
    Claim {
        id: "mpmc-unbiased",
        place: "Section 2.4",
        statement: "MPMC's ratio is unbiased",
        method: "its exact mean for every pair, against the truth and against the condition on supports",
        paper: Some("unbiased, with supp π(y|x,θ) ⊇ supp p_θ required"),
        expected: Verdict::Corrected,
        check: mpmc_unbiased,
    },
    Claim {
        id: "sve-unbiased",
        place: "Section 2.4",
        statement: "SVE's ratio is unbiased",
        method: "its exact mean for every pair, against the truth and against the condition on supports",
        paper: Some("clearly unbiased"),
        expected: Verdict::Corrected,
        check: sve_unbiased,
    },
    Claim {
        id: "unbiased-implies-balance",
        place: "Section 2.4",
        statement: "unbiasedness guarantees detailed balance",
        method: "search for the smallest model where the average of two exchange ratios is unbiased and breaks it",
        paper: Some("unbiasedness guarantees detailed balance"),
        expected: Verdict::Refuted,
        check: unbiased_and_invalid,
    },
    Claim {
        id: "balance-without-unbiasedness",
        place: "Section 2.4, Remark 1",
        statement: "unbiasedness is not necessarily necessary for detailed balance",
        method: "search for the smallest model where SVE is biased; Lemma 2 holds on it all the same",
        paper: None,
        expected: Verdict::Verified,
        check: biased_and_valid,
    },
    Claim {
        id: "theorem-1-sve",
        place: "Section 2.4, Theorem 1",
        statement: "the relative mean square error of SVE's ratio is χ²(p_θ', p_θ)",
        method: "both sides exactly, for every pair with supp p_θ ⊆ supp p_θ'",
        paper: None,
        expected: Verdict::Verified,
        check: |engine| theorem_1(engine, "sve"),
    },
    Claim {
        id: "theorem-1-mpmc",
        place: "Section 2.4, Theorem 1",
        statement: "the same for MPMC: χ²(p_θ'(y')π(y|x,θ), p_θ(y)π(y'|x,θ'))",
        method: "both sides exactly, for every pair where the distance is finite",
        paper: Some("the proof integrates against f_θ'(y')π(y|x,θ)"),
        expected: Verdict::Corrected,
        check: |engine| theorem_1(engine, "mpmc"),
    },
    Claim {
        id: "optimal-auxiliary",
        place: "Section 2.4",
        statement: "with π(·|x,θ) = p_θ MPMC has variance 0 and is Metropolis–Hastings",
        method: "replace the auxiliary law; the ratio is constant and the matrices are equal",
        paper: None,
        expected: Verdict::Verified,
        check: optimal_auxiliary,
    },
    Claim {
        id: "only-variance-matters",
        place: "Section 2.4",
        statement: "as both are unbiased, the performance only depends on the variance",
        method: "search for the smallest model where the arm with the smaller error accepts less, in both directions",
        paper: Some("the performance only depends on the variance"),
        expected: Verdict::Refuted,
        check: only_variance,
    },
    Claim {
        id: "near-and-far",
        place: "Section 2.4",
        statement: "close parameters favor SVE, distant ones MPMC",
        method: "χ²(p_b, p_a), and the better arm, on both examples",
        paper: None,
        expected: Verdict::Verified,
        check: near_and_far,
    },
];

/// Is every point of positive first density also of positive second density?
fn within(
    points: &[usize],
    first: impl Fn(&usize) -> Rational,
    second: impl Fn(&usize) -> Rational,
) -> bool {
    points
        .iter()
        .all(|y| first(y).is_zero() || second(y).is_positive())
}

/// Is a ratio unbiased exactly when a condition on supports holds? How often
/// each way?
fn exactly_when(
    engine: &Engine,
    arm: &str,
    condition: impl Fn(&TableModel, usize, usize) -> bool,
) -> Result<(bool, usize, usize), Interrupted> {
    let (mut exactly, mut yes, mut no) = (true, 0, 0);
    for model in engine.models() {
        for (from, to) in all_pairs(model) {
            let Some(is_unbiased) = unbiased(engine, model, arm, from, to)? else {
                continue;
            };
            exactly &= is_unbiased == condition(model, from, to);
            yes += usize::from(is_unbiased);
            no += usize::from(!is_unbiased);
        }
    }
    Ok((exactly, yes, no))
}

fn conditional(exactly: bool, yes: usize, no: usize, condition: &str) -> Finding {
    let verdict = match (exactly, no) {
        (true, 0) => Verdict::Verified,
        (true, _) => Verdict::Corrected,
        (false, _) => Verdict::Refuted,
    };
    Finding::new(verdict, format!("exactly when {condition}"))
        .seen(format!("unbiased for {yes} pairs that meet the condition, biased for {no} that do not, no exception"))
}

fn mpmc_unbiased(engine: &Engine) -> Result<Finding, Interrupted> {
    let (exactly, yes, no) = exactly_when(engine, "mpmc", |model, from, to| {
        let points = model.points();
        within(
            &points,
            |y| model.likelihood(&from, y),
            |y| model.auxiliary(&from, y),
        ) && within(
            &points,
            |y| model.auxiliary(&to, y),
            |y| model.likelihood(&to, y),
        )
    })?;
    Ok(conditional(
        exactly,
        yes,
        no,
        "supp p_θ ⊆ supp π(·|x,θ) and supp π(·|x,θ') ⊆ supp p_θ'; for all pairs: equal supports",
    ))
}

fn sve_unbiased(engine: &Engine) -> Result<Finding, Interrupted> {
    let (exactly, yes, no) = exactly_when(engine, "sve", |model, from, to| {
        within(
            &model.points(),
            |y| model.likelihood(&from, y),
            |y| model.likelihood(&to, y),
        )
    })?;
    Ok(conditional(exactly, yes, no, "supp p_θ ⊆ supp p_θ'"))
}

fn unbiased_and_invalid(engine: &Engine) -> Result<Finding, Interrupted> {
    let found = engine.search(|model| {
        for (from, to) in all_pairs(model) {
            if unbiased(engine, model, "noisy:2", from, to)? != Some(true) {
                return Ok(false);
            }
        }
        Ok(engine.chain(model, "noisy:2")?.imbalance().is_some())
    })?;
    let Some((parts, model)) = found else {
        return Ok(Finding::new(Verdict::Verified, "no model found"));
    };
    let witness = engine
        .chain(&model, "noisy:2")?
        .imbalance()
        .expect("found by it");
    Ok(Finding::new(
        Verdict::Refuted,
        format!(
            "the average of two ratios is unbiased; flows {} and {}",
            witness.forward, witness.backward
        ),
    )
    .seen("E â is the true ratio for every pair of this model; no smaller model has that and breaks detailed balance")
    .reproduce("peskun table --model MODEL --kernel noisy:2")
    .shown_by(Some(parts)))
}

fn biased_and_valid(engine: &Engine) -> Result<Finding, Interrupted> {
    let found = engine.search(|model| {
        let mut biased = false;
        for (from, to) in all_pairs(model) {
            biased |= unbiased(engine, model, "sve", from, to)? == Some(false);
        }
        Ok(biased && engine.chain(model, "sve")?.imbalance().is_none())
    })?;
    Ok(Finding::verified_if(
        found.is_some(),
        "a zero in a support biases the ratio and leaves detailed balance intact",
    )
    .reproduce("peskun table --model MODEL --kernel sve")
    .shown_by(found.map(|(parts, _)| parts)))
}

fn theorem_1(engine: &Engine, arm: &str) -> Result<Finding, Interrupted> {
    let (mut held, mut pairs) = (true, 0);
    for model in engine.models() {
        for (from, to) in all_pairs(model) {
            let (Some(error), Some(distance)) = (
                relative_error(engine, model, arm, from, to)?,
                distance(model, arm, from, to),
            ) else {
                continue;
            };
            pairs += 1;
            held &= error == distance;
        }
    }
    // The printed proof integrates MPMC's error against f_θ'(y')π(y|x,θ), whose
    // total is Z(θ') and not 1.
    let printed = engine.models().all(|model| {
        model
            .parameters()
            .iter()
            .all(|p| model.normalizing_constant(p) == Rational::ONE)
    });
    let verdict = match (held, arm) {
        (false, _) => Verdict::Refuted,
        (true, "mpmc") if !printed => Verdict::Corrected,
        (true, _) => Verdict::Verified,
    };
    let first = distance(&engine.first, arm, 0, 1).unwrap_or_default();
    let note = if arm == "mpmc" {
        "; the proof's f_θ'(y') must read p_θ'(y')"
    } else {
        ""
    };
    Ok(Finding::new(
        verdict,
        format!("equal for all {pairs} pairs; {first} from a to b on the first example{note}"),
    )
    .seen(engine.models_in_words()))
}

fn optimal_auxiliary(engine: &Engine) -> Result<Finding, Interrupted> {
    let held = engine.on_all(|model| {
        let model = with_optimal_auxiliary(model);
        for (from, to) in all_pairs(&model) {
            if engine.ratios(&model, "mpmc", from, to)?.values().len() != 1 {
                return Ok(false);
            }
        }
        Ok(engine.chain(&model, "mpmc")?.matrix() == engine.chain(&model, "mh")?.matrix())
    })?;
    Ok(Finding::verified_if(
        held,
        "the ratio is constant and the transition matrices are equal",
    )
    .seen(engine.models_in_words()))
}

fn only_variance(engine: &Engine) -> Result<Finding, Interrupted> {
    let arms = ["mpmc", "sve"];
    // Smaller error and smaller acceptance, for both directions of a pair.
    let contradicts =
        |model: &TableModel, better: &str, other: &str| -> Result<bool, Interrupted> {
            for (from, to) in [(0, 1), (1, 0)] {
                let errors = (
                    relative_error(engine, model, better, from, to)?,
                    relative_error(engine, model, other, from, to)?,
                );
                let (Some(small), Some(large)) = errors else {
                    return Ok(false);
                };
                let unbiased_both = unbiased(engine, model, better, from, to)? == Some(true)
                    && unbiased(engine, model, other, from, to)? == Some(true);
                let accepts = |arm| {
                    Ok::<Rational, Interrupted>(engine.means(model, arm)?.entry(from, to).clone())
                };
                if !(unbiased_both && small < large && accepts(better)? < accepts(other)?) {
                    return Ok(false);
                }
            }
            Ok(true)
        };
    let found = engine.search(|model| {
        Ok(model.parameters().len() == 2
            && (contradicts(model, arms[0], arms[1])? || contradicts(model, arms[1], arms[0])?))
    })?;
    let Some((parts, model)) = found else {
        return Ok(Finding::new(Verdict::Verified, "no model found"));
    };
    let mut words = Vec::new();
    for arm in arms {
        let error = relative_error(engine, &model, arm, 0, 1)?.unwrap_or_default();
        words.push(format!(
            "{arm}: error {error}, acceptance {}",
            engine.means(&model, arm)?.entry(0, 1)
        ));
    }
    Ok(Finding::new(Verdict::Refuted, words.join("; "))
        .seen("both unbiased; the smaller error accepts less from a to b and from b to a")
        .reproduce("peskun compare --model MODEL mpmc sve")
        .shown_by(Some(parts)))
}

fn near_and_far(engine: &Engine) -> Result<Finding, Interrupted> {
    let far = |model| distance(model, "sve", 0, 1).unwrap_or_default();
    let accepts = |model, arm| Ok::<Rational, Interrupted>(engine.chain(model, arm)?.moves());
    let (near, distant) = (far(&engine.first), far(&engine.second));
    let held = near < distant
        && accepts(&engine.first, "sve")? > accepts(&engine.first, "mpmc")?
        && accepts(&engine.second, "mpmc")? > accepts(&engine.second, "sve")?;
    Ok(Finding::verified_if(
        held,
        format!("χ² = {near} and SVE moves more often; χ² = {distant} and MPMC does"),
    )
    .seen("both examples; a heuristic, not a theorem")
    .reproduce("peskun compare --model three-point-pair mpmc sve"))
}
