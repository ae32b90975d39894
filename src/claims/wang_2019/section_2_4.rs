//! Section 2.4: the two ratios as estimators.

use super::estimators::{distance, relative_error, unbiased};
use super::section_2_2::with_optimal_auxiliary;
use crate::chance::Interrupted;
use crate::claims::{Check, Claim, Engine, Finding, Held, Instance, Subject, Verdict};
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
        check: Check::Universal {
            property: |subject| exactly_when(subject, "mpmc", mpmc_condition),
            found: |_, held| {
                Ok(conditional(
                    held,
                    "supp p_θ ⊆ supp π(·|x,θ) and supp π(·|x,θ') ⊆ supp p_θ'; for all pairs: equal supports",
                ))
            },
        },
    },
    Claim {
        id: "sve-unbiased",
        place: "Section 2.4",
        statement: "SVE's ratio is unbiased",
        method: "its exact mean for every pair, against the truth and against the condition on supports",
        paper: Some("clearly unbiased"),
        expected: Verdict::Corrected,
        check: Check::Universal {
            property: |subject| exactly_when(subject, "sve", sve_condition),
            found: |_, held| Ok(conditional(held, "supp p_θ ⊆ supp p_θ'")),
        },
    },
    Claim {
        id: "unbiased-implies-balance",
        place: "Section 2.4",
        statement: "unbiasedness guarantees detailed balance",
        method: "search for the smallest model where the average of two exchange ratios is unbiased and breaks it",
        paper: Some("unbiasedness guarantees detailed balance"),
        expected: Verdict::Refuted,
        check: Check::Particular(unbiased_and_invalid),
    },
    Claim {
        id: "balance-without-unbiasedness",
        place: "Section 2.4, Remark 1",
        statement: "unbiasedness is not necessarily necessary for detailed balance",
        method: "search for the smallest model where SVE is biased; Lemma 2 holds on it all the same",
        paper: None,
        expected: Verdict::Verified,
        check: Check::Particular(biased_and_valid),
    },
    Claim {
        id: "theorem-1-sve",
        place: "Section 2.4, Theorem 1",
        statement: "the relative mean square error of SVE's ratio is χ²(p_θ', p_θ)",
        method: "both sides exactly, for every pair with supp p_θ ⊆ supp p_θ'",
        paper: None,
        expected: Verdict::Verified,
        check: Check::Universal {
            property: |subject| theorem_1(subject, "sve"),
            found: |engine, held| Ok(chi_square(engine, held, "sve")),
        },
    },
    Claim {
        id: "theorem-1-mpmc",
        place: "Section 2.4, Theorem 1",
        statement: "the same for MPMC: χ²(p_θ'(y')π(y|x,θ), p_θ(y)π(y'|x,θ'))",
        method: "both sides exactly, for every pair where the distance is finite; the printed integral on the first example with the row of b doubled",
        paper: Some("the proof integrates against f_θ'(y')π(y|x,θ)"),
        expected: Verdict::Corrected,
        check: Check::Universal {
            property: |subject| theorem_1(subject, "mpmc"),
            found: as_printed,
        },
    },
    Claim {
        id: "optimal-auxiliary",
        place: "Section 2.4",
        statement: "with π(·|x,θ) = p_θ MPMC has variance 0 and is Metropolis–Hastings",
        method: "replace the auxiliary law; the ratio is constant and the matrices are equal",
        paper: None,
        expected: Verdict::Verified,
        check: Check::Universal {
            property: optimal_auxiliary,
            found: |engine, held| {
                Ok(Finding::verified_if(
                    held.held,
                    "the ratio is constant and the transition matrices are equal",
                    &held.basis,
                )
                .seen(engine.models_in_words()))
            },
        },
    },
    Claim {
        id: "only-variance-matters",
        place: "Section 2.4",
        statement: "as both are unbiased, the performance only depends on the variance",
        method: "search for the smallest model where the arm with the smaller error accepts less, in both directions",
        paper: Some("the performance only depends on the variance"),
        expected: Verdict::Refuted,
        check: Check::Particular(only_variance),
    },
    Claim {
        id: "near-and-far",
        place: "Section 2.4",
        statement: "close parameters favor SVE, distant ones MPMC",
        method: "χ²(p_b, p_a), and the better arm, on both examples",
        paper: None,
        expected: Verdict::Verified,
        check: Check::Particular(near_and_far),
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

/// Is a ratio unbiased exactly when a condition on supports holds? Notable are
/// the pairs for which it is biased.
fn exactly_when(
    subject: &Subject,
    arm: &'static str,
    condition: fn(&TableModel, usize, usize) -> bool,
) -> Result<Instance, Interrupted> {
    let mut instance = Instance::NONE;
    for (from, to) in subject.pairs() {
        if let Some(is_unbiased) = unbiased(subject, arm, from, to)? {
            let agrees = is_unbiased == condition(subject.model(), from, to);
            instance.add(agrees, !is_unbiased);
        }
    }
    Ok(instance)
}

fn conditional(held: &Held, condition: &str) -> Finding {
    let verdict = match (held.held, held.notable) {
        (true, 0) => Verdict::Verified,
        (true, _) => Verdict::Corrected,
        (false, _) => Verdict::Refuted,
    };
    let (biased, unbiased) = (held.notable, held.cases - held.notable);
    Finding::new(verdict, format!("exactly when {condition}"), &held.basis).seen(format!(
        "unbiased for {unbiased} pairs that meet the condition, biased for {biased} that do not, no exception"
    ))
}

fn mpmc_condition(model: &TableModel, from: usize, to: usize) -> bool {
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
}

fn sve_condition(model: &TableModel, from: usize, to: usize) -> bool {
    within(
        &model.points(),
        |y| model.likelihood(&from, y),
        |y| model.likelihood(&to, y),
    )
}

fn unbiased_and_invalid(engine: &Engine) -> Result<Finding, Interrupted> {
    let found = engine.search(|subject| {
        for (from, to) in subject.pairs() {
            if unbiased(subject, "noisy:2", from, to)? != Some(true) {
                return Ok(false);
            }
        }
        Ok(!subject.is_balanced("noisy:2")?)
    })?;
    let Some(found) = found else {
        return Ok(Finding::open("no model was found"));
    };
    let chain = Subject::new(&found.model).chain("noisy:2")?;
    let witness = chain.imbalance().expect("found by it");
    let exact = format!(
        "the average of two ratios is unbiased; flows {} and {}",
        witness.forward, witness.backward
    );
    Ok(Finding::new(Verdict::Refuted, exact, &found.basis)
        .seen("E â is the true ratio for every pair of this model; no smaller model has that and breaks detailed balance")
        .reproduce("peskun table --model MODEL --kernel noisy:2")
        .shown_by(Some(found.parts)))
}

fn biased_and_valid(engine: &Engine) -> Result<Finding, Interrupted> {
    let found = engine.search(|subject| {
        let mut biased = false;
        for (from, to) in subject.pairs() {
            biased |= unbiased(subject, "sve", from, to)? == Some(false);
        }
        Ok(biased && subject.is_balanced("sve")?)
    })?;
    let Some(found) = found else {
        return Ok(Finding::open("no model was found"));
    };
    Ok(Finding::new(
        Verdict::Verified,
        "a zero in a support biases the ratio and leaves detailed balance intact",
        &found.basis,
    )
    .reproduce("peskun table --model MODEL --kernel sve")
    .shown_by(Some(found.parts)))
}

/// The error is the distance, where both are finite; notable where it is not 0.
fn theorem_1(subject: &Subject, arm: &'static str) -> Result<Instance, Interrupted> {
    let mut instance = Instance::NONE;
    for (from, to) in subject.pairs() {
        let (Some(error), Some(distance)) = (
            relative_error(subject, arm, from, to)?,
            distance(subject.model(), arm, from, to),
        ) else {
            continue;
        };
        instance.add(error == distance, error.is_positive());
    }
    Ok(instance)
}

fn chi_square(engine: &Engine, held: &Held, arm: &'static str) -> Finding {
    let first = distance(&engine.first, arm, 0, 1).unwrap_or_default();
    let exact = format!(
        "equal for all {} pairs; {first} from a to b on the first example",
        held.cases
    );
    Finding::verified_if(held.held, exact, &held.basis).seen(format!(
        "{}; not zero for {} pairs",
        engine.models_in_words(),
        held.notable
    ))
}

/// The printed proof integrates MPMC's error against f_θ'(y')π(y|x,θ), whose
/// total is Z(θ'), so that the integral is Z(θ') times the error.
fn as_printed(engine: &Engine, held: &Held) -> Result<Finding, Interrupted> {
    let mut parts = engine.first.parts();
    parts.name = "the first example with the row of b doubled".into();
    parts.likelihood[1]
        .iter_mut()
        .for_each(|weight| *weight *= Rational::from(2));
    let doubled = TableModel::new(parts).expect("a rescaled model is a model");
    let error = relative_error(&Subject::new(&doubled), "mpmc", 0, 1)?.unwrap_or_default();
    let printed = &error * doubled.normalizing_constant(&1);
    let differs = engine.shown(&doubled, |_| Ok(printed != error))?;
    let finding = chi_square(engine, held, "mpmc");
    let verdict = match (finding.verdict, differs.held) {
        (Verdict::Verified, true) => Verdict::Corrected,
        (verdict, _) => verdict,
    };
    Ok(Finding {
        verdict,
        exact: format!("{}; the proof's f_θ'(y') must read p_θ'(y')", finding.exact),
        evidence: format!(
            "{}; with the row of b doubled, where Z(b) = {}, the printed integral is {printed} and the error {error}",
            finding.evidence,
            doubled.normalizing_constant(&1)
        ),
        basis: finding.basis.and(&differs.basis),
        ..finding
    })
}

fn optimal_auxiliary(subject: &Subject) -> Result<Instance, Interrupted> {
    let model = with_optimal_auxiliary(subject.model());
    let subject = Subject::new(&model);
    for (from, to) in subject.pairs() {
        if subject.ratios("mpmc", from, to)?.values().len() != 1 {
            return Ok(false.into());
        }
    }
    Ok((subject.chain("mpmc")?.matrix() == subject.chain("mh")?.matrix()).into())
}

/// Smaller error and smaller acceptance, for both directions of the pair of two
/// parameters, both arms unbiased.
fn contradicts(
    subject: &Subject,
    better: &'static str,
    other: &'static str,
) -> Result<bool, Interrupted> {
    for (from, to) in [(0, 1), (1, 0)] {
        let errors = (
            relative_error(subject, better, from, to)?,
            relative_error(subject, other, from, to)?,
        );
        let (Some(small), Some(large)) = errors else {
            return Ok(false);
        };
        let unbiased_both = unbiased(subject, better, from, to)? == Some(true)
            && unbiased(subject, other, from, to)? == Some(true);
        let (accepts, others) = (subject.means(better)?, subject.means(other)?);
        let less = accepts.entry(from, to) < others.entry(from, to);
        if !(unbiased_both && small < large && less) {
            return Ok(false);
        }
    }
    Ok(true)
}

fn only_variance(engine: &Engine) -> Result<Finding, Interrupted> {
    let arms = ["mpmc", "sve"];
    let found = engine.search(|subject| {
        Ok(subject.model().parameters().len() == 2
            && (contradicts(subject, arms[0], arms[1])? || contradicts(subject, arms[1], arms[0])?))
    })?;
    let Some(found) = found else {
        return Ok(Finding::open("no model was found"));
    };
    let subject = Subject::new(&found.model);
    let mut words = Vec::new();
    for arm in arms {
        let error = relative_error(&subject, arm, 0, 1)?.unwrap_or_default();
        words.push(format!(
            "{arm}: error {error}, acceptance {}",
            subject.means(arm)?.entry(0, 1)
        ));
    }
    Ok(
        Finding::new(Verdict::Refuted, words.join("; "), &found.basis)
            .seen("both unbiased; the smaller error accepts less from a to b and from b to a")
            .reproduce("peskun compare --model MODEL mpmc sve")
            .shown_by(Some(found.parts)),
    )
}

fn near_and_far(engine: &Engine) -> Result<Finding, Interrupted> {
    let far = |model| distance(model, "sve", 0, 1).unwrap_or_default();
    let (near, distant) = (far(&engine.first), far(&engine.second));
    let above = |subject: &Subject, better: &'static str, other: &'static str| {
        Ok::<bool, Interrupted>(subject.chain(better)?.moves() > subject.chain(other)?.moves())
    };
    let first = engine.shown(&engine.first, |subject| above(subject, "sve", "mpmc"))?;
    let second = engine.shown(&engine.second, |subject| above(subject, "mpmc", "sve"))?;
    Ok(Finding::verified_if(
        near < distant && first.held && second.held,
        format!("χ² = {near} and SVE moves more often; χ² = {distant} and MPMC does"),
        &first.basis.and(&second.basis),
    )
    .seen("both examples; the paper's sentence is a heuristic, read as a statement on its examples, which is our reading")
    .reproduce("peskun compare --model three-point-pair mpmc sve"))
}
