//! Tables that are made once for a puzzle and read by every search on it, on any thread.

use super::control::Budget;
use super::options::Options;
use crate::bounds::distance::Distances;
use crate::deadlocks::blocklist::Blocklist;
use crate::deadlocks::blocklist_maker;
use crate::deadlocks::pairs::Pairs;
use crate::push::puzzle::{Kind, Puzzle};

pub struct Tables {
    pub pairs: Option<Pairs>,
    pub blocklist: Option<Blocklist>,
    /// Distances that do not ask where the player is, where `sides` is off.
    pub one_sided: Option<Distances>,
}

impl Tables {
    pub fn new(puzzle: &Puzzle, options: &Options) -> Self {
        let wanted = options.dead_pairs || options.pair_excess;
        let any = puzzle.kind == Kind::Sinks;
        let one_sided = || Distances::new(&puzzle.next, puzzle.n, puzzle.live, &puzzle.targets, any, false, &[]);
        Self {
            pairs: if wanted { Pairs::new(puzzle) } else { None },
            one_sided: (!options.sides).then(one_sided),
            blocklist: None,
        }
    }

    /// The same with the blocklist, which may take a while.
    pub fn with_blocklist(puzzle: &Puzzle, options: &Options, budget: &Budget) -> Self {
        let (number, distance) = (options.blocklist_number, options.blocklist_distance);
        let wanted = options.blocklist_dead || (options.blocklist_excess && puzzle.kind == Kind::Sinks);
        let make = || blocklist_maker::make(puzzle, number, distance, options.threads, budget);
        Self { blocklist: if wanted { make() } else { None }, ..Self::new(puzzle, options) }
    }

    /// Bytes in use.
    pub fn memory(&self) -> usize {
        self.pairs.as_ref().map_or(0, Pairs::memory) + self.blocklist.as_ref().map_or(0, Blocklist::memory)
    }
}
