//! A chain in PRISM's explicit format, with exact fractions as values.

use std::collections::BTreeSet;

use crate::chains::Chain;

/// The three files of PRISM's explicit format.
#[derive(Clone, Debug)]
pub struct Prism {
    /// `.tra`: sizes, then `from to probability`.
    pub transitions: String,
    /// `.sta`: the states.
    pub states: String,
    /// `.lab`: the labels.
    pub labels: String,
}

/// Writes the chain; the first state is the initial one.
pub fn prism(chain: &Chain) -> Prism {
    let size = chain.states().len();
    let count = chain.matrix().nonzeros();
    let mut lines = String::new();
    for from in 0..size {
        for (to, probability) in chain.matrix().row(from) {
            lines += &format!("{from} {to} {probability}\n");
        }
    }
    let names = identifiers(chain.states());
    let declared = names
        .iter()
        .enumerate()
        .map(|(i, name)| format!(" {}=\"{name}\"", i + 2));
    let initial = |i: usize| if i == 0 { "0 " } else { "" };
    Prism {
        transitions: format!("{size} {count}\n{lines}"),
        states: (0..size).fold("(s)\n".into(), |out, i| out + &*format!("{i}:({i})\n")),
        labels: (0..size).fold(
            format!(
                "0=\"init\" 1=\"deadlock\"{}\n",
                declared.collect::<String>()
            ),
            |out, i| out + &*format!("{i}: {}{}\n", initial(i), i + 2),
        ),
    }
}

/// Distinct labels of letters, digits and underscores, close to the names.
pub fn identifiers(names: &[String]) -> Vec<String> {
    let mut taken = BTreeSet::from(["init", "deadlock"].map(String::from));
    let mut labels = Vec::with_capacity(names.len());
    for (position, name) in names.iter().enumerate() {
        let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
        let mut label: String = name.chars().map(plain).collect();
        if !label.starts_with(|c: char| c.is_ascii_alphabetic()) {
            label = format!("s_{label}");
        }
        while taken.contains(&label) {
            label = format!("{label}_{position}");
        }
        taken.insert(label.clone());
        labels.push(label);
    }
    labels
}
