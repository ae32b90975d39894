//! Are there as many alarms as the probability of each says? Not only no more: a
//! test that is never wrong because it never says anything is no test either.

use std::collections::BTreeMap;

use peskun::statistics::{CrossingTest, power};

/// Alarms of independent tests that were counted, and how many are expected.
#[derive(Clone, Copy, Debug, Default)]
pub struct Alarms {
    pub counted: u64,
    /// The sum of the probabilities, if it is known within bounds.
    pub least: f64,
    pub most: f64,
}

impl Alarms {
    /// A test with this probability of an alarm.
    pub fn count(&mut self, alarm: bool, (least, most): (f64, f64)) {
        self.counted += u64::from(alarm);
        self.least += least;
        self.most += most;
    }

    pub fn and(self, other: Self) -> Self {
        Alarms {
            counted: self.counted + other.counted,
            least: self.least + other.least,
            most: self.most + other.most,
        }
    }

    /// Not too many and not too few. If the probabilities are right this fails with
    /// at most the level: a sum of independent indicators with mean m is x or
    /// more, or x or less, on its side of m, with probability at most
    /// exp(−(x ln(x/m) − x + m)).
    pub fn are_as_expected(&self, level: f64) -> bool {
        let counted = self.counted as f64;
        let exponent = |mean: f64| match counted > 0.0 {
            true => counted * (counted / mean).ln() - counted + mean,
            false => mean,
        };
        let bound = (2.0 / level).ln();
        let too_many = counted > self.most && exponent(self.most) > bound;
        let too_few = counted < self.least && exponent(self.least) > bound;
        !too_many && !too_few
    }

    /// Would alarms be noticed that are more often than they should, by this?
    pub fn would_notice(&self, factor: f64, level: f64) -> bool {
        let counted = (factor * self.most) as u64;
        !Alarms { counted, ..*self }.are_as_expected(level)
    }
}

/// Alarms for each set of a test of crossings, at one level.
#[derive(Clone, Debug)]
pub struct SetAlarms {
    pub level: f64,
    pub sets: Vec<Alarms>,
    /// The exact probability of an alarm, given how many crossed.
    known: BTreeMap<u64, f64>,
}

impl SetAlarms {
    pub fn new(level: f64) -> Self {
        SetAlarms {
            level,
            sets: Vec::new(),
            known: BTreeMap::new(),
        }
    }

    /// Counts the alarms of a test at the level: for each set, and of the whole test,
    /// which is raised if that of any set is.
    pub fn count(&mut self, test: &CrossingTest) -> Alarms {
        let sets = test.sets.len();
        self.sets.resize(sets, Alarms::default());
        let mut whole = Alarms::default();
        for (set, alarms) in test.sets.iter().zip(&mut self.sets) {
            let crossed = set.entered + set.left;
            let probability = self.known.entry(crossed);
            let probability =
                *probability.or_insert_with(|| power(0.5, 0.5, sets, crossed, self.level));
            let alarm = set.statistic > test.threshold;
            alarms.count(alarm, (probability, probability));
            whole.counted |= u64::from(alarm);
            whole.least = whole.least.max(probability);
            whole.most += probability;
        }
        whole
    }

    pub fn and(mut self, other: &Self) -> Self {
        let sets = self.sets.len().max(other.sets.len());
        self.sets.resize(sets, Alarms::default());
        for (one, other) in self.sets.iter_mut().zip(&other.sets) {
            *one = one.and(*other);
        }
        self
    }
}
