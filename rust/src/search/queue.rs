//! Buckets in place of a heap: costs are small whole numbers.
//!
//! Comes in:  nodes with a first and a second rank.     Goes out: always a node of the least (first, second).
//! Among equals the youngest comes first: it is deeper, and its memory is warm.

#[derive(Default)]
pub struct Queue {
    levels: Vec<Level>,
    low: usize,
    len: usize,
    capacity: usize,
}

#[derive(Default)]
struct Level {
    stacks: Vec<Vec<u32>>,
    low: usize,
    len: usize,
}

impl Queue {
    pub fn len(&self) -> usize {
        self.len
    }

    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Bytes in use.
    pub fn memory(&self) -> usize {
        self.capacity * 4
    }

    pub fn push(&mut self, first: u32, second: u32, node: u32) {
        let (first, second) = (first as usize, second as usize);
        if self.levels.len() <= first {
            self.levels.resize_with(first + 1, Level::default);
        }
        let level = &mut self.levels[first];
        if level.stacks.len() <= second {
            level.stacks.resize_with(second + 1, Vec::new);
        }
        let stack = &mut level.stacks[second];
        let before = stack.capacity();
        stack.push(node);
        self.capacity += stack.capacity() - before;
        level.len += 1;
        level.low = level.low.min(second);
        self.low = self.low.min(first);
        self.len += 1;
    }

    /// The next node, with its ranks.
    pub fn pop(&mut self) -> Option<(u32, u32, u32)> {
        if self.len == 0 {
            return None;
        }
        while self.levels[self.low].len == 0 {
            // A level that is passed rarely fills again.
            let level = std::mem::take(&mut self.levels[self.low]);
            self.capacity -= level.stacks.iter().map(Vec::capacity).sum::<usize>();
            self.low += 1;
        }
        let level = &mut self.levels[self.low];
        while level.stacks[level.low].is_empty() {
            level.low += 1;
        }
        let node = level.stacks[level.low].pop()?;
        level.len -= 1;
        self.len -= 1;
        Some((self.low as u32, level.low as u32, node))
    }
}
