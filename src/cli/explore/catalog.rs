//! What the page offers to pick from: models, kernels and rules by name.

use serde_json::{Value, json};

use crate::kernels;
use crate::models::{AnyModel, BUILT_IN, BuiltIn, write_model};
use crate::rules::RuleName;

/// The lists, with the text of models that are tables.
pub(super) fn catalog() -> Value {
    let model = |model: &BuiltIn| {
        let text = match (model.build)() {
            AnyModel::Table(table) => Some(write_model(&table.parts())),
            AnyModel::Ising(_) => None,
        };
        json!({ "name": model.name, "summary": model.summary, "text": text })
    };
    let entry = |(name, summary): &(&str, &str)| json!({ "name": name, "summary": summary });
    json!({
        "models": BUILT_IN.iter().map(model).collect::<Vec<_>>(),
        "kernels": kernels::SUMMARIES.iter().map(entry).collect::<Vec<_>>(),
        "rules": RuleName::SUMMARIES.iter().map(entry).collect::<Vec<_>>(),
        "version": env!("CARGO_PKG_VERSION"),
    })
}
