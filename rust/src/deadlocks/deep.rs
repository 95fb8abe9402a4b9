//! The dear tests in one place, for searches that put only the chosen move to them.
//!
//! Comes in:  a position.     Goes out: the name of the test that condemns it, if one does.
//!
//! Cheapest first; later tests stand on what earlier ones found (the boxes that never move).

use super::closed_areas::ClosedAreas;
use super::frozen::Frozen;
use super::pairs::Pairs;
use super::part_search::PartSearch;
use crate::push::puzzle::Puzzle;

/// Which tests are asked, and how long they may look.
#[derive(Debug, Clone)]
pub struct Switches {
    /// Positions for each closed area; 0 switches them off.
    pub closed_areas: usize,
}

impl Default for Switches {
    fn default() -> Self {
        Self { closed_areas: 50 }
    }
}

pub struct Deep<'a> {
    puzzle: &'a Puzzle,
    pairs: Option<&'a Pairs>,
    switches: Switches,
    frozen: Frozen,
    search: PartSearch,
    areas: ClosedAreas,
}

/// The tests, in the order in which they are asked.
pub const NAMES: [&str; 2] = ["frozen", "closed areas"];

impl<'a> Deep<'a> {
    pub fn new(puzzle: &'a Puzzle, pairs: Option<&'a Pairs>, switches: Switches) -> Self {
        Self {
            puzzle,
            pairs,
            frozen: Frozen::new(puzzle),
            search: PartSearch::new(puzzle),
            areas: ClosedAreas::new(puzzle, switches.closed_areas),
            switches,
        }
    }

    /// Bytes in use.
    pub fn memory(&self) -> usize {
        self.frozen.memory() + self.search.memory()
    }

    /// `player` is any cell of the player's area.
    pub fn condemn(&mut self, bits: &[u64], player: u16) -> Option<&'static str> {
        let Self { puzzle, pairs, switches, frozen, search, areas } = self;
        if frozen.is_dead(puzzle, bits, player) {
            return Some(NAMES[0]);
        }
        if switches.closed_areas > 0 && areas.is_dead(puzzle, *pairs, search, frozen.board(), bits, player) {
            return Some(NAMES[1]);
        }
        None
    }
}
