//! IDA*: depth first under a rising limit, for when memory is what runs out.
//!
//! Comes in:  a puzzle, options, a budget.     Goes out: an `Answer` to `pushes`.
//!
//! Korf 1985, with a transposition table as in Rolling Stone (Junghanns 1999). The table is a help, not a need: when
//! memory is used up it simply stops growing, and the search goes on. A* is faster wherever its memory suffices.

use std::sync::atomic::Ordering::Relaxed;

use super::judge::{Child, Judge, Manner, Verdict};
use crate::bounds::matching::NEVER;
use crate::pruning::{Prunings, Try};
use crate::push::plan::Push;
use crate::push::puzzle::Puzzle;
use crate::push::walk::Walk;
use crate::space::control::{Answer, Budget, Outcome, Reason};
use crate::space::options::{Objective, Options};
use crate::space::store::{Node, ROOT, Store};
use crate::tables::Tables;

struct Ida<'a> {
    puzzle: &'a Puzzle,
    budget: &'a Budget<'a>,
    judge: Judge<'a>,
    prunings: Prunings,
    walk: Walk,
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

/// A position to dive into: the boxes as they are and as the table keeps them.
struct Step {
    bits: Vec<u64>,
    kept: Vec<u64>,
    child: Child,
    push: Push,
}

pub fn search(puzzle: &Puzzle, tables: &Tables, options: &Options, budget: &Budget) -> Answer {
    let mut answer = Answer::new();
    answer.by = "ida";
    let _running = budget.control.begin(answer.by);
    let manner = Manner { objective: Objective::Pushes, merges_players: true, symmetry: options.symmetry };
    let mut ida = Ida {
        puzzle,
        budget,
        judge: Judge::new(puzzle, tables, options, manner, budget),
        prunings: Prunings::new(puzzle, options, true, true),
        walk: Walk::new(puzzle.n),
        seen: Store::new(puzzle.words),
        limit: 0,
        next: 0,
        round: 0,
        path: Vec::new(),
        expanded: 0,
        stopped: None,
    };
    let root = ida.judge.root();
    ida.next = root.map_or(u32::MAX, |child| u32::from(child.rest));
    answer.outcome = Outcome::Unsolvable;
    while ida.next != u32::MAX {
        ida.limit = ida.next;
        ida.next = u32::MAX;
        ida.round += 1;
        answer.bound = ida.limit;
        budget.control.bound.store(u64::from(ida.limit), Relaxed);
        let rest = root.map_or(0, |child| child.rest);
        if ida.dive(&puzzle.start, puzzle.player, 0, rest) {
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
    answer.memory = ida.seen.memory() + ida.judge.memory() + tables.memory();
    answer
}

impl Ida<'_> {
    /// Whether a plan within the limit goes on from here; it is then in `path`.
    fn dive(&mut self, bits: &[u64], player: u16, cost: u32, rest: u16) -> bool {
        let puzzle = self.puzzle;
        if puzzle.is_solved(bits) {
            return true;
        }
        self.expanded += 1;
        self.judge.tests.begin_late(self.expanded);
        if self.expanded & 255 == 0 {
            self.budget.control.nodes.fetch_add(256, Relaxed);
            // Memory is never a reason to stop here.
            self.stopped = self.budget.stop_after(self.expanded, 0);
        }
        if self.stopped.is_some() || !self.judge.begin(bits, player, rest) {
            return false;
        }
        puzzle.block(&mut self.walk, bits);
        self.walk.flood(&puzzle.next, player);
        match self.prunings.choose(puzzle, bits, &self.walk, player) {
            Try::Nothing => {
                self.judge.give_up("pi_corral", player);
                false
            }
            Try::Home => self.send_home(bits, cost),
            Try::Pushes => self.steps(cost + 1).into_iter().any(|step| {
                if self.was_here(&step, cost + 1) {
                    return false;
                }
                self.path.push(step.push);
                let found = self.dive(&step.bits, step.push.from, cost + 1, step.child.rest);
                if !found {
                    self.path.pop();
                }
                found
            }),
        }
    }

    /// The positions after one push that are within the limit, the most promising first.
    fn steps(&mut self, cost: u32) -> Vec<Step> {
        let mut steps = Vec::new();
        for at in 0..self.prunings.pushes.len() {
            let push = self.prunings.pushes[at];
            let child = match self.judge.push(&self.seen, push) {
                Verdict::Dead(_) => continue,
                Verdict::New(child) => child,
                Verdict::Known(known) => {
                    let Node { player, rest, .. } = self.seen.node(known);
                    Child { key: self.puzzle.key(self.judge.kept(), player), player, rest }
                }
            };
            let total = cost + u32::from(child.rest);
            if total > self.limit {
                self.next = self.next.min(total);
                continue;
            }
            steps.push(Step { bits: self.judge.bits.clone(), kept: self.judge.kept().to_vec(), child, push });
        }
        steps.sort_by_key(|step| step.child.rest);
        steps
    }

    /// Dives behind a box that goes straight home.
    fn send_home(&mut self, bits: &[u64], cost: u32) -> bool {
        let puzzle = self.puzzle;
        let pushes = self.prunings.pushes.clone();
        let mut after = bits.to_vec();
        for push in &pushes {
            puzzle.push(&mut after, push.from, puzzle.next[push.from as usize][push.direction as usize]);
        }
        let last = pushes[pushes.len() - 1];
        let cost = cost + pushes.len() as u32;
        let rest = self.judge.bound.prepare(&after, last.from, &vec![0; puzzle.words]);
        if rest >= NEVER {
            return false;
        }
        if cost + rest as u32 > self.limit {
            self.next = self.next.min(cost + rest as u32);
            return false;
        }
        let before = self.path.len();
        self.path.extend(pushes);
        let found = self.dive(&after, last.from, cost, rest as u16);
        if !found {
            self.path.truncate(before);
        }
        found
    }

    /// Whether this round has been here at no greater cost; else it is remembered, where memory allows.
    fn was_here(&mut self, step: &Step, cost: u32) -> bool {
        let Child { key, player, rest } = step.child;
        let node = Node { parent: ROOT, player, rest, cost, second: self.round, direction: 0, closed: false };
        match self.seen.find(key, &step.kept, player) {
            Some(known) => {
                let before = self.seen.node(known);
                if before.second == self.round && before.cost <= cost {
                    return true;
                }
                self.seen.set_node(known, node);
            }
            None => {
                if self.seen.memory() + self.seen.next_growth() < self.budget.limits.memory {
                    self.seen.add(key, &step.kept, node);
                }
            }
        }
        false
    }
}
