//! What a position looks like to the packing search.
//!
//! Comes in:  a position with its areas.     Goes out: a `Value`; greater is better, feature by feature.

use std::cmp::Reverse;

use super::super::options::Options;
use super::areas::{Areas, CLOSED};
use super::floor::Floor;
use super::hotspots::Hotspots;
use super::plan::Plan;
use super::rooms::{Rooms, Sight};
use super::tree::Score;
use super::zones::Zones;
use crate::push::puzzle::Puzzle;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Value {
    /// Steps of the plan that are done.
    pub packed: i16,
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

pub struct Meter<'a> {
    puzzle: &'a Puzzle,
    floor: &'a Floor,
    rooms: &'a Rooms,
    pub plan: &'a Plan,
    pub zones: Option<Zones>,
    hotspots: Option<Hotspots>,
    sight: Option<Sight>,
}

impl<'a> Meter<'a> {
    pub fn new(puzzle: &'a Puzzle, floor: &'a Floor, rooms: &'a Rooms, plan: &'a Plan, options: &Options) -> Self {
        Self {
            puzzle,
            floor,
            rooms,
            plan,
            zones: options.plan_zones.then(|| Zones::new(puzzle, floor, plan)),
            hotspots: options.hotspots.then(|| Hotspots::new(puzzle)),
            sight: options.room_links.then(|| Sight::new(rooms)),
        }
    }

    pub fn value(&mut self, bits: &[u64], areas: &Areas) -> Value {
        let puzzle = self.puzzle;
        let packed = self.plan.packed(bits);
        let mut away = 0;
        puzzle.each_box(bits, |cell| away += self.floor.away[cell as usize]);
        let is_closed = |cell: u16| areas.label[cell as usize] == CLOSED;
        let lost = self.sight.as_mut().map_or(0, |sight| sight.lost_links(puzzle, self.rooms, is_closed));
        Value {
            packed,
            components: Reverse(areas.count() as u16),
            lost_links: Reverse(lost),
            out_of_plan: Reverse(self.zones.as_ref().map_or(0, |zones| zones.out_of_plan(bits, packed))),
            hotspots: Reverse(self.hotspots.as_mut().map_or(0, |hotspots| hotspots.count(puzzle, bits))),
            away,
        }
    }
}
