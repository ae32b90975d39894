//! Reversible jump between a model with one variable and a model with two
//! (Green 1995): a new variable is drawn, and a one-to-one map takes the old
//! and the new to the two of the larger model.

use peskun::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum State {
    One(i64),
    Two(i64, i64),
}
use State::{One, Two};

/// Any positive weights would do; all variables are 0, 1 or 2.
fn weight(state: &State) -> Rational {
    Rational::from(match state {
        One(a) => 3 + a,
        Two(a, b) => 1 + a * b + b,
    })
}

/// The law of the new variable.
fn new_variable() -> Law<i64> {
    let weights = [(0, 1), (1, 2), (2, 3)].map(|(u, weight)| (u, Rational::from(weight)));
    Law::proportional_to(weights).expect("positive weights")
}

struct ReversibleJump {
    /// Does the ratio know the law of the new variable? It should.
    weighs_new_variable: bool,
}

impl ReversibleJump {
    /// The proposal, with the ratio that it is accepted by.
    fn jump<C: Chance>(
        &self,
        from: &State,
        chance: &mut C,
    ) -> Result<(State, Ratio<Rational>), Interrupted> {
        let law = new_variable();
        let density = |u: i64| match self.weighs_new_variable {
            true => law.probability(&u),
            false => Rational::ONE,
        };
        Ok(match from {
            // (a, u) goes to (a + u, a - u), modulo 3, which is one-to-one.
            One(a) => {
                let u = *chance.draw(&law)?;
                let to = Two((a + u).rem_euclid(3), (a - u).rem_euclid(3));
                let ratio = Ratio::of(&weight(&to), &(weight(from) * density(u)));
                (to, ratio)
            }
            // Back: 2 is its own inverse modulo 3.
            Two(a, b) => {
                let u = (2 * (a - b)).rem_euclid(3);
                let to = One((2 * (a + b)).rem_euclid(3));
                let ratio = Ratio::of(&(weight(&to) * density(u)), &weight(from));
                (to, ratio)
            }
        })
    }

    /// A move within a model: one variable is shifted.
    fn shift<C: Chance>(
        &self,
        from: &State,
        chance: &mut C,
    ) -> Result<(State, Ratio<Rational>), Interrupted> {
        let shift = chance.choose(&[1, 2])?;
        let to = match from {
            One(a) => One((a + shift) % 3),
            Two(a, b) if chance.coin(&Rational::new(1, 2))? => Two((a + shift) % 3, *b),
            Two(a, b) => Two(*a, (b + shift) % 3),
        };
        let ratio = Ratio::of(&weight(&to), &weight(from));
        Ok((to, ratio))
    }
}

impl Kernel for ReversibleJump {
    type State = State;

    fn step<C: Chance>(&self, from: &State, chance: &mut C) -> Result<Step<State>, Interrupted> {
        let (to, ratio) = match chance.coin(&Rational::new(1, 2))? {
            true => self.jump(from, chance)?,
            false => self.shift(from, chance)?,
        };
        match chance.accept(&ratio)? {
            true => Ok(Step::moved(to)),
            false => Ok(Step::stayed(from.clone())),
        }
    }
}

impl FiniteKernel for ReversibleJump {
    fn states(&self) -> Vec<State> {
        let one = (0..3).map(One);
        let two = (0..3).flat_map(|a| (0..3).map(move |b| Two(a, b)));
        one.chain(two).collect()
    }

    fn target(&self) -> Vec<Rational> {
        self.states().iter().map(weight).collect()
    }
}

#[test]
fn the_jump_is_right() {
    assert_ergodic!(ReversibleJump {
        weighs_new_variable: true
    });
    assert_reversible!(ReversibleJump {
        weighs_new_variable: true
    });
}

#[test]
fn a_forgotten_proposal_ratio_is_caught() -> Result<(), Interrupted> {
    let verification = verify(&ReversibleJump {
        weighs_new_variable: false,
    })?;
    println!("{verification}");
    assert_eq!(
        verification.to_string(),
        "\
invariant    fails: One(2) has mass 5/39, and 8/39 after a step (difference 1/13)
reversible   fails: One(2)→Two(2, 2) has flow 5/468, Two(2, 2)→One(2) has 5/78 (difference -25/468)
irreducible  holds
aperiodic    holds"
    );
    Ok(())
}
