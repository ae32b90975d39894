//! The same work at many places, on all threads.
//!
//! Work is handed to the threads behind a pointer, so that what distributes it is
//! compiled once and not for every kind of result. Each place should be worth some
//! microseconds.

use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use rayon::prelude::*;

/// Visits the places below `count`, on all threads and in any order. The work of
/// a place may be divided further.
pub(crate) fn visit(count: usize, place: &(dyn Fn(usize) + Sync)) {
    match count {
        0 => {}
        1 => place(0),
        _ => (0..count).into_par_iter().with_max_len(1).for_each(place),
    }
}

/// What `of` gives for the places below `count`, in order.
pub(crate) fn places<T: Send>(count: usize, of: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let mut found: Vec<Option<T>> = (0..count).map(|_| None).collect();
    let slots: Vec<Mutex<&mut Option<T>>> = found.iter_mut().map(Mutex::new).collect();
    visit(count, &|place| **locked(&slots[place]) = Some(of(place)));
    drop(slots);
    found.into_iter().flatten().collect()
}

/// What `of` gives for pieces of a range, in order: for work that is too little for
/// a place alone.
pub(crate) fn ranges<T: Send>(
    range: Range<usize>,
    of: impl Fn(Range<usize>) -> T + Sync,
) -> Vec<T> {
    const PIECE: usize = 64;
    let pieces = range.len().div_ceil(PIECE);
    places(pieces, |piece| {
        let start = range.start + piece * PIECE;
        of(start..range.end.min(start + PIECE))
    })
}

/// What `of` gives for every item, in order.
pub(crate) fn map<I: Sync, T: Send>(items: &[I], of: impl Fn(&I) -> T + Sync) -> Vec<T> {
    places(items.len(), |place| of(&items[place]))
}

/// The same for items that are changed.
pub(crate) fn map_mut<I: Send, T: Send>(
    items: &mut [I],
    of: impl Fn(&mut I) -> T + Sync,
) -> Vec<T> {
    let items: Vec<Mutex<&mut I>> = items.iter_mut().map(Mutex::new).collect();
    places(items.len(), |place| of(*locked(&items[place])))
}

/// Does some work where dividing it among the threads is cheap.
pub(crate) fn inside<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    let (mut work, mut found) = (Some(work), None);
    enter(&mut || found = work.take().map(|work| work()));
    found.expect("the work is done")
}

fn enter(work: &mut (dyn FnMut() + Send)) {
    rayon::scope(|_| work());
}

/// Nobody else waits for it: every place is visited once.
fn locked<T>(slot: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    slot.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_in_order_and_items_are_changed() {
        assert!(places(0, |place| place).is_empty());
        let squares: Vec<usize> = (0..1_000).map(|place| place * place).collect();
        assert_eq!(places(1_000, |place| place * place), squares);
        let mut items: Vec<usize> = (0..1_000).collect();
        let before = map_mut(&mut items, |item| {
            *item *= *item;
            *item
        });
        assert_eq!((&items, &before), (&squares, &squares));
        let sums = ranges(3..1_000, |range| range.sum::<usize>());
        assert_eq!((sums.len(), sums.iter().sum::<usize>()), (16, 499_497));
        assert_eq!(inside(|| 7), 7);
        assert_eq!(map(&items, |item| item + 1)[999], 998_002);
    }

    #[test]
    fn work_divides_into_work() {
        let sums: Vec<usize> = places(50, |outer| places(50, |inner| outer * inner).iter().sum());
        assert_eq!(sums.into_iter().sum::<usize>(), 1_225 * 1_225);
    }

    #[test]
    #[should_panic(expected = "place 7")]
    fn a_panic_comes_through() {
        visit(20, &|place| assert!(place != 7, "place {place}"));
    }
}
