//! Best-first search over positions after each push: A* for the optimal objectives, weighted for `any`.
//!
//! Comes in:  a puzzle, an objective, options, limits.     Goes out: an `Answer` without its keys.
//!
//! `Cost` knows what the objective counts, `Judge` what becomes of a push; here is only the order of things.
//! Positions found again at a lower cost are opened again, so the bound need not be consistent.

use std::cell::Cell;
use std::sync::atomic::Ordering::Relaxed;

use super::cost::Cost;
use super::judge::{Judge, Manner, Verdict};
use super::perimeter::{Perimeter, Rest};
use crate::bounds::matching::NEVER;
use crate::pruning::{Prunings, Try};
use crate::push::distance::Distances;
use crate::push::plan::Push;
use crate::push::puzzle::{Kind, Puzzle};
use crate::push::walk::Walk;
use crate::space::control::{Answer, Budget, Outcome, Reason};
use crate::space::dump::{Dump, Event};
use crate::space::options::{Objective, Options};
use crate::space::queue::Rounds;
use crate::space::store::{Node, ROOT, Store};
use crate::tables::Tables;

/// Whether a search from the other end knows a position, by its key, boxes and player.
pub type IsMet<'a> = &'a dyn Fn(u64, &[u64], u16) -> bool;

/// The perimeter pays if it knows more than the bound of one in so many positions.
const PERIMETER_PAYS: u64 = 50;

/// A search that can be run for a while, and later for longer.
pub struct Search<'a> {
    puzzle: &'a Puzzle,
    tables: &'a Tables,
    cost: Cost,
    /// Plans that cost more than this, in what the objective counts first, are of no interest.
    ceiling: Option<u32>,
    /// What is known of the positions near the end.
    pub perimeter: Option<Perimeter<'a>>,
    /// New positions that the perimeter was asked about since somebody last wanted to know, and those of which it knew
    /// more than the bound.
    asked: Cell<u64>,
    told: Cell<u64>,
    /// Whether the first count of every plan is even (0) or odd (1), where that is settled.
    parity: Option<u32>,
    store: Store,
    queue: Rounds,
    /// `any` only: the same nodes in another order, asked in turn with the first.
    other_queue: Option<Rounds>,
    judge: Judge<'a>,
    prunings: Prunings,
    walk: Walk,
    bits: Vec<u64>,
    dump: Option<&'a Dump>,
    /// Positions expanded in all its turns.
    expanded: u64,
}

/// The way through a position: its ranks in the queue, and where the perimeter has it.
#[derive(Debug, Clone, Copy)]
struct Way {
    first: u32,
    second: u32,
    end: Option<u32>,
}

/// Whether the pushes of every plan are even (0) or odd (1). A push changes the colour of the box's cell, as on a
/// chessboard, so with a box for every goal start and goals settle it.
fn parity(puzzle: &Puzzle) -> Option<u32> {
    let colours = |cells: &[u16]| {
        cells.iter().map(|&cell| puzzle.places[cell as usize]).map(|(row, column)| row + column).sum::<usize>()
    };
    let starts = puzzle.boxes(&puzzle.start);
    let settled = puzzle.kind == Kind::Goals && starts.len() == puzzle.targets.len();
    settled.then(|| (colours(&starts) + colours(&puzzle.targets)) as u32 & 1)
}

pub fn search(puzzle: &Puzzle, tables: &Tables, objective: Objective, options: &Options, budget: &Budget) -> Answer {
    Search::new(puzzle, tables, objective, options, budget).run_alone(budget)
}

impl<'a> Search<'a> {
    pub fn new(
        puzzle: &'a Puzzle,
        tables: &'a Tables,
        objective: Objective,
        options: &'a Options,
        budget: &Budget<'a>,
    ) -> Self {
        let cost = Cost::new(puzzle, objective, options);
        let manner = Manner {
            objective,
            merges_players: cost.merges_players,
            // A dump shows positions as they are reached, not their mirror images.
            symmetry: options.symmetry && budget.dump.is_none(),
        };
        Self {
            puzzle,
            tables,
            cost,
            ceiling: None,
            perimeter: None,
            asked: Cell::new(0),
            told: Cell::new(0),
            parity: parity(puzzle).filter(|_| objective == Objective::Pushes),
            store: Store::new(puzzle.words),
            queue: Rounds::default(),
            other_queue: (!cost.optimal && options.two_orders).then(Rounds::default),
            judge: Judge::new(puzzle, tables, options, manner, budget),
            prunings: Prunings::new(puzzle, options, cost.merges_players, cost.optimal),
            walk: Walk::new(puzzle.n),
            bits: vec![0; puzzle.words],
            dump: budget.dump,
            expanded: 0,
        }
    }

    /// The name of the search.
    pub fn called(&self) -> &'static str {
        if self.cost.optimal { "astar" } else { "forward" }
    }

    /// Bytes in use.
    pub fn memory(&self) -> usize {
        self.store.memory()
            + self.queue.memory()
            + self.other_queue.as_ref().map_or(0, Rounds::memory)
            + self.perimeter.as_ref().map_or(0, Perimeter::memory)
            + self.judge.memory()
            + self.tables.memory()
    }

    /// Plans that cost more than this, in what the objective counts first, are of no interest from now on.
    pub fn lower_ceiling(&mut self, most: u32) {
        self.ceiling = Some(most);
        if let Some(perimeter) = &mut self.perimeter {
            perimeter.lower_ceiling(most);
        }
    }

    /// Lets the perimeter grow by so many positions, in so many bytes; begins one if there is none. Says how many were
    /// expanded.
    pub fn grow_perimeter(
        &mut self,
        starts: &'a Distances,
        options: &Options,
        budget: &Budget,
        positions: u64,
        memory: usize,
    ) -> u64 {
        let (puzzle, tables) = (self.puzzle, self.tables);
        let (merges_players, symmetry) = (self.cost.merges_players, self.judge.has_symmetry());
        let fresh = || Perimeter::new(puzzle, tables, options, starts, merges_players, symmetry);
        let perimeter = self.perimeter.get_or_insert_with(fresh);
        if let Some(ceiling) = self.ceiling {
            perimeter.lower_ceiling(ceiling);
        }
        let before = perimeter.expanded();
        // What ends it early ends A* too, or is its own memory; then it stays as it is.
        let _ = perimeter.grow(budget, positions, memory);
        perimeter.expanded() - before
    }

    /// Whether the perimeter knew more than the bound of enough of the positions found since this was last asked.
    pub fn perimeter_pays(&self) -> bool {
        self.told.take() * PERIMETER_PAYS >= self.asked.take()
    }

    /// Positions kept.
    pub fn stored(&self) -> u64 {
        self.store.len() as u64
    }

    /// The number that another search has for a position of this one, which it knows.
    pub fn name(&self, index: u32, find: impl Fn(u64, &[u64], u16) -> Option<u32>) -> u32 {
        let (bits, player) = (self.store.bits(index), self.store.node(index).player);
        find(self.puzzle.key(bits, player), bits, player).expect("the other search knows the position")
    }

    /// Whether positions are kept by one of their mirror images.
    pub fn has_symmetry(&self) -> bool {
        self.judge.has_symmetry()
    }

    /// The number of a position, if it was reached.
    pub fn find(&self, key: u64, bits: &[u64], player: u16) -> Option<u32> {
        self.store.find(key, bits, player)
    }

    /// Runs to the end, with no other search beside it.
    pub fn run_alone(&mut self, budget: &Budget) -> Answer {
        let _running = budget.control.begin(self.called());
        let mut answer = Answer::new();
        self.run(budget, &mut answer, None);
        answer
    }

    /// Goes on until there is an answer, or the budget's patience is at an end (`Horizon`), or a new position is known
    /// to `is_met` by its key, boxes and player: that one is returned, and the answer left open.
    pub fn run(&mut self, budget: &Budget, answer: &mut Answer, is_met: Option<IsMet>) -> Option<u32> {
        answer.by = self.called();
        let met = self.go_on(budget, answer, is_met);
        answer.stored = self.store.len() as u64;
        answer.memory = self.memory();
        met
    }

    fn go_on(&mut self, budget: &Budget, answer: &mut Answer, is_met: Option<IsMet>) -> Option<u32> {
        let control = budget.control;
        if self.store.is_empty() && !self.add_root() {
            answer.outcome = Outcome::Unsolvable;
            return None;
        }
        while let Some((first, _, index)) = self.pop(self.expanded) {
            let mut node = self.store.node(index);
            if node.closed {
                continue;
            }
            // The perimeter may have grown since this was queued, and others may have found a plan that is as cheap.
            let Some(way) = self.way_on(index, &node) else { continue };
            if self.cost.optimal && way.first > first {
                self.enqueue(&node, index, way);
                continue;
            }
            if self.cost.optimal {
                answer.bound = answer.bound.max(first);
            }
            if way.end.is_some() || self.puzzle.is_solved(self.store.bits(index)) {
                self.finish(index, way.end, answer);
                return None;
            }
            node.closed = true;
            self.store.set_node(index, node);
            answer.expanded += 1;
            self.expanded += 1;
            self.judge.tests.begin_late(self.expanded);
            let known = self.store.len() as u32;
            if let Some((goal, end)) = self.expand(index, node, first) {
                self.finish(goal, end, answer);
                return None;
            }
            if let Some(is_met) = is_met {
                let met = |&fresh: &u32| {
                    let (bits, player) = (self.store.bits(fresh), self.store.node(fresh).player);
                    is_met(self.puzzle.key(bits, player), bits, player)
                };
                if let Some(fresh) = (known..self.store.len() as u32).find(met) {
                    return Some(fresh);
                }
            }
            if self.store.len() >= ROOT as usize - 4096 {
                answer.outcome = Outcome::Unknown(Reason::Memory);
                return None;
            }
            if answer.expanded & 63 == 0 {
                let memory = self.memory();
                control.nodes.fetch_add(64, Relaxed);
                control.bound.store(u64::from(answer.bound), Relaxed);
                control.memory.store(memory as u64, Relaxed);
                if let Some(reason) = budget.stop_after(answer.expanded, memory + self.store.next_growth()) {
                    answer.outcome = Outcome::Unknown(reason);
                    return None;
                }
            }
        }
        answer.outcome = Outcome::Unsolvable;
        None
    }

    /// The next node: for `any` now by one order, now by the other.
    fn pop(&mut self, count: u64) -> Option<(u32, u32, u32)> {
        if self.cost.optimal {
            return self.queue.pop_least();
        }
        match &mut self.other_queue {
            // Both hold the same nodes, so when one is empty nothing is left in the other either.
            Some(other) if count & 1 == 1 => other.pop(),
            _ => self.queue.pop(),
        }
    }

    /// Ends in a solved position, or in one from which the perimeter knows the rest.
    fn finish(&mut self, index: u32, end: Option<u32>, answer: &mut Answer) {
        answer.outcome = Outcome::Solved;
        answer.proved = self.cost.optimal;
        if self.cost.optimal {
            answer.bound = self.store.node(index).cost;
            if let (Some(end), Some(perimeter)) = (end, &self.perimeter) {
                answer.bound += perimeter.cost(end);
            }
        }
        answer.pushes = self.pushes_through(index, end);
    }

    /// The pushes from the start to a position.
    pub fn pushes_to(&mut self, index: u32) -> Vec<Push> {
        self.pushes_through(index, None)
    }

    /// The same, and those from there to the end that the perimeter knows.
    fn pushes_through(&mut self, index: u32, end: Option<u32>) -> Vec<Push> {
        let parent = |&index: &u32| Some(self.store.node(index).parent).filter(|&parent| parent != ROOT);
        let mut nodes: Vec<u32> = std::iter::successors(Some(index), parent).collect();
        nodes.reverse();
        if let Some(dump) = self.dump {
            dump.solution(&nodes);
        }
        let end = self.perimeter.as_ref().zip(end);
        let mut kept: Vec<_> =
            nodes.iter().map(|&index| (self.store.bits(index), self.store.node(index).player)).collect();
        kept.extend(end.iter().flat_map(|(perimeter, end)| perimeter.after(*end)));
        self.judge.pushes_through(&kept).unwrap_or_else(|| {
            let push = |pair: &[u32]| {
                // The pushed box is the one that the parent has and the child has not.
                let after = self.store.bits(pair[1]);
                let boxes = self.puzzle.boxes(self.store.bits(pair[0]));
                let from = boxes.into_iter().find(|&cell| !self.puzzle.has_box(after, cell));
                Push { from: from.expect("a push moves a box"), direction: self.store.node(pair[1]).direction }
            };
            let onward = end.map_or_else(Vec::new, |(perimeter, end)| perimeter.pushes_from(end));
            nodes.windows(2).map(push).chain(onward).collect()
        })
    }

    /// The start; false where it is plainly dead.
    fn add_root(&mut self) -> bool {
        let Some(child) = self.judge.root() else { return false };
        let node = Node {
            parent: ROOT,
            player: child.player,
            rest: child.rest,
            cost: 0,
            second: 0,
            direction: 0,
            closed: false,
        };
        let index = self.store.add(child.key, self.judge.kept(), node);
        self.note("Initial status", "", index, &node, &self.judge.bits, None);
        if let Some(way) = self.way_on(index, &node) {
            self.enqueue(&node, index, way);
        }
        true
    }

    /// What is known of the way through a stored node; `None` where it is too costly.
    fn way_on(&self, index: u32, node: &Node) -> Option<Way> {
        let bits = self.store.bits(index);
        self.way(|| self.puzzle.key(bits, node.player), bits, node)
    }

    /// The same of any position.
    #[inline]
    fn way(&self, key: impl FnOnce() -> u64, bits: &[u64], node: &Node) -> Option<Way> {
        let (mut first, mut second) = self.cost.ranks(node);
        let mut end = None;
        if let Some(perimeter) = &self.perimeter {
            let by_bound = first;
            match perimeter.rest(key(), bits, node.player) {
                Rest::Nothing => return None,
                Rest::AtLeast(rest) => first = first.max(node.cost + rest),
                // Nothing is left to do there, so it comes first among its equals.
                Rest::Exact(rest, known) => (first, second, end) = (node.cost + rest, 0, Some(known)),
            }
            self.asked.set(self.asked.get() + 1);
            self.told.set(self.told.get() + u64::from(first > by_bound));
        }
        if let Some(parity) = self.parity {
            first += (first ^ parity) & 1;
        }
        let is_costly = self.cost.optimal && self.ceiling.is_some_and(|ceiling| first > ceiling);
        (!is_costly).then_some(Way { first, second, end })
    }

    /// Queues a node whose bits are in the store.
    fn enqueue(&mut self, node: &Node, index: u32, Way { first, second, .. }: Way) {
        let puzzle = self.puzzle;
        let cell = if self.cost.takes_turns { puzzle.count_left(self.store.bits(index)) } else { 0 };
        self.queue.push(cell, first, second, index);
        if let Some(other) = &mut self.other_queue {
            let rest = u32::from(node.rest);
            let (cell, weight) = if puzzle.kind == Kind::Goals { (0, 5) } else { (cell, 1) };
            other.push(cell, node.cost + rest * weight, rest, index);
        }
    }

    /// Makes every child of a node. Returns a solved child where it is certain that none can be better.
    fn expand(&mut self, index: u32, node: Node, first: u32) -> Option<(u32, Option<u32>)> {
        let puzzle = self.puzzle;
        self.bits.copy_from_slice(self.store.bits(index));
        self.note("Expanded", "", index, &node, &self.bits, None);
        if !self.judge.begin(&self.bits, node.player, node.rest) {
            return None;
        }
        if self.cost.merges_players {
            self.judge.flood(&mut self.walk, node.player);
        } else {
            puzzle.block(&mut self.walk, &self.bits);
            self.walk.flood_with_steps(&puzzle.next, node.player);
        }
        match self.prunings.choose(puzzle, &self.bits, &self.walk, node.player) {
            Try::Nothing => {
                self.judge.give_up("pi_corral", node.player);
                return None;
            }
            Try::Home => return self.send_home(index, node).map(|child| (child, None)),
            Try::Pushes => {}
        }
        for at in 0..self.prunings.pushes.len() {
            let push = self.prunings.pushes[at];
            let behind = puzzle.next[push.from as usize][push.direction as usize ^ 1];
            let steps = if self.cost.merges_players { 0 } else { u32::from(self.walk.steps(behind)) };
            let Some((child, way)) = self.push(index, &node, push, steps) else { continue };
            let is_done = way.end.is_some() || puzzle.is_solved(&self.judge.bits);
            if is_done && self.cost.is_best(way.first, first) {
                return Some((child, way.end));
            }
        }
        None
    }

    /// Adds the positions along the way of a box that goes straight home; only the last one is to be expanded.
    fn send_home(&mut self, index: u32, node: Node) -> Option<u32> {
        let puzzle = self.puzzle;
        let (mut parent, mut cost, mut rest) = (index, node.cost, node.rest);
        for at in 0..self.prunings.pushes.len() {
            let push = self.prunings.pushes[at];
            puzzle.push(&mut self.bits, push.from, puzzle.next[push.from as usize][push.direction as usize]);
            puzzle.block(&mut self.walk, &self.bits);
            let player = self.walk.flood(&puzzle.next, push.from);
            let key = puzzle.key(&self.bits, player);
            let last = at + 1 == self.prunings.pushes.len();
            cost += 1;
            rest = rest.saturating_sub(1);
            if last {
                let pushes = self.judge.bound.prepare(&self.bits, player, &vec![0; puzzle.words]);
                if pushes >= NEVER {
                    return None;
                }
                rest = pushes as u16;
            }
            let fresh = Node { parent, player, rest, cost, second: 0, direction: push.direction, closed: !last };
            match self.store.find(key, &self.bits, player) {
                // Whoever came here as cheaply goes on from here, by the same way or one as good.
                Some(known) if self.store.node(known).cost <= cost => return None,
                Some(known) => {
                    self.store.set_node(known, fresh);
                    parent = known;
                }
                None => parent = self.store.add(key, &self.bits, fresh),
            }
            self.note(if last { "Pushed out" } else { "Pushing" }, "", parent, &fresh, &self.bits, Some(push));
            if last && let Some(way) = self.way_on(parent, &fresh) {
                self.enqueue(&fresh, parent, way);
            }
        }
        Some(parent).filter(|_| !self.cost.optimal && puzzle.is_solved(&self.bits))
    }

    /// Makes one child, unless it is dead or was reached as cheaply before.
    fn push(&mut self, index: u32, parent: &Node, push: Push, steps: u32) -> Option<(u32, Way)> {
        let (cost, second) = self.cost.after(parent, steps);
        let Push { from, direction } = push;
        let mut node = Node { parent: index, player: from, rest: 0, cost, second, direction, closed: false };
        let (child, way) = match self.judge.push(&self.store, push) {
            Verdict::Dead(name) => return self.reject(name, &node, push),
            Verdict::Known(known) => {
                let old = self.store.node(known);
                if !self.cost.optimal || (old.cost, old.second) <= (cost, second) {
                    return self.reject("seen before", &node, push);
                }
                (node.player, node.rest) = (old.player, old.rest);
                self.store.set_node(known, node);
                (known, self.way_on(known, &node)?)
            }
            Verdict::New(child) => {
                (node.player, node.rest) = (child.player, child.rest);
                let Some(way) = self.way(|| child.key, self.judge.kept(), &node) else {
                    return self.reject("bound", &node, push);
                };
                (self.store.add(child.key, self.judge.kept(), node), way)
            }
        };
        self.note("Added", "", child, &node, &self.judge.bits, Some(push));
        self.enqueue(&node, child, way);
        Some((child, way))
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
            let exact = push.is_some() || parent == ROOT || !self.cost.merges_players;
            dump.note(self.puzzle, &Event { what, why, node: index, parent, push, bits, player, exact, cost, rest });
        }
    }

    /// A child that is not worth keeping.
    #[inline]
    fn reject<T>(&self, why: &'static str, node: &Node, push: Push) -> Option<T> {
        self.note("Rejected", why, ROOT, node, &self.judge.bits, Some(push));
        None
    }
}
