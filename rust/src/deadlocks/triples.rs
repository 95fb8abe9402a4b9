//! Three boxes that cannot all be brought home: the exact table of triples, asked about the box that moved.
//!
//! The table takes a while to make, so it is made on levels that are not solved soon.

use super::{After, CheapTest};
use crate::push::puzzle::Puzzle;
use crate::tables::triples::Triples;

pub struct DeadTriples<'a>(pub &'a Triples);

impl CheapTest for DeadTriples<'_> {
    fn is_dead(&mut self, _: &Puzzle, after: &After) -> bool {
        self.0.is_dead(after.bits, after.cell, after.player)
    }
}
