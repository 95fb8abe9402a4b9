//! What the tests of this crate share: dice, random levels, and the brute-force oracle.
//!
//! The oracle knows the law a third time, on 32-bit masks of tiny boards, and looks at every position there is. It
//! shares no line with the search that it judges.

pub mod large;
pub mod plan_file;

use std::collections::{BinaryHeap, HashMap};

use crate::bits;
use crate::board::Board;
use crate::push::puzzle::{Kind, Puzzle};
use crate::space::options::Options;

/// George Marsaglia's xorshift64; a fixed seed gives the same levels every time.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// A number from 0 up to, not including, `below`.
    pub fn below(&mut self, below: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 11) % below as u64) as usize
    }
}

/// A level of at most 32 cells, as masks with bit `row * width + column`.
#[derive(Debug, Clone)]
pub struct Tiny {
    pub height: usize,
    pub width: usize,
    pub walls: u32,
    pub goals: u32,
    pub sinks: u32,
    pub holes: u32,
    pub boxes: u32,
    pub player: usize,
}

/// Player, boxes, open holes.
pub type Position = (usize, u32, u32);

impl Tiny {
    /// A random level of the given kind; about one in three can be solved.
    pub fn random(random: &mut Random, kind: Kind, most_boxes: usize) -> Self {
        let (height, width) = (3 + random.below(3), 4 + random.below(3));
        let size = height * width;
        loop {
            let mut cells: Vec<usize> = (0..size).collect();
            for at in (1..size).rev() {
                cells.swap(at, random.below(at + 1));
            }
            let mut take =
                |count: usize| cells.split_off(cells.len() - count).iter().fold(0u32, |mask, at| mask | 1 << at);
            let walls = take(random.below(size / 5 + 1));
            let player = take(1);
            let boxes = 1 + random.below(most_boxes);
            let mut tiny = Self {
                height,
                width,
                walls,
                player: player.trailing_zeros() as usize,
                goals: 0,
                sinks: 0,
                holes: 0,
                boxes: 0,
            };
            match kind {
                Kind::Goals => {
                    tiny.boxes = take(boxes);
                    // Goals may lie under boxes and under the player.
                    cells.extend((0..size).filter(|&at| (tiny.boxes | player) >> at & 1 != 0 && random.below(3) == 0));
                    let goals = boxes + if random.below(3) == 0 { random.below(3) } else { 0 };
                    for _ in 0..goals.min(cells.len()) {
                        tiny.goals |= 1 << cells.swap_remove(random.below(cells.len()));
                    }
                    if tiny.goals.count_ones() < tiny.boxes.count_ones() {
                        continue;
                    }
                }
                Kind::Sinks => {
                    tiny.boxes = take(boxes);
                    tiny.sinks = take(1 + random.below(2));
                }
                Kind::Holes => {
                    tiny.boxes = take(boxes);
                    tiny.holes = take(1 + random.below(boxes));
                }
            }
            // A box in a corner is dead at once, and dull: keep few of those.
            let is_wall = |at: usize, d: usize| tiny.ahead(at, d).is_none();
            let in_corner = |at: usize| (is_wall(at, 0) || is_wall(at, 1)) && (is_wall(at, 2) || is_wall(at, 3));
            let cornered = (0..size).any(|at| (tiny.boxes & !tiny.goals) >> at & 1 != 0 && in_corner(at));
            if cornered && random.below(8) > 0 {
                continue;
            }
            return tiny;
        }
    }

    /// A random level with three boxes on the left and their goals on the right, behind one door.
    pub fn with_door(random: &mut Random) -> Self {
        let (height, width, wall) = (4, 8, 4 + random.below(2));
        let mut some = |count: usize, rows: std::ops::Range<usize>, columns: std::ops::Range<usize>, taken: u32| {
            let mut mask = 0u32;
            while mask.count_ones() < count as u32 {
                let row = rows.start + random.below(rows.len());
                let at = row * width + columns.start + random.below(columns.len());
                mask |= (1 << at) & !taken;
            }
            mask
        };
        let door = some(1, 1..3, wall..wall + 1, 0);
        let walls = some(3, 0..4, wall..wall + 1, door);
        let boxes = some(3, 1..3, 1..wall, 0);
        let player = some(1, 0..4, 0..wall, boxes);
        let goals = some(3, 0..4, wall + 1..width, 0);
        let player = player.trailing_zeros() as usize;
        Self { height, width, walls, goals, sinks: 0, holes: 0, boxes, player }
    }

    /// The level laid over its own image: walls and goals become symmetric, boxes and player stay. `None` where the
    /// boxes then stand in walls.
    pub fn mirrored(&self, turn: usize) -> Option<Self> {
        let image = |at: usize| {
            let (row, column) = self.place(at);
            let row = if turn & 1 != 0 { self.height - 1 - row } else { row };
            let column = if turn & 2 != 0 { self.width - 1 - column } else { column };
            row * self.width + column
        };
        let both = |mask: u32| {
            (0..self.height * self.width).filter(|at| mask >> at & 1 != 0).fold(mask, |mask, at| mask | 1 << image(at))
        };
        let tiny = Self { walls: both(self.walls), goals: both(self.goals), ..self.clone() };
        let free = tiny.walls & (tiny.goals | tiny.boxes | 1 << tiny.player) == 0;
        free.then_some(tiny)
    }

    pub fn places(&self, mask: u32) -> Vec<(usize, usize)> {
        (0..self.height * self.width).filter(|at| mask >> at & 1 != 0).map(|at| self.place(at)).collect()
    }

    pub fn place(&self, at: usize) -> (usize, usize) {
        (at / self.width, at % self.width)
    }

    pub fn board(&self) -> Board {
        let [walls, goals, sinks, holes] = [self.walls, self.goals, self.sinks, self.holes].map(|m| self.places(m));
        Board::new(self.height, self.width, &walls, &goals, &sinks, &holes).unwrap()
    }

    pub fn puzzle(&self) -> Puzzle {
        Puzzle::new(&self.board(), self.place(self.player), &self.places(self.boxes)).unwrap()
    }

    pub fn start(&self) -> Position {
        (self.player, self.boxes, self.holes)
    }

    /// The level as a picture, for messages.
    pub fn draw(&self, (player, boxes, holes): Position) -> String {
        let mut text = String::from("\n");
        for at in 0..self.height * self.width {
            let is = |mask: u32| mask >> at & 1 != 0;
            text.push(match () {
                () if is(self.walls) => '#',
                () if at == player => {
                    if is(self.goals) {
                        '+'
                    } else {
                        '@'
                    }
                }
                () if is(boxes) => {
                    if is(self.goals) {
                        '*'
                    } else {
                        '$'
                    }
                }
                () if is(self.goals) => '.',
                () if is(self.sinks) => 'x',
                () if is(holes) => '^',
                () => ' ',
            });
            if at % self.width == self.width - 1 {
                text.push('\n');
            }
        }
        text
    }

    fn ahead(&self, at: usize, direction: usize) -> Option<usize> {
        let (row, column) = self.place(at);
        match direction {
            0 => row.checked_sub(1).map(|_| at - self.width),
            1 => (row + 1 < self.height).then_some(at + self.width),
            2 => column.checked_sub(1).map(|_| at - 1),
            _ => (column + 1 < self.width).then_some(at + 1),
        }
        .filter(|at| self.walls >> at & 1 == 0)
    }

    /// The position after a key, and whether it was a push.
    pub fn press(&self, (player, boxes, holes): Position, direction: usize) -> Option<(Position, bool)> {
        let ahead = self.ahead(player, direction).filter(|at| holes >> at & 1 == 0)?;
        if boxes >> ahead & 1 == 0 {
            return Some(((ahead, boxes, holes), false));
        }
        let beyond = self.ahead(ahead, direction).filter(|at| boxes >> at & 1 == 0)?;
        let rest = boxes & !(1 << ahead);
        let bit = 1u32 << beyond;
        let after = match () {
            () if self.sinks & bit != 0 => (ahead, rest, holes),
            () if holes & bit != 0 => (ahead, rest, holes & !bit),
            () => (ahead, rest | bit, holes),
        };
        Some((after, true))
    }

    pub fn is_won(&self, (_, boxes, holes): Position) -> bool {
        match () {
            () if self.holes != 0 => holes == 0,
            () if self.sinks != 0 => boxes == 0,
            () => boxes & !self.goals == 0,
        }
    }

    /// The position in the search's own bits; `None` where a box stands on a dead square or apart from the player.
    pub fn bits(&self, puzzle: &Puzzle, (player, boxes, holes): Position) -> Option<(Vec<u64>, u16)> {
        let cell = |at: usize| puzzle.places.iter().position(|&place| place == self.place(at));
        let mut bits = vec![0u64; puzzle.words];
        let mut set = |at: usize| bits::set(&mut bits, at);
        for at in (0..32).filter(|at| boxes >> at & 1 != 0) {
            set(cell(at).filter(|&cell| cell < puzzle.live)?);
        }
        for at in (0..32).filter(|at| holes >> at & 1 != 0) {
            set(puzzle.live + puzzle.hole[cell(at)?] as usize);
        }
        Some((bits, cell(player)? as u16))
    }
}

/// Options under which every row of the table of deadlock tests is asked, and every bound is on. (`bipartite` is a
/// test of its own only where there is no matching; who wants the matching switches it on again.)
pub fn every_test_on() -> Options {
    let mut options = Options::default();
    for row in Options::table().iter().filter(|row| row.is_deadlock() && row.is_switch()) {
        options.set(row.name, "true").unwrap();
    }
    Options {
        dead_triples: 1,
        corral_search: 300,
        corral_astar: 300,
        corral_after: 0,
        blocklist_number: 3,
        blocklist_distance: 2,
        ..options
    }
}

/// The least cost from a position to a win, for each way of counting.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Truth {
    /// Fewest moves, then pushes.
    pub moves_pushes: (u32, u32),
    /// Fewest pushes, then moves.
    pub pushes_moves: (u32, u32),
}

/// Every position that can be reached from the start, with its true cost; `None` where it cannot be won.
pub struct Oracle {
    pub positions: Vec<Position>,
    pub truths: Vec<Option<Truth>>,
}

impl Oracle {
    /// `None` where there are more than `most` positions.
    pub fn new(tiny: &Tiny, most: usize) -> Option<Self> {
        let mut positions = vec![tiny.start()];
        let mut index = HashMap::from([(tiny.start(), 0usize)]);
        let mut back: Vec<Vec<(usize, bool)>> = vec![Vec::new()];
        let mut at = 0;
        while at < positions.len() {
            for direction in 0..4 {
                let Some((after, pushed)) = tiny.press(positions[at], direction) else { continue };
                let to = *index.entry(after).or_insert_with(|| {
                    positions.push(after);
                    back.push(Vec::new());
                    positions.len() - 1
                });
                back[to].push((at, pushed));
            }
            at += 1;
            if positions.len() > most {
                return None;
            }
        }
        let best = |pushes_first: bool| {
            let mut cost: Vec<Option<(u32, u32)>> = vec![None; positions.len()];
            let mut heap = BinaryHeap::new();
            for (at, &position) in positions.iter().enumerate() {
                if tiny.is_won(position) {
                    heap.push(std::cmp::Reverse(((0, 0), at)));
                }
            }
            while let Some(std::cmp::Reverse(((first, second), at))) = heap.pop() {
                if cost[at].is_some() {
                    continue;
                }
                cost[at] = Some((first, second));
                for &(from, pushed) in &back[at] {
                    let push = u32::from(pushed);
                    let (a, b) = if pushes_first { (push, 1) } else { (1, push) };
                    heap.push(std::cmp::Reverse(((first + a, second + b), from)));
                }
            }
            cost
        };
        let truths = best(false)
            .into_iter()
            .zip(best(true))
            .map(|(moves, pushes)| Some(Truth { moves_pushes: moves?, pushes_moves: pushes? }))
            .collect();
        Some(Self { positions, truths })
    }
}
