//! Searches: one idea a file. `solve` is the door; everything else stands behind it.
//!
//! Comes in:  a `Puzzle`, an `Objective`, `Options`, `Limits`.     Goes out: an `Answer`, one of three kinds.

pub mod backward;
pub mod best_first;
pub mod bound;
pub mod checkers;
pub mod control;
pub mod dump;
pub mod ida;
pub mod options;
pub mod queue;
pub mod stone_pusher;
pub mod symmetry;
pub mod tables;

use std::sync::atomic::Ordering::Relaxed;

use crate::push::plan;
use crate::push::puzzle::{Kind, Puzzle};
use control::{Answer, Budget, Control, Limits, Outcome};
use options::{Objective, Options};
use tables::Tables;

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
            Objective::Pushes if options.ida => ida::search(puzzle, &tables, options, &budget),
            _ => best_first::search(puzzle, &tables, objective, options, &budget, None),
        };
    }
    if answer.outcome == Outcome::Solved {
        answer.keys = plan::keys(puzzle, &answer.pushes);
    }
    answer.seconds = budget.started.elapsed().as_secs_f64();
    answer
}

/// The push optimum first, over fewer positions; with it as a ceiling, the player's own cell counts.
fn pushes_moves(puzzle: &Puzzle, tables: &Tables, options: &Options, budget: &Budget) -> Answer {
    let first = best_first::search(puzzle, tables, Objective::Pushes, options, budget, None);
    if first.outcome != Outcome::Solved {
        return first;
    }
    let ceiling = Some(first.pushes.len() as u32);
    let second = best_first::search(puzzle, tables, Objective::PushesMoves, options, budget, ceiling);
    if second.outcome == Outcome::Solved { second } else { Answer { proved: false, ..first } }
}

/// Forward and backward side by side; who answers first ends the other.
fn any(puzzle: &Puzzle, tables: &Tables, options: &Options, budget: &mut Budget) -> Answer {
    let one_end = match puzzle.kind {
        Kind::Goals => puzzle.count_boxes(&puzzle.start) == puzzle.targets.len(),
        Kind::Sinks => true,
        Kind::Holes => false,
    };
    // A dump tells one story: the search that goes forward.
    if !options.backward || options.threads < 2 || !one_end || budget.dump.is_some() {
        return best_first::search(puzzle, tables, Objective::Any, options, budget, None);
    }
    budget.limits.memory /= 2;
    let budget = &*budget;
    let ended = |answer: Answer| {
        if !matches!(answer.outcome, Outcome::Unknown(_)) {
            budget.over.store(true, Relaxed);
        }
        answer
    };
    let (forward, backward) = std::thread::scope(|scope| {
        let other = scope.spawn(|| ended(backward::search(puzzle, tables, options, budget)));
        let forward = ended(best_first::search(puzzle, tables, Objective::Any, options, budget, None));
        (forward, other.join().expect("the backward search does not panic"))
    });
    let (expanded, stored) = (forward.expanded + backward.expanded, forward.stored + backward.stored);
    let memory = forward.memory + backward.memory;
    let better = match (forward.outcome, backward.outcome) {
        (Outcome::Unknown(_), Outcome::Solved | Outcome::Unsolvable) => backward,
        _ => forward,
    };
    Answer { expanded, stored, memory, ..better }
}

#[cfg(test)]
mod tests;
