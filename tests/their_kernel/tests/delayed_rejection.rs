//! Delayed rejection: if a first proposal is rejected, a second one is tried
//! that may depend on the first (Tierney and Mira 1999).

use peskun::prelude::*;

const WEIGHTS: [i64; 4] = [1, 4, 2, 3];

fn weight(state: usize) -> Rational {
    Rational::from(WEIGHTS[state])
}

/// The first proposal: any other state, with the same probability.
fn first(from: usize) -> Law<usize> {
    law((0..4).filter(|&to| to != from).map(|to| (to, 1)))
}

/// The second: never the one that was rejected, and rather far ahead than
/// near. It is not symmetric.
fn second(from: usize, rejected: usize) -> Law<usize> {
    let others = (1..4).map(|ahead| ((from + ahead) % 4, ahead as i64));
    law(others.filter(|&(to, _)| to != rejected))
}

fn law(weights: impl Iterator<Item = (usize, i64)>) -> Law<usize> {
    let weights = weights.map(|(state, weight)| (state, Rational::from(weight)));
    Law::proportional_to(weights).expect("positive weights")
}

/// The first acceptance ratio. The first proposal is symmetric.
fn first_ratio(from: usize, to: usize) -> Ratio<Rational> {
    Ratio::of(&weight(to), &weight(from))
}

struct DelayedRejection {
    /// Does the ratio of the second stage know its own proposal? It should.
    weighs_second_proposal: bool,
}

impl DelayedRejection {
    /// The density of the path from → rejected → to, acceptance left out.
    fn path(&self, from: usize, rejected: usize, to: usize) -> Rational {
        let rejection = Rational::ONE - first_ratio(from, rejected).capped();
        let path = weight(from) * first(from).probability(&rejected) * rejection;
        match self.weighs_second_proposal {
            true => path * second(from, rejected).probability(&to),
            false => path,
        }
    }
}

impl Kernel for DelayedRejection {
    type State = usize;

    fn step<C: Chance>(&self, &from: &usize, chance: &mut C) -> Result<Step<usize>, Interrupted> {
        let rejected = *chance.draw(&first(from))?;
        if chance.accept(&first_ratio(from, rejected))? {
            return Ok(Step::moved(rejected));
        }
        let to = *chance.draw(&second(from, rejected))?;
        let ratio = Ratio::of(
            &self.path(to, rejected, from),
            &self.path(from, rejected, to),
        );
        match chance.accept(&ratio)? {
            true => Ok(Step::moved(to)),
            false => Ok(Step::stayed(from)),
        }
    }
}

impl FiniteKernel for DelayedRejection {
    fn states(&self) -> Vec<usize> {
        (0..4).collect()
    }

    fn target(&self) -> Vec<Rational> {
        (0..4).map(weight).collect()
    }
}

#[test]
fn delayed_rejection_is_right() {
    assert_ergodic!(DelayedRejection {
        weighs_second_proposal: true
    });
    assert_reversible!(DelayedRejection {
        weighs_second_proposal: true
    });
}

#[test]
fn a_forgotten_second_proposal_is_caught() -> Result<(), Interrupted> {
    let verification = verify(&DelayedRejection {
        weighs_second_proposal: false,
    })?;
    println!("{verification}");
    assert_eq!(
        verification.to_string(),
        "\
invariant    fails: 1 has mass 2/5, and 81/200 after a step (difference 1/200)
reversible   fails: 1→2 has flow 7/90, 2→1 has 11/120 (difference -1/72)
irreducible  holds
aperiodic    holds"
    );
    Ok(())
}
