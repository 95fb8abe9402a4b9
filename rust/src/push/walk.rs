//! Where the player can walk, how far it is, and which cell names the area.
//!
//! Comes in:  the neighbour table, blocked cells, the player.     Goes out: marks that can be asked cell by cell.
//!
//! One table of stamps serves blocked and visited cells alike: a cell is free while its stamp is older than this
//! walk's, so nothing is ever cleared. On boards of a hundred cells this plain queue beats shifting bit rows.

use super::distance::FAR;

/// Steps from cell to cell through the first `cells` of them, all free, by `from * cells + to`; `FAR` where no way leads.
pub fn steps_between(next: &[[u16; 4]], cells: usize) -> Vec<u16> {
    let mut steps = vec![FAR; cells * cells];
    let mut queue = Vec::with_capacity(cells);
    for from in 0..cells {
        let row = &mut steps[from * cells..(from + 1) * cells];
        row[from] = 0;
        queue.clear();
        queue.push(from);
        let mut at = 0;
        while at < queue.len() {
            let cell: usize = queue[at];
            at += 1;
            for &other in &next[cell] {
                let other = other as usize;
                if other < cells && row[other] == FAR {
                    row[other] = row[cell] + 1;
                    queue.push(other);
                }
            }
        }
    }
    steps
}

pub struct Walk {
    mark: Vec<u32>,
    /// Steps from the player; only good for cells reached by `flood_with_steps`.
    steps: Vec<u16>,
    /// The cells of the last flood come first.
    queue: Vec<u16>,
    length: usize,
    stamp: u32,
}

impl Walk {
    /// For `n` cells; the cell `n` is the wall.
    pub fn new(n: usize) -> Self {
        let mut mark = vec![0; n + 1];
        mark[n] = u32::MAX;
        Self { mark, steps: vec![0; n + 1], queue: vec![0; n + 1], length: 0, stamp: 0 }
    }

    /// Forgets what was blocked and visited.
    pub fn begin(&mut self) {
        if self.stamp >= u32::MAX - 4 {
            let wall = self.mark.len() - 1;
            self.mark[..wall].fill(0);
            self.stamp = 0;
        }
        self.stamp += 2;
    }

    #[inline]
    pub fn block(&mut self, cell: u16) {
        self.mark[cell as usize] = self.stamp + 1;
    }

    #[inline]
    pub fn unblock(&mut self, cell: u16) {
        self.mark[cell as usize] = 0;
    }

    /// Takes over what is known already: these are the cells of the area.
    pub fn take(&mut self, cells: &[u16]) {
        self.queue[..cells.len()].copy_from_slice(cells);
        self.length = cells.len();
        for &cell in cells {
            self.mark[cell as usize] = self.stamp;
        }
    }

    /// Walks everywhere from `player`; returns the least cell of the area.
    #[inline]
    pub fn flood(&mut self, next: &[[u16; 4]], player: u16) -> u16 {
        self.go::<false>(next, player)
    }

    /// The same, and counts the steps to every cell.
    pub fn flood_with_steps(&mut self, next: &[[u16; 4]], player: u16) -> u16 {
        self.steps[player as usize] = 0;
        self.go::<true>(next, player)
    }

    /// What is free is as good as random, so each neighbour is written down and counted only if it was free: a branch
    /// would be guessed wrong half the time.
    #[inline]
    fn go<const COUNT: bool>(&mut self, next: &[[u16; 4]], player: u16) -> u16 {
        let Self { mark, steps, queue, length, stamp } = self;
        let stamp = *stamp;
        queue[0] = player;
        mark[player as usize] = stamp;
        let (mut at, mut count, mut least) = (0, 1, player);
        while at < count {
            let cell = queue[at];
            at += 1;
            least = least.min(cell);
            for &other in &next[cell as usize] {
                let seen = mark[other as usize];
                let is_free = seen < stamp;
                if COUNT && is_free {
                    steps[other as usize] = steps[cell as usize] + 1;
                }
                mark[other as usize] = seen.max(stamp);
                queue[count] = other;
                count += usize::from(is_free);
            }
        }
        *length = count;
        least
    }

    /// Whether the last flood came here.
    #[inline]
    pub fn reached(&self, cell: u16) -> bool {
        self.mark[cell as usize] == self.stamp
    }

    /// Whether the cell is floor that was neither blocked nor reached.
    #[inline]
    pub fn untouched(&self, cell: u16) -> bool {
        self.mark[cell as usize] < self.stamp
    }

    #[inline]
    pub fn steps(&self, cell: u16) -> u16 {
        self.steps[cell as usize]
    }

    /// The cells of the last flood, nearest first; after `take` in the order that was given.
    pub fn cells(&self) -> &[u16] {
        &self.queue[..self.length]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Random, Tiny};

    #[test]
    fn steps_between_cells_are_what_a_walk_counts() {
        let mut random = Random::new(5);
        for _ in 0..200 {
            let puzzle = Tiny::random(&mut random, crate::push::puzzle::Kind::Goals, 3).puzzle();
            let n = puzzle.n;
            let steps = steps_between(&puzzle.next, n);
            let mut walk = Walk::new(n);
            for from in 0..n {
                walk.begin();
                walk.flood_with_steps(&puzzle.next, from as u16);
                for to in 0..n {
                    let counted = if walk.reached(to as u16) { walk.steps(to as u16) } else { FAR };
                    assert_eq!(steps[from * n + to], counted);
                }
            }
        }
    }
}
