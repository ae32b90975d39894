//! Is a stationary law near a target that every single state keeps up to rounding?
//!
//! What enters and leaves single states may agree to ten digits while a set of
//! states that is seldom left gains or loses half of its mass. Write F(i, j) =
//! π(i)·P(i, j) for the flows of the target π, d(j) = Σᵢ F(i, j) − π(j) for what a
//! state gains in a step, and μ = g·π for the stationary law on a closed class. As
//! rows of F add up to π, columns to π + d, and μP = μ,
//!
//! Σ F(i, j)·(g(i) − g(j))² = Σ d(j)·g(j)².
//!
//! Let a and b be the least and the largest g, so that a ≤ 1 ≤ b, D = Σ |d(j)|, and
//! R the resistance of the worst path: of the sums of 1/(F(i, j) + F(j, i)) along
//! paths. As Σ d(j) = 0 the right side is at most D·(b² − a²)/2, and by Cauchy's
//! inequality along a path from a to b the left side is at least (b − a)²/R. So
//! b − a ≤ R·D·(a + b)/2: no mass of μ differs from that of π by more than R·D,
//! relative to the larger of them.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::verdicts::LawWitness;
use super::{Accuracy, Chain, Classes, Figure, Stationary};
use crate::numbers::{Integer, Natural, Rational, SparseMatrix, bit_length, magnitude};

/// What the stationary law says where single states say nothing.
#[derive(Debug)]
pub(super) enum Nearness {
    /// It agrees with the target in every state.
    Near,
    /// It does not: in this state least of all.
    Far(LawWitness),
    /// It is not known whether it does, for this reason.
    Unknown(String),
}

/// Does the stationary law agree with the target in every state, up to so much
/// relative to the larger mass? By the bound above, or where that is too wide by the
/// law itself.
pub(super) fn nearness(chain: &Chain, allowed: &Rational) -> Nearness {
    let Classes { closed, transient } = chain.classes();
    let supported = |state: &usize| chain.target()[*state].is_positive();
    let left = transient.into_iter().filter(supported);
    if let Some(state) = left.max_by_key(|&state| &chain.target()[state]) {
        return Nearness::Far(LawWitness {
            state,
            stationary: Figure::Exact(Rational::ZERO),
            target: chain.target()[state].clone(),
        });
    }
    let mut entered = closed.iter().filter(|class| class.iter().any(supported));
    let flows = Flows::of(chain);
    if entered.all(|class| flows.bound(class) <= *allowed) {
        return Nearness::Near;
    }
    let law = Stationary::of(chain, Accuracy::default());
    match (law.reason(), unlike_target(chain, &law)) {
        (None, Some(witness)) if witness.relative_difference() > *allowed => Nearness::Far(witness),
        (None, _) => Nearness::Near,
        (Some(reason), _) => Nearness::Unknown(format!(
            "what enters and leaves single states agrees up to rounding, but sets of states \
             that are seldom left may be out of balance, and {reason}"
        )),
    }
}

/// The state whose mass under the stationary law differs most from its mass under
/// the target, in relative terms; nothing if the law is not known.
fn unlike_target(chain: &Chain, law: &Stationary) -> Option<LawWitness> {
    let states = chain.target().iter().enumerate();
    let witnesses = states.filter_map(|(state, target)| {
        Some(LawWitness {
            state,
            stationary: law.mass(state)?,
            target: target.clone(),
        })
    });
    witnesses.max_by_key(LawWitness::relative_difference)
}

/// The flows of the target, and those back.
struct Flows<'c> {
    chain: &'c Chain,
    columns: SparseMatrix,
}

impl<'c> Flows<'c> {
    fn of(chain: &'c Chain) -> Self {
        Flows {
            chain,
            columns: chain.matrix().transposed(),
        }
    }

    /// At least R·D on a closed class of states of positive target.
    fn bound(&self, class: &[usize]) -> Rational {
        let resistance = self.resistance(class[0]);
        // So many that what is rounded stays far below every tolerance.
        let bits = bit_length(&resistance) + 64;
        let product = resistance * self.gained(class, bits);
        Rational::from_parts(Integer::from(product), Natural::ONE << (bits + UNIT))
    }

    /// At least the resistance between any two states of a class: twice that from this
    /// one of them to the farthest (Dijkstra 1959), in units of 2 to the power −UNIT.
    fn resistance(&self, root: usize) -> Natural {
        let mut least: Vec<Option<Natural>> = vec![None; self.chain.states().len()];
        let mut open = BinaryHeap::from([(Reverse(Natural::ZERO), root)]);
        let mut farthest = Natural::ZERO;
        while let Some((Reverse(distance), state)) = open.pop() {
            if least[state].is_some() {
                continue;
            }
            for next in self.neighbors(state) {
                if least[next].is_none() {
                    open.push((Reverse(&distance + self.length(state, next)), next));
                }
            }
            least[state] = Some(distance.clone());
            farthest = distance;
        }
        farthest * Natural::from(2u8)
    }

    fn neighbors(&self, state: usize) -> impl Iterator<Item = usize> {
        let there = self.chain.matrix().row(state).map(|(next, _)| next);
        let back = self.columns.row(state).map(|(next, _)| next);
        let positive = |next: &usize| self.chain.target()[*next].is_positive();
        there.chain(back).filter(positive)
    }

    /// One over the flows between two states together, rounded up.
    fn length(&self, one: usize, other: usize) -> Natural {
        let both = self.chain.flow(one, other) + self.chain.flow(other, one);
        (both.denominator() << UNIT) / magnitude(both.numerator()) + Natural::ONE
    }

    /// At least what all states of a class gain or lose in a step, in units of 2 to
    /// the power −bits.
    fn gained(&self, class: &[usize], bits: usize) -> Natural {
        let down = |value: &Rational| (magnitude(value.numerator()) << bits) / value.denominator();
        let of_state = |&state: &usize| {
            let sources = self.columns.row(state).map(|(from, _)| from);
            let flows = sources.map(|from| down(&self.chain.flow(from, state)));
            let (mut into, mut lost) = (Natural::ZERO, Natural::ONE);
            for flow in flows {
                into += flow;
                lost += Natural::ONE;
            }
            let before = Integer::from(down(&self.chain.target()[state]));
            magnitude(&(Integer::from(into) - before)) + lost
        };
        class
            .iter()
            .map(of_state)
            .fold(Natural::ZERO, |sum, gained| sum + gained)
    }
}

/// Binary places of a resistance, which is at least a half.
const UNIT: usize = 64;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chains::given::chain;
    use crate::chains::{relative, stationary_law};

    fn q(above: i64, below: i64) -> Rational {
        Rational::new(above, below)
    }

    /// Two cycles of three states, with a bridge each way.
    fn two_cycles(there: &Rational, back: &Rational) -> Chain {
        let half = q(1, 2);
        let mut rows = vec![vec![Rational::ZERO; 6]; 6];
        for (from, row) in rows.iter_mut().enumerate() {
            row[from] = half.clone();
            row[from / 3 * 3 + (from + 1) % 3] = half.clone();
        }
        for (from, to, p) in [(2, 3, there), (3, 2, back)] {
            rows[from][from] = &half - p;
            rows[from][to] = p.clone();
        }
        chain(vec![q(1, 6); 6], rows)
    }

    /// The largest relative difference of a mass to its target, by solving.
    fn difference(chain: &Chain) -> Rational {
        let law = stationary_law(chain).expect("one law");
        let pairs = law.iter().zip(chain.target());
        let apart = pairs.map(|(mass, target)| relative(mass, target));
        apart.max().expect("states")
    }

    /// No mass is farther from its target than the bound, which is not far from it
    /// where one bridge decides.
    #[test]
    fn the_bound_holds_and_is_not_wide() {
        let every: Vec<usize> = (0..6).collect();
        for digits in 1..12 {
            let there = q(1, 10).power(digits);
            for factor in [q(101, 100), q(3, 2), q(2, 1), q(1, 3)] {
                let chain = two_cycles(&there, &(&there * factor));
                let (difference, bound) = (difference(&chain), Flows::of(&chain).bound(&every));
                assert!(difference.is_positive() && difference <= bound, "{digits}");
                let wide = &difference * q(6, 1);
                assert!(digits < 3 || bound <= wide, "{digits}: {bound}");
            }
            let right = two_cycles(&there, &there);
            assert!(Flows::of(&right).bound(&every) < q(1, 1 << 60));
        }
    }

    /// The same for chains of any shape that nearly keep their target.
    #[test]
    fn the_bound_holds_on_other_chains() {
        let mut state = 1u64;
        let mut below = |end: u64| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % end
        };
        for _ in 0..200 {
            let size = 2 + below(5) as usize;
            let weights: Vec<i64> = (0..size).map(|_| 1 + below(9) as i64).collect();
            let total: i64 = weights.iter().sum();
            let mut rows = vec![vec![Rational::ZERO; size]; size];
            for (from, row) in rows.iter_mut().enumerate() {
                for to in (0..size).filter(|to| *to != from) {
                    // Detailed balance, but for a thousandth and for moves around.
                    let off = q(1_000 + below(3) as i64 - 1, 1_000);
                    let scale = Rational::from(20 * size);
                    let around = i64::from(to == (from + 1) % size);
                    let flow = off + Rational::from(around);
                    row[to] = flow / (Rational::from(weights[from]) * scale);
                }
                let leaves: Rational = row.iter().cloned().sum();
                row[from] = Rational::ONE - leaves;
            }
            let target = weights.iter().map(|&weight| q(weight, total)).collect();
            let chain = chain(target, rows);
            let every: Vec<usize> = (0..size).collect();
            assert!(difference(&chain) <= Flows::of(&chain).bound(&every));
        }
    }
}
