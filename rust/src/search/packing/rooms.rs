//! Rooms, corridors, and which rooms are neighbours.
//!
//! Comes in:  the cells of a board.     Goes out: a room for each cell, or corridor; pairs of linked rooms.
//!
//!     ########      Every 2x2 block of floor that overlaps another one is part of a room; overlapping blocks make one
//!     #  ##  #      room. A cell in which two rooms touch by their corners belongs to none. All other floor is
//!     #      #      corridor. Rooms are linked if one can walk from one to the other through corridor alone. After
//!     ########      Shoham's Festival.

use std::collections::HashMap;

use super::rings::Rings;
use crate::push::puzzle::Puzzle;

/// Not part of a room.
pub const CORRIDOR: u8 = u8::MAX;
/// Masks of rooms are one word; what is beyond counts as corridor.
const MOST_ROOMS: usize = 64;

pub struct Rooms {
    /// The room of each cell.
    pub room: Vec<u8>,
    pub count: usize,
    /// Linked rooms, each pair once.
    pub links: Vec<(u8, u8)>,
    /// Cells of a room that touch neither corridor nor another room.
    inner: Vec<bool>,
    rings: Rings,
}

impl Rooms {
    pub fn new(puzzle: &Puzzle) -> Self {
        let n = puzzle.n;
        let at: HashMap<(usize, usize), usize> =
            puzzle.places.iter().enumerate().map(|(cell, &place)| (place, cell)).collect();
        // Blocks by their upper left cell.
        let is_block = |row: usize, column: usize| {
            [(0, 0), (0, 1), (1, 0), (1, 1)].iter().all(|&(r, c)| at.contains_key(&(row + r, column + c)))
        };
        let blocks: Vec<usize> =
            (0..n).filter(|&cell| is_block(puzzle.places[cell].0, puzzle.places[cell].1)).collect();
        let mut of_block = vec![usize::MAX; n + 1];
        let mut is_one = vec![false; n + 1];
        blocks.iter().for_each(|&cell| is_one[cell] = true);
        let mut count = 0;
        for &start in &blocks {
            let neighbours = |cell: usize| puzzle.next[cell].iter().map(|&other| other as usize);
            if of_block[start] != usize::MAX || !neighbours(start).any(|other| is_one[other]) {
                continue;
            }
            of_block[start] = count;
            let mut todo = vec![start];
            while let Some(cell) = todo.pop() {
                for other in neighbours(cell) {
                    if is_one[other] && of_block[other] == usize::MAX {
                        of_block[other] = count;
                        todo.push(other);
                    }
                }
            }
            count += 1;
        }
        let mut room = vec![CORRIDOR; n + 1];
        let mut shared = vec![false; n + 1];
        for &block in &blocks {
            let number = of_block[block];
            if number >= MOST_ROOMS {
                continue;
            }
            let (row, column) = puzzle.places[block];
            for (r, c) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
                let cell = at[&(row + r, column + c)];
                if room[cell] != CORRIDOR && room[cell] as usize != number {
                    shared[cell] = true;
                }
                room[cell] = number as u8;
            }
        }
        (0..n).filter(|&cell| shared[cell]).for_each(|cell| room[cell] = CORRIDOR);
        let is_inner = |cell: usize| {
            let beside = |&other: &u16| other as usize == n || room[other as usize] == room[cell];
            room[cell] != CORRIDOR && puzzle.next[cell].iter().all(beside)
        };
        let inner = (0..n).map(is_inner).collect();
        let rings = Rings::new(puzzle);
        let mut this = Self { room, count: count.min(MOST_ROOMS), links: Vec::new(), inner, rings };
        let mut sight = Sight::new(&this);
        sight.look(puzzle, &this, |_| false);
        for a in 0..this.count {
            for b in a + 1..this.count {
                if sight.sees[a] >> b & 1 != 0 {
                    this.links.push((a as u8, b as u8));
                }
            }
        }
        this
    }

    /// Whether a cell of a room or corridor lies next to that room.
    pub fn on_rim(&self, puzzle: &Puzzle, cell: u16, room: u8) -> bool {
        puzzle.next[cell as usize].iter().any(|&other| self.room[other as usize] == room)
    }
}

/// Which rooms see each other in a position.
pub struct Sight {
    /// For each room: the rooms that every free part of it sees through corridor.
    pub sees: Vec<u64>,
    part: Vec<u16>,
    todo: Vec<u16>,
    /// The lost links without the box that is being moved.
    lifted: u16,
    /// For each stretch of corridor: the rooms it touches.
    touched: Vec<u64>,
}

const NO_PART: u16 = u16::MAX;

impl Sight {
    pub fn new(rooms: &Rooms) -> Self {
        Self {
            sees: vec![0; rooms.count],
            part: vec![NO_PART; rooms.room.len()],
            todo: Vec::new(),
            lifted: 0,
            touched: Vec::new(),
        }
    }

    /// How many links of the empty board fail now.
    pub fn lost_links(&mut self, puzzle: &Puzzle, rooms: &Rooms, blocked: impl Fn(u16) -> bool) -> u16 {
        if rooms.links.is_empty() {
            return 0;
        }
        self.look(puzzle, rooms, blocked);
        let stands = |&(a, b): &(u8, u8)| self.sees[a as usize] >> b & self.sees[b as usize] >> a & 1 != 0;
        rooms.links.iter().filter(|link| !stands(link)).count() as u16
    }

    /// Remembers how many links are lost while one box is lifted.
    pub fn lift(&mut self, puzzle: &Puzzle, rooms: &Rooms, blocked: impl Fn(u16) -> bool) {
        self.lifted = self.lost_links(puzzle, rooms, blocked);
    }

    /// The lost links with the lifted box put down in `cell`. In the middle of a room it mostly changes nothing.
    pub fn lost_with(&mut self, puzzle: &Puzzle, rooms: &Rooms, cell: u16, blocked: impl Fn(u16) -> bool) -> u16 {
        let room = rooms.room[cell as usize];
        let is_free = |other: u16| rooms.room[other as usize] == room && !blocked(other);
        let same = rooms.links.is_empty()
            || rooms.inner[cell as usize]
                && puzzle.next[cell as usize].iter().any(|&other| is_free(other))
                && !rooms.rings.is_cut(cell, is_free);
        if same { self.lifted } else { self.lost_links(puzzle, rooms, blocked) }
    }

    fn look(&mut self, puzzle: &Puzzle, rooms: &Rooms, blocked: impl Fn(u16) -> bool) {
        let wall = puzzle.n as u16;
        self.sees.fill(u64::MAX);
        self.part.fill(NO_PART);
        self.touched.clear();
        // Corridor first: the parts of rooms then read what their stretches touch.
        for start in 0..wall {
            if rooms.room[start as usize] != CORRIDOR || self.part[start as usize] != NO_PART || blocked(start) {
                continue;
            }
            let name = self.touched.len() as u16;
            let mut rooms_here = 0u64;
            self.part[start as usize] = name;
            self.todo.push(start);
            while let Some(cell) = self.todo.pop() {
                for &other in &puzzle.next[cell as usize] {
                    if other == wall || blocked(other) {
                        continue;
                    }
                    let room = rooms.room[other as usize];
                    if room != CORRIDOR {
                        rooms_here |= 1 << room;
                    } else if self.part[other as usize] == NO_PART {
                        self.part[other as usize] = name;
                        self.todo.push(other);
                    }
                }
            }
            self.touched.push(rooms_here);
        }
        for start in 0..wall {
            let room = rooms.room[start as usize];
            if room == CORRIDOR || self.part[start as usize] != NO_PART || blocked(start) {
                continue;
            }
            let mut seen = 0u64;
            self.part[start as usize] = 0;
            self.todo.push(start);
            while let Some(cell) = self.todo.pop() {
                for &other in &puzzle.next[cell as usize] {
                    if other == wall || blocked(other) {
                        continue;
                    }
                    let there = rooms.room[other as usize];
                    if there == CORRIDOR {
                        seen |= self.touched[self.part[other as usize] as usize];
                    } else if there != room {
                        seen |= 1 << there;
                    } else if self.part[other as usize] == NO_PART {
                        self.part[other as usize] = 0;
                        self.todo.push(other);
                    }
                }
            }
            self.sees[room as usize] &= seen;
        }
    }
}
