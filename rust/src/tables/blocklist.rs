//! The blocklist: sets of a few boxes, close together, that are dead or cost more than each box alone.
//!
//! Comes in:  sets with what they cost (`blocklist_maker` finds them).     Goes out: answers for a position.
//!
//! The idea is the NetHack solver's. A set that cannot be brought home alone on the board cannot in company ("blocklist
//! checker"); on a sink level, what it costs more than its boxes one by one is missing from any sum of single distances
//! ("blocklist heuristics"). Both depend on where the player is, on the board with only this set.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use crate::bits;
use crate::push::distance::FAR;
use crate::push::puzzle::Puzzle;

/// The largest sets; five cells of twelve bits make a key.
pub const MOST_NUMBER: usize = 5;
const CELL_BITS: u32 = 12;
/// Boards with more cells than this for boxes have no blocklist.
pub const MOST_CELLS: usize = (1 << CELL_BITS) - 2;
/// The value of sets and areas that cannot be brought home.
pub const DEAD: u16 = FAR;

/// What a set is worth, by the area the player is in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The area of each cell of the board; empty where all areas are alike.
    pub area: Box<[u8]>,
    /// For each area: the pushes that the set costs more than its boxes alone, or `DEAD`.
    pub values: Box<[u16]>,
    /// Smaller sets tell as much: of use while larger sets are made, then thrown away.
    pub implied: bool,
}

impl Entry {
    pub fn value(&self, player: u16) -> u16 {
        if self.area.is_empty() { self.values[0] } else { self.values[self.area[player as usize] as usize] }
    }
}

/// A set of boxes, ascending.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Set {
    cells: [u16; MOST_NUMBER],
    len: u8,
}

impl Set {
    pub const EMPTY: Self = Self { cells: [0; MOST_NUMBER], len: 0 };

    pub fn cells(&self) -> &[u16] {
        &self.cells[..self.len as usize]
    }

    pub fn with(mut self, cell: u16) -> Self {
        let mut at = self.len as usize;
        while at > 0 && self.cells[at - 1] > cell {
            self.cells[at] = self.cells[at - 1];
            at -= 1;
        }
        self.cells[at] = cell;
        self.len += 1;
        self
    }

    pub fn without(self, cell: u16) -> Self {
        self.cells().iter().filter(|&&other| other != cell).fold(Self::EMPTY, |set, &other| set.with(other))
    }

    pub fn of_key(mut key: u64) -> Self {
        let mut set = Self::EMPTY;
        while key != 0 {
            set = set.with((key & ((1 << CELL_BITS) - 1)) as u16 - 1);
            key >>= CELL_BITS;
        }
        set
    }

    pub fn key(&self) -> u64 {
        self.cells().iter().fold(0, |key, &cell| key << CELL_BITS | u64::from(cell + 1))
    }
}

/// Keys are numbers already; one multiplication spreads them (Knuth's, with the golden ratio).
#[derive(Default)]
pub struct Spread(u64);

impl Hasher for Spread {
    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 32
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u64(u64::from(byte)));
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = (self.0 ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}

type Sets = HashMap<u64, Entry, BuildHasherDefault<Spread>>;

#[derive(Default)]
pub struct Blocklist {
    pub number: usize,
    words: usize,
    sets: Sets,
    /// For each cell: the cells it shares a dead set with, and a costlier one.
    dead: Vec<u64>,
    costlier: Vec<u64>,
    memory: usize,
}

impl Blocklist {
    pub fn new(puzzle: &Puzzle, number: usize) -> Self {
        let words = puzzle.live.div_ceil(64);
        let table = vec![0; puzzle.live * words];
        Self { number, words, sets: Sets::default(), memory: table.len() * 16, dead: table.clone(), costlier: table }
    }

    /// How many sets there are.
    pub fn len(&self) -> usize {
        self.sets.len()
    }

    pub fn is_empty(&self) -> bool {
        self.sets.is_empty()
    }

    /// Bytes in use, roughly.
    pub fn memory(&self) -> usize {
        self.memory
    }

    pub fn add(&mut self, set: Set, entry: Entry) {
        for (at, &cell) in set.cells().iter().enumerate() {
            for &other in set.cells().iter().enumerate().filter(|&(i, _)| i != at).map(|(_, other)| other) {
                let at = cell as usize * self.words * 64 + other as usize;
                if entry.values.contains(&DEAD) {
                    bits::set(&mut self.dead, at);
                }
                if entry.values.iter().any(|&value| value != 0 && value != DEAD) {
                    bits::set(&mut self.costlier, at);
                }
            }
        }
        self.memory += 64 + entry.area.len() + entry.values.len() * 2;
        self.sets.insert(set.key(), entry);
    }

    /// Throws away the sets of which smaller ones tell as much.
    pub fn keep_what_counts(&mut self, puzzle: &Puzzle) {
        let sets = std::mem::take(&mut self.sets);
        let mut fresh = Self::new(puzzle, self.number);
        for (key, entry) in sets.into_iter().filter(|(_, entry)| !entry.implied) {
            fresh.add(Set::of_key(key), entry);
        }
        *self = fresh;
    }

    /// All sets, the small ones first.
    pub fn sorted(&self) -> Vec<(Set, &Entry)> {
        let mut sets: Vec<_> = self.sets.iter().collect();
        sets.sort_unstable_by_key(|&(&key, _)| key);
        sets.into_iter().map(|(&key, entry)| (Set::of_key(key), entry)).collect()
    }

    /// What a set is worth: `DEAD`, or pushes beyond those of its boxes alone (0 also where nothing is known).
    pub fn value(&self, set: &Set, player: u16) -> u16 {
        self.sets.get(&set.key()).map_or(0, |entry| entry.value(player))
    }

    /// Whether a set that the box in `cell` belongs to is dead, for a player in `player`.
    pub fn is_dead(&self, bits: &[u64], cell: u16, player: u16) -> bool {
        let mut found = false;
        self.each(&self.dead, bits, Set::EMPTY.with(cell), cell, false, &mut |set| {
            found = found || self.value(set, player) == DEAD;
        });
        found
    }

    /// Calls `visit` with each set of boxes that costs more than they do alone, and how much.
    pub fn each_costlier(&self, bits: &[u64], player: u16, visit: &mut impl FnMut(u16, &Set)) {
        for cell in bits::iter(&bits[..self.words]) {
            let cell = cell as u16;
            self.each(&self.costlier, bits, Set::EMPTY.with(cell), cell, true, &mut |set| {
                let value = self.value(set, player);
                if value != 0 && value != DEAD {
                    visit(value, set);
                }
            });
        }
    }

    /// The same for sets that the box in `cell` belongs to.
    pub fn each_costlier_with(&self, bits: &[u64], cell: u16, player: u16, visit: &mut impl FnMut(u16, &Set)) {
        self.each(&self.costlier, bits, Set::EMPTY.with(cell), cell, false, &mut |set| {
            let value = self.value(set, player);
            if value != 0 && value != DEAD {
                visit(value, set);
            }
        });
    }

    /// Grows a set by boxes that share a set with each of its own; those added are above `last`, or, where the first
    /// one was given (`up` is false), above the last one added.
    fn each(&self, partners: &[u64], bits: &[u64], set: Set, last: u16, up: bool, visit: &mut impl FnMut(&Set)) {
        if set.cells().len() == self.number {
            return;
        }
        for at in 0..self.words {
            let mut rest = bits[at];
            for &cell in set.cells() {
                rest &= partners[cell as usize * self.words + at];
            }
            for bit in bits::iter(&[rest]) {
                let cell = (at * 64 + bit) as u16;
                if (up || set.cells().len() > 1) && cell <= last {
                    continue;
                }
                let larger = set.with(cell);
                visit(&larger);
                self.each(partners, bits, larger, cell, up, visit);
            }
        }
    }
}
