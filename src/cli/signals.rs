//! Ctrl-C ends a run cleanly: what was drawn so far is the answer.
//!
//! This is the one file that names the crate for signals.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The exit status of a run that was interrupted, as shells expect it.
pub(super) const INTERRUPTED: u8 = 130;

/// A flag that Ctrl-C sets; a second Ctrl-C ends the process at once.
pub(super) fn interruption() -> Arc<AtomicBool> {
    let flag = Arc::new(AtomicBool::new(false));
    let seen = Arc::clone(&flag);
    let handler = move || {
        if seen.swap(true, Ordering::Relaxed) {
            std::process::exit(INTERRUPTED.into());
        }
    };
    // Without a handler Ctrl-C ends the process, as it would for any other
    // command: files are then left under their temporary names.
    let _ = ctrlc::set_handler(handler);
    flag
}
