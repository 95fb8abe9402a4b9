//! The parts into which boxes cut the floor.
//!
//! Comes in:  a position.     Goes out: a number for each free cell, and the least cell of each part.

use crate::push::puzzle::Puzzle;

/// The cell holds a box, or is wall.
pub const CLOSED: u16 = u16::MAX;
const UNSEEN: u16 = u16::MAX - 1;

pub struct Areas {
    pub label: Vec<u16>,
    /// The least cell of each part: it names the part.
    pub least: Vec<u16>,
    todo: Vec<u16>,
}

impl Areas {
    pub fn new(n: usize) -> Self {
        Self { label: vec![CLOSED; n + 1], least: Vec::new(), todo: Vec::new() }
    }

    pub fn count(&self) -> usize {
        self.least.len()
    }

    /// Labels everything.
    pub fn scan(&mut self, puzzle: &Puzzle, bits: &[u64]) {
        let Self { label, least, todo } = self;
        let n = puzzle.n;
        label[..n].fill(UNSEEN);
        puzzle.each_box(bits, |cell| label[cell as usize] = CLOSED);
        least.clear();
        for start in 0..n as u16 {
            if label[start as usize] != UNSEEN {
                continue;
            }
            let name = least.len() as u16;
            least.push(start);
            label[start as usize] = name;
            todo.push(start);
            while let Some(cell) = todo.pop() {
                for &other in &puzzle.next[cell as usize] {
                    let mark = &mut label[other as usize];
                    if *mark == UNSEEN {
                        *mark = name;
                        todo.push(other);
                    }
                }
            }
        }
    }

    /// The name of the part a cell is in.
    #[inline]
    pub fn name(&self, cell: u16) -> u16 {
        self.least[self.label[cell as usize] as usize]
    }
}
