//! A closed corridor next to the moved box, which nobody can open any more.
//!
//!     * * * *     A corridor is a row or column of floor cells with nothing but walls and boxes around it, and the
//!     * + o .     player outside. One of these boxes must move some day. Take the first of them that does: until
//!     * + o .     then all stand where they stand now and the corridor is empty, so the player pushes from outside,
//!     * o . .     off to a cell that neither wall nor another of these boxes takes. Whatever else is on the board
//!                 may be thought away. If each such push goes into the corridor and leaves a box there that can never
//!                 move again, or if there is no such push, the position is dead.
//!
//! The name and the idea are the NetHack solver's ("corridor checker"), but not its rule: there a corridor is open only
//! if the box at one of its ends can go sideways, which condemns levels that have a plan, because boxes may also
//! be pushed into the corridor and others out of it from within.

use super::freeze::Freeze;
use super::{After, CheapTest};
use crate::bits;
use crate::push::puzzle::{Kind, Puzzle};

pub struct Corridor {
    freeze: Freeze,
    line: Vec<u16>,
    around: Vec<u16>,
    part: Vec<u64>,
}

impl Corridor {
    pub fn new(puzzle: &Puzzle) -> Self {
        let part = vec![0; puzzle.words];
        Self { freeze: Freeze::new(puzzle), line: Vec::new(), around: Vec::new(), part }
    }

    /// The corridor through `start` along an axis and the boxes around it; false where the floor goes on sideways.
    fn take_line(&mut self, puzzle: &Puzzle, bits: &[u64], start: u16, axis: usize) -> bool {
        self.line.clear();
        self.around.clear();
        let mut cell = start;
        let mut way = axis;
        loop {
            if way == axis || cell != start {
                self.line.push(cell);
                for side in [axis ^ 2, (axis ^ 2) + 1] {
                    let other = puzzle.next[cell as usize][side];
                    if puzzle.has_box(bits, other) {
                        self.around.push(other);
                    } else if other as usize != puzzle.n {
                        return false;
                    }
                }
            }
            let other = puzzle.next[cell as usize][way];
            if other as usize != puzzle.n && !puzzle.has_box(bits, other) {
                cell = other;
                continue;
            }
            if puzzle.has_box(bits, other) {
                self.around.push(other);
            }
            if way != axis {
                return true;
            }
            (cell, way) = (start, axis + 1);
        }
    }

    /// Whether no box around the corridor can ever be the first to move.
    fn is_shut(&mut self, puzzle: &Puzzle) -> bool {
        if puzzle.kind == Kind::Goals && self.around.iter().all(|&cell| puzzle.goal[cell as usize]) {
            return false;
        }
        for at in 0..self.around.len() {
            let cell = self.around[at];
            for direction in 0..4usize {
                let (ahead, behind) =
                    (puzzle.next[cell as usize][direction], puzzle.next[cell as usize][direction ^ 1]);
                let no_room = ahead as usize >= puzzle.live || self.around.contains(&ahead);
                if no_room
                    || behind as usize == puzzle.n
                    || self.line.contains(&behind)
                    || self.around.contains(&behind)
                {
                    continue;
                }
                if !self.line.contains(&ahead) || puzzle.sink[ahead as usize] || !self.sticks(puzzle, cell, ahead) {
                    return false;
                }
            }
        }
        true
    }

    /// Whether the boxes around the corridor hold each other for good once this one has been pushed into it.
    fn sticks(&mut self, puzzle: &Puzzle, from: u16, to: u16) -> bool {
        self.part.fill(0);
        for &cell in self.around.iter().filter(|&&cell| cell != from).chain([&to]) {
            bits::set(&mut self.part, cell);
        }
        self.freeze.scan(puzzle, &self.part);
        self.freeze.is_deadlock(puzzle, &self.part)
    }
}

impl CheapTest for Corridor {
    fn is_dead(&mut self, puzzle: &Puzzle, after: &After) -> bool {
        // With holes a box may be left where it is, so nothing must be opened.
        if puzzle.kind == Kind::Holes {
            return false;
        }
        let &After { bits, cell, player } = after;
        for start in puzzle.next[cell as usize] {
            if start as usize == puzzle.n || puzzle.has_box(bits, start) {
                continue;
            }
            for axis in [0, 2] {
                let found = self.take_line(puzzle, bits, start, axis) && !self.line.contains(&player);
                if found && self.is_shut(puzzle) {
                    return true;
                }
            }
        }
        false
    }
}
