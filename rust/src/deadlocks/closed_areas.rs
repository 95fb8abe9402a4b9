//! Areas that the player is shut out of: can they ever be opened?
//!
//! Comes in:  a position.     Goes out: "dead", or "not that I can see".
//!
//!     ########     For each area that the player cannot reach, and each two that touch one box: the boxes near it are
//!     # $  . #     taken by themselves (`part_search`, rule `Open`). If everything they can do is seen without the
//!     #$ $@  #     area being opened, and something has to be done there, the position has no plan.
//!     # $  . #
//!     ########     Yaron Shoham's Festival finds most of its deadlocks so, and needs three times the positions without.

use super::part_search::{Ground, PartSearch, Rule};
use super::sets;
use crate::push::NONE;
use crate::push::puzzle::{Kind, Puzzle};

pub struct ClosedAreas {
    /// The area that each cell belongs to: 0 is the player's.
    label: Vec<u16>,
    todo: Vec<u16>,
    areas: Vec<Vec<u64>>,
    both: Vec<u64>,
    together: Vec<(u16, u16)>,
    /// Positions for each question.
    most: usize,
}

impl ClosedAreas {
    pub fn new(puzzle: &Puzzle, most: usize) -> Self {
        let (label, todo) = (vec![NONE; puzzle.n + 1], Vec::new());
        Self { label, todo, areas: Vec::new(), both: Vec::new(), together: Vec::new(), most }
    }

    pub fn is_dead(&mut self, ground: &Ground, search: &mut PartSearch, bits: &[u64], player: u16) -> bool {
        let puzzle = ground.puzzle;
        if puzzle.kind == Kind::Holes {
            return false;
        }
        let count = self.find_areas(puzzle, bits, player, search.wide());
        for area in 1..count {
            if search.is_dead(ground, Rule::Open, (bits, &self.areas[area], player), self.most) {
                return true;
            }
        }
        self.find_neighbours(ground, bits);
        for at in 0..self.together.len() {
            let (a, b) = self.together[at];
            self.both.clone_from(&self.areas[a as usize]);
            self.both.iter_mut().zip(&self.areas[b as usize]).for_each(|(word, more)| *word |= more);
            if search.is_dead(ground, Rule::Open, (bits, &self.both, player), self.most) {
                return true;
            }
        }
        false
    }

    /// Labels the areas, the player's first; returns how many there are.
    fn find_areas(&mut self, puzzle: &Puzzle, bits: &[u64], player: u16, wide: usize) -> usize {
        self.label[..puzzle.n].fill(NONE);
        let mut count = 0;
        for start in std::iter::once(player).chain(0..puzzle.n as u16) {
            if self.label[start as usize] != NONE || puzzle.has_box(bits, start) {
                continue;
            }
            if self.areas.len() == count {
                self.areas.push(Vec::new());
            }
            let area = &mut self.areas[count];
            area.clear();
            area.resize(wide, 0);
            self.label[start as usize] = count as u16;
            self.todo.push(start);
            while let Some(cell) = self.todo.pop() {
                sets::add(area, cell);
                for &other in &puzzle.next[cell as usize] {
                    if other as usize != puzzle.n && self.label[other as usize] == NONE && !puzzle.has_box(bits, other)
                    {
                        self.label[other as usize] = count as u16;
                        self.todo.push(other);
                    }
                }
            }
            count += 1;
        }
        count
    }

    /// Pairs of closed areas that touch one box, which is not a wall.
    fn find_neighbours(&mut self, ground: &Ground, bits: &[u64]) {
        let &Ground { puzzle, board, .. } = ground;
        self.together.clear();
        let Self { label, together, .. } = self;
        puzzle.each_box(bits, |cell| {
            if sets::has(&board.walls, cell) {
                return;
            }
            let areas = puzzle.next[cell as usize].map(|other| label[other as usize]);
            for first in 0..4 {
                for second in first + 1..4 {
                    let pair = (areas[first].min(areas[second]), areas[first].max(areas[second]));
                    if pair.0 > 0 && pair.1 != NONE && pair.0 < pair.1 && !together.contains(&pair) {
                        together.push(pair);
                    }
                }
            }
        });
    }
}
