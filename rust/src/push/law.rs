//! The rules of the push puzzles on the drawn board, as plainly as they can be said.
//!
//! Comes in:  a board, a player, boxes, keys.     Goes out: whether the keys are legal and win, and what they cost.
//!
//! Shares nothing with the search but `Board`: this crate's tests judge every plan with it, and Python's tests hold
//! their own law against it, key by key. (What users see is judged in Python, by `verify`.)

use std::collections::BTreeSet;

use crate::board::{Board, Cell, KEYS};

#[derive(Debug, Clone)]
pub struct Play<'a> {
    board: &'a Board,
    pub player: Cell,
    pub boxes: BTreeSet<Cell>,
    pub open_holes: BTreeSet<Cell>,
    pub moves: usize,
    pub pushes: usize,
}

impl<'a> Play<'a> {
    /// The start. The cells must have been checked (`Puzzle::new` does).
    pub fn new(board: &'a Board, player: (usize, usize), boxes: &[(usize, usize)]) -> Self {
        let cell = |&(row, column): &(usize, usize)| board.cell(row, column).unwrap();
        Self {
            player: cell(&player),
            boxes: boxes.iter().map(cell).collect(),
            open_holes: board.holes.iter().collect(),
            board,
            moves: 0,
            pushes: 0,
        }
    }

    /// Presses one key, `u d l r` in any case; returns whether it was allowed.
    pub fn press(&mut self, key: char) -> bool {
        let board = self.board;
        let Some(direction) = KEYS.iter().position(|&known| known == key.to_ascii_lowercase()) else { return false };
        let ahead = board.step(self.player, direction);
        if board.walls.has(ahead) || self.open_holes.contains(&ahead) {
            return false;
        }
        if self.boxes.contains(&ahead) {
            let beyond = board.step(ahead, direction);
            if board.walls.has(beyond) || self.boxes.contains(&beyond) {
                return false;
            }
            self.boxes.remove(&ahead);
            if !board.sinks.has(beyond) && !self.open_holes.remove(&beyond) {
                self.boxes.insert(beyond);
            }
            self.pushes += 1;
        }
        self.player = ahead;
        self.moves += 1;
        true
    }

    pub fn is_won(&self) -> bool {
        let board = self.board;
        if !board.holes.is_empty() {
            self.open_holes.is_empty()
        } else if !board.sinks.is_empty() {
            self.boxes.is_empty()
        } else {
            self.boxes.iter().all(|&cell| board.goals.has(cell))
        }
    }

    /// Plays a whole plan; upper case must be pushes and only they. `None` where it is illegal or does not win.
    pub fn judge(mut self, keys: &str) -> Option<(usize, usize)> {
        for key in keys.chars() {
            let pushes = self.pushes;
            if !self.press(key) || (self.pushes > pushes) != key.is_ascii_uppercase() {
                return None;
            }
        }
        self.is_won().then_some((self.moves, self.pushes))
    }
}
