//! Texts that are nearly right: good ones with a few random edits.

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

/// Pieces that parsers stumble over.
const PIECES: [&str; 40] = [
    "0",
    "1",
    "-1",
    "1/2",
    "1/0",
    "0/0",
    "-0",
    "3/",
    "/3",
    "1e9",
    "1e400",
    "1e-400",
    "0x1p-1074",
    "~0.1",
    "~nan",
    "NaN",
    "inf",
    "99999999999999999999",
    "18446744073709551616",
    "\"",
    "\\",
    "\"\"",
    "[",
    "]",
    "[[[[[[[[",
    "{",
    "}",
    ",",
    "=",
    "#",
    "|",
    "\n",
    "\r\n",
    "\t",
    "\0",
    "\u{202e}",
    "\u{feff}",
    "\u{1b}[31m",
    "é",
    "𝔛",
];

/// A stream of edits that depends on a number alone.
pub struct Edits(ChaCha8Rng);

impl Edits {
    pub fn new(seed: u64, number: u64) -> Self {
        let mut generator = ChaCha8Rng::seed_from_u64(seed);
        generator.set_stream(number);
        Edits(generator)
    }

    /// A number below `count`, which is positive.
    pub fn below(&mut self, count: usize) -> usize {
        self.0.random_range(0..count)
    }

    pub fn pick<'l, T>(&mut self, list: &'l [T]) -> &'l T {
        &list[self.below(list.len())]
    }

    /// The text with one to six edits; pieces of the other texts may get in.
    pub fn edited(&mut self, text: &str, others: &[&str]) -> String {
        let mut characters: Vec<char> = text.chars().collect();
        for _ in 0..=self.below(6) {
            self.edit(&mut characters, others);
        }
        characters.into_iter().collect()
    }

    fn edit(&mut self, text: &mut Vec<char>, others: &[&str]) {
        let length = text.len();
        let start = self.below(length + 1);
        let end = (start + self.below(12)).min(length);
        match self.below(8) {
            // Left out, said twice, or moved.
            0 => drop(text.drain(start..end)),
            1 => {
                let again = text[start..end].to_vec();
                text.splice(end..end, again);
            }
            2 => {
                let moved: Vec<char> = text.drain(start..end).collect();
                let to = self.below(text.len() + 1);
                text.splice(to..to, moved);
            }
            // A word in its place, or beside it.
            3 => {
                let piece = *self.pick(&PIECES);
                text.splice(start..end, piece.chars());
            }
            4 => {
                let piece = *self.pick(&PIECES);
                text.splice(start..start, piece.chars());
            }
            // A part of another text.
            5 => {
                let other: Vec<char> = self.pick(others).chars().collect();
                let from = self.below(other.len() + 1);
                let to = (from + self.below(40)).min(other.len());
                text.splice(start..end, other[from..to].iter().copied());
            }
            // Much of the same.
            6 => {
                let piece = *self.pick(&PIECES);
                let many = piece.repeat(1 + self.below(2_000));
                text.splice(start..start, many.chars());
            }
            // The end is missing.
            _ => text.truncate(start.max(length / 2)),
        }
    }
}
