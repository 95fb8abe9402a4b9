//! Every state within the limit, and how they lead to each other.
//!
//! Comes in:  a task, a limit on steps, a budget.     Goes out: `Graph`: states by number, edges, depths, goals.
//!
//! Breadth first, so a state's depth is its least cost, and the first goal is a shortest plan. Goal states are not
//! expanded: a plan ends at the first one.

use std::sync::atomic::Ordering::Relaxed;

use super::successors::Successors;
use super::{Task, bits};
use crate::space::control::{Budget, Reason};

/// How far to look.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Until {
    /// To the end of the layer with the first goal.
    FirstGoal,
    /// Over every state within the limit.
    Limit,
}

pub struct Graph {
    pub depth: Vec<u32>,
    pub is_goal: Vec<bool>,
    /// Where the edges of each expanded state begin; edges are (operator, state).
    pub first_edge: Vec<u32>,
    pub edges: Vec<(u32, u32)>,
    /// The depth of the first goal.
    pub shortest: Option<u32>,
    /// Whether states were left unexpanded because of the limit on steps.
    pub cut: bool,
    /// Why it stopped early, if it did.
    pub stopped: Option<Reason>,
    pub memory: usize,
}

impl Graph {
    pub fn new(task: &Task, until: Until, steps: Option<u32>, budget: &Budget) -> Self {
        let control = budget.control;
        let words = task.words();
        let successors = Successors::new(task);
        let clauses: Vec<(Vec<u64>, Vec<u64>)> = task
            .goal
            .iter()
            .map(|clause| {
                let part = |sign: bool| {
                    let facts: Vec<u32> = clause.iter().filter(|literal| literal.1 == sign).map(|l| l.0).collect();
                    bits(words, &facts)
                };
                (part(true), part(false))
            })
            .collect();
        let holds = |state: &[u64]| {
            clauses.iter().all(|(positive, negative)| {
                (0..words).any(|at| state[at] & positive[at] != 0 || !state[at] & negative[at] != 0)
            })
        };
        let mut states = bits(words, &task.start);
        let mut table = Table::new();
        table.find_or_add(&states, words, &states.clone(), 0);
        let mut this = Self {
            depth: vec![0],
            is_goal: vec![holds(&states)],
            first_edge: vec![0],
            edges: Vec::new(),
            shortest: None,
            cut: false,
            stopped: None,
            memory: 0,
        };
        if this.is_goal[0] {
            this.shortest = Some(0);
        }
        let (mut state, mut next) = (vec![0; words], vec![0; words]);
        let mut at = 0;
        while at < this.depth.len() {
            let depth = this.depth[at];
            if until == Until::FirstGoal && this.shortest.is_some_and(|shortest| depth >= shortest) {
                break;
            }
            if at & 1023 == 0 {
                this.memory = states.capacity() * 8
                    + table.slots.len() * 8
                    + this.edges.capacity() * 8
                    + this.depth.capacity() * 9;
                control.nodes.store(at as u64, Relaxed);
                control.bound.store(u64::from(depth), Relaxed);
                control.memory.store(this.memory as u64, Relaxed);
                this.stopped = budget.stop(this.memory);
                if this.stopped.is_some() {
                    break;
                }
            }
            let at_limit = steps.is_some_and(|steps| depth >= steps);
            if at_limit && !this.is_goal[at] {
                this.cut = true;
            }
            if !this.is_goal[at] && !at_limit {
                state.copy_from_slice(&states[at * words..(at + 1) * words]);
                let first = this.edges.len();
                successors.each(&state, &mut next, &mut |operator, next| {
                    let fresh = this.depth.len() as u32;
                    let index = table.find_or_add(&states, words, next, fresh);
                    if index == fresh {
                        states.extend_from_slice(next);
                        this.depth.push(depth + 1);
                        let goal = holds(next);
                        this.is_goal.push(goal);
                        if goal && this.shortest.is_none() {
                            this.shortest = Some(depth + 1);
                        }
                    }
                    this.edges.push((operator, index));
                });
                // In the order of the operators, so that lists of plans come in an order that means something.
                this.edges[first..].sort_unstable();
            }
            this.first_edge.push(this.edges.len() as u32);
            at += 1;
        }
        this
    }

    /// States that were expanded, or are goals, in the order found.
    pub fn expanded(&self) -> usize {
        self.first_edge.len() - 1
    }

    pub fn edges_of(&self, state: u32) -> &[(u32, u32)] {
        let state = state as usize;
        if state + 1 >= self.first_edge.len() {
            return &[];
        }
        &self.edges[self.first_edge[state] as usize..self.first_edge[state + 1] as usize]
    }

    /// Steps from each state to the nearest goal; `u32::MAX` where there is none within what was seen.
    pub fn steps_to_goal(&self) -> Vec<u32> {
        let count = self.depth.len();
        let mut first = vec![0u32; count + 1];
        for &(_, to) in &self.edges {
            first[to as usize + 1] += 1;
        }
        for at in 0..count {
            first[at + 1] += first[at];
        }
        let mut fill = first.clone();
        let mut back = vec![0u32; self.edges.len()];
        for from in 0..self.expanded() as u32 {
            for &(_, to) in self.edges_of(from) {
                back[fill[to as usize] as usize] = from;
                fill[to as usize] += 1;
            }
        }
        let mut steps = vec![u32::MAX; count];
        let mut queue: Vec<u32> = (0..count as u32).filter(|&state| self.is_goal[state as usize]).collect();
        for &goal in &queue {
            steps[goal as usize] = 0;
        }
        let mut at = 0;
        while at < queue.len() {
            let state = queue[at] as usize;
            at += 1;
            for &before in &back[first[state] as usize..first[state + 1] as usize] {
                if steps[before as usize] == u32::MAX {
                    steps[before as usize] = steps[state] + 1;
                    queue.push(before);
                }
            }
        }
        steps
    }
}

/// An open table of state numbers; a hit compares the whole state.
struct Table {
    slots: Vec<u64>,
    len: usize,
}

const EMPTY: u64 = u64::MAX;

impl Table {
    fn new() -> Self {
        Self { slots: vec![EMPTY; 1 << 10], len: 0 }
    }

    /// The number under which the state is known; else `fresh`, and it is known from now on.
    fn find_or_add(&mut self, states: &[u64], words: usize, state: &[u64], fresh: u32) -> u32 {
        if self.len * 10 > self.slots.len() * 6 {
            let old = std::mem::take(&mut self.slots);
            self.slots = vec![EMPTY; old.len() * 2];
            for entry in old.into_iter().filter(|&entry| entry != EMPTY) {
                let mut at = (entry >> 32) as usize & (self.slots.len() - 1);
                while self.slots[at] != EMPTY {
                    at = (at + 1) & (self.slots.len() - 1);
                }
                self.slots[at] = entry;
            }
        }
        let mut key = 0u64;
        for &word in state {
            key = (key ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            key ^= key >> 29;
        }
        let key = key.wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 32;
        let mut at = key as usize & (self.slots.len() - 1);
        loop {
            let entry = self.slots[at];
            if entry == EMPTY {
                self.slots[at] = key << 32 | u64::from(fresh);
                self.len += 1;
                return fresh;
            }
            if entry >> 32 == key {
                let known = entry as u32 as usize;
                if &states[known * words..(known + 1) * words] == state {
                    return known as u32;
                }
            }
            at = (at + 1) & (self.slots.len() - 1);
        }
    }
}
