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
