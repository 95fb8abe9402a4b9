//! IDA*: depth first under a rising limit, for when memory is what runs out.
//!
//! Comes in:  a puzzle, options, a budget.     Goes out: an `Answer` to `pushes`.
//!
//! Korf 1985, with a transposition table as in Rolling Stone (Junghanns 1999). The table is a help, not a need: when
//! memory is used up it simply stops growing, and the search goes on. A* is faster wherever its memory suffices.

use std::sync::atomic::Ordering::Relaxed;

use crate::bounds::Bound;
use crate::bounds::matching::NEVER;
use crate::deadlocks::freeze::Freeze;
use crate::pruning::pi_corral::{PiCorral, Verdict};
use crate::push::plan::Push;
use crate::push::puzzle::Puzzle;
use crate::push::walk::Walk;
use crate::space::control::{Answer, Budget, Outcome, Reason};
use crate::space::options::Options;
use crate::space::store::{Node, ROOT, Store};
use crate::tables::Tables;

struct Ida<'a> {
    puzzle: &'a Puzzle,
    tables: &'a Tables,
    options: &'a Options,
    budget: &'a Budget<'a>,
    bound: Bound<'a>,
    walk: Walk,
    freeze: Freeze,
    pi_corral: PiCorral,
    seen: Store,
    /// The limit of this round, and the least cost that broke it.
    limit: u32,
    next: u32,
    /// Which round it is, as the table remembers it.
    round: u32,
    path: Vec<Push>,
    expanded: u64,
    stopped: Option<Reason>,
}

pub fn search(puzzle: &Puzzle, tables: &Tables, options: &Options, budget: &Budget) -> Answer {
    let mut answer = Answer::new();
    answer.by = "ida";
    let mut ida = Ida {
        puzzle,
        tables,
        options,
        budget,
        bound: Bound::new(puzzle, tables, options),
        walk: Walk::new(puzzle.n),
        freeze: Freeze::new(puzzle),
        pi_corral: PiCorral::new(puzzle),
        seen: Store::new(puzzle.words),
        limit: 0,
        next: 0,
        round: 0,
        path: Vec::new(),
        expanded: 0,
        stopped: None,
    };
    let nothing = vec![0; puzzle.words];
    ida.freeze.scan(puzzle, &puzzle.start);
    let dead = options.freeze && ida.freeze.is_deadlock(puzzle, &puzzle.start);
    let rest = ida.bound.prepare(&puzzle.start, puzzle.player, &nothing);
    ida.next = if dead || rest >= NEVER { u32::MAX } else { rest as u32 };
    answer.outcome = Outcome::Unsolvable;
    while ida.next != u32::MAX {
        ida.limit = ida.next;
        ida.next = u32::MAX;
        ida.round += 1;
        answer.bound = ida.limit;
        budget.control.bound.store(u64::from(ida.limit), Relaxed);
        if ida.dive(&puzzle.start.clone(), puzzle.player, 0) {
            answer.outcome = Outcome::Solved;
            answer.proved = true;
            answer.pushes = std::mem::take(&mut ida.path);
            break;
        }
        if let Some(reason) = ida.stopped {
            answer.outcome = Outcome::Unknown(reason);
            break;
        }
    }
    answer.expanded = ida.expanded;
    answer.stored = ida.seen.len() as u64;
    answer.memory = ida.seen.memory() + tables.memory();
    answer
}

impl Ida<'_> {
    /// Goes on from a position that has cost so much; true where the goal was reached, by `path`.
    fn dive(&mut self, bits: &[u64], player: u16, cost: u32) -> bool {
        let puzzle = self.puzzle;
        if puzzle.is_solved(bits) {
            return true;
        }
        self.expanded += 1;
        if self.expanded & 255 == 0 {
            self.budget.control.nodes.fetch_add(256, Relaxed);
            // Memory is never a reason to stop here.
            self.stopped = self.budget.stop(0);
        }
        if self.stopped.is_some() {
            return false;
        }
        let mut boxes = Vec::new();
        puzzle.each_box(bits, |cell| boxes.push(cell));
        puzzle.block(&mut self.walk, bits);
        self.walk.flood(&puzzle.next, player);
        let mut only = None;
        if self.options.pi_corral {
            match self.pi_corral.find(puzzle, bits, &boxes, &self.walk) {
                Verdict::Free => {}
                Verdict::Only => only = Some(self.pi_corral.pushes.clone()),
                Verdict::Dead => return false,
            }
        }
        let mut pushes = Vec::new();
        for &from in &boxes {
            for direction in 0..4usize {
                let to = puzzle.next[from as usize][direction];
                let behind = puzzle.next[from as usize][direction ^ 1];
                let possible = (to as usize) < puzzle.live && !puzzle.has_box(bits, to) && self.walk.reached(behind);
                if possible && only.as_ref().is_none_or(|only| only.contains(&(from, direction as u8))) {
                    pushes.push((from, to, direction as u8));
                }
            }
        }
        let mut children = Vec::new();
        for (from, to, direction) in pushes {
            let mut child = bits.to_vec();
            puzzle.push(&mut child, from, to);
            let mut frozen = vec![0; puzzle.words];
            if puzzle.has_box(&child, to) {
                let pairs = self.tables.pairs.as_ref().filter(|_| self.options.dead_pairs);
                if pairs.is_some_and(|pairs| pairs.is_dead(&child, to, from)) {
                    continue;
                }
                if self.options.freeze && Freeze::is_stuck(puzzle, &child, to) {
                    self.freeze.scan(puzzle, &child);
                    if self.freeze.is_deadlock(puzzle, &child) {
                        continue;
                    }
                    if self.options.frozen_walls {
                        frozen.clone_from(&self.freeze.frozen);
                    }
                }
            }
            let rest = self.bound.prepare(&child, from, &frozen);
            if rest >= NEVER {
                continue;
            }
            let total = cost + 1 + rest as u32;
            if total > self.limit {
                self.next = self.next.min(total);
                continue;
            }
            children.push((total, rest, child, from, direction));
        }
        children.sort_by_key(|&(total, rest, ..)| (total, rest));
        for (_, _, child, from, direction) in children {
            puzzle.block(&mut self.walk, &child);
            let area = self.walk.flood(&puzzle.next, from);
            if self.was_here(&child, area, cost + 1) {
                continue;
            }
            self.path.push(Push { from, direction });
            if self.dive(&child, from, cost + 1) {
                return true;
            }
            self.path.pop();
        }
        false
    }

    /// Whether this round has been here at no greater cost; else it is remembered, where memory allows.
    fn was_here(&mut self, bits: &[u64], player: u16, cost: u32) -> bool {
        let key = self.puzzle.key(bits, player);
        let node = Node { parent: ROOT, player, rest: 0, cost, second: self.round, direction: 0, closed: false };
        match self.seen.find(key, bits, player) {
            Some(known) => {
                let before = self.seen.node(known);
                if before.second == self.round && before.cost <= cost {
                    return true;
                }
                self.seen.set_node(known, node);
            }
            None => {
                if self.seen.memory() + self.seen.next_growth() < self.budget.limits.memory {
                    self.seen.add(key, bits, node);
                }
            }
        }
        false
    }
}
