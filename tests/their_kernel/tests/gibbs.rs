//! A Gibbs sampler of three binary variables: each is drawn from its law given
//! the others, in turn (systematic scan) or one at random (random scan).

use peskun::prelude::*;

type Bits = [u8; 3];

/// Any positive weights would do.
fn weight(bits: &Bits) -> Rational {
    Rational::from(1 + u32::from(4 * bits[0] * bits[1] + 2 * bits[1] * bits[2] + bits[2]))
}

/// The same variables with one of them set.
fn with(bits: &Bits, variable: usize, value: u8) -> Bits {
    let mut changed = *bits;
    changed[variable] = value;
    changed
}

/// A value of one variable from its law given the others.
fn refresh<C: Chance>(bits: &Bits, variable: usize, chance: &mut C) -> Result<u8, Interrupted> {
    let weights = [0, 1].map(|value| weight(&with(bits, variable, value)));
    Ok(chance.pick(&weights)? as u8)
}

#[derive(Clone, Copy)]
enum Scan {
    Systematic,
    Random,
    /// Wrong: every variable is drawn given the old values of the others.
    AllAtOnce,
}

struct Gibbs(Scan);

impl Kernel for Gibbs {
    type State = Bits;

    fn step<C: Chance>(&self, from: &Bits, chance: &mut C) -> Result<Step<Bits>, Interrupted> {
        let mut bits = *from;
        match self.0 {
            Scan::Systematic => {
                for variable in 0..3 {
                    bits[variable] = refresh(&bits, variable, chance)?;
                }
            }
            Scan::Random => {
                let variable = chance.uniform(3)?;
                bits[variable] = refresh(&bits, variable, chance)?;
            }
            Scan::AllAtOnce => {
                for (variable, bit) in bits.iter_mut().enumerate() {
                    *bit = refresh(from, variable, chance)?;
                }
            }
        }
        Ok(Step::moved(bits))
    }
}

impl FiniteKernel for Gibbs {
    fn states(&self) -> Vec<Bits> {
        (0..8).map(|n| [n >> 2, n >> 1 & 1, n & 1]).collect()
    }

    fn target(&self) -> Vec<Rational> {
        self.states().iter().map(weight).collect()
    }
}

#[test]
fn the_systematic_scan_is_right() {
    assert_ergodic!(Gibbs(Scan::Systematic));
}

#[test]
fn the_random_scan_is_right() {
    assert_ergodic!(Gibbs(Scan::Random));
}

#[test]
fn only_the_random_scan_is_reversible() -> Result<(), Interrupted> {
    assert_reversible!(Gibbs(Scan::Random));
    assert!(!verify(&Gibbs(Scan::Systematic))?.meets(Requirement::Reversible));
    Ok(())
}

#[test]
fn updating_all_at_once_is_caught() -> Result<(), Interrupted> {
    let verification = verify(&Gibbs(Scan::AllAtOnce))?;
    println!("{verification}");
    let expected = "\
invariant    fails: [0, 1, 0] has mass 1/24, and 583/7020 after a step (difference 581/14040)
reversible   fails: [1, 1, 0]→[1, 1, 1] has flow 125/1404, [1, 1, 1]→[1, 1, 0] has 8/117 (difference 29/1404)
irreducible  holds
aperiodic    holds";
    assert_eq!(verification.to_string(), expected);
    Ok(())
}
