//! What a position looks like from afar: a few small numbers, for searches that take turns among their values.
//!
//! Comes in:  a position.     Goes out: `Measures`, one number for each feature.
//!
//! Yaron Shoham and Jonathan Schaeffer (The FESS Algorithm, 2020) search in the space of such numbers: positions
//! with equal ones share a cell, and the cells are visited in turn, so that a position in which something has been
//! achieved is not starved by thousands that merely look near.

use crate::push::puzzle::Puzzle;
use crate::push::walk::Walk;

/// Boxes or holes that are left.
pub const LEFT: usize = 0;
/// Areas that the boxes divide the floor into.
pub const AREAS: usize = 1;
/// Boxes in each other's way, summed over all boxes.
pub const BLOCKED: usize = 2;
/// The same of the box that fewest stand in the way of.
pub const NEXT: usize = 3;
/// The bound on the pushes still to come.
pub const REST: usize = 4;

pub type Measures = [u16; 5];

pub struct Meter {
    /// How many boxes stand in the way of a box in this cell.
    blocked: Vec<u16>,
    layers: Vec<Vec<u16>>,
}

impl Meter {
    pub fn new(puzzle: &Puzzle) -> Self {
        Self { blocked: vec![0; puzzle.n + 1], layers: Vec::new() }
    }

    /// `walk` has flooded from the player; afterwards it has flooded everything.
    pub fn measure(&mut self, puzzle: &Puzzle, bits: &[u64], walk: &mut Walk, rest: u16) -> Measures {
        let mut measures = [0; 5];
        measures[LEFT] = puzzle.count_left(bits) as u16;
        measures[AREAS] = 1;
        for cell in 0..puzzle.n as u16 {
            if walk.untouched(cell) {
                measures[AREAS] += 1;
                walk.flood(&puzzle.next, cell);
            }
        }
        self.count_blocking(puzzle, bits);
        let mut least = u16::MAX;
        puzzle.each_box(bits, |cell| {
            let boxes = self.blocked[cell as usize];
            if boxes < u16::MAX {
                measures[BLOCKED] = measures[BLOCKED].saturating_add(boxes);
                least = least.min(boxes);
            }
        });
        measures[NEXT] = if least == u16::MAX { 0 } else { least };
        measures[REST] = rest;
        measures
    }

    /// Pulls a box back from where boxes belong; every box that it or the player would have to pass counts one.
    fn count_blocking(&mut self, puzzle: &Puzzle, bits: &[u64]) {
        let Self { blocked, layers } = self;
        blocked.fill(u16::MAX);
        layers.iter_mut().for_each(Vec::clear);
        layers.resize_with(layers.len().max(1), Vec::new);
        for &cell in &puzzle.targets {
            blocked[cell as usize] = 0;
            layers[0].push(cell);
        }
        let mut boxes = 0;
        while boxes < layers.len() {
            while let Some(cell) = layers[boxes].pop() {
                if usize::from(blocked[cell as usize]) < boxes {
                    continue;
                }
                for direction in 0..4 {
                    let from = puzzle.next[cell as usize][direction ^ 1];
                    let behind = puzzle.next[from as usize][direction ^ 1];
                    if from as usize >= puzzle.live || behind as usize == puzzle.n {
                        continue;
                    }
                    let passed = [cell, behind].into_iter().filter(|&other| puzzle.has_box(bits, other)).count();
                    let sum = boxes + passed;
                    if sum < usize::from(blocked[from as usize]) {
                        blocked[from as usize] = sum as u16;
                        if layers.len() <= sum {
                            layers.resize_with(sum + 1, Vec::new);
                        }
                        layers[sum].push(from);
                    }
                }
            }
            boxes += 1;
        }
    }
}
