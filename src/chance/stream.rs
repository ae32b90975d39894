//! The streams of random numbers that a run takes from one seed, by purpose: no
//! two purposes share a stream.

/// What random numbers are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stream {
    /// The steps of the chain with this number.
    Chain(u64),
    /// Where the chain with this number starts.
    Start(u64),
    /// The experiment with this number, apart from the chains.
    Experiment(u64),
    /// A part of a simulated point of a figure.
    Point(u64),
    /// Data that a model is built from.
    Data,
}

impl Stream {
    /// The number of the stream: the purpose in its first eight binary digits.
    ///
    /// # Panics
    /// If the number of a chain, experiment or part has more than 56 digits.
    pub fn number(self) -> u64 {
        const DIGITS: u32 = 56;
        let (purpose, number) = match self {
            Stream::Chain(number) => (0, number),
            Stream::Start(number) => (1, number),
            Stream::Experiment(number) => (2, number),
            Stream::Point(number) => (3, number),
            Stream::Data => (4, 0),
        };
        assert!(number >> DIGITS == 0, "{self:?} is too large a number");
        purpose << DIGITS | number
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::Sampler;

    #[test]
    fn no_two_purposes_share_a_stream() {
        let numbers = [0, 1, 2, 1_023, 1 << 32, (1 << 40) - 1, (1 << 56) - 1];
        let kinds = [
            Stream::Chain,
            Stream::Start,
            Stream::Experiment,
            Stream::Point,
        ];
        let numbered = kinds.iter().flat_map(|kind| numbers.map(kind));
        let streams: Vec<Stream> = numbered.chain([Stream::Data]).collect();
        for (place, one) in streams.iter().enumerate() {
            for other in &streams[place + 1..] {
                assert_ne!(one.number(), other.number(), "{one:?} {other:?}");
                let word = |stream| Sampler::of(2_019, stream).next_word();
                assert_ne!(word(*one), word(*other), "{one:?} {other:?}");
            }
        }
        // Chain c draws from stream c of the seed.
        assert_eq!(Stream::Chain(7).number(), 7);
    }

    #[test]
    #[should_panic(expected = "too large a number")]
    fn a_number_does_not_reach_into_the_purpose() {
        Stream::Chain(1 << 56).number();
    }
}
