//! Areas that must be opened, and can only be opened from where the player is, on a board with frozen boxes as walls.
//!
//! Comes in:  a position and its board with walls.     Goes out: the only pushes worth trying, or "dead".
//!
//! The same idea as `pi_corral`, which tells why it is true. This one knows more, for searches to which a position is
//! dear: boxes that never move are walls, pushes to where a box has no goal any more do not count, and an area with an
//! empty goal must be opened even if all boxes around it are home, where no goal is to spare. Every closed area is a
//! start of its own, also one that another area took in before it came to nothing.

use super::frozen::Walled;
use super::pi_corral::Verdict;
use super::sets;
use crate::push::puzzle::{Kind, Puzzle};
use crate::push::walk::Walk;

pub struct MustOpen {
    /// The cell belongs to this try's area, or is one of its boxes, where it bears its stamp.
    stamp: u32,
    area: Vec<u32>,
    around: Vec<u32>,
    /// Cells whose area was the start of a try, by round.
    tried: Vec<u32>,
    round: u32,
    boxes: Vec<u16>,
    open_goal: bool,
    todo: Vec<u16>,
    found: Vec<(u16, u8)>,
    /// The pushes to try, as box and direction.
    pub pushes: Vec<(u16, u8)>,
}

struct Position<'a> {
    puzzle: &'a Puzzle,
    bits: &'a [u64],
    walk: &'a Walk,
    board: &'a Walled,
}

impl Position<'_> {
    fn is_wall(&self, cell: u16) -> bool {
        cell as usize == self.puzzle.n || sets::has(&self.board.walls, cell)
    }

    fn has_box(&self, cell: u16) -> bool {
        self.puzzle.has_box(self.bits, cell)
    }
}

impl MustOpen {
    pub fn new(puzzle: &Puzzle) -> Self {
        let fresh = || vec![0; puzzle.n + 1];
        Self {
            stamp: 0,
            area: fresh(),
            around: fresh(),
            tried: fresh(),
            round: 0,
            boxes: Vec::new(),
            open_goal: false,
            todo: Vec::new(),
            found: Vec::new(),
            pushes: Vec::new(),
        }
    }

    /// `walk` has flooded from the player with the boxes blocked; `board` is that of this position.
    pub fn find(&mut self, puzzle: &Puzzle, bits: &[u64], walk: &Walk, board: &Walled) -> Verdict {
        let count = puzzle.count_boxes(bits);
        // With holes a box may be left where it is, so nothing must be opened.
        if puzzle.kind == Kind::Holes || walk.cells().len() + count == puzzle.n {
            return Verdict::Free;
        }
        let position = Position { puzzle, bits, walk, board };
        let no_spare = puzzle.kind == Kind::Goals && count == puzzle.targets.len();
        self.round += 1;
        let mut best = usize::MAX;
        for start in 0..puzzle.n as u16 {
            if !walk.untouched(start) || self.tried[start as usize] == self.round || !self.grow(&position, start) {
                continue;
            }
            let is_home = |&cell: &u16| puzzle.kind == Kind::Goals && puzzle.goal[cell as usize];
            let must_open = (no_spare && self.open_goal) || !self.boxes.iter().all(is_home);
            if must_open && self.found.len() < best {
                best = self.found.len();
                std::mem::swap(&mut self.pushes, &mut self.found);
                if best == 0 {
                    return Verdict::Dead;
                }
            }
        }
        if best == usize::MAX { Verdict::Free } else { Verdict::Only }
    }

    fn add_box(&mut self, cell: u16) {
        if self.around[cell as usize] != self.stamp {
            self.around[cell as usize] = self.stamp;
            self.boxes.push(cell);
        }
    }

    fn add_area(&mut self, position: &Position, start: u16, is_start: bool) {
        self.area[start as usize] = self.stamp;
        self.todo.push(start);
        while let Some(cell) = self.todo.pop() {
            if is_start {
                self.tried[cell as usize] = self.round;
            }
            self.open_goal |= position.puzzle.goal[cell as usize];
            for &other in &position.puzzle.next[cell as usize] {
                if position.is_wall(other) || self.area[other as usize] == self.stamp {
                    continue;
                }
                if position.has_box(other) {
                    self.add_box(other);
                } else {
                    self.area[other as usize] = self.stamp;
                    self.todo.push(other);
                }
            }
        }
    }

    /// Grows area and boxes from one closed cell; false where they would reach the player.
    fn grow(&mut self, position: &Position, start: u16) -> bool {
        let &Position { puzzle, walk, board, .. } = position;
        self.stamp += 1;
        self.boxes.clear();
        self.open_goal = false;
        self.add_area(position, start, true);
        loop {
            self.found.clear();
            let mut grown = false;
            let mut at = 0;
            while at < self.boxes.len() {
                let cell = self.boxes[at];
                at += 1;
                for direction in 0..4usize {
                    let behind = puzzle.next[cell as usize][direction ^ 1];
                    let ahead = puzzle.next[cell as usize][direction];
                    let is_in = |set: &[u32], cell: u16| set[cell as usize] == self.stamp;
                    // Pushes that nothing can come to before another box of these has moved, or that end all hope.
                    if position.is_wall(behind)
                        || is_in(&self.area, behind)
                        || is_in(&self.around, behind)
                        || is_in(&self.around, ahead)
                        || position.is_wall(ahead)
                        || !board.reach.is_alive(ahead, direction ^ 1)
                    {
                        continue;
                    }
                    let goes_in = is_in(&self.area, ahead);
                    if goes_in && walk.reached(behind) {
                        self.found.push((cell, direction as u8));
                        continue;
                    }
                    // It must be shut out, or the area is no such area.
                    grown = true;
                    if !goes_in && position.has_box(ahead) {
                        self.add_box(ahead);
                    } else if position.has_box(behind) {
                        self.add_box(behind);
                    } else if !goes_in && walk.untouched(ahead) {
                        self.add_area(position, ahead, false);
                    } else if walk.untouched(behind) {
                        self.add_area(position, behind, false);
                    } else {
                        return false;
                    }
                }
            }
            if !grown {
                return true;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deadlocks::frozen::Frozen;
    use crate::deadlocks::pi_corral::PiCorral;
    use crate::testing::{Oracle, Random, Tiny};
    use std::collections::HashMap;

    /// Of a position that can be solved some push that is left can be solved too; and more is left out than without
    /// walls.
    #[test]
    fn leaves_a_way_to_every_win() {
        let mut random = Random::new(31);
        let (mut only, mut dead, mut plain) = (0, 0, 0);
        for round in 0..1500 {
            let kind = [Kind::Goals, Kind::Goals, Kind::Sinks, Kind::Holes][round % 4];
            let tiny = Tiny::random(&mut random, kind, 4);
            let Some(oracle) = Oracle::new(&tiny, 12_000) else { continue };
            let puzzle = Puzzle::new(&tiny.board(), tiny.place(tiny.player), &tiny.places(tiny.boxes)).unwrap();
            if puzzle.hopeless.is_some() {
                continue;
            }
            let number: HashMap<_, _> = oracle.positions.iter().enumerate().map(|(at, &p)| (p, at)).collect();
            let at = |cell: u16| {
                let (row, column) = puzzle.places[cell as usize];
                row * tiny.width + column
            };
            let (mut frozen, mut walk) = (Frozen::new(&puzzle), Walk::new(puzzle.n));
            let (mut must_open, mut pi_corral) = (MustOpen::new(&puzzle), PiCorral::new(&puzzle));
            for (&position, truth) in oracle.positions.iter().zip(&oracle.truths) {
                let Some((bits, player)) = tiny.bits(&puzzle, position) else { continue };
                if tiny.is_won(position) || frozen.is_dead(&puzzle, &bits, player) {
                    continue;
                }
                puzzle.block(&mut walk, &bits);
                walk.flood(&puzzle.next, player);
                let mut boxes = Vec::new();
                puzzle.each_box(&bits, |cell| boxes.push(cell));
                plain += usize::from(pi_corral.find(&puzzle, &bits, &boxes, &walk) != Verdict::Free);
                let picture = || tiny.draw(position);
                match must_open.find(&puzzle, &bits, &walk, frozen.board()) {
                    Verdict::Free => {}
                    Verdict::Dead => {
                        assert!(truth.is_none(), "dead{}", picture());
                        dead += 1;
                    }
                    Verdict::Only => {
                        let wins = |&(cell, direction): &(u16, u8)| {
                            let beside = at(puzzle.next[cell as usize][direction as usize ^ 1]);
                            let (after, pushed) =
                                tiny.press((beside, position.1, position.2), direction as usize).expect("a push");
                            assert!(pushed, "no push{}", picture());
                            oracle.truths[number[&after]].is_some()
                        };
                        assert!(truth.is_none() || must_open.pushes.iter().any(wins), "{}", picture());
                        only += 1;
                    }
                }
            }
        }
        // Where all pushes are shut out the boxes never move, and `frozen` has said so before.
        assert_eq!(dead, 0);
        assert!(only > 5000 && only > plain, "{only} only, {plain} without walls");
    }
}
