//! Searches: one idea a file. `solve` is the door; everything else stands behind it.
//!
//! Comes in:  a `Puzzle`, an `Objective`, `Options`, `Limits`.     Goes out: an `Answer`, one of three kinds.

pub mod any;
pub mod backward;
pub mod best_first;
pub mod both_ends;
pub mod box_moves;
pub mod cost;
pub mod feature_search;
pub mod features;
pub mod gap;
pub mod ida;
pub mod improve;
pub mod judge;
pub mod many;
pub mod packing;
pub mod part;
pub mod perimeter;
pub mod row_of_holes;

use crate::push::plan;
use crate::push::puzzle::Puzzle;
use crate::space::control::{Answer, Budget, Control, Limits, Outcome};
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
            Objective::Any => any::search(puzzle, &tables, options, &mut budget),
            Objective::PushesMoves => pushes_moves(puzzle, &tables, options, &budget),
            Objective::Pushes => pushes(puzzle, &tables, options, &budget),
            _ => gap::search(puzzle, &tables, objective, options, &budget),
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
    gap::search(puzzle, tables, Objective::Pushes, options, budget)
}

/// The push optimum first, over fewer positions; with it as a ceiling, the player's own cell counts.
fn pushes_moves(puzzle: &Puzzle, tables: &Tables, options: &Options, budget: &Budget) -> Answer {
    let first = pushes(puzzle, tables, options, budget);
    if first.outcome != Outcome::Solved || !first.proved {
        return first;
    }
    let mut search = best_first::Search::new(puzzle, tables, Objective::PushesMoves, options, budget);
    search.lower_ceiling(first.pushes.len() as u32);
    let second = search.run_alone(budget);
    if second.outcome == Outcome::Solved {
        return second;
    }
    let reason = if let Outcome::Unknown(reason) = second.outcome { Some(reason) } else { None };
    let expanded = first.expanded + second.expanded;
    Answer { proved: false, reason, expanded, ..first }
}

#[cfg(test)]
mod known_plan_tests;
#[cfg(test)]
mod switch_tests;
#[cfg(test)]
mod tests;
