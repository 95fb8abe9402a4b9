//! The positions nearest to the end, each with what it costs exactly: grown backwards, for A* to run into.
//!
//! Comes in:  a puzzle with a box for every goal.     Goes out: the cost of any position that is near enough, and for
//! all others that they cost more than the farthest of these.
//!
//! Where the bound is weak, A* looks at nearly all positions that are not too far from the start, and their number
//! grows with every push. Two searches of half the length look at far fewer (Pohl 1971). So A* keeps its order and its
//! tests, and the perimeter (Dillenburg and Nelson 1994, Manzini 1995) takes the last part of the way off it: what lies
//! in it is done, and what lies outside of it costs at least one more than its depth.
//!
//! Positions that only plans of more than the ceiling pass through are left out, which is no harm: those plans are of no
//! interest to A* either.

use std::sync::atomic::Ordering::Relaxed;

use crate::bits;
use crate::bounds::Bound;
use crate::bounds::matching::NEVER;
use crate::deadlocks::pull_freeze::PullFreeze;
use crate::pruning::symmetry::Symmetry;
use crate::push::areas::Areas;
use crate::push::distance::Distances;
use crate::push::plan::Push;
use crate::push::puzzle::{Kind, Puzzle};
use crate::push::walk::Walk;
use crate::space::control::{Budget, Reason};
use crate::space::options::Options;
use crate::space::queue::Queue;
use crate::space::store::{Node, ROOT, Store};
use crate::tables::Tables;

/// What is known of a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rest {
    /// It costs this much, and has this number.
    Exact(u32, u32),
    /// It costs this much at least.
    AtLeast(u32),
    /// No plan of interest passes through it.
    Nothing,
}

pub struct Perimeter<'a> {
    puzzle: &'a Puzzle,
    /// Whether only pushes count. Else positions are those right after a push, each by the player's own cell, and moves
    /// count.
    merges_players: bool,
    /// What is left to the start, and what can never come from there. Not with mirror images: the start has none.
    bound: Option<(Bound<'a>, PullFreeze)>,
    symmetry: Option<Symmetry>,
    areas: Areas,
    walk: Walk,
    store: Store,
    queue: Queue,
    /// All positions that cost no more are known; `None` where nothing is left to add.
    depth: Option<u32>,
    ceiling: u32,
    expanded: u64,
    nothing_frozen: Vec<u64>,
    bits: Vec<u64>,
    child: Vec<u64>,
    steps: Vec<(u16, usize)>,
}

/// Whether there is a single way for the boxes to stand at the end, and boxes do not vanish on the way.
pub fn suits(puzzle: &Puzzle) -> bool {
    puzzle.kind == Kind::Goals && puzzle.count_boxes(&puzzle.start) == puzzle.targets.len()
}

impl<'a> Perimeter<'a> {
    /// `starts` are `backward::distances`; `symmetry` is whether A* keeps positions by one of their mirror images.
    pub fn new(
        puzzle: &'a Puzzle,
        tables: &'a Tables,
        options: &Options,
        starts: &'a Distances,
        merges_players: bool,
        symmetry: bool,
    ) -> Self {
        let symmetry = Symmetry::new(puzzle).filter(|_| symmetry);
        let bound = || (Bound::backward(puzzle, tables, options, starts), PullFreeze::new(puzzle));
        let fresh = || vec![0; puzzle.words];
        let mut this = Self {
            puzzle,
            merges_players,
            bound: symmetry.is_none().then(bound),
            symmetry,
            areas: Areas::new(puzzle.n),
            walk: Walk::new(puzzle.n),
            store: Store::new(puzzle.words),
            queue: Queue::default(),
            depth: Some(0),
            ceiling: u32::MAX,
            expanded: 0,
            nothing_frozen: fresh(),
            bits: fresh(),
            child: fresh(),
            steps: Vec::new(),
        };
        this.add_ends();
        this
    }

    /// Bytes in use.
    pub fn memory(&self) -> usize {
        self.store.memory() + self.queue.memory() + self.bound.as_ref().map_or(0, |(bound, _)| bound.memory())
    }

    /// Positions expanded so far.
    pub fn expanded(&self) -> u64 {
        self.expanded
    }

    /// Plans that cost more than this are of no interest from now on.
    pub fn lower_ceiling(&mut self, most: u32) {
        self.ceiling = most;
    }

    /// What a position costs, which is named as A* names it.
    #[inline]
    pub fn rest(&self, key: u64, bits: &[u64], player: u16) -> Rest {
        let known = self.store.find(key, bits, player).map(|index| (self.store.node(index).cost, index));
        match (known, self.depth) {
            // What is found at a greater cost may yet be found at a lower one.
            (Some((cost, index)), depth) if depth.is_none_or(|depth| cost <= depth) => Rest::Exact(cost, index),
            (_, Some(depth)) => Rest::AtLeast(depth + 1),
            (_, None) => Rest::Nothing,
        }
    }

    /// What a known position costs.
    pub fn cost(&self, index: u32) -> u32 {
        self.store.node(index).cost
    }

    /// The positions from a known one to the end, without the first.
    pub fn after(&self, index: u32) -> Vec<(&[u64], u16)> {
        let parent = |&index: &u32| Some(self.store.node(index).parent).filter(|&parent| parent != ROOT);
        let position = |index: u32| (self.store.bits(index), self.store.node(index).player);
        std::iter::successors(parent(&index), parent).map(position).collect()
    }

    /// The pushes from a known position to the end, where no mirror images stand in between.
    pub fn pushes_from(&self, index: u32) -> Vec<Push> {
        self.store.pushes_from(self.puzzle, index)
    }

    /// Adds to it by expanding so many positions more, in so many bytes.
    pub fn grow(&mut self, budget: &Budget, positions: u64, memory: usize) -> Result<(), Reason> {
        let end = self.expanded.saturating_add(positions);
        loop {
            self.depth = self.queue.least();
            let Some((cost, _, index)) = self.queue.pop() else { return Ok(()) };
            let node = self.store.node(index);
            // Found again at a lower cost, it was expanded then.
            if node.closed || node.cost < cost {
                continue;
            }
            self.store.set_node(index, Node { closed: true, ..node });
            self.expanded += 1;
            self.bits.copy_from_slice(self.store.bits(index));
            let puzzle = self.puzzle;
            let is_stuck = |test: &mut PullFreeze| test.is_dead(puzzle, &self.bits, node.player);
            let is_costly = node.cost + u32::from(node.rest) > self.ceiling;
            if !is_costly && !self.bound.as_mut().is_some_and(|(_, test)| is_stuck(test)) {
                if self.merges_players { self.pull(index, &node) } else { self.pull_and_walk(index, &node) }
            }
            if self.expanded & 63 == 0 {
                budget.control.nodes.fetch_add(64, Relaxed);
                let used = self.memory() + self.store.next_growth();
                let full = used > memory || self.store.len() >= ROOT as usize - 4096;
                if let Some(reason) = budget.stop(0).or(full.then_some(Reason::Memory)) {
                    self.depth = self.queue.least();
                    return Err(reason);
                }
            }
            if self.expanded >= end {
                self.depth = self.queue.least();
                return Ok(());
            }
        }
    }

    /// The solved positions: one for each area that the player could end in, or for each cell that it could push from.
    fn add_ends(&mut self) {
        let puzzle = self.puzzle;
        self.child.copy_from_slice(&puzzle.goal_mask);
        self.areas.scan(puzzle, &puzzle.goal_mask);
        let players = if self.merges_players {
            self.areas.names().to_vec()
        } else {
            (0..puzzle.n as u16).filter(|&cell| self.pushed_from(&puzzle.goal_mask, cell)).collect()
        };
        for player in players {
            self.add(ROOT, player, 0, 0, |bound| bound.prepare(&puzzle.goal_mask, player, &vec![0; puzzle.words]));
        }
    }

    /// Whether a player in this cell could have come there by a push.
    fn pushed_from(&self, bits: &[u64], cell: u16) -> bool {
        let puzzle = self.puzzle;
        !puzzle.has_box(bits, cell)
            && (0..4).any(|direction: usize| {
                let ahead = puzzle.next[cell as usize][direction];
                let behind = puzzle.next[cell as usize][direction ^ 1];
                puzzle.has_box(bits, ahead) && behind as usize != puzzle.n && !puzzle.has_box(bits, behind)
            })
    }

    /// Adds the position in `child`, unless it is known at no greater cost, or plainly not worth it.
    /// `left` says what is left to the start.
    fn add(&mut self, parent: u32, player: u16, direction: u8, cost: u32, left: impl FnOnce(&mut Bound) -> i32) {
        let puzzle = self.puzzle;
        let (mut bits, mut name) = (&self.child, player);
        if let Some(symmetry) = &mut self.symmetry {
            let area = if self.merges_players {
                puzzle.block(&mut self.walk, &self.child);
                self.walk.flood(&puzzle.next, player);
                self.walk.cells()
            } else {
                &[]
            };
            symmetry.keep(puzzle, &self.child, player, area);
            (bits, name) = (&symmetry.bits, symmetry.player);
        }
        let key = puzzle.key(bits, name);
        let mut node = Node { parent, player: name, rest: 0, cost, second: 0, direction, closed: false };
        if let Some(known) = self.store.find(key, bits, name) {
            let old = self.store.node(known);
            if old.cost > cost {
                node.rest = old.rest;
                self.store.set_node(known, node);
                self.queue.push(cost, 0, known);
            }
            return;
        }
        if let Some((bound, _)) = &mut self.bound {
            let rest = left(bound);
            if rest >= NEVER || cost + rest as u32 > self.ceiling {
                return;
            }
            node.rest = rest as u16;
        }
        let index = self.store.add(key, bits, node);
        self.queue.push(cost, 0, index);
    }

    /// Tells the bound which position is pulled from.
    fn prepare(&mut self, player: u16) {
        if let Some((bound, _)) = &mut self.bound {
            bound.prepare(&self.bits, player, &self.nothing_frozen);
        }
    }

    /// Makes every pull from the position in `bits`, where only pushes count.
    fn pull(&mut self, index: u32, node: &Node) {
        let puzzle = self.puzzle;
        self.prepare(node.player);
        self.areas.scan(puzzle, &self.bits);
        let mut pulls = std::mem::take(&mut self.steps);
        pulls.clear();
        puzzle.each_box(&self.bits, |from| {
            for direction in 0..4usize {
                // The player stands in `to`, steps on, and the box follows.
                let to = puzzle.next[from as usize][direction];
                let beyond = puzzle.next[to as usize][direction];
                let has_room = self.areas.name(to) == node.player && self.areas.name(beyond) == node.player;
                if has_room && (to as usize) < puzzle.live {
                    pulls.push((from, direction));
                }
            }
        });
        for &(from, direction) in &pulls {
            let to = puzzle.next[from as usize][direction];
            let beyond = puzzle.next[to as usize][direction];
            self.child.copy_from_slice(&self.bits);
            bits::clear(&mut self.child, from);
            bits::set(&mut self.child, to);
            let player = self.areas.name_after(puzzle, from, to, beyond);
            self.add(index, player, direction as u8 ^ 1, node.cost + 1, |bound| bound.pulled(from, to, beyond));
        }
        self.steps = pulls;
    }

    /// Makes every pull from the position in `bits`, and all walks to where the player may have been before: right after
    /// another push.
    fn pull_and_walk(&mut self, index: u32, node: &Node) {
        let puzzle = self.puzzle;
        let to = node.player;
        self.prepare(to);
        for direction in 0..4usize {
            let from = puzzle.next[to as usize][direction];
            let beyond = puzzle.next[to as usize][direction ^ 1];
            if !puzzle.has_box(&self.bits, from) || beyond as usize == puzzle.n || puzzle.has_box(&self.bits, beyond) {
                continue;
            }
            self.child.copy_from_slice(&self.bits);
            bits::clear(&mut self.child, from);
            bits::set(&mut self.child, to);
            puzzle.block(&mut self.walk, &self.child);
            self.walk.flood_with_steps(&puzzle.next, beyond);
            let mut ends = std::mem::take(&mut self.steps);
            ends.clear();
            let pushed = |&&cell: &&u16| self.pushed_from(&self.child, cell);
            ends.extend(self.walk.cells().iter().filter(pushed).map(|&cell| (cell, self.walk.steps(cell) as usize)));
            // It is the same for all of them: they are in one area.
            let mut left = None;
            for &(cell, steps) in &ends {
                let pulled = |bound: &mut Bound| *left.get_or_insert_with(|| bound.pulled(from, to, beyond));
                self.add(index, cell, direction as u8, node.cost + 1 + steps as u32, pulled);
            }
            self.steps = ends;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::backward;
    use crate::space::control::{Control, Limits};
    use crate::space::options::Objective;
    use crate::testing::{Oracle, Random, Tiny};

    /// Grows perimeters a few positions at a time, and compares what they say of all positions with the oracle; counts
    /// what they knew exactly and what they did not. Plans above the optimum by `slack` are of interest, if given.
    fn compare(levels: impl Iterator<Item = Tiny>, merges_players: bool, slack: Option<u32>) -> (usize, usize) {
        let (mut exact, mut outside) = (0, 0);
        let (options, control) = (Options::default(), Control::default());
        let budget = Budget::new(&Limits::default(), &control);
        for tiny in levels {
            let puzzle = tiny.puzzle();
            let Some(oracle) = Oracle::new(&tiny, 20_000).filter(|_| suits(&puzzle)) else { continue };
            if puzzle.hopeless.is_some() {
                continue;
            }
            let objective = if merges_players { Objective::Pushes } else { Objective::Moves };
            let tables = Tables::with_blocklist(&puzzle, objective, &options, &budget);
            let starts = backward::distances(&puzzle);
            let symmetry = slack.is_none();
            let mut perimeter = Perimeter::new(&puzzle, &tables, &options, &starts, merges_players, symmetry);
            let count = |truth: &crate::testing::Truth| {
                if merges_players { truth.pushes_moves.0 } else { truth.moves_pushes.0 }
            };
            let ceiling = oracle.truths[0].as_ref().map(count).zip(slack).map(|(best, slack)| best + slack);
            ceiling.into_iter().for_each(|ceiling| perimeter.lower_ceiling(ceiling));
            let (mut walk, mut images) = (Walk::new(puzzle.n), Symmetry::new(&puzzle).filter(|_| symmetry));
            for positions in [1, 5, 20, 100, 100_000] {
                perimeter.grow(&budget, positions, usize::MAX).unwrap();
                for (&position, truth) in oracle.positions.iter().zip(&oracle.truths).step_by(3) {
                    let Some((bits, player)) = tiny.bits(&puzzle, position) else { continue };
                    if !merges_players && !perimeter.pushed_from(&bits, player) {
                        continue;
                    }
                    puzzle.block(&mut walk, &bits);
                    let area = walk.flood(&puzzle.next, player);
                    let mut name = (bits.clone(), if merges_players { area } else { player });
                    if let Some(images) = &mut images {
                        images.keep(&puzzle, &bits, name.1, if merges_players { walk.cells() } else { &[] });
                        name = (images.bits.clone(), images.player);
                    }
                    let rest = perimeter.rest(puzzle.key(&name.0, name.1), &name.0, name.1);
                    let truth = truth.as_ref().map(count);
                    let picture = tiny.draw(position);
                    match rest {
                        Rest::Exact(cost, _) if ceiling.is_none() => assert_eq!(Some(cost), truth, "{picture}"),
                        // Under a ceiling it may know a way that is not the best, where none is of interest.
                        Rest::Exact(cost, _) => assert!(truth.is_some_and(|truth| truth <= cost), "{picture}"),
                        Rest::AtLeast(least) if ceiling.is_none() => {
                            assert!(truth.is_none_or(|truth| truth >= least), "{least} {truth:?}{picture}");
                        }
                        Rest::Nothing if ceiling.is_none() => assert_eq!(truth, None, "{picture}"),
                        Rest::AtLeast(_) | Rest::Nothing => {}
                    }
                    exact += usize::from(matches!(rest, Rest::Exact(..)));
                    outside += usize::from(matches!(rest, Rest::AtLeast(_)));
                }
            }
        }
        (exact, outside)
    }

    #[test]
    fn what_it_says_of_a_position_is_true() {
        for merges_players in [true, false] {
            let mut random = Random::new(41);
            let levels = (0..600).map(|_| Tiny::random(&mut random, Kind::Goals, 3));
            let (exact, outside) = compare(levels, merges_players, None);
            assert!(exact > 2000 && outside > 2000, "{exact} {outside}");
            let mut random = Random::new(42);
            let tiny = (0..600).map(|_| Tiny::random(&mut random, Kind::Goals, 3)).collect::<Vec<_>>();
            let mirrored = tiny.iter().filter_map(|tiny| tiny.mirrored(1));
            let (exact, outside) = compare(mirrored, merges_players, None);
            assert!(exact > 100 && outside > 100, "{exact} {outside}");
            let (exact, outside) = compare(tiny.into_iter(), merges_players, Some(2));
            assert!(exact > 100 && outside > 100, "{exact} {outside}");
        }
    }
}
