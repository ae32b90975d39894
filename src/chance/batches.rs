//! Many readings some at a time, so that no more are held than fit in memory.

use super::{Interrupted, in_order};

/// The most results that are held at a time, whatever their size.
const MOST: usize = 1_024;
/// How many are first.
const FIRST: usize = 2;
/// About how many bytes of results are held at a time.
const HELD: u64 = 256 << 20;

/// Does something to every item, on all threads, and hands the results over in
/// the order of the items. `size` is about how many bytes a result takes until
/// then; errors are those of [`in_order`], or of `keep`. How many are done at a
/// time depends on the results alone.
pub fn in_batches<T: Sync, R: Send>(
    items: &[T],
    each: impl Fn(&T) -> Result<R, Interrupted> + Sync,
    size: impl Fn(&R) -> u64,
    mut keep: impl FnMut(R) -> Result<(), Interrupted>,
) -> Result<(), Interrupted> {
    let (mut done, mut count) = (0, FIRST);
    while done < items.len() {
        let some = &items[done..items.len().min(done + count)];
        let mut bytes = 0;
        for result in in_order(some, &each)? {
            bytes += size(&result);
            keep(result)?;
        }
        done += some.len();
        let fitting = HELD * some.len() as u64 / bytes.max(1);
        count = usize::try_from(fitting).unwrap_or(MOST).clamp(FIRST, MOST);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_in_order_and_large_ones_come_in_pairs() {
        let items: Vec<usize> = (0..3_000).collect();
        let mut kept = Vec::new();
        let all = in_batches(
            &items,
            |&item| Ok(item),
            |_| 8,
            |item| {
                kept.push(item);
                Ok(())
            },
        );
        assert_eq!((all, kept), (Ok(()), items.clone()));
        let (done, mut last) = (std::sync::atomic::AtomicUsize::new(0), 0);
        let each = |_: &usize| Ok(done.fetch_add(1, std::sync::atomic::Ordering::Relaxed));
        let stop = Interrupted::DepthBudget { limit: 1 };
        let found = in_batches(
            &items,
            each,
            |_| HELD,
            |_| {
                last += 1;
                if last < 7 { Ok(()) } else { Err(stop.clone()) }
            },
        );
        assert_eq!(found, Err(stop));
        assert_eq!(done.into_inner(), 8);
    }

    /// After two results of an eighth of what may be held, eight are done at a time.
    #[test]
    fn as_many_as_fit_are_done_at_a_time() {
        let (done, mut kept) = (std::sync::atomic::AtomicUsize::new(0), 0);
        let each = |_: &usize| Ok(done.fetch_add(1, std::sync::atomic::Ordering::Relaxed));
        let stop = Interrupted::DepthBudget { limit: 1 };
        let found = in_batches(
            &[0; 100],
            each,
            |_| HELD / 8,
            |_| {
                kept += 1;
                if kept < 3 { Ok(()) } else { Err(stop.clone()) }
            },
        );
        assert_eq!(found, Err(stop));
        assert_eq!(done.into_inner(), 2 + 8);
    }
}
