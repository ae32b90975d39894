//! The command `peskun`.

use std::process::ExitCode;

#[cfg(unix)]
ctor::declarative::ctor! {
    /// Runs before the runtime of Rust, which opens what is closed.
    #[ctor(unsafe)]
    fn note_closed_output() {
        use rustix::io::{Errno, fcntl_getfd};
        if fcntl_getfd(rustix::stdio::stdout()) == Err(Errno::BADF) {
            peskun::cli::output_is_closed();
        }
    }
}

fn main() -> ExitCode {
    peskun::cli::run()
}
