//! What one, two or three boxes cost together to leave a part of the board, exactly.
//!
//! Comes in:  a puzzle with sinks, or with goals that lie behind one door.     Goes out: groups and what they cost on top.
//!
//! A box leaves through a sink, or by being pushed into the doorway of the goals. All positions of so many boxes alone
//! on the board are solved backwards. The idea is that of pattern databases over an intermediate goal (Pereira, Ritt
//! and Buriol 2015): before the door the goals need not be told apart, so groups of three fit into memory.
//!
//! Why it may be added to the matching: the door is only taken where the table of single boxes says that every way to
//! every goal is a way to the door and on from there. Then the pushes before the door and those behind it add up, and
//! what a group costs more than its boxes alone before the door, no matching has counted.

use super::distance::FAR;
use crate::push::puzzle::{Kind, Puzzle};

/// Groups of three on boards that are larger than this take longer than they save.
const MOST_GROUPS: usize = 1_500_000;

/// The cost of all groups of `size` boxes.
pub struct Groups {
    size: usize,
    n: usize,
    /// The number of each cell that a box of the group may stand in; else `u16::MAX`.
    number: Vec<u16>,
    cells: Vec<u16>,
    /// Where a group's areas begin in `cost`.
    base: Vec<u32>,
    /// For groups that cut the floor: where their row of `area` begins; else `u32::MAX`.
    row: Vec<u32>,
    area: Vec<u8>,
    cost: Vec<u16>,
}

/// Boxes of a group by number, ascending; the rest unused.
type Group = [u16; 3];

impl Groups {
    fn new(puzzle: &Puzzle, size: usize, cells: &[u16], exits: &[u16], fewer: Option<&Groups>) -> Self {
        let mut number = vec![u16::MAX; puzzle.n + 1];
        for (at, &cell) in cells.iter().enumerate() {
            number[cell as usize] = at as u16;
        }
        let mut this = Self {
            size,
            n: puzzle.n,
            number,
            cells: cells.to_vec(),
            base: Vec::new(),
            row: Vec::new(),
            area: Vec::new(),
            cost: Vec::new(),
        };
        this.label(puzzle);
        this.spread(puzzle, exits, fewer);
        this
    }

    fn memory(&self) -> usize {
        (self.base.len() + self.row.len()) * 4 + self.area.len() + self.cost.len() * 2
    }

    /// The number of a group among all of its size: the combinatorial number system.
    #[inline]
    fn index(&self, group: &Group) -> usize {
        let [a, b, c] = group.map(usize::from);
        match self.size {
            1 => a,
            2 => a + b * b.saturating_sub(1) / 2,
            _ => a + b * b.saturating_sub(1) / 2 + c * c.saturating_sub(1) * c.saturating_sub(2) / 6,
        }
    }

    /// The place of a group's cost, for a player in a cell.
    #[inline]
    fn place(&self, group: &Group, player: u16) -> usize {
        let index = self.index(group);
        let row = self.row[index];
        let area = if row == u32::MAX { 0 } else { self.area[row as usize + player as usize] as usize };
        self.base[index] as usize + area
    }

    /// Calls `visit` with every group, in the order of their numbers.
    fn each_group(&self, mut visit: impl FnMut(&Group)) {
        let count = self.cells.len() as u16;
        match self.size {
            1 => (0..count).for_each(|a| visit(&[a, 0, 0])),
            2 => (0..count).for_each(|b| (0..b).for_each(|a| visit(&[a, b, 0]))),
            _ => {
                for c in 0..count {
                    (0..c).for_each(|b| (0..b).for_each(|a| visit(&[a, b, c])));
                }
            }
        }
    }

    /// Finds the areas into which each group cuts the floor.
    fn label(&mut self, puzzle: &Puzzle) {
        let n = self.n;
        let (mut base, mut row, mut area, mut places) = (Vec::new(), Vec::new(), Vec::new(), 0u32);
        let mut label = vec![u8::MAX; n + 1];
        let mut todo = Vec::new();
        self.each_group(|group| {
            label[..n].fill(u8::MAX);
            for &at in &group[..self.size] {
                label[self.cells[at as usize] as usize] = u8::MAX - 1;
            }
            let mut count = 0;
            for start in 0..n {
                if label[start] != u8::MAX {
                    continue;
                }
                label[start] = count;
                todo.push(start);
                while let Some(at) = todo.pop() {
                    for &other in &puzzle.next[at] {
                        let other = other as usize;
                        if other != n && label[other] == u8::MAX {
                            label[other] = count;
                            todo.push(other);
                        }
                    }
                }
                count += 1;
            }
            base.push(places);
            places += u32::from(count);
            row.push(if count > 1 { area.len() as u32 } else { u32::MAX });
            if count > 1 {
                area.extend_from_slice(&label[..n]);
            }
        });
        (self.base, self.row, self.area) = (base, row, area);
        self.cost = vec![FAR; places as usize];
    }

    /// Spreads costs backwards from what leaves, cheapest first.
    fn spread(&mut self, puzzle: &Puzzle, exits: &[u16], fewer: Option<&Groups>) {
        let size = self.size;
        let mut buckets: Vec<Vec<(Group, u16)>> = Vec::new();
        let offer = |this: &mut Self, buckets: &mut Vec<_>, group: Group, player: u16, cost: u16| {
            let place = this.place(&group, player);
            if cost < this.cost[place] {
                this.cost[place] = cost;
                if buckets.len() <= cost as usize {
                    buckets.resize_with(cost as usize + 1, Vec::new);
                }
                buckets[cost as usize].push((group, player));
            }
        };
        for &exit in exits {
            for direction in 0..4 {
                let from = puzzle.next[exit as usize][direction ^ 1];
                let player = puzzle.next[from as usize][direction ^ 1];
                if self.number[from as usize] == u16::MAX || player as usize == self.n {
                    continue;
                }
                // One of the group leaves; the others are alone from then on.
                let Some(fewer) = fewer else {
                    offer(self, &mut buckets, [self.number[from as usize], 0, 0], player, 1);
                    continue;
                };
                fewer.each_group(|others| {
                    let others = &others[..size - 1];
                    if others.iter().any(|&at| [from, player].contains(&self.cells[at as usize])) {
                        return;
                    }
                    let mut group = [0; 3];
                    group[..size - 1].copy_from_slice(others);
                    let rest = fewer.cost[fewer.place(&group, from)];
                    if rest != FAR {
                        group[size - 1] = self.number[from as usize];
                        group[..size].sort_unstable();
                        offer(self, &mut buckets, group, player, rest + 1);
                    }
                });
            }
        }
        let mut cost = 0;
        while cost < buckets.len() {
            while let Some((group, player)) = buckets[cost].pop() {
                let place = self.place(&group, player);
                if (self.cost[place] as usize) < cost {
                    continue;
                }
                for at in 0..size {
                    let cell = self.cells[group[at] as usize];
                    for direction in 0..4 {
                        // The push that ended here: the box came from `from`, where the player now stands.
                        let from = puzzle.next[cell as usize][direction ^ 1];
                        let behind = puzzle.next[from as usize][direction ^ 1];
                        let number = self.number[from as usize];
                        if number == u16::MAX || behind as usize == self.n || self.place_of(&group, from) != Some(place)
                        {
                            continue;
                        }
                        let behind_number = self.number[behind as usize];
                        if group[..size].contains(&behind_number) {
                            continue;
                        }
                        let mut before = group;
                        before[at] = number;
                        before[..size].sort_unstable();
                        offer(self, &mut buckets, before, behind, cost as u16 + 1);
                    }
                }
            }
            cost += 1;
        }
    }

    /// The place for a player in a cell; `None` where one of the group stands in it.
    fn place_of(&self, group: &Group, player: u16) -> Option<usize> {
        let taken = group[..self.size].contains(&self.number[player as usize]);
        (!taken).then(|| self.place(group, player))
    }
}

/// Groups of up to three boxes that leave by the same exits.
pub struct Exits {
    single: Groups,
    double: Groups,
    triple: Groups,
    words: usize,
    /// For each two numbers: the third ones with which they may cost more than by twos.
    dearer: Vec<u64>,
}

impl Exits {
    /// `None` where the board has no such exits, or is too large.
    pub fn new(puzzle: &Puzzle) -> Option<Self> {
        let (cells, exits) = match puzzle.kind {
            Kind::Sinks => {
                let cells = (0..puzzle.live as u16).filter(|&cell| !puzzle.sink[cell as usize]).collect();
                (cells, puzzle.targets.clone())
            }
            Kind::Goals => door(puzzle)?,
            Kind::Holes => return None,
        };
        let count: usize = cells.len();
        let mut boxes = 0;
        puzzle.each_box(&puzzle.start, |cell| boxes += usize::from(cells.contains(&cell)));
        if boxes < 3 || count * count * count / 6 > MOST_GROUPS {
            return None;
        }
        let single = Groups::new(puzzle, 1, &cells, &exits, None);
        let double = Groups::new(puzzle, 2, &cells, &exits, Some(&single));
        let triple = Groups::new(puzzle, 3, &cells, &exits, Some(&double));
        let words = count.div_ceil(64);
        let mut this = Self { single, double, triple, words, dearer: vec![0; count * count * words] };
        this.sum_up();
        Some(this)
    }

    /// Bytes in use.
    pub fn memory(&self) -> usize {
        self.double.memory() + self.triple.memory() + self.dearer.len() * 8
    }

    fn sum_up(&mut self) {
        let count = self.single.cells.len();
        let mut found = Vec::new();
        self.triple.each_group(|group| {
            let row = self.triple.row[self.triple.index(group)];
            let players = (0..self.triple.n as u16).filter(|&player| self.triple.place_of(group, player).is_some());
            // Where the group cuts nothing off, one cell stands for all; its parts may still tell cells apart.
            let players: Vec<u16> = if row == u32::MAX { players.take(1).collect() } else { players.collect() };
            if players.iter().any(|&player| self.extra(group, player) > 0) {
                found.push(*group);
            }
        });
        for [a, b, c] in found.into_iter().map(|group| group.map(usize::from)) {
            for (x, y, z) in [(a, b, c), (a, c, b), (b, c, a)] {
                self.dearer[(x * count + y) * self.words + (z >> 6)] |= 1 << (z & 63);
            }
        }
    }

    /// What three boxes cost more than each alone, where no two of them cost as much more; `FAR` where they are dead.
    fn extra(&self, group: &Group, player: u16) -> u16 {
        let alone = group.map(|at| self.single.cost[self.single.place(&[at, 0, 0], player)]);
        if alone.contains(&FAR) {
            return 0;
        }
        let cost = self.triple.cost[self.triple.place(group, player)];
        if cost == FAR {
            return FAR;
        }
        let by_two = [(0, 1), (0, 2), (1, 2)].map(|(x, y)| {
            let both = self.double.cost[self.double.place(&[group[x], group[y], 0], player)];
            if both == FAR { 0 } else { both - alone[x] - alone[y] }
        });
        let extra = cost - alone.iter().sum::<u16>();
        if by_two.iter().all(|&two| two < extra) { extra } else { 0 }
    }

    /// Calls `visit` with what a group of three costs on top (`FAR`: it is dead), and its places in `boxes`.
    /// `boxes` are cells in any order; those that have left are passed over.
    pub fn each(&self, boxes: &[u16], player: u16, mut visit: impl FnMut(u16, [u16; 3])) {
        let count = self.single.cells.len();
        let mut there = [0u64; 8];
        let mut row_of = [0u16; 512];
        let mut numbers = Vec::with_capacity(boxes.len());
        for (row, &cell) in boxes.iter().enumerate() {
            let number = self.single.number[cell as usize];
            if number != u16::MAX {
                there[number as usize >> 6] |= 1 << (number & 63);
                row_of[number as usize] = row as u16;
                numbers.push(number);
            }
        }
        numbers.sort_unstable();
        for (at, &a) in numbers.iter().enumerate() {
            for &b in &numbers[at + 1..] {
                let start = (a as usize * count + b as usize) * self.words;
                for word in b as usize >> 6..self.words {
                    let mut rest = self.dearer[start + word] & there[word];
                    while rest != 0 {
                        let c = (word * 64) as u16 + rest.trailing_zeros() as u16;
                        rest &= rest - 1;
                        if c <= b {
                            continue;
                        }
                        let extra = self.extra(&[a, b, c], player);
                        if extra > 0 {
                            visit(extra, [a, b, c].map(|at| row_of[at as usize]));
                        }
                    }
                }
            }
        }
    }
}

/// The cells before the door and the door, for the door with most boxes before it.
fn door(puzzle: &Puzzle) -> Option<(Vec<u16>, Vec<u16>)> {
    let mut best: Option<(usize, Vec<u16>, u16)> = None;
    for exit in 0..puzzle.live as u16 {
        if puzzle.goal[exit as usize] {
            continue;
        }
        let cells = before(puzzle, exit);
        let rank = cells.iter().filter(|&&cell| puzzle.has_box(&puzzle.start, cell)).count() * puzzle.n + cells.len();
        if best.as_ref().is_none_or(|(least, ..)| rank > *least) && every_way_leads_through(puzzle, &cells, exit) {
            best = Some((rank, cells, exit));
        }
    }
    best.map(|(_, cells, exit)| (cells, vec![exit]))
}

/// The cells for boxes from which the player comes to no goal but over `exit`.
fn before(puzzle: &Puzzle, exit: u16) -> Vec<u16> {
    let mut behind = vec![false; puzzle.n + 1];
    let mut todo: Vec<u16> = puzzle.targets.clone();
    todo.iter().for_each(|&goal| behind[goal as usize] = true);
    behind[exit as usize] = true;
    while let Some(cell) = todo.pop() {
        for &other in &puzzle.next[cell as usize] {
            if other as usize != puzzle.n && !behind[other as usize] {
                behind[other as usize] = true;
                todo.push(other);
            }
        }
    }
    (0..puzzle.live as u16).filter(|&cell| !behind[cell as usize]).collect()
}

/// Whether the way of every box to every goal is as long as that to the door and on from there.
fn every_way_leads_through(puzzle: &Puzzle, cells: &[u16], exit: u16) -> bool {
    let single = Groups::new(puzzle, 1, cells, &[exit], None);
    let table = &puzzle.distances;
    (0..cells.len()).all(|at| {
        let cell = cells[at];
        // The box arrives with the player behind it, on the side that the box came from.
        let onward = table.row(table.row_of(exit, cell));
        (0..puzzle.n as u16).filter(|&player| player != cell).all(|player| {
            let first = single.cost[single.place(&[at as u16, 0, 0], player)];
            let direct = table.row(table.row_of(cell, player));
            direct.iter().zip(onward).all(|(&direct, &rest)| {
                if first == FAR || rest == FAR { direct == FAR } else { direct == first + rest }
            })
        })
    })
}
