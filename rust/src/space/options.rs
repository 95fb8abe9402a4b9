//! What to look for, and a switch for every idea, so that the worth of each can be measured.
//!
//! One row an option: what it is, what values it takes, who reads it; after `on` the kinds of levels on which it has an
//! effect, if not all, and after `needs` the option without which it has none. The struct, `set`, the Python face, its
//! help texts and the tests all come from the row.

use crate::push::puzzle::Kind;

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
}

/// What kind of thing an option is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// A lower bound on the pushes still needed.
    Bound,
    /// A test that calls positions dead.
    Deadlock,
    /// Pushes or positions that are left out.
    Pruning,
    /// Which searches run, and in what order they look at positions.
    Strategy,
    /// A number that another option needs.
    Setting,
}

impl Role {
    pub fn name(self) -> &'static str {
        match self {
            Self::Bound => "bound",
            Self::Deadlock => "deadlock",
            Self::Pruning => "pruning",
            Self::Strategy => "strategy",
            Self::Setting => "setting",
        }
    }
}

/// The searches that may read an option.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Search {
    /// Best-first search: A* for the optimal objectives, weighted for `any`.
    BestFirst,
    Ida,
    Features,
    Packing,
    Backward,
    /// What decides which searches run.
    Driver,
}

impl Search {
    pub fn name(self) -> &'static str {
        match self {
            Self::BestFirst => "best-first",
            Self::Ida => "ida",
            Self::Features => "features",
            Self::Packing => "packing",
            Self::Backward => "backward",
            Self::Driver => "driver",
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Value {
    Switch(bool),
    Number(u64),
}

impl Value {
    fn is_off(self) -> bool {
        matches!(self, Self::Switch(false) | Self::Number(0))
    }
}

impl From<bool> for Value {
    fn from(on: bool) -> Self {
        Self::Switch(on)
    }
}

impl From<u32> for Value {
    fn from(number: u32) -> Self {
        Self::Number(number.into())
    }
}

impl From<u64> for Value {
    fn from(number: u64) -> Self {
        Self::Number(number)
    }
}

impl From<usize> for Value {
    fn from(number: usize) -> Self {
        Self::Number(number as u64)
    }
}

/// What there is to know about an option.
#[derive(Debug, Clone, Copy)]
pub struct Row {
    pub name: &'static str,
    pub role: Role,
    pub default: Value,
    /// The least and the largest number; 0 and 1 for a switch.
    pub range: (u64, u64),
    /// The objectives for which it is read.
    pub objectives: &'static [Objective],
    pub searches: &'static [Search],
    /// The kinds of levels on which it is read.
    pub kinds: &'static [Kind],
    /// Another option without which it has no effect.
    pub needs: Option<&'static str>,
    pub help: &'static str,
}

impl Row {
    pub fn is_bound(&self) -> bool {
        self.role == Role::Bound
    }

    pub fn is_deadlock(&self) -> bool {
        self.role == Role::Deadlock
    }

    /// Whether the value leaves the idea out. The 0 of a setting is a number like any other.
    fn is_off(&self, value: Value) -> bool {
        value.is_off() && self.role != Role::Setting
    }

    pub fn is_switch(&self) -> bool {
        matches!(self.default, Value::Switch(_))
    }

    /// The value in a text; `Err` says what would be right.
    fn parse(&self, text: &str) -> Result<Value, String> {
        let (low, high) = self.range;
        match self.default {
            Value::Switch(_) => text
                .parse()
                .map(Value::Switch)
                .map_err(|_| format!("`{text}` is not a value for `{}`: use true or false", self.name)),
            Value::Number(_) => match text.parse() {
                Ok(number) if (low..=high).contains(&number) => Ok(Value::Number(number)),
                _ => {
                    Err(format!("`{text}` is not a value for `{}`: use a whole number from {low} to {high}", self.name))
                }
            },
        }
    }
}

/// The struct of options, its defaults, and `set` and `value` by name, from the rows.
macro_rules! options {
    ($($name:ident: $type:ty = $default:literal in $range:expr, $role:ident, $objectives:expr, $searches:expr,
       $(on $kinds:ident,)? $(needs $needs:ident,)? $help:literal;)*) => {
        #[derive(Debug, Clone, PartialEq)]
        pub struct Options { $(#[doc = $help] pub $name: $type,)* }

        impl Default for Options {
            fn default() -> Self {
                Self { $($name: $default,)* }
            }
        }

        impl Options {
            /// A row for each option.
            pub fn table() -> Vec<Row> {
                vec![$(Row {
                    name: stringify!($name),
                    role: Role::$role,
                    default: <$type>::into($default),
                    range: $range,
                    objectives: $objectives,
                    searches: $searches,
                    kinds: [ALL_KINDS $(, $kinds)?].last().unwrap(),
                    needs: [None $(, Some(stringify!($needs)))?].last().copied().unwrap(),
                    help: $help,
                },)*]
            }

            /// The value of an option.
            fn value(&self, name: &str) -> Option<Value> {
                match name {
                    $(stringify!($name) => Some(self.$name.into()),)*
                    _ => None,
                }
            }

            fn put(&mut self, name: &str, value: &str) -> bool {
                match name {
                    $(stringify!($name) => value.parse().map(|value| self.$name = value).is_ok(),)*
                    _ => false,
                }
            }
        }
    };
}

impl Options {
    /// Sets an option by name; `Err` says what is wrong.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        let table = Self::table();
        let row = table.iter().find(|row| row.name == name).ok_or_else(|| format!("unknown option `{name}`"))?;
        row.parse(value)?;
        let done = self.put(name, value);
        debug_assert!(done, "what a row accepts the struct can hold");
        Ok(())
    }

    /// An option that was changed and has no effect for this objective and kind of level, or without another option,
    /// is refused with a sentence. What is off, or as it always is, does no harm.
    pub fn check(&self, objective: Objective, kind: Kind) -> Result<(), String> {
        let table = Self::table();
        for row in &table {
            let value = self.value(row.name).expect("every row has a value");
            if value != row.default
                && !row.is_off(value)
                && let Some(why) = self.idle(&table, row, objective, kind)
            {
                return Err(format!("the option `{}` has no effect {why}", row.name));
            }
        }
        Ok(())
    }

    /// Why an option has no effect, as the end of a sentence.
    fn idle(&self, table: &[Row], row: &Row, objective: Objective, kind: Kind) -> Option<String> {
        if !row.objectives.contains(&objective) {
            let names: Vec<&str> = row.objectives.iter().map(|objective| objective.name()).collect();
            return Some(format!("for the objective {}, only for {}", objective.name(), names.join(", ")));
        }
        // Holes in a row are also searched as a sink (`search::row_of_holes`).
        let as_sink = kind == Kind::Holes && objective == Objective::Any && row.kinds.contains(&Kind::Sinks);
        if !row.kinds.contains(&kind) && !as_sink {
            let names: Vec<&str> = row.kinds.iter().map(|kind| kind.name()).collect();
            return Some(format!("on levels with {}, only with {}", kind.name(), names.join(" or ")));
        }
        let needed = table.iter().find(|other| Some(other.name) == row.needs)?;
        if self.value(needed.name).is_some_and(|value| value.is_off()) {
            return Some(format!("without `{}`", needed.name));
        }
        self.idle(table, needed, objective, kind)
    }
}

const SWITCH: (u64, u64) = (0, 1);
const COUNT: (u64, u64) = (0, 1_000_000_000);

const ALL: &[Objective] =
    &[Objective::Any, Objective::Moves, Objective::Pushes, Objective::MovesPushes, Objective::PushesMoves];
const OPTIMAL: &[Objective] = &[Objective::Moves, Objective::Pushes, Objective::MovesPushes, Objective::PushesMoves];
/// Where only pushes count, at least at first.
const BY_PUSHES: &[Objective] = &[Objective::Any, Objective::Pushes, Objective::PushesMoves];
const PUSHES: &[Objective] = &[Objective::Pushes, Objective::PushesMoves];
/// Where a first count is settled without a second.
const UNTIED: &[Objective] = &[Objective::Moves, Objective::Pushes, Objective::PushesMoves];
const ANY: &[Objective] = &[Objective::Any];

const ALL_KINDS: &[Kind] = &[Kind::Goals, Kind::Sinks, Kind::Holes];
const GOALS: &[Kind] = &[Kind::Goals];
const SINKS: &[Kind] = &[Kind::Sinks];
const NO_HOLES: &[Kind] = &[Kind::Goals, Kind::Sinks];
const NO_SINKS: &[Kind] = &[Kind::Goals, Kind::Holes];
const NO_GOALS: &[Kind] = &[Kind::Sinks, Kind::Holes];

const PUSHING: &[Search] = &[Search::BestFirst, Search::Ida, Search::Features];
/// Those that ask the cheap deadlock tests by their table.
const TESTING: &[Search] = &[Search::BestFirst, Search::Ida, Search::Features, Search::Packing];
/// Those whose order is by the bound. (The feature search asks it last, to break ties.)
const ORDERED: &[Search] = &[Search::BestFirst, Search::Ida];
const BEST_FIRST: &[Search] = &[Search::BestFirst];
const DRIVER: &[Search] = &[Search::Driver];
const BACKWARD: &[Search] = &[Search::Backward];
const PACKING: &[Search] = &[Search::Packing];

options! {
    sides: bool = true in SWITCH, Bound, ALL, PUSHING,
        "Measure how far a box is from home by the side of it that the player is on.";
    matching: bool = true in SWITCH, Bound, ALL, PUSHING, on NO_SINKS,
        "Give every box a target of its own in the bound, not just the nearest one.";
    freeze: bool = true in SWITCH, Deadlock, ALL, TESTING,
        "Reject boxes that can never move again off a goal.";
    frozen_walls: bool = true in SWITCH, Bound, ALL, PUSHING, needs freeze,
        "Treat boxes that can never move again as walls in the bound.";
    bipartite: bool = true in SWITCH, Deadlock, ALL, PUSHING, on NO_SINKS,
        "Reject boxes that cannot all have a goal of their own.";
    dead_pairs: bool = true in SWITCH, Deadlock, ALL, TESTING, on NO_HOLES,
        "Reject two boxes that cannot both be brought home, from an exact table.";
    movable: bool = false in SWITCH, Deadlock, ALL, TESTING,
        "Reject a moved box that can never move again because of the boxes it touches. `freeze` finds more.";
    corridor: bool = false in SWITCH, Deadlock, ALL, TESTING, on NO_HOLES,
        "Reject a closed corridor beside the moved box that can no longer be opened.";
    blocklist_number: usize = 0 in (0, 5), Setting, ALL, TESTING, on NO_HOLES,
        "Solve every set of up to this many boxes alone beforehand: the blocklist. 0 or 1 = none.";
    blocklist_distance: usize = 3 in (0, 1000), Setting, ALL, TESTING, needs blocklist_number,
        "How far apart the boxes of a blocklist set may be, in rows and in columns. 0 = any distance.";
    blocklist_dead: bool = true in SWITCH, Deadlock, ALL, TESTING, needs blocklist_number,
        "Reject sets of the blocklist that cannot be brought home.";
    blocklist_excess: bool = true in SWITCH, Bound, ALL, ORDERED, on SINKS, needs blocklist_number,
        "Add to the bound what sets of the blocklist cost more than their boxes alone.";
    dead_triples: u64 = 3000 in COUNT, Deadlock, ALL, PUSHING, on GOALS,
        "Reject three boxes that cannot all be brought home, once this many positions were expanded. 0 = off.";
    pair_excess: bool = true in SWITCH, Bound, ALL, ORDERED, on SINKS,
        "Add to the bound what two boxes cost more than each alone.";
    goal_pairs: bool = true in SWITCH, Bound, OPTIMAL, ORDERED, on GOALS,
        "Add to the bound what two boxes on the way to two goals cost more than each alone (linear conflicts).";
    triples: bool = true in SWITCH, Bound, ALL, PUSHING,
        "Add to the bound what three boxes cost more than two by two. Sinks, and goals behind one door.";
    corral_search: usize = 30 in COUNT, Deadlock, ANY, &[Search::BestFirst, Search::Features], on NO_HOLES,
        "Positions to search when a push closes an area, to see whether it can be opened again; for `any`. 0 = off.";
    corral_astar: usize = 20 in COUNT, Setting, PUSHES, ORDERED, on NO_HOLES,
        "Positions to search when a push closes an area, to see whether it can be opened again; for `pushes`. 0 = off.";
    corral_after: u64 = 20_000 in COUNT, Setting, PUSHES, ORDERED, needs corral_astar,
        "Positions to expand before closed areas are searched (`corral_astar`): on easy levels that does not pay.";
    pi_corral: bool = true in SWITCH, Pruning, BY_PUSHES, TESTING, on NO_HOLES,
        "Try only the pushes into a closed area that must be opened first.";
    stone_pusher: bool = true in SWITCH, Pruning, BY_PUSHES, PUSHING, on SINKS,
        "Send a box home at once where it can go straight.";
    symmetry: bool = true in SWITCH, Pruning, ALL, ORDERED, on GOALS,
        "Treat positions that are mirror images or turns of each other as one.";
    rounds: bool = true in SWITCH, Strategy, ANY, BEST_FIRST,
        "Take turns among positions with different numbers of boxes left.";
    layer_rounds: bool = true in SWITCH, Strategy, PUSHES, BEST_FIRST,
        "Take turns by the number of boxes left among positions of equal cost plus bound.";
    perimeter: bool = true in SWITCH, Strategy, UNTIED, DRIVER, on GOALS,
        "Solve positions near the end backwards, for A* to run into, once it takes long.";
    backward: bool = true in SWITCH, Strategy, ANY, DRIVER, on NO_HOLES,
        "Run a second search that pulls the boxes from where they end to where they start.";
    features: bool = true in SWITCH, Strategy, ANY, DRIVER,
        "Run a search in the space of features after the backward one (Shoham and Schaeffer).";
    packing: bool = true in SWITCH, Strategy, ANY, DRIVER, on GOALS,
        "Find a packing plan backwards, and search for a way to follow it.";
    packing_style: usize = 0 in (0, 16), Setting, ANY, PACKING, needs packing,
        "Use only this style of the packing search, counted from 1. 0 = all in turn.";
    advisors: bool = true in SWITCH, Strategy, ANY, PACKING, needs packing,
        "Follow advisors besides the one for packing: fewer areas, room links, hotspots.";
    ancestor_cells: bool = true in SWITCH, Strategy, ANY, PACKING, needs packing,
        "Let a position wait in the cell of the best one on its path, not in its own.";
    best_cell: bool = true in SWITCH, Strategy, ANY, PACKING, needs packing,
        "Give every second turn to the best positions, and only the others to all in turn.";
    room_links: bool = true in SWITCH, Strategy, ANY, PACKING, needs packing,
        "Keep the ways between rooms open in the packing search.";
    plan_zones: bool = true in SWITCH, Strategy, ANY, PACKING, needs packing,
        "Move boxes off squares from which the rest of the packing plan cannot use them.";
    plan_supply: bool = true in SWITCH, Strategy, ANY, PACKING, needs packing,
        "Keep a box for every square of the packing plan, from where it can still get there. Not in the first style.";
    hotspots: bool = true in SWITCH, Strategy, ANY, PACKING, needs packing,
        "Keep boxes off squares where they take goals from others.";
    opener: bool = true in SWITCH, Strategy, ANY, PACKING, needs packing,
        "Advise moving boxes out of the way of the next step of the packing plan.";
    explorer: bool = true in SWITCH, Strategy, ANY, PACKING, needs packing,
        "Advise moves after which another box can be pushed from a new side.";
    drift: bool = true in SWITCH, Strategy, ANY, PACKING, needs packing,
        "Stop following vague advice after a few moves that led to nothing better. Only in the first style.";
    eager: bool = true in SWITCH, Strategy, ANY, PACKING, needs best_cell,
        "Give most of the first turns to the best positions. Only in the first style.";
    deep_tests: bool = true in SWITCH, Deadlock, ANY, PACKING, needs packing,
        "Test the chosen move of the packing search in depth: frozen boxes as walls, and the tests below.";
    closed_areas: usize = 50 in COUNT, Deadlock, ANY, PACKING, needs deep_tests,
        "Positions to search for each closed area that may be impossible to open. 0 = off.";
    nearby: usize = 200 in COUNT, Deadlock, ANY, PACKING, needs deep_tests,
        "Positions to search with only the boxes around the moved one. 0 = off.";
    core: bool = true in SWITCH, Strategy, ANY, DRIVER, on SINKS,
        "Look for a part of the boxes that has no plan by itself, when nothing else has helped.";
    threads: usize = 2 in (1, 64), Strategy, ALL, DRIVER,
        "How many searches may run side by side for `any`, and how many threads make the blocklist.";
    ida: bool = false in SWITCH, Strategy, PUSHES, DRIVER,
        "Count pushes by IDA* in place of A*: slower, but it needs no memory to go on.";
    two_orders: bool = true in SWITCH, Strategy, ANY, BEST_FIRST,
        "Queue the same positions in a second, greedier order, and take from both in turn.";
    sink_weight: u32 = 0 in (0, 1000), Setting, ANY, BEST_FIRST, on NO_GOALS,
        "How many times the bound counts against the pushes made, on levels with sinks or holes.";
    weight: u32 = 1 in (0, 1000), Setting, ANY, BEST_FIRST, on GOALS,
        "How many times the bound counts against the pushes made, on levels with goals.";
    meeting: bool = true in SWITCH, Strategy, ANY, DRIVER, on GOALS, needs backward,
        "Let the searches from both ends look for each other's positions.";
    pull_rounds: bool = true in SWITCH, Strategy, ANY, BACKWARD, needs backward,
        "Take turns among positions with different numbers of boxes back at their starts, in the backward search.";
    pull_greed: bool = true in SWITCH, Strategy, ANY, BACKWARD, needs backward,
        "Queue the same positions in a second order, by distance to the starts alone, in the backward search.";
    pull_freeze: bool = true in SWITCH, Deadlock, ANY, BACKWARD, on GOALS, needs backward,
        "Reject boxes that can never be pulled again, in the backward search.";
    pull_pairs: bool = true in SWITCH, Deadlock, ANY, BACKWARD, on GOALS, needs backward,
        "Reject two boxes that cannot both be pulled back to starts, from an exact table, in the backward search.";
    pull_excess: bool = true in SWITCH, Strategy, ANY, BACKWARD, on GOALS, needs backward,
        "Count in the greedy orders what two boxes cost more than each alone, in the backward search.";
    pull_areas: bool = true in SWITCH, Strategy, ANY, BACKWARD, on GOALS, needs backward,
        "Queue the same positions in a third order, in turns by the areas that boxes cut the floor into (backward).";
    pull_weight: u32 = 5 in (0, 1000), Setting, ANY, BACKWARD, needs backward,
        "How many times the bound counts against the pulls made, in the backward search.";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrong_value_is_refused_with_what_would_be_right() {
        let mut options = Options::default();
        assert_eq!(options.set("wieght", "1").unwrap_err(), "unknown option `wieght`");
        assert_eq!(options.set("sides", "maybe").unwrap_err(), "`maybe` is not a value for `sides`: use true or false");
        let text = "`6` is not a value for `blocklist_number`: use a whole number from 0 to 5";
        assert_eq!(options.set("blocklist_number", "6").unwrap_err(), text);
        assert_eq!(options, Options::default());
        for row in Options::table() {
            assert!(row.help.ends_with('.') && !row.objectives.is_empty() && !row.searches.is_empty(), "{}", row.name);
            assert_eq!(options.value(row.name), Some(row.default));
            let (low, high) = row.range;
            for value in
                if row.is_switch() { ["true".into(), "false".into()] } else { [low, high].map(|n| n.to_string()) }
            {
                options.set(row.name, &value).unwrap();
            }
            options = Options::default();
        }
    }

    #[test]
    fn what_has_no_effect_is_refused() {
        let check = |name: &str, value: &str, objective| {
            let mut options = Options::default();
            options.set(name, value).unwrap();
            options.check(objective, Kind::Goals)
        };
        let text = "the option `weight` has no effect for the objective pushes, only for any";
        assert_eq!(check("weight", "3", Objective::Pushes).unwrap_err(), text);
        assert!(check("weight", "3", Objective::Any).is_ok());
        assert!(check("ida", "true", Objective::Any).is_err());
        // Off is honoured by a search that has no such idea.
        assert!(check("corral_search", "0", Objective::Moves).is_ok());
        for (_, objective) in Objective::NAMES {
            for kind in ALL_KINDS {
                assert!(Options::default().check(objective, *kind).is_ok());
            }
        }
    }

    #[test]
    fn what_has_no_effect_on_a_kind_of_level_or_alone_is_refused() {
        let check = |pairs: &[(&str, &str)], objective, kind| {
            let mut options = Options::default();
            pairs.iter().for_each(|(name, value)| options.set(name, value).unwrap());
            options.check(objective, kind).err().unwrap_or_default()
        };
        let (any, pushes) = (Objective::Any, Objective::Pushes);
        let text = "the option `weight` has no effect on levels with sinks, only with goals";
        assert_eq!(check(&[("weight", "0")], any, Kind::Sinks), text);
        let text = "the option `sink_weight` has no effect on levels with goals, only with sinks or holes";
        assert_eq!(check(&[("sink_weight", "3")], any, Kind::Goals), text);
        let text = "the option `packing_style` has no effect without `packing`";
        assert_eq!(check(&[("packing_style", "3"), ("packing", "false")], any, Kind::Goals), text);
        let text = "the option `nearby` has no effect on levels with sinks, only with goals";
        assert_eq!(check(&[("nearby", "3")], any, Kind::Sinks), text);
        let text = "the option `corral_after` has no effect without `corral_astar`";
        assert_eq!(check(&[("corral_after", "3"), ("corral_astar", "0")], pushes, Kind::Goals), text);
        let text = "the option `corridor` has no effect on levels with holes, only with goals or sinks";
        assert_eq!(check(&[("corridor", "true")], pushes, Kind::Holes), text);
        assert_eq!(check(&[("corridor", "true")], any, Kind::Holes), "");
    }
}
