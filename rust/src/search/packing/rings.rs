//! The cells around a cell, and whether a box there cuts what lies around it.

use crate::push::puzzle::Puzzle;

/// The eight cells around each cell, in a circle.
pub struct Rings(Vec<[u16; 8]>);

impl Rings {
    pub fn new(puzzle: &Puzzle) -> Self {
        let next = &puzzle.next;
        let corner = |cell: u16, a: usize, b: usize| {
            let (one, other) = (next[cell as usize][a], next[cell as usize][b]);
            if one as usize != puzzle.n { next[one as usize][b] } else { next[other as usize][a] }
        };
        let ring = |cell: u16| {
            let [up, down, left, right] = next[cell as usize];
            let corners = [(0, 3), (1, 3), (1, 2), (0, 2)].map(|(a, b)| corner(cell, a, b));
            [up, corners[0], right, corners[1], down, corners[2], left, corners[3]]
        };
        Self((0..puzzle.n as u16).map(ring).collect())
    }

    /// Whether the free ones of the four neighbours do not hang together by the free cells around.
    #[inline]
    pub fn is_cut(&self, cell: u16, is_free: impl Fn(u16) -> bool) -> bool {
        let ring = &self.0[cell as usize];
        let free = (0..8).filter(|&at| is_free(ring[at])).fold(0u8, |mask, at| mask | 1 << at);
        // A neighbour is at an even place; it is joined to the next one if the corner between them is free too.
        let sides = free & 0b0101_0101;
        let joints = free.rotate_right(1) & sides & sides.rotate_right(2);
        sides.count_ones() > joints.count_ones() + 1
    }
}
