//! A finite law made ready for many exact draws: inversion with a guide table.
//!
//! A draw is a number U in [0, 1) of which as many binary digits are drawn as
//! are needed; its atom is the first i with U < C_i, the i-th running total
//! (Chen and Asau 1974, *On generating random variates from an empirical
//! distribution*). Nearly always 64 digits decide. Only when they are those of
//! a C_i are more digits drawn and compared with the exact remainder, so that
//! no probability is rounded.

use crate::numbers::{Integer, Natural, Rational, Weights};

/// A law that can be drawn from in a few nanoseconds, exactly.
#[derive(Clone, Debug)]
pub struct Lottery {
    /// The first 64 binary digits of the running totals; all ones for the last,
    /// which is 1 = 0.111…
    thresholds: Box<[u64]>,
    /// Where the search for an atom starts, by the first digits drawn.
    guide: Box<[u32]>,
    /// How far to shift a word for its place in the guide.
    shift: u32,
    /// What 64 digits leave of each running total, over the total weight.
    remainders: Box<[Natural]>,
    weights: Weights,
}

impl Lottery {
    /// The lottery of a law with these weights.
    ///
    /// # Panics
    /// If there are more than four billion atoms.
    pub fn new(weights: &Weights) -> Self {
        let total = weights.total();
        let last = weights.len() - 1;
        assert!(u32::try_from(last).is_ok(), "atoms are counted in 32 bits");
        let mut running = Natural::ZERO;
        let (mut thresholds, mut remainders) = (Vec::new(), Vec::new());
        for atom in 0..last {
            running += weights.weight(atom);
            let (digits, remainder) = next_digits(&running, total);
            thresholds.push(u64::try_from(&digits).expect("a proper fraction"));
            remainders.push(remainder);
        }
        thresholds.push(u64::MAX);
        remainders.push(total.clone());
        // Few cells have a running total in them, so that most words need no
        // search; large laws have at least twice as many cells as atoms.
        let cells = (16 * weights.len()).min(256).max(2 * weights.len());
        let bits = cells.next_power_of_two().ilog2().min(16);
        let shift = u64::BITS - bits;
        let first = |cell: u64| thresholds.partition_point(|&up_to| up_to < cell << shift) as u32;
        Lottery {
            guide: (0..1 << bits).map(first).collect(),
            shift,
            thresholds: thresholds.into(),
            remainders: remainders.into(),
            weights: weights.clone(),
        }
    }

    /// The law itself.
    pub fn weights(&self) -> &Weights {
        &self.weights
    }

    /// Draws an atom, given a source of 64 independent fair bits at a time.
    #[inline]
    pub fn draw(&self, mut words: impl FnMut() -> u64) -> usize {
        let word = words();
        let mut atom = self.guide[(word >> self.shift) as usize] as usize;
        while self.thresholds[atom] < word {
            atom += 1;
        }
        if self.thresholds[atom] == word {
            return self.refine(atom, words);
        }
        atom
    }

    /// More digits, where the first 64 are those of the running total of this
    /// atom and perhaps of others after it.
    #[cold]
    fn refine(&self, mut atom: usize, mut words: impl FnMut() -> u64) -> usize {
        let alike = |&&threshold: &&u64| threshold == self.thresholds[atom];
        let count = self.thresholds[atom..].iter().take_while(alike).count();
        let mut rest: Vec<Natural> = self.remainders[atom..atom + count].to_vec();
        while !rest.is_empty() {
            let word = Natural::from(words());
            let total = self.weights.total();
            let next: Vec<_> = rest.iter().map(|r| next_digits(r, total)).collect();
            // Totals below U are passed; those above are out of reach.
            atom += next.iter().filter(|(digits, _)| *digits < word).count();
            let open = next.into_iter().filter(|(digits, _)| *digits == word);
            rest = open.map(|(_, remainder)| remainder).collect();
        }
        atom
    }

    /// The probability of every atom, read back from the table.
    pub fn probabilities(&self) -> Vec<Rational> {
        let total = self.weights.total();
        let scale = Integer::from(total << 64);
        let running = self.thresholds.iter().zip(&self.remainders);
        let mut before = Integer::ZERO;
        running
            .map(|(&threshold, remainder)| {
                let here = Integer::from(Natural::from(threshold) * total + remainder);
                let weight = &here - std::mem::replace(&mut before, here.clone());
                Rational::from(weight) / Rational::from(scale.clone())
            })
            .collect()
    }
}

/// The next 64 binary digits of `numerator / total`, and what they leave.
fn next_digits(numerator: &Natural, total: &Natural) -> (Natural, Natural) {
    let shifted = numerator << 64;
    (&shifted / total, shifted % total)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lottery(weights: &[&str]) -> (Weights, Lottery) {
        let values: Vec<Rational> = weights.iter().map(|w| w.parse().expect("w")).collect();
        let weights = Weights::proportional_to(&values);
        let lottery = Lottery::new(&weights);
        (weights, lottery)
    }

    fn drawn(lottery: &Lottery, words: &[u64]) -> usize {
        let mut words = words.iter().copied();
        let atom = lottery.draw(|| words.next().expect("no more words than these"));
        assert_eq!(words.next(), None, "a word is left over");
        atom
    }

    #[test]
    fn the_table_has_exactly_the_law() {
        for weights in [
            vec!["1"],
            vec!["1", "1"],
            vec!["1", "2", "4"],
            vec!["1/3", "1/5", "1/7", "1/1000000007"],
            vec!["1", "100000000000000000000000000000", "1", "1", "5"],
        ] {
            let (weights, lottery) = lottery(&weights);
            let exact: Vec<Rational> = (0..weights.len()).map(|i| weights.probability(i)).collect();
            assert_eq!(lottery.probabilities(), exact);
        }
    }

    #[test]
    fn a_third_has_the_digits_0101() {
        let (_, lottery) = lottery(&["1", "2"]);
        let third = u64::MAX / 3;
        assert_eq!(drawn(&lottery, &[third - 1]), 0);
        assert_eq!(drawn(&lottery, &[third + 1]), 1);
        assert_eq!(drawn(&lottery, &[third, third - 1]), 0);
        assert_eq!(drawn(&lottery, &[third, third, third, third + 1]), 1);
        assert_eq!(drawn(&lottery, &[u64::MAX, 7]), 1);
    }

    #[test]
    fn a_half_is_reached_from_above_only() {
        let (_, lottery) = lottery(&["1", "1"]);
        assert_eq!(drawn(&lottery, &[(1 << 63) - 1]), 0);
        assert_eq!(drawn(&lottery, &[1 << 63, 1]), 1);
        assert_eq!(drawn(&lottery, &[1 << 63, 0, 0, 5]), 1);
    }

    /// Atoms too small for 64 digits share a threshold.
    #[test]
    fn tiny_atoms_are_told_apart_by_more_digits() {
        let two_to_the_66 = "73786976294838206464";
        let (_, lottery) = lottery(&["1", "1", "1", "1", two_to_the_66]);
        // The running totals are 1, 2, 3 and 4 over 2⁶⁶ + 4: a little less
        // than a quarter, a half, … of the first word's last digit.
        assert_eq!(drawn(&lottery, &[1]), 4);
        assert_eq!(drawn(&lottery, &[0, 0]), 0);
        assert_eq!(drawn(&lottery, &[0, 1 << 62]), 1);
        assert_eq!(drawn(&lottery, &[0, 3 << 62]), 3);
        assert_eq!(drawn(&lottery, &[0, u64::MAX - 1]), 3);
        assert_eq!(drawn(&lottery, &[0, u64::MAX, 1]), 4);
    }
}
