//! Backward search: pull the boxes from the goals to where they start.
//!
//! Comes in:  a puzzle with as many goals as boxes, or with sinks.     Goes out: an `Answer` to `any`.
//!
//! What is cramped forwards is often roomy backwards: a goal room that must be packed in one order only is unpacked
//! by itself. Starts from every area the player could be in when all is solved; ends in the start position itself.
//! On sink levels the board is empty at first, and boxes are pulled out of the sinks one by one. The deadlock tests
//! speak of pushes and have no say here; the bound is that of boxes on their way back to their starts.

use std::sync::atomic::Ordering::Relaxed;

use super::best_first::IsMet;
use crate::bits;
use crate::bounds::Bound;
use crate::bounds::matching::NEVER;
use crate::deadlocks::pull_freeze::PullFreeze;
use crate::push::areas::Areas;
use crate::push::distance::Distances;
use crate::push::plan::Push;
use crate::push::puzzle::{Kind, Puzzle};
use crate::push::walk::Walk;
use crate::space::control::{Answer, Budget, Outcome, Reason};
use crate::space::options::Options;
use crate::space::queue::Rounds;
use crate::space::store::{Node, ROOT, Store};
use crate::tables::Tables;
use crate::tables::pairs::Pairs;

const NAME: &str = "backward";
/// Positions in which the boxes cut the floor into this many parts, or more, take their turns together.
const MOST_PARTS: usize = 12;

/// How many pulls each box needs from every start, which the bound of the search stands on.
pub fn distances(puzzle: &Puzzle) -> Distances {
    let starts = puzzle.boxes(&puzzle.start);
    Distances::from_starts(&puzzle.next, puzzle.n, puzzle.live, &starts, puzzle.player)
}

pub fn search(puzzle: &Puzzle, tables: &Tables, options: &Options, budget: &Budget) -> Answer {
    let distances = distances(puzzle);
    let _running = budget.control.begin(NAME);
    let mut search = Backward::new(puzzle, tables, options, &distances);
    let mut answer = Answer::new();
    search.run(budget, &mut answer, None);
    answer
}

/// A search that can be run for a while, and later for longer.
pub struct Backward<'a> {
    puzzle: &'a Puzzle,
    tables: &'a Tables,
    options: &'a Options,
    bound: Bound<'a>,
    pull_freeze: Option<PullFreeze>,
    areas: Areas,
    distances: &'a Distances,
    /// What pairs of boxes cost, and which of them no pulls bring back to where boxes start.
    pairs: Option<&'a Pairs>,
    store: Store,
    queue: Rounds,
    /// The same positions in a greedier order, asked in turn with the first.
    other_queue: Option<Rounds>,
    /// The same again, with turns by the number of parts into which the boxes cut the floor.
    area_queue: Option<Rounds>,
    /// The least cell of the area that the player starts in.
    home: u16,
    /// Boxes at the start.
    count: usize,
    nothing_frozen: Vec<u64>,
    bits: Vec<u64>,
    child: Vec<u64>,
    boxes: Vec<u16>,
    pulls: Vec<(u16, usize)>,
    /// Positions expanded in all turns.
    expanded: u64,
}

impl<'a> Backward<'a> {
    pub fn new(puzzle: &'a Puzzle, tables: &'a Tables, options: &'a Options, distances: &'a Distances) -> Self {
        let mut walk = Walk::new(puzzle.n);
        puzzle.block(&mut walk, &puzzle.start);
        let home = walk.flood(&puzzle.next, puzzle.player);
        Self {
            puzzle,
            tables,
            options,
            bound: Bound::backward(puzzle, tables, options, distances),
            pull_freeze: options.pull_freeze.then(|| PullFreeze::new(puzzle)),
            areas: Areas::new(puzzle.n),
            distances,
            pairs: None,
            store: Store::new(puzzle.words),
            queue: Rounds::default(),
            other_queue: options.pull_greed.then(Rounds::default),
            area_queue: (options.pull_areas && puzzle.kind == Kind::Goals).then(Rounds::default),
            home,
            count: puzzle.count_boxes(&puzzle.start),
            nothing_frozen: vec![0; puzzle.words],
            bits: vec![0; puzzle.words],
            child: vec![0; puzzle.words],
            boxes: Vec::new(),
            pulls: Vec::new(),
            expanded: 0,
        }
    }

    /// Bytes in use.
    pub fn memory(&self) -> usize {
        let queues = [&self.other_queue, &self.area_queue].map(|queue| queue.as_ref().map_or(0, Rounds::memory));
        self.store.memory() + self.queue.memory() + queues[0] + queues[1] + self.tables.memory()
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

    /// The number of a position, if it was reached.
    pub fn find(&self, key: u64, bits: &[u64], player: u16) -> Option<u32> {
        self.store.find(key, bits, player)
    }

    /// The solved positions, one for each area that the player could end in. Most levels are solved before the search
    /// has its first turn, so the table of pairs is not made before that.
    fn add_ends(&mut self) {
        let puzzle = self.puzzle;
        if self.options.pull_pairs || self.options.pull_excess {
            self.pairs = self.tables.pull_pairs(puzzle, self.distances);
        }
        // With sinks there are no goals, and the end is the empty board.
        let bits = puzzle.goal_mask.clone();
        self.areas.scan(puzzle, &bits);
        for cell in self.areas.names().to_vec() {
            let rest = self.bound.prepare(&bits, cell, &self.nothing_frozen);
            if rest < NEVER {
                let rest = rest as u16;
                let mut twice = 0;
                if let Some(pairs) = self.pairs {
                    puzzle.each_box(&bits, |at| twice += pairs.extra(&bits, at, cell));
                }
                let second = twice / 2;
                let node = Node { parent: ROOT, player: cell, rest, cost: 0, second, direction: 0, closed: false };
                let index = self.store.add(puzzle.key(&bits, cell), &bits, node);
                self.enqueue(&node, index, self.areas.names().len());
            }
        }
    }

    /// Queues a node whose bits are in the store; its boxes cut the floor into so many parts. What pairs cost more goes
    /// into the greedy orders only: it is no bound, and where it misleads the first order still goes on.
    fn enqueue(&mut self, node: &Node, index: u32, parts: usize) {
        let back = self.store.bits(index).iter().zip(&self.puzzle.start);
        let back: u32 = back.map(|(&word, &start)| (word & start).count_ones()).sum();
        // Turns among positions with different numbers of boxes that are not yet back where they start.
        let away = self.count - back as usize;
        let rest = u32::from(node.rest);
        let cell = if self.options.pull_rounds { away } else { 0 };
        self.queue.push(cell, node.cost + rest * self.options.pull_weight, rest, index);
        let rest = if self.options.pull_excess { rest + node.second } else { rest };
        if let Some(other) = &mut self.other_queue {
            other.push(0, rest, away as u32, index);
        }
        if let Some(areas) = &mut self.area_queue {
            areas.push(parts.min(MOST_PARTS), rest, away as u32, index);
        }
    }

    /// The next node. All queues hold the same nodes, so when one is empty nothing is left in the others either.
    fn pop(&mut self) -> Option<u32> {
        let Self { queue, other_queue, area_queue, .. } = self;
        let count = 1 + u64::from(other_queue.is_some()) + u64::from(area_queue.is_some());
        let mut queues = [Some(queue), other_queue.as_mut(), area_queue.as_mut()].into_iter().flatten();
        let next = queues.nth((self.expanded % count) as usize).and_then(Rounds::pop);
        next.map(|(.., index)| index)
    }

    /// Goes on until there is an answer, or the budget's patience is at an end (`Horizon`), or a new position is known
    /// to `is_met`: that one is returned, and the answer left open.
    pub fn run(&mut self, budget: &Budget, answer: &mut Answer, is_met: Option<IsMet>) -> Option<u32> {
        answer.by = NAME;
        let met = self.go_on(budget, answer, is_met);
        answer.stored = self.store.len() as u64;
        answer.memory = self.memory();
        met
    }

    fn go_on(&mut self, budget: &Budget, answer: &mut Answer, is_met: Option<IsMet>) -> Option<u32> {
        let puzzle = self.puzzle;
        if self.store.is_empty() {
            self.add_ends();
        }
        while let Some(index) = self.pop() {
            let mut node = self.store.node(index);
            if node.closed {
                continue;
            }
            self.bits.copy_from_slice(self.store.bits(index));
            if node.player == self.home && self.bits == puzzle.start {
                answer.outcome = Outcome::Solved;
                answer.pushes = self.pushes_from(index);
                return None;
            }
            node.closed = true;
            self.store.set_node(index, node);
            answer.expanded += 1;
            self.expanded += 1;
            let known = self.store.len() as u32;
            let is_stuck = |test: &mut PullFreeze| test.is_dead(puzzle, &self.bits, node.player);
            if !self.pull_freeze.as_mut().is_some_and(is_stuck) {
                self.expand(index, &node);
            }
            if let Some(is_met) = is_met {
                let met = |&fresh: &u32| {
                    let (bits, player) = (self.store.bits(fresh), self.store.node(fresh).player);
                    is_met(puzzle.key(bits, player), bits, player)
                };
                if let Some(fresh) = (known..self.store.len() as u32).find(met) {
                    return Some(fresh);
                }
            }
            if answer.expanded & 63 == 0 {
                budget.control.nodes.fetch_add(64, Relaxed);
                let full = self.store.len() >= ROOT as usize - 4096;
                let memory = self.memory() + self.store.next_growth();
                if let Some(reason) = budget.stop_after(answer.expanded, memory).or(full.then_some(Reason::Memory)) {
                    answer.outcome = Outcome::Unknown(reason);
                    return None;
                }
            }
        }
        answer.outcome = Outcome::Unsolvable;
        None
    }

    /// Makes every pull from the position in `bits`.
    fn expand(&mut self, index: u32, node: &Node) {
        let puzzle = self.puzzle;
        self.boxes.clear();
        let boxes = &mut self.boxes;
        puzzle.each_box(&self.bits, |cell| boxes.push(cell));
        let left = self.count - boxes.len();
        if left > 0 && puzzle.kind == Kind::Sinks {
            boxes.extend_from_slice(&puzzle.targets);
        }
        self.areas.scan(puzzle, &self.bits);
        self.bound.prepare(&self.bits, node.player, &self.nothing_frozen);
        self.pulls.clear();
        for &from in &self.boxes {
            for direction in 0..4usize {
                // The player stands in `to`, steps on, and the box follows.
                let to = puzzle.next[from as usize][direction];
                let beyond = puzzle.next[to as usize][direction];
                let has_room = self.areas.name(to) == node.player && self.areas.name(beyond) == node.player;
                if has_room && (to as usize) < puzzle.live && !puzzle.sink[to as usize] {
                    self.pulls.push((from, direction));
                }
            }
        }
        for at in 0..self.pulls.len() {
            let (from, direction) = self.pulls[at];
            let to = puzzle.next[from as usize][direction];
            let beyond = puzzle.next[to as usize][direction];
            self.child.copy_from_slice(&self.bits);
            bits::clear(&mut self.child, from);
            bits::set(&mut self.child, to);
            // A box that comes out of a sink leaves no cell behind that was not free before.
            let player = self.areas.name_after(puzzle, from, to, beyond);
            let key = puzzle.key(&self.child, player);
            if self.store.find(key, &self.child, player).is_some() {
                continue;
            }
            if self.options.pull_pairs && self.pairs.is_some_and(|pairs| pairs.is_dead(&self.child, to, beyond)) {
                continue;
            }
            let rest = self.bound.pulled(from, to, beyond);
            if rest >= NEVER {
                continue;
            }
            // As with the bound, only what the moved box has to do with can change.
            let second = self.pairs.map_or(0, |pairs| {
                node.second + pairs.extra(&self.child, to, beyond) - pairs.extra(&self.bits, from, node.player)
            });
            let parts = self.areas.count_after(puzzle, from);
            let (cost, rest) = (node.cost + 1, rest as u16);
            let direction = direction as u8 ^ 1;
            let fresh = Node { parent: index, player, rest, cost, second, direction, closed: false };
            let added = self.store.add(key, &self.child, fresh);
            self.enqueue(&fresh, added, parts);
        }
    }

    /// The pushes from a position to the goals.
    pub fn pushes_from(&self, index: u32) -> Vec<Push> {
        self.store.pushes_from(self.puzzle, index)
    }
}
