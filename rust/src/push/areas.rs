//! The parts into which boxes cut the floor.
//!
//! Comes in:  a position.     Goes out: for each free cell the name of its part, which is the least cell in it.
//!
//! Where one box is moved about, the floor is walked once without it, depth first (Hopcroft and Tarjan 1973). That
//! tells for every cell into which parts a box there would cut its own part: the branches of the walk below the cell
//! from which no other way leads up, and all the rest. So putting the box down costs no walk at all.

use super::puzzle::Puzzle;

/// The cell holds a box, or is wall.
pub const CLOSED: u16 = u16::MAX;
/// A time before the walk has come.
const UNSEEN: u16 = u16::MAX - 1;

/// What the walk knows of a cell.
#[derive(Debug, Clone, Copy)]
struct Visit {
    /// The least cell of its part, where the walk began; without the box put down. `CLOSED` where none.
    root: u16,
    /// When the walk left the branch below, and the earliest cell which that branch leads to.
    leave: u16,
    low: u16,
    /// The cell from which the walk came.
    above: u16,
    /// The least cell of the branch.
    least: u16,
}

/// A cell on the way from the root to where the walk is, with what is known of it so far.
#[derive(Debug, Clone, Copy)]
struct Branch {
    cell: u16,
    above: u16,
    direction: u16,
    low: u16,
    least: u16,
}

pub struct Areas {
    visits: Vec<Visit>,
    /// When the walk came: `CLOSED` is later than all.
    enter: Vec<u16>,
    /// The roots.
    parts: Vec<u16>,
    /// All free cells in the order of the walk, so by `enter`.
    order: Vec<u16>,
    path: Vec<Branch>,
    /// The box put down, or `CLOSED`, and the branches that it cuts off: times between which they were walked, and
    /// their names.
    put: u16,
    cut: [(u16, u16, u16); 4],
    cuts: usize,
}

impl Areas {
    pub fn new(n: usize) -> Self {
        let closed = Visit { root: CLOSED, leave: 0, low: 0, above: CLOSED, least: 0 };
        Self {
            visits: vec![closed; n + 1],
            enter: vec![CLOSED; n + 1],
            parts: Vec::new(),
            order: Vec::with_capacity(n),
            path: Vec::new(),
            put: CLOSED,
            cut: [(0, 0, 0); 4],
            cuts: 0,
        }
    }

    /// How many parts there are.
    #[inline]
    pub fn count(&self) -> usize {
        if self.put == CLOSED {
            return self.parts.len();
        }
        // The part of the box gives way to its branches, and to the rest, if the box does not stand at its root.
        self.parts.len() - 1 + self.cuts + usize::from(self.visits[self.put as usize].root != self.put)
    }

    /// The names of all parts, with no box put down.
    pub fn names(&self) -> &[u16] {
        &self.parts
    }

    /// The cells of the part with this name, with no box put down.
    pub fn cells(&self, name: u16) -> &[u16] {
        let enter = self.enter[name as usize];
        let leave = self.visits[name as usize].leave;
        &self.order[enter as usize..leave as usize]
    }

    /// The names of all parts, with the box that was put down.
    #[inline]
    pub fn each_name(&self, mut visit: impl FnMut(u16)) {
        self.parts.iter().filter(|&&name| name != self.put).for_each(|&name| visit(name));
        if self.put != CLOSED {
            self.cut[..self.cuts].iter().for_each(|&(.., name)| visit(name));
        }
    }

    /// Walks through everything.
    pub fn scan(&mut self, puzzle: &Puzzle, bits: &[u64]) {
        self.scan_along(&puzzle.next, puzzle, bits);
    }

    /// The same with other ways from cell to cell than those of the board; `put_along` then wants these too.
    pub fn scan_along(&mut self, next: &[[u16; 4]], puzzle: &Puzzle, bits: &[u64]) {
        let n = puzzle.n;
        self.put = CLOSED;
        let Self { visits, enter, .. } = self;
        enter[..n].fill(UNSEEN);
        puzzle.each_box(bits, |cell| {
            visits[cell as usize].root = CLOSED;
            enter[cell as usize] = CLOSED;
        });
        self.parts.clear();
        self.order.clear();
        let mut clock = 0;
        for start in 0..n as u16 {
            if self.enter[start as usize] == UNSEEN {
                self.parts.push(start);
                clock = self.walk_from(next, start, clock);
            }
        }
    }

    /// Walks through one part, beginning at this time; returns when it is done.
    fn walk_from(&mut self, next: &[[u16; 4]], start: u16, mut clock: u16) -> u16 {
        let Self { visits, enter, path, order, .. } = self;
        enter[start as usize] = clock;
        let mut here = Branch { cell: start, above: CLOSED, direction: 0, low: clock, least: start };
        order.push(start);
        clock += 1;
        loop {
            let Branch { cell, above, direction, .. } = here;
            if direction == 4 {
                let Branch { low, least, .. } = here;
                visits[cell as usize] = Visit { root: start, leave: clock, low, above, least };
                let Some(up) = path.pop() else { return clock };
                here = Branch { low: up.low.min(low), least: up.least.min(least), ..up };
                continue;
            }
            let other = next[cell as usize][direction as usize];
            here.direction += 1;
            let time = enter[other as usize];
            if time == UNSEEN {
                path.push(here);
                enter[other as usize] = clock;
                here = Branch { cell: other, above: cell, direction: 0, low: clock, least: other };
                order.push(other);
                clock += 1;
            } else if other != above {
                here.low = here.low.min(time);
            }
        }
    }

    /// Puts one more box down, on a free cell; the one that was put down before is gone.
    #[inline]
    pub fn put(&mut self, puzzle: &Puzzle, cell: u16) {
        self.put_along(&puzzle.next, cell);
    }

    #[inline]
    pub fn put_along(&mut self, next: &[[u16; 4]], cell: u16) {
        self.put = cell;
        self.cuts = 0;
        let here = self.enter[cell as usize];
        for &other in &next[cell as usize] {
            let Visit { root, leave, low, above, least } = self.visits[other as usize];
            if root != CLOSED && above == cell && low >= here {
                self.cut[self.cuts] = (self.enter[other as usize], leave, least);
                self.cuts += 1;
            }
        }
    }

    /// The name of the part a cell is in, or `CLOSED`.
    #[inline]
    pub fn name(&self, cell: u16) -> u16 {
        let root = self.visits[cell as usize].root;
        if self.put == CLOSED || root != self.visits[self.put as usize].root {
            return root;
        }
        if cell == self.put {
            return CLOSED;
        }
        let time = self.enter[cell as usize];
        let cut = self.cut[..self.cuts].iter().find(|&&(enter, leave, _)| (enter..leave).contains(&time));
        cut.map_or(root, |&(.., name)| name)
    }

    /// The name of the player's part after the box in `from` has been moved to `to`, which is free; the player is then
    /// in `player`, which may be `from`. The box that was put down before is gone.
    #[inline]
    pub fn name_after(&mut self, puzzle: &Puzzle, from: u16, to: u16, player: u16) -> u16 {
        self.put(puzzle, to);
        let around = puzzle.next[from as usize].map(|other| self.name(other));
        let part = if player == from { CLOSED } else { self.name(player) };
        // The cell that the box has left joins the parts around it.
        if player == from || around.contains(&part) { around.into_iter().fold(from, u16::min) } else { part }
    }

    /// How many parts there are after the box in `from` has been moved to where one was put down.
    #[inline]
    pub fn count_after(&self, puzzle: &Puzzle, from: u16) -> usize {
        let around = puzzle.next[from as usize].map(|other| self.name(other));
        let joined = (0..4).filter(|&at| around[at] != CLOSED && !around[..at].contains(&around[at])).count();
        self.count() + 1 - joined
    }

    /// The free cells beside the box that the player has just pushed from `from` to `to` and cannot walk to.
    /// `name_after` was asked before.
    #[inline]
    pub fn shut_out(&self, puzzle: &Puzzle, from: u16, to: u16) -> impl Iterator<Item = u16> {
        let around = puzzle.next[from as usize].map(|other| self.name(other));
        puzzle.next[to as usize].into_iter().filter(move |&other| {
            let part = self.name(other);
            other != from && part != CLOSED && !around.contains(&part)
        })
    }

    /// Whether the cell holds a box, or is wall.
    #[inline]
    pub fn is_closed(&self, cell: u16) -> bool {
        self.visits[cell as usize].root == CLOSED || cell == self.put
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
            let [mut areas, mut scanned] = [(); 2].map(|()| Areas::new(puzzle.n));
            areas.scan(&puzzle, &puzzle.start);
            for cell in (0..puzzle.live as u16).filter(|&cell| !puzzle.has_box(&puzzle.start, cell)) {
                let mut bits = puzzle.start.clone();
                bits[cell as usize >> 6] |= 1 << (cell & 63);
                areas.put(&puzzle, cell);
                scanned.scan(&puzzle, &bits);
                assert_eq!(areas.count(), scanned.count(), "{}", tiny.draw(tiny.start()));
                for other in 0..=puzzle.n as u16 {
                    assert_eq!(areas.name(other), scanned.name(other), "{}", tiny.draw(tiny.start()));
                    assert_eq!(areas.is_closed(other), scanned.is_closed(other));
                }
                let mut names = Vec::new();
                areas.each_name(|name| names.push(name));
                names.sort_unstable();
                assert_eq!(names, scanned.names(), "{}", tiny.draw(tiny.start()));
                cuts += usize::from(scanned.count() > areas.names().len());
            }
        }
        assert!(cuts > 1000, "{cuts}");
    }

    #[test]
    fn a_box_moved_gives_what_a_walk_gives() {
        let mut random = Random::new(10);
        let mut moves = 0;
        for _ in 0..3000 {
            let tiny = Tiny::random(&mut random, Kind::Goals, 6);
            let puzzle = Puzzle::new(&tiny.board(), tiny.place(tiny.player), &tiny.places(tiny.boxes)).unwrap();
            let [mut areas, mut scanned] = [(); 2].map(|()| Areas::new(puzzle.n));
            areas.scan(&puzzle, &puzzle.start);
            let mut walk = crate::push::walk::Walk::new(puzzle.n);
            for from in puzzle.boxes(&puzzle.start) {
                for to in puzzle.next[from as usize].into_iter().filter(|&to| (to as usize) < puzzle.live) {
                    let free = |cell: &u16| !puzzle.has_box(&puzzle.start, *cell) && *cell != to;
                    for player in (0..puzzle.n as u16).filter(|cell| *cell == from || free(cell)) {
                        if puzzle.has_box(&puzzle.start, to) {
                            continue;
                        }
                        let mut bits = puzzle.start.clone();
                        puzzle.push(&mut bits, from, to);
                        puzzle.block(&mut walk, &bits);
                        let name = areas.name_after(&puzzle, from, to, player);
                        scanned.scan(&puzzle, &bits);
                        assert_eq!(areas.count_after(&puzzle, from), scanned.count(), "{}", tiny.draw(tiny.start()));
                        assert_eq!(name, walk.flood(&puzzle.next, player), "{}", tiny.draw(tiny.start()));
                        moves += 1;
                    }
                }
            }
        }
        assert!(moves > 10_000, "{moves}");
    }

    #[test]
    fn names_are_the_least_cells() {
        let mut random = Random::new(9);
        for _ in 0..300 {
            let tiny = Tiny::random(&mut random, Kind::Goals, 6);
            let puzzle = Puzzle::new(&tiny.board(), tiny.place(tiny.player), &tiny.places(tiny.boxes)).unwrap();
            let mut areas = Areas::new(puzzle.n);
            areas.scan(&puzzle, &puzzle.start);
            let mut walk = crate::push::walk::Walk::new(puzzle.n);
            for cell in (0..puzzle.n as u16).filter(|&cell| !puzzle.has_box(&puzzle.start, cell)) {
                puzzle.block(&mut walk, &puzzle.start);
                assert_eq!(areas.name(cell), walk.flood(&puzzle.next, cell));
                let sorted = |cells: &[u16]| cells.iter().copied().collect::<std::collections::BTreeSet<u16>>();
                assert_eq!(sorted(areas.cells(areas.name(cell))), sorted(walk.cells()));
            }
        }
    }
}
