//! Names in comma-separated values, so that no terminal obeys them, no
//! spreadsheet computes with them, and reading gives them back.
//!
//! Control characters, characters that change the direction of a text and those
//! without a width are written as `\u{1b}`; so is the first character of a name
//! that begins with `=`, `+`, `-` or `@` and is no number, and a backslash in
//! front of `u{`.

use crate::numbers::Rational;

/// Would the character act instead of being shown? Control characters, those
/// that change the direction of a text, and those without a width.
pub fn is_hidden(character: char) -> bool {
    character.is_control()
        || matches!(
            character,
            '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}'
                | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}'
                | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}'
        )
}

/// A name as it is written.
pub fn written_name(name: &str) -> String {
    let is_formula = name.starts_with(['=', '+', '-', '@']) && name.parse::<Rational>().is_err();
    let mut out = String::with_capacity(name.len());
    for (place, character) in name.char_indices() {
        let mistaken = name[place..].starts_with("\\u{");
        match is_hidden(character) || mistaken || is_formula && place == 0 {
            true => out.extend(character.escape_unicode()),
            false => out.push(character),
        }
    }
    out
}

/// The name that was written so.
pub(super) fn read_name(written: &str) -> String {
    let mut out = String::with_capacity(written.len());
    let mut rest = written;
    while let Some((before, after)) = rest.split_once("\\u{") {
        let character = after.split_once('}').and_then(|(digits, after)| {
            let code = u32::from_str_radix(digits, 16).ok()?;
            Some((char::from_u32(code)?, after))
        });
        out += before;
        match character {
            Some((character, after)) => {
                out.push(character);
                rest = after;
            }
            None => {
                out += "\\u{";
                rest = after;
            }
        }
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn names_that_act_are_written_out() {
        for (name, written) in [
            ("a b", "a b"),
            ("=SUM(A1)", "\\u{3d}SUM(A1)"),
            ("-x", "\\u{2d}x"),
            ("-1/2", "-1/2"),
            ("\u{1b}[31m", "\\u{1b}[31m"),
            ("a\u{202e}b\u{7f}", "a\\u{202e}b\\u{7f}"),
            ("\\u{41}", "\\u{5c}u{41}"),
            ("\\u", "\\u"),
        ] {
            assert_eq!(written_name(name), written);
            assert_eq!(read_name(written), name);
        }
        // What nobody wrote so is left as it is.
        for name in ["\\u{", "\\u{}", "\\u{110000}", "\\u{x}"] {
            assert_eq!(read_name(name), name);
        }
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(name in "[=+@\\\\u{}0-9a-f\u{1b}\u{200b}-]{0,8}|\\PC*") {
            let written = written_name(&name);
            prop_assert!(!written.chars().any(is_hidden));
            prop_assert_eq!(read_name(&written), name);
        }
    }
}
