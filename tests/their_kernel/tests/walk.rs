//! A lazy random walk on a path with reflecting ends, verified exactly.

use peskun::chains::asymptotic_variance;
use peskun::prelude::*;

struct Walk;

impl Kernel for Walk {
    type State = i32;

    fn step<C: Chance>(&self, from: &i32, chance: &mut C) -> Result<Step<i32>, Interrupted> {
        let to = from + chance.choose(&[-1, 0, 1])?;
        match to {
            0..4 => Ok(Step::moved(to)),
            _ => Ok(Step::stayed(*from)),
        }
    }
}

impl FiniteKernel for Walk {
    fn states(&self) -> Vec<i32> {
        (0..4).collect()
    }

    fn target(&self) -> Vec<Rational> {
        vec![Rational::ONE; 4]
    }
}

#[test]
fn the_walk_is_right_and_its_variance_is_exact() -> Result<(), Interrupted> {
    assert_ergodic!(Walk);
    assert_reversible!(Walk);
    let chain = Chain::of(&Walk)?;
    let position: Vec<Rational> = (0..4).map(Rational::from).collect();
    let variance = asymptotic_variance(&chain, chain.target(), &position);
    assert_eq!(variance.to_string(), "23/2");
    Ok(())
}
