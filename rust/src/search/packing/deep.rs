//! Deadlock tests that are too dear for every move: only the move that was chosen is put to them.
//!
//! Comes in:  a position.     Goes out: "dead", or "not that I can see".

use super::super::options::Options;
use super::super::tables::Tables;
use crate::deadlocks::deep::{self, Switches};
use crate::push::puzzle::Puzzle;

pub struct Deep<'a> {
    tests: deep::Deep<'a>,
}

impl<'a> Deep<'a> {
    pub fn new(puzzle: &'a Puzzle, tables: &'a Tables, _: &Options) -> Self {
        Self { tests: deep::Deep::new(puzzle, tables.pairs.as_ref(), Switches::default()) }
    }

    pub fn memory(&self) -> usize {
        self.tests.memory()
    }

    pub fn is_dead(&mut self, bits: &[u64], player: u16) -> bool {
        self.tests.condemn(bits, player).is_some()
    }
}
