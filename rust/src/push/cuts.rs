//! Which cells cut the floor: without them, some cells can no longer be reached from some others.
//!
//! Comes in:  the neighbour table, and cells that are taken away already.     Goes out: a mark for each such cell.
//!
//! All tables are by the area that the player is in, and most boxes cut nothing: there is one area, and no flood has to
//! find it out. One walk through the floor finds all cells that cut it (articulation points; Hopcroft and Tarjan
//! 1973).

/// Buffers to be used again.
#[derive(Default)]
pub struct Cuts {
    pub is_cut: Vec<bool>,
    /// When the walk came to a cell, from 1; 0: not yet.
    came: Vec<u32>,
    /// The earliest cell that can be reached from a cell and what was found after it.
    low: Vec<u32>,
    /// The walk: a cell, where it was reached from, and the next direction to try.
    path: Vec<(u16, u16, u8)>,
}

impl Cuts {
    /// Marks the cells that cut the floor without the blocked cells; returns how many pieces it is in already.
    pub fn find(&mut self, next: &[[u16; 4]], n: usize, blocked: impl Fn(usize) -> bool) -> usize {
        for buffer in [&mut self.came, &mut self.low] {
            buffer.clear();
            buffer.resize(n, 0);
        }
        self.is_cut.clear();
        self.is_cut.resize(n, false);
        let (mut pieces, mut time) = (0, 0);
        for root in 0..n {
            if self.came[root] != 0 || blocked(root) {
                continue;
            }
            pieces += 1;
            let mut branches = 0; // of the root, which cuts if it has more than one
            self.enter(root as u16, root as u16, &mut time);
            while let Some(&mut (cell, from, ref mut direction)) = self.path.last_mut() {
                let at = cell as usize;
                if *direction < 4 {
                    let other = next[at][*direction as usize];
                    *direction += 1;
                    if other as usize == n || blocked(other as usize) {
                        continue;
                    }
                    if self.came[other as usize] == 0 {
                        self.enter(other, cell, &mut time);
                    } else if other != from {
                        self.low[at] = self.low[at].min(self.came[other as usize]);
                    }
                    continue;
                }
                self.path.pop();
                let before = from as usize;
                if before == root {
                    branches += usize::from(at != root);
                } else {
                    self.low[before] = self.low[before].min(self.low[at]);
                    self.is_cut[before] |= self.low[at] >= self.came[before];
                }
            }
            self.is_cut[root] = branches > 1;
        }
        pieces
    }

    fn enter(&mut self, cell: u16, from: u16, time: &mut u32) {
        *time += 1;
        self.came[cell as usize] = *time;
        self.low[cell as usize] = *time;
        self.path.push((cell, from, 0));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::push::puzzle::{Kind, Puzzle};
    use crate::testing::{Random, Tiny};

    /// How many pieces the floor is in without these cells.
    fn pieces(puzzle: &Puzzle, without: &[usize]) -> usize {
        let mut seen = vec![false; puzzle.n + 1];
        seen[puzzle.n] = true;
        without.iter().for_each(|&cell| seen[cell] = true);
        let mut count = 0;
        for start in 0..puzzle.n {
            if std::mem::replace(&mut seen[start], true) {
                continue;
            }
            count += 1;
            let mut todo = vec![start];
            while let Some(at) = todo.pop() {
                for &other in &puzzle.next[at] {
                    if !std::mem::replace(&mut seen[other as usize], true) {
                        todo.push(other as usize);
                    }
                }
            }
        }
        count
    }

    #[test]
    fn a_cell_cuts_where_the_floor_without_it_is_in_more_pieces() {
        let mut cuts = Cuts::default();
        let mut found = [0; 2];
        let mut random = Random::new(16);
        for _ in 0..300 {
            let puzzle = Tiny::random(&mut random, Kind::Goals, 3).puzzle();
            for gone in 0..puzzle.n {
                let before = cuts.find(&puzzle.next, puzzle.n, |cell| cell == gone);
                assert_eq!(before, pieces(&puzzle, &[gone]));
                for cell in (0..puzzle.n).filter(|&cell| cell != gone) {
                    let is_cut = pieces(&puzzle, &[gone, cell]) > before;
                    assert_eq!(cuts.is_cut[cell], is_cut);
                    found[usize::from(is_cut)] += 1;
                }
            }
        }
        assert!(found.iter().all(|&number| number > 1000), "{found:?}");
    }
}
