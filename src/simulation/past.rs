//! The past of a perfect draw: blocks of time, each with the state its
//! generator had, so that a later attempt runs over the very same randomness.
//!
//! Block 0 are the last sweeps before time 0, and every further block doubles
//! the time. An attempt runs through all blocks from the earliest to time 0;
//! only the earliest has randomness that was not used before.

use super::{SimulationError, Words};

/// Runs of the heat bath that enclose all others.
pub(super) trait Runs<const WIDTH: usize> {
    /// The number of sites.
    fn sites(&self) -> usize;

    /// Starts again, from all up and from all down.
    fn restart(&mut self);

    /// Updates every site in turn.
    fn sweep(&mut self, words: &mut Words<WIDTH>);

    /// Is there nothing left between the runs?
    fn have_met(&self) -> bool;
}

/// The randomness of one draw after another.
#[derive(Clone, Debug)]
pub(super) struct Past<const WIDTH: usize> {
    words: Words<WIDTH>,
    blocks: Vec<Words<WIDTH>>,
    first: usize,
}

/// The most updates of a site from the start of an attempt to time 0.
const MOST_UPDATES: usize = 1 << 32;

impl<const WIDTH: usize> Past<WIDTH> {
    /// A past whose first block has so many sweeps.
    pub(super) fn new(words: Words<WIDTH>, first: usize) -> Self {
        Past {
            words,
            blocks: Vec::new(),
            first: first.max(1),
        }
    }

    /// Goes back until the runs meet; they hold the draw then.
    pub(super) fn draw<R: Runs<WIDTH>>(&mut self, runs: &mut R) -> Result<(), SimulationError> {
        self.blocks.clear();
        let limit = MOST_UPDATES / runs.sites();
        loop {
            let earliest = self.blocks.len();
            self.blocks.push(self.words.clone());
            runs.restart();
            // What this block uses is used up for later draws.
            let sweeps = self.sweeps_of(earliest);
            run(runs, &mut self.words, sweeps);
            for block in (0..earliest).rev() {
                run(runs, &mut self.blocks[block].clone(), self.sweeps_of(block));
            }
            if runs.have_met() {
                return Ok(());
            }
            let sweeps = self.first << earliest;
            if sweeps > limit {
                return Err(SimulationError::NotMet { sweeps });
            }
        }
    }

    fn sweeps_of(&self, block: usize) -> usize {
        match block {
            0 => self.first,
            _ => self.first << (block - 1),
        }
    }
}

fn run<const WIDTH: usize, R: Runs<WIDTH>>(runs: &mut R, words: &mut Words<WIDTH>, sweeps: usize) {
    for _ in 0..sweeps {
        runs.sweep(words);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Writes down the words of every sweep, and meets after some attempts.
    struct Diary {
        attempts: Vec<Vec<u64>>,
        meets: usize,
    }

    impl Runs<1> for Diary {
        fn sites(&self) -> usize {
            1
        }

        fn restart(&mut self) {
            self.attempts.push(Vec::new());
        }

        fn sweep(&mut self, words: &mut Words<1>) {
            let sweeps = self.attempts.last_mut().expect("a restart comes first");
            sweeps.push(words.next_word());
        }

        fn have_met(&self) -> bool {
            self.attempts.len() == self.meets
        }
    }

    #[test]
    fn every_time_keeps_its_randomness() {
        let mut past = Past::new(Words::new(3, 0), 3);
        let mut diary = Diary {
            attempts: Vec::new(),
            meets: 4,
        };
        past.draw(&mut diary).expect("a draw");
        let lengths: Vec<usize> = diary.attempts.iter().map(Vec::len).collect();
        assert_eq!(lengths, [3, 6, 12, 24]);
        for pair in diary.attempts.windows(2) {
            assert!(pair[1].ends_with(&pair[0]));
        }
        let mut all = diary.attempts[3].clone();
        let mut next = Diary {
            attempts: Vec::new(),
            meets: 1,
        };
        past.draw(&mut next).expect("a draw");
        all.extend(&next.attempts[0]);
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), 27, "the next draw has randomness of its own");
    }

    #[test]
    fn runs_that_never_meet_are_given_up() {
        struct Never;
        impl Runs<1> for Never {
            fn sites(&self) -> usize {
                MOST_UPDATES >> 4
            }
            fn restart(&mut self) {}
            fn sweep(&mut self, _: &mut Words<1>) {}
            fn have_met(&self) -> bool {
                false
            }
        }
        let refused = Past::new(Words::new(3, 0), 1).draw(&mut Never);
        assert_eq!(refused, Err(SimulationError::NotMet { sweeps: 32 }));
    }
}
