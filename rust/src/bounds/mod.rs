//! Lower bounds on the pushes still needed, none ever above the truth: all that are switched on, together.
//!
//! Comes in:  a position to expand, then each of its children.     Goes out: pushes still needed, or never.
//!
//! The parent's matching is solved in full, once; a child changes one row of it. That only the moved box's row can
//! change is a fact of the game: walking and pushing never takes the player through another box, so on the board
//! with only that other box the player is on the same side as before.

pub mod matching;
pub mod on_top;

use std::collections::HashMap;
use std::rc::Rc;

use crate::push::distance::{Distances, FAR};
use crate::push::puzzle::{Kind, Puzzle};
use crate::space::options::Options;
use crate::tables::Tables;
use crate::tables::blocklist::Blocklist;
use crate::tables::disjoint::Disjoint;
use crate::tables::exits::Exits;
use crate::tables::goal_pairs::GoalPairs;
use crate::tables::pairs::Pairs;
use matching::{Matching, NEVER};
use on_top::OnTop;

/// Tables for boards with frozen boxes may use this many bytes before they are forgotten and begun again.
const TABLES: usize = 256 << 20;

pub struct Bound<'a> {
    puzzle: &'a Puzzle,
    /// Distances on the board without frozen boxes.
    base: &'a Distances,
    sides: bool,
    matching: bool,
    /// Whether boxes without a target of their own are a deadlock.
    bipartite: bool,
    /// Pulling out of a sink: what a box that is still in one costs, by start.
    in_sink: Option<Vec<u16>>,
    /// On sink levels: what pairs cost more than their boxes alone.
    pairs: Option<&'a Pairs>,
    /// The same of larger sets.
    blocklist: Option<&'a Blocklist>,
    groups: Disjoint,
    /// With goals: what pairs cost more than their shares in the matching.
    goal_pairs: Option<(&'a Pairs, &'a GoalPairs)>,
    shares: Vec<i16>,
    /// What the columns' shares begin with: those of the first position, the same for all.
    seed: Vec<i32>,
    /// Groups of three that cost more than by twos.
    exits: Option<&'a Exits>,
    on_top: OnTop,
    seats: Vec<u16>,
    tables: HashMap<Box<[u64]>, Rc<Distances>>,
    table_memory: usize,
    /// The tables of the position that `prepare` saw; `None` is the empty board.
    current: Option<Rc<Distances>>,
    parent: Matching,
    child: Matching,
    boxes: Vec<u16>,
    columns: Vec<usize>,
    sum: i32,
}

impl<'a> Bound<'a> {
    pub fn new(puzzle: &'a Puzzle, tables: &'a Tables, options: &Options) -> Self {
        let sinks = puzzle.kind == Kind::Sinks;
        Self {
            puzzle,
            base: tables.one_sided.as_ref().unwrap_or(&puzzle.distances),
            sides: options.sides,
            matching: options.matching && puzzle.kind != Kind::Sinks,
            bipartite: options.bipartite,
            in_sink: None,
            pairs: tables.pairs.as_ref().filter(|_| sinks && options.pair_excess && options.sides),
            blocklist: tables.blocklist.as_ref().filter(|_| sinks && options.blocklist_excess && options.sides),
            groups: Disjoint::default(),
            goal_pairs: tables.pairs.as_ref().zip(tables.goal_pairs.as_ref()),
            shares: Vec::new(),
            seed: Vec::new(),
            exits: tables.exits.as_ref(),
            on_top: OnTop::default(),
            seats: Vec::new(),
            tables: HashMap::new(),
            table_memory: 0,
            current: None,
            parent: Matching::default(),
            child: Matching::default(),
            boxes: Vec::new(),
            columns: Vec::new(),
            sum: 0,
        }
    }

    /// The bound of a search that pulls boxes back to where they start.
    pub fn backward(puzzle: &'a Puzzle, tables: &'a Tables, options: &Options, starts: &'a Distances) -> Self {
        let in_sink = (puzzle.kind == Kind::Sinks).then(|| {
            let row = |&sink: &u16| starts.best_row(sink);
            let rows: Vec<Vec<u16>> = puzzle.targets.iter().map(row).collect();
            (0..starts.columns).map(|start| rows.iter().map(|row| row[start]).min().unwrap()).collect()
        });
        Self {
            base: starts,
            matching: true,
            in_sink,
            pairs: None,
            blocklist: None,
            goal_pairs: None,
            exits: None,
            ..Self::new(puzzle, tables, options)
        }
    }

    /// Bytes in use.
    pub fn memory(&self) -> usize {
        self.table_memory
    }

    fn table(&mut self, frozen: &[u64]) -> Option<Rc<Distances>> {
        if frozen.iter().all(|&word| word == 0) {
            return None;
        }
        if let Some(table) = self.tables.get(frozen) {
            return Some(table.clone());
        }
        let puzzle = self.puzzle;
        let mut walls = Vec::new();
        puzzle.each_box(frozen, |cell| walls.push(cell));
        let any = puzzle.kind == Kind::Sinks;
        let table =
            Rc::new(Distances::new(&puzzle.next, puzzle.n, puzzle.live, &puzzle.targets, any, self.sides, &walls));
        if self.table_memory > TABLES {
            self.tables.clear();
            self.table_memory = 0;
        }
        self.table_memory += table.memory() + frozen.len() * 8 + 64;
        self.tables.insert(frozen.into(), table.clone());
        Some(table)
    }

    /// The bound of a whole position; later calls of `child` refer to it. `frozen` are boxes to take for walls.
    pub fn prepare(&mut self, bits: &[u64], player: u16, frozen: &[u64]) -> i32 {
        self.current = self.table(frozen);
        self.sum = self.full(bits, player);
        self.sum + self.sink_excess(bits, player)
    }

    /// On sink levels: what groups cost more than their boxes alone. The blocklist knows larger sets, the tables know
    /// boxes that are further apart; whichever sum is larger counts.
    fn sink_excess(&mut self, bits: &[u64], player: u16) -> i32 {
        let by_tables = self.excess_by_tables(bits, player);
        self.blocklist
            .map_or(by_tables, |list| by_tables.max(self.groups.sum(list, self.pairs, self.puzzle, bits, player)))
    }

    fn excess_by_tables(&mut self, bits: &[u64], player: u16) -> i32 {
        if self.puzzle.kind != Kind::Sinks {
            return 0;
        }
        let puzzle = self.puzzle;
        self.on_top.clear();
        let mut seats = std::mem::take(&mut self.seats);
        seats.clear();
        puzzle.each_box(bits, |cell| seats.push(cell));
        if let Some(pairs) = self.pairs {
            for (row, &a) in seats.iter().enumerate() {
                pairs.each_costlier(bits, a, |b| {
                    let excess = if a < b { pairs.excess(puzzle, a, b, player) } else { 0 };
                    if excess > 0 {
                        let other = seats.binary_search(&b).expect("boxes come in order");
                        self.on_top.pair(excess, row as u16, other as u16);
                    }
                });
            }
        }
        let dead = self.add_triples(&seats, player);
        self.seats = seats;
        if dead { NEVER } else { self.on_top.sum() }
    }

    /// With goals, for a matching that has been solved: `seats` are its boxes in the order of its rows.
    fn goal_excess(&mut self, matching: &Matching, seats: &[u16], player: u16) -> i32 {
        self.on_top.clear();
        if let Some((pairs, goal_pairs)) = self.goal_pairs {
            goal_pairs.share(|goal| matching.column_potential(goal), &mut self.shares);
            for (row, &a) in seats.iter().enumerate() {
                for (other, &b) in seats.iter().enumerate().skip(row + 1) {
                    let place = pairs.node(a as usize, b as usize, player as usize);
                    if let Some(least) = goal_pairs.least(place, &self.shares) {
                        let excess = least - matching.row_potential(row) - matching.row_potential(other);
                        if excess > 0 {
                            self.on_top.pair(excess as u16, row as u16, other as u16);
                        }
                    }
                }
            }
        }
        if self.add_triples(seats, player) { NEVER } else { self.on_top.sum() }
    }

    /// Whether groups go on top of the matching.
    fn has_groups(&self) -> bool {
        self.goal_pairs.is_some() || (self.exits.is_some() && self.puzzle.kind == Kind::Goals)
    }

    /// Adds the groups of three; true where one of them is dead.
    fn add_triples(&mut self, seats: &[u16], player: u16) -> bool {
        let mut dead = false;
        if let Some(exits) = self.exits {
            exits.each(seats, player, |extra, rows| {
                dead |= extra == FAR;
                self.on_top.triple(extra, rows);
            });
        }
        dead
    }

    /// The bound of a position by itself.
    fn full(&mut self, bits: &[u64], player: u16) -> i32 {
        let puzzle = self.puzzle;
        let (table, base) = (self.current.clone(), self.base);
        let table = table.as_deref().unwrap_or(base);
        self.boxes.clear();
        let boxes = &mut self.boxes;
        puzzle.each_box(bits, |cell| boxes.push(cell));
        if !self.matching {
            return self.nearest_sum(table, bits, player);
        }
        // Columns: all goals, or the holes that are open and then one for each spare box.
        self.columns.clear();
        match puzzle.kind {
            Kind::Goals | Kind::Sinks => self.columns.extend(0..base.columns),
            _ => {
                let open = (0..puzzle.holes.len()).filter(|&hole| puzzle.is_open_hole(bits, puzzle.holes[hole]));
                self.columns.extend(open);
            }
        }
        let size = self.columns.len().max(self.boxes.len());
        // With goal pairs the shares decide what is added, which must not depend on what was looked at before.
        self.parent.reset(size, self.goal_pairs.is_none());
        if self.seed.len() == size + 1 {
            self.parent.begin_with(&self.seed);
        }
        if size == 0 {
            return 0;
        }
        for (row, &cell) in self.boxes.iter().enumerate() {
            fill(self.parent.row_mut(row), table.row(table.row_of(cell, player)), &self.columns);
        }
        if let Some(costs) = &self.in_sink {
            for row in self.boxes.len()..size {
                fill(self.parent.row_mut(row), costs, &self.columns);
            }
        }
        let sum = self.parent.solve();
        if self.goal_pairs.is_some() && self.seed.is_empty() && sum < NEVER {
            self.seed.extend_from_slice(self.parent.shares());
        }
        if sum >= NEVER && !self.bipartite {
            return self.nearest_sum(table, bits, player);
        }
        if !self.has_groups() || sum >= NEVER {
            return sum;
        }
        let (matching, seats) = (std::mem::take(&mut self.parent), std::mem::take(&mut self.boxes));
        let excess = self.goal_excess(&matching, &seats, player);
        (self.parent, self.boxes) = (matching, seats);
        sum + excess
    }

    fn nearest_sum(&self, table: &Distances, bits: &[u64], player: u16) -> i32 {
        let puzzle = self.puzzle;
        let mut nearest: Vec<u16> = self.boxes.iter().map(|&cell| table.nearest(table.row_of(cell, player))).collect();
        if puzzle.kind == Kind::Holes {
            // Only as many boxes as there are open holes must be brought home: the nearest ones at best.
            nearest.sort_unstable();
            nearest.truncate(puzzle.count_open_holes(bits));
        }
        nearest.iter().map(|&pushes| if pushes == FAR { NEVER } else { i32::from(pushes) }).sum()
    }

    /// The bound of the child in which the box went from `from` to `to`; `frozen` where the child has more frozen
    /// boxes than the position of `prepare` had.
    pub fn child(&mut self, bits: &[u64], from: u16, to: u16, frozen: Option<&[u64]>) -> i32 {
        let puzzle = self.puzzle;
        let vanished = !puzzle.has_box(bits, to);
        if frozen.is_some() || (vanished && self.matching) {
            let (kept, boxes) = (self.current.clone(), std::mem::take(&mut self.boxes));
            let columns = std::mem::take(&mut self.columns);
            let parent = std::mem::take(&mut self.parent);
            if let Some(frozen) = frozen {
                self.current = self.table(frozen);
            }
            let sum = self.full(bits, from);
            (self.current, self.boxes, self.columns, self.parent) = (kept, boxes, columns, parent);
            return sum;
        }
        let (table, base) = (self.current.clone(), self.base);
        let table = table.as_deref().unwrap_or(base);
        if !self.matching {
            if puzzle.kind == Kind::Holes {
                let boxes = std::mem::take(&mut self.boxes);
                let list = &mut self.boxes;
                puzzle.each_box(bits, |cell| list.push(cell));
                let sum = self.nearest_sum(table, bits, from);
                self.boxes = boxes;
                return sum;
            }
            let cost = |pushes: u16| if pushes == FAR { NEVER } else { i32::from(pushes) };
            let behind = puzzle.next[from as usize].iter().position(|&cell| cell == to).unwrap();
            let before = cost(table.nearest(table.row_of(from, puzzle.next[from as usize][behind ^ 1])));
            let after = if vanished { 0 } else { cost(table.nearest(table.row_of(to, from))) };
            let by_tables = self.excess_by_tables(bits, from);
            let excess = self
                .blocklist
                .map_or(by_tables, |list| by_tables.max(self.groups.child(list, self.pairs, puzzle, bits, from, to)));
            return self.sum - before + after + excess;
        }
        self.reseat(table, from, to, from)
    }

    /// The bound after a pull of the box in `from` to `to`, with the player now in `player`.
    pub fn pulled(&mut self, from: u16, to: u16, player: u16) -> i32 {
        self.reseat(self.base, from, to, player)
    }

    fn reseat(&mut self, table: &Distances, from: u16, to: u16, player: u16) -> i32 {
        // A box that is not on the board comes out of a sink; those have the rows after all others.
        let row = self.boxes.binary_search(&from).unwrap_or(self.boxes.len());
        self.child.follow(&self.parent);
        fill(self.child.row_mut(row), table.row(table.row_of(to, player)), &self.columns);
        self.child.reseat(row);
        let sum = self.child.sum();
        if sum >= NEVER && !self.bipartite {
            // Rare, and only where the switch is off: each box to the nearest target.
            let cost = |&cell: &u16| match table.nearest(table.row_of(if cell == from { to } else { cell }, player)) {
                FAR if self.puzzle.kind == Kind::Goals => NEVER,
                FAR => 0,
                _ if self.puzzle.kind == Kind::Holes => 0,
                pushes => i32::from(pushes),
            };
            return self.boxes.iter().map(cost).sum();
        }
        if !self.has_groups() || sum >= NEVER {
            return sum;
        }
        let (matching, mut seats) = (std::mem::take(&mut self.child), std::mem::take(&mut self.boxes));
        seats[row] = to;
        let excess = self.goal_excess(&matching, &seats, player);
        seats[row] = from;
        (self.child, self.boxes) = (matching, seats);
        sum + excess
    }
}

/// One box's costs; columns beyond the given ones are for boxes that stay where they are.
fn fill(costs: &mut [i32], pushes: &[u16], columns: &[usize]) {
    for (cost, &column) in costs.iter_mut().zip(columns) {
        *cost = if pushes[column] == FAR { NEVER } else { i32::from(pushes[column]) };
    }
}

#[cfg(test)]
mod tests;
