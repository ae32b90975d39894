//! `peskun explore`: a page on this machine that answers while one types.
//!
//! The page asks what commands ask, and gets what they answer. A question is
//! answered by a process of its own that opens no files and has an end, so that
//! whatever is typed, the server stays.

mod catalog;
mod gate;
mod http;
mod pages;
mod question;
mod response;
mod server;
mod work;
mod worker;

use std::io::Write;
use std::net::{Ipv4Addr, TcpListener};
use std::process::ExitCode;

use clap::Args;

use super::failure::Failure;

pub(super) const EXPLORE_EXAMPLES: &str = "\
Examples:
  peskun explore
  peskun explore --port 0

Serves a page on 127.0.0.1, for this machine only, until Ctrl-C. Pick a model or paste \
one, type a rule or a step, and see the verdicts, the matrix and the flows as you type. \
What is on the page is in its address, so a state of the page is a link.

A question may take ten seconds and two gigabytes; a newer one of the same page ends it. \
Through the page no file can be read and no program started: models are built in or \
pasted, rules and steps are typed.";

#[derive(Debug, Args)]
pub(super) struct ExploreArguments {
    /// The port to listen on; 0 takes any that is free.
    #[arg(long, default_value_t = 1973, allow_negative_numbers = true)]
    port: u16,
    /// Answer one question, which is on the standard input.
    #[arg(long, hide = true)]
    answer: bool,
}

/// Serves the page until the process is ended.
pub(super) fn run(arguments: &ExploreArguments) -> Result<ExitCode, Failure> {
    if arguments.answer {
        return worker::run();
    }
    let port = arguments.port;
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).map_err(|error| {
        Failure::Input(format!(
            "nothing can listen on 127.0.0.1:{port}: {error}; take another with --port, or any that is free with --port 0"
        ))
    })?;
    let address = listener.local_addr().map_err(|error| error.to_string())?;
    let mut output = std::io::stdout().lock();
    // The page is there even if nobody reads where.
    let _ = writeln!(output, "http://{address}/ is there until Ctrl-C");
    let _ = output.flush();
    drop(output);
    server::serve(&listener, address.port())
}
