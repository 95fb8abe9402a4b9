//! Boxes that cannot be brought home even if all others were gone: a proof that a level has no plan, from a part of it.
//!
//! Comes in:  a puzzle with sinks that nothing has solved.     Goes out: "unsolvable", or nothing.
//!
//! Fewer boxes are never harder: a plan for all of them is one for some, with walks where the others were pushed. So
//! boxes are taken away one by one, those near a sink first. Where the rest is solved quickly, the box is part of the
//! trouble and stays; where it is not, it probably was not the trouble, and stays away. What is left in the end has
//! far fewer positions than the whole, and if it is searched to the end without a plan, no larger set has one. It is
//! then a least such set: without any one of its boxes there is a plan.

use super::{backward, best_first};
use crate::bits;
use crate::push::puzzle::{Kind, Puzzle};
use crate::space::control::{Answer, Budget, Outcome, Reason};
use crate::space::options::{Objective, Options};
use crate::tables::Tables;

/// Positions for each question "is it solved without this box?", forwards and then backwards.
pub const QUICK: u64 = 60_000;
/// How often the questions are asked anew, with four times as many positions, because what was left had a plan.
const ROUNDS: u32 = 3;
/// Positions for the search of what is left.
const WHOLE: u64 = 30_000_000;

/// The proof, or `None` where there is none, or no time for it.
pub fn search(puzzle: &Puzzle, tables: &Tables, options: &Options, budget: &Budget, quick: u64) -> Option<Answer> {
    if !options.core || puzzle.kind != Kind::Sinks {
        return None;
    }
    let _running = budget.control.begin("part");
    let mut expanded = 0;
    for round in 0..ROUNDS {
        let part = trouble(puzzle, tables, options, &budget.with_patience(quick << (2 * round)), &mut expanded)?;
        let whole = budget.with_patience(WHOLE);
        let mut boxes = Vec::new();
        puzzle.each_box(&part, |cell| boxes.push(cell));
        let answer = best_first::search(&puzzle.with_start(part), tables, Objective::Any, options, &whole);
        expanded += answer.expanded;
        match answer.outcome {
            Outcome::Unsolvable => return Some(Answer { expanded, by: "part", part: boxes, ..answer }),
            // A box that belongs to the trouble was taken away, because it took too long to see that.
            Outcome::Solved => {}
            Outcome::Unknown(_) => return None,
        }
    }
    None
}

/// Boxes that look like the trouble; `None` where none could be taken away.
fn trouble(
    puzzle: &Puzzle,
    tables: &Tables,
    options: &Options,
    budget: &Budget,
    expanded: &mut u64,
) -> Option<Vec<u64>> {
    let mut order = Vec::new();
    puzzle.each_box(&puzzle.start, |cell| order.push(cell));
    let table = &puzzle.distances;
    order.sort_by_key(|&cell| table.nearest(table.row_of(cell, puzzle.player)));
    let mut part = puzzle.start.clone();
    for cell in order {
        let mut rest = part.clone();
        bits::clear(&mut rest, cell);
        let without = puzzle.with_start(rest);
        let mut answer = best_first::search(&without, tables, Objective::Any, options, budget);
        if answer.outcome == Outcome::Unknown(Reason::Horizon) {
            answer = answer.then(backward::search(&without, tables, options, budget));
        }
        *expanded += answer.expanded;
        match answer.outcome {
            Outcome::Solved => {}
            Outcome::Unsolvable | Outcome::Unknown(Reason::Horizon) => part = without.start,
            Outcome::Unknown(_) => return None,
        }
    }
    (part != puzzle.start).then_some(part)
}
