//! Boxes that never move again, taken as walls, and what follows from that.
//!
//! Comes in:  a position.     Goes out: "dead", or the boxes that never move and the goals of all others.
//!
//!     #######      A box is free if the player can get behind it and push it to where it still has a goal. What is
//!     #  *. #      free is taken away and the player walks on; what is left when nothing more is free stands for
//!     # @*$ #      good, because the first of these boxes to move would have been free. Off a goal that is a deadlock.
//!     #######      On goals they are walls, so more squares are dead, so more boxes stand for good, and so on.
//!
//! The same from the end: where there are as many goals as boxes the last position is known but for the player. Boxes
//! that cannot be pulled off their goals there, when all that can be is gone, must have stood there all the time.
//!
//! With these walls every box that is left must have a goal of its own.

use std::collections::HashMap;
use std::rc::Rc;

use super::goal_reach::GoalReach;
use super::sets;
use crate::push::puzzle::{Kind, Puzzle};
use crate::push::walk::Walk;

/// Boards with walls may use this many bytes before they are forgotten and begun again.
const MOST_MEMORY: usize = 64 << 20;

/// The board with some boxes as walls.
pub struct Walled {
    /// Different for every set of walls.
    pub number: u32,
    pub walls: Vec<u64>,
    pub reach: GoalReach,
    ends: Vec<End>,
}

/// A way to end: with the player in one part of the floor that the boxes on all goals leave.
struct End {
    /// Goals whose boxes cannot be pulled away from there.
    fixed: Vec<u64>,
    /// Where the player can have come from.
    room: Vec<u64>,
}

pub struct Frozen {
    walk: Walk,
    rest: Vec<u64>,
    /// Boxes that stand for good however it ends.
    always: Vec<u64>,
    boards: HashMap<Box<[u64]>, Rc<Walled>>,
    made: u32,
    memory: usize,
    current: Rc<Walled>,
    seats: Seats,
}

impl Frozen {
    pub fn new(puzzle: &Puzzle) -> Self {
        let mut walk = Walk::new(puzzle.n);
        let nothing = vec![0; puzzle.words];
        let bare = Rc::new(Walled::new(puzzle, &mut walk, 0, &nothing));
        Self {
            walk,
            rest: nothing.clone(),
            always: nothing.clone(),
            boards: HashMap::from([(nothing.into(), bare.clone())]),
            made: 1,
            memory: 0,
            current: bare,
            seats: Seats::default(),
        }
    }

    /// The board of the last position that was asked about, if that was not dead.
    pub fn board(&self) -> &Rc<Walled> {
        &self.current
    }

    /// Bytes in use.
    pub fn memory(&self) -> usize {
        self.memory
    }

    /// Whether the position has no plan because of boxes that never move.
    pub fn is_dead(&mut self, puzzle: &Puzzle, bits: &[u64], player: u16) -> bool {
        // With holes a box may be left where it is.
        if puzzle.kind == Kind::Holes {
            return false;
        }
        self.rest.fill(0);
        loop {
            self.take_board(puzzle);
            if !self.free_boxes(puzzle, bits, player) || !self.fix_the_end(bits, player) {
                return true;
            }
            if self.rest == self.current.walls {
                break;
            }
        }
        puzzle.kind == Kind::Goals && !self.seats.fit(puzzle, bits, player, &self.current)
    }

    /// The board whose walls are `rest`.
    fn take_board(&mut self, puzzle: &Puzzle) {
        if let Some(board) = self.boards.get(self.rest.as_slice()) {
            self.current = board.clone();
            return;
        }
        if self.memory > MOST_MEMORY {
            self.boards.clear();
            self.memory = 0;
        }
        let board = Rc::new(Walled::new(puzzle, &mut self.walk, self.made, &self.rest));
        self.made += 1;
        self.memory += board.reach.memory() + self.rest.len() * 16 * (1 + board.ends.len()) + 256;
        self.boards.insert(self.rest.as_slice().into(), board.clone());
        self.current = board;
    }

    /// Leaves the boxes that never move in `rest`; false where one of them is not where it should be.
    fn free_boxes(&mut self, puzzle: &Puzzle, bits: &[u64], player: u16) -> bool {
        let Self { walk, rest, current, .. } = self;
        puzzle.block(walk, bits);
        walk.flood(&puzzle.next, player);
        rest.copy_from_slice(bits);
        loop {
            let mut freed = false;
            for at in 0..rest.len() {
                let mut word = rest[at] & !current.walls[at];
                while word != 0 {
                    let cell = (at * 64) as u16 + word.trailing_zeros() as u16;
                    word &= word - 1;
                    let is_free = |direction: usize| {
                        let ahead = puzzle.next[cell as usize][direction];
                        walk.reached(puzzle.next[cell as usize][direction ^ 1])
                            && current.reach.is_alive(ahead, direction ^ 1)
                            && !sets::has(rest, ahead)
                    };
                    if (0..4).any(is_free) {
                        sets::remove(rest, cell);
                        walk.unblock(cell);
                        walk.flood(&puzzle.next, cell);
                        freed = true;
                    }
                }
            }
            if !freed {
                break;
            }
        }
        match puzzle.kind {
            Kind::Goals => sets::is_within(rest, &puzzle.goal_mask),
            _ => sets::is_empty(rest),
        }
    }

    /// Adds boxes that cannot be pulled from the end to `rest`; false where one of them is not there, however it ends.
    fn fix_the_end(&mut self, bits: &[u64], player: u16) -> bool {
        if self.current.ends.is_empty() {
            return true;
        }
        let mut count = 0;
        for end in &self.current.ends {
            if sets::has(&end.room, player) && sets::is_within(&end.fixed, bits) {
                if count == 0 {
                    self.always.copy_from_slice(&end.fixed);
                }
                self.always.iter_mut().zip(&end.fixed).for_each(|(word, fixed)| *word &= fixed);
                count += 1;
            }
        }
        if count == 0 {
            return false;
        }
        self.rest.iter_mut().zip(&self.always).for_each(|(word, fixed)| *word |= fixed);
        true
    }
}

impl Walled {
    /// The board without any frozen box; its number is 0, as that of the same board of `Frozen`.
    pub fn bare(puzzle: &Puzzle) -> Self {
        Self::new(puzzle, &mut Walk::new(puzzle.n), 0, &vec![0; puzzle.words])
    }

    fn new(puzzle: &Puzzle, walk: &mut Walk, number: u32, walls: &[u64]) -> Self {
        let reach = GoalReach::new(puzzle, walls);
        let mut ends = Vec::new();
        // With goals to spare nobody knows which will be left empty.
        if puzzle.kind == Kind::Goals && puzzle.count_boxes(&puzzle.start) == puzzle.targets.len() {
            let mut known = vec![0u64; puzzle.n.div_ceil(64)];
            for start in 0..puzzle.n as u16 {
                if !puzzle.goal[start as usize] && !sets::has(&known, start) {
                    puzzle.block(walk, &puzzle.goal_mask);
                    walk.flood(&puzzle.next, start);
                    walk.cells().iter().for_each(|&cell| sets::add(&mut known, cell));
                    ends.push(End::new(puzzle, walk, walls));
                }
            }
        }
        Self { number, walls: walls.to_vec(), reach, ends }
    }
}

impl End {
    /// `walk` has flooded from the player with boxes on all goals.
    fn new(puzzle: &Puzzle, walk: &mut Walk, walls: &[u64]) -> Self {
        let mut fixed = puzzle.goal_mask.clone();
        loop {
            let mut freed = false;
            for &goal in &puzzle.targets {
                if !sets::has(&fixed, goal) || sets::has(walls, goal) {
                    continue;
                }
                let can_go = |direction: usize| {
                    let from = puzzle.next[goal as usize][direction];
                    let player = puzzle.next[from as usize][direction];
                    walk.reached(from) && player as usize != puzzle.n && !sets::has(&fixed, player)
                };
                if (0..4).any(can_go) {
                    sets::remove(&mut fixed, goal);
                    walk.unblock(goal);
                    walk.flood(&puzzle.next, goal);
                    freed = true;
                }
            }
            if !freed {
                break;
            }
        }
        let room = (0..puzzle.n.div_ceil(64) * 64).step_by(64).map(|first| {
            let cells = first as u16..(first + 64).min(puzzle.n) as u16;
            cells.fold(0, |word, cell| word | u64::from(walk.reached(cell)) << (cell & 63))
        });
        Self { fixed, room: room.collect() }
    }
}

/// Boxes and goals of their own: augmenting paths (Kuhn 1955).
#[derive(Default)]
struct Seats {
    boxes: Vec<u16>,
    holder: Vec<u16>,
    seen: Vec<u64>,
}

impl Seats {
    fn fit(&mut self, puzzle: &Puzzle, bits: &[u64], player: u16, board: &Walled) -> bool {
        self.boxes.clear();
        let boxes = &mut self.boxes;
        puzzle.each_box(bits, |cell| {
            if !sets::has(&board.walls, cell) {
                boxes.push(cell);
            }
        });
        self.holder.clear();
        self.holder.resize(puzzle.targets.len(), u16::MAX);
        (0..self.boxes.len() as u16).all(|index| {
            self.seen.clear();
            self.seen.resize(board.reach.words, 0);
            self.seat(puzzle, player, board, index)
        })
    }

    fn seat(&mut self, puzzle: &Puzzle, player: u16, board: &Walled, index: u16) -> bool {
        let Some(goals) = board.reach.goals(puzzle, self.boxes[index as usize], player) else { return false };
        for at in 0..goals.len() {
            loop {
                let rest = goals[at] & !self.seen[at];
                if rest == 0 {
                    break;
                }
                let goal = at * 64 + rest.trailing_zeros() as usize;
                sets::add(&mut self.seen, goal as u16);
                let holder = self.holder[goal];
                if holder == u16::MAX || self.seat(puzzle, player, board, holder) {
                    self.holder[goal] = index;
                    return true;
                }
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deadlocks::freeze::Freeze;
    use crate::testing::{Oracle, Random, Tiny};

    #[test]
    fn sound_on_every_position_of_tiny_levels() {
        let mut random = Random::new(21);
        let (mut dead, mut by_freeze, mut found, mut alive) = (0, 0, 0, 0);
        for round in 0..1500 {
            let kind = [Kind::Goals, Kind::Goals, Kind::Sinks, Kind::Holes][round % 4];
            let tiny = Tiny::random(&mut random, kind, 5);
            let Some(oracle) = Oracle::new(&tiny, 12_000) else { continue };
            let puzzle = Puzzle::new(&tiny.board(), tiny.place(tiny.player), &tiny.places(tiny.boxes)).unwrap();
            if puzzle.hopeless.is_some() {
                continue;
            }
            let mut frozen = Frozen::new(&puzzle);
            let mut freeze = Freeze::new(&puzzle);
            for (&position, truth) in oracle.positions.iter().zip(&oracle.truths) {
                let Some((bits, player)) = tiny.bits(&puzzle, position) else { continue };
                let is_dead = frozen.is_dead(&puzzle, &bits, player);
                assert!(!is_dead || truth.is_none(), "{:?}{}", frozen.rest, tiny.draw(position));
                assert!(!is_dead || kind != Kind::Holes);
                freeze.scan(&puzzle, &bits);
                dead += usize::from(truth.is_none());
                alive += usize::from(truth.is_some());
                found += usize::from(is_dead);
                if kind != Kind::Holes && freeze.is_deadlock(&puzzle, &bits) {
                    by_freeze += 1;
                    assert!(is_dead, "the plain freeze test found more{}", tiny.draw(position));
                }
            }
        }
        assert!(alive > 50_000 && dead > 10_000, "{alive} alive, {dead} dead");
        // Exactly as many as ever: whatever finds fewer makes searches slower, and no answer would show it.
        assert_eq!((by_freeze, found), (34_497, 54_615));
    }
}
