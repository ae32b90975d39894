//! What the columns of a matrix are called in a sheet, where each has a name of
//! its own whatever the states are called.

use crate::outside::{COLUMNS_BEHIND, written_name};

const COPY: &str = "_float";

/// The column of a state among all of them. A name that another column has gets one
/// character written as `\u{74}`, which is read back as that character: of
/// `target` the first, and of `a_float` beside `a` the last `_`, since its first
/// one would be that of the copy of `a`.
pub(super) fn column_name(state: &str, states: &[String]) -> String {
    let written = written_name(state);
    let stem = state.strip_suffix(COPY);
    let is_copy = stem.is_some_and(|stem| states.iter().any(|other| other == stem));
    let is_beside = state == "state" || COLUMNS_BEHIND.contains(&state);
    if !is_copy && !is_beside {
        return written;
    }
    match written.strip_suffix(COPY) {
        Some(stem) => format!("{stem}\\u{{5f}}float"),
        None => {
            let mut rest = written.chars();
            let first = rest.next().map(char::escape_unicode);
            first.into_iter().flatten().chain(rest).collect()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_columns_have_one_name() {
        let states = [
            "a",
            "a_float",
            "a_float_float",
            "state",
            "state_float",
            "target",
            "target_float",
            "target_float_float",
            "stationary",
            "invariant",
            "=a",
            "=a_float",
            "_float",
            "",
        ]
        .map(String::from);
        let names = states.iter().map(|state| column_name(state, &states));
        let names: Vec<String> = names.collect();
        let copies = names.iter().map(|name| format!("{name}{COPY}"));
        let beside = ["state"]
            .iter()
            .chain(&COLUMNS_BEHIND)
            .map(|name| name.to_string());
        let all: Vec<String> = names.iter().cloned().chain(copies).chain(beside).collect();
        let distinct: std::collections::BTreeSet<&String> = all.iter().collect();
        assert_eq!(distinct.len(), all.len(), "{all:?}");
        assert_eq!(names[0], "a");
        assert_eq!(names[1], "a\\u{5f}float");
        assert_eq!(names[5], "\\u{74}arget");
    }
}
