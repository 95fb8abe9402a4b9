//! Areas that the player is shut out of, and whose boxes cannot be brought home even if all others were gone.
//!
//! When a push closes an area, the boxes around it are taken by themselves and searched, greedily and for a few dozen
//! positions at most (`corral_search`, `corral_astar`). A part that cannot be solved alone cannot be solved in company;
//! running out of positions proves it, running out of patience proves nothing. Verdicts are kept under the boxes and
//! the player's cell, so a verdict never speaks of another region; and under the least cell of the player's area on the
//! board with only these boxes, where a verdict is found again that another cell of the area has led to.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use super::answer_table::AnswerTable;
use super::{After, Context, CostlyTest, Tests};
use crate::bits;
use crate::push::distance::FAR;
use crate::push::puzzle::{Kind, Puzzle};
use crate::push::walk::Walk;

/// Verdicts may use this many bytes before they are forgotten and begun again.
const MOST_MEMORY: usize = 64 << 20;

// Verdicts in their table, besides 0 where there is none yet.
const DEAD: u32 = 1;
const ALIVE: u32 = 2;

pub struct Corral<'a> {
    /// The cheap tests, for the positions of the part.
    tests: Tests<'a>,
    /// Whether the exact table of pairs is one of them.
    pairs_are_asked: bool,
    walk: Walk,
    seen: Vec<u32>,
    stamp: u32,
    todo: Vec<u16>,
    part: Vec<u64>,
    /// The positions of one search, one after the other, and the player in each; by key the first that has it. Among
    /// equals the youngest comes first.
    nodes: Vec<u64>,
    players: Vec<u16>,
    known: HashMap<u64, usize>,
    queue: BinaryHeap<(Reverse<u32>, usize)>,
    /// By boxes and player.
    verdicts: AnswerTable,
    key: Vec<u64>,
    patience: usize,
    /// Searches made and deaths proved, to see whether it is worth going on.
    tries: u64,
    deaths: u64,
}

impl<'a> Corral<'a> {
    pub fn new(context: &Context<'a>, patience: usize) -> Self {
        let puzzle = context.puzzle;
        let tests = Tests::cheap(*context);
        Self {
            pairs_are_asked: tests.has("pairs"),
            tests,
            walk: Walk::new(puzzle.n),
            seen: vec![0; puzzle.n + 1],
            stamp: 0,
            todo: Vec::new(),
            part: vec![0; puzzle.words],
            nodes: Vec::new(),
            players: Vec::new(),
            known: HashMap::new(),
            queue: BinaryHeap::new(),
            verdicts: AnswerTable::new(puzzle.words + 1),
            key: Vec::new(),
            patience,
            tries: 0,
            deaths: 0,
        }
    }

    /// The boxes that the last question was about.
    pub fn part(&self) -> &[u64] {
        &self.part
    }

    /// The boxes around a closed area, as bits in `part`.
    fn take_part(&mut self, puzzle: &Puzzle, bits: &[u64], start: u16) {
        self.part.fill(0);
        self.stamp += 1;
        self.seen[start as usize] = self.stamp;
        self.todo.push(start);
        while let Some(cell) = self.todo.pop() {
            for &other in &puzzle.next[cell as usize] {
                if other as usize == puzzle.n || self.seen[other as usize] == self.stamp {
                    continue;
                }
                self.seen[other as usize] = self.stamp;
                if puzzle.has_box(bits, other) {
                    bits::set(&mut self.part, other);
                } else {
                    self.todo.push(other);
                }
            }
        }
    }

    /// Whether the boxes in `part` are dead by themselves; searched only where no verdict is kept.
    fn is_part_dead(&mut self, puzzle: &Puzzle, player: u16) -> bool {
        if self.verdicts.memory() > MOST_MEMORY {
            self.verdicts.clear();
        }
        let entry = self.entry(player);
        match *self.verdicts.value(entry) {
            DEAD => return true,
            ALIVE => return false,
            _ => {}
        }
        puzzle.block(&mut self.walk, &self.part);
        let least = self.walk.flood(&puzzle.next, player);
        let named = self.entry(least);
        if *self.verdicts.value(named) == 0 {
            // A test that hardly ever finds anything gets less patience.
            let is_idle = self.tries > 2000 && self.deaths * 50 < self.tries;
            let patience = if is_idle { self.patience / 8 } else { self.patience };
            let part = self.part.clone();
            let dead = self.search(puzzle, &part, least, patience);
            self.tries += 1;
            self.deaths += u64::from(dead);
            *self.verdicts.value(named) = if dead { DEAD } else { ALIVE };
        }
        let verdict = *self.verdicts.value(named);
        *self.verdicts.value(entry) = verdict;
        verdict == DEAD
    }

    /// The verdict on the boxes in `part` with the player in this cell.
    fn entry(&mut self, player: u16) -> u32 {
        self.key.clear();
        self.key.extend_from_slice(&self.part);
        self.key.push(u64::from(player));
        self.verdicts.entry(&self.key)
    }

    /// Whether the part can be shown to have no plan, by looking at no more than `patience` positions.
    fn search(&mut self, puzzle: &Puzzle, part: &[u64], player: u16, patience: usize) -> bool {
        let table = &puzzle.distances;
        let words = puzzle.words;
        let Self { tests, walk, nodes, players, known, queue, .. } = self;
        nodes.clear();
        nodes.extend_from_slice(part);
        players.clear();
        players.push(player);
        known.clear();
        known.insert(puzzle.key(part, player), 0);
        queue.clear();
        queue.push((Reverse(0), 0));
        let (mut bits, mut child) = (part.to_vec(), part.to_vec());
        let mut pushes = Vec::new();
        while let Some((_, index)) = queue.pop() {
            if players.len() > patience {
                return false;
            }
            bits.copy_from_slice(&nodes[index * words..(index + 1) * words]);
            puzzle.block(walk, &bits);
            walk.flood(&puzzle.next, players[index]);
            pushes.clear();
            puzzle.each_box(&bits, |from| {
                let possible = (0..4).filter(|&direction| puzzle.can_push(&bits, walk, from, direction));
                pushes.extend(possible.map(|direction| (from, puzzle.next[from as usize][direction])));
            });
            for &(from, to) in &pushes {
                child.copy_from_slice(&bits);
                puzzle.push(&mut child, from, to);
                if puzzle.is_solved(&child) {
                    return false;
                }
                if puzzle.has_box(&child, to) {
                    let lost = table.nearest(table.row_of(to, from)) == FAR;
                    if lost || tests.condemn(&After { bits: &child, cell: to, player: from }).is_some() {
                        continue;
                    }
                }
                puzzle.block(walk, &child);
                let area = walk.flood(&puzzle.next, from);
                let fresh = players.len();
                let at = *known.entry(puzzle.key(&child, area)).or_insert(fresh);
                // Two positions with one key are rare; the second is then searched as often as it is met.
                if at != fresh && players[at] == area && nodes[at * words..(at + 1) * words] == child {
                    continue;
                }
                let mut rest = 0;
                puzzle.each_box(&child, |cell| rest += u32::from(table.nearest(table.row_of(cell, area)).min(999)));
                queue.push((Reverse(rest), fresh));
                nodes.extend_from_slice(&child);
                players.push(area);
            }
        }
        true
    }
}

impl CostlyTest for Corral<'_> {
    fn is_dead(&mut self, puzzle: &Puzzle, after: &After, shut: &[u16]) -> bool {
        // With holes a box may be left where it is, so nothing must be opened.
        if puzzle.kind == Kind::Holes {
            return false;
        }
        for &start in shut {
            self.take_part(puzzle, after.bits, start);
            let count = puzzle.count_boxes(&self.part);
            let home = puzzle.kind == Kind::Goals && puzzle.is_solved(&self.part);
            // The exact table of pairs has said all about two boxes.
            if home || count < 2 || (count == 2 && self.pairs_are_asked) {
                continue;
            }
            if self.is_part_dead(puzzle, after.player) {
                return true;
            }
        }
        false
    }

    fn memory(&self) -> usize {
        self.verdicts.memory()
    }
}
