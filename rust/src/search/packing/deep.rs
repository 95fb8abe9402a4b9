//! Deadlock tests that are too costly for every move: only the move that was chosen is put to them.
//!
//! Comes in:  a position.     Goes out: the name of the test that condemns it, if one does.

use crate::deadlocks::deep::{self, Switches};
use crate::push::puzzle::Puzzle;
use crate::space::options::Options;
use crate::tables::Tables;

pub struct Deep<'a> {
    tests: deep::Deep<'a>,
}

impl<'a> Deep<'a> {
    pub fn new(puzzle: &'a Puzzle, tables: &'a Tables, options: &Options) -> Self {
        let switches = Switches { closed_areas: options.closed_areas, nearby: options.nearby };
        Self { tests: deep::Deep::new(puzzle, tables.pairs.as_ref(), switches) }
    }

    pub fn memory(&self) -> usize {
        self.tests.memory()
    }

    /// `moved` is where the box stands that was pushed last.
    pub fn condemn(&mut self, bits: &[u64], player: u16, moved: u16) -> Option<&'static str> {
        self.tests.condemn(bits, player, moved)
    }
}
