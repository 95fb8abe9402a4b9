//! The best way from one position of a plan to a later one, through positions near the plan.
//!
//! Comes in:  two positions, what the way between them costs now, and a vicinity.     Goes out: a cheaper way, if one
//! is found.
//!
//! What is still to do is counted by the least pushes that bring every box to a cell where the later position has one;
//! on the way to the goals themselves all bounds count. Dead positions are left out: no way leads on from them.
//! A* by the bound finds the best way in a vicinity; but the waste that the plan has further on lies between a saving and the
//! end, so in a long plan it comes to nothing for minutes. The other order holds a position against the latest one of
//! the plan that it is near: who is most ahead comes first. Whatever has been saved is carried along the plan to its
//! end at once, and the search goes on with what is left below the new cost.

use std::rc::Rc;
use std::sync::atomic::Ordering::Relaxed;

use super::vicinity::{Reach, Vicinity};
use super::{Known, Price, Stage};
use crate::bounds::Bound;
use crate::bounds::matching::NEVER;
use crate::deadlocks::{After, Context, Tests};
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
    /// More positions than were allowed.
    TooLarge,
    Stopped(Reason),
}

/// Which positions come first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    /// Those that cost least, what is still to do counted in.
    Least,
    /// Those that cost least in comparison with the plan at that point.
    Ahead,
}

/// One search.
struct Run<'a> {
    store: Store,
    queue: Queue,
    bound: Option<Bound<'a>>,
    /// Ways must cost less.
    limit: (u32, u32),
    /// The latest position of the plan that each stored one is near.
    near: Vec<u32>,
    /// What the plan costs up to each of its positions; in the first count, what is still to do is in it.
    plan: Vec<(u32, u32)>,
}

pub struct Window<'a> {
    puzzle: &'a Puzzle,
    budget: &'a Budget<'a>,
    pub price: Price,
    vicinity: Vicinity<'a>,
    areas: Areas,
    walk: Walk,
    pushes: Vec<(Push, u32)>,
    known: Known<'a>,
    tests: Tests<'a>,
    /// Of the bounds only the matching, and nothing that takes time to make: for ways that end before the goals.
    plain: Rc<(Options, Tables)>,
    nothing_frozen: Vec<u64>,
    bits: Vec<u64>,
    child: Vec<u64>,
    pub expanded: u64,
    /// The bytes that may be used.
    pub memory: usize,
}

impl Run<'_> {
    /// How late a position comes that is near this one of the plan and costs so much, what is to do counted in.
    #[inline]
    fn ranks(&self, price: Price, near: u32, total: u32, second: u32, rest: u16) -> (u32, u32) {
        let plan = self.plan[(near as usize).min(self.plan.len() - 1)];
        let end = self.plan[self.plan.len() - 1];
        let behind = if price.breaks_ties() {
            second + end.1 - plan.1
        } else if self.plan.len() > 1 {
            self.plan.len() as u32 - near
        } else {
            u32::from(rest)
        };
        (total + end.0 - plan.0, behind)
    }
}

impl<'a> Window<'a> {
    pub fn new(
        puzzle: &'a Puzzle,
        budget: &'a Budget<'a>,
        price: Price,
        vicinity: Vicinity<'a>,
        known: Known<'a>,
    ) -> Self {
        let Known { tables, options } = known;
        let tests = Tests::cheap(Context { puzzle, tables, options, objective: price.objective });
        let options = Options { dead_pairs: false, pair_excess: false, triples: false, ..Options::default() };
        Self {
            puzzle,
            budget,
            price,
            vicinity,
            areas: Areas::new(puzzle.n),
            walk: Walk::new(puzzle.n),
            pushes: Vec::new(),
            known,
            tests,
            plain: Rc::new((options.clone(), Tables::new(puzzle, Objective::Any, &options))),
            nothing_frozen: vec![0; puzzle.words],
            bits: vec![0; puzzle.words],
            child: vec![0; puzzle.words],
            expanded: 0,
            memory: budget.limits.memory,
        }
    }

    /// Looks for a way from the first of the stages to the last that costs less than theirs. If `ends` is set, every
    /// solved position will do as the end. At most `cap` positions are stored.
    pub fn search(&mut self, stages: &[Stage], ends: bool, reach: Reach, order: Order, cap: usize) -> Found {
        let (first, last) = (&stages[0], &stages[stages.len() - 1]);
        let limit = self.price.between(first, last);
        self.vicinity.take(stages.iter().map(|stage| &stage.bits[..]), reach);
        let arrival = self.named(&last.bits, last.player);
        let (plain, aim) = (self.plain.clone(), if ends { None } else { self.aim(&last.bits) });
        let bound = match &aim {
            _ if ends => Some(Bound::new(self.puzzle, self.known.tables, self.known.options)),
            Some(aim) => Some(Bound::new(aim, &plain.1, &plain.0)),
            None => None,
        };
        let mut run = Run {
            store: Store::new(self.puzzle.words),
            queue: Queue::default(),
            bound,
            limit,
            near: Vec::new(),
            plan: Vec::new(),
        };
        let (player, rest) = self.compare_with(&mut run, stages, order);
        if (rest, 0) >= limit {
            return Found::Nothing;
        }
        let rest = rest as u16;
        let node = Node { parent: ROOT, player, rest, cost: 0, second: 0, direction: 0, closed: false };
        run.store.add(self.puzzle.key(&first.bits, player), &first.bits, node);
        run.near.push(0);
        run.queue.push(0, 0, 0);
        let mut best = None;
        let mut best_at = self.expanded;
        while let Some((.., index)) = run.queue.pop() {
            let mut node = run.store.node(index);
            if node.closed || (node.cost + u32::from(node.rest), node.second) >= run.limit {
                continue;
            }
            let bits = run.store.bits(index);
            let arrived = if ends { self.puzzle.is_solved(bits) } else { node.player == arrival && bits == last.bits };
            if arrived {
                best = Some(self.way(&run.store, index));
                best_at = self.expanded;
                run.limit = (node.cost, node.second);
                continue;
            }
            node.closed = true;
            run.store.set_node(index, node);
            self.expanded += 1;
            let is_full = if self.expanded & 255 == 0 {
                let memory = run.store.memory() + run.queue.memory() + run.near.capacity() * 4;
                self.budget.control.nodes.fetch_add(256, Relaxed);
                self.budget.control.memory.store(memory as u64, Relaxed);
                if let Some(reason) = self.budget.stop(0) {
                    // The next search will not get far either.
                    return best.map_or(Found::Stopped(reason), Found::Better);
                }
                memory + run.store.next_growth() > self.memory
            } else {
                // After a gain another look from the new plan is worth more than the rest of this one.
                run.store.len() > cap || best.is_some() && self.expanded - best_at > cap as u64 / 8
            };
            if is_full {
                return best.map_or(Found::TooLarge, Found::Better);
            }
            self.expand(&mut run, index, node);
        }
        best.map_or(Found::Nothing, Found::Better)
    }

    /// Notes what the plan costs up to each of its positions, what is still to do counted in. Says how positions name
    /// the player of the first, and what is to do from there.
    fn compare_with(&mut self, run: &mut Run, stages: &[Stage], order: Order) -> (u16, u32) {
        let first = &stages[0];
        let player = self.named(&first.bits, first.player);
        let mut rest_at = |window: &mut Self, stage: &Stage| {
            let player = window.named(&stage.bits, stage.player);
            run.bound.as_mut().map_or(0, |bound| bound.prepare(&stage.bits, player, &window.nothing_frozen)) as u32
        };
        let rest = rest_at(self, first);
        let mut most = 0;
        let compared = if order == Order::Least { &stages[..1] } else { stages };
        for stage in compared {
            let (cost, second) = self.price.between(first, stage);
            most = most.max(cost + rest_at(self, stage));
            run.plan.push((most, second));
        }
        (player, rest)
    }

    /// The puzzle of bringing the boxes to where the later position has them, for the bound.
    fn aim(&self, bits: &[u64]) -> Option<Puzzle> {
        let puzzle = self.puzzle;
        if puzzle.kind != Kind::Goals {
            return None;
        }
        let mut aim = puzzle.clone();
        aim.targets = puzzle.boxes(bits);
        aim.distances = Distances::new(&puzzle.next, puzzle.n, puzzle.live, &aim.targets, false, true, &[]);
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

    fn expand(&mut self, run: &mut Run, index: u32, node: Node) {
        let puzzle = self.puzzle;
        self.bits.copy_from_slice(run.store.bits(index));
        let by_areas = self.price.merges_players && puzzle.kind != Kind::Holes;
        self.list_pushes(node.player, by_areas);
        if let Some(bound) = &mut run.bound {
            bound.prepare(&self.bits, node.player, &self.nothing_frozen);
        }
        let boxes_key = puzzle.key(&self.bits, node.player) ^ puzzle.player_key(node.player);
        let was = run.near[index as usize];
        for at in 0..self.pushes.len() {
            let (push, steps) = self.pushes[at];
            let (cost, second) = self.price.after((node.cost, node.second), steps);
            if (cost, second) >= run.limit {
                continue;
            }
            let to = puzzle.next[push.from as usize][push.direction as usize];
            self.child.copy_from_slice(&self.bits);
            let key = boxes_key ^ puzzle.push(&mut self.child, push.from, to);
            let after = After { bits: &self.child, cell: to, player: push.from };
            if puzzle.has_box(&self.child, to) && self.tests.condemn(&after).is_some() {
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
            let known = run.store.find(key, &self.child, player);
            let old = known.map(|known| run.store.node(known));
            if old.is_some_and(|old| (old.cost, old.second) <= (cost, second)) {
                continue;
            }
            let near = match known {
                Some(known) => run.near[known as usize],
                None => match self.vicinity.latest(&self.child, was as usize) {
                    Some(near) => near as u32,
                    None => continue,
                },
            };
            let rest = match (old, &mut run.bound) {
                (Some(old), _) => old.rest,
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
            let total = cost + u32::from(rest);
            if (total, second) >= run.limit {
                continue;
            }
            let Push { direction, .. } = push;
            let fresh = Node { parent: index, player, rest, cost, second, direction, closed: false };
            let child = match known {
                Some(known) => {
                    run.store.set_node(known, fresh);
                    known
                }
                None => {
                    run.near.push(near);
                    run.store.add(key, &self.child, fresh)
                }
            };
            let ranks = run.ranks(self.price, near, total, second, rest);
            run.queue.push(ranks.0, ranks.1, child);
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
