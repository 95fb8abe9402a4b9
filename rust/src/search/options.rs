//! What to look for, and a switch for every idea, so that the worth of each can be measured.

/// What a plan should be, by the names used everywhere in sokoplan.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Objective {
    /// Any plan, soon.
    Any,
    Moves,
    Pushes,
    /// Fewest moves, and of those the fewest pushes.
    MovesPushes,
    /// Fewest pushes, and of those the fewest moves.
    PushesMoves,
}

impl Objective {
    pub const NAMES: [(&'static str, Self); 5] = [
        ("any", Self::Any),
        ("moves", Self::Moves),
        ("pushes", Self::Pushes),
        ("moves-pushes", Self::MovesPushes),
        ("pushes-moves", Self::PushesMoves),
    ];

    pub fn named(name: &str) -> Option<Self> {
        Self::NAMES.iter().find(|(known, _)| *known == name).map(|&(_, objective)| objective)
    }

    pub fn name(self) -> &'static str {
        Self::NAMES.iter().find(|&&(_, objective)| objective == self).unwrap().0
    }

    /// Whether positions that differ only in where the player stands are one.
    pub fn merges_players(self) -> bool {
        matches!(self, Self::Any | Self::Pushes)
    }
}

/// The one table of switches: name, default, what it does. `set` and the struct come from it.
macro_rules! options {
    ($($name:ident: $kind:ty = $default:expr, $help:literal;)*) => {
        #[derive(Debug, Clone, PartialEq)]
        pub struct Options { $(#[doc = $help] pub $name: $kind,)* }

        impl Default for Options {
            fn default() -> Self {
                Self { $($name: $default,)* }
            }
        }

        impl Options {
            /// Name, default and meaning of every option.
            pub fn table() -> Vec<(&'static str, String, &'static str)> {
                vec![$((stringify!($name), format!("{:?}", $default), $help),)*]
            }

            /// Sets an option by name; `Err` names what is wrong.
            pub fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
                match name {
                    $(stringify!($name) => {
                        self.$name = value.parse().map_err(|_| format!("`{value}` is no value for `{name}`"))?;
                        Ok(())
                    })*
                    _ => Err(format!("there is no option `{name}`")),
                }
            }
        }
    };
}

options! {
    sides: bool = true, "bound: single-box distances know on which side of the box the player is";
    matching: bool = true, "bound: every box to a target of its own, not just to the nearest";
    freeze: bool = true, "deadlock: boxes that can never move again, off a goal";
    frozen_walls: bool = true, "bound: boxes frozen on goals count as walls";
    bipartite: bool = true, "deadlock: boxes that cannot all have a target of their own";
    dead_pairs: bool = true, "deadlock: two boxes that cannot both be brought home, from exact tables";
    movable: bool = false, "deadlock: the moved box and those it touches hold each other (a part of `freeze`)";
    corridor: bool = false, "deadlock, goals or sinks: a closed corridor beside the moved box that nobody can open";
    blocklist_number: usize = 0, "the blocklist: sets of up to so many boxes, solved alone beforehand (below 2: none; at most 5)";
    blocklist_distance: usize = 3, "the blocklist: how far apart the boxes of a set may be, in rows and in columns (0: any)";
    blocklist_dead: bool = true, "deadlock, goals or sinks: sets of the blocklist that cannot be brought home";
    blocklist_excess: bool = true, "bound, sinks: sets of the blocklist that cost more together than each box alone";
    dead_triples: u64 = 3000, "deadlock, goals: the same for three boxes, after so many positions (0: never)";
    pair_excess: bool = true, "bound, sinks: pairs of boxes that cost more together than each alone";
    goal_pairs: bool = true, "bound, goals: linear conflicts and more, by exact tables of two boxes and two goals (not for `any`)";
    triples: bool = true, "bound, sinks or goals behind one door: three boxes that cost more together than by twos";
    corral_search: usize = 30, "deadlock, `any`: positions to look at when a push closes an area (0: do not)";
    corral_astar: usize = 20, "the same for `pushes`";
    corral_after: u64 = 20_000, "positions expanded before `pushes` begins with that: on easy levels it costs more than it saves";
    pi_corral: bool = true, "pruning: only the pushes into an area that must be opened (not where moves count)";
    stone_pusher: bool = true, "pruning, sinks: a box that can go straight home goes (not where moves count)";
    symmetry: bool = true, "pruning, goals: positions that are mirror images or turns of each other are one";
    rounds: bool = true, "`any`: take turns among positions with different numbers of boxes left";
    layer_rounds: bool = true, "`pushes`: the same turns among positions of equal cost plus bound";
    backward: bool = true, "`any`, goals or sinks: a second search pulls the boxes from where they end to where they start";
    features: bool = true, "`any`: when that has not helped, a search in the space of features (Shoham and Schaeffer)";
    packing: bool = true, "`any`, goals: a packing plan found backwards, and a search that follows it";
    packing_style: usize = 0, "packing search: only the style of this number (0: all in turn)";
    advisors: bool = true, "packing search: advisors besides the one for packing";
    ancestor_cells: bool = true, "packing search: a position waits in the cell of the best one on its path";
    room_links: bool = true, "packing search: rooms should see each other";
    plan_zones: bool = true, "packing search: boxes leave squares from which the plan cannot use them";
    hotspots: bool = true, "packing search: boxes should not take goals from others";
    opener: bool = true, "packing search: an advisor that moves boxes out of the way of the next step";
    explorer: bool = true, "packing search: an advisor that makes new pushes possible";
    deep_tests: bool = true, "packing search: dear deadlock tests for the chosen move";
    closed_areas: usize = 50, "the same, areas that cannot be opened: positions for each (0: do not)";
    nearby: usize = 200, "the same, the boxes around the moved one: positions (0: do not)";
    learned_patterns: usize = 500, "the same, patterns learned where a search gets nowhere: positions for each (0: do not)";
    core: bool = true, "`any`, sinks: after that, look for a part of the boxes that has no plan by itself";
    threads: usize = 2, "how many searches may run side by side";
    ida: bool = false, "`pushes`, and the pushes of `pushes-moves`: IDA* in place of A*: slower, but needs no memory to go on";
    two_orders: bool = true, "`any`: a second, greedier order of the same positions, asked in turn";
    sink_weight: u32 = 0, "`any`, sinks and holes: the weight in place of `weight`";
    weight: u32 = 1, "`any`: how many times the bound counts against the pushes made";
    pull_rounds: bool = true, "backward search: take turns among positions with different numbers of boxes back at their starts";
    pull_weight: u32 = 5, "the same for the backward search";
}
