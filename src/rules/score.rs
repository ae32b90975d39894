//! What an arm is scored by: its value forward, or the smaller of both
//! directions.

/// How the value of an arm forward and in reverse becomes one score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// The value of the proposed move: the max rules.
    Forward,
    /// The smaller of the move and its reverse: the max-min rules.
    Smaller,
}

impl Score {
    /// The score.
    pub fn of<S: Ord>(self, forward: S, reverse: S) -> S {
        match self {
            Score::Forward => forward,
            Score::Smaller => forward.min(reverse),
        }
    }
}
