//! Things that are joined pair by pair, and the groups that come of it.

/// Groups of the numbers from 0 on. The order of the joins makes no difference.
#[derive(Debug, Clone, Default)]
pub struct Groups {
    /// Another of the same group, or the number itself; following it leads to the least.
    next: Vec<usize>,
}

impl Groups {
    /// So many numbers, each by itself.
    pub fn new(count: usize) -> Groups {
        Groups { next: (0..count).collect() }
    }

    /// Adds a number by itself.
    pub fn push(&mut self) -> usize {
        self.next.push(self.next.len());
        self.next.len() - 1
    }

    /// The least number of the group of `of`.
    pub fn first(&mut self, of: usize) -> usize {
        let mut at = of;
        while self.next[at] != at {
            // The way gets shorter for whoever comes next.
            self.next[at] = self.next[self.next[at]];
            at = self.next[at];
        }
        at
    }

    /// Makes one group of the groups of both.
    pub fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.first(a), self.first(b));
        self.next[a.max(b)] = a.min(b);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_are_the_same_in_any_order() {
        let joins = [(0, 5), (3, 4), (5, 3), (1, 6)];
        let firsts = |joins: &mut dyn Iterator<Item = (usize, usize)>| -> Vec<usize> {
            let mut groups = Groups::new(7);
            joins.for_each(|(a, b)| groups.join(a, b));
            (0..7).map(|at| groups.first(at)).collect()
        };
        let forwards = firsts(&mut joins.into_iter());
        assert_eq!(forwards, [0, 1, 2, 0, 0, 0, 1]);
        assert_eq!(firsts(&mut joins.into_iter().rev().map(|(a, b)| (b, a))), forwards);
    }
}
