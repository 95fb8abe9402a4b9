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

use super::floor::set;
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

/// Scratch space.
pub struct Seats {
    /// By cell: the step that has the box there.
    holder: Vec<u16>,
    /// Boxes not yet asked in this round.
    rest: Vec<u64>,
    free: Vec<u64>,
}

impl Seats {
    pub fn new(puzzle: &Puzzle) -> Self {
        Self { holder: vec![NOBODY; puzzle.n], rest: vec![0; puzzle.words], free: vec![0; puzzle.words] }
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

    /// How many squares that are still to be filled have no box, of a position that has packed so many steps.
    pub fn shortage(&self, seats: &mut Seats, bits: &[u64], packed: i16) -> u16 {
        let packed = packed.max(0) as usize;
        let settled = &self.settled[packed.min(self.settled.len() - 1)];
        for at in 0..bits.len() {
            seats.free[at] = bits[at] & !settled[at];
        }
        seats.holder.fill(NOBODY);
        let first = self.steps.partition_point(|&(at, _)| at < packed);
        let mut short = 0;
        // The last squares are the hardest to get to.
        for step in (first..self.steps.len()).rev() {
            seats.rest.copy_from_slice(&seats.free);
            short += u16::from(!self.seat(seats, step));
        }
        short
    }

    /// A box for this step, if need be from another one that can do without (Kuhn's augmenting paths).
    fn seat(&self, seats: &mut Seats, step: usize) -> bool {
        let cells = &self.steps[step].1;
        for at in 0..cells.len() {
            loop {
                let wanted = cells[at] & seats.rest[at];
                if wanted == 0 {
                    break;
                }
                let cell = at * 64 + wanted.trailing_zeros() as usize;
                seats.rest[at] &= !(1 << (cell & 63));
                let holder = seats.holder[cell];
                if holder == NOBODY || self.seat(seats, holder as usize) {
                    seats.holder[cell] = step as u16;
                    return true;
                }
            }
        }
        false
    }
}
