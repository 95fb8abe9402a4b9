//! Every position seen, in one place: bits, player, cost, parent.
//!
//! Comes in:  positions with their key.     Goes out: a number for each, the same one whenever it comes again.
//!
//! Nodes lie in chunks that never move, so memory grows by what is added and a limit can be kept; parents are
//! numbers, not pointers. The table beside them holds half of the key and the node's number; a hit compares the
//! whole position, because equal keys do not make equal positions.

use crate::push::plan::Push;
use crate::push::puzzle::Puzzle;

const CHUNK_BITS: usize = 14;
const CHUNK: usize = 1 << CHUNK_BITS;
const EMPTY: u64 = u64::MAX;

/// What a node knows besides its bits. Packed into two words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Node {
    pub parent: u32,
    pub player: u16,
    /// The bound on what is still to come, when the node was made.
    pub rest: u16,
    /// Cost of the first kind so far (what the objective counts first).
    pub cost: u32,
    /// Cost of the second kind so far; 24 bits.
    pub second: u32,
    /// The direction of the push that led here, and whether the node has been expanded.
    pub direction: u8,
    pub closed: bool,
}

pub const ROOT: u32 = u32::MAX;

impl Node {
    fn pack(&self) -> [u64; 2] {
        [
            u64::from(self.parent) | u64::from(self.player) << 32 | u64::from(self.rest) << 48,
            u64::from(self.cost)
                | u64::from(self.second & 0xff_ffff) << 32
                | u64::from(self.direction) << 56
                | u64::from(self.closed) << 60,
        ]
    }

    fn unpack(words: &[u64]) -> Self {
        Self {
            parent: words[0] as u32,
            player: (words[0] >> 32) as u16,
            rest: (words[0] >> 48) as u16,
            cost: words[1] as u32,
            second: (words[1] >> 32) as u32 & 0xff_ffff,
            direction: (words[1] >> 56) as u8 & 15,
            closed: words[1] >> 60 & 1 != 0,
        }
    }
}

pub struct Store {
    words: usize,
    chunks: Vec<Box<[u64]>>,
    len: usize,
    table: Vec<u64>,
}

impl Store {
    /// For positions of `words` words of bits.
    pub fn new(words: usize) -> Self {
        Self { words, chunks: Vec::new(), len: 0, table: vec![EMPTY; 1 << 12] }
    }

    /// In a search by pulls: the pushes from a position to the end that it was pulled from.
    pub fn pushes_from(&self, puzzle: &Puzzle, mut index: u32) -> Vec<Push> {
        let mut pushes = Vec::new();
        loop {
            let node = self.node(index);
            if node.parent == ROOT {
                return pushes;
            }
            let after = self.bits(node.parent);
            puzzle.each_box(self.bits(index), |cell| {
                if !puzzle.has_box(after, cell) {
                    pushes.push(Push { from: cell, direction: node.direction });
                }
            });
            index = node.parent;
        }
    }

    pub fn len(&self) -> usize {
        self.len
    }

    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Bytes in use.
    pub fn memory(&self) -> usize {
        self.chunks.len() * CHUNK * (self.words + 2) * 8 + self.table.len() * 8
    }

    /// Bytes the next `add` will ask for at its worst, when the table must grow: old and new exist side by side.
    pub fn next_growth(&self) -> usize {
        let chunk = if self.len == self.chunks.len() * CHUNK { CHUNK * (self.words + 2) * 8 } else { 0 };
        chunk + if self.must_grow() { self.table.len() * 16 } else { 0 }
    }

    fn must_grow(&self) -> bool {
        self.len * 10 >= self.table.len() * 7
    }

    fn record(&self, index: u32) -> &[u64] {
        let size = self.words + 2;
        let at = (index as usize & (CHUNK - 1)) * size;
        &self.chunks[index as usize >> CHUNK_BITS][at..at + size]
    }

    fn record_mut(&mut self, index: u32) -> &mut [u64] {
        let size = self.words + 2;
        let at = (index as usize & (CHUNK - 1)) * size;
        &mut self.chunks[index as usize >> CHUNK_BITS][at..at + size]
    }

    pub fn bits(&self, index: u32) -> &[u64] {
        &self.record(index)[..self.words]
    }

    pub fn node(&self, index: u32) -> Node {
        Node::unpack(&self.record(index)[self.words..])
    }

    pub fn set_node(&mut self, index: u32, node: Node) {
        let words = self.words;
        self.record_mut(index)[words..].copy_from_slice(&node.pack());
    }

    /// The number of the position, if it was seen before.
    pub fn find(&self, key: u64, bits: &[u64], player: u16) -> Option<u32> {
        let mask = self.table.len() - 1;
        let mut at = place(key) & mask;
        loop {
            let entry = self.table[at];
            if entry == EMPTY {
                return None;
            }
            if entry >> 32 == key >> 32 {
                let record = self.record(entry as u32);
                if (record[self.words] >> 32) as u16 == player && &record[..self.words] == bits {
                    return Some(entry as u32);
                }
            }
            at = (at + 1) & mask;
        }
    }

    /// Adds a position that `find` does not know.
    pub fn add(&mut self, key: u64, bits: &[u64], node: Node) -> u32 {
        if self.must_grow() {
            self.grow();
        }
        if self.len == self.chunks.len() * CHUNK {
            self.chunks.push(vec![0; CHUNK * (self.words + 2)].into_boxed_slice());
        }
        let index = self.len as u32;
        self.len += 1;
        let words = self.words;
        let record = self.record_mut(index);
        record[..words].copy_from_slice(bits);
        record[words..].copy_from_slice(&node.pack());
        let mask = self.table.len() - 1;
        let mut at = place(key) & mask;
        while self.table[at] != EMPTY {
            at = (at + 1) & mask;
        }
        // Place and tag both come from the key's high half, so that growing needs no second look at the nodes.
        self.table[at] = key >> 32 << 32 | u64::from(index);
        index
    }

    fn grow(&mut self) {
        let bigger = self.table.len() * 2;
        let old = std::mem::replace(&mut self.table, vec![EMPTY; bigger]);
        let mask = bigger - 1;
        for entry in old.into_iter().filter(|&entry| entry != EMPTY) {
            let mut at = place(entry) & mask;
            while self.table[at] != EMPTY {
                at = (at + 1) & mask;
            }
            self.table[at] = entry;
        }
    }
}

/// Where an entry wants to lie.
fn place(entry: u64) -> usize {
    (entry >> 32) as usize
}
