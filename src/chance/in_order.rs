//! Many readings at the same time, with the outcome of one after the other.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::Interrupted;
use crate::numbers::parallel;

/// Does something to every item, on all threads, and gives the results in the
/// order of the items. If some fail, the error is that of the first item that
/// is in error, whichever thread comes first; only if none is in error does a
/// budget that ran out count, which all of them share.
pub fn in_order<T: Sync, R: Send>(
    items: &[T],
    each: impl Fn(&T) -> Result<R, Interrupted> + Sync,
) -> Result<Vec<R>, Interrupted> {
    let results: Vec<Mutex<Option<Result<R, Interrupted>>>> =
        items.iter().map(|_| Mutex::new(None)).collect();
    until_error(items.len(), &|place| {
        let result = each(&items[place]);
        let in_error = result.as_ref().is_err_and(|error| !error.is_undecided());
        if let Ok(mut slot) = results[place].lock() {
            *slot = Some(result);
        }
        in_error
    });
    let mut undecided = None;
    let mut all = Vec::with_capacity(items.len());
    for slot in results {
        match slot.into_inner().ok().flatten() {
            Some(Ok(value)) => all.push(value),
            Some(Err(error)) if error.is_undecided() => undecided = undecided.or(Some(error)),
            Some(Err(error)) => return Err(error),
            None => {}
        }
    }
    undecided.map_or(Ok(all), Err)
}

/// Visits places on all threads; those after one in error are not needed. It
/// is compiled once, not for every kernel that is enumerated.
fn until_error(places: usize, is_in_error: &(dyn Fn(usize) -> bool + Sync)) {
    let first = AtomicUsize::new(usize::MAX);
    parallel::visit(places, &|place| {
        if place <= first.load(Ordering::Relaxed) && is_in_error(place) {
            first.fetch_min(place, Ordering::Relaxed);
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rule(place: usize) -> Interrupted {
        Interrupted::Rule {
            message: format!("item {place}"),
        }
    }

    /// Of many items in error the first is named, however long it takes, and
    /// before a budget that ran out.
    #[test]
    fn the_first_error_is_named() {
        let items: Vec<usize> = (0..64).collect();
        let pool = rayon::ThreadPoolBuilder::new().num_threads(8).build();
        let pool = pool.expect("threads");
        for first in [0, 1, 31, 63] {
            let found = pool.install(|| {
                in_order(&items, |&place| match place {
                    _ if place == first => {
                        std::thread::sleep(std::time::Duration::from_millis(20));
                        Err(rule(place))
                    }
                    _ if place < first && place % 2 == 0 => {
                        Err(Interrupted::DepthBudget { limit: 1 })
                    }
                    _ if place < first => Ok(place),
                    _ => Err(rule(place)),
                })
            });
            assert_eq!(found, Err(rule(first)));
        }
    }

    #[test]
    fn results_are_in_order_and_a_budget_counts() {
        let items: Vec<usize> = (0..1_000).collect();
        assert_eq!(in_order(&items, |&item| Ok(item)), Ok(items.clone()));
        let short = Interrupted::DepthBudget { limit: 5 };
        let found = in_order(&items, |&item| match item {
            700 => Err(short.clone()),
            _ => Ok(item),
        });
        assert_eq!(found, Err(short));
    }
}
