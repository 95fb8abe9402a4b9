//! The packing plan, found backwards: boxes are pulled off the goals and taken away where boxes begin.
//!
//! Comes in:  a puzzle with goals.     Goes out: the pulls that empty the goals, as a `Plan` read backwards.
//!
//! After Shoham's Festival. A box that has been pulled to a start square, far from where it was, will not be in the way
//! again, so it is deleted together with that square. Where a box can be deleted nothing else is tried, and most levels
//! are unpacked in as many moves as they have boxes. Where none can, boxes are pulled about: that is *parking*.

use std::cmp::Reverse;

use super::super::box_moves::Next;
use super::Level;
use super::box_travel::{Travel, Visitor, Way};
use super::floor::{Floor, clear, has, set};
use super::plan::Plan;
use super::rooms::{CORRIDOR, Rooms, Sight};
use super::styles::Taste;
use super::tree::{Child, ROOT, Score, Step, Tree};
use crate::deadlocks::bipartite::Seating;
use crate::push::areas::Areas;
use crate::push::distance::FAR;
use crate::push::puzzle::Puzzle;

/// Boxes at least so many steps from where they were are out of the way.
const FAR_AWAY: u16 = 6;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Value {
    left: Reverse<u16>,
    components: Reverse<u16>,
    on_goals: Reverse<u16>,
    lost_links: Reverse<u16>,
    away: u32,
}

impl Score for Value {
    type Cell = (u16, u16, u16, u16);
    fn cell(&self) -> Self::Cell {
        (self.left.0, self.on_goals.0, self.components.0, self.lost_links.0)
    }
}

pub struct Unpack<'a> {
    taste: Taste,
    puzzle: &'a Puzzle,
    floor: &'a Floor,
    rooms: &'a Rooms,
    tree: Tree<Value>,
    travel: Travel,
    meter: Meter<'a>,
    pub expanded: u64,
    seating: Seating,
    best: u32,
}

struct Meter<'a> {
    puzzle: &'a Puzzle,
    floor: &'a Floor,
    rooms: &'a Rooms,
    sight: Sight,
}

impl Meter<'_> {
    /// Prepares for boards that differ in where one box is; these are the boxes without it.
    fn lift(&mut self, bits: &[u64]) {
        self.sight.lift(self.puzzle, self.rooms, bits);
    }

    /// `moved` is the box that `lift` left out, if it did.
    fn value(&mut self, bits: &[u64], moved: Option<u16>, areas: &Areas) -> Value {
        let on_goals: u32 = bits.iter().zip(&self.puzzle.goal_mask).map(|(a, b)| (a & b).count_ones()).sum();
        let mut away = 0;
        self.puzzle.each_box(bits, |cell| away += self.floor.pulled[cell as usize]);
        let lost = match moved {
            Some(cell) => self.sight.lost_with(self.rooms, cell),
            None => self.sight.lost_links(self.puzzle, self.rooms, bits),
        };
        Value {
            left: Reverse(self.puzzle.count_boxes(bits) as u16),
            components: Reverse(areas.count() as u16),
            on_goals: Reverse(on_goals as u16),
            lost_links: Reverse(lost),
            away,
        }
    }
}

/// One box pulled about, to be deleted.
struct Deletions<'a> {
    floor: &'a Floor,
    class: &'a [u64],
    useful: &'a [u64],
    is_far: &'a dyn Fn(u16) -> bool,
    from: u16,
    found: Vec<(u16, u16, u16)>,
}

impl Visitor for Deletions<'_> {
    fn may_enter(&mut self, to: u16) -> bool {
        has(self.useful, to)
    }
    fn place(&mut self, _: &[u64], to: u16, player: u16, _: &Areas) -> Next {
        if has(self.class, to) && (self.is_far)(to) && !self.found.iter().any(|&(_, cell, _)| cell == to) {
            self.found.push((self.floor.walk(self.from, to), to, player));
        }
        Next::GoOn
    }
}

/// A pull with what advisors ask about it.
struct Pulled {
    child: Child<Value>,
    opens: bool,
}

struct Pulls<'a, 'b> {
    puzzle: &'a Puzzle,
    floor: &'a Floor,
    meter: &'b mut Meter<'a>,
    tree: &'b mut Tree<Value>,
    useful: &'b [u64],
    /// The key without the box and the player.
    key: u64,
    from: u16,
    /// Pulls of other boxes that were possible before.
    possible: &'b [u8],
    found: Vec<Pulled>,
}

impl Visitor for Pulls<'_, '_> {
    fn may_enter(&mut self, to: u16) -> bool {
        has(self.useful, to)
    }
    fn place(&mut self, bits: &[u64], to: u16, player: u16, areas: &Areas) -> Next {
        let name = areas.name(player);
        let key = self.key ^ self.floor.box_key(to) ^ self.floor.player_key(name);
        if !self.tree.meet(key) {
            return Next::GoOn;
        }
        let score = self.meter.value(bits, Some(to), areas);
        let step = Step { from: self.from, to, player: name, deletes: false };
        let mut opens = false;
        self.puzzle.each_box(bits, |cell| {
            if cell != to && !opens {
                let now = pulls_of(self.puzzle, bits, areas, name, cell);
                opens = now & !self.possible[cell as usize] != 0;
            }
        });
        self.found.push(Pulled { child: Child { step, key, score, weight: 1, advisor: 0 }, opens });
        Next::GoOn
    }
}

/// The directions in which a box can be pulled now, as bits.
fn pulls_of(puzzle: &Puzzle, bits: &[u64], areas: &Areas, player: u16, cell: u16) -> u8 {
    let part = areas.name(player);
    let mut mask = 0;
    for d in 0..4 {
        let to = puzzle.next[cell as usize][d];
        let stand = puzzle.next[to as usize][d];
        if areas.name(to) == part && stand as usize != puzzle.n && !puzzle.has_box(bits, stand) {
            mask |= 1 << d;
        }
    }
    mask
}

/// Whether a box pulled so far is out of the way.
fn is_far(puzzle: &Puzzle, floor: &Floor, rooms: &Rooms, from: u16, to: u16) -> bool {
    if floor.walk(from, to) >= FAR_AWAY {
        return true;
    }
    let (a, b) = (rooms.room[from as usize], rooms.room[to as usize]);
    if a != CORRIDOR && b != CORRIDOR {
        return a != b;
    }
    let (p, q) = (puzzle.places[from as usize], puzzle.places[to as usize]);
    if (a == CORRIDOR && b == CORRIDOR) || p.0 == q.0 || p.1 == q.1 {
        return false;
    }
    let (corridor, room) = if a == CORRIDOR { (from, b) } else { (to, a) };
    !rooms.on_rim(puzzle, corridor, room)
}

impl<'a> Unpack<'a> {
    pub fn new(level: &'a Level, taste: Taste) -> Self {
        let Level { puzzle, floor, rooms, .. } = level;
        Self {
            taste,
            puzzle,
            floor,
            rooms,
            tree: Tree::new(false, true, 0),
            travel: Travel::new(puzzle),
            meter: Meter { puzzle, floor, rooms, sight: Sight::new(rooms) },
            expanded: 0,
            seating: Seating::default(),
            best: 0,
        }
    }

    pub fn memory(&self) -> usize {
        self.tree.memory()
    }

    /// Pulls until all boxes are gone or home, or so many positions have been expanded in all; the best plan so far.
    /// It can be asked again, to go on. `None` where the boxes cannot all have a goal.
    pub fn run(&mut self, patience: u64, mut stop: impl FnMut(usize) -> bool) -> Option<Plan> {
        if self.tree.nodes.is_empty() {
            self.begin()?;
        }
        while !self.is_end(self.best) && self.expanded < patience && !stop(self.tree.memory()) {
            let Some((parent, child, weight)) = self.tree.pop() else { break };
            let node = &self.tree.nodes[parent as usize];
            let (mut bits, mut starts) = (node.bits.to_vec(), node.starts.to_vec());
            clear(&mut bits, child.step.from);
            if child.step.deletes {
                clear(&mut starts, child.step.to);
            } else {
                set(&mut bits, child.step.to);
                if !self.all_can_start(&bits, &starts) {
                    continue;
                }
            }
            self.expand(parent, &child, weight, &bits, &starts);
        }
        Some(self.plan())
    }

    /// One root for each part of the floor that the player may end in.
    fn begin(&mut self) -> Option<()> {
        let puzzle = self.puzzle;
        let goals = self.final_boxes()?;
        let starts: Vec<u64> = puzzle.start.clone();
        let mut areas = Areas::new(puzzle.n);
        areas.scan(puzzle, &goals);
        let score = self.meter.value(&goals, None, &areas);
        for &player in areas.names() {
            let key = self.key(&goals, &starts) ^ self.floor.player_key(player);
            self.tree.meet(key);
            self.expand(ROOT, &Child::root(player, key, score), 0, &goals, &starts);
        }
        Some(())
    }

    /// Which goals are filled in the end; `None` where not every box can have one.
    fn final_boxes(&self) -> Option<Vec<u64>> {
        let puzzle = self.puzzle;
        let goals: Vec<u16> = puzzle.targets.iter().copied().filter(|&goal| (goal as usize) < puzzle.live).collect();
        let mut bits = vec![0; puzzle.words];
        if goals.len() <= puzzle.count_boxes(&puzzle.start) {
            goals.iter().for_each(|&goal| set(&mut bits, goal));
            return Some(bits);
        }
        // More goals than boxes: every box takes one it can reach, nearest first (Kuhn's augmenting paths).
        let mut boxes = Vec::new();
        puzzle.each_box(&puzzle.start, |cell| boxes.push(cell));
        let table = &puzzle.distances;
        let mut holder: Vec<Option<usize>> = vec![None; puzzle.targets.len()];
        fn seat(at: usize, wishes: &[Vec<usize>], holder: &mut [Option<usize>], seen: &mut [bool]) -> bool {
            for &goal in &wishes[at] {
                if std::mem::replace(&mut seen[goal], true) {
                    continue;
                }
                if holder[goal].is_none_or(|other| seat(other, wishes, holder, seen)) {
                    holder[goal] = Some(at);
                    return true;
                }
            }
            false
        }
        let wishes: Vec<Vec<usize>> = boxes
            .iter()
            .map(|&cell| {
                let row = table.row(table.row_of(cell, puzzle.player));
                let mut wishes: Vec<usize> = (0..row.len()).filter(|&goal| row[goal] != FAR).collect();
                wishes.sort_by_key(|&goal| row[goal]);
                wishes
            })
            .collect();
        for at in 0..boxes.len() {
            if !seat(at, &wishes, &mut holder, &mut vec![false; puzzle.targets.len()]) {
                return None;
            }
        }
        for (goal, _) in holder.iter().enumerate().filter(|(_, holder)| holder.is_some()) {
            set(&mut bits, puzzle.targets[goal]);
        }
        Some(bits)
    }

    fn key(&self, bits: &[u64], starts: &[u64]) -> u64 {
        let mut key = self.floor.boxes_key(self.puzzle, bits);
        self.puzzle.each_box(starts, |cell| key ^= self.floor.start_key(cell));
        key
    }

    /// Whether nothing is left to pull: all gone, or the rest stands where boxes begin.
    fn is_end(&self, index: u32) -> bool {
        let node = &self.tree.nodes[index as usize];
        node.bits.iter().zip(&node.starts).all(|(bits, starts)| bits & !starts == 0)
    }

    /// Whether every remaining box can come from a start of its own.
    fn all_can_start(&mut self, bits: &[u64], starts: &[u64]) -> bool {
        let puzzle = self.puzzle;
        let mut boxes = Vec::new();
        puzzle.each_box(bits, |cell| boxes.push(cell));
        let mut rows: Vec<Vec<u16>> = Vec::new();
        puzzle.each_box(starts, |start| {
            rows.push(boxes.iter().map(|&cell| if self.floor.can_push(start, cell) { 0 } else { FAR }).collect());
        });
        let rows: Vec<&[u16]> = rows.iter().map(Vec::as_slice).collect();
        !self.seating.is_short(&rows)
    }

    fn expand(&mut self, parent: u32, made: &Child<Value>, weight: u32, bits: &[u64], starts: &[u64]) {
        let (step, score) = (made.step, made.score);
        self.expanded += 1;
        let mut useful = vec![0; self.puzzle.words];
        self.puzzle.each_box(starts, |start| {
            useful.iter_mut().zip(self.floor.reach(start)).for_each(|(word, reach)| *word |= reach);
        });
        let mut areas = Areas::new(self.puzzle.n);
        areas.scan(self.puzzle, bits);
        let mut children = self.deletions(bits, starts, step.player, &areas, &useful);
        if children.is_empty() {
            children = self.pulls(bits, starts, step.player, &areas, &useful, score);
        }
        let index = self.tree.add(parent, made, weight, bits, starts, children);
        if index == 0 || score > self.tree.nodes[self.best as usize].score || self.is_end(index) {
            self.best = index;
        }
    }

    /// The largest class of starts that a box could be pushed between, whatever the player's side; empty where the
    /// player cannot walk to all of them.
    fn class(&self, bits: &[u64], starts: &[u64], player: u16, areas: &Areas) -> Vec<u64> {
        let puzzle = self.puzzle;
        let mut cells = Vec::new();
        puzzle.each_box(starts, |cell| {
            if !puzzle.has_box(bits, cell) {
                cells.push(cell);
            }
        });
        let free = |cell: u16| !areas.is_closed(cell);
        let mut reach = vec![vec![false; puzzle.n + 1]; cells.len()];
        let mut todo = Vec::new();
        for (row, &start) in reach.iter_mut().zip(&cells) {
            row[start as usize] = true;
            todo.push(start);
            while let Some(cell) = todo.pop() {
                for d in 0..4 {
                    let (to, behind) = (puzzle.next[cell as usize][d], puzzle.next[cell as usize][d ^ 1]);
                    if (to as usize) < puzzle.live && free(to) && free(behind) && !row[to as usize] {
                        row[to as usize] = true;
                        todo.push(to);
                    }
                }
            }
        }
        let mut best = vec![0; puzzle.words];
        let mut most = 0;
        for at in 0..cells.len() {
            let same: Vec<usize> = (0..cells.len())
                .filter(|&other| reach[at][cells[other] as usize] && reach[other][cells[at] as usize])
                .collect();
            if same.len() > most {
                most = same.len();
                best.fill(0);
                same.iter().for_each(|&other| set(&mut best, cells[other]));
            }
        }
        let mut reached = true;
        puzzle.each_box(&best, |cell| reached &= areas.name(cell) == areas.name(player));
        if !reached {
            best.fill(0);
        }
        best
    }

    /// One deletion for each box that allows one; the best is advised.
    fn deletions(
        &mut self,
        bits: &[u64],
        starts: &[u64],
        player: u16,
        areas: &Areas,
        useful: &[u64],
    ) -> Vec<Child<Value>> {
        let puzzle = self.puzzle;
        let class = self.class(bits, starts, player, areas);
        if class.iter().all(|&word| word == 0) {
            return Vec::new();
        }
        let mut children = Vec::new();
        let key = self.key(bits, starts);
        let mut boxes = Vec::new();
        puzzle.each_box(bits, |cell| boxes.push(cell));
        let mut scratch = Areas::new(puzzle.n);
        for from in boxes.into_iter().filter(|&cell| pulls_of(puzzle, bits, areas, player, cell) != 0) {
            let (floor, rooms) = (self.floor, self.rooms);
            let is_far = |to: u16| is_far(puzzle, floor, rooms, from, to);
            let mut visitor = Deletions { floor, class: &class, useful, is_far: &is_far, from, found: Vec::new() };
            self.travel.each(puzzle, Way::Pull, bits, player, from, &mut visitor);
            let mut found = visitor.found;
            found.sort_by_key(|&(distance, to, _)| (Reverse(distance), to));
            let mut after = bits.to_vec();
            clear(&mut after, from);
            for (distance, to, stand) in found {
                let mut rest = starts.to_vec();
                clear(&mut rest, to);
                if !self.all_can_start(&after, &rest) {
                    continue;
                }
                scratch.scan(puzzle, &after);
                let name = scratch.name(stand);
                let fresh = key ^ self.floor.box_key(from) ^ self.floor.start_key(to) ^ self.floor.player_key(name);
                if self.tree.meet(fresh) {
                    let score = self.meter.value(&after, None, &scratch);
                    let step = Step { from, to, player: name, deletes: true };
                    children.push((distance, Child { step, key: fresh, score, weight: 1, advisor: 0 }));
                }
                break;
            }
        }
        let advised = (0..children.len()).min_by_key(|&at| {
            let (distance, child): &(u16, Child<Value>) = &children[at];
            let from = child.step.from;
            let on_goal = puzzle.goal[from as usize];
            let away = self.floor.pulled[from as usize] as i32;
            let last = match self.taste {
                Taste::Farthest => -i32::from(*distance),
                Taste::Nearest => i32::from(*distance),
                Taste::Inner => away,
                Taste::Outer => -away,
            };
            (on_goal, self.floor.hole[from as usize], child.score.components.0, last)
        });
        if let Some(at) = advised {
            children[at].1.weight = 0;
        }
        children.into_iter().map(|(_, child)| child).collect()
    }

    fn pulls(
        &mut self,
        bits: &[u64],
        starts: &[u64],
        player: u16,
        areas: &Areas,
        useful: &[u64],
        score: Value,
    ) -> Vec<Child<Value>> {
        let puzzle = self.puzzle;
        let key = self.key(bits, starts);
        let mut boxes = Vec::new();
        puzzle.each_box(bits, |cell| boxes.push(cell));
        let mut possible = vec![0u8; puzzle.n + 1];
        for &cell in &boxes {
            possible[cell as usize] = pulls_of(puzzle, bits, areas, player, cell);
        }
        let mut all = Vec::new();
        let mut rest = bits.to_vec();
        for &from in boxes.iter().filter(|&&cell| possible[cell as usize] != 0) {
            clear(&mut rest, from);
            self.meter.lift(&rest);
            set(&mut rest, from);
            let mut visitor = Pulls {
                puzzle,
                floor: self.floor,
                meter: &mut self.meter,
                tree: &mut self.tree,
                useful,
                key: key ^ self.floor.box_key(from),
                from,
                possible: &possible,
                found: Vec::new(),
            };
            self.travel.each(puzzle, Way::Pull, bits, player, from, &mut visitor);
            all.append(&mut visitor.found);
        }
        // Each advisor names the best move of its kind, if there is one.
        let away = |cell: u16| self.floor.pulled[cell as usize];
        let mut advise = |wanted: &dyn Fn(&Pulled) -> bool, order: &dyn Fn(&Pulled) -> (bool, Value, u16)| {
            let best = (0..all.len()).filter(|&at| wanted(&all[at])).max_by_key(|&at| order(&all[at]));
            if let Some(at) = best {
                all[at].child.weight = 0;
            }
        };
        let plain = |pulled: &Pulled| (false, pulled.child.score, 0);
        advise(
            &|pulled| {
                let Child { step, score: after, .. } = &pulled.child;
                puzzle.goal[step.from as usize]
                    && after.components >= score.components
                    && after.lost_links >= score.lost_links
                    && away(step.to) > away(step.from)
            },
            &|pulled| {
                let Child { step, score: after, .. } = &pulled.child;
                let order = Value { left: Reverse(0), on_goals: Reverse(0), away: 0, ..*after };
                (!self.floor.hole[step.from as usize], order, self.floor.walk(step.from, step.to))
            },
        );
        advise(&|pulled| pulled.child.score.components > score.components, &plain);
        advise(&|pulled| pulled.child.score.lost_links > score.lost_links, &plain);
        advise(&|pulled| pulled.opens, &plain);
        all.into_iter().map(|pulled| pulled.child).collect()
    }

    fn plan(&self) -> Plan {
        let path = self.tree.path(self.best);
        let steps: Vec<Step> = path[1..].iter().map(|&index| self.tree.nodes[index as usize].step).collect();
        let mut rest = Vec::new();
        self.puzzle.each_box(&self.tree.nodes[self.best as usize].bits, |cell| rest.push(cell));
        let mut goals = Vec::new();
        self.puzzle.each_box(&self.tree.nodes[path[0] as usize].bits, |cell| goals.push(cell));
        Plan::new(self.puzzle, &steps, &rest, &goals, self.is_end(self.best))
    }
}
