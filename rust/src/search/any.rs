//! Any plan: several searches on one level, in turns and side by side; who answers first ends the others.
//!
//! Comes in:  a puzzle.     Goes out: an `Answer` of one of them.
//!
//! With goals there are two lanes: packing plans, and the search from both ends. The one that suits the level begins
//! by itself, because most levels are solved at once; then both run side by side, or in turns where there is one
//! thread. Turns are counted in expanded positions and grow; trees are kept. Each turn of a style of packing is
//! followed by one from both ends of about the same time.

use std::sync::atomic::Ordering::Relaxed;

use super::both_ends::BothEnds;
use super::packing::{self, Packing};
use super::{backward, best_first, feature_search, part, row_of_holes};
use crate::push::distance::Distances;
use crate::push::puzzle::{Kind, Puzzle};
use crate::space::control::{Answer, Budget, Outcome, Reason};
use crate::space::options::{Objective, Options};
use crate::tables::Tables;

/// Positions for the first turn of a search that goes push by push, with sinks and holes.
const FIRST_TURN: u64 = 200_000;
/// Turns of more positions than this may look for a part without a plan, which takes its time.
const PART_AFTER: u64 = 1_000_000;
/// Positions from both ends for each one that the packing search has expanded in its turn before: about the same time.
const ENDS_SHARE: u64 = 10;
/// The same where another thread packs meanwhile, and there on a crowded level, where packing plans say little.
const LANE_SHARE: u64 = 12;
const CROWDED_SHARE: u64 = 75;
/// Positions for the first turn from both ends on a crowded level.
const CROWDED_TURN: u64 = 100_000;
/// Positions for both ends alone, before anything else is tried on a crowded level.
const OPENING: u64 = 30_000;
/// Fewer cells for every two boxes make a level crowded.
const CROWDED: usize = 9;
/// Boards of no more cells count as crowded: a search push by push sees much of them.
const SMALL: usize = 60;

pub fn search(puzzle: &Puzzle, tables: &Tables, options: &Options, budget: &mut Budget) -> Answer {
    if options.packing && packing::suits(puzzle, budget) {
        by_packing(puzzle, tables, options, budget)
    } else if budget.dump.is_some() {
        // A dump tells one story: the search that goes forward.
        best_first::search(puzzle, tables, Objective::Any, options, budget)
    } else if options.threads < 2 {
        in_turns(puzzle, tables, options, budget)
    } else {
        budget.limits.memory /= 2;
        let forward = |budget: &Budget| best_first::search(puzzle, tables, Objective::Any, options, budget);
        side_by_side(budget, forward, |budget| from_another_side(puzzle, tables, options, budget))
    }
}

/// Two searches in two threads; who answers first ends the other.
fn side_by_side(
    budget: &Budget,
    first: impl FnOnce(&Budget) -> Answer,
    second: impl FnOnce(&Budget) -> Answer + Send,
) -> Answer {
    let ended = |answer: Answer| {
        if !gave_up(&answer) {
            budget.over.store(true, Relaxed);
        }
        answer
    };
    let (first, second) = std::thread::scope(|scope| {
        let other = scope.spawn(|| ended(second(budget)));
        let first = ended(first(budget));
        (first, other.join().expect("the other search does not panic"))
    });
    let (expanded, stored) = (first.expanded + second.expanded, first.stored + second.stored);
    let memory = first.memory + second.memory;
    let better = if gave_up(&first) && !gave_up(&second) { second } else { first };
    Answer { expanded, stored, memory, ..better }
}

/// Whether the search has no answer.
fn gave_up(answer: &Answer) -> bool {
    matches!(answer.outcome, Outcome::Unknown(_))
}

/// Whether the search gave way to others, and might go on.
fn gave_way(answer: &Answer) -> bool {
    answer.outcome == Outcome::Unknown(Reason::Horizon)
}

/// Whether there is a single position to pull from.
fn has_one_end(puzzle: &Puzzle) -> bool {
    match puzzle.kind {
        Kind::Goals => puzzle.count_boxes(&puzzle.start) == puzzle.targets.len(),
        Kind::Sinks => true,
        Kind::Holes => false,
    }
}

/// Whether packing plans say little, and a search push by push much.
fn is_crowded(puzzle: &Puzzle) -> bool {
    puzzle.n <= SMALL || 2 * puzzle.n < CROWDED * puzzle.count_boxes(&puzzle.start)
}

/// What all lanes share.
struct Shared<'a> {
    level: packing::Level<'a>,
    tables: &'a Tables,
    options: &'a Options,
    starts: Option<Distances>,
    is_crowded: bool,
}

/// Searches that take turns in one thread.
struct Lane<'a> {
    packing: Packing<'a>,
    ends: Option<BothEnds<'a>>,
    is_crowded: bool,
    /// Positions for the next turn from both ends, and for each position of packing from then on.
    turn: u64,
    share: u64,
}

impl<'a> Lane<'a> {
    /// `is_mine` says which styles of packing belong to the lane.
    fn new(shared: &'a Shared<'a>, budget: &Budget<'a>, has_ends: bool, is_mine: impl Fn(usize) -> bool) -> Self {
        let &Shared { tables, options, is_crowded, .. } = shared;
        let puzzle = shared.level.puzzle;
        Self {
            packing: Packing::with_styles(&shared.level, tables, options, is_mine),
            ends: has_ends.then(|| BothEnds::new(puzzle, tables, options, shared.starts.as_ref(), budget)),
            is_crowded,
            turn: CROWDED_TURN,
            share: if is_crowded { CROWDED_SHARE } else { LANE_SHARE },
        }
    }

    /// A short turn of what suits the level.
    fn opening(&mut self, budget: &Budget) -> Answer {
        match &mut self.ends {
            Some(ends) if self.is_crowded => ends.run(&budget.with_patience(OPENING)),
            _ => self.packing.one_turn(budget),
        }
    }

    /// Turns until there is an answer, or nothing is left to try.
    fn run(&mut self, budget: &Budget) -> Answer {
        let mut answer = Answer::new();
        answer.outcome = Outcome::Unknown(Reason::Horizon);
        let mut packs = !self.is_crowded || self.ends.is_none();
        let patience = budget.patience;
        while gave_way(&answer) && answer.expanded < patience && !(self.packing.has_ended() && self.ends.is_none()) {
            if packs {
                // The limit is for both.
                let mut budget = budget.clone();
                let others = self.ends.as_ref().map_or(0, BothEnds::memory);
                budget.limits.memory = budget.limits.memory.saturating_sub(others);
                let packed = self.packing.one_turn(&budget);
                let turn = packed.expanded.saturating_mul(self.share);
                self.turn = if self.packing.has_ended() { u64::MAX } else { turn };
                answer = answer.then(packed);
            } else if let Some(ends) = &mut self.ends {
                let mut budget = budget.with_patience(self.turn.min(patience - answer.expanded));
                budget.limits.memory = budget.limits.memory.saturating_sub(self.packing.memory());
                answer = answer.then(ends.run(&budget));
            }
            packs = !packs;
        }
        answer
    }
}

/// Packing plans and both ends.
fn by_packing(puzzle: &Puzzle, tables: &Tables, options: &Options, budget: &mut Budget) -> Answer {
    let shared = &Shared {
        level: packing::Level::new(puzzle),
        tables,
        options,
        // The backward search writes no dump.
        starts: (options.backward && has_one_end(puzzle) && budget.dump.is_none()).then(|| backward::distances(puzzle)),
        // A dump is asked for to see how a level is packed.
        is_crowded: budget.dump.is_none() && is_crowded(puzzle),
    };
    // A dump shows the searches in turn, not side by side.
    if options.threads < 2 || budget.dump.is_some() {
        let mut lane = Lane::new(shared, budget, true, |_| true);
        lane.packing.lags = shared.is_crowded;
        lane.share = ENDS_SHARE;
        let answer = lane.opening(budget);
        return if gave_way(&answer) { answer.then(lane.run(budget)) } else { answer };
    }
    budget.limits.memory /= 2;
    // Every second style for each lane; only one of them goes from both ends.
    let first = usize::from(shared.is_crowded);
    let budget = &*budget;
    let mut lane = Lane::new(shared, budget, first == 1, |style| style % 2 == first);
    let answer = lane.opening(budget);
    if !gave_way(&answer) {
        return answer;
    }
    let other = |budget: &Budget| Lane::new(shared, budget, first == 0, |style| style % 2 != first).run(budget);
    answer.then(side_by_side(budget, |budget| lane.run(budget), other))
}

/// One thread, sinks or holes: the searches of both threads in turns, for longer and longer.
fn in_turns(puzzle: &Puzzle, tables: &Tables, options: &Options, budget: &Budget) -> Answer {
    let mut forward = best_first::Search::new(puzzle, tables, Objective::Any, options, budget);
    let mut answer = Answer::new();
    let mut patience = FIRST_TURN;
    loop {
        let running = budget.control.begin(forward.called());
        let mut next = Answer::new();
        patience = patience.min(budget.patience.saturating_sub(answer.expanded));
        forward.run(&budget.with_patience(patience), &mut next, None);
        answer = answer.then(next);
        drop(running);
        if gave_way(&answer) {
            let mut turn = budget.with_patience(patience);
            turn.limits.memory = turn.limits.memory.saturating_sub(forward.memory());
            answer = answer.then(from_another_side(puzzle, tables, options, &turn));
        }
        if !gave_way(&answer) || answer.expanded >= budget.patience {
            return answer;
        }
        patience = patience.saturating_mul(4);
    }
}

/// What runs beside the search that goes forward: first from the end or with a sink for the holes, where that can be
/// done, because it is quick where it suits; then by features, which is slow and goes far.
pub fn from_another_side(puzzle: &Puzzle, tables: &Tables, options: &Options, budget: &Budget) -> Answer {
    let patience = if options.features { FIRST_TURN } else { u64::MAX };
    let mut answer = Answer::new();
    answer.outcome = Outcome::Unknown(Reason::Horizon);
    if options.backward && has_one_end(puzzle) {
        answer = backward::search(puzzle, tables, options, &budget.with_patience(patience.min(budget.patience)));
        if !gave_way(&answer) {
            return answer;
        }
    }
    if options.features {
        let next = row_of_holes::search(puzzle, options, budget, FIRST_TURN);
        answer = answer.then(next.unwrap_or_else(|| feature_search::first_turn(puzzle, tables, options, budget)));
        if gave_way(&answer)
            && budget.patience > PART_AFTER
            && let Some(next) = part::search(puzzle, tables, options, budget, part::QUICK)
        {
            answer = answer.then(next);
        }
        if gave_way(&answer) {
            answer = answer.then(feature_search::search(puzzle, tables, options, budget, 0));
        }
    }
    answer
}
