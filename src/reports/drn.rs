//! A chain in Storm's explicit format (DRN), with exact fractions as values.

use super::prism::identifiers;
use crate::chains::Chain;

/// Writes the chain; the first state is the initial one.
pub fn drn(chain: &Chain) -> String {
    let size = chain.states().len();
    let mut out = format!(
        "@type: DTMC\n@value_type: rational\n@parameters\n\n@reward_models\n\n@nr_states\n{size}\n@nr_choices\n{size}\n@model\n"
    );
    let labels = identifiers(chain.states());
    for (state, label) in labels.iter().enumerate() {
        let initial = if state == 0 { " init" } else { "" };
        out += &format!("state {state}{initial} {label}\n\taction 0\n");
        for (next, probability) in chain.matrix().row(state) {
            out += &format!("\t\t{next} : {probability}\n");
        }
    }
    out
}
