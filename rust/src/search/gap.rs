//! A best plan and a proof, from both sides: A* raises what every plan must cost, and beside it a plan is found and made
//! shorter. Where the two meet, the plan is best; where time ends first, both are known.
//!
//! Comes in:  a puzzle and an objective to minimise.     Goes out: an `Answer` that may hold a plan without a proof.
//!
//! A mixed-integer solver works that way, and so do Pereira, Holte, Schaeffer, Buriol and Ritt (2016), who prove more
//! levels of XSokoban by known plans than by search alone. Turns are counted in positions and grow, so with one thread the
//! same level takes the same course every time (with two, which plan is found first may differ). A* has the first turn:
//! most levels never need another.

use std::cell::OnceCell;
use std::sync::Arc;

use super::packing::styles::STYLES;
use super::{any, backward, best_first, improve, packing, perimeter};
use crate::push::plan::Push;
use crate::push::puzzle::{Kind, Puzzle};
use crate::space::control::{Answer, Budget, Outcome, Reason};
use crate::space::options::{Objective, Options};
use crate::tables::Tables;

/// Positions of the first turn of A*; each later one has twice as many.
const FIRST_TURN: u64 = 20_000;
/// For one position of the search for any plan, A* has so many.
const ANY_SHARE: u64 = 10;
/// For one position of the perimeter, A* has so many.
const PERIMETER_SHARE: u64 = 1;
/// How often the turns of a plan that gets no shorter are halved at most; and those of a perimeter that says nothing new.
const MOST_IDLE: u32 = 3;
/// The most bytes, as a part of all, for the searches beside A*.
const ASIDE: usize = 4;

/// Plans that are being made shorter, each found in another way: where one gets stuck, another may not.
struct Aside<'a> {
    improvers: Vec<Improving<'a>>,
    best: usize,
    /// Turns since the best plan last became shorter. Each halves the next one: a plan that stays as it is may well be
    /// best, and then only A* can say so.
    idle: u32,
    /// Positions that its turns have left over. What it begins it ends, so that may be less than none.
    credit: i64,
    /// How many styles of packing have been asked for a plan of their own.
    styles: usize,
}

struct Improving<'a> {
    improver: improve::Improver<'a>,
    /// Its turns since it last became shorter.
    idle: u32,
}

impl<'a> Aside<'a> {
    fn new(improver: improve::Improver<'a>) -> Self {
        Self { improvers: vec![Improving { improver, idle: 0 }], best: 0, idle: 0, credit: 0, styles: 0 }
    }

    fn best(&self) -> &improve::Improver<'a> {
        &self.improvers[self.best].improver
    }

    /// What the best plan costs, by what counts first.
    fn cost(&self) -> u32 {
        self.best().cost().0
    }

    fn expanded(&self) -> u64 {
        self.improvers.iter().map(|each| each.improver.expanded()).sum()
    }

    /// One turn for the plan that is worth it most; `another` finds a plan by a style of packing. Says whether the best
    /// plan is proved to be best.
    fn run(&mut self, turn: u64, memory: usize, another: impl FnOnce(usize) -> Option<improve::Improver<'a>>) -> bool {
        self.credit += (turn >> self.idle) as i64;
        if self.credit <= 0 {
            return false;
        }
        let before = self.best().cost();
        let mut at = (0..self.improvers.len()).min_by_key(|&at| self.improvers[at].idle).expect("there is a plan");
        if self.improvers[at].idle > 0 && self.styles < STYLES.len() {
            self.styles += 1;
            if let Some(improver) = another(self.styles) {
                self.improvers.push(Improving { improver, idle: 0 });
                at = self.improvers.len() - 1;
            }
        }
        let chosen = &mut self.improvers[at];
        let (begun, was) = (chosen.improver.expanded(), chosen.improver.cost());
        let done = chosen.improver.run(self.credit as u64, memory).is_ok();
        chosen.idle = if chosen.improver.cost() < was { 0 } else { chosen.idle + 1 };
        self.credit -= (chosen.improver.expanded() - begun) as i64;
        if chosen.improver.cost() < before || done {
            self.best = at;
        }
        self.idle = if self.best().cost() < before { 0 } else { (self.idle + 1).min(MOST_IDLE) };
        done
    }
}

pub fn search(puzzle: &Puzzle, tables: &Tables, objective: Objective, options: &Options, budget: &Budget) -> Answer {
    in_turns(puzzle, tables, objective, options, budget, FIRST_TURN)
}

/// The same with a first turn of so many positions.
fn in_turns(
    puzzle: &Puzzle,
    tables: &Tables,
    objective: Objective,
    options: &Options,
    budget: &Budget,
    first_turn: u64,
) -> Answer {
    // Made when first needed: most levels are solved before.
    let (spread, starts) = (OnceCell::new(), OnceCell::new());
    let mut astar = best_first::Search::new(puzzle, tables, objective, options, budget);
    // A dump shows A* alone.
    let has_perimeter =
        options.perimeter && breaks_no_ties(objective) && perimeter::suits(puzzle) && budget.dump.is_none();
    let known = improve::Known { tables, options };
    let improver_of = |found: &Answer| {
        let spread = spread.get_or_init(|| improve::vicinity::Spread::new(puzzle));
        improve::Improver::new(puzzle, &found.pushes, objective, budget, spread, known)
    };
    let mut aside: Option<Aside> = None;
    let mut total = Answer::new();
    let mut turn = first_turn;
    let mut idle_perimeter = 0;
    loop {
        let running = budget.control.begin(astar.called());
        let mut answer = Answer::new();
        // What was proved in earlier turns stays proved.
        answer.bound = total.bound;
        astar.run(&budget.with_patience(turn), &mut answer, None);
        drop(running);
        total = total.then(answer);
        let best = aside.as_ref().map(Aside::cost);
        match (total.outcome, best) {
            // Nothing cheaper than the plan is left.
            (Outcome::Unsolvable, Some(best)) => {
                total.bound = best;
                return with_plan(total, aside, true);
            }
            (Outcome::Unknown(Reason::Horizon), Some(best)) if breaks_no_ties(objective) && total.bound >= best => {
                return with_plan(total, aside, true);
            }
            (Outcome::Unknown(Reason::Horizon), _) if total.expanded < budget.patience => {}
            (Outcome::Unknown(_), _) => return with_plan(total, aside, false),
            _ => return total,
        }
        // Its own sign that it is over, which the searches for any plan set for each other. A dump shows A* alone.
        let mut rest = Budget { over: Arc::default(), dump: None, ..budget.clone() };
        rest.limits.memory = (rest.limits.memory / ASIDE).min(rest.limits.memory.saturating_sub(astar.memory()));
        match aside {
            None => {
                rest.patience = turn / ANY_SHARE;
                let found = any::search(puzzle, tables, options, &mut rest);
                total.expanded += found.expanded;
                if found.outcome == Outcome::Unsolvable {
                    return total.then(Answer { expanded: 0, stored: 0, ..found });
                }
                if found.outcome == Outcome::Solved {
                    aside = Some(Aside::new(improver_of(&found)));
                }
            }
            Some(ref mut plans) => {
                let running = budget.control.begin("improve");
                let another = |style: usize| {
                    let options = Options { packing_style: style, backward: false, threads: 1, ..options.clone() };
                    let mut rest = Budget { over: Arc::default(), ..rest.clone() };
                    rest.patience = turn / ANY_SHARE;
                    let packs = options.packing && packing::suits(puzzle, budget);
                    let found = packs.then(|| any::search(puzzle, tables, &options, &mut rest))?;
                    total.expanded += found.expanded;
                    (found.outcome == Outcome::Solved).then(|| improver_of(&found))
                };
                let done = plans.run(turn, rest.limits.memory, another);
                drop(running);
                if done {
                    // Its last search leaves nothing out.
                    total.bound = plans.cost();
                    return with_plan(total, aside, true);
                }
            }
        }
        if let Some(aside) = &aside {
            let best = aside.cost();
            // Where nothing breaks ties only a cheaper plan is of interest.
            let most = if breaks_no_ties(objective) { best.saturating_sub(step(puzzle, objective)) } else { best };
            astar.lower_ceiling(most);
        }
        if has_perimeter {
            let _running = budget.control.begin("perimeter");
            let starts = starts.get_or_init(|| backward::distances(puzzle));
            let has_one = astar.perimeter.is_some();
            idle_perimeter = if has_one && !astar.perimeter_pays() { (idle_perimeter + 1).min(MOST_IDLE) } else { 0 };
            let positions = (turn / PERIMETER_SHARE) >> idle_perimeter;
            total.expanded += astar.grow_perimeter(starts, options, budget, positions, rest.limits.memory);
        }
        turn *= 2;
    }
}

/// Whether a plan of the least first count is best.
fn breaks_no_ties(objective: Objective) -> bool {
    matches!(objective, Objective::Pushes | Objective::Moves)
}

/// By how much a cheaper plan is cheaper at least. A push changes the colour of the box's cell, as on a chessboard, so
/// with a box for every goal the pushes of all plans are odd, or they are even.
fn step(puzzle: &Puzzle, objective: Objective) -> u32 {
    let fixed = puzzle.kind == Kind::Goals && puzzle.count_boxes(&puzzle.start) == puzzle.targets.len();
    if objective == Objective::Pushes && fixed { 2 } else { 1 }
}

/// The answer with the plan that was found aside, if there is one.
fn with_plan(answer: Answer, aside: Option<Aside>, proved: bool) -> Answer {
    let Some(aside) = aside else { return answer };
    let reason = match answer.outcome {
        Outcome::Unknown(reason) if !proved => Some(reason),
        _ => None,
    };
    let pushes: Vec<Push> = aside.best().plan().to_vec();
    let expanded = answer.expanded + aside.expanded();
    Answer { outcome: Outcome::Solved, pushes, proved, reason, expanded, by: "improve", ..answer }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::push::law::Play;
    use crate::push::plan;
    use crate::space::control::{Control, Limits};
    use crate::testing::large::Large;
    use crate::testing::{Oracle, Random, Tiny};

    /// Solves random levels with first turns of one position, each search for at most `patience` positions, and
    /// compares with the oracle; says how many plans were proved and how many were not.
    fn compare(seed: u64, levels: usize, patience: u64) -> (usize, usize) {
        let mut random = Random::new(seed);
        let (mut proved, mut open) = (0, 0);
        for round in 0..levels {
            let tiny = Tiny::random(&mut random, [Kind::Goals, Kind::Sinks, Kind::Holes][round % 3], 4);
            let Some(oracle) = Oracle::new(&tiny, 60_000) else { continue };
            let puzzle = tiny.puzzle();
            if puzzle.hopeless.is_some() {
                continue;
            }
            for (name, objective) in Objective::NAMES.into_iter().skip(1) {
                let (options, limits, control) = (Options::default(), Limits::default(), Control::default());
                let budget = Budget::new(&limits, &control).with_patience(patience);
                let tables = Tables::with_blocklist(&puzzle, objective, &options, &budget);
                let answer = in_turns(&puzzle, &tables, objective, &options, &budget, 1);
                let picture = tiny.draw(tiny.start());
                let Some(truth) = oracle.truths[0] else {
                    assert_ne!(answer.outcome, Outcome::Solved, "{name}{picture}");
                    continue;
                };
                assert_ne!(answer.outcome, Outcome::Unsolvable, "{name}{picture}");
                let pushes_first = matches!(objective, Objective::Pushes | Objective::PushesMoves);
                let right = if pushes_first { truth.pushes_moves } else { truth.moves_pushes };
                assert!(answer.bound <= right.0, "{name} {} above {}{picture}", answer.bound, right.0);
                if answer.outcome != Outcome::Solved {
                    continue;
                }
                let board = tiny.board();
                let play = Play::new(&board, tiny.place(tiny.player), &tiny.places(tiny.boxes));
                let (moves, pushes) = play.judge(&plan::keys(&puzzle, &answer.pushes)).unwrap();
                let (moves, pushes) = (moves as u32, pushes as u32);
                let said = if pushes_first { (pushes, moves) } else { (moves, pushes) };
                assert!(said >= right || breaks_no_ties(objective) && said.0 == right.0, "{name}{picture}");
                if answer.proved {
                    let right = if breaks_no_ties(objective) { (right.0, said.1) } else { right };
                    assert_eq!((said, answer.bound, answer.reason), (right, right.0, None), "{name}{picture}");
                    proved += 1;
                } else {
                    assert!(answer.reason.is_some());
                    open += 1;
                }
            }
        }
        (proved, open)
    }

    #[test]
    fn where_one_plan_is_stuck_another_may_be_better() {
        // One box in the middle row of an open board: two pushes to the goal, or four by way of its start.
        let tiny = Tiny { height: 3, width: 6, walls: 0, goals: 1 << 10, sinks: 0, holes: 0, boxes: 1 << 8, player: 6 };
        let puzzle = tiny.puzzle();
        let (options, limits, control) = (Options::default(), Limits::default(), Control::default());
        let budget = Budget::new(&limits, &control);
        let tables = Tables::new(&puzzle, Objective::Pushes, &options);
        let spread = improve::vicinity::Spread::new(&puzzle);
        let known = improve::Known { tables: &tables, options: &options };
        let improver = |keys: &str| {
            let plan = improve::pushes_of(&puzzle, keys).unwrap();
            improve::Improver::new(&puzzle, &plan, Objective::Pushes, &budget, &spread, known)
        };
        let stuck = || {
            let mut plans = Aside::new(improver("rrurrdlulldrr"));
            plans.improvers[0].idle = 1;
            plans
        };
        let mut plans = stuck();
        assert_eq!(plans.cost(), 4);
        assert!(plans.run(1, usize::MAX, |style| (style == 1).then(|| improver("rrr"))));
        assert_eq!((plans.cost(), plans.best, plans.idle, plans.styles), (2, 1, 0, 1));
        // Without another the first is made shorter itself.
        let mut plans = stuck();
        while !plans.run(1, usize::MAX, |_| None) {}
        assert_eq!((plans.cost(), plans.best), (2, 0));
        // What is shown is the least of all.
        assert_eq!(control.best.load(std::sync::atomic::Ordering::Relaxed), 2);
    }

    #[test]
    fn turns_end_at_the_optimum() {
        let (proved, open) = compare(31, 1200, u64::MAX);
        assert!(proved > 300 && open == 0, "{proved} {open}");
    }

    #[test]
    fn no_bound_is_above_the_optimum_whenever_it_ends() {
        let open: usize = [70, 150, 400].into_iter().map(|patience| compare(32, 400, patience).1).sum();
        assert!(open > 5, "{open}");
    }

    #[test]
    fn the_perimeter_can_be_left_out() {
        let effort = |perimeter: bool, objective: Objective| {
            let mut random = Random::new(33);
            let levels = (0..12).map(|_| Large::random(&mut random, Kind::Goals, 6).puzzle());
            let expanded = levels.filter(|puzzle| puzzle.hopeless.is_none()).map(|puzzle| {
                let (options, limits, control) =
                    (Options { perimeter, ..Options::default() }, Limits::default(), Control::default());
                let budget = Budget::new(&limits, &control).with_patience(3_000);
                let tables = Tables::with_blocklist(&puzzle, objective, &options, &budget);
                in_turns(&puzzle, &tables, objective, &options, &budget, 64).expanded
            });
            expanded.sum::<u64>()
        };
        for objective in [Objective::Pushes, Objective::Moves] {
            assert_ne!(effort(true, objective), effort(false, objective));
        }
        assert_eq!(effort(true, Objective::MovesPushes), effort(false, Objective::MovesPushes));
    }
}
