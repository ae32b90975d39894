//! Many readings at the same time, with the outcome of one after the other.

use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::prelude::*;

use super::Interrupted;

/// Does something to every item, on all threads, and gives the results in the
/// order of the items. If some fail, the error is that of the first item that
/// is in error, whichever thread comes first; only if none is in error does a
/// budget that ran out count, which all of them share.
pub fn in_order<T: Sync, R: Send>(
    items: &[T],
    each: impl Fn(&T) -> Result<R, Interrupted> + Sync,
) -> Result<Vec<R>, Interrupted> {
    // Items after one in error are not needed.
    let in_error = AtomicUsize::new(usize::MAX);
    let results: Vec<Option<Result<R, Interrupted>>> = items
        .par_iter()
        .enumerate()
        .map(|(place, item)| {
            if place > in_error.load(Ordering::Relaxed) {
                return None;
            }
            let result = each(item);
            if result.as_ref().is_err_and(|error| !error.is_undecided()) {
                in_error.fetch_min(place, Ordering::Relaxed);
            }
            Some(result)
        })
        .collect();
    let mut undecided = None;
    let mut all = Vec::with_capacity(items.len());
    for result in results.into_iter().flatten() {
        match result {
            Ok(value) => all.push(value),
            Err(error) if error.is_undecided() => undecided = undecided.or(Some(error)),
            Err(error) => return Err(error),
        }
    }
    undecided.map_or(Ok(all), Err)
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
                        Err(Interrupted::PathBudget { limit: 1 })
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
        let short = Interrupted::PathBudget { limit: 5 };
        let found = in_order(&items, |&item| match item {
            700 => Err(short.clone()),
            _ => Ok(item),
        });
        assert_eq!(found, Err(short));
    }
}
