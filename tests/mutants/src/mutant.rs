//! A mutant: a small change to a source file, as `cargo mutants --list --json` names it.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

/// What kind of change it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Genre {
    /// A function returns this value at once.
    Returns,
    /// Another operator between two operands.
    Binary,
    /// No operator before its operand.
    Unary,
    /// An arm of a `match` is never taken.
    Arm,
    /// A guard is `true` or `false`.
    Guard,
    /// A field keeps the value of the struct it is taken from.
    Field,
}

/// A change to a source file.
#[derive(Clone, Debug)]
pub struct Mutant {
    /// Counted from 1.
    pub number: usize,
    /// `FILE: CHANGE in FUNCTION`, and `#K` for the K-th with the same words. It has
    /// no line, so that it stays the same when other lines change.
    pub name: String,
    /// Where it is now: `LINE:COLUMN`.
    pub place: String,
    /// The source file, from the root of the repository.
    pub file: String,
    /// The function that is changed.
    pub function: String,
    /// The kind of change.
    pub genre: Genre,
    /// What is replaced, in bytes of the file.
    pub span: Range<usize>,
    /// What is put there.
    pub replacement: String,
}

impl Mutant {
    /// The room of the engine that it is in.
    pub fn room(&self) -> &str {
        self.file.split('/').nth(1).unwrap_or("")
    }
}

/// All mutants of these rooms, in the order of `cargo mutants`.
pub fn list(root: &Path, rooms: &[String]) -> Result<Vec<Mutant>, String> {
    let mut command = Command::new("cargo");
    command
        .current_dir(root)
        .args(["mutants", "--list", "--json"]);
    for room in rooms {
        command.args(["-f", &format!("src/{room}/**")]);
    }
    let output = command
        .output()
        .map_err(|error| format!("cargo: {error}"))?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        return Err(format!(
            "cargo mutants does not run (cargo install cargo-mutants): {said}"
        ));
    }
    let listed: Vec<Value> =
        serde_json::from_slice(&output.stdout).map_err(|error| error.to_string())?;
    let mut sources = BTreeMap::new();
    let mut names = BTreeMap::new();
    let read = |(position, value): (usize, &Value)| {
        let file = text(value, "file")?;
        if !sources.contains_key(&file) {
            let source = std::fs::read_to_string(root.join(&file))
                .map_err(|error| format!("{file}: {error}"))?;
            sources.insert(file.clone(), source);
        }
        let lines = &sources[&file];
        let full = text(value, "name")?;
        let mut parts = full.splitn(4, ':');
        let place: Vec<&str> = parts.by_ref().skip(1).take(2).collect();
        let change = parts.next().unwrap_or("").trim();
        let name = format!("{file}: {change}");
        let count = names.entry(name.clone()).or_insert(0);
        *count += 1;
        let function = value["function"]["function_name"]
            .as_str()
            .unwrap_or("")
            .to_string();
        Ok(Mutant {
            number: position + 1,
            name: if *count == 1 {
                name
            } else {
                format!("{name} #{count}")
            },
            place: place.join(":"),
            function,
            genre: genre(&text(value, "genre")?)?,
            span: offset(lines, &value["span"]["start"])?..offset(lines, &value["span"]["end"])?,
            replacement: text(value, "replacement")?,
            file,
        })
    };
    listed.iter().enumerate().map(read).collect()
}

fn text(value: &Value, field: &str) -> Result<String, String> {
    let found = value[field].as_str();
    found
        .map(String::from)
        .ok_or_else(|| format!("cargo mutants lists no `{field}`"))
}

fn genre(name: &str) -> Result<Genre, String> {
    Ok(match name {
        "FnValue" => Genre::Returns,
        "BinaryOperator" => Genre::Binary,
        "UnaryOperator" => Genre::Unary,
        "MatchArm" => Genre::Arm,
        "MatchArmGuard" => Genre::Guard,
        "StructField" => Genre::Field,
        _ => {
            return Err(format!(
                "cargo mutants lists a {name}, which is not known here"
            ));
        }
    })
}

/// The byte of a line and column, both counted from 1, columns in characters.
fn offset(source: &str, place: &Value) -> Result<usize, String> {
    let read = |field: &str| place[field].as_u64().ok_or("a span without a place");
    let (line, column) = (read("line")? as usize, read("column")? as usize);
    let before: usize = source
        .split_inclusive('\n')
        .take(line - 1)
        .map(str::len)
        .sum();
    let within = source[before..].char_indices().nth(column - 1);
    Ok(before + within.map_or(source.len() - before, |(byte, _)| byte))
}
