//! The command `peskun`.

use std::process::ExitCode;

fn main() -> ExitCode {
    peskun::cli::run()
}
