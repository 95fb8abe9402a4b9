//! Searches: one idea a file. `solve` is the door; everything else stands behind it.
//!
//! Comes in:  a `Puzzle`, an `Objective`, `Options`, `Limits`.     Goes out: an `Answer`, one of three kinds.

pub mod best_first;
pub mod bound;
pub mod control;
pub mod options;
pub mod queue;
pub mod stone_pusher;
pub mod tables;

use std::time::Instant;

use crate::push::plan;
use crate::push::puzzle::Puzzle;
use control::{Answer, Control, Limits, Outcome};
use options::{Objective, Options};
use tables::Tables;

/// Solves a puzzle, or proves that it has no plan, or says what it ran out of.
pub fn solve(puzzle: &Puzzle, objective: Objective, options: &Options, limits: &Limits, control: &Control) -> Answer {
    let started = Instant::now();
    let mut answer = Answer::new();
    if puzzle.hopeless.is_some() {
        answer.outcome = Outcome::Unsolvable;
    } else {
        let tables = Tables::new(puzzle, options);
        let search = |objective, ceiling| {
            best_first::search(puzzle, &tables, objective, options, limits, started, control, ceiling)
        };
        answer = match objective {
            Objective::PushesMoves => {
                // The push optimum first, over fewer positions; with it as a ceiling, the player's own cell counts.
                let first = search(Objective::Pushes, None);
                if first.outcome == Outcome::Solved {
                    let ceiling = Some(first.pushes.len() as u32);
                    let second = search(objective, ceiling);
                    if second.outcome == Outcome::Solved { second } else { Answer { proved: false, ..first } }
                } else {
                    first
                }
            }
            _ => search(objective, None),
        };
    }
    if answer.outcome == Outcome::Solved {
        answer.keys = plan::keys(puzzle, &answer.pushes);
    }
    answer.seconds = started.elapsed().as_secs_f64();
    answer
}

#[cfg(test)]
mod tests;
