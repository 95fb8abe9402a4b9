//! What groups of boxes cost more than their boxes alone, summed over groups that share no box.
//!
//! Comes in:  pairs and blocklist sets of a position, with their excess.     Goes out: pushes to add to the bound.
//!
//! A plan, seen with one group only, is a plan for that group; so disjoint groups may be added up. The costliest come
//! first, and of equals the smaller: good, not always best, and never too much. A push changes only the groups of the
//! moved box: all others stand where they stood, and the player is on the same side of them as before.

use crate::bits;
use crate::push::puzzle::Puzzle;
use crate::tables::blocklist::{Blocklist, Set};
use crate::tables::pairs::Pairs;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Group {
    /// Costliest first, then smallest: `u16::MAX - excess`, size, key.
    rank: (u16, u8, u64),
    set: Set,
}

impl Group {
    fn new(excess: u16, set: Set) -> Self {
        Self { rank: (u16::MAX - excess, set.cells().len() as u8, set.key()), set }
    }
}

#[derive(Default)]
pub struct Disjoint {
    /// The groups of the position that `sum` saw last, in order.
    found: Vec<Group>,
    fresh: Vec<Group>,
    taken: Vec<u64>,
}

impl Disjoint {
    /// On a sink level, for a player in `player`; `child` refers to it.
    pub fn sum(&mut self, list: &Blocklist, pairs: Option<&Pairs>, puzzle: &Puzzle, bits: &[u64], player: u16) -> i32 {
        let found = &mut self.found;
        found.clear();
        list.each_costlier(bits, player, &mut |excess, set| found.push(Group::new(excess, *set)));
        if let Some(pairs) = pairs {
            puzzle.each_box(bits, |cell| {
                of_pairs(pairs, puzzle, bits, cell, player, |group| {
                    if group.set.cells()[0] == cell {
                        found.push(group);
                    }
                });
            });
        }
        found.sort_unstable();
        self.taken.clear();
        self.taken.resize(puzzle.words, 0);
        self.found.iter().map(|group| take(&mut self.taken, group)).sum()
    }

    /// The same for a child of that position: the box in `from` went to `to`, or vanished.
    pub fn child(
        &mut self,
        list: &Blocklist,
        pairs: Option<&Pairs>,
        puzzle: &Puzzle,
        bits: &[u64],
        from: u16,
        to: u16,
    ) -> i32 {
        let fresh = &mut self.fresh;
        fresh.clear();
        if puzzle.has_box(bits, to) {
            list.each_costlier_with(bits, to, from, &mut |excess, set| fresh.push(Group::new(excess, *set)));
            if let Some(pairs) = pairs {
                of_pairs(pairs, puzzle, bits, to, from, |group| fresh.push(group));
            }
            fresh.sort_unstable();
        }
        self.taken.clear();
        self.taken.resize(puzzle.words, 0);
        let mut old = self.found.iter().filter(|group| !group.set.cells().contains(&from)).peekable();
        let mut new = self.fresh.iter().peekable();
        let mut sum = 0;
        loop {
            let group = match (old.peek(), new.peek()) {
                (Some(&a), Some(&b)) => {
                    if a <= b {
                        old.next()
                    } else {
                        new.next()
                    }
                }
                (Some(_), None) => old.next(),
                (None, _) => new.next(),
            };
            let Some(group) = group else { return sum };
            sum += take(&mut self.taken, group);
        }
    }
}

fn of_pairs(pairs: &Pairs, puzzle: &Puzzle, bits: &[u64], cell: u16, player: u16, mut visit: impl FnMut(Group)) {
    pairs.each_costlier(bits, cell, |other| {
        let excess = pairs.excess(puzzle, cell, other, player);
        if excess > 0 {
            visit(Group::new(excess, Set::EMPTY.with(cell).with(other)));
        }
    });
}

/// What the group adds: nothing where one of its boxes is in another group already.
fn take(taken: &mut [u64], group: &Group) -> i32 {
    if group.set.cells().iter().any(|&cell| bits::has(taken, cell)) {
        return 0;
    }
    for &cell in group.set.cells() {
        bits::set(taken, cell);
    }
    i32::from(u16::MAX - group.rank.0)
}
