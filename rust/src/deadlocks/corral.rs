//! Areas that the player is shut out of, and whose boxes cannot be brought home even if all others were gone.
//!
//! Comes in:  a position and the box that moved.     Goes out: "dead", or "not that I can see".
//!
//! When a push closes an area, the boxes around it are taken by themselves and searched, greedily and for a few
//! hundred positions at most. A part that cannot be solved alone cannot be solved in company; running out of
//! positions proves it, running out of patience proves nothing. Verdicts are kept under the boxes and the player's
//! area on the board with only these boxes, so a verdict never speaks of another region (a trap seen elsewhere).

use std::collections::{HashMap, HashSet};

use super::freeze::Freeze;
use crate::push::distance::FAR;
use crate::push::puzzle::{Kind, Puzzle};
use crate::push::walk::Walk;
use crate::space::queue::Queue;
use crate::tables::pairs::Pairs;

/// Verdicts kept before they are forgotten and begun again.
const VERDICTS: usize = 400_000;

pub struct Corral {
    walk: Walk,
    freeze: Freeze,
    seen: Vec<u32>,
    stamp: u32,
    todo: Vec<u16>,
    part: Vec<u64>,
    verdicts: HashMap<(Box<[u64]>, u16), bool>,
    patience: usize,
    /// Searches made and deaths proved, to see whether it is worth going on.
    tries: u64,
    deaths: u64,
}

impl Corral {
    pub fn new(puzzle: &Puzzle, patience: usize) -> Self {
        Self {
            walk: Walk::new(puzzle.n),
            freeze: Freeze::new(puzzle),
            seen: vec![0; puzzle.n + 1],
            stamp: 0,
            todo: Vec::new(),
            part: vec![0; puzzle.words],
            verdicts: HashMap::new(),
            patience,
            tries: 0,
            deaths: 0,
        }
    }

    /// The boxes that the last question was about.
    pub fn part(&self) -> &[u64] {
        &self.part
    }

    /// Bytes in use.
    pub fn memory(&self) -> usize {
        self.verdicts.len() * (self.part.len() * 8 + 64)
    }

    /// `walk` has flooded from the player in this position; `cell` is the box that moved.
    pub fn is_dead(&mut self, puzzle: &Puzzle, pairs: Option<&Pairs>, bits: &[u64], cell: u16, walk: &Walk) -> bool {
        if puzzle.kind == Kind::Holes {
            return false;
        }
        for &start in &puzzle.next[cell as usize] {
            if !walk.untouched(start) {
                continue;
            }
            self.take_part(puzzle, bits, start);
            let count = puzzle.count_boxes(&self.part);
            let home = puzzle.kind == Kind::Goals && puzzle.is_solved(&self.part);
            // Pairs have their own exact table.
            if home || count < 2 || (count == 2 && pairs.is_some()) {
                continue;
            }
            // A check that hardly ever finds anything gets less patience.
            let patience =
                if self.tries > 2000 && self.deaths * 50 < self.tries { self.patience / 8 } else { self.patience };
            let part = self.part.clone();
            puzzle.block(&mut self.walk, &part);
            let player = self.walk.flood(&puzzle.next, walk.cells()[0]);
            let key = (part.into_boxed_slice(), player);
            let dead = match self.verdicts.get(&key) {
                Some(&dead) => dead,
                None => {
                    let dead = self.search(puzzle, pairs, &key.0, player, patience);
                    self.tries += 1;
                    self.deaths += u64::from(dead);
                    if self.verdicts.len() >= VERDICTS {
                        self.verdicts.clear();
                    }
                    self.verdicts.insert(key, dead);
                    dead
                }
            };
            if dead {
                return true;
            }
        }
        false
    }

    /// The boxes around a closed area, as bits in `part`.
    fn take_part(&mut self, puzzle: &Puzzle, bits: &[u64], start: u16) {
        self.part.fill(0);
        self.stamp += 1;
        self.seen[start as usize] = self.stamp;
        self.todo.push(start);
        while let Some(cell) = self.todo.pop() {
            for &other in &puzzle.next[cell as usize] {
                if other as usize == puzzle.n || self.seen[other as usize] == self.stamp {
                    continue;
                }
                self.seen[other as usize] = self.stamp;
                if puzzle.has_box(bits, other) {
                    self.part[other as usize >> 6] |= 1 << (other & 63);
                } else {
                    self.todo.push(other);
                }
            }
        }
    }

    /// Whether the part can be shown to have no plan, by looking at no more than `patience` positions.
    fn search(&mut self, puzzle: &Puzzle, pairs: Option<&Pairs>, part: &[u64], player: u16, patience: usize) -> bool {
        let table = &puzzle.distances;
        let mut nodes: Vec<(Box<[u64]>, u16)> = vec![(part.into(), player)];
        let mut known: HashSet<(Box<[u64]>, u16)> = HashSet::from([nodes[0].clone()]);
        let mut queue = Queue::default();
        queue.push(0, 0, 0);
        let mut boxes = Vec::new();
        while let Some((_, _, index)) = queue.pop() {
            if nodes.len() > patience {
                return false;
            }
            let (bits, player) = nodes[index as usize].clone();
            boxes.clear();
            puzzle.each_box(&bits, |cell| boxes.push(cell));
            puzzle.block(&mut self.walk, &bits);
            self.walk.flood(&puzzle.next, player);
            let mut children = Vec::new();
            for &from in &boxes {
                for direction in 0..4usize {
                    let to = puzzle.next[from as usize][direction];
                    let behind = puzzle.next[from as usize][direction ^ 1];
                    if to as usize >= puzzle.live || puzzle.has_box(&bits, to) || !self.walk.reached(behind) {
                        continue;
                    }
                    children.push((from, to));
                }
            }
            for (from, to) in children {
                let mut child = bits.clone();
                puzzle.push(&mut child, from, to);
                if puzzle.is_solved(&child) {
                    return false;
                }
                if puzzle.has_box(&child, to) {
                    if table.nearest(table.row_of(to, from)) == FAR
                        || pairs.is_some_and(|pairs| pairs.is_dead(&child, to, from))
                    {
                        continue;
                    }
                    if Freeze::is_stuck(puzzle, &child, to) {
                        self.freeze.scan(puzzle, &child);
                        if self.freeze.is_deadlock(puzzle, &child) {
                            continue;
                        }
                    }
                }
                puzzle.block(&mut self.walk, &child);
                let area = self.walk.flood(&puzzle.next, from);
                let mut rest = 0;
                puzzle.each_box(&child, |cell| rest += u32::from(table.nearest(table.row_of(cell, area)).min(999)));
                let node = (child, area);
                if known.insert(node.clone()) {
                    queue.push(rest, 0, nodes.len() as u32);
                    nodes.push(node);
                }
            }
        }
        true
    }
}
