//! Deadlock tests that are too dear for every move: only the move that was chosen is put to them.
//!
//! Comes in:  a position, and the box that moved last.     Goes out: "dead", or "not that I can see".

use super::super::bound::Bound;
use super::super::options::Options;
use super::super::tables::Tables;
use crate::bounds::matching::NEVER;
use crate::deadlocks::corral::Corral;
use crate::deadlocks::freeze::Freeze;
use crate::push::puzzle::Puzzle;
use crate::push::walk::Walk;

pub struct Deep<'a> {
    puzzle: &'a Puzzle,
    tables: &'a Tables,
    freeze: Freeze,
    bound: Bound<'a>,
    corral: Corral,
    corral_search: bool,
    walk: Walk,
}

impl<'a> Deep<'a> {
    pub fn new(puzzle: &'a Puzzle, tables: &'a Tables, options: &Options) -> Self {
        Self {
            puzzle,
            tables,
            freeze: Freeze::new(puzzle),
            bound: Bound::new(puzzle, tables, options),
            corral: Corral::new(puzzle, options.corral_search),
            corral_search: options.corral_search > 0,
            walk: Walk::new(puzzle.n),
        }
    }

    pub fn memory(&self) -> usize {
        self.bound.memory() + self.corral.memory()
    }

    pub fn is_dead(&mut self, bits: &[u64], player: u16, moved: u16) -> bool {
        let puzzle = self.puzzle;
        self.freeze.scan(puzzle, bits);
        if self.bound.prepare(bits, player, &self.freeze.frozen) >= NEVER {
            return true;
        }
        puzzle.block(&mut self.walk, bits);
        self.walk.flood(&puzzle.next, player);
        let pairs = self.tables.pairs.as_ref();
        self.corral_search && self.corral.is_dead(puzzle, pairs, bits, moved, &self.walk)
    }
}
