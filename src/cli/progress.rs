//! A progress bar for long enumerations, on a terminal only.

use std::io::{IsTerminal, stderr};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

use crate::chance::Budget;

/// Work that ends before this shows no bar.
const PATIENCE: Duration = Duration::from_millis(400);

/// Runs the work, showing how much of the budget is spent.
pub(super) fn watched<T>(budget: &Budget, limit: u64, work: impl FnOnce() -> T) -> T {
    let template = "{spinner} {human_pos} of at most {human_len} paths, {per_sec} [{elapsed}]";
    shown(template, limit, || budget.spent(), work)
}

/// Runs the work, showing for how long it has been going on.
pub(super) fn timed<T>(what: &str, work: impl FnOnce() -> T) -> T {
    shown(&format!("{{spinner}} {what} [{{elapsed}}]"), 1, || 0, work)
}

/// Runs the work, with a bar that is where `position` says.
fn shown<T>(
    template: &str,
    limit: u64,
    position: impl Fn() -> u64 + Send,
    work: impl FnOnce() -> T,
) -> T {
    if !stderr().is_terminal() {
        return work();
    }
    let (done, waiting) = channel::<()>();
    thread::scope(|scope| {
        let show = move || {
            if waiting.recv_timeout(PATIENCE) != Err(RecvTimeoutError::Timeout) {
                return;
            }
            let style = ProgressStyle::with_template(template)
                .unwrap_or_else(|_| ProgressStyle::default_bar());
            let bar = ProgressBar::new(limit).with_style(style);
            while waiting.recv_timeout(Duration::from_millis(100)) == Err(RecvTimeoutError::Timeout)
            {
                bar.set_position(position().min(limit));
            }
            bar.finish_and_clear();
        };
        // Without a thread for it there is no bar.
        let _ = thread::Builder::new().spawn_scoped(scope, show);
        let outcome = work();
        drop(done);
        outcome
    })
}

/// A bar for things that are done one by one, on a terminal only.
pub(super) fn counting_bar(count: usize, things: &str) -> ProgressBar {
    if !stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let template = format!("{{bar:30}} {{pos}} of {{len}} {things} [{{elapsed}}]");
    let style =
        ProgressStyle::with_template(&template).unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::new(count as u64).with_style(style)
}

/// A bar for the steps of a run, with their rate and the time left, on a
/// terminal only.
pub(super) fn stepping_bar(steps: u64) -> ProgressBar {
    if !stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let template = "{bar:30} {human_pos} of {human_len} steps, {per_sec}, {eta} left";
    let style =
        ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::new(steps).with_style(style)
}
