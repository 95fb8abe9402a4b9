//! Positions that no plan can leave: one test a file, none ever wrong about a position that can be solved.
//!
//! Comes in:  a position after a push.     Goes out: the name of the test that calls it dead, if one does.
//!
//! `TABLE` has one row for each test. Cheap tests look at every push; costly ones search a little, or keep what they
//! have learned, and are asked only about positions that nothing else has ruled out. A new test is a file with
//! `impl CheapTest` or `impl CostlyTest` and a row here: `cargo test` then holds it against the oracle on tiny levels
//! and against known plans on large ones (`tests.rs`, `search/known_plan_tests.rs`).

pub mod answer_table;
pub mod bipartite;
pub mod blocklist;
pub mod closed_areas;
pub mod corral;
pub mod corridor;
pub mod deep;
pub mod freeze;
pub mod frozen;
pub mod goal_reach;
pub mod movable;
pub mod nearby;
pub mod pairs;
pub mod part_search;
pub mod pull_freeze;
pub mod sets;
pub mod triples;

use crate::push::puzzle::Puzzle;
use crate::space::options::{Objective, Options};
use crate::tables::Tables;

/// A position after a push that left the box on the board.
#[derive(Debug, Clone, Copy)]
pub struct After<'a> {
    pub bits: &'a [u64],
    /// Where the box that moved stands now.
    pub cell: u16,
    /// Where the player stands: in the cell that the box left.
    pub player: u16,
}

/// A test that may look at every push.
pub trait CheapTest {
    fn is_dead(&mut self, puzzle: &Puzzle, after: &After) -> bool;

    /// The boxes that can never move again, where the last answer was "not dead" and the test found that out.
    fn frozen(&self) -> Option<&[u64]> {
        None
    }
}

/// A test that takes its time, asked only where there are free cells beside the moved box that the player cannot walk
/// to: those in `shut`.
pub trait CostlyTest {
    fn is_dead(&mut self, puzzle: &Puzzle, after: &After, shut: &[u16]) -> bool;

    /// Bytes in use.
    fn memory(&self) -> usize {
        0
    }
}

/// What a test may know when it is made.
#[derive(Clone, Copy)]
pub struct Context<'a> {
    pub puzzle: &'a Puzzle,
    pub tables: &'a Tables,
    pub options: &'a Options,
    pub objective: Objective,
}

/// Makes a test; `None` where it does not apply to the puzzle.
pub enum Make {
    Cheap(for<'a> fn(&Context<'a>) -> Option<Box<dyn CheapTest + 'a>>),
    Costly(for<'a> fn(&Context<'a>) -> Option<Box<dyn CostlyTest + 'a>>),
}

pub struct Row {
    /// The name, as a dump gives it for the reason of a rejection.
    pub name: &'static str,
    /// The option that switches it.
    pub option: &'static str,
    /// After how many expanded positions the test begins; `None` where it is switched off.
    begins: fn(&Context) -> Option<u64>,
    pub make: Make,
}

fn at_once(wanted: bool) -> Option<u64> {
    wanted.then_some(0)
}

/// All tests, in the order in which they are asked.
pub const TABLE: &[Row] = &[
    Row {
        name: "movable",
        option: "movable",
        begins: |context| at_once(context.options.movable),
        make: Make::Cheap(|context| Some(Box::new(movable::Movable::new(context.puzzle)))),
    },
    Row {
        name: "blocklist",
        option: "blocklist_dead",
        begins: |context| at_once(context.options.blocklist_dead),
        make: Make::Cheap(|context| Some(Box::new(blocklist::DeadSets(context.tables.blocklist.as_ref()?)))),
    },
    Row {
        name: "corridor",
        option: "corridor",
        begins: |context| at_once(context.options.corridor),
        make: Make::Cheap(|context| Some(Box::new(corridor::Corridor::new(context.puzzle)))),
    },
    Row {
        name: "pairs",
        option: "dead_pairs",
        begins: |context| at_once(context.options.dead_pairs),
        make: Make::Cheap(|context| Some(Box::new(pairs::DeadPairs(context.tables.pairs.as_ref()?)))),
    },
    Row {
        name: "triples",
        option: "dead_triples",
        begins: |context| Some(context.options.dead_triples).filter(|&count| count > 0),
        make: Make::Cheap(|context| Some(Box::new(triples::DeadTriples(context.tables.triples(context.puzzle)?)))),
    },
    Row {
        name: "freeze",
        option: "freeze",
        begins: |context| at_once(context.options.freeze),
        make: Make::Cheap(|context| Some(Box::new(freeze::Freeze::new(context.puzzle)))),
    },
    Row {
        name: "bipartite",
        option: "bipartite",
        // Where the cheapest matching is the bound, that says the same by the way.
        begins: |context| at_once(context.options.bipartite && !context.options.matching),
        make: Make::Cheap(|context| Some(Box::new(bipartite::Bipartite::new(context.tables)))),
    },
    Row {
        name: "corral",
        option: "corral_search",
        begins: |context| match context.objective {
            Objective::Any => at_once(context.options.corral_search > 0),
            Objective::Pushes => Some(context.options.corral_after).filter(|_| context.options.corral_astar > 0),
            // Where the player's own cell counts no flood is made, and without one there are no closed areas.
            _ => None,
        },
        make: Make::Costly(|context| {
            let options = context.options;
            let patience =
                if context.objective == Objective::Any { options.corral_search } else { options.corral_astar };
            Some(Box::new(corral::Corral::new(context, patience)))
        }),
    },
];

/// The tests that are switched on, with what each of them keeps.
pub struct Tests<'a> {
    context: Context<'a>,
    /// Rows of the table that have not begun yet and when they will, and when the next of them does.
    waiting: Vec<(usize, u64)>,
    next: u64,
    cheap: Vec<(usize, Box<dyn CheapTest + 'a>)>,
    costly: Vec<(usize, Box<dyn CostlyTest + 'a>)>,
}

impl<'a> Tests<'a> {
    pub fn new(context: Context<'a>) -> Self {
        Self::among(context, |_| true)
    }

    /// Only the cheap tests, and of those only the ones that begin at once.
    pub fn cheap(context: Context<'a>) -> Self {
        let mut tests = Self::among(context, |row| matches!(row.make, Make::Cheap(_)));
        tests.next = u64::MAX;
        tests
    }

    /// Those of the tests that are wanted.
    pub fn among(context: Context<'a>, wanted: impl Fn(&Row) -> bool) -> Self {
        let rows = TABLE.iter().enumerate().filter(|(_, row)| wanted(row));
        let waiting = rows.filter_map(|(at, row)| Some((at, (row.begins)(&context)?))).collect();
        let mut tests = Self { context, waiting, next: 0, cheap: Vec::new(), costly: Vec::new() };
        tests.begin(0);
        tests
    }

    /// Begins the tests that are worth their price only on levels that take so many expanded positions.
    #[inline]
    pub fn begin_late(&mut self, expanded: u64) {
        if self.next <= expanded {
            self.begin(expanded);
        }
    }

    #[cold]
    fn begin(&mut self, expanded: u64) {
        let context = self.context;
        for &(at, _) in self.waiting.iter().filter(|&&(_, begins)| begins <= expanded) {
            match TABLE[at].make {
                Make::Cheap(make) => self.cheap.extend(make(&context).map(|test| (at, test))),
                Make::Costly(make) => self.costly.extend(make(&context).map(|test| (at, test))),
            }
        }
        self.waiting.retain(|&(_, begins)| begins > expanded);
        self.next = self.waiting.iter().map(|&(_, begins)| begins).min().unwrap_or(u64::MAX);
        self.cheap.sort_by_key(|&(at, _)| at);
        self.costly.sort_by_key(|&(at, _)| at);
    }

    /// The first cheap test that calls the position dead.
    #[inline]
    pub fn condemn(&mut self, after: &After) -> Option<&'static str> {
        let puzzle = self.context.puzzle;
        self.cheap.iter_mut().find_map(|(at, test)| test.is_dead(puzzle, after).then_some(TABLE[*at].name))
    }

    /// The first costly test that calls the position dead, in which the player is shut out of the cells in `shut`.
    #[inline]
    pub fn condemn_costly(&mut self, after: &After, shut: &[u16]) -> Option<&'static str> {
        let puzzle = self.context.puzzle;
        self.costly.iter_mut().find_map(|(at, test)| test.is_dead(puzzle, after, shut).then_some(TABLE[*at].name))
    }

    /// Whether there are costly tests to ask.
    #[inline]
    pub fn has_costly(&self) -> bool {
        !self.costly.is_empty()
    }

    /// The boxes that can never move again, where the last `condemn` said "not dead" and came across some.
    #[inline]
    pub fn frozen(&self) -> Option<&[u64]> {
        self.cheap.iter().find_map(|(_, test)| test.frozen())
    }

    /// Whether a test is being asked.
    pub fn has(&self, name: &str) -> bool {
        let is = |at: usize| TABLE[at].name == name;
        self.cheap.iter().any(|&(at, _)| is(at)) || self.costly.iter().any(|&(at, _)| is(at))
    }

    /// Bytes in use.
    pub fn memory(&self) -> usize {
        self.costly.iter().map(|(_, test)| test.memory()).sum()
    }
}

#[cfg(test)]
mod deep_tests;
#[cfg(test)]
mod nethack_tests;
#[cfg(test)]
mod tests;
