//! A rule's source on one line and without comments, such that it reads the
//! same: what a command prints of a rule can be run again.
//!
//! Blanks, line ends and comments between two words become one blank. Texts
//! stay as they are; those that could run over a line end are refused, since
//! no rule has a use for them.

use std::iter::Peekable;
use std::str::Chars;

/// The source on one line, or a sentence why it cannot be put on one.
pub(super) fn on_one_line(source: &str) -> Result<String, String> {
    let mut plain = String::with_capacity(source.len());
    let mut rest = source.chars().peekable();
    let mut apart = false;
    while let Some(next) = rest.next() {
        if next.is_whitespace() || next == '/' && skip_comment(&mut rest) {
            apart = true;
            continue;
        }
        if apart && !plain.is_empty() {
            plain.push(' ');
        }
        apart = false;
        plain.push(next);
        match next {
            '"' | '\'' => copy_text(next, &mut rest, &mut plain)?,
            '`' => return Err("texts in backquotes are not read; use double quotes".into()),
            '#' if matches!(rest.peek(), Some('"' | '#')) => {
                return Err("raw texts are not read; use double quotes".into());
            }
            _ => {}
        }
    }
    Ok(plain)
}

/// Skips a comment whose first slash has been read, if it is one. Comments
/// between `/*` and `*/` contain each other.
fn skip_comment(rest: &mut Peekable<Chars<'_>>) -> bool {
    match rest.peek() {
        Some('/') => {
            while rest.next_if(|&c| c != '\n').is_some() {}
            true
        }
        Some('*') => {
            let mut depth = 0;
            let mut before = '/';
            for next in rest.by_ref() {
                // A character that closed or opened a comment does neither again.
                before = match (before, next) {
                    ('/', '*') => {
                        depth += 1;
                        ' '
                    }
                    ('*', '/') => {
                        depth -= 1;
                        ' '
                    }
                    _ => next,
                };
                if depth == 0 {
                    break;
                }
            }
            true
        }
        _ => false,
    }
}

/// Copies a text up to its closing quote.
fn copy_text(
    quote: char,
    rest: &mut Peekable<Chars<'_>>,
    plain: &mut String,
) -> Result<(), String> {
    while let Some(next) = rest.next() {
        if next == '\n' || next == '\r' {
            break;
        }
        plain.push(next);
        if next == quote {
            return Ok(());
        }
        if next == '\\' {
            plain.extend(rest.next_if(|&c| c != '\n' && c != '\r'));
        }
    }
    Err("a text does not end on the line it begins on".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_line_ends_become_blanks() {
        let cases = [
            ("argmax(r)", "argmax(r)"),
            ("// mine\nargmax(r) // ours\n", "argmax(r)"),
            ("1 /* a /* b */ c */ + 2", "1 + 2"),
            ("1/*a*/+/**/2", "1 + 2"),
            ("6 / 2 /\n3", "6 / 2 / 3"),
            ("\"// no comment\" + '\"'", "\"// no comment\" + '\"'"),
            ("\"a \\\" // b\"  // c", "\"a \\\" // b\""),
            ("/*/ still open */ 1", "1"),
            ("1 # 2 #{ }", "1 # 2 #{ }"),
            (
                "\tif r[1] >\r\n\t1/2 { 1 }\n\telse { 2 }",
                "if r[1] > 1/2 { 1 } else { 2 }",
            ),
        ];
        for (source, plain) in cases {
            assert_eq!(on_one_line(source).as_deref(), Ok(plain), "{source}");
        }
    }

    #[test]
    fn texts_over_line_ends_are_refused() {
        for source in [
            "\"a\nb\"",
            "\"a\\\nb\"",
            "`a`",
            "#\"a\"#",
            "##\"a\"##",
            "\"open",
        ] {
            assert!(on_one_line(source).is_err(), "{source}");
        }
    }
}
