//! Boxes that were found dead together, remembered: wherever they stand so again, the position is dead.
//!
//! Comes in:  positions that a search cannot get on from.     Goes out: patterns, which are asked by later positions.
//!
//! A search that has looked at many positions below one without getting anywhere suspects it. Boxes that can move and
//! come back, or move along both axes, are not to blame and are taken away; what is left is searched (`part_search`,
//! rule `Loose`). If it is dead, boxes are taken away one by one while it stays dead. What remains is a pattern: boxes,
//! and the cells from which the player can do nothing about them. After Yaron Shoham's Festival.
//!
//! Patterns are found on the board without frozen boxes, so they hold in any company.

use super::frozen::Walled;
use super::pairs::Pairs;
use super::part_search::{Ground, PartSearch, Rule};
use super::sets;
use crate::push::puzzle::{Kind, Puzzle};
use crate::push::walk::Walk;

/// Patterns kept.
const MOST_PATTERNS: usize = 500;
/// Boxes that a pattern may have before boxes are taken away one by one.
const MOST_BOXES: usize = 12;

pub struct Patterns {
    /// Boxes and player's cells of each pattern, one after the other.
    sets: Vec<u64>,
    words: usize,
    wide: usize,
    bare: Walled,
    walk: Walk,
    part: Vec<u64>,
    cells: Vec<u16>,
    nowhere: Vec<u64>,
    /// Positions for each question.
    most: usize,
}

impl Patterns {
    pub fn new(puzzle: &Puzzle, most: usize) -> Self {
        let wide = puzzle.n.div_ceil(64).max(puzzle.words);
        Self {
            sets: Vec::new(),
            words: puzzle.words,
            wide,
            bare: Walled::bare(puzzle),
            walk: Walk::new(puzzle.n),
            part: vec![0; puzzle.words],
            cells: Vec::new(),
            nowhere: vec![0; wide],
            most,
        }
    }

    /// How many patterns there are.
    pub fn len(&self) -> usize {
        self.sets.len() / (self.words + self.wide)
    }

    pub fn is_empty(&self) -> bool {
        self.sets.is_empty()
    }

    /// Bytes in use.
    pub fn memory(&self) -> usize {
        self.sets.len() * 8 + self.bare.reach.memory()
    }

    /// Whether a pattern is part of the position.
    pub fn matches(&self, bits: &[u64], player: u16) -> bool {
        self.sets.chunks_exact(self.words + self.wide).any(|pattern| {
            let (boxes, cells) = pattern.split_at(self.words);
            sets::is_within(boxes, bits) && sets::has(cells, player)
        })
    }

    /// Looks for a pattern in a position that the search does not get on from; true where the position is dead.
    pub fn learn(
        &mut self,
        puzzle: &Puzzle,
        pairs: Option<&Pairs>,
        search: &mut PartSearch,
        bits: &[u64],
        player: u16,
    ) -> bool {
        if puzzle.kind == Kind::Holes {
            return false;
        }
        if self.matches(bits, player) {
            return true;
        }
        self.part.copy_from_slice(bits);
        search.take_away_loose(puzzle, &self.bare, &mut self.part, player);
        let count = sets::count(&self.part);
        if !(2..=MOST_BOXES).contains(&count) || !self.is_part_dead(puzzle, pairs, search, player) {
            return false;
        }
        self.cells.clear();
        sets::each(&self.part, |cell| self.cells.push(cell));
        for at in 0..self.cells.len() {
            let cell = self.cells[at];
            sets::remove(&mut self.part, cell);
            if !self.is_part_dead(puzzle, pairs, search, player) {
                sets::add(&mut self.part, cell);
            }
        }
        self.remember(puzzle, player);
        true
    }

    fn is_part_dead(&mut self, puzzle: &Puzzle, pairs: Option<&Pairs>, search: &mut PartSearch, player: u16) -> bool {
        let ground = Ground { puzzle, pairs, board: &self.bare };
        search.is_dead(&ground, Rule::Loose, (&self.part, &self.nowhere, player), self.most)
    }

    /// Keeps `part`, with the player wherever he can walk among these boxes.
    fn remember(&mut self, puzzle: &Puzzle, player: u16) {
        if self.len() >= MOST_PATTERNS {
            return;
        }
        puzzle.block(&mut self.walk, &self.part);
        self.walk.flood(&puzzle.next, player);
        self.sets.extend_from_slice(&self.part);
        let from = self.sets.len();
        self.sets.resize(from + self.wide, 0);
        for &cell in self.walk.cells() {
            sets::add(&mut self.sets[from..], cell);
        }
    }
}
