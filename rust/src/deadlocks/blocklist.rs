//! Sets of the blocklist that cannot be brought home, asked about the box that moved.

use super::{After, CheapTest};
use crate::push::puzzle::Puzzle;
use crate::tables::blocklist::Blocklist;

pub struct DeadSets<'a>(pub &'a Blocklist);

impl CheapTest for DeadSets<'_> {
    fn is_dead(&mut self, _: &Puzzle, after: &After) -> bool {
        self.0.is_dead(after.bits, after.cell, after.player)
    }
}
