//! Boxes that can never move again.
//!
//! Comes in:  a position.     Goes out: the set of frozen boxes, and whether it is a deadlock.
//!
//!     ####     Start by calling every box frozen, then free each one that has an axis with neither wall nor frozen
//!     #$$ #    box on it (and not dead squares on both ends), until nothing changes. What is left holds itself:
//!     #    #   the first of these boxes to move would need a free axis, and none has one.
//!
//! The greatest such set, so it finds more than the recursive test of Rolling Stone or JSoko. Frozen off a goal is
//! a deadlock; frozen on goals is none, but those boxes are walls from now on.

use super::{After, CheapTest};
use crate::bits;
use crate::push::puzzle::{Kind, Puzzle};

pub struct Freeze {
    boxes: Vec<u16>,
    /// The frozen boxes, as bits.
    pub frozen: Vec<u64>,
    /// Whether the last test looked for them.
    scanned: bool,
}

impl Freeze {
    pub fn new(puzzle: &Puzzle) -> Self {
        Self { boxes: Vec::new(), frozen: vec![0; puzzle.words], scanned: false }
    }

    /// Whether this box has no free axis as things stand: a cheap test that most boxes fail.
    #[inline]
    pub fn is_stuck(puzzle: &Puzzle, bits: &[u64], cell: u16) -> bool {
        Self::axis_closed(puzzle, bits, cell, 0) && Self::axis_closed(puzzle, bits, cell, 2)
    }

    #[inline]
    fn axis_closed(puzzle: &Puzzle, holding: &[u64], cell: u16, axis: usize) -> bool {
        let [a, b] = [puzzle.next[cell as usize][axis], puzzle.next[cell as usize][axis + 1]];
        let wall = puzzle.n as u16;
        let live = puzzle.live as u16;
        a == wall || b == wall || (a >= live && b >= live) || puzzle.has_box(holding, a) || puzzle.has_box(holding, b)
    }

    /// Finds all frozen boxes.
    pub fn scan(&mut self, puzzle: &Puzzle, bits: &[u64]) {
        for (at, frozen) in self.frozen.iter_mut().enumerate() {
            *frozen = bits[at] & puzzle.box_mask[at];
        }
        self.boxes.clear();
        let boxes = &mut self.boxes;
        puzzle.each_box(bits, |cell| boxes.push(cell));
        loop {
            let before = self.boxes.len();
            let frozen = &mut self.frozen;
            self.boxes.retain(|&cell| {
                let stays = Self::is_stuck(puzzle, frozen, cell);
                if !stays {
                    bits::clear(frozen, cell);
                }
                stays
            });
            if self.boxes.len() == before {
                return;
            }
        }
    }

    /// Whether the boxes found by `scan` cannot be left as they are.
    pub fn is_deadlock(&self, puzzle: &Puzzle, bits: &[u64]) -> bool {
        match puzzle.kind {
            Kind::Goals => self.frozen.iter().zip(&puzzle.goal_mask).any(|(&frozen, &goals)| frozen & !goals != 0),
            Kind::Sinks => !self.boxes.is_empty(),
            Kind::Holes => puzzle.count_boxes(bits) < self.boxes.len() + puzzle.count_open_holes(bits),
        }
    }

    /// The boxes found by `scan`.
    pub fn boxes(&self) -> &[u16] {
        &self.boxes
    }
}

impl CheapTest for Freeze {
    #[inline]
    fn is_dead(&mut self, puzzle: &Puzzle, after: &After) -> bool {
        // A push freezes nothing unless it freezes the box that moved.
        self.scanned = Self::is_stuck(puzzle, after.bits, after.cell);
        self.scanned && {
            self.scan(puzzle, after.bits);
            self.is_deadlock(puzzle, after.bits)
        }
    }

    fn frozen(&self) -> Option<&[u64]> {
        self.scanned.then_some(&self.frozen[..])
    }
}
