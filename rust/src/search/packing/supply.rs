//! Whether there is still a box for every square of the plan.
//!
//! Comes in:  a plan.     Goes out: how many squares still to be filled have no box of their own that can get there.
//!
//!     #########      Squares of one room may have to be filled from different sides: here `b` only from below, once
//!     #  $   .#      `a` stands. A box that is as near to `a` as another one may be the only one for `b`, and who takes
//!     ###.a####      it for `a` learns of that too late. So for every step the cells are known from which a box gets
//!     ###.b####      there when all boxes of the steps before it stand, and the boxes that are left are matched to the
//!     #  $    #      steps that are left.
//!     #########

use super::floor::{has, set};
use super::plan::{EVER, Plan};
use crate::deadlocks::goal_reach::GoalReach;
use crate::push::puzzle::Puzzle;

const NOBODY: u16 = u16::MAX;

pub struct Supply {
    /// For each step that fills a goal for good: its number, and the cells from which a box can be brought there.
    steps: Vec<(usize, Vec<u64>)>,
    /// For each number of packed steps: the boxes that stand for good.
    settled: Vec<Vec<u64>>,
}

/// Scratch space, and what is known of the boxes without the one that is moved about.
pub struct Seats {
    /// By cell: the step that has the box there.
    holder: Vec<u16>,
    /// Boxes that no step has yet, and boxes not yet asked in this round.
    spare: Vec<u64>,
    rest: Vec<u64>,
    lifted: Vec<u64>,
    /// For each number of packed steps that was asked about.
    known: Vec<Known>,
}

/// The squares without a box, where the one that is moved about is left out, and the cells in which it would make up
/// for one of them.
struct Known {
    packed: usize,
    short: u16,
    wanted: Vec<u64>,
}

impl Seats {
    pub fn new(puzzle: &Puzzle) -> Self {
        let none = vec![0; puzzle.words];
        let holder = vec![NOBODY; puzzle.n];
        Self { holder, spare: none.clone(), rest: none.clone(), lifted: none, known: Vec::new() }
    }

    /// Prepares for boards that differ in where one box is; these are the boxes without it.
    pub fn lift(&mut self, bits: &[u64]) {
        self.lifted.copy_from_slice(bits);
        self.known.clear();
    }
}

impl Supply {
    pub fn new(puzzle: &Puzzle, plan: &Plan) -> Self {
        let mut goal_of = vec![usize::MAX; puzzle.n];
        for (goal, &cell) in puzzle.targets.iter().enumerate() {
            goal_of[cell as usize] = goal;
        }
        let settled: Vec<Vec<u64>> = (0..=plan.steps.len()).map(|count| plan.settled(puzzle.words, count)).collect();
        let mut steps = Vec::new();
        for (at, step) in plan.steps.iter().enumerate() {
            let goal = goal_of[step.to as usize];
            if step.until != EVER || step.initial || goal == usize::MAX {
                continue;
            }
            let reach = GoalReach::new(puzzle, &settled[at]);
            let mut cells = vec![0; puzzle.words];
            (0..puzzle.live as u16).filter(|&cell| reach.can_reach(cell, goal)).for_each(|cell| set(&mut cells, cell));
            set(&mut cells, step.to);
            steps.push((at, cells));
        }
        Self { steps, settled }
    }

    /// How many squares that are still to be filled have no box, of a position that has packed so many steps. `moved` is
    /// the box that `lift` left out.
    pub fn shortage(&self, seats: &mut Seats, moved: u16, packed: i16) -> u16 {
        let packed = packed.max(0) as usize;
        let at = seats.known.iter().position(|known| known.packed == packed).unwrap_or_else(|| {
            let known = self.look(seats, packed);
            seats.known.push(known);
            seats.known.len() - 1
        });
        let Known { short, wanted, .. } = &seats.known[at];
        short - u16::from(has(wanted, moved))
    }

    /// Matches the boxes to the squares, all but the one that is moved about.
    fn look(&self, seats: &mut Seats, packed: usize) -> Known {
        let settled = &self.settled[packed.min(self.settled.len() - 1)];
        for at in 0..settled.len() {
            seats.spare[at] = seats.lifted[at] & !settled[at];
        }
        let free = seats.spare.clone();
        seats.holder.fill(NOBODY);
        let first = self.steps.partition_point(|&(at, _)| at < packed);
        // The last squares are the hardest to get to.
        let mut todo: Vec<usize> = Vec::new();
        for step in (first..self.steps.len()).rev() {
            seats.rest.copy_from_slice(&free);
            if !self.seat(seats, step) {
                todo.push(step);
            }
        }
        let short = todo.len() as u16;
        // A box helps where a square without one can have it, or one whose box could go there instead, and so on.
        let mut wanted = vec![0; settled.len()];
        seats.rest.copy_from_slice(&free);
        while let Some(step) = todo.pop() {
            for (at, &cells) in self.steps[step].1.iter().enumerate() {
                wanted[at] |= cells & !settled[at];
                let mut others = cells & seats.rest[at];
                seats.rest[at] &= !others;
                while others != 0 {
                    let holder = seats.holder[at * 64 + others.trailing_zeros() as usize];
                    others &= others - 1;
                    todo.push(holder as usize);
                }
            }
        }
        Known { packed, short, wanted }
    }

    /// A box for this step, if need be from another one that can do without (Kuhn's augmenting paths).
    fn seat(&self, seats: &mut Seats, step: usize) -> bool {
        let cells = &self.steps[step].1;
        for at in 0..cells.len() {
            let wanted = cells[at] & seats.spare[at];
            if wanted != 0 {
                let cell = at * 64 + wanted.trailing_zeros() as usize;
                seats.spare[at] &= !(1 << (cell & 63));
                seats.holder[cell] = step as u16;
                return true;
            }
        }
        for at in 0..cells.len() {
            loop {
                let wanted = cells[at] & seats.rest[at];
                if wanted == 0 {
                    break;
                }
                let cell = at * 64 + wanted.trailing_zeros() as usize;
                seats.rest[at] &= !(1 << (cell & 63));
                // No box here is spare, so every one has a holder.
                if self.seat(seats, seats.holder[cell] as usize) {
                    seats.holder[cell] = step as u16;
                    return true;
                }
            }
        }
        false
    }
}
