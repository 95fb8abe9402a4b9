//! Which goals a single box can reach while some boxes never move.
//!
//! Comes in:  the board and the boxes that never move.     Goes out: for a box and the player's side of it, its goals.
//!
//! The player's side matters: a box in a doorway can only be pushed on by one who stands before it. Two neighbours of
//! a cell are on the same side if one can walk from one to the other without crossing it, which one depth-first walk
//! (Hopcroft and Tarjan 1973) tells for all cells at once; so a table takes microseconds, not milliseconds, and one
//! can be made for every set of frozen boxes that a search meets.
//!
//! The same walk answers where the player is: in the part of the tree below one of the cell's branches, or above it.

use super::sets;
use crate::push::NONE;
use crate::push::puzzle::{Kind, Puzzle};

/// The cell's own neighbour is wall: no side at all.
const NO_SIDE: u8 = 4;

pub struct GoalReach {
    /// Words of a set of goals.
    pub words: usize,
    /// When the depth-first walk came to a cell and when it left the tree below it.
    enter: Vec<u32>,
    leave: Vec<u32>,
    low: Vec<u32>,
    above: Vec<u16>,
    /// The part of the floor that a cell belongs to.
    part: Vec<u16>,
    /// For each cell and direction, the least direction on the same side.
    side: Vec<[u8; 4]>,
    /// Goals by cell and side.
    goals: Vec<u64>,
    /// For each cell: the directions from which the player still gets the box to some goal, as four bits.
    alive: Vec<u8>,
}

impl GoalReach {
    /// Boxes in `walls` never move. Where a sink takes every box, all sinks are one goal.
    pub fn new(puzzle: &Puzzle, walls: &[u64]) -> Self {
        let n = puzzle.n;
        let goals = if puzzle.kind == Kind::Sinks { 1 } else { puzzle.targets.len() };
        let words = goals.div_ceil(64).max(1);
        let mut this = Self {
            words,
            enter: vec![0; n + 1],
            leave: vec![0; n + 1],
            low: vec![0; n + 1],
            above: vec![NONE; n + 1],
            part: vec![NONE; n + 1],
            side: vec![[NO_SIDE; 4]; n + 1],
            goals: vec![0; n * 4 * words],
            alive: vec![0; n + 1],
        };
        let is_wall = |cell: u16| cell as usize == n || sets::has(walls, cell);
        this.walk_depth_first(puzzle, is_wall);
        for cell in (0..n as u16).filter(|&cell| !is_wall(cell)) {
            let labels =
                puzzle.next[cell as usize].map(|other| (!is_wall(other)).then(|| this.branch(puzzle, cell, other)));
            for direction in 0..4 {
                if labels[direction].is_some() {
                    let least = labels.iter().position(|label| *label == labels[direction]);
                    this.side[cell as usize][direction] = least.unwrap() as u8;
                }
            }
        }
        let mut seen = vec![NONE; n * 4];
        let mut todo = Vec::new();
        for (index, &target) in puzzle.targets.iter().enumerate() {
            if is_wall(target) {
                continue;
            }
            let goal = if puzzle.kind == Kind::Sinks { 0 } else { index };
            for direction in 0..4 {
                if this.side[target as usize][direction] == direction as u8 {
                    this.mark(target, direction, goal, &mut seen, &mut todo);
                }
            }
            while let Some((cell, side)) = todo.pop() {
                for direction in 0..4usize {
                    // The box came to `cell` by a push in this direction, and the player stands behind it.
                    if this.side[cell as usize][direction ^ 1] as usize != side {
                        continue;
                    }
                    let from = puzzle.next[cell as usize][direction ^ 1];
                    let before = this.side[from as usize][direction ^ 1];
                    if before != NO_SIDE {
                        this.mark(from, before as usize, goal, &mut seen, &mut todo);
                    }
                }
            }
        }
        this
    }

    fn mark(&mut self, cell: u16, side: usize, goal: usize, seen: &mut [u16], todo: &mut Vec<(u16, usize)>) {
        let at = cell as usize * 4 + side;
        if seen[at] == goal as u16 {
            return;
        }
        seen[at] = goal as u16;
        todo.push((cell, side));
        self.goals[at * self.words + (goal >> 6)] |= 1 << (goal & 63);
        for direction in 0..4 {
            if self.side[cell as usize][direction] as usize == side {
                self.alive[cell as usize] |= 1 << direction;
            }
        }
    }

    fn walk_depth_first(&mut self, puzzle: &Puzzle, is_wall: impl Fn(u16) -> bool) {
        let mut clock = 0;
        let mut path: Vec<(u16, usize)> = Vec::new();
        for root in 0..puzzle.n as u16 {
            if is_wall(root) || self.part[root as usize] != NONE {
                continue;
            }
            path.push((root, 0));
            self.part[root as usize] = root;
            self.enter[root as usize] = clock;
            self.low[root as usize] = clock;
            clock += 1;
            while let Some(top) = path.last_mut() {
                let (cell, direction) = *top;
                if direction == 4 {
                    path.pop();
                    self.leave[cell as usize] = clock;
                    let above = self.above[cell as usize];
                    if above != NONE {
                        self.low[above as usize] = self.low[above as usize].min(self.low[cell as usize]);
                    }
                    continue;
                }
                top.1 += 1;
                let other = puzzle.next[cell as usize][direction];
                if is_wall(other) {
                    continue;
                }
                if self.part[other as usize] == NONE {
                    self.part[other as usize] = root;
                    self.above[other as usize] = cell;
                    self.enter[other as usize] = clock;
                    self.low[other as usize] = clock;
                    clock += 1;
                    path.push((other, 0));
                } else if other != self.above[cell as usize] {
                    self.low[cell as usize] = self.low[cell as usize].min(self.enter[other as usize]);
                }
            }
        }
    }

    /// What names the side of `cell` that `other` is on: the branch that hangs on `cell` alone, or `NONE` for the rest.
    fn branch(&self, puzzle: &Puzzle, cell: u16, other: u16) -> u16 {
        for &child in &puzzle.next[cell as usize] {
            if self.above[child as usize] == cell
                && (self.enter[child as usize]..self.leave[child as usize]).contains(&self.enter[other as usize])
            {
                let hangs_alone = self.low[child as usize] >= self.enter[cell as usize];
                return if hangs_alone { child } else { NONE };
            }
        }
        NONE
    }

    /// The goals of a box in `cell` for a player in `player`, as bits; none where the player can never come near.
    pub fn goals(&self, puzzle: &Puzzle, cell: u16, player: u16) -> Option<&[u64]> {
        if self.part[cell as usize] != self.part[player as usize] {
            return None;
        }
        let branch = self.branch(puzzle, cell, player);
        let is_side = |&direction: &usize| {
            let other = puzzle.next[cell as usize][direction];
            self.side[cell as usize][direction] != NO_SIDE && self.branch(puzzle, cell, other) == branch
        };
        let at = cell as usize * 4 + (0..4).find(is_side)?;
        Some(&self.goals[at * self.words..(at + 1) * self.words])
    }

    /// Whether a box in `cell` can reach this goal, were the player on the best side.
    pub fn can_reach(&self, cell: u16, goal: usize) -> bool {
        (0..4).any(|side| sets::has(&self.goals[(cell as usize * 4 + side) * self.words..], goal as u16))
    }

    /// Whether a box in `cell` can reach a goal when the player stands next to it in this direction.
    #[inline]
    pub fn is_alive(&self, cell: u16, direction: usize) -> bool {
        self.alive[cell as usize] >> direction & 1 != 0
    }

    /// Bytes in use.
    pub fn memory(&self) -> usize {
        self.enter.len() * 21 + self.goals.len() * 8
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::push::distance::{Distances, FAR};
    use crate::testing::{Random, Tiny};

    /// The table of pushes, found in the slow way, must have a number wherever this one has a goal.
    #[test]
    fn agrees_with_the_distances() {
        let mut random = Random::new(11);
        let (mut both, mut nowhere) = ([0, 0], 0);
        for round in 0..3000 {
            let kind = [Kind::Goals, Kind::Sinks][round % 2];
            let tiny = Tiny::random(&mut random, kind, 5);
            let puzzle = Puzzle::new(&tiny.board(), tiny.place(tiny.player), &tiny.places(tiny.boxes)).unwrap();
            let mut walls = vec![0; puzzle.words];
            let mut list = Vec::new();
            puzzle.each_box(&puzzle.start, |cell| {
                if cell != puzzle.player && random.below(2) == 0 {
                    sets::add(&mut walls, cell);
                    list.push(cell);
                }
            });
            let any = kind == Kind::Sinks;
            let slow = Distances::new(&puzzle.next, puzzle.n, puzzle.live, &puzzle.targets, any, true, &list);
            let fast = GoalReach::new(&puzzle, &walls);
            for cell in (0..puzzle.live as u16).filter(|cell| !list.contains(cell)) {
                for column in 0..slow.columns {
                    let reached = (0..puzzle.n as u16)
                        .filter(|player| *player != cell && !list.contains(player))
                        .any(|player| fast.goals(&puzzle, cell, player).is_some_and(|to| sets::has(to, column as u16)));
                    assert!(fast.can_reach(cell, column) || !reached);
                    nowhere += usize::from(!fast.can_reach(cell, column));
                }
                for direction in 0..4 {
                    let player = puzzle.next[cell as usize][direction];
                    let is_free = (player as usize) < puzzle.n && !list.contains(&player);
                    let goals = if is_free { fast.goals(&puzzle, cell, player) } else { None };
                    let is_alive = goals.is_some_and(|goals| !sets::is_empty(goals));
                    assert_eq!(
                        fast.is_alive(cell, direction),
                        is_alive,
                        "{cell} {direction}{}",
                        tiny.draw(tiny.start())
                    );
                }
                for player in (0..puzzle.n as u16).filter(|player| *player != cell && !list.contains(player)) {
                    let row = slow.row(slow.row_of(cell, player));
                    let goals = fast.goals(&puzzle, cell, player);
                    for column in 0..slow.columns {
                        let at_home = puzzle.targets[column] == cell || any && puzzle.sink[cell as usize];
                        // A box whose goal it stands on is home however far the player is.
                        if at_home && goals.is_none() {
                            continue;
                        }
                        let there = goals.is_some_and(|goals| sets::has(goals, column as u16));
                        let picture = tiny.draw(tiny.start());
                        assert_eq!(row[column] != FAR, there, "{cell} {player} {column} {list:?}{picture}");
                        both[usize::from(there)] += 1;
                    }
                }
            }
        }
        assert!(both.iter().all(|&count| count > 10_000) && nowhere > 1000, "{both:?} {nowhere}");
    }

    /// More goals than a word has bits: an open room of 10 by 9 cells with 70 of them, and one that is walled in.
    #[test]
    fn knows_more_goals_than_a_word_has_bits() {
        let walls: Vec<(usize, usize)> = [(1, 10), (2, 10), (0, 11)].into();
        let mut goals: Vec<(usize, usize)> = (1..8).flat_map(|row| (0..10).map(move |column| (row, column))).collect();
        goals.push((1, 11));
        let board = crate::board::Board::new(9, 12, &walls, &goals, &[], &[]).unwrap();
        let puzzle = Puzzle::new(&board, (8, 0), &[(2, 1), (3, 2)]).unwrap();
        assert!(puzzle.targets.len() > 64);
        let fast = GoalReach::new(&puzzle, &vec![0; puzzle.words]);
        let slow = Distances::new(&puzzle.next, puzzle.n, puzzle.live, &puzzle.targets, false, true, &[]);
        let mut both = [0, 0];
        for cell in 0..puzzle.live as u16 {
            let players = (0..puzzle.n as u16).filter(|&player| player != cell);
            for column in 0..slow.columns {
                let there = players.clone().any(|player| slow.row(slow.row_of(cell, player))[column] != FAR);
                assert_eq!(fast.can_reach(cell, column), there, "{:?} {column}", puzzle.places[cell as usize]);
                both[usize::from(there)] += 1;
            }
        }
        assert!(both.iter().all(|&count| count > 10), "{both:?}");
    }
}
