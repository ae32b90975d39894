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

/// What is done about signals other than to end cleanly.
#[cfg(unix)]
#[expect(unsafe_code, reason = "the C library is asked")]
mod signals {
    use std::sync::atomic::{AtomicU32, Ordering};

    use libc::{SIG_IGN, SIGHUP, SIGINT, SIGTERM, c_int, sighandler_t};

    /// The signals that end the command cleanly.
    const ENDS: [c_int; 3] = [SIGINT, SIGTERM, SIGHUP];

    /// Those of them that were ignored when the process began, as bits.
    static IGNORED: AtomicU32 = AtomicU32::new(0);

    /// Notes the signals that are ignored, as `nohup` has it and shells that start a
    /// command in the background.
    pub(super) fn note_ignored() {
        for signal in ENDS {
            // SAFETY: the structure is plain data, and is only written to.
            let is_ignored = unsafe {
                let mut now: libc::sigaction = std::mem::zeroed();
                libc::sigaction(signal, std::ptr::null(), &raw mut now) == 0
                    && now.sa_sigaction == SIG_IGN
            };
            if is_ignored {
                IGNORED.fetch_or(1 << signal, Ordering::Relaxed);
            }
        }
    }

    /// Ignores them again.
    pub(super) fn ignore_again() {
        for signal in ENDS {
            if IGNORED.load(Ordering::Relaxed) & (1 << signal) != 0 {
                // SAFETY: no code runs for a signal that is ignored.
                unsafe { libc::signal(signal, SIG_IGN) };
            }
        }
    }

    /// A file that grows beyond what `ulimit -f` allows is an error, like a full disk,
    /// instead of the end by a signal. A handler that does nothing has this effect on
    /// the command and, unlike ignoring the signal, none on what it starts.
    pub(super) fn outlive_large_files() {
        extern "C" fn nothing(_: c_int) {}
        let nothing: extern "C" fn(c_int) = nothing;
        // SAFETY: the handler does nothing, which may be done at any time.
        unsafe { libc::signal(libc::SIGXFSZ, nothing as sighandler_t) };
    }
}

fn main() -> ExitCode {
    #[cfg(unix)]
    {
        signals::note_ignored();
        signals::outlive_large_files();
        peskun::cli::ignores_again(signals::ignore_again);
    }
    peskun::cli::run()
}
