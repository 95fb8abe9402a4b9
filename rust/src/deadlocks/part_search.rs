//! Some of the boxes by themselves: is there anything they can do?
//!
//! Comes in:  boxes, the player, and what counts as done.     Goes out: "dead", or "not that I can see".
//!
//! Fewer boxes are never harder: a plan for all of them is one for some, with walks where the others were pushed. So
//! boxes may be left out at any time, before the search or in the middle of it, and what then has no way to be done
//! has none with all boxes. Here a box that can get away is taken off the board, and that is the only move looked at:
//! it is out of the way of all others, and the tree stays small. Which boxes count as getting away is no matter of
//! truth, only of how much is found:
//!
//! - `Open`: an area that the player cannot reach; done when it is opened, or when nothing needs to be done in it.
//!   The area shrinks to what is still closed, and boxes that are not near it are left out.
//! - `Inside`: a set of cells; a box that can leave it is gone, and done is when the others are on goals.
//!
//! After the corral proofs of Yaron Shoham's Festival. Best first, and every verdict is kept with boxes, area, player
//! and the walls that frozen boxes make: a verdict never speaks of another board.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::answer_table::AnswerTable;
use super::freeze::Freeze;
use super::frozen::Walled;
use super::sets;
use crate::push::puzzle::{Kind, Puzzle};
use crate::push::walk::Walk;
use crate::tables::pairs::Pairs;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rule {
    Open,
    Inside,
}

/// The table of answers may use this many bytes before it is forgotten and begun again.
const MOST_MEMORY: usize = 64 << 20;

// Values of the table of answers; from `GAVE_UP` on they count how often was asked.
const UNKNOWN: u32 = 0;
const DEAD: u32 = 1;
const ALIVE: u32 = 2;
const IN_TREE: u32 = 3;
const GAVE_UP: u32 = 4;

/// Given up is tried again when it has been asked this often, and each time twice as often.
const TRY_AGAIN: u32 = 128;

/// What all tests of a position stand on.
#[derive(Clone, Copy)]
pub struct Ground<'a> {
    pub puzzle: &'a Puzzle,
    pub pairs: Option<&'a Pairs>,
    /// The board with boxes that never move as walls.
    pub board: &'a Walled,
}

/// What the search of one part does not change.
#[derive(Clone, Copy)]
struct Setting<'a> {
    puzzle: &'a Puzzle,
    pairs: Option<&'a Pairs>,
    board: &'a Walled,
    rule: Rule,
    /// Whether every goal must be filled.
    full: bool,
}

struct Branch {
    entry: u32,
    parent: u32,
    /// What the table said before.
    before: u32,
}

/// Areas, boxes, cells: fewer are looked at first; then the older.
type Rank = Reverse<(u16, u16, u16, u32)>;

pub struct PartSearch {
    walk: Walk,
    freeze: Freeze,
    answers: AnswerTable,
    /// The cells around each cell and itself, as bits.
    near: Vec<u64>,
    /// Words of a set of cells; `boxes` has fewer.
    wide: usize,
    // The position in hand.
    boxes: Vec<u64>,
    area: Vec<u64>,
    player: u16,
    zone: Vec<u64>,
    // The position that is expanded.
    from_boxes: Vec<u64>,
    from_area: Vec<u64>,
    with_walls: Vec<u64>,
    pushes: Vec<(u16, u8)>,
    key: Vec<u64>,
    tree: Vec<Branch>,
    queue: BinaryHeap<Rank>,
    /// Pushes of the box that is followed, by its cell and direction.
    tried: Vec<u32>,
    stamp: u32,
    places: Vec<(u16, u16)>,
    /// Positions looked at in all.
    pub work: u64,
}

impl PartSearch {
    pub fn new(puzzle: &Puzzle) -> Self {
        let wide = puzzle.n.div_ceil(64).max(puzzle.words);
        let mut near = vec![0; puzzle.n * wide];
        for (cell, &(row, column)) in puzzle.places.iter().enumerate() {
            for (other, &(r, c)) in puzzle.places.iter().enumerate() {
                if row.abs_diff(r) <= 1 && column.abs_diff(c) <= 1 {
                    sets::add(&mut near[cell * wide..(cell + 1) * wide], other as u16);
                }
            }
        }
        Self {
            walk: Walk::new(puzzle.n),
            freeze: Freeze::new(puzzle),
            answers: AnswerTable::new(puzzle.words + wide + 1),
            near,
            wide,
            boxes: vec![0; puzzle.words],
            area: vec![0; wide],
            player: 0,
            zone: vec![0; wide],
            from_boxes: vec![0; puzzle.words],
            from_area: vec![0; wide],
            with_walls: vec![0; puzzle.words],
            pushes: Vec::new(),
            key: Vec::new(),
            tree: Vec::new(),
            queue: BinaryHeap::new(),
            tried: vec![0; (puzzle.n + 1) * 4],
            stamp: 0,
            places: Vec::new(),
            work: 0,
        }
    }

    /// Bytes in use.
    pub fn memory(&self) -> usize {
        self.answers.memory() + self.near.len() * 8
    }

    /// Words of a set of cells.
    pub fn wide(&self) -> usize {
        self.wide
    }

    /// The cells of `area`, those around them, and boxes right behind the boxes around it unless these can go aside.
    pub fn take_zone(&mut self, puzzle: &Puzzle, boxes: &[u64], area: &[u64]) -> &[u64] {
        let Self { zone, near, wide, .. } = self;
        zone.fill(0);
        sets::each(area, |cell| {
            let row = &near[cell as usize * *wide..(cell as usize + 1) * *wide];
            zone.iter_mut().zip(row).for_each(|(word, near)| *word |= near);
        });
        sets::each(boxes, |cell| {
            let next = puzzle.next[cell as usize];
            for direction in 0..4usize {
                let behind = next[direction ^ 1];
                if !sets::has(area, next[direction]) || !sets::has(boxes, behind) {
                    continue;
                }
                let aside = (direction & 2) ^ 2;
                let is_free = |to: u16| to as usize != puzzle.n && !sets::has(boxes, to);
                let beside = puzzle.next[behind as usize];
                if !(is_free(beside[aside]) && is_free(beside[aside + 1])) {
                    sets::add(zone, behind);
                }
            }
        });
        zone
    }

    /// Whether these boxes are dead, by looking at no more than `most` positions. `area` is the closed area for
    /// `Open`, the cells for `Inside`, and nothing else; the third is the player. Boxes that the board has as walls are left out.
    pub fn is_dead(&mut self, ground: &Ground, rule: Rule, part: (&[u64], &[u64], u16), most: usize) -> bool {
        let &Ground { puzzle, pairs, board } = ground;
        let full = puzzle.kind == Kind::Goals && puzzle.count_boxes(&puzzle.start) == puzzle.targets.len();
        let setting = Setting { puzzle, pairs, board, rule, full };
        for (at, word) in self.boxes.iter_mut().enumerate() {
            *word = part.0[at] & !board.walls[at];
        }
        self.area.copy_from_slice(part.1);
        self.player = part.2;
        if self.settle(&setting) {
            return false;
        }
        if self.answers.memory() > MOST_MEMORY {
            self.answers.clear();
        }
        let root = self.entry(&setting);
        let mut most = most;
        match *self.answers.value(root) {
            DEAD => return true,
            ALIVE => return false,
            UNKNOWN => {}
            asked => {
                *self.answers.value(root) = asked.saturating_add(1);
                let asked = asked - GAVE_UP + 1;
                if asked < TRY_AGAIN || !asked.is_power_of_two() {
                    return false;
                }
                most = most.max(asked as usize);
            }
        }
        self.tree.clear();
        self.queue.clear();
        self.add(&setting, root, u32::MAX);
        let verdict = loop {
            let Some(Reverse((.., branch))) = self.queue.pop() else { break DEAD };
            if self.tree.len() > most {
                break GAVE_UP;
            }
            self.work += 1;
            if let Some(end) = self.expand(&setting, branch) {
                self.mark_path(end);
                break ALIVE;
            }
        };
        for branch in &self.tree {
            let value = self.answers.value(branch.entry);
            if *value == IN_TREE {
                *value = if verdict == DEAD { DEAD } else { branch.before };
            }
        }
        if verdict == GAVE_UP {
            let value = self.answers.value(root);
            *value = (*value).max(GAVE_UP);
        }
        verdict == DEAD
    }

    /// Whatever leads to a position that is alive is alive.
    fn mark_path(&mut self, mut branch: u32) {
        while let Some(node) = self.tree.get(branch as usize) {
            *self.answers.value(node.entry) = ALIVE;
            branch = node.parent;
        }
    }

    /// Brings the position in hand into the form it is kept in; true where it is done. `walk` has flooded.
    fn settle(&mut self, setting: &Setting) -> bool {
        let &Setting { puzzle, board, rule, .. } = setting;
        loop {
            puzzle.block(&mut self.walk, &board.walls);
            sets::each(&self.boxes, |cell| self.walk.block(cell));
            self.player = self.walk.flood(&puzzle.next, self.player);
            if rule != Rule::Open {
                break;
            }
            for &cell in self.walk.cells() {
                sets::remove(&mut self.area, cell);
            }
            for (area, boxes) in self.area.iter_mut().zip(&self.boxes) {
                *area &= !boxes;
            }
            if sets::is_empty(&self.area) {
                return true;
            }
            let (boxes, area) = (std::mem::take(&mut self.boxes), std::mem::take(&mut self.area));
            self.take_zone(puzzle, &boxes, &area);
            (self.boxes, self.area) = (boxes, area);
            if sets::is_within(&self.boxes, &self.zone) {
                break;
            }
            self.boxes.iter_mut().zip(&self.zone).for_each(|(boxes, zone)| *boxes &= zone);
        }
        let is_home = match puzzle.kind {
            Kind::Goals => sets::is_within(&self.boxes, &puzzle.goal_mask),
            _ => sets::is_empty(&self.boxes),
        };
        let empty_goal = || self.area.iter().zip(&puzzle.goal_mask).any(|(area, goals)| area & goals != 0);
        is_home && !(rule == Rule::Open && setting.full && !sets::is_empty(&self.boxes) && empty_goal())
    }

    /// The table's entry of the position in hand.
    fn entry(&mut self, setting: &Setting) -> u32 {
        self.key.clear();
        self.key.extend_from_slice(&self.boxes);
        self.key.extend_from_slice(&self.area);
        let tag = (setting.board.number as u64) << 32 | u64::from(self.player) << 8 | setting.rule as u64;
        self.key.push(tag);
        self.answers.entry(&self.key)
    }

    /// Adds the position in hand to the tree. `walk` has flooded from its player.
    fn add(&mut self, setting: &Setting, entry: u32, parent: u32) {
        let mut areas = 1;
        for cell in 0..setting.puzzle.n as u16 {
            if self.walk.untouched(cell) {
                areas += 1;
                self.walk.flood(&setting.puzzle.next, cell);
            }
        }
        let number = self.tree.len() as u32;
        let rank = (areas, sets::count(&self.boxes) as u16, sets::count(&self.area) as u16, number);
        let before = std::mem::replace(self.answers.value(entry), IN_TREE);
        self.tree.push(Branch { entry, parent, before });
        self.queue.push(Reverse(rank));
    }

    /// Looks at what can be done; returns the branch that was expanded where something is alive.
    fn expand(&mut self, setting: &Setting, branch: u32) -> Option<u32> {
        let &Setting { puzzle, board, .. } = setting;
        let entry = self.tree[branch as usize].entry;
        let key = self.answers.key(entry);
        let words = puzzle.words;
        self.from_boxes.copy_from_slice(&key[..words]);
        self.from_area.copy_from_slice(&key[words..words + self.wide]);
        let player = (key[words + self.wide] >> 8) as u16;
        puzzle.block(&mut self.walk, &board.walls);
        sets::each(&self.from_boxes, |cell| self.walk.block(cell));
        self.walk.flood(&puzzle.next, player);
        self.pushes.clear();
        let Self { walk, pushes, from_boxes, .. } = self;
        sets::each(from_boxes, |cell| {
            for direction in 0..4usize {
                let ahead = puzzle.next[cell as usize][direction];
                if walk.reached(puzzle.next[cell as usize][direction ^ 1])
                    && board.reach.is_alive(ahead, direction ^ 1)
                    && !sets::has(from_boxes, ahead)
                {
                    pushes.push((cell, direction as u8));
                }
            }
        });
        let pushes = std::mem::take(&mut self.pushes);
        let end = self.make_children(setting, &pushes, player, branch);
        self.pushes = pushes;
        end
    }

    fn make_children(&mut self, setting: &Setting, pushes: &[(u16, u8)], player: u16, branch: u32) -> Option<u32> {
        let puzzle = setting.puzzle;
        match setting.rule {
            Rule::Open => {
                let (boxes, area) = (std::mem::take(&mut self.from_boxes), std::mem::take(&mut self.from_area));
                self.take_zone(puzzle, &boxes, &area);
                (self.from_boxes, self.from_area) = (boxes, area);
            }
            _ => self.zone.copy_from_slice(&self.from_area),
        }
        for at in 0..pushes.len() {
            let cell = pushes[at].0;
            if (at == 0 || pushes[at - 1].0 != cell) && self.gets_away(setting, cell, player) {
                self.boxes.copy_from_slice(&self.from_boxes);
                sets::remove(&mut self.boxes, cell);
                return self.child(setting, player, branch);
            }
        }
        for &(from, direction) in pushes {
            let to = puzzle.next[from as usize][direction as usize];
            self.boxes.copy_from_slice(&self.from_boxes);
            puzzle.push(&mut self.boxes, from, to);
            if self.is_plainly_dead(setting, from, to) {
                continue;
            }
            let end = self.child(setting, from, branch);
            if end.is_some() {
                return end;
            }
        }
        None
    }

    /// Takes the boxes in hand as a child of the branch; returns that where the child is alive.
    fn child(&mut self, setting: &Setting, player: u16, branch: u32) -> Option<u32> {
        self.area.copy_from_slice(&self.from_area);
        self.player = player;
        if self.settle(setting) {
            return Some(branch);
        }
        let entry = self.entry(setting);
        match *self.answers.value(entry) {
            DEAD | IN_TREE => None,
            ALIVE => Some(branch),
            _ => {
                self.add(setting, entry, branch);
                None
            }
        }
    }

    /// The cheap tests, for the boxes in hand after a push.
    fn is_plainly_dead(&mut self, setting: &Setting, from: u16, to: u16) -> bool {
        let &Setting { puzzle, pairs, board, .. } = setting;
        if !sets::has(&self.boxes, to) {
            return false;
        }
        if pairs.is_some_and(|pairs| pairs.is_dead(&self.boxes, to, from)) {
            return true;
        }
        for (at, word) in self.with_walls.iter_mut().enumerate() {
            *word = self.boxes[at] | board.walls[at];
        }
        Freeze::is_stuck(puzzle, &self.with_walls, to) && {
            self.freeze.scan(puzzle, &self.with_walls);
            self.freeze.is_deadlock(puzzle, &self.with_walls)
        }
    }

    /// Blocks all boxes but one, which is in `place`, and walks from `player`.
    fn flood_with(&mut self, setting: &Setting, cell: u16, place: u16, player: u16) {
        let &Setting { puzzle, board, .. } = setting;
        puzzle.block(&mut self.walk, &board.walls);
        sets::each(&self.from_boxes, |cell| self.walk.block(cell));
        self.walk.unblock(cell);
        self.walk.block(place);
        self.walk.flood(&puzzle.next, player);
    }

    /// Whether this box can be taken off the board: pushed everywhere, it comes out of the zone. Uses the walk.
    fn gets_away(&mut self, setting: &Setting, start: u16, player: u16) -> bool {
        let &Setting { puzzle, board, .. } = setting;
        self.stamp += 1;
        self.places.clear();
        self.places.push((start, player));
        let mut at = 0;
        while at < self.places.len() {
            let (cell, beside) = self.places[at];
            self.flood_with(setting, start, cell, beside);
            at += 1;
            for direction in 0..4usize {
                let ahead = puzzle.next[cell as usize][direction];
                let tried = &mut self.tried[cell as usize * 4 + direction];
                if *tried == self.stamp
                    || !self.walk.reached(puzzle.next[cell as usize][direction ^ 1])
                    || !board.reach.is_alive(ahead, direction ^ 1)
                    || (sets::has(&self.from_boxes, ahead) && ahead != start)
                {
                    continue;
                }
                *tried = self.stamp;
                if puzzle.sink[ahead as usize] || !sets::has(&self.zone, ahead) {
                    return true;
                }
                self.places.push((ahead, cell));
            }
        }
        false
    }
}
