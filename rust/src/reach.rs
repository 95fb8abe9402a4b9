//! Where the player can walk without pushing anything.
//!
//! Comes in:  a board, the player's cell, the boxes.     Goes out: the set of cells, the player's own included.
//!
//! The fill is bit-parallel: the whole board is one row of bits, a step in a direction is a shift, and the frontier
//! grows in all four directions at once until nothing is new. Open holes stop the player as boxes do.

use crate::board::{Bits, Board, Cell};

/// Scratch space for floods over one board, so that asking a million times allocates once.
pub struct Reach<'a> {
    board: &'a Board,
    free: Vec<u64>,
    seen: Vec<u64>,
}

impl<'a> Reach<'a> {
    pub fn new(board: &'a Board) -> Self {
        let words = board.walls.words().len();
        Self { board, free: vec![0; words], seen: vec![0; words] }
    }

    /// The words of the set of cells that the player can walk to. Boxes and open holes are in the way.
    pub fn flood(&mut self, player: Cell, boxes: &Bits, open_holes: &Bits) -> &[u64] {
        let walls = self.board.walls.words();
        for (at, free) in self.free.iter_mut().enumerate() {
            *free = !(walls[at] | boxes.words()[at] | open_holes.words()[at]);
        }
        self.seen.fill(0);
        self.seen[player >> 6] |= 1 << (player & 63);
        let (far, bits) = (self.board.stride >> 6, self.board.stride & 63);
        // Sweeping up and then down lets one pass carry a cell along a whole column, as the shift within a word
        // does along a row; the ring of wall keeps a row from running into the next.
        loop {
            let mut changed = false;
            for at in 0..self.seen.len() {
                changed |= self.grow(at, far, bits);
            }
            for at in (0..self.seen.len()).rev() {
                changed |= self.grow(at, far, bits);
            }
            if !changed {
                return &self.seen;
            }
        }
    }

    /// Spreads into one word from its own bits and from the words above, below and beside.
    #[inline]
    fn grow(&mut self, at: usize, far: usize, bits: usize) -> bool {
        let free = self.free[at];
        let old = self.seen[at];
        let get = |index: usize| self.seen.get(index).copied().unwrap_or(0);
        let before = |steps: usize| if at >= steps { self.seen[at - steps] } else { 0 };
        let mut word = old;
        // From above (a lower bit moves up by the stride) and from below.
        word |= before(far) << bits;
        word |= get(at + far) >> bits;
        if bits > 0 {
            word |= before(far + 1) >> (64 - bits);
            word |= get(at + far + 1) << (64 - bits);
        }
        // The neighbours in the row that lie in the next words.
        word |= before(1) >> 63 | get(at + 1) << 63;
        word &= free;
        loop {
            let mut more = word << 1 | word >> 1;
            if far == 0 {
                more |= word << bits | word >> bits;
            }
            let next = word | (more & free);
            if next == word {
                break;
            }
            word = next;
        }
        self.seen[at] = word;
        word != old
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The plain flood fill that the fast one must agree with.
    fn plain(board: &Board, player: Cell, boxes: &Bits) -> Vec<Cell> {
        let mut seen = Bits::new(board.len());
        seen.set(player);
        let mut todo = vec![player];
        while let Some(cell) = todo.pop() {
            for direction in 0..4 {
                let next = board.step(cell, direction);
                let free = !board.walls.has(next) && !boxes.has(next) && !board.holes.has(next);
                if free && !seen.has(next) {
                    seen.set(next);
                    todo.push(next);
                }
            }
        }
        seen.iter().collect()
    }

    #[test]
    fn agrees_with_a_plain_flood_on_random_boards() {
        let mut seed = 1u64;
        let mut random = move |below: usize| {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            (seed % below as u64) as usize
        };
        for _ in 0..3000 {
            let widest = if random(5) == 0 { 150 } else { 20 };
            let (height, width) = (1 + random(12), 1 + random(widest));
            let mut places: [Vec<(usize, usize)>; 3] = Default::default();
            for row in 0..height {
                for column in 0..width {
                    match random(10) {
                        0..2 => places[0].push((row, column)),
                        2 => places[1].push((row, column)),
                        3 => places[2].push((row, column)),
                        _ => {}
                    }
                }
            }
            let board = Board::new(height, width, &places[0], &[], &[], &places[2][..places[2].len() / 4]).unwrap();
            let mut boxes = Bits::new(board.len());
            for &(row, column) in &places[1] {
                boxes.set(board.cell(row, column).unwrap());
            }
            let mut reach = Reach::new(&board);
            for cell in 0..board.len() {
                if board.walls.has(cell) || boxes.has(cell) || board.holes.has(cell) {
                    continue;
                }
                let mut got = Bits::new(board.len());
                let words = reach.flood(cell, &boxes, &board.holes).to_vec();
                for at in 0..board.len() {
                    if words[at >> 6] >> (at & 63) & 1 != 0 {
                        got.set(at);
                    }
                }
                assert_eq!(got.iter().collect::<Vec<_>>(), plain(&board, cell, &boxes), "{places:?} {height} {width}");
                if random(4) == 0 {
                    break;
                }
            }
        }
    }
}
