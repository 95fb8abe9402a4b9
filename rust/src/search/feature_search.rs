//! Feature-space search for `any`: whole moves of boxes, looked for at every stage of the puzzle at once.
//!
//! Comes in:  a puzzle, options, limits.     Goes out: an `Answer` without its keys.
//!
//! After Shoham and Schaeffer (2020). Positions lie in cells by their features; the cells take turns, and in its turn
//! a cell gives the position that was reached by the fewest moves nobody advised. Of the moves from a position each
//! advisor names the best by its own order, and those weigh nothing: so one line of advised moves is followed deep,
//! while the rest of the tree grows in breadth.
//!
//! Which features and advisors suit a level cannot be told beforehand, and a wrong choice can take hours where
//! another takes a second. So several are tried in turn, for longer and longer.

use std::collections::HashMap;
use std::sync::atomic::Ordering::Relaxed;

use super::box_moves::{BoxMoves, Next};
use super::features::{AREAS, BLOCKED, LEFT, Measures, Meter, NEXT, REST, left};
use crate::bounds::Bound;
use crate::bounds::matching::NEVER;
use crate::deadlocks::corral::Corral;
use crate::deadlocks::freeze::Freeze;
use crate::pruning::pi_corral::{PiCorral, Verdict};
use crate::pruning::stone_pusher::StonePusher;
use crate::push::plan::Push;
use crate::push::puzzle::{Kind, Puzzle};
use crate::push::walk::Walk;
use crate::space::control::{Answer, Budget, Outcome, Reason};
use crate::space::options::Options;
use crate::space::queue::Queue;
use crate::space::store::{Node, ROOT, Store};
use crate::tables::Tables;

/// One way to look at a puzzle.
struct Try {
    /// Positions share a cell where these are equal.
    cells: &'static [usize],
    /// Each advisor's order: the least of the first, of those the least of the second, and so on.
    advisors: &'static [&'static [usize]],
}

const NEXT_BOX: &[usize] = &[LEFT, NEXT, BLOCKED, AREAS, REST];
const FEW_BLOCKED: &[usize] = &[BLOCKED, LEFT, AREAS, REST];
const FEW_AREAS: &[usize] = &[LEFT, AREAS, BLOCKED, REST];

const TRIES: [Try; 4] = [
    Try { cells: &[LEFT, BLOCKED, NEXT], advisors: &[NEXT_BOX] },
    Try { cells: &[LEFT, BLOCKED, NEXT], advisors: &[NEXT_BOX, FEW_BLOCKED] },
    Try { cells: &[LEFT, AREAS, NEXT], advisors: &[FEW_AREAS, NEXT_BOX] },
    Try { cells: &[LEFT, AREAS, BLOCKED], advisors: &[FEW_BLOCKED] },
];

/// Positions that each way may store at first; four times as many when its turn comes again.
const PATIENCE: usize = 250_000;

/// One turn of every way; the outcome is "horizon" where that was not enough.
pub fn first_turn(puzzle: &Puzzle, tables: &Tables, options: &Options, budget: &Budget) -> Answer {
    turn(puzzle, tables, options, budget, 0, PATIENCE)
}

/// Searches until `spare` boxes (of a level with sinks) or nothing is left to do.
pub fn search(puzzle: &Puzzle, tables: &Tables, options: &Options, budget: &Budget, spare: usize) -> Answer {
    let mut answer = Answer::new();
    answer.outcome = Outcome::Unknown(Reason::Horizon);
    let mut patience = PATIENCE;
    while answer.outcome == Outcome::Unknown(Reason::Horizon) {
        answer = answer.then(turn(puzzle, tables, options, budget, spare, patience));
        patience = patience.saturating_mul(4);
    }
    answer
}

/// Tries every way in turn, each with so many positions.
fn turn(puzzle: &Puzzle, tables: &Tables, options: &Options, budget: &Budget, spare: usize, patience: usize) -> Answer {
    let mut answer = Answer::new();
    answer.by = "features";
    for way in &TRIES {
        let mut search = Search::new(puzzle, tables, options, way, spare);
        search.run(budget, &mut answer, patience);
        answer.stored += search.store.len() as u64;
        answer.memory = answer.memory.max(search.memory());
        if answer.outcome != Outcome::Unknown(Reason::Horizon) {
            break;
        }
    }
    answer
}

/// A position that a move leads to.
struct Child {
    bits: Box<[u64]>,
    key: u64,
    player: u16,
    measures: Measures,
}

/// Tells whether a position is dead, and what it looks like if not.
struct Judge<'a> {
    puzzle: &'a Puzzle,
    tables: &'a Tables,
    freeze: Freeze,
    nothing_frozen: Vec<u64>,
    bound: Bound<'a>,
    corral: Corral,
    corral_search: bool,
    walk: Walk,
    meter: Meter,
}

impl Judge<'_> {
    /// Adds the position after a push to `children` unless it is known; false where it is dead.
    fn look(&mut self, store: &Store, bits: &[u64], push: Push, children: &mut Vec<Child>) -> bool {
        let puzzle = self.puzzle;
        let to = puzzle.next[push.from as usize][push.direction as usize];
        let is_there = puzzle.has_box(bits, to);
        if is_there {
            if self.tables.pairs.as_ref().is_some_and(|pairs| pairs.is_dead(bits, to, push.from)) {
                return false;
            }
            if Freeze::is_stuck(puzzle, bits, to) {
                self.freeze.scan(puzzle, bits);
                if self.freeze.is_deadlock(puzzle, bits) {
                    return false;
                }
            }
        }
        puzzle.block(&mut self.walk, bits);
        let player = self.walk.flood(&puzzle.next, push.from);
        let key = puzzle.key(bits, player);
        if store.find(key, bits, player).is_some() {
            return true;
        }
        let rest = self.bound.prepare(bits, player, &self.nothing_frozen);
        if rest >= NEVER {
            return false;
        }
        let pairs = self.tables.pairs.as_ref();
        if is_there && self.corral_search && self.corral.is_dead(puzzle, pairs, bits, to, &self.walk) {
            return false;
        }
        let measures = self.meter.measure(puzzle, bits, &mut self.walk, rest as u16);
        children.push(Child { bits: bits.into(), key, player, measures });
        true
    }
}

/// The positions of one stage, in cells that take turns.
#[derive(Default)]
struct Stage {
    numbers: HashMap<Measures, usize>,
    cells: Vec<Queue>,
    turn: usize,
}

impl Stage {
    fn push(&mut self, name: Measures, weight: u32, rest: u32, node: u32) {
        let fresh = self.cells.len();
        let number = *self.numbers.entry(name).or_insert(fresh);
        if number == fresh {
            self.cells.push(Queue::default());
        }
        self.cells[number].push(weight, rest, node);
    }

    fn pop(&mut self) -> Option<u32> {
        for _ in 0..self.cells.len() {
            self.turn = (self.turn + 1) % self.cells.len();
            if let Some((_, _, node)) = self.cells[self.turn].pop() {
                return Some(node);
            }
        }
        None
    }
}

struct Search<'a> {
    puzzle: &'a Puzzle,
    way: &'a Try,
    spare: usize,
    store: Store,
    /// By what is left.
    stages: Vec<Stage>,
    turn: usize,
    judge: Judge<'a>,
    box_moves: BoxMoves,
    stone_pusher: Option<StonePusher>,
    pi_corral: Option<PiCorral>,
    walk: Walk,
    bits: Vec<u64>,
    boxes: Vec<u16>,
}

impl<'a> Search<'a> {
    fn new(puzzle: &'a Puzzle, tables: &'a Tables, options: &'a Options, way: &'a Try, spare: usize) -> Self {
        let judge = Judge {
            puzzle,
            tables,
            freeze: Freeze::new(puzzle),
            nothing_frozen: vec![0; puzzle.words],
            bound: Bound::new(puzzle, tables, options),
            corral: Corral::new(puzzle, options.corral_search),
            corral_search: options.corral_search > 0,
            walk: Walk::new(puzzle.n),
            meter: Meter::new(puzzle),
        };
        Self {
            puzzle,
            way,
            spare,
            store: Store::new(puzzle.words),
            stages: Vec::new(),
            turn: 0,
            judge,
            box_moves: BoxMoves::new(puzzle),
            stone_pusher: (options.stone_pusher && puzzle.kind == Kind::Sinks).then(|| StonePusher::new(puzzle)),
            pi_corral: options.pi_corral.then(|| PiCorral::new(puzzle)),
            walk: Walk::new(puzzle.n),
            bits: vec![0; puzzle.words],
            boxes: Vec::new(),
        }
    }

    fn memory(&self) -> usize {
        let queues = self.stages.iter().flat_map(|stage| &stage.cells).map(Queue::memory).sum::<usize>();
        self.store.memory() + queues + self.judge.corral.memory() + self.judge.tables.memory()
    }

    fn run(&mut self, budget: &Budget, answer: &mut Answer, patience: usize) {
        let puzzle = self.puzzle;
        puzzle.block(&mut self.walk, &puzzle.start);
        let player = self.walk.flood(&puzzle.next, puzzle.player);
        let node = Node { parent: ROOT, player, rest: 0, cost: 0, second: 0, direction: 0, closed: false };
        let root = self.store.add(puzzle.key(&puzzle.start, player), &puzzle.start, node);
        if self.is_enough(&puzzle.start) {
            answer.outcome = Outcome::Solved;
            return;
        }
        let mut measures = [0; 5];
        measures[LEFT] = left(puzzle, &puzzle.start);
        self.enqueue(&measures, 0, root);
        while let Some(index) = self.pop() {
            answer.expanded += 1;
            budget.control.nodes.fetch_add(1, Relaxed);
            let memory = if answer.expanded & 1023 == 0 { self.memory() } else { self.store.memory() };
            if let Some(reason) = budget.stop(memory + self.store.next_growth()) {
                answer.outcome = Outcome::Unknown(reason);
                return;
            }
            if let Some(end) = self.expand(index, budget) {
                answer.outcome = Outcome::Solved;
                answer.pushes = self.plan(end);
                return;
            }
            if self.store.len() >= patience.min(ROOT as usize / 2) {
                answer.outcome = Outcome::Unknown(Reason::Horizon);
                return;
            }
        }
        // Who was stopped in the middle of a position has not seen everything.
        answer.outcome = budget.stop(0).map_or(Outcome::Unsolvable, Outcome::Unknown);
    }

    fn is_enough(&self, bits: &[u64]) -> bool {
        self.puzzle.is_solved(bits) || (self.puzzle.kind == Kind::Sinks && self.puzzle.count_boxes(bits) <= self.spare)
    }

    fn enqueue(&mut self, measures: &Measures, weight: u32, node: u32) {
        let stage = usize::from(measures[LEFT]);
        if self.stages.len() <= stage {
            self.stages.resize_with(stage + 1, Stage::default);
        }
        let mut name = [0; 5];
        for &feature in self.way.cells {
            name[feature] = measures[feature];
        }
        self.stages[stage].push(name, weight, u32::from(measures[REST]), node);
    }

    fn pop(&mut self) -> Option<u32> {
        for _ in 0..self.stages.len() {
            self.turn = self.turn.checked_sub(1).unwrap_or(self.stages.len() - 1);
            if let Some(node) = self.stages[self.turn].pop() {
                return Some(node);
            }
        }
        None
    }

    /// Makes every move of one box from a position. Returns a position in which enough is done, if there is one.
    fn expand(&mut self, index: u32, budget: &Budget) -> Option<u32> {
        let node = self.store.node(index);
        self.bits.copy_from_slice(self.store.bits(index));
        let children = self.children(node.player, budget);
        let mut advised = vec![false; children.len()];
        for advisor in self.way.advisors {
            let order = |&at: &usize| -> Measures {
                let mut key = [0; 5];
                for (place, &feature) in advisor.iter().enumerate() {
                    key[place] = children[at].measures[feature];
                }
                key
            };
            if let Some(best) = (0..children.len()).min_by_key(order) {
                advised[best] = true;
            }
        }
        for (child, advised) in children.iter().zip(advised) {
            let Child { bits, key, player, measures } = child;
            if self.store.find(*key, bits, *player).is_some() {
                continue;
            }
            let cost = node.cost + u32::from(!advised);
            let fresh = Node { parent: index, player: *player, cost, ..node };
            let added = self.store.add(*key, bits, fresh);
            if self.is_enough(bits) {
                return Some(added);
            }
            self.enqueue(measures, cost, added);
        }
        None
    }

    fn children(&mut self, player: u16, budget: &Budget) -> Vec<Child> {
        let puzzle = self.puzzle;
        let mut children = Vec::new();
        puzzle.block(&mut self.walk, &self.bits);
        self.walk.flood(&puzzle.next, player);
        if let Some(pusher) = &mut self.stone_pusher
            && pusher.find(puzzle, &self.bits, &self.walk, player, false)
        {
            for push in &pusher.pushes {
                puzzle.push(&mut self.bits, push.from, puzzle.next[push.from as usize][push.direction as usize]);
            }
            let last = *pusher.pushes.last().expect("a box that goes home is pushed");
            self.judge.look(&self.store, &self.bits, last, &mut children);
            return children;
        }
        self.boxes.clear();
        let boxes = &mut self.boxes;
        puzzle.each_box(&self.bits, |cell| boxes.push(cell));
        let verdict = match &mut self.pi_corral {
            Some(corral) => corral.find(puzzle, &self.bits, boxes, &self.walk),
            None => Verdict::Free,
        };
        if verdict == Verdict::Dead {
            return children;
        }
        for &from in &self.boxes {
            // On large boards one position takes long.
            if budget.stop(0).is_some() {
                break;
            }
            let only = self.pi_corral.as_ref().filter(|_| verdict == Verdict::Only);
            let may_begin = |direction| only.is_none_or(|corral| corral.pushes.contains(&(from, direction)));
            let visit = |after: &[u64], push: Push| {
                if self.judge.look(&self.store, after, push, &mut children) { Next::GoOn } else { Next::Leave }
            };
            self.box_moves.each(puzzle, &self.bits, player, from, may_begin, visit);
        }
        children
    }

    fn plan(&mut self, mut index: u32) -> Vec<Push> {
        let mut moves = Vec::new();
        loop {
            let node = self.store.node(index);
            if node.parent == ROOT {
                break;
            }
            let before = (self.store.bits(node.parent), self.store.node(node.parent).player);
            moves.push(self.box_moves.way(self.puzzle, before, (self.store.bits(index), node.player)));
            index = node.parent;
        }
        moves.reverse();
        moves.concat()
    }
}
