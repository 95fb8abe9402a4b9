//! Every start from which a board can be solved, by pulling boxes from the solved position; for making levels.
//!
//! Comes in:  a board with goals or sinks, and how many boxes.     Goes out: a table of positions, each with figures.
//!
//! After Taylor and Parberry (2011), who pull from the goals and keep the farthest start. Boards of puzzles that people
//! like are small enough to keep *all* starts, layer by layer, so that the figures of each are exact: the fewest pushes,
//! and over all plans with so few, how often at least the player turns to another box, how many pushes at least take a
//! box away from its nearest goal, and how many such plans there are. They travel from a layer to the next: a plan from
//! a position is its first push and a plan from the position after it.
//!
//! A set of cells is one `u128`, so walking is a handful of shifts; larger boards are refused.

mod field;
pub mod kick;

pub use field::Field;

use std::ops::Range;

use crate::board::BoardError;
use field::Cells;

/// More boxes than this fit no level that can be unravelled as a whole.
pub const MOST_BOXES: usize = 8;
/// No plan of fewest pushes begins with this box.
const NEVER: u8 = u8::MAX;

/// What is known about a start. Everything is about plans with the fewest pushes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Figures {
    pub pushes: u16,
    /// At least so often the player turns from one box to another.
    pub changes: u8,
    /// At least so many pushes take a box farther away from the nearest goal.
    pub away: u8,
    /// How many such plans there are, told apart by their pushes; `u64::MAX` where that is too small.
    pub plans: u64,
}

/// A position, the player anywhere in the area whose least cell is `player`.
#[derive(Debug, Clone, Copy)]
pub struct Start {
    boxes: Cells,
    player: u8,
    pushes: u16,
    away: u8,
    plans: u64,
    /// By the rank of a box: the fewest changes of a plan whose first push is its.
    changes: [u8; MOST_BOXES],
}

impl Start {
    fn figures(&self) -> Figures {
        let changes = *self.changes.iter().min().unwrap();
        let changes = if changes == NEVER { 0 } else { changes };
        Figures { pushes: self.pushes, changes, away: self.away, plans: self.plans }
    }
}

/// What each figure adds to the difficulty, as natural logarithms.
#[derive(Debug, Clone, Copy)]
pub struct Weights {
    pub pushes: f64,
    pub changes: f64,
    pub away: f64,
    pub plans: f64,
}

impl Weights {
    fn of(&self, figures: Figures) -> f64 {
        self.pushes * f64::from(figures.pushes.max(1)).ln()
            + self.changes * (1.0 + f64::from(figures.changes)).ln()
            + self.away * (1.0 + f64::from(figures.away)).ln()
            + self.plans * (figures.plans as f64).ln()
    }
}

/// All starts of a board, in layers of as many pushes.
pub struct Starts {
    field: Field,
    boxes: usize,
    found: Vec<Start>,
    index: Index,
    /// Where each complete layer begins, and where the last one ends.
    layers: Vec<usize>,
    complete: bool,
}

impl Starts {
    /// Pulls `boxes` boxes away from the goals or out of the sinks until there is nothing new, `most` positions are
    /// known, or somebody asks to stop.
    pub fn new(field: Field, boxes: usize, most: usize, stopped: &dyn Fn() -> bool) -> Result<Self, BoardError> {
        let mut starts = Self::solved(field, boxes)?;
        while starts.layer(most, stopped) {}
        Ok(starts)
    }

    /// The figures of one start; None where it has no plan or too many positions come before it.
    pub fn of(
        field: Field,
        player: usize,
        boxes: &[usize],
        most: usize,
        stopped: &dyn Fn() -> bool,
    ) -> Result<Option<Figures>, BoardError> {
        let set = boxes.iter().fold(0, |set, &at| set | 1 << at);
        let key = (set, field.area(set, player));
        let mut starts = Self::solved(field, boxes.len())?;
        loop {
            if let Some(at) = starts.index.find(key, &starts.found) {
                return Ok(Some(starts.found[at].figures()));
            }
            // A layer that was cut short is not looked at: its figures are not final.
            if !starts.layer(most, stopped) {
                return Ok(None);
            }
        }
    }

    fn solved(field: Field, boxes: usize) -> Result<Self, BoardError> {
        let goals = field.goals.count_ones() as usize;
        if boxes == 0 || boxes > MOST_BOXES || (field.sinks == 0 && boxes != goals) || (field.sinks != 0 && goals > 0) {
            let words = format!("starts are known for 1 to {MOST_BOXES} boxes and as many goals, or sinks");
            return Err(BoardError::Count(words));
        }
        let mut starts =
            Self { boxes, found: Vec::new(), index: Index::new(), layers: vec![0], complete: false, field };
        let home = starts.field.goals;
        let mut free = starts.field.floor & !home;
        while free != 0 {
            let area = starts.field.reach(home, free.trailing_zeros() as usize);
            free &= !area;
            starts.meet(Start {
                boxes: home,
                player: area.trailing_zeros() as u8,
                pushes: 0,
                away: 0,
                plans: 1,
                changes: [NEVER; MOST_BOXES],
            });
        }
        starts.layers.push(starts.found.len());
        Ok(starts)
    }

    /// One more layer; false where there is none, or it could not be completed.
    fn layer(&mut self, most: usize, stopped: &dyn Fn() -> bool) -> bool {
        let from = self.layers[self.layers.len() - 2];
        let to = self.layers[self.layers.len() - 1];
        for at in from..to {
            if self.found.len() > most || (at % 1024 == 0 && stopped()) {
                return false;
            }
            self.pull_all(at);
        }
        self.complete = self.found.len() == to;
        if !self.complete {
            self.layers.push(self.found.len());
        }
        !self.complete
    }

    fn pull_all(&mut self, at: usize) {
        let now = self.found[at];
        let reach = self.field.reach(now.boxes, now.player as usize);
        let mut rest = now.boxes;
        while rest != 0 {
            let from = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            for direction in 0..4 {
                self.pull(&now, reach, from, now.boxes & !(1 << from), direction);
            }
        }
        if (now.boxes.count_ones() as usize) < self.boxes {
            let mut sinks = self.field.sinks;
            while sinks != 0 {
                let from = sinks.trailing_zeros() as usize;
                sinks &= sinks - 1;
                for direction in 0..4 {
                    self.pull(&now, reach, from, now.boxes, direction);
                }
            }
        }
    }

    /// A box comes from `from` (a sink, perhaps) to the cell where the player stands, who steps back.
    fn pull(&mut self, now: &Start, reach: Cells, from: usize, others: Cells, direction: usize) {
        let Some(to) = self.field.step(from, direction) else { return };
        let Some(player) = self.field.step(to, direction) else { return };
        if reach & !self.field.sinks & 1 << to == 0 || now.boxes & 1 << player != 0 {
            return;
        }
        let boxes = others | 1 << to;
        let mut changes = [NEVER; MOST_BOXES];
        changes[rank(boxes, to)] = changes_before(now, from);
        self.meet(Start {
            boxes,
            player: self.field.area(boxes, player),
            pushes: now.pushes + 1,
            away: now.away.saturating_add(u8::from(self.field.distance[from] > self.field.distance[to])),
            plans: now.plans,
            changes,
        });
    }

    /// A position by one more way; it is new, or the way is as short as those known.
    fn meet(&mut self, new: Start) {
        match self.index.find_or_insert((new.boxes, new.player), &self.found) {
            None => self.found.push(new),
            Some(at) => {
                let old = &mut self.found[at];
                if old.pushes == new.pushes {
                    old.away = old.away.min(new.away);
                    old.plans = old.plans.saturating_add(new.plans);
                    for (old, new) in old.changes.iter_mut().zip(new.changes) {
                        *old = (*old).min(new);
                    }
                }
            }
        }
    }

    /// Positions in complete layers.
    pub fn len(&self) -> usize {
        *self.layers.last().unwrap()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether these are all.
    pub fn complete(&self) -> bool {
        self.complete
    }

    /// The starts whose difficulty is nearest to `target`, best first, with all boxes and none of them on a goal.
    pub fn nearest(&self, target: f64, weights: Weights, number: usize) -> Vec<(Figures, usize, Vec<usize>)> {
        let mut best: Vec<(f64, usize)> = Vec::with_capacity(number + 1);
        for at in self.wanted() {
            let off = (weights.of(self.found[at].figures()) - target).abs();
            if best.len() < number || off < best[best.len() - 1].0 {
                best.insert(best.partition_point(|&(other, _)| other <= off), (off, at));
                best.truncate(number);
            }
        }
        best.into_iter().map(|(_, at)| self.told(at)).collect()
    }

    fn wanted(&self) -> impl Iterator<Item = usize> + '_ {
        let all: Range<usize> = 0..self.len();
        all.filter(|&at| {
            let boxes = self.found[at].boxes;
            boxes.count_ones() as usize == self.boxes && boxes & self.field.goals == 0
        })
    }

    fn told(&self, at: usize) -> (Figures, usize, Vec<usize>) {
        let start = &self.found[at];
        (start.figures(), start.player as usize, field::cells(start.boxes).collect())
    }

    pub fn field(&self) -> &Field {
        &self.field
    }
}

/// The fewest changes of a plan that pushes a box to `to` and then goes on from `now`.
fn changes_before(now: &Start, to: usize) -> u8 {
    if now.pushes == 0 {
        return 0;
    }
    // A box that a sink has swallowed is pushed no more.
    let same = if now.boxes & 1 << to != 0 { now.changes[rank(now.boxes, to)] } else { NEVER };
    let any = *now.changes.iter().min().unwrap();
    same.min(any.saturating_add(1))
}

/// How many boxes come before this one.
fn rank(boxes: Cells, at: usize) -> usize {
    (boxes & ((1 << at) - 1)).count_ones() as usize
}

/// Positions by their boxes and area: numbers of entries, in an open table.
struct Index {
    slots: Vec<u32>,
    used: usize,
}

const EMPTY: u32 = u32::MAX;

impl Index {
    fn new() -> Self {
        Self { slots: vec![EMPTY; 1 << 10], used: 0 }
    }

    fn slot((boxes, player): (Cells, u8), mask: usize) -> usize {
        let mixed = (boxes as u64)
            .wrapping_mul(0x9E37_79B9_7F4A_7C15)
            .rotate_left(29)
            .wrapping_add((boxes >> 64) as u64)
            .wrapping_mul(0xD6E8_FEB8_6659_FD93)
            .wrapping_add(u64::from(player))
            .wrapping_mul(0x9E37_79B9_7F4A_7C15);
        (mixed >> 20) as usize & mask
    }

    fn probe(&self, key: (Cells, u8), found: &[Start]) -> Result<usize, usize> {
        let mask = self.slots.len() - 1;
        let mut slot = Self::slot(key, mask);
        loop {
            let at = self.slots[slot];
            if at == EMPTY {
                return Err(slot);
            }
            let entry = &found[at as usize];
            if (entry.boxes, entry.player) == key {
                return Ok(at as usize);
            }
            slot = (slot + 1) & mask;
        }
    }

    fn find(&self, key: (Cells, u8), found: &[Start]) -> Option<usize> {
        self.probe(key, found).ok()
    }

    /// The entry, or None after making room for one that becomes the next of `found`.
    fn find_or_insert(&mut self, key: (Cells, u8), found: &[Start]) -> Option<usize> {
        match self.probe(key, found) {
            Ok(at) => Some(at),
            Err(slot) => {
                self.slots[slot] = found.len() as u32;
                self.used += 1;
                if self.used * 2 > self.slots.len() {
                    self.grow(key, found);
                }
                None
            }
        }
    }

    fn grow(&mut self, newest: (Cells, u8), found: &[Start]) {
        let mask = self.slots.len() * 2 - 1;
        let mut slots = vec![EMPTY; mask + 1];
        let keys = found.iter().map(|start| (start.boxes, start.player)).chain([newest]);
        for (at, key) in keys.enumerate() {
            let mut slot = Self::slot(key, mask);
            while slots[slot] != EMPTY {
                slot = (slot + 1) & mask;
            }
            slots[slot] = at as u32;
        }
        self.slots = slots;
    }
}

#[cfg(test)]
mod tests;
