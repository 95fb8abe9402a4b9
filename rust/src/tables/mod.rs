//! Exact answers about a few boxes alone on the board: made once for a puzzle, read by bounds and deadlock tests of
//! every search on it, on any thread.

pub mod blocklist;
pub mod blocklist_maker;
pub mod disjoint;
pub mod exits;
pub mod goal_pairs;
pub mod groups;
pub mod listed;
pub mod pairs;
pub mod triples;

use std::sync::OnceLock;

use crate::push::distance::Distances;
use crate::space::control::Budget;
use crate::space::options::{Objective, Options};
use blocklist::Blocklist;
use exits::Exits;
use goal_pairs::GoalPairs;

use crate::push::puzzle::{Kind, Puzzle};
use pairs::Pairs;
use triples::Triples;

pub struct Tables {
    pub pairs: Option<Pairs>,
    pub blocklist: Option<Blocklist>,
    pub goal_pairs: Option<GoalPairs>,
    pub exits: Option<Exits>,
    triples: OnceLock<Option<Triples>>,
    pull_pairs: OnceLock<Option<Pairs>>,
    /// Distances that do not ask where the player is, where `sides` is off.
    pub one_sided: Option<Distances>,
}

impl Tables {
    pub fn new(puzzle: &Puzzle, objective: Objective, options: &Options) -> Self {
        let wanted = options.dead_pairs || options.pair_excess;
        let any = puzzle.kind == Kind::Sinks;
        let one_sided = || Distances::new(&puzzle.next, puzzle.n, puzzle.live, &puzzle.targets, any, false, &[]);
        let pairs = if wanted { Pairs::new(puzzle) } else { None };
        let goal_pairs = pairs
            .as_ref()
            .filter(|_| objective != Objective::Any && options.goal_pairs && options.matching && options.sides);
        let triples = options.triples
            && options.sides
            && match puzzle.kind {
                Kind::Goals => objective != Objective::Any && options.matching,
                _ => true,
            };
        Self {
            triples: OnceLock::new(),
            pull_pairs: OnceLock::new(),
            exits: if triples { Exits::new(puzzle) } else { None },
            goal_pairs: goal_pairs.and_then(|pairs| GoalPairs::new(puzzle, pairs)),
            pairs,
            blocklist: None,
            one_sided: (!options.sides).then(one_sided),
        }
    }

    /// The same with the blocklist, which may take a while.
    pub fn with_blocklist(puzzle: &Puzzle, objective: Objective, options: &Options, budget: &Budget) -> Self {
        let (number, distance) = (options.blocklist_number, options.blocklist_distance);
        let wanted = options.blocklist_dead || (options.blocklist_excess && puzzle.kind == Kind::Sinks);
        let make = || blocklist_maker::make(puzzle, number, distance, options.threads, budget);
        Self { blocklist: if wanted { make() } else { None }, ..Self::new(puzzle, objective, options) }
    }

    /// Dead groups of three, made when first asked for: most levels are solved before that would pay.
    pub fn triples(&self, puzzle: &Puzzle) -> Option<&Triples> {
        let make = || self.pairs.as_ref().and_then(|pairs| Triples::new(puzzle, pairs));
        self.triples.get_or_init(make).as_ref()
    }

    /// Pairs of boxes for the search that pulls, made when first asked for. `starts` are the distances of single boxes.
    pub fn pull_pairs(&self, puzzle: &Puzzle, starts: &Distances) -> Option<&Pairs> {
        self.pull_pairs.get_or_init(|| Pairs::from_starts(puzzle, starts)).as_ref()
    }

    /// Bytes in use.
    pub fn memory(&self) -> usize {
        self.pairs.as_ref().map_or(0, Pairs::memory)
            + self.goal_pairs.as_ref().map_or(0, GoalPairs::memory)
            + self.pull_pairs.get().and_then(Option::as_ref).map_or(0, Pairs::memory)
            + self.exits.as_ref().map_or(0, Exits::memory)
            + self.triples.get().and_then(Option::as_ref).map_or(0, Triples::memory)
            + self.blocklist.as_ref().map_or(0, Blocklist::memory)
    }
}
