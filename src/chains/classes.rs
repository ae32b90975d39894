//! Communicating classes, irreducibility and period.

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
        let row = &self.matrix().rows()[state];
        (0..row.len()).filter(|&next| !row[next].is_zero())
    }

    /// The states that can be reached, and in how many steps at the least.
    fn distances(&self, start: usize) -> Vec<Option<usize>> {
        let mut distance = vec![None; self.states().len()];
        distance[start] = Some(0);
        let mut frontier = vec![start];
        let mut steps = 0;
        while !frontier.is_empty() {
            steps += 1;
            let mut next = Vec::new();
            for state in frontier {
                for successor in self.successors(state) {
                    if distance[successor].is_none() {
                        distance[successor] = Some(steps);
                        next.push(successor);
                    }
                }
            }
            frontier = next;
        }
        distance
    }

    /// Which states can be reached from this one.
    pub(super) fn reachable(&self, start: usize) -> Vec<bool> {
        self.distances(start).iter().map(Option::is_some).collect()
    }

    /// The communicating classes.
    pub fn classes(&self) -> Classes {
        let size = self.states().len();
        let reach: Vec<Vec<bool>> = (0..size).map(|start| self.reachable(start)).collect();
        let mut closed: Vec<Vec<usize>> = Vec::new();
        let mut transient = Vec::new();
        for (state, reachable) in reach.iter().enumerate() {
            let reached: Vec<usize> = (0..size).filter(|&other| reachable[other]).collect();
            if reached.iter().any(|&other| !reach[other][state]) {
                transient.push(state);
            } else if reached[0] == state {
                closed.push(reached);
            }
        }
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
        let distance = self.distances(class[0]);
        let mut period = 0;
        for &state in class {
            for successor in self.successors(state) {
                if let (Some(here), Some(there)) = (distance[state], distance[successor]) {
                    period = common_divisor(period, (here + 1).abs_diff(there));
                }
            }
        }
        period
    }
}

pub(super) fn common_divisor(a: usize, b: usize) -> usize {
    if b == 0 { a } else { common_divisor(b, a % b) }
}
