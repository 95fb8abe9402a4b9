//! The costly tests in one place, for searches that put only the chosen move to them.
//!
//! Comes in:  a position.     Goes out: the name of the test that condemns it, if one does.
//!
//! Cheapest first; later tests stand on what earlier ones found (the boxes that never move).

use super::closed_areas::ClosedAreas;
use super::frozen::Frozen;
use super::nearby::Nearby;
use super::part_search::{Ground, PartSearch};
use crate::push::puzzle::Puzzle;
use crate::tables::pairs::Pairs;

/// Which tests are asked, and how long they may look.
#[derive(Debug, Clone)]
pub struct Switches {
    /// Positions for each closed area; 0 switches them off.
    pub closed_areas: usize,
    /// Positions for the boxes around the moved one.
    pub nearby: usize,
}

impl Default for Switches {
    fn default() -> Self {
        Self { closed_areas: 50, nearby: 40 }
    }
}

pub struct Deep<'a> {
    puzzle: &'a Puzzle,
    pairs: Option<&'a Pairs>,
    switches: Switches,
    frozen: Frozen,
    search: PartSearch,
    areas: ClosedAreas,
    nearby: Nearby,
}

/// The tests, in the order in which they are asked.
pub const NAMES: [&str; 3] = ["frozen", "closed areas", "nearby"];

impl<'a> Deep<'a> {
    pub fn new(puzzle: &'a Puzzle, pairs: Option<&'a Pairs>, switches: Switches) -> Self {
        Self {
            puzzle,
            pairs,
            frozen: Frozen::new(puzzle),
            search: PartSearch::new(puzzle),
            areas: ClosedAreas::new(puzzle, switches.closed_areas),
            nearby: Nearby::new(puzzle, switches.nearby),
            switches,
        }
    }

    /// Bytes in use.
    pub fn memory(&self) -> usize {
        self.frozen.memory() + self.search.memory() + self.nearby.memory()
    }

    /// `player` is any cell of the player's area, `moved` where the box that was pushed last is now.
    pub fn condemn(&mut self, bits: &[u64], player: u16, moved: u16) -> Option<&'static str> {
        let Self { puzzle, pairs, switches, frozen, search, areas, nearby } = self;
        if frozen.is_dead(puzzle, bits, player) {
            return Some(NAMES[0]);
        }
        let ground = Ground { puzzle, pairs: *pairs, board: frozen.board() };
        if switches.closed_areas > 0 && areas.is_dead(&ground, search, bits, player) {
            return Some(NAMES[1]);
        }
        if switches.nearby > 0 && nearby.is_dead(&ground, search, bits, player, moved) {
            return Some(NAMES[2]);
        }
        None
    }
}
