//! The parts into which boxes cut the floor.
//!
//! Comes in:  a position.     Goes out: a number for each free cell, and the least cell of each part.
//!
//! Where one box is moved about, the floor is labelled once without it; then each cell it comes to changes little. If
//! the free cells around it hang together, nothing is cut; else only the part it stands in is labelled anew.

use crate::push::puzzle::Puzzle;

/// The cell holds a box, or is wall.
pub const CLOSED: u16 = u16::MAX;
const UNSEEN: u16 = u16::MAX - 1;

pub struct Areas {
    pub label: Vec<u16>,
    /// The least cell of each part: it names the part.
    pub least: Vec<u16>,
    todo: Vec<u16>,
}

impl Areas {
    pub fn new(n: usize) -> Self {
        Self { label: vec![CLOSED; n + 1], least: Vec::new(), todo: Vec::new() }
    }

    pub fn count(&self) -> usize {
        self.least.len()
    }

    /// Labels everything.
    pub fn scan(&mut self, puzzle: &Puzzle, bits: &[u64]) {
        let Self { label, least, todo } = self;
        let n = puzzle.n;
        label[..n].fill(UNSEEN);
        puzzle.each_box(bits, |cell| label[cell as usize] = CLOSED);
        least.clear();
        for start in 0..n as u16 {
            if label[start as usize] != UNSEEN {
                continue;
            }
            let name = least.len() as u16;
            least.push(start);
            label[start as usize] = name;
            todo.push(start);
            while let Some(cell) = todo.pop() {
                for &other in &puzzle.next[cell as usize] {
                    let mark = &mut label[other as usize];
                    if *mark == UNSEEN {
                        *mark = name;
                        todo.push(other);
                    }
                }
            }
        }
    }

    /// Takes over what another has found, with one more box in `cell`, which was free.
    pub fn put(&mut self, puzzle: &Puzzle, rings: &Rings, without: &Self, cell: u16) {
        self.label.copy_from_slice(&without.label);
        self.least.clone_from(&without.least);
        let Self { label, least, todo } = self;
        let name = std::mem::replace(&mut label[cell as usize], CLOSED);
        let neighbours = puzzle.next[cell as usize];
        if !neighbours.iter().any(|&other| label[other as usize] == name) {
            // The part was this one cell; a name that no cell bears any more must not be counted.
            let last = least.len() as u16 - 1;
            least.swap_remove(name as usize);
            label.iter_mut().filter(|label| **label == last).for_each(|label| *label = name);
            return;
        }
        if !rings.is_cut(cell, |other| label[other as usize] == name)
            || hang_together(puzzle, label, todo, neighbours, name)
        {
            if least[name as usize] == cell {
                let next = (cell + 1..puzzle.n as u16).find(|&other| label[other as usize] == name);
                least[name as usize] = next.expect("the part has another cell");
            }
            return;
        }
        // Each neighbour's part gets a name of its own.
        for start in neighbours {
            if label[start as usize] != name {
                continue;
            }
            // While it is flooded a part bears a fresh name, so that the old one still means "unseen".
            let fresh = least.len() as u16;
            let mut lowest = start;
            label[start as usize] = fresh;
            todo.push(start);
            while let Some(at) = todo.pop() {
                lowest = lowest.min(at);
                for &other in &puzzle.next[at as usize] {
                    if label[other as usize] == name {
                        label[other as usize] = fresh;
                        todo.push(other);
                    }
                }
            }
            least.push(lowest);
        }
        // The old name is free now: the last part takes it.
        let last = least.len() as u16 - 1;
        least.swap_remove(name as usize);
        label.iter_mut().filter(|label| **label == last).for_each(|label| *label = name);
    }

    /// The name of the part a cell is in.
    #[inline]
    pub fn name(&self, cell: u16) -> u16 {
        self.least[self.label[cell as usize] as usize]
    }
}

/// Whether there is a way round between those of four neighbours that bear a name: a walk that ends when it has met all.
fn hang_together(puzzle: &Puzzle, label: &mut [u16], todo: &mut Vec<u16>, neighbours: [u16; 4], name: u16) -> bool {
    let mut there = neighbours.into_iter().filter(|&other| label[other as usize] == name);
    let Some(start) = there.next() else { return true };
    let mut missing = there.count();
    label[start as usize] = UNSEEN;
    todo.push(start);
    let mut at = 0;
    while at < todo.len() && missing > 0 {
        for &other in &puzzle.next[todo[at] as usize] {
            if label[other as usize] == name {
                label[other as usize] = UNSEEN;
                todo.push(other);
                missing -= usize::from(neighbours.contains(&other));
            }
        }
        at += 1;
    }
    todo.drain(..).for_each(|cell| label[cell as usize] = name);
    missing == 0
}

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::push::puzzle::Kind;
    use crate::testing::{Random, Tiny};

    #[test]
    fn a_box_put_down_gives_what_a_scan_gives() {
        let mut random = Random::new(8);
        let mut cuts = 0;
        for _ in 0..3000 {
            let tiny = Tiny::random(&mut random, Kind::Goals, 6);
            let puzzle = Puzzle::new(&tiny.board(), tiny.place(tiny.player), &tiny.places(tiny.boxes)).unwrap();
            let rings = Rings::new(&puzzle);
            let [mut without, mut with, mut scanned] = [(); 3].map(|()| Areas::new(puzzle.n));
            without.scan(&puzzle, &puzzle.start);
            for cell in (0..puzzle.live as u16).filter(|&cell| !puzzle.has_box(&puzzle.start, cell)) {
                let mut bits = puzzle.start.clone();
                bits[cell as usize >> 6] |= 1 << (cell & 63);
                with.put(&puzzle, &rings, &without, cell);
                scanned.scan(&puzzle, &bits);
                assert_eq!(with.count(), scanned.count(), "{}", tiny.draw(tiny.start()));
                for other in (0..puzzle.n as u16).filter(|&other| scanned.label[other as usize] != CLOSED) {
                    assert_eq!(with.name(other), scanned.name(other), "{}", tiny.draw(tiny.start()));
                }
                cuts += usize::from(scanned.count() > without.count());
            }
        }
        assert!(cuts > 1000, "{cuts}");
    }
}
