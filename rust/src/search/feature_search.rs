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
use super::features::{AREAS, BLOCKED, LEFT, Measures, Meter, NEXT, REST};
use super::judge::{self, Judge, Manner, Verdict};
use crate::pruning::{self, Prunings};
use crate::push::plan::Push;
use crate::push::puzzle::{Kind, Puzzle};
use crate::push::walk::Walk;
use crate::space::control::{Answer, Budget, Outcome, Reason};
use crate::space::options::{Objective, Options};
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
    while answer.outcome == Outcome::Unknown(Reason::Horizon) && answer.expanded < budget.patience {
        answer = answer.then(turn(puzzle, tables, options, budget, spare, patience));
        patience = patience.saturating_mul(4);
    }
    answer
}

/// Tries every way in turn, each with so many positions.
fn turn(puzzle: &Puzzle, tables: &Tables, options: &Options, budget: &Budget, spare: usize, patience: usize) -> Answer {
    let mut answer = Answer::new();
    answer.by = "features";
    let _running = budget.control.begin(answer.by);
    for way in &TRIES {
        let mut search = Search::new(puzzle, tables, options, way, spare, budget);
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

/// Judges the position after a push; adds it to `children` unless it is known. False where it is dead.
fn look(
    judge: &mut Judge,
    meter: &mut Meter,
    puzzle: &Puzzle,
    store: &Store,
    (bits, push): (&[u64], Push),
    children: &mut Vec<Child>,
) -> bool {
    match judge.position(store, bits, push) {
        Verdict::Dead(_) => return false,
        Verdict::Known(_) => {}
        Verdict::New(judge::Child { key, player, rest }) => {
            let measures = meter.measure(puzzle, bits, &mut judge.walk, rest);
            children.push(Child { bits: bits.into(), key, player, measures });
        }
    }
    true
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
    tables: &'a Tables,
    judge: Judge<'a>,
    meter: Meter,
    box_moves: BoxMoves,
    prunings: Prunings,
    walk: Walk,
    bits: Vec<u64>,
}

impl<'a> Search<'a> {
    fn new(
        puzzle: &'a Puzzle,
        tables: &'a Tables,
        options: &'a Options,
        way: &'a Try,
        spare: usize,
        budget: &Budget<'a>,
    ) -> Self {
        // A plan is found again from the positions that were kept, so they must be those that were reached.
        let manner = Manner { objective: Objective::Any, merges_players: true, symmetry: false };
        Self {
            puzzle,
            way,
            spare,
            store: Store::new(puzzle.words),
            stages: Vec::new(),
            turn: 0,
            tables,
            judge: Judge::new(puzzle, tables, options, manner, budget),
            meter: Meter::new(puzzle),
            box_moves: BoxMoves::new(puzzle),
            prunings: Prunings::new(puzzle, options, true, false),
            walk: Walk::new(puzzle.n),
            bits: vec![0; puzzle.words],
        }
    }

    fn memory(&self) -> usize {
        let queues = self.stages.iter().flat_map(|stage| &stage.cells).map(Queue::memory).sum::<usize>();
        self.store.memory() + queues + self.judge.memory() + self.tables.memory()
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
        measures[LEFT] = puzzle.count_left(&puzzle.start) as u16;
        self.enqueue(&measures, 0, root);
        while let Some(index) = self.pop() {
            answer.expanded += 1;
            self.judge.tests.begin_late(answer.expanded);
            budget.control.nodes.fetch_add(1, Relaxed);
            let memory = if answer.expanded & 1023 == 0 { self.memory() } else { self.store.memory() };
            if let Some(reason) = budget.stop_after(answer.expanded, memory + self.store.next_growth()) {
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
        let Self { puzzle, store, judge, meter, box_moves, prunings, walk, bits, .. } = self;
        match prunings.choose(puzzle, bits, walk, player) {
            pruning::Try::Nothing => return children,
            pruning::Try::Home => {
                for push in &prunings.pushes {
                    puzzle.push(bits, push.from, puzzle.next[push.from as usize][push.direction as usize]);
                }
                let last = *prunings.pushes.last().expect("a box that goes home is pushed");
                look(judge, meter, puzzle, store, (bits, last), &mut children);
                return children;
            }
            pruning::Try::Pushes => {}
        }
        for from in puzzle.boxes(bits) {
            // On large boards one position takes long.
            if budget.stop(0).is_some() {
                break;
            }
            let may_begin = |direction| prunings.pushes.contains(&Push { from, direction });
            let visit = |after: &[u64], push: Push| {
                let goes_on = look(judge, meter, puzzle, store, (after, push), &mut children);
                if goes_on { Next::GoOn } else { Next::Leave }
            };
            box_moves.each(puzzle, bits, player, from, may_begin, visit);
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
