//! A shortest plan; how many plans there are; which they are.
//!
//! Comes in:  a task, a limit on steps, a budget.     Goes out: operators by number, exact counts, lists.
//!
//! Counting walks layer by layer and adds up, for each state, the number of ways to it. States that cannot reach a
//! goal in the steps that are left are passed over, so the work is that of the plans' own states, however many plans
//! there are.

use super::Task;
use super::big::Big;
use super::graph::{Graph, Until};
use crate::space::control::{Budget, Control, Limits, Outcome, Reason};

#[derive(Debug, Clone)]
pub struct TaskAnswer {
    pub outcome: Outcome,
    /// Operators of the plan, by number.
    pub plan: Vec<u32>,
    /// Steps of a shortest plan, or at least how many a plan must have.
    pub bound: u32,
    /// How many plans there are, for each number of steps that has any.
    pub counts: Vec<(u32, Big)>,
    /// Plans, when they were asked for.
    pub plans: Vec<Vec<u32>>,
    /// Whether there are more plans than were listed.
    pub more: bool,
    pub states: u64,
    pub memory: usize,
    pub seconds: f64,
}

impl TaskAnswer {
    pub fn total(&self) -> Big {
        let mut total = Big::default();
        for (_, count) in &self.counts {
            total.add(count);
        }
        total
    }
}

/// What to find besides one shortest plan.
#[derive(Debug, Clone, Copy, Default)]
pub struct Wanted {
    /// Count all plans: those within the limit on steps, or the shortest where `shortest` is set or there is no limit.
    pub count: bool,
    /// List so many of the same plans at most.
    pub list: usize,
    pub shortest: bool,
}

pub fn solve(task: &Task, steps: Option<u32>, wanted: Wanted, limits: &Limits, control: &Control) -> TaskAnswer {
    let budget = Budget::new(limits, control);
    let all = (wanted.count || wanted.list > 0) && !wanted.shortest && steps.is_some();
    let until = if all { Until::Limit } else { Until::FirstGoal };
    let graph = Graph::new(task, until, steps, &budget);
    let mut answer = TaskAnswer {
        outcome: Outcome::Unsolvable,
        plan: Vec::new(),
        bound: graph.shortest.unwrap_or_else(|| graph.depth[graph.expanded().min(graph.depth.len() - 1)]),
        counts: Vec::new(),
        plans: Vec::new(),
        more: false,
        states: graph.depth.len() as u64,
        memory: graph.memory,
        seconds: 0.0,
    };
    answer.outcome = match (graph.shortest, graph.stopped) {
        (Some(_), None) => Outcome::Solved,
        // A plan is known, but the count would not be all there is.
        (Some(_), Some(_)) if !wanted.count && wanted.list == 0 => Outcome::Solved,
        (_, Some(reason)) => Outcome::Unknown(reason),
        (None, None) if graph.cut => Outcome::Unknown(Reason::Horizon),
        (None, None) => Outcome::Unsolvable,
    };
    if let Some(shortest) = graph.shortest {
        let to_goal = graph.steps_to_goal();
        let most = if all { steps.unwrap_or(shortest) } else { shortest };
        let mut lister = Lister { graph: &graph, to_goal: &to_goal, plan: Vec::new(), plans: Vec::new(), limit: 1 };
        lister.walk(0, shortest);
        answer.plan = lister.plans.pop().unwrap_or_default();
        if answer.outcome == Outcome::Solved {
            if wanted.count {
                answer.counts = count(&graph, &to_goal, most);
            }
            if wanted.list > 0 {
                lister.limit = wanted.list + 1;
                lister.walk(0, most);
                answer.plans = lister.plans;
                answer.more = answer.plans.len() > wanted.list;
                answer.plans.truncate(wanted.list);
            }
        }
    }
    answer.seconds = budget.started.elapsed().as_secs_f64();
    answer
}

/// The number of plans of each length up to `most`.
fn count(graph: &Graph, to_goal: &[u32], most: u32) -> Vec<(u32, Big)> {
    let mut counts = Vec::new();
    let mut ways: Vec<Big> = vec![Big::default(); graph.depth.len()];
    let mut next_ways = ways.clone();
    let mut layer = vec![0u32];
    ways[0] = Big::one();
    for step in 0..=most {
        let mut goals = Big::default();
        let mut next = Vec::new();
        for &state in &layer {
            let here = std::mem::take(&mut ways[state as usize]);
            if graph.is_goal[state as usize] {
                goals.add(&here);
                continue;
            }
            for &(_, to) in graph.edges_of(state) {
                let rest = to_goal[to as usize];
                if rest == u32::MAX || step + 1 + rest > most {
                    continue;
                }
                let sum = &mut next_ways[to as usize];
                if sum.is_zero() {
                    next.push(to);
                }
                sum.add(&here);
            }
        }
        if !goals.is_zero() {
            counts.push((step, goals));
        }
        layer = next;
        std::mem::swap(&mut ways, &mut next_ways);
    }
    counts
}

struct Lister<'a> {
    graph: &'a Graph,
    to_goal: &'a [u32],
    plan: Vec<u32>,
    plans: Vec<Vec<u32>>,
    limit: usize,
}

impl Lister<'_> {
    /// Lists plans from a state with so many steps left, in the order of the operators.
    fn walk(&mut self, state: u32, left: u32) {
        if self.graph.is_goal[state as usize] {
            self.plans.push(self.plan.clone());
            return;
        }
        for &(operator, to) in self.graph.edges_of(state) {
            if self.plans.len() >= self.limit {
                return;
            }
            if self.to_goal[to as usize] < left {
                self.plan.push(operator);
                self.walk(to, left - 1);
                self.plan.pop();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::task::Operator;
    use crate::testing::Random;

    /// Counts plans by trying every sequence of operators.
    fn brute(task: &Task, state: u64, left: u32, step: u32, counts: &mut Vec<u64>) {
        let holds = |&(fact, sign): &(u32, bool)| (state >> fact & 1 != 0) == sign;
        if task.goal.iter().all(|clause| clause.iter().any(holds)) {
            counts[step as usize] += 1;
            return;
        }
        if left == 0 {
            return;
        }
        for operator in &task.operators {
            let mask = |facts: &[u32]| facts.iter().fold(0u64, |mask, fact| mask | 1 << fact);
            let needs = mask(&operator.needs);
            if state & needs == needs && state & mask(&operator.forbids) == 0 {
                let next = state & !mask(&operator.deletes) | mask(&operator.adds);
                brute(task, next, left - 1, step + 1, counts);
            }
        }
    }

    #[test]
    fn counts_and_lists_what_brute_force_finds() {
        let mut random = Random::new(11);
        let mut solved = 0;
        for _ in 0..2000 {
            let facts = 3 + random.below(6);
            let mut some =
                |most: usize| -> Vec<u32> { (0..random.below(most + 1)).map(|_| random.below(facts) as u32).collect() };
            let operators: Vec<Operator> = (0..6)
                .map(|_| Operator { needs: some(2), forbids: some(1), adds: some(2), deletes: some(2) })
                .collect();
            let start = some(3);
            let goal = (0..2)
                .map(|_| (0..1 + random.below(2)).map(|_| (random.below(facts) as u32, random.below(3) > 0)).collect())
                .collect();
            let task = Task { facts, start, goal, operators };
            task.check().unwrap();
            let mut counts = vec![0u64; 6];
            let start = task.start.iter().fold(0u64, |mask, fact| mask | 1 << fact);
            brute(&task, start, 5, 0, &mut counts);
            let wanted = Wanted { count: true, list: 40, shortest: false };
            let answer = solve(&task, Some(5), wanted, &Limits::default(), &Control::default());
            let expected: Vec<(u32, String)> =
                (0..6).filter(|&at| counts[at] > 0).map(|at| (at as u32, counts[at].to_string())).collect();
            let found: Vec<(u32, String)> =
                answer.counts.iter().map(|(step, count)| (*step, count.to_string())).collect();
            assert_eq!(found, expected);
            let total: u64 = counts.iter().sum();
            assert_eq!(answer.plans.len() as u64, total.min(40));
            assert_eq!(answer.more, total > 40);
            if total > 0 {
                solved += 1;
                assert_eq!(answer.outcome, Outcome::Solved);
                assert_eq!(answer.plan.len() as u32, found[0].0);
                let least =
                    solve(&task, None, Wanted { count: true, ..wanted }, &Limits::default(), &Control::default());
                assert_eq!((least.counts[0].0, least.counts[0].1.to_string()), found[0]);
                assert_eq!(least.counts.len(), 1);
            } else {
                assert_ne!(answer.outcome, Outcome::Solved);
            }
        }
        assert!(solved > 500, "{solved}");
    }
}
