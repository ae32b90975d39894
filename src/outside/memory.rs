//! What a replayed step did before, so that it runs once for every question and
//! not again on every path that passes there.
//!
//! A step that depends on its state and its answers alone does the same when
//! those are the same. What is not remembered is only run again.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The most that is remembered, in numbers: about 100 MB.
const MOST_REMEMBERED: usize = 1_000_000;

/// What came of runs, by state and answers. `T` is what comes of one. Every state
/// has its share of the room, so that what is run again does not depend on which
/// comes first.
pub(super) struct Memory<T> {
    trees: Vec<Mutex<Tree<T>>>,
}

struct Tree<T> {
    nodes: Vec<Node<T>>,
    /// How much more can be remembered.
    room: usize,
}

struct Node<T> {
    outcome: Arc<T>,
    /// What followed each answer.
    next: BTreeMap<usize, usize>,
}

/// A run: of which state, and after which other and which answer.
#[derive(Clone, Copy)]
pub(super) enum Place {
    /// The first run.
    Start,
    /// The run after this one, with this answer.
    After(usize, usize),
    /// A run after one that is not remembered.
    Beyond,
}

impl<T> Memory<T> {
    /// Nothing yet, of so many states.
    pub(super) fn of(states: usize) -> Self {
        let tree = |_| {
            Mutex::new(Tree {
                nodes: Vec::new(),
                room: MOST_REMEMBERED / states,
            })
        };
        Memory {
            trees: (0..states).map(tree).collect(),
        }
    }

    /// What comes of a run, done now unless it was before; and its number, if it
    /// is remembered. `size` is how much there is to remember.
    pub(super) fn recall<E>(
        &self,
        state: usize,
        place: Place,
        run: impl FnOnce() -> Result<T, E>,
        size: impl FnOnce(&T) -> usize,
    ) -> Result<(Arc<T>, Option<usize>), E> {
        if let Some((node, outcome)) = find(&self.tree(state).nodes, place) {
            return Ok((outcome, Some(node)));
        }
        // Other threads need not wait for this run; at worst they do it as well.
        let outcome = Arc::new(run()?);
        let size = 4 + size(&outcome);
        let mut tree = self.tree(state);
        if let Some((node, outcome)) = find(&tree.nodes, place) {
            return Ok((outcome, Some(node)));
        }
        if matches!(place, Place::Beyond) || size > tree.room {
            return Ok((outcome, None));
        }
        tree.room -= size;
        let node = tree.nodes.len();
        if let Place::After(parent, answer) = place {
            tree.nodes[parent].next.insert(answer, node);
        }
        tree.nodes.push(Node {
            outcome: outcome.clone(),
            next: BTreeMap::new(),
        });
        Ok((outcome, Some(node)))
    }

    fn tree(&self, state: usize) -> MutexGuard<'_, Tree<T>> {
        let tree = self.trees[state].lock();
        tree.unwrap_or_else(PoisonError::into_inner)
    }
}

fn find<T>(tree: &[Node<T>], place: Place) -> Option<(usize, Arc<T>)> {
    let node = match place {
        Place::Start => 0,
        Place::After(parent, answer) => *tree.get(parent)?.next.get(&answer)?,
        Place::Beyond => return None,
    };
    Some((node, tree.get(node)?.outcome.clone()))
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[test]
    fn every_run_is_done_once_as_long_as_there_is_room() {
        let memory = Memory::of(1);
        let runs = AtomicUsize::new(0);
        let recall = |place, size| {
            let run = || Ok::<_, ()>(runs.fetch_add(1, Ordering::Relaxed));
            let (outcome, node) = memory.recall(0, place, run, |_| size).expect("a run");
            (*outcome, node)
        };
        assert_eq!(recall(Place::Start, 1), (0, Some(0)));
        assert_eq!(recall(Place::After(0, 1), 1), (1, Some(1)));
        assert_eq!(recall(Place::Start, 1), (0, Some(0)));
        assert_eq!(recall(Place::After(0, 1), 1), (1, Some(1)));
        assert_eq!(recall(Place::After(1, 0), MOST_REMEMBERED), (2, None));
        assert_eq!(recall(Place::Beyond, 1), (3, None));
        assert_eq!(recall(Place::After(1, 0), 1), (4, Some(2)));
    }
}
