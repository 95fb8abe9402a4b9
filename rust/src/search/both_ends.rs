//! From both ends: one search goes forward from the start, one backward from the goals, until one answers or they meet.
//!
//! Comes in:  a puzzle.     Goes out: an `Answer` to `any`, for a while at a time.
//!
//! Both go push by push and name positions alike, so every new position of the one is looked up among those of the
//! other (but for levels where mirror images stand for each other). They take turns by expanded positions and keep
//! their trees.

use super::backward::Backward;
use super::best_first::{self, IsMet};
use crate::push::distance::Distances;
use crate::push::puzzle::Puzzle;
use crate::space::control::{Answer, Budget, Outcome, Reason};
use crate::space::options::{Objective, Options};
use crate::tables::Tables;

/// What the two are called when they have met.
pub const NAME: &str = "both-ends";
/// Positions that the forward search expands in its turn.
const TURN: u64 = 512;
/// The other one expands this many times as many: its positions are cheaper by about as much, because no areas that a
/// pull closes are searched.
const PULLS: u64 = 6;

pub struct BothEnds<'a> {
    forward: best_first::Search<'a>,
    backward: Option<Backward<'a>>,
    /// Whether they look for each other.
    meets: bool,
}

impl<'a> BothEnds<'a> {
    /// `starts` are `backward::distances`; without them the search goes forward only.
    pub fn new(
        puzzle: &'a Puzzle,
        tables: &'a Tables,
        options: &'a Options,
        starts: Option<&'a Distances>,
        budget: &Budget<'a>,
    ) -> Self {
        let forward = best_first::Search::new(puzzle, tables, Objective::Any, options, budget);
        // Where mirror images stand for each other, the two do not name positions alike.
        let meets = options.meeting && !forward.has_symmetry();
        Self { forward, backward: starts.map(|starts| Backward::new(puzzle, tables, options, starts)), meets }
    }

    /// Goes on; the outcome is "horizon" where the budget's patience came to an end.
    pub fn run(&mut self, budget: &Budget) -> Answer {
        let _running = budget.control.begin(if self.backward.is_some() { NAME } else { self.forward.called() });
        let before = self.stored();
        let mut answer = Answer::new();
        answer.outcome = Outcome::Unknown(Reason::Horizon);
        while answer.outcome == Outcome::Unknown(Reason::Horizon) && answer.expanded < budget.patience {
            answer = answer.then(self.turn(budget));
        }
        // What the turn has added, because turns are summed up.
        answer.stored = self.stored() - before;
        answer.memory = self.memory();
        answer
    }

    fn stored(&self) -> u64 {
        self.forward.stored() + self.backward.as_ref().map_or(0, Backward::stored)
    }

    /// Bytes in use.
    pub fn memory(&self) -> usize {
        self.forward.memory() + self.backward.as_ref().map_or(0, Backward::memory)
    }

    fn turn(&mut self, budget: &Budget) -> Answer {
        let Self { forward, backward, meets } = self;
        let mut budget = budget.with_patience(TURN);
        let mut answer = Answer::new();
        let Some(backward) = backward else {
            forward.run(&budget, &mut answer, None);
            return answer;
        };
        // The limit is for both.
        let most = budget.limits.memory;
        budget.limits.memory = most.saturating_sub(backward.memory());
        let knows = |key: u64, bits: &[u64], player: u16| backward.find(key, bits, player).is_some();
        let is_met: Option<IsMet> = if *meets { Some(&knows) } else { None };
        let met = forward.run(&budget, &mut answer, is_met);
        if let Some(index) = met {
            return self.join(index, true, answer);
        }
        if answer.outcome != Outcome::Unknown(Reason::Horizon) {
            return answer;
        }
        let mut budget = budget.with_patience(PULLS * TURN);
        budget.limits.memory = most.saturating_sub(forward.memory());
        let mut next = Answer::new();
        let knows = |key: u64, bits: &[u64], player: u16| forward.find(key, bits, player).is_some();
        let is_met: Option<IsMet> = if *meets { Some(&knows) } else { None };
        let met = backward.run(&budget, &mut next, is_met);
        answer = answer.then(next);
        match met {
            Some(index) => self.join(index, false, answer),
            None => answer,
        }
    }

    /// The plan through a position that both have reached; it has this number in one of them.
    fn join(&mut self, index: u32, in_forward: bool, answer: Answer) -> Answer {
        let Self { forward, backward, .. } = self;
        let backward = backward.as_ref().expect("who meets is there");
        let (to, from) = if in_forward {
            (index, forward.name(index, |key, bits, player| backward.find(key, bits, player)))
        } else {
            (backward.name(index, |key, bits, player| forward.find(key, bits, player)), index)
        };
        let mut pushes = forward.pushes_to(to);
        pushes.extend(backward.pushes_from(from));
        Answer { outcome: Outcome::Solved, by: NAME, pushes, ..answer }
    }
}
