//! The process that answers one question: it gives up the machine's files and
//! most of its memory and time before it looks at what was asked.

use std::io::{BufRead, Read, Write};
use std::process::ExitCode;
use std::thread;

use serde_json::{Value, json};

use super::super::asked;
use super::super::failure::Failure;
use super::http::MOST_BODY;
use super::question::Question;
use crate::outside::{Confinement, confine};
use crate::reports::Answered;

/// What a question may take.
const CONFINEMENT: Confinement = Confinement {
    memory: 2 << 30,
    seconds: 20,
};

/// Reads a question, in one line, and prints the answer.
pub(super) fn run() -> Result<ExitCode, Failure> {
    confine(CONFINEMENT).map_err(|error| format!("nothing is answered unconfined: {error}"))?;
    let mut line = Vec::new();
    let mut input = std::io::stdin().lock().take(MOST_BODY as u64 + 1);
    let read = input.read_until(b'\n', &mut line);
    read.map_err(|error| error.to_string())?;
    drop(input);
    // The server holds the other end for as long as the answer is wanted.
    let _ = thread::Builder::new().spawn(|| {
        let _ = std::io::stdin().read(&mut [0]);
        std::process::exit(1);
    });
    let answer = answered(&Question::read(&line)?);
    let written = std::io::stdout().write_all(answer.to_string().as_bytes());
    written.map_err(|error| error.to_string())?;
    Ok(ExitCode::SUCCESS)
}

/// The answer: what the command reports, as it is on the page and as JSON.
fn answered(question: &Question) -> Value {
    let words = question.words().map_err(Failure::Input);
    let found = words.and_then(|words| asked::answer(words, &question.names));
    let found = match found {
        Ok(found) => found,
        Err(failure) => return without(question, failure.status(), failure.sentence()),
    };
    let answer = found.report.json();
    let answered = Answered {
        heading: question.heading(answer["model"].as_str()),
        command: question.command(),
        status: found.ending.status(),
        report: found.report,
    };
    json!({
        "status": answered.status,
        "sentence": Value::Null,
        "command": answered.command,
        "html": answered.html(),
        "answer": answer,
    })
}

/// An answer that is a sentence only.
pub(super) fn without(question: &Question, status: u8, sentence: &str) -> Value {
    json!({
        "status": status,
        "sentence": sentence,
        "command": question.command(),
        "html": "",
        "answer": Value::Null,
    })
}
