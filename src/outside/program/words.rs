//! The words of a line: separated by blanks, or JSON strings where a label has
//! blanks itself.

use super::error::quoted;

/// A word of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Word<'a> {
    /// As it stands in the line.
    pub(super) written: &'a str,
    /// What it means: the content of a JSON string, any other word itself.
    pub(super) meant: String,
}

/// The words of a line, or what is wrong with one of them.
pub(super) fn words(line: &str) -> Result<Vec<Word<'_>>, String> {
    let mut words = Vec::new();
    let mut rest = line.trim_matches(is_blank);
    while !rest.is_empty() {
        let length = match rest.starts_with('"') {
            true => length_of_string(rest).ok_or_else(|| not_a_string(rest))?,
            false => rest.find(is_blank).unwrap_or(rest.len()),
        };
        let (written, after) = rest.split_at(length);
        if after.starts_with(|next| !is_blank(next)) {
            return Err(not_a_string(rest));
        }
        let meant = match written.starts_with('"') {
            true => serde_json::from_str(written).map_err(|_| not_a_string(written))?,
            false => written.to_string(),
        };
        words.push(Word { written, meant });
        rest = after.trim_start_matches(is_blank);
    }
    Ok(words)
}

/// A space or a tab; also what ends lines elsewhere.
fn is_blank(character: char) -> bool {
    matches!(character, ' ' | '\t' | '\r')
}

fn not_a_string(text: &str) -> String {
    format!("{} is not a JSON string", quoted(text))
}

/// How long a string is that opens with a double quote, both quotes included.
fn length_of_string(text: &str) -> Option<usize> {
    let mut escaped = false;
    for (position, byte) in text.bytes().enumerate().skip(1) {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'"' => return Some(position + 1),
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn meant(line: &str) -> Vec<String> {
        let words = words(line).expect("words");
        words.into_iter().map(|word| word.meant).collect()
    }

    #[test]
    fn blanks_and_strings() {
        assert_eq!(meant(" a\tb  c\r"), ["a", "b", "c"]);
        assert!(meant("  ").is_empty());
        assert_eq!(meant(r#"to "two words""#), ["to", "two words"]);
        assert_eq!(
            meant(r#""a \"b\" \\" "" "\u00e9""#),
            ["a \"b\" \\", "", "é"]
        );
        assert_eq!(meant("5\" x"), ["5\"", "x"]);
        assert_eq!(words(r#""a b""#).expect("one")[0].written, r#""a b""#);
    }

    #[test]
    fn strings_that_are_none() {
        for line in ["\"a", "\"a\"b", "\"\\q\"", "\"\\", "\""] {
            let error = words(line).expect_err(line);
            assert!(error.ends_with("is not a JSON string"), "{error}");
        }
    }
}
