//! Section 3: every number of the two examples.

use crate::chains::{Accuracy, Chain, Order, peskun_order, second_modulus};
use crate::chance::Interrupted;
use crate::claims::evidence::{entries_of, figures, joined};
use crate::claims::{Check, Claim, Engine, Finding, Instance, Subject, Verdict};
use crate::models::TableModel;
use crate::numbers::Rational;

/// The claims of the section.
pub(super) const CLAIMS: &[Claim] = &[
    Claim {
        id: "no-domination",
        place: "Section 3",
        statement: "neither of MPMC and SVE always works better than the other",
        method: "the two examples decide it in opposite ways",
        paper: None,
        expected: Verdict::Verified,
        check: Check::Particular(no_domination),
    },
    Claim {
        id: "first-posterior",
        place: "Section 3.1",
        statement: "the posterior of the first example",
        method: "π(θ)f_θ(x)/Z(θ), normalized",
        paper: Some("7/13, 6/13"),
        expected: Verdict::Verified,
        check: Check::Particular(|engine| posterior(&engine.first, "7/13, 6/13")),
    },
    Claim {
        id: "first-sve",
        place: "Section 3.1",
        statement: "SVE's transition probabilities a → b and b → a",
        method: "enumerate the chain",
        paper: Some("3/7, 1/2"),
        expected: Verdict::Verified,
        check: Check::Particular(|engine| entries(&engine.first, "sve", "3/7, 1/2")),
    },
    Claim {
        id: "first-mpmc",
        place: "Section 3.1",
        statement: "MPMC's transition probabilities a → b and b → a",
        method: "enumerate the chain; evaluate the sums that are printed one line above the values",
        paper: Some("11/28, 55/120"),
        expected: Verdict::Corrected,
        check: Check::Particular(first_mpmc),
    },
    Claim {
        id: "first-order",
        place: "Section 3.1",
        statement: "the exchange algorithm has the higher transition probabilities",
        method: "Peskun's order",
        paper: None,
        expected: Verdict::Verified,
        check: Check::Particular(|engine| order(&engine.first, "sve", "mpmc")),
    },
    Claim {
        id: "first-faster",
        place: "Section 3.1",
        statement: "which means the exchange algorithm converges faster",
        method: "|λ₂| of both chains",
        paper: None,
        expected: Verdict::Verified,
        check: Check::Particular(|engine| faster(&engine.first, "sve", "mpmc")),
    },
    Claim {
        id: "second-posterior",
        place: "Section 3.2",
        statement: "the posterior of the second example",
        method: "π(θ)f_θ(x)/Z(θ), normalized",
        paper: Some("1/2, 1/2"),
        expected: Verdict::Verified,
        check: Check::Particular(|engine| posterior(&engine.second, "1/2, 1/2")),
    },
    Claim {
        id: "second-sve",
        place: "Section 3.2",
        statement: "SVE's transition probabilities a → b and b → a",
        method: "enumerate the chain",
        paper: Some("3/20, 3/20"),
        expected: Verdict::Verified,
        check: Check::Particular(|engine| entries(&engine.second, "sve", "3/20, 3/20")),
    },
    Claim {
        id: "second-mpmc",
        place: "Section 3.2",
        statement: "MPMC's transition probabilities (one label is printed twice; b → a and a → b are meant)",
        method: "enumerate the chain",
        paper: Some("4/15, 4/15"),
        expected: Verdict::Verified,
        check: Check::Particular(|engine| entries(&engine.second, "mpmc", "4/15, 4/15")),
    },
    Claim {
        id: "second-order",
        place: "Section 3.2",
        statement: "MPMC has the higher transition probabilities",
        method: "Peskun's order",
        paper: None,
        expected: Verdict::Verified,
        check: Check::Particular(|engine| order(&engine.second, "mpmc", "sve")),
    },
    Claim {
        id: "second-faster",
        place: "Section 3.2",
        statement: "which means MPMC converges faster",
        method: "|λ₂| of both chains",
        paper: None,
        expected: Verdict::Verified,
        check: Check::Particular(|engine| faster(&engine.second, "mpmc", "sve")),
    },
    Claim {
        id: "higher-means-faster",
        place: "Section 3.2, and 3.1",
        statement: "higher transition probabilities mean faster convergence",
        method: "search for the smallest model where the chain that is above in Peskun's order has the larger |λ₂|",
        paper: Some("which means it will converge faster"),
        expected: Verdict::Refuted,
        check: Check::Particular(higher_means_faster),
    },
    Claim {
        id: "means-never-lose",
        place: "Section 3.3",
        statement: "choosing between the arms in a reasonable way can improve the acceptance",
        method: "the max-min rule on means against both arms, entry by entry",
        paper: None,
        expected: Verdict::Verified,
        check: Check::Universal {
            property: means_never_lose,
            found: |engine, held| {
                let exact = format!(
                    "never below either arm at any pair, above both on {} models",
                    held.notable
                );
                Ok(
                    Finding::verified_if(held.held && held.notable > 0, exact, &held.basis)
                        .seen(engine.models_in_words()),
                )
            },
        },
    },
];

/// Verified if the paper's text is the computed one, corrected otherwise.
fn compared(exact: &[Rational], paper: &str, chain: &Chain) -> Finding {
    let printed: Option<Vec<Rational>> = paper.split(", ").map(|text| text.parse().ok()).collect();
    let verdict = if printed.as_deref() == Some(exact) {
        Verdict::Verified
    } else {
        Verdict::Corrected
    };
    Finding::new(verdict, joined(exact), &entries_of(&[chain]))
}

fn posterior(model: &TableModel, paper: &str) -> Result<Finding, Interrupted> {
    let chain = Subject::new(model).chain("mh")?;
    Ok(compared(chain.target(), paper, &chain)
        .reproduce(format!("peskun table --model {} --kernel mh", model.name())))
}

fn entries(model: &TableModel, kernel: &'static str, paper: &str) -> Result<Finding, Interrupted> {
    let chain = Subject::new(model).chain(kernel)?;
    let exact = [
        chain.matrix().entry(0, 1).clone(),
        chain.matrix().entry(1, 0).clone(),
    ];
    let factors = paper
        .split(", ")
        .zip(&exact)
        .filter_map(|(text, value)| Some(text.parse::<Rational>().ok()? / value));
    Ok(compared(&exact, paper, &chain)
        .seen(format!(
            "{}; printed over exact: {}",
            chain.obtained(),
            joined(factors)
        ))
        .reproduce(format!(
            "peskun table --model {} --kernel {kernel}",
            model.name()
        )))
}

/// The values against the paper's own sums, which are right.
fn first_mpmc(engine: &Engine) -> Result<Finding, Interrupted> {
    let q = Rational::new;
    // ½ × (weight × min{ratio, 1} + …), as printed for a → b and for b → a.
    let forth = [
        (q(3, 10), q(6, 7) * q(7, 6)),
        (q(3, 10), q(6, 7) * q(3, 6)),
        (q(1, 5), q(6, 7) * q(7, 4)),
        (q(1, 5), q(6, 7) * q(3, 4)),
    ];
    let back = [
        (q(7, 20), q(7, 6) * q(6, 7)),
        (q(7, 20), q(7, 6) * q(4, 7)),
        (q(3, 20), q(7, 6) * q(6, 3)),
        (q(3, 20), q(7, 6) * q(4, 3)),
    ];
    let evaluate = |terms: [(Rational, Rational); 4]| -> Rational {
        let capped = terms
            .into_iter()
            .map(|(weight, ratio)| weight * ratio.min(Rational::ONE));
        capped.sum::<Rational>() / Rational::from(2)
    };
    let sums = [evaluate(forth), evaluate(back)];
    let chain = Subject::new(&engine.first).chain("mpmc")?;
    let entries_agree =
        chain.matrix().entry(0, 1) == &sums[0] && chain.matrix().entry(1, 0) == &sums[1];
    let finding = entries(&engine.first, "mpmc", "11/28, 55/120")?;
    Ok(Finding {
        verdict: if entries_agree {
            finding.verdict
        } else {
            Verdict::Refuted
        },
        evidence: format!(
            "the printed sums give {}; {}; the same factor twice, so that detailed balance hides it",
            joined(&sums),
            finding.evidence
        ),
        ..finding
    })
}

fn order(
    model: &TableModel,
    above: &'static str,
    below: &'static str,
) -> Result<Finding, Interrupted> {
    let subject = Subject::new(model);
    let (first, second) = (subject.chain(above)?, subject.chain(below)?);
    let order = peskun_order(&first, &second).map(|peskun| peskun.order);
    let pair = |from, to| {
        format!(
            "{} > {}",
            first.matrix().entry(from, to),
            second.matrix().entry(from, to)
        )
    };
    Ok(Finding::verified_if(
        order == Ok(Order::First),
        format!("{} and {}", pair(0, 1), pair(1, 0)),
        &entries_of(&[&first, &second]),
    )
    .reproduce(format!(
        "peskun compare --model {} {above} {below}",
        model.name()
    )))
}

fn faster(
    model: &TableModel,
    fast: &'static str,
    slow: &'static str,
) -> Result<Finding, Interrupted> {
    let subject = Subject::new(model);
    let chains = [subject.chain(fast)?, subject.chain(slow)?];
    let moduli = [&chains[0], &chains[1]].map(|chain| second_modulus(chain, Accuracy::default()));
    let [Some(first), Some(second)] = &moduli else {
        return Ok(Finding::open("no second eigenvalue"));
    };
    let basis = entries_of(&[&chains[0], &chains[1]]).and(&figures([first, second]));
    Ok(Finding::verified_if(
        first.high() < second.low(),
        format!("|λ₂| = {} against {}", first.high(), second.high()),
        &basis,
    )
    .reproduce(format!(
        "peskun compare --model {} {fast} {slow}",
        model.name()
    )))
}

fn higher_means_faster(engine: &Engine) -> Result<Finding, Interrupted> {
    let found = engine.search(|subject| {
        let (above, below) = (subject.chain("mh")?, subject.chain("mpmc")?);
        let higher = peskun_order(&above, &below).is_ok_and(|peskun| peskun.order == Order::First);
        let (Some(above), Some(below)) = (
            second_modulus(&above, Accuracy::default()),
            second_modulus(&below, Accuracy::default()),
        ) else {
            return Ok(false);
        };
        Ok(higher && above.low() > below.high())
    })?;
    let Some(found) = found else {
        return Ok(Finding::open("no model was found"));
    };
    let subject = Subject::new(&found.model);
    let modulus = |kernel| {
        Ok::<Rational, Interrupted>(
            second_modulus(&*subject.chain(kernel)?, Accuracy::default())
                .map_or(Rational::ONE, |modulus| modulus.high().clone()),
        )
    };
    let exact = format!(
        "M-H is above MPMC and has |λ₂| = {} against {}",
        modulus("mh")?,
        modulus("mpmc")?
    );
    Ok(Finding::new(Verdict::Refuted, exact, &found.basis)
        .seen("Peskun's order is about asymptotic variance; rejections can break a cycle and speed up convergence")
        .reproduce("peskun compare --model MODEL mh mpmc")
        .shown_by(Some(found.parts)))
}

fn no_domination(engine: &Engine) -> Result<Finding, Interrupted> {
    let above = |subject: &Subject, better: &'static str, other: &'static str| {
        let order = peskun_order(&*subject.chain(better)?, &*subject.chain(other)?);
        Ok::<bool, Interrupted>(order.is_ok_and(|peskun| peskun.order == Order::First))
    };
    let first = engine.shown(&engine.first, |subject| above(subject, "sve", "mpmc"))?;
    let second = engine.shown(&engine.second, |subject| above(subject, "mpmc", "sve"))?;
    Ok(Finding::verified_if(
        first.held && second.held,
        "SVE is above on the first example, MPMC on the second",
        &first.basis.and(&second.basis),
    ))
}

/// The rule on means is nowhere below an arm; notable where it moves more often
/// than both.
fn means_never_lose(subject: &Subject) -> Result<Instance, Interrupted> {
    let ours = subject.chain("rule:max-min")?;
    let arms = [subject.chain("mpmc")?, subject.chain("sve")?];
    let no_lower = subject.moves().all(|(from, to)| {
        let entry = ours.matrix().entry(from, to);
        arms.iter().all(|arm| entry >= arm.matrix().entry(from, to))
    });
    let mut instance = Instance::NONE;
    instance.add(no_lower, arms.iter().all(|arm| ours.moves() > arm.moves()));
    Ok(instance)
}
