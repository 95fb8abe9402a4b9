//! Three boxes that cannot all be brought home, from an exact table.
//!
//! Comes in:  a puzzle with goals.     Goes out: a table asked with a position and the box that moved.
//!
//! Like the pairs, and only what the pairs do not see already. With sinks the groups of `exits.rs` say the same and
//! more.

use super::pairs::Pairs;
use crate::bits;
use crate::push::distance::FAR;
use crate::push::puzzle::{Kind, Puzzle};
use crate::tables::groups::{Groups, MOST};

pub struct Triples {
    groups: Groups,
    live: usize,
    words: usize,
    /// For each cell: those with which it is one of three that may be dead.
    partners: Vec<u64>,
    /// For each two cells: the third ones with which they may be dead.
    dead: Vec<u64>,
}

impl Triples {
    /// `None` where the table does not apply or would be too large.
    pub fn new(puzzle: &Puzzle, pairs: &Pairs) -> Option<Self> {
        let live = puzzle.live;
        if puzzle.kind != Kind::Goals || puzzle.count_boxes(&puzzle.start) < 3 || live * live * live / 6 > MOST {
            return None;
        }
        let cells: Vec<u16> = (0..live as u16).collect();
        let groups = Groups::on_goals(puzzle, &cells);
        let words = live.div_ceil(64);
        let mut dead = vec![0; live * live * words];
        let mut partners = vec![0; live * words];
        groups.each_group(|group| {
            let [a, b, c] = group.map(usize::from);
            let mut players = (0..puzzle.n as u16).filter(|player| !group.contains(player));
            let by_twos =
                |player: u16| [(a, b), (a, c), (b, c)].iter().any(|&(x, y)| pairs.is_far(x, y, player as usize));
            let is_dead = |player: u16| groups.cost[groups.place(group, player)] == FAR && !by_twos(player);
            let some =
                if groups.cuts_nothing(group) { players.next().is_some_and(is_dead) } else { players.any(is_dead) };
            if some {
                for (x, y, z) in [(a, b, c), (a, c, b), (b, c, a)] {
                    for (x, y) in [(x, y), (y, x)] {
                        bits::set(&mut dead, (x * live + y) * words * 64 + z);
                        bits::set(&mut partners, x * words * 64 + y);
                    }
                }
            }
        });
        Some(Self { groups, live, words, partners, dead })
    }

    /// Bytes in use.
    pub fn memory(&self) -> usize {
        self.groups.memory() + (self.partners.len() + self.dead.len()) * 8
    }

    /// Whether the box in `cell` and two others cannot all be brought home, for a player in `player`.
    pub fn is_dead(&self, bits: &[u64], cell: u16, player: u16) -> bool {
        let partners = &self.partners[cell as usize * self.words..][..self.words];
        bits::common(bits, partners).any(|other| {
            let dead = &self.dead[(cell as usize * self.live + other) * self.words..][..self.words];
            bits::common_above(other, bits, dead).any(|third| {
                let mut group = [cell, other as u16, third as u16];
                group.sort_unstable();
                self.groups.cost[self.groups.place(&group, player)] == FAR
            })
        })
    }
}
