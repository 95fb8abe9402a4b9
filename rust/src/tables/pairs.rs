//! What two boxes cost together, exactly: which pairs are dead, and which cost more than each box alone.
//!
//! Comes in:  a puzzle with goals or sinks.     Goes out: tables asked with a position and the box that moved.
//!
//! All positions of two boxes alone on the board are solved backwards, by the cell of each box and the area the
//! player is in. A pair that cannot be brought home alone cannot in company.
//! The NetHack solver's "blocklist" with two boxes is a part of the same table.

use crate::bits;
use crate::push::cuts::Cuts;
use crate::push::distance::{Distances, FAR};
use crate::push::puzzle::{Kind, Puzzle};

/// Boards on which the table would take longer than it saves are left alone.
const MOST_WORK: usize = 20_000_000;

pub struct Pairs {
    live: usize,
    n: usize,
    /// Where a pair's areas begin in `cost`; pairs are `a * live + b` with `a < b`.
    base: Vec<u32>,
    /// For pairs that cut the floor: where their row of `area` begins; else `u32::MAX`.
    row: Vec<u32>,
    area: Vec<u8>,
    cost: Vec<u16>,
    words: usize,
    /// For each cell: the partners with which it is dead wherever the player is.
    dead: Vec<u64>,
    /// For each cell: the partners with which it depends on where the player is.
    mixed: Vec<u64>,
    /// For each cell: the partners with which it costs more than the two boxes alone, on a sink level or for pulls.
    costlier: Vec<u64>,
    /// In the table for pulls: what a pair costs more than its boxes alone, each with a start of its own.
    extra: Vec<u16>,
}

impl Pairs {
    /// `None` where the table does not apply or would be too large.
    pub fn new(puzzle: &Puzzle) -> Option<Self> {
        let (mut this, counts) = Self::empty(puzzle)?;
        this.spread(puzzle);
        this.sum_up(puzzle, &counts);
        Some(this)
    }

    /// The other way round, for the search that pulls: what two boxes cost from any two of the starts. `starts` are
    /// the distances of single boxes.
    pub fn from_starts(puzzle: &Puzzle, starts: &Distances) -> Option<Self> {
        let (mut this, counts) = Self::empty(puzzle).filter(|_| puzzle.kind == Kind::Goals)?;
        this.spread_forward(puzzle);
        this.sum_up(puzzle, &counts);
        this.charge(puzzle, starts);
        Some(this)
    }

    /// A table without costs, and how many areas each pair has.
    fn empty(puzzle: &Puzzle) -> Option<(Self, Vec<u8>)> {
        let (live, n) = (puzzle.live, puzzle.n);
        let boxes = puzzle.count_boxes(&puzzle.start);
        if puzzle.kind == Kind::Holes || boxes < 2 || live * live / 2 * n > MOST_WORK {
            return None;
        }
        let words = live.div_ceil(64);
        let mut this = Self {
            live,
            n,
            base: vec![u32::MAX; live * live],
            row: vec![u32::MAX; live * live],
            area: Vec::new(),
            cost: Vec::new(),
            words,
            dead: vec![0; live * words],
            mixed: vec![0; live * words],
            costlier: vec![0; live * words],
            extra: Vec::new(),
        };
        let counts = this.label(puzzle);
        Some((this, counts))
    }

    /// Bytes in use.
    pub fn memory(&self) -> usize {
        (self.base.len() + self.row.len()) * 4
            + self.area.len()
            + (self.cost.len() + self.extra.len()) * 2
            + self.dead.len() * 24
    }

    /// Finds the areas into which each pair cuts the floor; returns how many.
    fn label(&mut self, puzzle: &Puzzle) -> Vec<u8> {
        let mut counts = vec![0u8; self.live * self.live];
        let mut label = vec![u8::MAX; self.n + 1];
        let mut todo = Vec::new();
        let mut cuts = Cuts::default();
        for a in 0..self.live {
            if puzzle.sink[a] {
                continue;
            }
            let in_one_piece = cuts.find(&puzzle.next, self.n, |cell| cell == a) == 1 && self.n > 2;
            for b in a + 1..self.live {
                if puzzle.sink[b] {
                    continue;
                }
                if in_one_piece && !cuts.is_cut[b] {
                    counts[a * self.live + b] = 1;
                    self.base[a * self.live + b] = self.cost.len() as u32;
                    self.cost.push(FAR);
                    continue;
                }
                label[..self.n].fill(u8::MAX);
                let mut count = 0;
                for start in 0..self.n {
                    if start == a || start == b || label[start] != u8::MAX {
                        continue;
                    }
                    label[start] = count;
                    todo.push(start);
                    while let Some(at) = todo.pop() {
                        for &other in &puzzle.next[at] {
                            let other = other as usize;
                            if other != self.n && other != a && other != b && label[other] == u8::MAX {
                                label[other] = count;
                                todo.push(other);
                            }
                        }
                    }
                    count += 1;
                }
                let pair = a * self.live + b;
                counts[pair] = count;
                self.base[pair] = self.cost.len() as u32;
                self.cost.extend((0..count).map(|_| FAR));
                if count > 1 {
                    self.row[pair] = self.area.len() as u32;
                    self.area.extend_from_slice(&label[..self.n]);
                }
            }
        }
        counts
    }

    /// How many places there are: pairs, each with the areas it cuts the floor into.
    pub fn places(&self) -> usize {
        self.cost.len()
    }

    /// The places of two cells, whatever the area.
    pub fn places_of(&self, a: u16, b: u16) -> std::ops::Range<usize> {
        let (a, b) = (a.min(b) as usize, a.max(b) as usize);
        let begin = self.base[a * self.live + b] as usize;
        let later = self.base[a * self.live + b + 1..].iter().find(|&&base| base != u32::MAX);
        begin..later.map_or(self.cost.len(), |&base| base as usize)
    }

    /// Calls `visit` with every pair and its places, each with a cell that the player could be in.
    pub fn each_place(&self, puzzle: &Puzzle, mut visit: impl FnMut(u16, u16, u16, usize)) {
        let mut seen = vec![false; self.cost.len()];
        for a in 0..self.live {
            for b in a + 1..self.live {
                if puzzle.sink[a] || puzzle.sink[b] {
                    continue;
                }
                let mut players = (0..self.n).filter(|&player| player != a && player != b);
                if self.row[a * self.live + b] == u32::MAX {
                    if let Some(player) = players.next() {
                        visit(a as u16, b as u16, player as u16, self.base[a * self.live + b] as usize);
                    }
                    continue;
                }
                for player in players {
                    let place = self.node(a, b, player);
                    if !std::mem::replace(&mut seen[place], true) {
                        visit(a as u16, b as u16, player as u16, place);
                    }
                }
            }
        }
    }

    /// For each place, the places from which one push leads there: where each list begins, and all lists.
    pub fn pulls(&self, puzzle: &Puzzle) -> (Vec<u32>, Vec<u32>) {
        let mut found = Vec::new();
        for a in 0..self.live as u16 {
            for b in a + 1..self.live as u16 {
                if puzzle.sink[a as usize] || puzzle.sink[b as usize] {
                    continue;
                }
                for (cell, other) in [(a, b), (b, a)] {
                    for direction in 0..4 {
                        let from = puzzle.next[cell as usize][direction ^ 1];
                        let behind = puzzle.next[from as usize][direction ^ 1];
                        let blocked = from == other || behind == other || behind as usize == self.n;
                        if blocked || from as usize >= self.live || puzzle.sink[from as usize] {
                            continue;
                        }
                        let place = self.node(a as usize, b as usize, from as usize);
                        found.push((place as u32, self.node(from as usize, other as usize, behind as usize) as u32));
                    }
                }
            }
        }
        // Sorted by counting: `first` is where the next of a place goes, and ends where the next place begins.
        let mut first = vec![0; self.cost.len() + 2];
        for &(place, _) in &found {
            first[place as usize + 2] += 1;
        }
        for place in 1..=self.cost.len() {
            first[place + 1] += first[place];
        }
        let mut sorted = vec![0; found.len()];
        for (place, from) in found {
            let next = &mut first[place as usize + 1];
            sorted[*next as usize] = from;
            *next += 1;
        }
        first.pop();
        (first, sorted)
    }

    /// The place of a pair's cost, for a player in a cell.
    #[inline]
    pub fn node(&self, a: usize, b: usize, player: usize) -> usize {
        let pair = if a < b { a * self.live + b } else { b * self.live + a };
        let row = self.row[pair];
        let area = if row == u32::MAX { 0 } else { self.area[row as usize + player] as usize };
        self.base[pair] as usize + area
    }

    /// Spreads costs backwards from what is solved, cheapest first.
    fn spread(&mut self, puzzle: &Puzzle) {
        let mut buckets: Vec<Vec<(u16, u16, u16)>> = vec![Vec::new()];
        // A seed or step: the pair with a player's cell that names the area.
        let offer =
            |this: &mut Self, buckets: &mut Vec<Vec<(u16, u16, u16)>>, a: u16, b: u16, player: u16, cost: u16| {
                let node = this.node(a as usize, b as usize, player as usize);
                if cost < this.cost[node] {
                    this.cost[node] = cost;
                    let cost = cost as usize;
                    if buckets.len() <= cost {
                        buckets.resize_with(cost + 1, Vec::new);
                    }
                    buckets[cost].push((a.min(b), a.max(b), player));
                }
            };
        match puzzle.kind {
            Kind::Goals => {
                for (at, &a) in puzzle.targets.iter().enumerate() {
                    for &b in &puzzle.targets[at + 1..] {
                        for player in 0..self.n as u16 {
                            if player != a && player != b {
                                offer(self, &mut buckets, a, b, player, 0);
                            }
                        }
                    }
                }
            }
            _ => {
                // One of the two is pushed into a sink; the other is alone from then on.
                for &sink in &puzzle.targets {
                    for direction in 0..4 {
                        let from = puzzle.next[sink as usize][direction ^ 1];
                        let player = puzzle.next[from as usize][direction ^ 1];
                        if from as usize >= self.live || player as usize == self.n || puzzle.sink[from as usize] {
                            continue;
                        }
                        for other in 0..self.live as u16 {
                            if other == from || other == player || puzzle.sink[other as usize] {
                                continue;
                            }
                            let rest = puzzle.distances.nearest(puzzle.distances.row_of(other, from));
                            if rest != FAR {
                                offer(self, &mut buckets, from, other, player, rest + 1);
                            }
                        }
                    }
                }
            }
        }
        let mut cost = 0;
        while cost < buckets.len() {
            while let Some((a, b, player)) = buckets[cost].pop() {
                let node = self.node(a as usize, b as usize, player as usize);
                if (self.cost[node] as usize) < cost {
                    continue;
                }
                for (cell, other) in [(a, b), (b, a)] {
                    for direction in 0..4 {
                        // The push that ended here: the box came from `from`, where the player now stands.
                        let from = puzzle.next[cell as usize][direction ^ 1];
                        let behind = puzzle.next[from as usize][direction ^ 1];
                        if from as usize >= self.live || from == other || behind == other || puzzle.sink[from as usize]
                        {
                            continue;
                        }
                        if behind as usize == self.n || self.node(a as usize, b as usize, from as usize) != node {
                            continue;
                        }
                        offer(self, &mut buckets, from, other, behind, cost as u16 + 1);
                    }
                }
            }
            cost += 1;
        }
    }

    /// Spreads costs forwards from where boxes start.
    fn spread_forward(&mut self, puzzle: &Puzzle) {
        let mut todo = Vec::new();
        let mut next = Vec::new();
        let starts = puzzle.boxes(&puzzle.start);
        for (at, &a) in starts.iter().enumerate() {
            for &b in &starts[at + 1..] {
                let node = self.node(a as usize, b as usize, puzzle.player as usize);
                self.cost[node] = 0;
                todo.push((a, b, puzzle.player));
            }
        }
        let mut cost = 0;
        while !todo.is_empty() {
            cost += 1;
            for (a, b, player) in todo.drain(..) {
                let node = self.node(a as usize, b as usize, player as usize);
                for (cell, other) in [(a, b), (b, a)] {
                    for direction in 0..4 {
                        let to = puzzle.next[cell as usize][direction];
                        let behind = puzzle.next[cell as usize][direction ^ 1];
                        let blocked = behind as usize == self.n || behind == other || to == other;
                        if blocked || to as usize >= self.live {
                            continue;
                        }
                        if self.node(a as usize, b as usize, behind as usize) != node {
                            continue;
                        }
                        let after = self.node(to as usize, other as usize, cell as usize);
                        if self.cost[after] == FAR {
                            self.cost[after] = cost;
                            next.push((to, other, cell));
                        }
                    }
                }
            }
            std::mem::swap(&mut todo, &mut next);
        }
    }

    /// Finds what each pair costs on top of its boxes alone, each with a start of its own.
    fn charge(&mut self, puzzle: &Puzzle, alone: &Distances) {
        let mut extra = vec![0; self.cost.len()];
        // The least two of each row, and where the least is.
        let least = |cell: u16, player: u16| {
            let row = alone.row(alone.row_of(cell, player));
            let mut found = (FAR, FAR, 0);
            for (at, &cost) in row.iter().enumerate() {
                if cost < found.0 {
                    found = (cost, found.0, at);
                } else if cost < found.1 {
                    found.1 = cost;
                }
            }
            found
        };
        let mut dearer = Vec::new();
        self.each_place(puzzle, |a, b, player, place| {
            let cost = self.cost[place];
            if cost == FAR {
                return;
            }
            let (one, other) = (least(a, player), least(b, player));
            let both = if one.2 == other.2 {
                one.0.saturating_add(other.1).min(one.1.saturating_add(other.0))
            } else {
                one.0.saturating_add(other.0)
            };
            if cost > both {
                extra[place] = cost - both;
                dearer.push((a, b));
            }
        });
        for (a, b) in dearer {
            for (x, y) in [(a, b), (b, a)] {
                bits::set(&mut self.costlier, x as usize * self.words * 64 + y as usize);
            }
        }
        self.extra = extra;
    }

    /// In the table for pulls: what the box in `cell` costs more in company of the others, pair by pair.
    #[inline]
    pub fn extra(&self, bits: &[u64], cell: u16, player: u16) -> u32 {
        let others = bits::common(bits, self.partners(&self.costlier, cell));
        others.map(|other| u32::from(self.extra[self.node(cell as usize, other, player as usize)])).sum()
    }

    fn sum_up(&mut self, puzzle: &Puzzle, counts: &[u8]) {
        for a in 0..self.live {
            for b in a + 1..self.live {
                let pair = a * self.live + b;
                if counts[pair] == 0 {
                    continue;
                }
                let base = self.base[pair] as usize;
                let costs = &self.cost[base..base + counts[pair] as usize];
                let all_dead = costs.iter().all(|&cost| cost == FAR);
                let some_dead = costs.contains(&FAR);
                let costlier = puzzle.kind == Kind::Sinks
                    && (0..self.n as u16).any(|player| {
                        player as usize != a
                            && player as usize != b
                            && self.excess(puzzle, a as u16, b as u16, player) > 0
                    });
                for (x, y) in [(a, b), (b, a)] {
                    let at = x * self.words * 64 + y;
                    if all_dead {
                        bits::set(&mut self.dead, at);
                    } else if some_dead {
                        bits::set(&mut self.mixed, at);
                    }
                    if costlier && !all_dead {
                        bits::set(&mut self.costlier, at);
                    }
                }
            }
        }
    }

    /// Whether the box in `cell` and some other box cannot both be brought home, for a player in `player`.
    #[inline]
    pub fn is_dead(&self, bits: &[u64], cell: u16, player: u16) -> bool {
        if bits.iter().zip(self.partners(&self.dead, cell)).any(|(&boxes, &dead)| boxes & dead != 0) {
            return true;
        }
        bits::common(bits, self.partners(&self.mixed, cell))
            .any(|other| self.cost[self.node(cell as usize, other, player as usize)] == FAR)
    }

    /// The row of a cell in one of the tables of partners.
    #[inline]
    fn partners<'a>(&self, table: &'a [u64], cell: u16) -> &'a [u64] {
        &table[cell as usize * self.words..][..self.words]
    }

    /// Whether two boxes cannot both be brought home, for a player in a cell.
    pub fn is_far(&self, a: usize, b: usize, player: usize) -> bool {
        self.cost[self.node(a, b, player)] == FAR
    }

    /// On a sink level: how many pushes two boxes cost more than each alone. 0 where one of them is dead alone.
    pub fn excess(&self, puzzle: &Puzzle, a: u16, b: u16, player: u16) -> u16 {
        let cost = self.cost[self.node(a as usize, b as usize, player as usize)];
        let table = &puzzle.distances;
        let alone = [a, b].map(|cell| table.nearest(table.row_of(cell, player)));
        if cost == FAR || alone.contains(&FAR) { 0 } else { cost - alone[0] - alone[1] }
    }

    /// Calls `visit` with each box that costs more in company of `cell`.
    #[inline]
    pub fn each_costlier(&self, bits: &[u64], cell: u16, mut visit: impl FnMut(u16)) {
        bits::common(bits, self.partners(&self.costlier, cell)).for_each(|other| visit(other as u16));
    }

    /// The first pair of boxes that is dead, for a player in `player`.
    pub fn find_dead(&self, puzzle: &Puzzle, bits: &[u64], player: u16) -> Option<(u16, u16)> {
        let mut boxes = Vec::new();
        puzzle.each_box(bits, |cell| boxes.push(cell));
        for (at, &a) in boxes.iter().enumerate() {
            for &b in &boxes[at + 1..] {
                if self.cost[self.node(a as usize, b as usize, player as usize)] == FAR {
                    return Some((a, b));
                }
            }
        }
        None
    }

    /// All dead pairs. With each the cells beside one of the two boxes at which the player must be for that; none if
    /// they are dead wherever he is. (He is beside one of them when it comes about, and only they can change it.)
    pub fn all_dead(&self, puzzle: &Puzzle) -> Vec<(u16, u16, Vec<u16>)> {
        let mut found = Vec::new();
        for a in 0..self.live {
            for b in a + 1..self.live {
                if self.base[a * self.live + b] == u32::MAX {
                    continue;
                }
                let is_dead = |&player: &usize| self.cost[self.node(a, b, player)] == FAR;
                let free = |&player: &usize| player != self.n && player != a && player != b;
                if (0..self.n).filter(free).all(|player| is_dead(&player)) {
                    found.push((a as u16, b as u16, vec![]));
                    continue;
                }
                let beside = [a, b].into_iter().flat_map(|cell| puzzle.next[cell]).map(usize::from);
                let mut players: Vec<u16> = beside.filter(free).filter(is_dead).map(|player| player as u16).collect();
                players.sort_unstable();
                players.dedup();
                if !players.is_empty() {
                    found.push((a as u16, b as u16, players));
                }
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::push::walk::Walk;
    use crate::testing::{Oracle, Random, Tiny};

    fn for_pulls(puzzle: &Puzzle) -> Option<Pairs> {
        let starts = puzzle.boxes(&puzzle.start);
        let alone = Distances::from_starts(&puzzle.next, puzzle.n, puzzle.live, &starts, puzzle.player);
        Pairs::from_starts(puzzle, &alone)
    }

    /// With two boxes in all, the table for pulls says how many pushes lead from the start to each position.
    #[test]
    fn pulls_of_two_boxes_are_exact() {
        let mut random = Random::new(51);
        let mut compared = 0;
        for _ in 0..3000 {
            let puzzle = Tiny::random(&mut random, Kind::Goals, 2).puzzle();
            if puzzle.hopeless.is_some() || puzzle.count_boxes(&puzzle.start) != 2 {
                continue;
            }
            let pairs = for_pulls(&puzzle).unwrap();
            let mut walk = Walk::new(puzzle.n);
            puzzle.block(&mut walk, &puzzle.start);
            let mut todo = vec![(puzzle.start.clone(), walk.flood(&puzzle.next, puzzle.player))];
            let mut known = HashMap::from([(todo[0].clone(), 0)]);
            let mut at = 0;
            while at < todo.len() {
                let (bits, player) = todo[at].clone();
                let pushes = known[&todo[at]];
                at += 1;
                puzzle.block(&mut walk, &bits);
                walk.flood(&puzzle.next, player);
                let mut children = Vec::new();
                puzzle.each_box(&bits, |from| {
                    for direction in (0..4).filter(|&direction| puzzle.can_push(&bits, &walk, from, direction)) {
                        let mut child = bits.clone();
                        puzzle.push(&mut child, from, puzzle.next[from as usize][direction]);
                        children.push((child, from));
                    }
                });
                for (child, player) in children {
                    puzzle.block(&mut walk, &child);
                    let node = (child, walk.flood(&puzzle.next, player));
                    if !known.contains_key(&node) {
                        known.insert(node.clone(), pushes + 1);
                        todo.push(node);
                    }
                }
            }
            let mut reached = 0;
            pairs.each_place(&puzzle, |a, b, player, place| {
                let mut bits = vec![0; puzzle.words];
                [a, b].into_iter().for_each(|cell| bits::set(&mut bits, cell));
                puzzle.block(&mut walk, &bits);
                let node = (bits, walk.flood(&puzzle.next, player));
                assert_eq!(pairs.cost[place], known.get(&node).copied().unwrap_or(FAR));
                reached += usize::from(known.contains_key(&node));
            });
            assert_eq!(reached, known.len());
            compared += reached;
        }
        assert!(compared > 10_000, "{compared}");
    }

    #[test]
    fn pairs_in_positions_that_can_be_reached_can_be_pulled_back() {
        let mut random = Random::new(52);
        let (mut asked, mut dead, mut costlier) = (0, 0, 0);
        for _ in 0..400 {
            let tiny = Tiny::random(&mut random, Kind::Goals, 5);
            let Some(oracle) = Oracle::new(&tiny, 12_000) else { continue };
            let puzzle = tiny.puzzle();
            if puzzle.hopeless.is_some() {
                continue;
            }
            let Some(pairs) = for_pulls(&puzzle) else { continue };
            for &position in &oracle.positions {
                let Some((bits, player)) = tiny.bits(&puzzle, position) else { continue };
                puzzle.each_box(&bits, |cell| {
                    assert!(!pairs.is_dead(&bits, cell, player), "{}", tiny.draw(position));
                    costlier += u64::from(pairs.extra(&bits, cell, player));
                    asked += 1;
                });
            }
            dead += pairs.cost.iter().filter(|&&cost| cost == FAR).count();
        }
        assert!(asked > 50_000 && dead > 1_000 && costlier > 1_000, "{asked} {dead} {costlier}");
    }
}
