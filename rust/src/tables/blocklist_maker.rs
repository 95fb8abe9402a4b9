//! Finds the blocklist: every set of 2 to n boxes within distance k of each other, solved alone on the board.
//!
//! Comes in:  a puzzle with goals or sinks, n and k, a number of threads.     Goes out: a `Blocklist`.
//!
//! The NetHack solver's preprocessing. Sets of two come first, then three, and so on: a box that can go straight home
//! leaves a smaller set behind, whose cost is in the list already, so that most sets need no search at all. The threads
//! share the sets of one size by their least cell, and what they find is put together in order. Everything may be cut
//! short, by patience, by the most sets or by the time limit: what was not looked at is taken to cost nothing more, so
//! the list only ever says too little.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

use super::blocklist::{Blocklist, DEAD, Entry, MOST_CELLS, MOST_NUMBER, Set};
use crate::bits;
use crate::pruning::stone_pusher::StonePusher;
use crate::push::distance::FAR;
use crate::push::puzzle::{Kind, Puzzle};
use crate::push::walk::Walk;
use crate::space::control::Budget;
use crate::space::queue::Queue;
use crate::tables::disjoint::Disjoint;

/// Positions to look at for one set before it is left alone.
const PATIENCE: usize = 3_000;
/// Sets to look at in all.
const MOST_SETS: usize = 400_000;
/// The share of the time limit that the list may take.
const MOST_TIME: f64 = 0.25;
/// Verdicts that a thread remembers before it begins again (goals only).
const MOST_VERDICTS: usize = 1_000_000;

/// `distance` is the most that two boxes of a set are apart in rows, and in columns; 0 is no limit. `None` where the list
/// does not apply: holes (a box may be left where it is), sets of one box, very large boards.
pub fn make(puzzle: &Puzzle, number: usize, distance: usize, threads: usize, budget: &Budget) -> Option<Blocklist> {
    let number = number.min(MOST_NUMBER).min(puzzle.count_boxes(&puzzle.start));
    if puzzle.kind == Kind::Holes || number < 2 || puzzle.live > MOST_CELLS {
        return None;
    }
    let near = Near::new(puzzle, distance);
    let mut list = Blocklist::new(puzzle, number);
    let looked_at = AtomicUsize::new(0);
    let enough = AtomicBool::new(false);
    for size in 2..=number {
        let next = AtomicUsize::new(0);
        let work = || {
            let mut maker = Maker::new(puzzle, &near, &list, size, budget, &looked_at, &enough);
            while !enough.load(Relaxed) {
                let least = next.fetch_add(1, Relaxed);
                if least >= puzzle.live {
                    break;
                }
                maker.sets_from(least as u16);
            }
            maker.found
        };
        let mut found: Vec<(Set, Entry)> = std::thread::scope(|scope| {
            let others: Vec<_> = (1..threads.max(1)).map(|_| scope.spawn(work)).collect();
            let mut found = work();
            for other in others {
                found.extend(other.join().expect("the blocklist's threads do not panic"));
            }
            found
        });
        found.sort_unstable_by_key(|(set, _)| set.key());
        for (set, entry) in found {
            list.add(set, entry);
        }
        if enough.load(Relaxed) {
            break;
        }
    }
    list.keep_what_counts(puzzle);
    Some(list)
}

/// Which cells are close enough to stand in one set.
struct Near {
    live: usize,
    is_near: Vec<bool>,
}

impl Near {
    fn new(puzzle: &Puzzle, distance: usize) -> Self {
        let live = puzzle.live;
        let distance = if distance == 0 { usize::MAX } else { distance };
        let mut is_near = vec![false; live * live];
        for a in 0..live {
            for b in 0..live {
                let ((row, column), (other_row, other_column)) = (puzzle.places[a], puzzle.places[b]);
                is_near[a * live + b] =
                    row.abs_diff(other_row) <= distance && column.abs_diff(other_column) <= distance;
            }
        }
        Self { live, is_near }
    }

    fn has(&self, a: u16, b: u16) -> bool {
        self.is_near[a as usize * self.live + b as usize]
    }

    fn holds(&self, set: &Set) -> bool {
        let cells = set.cells();
        cells.iter().enumerate().all(|(at, &a)| cells[at + 1..].iter().all(|&b| self.has(a, b)))
    }
}

type Position = (Set, u16);

/// One thread's work, with its scratch.
struct Maker<'a> {
    puzzle: &'a Puzzle,
    near: &'a Near,
    /// The smaller sets.
    list: &'a Blocklist,
    size: usize,
    budget: &'a Budget<'a>,
    looked_at: &'a AtomicUsize,
    enough: &'a AtomicBool,
    found: Vec<(Set, Entry)>,
    walk: Walk,
    pusher: StonePusher,
    groups: Disjoint,
    bits: Vec<u64>,
    area: Vec<u8>,
    todo: Vec<u16>,
    /// Goals: what is known of positions met before; by key and least cell of the player's area.
    verdicts: HashMap<(u64, u16), bool>,
}

impl<'a> Maker<'a> {
    fn new(
        puzzle: &'a Puzzle,
        near: &'a Near,
        list: &'a Blocklist,
        size: usize,
        budget: &'a Budget<'a>,
        looked_at: &'a AtomicUsize,
        enough: &'a AtomicBool,
    ) -> Self {
        Self {
            puzzle,
            near,
            list,
            size,
            budget,
            looked_at,
            enough,
            found: Vec::new(),
            walk: Walk::new(puzzle.n),
            pusher: StonePusher::new(puzzle),
            groups: Disjoint::default(),
            bits: vec![0; puzzle.words],
            area: vec![0; puzzle.n],
            todo: Vec::new(),
            verdicts: HashMap::new(),
        }
    }

    /// All sets whose least cell is `least`.
    fn sets_from(&mut self, least: u16) {
        if !self.puzzle.sink[least as usize] {
            self.grow(Set::EMPTY.with(least), least);
        }
    }

    fn grow(&mut self, set: Set, last: u16) {
        if set.cells().len() == self.size {
            let count = self.looked_at.fetch_add(1, Relaxed);
            if count >= MOST_SETS || (count & 63 == 0 && self.is_late()) {
                self.enough.store(true, Relaxed);
            }
            self.judge(set);
            return;
        }
        for cell in last + 1..self.puzzle.live as u16 {
            let fits = !self.puzzle.sink[cell as usize] && set.cells().iter().all(|&other| self.near.has(cell, other));
            if fits && !self.enough.load(Relaxed) {
                self.grow(set.with(cell), cell);
            }
        }
    }

    fn is_late(&self) -> bool {
        let spent = self.budget.started.elapsed().as_secs_f64();
        let late = self.budget.limits.seconds.is_some_and(|seconds| spent > seconds * MOST_TIME);
        late || self.budget.stop(0).is_some()
    }

    fn set_bits(&mut self, set: &Set) {
        self.bits.fill(0);
        for &cell in set.cells() {
            bits::set(&mut self.bits, cell);
        }
    }

    /// What a set is worth, for each area into which it cuts the floor.
    fn judge(&mut self, set: Set) {
        let (mut values, mut implied) = (Vec::new(), true);
        self.area.fill(u8::MAX);
        for start in 0..self.puzzle.n as u16 {
            if self.area[start as usize] != u8::MAX || set.cells().contains(&start) {
                continue;
            }
            self.fill_area(&set, start, values.len() as u8);
            let value = self.value(set, start);
            if value != 0 {
                self.set_bits(&set);
                let known = self.groups.sum(self.list, None, self.puzzle, &self.bits, start);
                implied &= value != DEAD && i32::from(value) <= known;
            }
            values.push(value);
        }
        if values.iter().any(|&value| value != 0) {
            let alike = values.iter().all(|&value| value == values[0]);
            let area = if alike { Box::default() } else { self.area.clone().into_boxed_slice() };
            values.truncate(if alike { 1 } else { values.len() });
            self.found.push((set, Entry { area, values: values.into(), implied }));
        }
    }

    fn fill_area(&mut self, set: &Set, start: u16, label: u8) {
        self.area[start as usize] = label;
        self.todo.push(start);
        while let Some(cell) = self.todo.pop() {
            for &other in &self.puzzle.next[cell as usize] {
                let free = other as usize != self.puzzle.n && !set.cells().contains(&other);
                if free && self.area[other as usize] == u8::MAX {
                    self.area[other as usize] = label;
                    self.todo.push(other);
                }
            }
        }
    }

    /// The pushes of all boxes of a set as if each were alone; `None` where one of them is dead.
    fn alone(&self, set: &Set, player: u16) -> Option<u32> {
        let table = &self.puzzle.distances;
        set.cells().iter().try_fold(0, |sum, &cell| {
            let pushes = table.nearest(table.row_of(cell, player));
            (pushes != FAR).then(|| sum + u32::from(pushes))
        })
    }

    /// Whether the smaller sets say already that this cannot be brought home; the set must be in `bits`.
    fn is_known_dead(&self, set: &Set, player: u16) -> bool {
        set.cells().iter().any(|&cell| self.list.is_dead(&self.bits, cell, player))
    }

    fn value(&mut self, set: Set, player: u16) -> u16 {
        let Some(alone) = self.alone(&set, player) else { return 0 };
        self.set_bits(&set);
        if self.is_known_dead(&set, player) {
            return 0;
        }
        match self.puzzle.kind {
            Kind::Sinks => match self.cost(set, player) {
                Some(cost) => cost.saturating_sub(alone) as u16,
                None => DEAD,
            },
            _ => {
                let dead = self.has_no_plan(set, player);
                if dead { DEAD } else { 0 }
            }
        }
    }

    /// The positions after one push, as the set, where the box came from (the player's cell) and where it went.
    fn children(&mut self, (set, player): Position) -> Vec<(Set, u16, u16)> {
        let puzzle = self.puzzle;
        self.set_bits(&set);
        puzzle.block(&mut self.walk, &self.bits);
        self.walk.flood(&puzzle.next, player);
        let mut children = Vec::new();
        for &from in set.cells() {
            for direction in 0..4usize {
                let to = puzzle.next[from as usize][direction];
                let behind = puzzle.next[from as usize][direction ^ 1];
                if to as usize >= puzzle.live || puzzle.has_box(&self.bits, to) || !self.walk.reached(behind) {
                    continue;
                }
                let rest = set.without(from);
                children.push((if puzzle.sink[to as usize] { rest } else { rest.with(to) }, from, to));
            }
        }
        children
    }

    fn area_of(&mut self, set: &Set, player: u16) -> u16 {
        self.set_bits(set);
        self.puzzle.block(&mut self.walk, &self.bits);
        self.walk.flood(&self.puzzle.next, player)
    }

    /// Sinks: no plan for the set costs less; `None` where there is none. A*; what smaller sets cost is known.
    fn cost(&mut self, set: Set, player: u16) -> Option<u32> {
        let root = (set, self.area_of(&set, player));
        // Each node: position, pushes so far, and whether nothing but a known cost is left.
        let mut nodes: Vec<(Position, u32, bool)> = vec![(root, 0, false)];
        let mut best: HashMap<(u64, u16), u32> = HashMap::from([((set.key(), root.1), 0)]);
        let mut queue = Queue::default();
        queue.push(self.alone(&set, player)?, 0, 0);
        while let Some((total, _, index)) = queue.pop() {
            let (position, pushes, known) = nodes[index as usize];
            if known || nodes.len() > PATIENCE {
                return Some(total);
            }
            if best[&(position.0.key(), position.1)] < pushes {
                continue;
            }
            for (child, player, cost) in self.steps(position) {
                let pushes = pushes + cost;
                let Some(alone) = self.alone(&child, player) else { continue };
                let area = self.area_of(&child, player);
                if self.is_known_dead(&child, player) {
                    continue;
                }
                let mut rest = alone + self.groups.sum(self.list, None, self.puzzle, &self.bits, player) as u32;
                let smaller = child.cells().len() < self.size && self.near.holds(&child);
                if smaller {
                    rest = rest.max(alone + u32::from(self.list.value(&child, player)));
                } else {
                    let least = best.entry((child.key(), area)).or_insert(u32::MAX);
                    if *least <= pushes {
                        continue;
                    }
                    *least = pushes;
                }
                queue.push(pushes + rest, rest, nodes.len() as u32);
                nodes.push(((child, area), pushes, smaller));
            }
        }
        None
    }

    /// What to try next: only the box that goes straight home, where there is one.
    fn steps(&mut self, position: Position) -> Vec<(Set, u16, u32)> {
        let children = self.children(position);
        if self.pusher.find(self.puzzle, &self.bits, &self.walk, position.1, true) {
            let (first, last) = (self.pusher.pushes[0], self.pusher.pushes[self.pusher.pushes.len() - 1]);
            return vec![(position.0.without(first.from), last.from, self.pusher.pushes.len() as u32)];
        }
        children.into_iter().map(|(child, from, _)| (child, from, 1)).collect()
    }

    /// Goals: whether the set is proved to have no plan. Greedy; remembers what it has seen.
    fn has_no_plan(&mut self, set: Set, player: u16) -> bool {
        let root = (set, self.area_of(&set, player));
        if let Some(&verdict) = self.verdicts.get(&(set.key(), root.1)) {
            return !verdict;
        }
        if self.verdicts.len() > MOST_VERDICTS {
            self.verdicts.clear();
        }
        let mut nodes: Vec<(Position, usize)> = vec![(root, usize::MAX)];
        let mut seen: HashSet<(u64, u16)> = HashSet::from([(set.key(), root.1)]);
        let mut queue = Queue::default();
        queue.push(0, 0, 0);
        while let Some((_, _, index)) = queue.pop() {
            if nodes.len() > PATIENCE {
                return false;
            }
            let position = nodes[index as usize].0;
            let home = position.0.cells().iter().all(|&cell| self.puzzle.goal[cell as usize]);
            if home || self.verdicts.get(&(position.0.key(), position.1)) == Some(&true) {
                let mut at = index as usize;
                while at != usize::MAX {
                    let ((set, area), before) = nodes[at];
                    self.verdicts.insert((set.key(), area), true);
                    at = before;
                }
                return false;
            }
            for (child, player, to) in self.children(position) {
                let Some(rest) = self.alone(&child, player) else { continue };
                let area = self.area_of(&child, player);
                let known = self.verdicts.get(&(child.key(), area)) == Some(&false);
                if known || self.list.is_dead(&self.bits, to, player) || !seen.insert((child.key(), area)) {
                    continue;
                }
                queue.push(rest, 0, nodes.len() as u32);
                nodes.push(((child, area), index as usize));
            }
        }
        self.verdicts.extend(nodes.iter().map(|((set, area), _)| ((set.key(), *area), false)));
        true
    }
}
