//! Tables that are made once for a puzzle and read by every search on it, on any thread.

use super::options::Options;
use crate::bounds::distance::Distances;
use crate::deadlocks::pairs::Pairs;
use crate::push::puzzle::{Kind, Puzzle};

pub struct Tables {
    pub pairs: Option<Pairs>,
    /// Distances that do not ask where the player is, where `sides` is off.
    pub one_sided: Option<Distances>,
}

impl Tables {
    pub fn new(puzzle: &Puzzle, options: &Options) -> Self {
        let wanted = options.dead_pairs || options.pair_excess;
        let any = puzzle.kind == Kind::Sinks;
        let one_sided = || Distances::new(&puzzle.next, puzzle.n, puzzle.live, &puzzle.targets, any, false, &[]);
        Self { pairs: if wanted { Pairs::new(puzzle) } else { None }, one_sided: (!options.sides).then(one_sided) }
    }

    /// Bytes in use.
    pub fn memory(&self) -> usize {
        self.pairs.as_ref().map_or(0, Pairs::memory)
    }
}
