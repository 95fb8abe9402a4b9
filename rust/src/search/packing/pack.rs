//! The packing search: follows a packing plan forwards, by moves of whole boxes.
//!
//! Comes in:  a puzzle and its plan.     Goes out: pushes that solve it, or nothing yet.

use super::super::box_moves::Next;
use super::super::options::Options;
use super::super::tables::Tables;
use super::advisors::{Candidate, advise};
use super::areas::Areas;
use super::box_travel::{Travel, Visitor, Way};
use super::deep::Deep;
use super::features::{Meter, Value};
use super::floor::{Floor, clear, set};
use super::tree::{Child, ROOT, Step, Tree};
use crate::deadlocks::freeze::Freeze;
use crate::deadlocks::pi_corral::{PiCorral, Verdict};
use crate::push::plan::Push;
use crate::push::puzzle::Puzzle;
use crate::push::walk::Walk;

pub struct Pack<'a> {
    puzzle: &'a Puzzle,
    tables: &'a Tables,
    floor: &'a Floor,
    options: &'a Options,
    pub meter: Meter<'a>,
    pub tree: Tree<Value>,
    travel: Travel,
    deep: Deep<'a>,
    freeze: Freeze,
    pi_corral: Option<PiCorral>,
    walk: Walk,
    areas: Areas,
    values: Vec<Option<Value>>,
    pub expanded: u64,
    pub best: u32,
    /// The parent of the solved position, and the last move.
    pub solved: Option<(u32, Step)>,
}

struct Pushes<'a, 'b> {
    puzzle: &'a Puzzle,
    tables: &'a Tables,
    floor: &'a Floor,
    meter: &'b mut Meter<'a>,
    tree: &'b mut Tree<Value>,
    freeze: &'b mut Freeze,
    /// What a board with the box in a cell is worth.
    values: &'b mut [Option<Value>],
    key: u64,
    from: u16,
    possible: &'b [u8],
    moves: &'b mut Vec<Candidate>,
    solved: &'b mut Option<Step>,
}

impl Visitor for Pushes<'_, '_> {
    fn board(&mut self, bits: &[u64], to: u16, areas: &Areas) -> bool {
        if Freeze::is_stuck(self.puzzle, bits, to) {
            self.freeze.scan(self.puzzle, bits);
            if self.freeze.is_deadlock(self.puzzle, bits) {
                return false;
            }
        }
        self.values[to as usize] = Some(self.meter.value(bits, areas));
        true
    }

    fn place(&mut self, bits: &[u64], to: u16, player: u16, areas: &Areas) -> Next {
        if self.tables.pairs.as_ref().is_some_and(|pairs| pairs.is_dead(bits, to, player)) {
            return Next::Leave;
        }
        let name = areas.name(player);
        let step = Step { from: self.from, to, player: name, deletes: false };
        if self.puzzle.is_solved(bits) {
            *self.solved = Some(step);
            return Next::Found;
        }
        let key = self.key ^ self.floor.box_key(to) ^ self.floor.player_key(name);
        if !self.tree.meet(key) {
            return Next::GoOn;
        }
        let score = match self.values[to as usize] {
            Some(value) => value,
            None => self.meter.value(bits, areas),
        };
        let mut opens = false;
        self.puzzle.each_box(bits, |cell| {
            opens |= cell != to && pushes_of(self.puzzle, bits, areas, name, cell) & !self.possible[cell as usize] != 0;
        });
        self.moves.push(Candidate { child: Child { step, key, score, weight: 1, advisor: 0 }, opens });
        Next::GoOn
    }
}

/// The directions in which a box can be pushed now, as bits.
#[inline]
fn pushes_of(puzzle: &Puzzle, bits: &[u64], areas: &Areas, player: u16, cell: u16) -> u8 {
    let part = areas.label[player as usize];
    let mut mask = 0;
    for d in 0..4 {
        let (to, behind) = (puzzle.next[cell as usize][d], puzzle.next[cell as usize][d ^ 1]);
        if areas.label[behind as usize] == part && (to as usize) < puzzle.live && !puzzle.has_box(bits, to) {
            mask |= 1 << d;
        }
    }
    mask
}

impl<'a> Pack<'a> {
    pub fn new(
        puzzle: &'a Puzzle,
        tables: &'a Tables,
        floor: &'a Floor,
        meter: Meter<'a>,
        options: &'a Options,
    ) -> Self {
        Self {
            puzzle,
            tables,
            floor,
            options,
            meter,
            tree: Tree::new(!options.ancestor_cells),
            travel: Travel::new(puzzle),
            deep: Deep::new(puzzle, tables, options),
            freeze: Freeze::new(puzzle),
            pi_corral: options.pi_corral.then(|| PiCorral::new(puzzle)),
            walk: Walk::new(puzzle.n),
            areas: Areas::new(puzzle.n),
            values: vec![None; puzzle.n],
            expanded: 0,
            best: 0,
            solved: None,
        }
    }

    pub fn memory(&self) -> usize {
        self.tree.memory() + self.deep.memory()
    }

    /// Begins at the start.
    pub fn begin(&mut self) {
        let puzzle = self.puzzle;
        self.areas.scan(puzzle, &puzzle.start);
        let player = self.areas.name(puzzle.player);
        let value = self.meter.value(&puzzle.start, &self.areas);
        let key = self.floor.boxes_key(puzzle, &puzzle.start) ^ self.floor.player_key(player);
        self.tree.meet(key);
        self.expand(ROOT, &Child::root(player, key, value), 0, &puzzle.start);
    }

    /// Makes one move; false where none is left.
    pub fn advance(&mut self) -> bool {
        let Some((parent, child, weight)) = self.tree.pop() else { return false };
        let mut bits = self.tree.nodes[parent as usize].bits.to_vec();
        clear(&mut bits, child.step.from);
        set(&mut bits, child.step.to);
        if self.options.deep_tests && self.deep.is_dead(&bits, child.step.player, child.step.to) {
            return true;
        }
        self.expand(parent, &child, weight, &bits);
        true
    }

    fn expand(&mut self, parent: u32, made: &Child<Value>, weight: u32, bits: &[u64]) {
        let (step, value) = (made.step, made.score);
        let puzzle = self.puzzle;
        self.expanded += 1;
        let mut moves = Vec::new();
        let mut boxes = Vec::new();
        puzzle.each_box(bits, |cell| boxes.push(cell));
        puzzle.block(&mut self.walk, bits);
        self.walk.flood(&puzzle.next, step.player);
        let verdict = match &mut self.pi_corral {
            Some(corral) => corral.find(puzzle, bits, &boxes, &self.walk),
            None => Verdict::Free,
        };
        self.areas.scan(puzzle, bits);
        let mut possible = vec![0u8; puzzle.n];
        for &cell in &boxes {
            possible[cell as usize] = pushes_of(puzzle, bits, &self.areas, step.player, cell);
        }
        let key = self.floor.boxes_key(puzzle, bits);
        let mut solved = None;
        if verdict == Verdict::Dead {
            boxes.clear();
        }
        for &from in &boxes {
            let only = self.pi_corral.as_ref().filter(|_| verdict == Verdict::Only);
            if possible[from as usize] == 0
                || only.is_some_and(|corral| !corral.pushes.iter().any(|&(cell, _)| cell == from))
            {
                continue;
            }
            self.values.fill(None);
            let mut visitor = Pushes {
                puzzle,
                tables: self.tables,
                floor: self.floor,
                meter: &mut self.meter,
                tree: &mut self.tree,
                freeze: &mut self.freeze,
                values: &mut self.values,
                key: key ^ self.floor.box_key(from),
                from,
                possible: &possible,
                moves: &mut moves,
                solved: &mut solved,
            };
            self.travel.each(puzzle, Way::Push, bits, step.player, from, &mut visitor);
            if solved.is_some() {
                break;
            }
        }
        advise(self.floor, &self.meter, self.options, value, &mut moves);
        if moves.len() <= 2
            && let Some(first) = moves
                .iter_mut()
                .min_by_key(|candidate| (candidate.child.weight, std::cmp::Reverse(candidate.child.score)))
        {
            first.child.weight = 0;
        }
        let children = moves.into_iter().map(|candidate| candidate.child).collect();
        let index = self.tree.add(parent, made, weight, bits, &[], children);
        if value > self.tree.nodes[self.best as usize].score {
            self.best = index;
        }
        if let Some(last) = solved {
            self.solved = Some((index, last));
        }
    }

    /// The pushes to the solved position.
    pub fn pushes(&mut self) -> Vec<Push> {
        let Some((parent, last)) = self.solved else { return Vec::new() };
        let path = self.tree.path(parent);
        let steps = path[1..].iter().map(|&index| self.tree.nodes[index as usize].step).chain([last]);
        let mut pushes = Vec::new();
        for (&index, step) in path.iter().zip(steps) {
            let node = &self.tree.nodes[index as usize];
            let way = self.travel.pushes(self.puzzle, &node.bits, node.step.player, step.from, step.to, step.player);
            pushes.extend(way);
        }
        pushes
    }
}
