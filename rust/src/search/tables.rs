//! Tables that are made once for a puzzle and read by every search on it, on any thread.

use super::options::Options;
use crate::deadlocks::pairs::Pairs;
use crate::push::puzzle::Puzzle;

pub struct Tables {
    pub pairs: Option<Pairs>,
}

impl Tables {
    pub fn new(puzzle: &Puzzle, options: &Options) -> Self {
        let wanted = options.dead_pairs || options.pair_excess;
        Self { pairs: if wanted { Pairs::new(puzzle) } else { None } }
    }

    /// Bytes in use.
    pub fn memory(&self) -> usize {
        self.pairs.as_ref().map_or(0, Pairs::memory)
    }
}
