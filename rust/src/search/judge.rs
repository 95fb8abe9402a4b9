//! One push, judged: dead, known already, or a new position with its bound. Every search that pushes asks here.
//!
//! Comes in:  a position (`begin`), then each push from it.     Goes out: a `Verdict` for each.
//!
//! The order is by price. Cheap deadlock tests look at the boxes as they stand; only then the player's area is flooded,
//! which gives the position its name in the store; what is there already needs no bound; and the costly tests see
//! only what is left.

use crate::bounds::Bound;
use crate::bounds::matching::NEVER;
use crate::deadlocks::freeze::Freeze;
use crate::deadlocks::{After, Context, Tests};
use crate::pruning::symmetry::Symmetry;
use crate::push::areas::Areas;
use crate::push::plan::Push;
use crate::push::puzzle::{Kind, Puzzle};
use crate::push::walk::Walk;
use crate::space::control::Budget;
use crate::space::options::{Objective, Options};
use crate::space::store::Store;
use crate::tables::Tables;

/// What became of a push.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// No plan goes on from there; the name says which test, or `bound`, found it.
    Dead(&'static str),
    /// The store has the position, under this number.
    Known(u32),
    New(Child),
}

/// A position that the store does not have. Its boxes are in `Judge::kept`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Child {
    pub key: u64,
    /// The least cell of the player's area, or its own cell where that counts.
    pub player: u16,
    /// The bound on the pushes still to come.
    pub rest: u16,
}

/// How a search wants its positions judged.
#[derive(Debug, Clone, Copy)]
pub struct Manner {
    pub objective: Objective,
    /// Whether the player is named by its area.
    pub merges_players: bool,
    /// Whether positions are kept by the least of their mirror images.
    pub symmetry: bool,
}

pub struct Judge<'a> {
    puzzle: &'a Puzzle,
    manner: Manner,
    frozen_walls: bool,
    pub tests: Tests<'a>,
    pub bound: Bound<'a>,
    symmetry: Option<Symmetry>,
    /// Whether a start with frozen boxes off the goals is dead.
    freezes: bool,
    /// The position that pushes are made from: its boxes, their key, its frozen boxes where those count as walls, and
    /// a bound for its children.
    parent: Vec<u64>,
    parent_key: u64,
    freeze: Freeze,
    least: i32,
    /// The position after the last push, and where the player can go in it: where players are merged, for positions
    /// that were judged by themselves.
    pub bits: Vec<u64>,
    pub walk: Walk,
    /// The free cells beside the pushed box that the player is shut out of.
    shut: Vec<u16>,
    /// The parts of the floor in the position that pushes are made from.
    areas: Areas,
    #[cfg(debug_assertions)]
    known_plan: Option<&'a crate::space::known_plan::KnownPlan>,
}

impl<'a> Judge<'a> {
    pub fn new(
        puzzle: &'a Puzzle,
        tables: &'a Tables,
        options: &'a Options,
        manner: Manner,
        budget: &Budget<'a>,
    ) -> Self {
        #[cfg(not(debug_assertions))]
        let _ = budget;
        let context = Context { puzzle, tables, options, objective: manner.objective };
        Self {
            puzzle,
            manner,
            frozen_walls: options.frozen_walls && options.freeze,
            tests: Tests::new(context),
            bound: Bound::new(puzzle, tables, options),
            symmetry: Symmetry::new(puzzle).filter(|_| manner.symmetry),
            parent: vec![0; puzzle.words],
            parent_key: 0,
            freeze: Freeze::new(puzzle),
            freezes: options.freeze,
            least: 0,
            bits: vec![0; puzzle.words],
            walk: Walk::new(puzzle.n),
            shut: Vec::with_capacity(4),
            areas: Areas::new(puzzle.n),
            #[cfg(debug_assertions)]
            known_plan: budget.known_plan,
        }
    }

    /// Bytes in use.
    pub fn memory(&self) -> usize {
        self.bound.memory() + self.tests.memory()
    }

    /// The start, with its bound; its boxes are then in `kept`. `None` where it is plainly dead.
    pub fn root(&mut self) -> Option<Child> {
        let puzzle = self.puzzle;
        self.bits.copy_from_slice(&puzzle.start);
        if self.freezes {
            let mut freeze = Freeze::new(puzzle);
            freeze.scan(puzzle, &self.bits);
            if freeze.is_deadlock(puzzle, &self.bits) {
                self.check_dead("freeze", puzzle.player);
                return None;
            }
        }
        let rest = self.bound.prepare(&self.bits, puzzle.player, &vec![0; puzzle.words]);
        if rest >= NEVER {
            self.check_dead("bound", puzzle.player);
            return None;
        }
        self.check_bound(rest, puzzle.player);
        let (key, player) = self.name(puzzle.player, puzzle.key(&puzzle.start, 0) ^ puzzle.player_key(0));
        Some(Child { key, player, rest: rest as u16 })
    }

    /// Whether positions are kept by one of their mirror images.
    pub fn has_symmetry(&self) -> bool {
        self.symmetry.is_some()
    }

    /// The boxes of the last position judged, as the store keeps them: those of a mirror image, where that is less.
    pub fn kept(&self) -> &[u64] {
        self.symmetry.as_ref().map_or(&self.bits, |symmetry| &symmetry.bits)
    }

    /// Takes a position to push from; false where the bound says that it is dead. `rest` is what was known of it.
    pub fn begin(&mut self, bits: &[u64], player: u16, rest: u16) -> bool {
        let puzzle = self.puzzle;
        self.parent.copy_from_slice(bits);
        self.parent_key = puzzle.key(bits, player) ^ puzzle.player_key(player);
        // One push takes off one push at most, so what the parent knows holds for its children too.
        self.least = i32::from(rest) - 1;
        if self.frozen_walls {
            self.freeze.scan(puzzle, bits);
        }
        if self.names_by_areas() {
            self.areas.scan(puzzle, bits);
        }
        self.bound.prepare(bits, player, &self.freeze.frozen) < NEVER
    }

    /// Notes where the player can walk in the position that `begin` took; it names the player by its area.
    pub fn flood(&self, walk: &mut Walk, player: u16) {
        self.puzzle.block(walk, &self.parent);
        if self.names_by_areas() {
            walk.take(self.areas.cells(player));
        } else {
            walk.flood(&self.puzzle.next, player);
        }
    }

    /// Whether the player's part after a push is told without walking. Open holes are no boxes, but block.
    fn names_by_areas(&self) -> bool {
        self.manner.merges_players && self.symmetry.is_none() && self.puzzle.kind != Kind::Holes
    }

    /// Makes one push from the position that `begin` took, which must be possible, and judges what comes of it.
    #[inline]
    pub fn push(&mut self, store: &Store, push: Push) -> Verdict {
        let puzzle = self.puzzle;
        let to = puzzle.next[push.from as usize][push.direction as usize];
        self.bits.copy_from_slice(&self.parent);
        let key = self.parent_key ^ puzzle.push(&mut self.bits, push.from, to);
        self.judge(store, push.from, to, key, false)
    }

    /// Judges a position by itself; `last` is the push that led there. Several may have been made at once.
    pub fn position(&mut self, store: &Store, bits: &[u64], last: Push) -> Verdict {
        let puzzle = self.puzzle;
        let to = puzzle.next[last.from as usize][last.direction as usize];
        self.bits.copy_from_slice(bits);
        let key = puzzle.key(bits, 0) ^ puzzle.player_key(0);
        self.judge(store, last.from, to, key, true)
    }

    #[inline]
    fn judge(&mut self, store: &Store, from: u16, to: u16, boxes_key: u64, alone: bool) -> Verdict {
        let puzzle = self.puzzle;
        // A box that was swallowed blocks nothing.
        let stays = puzzle.has_box(&self.bits, to);
        if stays && let Some(name) = self.tests.condemn(&After { bits: &self.bits, cell: to, player: from }) {
            return self.dead(name, from);
        }
        let (key, player) = if stays && !alone && self.names_by_areas() {
            let player = self.areas.name_after(puzzle, from, to, from);
            (boxes_key ^ puzzle.player_key(player), player)
        } else {
            self.name(from, boxes_key)
        };
        let kept = self.symmetry.as_ref().map_or(&self.bits, |symmetry| &symmetry.bits);
        if let Some(known) = store.find(key, kept, player) {
            return Verdict::Known(known);
        }
        let frozen = self.tests.frozen().filter(|_| stays && self.frozen_walls);
        let rest = if alone {
            // Nobody took a position to push from, so the frozen boxes of that one are none.
            self.bound.prepare(&self.bits, from, frozen.unwrap_or(&self.freeze.frozen))
        } else {
            let more = frozen.filter(|&frozen| frozen != self.freeze.frozen);
            self.bound.child(&self.bits, from, to, more).max(self.least)
        };
        if rest >= NEVER {
            return self.dead("bound", from);
        }
        self.check_bound(rest, from);
        let after = After { bits: &self.bits, cell: to, player: from };
        if stays && self.manner.merges_players && self.tests.has_costly() {
            self.shut.clear();
            if !alone && self.names_by_areas() {
                self.shut.extend(self.areas.shut_out(puzzle, from, to));
            } else {
                self.shut.extend(puzzle.shut_out(&self.walk, to));
            }
            if !self.shut.is_empty()
                && let Some(name) = self.tests.condemn_costly(&after, &self.shut)
            {
                return self.dead(name, from);
            }
        }
        Verdict::New(Child { key, player, rest: rest as u16 })
    }

    /// Key and player of the position in `bits`, as the store knows it.
    #[inline]
    fn name(&mut self, player: u16, boxes_key: u64) -> (u64, u16) {
        let puzzle = self.puzzle;
        let mut player = player;
        if self.manner.merges_players {
            puzzle.block(&mut self.walk, &self.bits);
            player = self.walk.flood(&puzzle.next, player);
        }
        match &mut self.symmetry {
            Some(symmetry) => {
                let area = if self.manner.merges_players { self.walk.cells() } else { &[] };
                symmetry.keep(puzzle, &self.bits, player, area);
                (puzzle.key(&symmetry.bits, symmetry.player), symmetry.player)
            }
            None => (boxes_key ^ puzzle.player_key(player), player),
        }
    }

    /// The pushes of a plan from the positions that the store kept along it, where those may be mirror images.
    pub fn pushes_through(&mut self, kept: &[(&[u64], u16)]) -> Option<Vec<Push>> {
        let symmetry = self.symmetry.as_mut()?;
        Some(symmetry.pushes(self.puzzle, kept, self.manner.merges_players))
    }

    #[inline]
    fn dead(&self, name: &'static str, player: u16) -> Verdict {
        self.check_dead(name, player);
        Verdict::Dead(name)
    }

    /// Nothing is worth trying from the position that `begin` took; `name` says who found that.
    #[inline]
    pub fn give_up(&self, _name: &str, _player: u16) {
        #[cfg(debug_assertions)]
        if let Some(plan) = self.known_plan {
            plan.condemned(self.puzzle, &self.parent, _player, _name);
        }
    }

    /// In debug builds: no position of a known plan is called dead.
    #[inline]
    fn check_dead(&self, _name: &str, _player: u16) {
        #[cfg(debug_assertions)]
        if let Some(plan) = self.known_plan {
            plan.condemned(self.puzzle, &self.bits, _player, _name);
        }
    }

    /// In debug builds: no bound is above what a known plan costs.
    #[inline]
    fn check_bound(&self, _rest: i32, _player: u16) {
        #[cfg(debug_assertions)]
        if let Some(plan) = self.known_plan {
            plan.bounded(self.puzzle, &self.bits, _player, _rest as u32);
        }
    }
}
