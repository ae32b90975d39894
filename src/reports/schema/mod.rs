//! The published JSON Schema (draft 2020-12) of what commands print.

use serde_json::{Value, json};

/// The schema, with a definition for each command.
const ANSWERS: &str = include_str!("answers.json");

/// The commands whose answers it defines.
pub const DEFINED: [&str; 13] = [
    "verify", "merge", "table", "check", "compare", "ising", "sample", "figure", "report",
    "replay", "models", "kernels", "rules",
];

/// The schema of all answers, or of those of one command.
pub fn schema(command: Option<&str>) -> String {
    let Some(command) = command else {
        return ANSWERS.into();
    };
    let mut schema: Value = serde_json::from_str(ANSWERS).unwrap_or_default();
    if let Some(fields) = schema.as_object_mut() {
        fields.shift_remove("anyOf");
        let title = format!("What peskun {command} prints with --format json");
        fields.insert("title".into(), json!(title));
        fields.insert("$ref".into(), json!(format!("#/$defs/{command}")));
    }
    format!("{schema:#}\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_has_a_definition() {
        let all: Value = serde_json::from_str(ANSWERS).expect("JSON");
        let listed: Vec<Value> = DEFINED
            .iter()
            .map(|command| json!({"$ref": format!("#/$defs/{command}")}))
            .collect();
        assert_eq!(all["anyOf"], json!(listed));
        for command in DEFINED {
            assert!(all["$defs"][command].is_object(), "{command}");
            let one: Value = serde_json::from_str(&schema(Some(command))).expect("JSON");
            assert_eq!(one["$ref"], format!("#/$defs/{command}"));
            assert!(one.get("anyOf").is_none());
        }
    }
}
