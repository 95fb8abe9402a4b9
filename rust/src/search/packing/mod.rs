//! The packing search: a plan for the goals first, found backwards, then a search that follows it.
//!
//! Comes in:  a puzzle with goals.     Goes out: an `Answer`, solved or unknown.
//!
//! After Yaron Shoham's Festival (Shoham and Schaeffer, The FESS Algorithm, 2020). `unpack` finds the plan by pulling,
//! `plan` says how far a position has come, `pack` follows it, `tree` decides which move is next, `features` and
//! `advisors` guide it, `deep` tests the chosen move. `styles` are tried in turn, for longer and longer.

pub mod advisors;
pub mod box_travel;
pub mod deep;
pub mod features;
pub mod floor;
pub mod hotspots;
pub mod outline;
pub mod pack;
pub mod plan;
pub mod rings;
pub mod rooms;
pub mod styles;
pub mod supply;
pub mod tree;
pub mod unpack;
pub mod zones;

use std::sync::atomic::Ordering::Relaxed;

use crate::push::puzzle::{Kind, Puzzle};
use crate::space::control::{Answer, Budget, Outcome, Reason};
use crate::space::options::Options;
use crate::tables::Tables;
use features::Guide;
use floor::Floor;
use pack::{Pack, Workshop};
use plan::Plan;
use rooms::Rooms;
use styles::{STYLES, Taste};
use unpack::Unpack;

/// Positions for finding a plan in the first round; then four times as many.
const PLAN_PATIENCE: u64 = 400;
/// Positions that each style may expand in its first turn; then four times as many.
const FIRST_TURN: u64 = 200;

/// Larger boards take too long to prepare.
const MOST_CELLS: usize = 4000;
/// What is known of the empty board may take this part of the memory.
const FLOOR_SHARE: usize = 8;

/// What is known of a level before the search.
pub struct Level<'a> {
    pub puzzle: &'a Puzzle,
    pub floor: Floor,
    pub rooms: Rooms,
}

impl<'a> Level<'a> {
    pub fn new(puzzle: &'a Puzzle) -> Self {
        Self { puzzle, floor: Floor::new(puzzle), rooms: Rooms::new(puzzle) }
    }
}

/// Whether the search makes sense here.
pub fn suits(puzzle: &Puzzle, budget: &Budget) -> bool {
    let solved = puzzle.is_solved(&puzzle.start);
    puzzle.kind == Kind::Goals
        && puzzle.n <= MOST_CELLS
        && Floor::bytes(puzzle) <= budget.limits.memory / FLOOR_SHARE
        && puzzle.hopeless.is_none()
        && !solved
}

/// All styles on one level. They can be run for a while, and later for longer.
pub struct Packing<'a> {
    level: &'a Level<'a>,
    tables: &'a Tables,
    options: &'a Options,
    shop: Workshop<'a>,
    /// The searches for plans; those that have not come to an end go on when their turn comes again.
    plans: Vec<(Taste, Unpack<'a>)>,
    styles: Vec<Turns<'a>>,
    /// Positions that each style may have expanded after this round.
    round: u64,
    next: usize,
    /// Whether every second style is a round behind the others: for crowded levels, where one thread has much else to
    /// try, and half the styles that get farther are worth more than all of them.
    pub lags: bool,
}

/// A style waits for its first turn, is being tried, or has come to an end.
enum Turns<'a> {
    Waiting,
    Open(Box<Pack<'a>>),
    Ended,
}

impl<'a> Packing<'a> {
    pub fn new(level: &'a Level<'a>, tables: &'a Tables, options: &'a Options) -> Self {
        Self::with_styles(level, tables, options, |_| true)
    }

    /// Only some of the styles, by their numbers from 0.
    pub fn with_styles(
        level: &'a Level<'a>,
        tables: &'a Tables,
        options: &'a Options,
        is_mine: impl Fn(usize) -> bool,
    ) -> Self {
        let wanted = |at: usize| is_mine(at) && (options.packing_style == 0 || options.packing_style == at + 1);
        let turns = |at: usize| if wanted(at) { Turns::Waiting } else { Turns::Ended };
        Self {
            level,
            tables,
            options,
            shop: Workshop::new(level, tables, options),
            plans: Vec::new(),
            styles: (0..STYLES.len()).map(turns).collect(),
            round: FIRST_TURN,
            next: 0,
            lags: false,
        }
    }

    /// Gives every style its next turn, until one has solved the level. The outcome is "horizon" where none has.
    pub fn round(&mut self, budget: &Budget) -> Answer {
        let mut answer = Answer::new();
        answer.by = STYLES[0].name;
        answer.outcome = Outcome::Unknown(Reason::Horizon);
        while answer.outcome == Outcome::Unknown(Reason::Horizon) {
            self.next_turn(budget, &mut answer);
            if self.next == 0 {
                break;
            }
        }
        answer
    }

    /// The next turn of one style. The outcome is "horizon" where it has not solved the level.
    pub fn one_turn(&mut self, budget: &Budget) -> Answer {
        let mut answer = Answer::new();
        answer.by = STYLES[0].name;
        answer.outcome = Outcome::Unknown(Reason::Horizon);
        while answer.expanded == 0 && answer.outcome == Outcome::Unknown(Reason::Horizon) && !self.has_ended() {
            self.next_turn(budget, &mut answer);
        }
        answer
    }

    fn next_turn(&mut self, budget: &Budget, answer: &mut Answer) {
        self.turn(self.next, budget, answer);
        if answer.outcome == Outcome::Unknown(Reason::Horizon) {
            self.next += 1;
        }
        if self.next == STYLES.len() {
            self.next = 0;
            self.round = self.round.saturating_mul(4);
        }
    }

    /// Bytes in use.
    pub fn memory(&self) -> usize {
        let open = self.styles.iter().map(|turns| if let Turns::Open(pack) = turns { pack.memory() } else { 0 });
        let plans = self.plans.iter().map(|(_, unpack)| unpack.memory());
        open.chain(plans).sum::<usize>() + self.level.floor.memory() + self.shop.memory()
    }

    /// Whether no style has anything left to try.
    pub fn has_ended(&self) -> bool {
        self.styles.iter().all(|turns| matches!(turns, Turns::Ended))
    }

    fn plan(&mut self, taste: Taste, budget: &Budget, answer: &mut Answer) -> Option<Plan> {
        let at = self.plans.iter().position(|(known, _)| *known == taste).unwrap_or_else(|| {
            self.plans.push((taste, Unpack::new(self.level, taste)));
            self.plans.len() - 1
        });
        let unpack = &mut self.plans[at].1;
        let before = unpack.expanded;
        let plan =
            unpack.run((self.round / FIRST_TURN).saturating_mul(PLAN_PATIENCE), |memory| budget.stop(memory).is_some());
        answer.expanded += unpack.expanded - before;
        plan
    }

    fn turn(&mut self, at: usize, budget: &Budget, answer: &mut Answer) {
        let style = STYLES[at];
        let round = if self.lags && at % 2 == 1 { self.round / 4 } else { self.round };
        if round < FIRST_TURN {
            return;
        }
        let _running = budget.control.begin(style.name);
        let mut pack = match std::mem::replace(&mut self.styles[at], Turns::Ended) {
            Turns::Ended => return,
            Turns::Open(pack) if pack.guide.plan.complete => pack,
            old => {
                let Some(plan) = self.plan(style.taste, budget, answer) else { return };
                match old {
                    Turns::Open(pack) if !plan.complete => pack,
                    _ => {
                        let guide = Guide::new(self.level, plan, style.allowed(self.options));
                        let mut pack = Box::new(Pack::new(self.level, guide, self.options));
                        if let Some(dump) = budget.dump {
                            let cells: Vec<u16> = pack.guide.plan.steps.iter().map(|step| step.to).collect();
                            dump.plan(self.level.puzzle, style.name, &cells);
                        }
                        pack.begin(&mut self.shop, budget);
                        pack
                    }
                }
            }
        };
        let others = self.memory() + self.tables.memory();
        while pack.solved.is_none() && pack.expanded < round {
            answer.memory = answer.memory.max(others + pack.memory());
            if let Some(reason) = budget.stop_after(answer.expanded, answer.memory) {
                answer.outcome = Outcome::Unknown(reason);
                break;
            }
            let before = pack.expanded;
            if !pack.advance(&mut self.shop, budget) {
                budget.control.to_pack.store(0, Relaxed);
                return;
            }
            answer.expanded += pack.expanded - before;
            answer.stored = answer.expanded;
            budget.control.nodes.fetch_add(pack.expanded - before, Relaxed);
            let (packed, to_pack) = pack.guide.plan.boxes_packed(pack.packed());
            budget.control.packed.store(packed, Relaxed);
            budget.control.to_pack.store(to_pack, Relaxed);
        }
        budget.control.to_pack.store(0, Relaxed);
        if pack.solved.is_some() {
            answer.by = style.name;
            answer.pushes = pack.pushes(&mut self.shop);
            answer.outcome = Outcome::Solved;
        }
        self.styles[at] = Turns::Open(pack);
    }
}

/// Tries every style in turn, for longer and longer, until one solves the level; "horizon" where all have come to an
/// end, or do not apply. It never proves that there is no plan: some of its pruning is no more than guesswork.
pub fn search(puzzle: &Puzzle, tables: &Tables, options: &Options, budget: &Budget) -> Answer {
    let mut answer = Answer::new();
    answer.outcome = Outcome::Unknown(Reason::Horizon);
    if !suits(puzzle, budget) {
        return answer;
    }
    let level = Level::new(puzzle);
    let mut packing = Packing::new(&level, tables, options);
    while answer.outcome == Outcome::Unknown(Reason::Horizon) && !packing.has_ended() {
        let left = Budget { patience: budget.patience.saturating_sub(answer.expanded), ..budget.clone() };
        if left.patience == 0 {
            break;
        }
        answer = answer.then(packing.round(&left));
    }
    answer
}

#[cfg(test)]
mod tests;
