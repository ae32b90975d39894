//! A lifted walk: it keeps its direction until a move is rejected, and turns
//! around then. It is not reversible, and right.

use peskun::prelude::*;

const WEIGHTS: [i64; 4] = [1, 2, 4, 3];

#[derive(Clone, Copy, PartialEq)]
enum Version {
    /// Moves at every step: right, and periodic.
    Eager,
    /// Rests now and then, which breaks the period.
    Lazy,
    /// Wrong: keeps its direction when a move is rejected.
    Stubborn,
}

struct LiftedWalk(Version);

/// A place on the path and a direction, +1 or -1.
type Lifted = (i64, i64);

fn weight(place: i64) -> Rational {
    let weight = usize::try_from(place)
        .ok()
        .and_then(|place| WEIGHTS.get(place));
    Rational::from(*weight.unwrap_or(&0))
}

impl Kernel for LiftedWalk {
    type State = Lifted;

    fn step<C: Chance>(&self, from: &Lifted, chance: &mut C) -> Result<Step<Lifted>, Interrupted> {
        let &(place, direction) = from;
        if self.0 == Version::Lazy && chance.coin(&Rational::new(1, 10))? {
            return Ok(Step::stayed(*from));
        }
        let to = place + direction;
        if chance.accept(&Ratio::of(&weight(to), &weight(place)))? {
            return Ok(Step::moved((to, direction)));
        }
        match self.0 {
            Version::Stubborn => Ok(Step::stayed(*from)),
            _ => Ok(Step::stayed((place, -direction))),
        }
    }
}

impl FiniteKernel for LiftedWalk {
    fn states(&self) -> Vec<Lifted> {
        (0..4).flat_map(|place| [(place, 1), (place, -1)]).collect()
    }

    fn target(&self) -> Vec<Rational> {
        self.states()
            .iter()
            .map(|&(place, _)| weight(place))
            .collect()
    }
}

#[test]
fn the_lazy_walk_is_right() {
    assert_ergodic!(LiftedWalk(Version::Lazy));
}

#[test]
fn the_eager_walk_is_right_for_averages_and_periodic() -> Result<(), Interrupted> {
    let verification = verify(&LiftedWalk(Version::Eager))?;
    verification.assert(Requirement::Sampler);
    assert_eq!(
        verification.to_string(),
        "\
invariant    holds
reversible   fails: (2, 1)→(3, 1) has flow 3/20, (3, 1)→(2, 1) has 0 (difference 3/20)
irreducible  holds
aperiodic    fails: period 2"
    );
    Ok(())
}

#[test]
fn a_kept_direction_is_caught() -> Result<(), Interrupted> {
    let verification = verify(&LiftedWalk(Version::Stubborn))?;
    println!("{verification}");
    let expected = "\
invariant    fails: (3, 1) has mass 3/20, and 3/10 after a step (difference 3/20)
reversible   fails: (2, 1)→(3, 1) has flow 3/20, (3, 1)→(2, 1) has 0 (difference 3/20)
irreducible  fails: 2 closed classes, {(0, -1)}, {(3, 1)}; {(0, 1), (1, 1), (1, -1), (2, 1), …} left for good
aperiodic    holds";
    assert_eq!(verification.to_string(), expected);
    Ok(())
}
