//! The pair of states whose entries under two chains differ most: roughly first,
//! so that long fractions are subtracted only where that does not tell.

use super::{Figure, PeskunPair};
use crate::numbers::{Ball, Precision, Rational};

/// Finer than differences that matter; closer ones are compared exactly.
const PRECISION: Precision = Precision(256);

/// The first of the pairs whose entries differ most, of those added so far.
#[derive(Debug, Default)]
pub(super) struct Widest(Option<(Ball, PeskunPair)>);

impl Widest {
    /// Adds a pair whose entries surely differ.
    pub(super) fn add(&mut self, pair: PeskunPair) {
        let rough = rough_gap(&pair);
        let is_wider = match &self.0 {
            None => true,
            Some((kept, other)) => match rough.minus(kept).sign() {
                Some(sign) => sign > 0,
                None => gap(&pair) > gap(other),
            },
        };
        if is_wider {
            self.0 = Some((rough, pair));
        }
    }

    /// The pair, if any was added.
    pub(super) fn pair(self) -> Option<PeskunPair> {
        self.0.map(|(_, pair)| pair)
    }
}

/// The entry that is larger, and the smaller one.
fn sorted(pair: &PeskunPair) -> (&Figure, &Figure) {
    match pair.first.low() > pair.second.high() {
        true => (&pair.first, &pair.second),
        false => (&pair.second, &pair.first),
    }
}

fn rough_gap(pair: &PeskunPair) -> Ball {
    let (above, below) = sorted(pair);
    let (above, below) = (
        PRECISION.enclose(above.low()),
        PRECISION.enclose(below.high()),
    );
    above.minus(&below)
}

/// By how much the entries surely differ.
fn gap(pair: &PeskunPair) -> Rational {
    let (above, below) = sorted(pair);
    above.low() - below.high()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pair(from: usize, first: Rational, second: Rational) -> PeskunPair {
        PeskunPair {
            from,
            to: 9,
            first: Figure::Exact(first),
            second: Figure::Exact(second),
        }
    }

    #[test]
    fn the_first_of_the_widest_is_kept_however_close() {
        let tiny = Rational::new(1, 2).power(900);
        let (third, half) = (Rational::new(1, 3), Rational::new(1, 2));
        for (gaps, widest) in [
            (vec![third.clone(), half.clone(), third.clone()], Some(1)),
            (vec![half.clone(), half.clone()], Some(0)),
            (vec![half.clone(), &half + &tiny, half], Some(1)),
            (vec![tiny.clone(), &tiny + &tiny, tiny], Some(1)),
            (vec![], None),
        ] {
            let mut all = Widest::default();
            for (from, gap) in gaps.into_iter().enumerate() {
                // Either entry may be the larger one.
                let entries = (third.clone(), &third + gap);
                all.add(match from % 2 {
                    0 => pair(from, entries.0, entries.1),
                    _ => pair(from, entries.1, entries.0),
                });
            }
            assert_eq!(all.pair().map(|pair| pair.from), widest);
        }
    }

    #[test]
    fn close_gaps_between_entries_of_different_size() {
        let tiny = Rational::new(1, 2).power(900);
        let wide = Rational::new(1, 3);
        let wider = &wide + tiny;
        for (gaps, widest) in [([&wider, &wide], 0), ([&wide, &wider], 1)] {
            for lower in [[1, 2], [2, 1]] {
                let mut all = Widest::default();
                for from in [0, 1] {
                    let lower = Rational::new(lower[from], 5);
                    let upper = &lower + gaps[from];
                    all.add(pair(from, lower, upper));
                }
                assert_eq!(all.pair().map(|pair| pair.from), Some(widest));
            }
        }
    }
}
