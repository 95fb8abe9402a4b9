//! What two boxes cost together to each two goals: conflicts that no sum over single boxes sees.
//!
//! Comes in:  a puzzle with goals, its pairs, a matching.     Goes out: pairs of boxes and what each costs on top.
//!
//!     ########    Each box alone needs three pushes to either goal; but to let one past the other, one must be pushed
//!     #. .$$@#    out of the way and back. Linear conflicts (Junghanns 1999) are the simplest case; this is the exact
//!     ########    cost of all positions of two boxes, to all pairs of goals, by the area the player is in.
//!
//! How a pair's cost goes on top of the matching: the matching's potentials share its sum out among boxes and goals,
//! and no box reaches a goal for less than its share and the goal's. What a pair costs above the shares of both boxes
//! and the two goals, whichever these are, comes on top of the sum. Pairs that have no box in common add up.
//! (Sharing out costs by potentials is how additive pattern databases are made admissible: Pereira et al. 2015.)

use crate::push::puzzle::{Kind, Puzzle};
use crate::tables::pairs::Pairs;

/// Numbers in the table; more would take longer than they save.
const MOST_NUMBERS: usize = 30_000_000;

/// As large as a number here can be: sums of three stay within 16 bits.
const LARGE: i32 = 8_000;
const NO_WAY: i16 = LARGE as i16;

pub struct GoalPairs {
    /// Goals two by two, as columns of the matching.
    goals: Vec<(u16, u16)>,
    /// Pushes, by place in `Pairs` and two goals.
    cost: Vec<i16>,
    /// Places where some two goals cost more than the boxes alone.
    costlier: Vec<bool>,
}

impl GoalPairs {
    /// `None` where the table does not apply or would be too large.
    pub fn new(puzzle: &Puzzle, pairs: &Pairs) -> Option<Self> {
        let targets = puzzle.targets.len();
        let mut goals = Vec::new();
        for first in 0..targets as u16 {
            goals.extend((first + 1..targets as u16).map(|second| (first, second)));
        }
        let places = pairs.places();
        if puzzle.kind != Kind::Goals || goals.is_empty() || places * goals.len() > MOST_NUMBERS {
            return None;
        }
        let mut this = Self { cost: vec![NO_WAY; places * goals.len()], costlier: vec![false; places], goals };
        this.spread(puzzle, pairs);
        this.compare(puzzle, pairs);
        Some(this)
    }

    /// Bytes in use.
    pub fn memory(&self) -> usize {
        self.cost.len() * 2 + self.costlier.len()
    }

    /// Breadth first backwards from each two goals.
    fn spread(&mut self, puzzle: &Puzzle, pairs: &Pairs) {
        let (first, before) = pairs.pulls(puzzle);
        let count = self.goals.len();
        let mut queue: Vec<u32> = Vec::new();
        for column in 0..count {
            let (one, other) = self.goals[column];
            let ends = pairs.places_of(puzzle.targets[one as usize], puzzle.targets[other as usize]);
            queue.clear();
            for place in ends {
                self.cost[place * count + column] = 0;
                queue.push(place as u32);
            }
            let mut at = 0;
            while at < queue.len() {
                let place = queue[at] as usize;
                at += 1;
                let pushes = self.cost[place * count + column] + 1;
                for &from in &before[first[place] as usize..first[place + 1] as usize] {
                    let cost = &mut self.cost[from as usize * count + column];
                    if *cost == NO_WAY && pushes < NO_WAY {
                        *cost = pushes;
                        queue.push(from);
                    }
                }
            }
        }
    }

    fn compare(&mut self, puzzle: &Puzzle, pairs: &Pairs) {
        let count = self.goals.len();
        pairs.each_place(puzzle, |a, b, player, place| {
            let table = &puzzle.distances;
            let [a, b] = [a, b].map(|cell| table.row(table.row_of(cell, player)));
            let costs = &self.cost[place * count..(place + 1) * count];
            self.costlier[place] = self.goals.iter().zip(costs).any(|(&(one, other), &cost)| {
                let (one, other) = (one as usize, other as usize);
                let straight = a[one].saturating_add(b[other]);
                straight.min(a[other].saturating_add(b[one])) < cost as u16
            });
        });
    }

    /// Shares of each two goals. A goal's share is never above 0; one far below is cut off, which only weakens the
    /// bound and keeps the numbers small.
    pub fn share(&self, potential: impl Fn(usize) -> i32, shares: &mut Vec<i16>) {
        shares.clear();
        let share = |goal: u16| potential(goal as usize).clamp(-LARGE, 0) as i16;
        shares.extend(self.goals.iter().map(|&(one, other)| share(one) + share(other)));
    }

    /// What the pair at a place costs above the goals' shares, whichever goals it goes to; `None` where that is no
    /// more than what the boxes cost alone, or out of the range of small numbers.
    #[inline]
    pub fn least(&self, place: usize, shares: &[i16]) -> Option<i32> {
        if !self.costlier[place] {
            return None;
        }
        let count = self.goals.len();
        let costs = &self.cost[place * count..(place + 1) * count];
        // Written so that the compiler makes eight at a time of it.
        let least = costs.iter().zip(shares).fold(i16::MAX, |least, (&cost, &share)| least.min(cost - share));
        Some(i32::from(least)).filter(|&least| least < LARGE)
    }
}
