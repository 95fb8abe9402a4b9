//! Positions of one, two or three boxes alone on the board, each by the area the player is in, solved backwards.
//!
//! Comes in:  the cells that boxes may stand in, and how they are done: by leaving, or by standing on goals.
//! Goes out: the exact number of pushes for every group, or `FAR`.

use crate::push::distance::FAR;
use crate::push::puzzle::Puzzle;

/// More groups of three than this take longer than they save.
pub const MOST: usize = 300_000;

/// The cost of all groups of `size` boxes.
pub struct Groups {
    size: usize,
    pub n: usize,
    /// The number of each cell that a box of the group may stand in; else `u16::MAX`.
    pub number: Vec<u16>,
    pub cells: Vec<u16>,
    /// Where a group's areas begin in `cost`.
    base: Vec<u32>,
    /// For groups that cut the floor: where their row of `area` begins; else `u32::MAX`.
    row: Vec<u32>,
    area: Vec<u8>,
    pub cost: Vec<u16>,
}

/// Boxes of a group by number, ascending; the rest unused.
pub type Group = [u16; 3];

/// Groups with a cell of the player, by cost.
type Buckets = Vec<Vec<(Group, u16)>>;

impl Groups {
    /// Groups that are done when all have left by the exits; `fewer` are those of one box less.
    pub fn leaving(puzzle: &Puzzle, size: usize, cells: &[u16], exits: &[u16], fewer: Option<&Groups>) -> Self {
        let mut this = Self::empty(puzzle, size, cells);
        let buckets = this.leave(puzzle, exits, fewer);
        this.spread(puzzle, buckets);
        this
    }

    /// Groups of three that are done when all stand on goals.
    pub fn on_goals(puzzle: &Puzzle, cells: &[u16]) -> Self {
        let mut this = Self::empty(puzzle, 3, cells);
        let mut done = Vec::new();
        this.each_group(|group| {
            let cells = group.map(|at| this.cells[at as usize]);
            if cells.iter().all(|&cell| puzzle.goal[cell as usize]) {
                done.extend(
                    (0..puzzle.n as u16).filter(|player| !cells.contains(player)).map(|player| (*group, player)),
                );
            }
        });
        let mut buckets = Vec::new();
        for (group, player) in done {
            this.offer(&mut buckets, group, player, 0);
        }
        this.spread(puzzle, buckets);
        this
    }

    fn empty(puzzle: &Puzzle, size: usize, cells: &[u16]) -> Self {
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
        this
    }

    /// Whether the floor stays in one piece with the group on it.
    pub fn cuts_nothing(&self, group: &Group) -> bool {
        self.row[self.index(group)] == u32::MAX
    }

    /// Bytes in use.
    pub fn memory(&self) -> usize {
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
    pub fn place(&self, group: &Group, player: u16) -> usize {
        let index = self.index(group);
        let row = self.row[index];
        let area = if row == u32::MAX { 0 } else { self.area[row as usize + player as usize] as usize };
        self.base[index] as usize + area
    }

    /// Calls `visit` with every group, in the order of their numbers.
    pub fn each_group(&self, mut visit: impl FnMut(&Group)) {
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

    /// Notes a cost where it is the least so far.
    fn offer(&mut self, buckets: &mut Buckets, group: Group, player: u16, cost: u16) {
        let place = self.place(&group, player);
        if cost < self.cost[place] {
            self.cost[place] = cost;
            if buckets.len() <= cost as usize {
                buckets.resize_with(cost as usize + 1, Vec::new);
            }
            buckets[cost as usize].push((group, player));
        }
    }

    /// All pushes by which one of a group leaves.
    fn leave(&mut self, puzzle: &Puzzle, exits: &[u16], fewer: Option<&Groups>) -> Buckets {
        let size = self.size;
        let mut buckets = Buckets::new();
        for &exit in exits {
            for direction in 0..4 {
                let from = puzzle.next[exit as usize][direction ^ 1];
                let player = puzzle.next[from as usize][direction ^ 1];
                if self.number[from as usize] == u16::MAX || player as usize == self.n {
                    continue;
                }
                // One of the group leaves; the others are alone from then on.
                let Some(fewer) = fewer else {
                    self.offer(&mut buckets, [self.number[from as usize], 0, 0], player, 1);
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
                        self.offer(&mut buckets, group, player, rest + 1);
                    }
                });
            }
        }
        buckets
    }

    /// Spreads costs backwards, cheapest first.
    fn spread(&mut self, puzzle: &Puzzle, mut buckets: Buckets) {
        let size = self.size;
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
                        self.offer(&mut buckets, before, behind, cost as u16 + 1);
                    }
                }
            }
            cost += 1;
        }
    }

    /// The place for a player in a cell; `None` where one of the group stands in it.
    pub fn place_of(&self, group: &Group, player: u16) -> Option<usize> {
        let taken = group[..self.size].contains(&self.number[player as usize]);
        (!taken).then(|| self.place(group, player))
    }
}
