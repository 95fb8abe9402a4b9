//! The best way from one position of a plan to a later one, through positions near the plan.
//!
//! Comes in:  two positions, what the way between them costs now, and a vicinity.     Goes out: a cheaper way, if one
//! is found.
//!
//! A* where pushes count first, by the least pushes that bring every box to a cell where the later position has one. In
//! a stretch of the plan few boxes move at all, so that bound is nearly exact: a box pushed out of the way and back
//! costs what the whole stretch has to spare, and a stretch without waste is seen to be best at once. Where moves count
//! first, cheapest first (Dijkstra 1959), because there the bound says little. Either way the first way that arrives
//! is the best there is in the vicinity.

use std::rc::Rc;
use std::sync::atomic::Ordering::Relaxed;

use super::vicinity::{Reach, Vicinity};
use super::{Price, Stage};
use crate::bounds::Bound;
use crate::bounds::matching::NEVER;
use crate::push::areas::Areas;
use crate::push::distance::Distances;
use crate::push::plan::Push;
use crate::push::puzzle::{Kind, Puzzle};
use crate::push::walk::Walk;
use crate::space::control::{Budget, Reason};
use crate::space::options::{Objective, Options};
use crate::space::queue::Queue;
use crate::space::store::{Node, ROOT, Store};
use crate::tables::Tables;

pub enum Found {
    Better(Vec<Push>),
    /// There is nothing cheaper in the vicinity.
    Nothing,
    /// More positions than were allowed; this part of the stretch, in hundredths, might have been few enough.
    TooLarge(usize),
    Stopped(Reason),
}

pub struct Window<'a> {
    puzzle: &'a Puzzle,
    budget: &'a Budget<'a>,
    pub price: Price,
    vicinity: Vicinity<'a>,
    areas: Areas,
    walk: Walk,
    pushes: Vec<(Push, u32)>,
    /// Of the bounds only the matching, and nothing that takes time to make.
    plain: Rc<(Options, Tables)>,
    nothing_frozen: Vec<u64>,
    bits: Vec<u64>,
    child: Vec<u64>,
    pub expanded: u64,
    /// Positions after which to stop for this time, and the bytes that may be used.
    pub stop_at: u64,
    pub memory: usize,
}

impl<'a> Window<'a> {
    pub fn new(puzzle: &'a Puzzle, budget: &'a Budget<'a>, price: Price, vicinity: Vicinity<'a>) -> Self {
        let options = Options { dead_pairs: false, pair_excess: false, triples: false, ..Options::default() };
        Self {
            puzzle,
            budget,
            price,
            vicinity,
            areas: Areas::new(puzzle.n),
            walk: Walk::new(puzzle.n),
            pushes: Vec::new(),
            plain: Rc::new((options.clone(), Tables::new(puzzle, Objective::Any, &options))),
            nothing_frozen: vec![0; puzzle.words],
            bits: vec![0; puzzle.words],
            child: vec![0; puzzle.words],
            expanded: 0,
            stop_at: u64::MAX,
            memory: budget.limits.memory,
        }
    }

    /// Looks for a way from the first of the stages to the last that costs less than theirs. If `ends` is set, every
    /// solved position will do as the end. At most `cap` positions are stored.
    pub fn search(&mut self, stages: &[Stage], ends: bool, reach: Reach, cap: usize) -> Found {
        let (first, last) = (&stages[0], &stages[stages.len() - 1]);
        let limit = self.price.between(first, last);
        self.vicinity.take(stages.iter().map(|stage| &stage.bits[..]), reach);
        let arrival = self.named(&last.bits, last.player);
        let player = self.named(&first.bits, first.player);
        let (plain, aim) = (self.plain.clone(), self.aim(&last.bits, ends));
        let mut bound = aim.as_ref().map(|aim| Bound::new(aim, &plain.1, &plain.0));
        let rest = bound.as_mut().map_or(0, |bound| bound.prepare(&first.bits, player, &self.nothing_frozen));
        if rest >= NEVER || (rest as u32, 0) >= limit {
            return Found::Nothing;
        }
        let mut store = Store::new(self.puzzle.words);
        let mut queue = Queue::default();
        let rest = rest as u16;
        let node = Node { parent: ROOT, player, rest, cost: 0, second: 0, direction: 0, closed: false };
        store.add(self.puzzle.key(&first.bits, player), &first.bits, node);
        queue.push(0, 0, 0);
        while let Some((.., index)) = queue.pop() {
            let mut node = store.node(index);
            if node.closed {
                continue;
            }
            let bits = store.bits(index);
            let arrived = if ends { self.puzzle.is_solved(bits) } else { node.player == arrival && bits == last.bits };
            if arrived {
                return Found::Better(self.way(&store, index));
            }
            node.closed = true;
            store.set_node(index, node);
            self.expanded += 1;
            let is_full = if self.expanded & 255 == 0 {
                let memory = store.memory() + queue.memory();
                self.budget.control.nodes.fetch_add(256, Relaxed);
                self.budget.control.memory.store(memory as u64, Relaxed);
                if let Some(reason) = self.budget.stop(0) {
                    return Found::Stopped(reason);
                }
                if self.expanded >= self.stop_at {
                    return Found::Stopped(Reason::Horizon);
                }
                memory + store.next_growth() > self.memory
            } else {
                store.len() > cap
            };
            if is_full {
                // A* looks everywhere at once; Dijkstra has come as far as the cost says.
                let share = if bound.is_some() { 50 } else { node.cost * 100 / limit.0.max(1) };
                return Found::TooLarge(share as usize);
            }
            self.expand(&mut store, &mut queue, index, node, limit, &mut bound);
        }
        Found::Nothing
    }

    /// The puzzle of bringing the boxes to where the later position has them, for the bound.
    fn aim(&self, bits: &[u64], ends: bool) -> Option<Puzzle> {
        let puzzle = self.puzzle;
        if puzzle.kind != Kind::Goals || !self.price.counts_pushes_first() {
            return None;
        }
        let mut aim = puzzle.clone();
        if !ends {
            aim.targets = puzzle.boxes(bits);
            aim.distances = Distances::new(&puzzle.next, puzzle.n, puzzle.live, &aim.targets, false, true, &[]);
        }
        Some(aim)
    }

    /// The player's cell as positions are told apart by it.
    fn named(&mut self, bits: &[u64], player: u16) -> u16 {
        if !self.price.merges_players {
            return player;
        }
        self.puzzle.block(&mut self.walk, bits);
        self.walk.flood(&self.puzzle.next, player)
    }

    fn expand(
        &mut self,
        store: &mut Store,
        queue: &mut Queue,
        index: u32,
        node: Node,
        limit: (u32, u32),
        bound: &mut Option<Bound>,
    ) {
        let puzzle = self.puzzle;
        self.bits.copy_from_slice(store.bits(index));
        let by_areas = self.price.merges_players && puzzle.kind != Kind::Holes;
        self.list_pushes(node.player, by_areas);
        if let Some(bound) = bound {
            bound.prepare(&self.bits, node.player, &self.nothing_frozen);
        }
        let boxes_key = puzzle.key(&self.bits, node.player) ^ puzzle.player_key(node.player);
        for at in 0..self.pushes.len() {
            let (push, steps) = self.pushes[at];
            let (cost, second) = self.price.after((node.cost, node.second), steps);
            if (cost, second) >= limit {
                continue;
            }
            let to = puzzle.next[push.from as usize][push.direction as usize];
            self.child.copy_from_slice(&self.bits);
            let key = boxes_key ^ puzzle.push(&mut self.child, push.from, to);
            if !self.vicinity.holds(&self.child, key) {
                continue;
            }
            let player = if !self.price.merges_players {
                push.from
            } else if by_areas && !puzzle.sink[to as usize] {
                self.areas.name_after(puzzle, push.from, to, push.from)
            } else {
                puzzle.block(&mut self.walk, &self.child);
                self.walk.flood(&puzzle.next, push.from)
            };
            let key = key ^ puzzle.player_key(player);
            let Push { direction, .. } = push;
            let mut fresh = Node { parent: index, player, rest: 0, cost, second, direction, closed: false };
            let known = store.find(key, &self.child, player).map(|known| (known, store.node(known)));
            fresh.rest = match (known, &mut *bound) {
                (Some((_, old)), _) if (old.cost, old.second) <= (cost, second) => continue,
                (Some((_, old)), _) => old.rest,
                // One push takes off one push at most.
                (None, Some(bound)) => {
                    let rest = bound.child(&self.child, push.from, to, None);
                    if rest >= NEVER {
                        continue;
                    }
                    (rest as u16).max(node.rest.saturating_sub(1))
                }
                (None, None) => 0,
            };
            let rest = u32::from(fresh.rest);
            let ranks = (cost + rest, self.price.second_rank(second, rest));
            if (cost + rest, second) >= limit {
                continue;
            }
            let child = match known {
                Some((known, _)) => {
                    store.set_node(known, fresh);
                    known
                }
                None => store.add(key, &self.child, fresh),
            };
            queue.push(ranks.0, ranks.1, child);
        }
    }

    /// All pushes from the position in `bits`, with the steps before each where they cost something.
    fn list_pushes(&mut self, player: u16, by_areas: bool) {
        let puzzle = self.puzzle;
        let Self { areas, walk, pushes, bits, .. } = self;
        pushes.clear();
        if by_areas {
            areas.scan(puzzle, bits);
        } else {
            puzzle.block(walk, bits);
            walk.flood_with_steps(&puzzle.next, player);
        }
        puzzle.each_box(bits, |from| {
            for direction in 0..4u8 {
                let to = puzzle.next[from as usize][direction as usize];
                let behind = puzzle.next[from as usize][direction as usize ^ 1];
                if to as usize >= puzzle.live || puzzle.has_box(bits, to) {
                    continue;
                }
                let reached = if by_areas { areas.name(behind) == player } else { walk.reached(behind) };
                if reached {
                    let steps = if by_areas { 0 } else { u32::from(walk.steps(behind)) };
                    pushes.push((Push { from, direction }, steps));
                }
            }
        });
    }

    /// The pushes from the first position to this one.
    fn way(&self, store: &Store, index: u32) -> Vec<Push> {
        let mut way = Vec::new();
        let mut at = index;
        loop {
            let node = store.node(at);
            if node.parent == ROOT {
                way.reverse();
                return way;
            }
            // The pushed box is the one that the parent has and the child has not.
            let boxes = self.puzzle.boxes(store.bits(node.parent));
            let from = boxes.into_iter().find(|&cell| !self.puzzle.has_box(store.bits(at), cell));
            way.push(Push { from: from.expect("a push moves a box"), direction: node.direction });
            at = node.parent;
        }
    }
}
