//! Words in LaTeX: nothing in them is a command, letters that a classic engine
//! does not know are shown by their code points there, and long words can be
//! broken.

use super::cell::visible;

/// The command that writes a letter which only newer engines know, and only with a
/// font that has it.
pub(super) const OTHER: &str = "\\otherletter";

/// What a document with such letters begins with.
pub(super) const OTHER_DEFINITION: &str = "\\ifdefined\\Umathcode\\providecommand\\otherletter[2]{\\iffontchar\\font\"#1 #2\\else\\texttt{U+#1}\\fi}\\else\\providecommand\\otherletter[2]{\\texttt{U+#1}}\\fi\n";

/// A character as it is written, and its width in digits of the same font, about
/// which this is generous.
struct Glyph {
    character: char,
    written: String,
    width: f64,
}

/// Words on one line.
pub(super) fn escape(text: &str) -> String {
    glyphs(text).map(|glyph| glyph.written).collect()
}

/// The width of words in digits of the same font.
pub(super) fn width(text: &str) -> f64 {
    glyphs(text).map(|glyph| glyph.width).sum()
}

/// Words in a paragraph: a long one that is not plain English can be broken behind
/// its punctuation, and everywhere if it has none.
pub(super) fn breakable(text: &str) -> String {
    const PIECE: f64 = 6.0;
    const LETTERS: f64 = 11.0;
    const ENGLISH: usize = 14;
    const SHORT: f64 = 12.0;
    let glyphs: Vec<Glyph> = glyphs(text).collect();
    let mut out = String::new();
    for word in glyphs.split_inclusive(|glyph| glyph.character == ' ') {
        let is_letter = |glyph: &Glyph| glyph.character.is_ascii_alphabetic();
        let letters = word.iter().filter(|glyph| is_letter(glyph)).count();
        let wide: f64 = word.iter().map(|glyph| glyph.width).sum();
        let is_english = word.len() <= ENGLISH && word.len() - letters <= 2 && letters > 2;
        let stays = is_english || wide <= SHORT;
        let mut since = 0.0;
        for (place, glyph) in word.iter().enumerate() {
            out += &glyph.written;
            since += glyph.width;
            let punctuated = "/-_,:;|=+()→–".contains(glyph.character) && since > 2.0;
            let piece = if is_letter(glyph) { LETTERS } else { PIECE };
            let breaks = !stays && (punctuated || since >= piece);
            if breaks && place + 1 < word.len() {
                out += "\\allowbreak{}";
                since = 0.0;
            }
        }
    }
    out
}

/// Is a word so long that its middle is left out?
pub(super) fn is_cut(text: &str) -> bool {
    visible(text).split(' ').any(|word| breadth(word) > LONGEST)
}

/// The widest word that is written in full.
const LONGEST: f64 = 120.0;

fn breadth(word: &str) -> f64 {
    let width = |c: char| if c.is_ascii() { 1.0 } else { 6.0 };
    word.chars().map(width).sum()
}

/// The text with … for the middle of every word that is too long.
fn shortened(text: &str) -> String {
    let word = |word: &str| {
        if breadth(word) <= LONGEST {
            return word.to_string();
        }
        let few = |from: &mut dyn Iterator<Item = char>, most: f64| {
            let mut wide = 0.0;
            let few = from.take_while(|&c| {
                wide += if c.is_ascii() { 1.0 } else { 6.0 };
                wide <= most
            });
            few.collect::<String>()
        };
        let begin = few(&mut word.chars(), 0.7 * LONGEST);
        let end = few(&mut word.chars().rev(), 0.2 * LONGEST);
        format!("{begin}…{}", end.chars().rev().collect::<String>())
    };
    text.split(' ').map(word).collect::<Vec<_>>().join(" ")
}

fn glyphs(text: &str) -> impl Iterator<Item = Glyph> {
    let text: Vec<char> = shortened(&visible(text)).chars().collect();
    let mut place = 0;
    std::iter::from_fn(move || {
        let character = *text.get(place)?;
        let before = place.checked_sub(1).map(|before| text[before]);
        let accent = text.get(place + 1).and_then(|mark| match mark {
            '\u{302}' => Some("hat"),
            '\u{303}' => Some("tilde"),
            _ => None,
        });
        let letter = match character.is_ascii_alphanumeric() {
            true => Some(character.to_string()),
            false => symbol(character).map(String::from),
        };
        if let (Some(accent), Some(letter)) = (accent, letter) {
            place += 2;
            return Some(Glyph {
                character,
                written: format!("$\\{accent}{{{letter}}}$"),
                width: 1.6,
            });
        }
        place += 1;
        let is_last = place == text.len();
        Some(glyph(character, before, is_last))
    })
}

fn glyph(character: char, before: Option<char>, is_last: bool) -> Glyph {
    let (written, width) = match character {
        // Spaces at an end and behind each other would be lost.
        ' ' if is_last || matches!(before, None | Some(' ')) => ("\\ ".into(), 0.7),
        ' ' => (" ".into(), 0.7),
        // A star or a bracket at the beginning would belong to the \\ before it,
        // and two hyphens or quotation marks would become one sign.
        '*' | '[' if matches!(before, None | Some(' ')) => (format!("{{}}{character}"), 1.0),
        '-' | '\'' | '`' if before == Some(character) => (format!("{{}}{}", plain(character)), 1.0),
        character => match symbol(character) {
            Some(mathematics) => (format!("${mathematics}$"), 1.7),
            None if character.is_ascii() || is_accented(character) => {
                (plain(character), ascii_width(character))
            }
            None => (
                format!("{OTHER}{{{:04X}}}{{{character}}}", u32::from(character)),
                1.05 * format!("U+{:04X}", u32::from(character)).len() as f64,
            ),
        },
    };
    Glyph {
        character,
        written,
        width,
    }
}

fn ascii_width(character: char) -> f64 {
    match character {
        'm' | 'w' | 'M' | 'W' | '%' | '@' => 1.9,
        'i' | 'j' | 'l' | 't' | 'f' | 'r' | '.' | ',' | ':' | ';' | '\'' | '(' | ')' | '-' => 0.75,
        upper if upper.is_uppercase() => 1.5,
        '&' | '#' | '~' | '^' | '+' | '=' | '<' | '>' | '–' | '…' => 1.6,
        _ => 1.05,
    }
}

/// Letters with accents that every engine composes.
fn is_accented(character: char) -> bool {
    "ÀÁÂÃÄÅÇÈÉÊËÌÍÎÏÑÒÓÔÕÖØÙÚÛÜÝßàáâãäåæçèéêëìíîïñòóôõöøùúûüýÿ–…".contains(character)
}

fn plain(character: char) -> String {
    match character {
        '&' | '%' | '$' | '#' | '_' | '{' | '}' => format!("\\{character}"),
        '~' => "\\textasciitilde{}".into(),
        '^' => "\\textasciicircum{}".into(),
        '\\' => "\\textbackslash{}".into(),
        '|' => "\\textbar{}".into(),
        '<' => "$<$".into(),
        '>' => "$>$".into(),
        '"' => "\\char34{}".into(),
        '`' => "\\textasciigrave{}".into(),
        '–' => "--".into(),
        '…' => "\\dots{}".into(),
        'ß' => "\\ss{}".into(),
        character => character.into(),
    }
}

/// Symbols of mathematics, and Greek.
fn symbol(character: char) -> Option<&'static str> {
    Some(match character {
        'α' => "\\alpha",
        'β' => "\\beta",
        'γ' => "\\gamma",
        'δ' => "\\delta",
        'ε' => "\\varepsilon",
        'θ' => "\\theta",
        'λ' => "\\lambda",
        'μ' => "\\mu",
        'π' => "\\pi",
        'ρ' => "\\rho",
        'σ' => "\\sigma",
        'τ' => "\\tau",
        'φ' => "\\varphi",
        'χ' => "\\chi",
        'ψ' => "\\psi",
        'ω' => "\\omega",
        'Γ' => "\\Gamma",
        'Δ' => "\\Delta",
        'Θ' => "\\Theta",
        'Λ' => "\\Lambda",
        'Π' => "\\Pi",
        'Σ' => "\\Sigma",
        'Φ' => "\\Phi",
        'Ψ' => "\\Psi",
        'Ω' => "\\Omega",
        'Ẑ' => "\\hat Z",
        'â' => "\\hat a",
        '≤' => "\\leq",
        '≥' => "\\geq",
        '≠' => "\\neq",
        '≡' => "\\equiv",
        '≈' => "\\approx",
        '⊆' => "\\subseteq",
        '⊇' => "\\supseteq",
        '∈' => "\\in",
        '−' => "-",
        '±' => "\\pm",
        '×' => "\\times",
        '·' => "\\cdot",
        '→' => "\\to",
        '↔' => "\\leftrightarrow",
        '∞' => "\\infty",
        '√' => "\\surd",
        '½' => "\\frac12",
        '²' => "^2",
        '³' => "^3",
        '₀' => "_0",
        '₁' => "_1",
        '₂' => "_2",
        '₃' => "_3",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_acts() {
        for (words, written) in [
            ("*b", "{}*b"),
            (" [31m", "\\ {}[31m"),
            ("a--b  c ", "a-{}-b \\ c\\ "),
            ("50% $_{}#&", "50\\% \\$\\_\\{\\}\\#\\&"),
            ("r\u{302}θ\u{302}", "$\\hat{r}$$\\hat{\\theta}$"),
            ("中", "\\otherletter{4E2D}{中}"),
            ("a\u{202e}", "a\\textbackslash{}u\\{202e\\}"),
        ] {
            assert_eq!(escape(words), written);
        }
    }

    #[test]
    fn long_words_can_be_broken() {
        assert_eq!(breakable("irreducible chains"), "irreducible chains");
        let broken = breakable(&"x".repeat(20));
        assert_eq!(broken.matches("\\allowbreak").count(), 1);
        assert!(is_cut(&"x".repeat(500)) && !is_cut("a word"));
        assert!(width(&"x".repeat(500)) < 130.0);
        assert_eq!(
            breakable("12345678901/123").matches("\\allowbreak").count(),
            2
        );
    }
}
