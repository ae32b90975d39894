//! Names for states that a model checker numbers: the label that a state has
//! for itself, where it has one.

use std::collections::{BTreeMap, BTreeSet};

/// The name of each state: the first of its labels that no other state has, or
/// its number. `init` and `deadlock` are roles and not names.
pub(super) fn own_labels(labels: &[Vec<String>]) -> Vec<String> {
    let mut owners: BTreeMap<&str, usize> = BTreeMap::new();
    for label in labels.iter().flatten() {
        *owners.entry(label).or_default() += 1;
    }
    let is_name = |label: &&String| {
        owners[label.as_str()] == 1 && !["init", "deadlock"].contains(&label.as_str())
    };
    let name = |(state, labels): (usize, &Vec<String>)| {
        let own = labels.iter().find(is_name);
        own.cloned().unwrap_or_else(|| state.to_string())
    };
    let names: Vec<String> = labels.iter().enumerate().map(name).collect();
    let distinct: BTreeSet<&String> = names.iter().collect();
    match distinct.len() == names.len() {
        true => names,
        // A label looks like the number of another state.
        false => (0..labels.len()).map(|state| state.to_string()).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_of_its_own_or_a_number() {
        let labels = |names: &[&[&str]]| -> Vec<Vec<String>> {
            let list = |names: &&[&str]| names.iter().map(|name| name.to_string()).collect();
            names.iter().map(list).collect()
        };
        let named = own_labels(&labels(&[&["init", "even", "a"], &["b"], &["even"], &[]]));
        assert_eq!(named, ["a", "b", "2", "3"]);
        assert_eq!(own_labels(&labels(&[&["1"], &[]])), ["0", "1"]);
    }
}
