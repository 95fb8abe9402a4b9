//! A shorter plan from a plan: search only near it, first with one box out of place, then with more.
//!
//! Comes in:  a puzzle, the pushes of a plan that solves it, an objective.     Goes out: a plan that is no worse.
//!
//! A plan from a search for any plan has boxes that go the long way, go in a poor order, or go to the wrong goal; each
//! of these is mended by positions that differ from the plan's own by one or two boxes. So the best way through all
//! such positions is looked for, again and again, because every gain moves the vicinity along. Where that is too much
//! for the whole plan it is done for stretches of it that overlap. Walks between pushes are always shortest.

pub mod vicinity;
pub mod window;

use std::sync::atomic::Ordering::Relaxed;

use crate::push::plan::Push;
use crate::push::puzzle::Puzzle;
use crate::push::walk::Walk;
use crate::space::control::{Budget, Reason};
use crate::space::options::{Objective, Options};
use crate::tables::Tables;
use vicinity::{ANYWHERE, Reach, Spread, Vicinity};
use window::{Found, Order, Window};

/// How far boxes may be out of place, in the order in which it is tried; and of each, in which order positions come.
const REACHES: [(Reach, Order); 15] = [
    (Reach([ANYWHERE, 0, 0]), Order::Ahead),
    (Reach([ANYWHERE, 0, 0]), Order::Least),
    (Reach([ANYWHERE, 2, 0]), Order::Ahead),
    (Reach([ANYWHERE, 2, 0]), Order::Least),
    (Reach([ANYWHERE, 5, 0]), Order::Ahead),
    (Reach([ANYWHERE, 5, 0]), Order::Least),
    (Reach([ANYWHERE, 2, 2]), Order::Ahead),
    (Reach([ANYWHERE, 2, 2]), Order::Least),
    (Reach([ANYWHERE, ANYWHERE, 0]), Order::Ahead),
    (Reach([ANYWHERE, ANYWHERE, 0]), Order::Least),
    (Reach([ANYWHERE, 5, 3]), Order::Ahead),
    (Reach([ANYWHERE, 5, 3]), Order::Least),
    (Reach([ANYWHERE, ANYWHERE, 4]), Order::Ahead),
    (Reach([ANYWHERE, ANYWHERE, 4]), Order::Least),
    (Reach::ALL, Order::Least),
];
/// Positions that a search may store, in the first round; then four times as many. The order of A* needs more of them
/// before it finds anything.
const FIRST_CAP: usize = 20_000;
const LEAST_FIRST: usize = 4;
const LAST_CAP: usize = 1 << 30;
/// Shorter stretches, in pushes, are not worth a search of their own.
const SHORTEST: usize = 8;

/// What the objective counts.
#[derive(Debug, Clone, Copy)]
pub struct Price {
    objective: Objective,
    /// Whether only pushes count, so that positions with the player elsewhere in the same area are one.
    pub merges_players: bool,
}

impl Price {
    fn new(objective: Objective) -> Self {
        Self { objective, merges_players: matches!(objective, Objective::Any | Objective::Pushes) }
    }

    /// What so many pushes and moves cost, pushes being moves too: first and second count.
    pub fn of(self, pushes: u32, moves: u32) -> (u32, u32) {
        match self.objective {
            Objective::Any | Objective::Pushes => (pushes, 0),
            Objective::PushesMoves => (pushes, moves),
            Objective::Moves => (moves, 0),
            Objective::MovesPushes => (moves, pushes),
        }
    }

    /// Whether there is a second count.
    pub fn breaks_ties(self) -> bool {
        matches!(self.objective, Objective::PushesMoves | Objective::MovesPushes)
    }

    fn between(self, from: &Stage, to: &Stage) -> (u32, u32) {
        self.of(to.pushes - from.pushes, to.moves - from.moves)
    }

    /// The cost after a walk and a push.
    #[inline]
    pub fn after(self, before: (u32, u32), steps: u32) -> (u32, u32) {
        let (first, second) = self.of(1, steps + 1);
        (before.0 + first, before.1 + second)
    }
}

/// What is known of the puzzle beforehand, for bounds and deadlock tests.
#[derive(Clone, Copy)]
pub struct Known<'a> {
    pub tables: &'a Tables,
    pub options: &'a Options,
}

/// A position of the plan: its boxes, the player's cell, and the pushes and moves up to here.
#[derive(Debug, Clone)]
pub struct Stage {
    pub bits: Vec<u64>,
    pub player: u16,
    pub pushes: u32,
    pub moves: u32,
}

#[derive(Debug, Clone)]
pub struct Improved {
    pub plan: Vec<Push>,
    /// Why it ended: `None` if nothing was left to try, which proves the plan to be best.
    pub reason: Option<Reason>,
    pub expanded: u64,
}

/// Makes the plan shorter until the budget is spent. The plan must solve the puzzle.
pub fn improve(puzzle: &Puzzle, plan: &[Push], objective: Objective, budget: &Budget) -> Improved {
    let _running = budget.control.begin("improve");
    let spread = Spread::new(puzzle);
    let options = Options::default();
    let tables = Tables::new(puzzle, objective, &options);
    let known = Known { tables: &tables, options: &options };
    let mut improver = Improver::new(puzzle, plan, objective, budget, &spread, known);
    let reason = improver.run(u64::MAX, budget.limits.memory).err();
    Improved { expanded: improver.expanded(), plan: improver.plan, reason }
}

/// The positions along a plan, the start included.
fn stages(puzzle: &Puzzle, plan: &[Push]) -> Vec<Stage> {
    let mut walk = Walk::new(puzzle.n);
    let mut stage = Stage { bits: puzzle.start.clone(), player: puzzle.player, pushes: 0, moves: 0 };
    let mut stages = vec![stage.clone()];
    for push in plan {
        let ways = puzzle.next[push.from as usize];
        puzzle.block(&mut walk, &stage.bits);
        walk.flood_with_steps(&puzzle.next, stage.player);
        let behind = ways[push.direction as usize ^ 1];
        assert!(walk.reached(behind), "the plan walks through a wall");
        puzzle.push(&mut stage.bits, push.from, ways[push.direction as usize]);
        stage.player = push.from;
        stage.pushes += 1;
        stage.moves += u32::from(walk.steps(behind)) + 1;
        stages.push(stage.clone());
    }
    stages
}

/// The pushes of a plan written as keys, up to where it is first solved; `None` if the keys are not all allowed.
pub fn pushes_of(puzzle: &Puzzle, keys: &str) -> Option<Vec<Push>> {
    let mut bits = puzzle.start.clone();
    let mut player = puzzle.player;
    let mut pushes = Vec::new();
    for key in keys.chars() {
        if puzzle.is_solved(&bits) {
            break;
        }
        let direction = crate::board::KEYS.iter().position(|&known| known == key.to_ascii_lowercase())?;
        let ahead = puzzle.next[player as usize][direction];
        if ahead as usize == puzzle.n || puzzle.is_open_hole(&bits, ahead) {
            return None;
        }
        if puzzle.has_box(&bits, ahead) {
            let to = puzzle.next[ahead as usize][direction];
            if to as usize >= puzzle.live || puzzle.has_box(&bits, to) {
                return None;
            }
            puzzle.push(&mut bits, ahead, to);
            pushes.push(Push { from: ahead, direction: direction as u8 });
        }
        player = ahead;
    }
    puzzle.is_solved(&bits).then_some(pushes)
}

/// A plan that is being made shorter, for a while and later for longer.
pub struct Improver<'a> {
    puzzle: &'a Puzzle,
    budget: &'a Budget<'a>,
    price: Price,
    plan: Vec<Push>,
    stages: Vec<Stage>,
    window: Window<'a>,
    /// What the searches count, one after the other, and what is known of each reach under each of them.
    prices: Vec<Price>,
    tried: Vec<[Tried; REACHES.len()]>,
    /// The price and the reach to try next, as one number, and the most positions for it.
    at: usize,
    cap: usize,
    /// Where in the plan the next stretch begins.
    from: usize,
    /// Positions after which no further search begins. One that has begun is ended, or its work would be lost.
    stop_at: u64,
}

/// What is known of one reach under one price.
#[derive(Debug, Clone, Copy)]
struct Tried {
    /// Whether the whole plan was searched at once, and nothing found.
    whole: bool,
    /// The longest stretch that was not too large.
    length: usize,
}

impl<'a> Improver<'a> {
    /// The plan must solve the puzzle.
    pub fn new(
        puzzle: &'a Puzzle,
        plan: &[Push],
        objective: Objective,
        budget: &'a Budget<'a>,
        spread: &'a Spread,
        known: Known<'a>,
    ) -> Self {
        let price = Price::new(objective);
        // Where moves break ties between pushes, pushes are best saved first: positions are fewer without the player.
        let first = (objective == Objective::PushesMoves).then(|| Price::new(Objective::Pushes));
        let prices: Vec<Price> = first.into_iter().chain([price]).collect();
        let improver = Self {
            puzzle,
            budget,
            price,
            plan: plan.to_vec(),
            stages: stages(puzzle, plan),
            window: Window::new(puzzle, budget, price, Vicinity::new(puzzle, spread), known),
            tried: vec![[Tried { whole: false, length: usize::MAX }; REACHES.len()]; prices.len()],
            prices,
            at: 0,
            cap: FIRST_CAP,
            from: 0,
            stop_at: u64::MAX,
        };
        improver.tell();
        improver
    }

    /// The best plan so far.
    pub fn plan(&self) -> &[Push] {
        &self.plan
    }

    /// What it costs, by what the objective counts first and second.
    pub fn cost(&self) -> (u32, u32) {
        let last = &self.stages[self.stages.len() - 1];
        self.price.of(last.pushes, last.moves)
    }

    /// Positions expanded so far.
    pub fn expanded(&self) -> u64 {
        self.window.expanded
    }

    /// Rounds of growing searches, for about so many positions and in so many bytes. Ends well only if nothing is left to
    /// try: then the plan is best.
    pub fn run(&mut self, patience: u64, memory: usize) -> Result<(), Reason> {
        self.stop_at = self.window.expanded.saturating_add(patience);
        self.window.memory = memory;
        let reaches = REACHES.len();
        loop {
            while self.at < self.prices.len() * reaches {
                let (price, reach) = (self.at / reaches, self.at % reaches);
                self.window.price = self.prices[price];
                let mut tried = self.tried[price][reach];
                if tried.whole {
                    self.at += 1;
                    continue;
                }
                let before = self.cost();
                let passed = self.pass(REACHES[reach], &mut tried);
                self.tried[price][reach] = tried;
                if self.cost() < before {
                    self.tried.iter_mut().flatten().for_each(|tried| tried.whole = false);
                    (self.at, self.from) = (0, 0);
                } else if passed.is_ok() {
                    self.at += 1;
                }
                passed?;
                if self.tried[self.prices.len() - 1][reaches - 1].whole {
                    return Ok(());
                }
            }
            if self.cap >= LAST_CAP {
                return Err(Reason::Memory);
            }
            self.at = 0;
            self.cap *= 4;
            self.tried.iter_mut().flatten().for_each(|tried| tried.length = tried.length.saturating_mul(2));
        }
    }

    /// Goes through the plan once, stretch by stretch; each until it gets no shorter.
    fn pass(&mut self, (reach, order): (Reach, Order), tried: &mut Tried) -> Result<(), Reason> {
        let cap = if order == Order::Least { self.cap * LEAST_FIRST } else { self.cap };
        loop {
            if self.window.expanded >= self.stop_at {
                return Err(Reason::Horizon);
            }
            let (from, end) = (self.from, self.plan.len());
            let to = from.saturating_add(tried.length).min(end);
            let length = to - from;
            match self.window.search(&self.stages[from..=to], to == end, reach, order, cap) {
                Found::Better(way) => {
                    self.plan.splice(from..to, way);
                    self.stages = stages(self.puzzle, &self.plan);
                    self.tell();
                }
                Found::Nothing => {
                    tried.whole = length == end;
                    if to == end {
                        self.from = 0;
                        return Ok(());
                    }
                    self.from += length.div_ceil(2);
                }
                Found::TooLarge if length <= SHORTEST => {
                    if to == end {
                        self.from = 0;
                        return Ok(());
                    }
                    self.from += length.div_ceil(2);
                }
                Found::TooLarge => tried.length = (length / 2).max(SHORTEST),
                Found::Stopped(reason) => return Err(reason),
            }
        }
    }

    /// Says what the plan costs now, to whoever watches, if no other plan costs less.
    fn tell(&self) {
        let cost = u64::from(self.cost().0);
        let is_less = |known: u64| (known == 0 || cost < known).then_some(cost);
        let _ = self.budget.control.best.fetch_update(Relaxed, Relaxed, is_less);
    }
}

#[cfg(test)]
mod tests;
