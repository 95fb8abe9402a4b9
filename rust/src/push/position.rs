//! A position: the boxes and open holes as bits, and the player's cell.
//!
//! A position is `live` bits for boxes followed by one bit for each hole that is still open. Next to it goes the
//! player's cell: the least one of its area where only pushes count (the usual normalisation), else its own.
//!
//! Keys are Zobrist's (1970): one random word for every fact, so a push changes a key by two or three xors.

use super::NONE;
use super::puzzle::{Kind, Puzzle};
use super::walk::Walk;
use crate::bits;

impl Puzzle {
    /// Whether a box stands in the cell; walls and dead squares never hold one.
    #[inline]
    pub fn has_box(&self, bits: &[u64], cell: u16) -> bool {
        (cell as usize) < self.live && bits::has(bits, cell)
    }

    /// Whether the cell is a hole that nothing has filled yet.
    #[inline]
    pub fn is_open_hole(&self, bits: &[u64], cell: u16) -> bool {
        let hole = self.hole[cell as usize];
        hole != NONE && bits::has(bits, self.live + hole as usize)
    }

    /// Calls `visit` with every box, ascending.
    #[inline]
    pub fn each_box(&self, bits: &[u64], mut visit: impl FnMut(u16)) {
        bits::common(bits, &self.box_mask).for_each(|cell| visit(cell as u16));
    }

    /// The boxes, ascending.
    pub fn boxes(&self, bits: &[u64]) -> Vec<u16> {
        bits::common(bits, &self.box_mask).map(|cell| cell as u16).collect()
    }

    pub fn count_boxes(&self, bits: &[u64]) -> usize {
        bits.iter().zip(&self.box_mask).map(|(&word, &mask)| (word & mask).count_ones() as usize).sum()
    }

    pub fn count_open_holes(&self, bits: &[u64]) -> usize {
        bits.iter().zip(&self.box_mask).map(|(&word, &mask)| (word & !mask).count_ones() as usize).sum()
    }

    /// How much is left to do: boxes off the goals, boxes not yet in a sink, or open holes.
    pub fn count_left(&self, bits: &[u64]) -> usize {
        match self.kind {
            Kind::Sinks => self.count_boxes(bits),
            Kind::Holes => self.count_open_holes(bits),
            Kind::Goals => {
                bits.iter().zip(&self.goal_mask).map(|(&word, &goals)| (word & !goals).count_ones() as usize).sum()
            }
        }
    }

    pub fn is_solved(&self, bits: &[u64]) -> bool {
        match self.kind {
            Kind::Goals => bits.iter().zip(&self.goal_mask).all(|(&word, &mask)| word & !mask == 0),
            Kind::Sinks => bits.iter().all(|&word| word == 0),
            Kind::Holes => bits.iter().zip(&self.box_mask).all(|(&word, &mask)| word & !mask == 0),
        }
    }

    /// The key of a whole position.
    pub fn key(&self, bits: &[u64], player: u16) -> u64 {
        bits::iter(bits).fold(self.player_key(player), |key, at| key ^ self.bit_keys[at])
    }

    #[inline]
    pub fn player_key(&self, player: u16) -> u64 {
        self.player_keys[player as usize]
    }

    /// Whether the box in `from` can be pushed in a direction: to a cell where it may stand, by a player who has
    /// reached the cell behind it. `walk` has flooded from the player.
    #[inline]
    pub fn can_push(&self, bits: &[u64], walk: &Walk, from: u16, direction: usize) -> bool {
        let to = self.next[from as usize][direction];
        let behind = self.next[from as usize][direction ^ 1];
        walk.reached(behind) && (to as usize) < self.live && !self.has_box(bits, to)
    }

    /// The free cells beside a cell that the player cannot walk to. `walk` has flooded from the player.
    pub fn shut_out<'w>(&self, walk: &'w Walk, cell: u16) -> impl Iterator<Item = u16> + 'w {
        self.next[cell as usize].into_iter().filter(|&other| walk.untouched(other))
    }

    /// Moves the box in `from` to `to` in the bits, with all that follows; returns the change of the key.
    /// The push must be possible.
    #[inline]
    pub fn push(&self, bits: &mut [u64], from: u16, to: u16) -> u64 {
        bits::clear(bits, from);
        let change = self.bit_keys[from as usize];
        if self.sink[to as usize] {
            return change;
        }
        if self.is_open_hole(bits, to) {
            let at = self.live + self.hole[to as usize] as usize;
            bits::clear(bits, at);
            return change ^ self.bit_keys[at];
        }
        bits::set(bits, to);
        change ^ self.bit_keys[to as usize]
    }

    /// Marks boxes and open holes for a walk.
    #[inline]
    pub fn block(&self, walk: &mut Walk, bits: &[u64]) {
        walk.begin();
        self.each_box(bits, |cell| walk.block(cell));
        for (index, &cell) in self.holes.iter().enumerate() {
            if bits::has(bits, self.live + index) {
                walk.block(cell);
            }
        }
    }
}
