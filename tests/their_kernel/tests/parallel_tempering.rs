//! Parallel tempering: two chains on a path, one at the target and a hotter one
//! that moves more freely, which now and then exchange their places.

use peskun::prelude::*;

/// The target, with a barrier between its two modes.
const COLD: [i64; 4] = [16, 4, 1, 9];
/// The same at twice the temperature: square roots.
const HOT: [i64; 4] = [4, 2, 1, 3];

/// The places of the cold and of the hot chain.
type Pair = (usize, usize);

fn weight(&(cold, hot): &Pair) -> Rational {
    Rational::from(COLD[cold] * HOT[hot])
}

/// The place before or after, or the same at the ends.
fn near<C: Chance>(place: usize, chance: &mut C) -> Result<usize, Interrupted> {
    match chance.coin(&Rational::new(1, 2))? {
        true => Ok((place + 1).min(3)),
        false => Ok(place.saturating_sub(1)),
    }
}

struct Tempering {
    /// Is the ratio of a swap upside down? It should not be.
    reversed_swap: bool,
}

impl Kernel for Tempering {
    type State = Pair;

    fn step<C: Chance>(&self, from: &Pair, chance: &mut C) -> Result<Step<Pair>, Interrupted> {
        let &(cold, hot) = from;
        let move_kind = chance.uniform(3)?;
        let to = match move_kind {
            0 => (near(cold, chance)?, hot),
            1 => (cold, near(hot, chance)?),
            _ => (hot, cold),
        };
        let mut ratio = Ratio::of(&weight(&to), &weight(from));
        if move_kind == 2 && self.reversed_swap {
            ratio = Ratio::of(&weight(from), &weight(&to));
        }
        match chance.accept(&ratio)? {
            true => Ok(Step::moved(to)),
            false => Ok(Step::stayed(*from)),
        }
    }
}

impl FiniteKernel for Tempering {
    fn states(&self) -> Vec<Pair> {
        (0..4)
            .flat_map(|cold| (0..4).map(move |hot| (cold, hot)))
            .collect()
    }

    fn target(&self) -> Vec<Rational> {
        self.states().iter().map(weight).collect()
    }
}

#[test]
fn parallel_tempering_is_right() {
    assert_ergodic!(Tempering {
        reversed_swap: false
    });
}

#[test]
fn a_reversed_swap_is_caught() -> Result<(), Interrupted> {
    let verification = verify(&Tempering {
        reversed_swap: true,
    })?;
    println!("{verification}");
    assert_eq!(
        verification.to_string(),
        "\
invariant    fails: (0, 1) has mass 8/75, and 2/25 after a step (difference -2/75)
reversible   fails: (0, 1)→(1, 0) has flow 8/225, (1, 0)→(0, 1) has 2/225 (difference 2/75)
irreducible  holds
aperiodic    holds"
    );
    Ok(())
}
