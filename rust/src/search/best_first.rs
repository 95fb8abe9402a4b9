//! Best-first search over positions after each push: A* for the optimal objectives, weighted for `any`.
//!
//! Comes in:  a puzzle, an objective, options, limits.     Goes out: an `Answer` without its keys.
//!
//! The objective decides three things and nothing else: what a push costs (one push, or the walk before it and the
//! push), whether the player's own cell tells positions apart, and the two ranks in the queue. Costs are pairs: what
//! the objective counts first, and what it counts second (or nothing). With `f = cost + bound` in both ranks this is
//! A* for "first the first, ties by the second", because each part of the bound holds for every plan.
//! Positions found again at a lower cost are opened again, so the bound need not be consistent.

use std::sync::atomic::Ordering::Relaxed;

use super::checkers::Checkers;
use super::features::left;
use crate::bounds::Bound;
use crate::bounds::matching::NEVER;
use crate::deadlocks::corral::Corral;
use crate::deadlocks::freeze::Freeze;
use crate::pruning::pi_corral::{PiCorral, Verdict};
use crate::pruning::stone_pusher::StonePusher;
use crate::pruning::symmetry::Symmetry;
use crate::push::plan::Push;
use crate::push::puzzle::{Kind, Puzzle};
use crate::push::walk::Walk;
use crate::space::control::{Answer, Budget, Outcome, Reason};
use crate::space::dump::{Dump, Event};
use crate::space::options::{Objective, Options};
use crate::space::queue::Rounds;
use crate::space::store::{Node, ROOT, Store};
use crate::tables::Tables;
use crate::tables::triples::Triples;

struct Search<'a> {
    puzzle: &'a Puzzle,
    tables: &'a Tables,
    /// Dead groups of three, once they are wanted.
    triples: Option<&'a Triples>,
    objective: Objective,
    options: &'a Options,
    /// Plans with more pushes than this are of no interest.
    ceiling: Option<u32>,
    store: Store,
    queue: Rounds,
    /// `any` only: the same nodes in another order, asked in turn with the first.
    other_queue: Rounds,
    bound: Bound<'a>,
    walk: Walk,
    child_walk: Walk,
    freeze: Freeze,
    child_freeze: Freeze,
    bits: Vec<u64>,
    child: Vec<u64>,
    boxes: Vec<u16>,
    pi_corral: PiCorral,
    corral: Corral,
    /// Positions that the corral search may look at; 0 where it is not wanted.
    corral_patience: usize,
    stone_pusher: StonePusher,
    checkers: Checkers<'a>,
    dump: Option<&'a Dump>,
    /// Where the board looks the same turned or mirrored.
    symmetry: Option<Symmetry>,
}

pub fn search(
    puzzle: &Puzzle,
    tables: &Tables,
    objective: Objective,
    options: &Options,
    budget: &Budget,
    ceiling: Option<u32>,
) -> Answer {
    let corral_patience = match objective {
        Objective::Any => options.corral_search,
        Objective::Pushes if options.corral_after == 0 => options.corral_astar,
        // A closed area says nothing new where the player's own cell counts: the flood is not even made.
        _ => 0,
    };
    let mut search = Search {
        puzzle,
        tables,
        triples: None,
        objective,
        options,
        ceiling,
        store: Store::new(puzzle.words),
        queue: Rounds::default(),
        other_queue: Rounds::default(),
        bound: Bound::new(puzzle, tables, options),
        walk: Walk::new(puzzle.n),
        child_walk: Walk::new(puzzle.n),
        freeze: Freeze::new(puzzle),
        child_freeze: Freeze::new(puzzle),
        bits: vec![0; puzzle.words],
        child: vec![0; puzzle.words],
        boxes: Vec::new(),
        pi_corral: PiCorral::new(puzzle),
        corral: Corral::new(
            puzzle,
            if objective == Objective::Any { options.corral_search } else { options.corral_astar },
        ),
        corral_patience,
        stone_pusher: StonePusher::new(puzzle),
        checkers: Checkers::new(puzzle, tables, options),
        dump: budget.dump,
        // A dump shows positions as they are reached, not their mirror images.
        symmetry: Symmetry::new(puzzle).filter(|_| options.symmetry && budget.dump.is_none()),
    };
    let mut answer = Answer::new();
    answer.by = if objective == Objective::Any { "forward" } else { "astar" };
    search.run(budget, &mut answer);
    answer.stored = search.store.len() as u64;
    answer.memory = search.memory();
    answer
}

impl Search<'_> {
    fn memory(&self) -> usize {
        self.store.memory()
            + self.queue.memory()
            + self.other_queue.memory()
            + self.bound.memory()
            + self.corral.memory()
            + self.tables.memory()
    }

    fn run(&mut self, budget: &Budget, answer: &mut Answer) {
        let control = budget.control;
        let optimal = self.objective != Objective::Any;
        if !self.add_root() {
            answer.outcome = Outcome::Unsolvable;
            return;
        }
        while let Some((first, _, index)) = self.pop(answer.expanded) {
            let mut node = self.store.node(index);
            if node.closed {
                continue;
            }
            if optimal {
                answer.bound = answer.bound.max(first);
            }
            if self.puzzle.is_solved(self.store.bits(index)) {
                self.finish(index, answer);
                return;
            }
            node.closed = true;
            self.store.set_node(index, node);
            answer.expanded += 1;
            if answer.expanded == self.options.dead_triples {
                self.triples = self.tables.triples(self.puzzle);
            }
            if answer.expanded == self.options.corral_after && self.objective == Objective::Pushes {
                self.corral_patience = self.options.corral_astar;
            }
            if answer.expanded & 63 == 0 {
                let memory = self.memory();
                control.nodes.fetch_add(64, Relaxed);
                control.bound.store(u64::from(answer.bound), Relaxed);
                control.depth.store(u64::from(node.cost), Relaxed);
                control.memory.store(memory as u64, Relaxed);
                if let Some(reason) = budget.stop_after(answer.expanded, memory + self.store.next_growth()) {
                    answer.outcome = Outcome::Unknown(reason);
                    return;
                }
            }
            if self.store.len() >= ROOT as usize - 4096 {
                answer.outcome = Outcome::Unknown(Reason::Memory);
                return;
            }
            if let Some(goal) = self.expand(index, node, first) {
                self.finish(goal, answer);
                return;
            }
        }
        answer.outcome = Outcome::Unsolvable;
    }

    /// The next node: for `any` now by one order, now by the other.
    fn pop(&mut self, count: u64) -> Option<(u32, u32, u32)> {
        if self.objective != Objective::Any {
            return self.queue.pop_least();
        }
        if self.options.two_orders && count & 1 == 1 {
            // Both hold the same nodes, so when one is empty nothing is left in the other either.
            return self.other_queue.pop();
        }
        self.queue.pop()
    }

    fn finish(&mut self, mut index: u32, answer: &mut Answer) {
        let mut nodes = vec![index];
        let optimal = self.objective != Objective::Any;
        answer.outcome = Outcome::Solved;
        answer.proved = optimal;
        if optimal {
            answer.bound = self.store.node(index).cost;
        }
        if let Some(symmetry) = &mut self.symmetry {
            let mut kept = Vec::new();
            while index != ROOT {
                let node = self.store.node(index);
                kept.push((self.store.bits(index), node.player));
                index = node.parent;
            }
            kept.reverse();
            answer.pushes = symmetry.pushes(self.puzzle, &kept, self.objective.merges_players());
            return;
        }
        loop {
            let node = self.store.node(index);
            if node.parent == ROOT {
                break;
            }
            // The pushed box is the one that the parent has and the child has not.
            let (before, after) = (self.store.bits(node.parent), self.store.bits(index));
            let mut from = 0;
            self.puzzle.each_box(before, |cell| {
                if !self.puzzle.has_box(after, cell) {
                    from = cell;
                }
            });
            answer.pushes.push(Push { from, direction: node.direction });
            index = node.parent;
            nodes.push(index);
        }
        answer.pushes.reverse();
        if let Some(dump) = self.dump {
            nodes.reverse();
            dump.solution(&nodes);
        }
    }

    /// The start; false where it is plainly dead.
    fn add_root(&mut self) -> bool {
        let puzzle = self.puzzle;
        self.bits.copy_from_slice(&puzzle.start);
        if self.options.freeze {
            self.freeze.scan(puzzle, &self.bits);
            if self.freeze.is_deadlock(puzzle, &self.bits) {
                return false;
            }
        }
        let frozen = vec![0; puzzle.words];
        let rest = self.bound.prepare(&self.bits, puzzle.player, &frozen);
        if rest >= NEVER {
            return false;
        }
        let mut player = puzzle.player;
        if self.objective.merges_players() {
            puzzle.block(&mut self.walk, &self.bits);
            player = self.walk.flood(&puzzle.next, player);
        }
        if let Some(symmetry) = &mut self.symmetry {
            let area = if self.objective.merges_players() { self.walk.cells() } else { &[] };
            symmetry.keep(puzzle, &self.bits, player, area);
            self.bits.copy_from_slice(&symmetry.bits);
            player = symmetry.player;
        }
        let node = Node { parent: ROOT, player, rest: rest as u16, cost: 0, second: 0, direction: 0, closed: false };
        let key = puzzle.key(&self.bits, player);
        let index = self.store.add(key, &self.bits, node);
        self.note("Initial status", "", index, &node, &self.bits, None);
        self.enqueue(&node, index);
        true
    }

    fn ranks(&self, node: &Node) -> (u32, u32) {
        let rest = u32::from(node.rest);
        match self.objective {
            Objective::Any => (node.cost + rest * self.weight(), rest),
            Objective::Pushes | Objective::Moves => (node.cost + rest, rest),
            Objective::MovesPushes | Objective::PushesMoves => (node.cost + rest, node.second + rest),
        }
    }

    /// Greed suits goals, where distance tells much; with sinks and holes the way out matters, and breadth finds it.
    fn weight(&self) -> u32 {
        if self.puzzle.kind == Kind::Goals { self.options.weight } else { self.options.sink_weight }
    }

    /// Queues a node whose bits are in the store.
    fn enqueue(&mut self, node: &Node, index: u32) {
        let (first, second) = self.ranks(node);
        let puzzle = self.puzzle;
        let turns = match self.objective {
            Objective::Any => self.options.rounds,
            Objective::Pushes => self.options.layer_rounds,
            _ => false,
        };
        let cell = if turns { usize::from(left(puzzle, self.store.bits(index))) } else { 0 };
        self.queue.push(cell, first, second, index);
        if self.objective == Objective::Any && self.options.two_orders {
            let rest = u32::from(node.rest);
            let (cell, weight) = if puzzle.kind == Kind::Goals { (0, 5) } else { (cell, 1) };
            self.other_queue.push(cell, node.cost + rest * weight, rest, index);
        }
    }

    /// Makes every child of a node. Returns a solved child where it is certain that none can be better.
    fn expand(&mut self, index: u32, node: Node, first: u32) -> Option<u32> {
        let puzzle = self.puzzle;
        self.bits.copy_from_slice(self.store.bits(index));
        self.boxes.clear();
        let boxes = &mut self.boxes;
        puzzle.each_box(&self.bits, |cell| boxes.push(cell));
        self.note("Expanded", "", index, &node, &self.bits, None);
        puzzle.block(&mut self.walk, &self.bits);
        self.walk.flood(&puzzle.next, node.player);
        if self.options.freeze {
            self.freeze.scan(puzzle, &self.bits);
        }
        if !self.options.frozen_walls {
            self.freeze.frozen.fill(0);
        }
        let rest = self.bound.prepare(&self.bits, node.player, &self.freeze.frozen);
        if rest >= NEVER {
            return None;
        }
        let parent_key = puzzle.key(&self.bits, node.player) ^ puzzle.player_key(node.player);
        if self.objective.merges_players() {
            let straight_home = self.options.stone_pusher
                && puzzle.kind == Kind::Sinks
                && self.stone_pusher.find(
                    puzzle,
                    &self.bits,
                    &self.walk,
                    node.player,
                    self.objective != Objective::Any,
                );
            if straight_home {
                return self.send_home(index, node);
            }
        }
        let mut only = false;
        if self.options.pi_corral && self.objective.merges_players() {
            match self.pi_corral.find(puzzle, &self.bits, &self.boxes, &self.walk) {
                Verdict::Free => {}
                Verdict::Only => only = true,
                Verdict::Dead => return None,
            }
        }
        for at in 0..self.boxes.len() {
            let from = self.boxes[at];
            for direction in 0..4usize {
                if only && !self.pi_corral.pushes.contains(&(from, direction as u8)) {
                    continue;
                }
                let to = puzzle.next[from as usize][direction];
                let behind = puzzle.next[from as usize][direction ^ 1];
                if to as usize >= puzzle.live || puzzle.has_box(&self.bits, to) || !self.walk.reached(behind) {
                    continue;
                }
                let walked = u32::from(self.walk.steps(behind));
                let found = self.push(index, &node, parent_key, from, to, direction as u8, walked);
                if let Some(child) = found
                    && puzzle.is_solved(&self.child)
                {
                    let cost = self.store.node(child).cost;
                    let one_cost = matches!(self.objective, Objective::Moves | Objective::Pushes);
                    if self.objective == Objective::Any || (one_cost && cost <= first) {
                        return Some(child);
                    }
                }
            }
        }
        None
    }

    /// Adds the positions along the way of a box that goes straight home; only the last one is to be expanded.
    fn send_home(&mut self, index: u32, node: Node) -> Option<u32> {
        let puzzle = self.puzzle;
        let pushes = std::mem::take(&mut self.stone_pusher.pushes);
        let (mut parent, mut cost, mut rest) = (index, node.cost, node.rest);
        let mut found = None;
        self.child.copy_from_slice(&self.bits);
        for (at, push) in pushes.iter().enumerate() {
            let to = puzzle.next[push.from as usize][push.direction as usize];
            puzzle.push(&mut self.child, push.from, to);
            puzzle.block(&mut self.child_walk, &self.child);
            let player = self.child_walk.flood(&puzzle.next, push.from);
            let key = puzzle.key(&self.child, player);
            let last = at + 1 == pushes.len();
            cost += 1;
            rest = rest.saturating_sub(1);
            if last {
                let frozen = vec![0; puzzle.words];
                let pushes = self.bound.prepare(&self.child, player, &frozen);
                if pushes >= NEVER {
                    break;
                }
                rest = pushes as u16;
            }
            let fresh = Node { parent, player, rest, cost, second: 0, direction: push.direction, closed: !last };
            match self.store.find(key, &self.child, player) {
                // Whoever came here as cheaply goes on from here, by the same way or one as good.
                Some(known) if self.store.node(known).cost <= cost => break,
                Some(known) => {
                    self.store.set_node(known, fresh);
                    parent = known;
                }
                None => parent = self.store.add(key, &self.child, fresh),
            }
            self.note(if last { "Pushed out" } else { "Pushing" }, "", parent, &fresh, &self.child, Some(*push));
            if last {
                self.enqueue(&fresh, parent);
                found = Some(parent).filter(|_| self.objective == Objective::Any && puzzle.is_solved(&self.child));
            }
        }
        self.stone_pusher.pushes = pushes;
        found
    }

    /// Makes one child, unless it is dead or was reached as cheaply before.
    #[allow(clippy::too_many_arguments)]
    fn push(
        &mut self,
        index: u32,
        parent: &Node,
        parent_key: u64,
        from: u16,
        to: u16,
        direction: u8,
        walked: u32,
    ) -> Option<u32> {
        let puzzle = self.puzzle;
        self.child.copy_from_slice(&self.bits);
        let boxes_key = parent_key ^ puzzle.push(&mut self.child, from, to);
        let (cost, second) = match self.objective {
            Objective::Any | Objective::Pushes => (parent.cost + 1, 0),
            Objective::Moves => (parent.cost + walked + 1, 0),
            Objective::MovesPushes => (parent.cost + walked + 1, parent.second + 1),
            Objective::PushesMoves => (parent.cost + 1, parent.second + walked + 1),
        };
        let mut node = Node { parent: index, player: from, rest: 0, cost, second, direction, closed: false };
        let push = Push { from, direction };
        if let Some(name) = self.checkers.condemn(puzzle, &self.child, to, from) {
            return self.reject(name, &node, push);
        }
        if self.options.dead_pairs
            && let Some(pairs) = &self.tables.pairs
            && puzzle.has_box(&self.child, to)
            && pairs.is_dead(&self.child, to, from)
        {
            return self.reject("pairs", &node, push);
        }
        if let Some(triples) = self.triples
            && puzzle.has_box(&self.child, to)
            && triples.is_dead(puzzle, &self.child, to, from)
        {
            return self.reject("triples", &node, push);
        }
        let mut frozen = None;
        if self.options.freeze && puzzle.has_box(&self.child, to) && Freeze::is_stuck(puzzle, &self.child, to) {
            self.child_freeze.scan(puzzle, &self.child);
            if self.child_freeze.is_deadlock(puzzle, &self.child) {
                return self.reject("freeze", &node, push);
            }
            if self.options.frozen_walls && self.child_freeze.frozen != self.freeze.frozen {
                frozen = Some(&self.child_freeze.frozen[..]);
            }
        }
        if self.objective.merges_players() {
            puzzle.block(&mut self.child_walk, &self.child);
            node.player = self.child_walk.flood(&puzzle.next, from);
        }
        let mut key = boxes_key ^ puzzle.player_key(node.player);
        let mut kept = &self.child;
        if let Some(symmetry) = &mut self.symmetry {
            let area = if self.objective.merges_players() { self.child_walk.cells() } else { &[] };
            symmetry.keep(puzzle, &self.child, node.player, area);
            (kept, node.player) = (&symmetry.bits, symmetry.player);
            key = puzzle.key(kept, node.player);
        }
        if let Some(known) = self.store.find(key, kept, node.player) {
            let old = self.store.node(known);
            let optimal = self.objective != Objective::Any;
            if !optimal || (old.cost, old.second) <= (cost, second) {
                return self.reject("seen before", &node, push);
            }
            node.rest = old.rest;
            self.store.set_node(known, node);
            self.note("Added", "", known, &node, &self.child, Some(push));
            self.enqueue(&node, known);
            return Some(known);
        }
        let rest = self.bound.child(&self.child, from, to, frozen);
        if rest >= NEVER || self.ceiling.is_some_and(|ceiling| cost + rest as u32 > ceiling) {
            return self.reject("bound", &node, push);
        }
        // One push takes off one push at most, so what the parent knows holds here too.
        let rest = rest.max(i32::from(parent.rest) - 1);
        if self.corral_patience > 0
            && puzzle.has_box(&self.child, to)
            && self.corral.is_dead(puzzle, self.tables.pairs.as_ref(), &self.child, to, &self.child_walk)
        {
            return self.reject("corral", &node, push);
        }
        node.rest = rest as u16;
        let child = self.store.add(key, kept, node);
        self.note("Added", "", child, &node, &self.child, Some(push));
        self.enqueue(&node, child);
        Some(child)
    }

    /// Writes down what happened to a position, where somebody wants to know.
    #[inline]
    fn note(&self, what: &'static str, why: &'static str, index: u32, node: &Node, bits: &[u64], push: Option<Push>) {
        if let Some(dump) = self.dump {
            let rest = why.is_empty().then_some(u32::from(node.rest));
            let Node { parent, cost, .. } = *node;
            let player = match push {
                Some(push) => push.from,
                None if parent == ROOT => self.puzzle.player,
                None => node.player,
            };
            let exact = push.is_some() || parent == ROOT || !self.objective.merges_players();
            dump.note(self.puzzle, &Event { what, why, node: index, parent, push, bits, player, exact, cost, rest });
        }
    }

    /// A child that is not worth keeping.
    #[inline]
    fn reject(&self, why: &'static str, node: &Node, push: Push) -> Option<u32> {
        self.note("Rejected", why, ROOT, node, &self.child, Some(push));
        None
    }
}
