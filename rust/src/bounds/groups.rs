//! What groups of boxes cost more than their boxes alone, summed over groups that share no box.
//!
//! Comes in:  pairs and blocklist sets of a position, with their excess.     Goes out: pushes to add to the bound.
//!
//! A plan, seen with one group only, is a plan for that group; so disjoint groups may be added up. Dearest first, and
//! of equals the smaller: good, not always best, and never too much.

use crate::deadlocks::blocklist::{Blocklist, Set};
use crate::deadlocks::pairs::Pairs;
use crate::push::puzzle::Puzzle;

#[derive(Default)]
pub struct Groups {
    found: Vec<(u16, Set)>,
    taken: Vec<u64>,
}

impl Groups {
    /// On a sink level, for a player in `player`.
    pub fn sum(&mut self, list: &Blocklist, pairs: Option<&Pairs>, puzzle: &Puzzle, bits: &[u64], player: u16) -> i32 {
        let found = &mut self.found;
        found.clear();
        list.each_dearer(bits, player, &mut |excess, set| found.push((excess, *set)));
        if let Some(pairs) = pairs {
            puzzle.each_box(bits, |a| {
                pairs.each_dearer(bits, a, |b| {
                    let excess = if a < b { pairs.excess(puzzle, a, b, player) } else { 0 };
                    if excess > 0 {
                        found.push((excess, Set::EMPTY.with(a).with(b)));
                    }
                });
            });
        }
        found.sort_unstable_by_key(|(excess, set)| (u16::MAX - excess, set.cells().len(), set.key()));
        self.taken.clear();
        self.taken.resize(puzzle.words, 0);
        let mut sum = 0;
        for (excess, set) in &self.found {
            if set.cells().iter().all(|&cell| !puzzle.has_box(&self.taken, cell)) {
                sum += i32::from(*excess);
                set.cells().iter().for_each(|&cell| self.taken[cell as usize >> 6] |= 1 << (cell & 63));
            }
        }
        sum
    }
}
