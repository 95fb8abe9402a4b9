//! Searches: one idea a file. `solve` is the door; everything else stands behind it.
//!
//! Comes in:  a `Puzzle`, an `Objective`, `Options`, `Limits`.     Goes out: an `Answer`, one of three kinds.

pub mod backward;
pub mod best_first;
pub mod box_moves;
pub mod cost;
pub mod feature_search;
pub mod features;
pub mod ida;
pub mod judge;
pub mod packing;
pub mod part;
pub mod row_of_holes;

use std::sync::atomic::Ordering::Relaxed;

use crate::push::plan;
use crate::push::puzzle::{Kind, Puzzle};
use crate::space::control::{Answer, Budget, Control, Limits, Outcome, Reason};
use crate::space::options::{Objective, Options};
use crate::tables::Tables;

/// Solves a puzzle, or proves that it has no plan, or says what it ran out of.
pub fn solve(puzzle: &Puzzle, objective: Objective, options: &Options, limits: &Limits, control: &Control) -> Answer {
    solve_in(puzzle, objective, options, Budget::new(limits, control))
}

/// The same with a budget of the caller's making, which may hold a dump.
pub fn solve_in(puzzle: &Puzzle, objective: Objective, options: &Options, mut budget: Budget) -> Answer {
    let mut answer = Answer::new();
    if puzzle.hopeless.is_some() {
        answer.outcome = Outcome::Unsolvable;
    } else {
        let tables = Tables::with_blocklist(puzzle, objective, options, &budget);
        answer = match objective {
            Objective::Any => any(puzzle, &tables, options, &mut budget),
            Objective::PushesMoves => pushes_moves(puzzle, &tables, options, &budget),
            Objective::Pushes => pushes(puzzle, &tables, options, &budget),
            _ => best_first::search(puzzle, &tables, objective, options, &budget, None),
        };
    }
    if answer.outcome == Outcome::Solved {
        answer.keys = plan::keys(puzzle, &answer.pushes);
    }
    answer.seconds = budget.started.elapsed().as_secs_f64();
    answer
}

fn pushes(puzzle: &Puzzle, tables: &Tables, options: &Options, budget: &Budget) -> Answer {
    if options.ida {
        return ida::search(puzzle, tables, options, budget);
    }
    best_first::search(puzzle, tables, Objective::Pushes, options, budget, None)
}

/// The push optimum first, over fewer positions; with it as a ceiling, the player's own cell counts.
fn pushes_moves(puzzle: &Puzzle, tables: &Tables, options: &Options, budget: &Budget) -> Answer {
    let first = pushes(puzzle, tables, options, budget);
    if first.outcome != Outcome::Solved {
        return first;
    }
    let ceiling = Some(first.pushes.len() as u32);
    let second = best_first::search(puzzle, tables, Objective::PushesMoves, options, budget, ceiling);
    if second.outcome == Outcome::Solved { second } else { Answer { proved: false, ..first } }
}

/// Positions that the first of two searches in one thread may expand.
const FIRST_TURN: u64 = 200_000;

/// Different searches side by side; who answers first ends the others.
fn any(puzzle: &Puzzle, tables: &Tables, options: &Options, budget: &mut Budget) -> Answer {
    let forward = |budget: &Budget| best_first::search(puzzle, tables, Objective::Any, options, budget, None);
    // A dump tells one story: it shows the searches in turn, not side by side.
    if options.threads < 2 || budget.dump.is_some() {
        return if options.packing && packing::suits(puzzle) {
            in_turns(puzzle, tables, options, budget)
        } else {
            forward(budget)
        };
    }
    budget.limits.memory /= 2;
    let budget = &*budget;
    let ended = |answer: Answer| {
        if !matches!(answer.outcome, Outcome::Unknown(_)) {
            budget.over.store(true, Relaxed);
        }
        answer
    };
    let (first, second) = std::thread::scope(|scope| {
        let other = scope.spawn(|| ended(from_another_side(puzzle, tables, options, budget)));
        let first = ended(forward(budget));
        (first, other.join().expect("the other search does not panic"))
    });
    let (expanded, stored) = (first.expanded + second.expanded, first.stored + second.stored);
    let memory = first.memory + second.memory;
    let better = match (first.outcome, second.outcome) {
        (Outcome::Unknown(_), Outcome::Solved | Outcome::Unsolvable) => second,
        _ => first,
    };
    Answer { expanded, stored, memory, ..better }
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

/// One thread: packing, backward and forward search in turns, for longer and longer. Packing keeps its trees.
fn in_turns(puzzle: &Puzzle, tables: &Tables, options: &Options, budget: &Budget) -> Answer {
    let level = packing::Level::new(puzzle);
    let mut packing = packing::Packing::new(&level, tables, options);
    let mut patience = FIRST_TURN / 4;
    let mut answer = Answer::new();
    loop {
        answer = answer.then(packing.round(budget));
        if gave_way(&answer) && options.backward && has_one_end(puzzle) {
            answer = answer.then(backward::search(puzzle, tables, options, &budget.with_patience(patience)));
        }
        if gave_way(&answer) {
            let turn = budget.with_patience(patience);
            answer = answer.then(best_first::search(puzzle, tables, Objective::Any, options, &turn, None));
        }
        if !gave_way(&answer) {
            return answer;
        }
        patience = patience.saturating_mul(4);
    }
}

/// What runs beside the search that goes forward: first from the end or with a sink for the holes, where that can be
/// done, because it is quick where it suits; then by a packing plan or by features, which is slow and goes far.
fn from_another_side(puzzle: &Puzzle, tables: &Tables, options: &Options, budget: &Budget) -> Answer {
    if options.packing && packing::suits(puzzle) {
        return packing_and_backward(puzzle, tables, options, budget);
    }
    let patience = if options.features { FIRST_TURN } else { u64::MAX };
    let mut answer = Answer::new();
    if options.backward && has_one_end(puzzle) {
        answer = backward::search(puzzle, tables, options, &budget.with_patience(patience));
        if !gave_way(&answer) {
            return answer;
        }
    }
    if options.features {
        let next = row_of_holes::search(puzzle, options, budget, FIRST_TURN);
        answer = answer.then(next.unwrap_or_else(|| feature_search::first_turn(puzzle, tables, options, budget)));
        if gave_way(&answer)
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

/// A round of packing, which is short; then the search from the end, for a while; then packing to the end.
fn packing_and_backward(puzzle: &Puzzle, tables: &Tables, options: &Options, budget: &Budget) -> Answer {
    let level = packing::Level::new(puzzle);
    let mut packing = packing::Packing::new(&level, tables, options);
    let mut answer = packing.round(budget);
    if gave_way(&answer) && options.backward && has_one_end(puzzle) {
        answer = answer.then(backward::search(puzzle, tables, options, &budget.with_patience(FIRST_TURN)));
    }
    while gave_way(&answer) && !packing.has_ended() {
        answer = answer.then(packing.round(budget));
    }
    if gave_way(&answer) && options.backward && has_one_end(puzzle) {
        answer = answer.then(backward::search(puzzle, tables, options, budget));
    }
    answer
}

#[cfg(test)]
mod known_plan_tests;
#[cfg(test)]
mod switch_tests;
#[cfg(test)]
mod tests;
