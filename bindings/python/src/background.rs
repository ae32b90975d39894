//! Work of the engine that an interrupt from the keyboard ends at once.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// How often signals are looked for.
const OFTEN: Duration = Duration::from_millis(50);

/// Does the work on another thread while this one lets others run and looks for
/// signals. If one raises an exception, the work is left to itself.
pub(crate) fn interruptible<T: Send + 'static>(
    py: Python<'_>,
    work: impl FnOnce() -> T + Send + 'static,
) -> PyResult<T> {
    let (sender, receiver) = channel();
    let worker = thread::Builder::new().name("peskun".into());
    worker.spawn(move || {
        // Nobody listens any more if the wait was interrupted.
        let _ = sender.send(work());
    })?;
    let receiver = std::sync::Mutex::new(receiver);
    loop {
        let answer = py.detach(|| {
            let receiver = receiver
                .lock()
                .unwrap_or_else(|poisoned| poisoned.into_inner());
            receiver.recv_timeout(OFTEN)
        });
        match answer {
            Ok(outcome) => return Ok(outcome),
            Err(RecvTimeoutError::Timeout) => py.check_signals()?,
            Err(RecvTimeoutError::Disconnected) => {
                return Err(PyRuntimeError::new_err("the engine failed on this chain"));
            }
        }
    }
}
