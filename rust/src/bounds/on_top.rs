//! Groups of boxes and what each costs on top of its boxes alone: as much of it as may be added up.
//!
//! Comes in:  groups of two or three, found one after another.     Goes out: the sum over groups with no box in common.
//!
//! Which groups to take is a puzzle of its own; two greedy answers are good enough, and the better of them is kept.

/// What a group costs on top, and its boxes (a pair names its second box twice).
type Entry = (u16, [u16; 3]);

#[derive(Default)]
pub struct OnTop {
    found: Vec<Entry>,
    taken: Vec<[u16; 3]>,
}

impl OnTop {
    pub fn clear(&mut self) {
        self.found.clear();
    }

    pub fn pair(&mut self, excess: u16, a: u16, b: u16) {
        self.found.push((excess, [a, b, b]));
    }

    pub fn triple(&mut self, excess: u16, boxes: [u16; 3]) {
        self.found.push((excess, boxes));
    }

    /// Costliest first, and costliest for each box first: the larger sum.
    pub fn sum(&mut self) -> i32 {
        let size = |boxes: &[u16; 3]| if boxes[1] == boxes[2] { 2 } else { 3 };
        self.found.sort_unstable_by_key(|&(excess, boxes)| (u16::MAX - excess, size(&boxes), boxes));
        let costliest = self.take();
        if self.found.iter().all(|(_, boxes)| size(boxes) == 2) {
            return costliest;
        }
        let each = |&(excess, boxes): &Entry| (u32::MAX - u32::from(excess) * 6 / size(&boxes), boxes);
        self.found.sort_unstable_by_key(each);
        costliest.max(self.take())
    }

    fn take(&mut self) -> i32 {
        self.taken.clear();
        let mut sum = 0;
        for &(excess, boxes) in &self.found {
            if !self.taken.iter().any(|taken| taken.iter().any(|at| boxes.contains(at))) {
                self.taken.push(boxes);
                sum += i32::from(excess);
            }
        }
        sum
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Random;

    fn sum(groups: &[(u16, &[u16])]) -> i32 {
        let mut on_top = OnTop::default();
        for &(excess, boxes) in groups {
            match *boxes {
                [a, b] => on_top.pair(excess, a, b),
                _ => on_top.triple(excess, [boxes[0], boxes[1], boxes[2]]),
            }
        }
        on_top.sum()
    }

    #[test]
    fn no_box_counts_twice() {
        assert_eq!(sum(&[]), 0);
        assert_eq!(sum(&[(2, &[0, 1]), (3, &[2, 3])]), 5);
        assert_eq!(sum(&[(2, &[0, 1]), (3, &[1, 2])]), 3);
        assert_eq!(sum(&[(2, &[0, 1]), (2, &[2, 3]), (3, &[1, 2])]), 3);
        assert_eq!(sum(&[(4, &[0, 1, 2]), (2, &[2, 3])]), 4);
        // For the same price the smaller group, which leaves more boxes to others.
        assert_eq!(sum(&[(2, &[0, 1, 2]), (2, &[0, 1]), (2, &[2, 3])]), 4);
        // The costliest for each box: two pairs of 3 rather than one triple of 4.
        assert_eq!(sum(&[(4, &[1, 2, 3]), (3, &[0, 1]), (3, &[2, 4])]), 6);
        // The costliest: a triple of 6 and a pair of 1, not two pairs of 3 and 2 in its way.
        assert_eq!(sum(&[(6, &[1, 2, 3]), (5, &[3, 4]), (1, &[4, 5])]), 7);
    }

    /// Never above the best choice of groups without a common box, and never less than one group alone.
    #[test]
    fn between_the_costliest_group_and_the_best_choice() {
        let mut random = Random::new(6);
        for _ in 0..2000 {
            let groups: Vec<(u16, Vec<u16>)> = (0..random.below(7))
                .map(|_| {
                    let first = random.below(5) as u16;
                    let size = 2 + random.below(2) as u16;
                    (1 + random.below(4) as u16, (first..first + size).collect())
                })
                .collect();
            let apart = |chosen: usize| {
                let boxes: Vec<u16> = (0..groups.len())
                    .filter(|at| chosen >> at & 1 != 0)
                    .flat_map(|at| groups[at].1.iter().copied())
                    .collect();
                boxes.iter().enumerate().all(|(at, cell)| !boxes[..at].contains(cell))
            };
            let worth = |chosen: usize| {
                (0..groups.len()).filter(|at| chosen >> at & 1 != 0).map(|at| i32::from(groups[at].0)).sum::<i32>()
            };
            let best = (0..1 << groups.len()).filter(|&chosen| apart(chosen)).map(worth).max().unwrap();
            let least = groups.iter().map(|group| i32::from(group.0)).max().unwrap_or(0);
            let borrowed: Vec<(u16, &[u16])> = groups.iter().map(|(excess, boxes)| (*excess, &boxes[..])).collect();
            assert!((least..=best).contains(&sum(&borrowed)), "{groups:?}");
        }
    }
}
