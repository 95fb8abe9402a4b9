//! The packing plan: in which order which squares are filled, and which boxes are only parked there.
//!
//! Comes in:  the pulls that emptied the goals.     Goes out: steps in the order of packing, and how far a position is.
//!
//! A position has packed `p` steps if each of the first `p` has its box in place, or one of these has moved it on.

use super::floor::{has, set};
use super::tree::Step as Pull;
use crate::push::puzzle::Puzzle;

/// For good.
pub const EVER: usize = usize::MAX;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Step {
    /// Where the box stands at the start, as the plan has it; the search may take another. `None` where the plan
    /// does not go back that far.
    pub start: Option<u16>,
    /// Where the box goes.
    pub to: u16,
    /// The later step that moves it on, or `EVER`.
    pub until: usize,
    /// Whether the box stands there from the beginning, and stays.
    pub initial: bool,
}

#[derive(Debug, Clone)]
pub struct Plan {
    pub steps: Vec<Step>,
    /// Boxes that stand where they are from the beginning until a step moves them.
    pub waiting: Vec<(u16, usize)>,
    /// Whether the boxes could all be pulled to where they start.
    pub complete: bool,
    /// The squares that are filled in the end.
    pub goals: Vec<u16>,
    first: usize,
}

impl Plan {
    /// `pulls` as they were made, `rest` the boxes that were left, `goals` where boxes end.
    pub fn new(puzzle: &Puzzle, pulls: &[Pull], rest: &[u16], goals: &[u16], complete: bool) -> Self {
        const NOBODY: usize = usize::MAX;
        let mut steps: Vec<Step> = Vec::new();
        // Who put the box there: a step, or one of the rest.
        let mut holder = vec![(false, NOBODY); puzzle.n];
        let mut waiting: Vec<(u16, usize)> = Vec::new();
        for &cell in rest {
            if complete {
                holder[cell as usize] = (true, waiting.len());
                waiting.push((cell, EVER));
            } else {
                holder[cell as usize] = (false, steps.len());
                steps.push(Step { start: None, to: cell, until: EVER, initial: false });
            }
        }
        for pull in pulls.iter().rev() {
            let mut start = Some(pull.to);
            if !pull.deletes {
                let (is_waiting, at) = std::mem::replace(&mut holder[pull.to as usize], (false, NOBODY));
                if is_waiting {
                    waiting[at].1 = steps.len();
                } else if at + 1 == steps.len() {
                    // The same box goes on: one step.
                    steps[at].to = pull.from;
                    holder[pull.from as usize] = (false, at);
                    continue;
                } else {
                    start = steps[at].start;
                    steps[at].until = steps.len();
                }
            }
            holder[pull.from as usize] = (false, steps.len());
            steps.push(Step { start, to: pull.from, until: EVER, initial: false });
        }
        if pulls.iter().all(|pull| !pull.deletes) {
            // Nothing was shown to be out of the way: only the order of the last placements says something.
            steps.retain(|step| step.until == EVER);
            waiting.retain(|&(_, until)| until == EVER);
        }
        let stay: Vec<u16> = waiting.iter().filter(|(_, until)| *until == EVER).map(|&(cell, _)| cell).collect();
        waiting.retain(|&(_, until)| until != EVER);
        let first = stay.len();
        for step in &mut steps {
            if step.until != EVER {
                step.until += first;
            }
        }
        waiting.iter_mut().for_each(|(_, until)| *until += first);
        steps.splice(0..0, stay.into_iter().map(|to| Step { start: Some(to), to, until: EVER, initial: true }));
        Self { steps, waiting, complete, goals: goals.to_vec(), first }
    }

    /// How many steps a position has packed.
    pub fn packed(&self, bits: &[u64]) -> i16 {
        let missing_first = self.steps[..self.first].iter().filter(|step| !has(bits, step.to)).count();
        if missing_first > 0 {
            return (self.first - missing_first) as i16;
        }
        let mut packed = self.steps.len();
        // A step not in place forbids every length from just behind it up to the step that moves its box on.
        'shorter: loop {
            for (at, step) in self.steps[..packed].iter().enumerate().rev() {
                if !has(bits, step.to) && (step.until == EVER || step.until >= packed) {
                    packed = at;
                    continue 'shorter;
                }
            }
            break;
        }
        let missing = self.waiting.iter().filter(|&&(cell, until)| until >= packed && !has(bits, cell)).count();
        packed as i16 - missing as i16
    }

    /// Boxes that stand for good after so many steps, and after all of them.
    pub fn boxes_packed(&self, packed: i16) -> (u64, u64) {
        let count = |steps: &[Step]| steps.iter().filter(|step| step.until == EVER).count() as u64;
        (count(&self.steps[..packed.clamp(0, self.steps.len() as i16) as usize]), count(&self.steps))
    }

    /// The square to be filled next, of a position that has packed so many steps.
    pub fn next(&self, packed: i16) -> Option<u16> {
        self.steps.get(packed.max(0) as usize).map(|step| step.to)
    }

    /// The boxes that stand for good after the first `count` steps.
    pub fn settled(&self, words: usize, count: usize) -> Vec<u64> {
        let mut bits = vec![0; words];
        self.steps[..count].iter().filter(|step| step.until == EVER).for_each(|step| set(&mut bits, step.to));
        bits
    }
}
