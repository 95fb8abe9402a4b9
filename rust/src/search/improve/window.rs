//! The best way from one position of a plan to a later one, through positions near the plan.
//!
//! Comes in:  two positions, what the way between them costs now, and a vicinity.     Goes out: a cheaper way, if one
//! is found.
//!
//! Cheapest first (Dijkstra 1959), so the first way that arrives is the best there is in the vicinity.

use std::sync::atomic::Ordering::Relaxed;

use super::vicinity::{Reach, Vicinity};
use super::{Price, Stage};
use crate::push::areas::Areas;
use crate::push::plan::Push;
use crate::push::puzzle::{Kind, Puzzle};
use crate::push::walk::Walk;
use crate::space::control::{Budget, Reason};
use crate::space::queue::Queue;
use crate::space::store::{Node, ROOT, Store};

pub enum Found {
    Better(Vec<Push>),
    /// There is nothing cheaper in the vicinity.
    Nothing,
    /// More positions than were allowed; ways up to this cost had been followed by then.
    TooLarge(u32),
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
    bits: Vec<u64>,
    child: Vec<u64>,
    pub expanded: u64,
}

impl<'a> Window<'a> {
    pub fn new(puzzle: &'a Puzzle, budget: &'a Budget<'a>, price: Price, vicinity: Vicinity<'a>) -> Self {
        Self {
            puzzle,
            budget,
            price,
            vicinity,
            areas: Areas::new(puzzle.n),
            walk: Walk::new(puzzle.n),
            pushes: Vec::new(),
            bits: vec![0; puzzle.words],
            child: vec![0; puzzle.words],
            expanded: 0,
        }
    }

    /// Looks for a way from the first of the stages to the last that costs less than theirs. If `ends` is set, every
    /// solved position will do as the end. At most `cap` positions are stored.
    pub fn search(&mut self, stages: &[Stage], ends: bool, reach: Reach, cap: usize) -> Found {
        let (first, last) = (&stages[0], &stages[stages.len() - 1]);
        let limit = self.price.between(first, last);
        self.vicinity.take(stages.iter().map(|stage| &stage.bits[..]), reach);
        let arrival = self.named(&last.bits, last.player);
        let mut store = Store::new(self.puzzle.words);
        let mut queue = Queue::default();
        let player = self.named(&first.bits, first.player);
        let node = Node { parent: ROOT, player, rest: 0, cost: 0, second: 0, direction: 0, closed: false };
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
            if self.expanded & 255 == 0 {
                let control = self.budget.control;
                control.nodes.fetch_add(256, Relaxed);
                let memory = store.memory() + queue.memory();
                control.memory.store(memory as u64, Relaxed);
                match self.budget.stop(memory + store.next_growth()) {
                    Some(Reason::Memory) => return Found::TooLarge(node.cost),
                    Some(reason) => return Found::Stopped(reason),
                    None => {}
                }
            }
            if store.len() > cap {
                return Found::TooLarge(node.cost);
            }
            self.expand(&mut store, &mut queue, index, node, limit);
        }
        Found::Nothing
    }

    /// The player's cell as positions are told apart by it.
    fn named(&mut self, bits: &[u64], player: u16) -> u16 {
        if !self.price.merges_players {
            return player;
        }
        self.puzzle.block(&mut self.walk, bits);
        self.walk.flood(&self.puzzle.next, player)
    }

    fn expand(&mut self, store: &mut Store, queue: &mut Queue, index: u32, node: Node, limit: (u32, u32)) {
        let puzzle = self.puzzle;
        self.bits.copy_from_slice(store.bits(index));
        let by_areas = self.price.merges_players && puzzle.kind != Kind::Holes;
        self.list_pushes(node.player, by_areas);
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
            let fresh = Node { parent: index, player, rest: 0, cost, second, direction, closed: false };
            let child = match store.find(key, &self.child, player) {
                Some(known) => {
                    let old = store.node(known);
                    if (old.cost, old.second) <= (cost, second) {
                        continue;
                    }
                    store.set_node(known, fresh);
                    known
                }
                None => store.add(key, &self.child, fresh),
            };
            queue.push(cost, second, child);
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
