//! A lazy random walk on a path with reflecting ends, verified exactly.

use peskun::chains::{Chain, asymptotic_variance};
use peskun::chance::{Ask, Chance, Interrupted};
use peskun::kernels::{FiniteKernel, Kernel, Step};
use peskun::numbers::{Law, Rational};

struct Walk;

impl Kernel for Walk {
    type State = i32;
    fn step<C: Chance>(&self, &from: &i32, chance: &mut C) -> Result<Step<i32>, Interrupted> {
        let third = Law::proportional_to([-1, 0, 1].map(|way| (way, Rational::ONE)));
        let to = from + chance.draw(&third.expect("three ways"))?;
        let accepted = (0..4).contains(&to);
        Ok(Step {
            state: if accepted { to } else { from },
            accepted,
            arm: None,
            cost: 0,
        })
    }
}

impl FiniteKernel for Walk {
    fn states(&self) -> Vec<i32> {
        (0..4).collect()
    }
    fn label(&self, state: &i32) -> String {
        state.to_string()
    }
    fn target(&self) -> Vec<Rational> {
        vec![Rational::new(1, 4); 4]
    }
}

#[test]
fn the_walk_is_reversible_and_its_variance_is_exact() {
    let chain = Chain::of(&Walk).expect("four states");
    assert_eq!(chain.imbalance(), None);
    let position: Vec<Rational> = (0..4).map(Rational::from).collect();
    let variance = asymptotic_variance(&chain, chain.target(), &position);
    assert_eq!(variance.to_string(), "23/2");
}
