//! The packing search: follows a packing plan forwards, by moves of whole boxes.
//!
//! Comes in:  a puzzle and its plan.     Goes out: pushes that solve it, or nothing yet.

use std::cmp::Reverse;

use super::super::box_moves::Next;
use super::Level;
use super::advisors::{Candidate, LAST_PLAIN, NAMES, advise};
use super::box_travel::{Travel, Visitor, Way};
use super::deep::Deep;
use super::features::{Guide, Senses, Value};
use super::floor::{clear, set};
use super::tree::{Child, ROOT, Step, Tree};
use crate::deadlocks::{After, Context, Tests};
use crate::pruning::pi_corral::{Choice, PiCorral};
use crate::push::areas::Areas;
use crate::push::plan::Push;
use crate::push::puzzle::Puzzle;
use crate::push::walk::Walk;
use crate::space::control::Budget;
use crate::space::dump::{Dump, Moved};
use crate::space::options::{Objective, Options};
use crate::tables::Tables;

/// Scratch space and tables that all styles share.
pub struct Workshop<'a> {
    pub senses: Senses,
    travel: Travel,
    deep: Deep<'a>,
    /// The cheap tests, for every push.
    tests: Tests<'a>,
    pi_corral: Option<PiCorral>,
    walk: Walk,
    areas: Areas,
    /// What a board with the moved box in a cell is worth.
    values: Vec<Option<Value>>,
    boxes: Vec<u16>,
    /// The directions in which each box can be pushed.
    possible: Vec<u8>,
    moves: Vec<Candidate>,
    bits: Vec<u64>,
}

impl<'a> Workshop<'a> {
    pub fn new(level: &Level<'a>, tables: &'a Tables, options: &'a Options) -> Self {
        let puzzle = level.puzzle;
        let context = Context { puzzle, tables, options, objective: Objective::Any };
        Self {
            senses: Senses::new(level),
            travel: Travel::new(puzzle),
            deep: Deep::new(puzzle, tables, options),
            tests: Tests::cheap(context),
            pi_corral: options.pi_corral.then(|| PiCorral::new(puzzle)),
            walk: Walk::new(puzzle.n),
            areas: Areas::new(puzzle.n),
            values: vec![None; puzzle.n],
            boxes: Vec::new(),
            possible: vec![0; puzzle.n],
            moves: Vec::new(),
            bits: vec![0; puzzle.words],
        }
    }

    /// Bytes in use.
    pub fn memory(&self) -> usize {
        self.deep.memory()
    }
}

/// One search along one plan.
pub struct Pack<'a> {
    level: &'a Level<'a>,
    options: &'a Options,
    pub guide: Guide,
    pub tree: Tree<Value>,
    pub expanded: u64,
    pub best: u32,
    /// The parent of the solved position, and the last move.
    pub solved: Option<(u32, Step)>,
}

/// One box pushed everywhere.
struct Pushes<'a, 'b> {
    level: &'a Level<'a>,
    guide: &'b Guide,
    senses: &'b mut Senses,
    tree: &'b mut Tree<Value>,
    tests: &'b mut Tests<'a>,
    values: &'b mut [Option<Value>],
    /// The key without the box and the player.
    key: u64,
    from: u16,
    possible: &'b [u8],
    /// Steps packed before the move.
    packed: i16,
    /// The best move so far that lets another box be pushed from a new side.
    opening: &'b mut Option<Value>,
    moves: &'b mut Vec<Candidate>,
    solved: &'b mut Option<Step>,
}

impl Visitor for Pushes<'_, '_> {
    fn place(&mut self, bits: &[u64], to: u16, player: u16, areas: &Areas) -> Next {
        let (puzzle, floor) = (self.level.puzzle, &self.level.floor);
        if self.tests.condemn(&After { bits, cell: to, player }).is_some() {
            return Next::Leave;
        }
        let name = areas.name(player);
        let step = Step { from: self.from, to, player: name, deletes: false };
        if puzzle.is_solved(bits) {
            *self.solved = Some(step);
            return Next::Found;
        }
        let key = self.key ^ floor.box_key(to) ^ floor.player_key(name);
        if !self.tree.meet(key) {
            return Next::GoOn;
        }
        let score = match self.values[to as usize] {
            Some(value) => value,
            None => *self.values[to as usize].insert(self.guide.value(self.level, self.senses, bits, to, areas)),
        };
        let mut opens = false;
        // The explorer names the best of its moves, and none that undoes packing or has no way back; so it need not
        // look at one that is no better than another it has seen.
        if self.guide.style.explorer
            && score.packed >= self.packed
            && self.opening.is_none_or(|best| score > best)
            && floor.has_way_back(self.from, to, name)
        {
            puzzle.each_box(bits, |cell| {
                opens = opens
                    || cell != to && pushes_of(puzzle, bits, areas, name, cell) & !self.possible[cell as usize] != 0;
            });
            if opens {
                *self.opening = Some(score);
            }
        }
        self.moves.push(Candidate { child: Child { step, key, score, weight: 1, advisor: 0 }, opens });
        Next::GoOn
    }
}

/// The directions in which a box can be pushed now, as bits.
#[inline]
fn pushes_of(puzzle: &Puzzle, bits: &[u64], areas: &Areas, player: u16, cell: u16) -> u8 {
    let part = areas.name(player);
    let mut mask = 0;
    for d in 0..4 {
        let (to, behind) = (puzzle.next[cell as usize][d], puzzle.next[cell as usize][d ^ 1]);
        if areas.name(behind) == part && (to as usize) < puzzle.live && !puzzle.has_box(bits, to) {
            mask |= 1 << d;
        }
    }
    mask
}

impl<'a> Pack<'a> {
    pub fn new(level: &'a Level<'a>, guide: Guide, options: &'a Options) -> Self {
        let tree = Tree::new(!options.ancestor_cells, options.best_cell, guide.style.eager);
        Self { level, options, guide, tree, expanded: 0, best: 0, solved: None }
    }

    /// Bytes in use.
    pub fn memory(&self) -> usize {
        self.tree.memory()
    }

    /// Steps of the plan that the best position has done.
    pub fn packed(&self) -> i16 {
        self.tree.nodes[self.best as usize].score.packed
    }

    /// Begins at the start.
    pub fn begin(&mut self, shop: &mut Workshop<'a>, budget: &Budget) {
        let (puzzle, floor) = (self.level.puzzle, &self.level.floor);
        shop.areas.scan(puzzle, &puzzle.start);
        let player = shop.areas.name(puzzle.player);
        let value = self.guide.value_of(self.level, &mut shop.senses, &puzzle.start, &shop.areas);
        let key = floor.boxes_key(puzzle, &puzzle.start) ^ floor.player_key(player);
        self.tree.meet(key);
        shop.bits.copy_from_slice(&puzzle.start);
        self.expand(shop, ROOT, &Child::root(player, key, value), 0, budget);
    }

    /// Makes one move; false where none is left.
    pub fn advance(&mut self, shop: &mut Workshop<'a>, budget: &Budget) -> bool {
        let Some((parent, child, weight)) = self.tree.pop() else { return false };
        shop.bits.copy_from_slice(&self.tree.nodes[parent as usize].bits);
        clear(&mut shop.bits, child.step.from);
        set(&mut shop.bits, child.step.to);
        let Step { player, to, .. } = child.step;
        match self.options.deep_tests.then(|| shop.deep.condemn(&shop.bits, player, to)).flatten() {
            Some(why) => self.note(budget.dump, "Rejected", why, (ROOT, parent), &child, weight, &shop.bits),
            None => self.expand(shop, parent, &child, weight, budget),
        }
        true
    }

    /// Finds and scores all moves of the position in `shop.bits`; only some of them where the budget ends meanwhile. The
    /// first position fills the tables of the deadlock tests, which takes half a second with forty boxes.
    fn expand(&mut self, shop: &mut Workshop<'a>, parent: u32, made: &Child<Value>, weight: u32, budget: &Budget) {
        let Workshop { senses, travel, tests, pi_corral, walk, areas, values, boxes, possible, moves, bits, .. } = shop;
        let (puzzle, floor) = (self.level.puzzle, &self.level.floor);
        let (step, value) = (made.step, made.score);
        self.expanded += 1;
        moves.clear();
        boxes.clear();
        puzzle.each_box(bits, |cell| boxes.push(cell));
        puzzle.block(walk, bits);
        walk.flood(&puzzle.next, step.player);
        let verdict = match pi_corral {
            Some(corral) => corral.find(puzzle, bits, boxes, walk),
            None => Choice::Free,
        };
        areas.scan(puzzle, bits);
        possible.fill(0);
        for &cell in boxes.iter() {
            possible[cell as usize] = pushes_of(puzzle, bits, areas, step.player, cell);
        }
        let key = floor.boxes_key(puzzle, bits);
        let mut solved = None;
        let mut opening = None;
        if verdict == Choice::Dead {
            boxes.clear();
        }
        for &from in boxes.iter() {
            let only = pi_corral.as_ref().filter(|_| verdict == Choice::Only);
            if possible[from as usize] == 0
                || only.is_some_and(|corral| !corral.pushes.iter().any(|&(cell, _)| cell == from))
            {
                continue;
            }
            values.fill(None);
            clear(bits, from);
            self.guide.lift(self.level, senses, bits);
            set(bits, from);
            let mut visitor = Pushes {
                level: self.level,
                guide: &self.guide,
                senses,
                tree: &mut self.tree,
                tests,
                values,
                key: key ^ floor.box_key(from),
                from,
                possible,
                packed: value.packed,
                opening: &mut opening,
                moves,
                solved: &mut solved,
            };
            travel.each(puzzle, Way::Push, bits, step.player, from, &mut visitor);
            if solved.is_some() || budget.stop(0).is_some() {
                break;
            }
        }
        advise(floor, &self.guide, self.options.advisors, value, moves);
        if self.tree.drift_after(parent, value) >= self.guide.style.drift {
            let vague = moves.iter_mut().filter(|candidate| candidate.child.advisor > LAST_PLAIN);
            vague.for_each(|candidate| candidate.child.weight = 1);
        }
        if moves.len() <= 2 {
            let order = |candidate: &&mut Candidate| (candidate.child.weight, Reverse(candidate.child.score));
            if let Some(first) = moves.iter_mut().min_by_key(order) {
                first.child.weight = 0;
            }
        }
        let children = moves.iter().map(|candidate| candidate.child).collect();
        let index = self.tree.add(parent, made, weight, bits, &[], children);
        if value > self.tree.nodes[self.best as usize].score {
            self.best = index;
        }
        let what = if parent == ROOT { "Initial status" } else { "Expanded" };
        self.note(budget.dump, what, "", (index, parent), made, weight, bits);
        if let Some(last) = solved {
            self.solved = Some((index, last));
        }
        if let Some(dump) = budget.dump {
            self.note_moves(dump, index, weight, bits);
        }
    }

    /// Writes down the moves of a position that was just expanded, or the one that solves it.
    fn note_moves(&self, dump: &Dump, index: u32, weight: u32, bits: &mut [u64]) {
        let node = &self.tree.nodes[index as usize];
        let mut make = |what, child: &Child<Value>| {
            clear(bits, child.step.from);
            set(bits, child.step.to);
            self.note(Some(dump), what, "", (ROOT, index), child, weight + u32::from(child.weight), bits);
            clear(bits, child.step.to);
            set(bits, child.step.from);
        };
        node.children.iter().for_each(|child| make("Added", child));
        if let Some((_, step)) = self.solved {
            make("Solved", &Child { step, ..Child::root(step.player, 0, node.score) });
            dump.solution(&self.tree.path(index));
        }
    }

    /// Writes down what happened to a position, where somebody wants to know.
    #[allow(clippy::too_many_arguments)]
    #[inline]
    fn note(
        &self,
        dump: Option<&Dump>,
        what: &'static str,
        why: &'static str,
        (node, parent): (u32, u32),
        made: &Child<Value>,
        weight: u32,
        bits: &[u64],
    ) {
        let Some(dump) = dump else { return };
        let Child { step, score, advisor, .. } = *made;
        let features = [
            ("packed", score.packed.into()),
            ("areas", score.components.0.into()),
            ("lost links", score.lost_links.0.into()),
            ("out of plan", score.out_of_plan.0.into()),
            ("hotspots", score.hotspots.0.into()),
            ("away", score.away.into()),
            ("weight", weight.into()),
            ("shortage", score.shortage.0.into()),
        ];
        // Not every style counts what is short.
        let known = features.len() - usize::from(!self.guide.style.supply);
        let is_start = what == "Initial status";
        let moved = Moved {
            what,
            why,
            style: self.guide.style.name,
            advisor: if advisor == 0 { "" } else { NAMES[advisor as usize] },
            node,
            parent,
            step: (!is_start).then_some((step.from, step.to)),
            bits,
            player: if is_start { self.level.puzzle.player } else { step.player },
            exact: is_start,
            features: if what == "Solved" { &[] } else { &features[..known] },
        };
        dump.moved(self.level.puzzle, &moved);
    }

    /// The pushes to the solved position.
    pub fn pushes(&self, shop: &mut Workshop<'a>) -> Vec<Push> {
        let Some((parent, last)) = self.solved else { return Vec::new() };
        let path = self.tree.path(parent);
        let steps = path[1..].iter().map(|&index| self.tree.nodes[index as usize].step).chain([last]);
        let mut pushes = Vec::new();
        for (&index, step) in path.iter().zip(steps) {
            let node = &self.tree.nodes[index as usize];
            let Step { from, to, player, .. } = step;
            pushes.extend(shop.travel.pushes(self.level.puzzle, &node.bits, node.step.player, from, to, player));
        }
        pushes
    }
}
