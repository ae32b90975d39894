//! As many threads as there are to be had, and one if there are none.

use std::sync::Mutex;
use std::thread::{self, Builder};

use rayon::ThreadPoolBuilder;

/// Makes ready for work on several threads. Where the system gives fewer than
/// there are processors, all is done on one: the answers are the same.
pub(super) fn prepare() {
    if can_start(rayon::max_num_threads().min(wanted())) {
        return;
    }
    let one = ThreadPoolBuilder::new().num_threads(1);
    // If there is a pool already, it has threads.
    let _ = one.use_current_thread().build_global();
}

/// How many threads there would be.
fn wanted() -> usize {
    let asked = std::env::var("RAYON_NUM_THREADS").ok();
    let asked = asked.and_then(|number| number.parse().ok());
    let available = || thread::available_parallelism().map_or(1, usize::from);
    asked.filter(|&number| number > 0).unwrap_or_else(available)
}

/// Can so many threads run at the same time?
fn can_start(count: usize) -> bool {
    let gate = Mutex::new(());
    thread::scope(|scope| {
        // All of them wait until the last one has been started.
        let _closed = gate.lock();
        (0..count).all(|_| {
            let wait = || drop(gate.lock());
            Builder::new().spawn_scoped(scope, wait).is_ok()
        })
    })
}
