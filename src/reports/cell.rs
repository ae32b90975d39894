//! A piece of text with a meaning: words, and numbers that know all their digits.

use super::decimal::{DIGITS, at_most, decimal};
use crate::chains::Figure;
use crate::numbers::{Natural, Rational, bit_length, magnitude};
use crate::outside::is_hidden;

/// A piece of text with a meaning.
#[derive(Clone, Debug)]
pub struct Cell {
    pieces: Vec<Piece>,
    /// Decimal digits of long numbers on a page.
    digits: usize,
    /// Characters of the longest number that is shown there.
    longest: usize,
    /// Characters of the longest one that is not whole, if fewer.
    longest_fraction: usize,
    /// Is it a number, to be set flush right?
    pub number: bool,
    /// How it is meant.
    pub tone: Tone,
}

/// Words, or a number among them, or nothing where there could be one, with a
/// reason or without.
#[derive(Clone, Debug)]
enum Piece {
    Words(String),
    Nothing(String),
    Number(Figure),
}

/// Whether something is good or bad news.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// Neither.
    Plain,
    /// Good.
    Good,
    /// Bad.
    Bad,
}

/// The most characters of a fraction that are shown on a page.
const LONGEST: usize = 48;

impl Piece {
    /// All digits; both ends of an enclosure.
    fn text(&self) -> String {
        match self {
            Piece::Words(words) => words.clone(),
            Piece::Nothing(_) => String::new(),
            Piece::Number(Figure::Exact(value)) => value.to_string(),
            Piece::Number(Figure::Enclosed { low, high }) => format!("[{low}, {high}]"),
        }
    }

    /// Is it too long for a page, or an enclosure?
    fn is_long(&self, is_long: impl Fn(&Rational) -> bool) -> bool {
        match self {
            Piece::Words(_) | Piece::Nothing(_) => false,
            Piece::Number(Figure::Exact(value)) => is_long(value),
            Piece::Number(Figure::Enclosed { .. }) => true,
        }
    }

    /// The text for a page: a long fraction as ≈ and decimals, an enclosure with
    /// its radius.
    fn shown(&self, digits: usize, is_long: impl Fn(&Rational) -> bool) -> String {
        match self {
            Piece::Number(Figure::Exact(value)) if is_long(value) => {
                format!("≈{}", decimal(value, digits))
            }
            Piece::Number(figure @ Figure::Enclosed { low, high }) => {
                let half = Rational::new(1, 2);
                let middle = (low + high) * &half;
                let radius = figure.width() * half;
                format!("≈{}±{}", decimal(&middle, digits), at_most(&radius))
            }
            Piece::Words(words) => visible(words),
            Piece::Nothing(why) if why.is_empty() => "–".into(),
            Piece::Nothing(why) => format!("– ({})", visible(why)),
            other => other.text(),
        }
    }
}

fn is_long(value: &Rational, longest: usize) -> bool {
    // Writing out what is much too long would take time for nothing.
    let bits = bit_length(&magnitude(value.numerator())) + bit_length(value.denominator());
    bits > 4 * longest || value.to_string().len() > longest
}

impl Cell {
    /// Some words. On a page control characters, which could disturb a
    /// terminal, are spaces, and what changes the direction of a text or has no
    /// width is written out.
    pub fn words(text: impl Into<String>) -> Self {
        Self::of(vec![Piece::Words(text.into())])
    }

    /// Nothing: a dash on a page, an empty field in a sheet.
    pub fn nothing() -> Self {
        Self::nothing_because("")
    }

    /// The same with the reason, which is on a page only.
    pub fn nothing_because(why: impl Into<String>) -> Self {
        Self::of(vec![Piece::Nothing(why.into())])
    }

    fn of(pieces: Vec<Piece>) -> Self {
        Cell {
            pieces,
            digits: DIGITS,
            longest: LONGEST,
            longest_fraction: LONGEST,
            number: false,
            tone: Tone::Plain,
        }
    }

    /// A number. Fractions too long for a page have a decimal stand-in there;
    /// CSV and JSON are always exact.
    pub fn number(value: &Rational) -> Self {
        Self::figure(&Figure::Exact(value.clone()))
    }

    /// A number that is exact or enclosed.
    pub fn figure(figure: &Figure) -> Self {
        Cell {
            number: true,
            ..Self::of(vec![Piece::Number(figure.clone())])
        }
    }

    /// Words with numbers among them: what `write` gives, where it writes every
    /// number through the function that it is handed.
    pub fn sentence(write: impl FnOnce(&dyn Fn(&Rational) -> String) -> String) -> Self {
        Self::sentence_of_figures(|figure| {
            write(&|number: &Rational| figure(&Figure::Exact(number.clone())))
        })
    }

    /// The same with numbers that are exact or enclosed.
    pub fn sentence_of_figures(write: impl FnOnce(&dyn Fn(&Figure) -> String) -> String) -> Self {
        const MARK: char = '\u{0}';
        let numbers = std::cell::RefCell::new(Vec::new());
        let text = write(&|number: &Figure| {
            numbers.borrow_mut().push(number.clone());
            MARK.to_string()
        });
        let mut numbers = numbers.into_inner().into_iter();
        let mut pieces = Vec::new();
        for (position, words) in text.split(MARK).enumerate() {
            if position > 0 {
                let number = numbers.next();
                pieces.extend(number.map(Piece::Number));
            }
            pieces.push(Piece::Words(words.into()));
        }
        Self::of(pieces)
    }

    /// A number, or a dash where there is none.
    pub fn maybe(value: Option<&Rational>) -> Self {
        value.map_or_else(Self::nothing, Self::number)
    }

    /// A figure, or a dash where there is none.
    pub fn maybe_figure(figure: Option<&Figure>) -> Self {
        figure.map_or_else(Self::nothing, Self::figure)
    }

    /// The whole text, with all digits.
    pub fn text(&self) -> String {
        self.pieces.iter().map(Piece::text).collect()
    }

    /// The text for a page.
    pub fn shown(&self) -> String {
        let pieces = self.pieces.iter();
        pieces
            .map(|piece| piece.shown(self.digits, |value| self.is_long(value)))
            .collect()
    }

    /// Does the page show a stand-in?
    pub fn is_shortened(&self) -> bool {
        let is_long = |value: &Rational| self.is_long(value);
        self.pieces.iter().any(|piece| piece.is_long(is_long))
    }

    /// Is a number too long for a page?
    fn is_long(&self, value: &Rational) -> bool {
        let longest = match *value.denominator() == Natural::ONE {
            true => self.longest,
            false => self.longest.min(self.longest_fraction),
        };
        is_long(value, longest)
    }

    /// The same with so many digits for what is too long.
    pub fn with_digits(self, digits: usize) -> Self {
        Cell { digits, ..self }
    }

    /// The same where fractions of more characters are too long.
    pub fn with_longest(self, longest: usize) -> Self {
        Cell { longest, ..self }
    }

    /// The same where those that are not whole are, already with so many.
    pub fn with_fractions(self, longest_fraction: usize) -> Self {
        Cell {
            longest_fraction,
            ..self
        }
    }

    /// A number that is written already.
    pub fn digits(text: impl Into<String>) -> Self {
        Cell {
            number: true,
            ..Self::words(text)
        }
    }

    /// The same with a meaning.
    pub fn toned(self, good: bool) -> Self {
        self.in_tone(if good { Tone::Good } else { Tone::Bad })
    }

    /// The same in a tone.
    pub fn in_tone(self, tone: Tone) -> Self {
        Cell { tone, ..self }
    }
}

/// A text for a page, where nothing in it acts: ends of lines are blanks, and other
/// characters that would act are written as `\u{1b}`.
pub(super) fn visible(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\n' | '\r' | '\t' => out.push(' '),
            hidden if is_hidden(hidden) => out.extend(hidden.escape_unicode()),
            shown => out.push(shown),
        }
    }
    out
}
