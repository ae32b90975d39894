//! Communicating classes, irreducibility and period.

use std::collections::VecDeque;

use super::Chain;

/// The communicating classes of a chain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Classes {
    /// The closed classes: those the chain cannot leave.
    pub closed: Vec<Vec<usize>>,
    /// The states that the chain leaves for good.
    pub transient: Vec<usize>,
}

impl Chain {
    /// The states with positive probability of being the next one.
    fn successors(&self, state: usize) -> impl Iterator<Item = usize> + '_ {
        self.matrix().row(state).map(|(next, _)| next)
    }

    /// Which states can be reached from these, themselves included.
    pub(super) fn reachable(&self, starts: &[usize]) -> Vec<bool> {
        let mut reached = vec![false; self.states().len()];
        let mut open = starts.to_vec();
        for &start in starts {
            reached[start] = true;
        }
        while let Some(state) = open.pop() {
            for next in self.successors(state) {
                if !std::mem::replace(&mut reached[next], true) {
                    open.push(next);
                }
            }
        }
        reached
    }

    /// All communicating classes, closed or not.
    pub(super) fn communicating_classes(&self) -> Vec<Vec<usize>> {
        strong_components(self.states().len(), |state| self.successors(state))
    }

    /// Does the chain stay in a class?
    pub(super) fn is_closed(&self, class: &[usize]) -> bool {
        let mut is_in = vec![false; self.states().len()];
        class.iter().for_each(|&state| is_in[state] = true);
        let mut next = class.iter().flat_map(|&state| self.successors(state));
        next.all(|state| is_in[state])
    }

    /// The communicating classes, in the order of their first states.
    pub fn classes(&self) -> Classes {
        let classes = self.communicating_classes();
        let mut class_of = vec![0; self.states().len()];
        for (number, class) in classes.iter().enumerate() {
            for &state in class {
                class_of[state] = number;
            }
        }
        let stays = |(number, class): (usize, &Vec<usize>)| {
            let mut next = class.iter().flat_map(|&state| self.successors(state));
            next.all(|state| class_of[state] == number)
        };
        let closed: Vec<bool> = classes.iter().enumerate().map(stays).collect();
        let transient = |state: &usize| !closed[class_of[*state]];
        let transient = (0..self.states().len()).filter(transient).collect();
        let mut closed: Vec<Vec<usize>> = (classes.into_iter().zip(&closed))
            .filter_map(|(class, &closed)| closed.then_some(class))
            .collect();
        for class in &mut closed {
            class.sort_unstable();
        }
        closed.sort_unstable();
        Classes { closed, transient }
    }

    /// Can every state be reached from every other?
    pub fn is_irreducible(&self) -> bool {
        let classes = self.classes();
        classes.transient.is_empty() && classes.closed.len() == 1
    }

    /// The period of a closed class: the greatest common divisor of the lengths
    /// of its cycles.
    pub fn period(&self, class: &[usize]) -> usize {
        self.periods(&[class])[0]
    }

    /// The periods of closed classes, by the distances from the first state of
    /// each: a step whose ends are d and e steps away closes a detour of
    /// d + 1 − e.
    pub fn periods<C: AsRef<[usize]>>(&self, classes: &[C]) -> Vec<usize> {
        let mut distance: Vec<Option<usize>> = vec![None; self.states().len()];
        let mut period = |class: &[usize]| {
            let Some(&start) = class.first() else {
                return 0;
            };
            distance[start] = Some(0);
            let mut open = VecDeque::from([(start, 0)]);
            let mut period = 0;
            while let Some((state, steps)) = open.pop_front() {
                for next in self.successors(state) {
                    match distance[next] {
                        Some(there) => period = common_divisor(period, there.abs_diff(steps + 1)),
                        None => {
                            distance[next] = Some(steps + 1);
                            open.push_back((next, steps + 1));
                        }
                    }
                }
            }
            period
        };
        classes.iter().map(|class| period(class.as_ref())).collect()
    }
}

/// The strongly connected components of a graph on 0 … size − 1 (Tarjan 1972),
/// with a stack of its own in place of recursion.
fn strong_components<S: Iterator<Item = usize>>(
    size: usize,
    successors: impl Fn(usize) -> S,
) -> Vec<Vec<usize>> {
    const UNSEEN: usize = usize::MAX;
    // The order in which states were met, and the earliest of their component
    // that is known to be reached; complete ones count as never met again.
    let mut met = vec![UNSEEN; size];
    let mut earliest = vec![UNSEEN; size];
    let mut pending = vec![false; size];
    let mut stack = Vec::new();
    let mut components = Vec::new();
    let mut count = 0;
    for root in 0..size {
        if met[root] != UNSEEN {
            continue;
        }
        let mut calls = vec![(root, successors(root))];
        (met[root], earliest[root]) = (count, count);
        count += 1;
        pending[root] = true;
        stack.push(root);
        while let Some((state, next)) = calls.last_mut() {
            let state = *state;
            match next.next() {
                Some(next) if met[next] == UNSEEN => {
                    (met[next], earliest[next]) = (count, count);
                    count += 1;
                    pending[next] = true;
                    stack.push(next);
                    calls.push((next, successors(next)));
                }
                Some(next) if pending[next] => {
                    earliest[state] = earliest[state].min(met[next]);
                }
                Some(_) => {}
                None => {
                    calls.pop();
                    if let Some((caller, _)) = calls.last() {
                        earliest[*caller] = earliest[*caller].min(earliest[state]);
                    }
                    if earliest[state] == met[state] {
                        let first = stack.iter().rposition(|&other| other == state);
                        let component = stack.split_off(first.unwrap_or_default());
                        for &member in &component {
                            pending[member] = false;
                        }
                        components.push(component);
                    }
                }
            }
        }
    }
    components
}

pub(super) fn common_divisor(a: usize, b: usize) -> usize {
    if b == 0 { a } else { common_divisor(b, a % b) }
}

#[cfg(test)]
mod tests {
    use crate::chains::given::chain_over;

    #[test]
    fn irreducible_is_one_class_that_has_every_state() {
        let irreducible =
            |rows: [[i64; 3]; 3]| chain_over(([1, 1, 1], 3), (rows, 2)).is_irreducible();
        assert!(irreducible([[0, 2, 0], [0, 0, 2], [2, 0, 0]]));
        // Two closed classes; one, and a state that is left for good.
        assert!(!irreducible([[1, 1, 0], [1, 1, 0], [0, 0, 2]]));
        assert!(!irreducible([[1, 1, 0], [1, 1, 0], [0, 1, 1]]));
    }
}
