//! The box that was just moved, and those it leans on: can it ever move again?
//!
//!     . . . .    A box can move if on one axis both neighbours are floor, or boxes that can move. The four here
//!     . o o .    hold each other.
//!     . o o .
//!     . . . .
//!
//! The idea is the NetHack solver's ("movable checker"). It looks only at the boxes that touch the moved one, one after
//! the other, and knows nothing of dead squares: `freeze` finds all of this and more, so this one is off by default.

use super::{After, CheapTest};
use crate::bits;
use crate::push::puzzle::{Kind, Puzzle};

pub struct Movable {
    cluster: Vec<u16>,
    held: Vec<u64>,
}

impl Movable {
    pub fn new(puzzle: &Puzzle) -> Self {
        Self { cluster: Vec::new(), held: vec![0; puzzle.words] }
    }

    fn axis_closed(puzzle: &Puzzle, held: &[u64], cell: u16, axis: usize) -> bool {
        let wall = puzzle.n as u16;
        (axis..axis + 2).any(|direction| {
            let other = puzzle.next[cell as usize][direction];
            other == wall || puzzle.has_box(held, other)
        })
    }

    fn is_held(puzzle: &Puzzle, held: &[u64], cell: u16) -> bool {
        Self::axis_closed(puzzle, held, cell, 0) && Self::axis_closed(puzzle, held, cell, 2)
    }

    fn holds(&mut self, puzzle: &Puzzle, bits: &[u64], cell: u16) -> bool {
        if !Self::is_held(puzzle, bits, cell) {
            return false;
        }
        self.take_cluster(puzzle, bits, cell);
        loop {
            let before = self.cluster.len();
            let held = &mut self.held;
            self.cluster.retain(|&cell| {
                let stays = Self::is_held(puzzle, held, cell);
                if !stays {
                    bits::clear(held, cell);
                }
                stays
            });
            if self.cluster.len() == before {
                break;
            }
        }
        match puzzle.kind {
            Kind::Goals => self.cluster.iter().any(|&cell| !puzzle.goal[cell as usize]),
            Kind::Sinks => !self.cluster.is_empty(),
            // A box may be left where it is as long as enough others can still fill the holes.
            Kind::Holes => puzzle.count_boxes(bits) < self.cluster.len() + puzzle.count_open_holes(bits),
        }
    }

    /// The boxes that touch the one in `cell`, or touch one that does.
    fn take_cluster(&mut self, puzzle: &Puzzle, bits: &[u64], cell: u16) {
        self.held.fill(0);
        self.cluster.clear();
        self.cluster.push(cell);
        bits::set(&mut self.held, cell);
        let mut at = 0;
        while at < self.cluster.len() {
            for &other in &puzzle.next[self.cluster[at] as usize] {
                if puzzle.has_box(bits, other) && !puzzle.has_box(&self.held, other) {
                    bits::set(&mut self.held, other);
                    self.cluster.push(other);
                }
            }
            at += 1;
        }
    }
}

impl CheapTest for Movable {
    fn is_dead(&mut self, puzzle: &Puzzle, after: &After) -> bool {
        self.holds(puzzle, after.bits, after.cell)
    }
}
