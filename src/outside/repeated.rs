//! A field that is given twice: readers of JSON differ in which they take, so a
//! text with one could say two things.

use std::collections::BTreeSet;

/// A field that an object has twice. The text must be JSON.
pub(crate) fn repeated_field(text: &str) -> Option<String> {
    let bytes = text.as_bytes();
    // The names in every object that is open; nothing for a list.
    let mut open: Vec<Option<BTreeSet<String>>> = Vec::new();
    let mut expects_name = false;
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'{' => {
                open.push(Some(BTreeSet::new()));
                expects_name = true;
            }
            b'[' => open.push(None),
            b'}' | b']' => drop(open.pop()),
            b',' => expects_name = matches!(open.last(), Some(Some(_))),
            b'"' => {
                let end = end_of_text(bytes, at);
                if expects_name && let Some(Some(names)) = open.last_mut() {
                    let name: String = serde_json::from_str(text.get(at..=end)?).ok()?;
                    if !names.insert(name.clone()) {
                        return Some(name);
                    }
                }
                expects_name = false;
                at = end;
            }
            _ => {}
        }
        at += 1;
    }
    None
}

/// Where the text that begins here has its closing quote.
fn end_of_text(bytes: &[u8], start: usize) -> usize {
    let mut at = start + 1;
    while at < bytes.len() && bytes[at] != b'"' {
        at += if bytes[at] == b'\\' { 2 } else { 1 };
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_compared_within_one_object() {
        let twice = [
            r#"{"a": 1, "b": 2, "a": 3}"#,
            r#"[{"a": {"c": [], "c": 1}}]"#,
            r#"{"a": "{\"", "\u0061": 1}"#,
        ];
        assert_eq!(
            twice.map(repeated_field),
            ["a", "c", "a"].map(|name| Some(name.into()))
        );
        let once = [
            r#"{"a": "a", "b": ["a", "a", {"a": 1}], "c": {"a": 2}}"#,
            r#"[{"a": 1}, {"a": 1}]"#,
            "[]",
        ];
        assert_eq!(once.map(repeated_field), [None, None, None]);
    }
}
