//! Work of the engine that an interrupt from the keyboard ends at once.
//!
//! It runs on threads of this module's own. A process that was forked from one
//! that had them has none of them, and work that was left to itself keeps those
//! it has: both get new ones.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

/// How often signals are looked for.
const OFTEN: Duration = Duration::from_millis(50);

/// The threads, and the process that they are in. Only taken while the
/// interpreter is held, so that no fork finds it taken.
static THREADS: Mutex<Option<(u32, Arc<ThreadPool>)>> = Mutex::new(None);

fn threads() -> PyResult<Arc<ThreadPool>> {
    let process = std::process::id();
    let mut known = THREADS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((owner, pool)) = &*known
        && *owner == process
    {
        return Ok(pool.clone());
    }
    // Where the system gives fewer than asked for, one does it all.
    let one = || ThreadPoolBuilder::new().num_threads(1).build();
    let pool = ThreadPoolBuilder::new().build().or_else(|_| one());
    let pool = pool.map_err(|error| {
        PyRuntimeError::new_err(format!("the engine's threads do not start: {error}"))
    })?;
    let pool = Arc::new(pool);
    // Threads of another process cannot be waited for.
    std::mem::forget(known.replace((process, pool.clone())));
    Ok(pool)
}

/// Leaves the threads to what they are doing.
fn abandon_threads() {
    let mut known = THREADS.lock().unwrap_or_else(PoisonError::into_inner);
    std::mem::forget(known.take());
}

/// Does the work on another thread while this one lets others run and looks for
/// signals. If one raises an exception, the work is left to itself.
pub(crate) fn interruptible<T: Send + 'static>(
    py: Python<'_>,
    work: impl FnOnce() -> T + Send + 'static,
) -> PyResult<T> {
    let (sender, receiver) = channel();
    let pool = threads()?;
    let worker = thread::Builder::new().name("peskun".into());
    worker.spawn(move || {
        // Nobody listens any more if the wait was interrupted.
        let _ = sender.send(pool.install(work));
    })?;
    let receiver = Mutex::new(receiver);
    loop {
        let answer = py.detach(|| {
            let receiver = receiver.lock().unwrap_or_else(PoisonError::into_inner);
            receiver.recv_timeout(OFTEN)
        });
        match answer {
            Ok(outcome) => return Ok(outcome),
            Err(RecvTimeoutError::Timeout) => py.check_signals().inspect_err(|_| {
                abandon_threads();
            })?,
            Err(RecvTimeoutError::Disconnected) => {
                return Err(PyRuntimeError::new_err("the engine failed on this chain"));
            }
        }
    }
}
