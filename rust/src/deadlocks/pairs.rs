//! Two boxes that cannot both be brought home: the exact table of pairs, asked about the box that moved.

use super::{After, CheapTest};
use crate::push::puzzle::Puzzle;
use crate::tables::pairs::Pairs;

pub struct DeadPairs<'a>(pub &'a Pairs);

impl CheapTest for DeadPairs<'_> {
    fn is_dead(&mut self, _: &Puzzle, after: &After) -> bool {
        self.0.is_dead(after.bits, after.cell, after.player)
    }
}
