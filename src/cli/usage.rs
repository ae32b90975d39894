//! Help, and what is wrong with a command line: one sentence that says what to do.

use std::ffi::{OsStr, OsString};
use std::process::ExitCode;

use clap::CommandFactory;
use clap::error::{ContextKind, ContextValue, ErrorKind};

use super::arguments::Arguments;
use super::failure::Failure;
use super::output;
use crate::claims::{LEDGERS, in_ledger};

/// Help and version are answers; everything else is one sentence. The words begin
/// with the name of the program.
pub(super) fn answer(error: &clap::Error, words: &[OsString]) -> Result<ExitCode, Failure> {
    if !error.use_stderr() {
        output::print(&ended(error.render().ansi().to_string()))?;
        return Ok(ExitCode::SUCCESS);
    }
    Err(Failure::Input(format!(
        "{} (see {} --help)",
        sentence_of(error, words),
        helper(words)
    )))
}

/// What is wrong with a command line, in one sentence.
pub(super) fn sentence_of(error: &clap::Error, words: &[OsString]) -> String {
    if let Some(sentence) = missing(error, words) {
        return sentence;
    }
    let rendered = error.render().to_string();
    let sentence = rendered.split("\n\n").next().unwrap_or_default();
    let plain: Vec<&str> = sentence.split_whitespace().collect();
    let mut sentence = plain.join(" ");
    if let Some(rest) = sentence.strip_prefix("error: ") {
        sentence = rest.into();
    }
    // What the parser of numbers says is for programmers.
    for technical in [
        "invalid digit found in string",
        "cannot parse integer from empty string",
    ] {
        sentence = sentence.replace(technical, "a whole number like 1000 is expected");
    }
    match meant(error, words) {
        Some(meant) => format!("{sentence}; did you mean `{meant}`?"),
        None => sentence,
    }
}

/// The ways to say what a command is about, where nothing or half of it is said.
fn missing(error: &clap::Error, words: &[OsString]) -> Option<String> {
    if error.kind() != ErrorKind::MissingRequiredArgument {
        return None;
    }
    const OUTSIDE: &str = "--program, --step or --chain";
    let Some(ContextValue::Strings(names)) = error.get(ContextKind::InvalidArg) else {
        return None;
    };
    let lacks = |start: &str| names.iter().any(|name| name.starts_with(start));
    let given = |option: &str| {
        let has = |word: &OsString| word.to_string_lossy().starts_with(option);
        words.iter().any(has)
    };
    let (model, kernels) = (lacks("--model"), lacks("<KERNEL>"));
    let ways = match command(words)?.as_str() {
        "check" if model && lacks("--rule") => {
            format!("--model or --search, and --rule or --kernel; or {OUTSIDE}")
        }
        "check" if model && !given("--kernel") => "--model or --search as well".into(),
        "check" if lacks("--rule") => "--rule or --kernel as well".into(),
        "table" | "sample" if model && !given("--kernel") => {
            format!("--model and --kernel; or {OUTSIDE}")
        }
        "compare" if model && kernels => format!("--model and the names of kernels; or {OUTSIDE}"),
        "compare" if kernels => {
            format!("the names of kernels as well (see peskun kernels), or {OUTSIDE}")
        }
        _ if model => "--model as well".into(),
        _ if lacks("--kernel") => "--kernel as well".into(),
        _ => return None,
    };
    Some(format!("something is missing: give {ways}"))
}

/// What a word that is not known was probably meant to be.
fn meant(error: &clap::Error, words: &[OsString]) -> Option<String> {
    let suggested = [
        ContextKind::SuggestedSubcommand,
        ContextKind::SuggestedArg,
        ContextKind::SuggestedValue,
    ];
    for kind in suggested {
        match error.get(kind) {
            Some(ContextValue::String(name)) => return Some(name.clone()),
            Some(ContextValue::Strings(names)) if !names.is_empty() => {
                // The nearest comes last.
                return names.last().cloned();
            }
            _ => {}
        }
    }
    let Some(ContextValue::String(word)) = error.get(ContextKind::InvalidArg) else {
        return None;
    };
    let claims = LEDGERS.iter().filter_map(|ledger| in_ledger(ledger));
    let is_claim = claims.flatten().any(|claim| claim.id == word);
    (is_claim && command(words)? == "verify").then(|| format!("--claim {word}"))
}

/// The text with a line end.
fn ended(text: String) -> String {
    if text.ends_with('\n') {
        text
    } else {
        text + "\n"
    }
}

/// The subcommand, if the first word after the program is one.
fn command(words: &[OsString]) -> Option<String> {
    let first: &OsStr = words.get(1)?;
    let all = Arguments::command();
    let command = all.find_subcommand(first)?;
    Some(command.get_name().into())
}

/// Whose help says more.
fn helper(words: &[OsString]) -> String {
    match command(words) {
        Some(command) => format!("peskun {command}"),
        None => "peskun".into(),
    }
}
