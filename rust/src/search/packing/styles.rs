//! Ways to look at a level, tried in turn.
//!
//! No single set of features suits every level, and a wrong one can take hours where another takes a second. So several
//! are given turns of growing length, each with a tree of its own that is kept.

use crate::space::options::Options;

/// Which of the boxes that can be deleted is pulled away first, where all else is equal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Taste {
    /// The one that is pulled farthest.
    Farthest,
    /// The one that is pulled least.
    Nearest,
    /// The one on the goal that is nearest to all others.
    Inner,
    /// The one on the goal that is farthest from all others.
    Outer,
}

#[derive(Debug, Clone, Copy)]
pub struct Style {
    pub name: &'static str,
    pub taste: Taste,
    pub links: bool,
    pub hotspots: bool,
    pub zones: bool,
    pub supply: bool,
    pub opener: bool,
    pub explorer: bool,
    /// After so many moves that led to no better score, only packing, components and links are advised.
    pub drift: u32,
    /// Until so many positions have been expanded, most turns go to the best cell.
    pub eager: usize,
}

const FULL: Style = Style {
    name: "packing",
    taste: Taste::Nearest,
    links: true,
    hotspots: true,
    zones: true,
    supply: true,
    opener: true,
    explorer: true,
    drift: u32::MAX,
    eager: 0,
};

/// In the order of their turns: the best one first, then those that differ most from what was tried before.
pub const STYLES: [Style; 6] = [
    Style { drift: 3, eager: 100, supply: false, ..FULL },
    Style { name: "packing-no-opener", opener: false, hotspots: false, ..FULL },
    Style { name: "packing-farthest", taste: Taste::Farthest, opener: false, ..FULL },
    Style { name: "packing-outer", taste: Taste::Outer, ..FULL },
    Style { name: "packing-no-links", links: false, ..FULL },
    Style { name: "packing-inner", taste: Taste::Inner, ..FULL },
];

impl Style {
    /// Without what is switched off.
    pub fn allowed(self, options: &Options) -> Self {
        Self {
            links: self.links && options.room_links,
            hotspots: self.hotspots && options.hotspots,
            zones: self.zones && options.plan_zones,
            supply: self.supply && options.plan_supply,
            drift: if options.drift { self.drift } else { u32::MAX },
            eager: if options.eager { self.eager } else { 0 },
            opener: self.opener && options.opener && options.advisors,
            explorer: self.explorer && options.explorer && options.advisors,
            ..self
        }
    }
}
