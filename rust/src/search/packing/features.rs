//! What a position looks like to the packing search.
//!
//! Comes in:  a position with its areas.     Goes out: a `Value`; greater is better, feature by feature.

use std::cmp::Reverse;

use super::hotspots::Hotspots;
use super::plan::Plan;
use super::rooms::Sight;
use super::styles::Style;
use super::supply::{Seats, Supply};
use super::tree::Score;
use super::zones::Zones;
use super::{Level, floor};
use crate::push::areas::Areas;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Value {
    /// Steps of the plan that are done.
    pub packed: i16,
    /// Squares still to be filled that no box is left for.
    pub shortage: Reverse<u16>,
    /// Parts into which the boxes cut the floor.
    pub components: Reverse<u16>,
    /// Rooms that should see each other and do not.
    pub lost_links: Reverse<u16>,
    /// Boxes where the plan can use them no more.
    pub out_of_plan: Reverse<u16>,
    /// Boxes that take a goal from others.
    pub hotspots: Reverse<u16>,
    /// How far boxes are from the goals: waiting boxes had better keep away.
    pub away: u32,
}

impl Score for Value {
    type Cell = (i16, u16, u16);
    fn cell(&self) -> Self::Cell {
        (self.packed, self.components.0, self.out_of_plan.0)
    }
}

/// Scratch space and tables that all styles share.
pub struct Senses {
    hotspots: Hotspots,
    sight: Sight,
    seats: Seats,
}

impl Senses {
    pub fn new(level: &Level) -> Self {
        let puzzle = level.puzzle;
        Self { hotspots: Hotspots::new(puzzle), sight: Sight::new(&level.rooms), seats: Seats::new(puzzle) }
    }
}

/// A plan, and what of it a style looks at.
pub struct Guide {
    pub style: Style,
    pub plan: Plan,
    pub zones: Option<Zones>,
    supply: Option<Supply>,
}

impl Guide {
    pub fn new(level: &Level, plan: Plan, style: Style) -> Self {
        let zones = style.zones.then(|| Zones::new(level.puzzle, &level.floor, &plan));
        let supply = style.supply.then(|| Supply::new(level.puzzle, &plan));
        Self { style, plan, zones, supply }
    }

    /// Prepares for boards that differ in where one box is; these are the boxes without it.
    pub fn lift(&self, level: &Level, senses: &mut Senses, bits: &[u64]) {
        if self.style.links {
            senses.sight.lift(level.puzzle, &level.rooms, bits);
        }
        if self.supply.is_some() {
            senses.seats.lift(bits);
        }
    }

    /// The value of a position of its own.
    pub fn value_of(&self, level: &Level, senses: &mut Senses, bits: &[u64], areas: &Areas) -> Value {
        let mut rest = bits.to_vec();
        let mut some = None;
        level.puzzle.each_box(bits, |cell| some = Some(cell));
        let moved = some.expect("an unsolved position has boxes");
        floor::clear(&mut rest, moved);
        self.lift(level, senses, &rest);
        self.value(level, senses, bits, moved, areas)
    }

    /// `moved` is the box that `lift` left out.
    pub fn value(&self, level: &Level, senses: &mut Senses, bits: &[u64], moved: u16, areas: &Areas) -> Value {
        let puzzle = level.puzzle;
        let packed = self.plan.packed(bits);
        let links = if self.style.links { senses.sight.lost_with(&level.rooms, moved) } else { 0 };
        let hotspots = if self.style.hotspots { senses.hotspots.count(puzzle, bits) } else { 0 };
        let shortage = self.supply.as_ref().map_or(0, |supply| supply.shortage(&mut senses.seats, moved, packed));
        Value {
            packed,
            shortage: Reverse(shortage),
            components: Reverse(areas.count() as u16),
            lost_links: Reverse(links),
            out_of_plan: Reverse(self.zones.as_ref().map_or(0, |zones| zones.out_of_plan(bits, packed))),
            hotspots: Reverse(hotspots),
            away: floor::away(level, bits),
        }
    }
}
