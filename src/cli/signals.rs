//! Ctrl-C ends a run cleanly: what was drawn so far is the answer. Whatever else
//! the command does, it ends at once and leaves no program running.
//!
//! This is the one file that names the crate for signals.

use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::outside::end_all_programs;

/// The exit status of a run that was interrupted, as shells expect it.
pub(super) const INTERRUPTED: u8 = 130;

/// Is a run looking at the flag?
static WATCHED: AtomicBool = AtomicBool::new(false);
/// Was Ctrl-C pressed?
static PRESSED: AtomicBool = AtomicBool::new(false);

/// A flag that Ctrl-C sets; a second Ctrl-C ends the process at once.
pub(super) fn interruption() -> &'static AtomicBool {
    WATCHED.store(true, Ordering::Relaxed);
    end_programs_on_interruption();
    &PRESSED
}

/// From now on, Ctrl-C ends the programs that were started before it ends the
/// process.
pub(super) fn end_programs_on_interruption() {
    static INSTALLED: Once = Once::new();
    INSTALLED.call_once(|| {
        let handler = || {
            let watched = WATCHED.load(Ordering::Relaxed);
            if watched && !PRESSED.swap(true, Ordering::Relaxed) {
                return;
            }
            end_all_programs();
            std::process::exit(INTERRUPTED.into());
        };
        // Without a handler Ctrl-C ends the process, as it would for any other
        // command: files are then left under their temporary names.
        let _ = ctrlc::set_handler(handler);
    });
}
