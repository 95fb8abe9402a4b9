//! The search tree in the space of features: which move is tried next.
//!
//! Comes in:  positions with their moves, scored and weighted.     Goes out: the next move to make.
//!
//! The loop of Shoham's Festival. A node is an expanded position; its untried moves are no more than a key and a score.
//! Moves that an advisor named weigh 0, others 1, and weights add up along the path. A node waits in the cell of the
//! *best score on its path*: a detour stays where it set out, and bad positions found no cells. A cell gives the move
//! of least weight, among these the best score. Every second turn goes to the best cell, the others go round; an eager
//! tree begins with more turns for the best cell.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, HashSet};
use std::hash::Hash;

/// A greater score is a better one.
pub trait Score: Copy + Ord {
    /// Nodes with the same name share a cell.
    type Cell: Copy + Eq + Hash;
    fn cell(&self) -> Self::Cell;
}

#[derive(Debug, Clone, Copy)]
pub struct Step {
    pub from: u16,
    pub to: u16,
    /// The name of the player's part afterwards.
    pub player: u16,
    /// Pulling only: the box is gone, and the start it was pulled to.
    pub deletes: bool,
}

#[derive(Debug, Clone, Copy)]
pub struct Child<S> {
    pub step: Step,
    pub key: u64,
    pub score: S,
    pub weight: u8,
    /// Which advisor named it, to look at; 0 is nobody.
    pub advisor: u8,
}

pub struct Node<S> {
    pub parent: u32,
    pub step: Step,
    pub score: S,
    /// Which advisor named the move that led here.
    pub advisor: u8,
    /// The best score on the path.
    best: S,
    weight: u32,
    /// Moves since the score was last better than ever before on the path.
    drift: u32,
    cell: u32,
    /// Untried from `next` on, best first.
    pub children: Vec<Child<S>>,
    pub next: u32,
    pub bits: Box<[u64]>,
    /// The remaining starts, when pulling.
    pub starts: Box<[u64]>,
}

/// Turns for the best cell, for every one of the others, while a tree is eager.
const EAGER_TURNS: usize = 9;

pub const ROOT: u32 = u32::MAX;

struct Cell<S> {
    best: S,
    heap: BinaryHeap<(Reverse<u32>, S, Reverse<u32>)>,
}

pub struct Tree<S: Score> {
    pub nodes: Vec<Node<S>>,
    cells: Vec<Cell<S>>,
    names: HashMap<S::Cell, u32>,
    known: HashSet<u64>,
    turn: usize,
    /// Turns that the best cell has had since the others were served.
    since: usize,
    /// While there are fewer nodes, the best cell has `EAGER_TURNS` turns for every one of the others.
    eager: usize,
    /// Whether the best cell has turns of its own at all.
    has_best: bool,
    fresh: Vec<u32>,
    own_cells: bool,
    memory: usize,
}

impl<S> Child<S> {
    /// Where a search begins.
    pub fn root(player: u16, key: u64, score: S) -> Self {
        let step = Step { from: 0, to: 0, player, deletes: false };
        Self { step, key, score, weight: 0, advisor: 0 }
    }
}

impl<S: Score> Tree<S> {
    /// With `own_cells` every node lies in the cell of its own score. Without `has_best` all cells go round; with it, the
    /// first `eager` nodes come mostly from the best cell.
    pub fn new(own_cells: bool, has_best: bool, eager: usize) -> Self {
        Self {
            nodes: Vec::new(),
            cells: Vec::new(),
            names: HashMap::new(),
            known: HashSet::new(),
            turn: 0,
            since: 0,
            eager,
            has_best,
            fresh: Vec::new(),
            own_cells,
            memory: 0,
        }
    }

    /// Bytes in use.
    pub fn memory(&self) -> usize {
        self.memory + self.nodes.capacity() * size_of::<Node<S>>() + self.known.capacity() * 9
    }

    pub fn cells(&self) -> usize {
        self.cells.len()
    }

    /// Whether the position is new; it is known from now on.
    pub fn meet(&mut self, key: u64) -> bool {
        self.known.insert(key)
    }

    pub fn knows(&self, key: u64) -> bool {
        self.known.contains(&key)
    }

    /// Adds an expanded position with its moves, which are put in order here.
    #[allow(clippy::too_many_arguments)]
    pub fn add(
        &mut self,
        parent: u32,
        made: &Child<S>,
        weight: u32,
        bits: &[u64],
        starts: &[u64],
        mut children: Vec<Child<S>>,
    ) -> u32 {
        let Child { step, score, advisor, .. } = *made;
        let drift = self.drift_after(parent, score);
        let mut best = score;
        if parent != ROOT && !self.own_cells {
            best = best.max(self.nodes[parent as usize].best);
        }
        children.sort_by(|a, b| a.weight.cmp(&b.weight).then(b.score.cmp(&a.score)));
        children.shrink_to_fit();
        let index = self.nodes.len() as u32;
        let count = self.cells.len() as u32;
        let cell = *self.names.entry(best.cell()).or_insert(count);
        if cell == count {
            self.cells.push(Cell { best, heap: BinaryHeap::new() });
            self.fresh.push(cell);
        }
        let there = &mut self.cells[cell as usize];
        there.best = there.best.max(best);
        self.memory += children.capacity() * size_of::<Child<S>>() + (bits.len() + starts.len()) * 8 + 48;
        self.nodes.push(Node {
            parent,
            step,
            score,
            advisor,
            best,
            weight,
            drift,
            cell,
            children,
            next: 0,
            bits: bits.into(),
            starts: starts.into(),
        });
        self.queue(index);
        index
    }

    /// How many moves a position of this score is from the last one on its path that was better than all before it.
    pub fn drift_after(&self, parent: u32, score: S) -> u32 {
        match self.nodes.get(parent as usize) {
            Some(node) if score <= node.best => node.drift + 1,
            _ => 0,
        }
    }

    /// Puts a node back with its next move.
    fn queue(&mut self, index: u32) {
        let node = &self.nodes[index as usize];
        if let Some(child) = node.children.get(node.next as usize) {
            let entry = (Reverse(node.weight + u32::from(child.weight)), child.score, Reverse(index));
            self.cells[node.cell as usize].heap.push(entry);
        }
    }

    /// The next move, with its node and its weight along the path.
    pub fn pop(&mut self) -> Option<(u32, Child<S>, u32)> {
        let cell = self.next_cell()?;
        let (_, _, Reverse(index)) = self.cells[cell].heap.pop()?;
        let node = &mut self.nodes[index as usize];
        let child = node.children[node.next as usize];
        node.next += 1;
        let weight = node.weight + u32::from(child.weight);
        if node.next as usize == node.children.len() {
            self.memory -= node.children.capacity() * size_of::<Child<S>>();
            node.children = Vec::new();
            node.next = 0;
        } else {
            self.queue(index);
        }
        Some((index, child, weight))
    }

    fn next_cell(&mut self) -> Option<usize> {
        while let Some(cell) = self.fresh.pop() {
            if !self.cells[cell as usize].heap.is_empty() {
                return Some(cell as usize);
            }
        }
        let most = match self.has_best {
            true if self.nodes.len() < self.eager => EAGER_TURNS,
            has_best => usize::from(has_best),
        };
        self.since += 1;
        if self.since > most {
            self.since = 0;
            for _ in 0..self.cells.len() {
                self.turn = (self.turn + 1) % self.cells.len();
                if !self.cells[self.turn].heap.is_empty() {
                    return Some(self.turn);
                }
            }
            return None;
        }
        let open = (0..self.cells.len()).filter(|&cell| !self.cells[cell].heap.is_empty());
        open.max_by(|&a, &b| self.cells[a].best.cmp(&self.cells[b].best))
    }

    /// The moves from the root to a node.
    pub fn path(&self, mut index: u32) -> Vec<u32> {
        let mut path = Vec::new();
        while index != ROOT {
            path.push(index);
            index = self.nodes[index as usize].parent;
        }
        path.reverse();
        path
    }
}
