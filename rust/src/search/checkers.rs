//! The checks that look at the moved box and its surroundings alone, those of them that are switched on.
//!
//! Comes in:  a position after a push.     Goes out: the name of the check that calls it dead, if one does.

use crate::deadlocks::corridor::Corridor;
use crate::deadlocks::movable::Movable;
use crate::push::puzzle::Puzzle;
use crate::space::options::Options;
use crate::tables::Tables;
use crate::tables::blocklist::Blocklist;

pub struct Checkers<'a> {
    movable: Option<Movable>,
    corridor: Option<Corridor>,
    blocklist: Option<&'a Blocklist>,
}

impl<'a> Checkers<'a> {
    pub fn new(puzzle: &Puzzle, tables: &'a Tables, options: &Options) -> Self {
        Self {
            movable: options.movable.then(|| Movable::new(puzzle)),
            corridor: options.corridor.then(|| Corridor::new(puzzle)),
            blocklist: tables.blocklist.as_ref().filter(|_| options.blocklist_dead),
        }
    }

    /// `cell` is the box that moved, `player` where the player stands now.
    #[inline]
    pub fn condemn(&mut self, puzzle: &Puzzle, bits: &[u64], cell: u16, player: u16) -> Option<&'static str> {
        if !puzzle.has_box(bits, cell) {
            return None;
        }
        if self.movable.as_mut().is_some_and(|check| check.is_dead(puzzle, bits, cell)) {
            return Some("movable");
        }
        if self.blocklist.is_some_and(|list| list.is_dead(bits, cell, player)) {
            return Some("blocklist");
        }
        if self.corridor.as_mut().is_some_and(|check| check.is_dead(puzzle, bits, cell, player)) {
            return Some("corridor");
        }
        None
    }
}
