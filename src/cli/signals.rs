//! Ctrl-C ends a run cleanly: what was drawn so far is the answer. Whatever else
//! the command does, it ends at once and leaves no program running and no file
//! half written. So do the signals to terminate and of a terminal that went away.
//! Those that were ignored when the command began stay ignored.
//!
//! This is the one file that names the crate for signals.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Once, OnceLock};
use std::time::{Duration, Instant};

use super::part::remove_temporary_files;
use crate::outside::end_all_programs;

/// The exit status of a run that was interrupted, as shells expect it.
pub(super) const INTERRUPTED: u8 = 130;

/// Signals that are nearer to each other than this are one: `timeout` and others send
/// theirs to the process and again to its group.
const ONE_SIGNAL: Duration = Duration::from_millis(500);

/// Is a run looking at the flag?
static WATCHED: AtomicBool = AtomicBool::new(false);
/// Was Ctrl-C pressed?
static PRESSED: AtomicBool = AtomicBool::new(false);

/// A flag that Ctrl-C sets; a second Ctrl-C, half a second later or more, ends the
/// process at once.
pub(super) fn interruption() -> &'static AtomicBool {
    WATCHED.store(true, Ordering::Relaxed);
    end_cleanly_on_interruption();
    &PRESSED
}

/// From now on, Ctrl-C ends the programs that were started and removes the files
/// that were begun before it ends the process.
pub(super) fn end_cleanly_on_interruption() {
    static INSTALLED: Once = Once::new();
    INSTALLED.call_once(|| {
        let ignore_again = IGNORES_AGAIN.get();
        if ignore_again.is_none() && some_are_ignored() {
            return;
        }
        let first = OnceLock::new();
        let handler = move || {
            PRESSED.store(true, Ordering::Relaxed);
            let again = first.get_or_init(Instant::now).elapsed() >= ONE_SIGNAL;
            if WATCHED.load(Ordering::Relaxed) && !again {
                return;
            }
            end_all_programs();
            remove_temporary_files();
            std::process::exit(INTERRUPTED.into());
        };
        // Without a handler Ctrl-C ends the process, as it would for any other
        // command: files are then left under their temporary names.
        let _ = ctrlc::set_handler(handler);
        if let Some(ignore_again) = ignore_again {
            ignore_again();
        }
    });
}

static IGNORES_AGAIN: OnceLock<fn()> = OnceLock::new();

/// Says how the signals are ignored again that were ignored when the process began,
/// as with `nohup` or in the background of a shell: the handler is for all signals.
/// Without this there is no handler where some were ignored.
pub fn ignores_again(ignore_again: fn()) {
    // Once said it stays.
    let _ = IGNORES_AGAIN.set(ignore_again);
}

/// Was the command started to outlive its terminal, or in the background of a shell?
fn some_are_ignored() -> bool {
    const HANGUP_AND_INTERRUPT: u64 = 0b11;
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|digits| u64::from_str_radix(digits.trim(), 16).ok());
    ignored.is_some_and(|signals| signals & HANGUP_AND_INTERRUPT != 0)
}
