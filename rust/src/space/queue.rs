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

    /// The least first rank there is.
    pub fn least(&mut self) -> Option<u32> {
        if self.len == 0 {
            return None;
        }
        while self.levels[self.low].len == 0 {
            // A level that is passed rarely fills again.
            let level = std::mem::take(&mut self.levels[self.low]);
            self.capacity -= level.stacks.iter().map(Vec::capacity).sum::<usize>();
            self.low += 1;
        }
        Some(self.low as u32)
    }

    /// The next node, with its ranks.
    pub fn pop(&mut self) -> Option<(u32, u32, u32)> {
        self.least()?;
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

/// Several queues asked in turn, one for each value of a feature of the positions.
///
/// Boxes left is such a feature: the search then works on every stage of the puzzle at once, and a dead end that
/// looks good does not starve the rest. The simplest case of feature-space search (Shoham and Schaeffer 2020).
#[derive(Default)]
pub struct Rounds {
    cells: Vec<Queue>,
    turn: usize,
}

impl Rounds {
    pub fn push(&mut self, cell: usize, first: u32, second: u32, node: u32) {
        if self.cells.len() <= cell {
            self.cells.resize_with(cell + 1, Queue::default);
        }
        self.cells[cell].push(first, second, node);
    }

    /// The best node of the next cell that has one. Turns go from large values of the feature to small ones.
    pub fn pop(&mut self) -> Option<(u32, u32, u32)> {
        for _ in 0..self.cells.len() {
            self.turn = self.turn.checked_sub(1).unwrap_or(self.cells.len() - 1);
            if !self.cells[self.turn].is_empty() {
                return self.cells[self.turn].pop();
            }
        }
        None
    }

    /// A node of the least first rank of all; turns only among the cells that have one. So A* stays A*, but does not
    /// lose itself in one corner of its last layer, where every plan is as good as any other.
    pub fn pop_least(&mut self) -> Option<(u32, u32, u32)> {
        let least = self.cells.iter_mut().filter_map(Queue::least).min()?;
        loop {
            self.turn = self.turn.checked_sub(1).unwrap_or(self.cells.len() - 1);
            if self.cells[self.turn].least() == Some(least) {
                return self.cells[self.turn].pop();
            }
        }
    }

    /// Bytes in use.
    pub fn memory(&self) -> usize {
        self.cells.iter().map(Queue::memory).sum()
    }
}
