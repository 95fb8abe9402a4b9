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
use crate::push::areas::{Areas, CLOSED};
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
    /// Ways from cell to cell that stay in a room, or in corridor.
    within: Vec<[u16; 4]>,
    /// A cell of a room and a neighbour of it that is corridor, or part of another room.
    contacts: Vec<(u16, u16)>,
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
        let wall = n as u16;
        let stays = |cell: usize, other: u16| other != wall && room[other as usize] == room[cell];
        let within = (0..n).map(|cell| puzzle.next[cell].map(|other| if stays(cell, other) { other } else { wall }));
        let within = within.chain([[wall; 4]]).collect();
        let leaves =
            |cell: usize| puzzle.next[cell].into_iter().filter(move |&other| other != wall && !stays(cell, other));
        let insides = (0..n).filter(|&cell| room[cell] != CORRIDOR);
        let contacts = insides.flat_map(|cell| leaves(cell).map(move |other| (cell as u16, other))).collect();
        let mut this = Self { room, count: count.min(MOST_ROOMS), links: Vec::new(), inner, rings, within, contacts };
        let mut sight = Sight::new(&this);
        sight.parts.scan_along(&this.within, puzzle, &vec![0; puzzle.words]);
        sight.look(&this);
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
    /// The parts into which boxes cut rooms and stretches of corridor.
    parts: Areas,
    /// For each room: the rooms that every free part of it sees through corridor.
    sees: Vec<u64>,
    /// For each part of a room, by its name: the rooms that it sees.
    seen: Vec<u64>,
    /// For each stretch of corridor, by its name: the rooms it touches.
    touched: Vec<u64>,
    /// The names of the parts that touch.
    contacts: Vec<(u16, u16)>,
    /// The lost links without the box that is being moved.
    lifted: u16,
}

impl Sight {
    pub fn new(rooms: &Rooms) -> Self {
        let n = rooms.room.len() - 1;
        Self {
            parts: Areas::new(n),
            sees: vec![0; rooms.count],
            seen: vec![0; n],
            touched: vec![0; n],
            contacts: Vec::new(),
            lifted: 0,
        }
    }

    /// How many links of the empty board fail now.
    pub fn lost_links(&mut self, puzzle: &Puzzle, rooms: &Rooms, bits: &[u64]) -> u16 {
        if rooms.links.is_empty() {
            return 0;
        }
        self.parts.scan_along(&rooms.within, puzzle, bits);
        self.look(rooms);
        self.lost(rooms)
    }

    /// Remembers how many links are lost while one box is lifted.
    pub fn lift(&mut self, puzzle: &Puzzle, rooms: &Rooms, bits: &[u64]) {
        self.lifted = self.lost_links(puzzle, rooms, bits);
    }

    /// The lost links with the lifted box put down in `cell`. In the middle of a room it mostly changes nothing.
    pub fn lost_with(&mut self, rooms: &Rooms, cell: u16) -> u16 {
        if rooms.links.is_empty() {
            return 0;
        }
        self.parts.put_along(&rooms.within, cell);
        let room = rooms.room[cell as usize];
        let is_free = |&other: &u16| rooms.room[other as usize] == room && !self.parts.is_closed(other);
        let same = rooms.inner[cell as usize]
            && rooms.within[cell as usize].iter().any(is_free)
            && !rooms.rings.is_cut(cell, |other| is_free(&other));
        if same {
            return self.lifted;
        }
        self.look(rooms);
        self.lost(rooms)
    }

    fn lost(&self, rooms: &Rooms) -> u16 {
        let stands = |&(a, b): &(u8, u8)| self.sees[a as usize] >> b & self.sees[b as usize] >> a & 1 != 0;
        rooms.links.iter().filter(|link| !stands(link)).count() as u16
    }

    fn look(&mut self, rooms: &Rooms) {
        let Self { parts, sees, seen, touched, contacts, .. } = self;
        parts.each_name(|name| (seen[name as usize], touched[name as usize]) = (0, 0));
        // Corridor first: the parts of rooms then read what their stretches touch.
        contacts.clear();
        for &(cell, other) in &rooms.contacts {
            let (part, next) = (parts.name(cell), parts.name(other));
            if part != CLOSED && next != CLOSED {
                contacts.push((part, next));
                if rooms.room[next as usize] == CORRIDOR {
                    touched[next as usize] |= 1 << rooms.room[part as usize];
                }
            }
        }
        for &(part, next) in contacts.iter() {
            seen[part as usize] |= match rooms.room[next as usize] {
                CORRIDOR => touched[next as usize],
                room => 1 << room,
            };
        }
        sees.fill(u64::MAX);
        parts.each_name(|name| {
            let room = rooms.room[name as usize];
            if room != CORRIDOR {
                sees[room as usize] &= seen[name as usize];
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::super::floor::{clear, set};
    use super::*;
    use crate::push::puzzle::Kind;
    use crate::testing::Random;
    use crate::testing::large::Large;

    /// By the definition: a link stands if every free part of each room sees the other one through corridor.
    fn lost_by_walking(puzzle: &Puzzle, rooms: &Rooms, bits: &[u64]) -> u16 {
        let room = |cell: u16| rooms.room[cell as usize];
        let is_free = |cell: u16| cell as usize != puzzle.n && !puzzle.has_box(bits, cell);
        let sees = |start: u16, wanted: u8| {
            // The cells of the same part of the room first, then corridor, from which no way leads back.
            let mut seen = vec![start];
            let mut at = 0;
            while at < seen.len() {
                let cell = seen[at];
                at += 1;
                for other in puzzle.next[cell as usize].into_iter().filter(|&other| is_free(other)) {
                    if room(other) == wanted {
                        return true;
                    }
                    let goes_on = room(other) == CORRIDOR || room(other) == room(start) && room(cell) != CORRIDOR;
                    if goes_on && !seen.contains(&other) {
                        seen.push(other);
                    }
                }
            }
            false
        };
        let all_see = |from: u8, to: u8| {
            (0..puzzle.n as u16).filter(|&cell| room(cell) == from && is_free(cell)).all(|cell| sees(cell, to))
        };
        rooms.links.iter().filter(|&&(a, b)| !all_see(a, b) || !all_see(b, a)).count() as u16
    }

    #[test]
    fn a_box_put_down_loses_the_links_that_a_walk_loses() {
        let mut random = Random::new(17);
        let (mut lost, mut kept) = (0, 0);
        for _ in 0..12 {
            let level = Large::random(&mut random, Kind::Goals, 12);
            let puzzle = level.puzzle();
            let rooms = Rooms::new(&puzzle);
            let mut sight = Sight::new(&rooms);
            let mut bits = puzzle.start.clone();
            let lifted = puzzle.boxes(&bits)[0];
            clear(&mut bits, lifted);
            sight.lift(&puzzle, &rooms, &bits);
            for cell in (0..puzzle.live as u16).filter(|&cell| !puzzle.has_box(&puzzle.start, cell)) {
                set(&mut bits, cell);
                let walked = lost_by_walking(&puzzle, &rooms, &bits);
                assert_eq!(sight.lost_with(&rooms, cell), walked, "{}", level.draw());
                clear(&mut bits, cell);
                lost += usize::from(walked > sight.lifted);
                kept += usize::from(walked == sight.lifted && !rooms.links.is_empty());
            }
        }
        assert!(lost > 50 && kept > 50, "{lost} lost, {kept} kept");
    }
}
