//! Boxes that stand between another box and its goals.
//!
//! Comes in:  a position.     Goes out: how many boxes take at least one goal from another.
//!
//! For two squares: does a box on the one lose a goal if the other were wall? Asked for a square only when a box first
//! stands there. Boxes on goals neither count nor suffer.

use crate::push::distance::{Distances, FAR};
use crate::push::puzzle::Puzzle;

pub struct Hotspots {
    /// For each cell, once it is known: the cells that lose a goal by it.
    losers: Vec<Option<Box<[u64]>>>,
}

impl Hotspots {
    pub fn new(puzzle: &Puzzle) -> Self {
        Self { losers: vec![None; puzzle.live] }
    }

    pub fn count(&mut self, puzzle: &Puzzle, bits: &[u64]) -> u16 {
        let mut count = 0;
        puzzle.each_box(bits, |cell| {
            if !puzzle.goal[cell as usize] {
                let losers = self.losers[cell as usize].get_or_insert_with(|| losers(puzzle, cell));
                count += u16::from(losers.iter().zip(bits).any(|(losers, bits)| losers & bits != 0));
            }
        });
        count
    }
}

fn losers(puzzle: &Puzzle, wall: u16) -> Box<[u64]> {
    let with = Distances::new(&puzzle.next, puzzle.n, puzzle.live, &puzzle.targets, false, true, &[wall]);
    let mut bits = vec![0; puzzle.words];
    for cell in (0..puzzle.live as u16).filter(|&cell| cell != wall && !puzzle.goal[cell as usize]) {
        let (before, after) = (puzzle.distances.best_row(cell), with.best_row(cell));
        if before.iter().zip(&after).any(|(&before, &after)| before != FAR && after == FAR) {
            super::floor::set(&mut bits, cell);
        }
    }
    bits.into()
}
