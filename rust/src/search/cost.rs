//! What an objective decides, and nothing else: what a push costs, whether the player's own cell tells positions apart,
//! and in which order positions are expanded.
//!
//! Costs are pairs: what the objective counts first, and what it counts second (or nothing).

use crate::push::puzzle::{Kind, Puzzle};
use crate::space::options::{Objective, Options};
use crate::space::store::Node;

#[derive(Debug, Clone, Copy)]
pub struct Cost {
    /// Whether positions that differ only in where the player stands, within one area, are one.
    pub merges_players: bool,
    /// Whether the plan must be a best one; else any will do.
    pub optimal: bool,
    /// Whether positions take turns by how much is left to do in them.
    pub takes_turns: bool,
    /// What a push costs, and what a step does: first and second count.
    push: (u32, u32),
    step: (u32, u32),
    /// Whether there is a second count.
    breaks_ties: bool,
    /// How many times the bound counts against the cost so far.
    weight: u32,
}

impl Cost {
    pub fn new(puzzle: &Puzzle, objective: Objective, options: &Options) -> Self {
        let (push, step) = match objective {
            Objective::Any | Objective::Pushes => ((1, 0), (0, 0)),
            Objective::Moves => ((1, 0), (1, 0)),
            Objective::MovesPushes => ((1, 1), (1, 0)),
            Objective::PushesMoves => ((1, 1), (0, 1)),
        };
        let optimal = objective != Objective::Any;
        // Greed suits goals, where distance tells much; with sinks and holes the way out matters, and breadth finds it.
        let greedy = if puzzle.kind == Kind::Goals { options.weight } else { options.sink_weight };
        Self {
            merges_players: step == (0, 0),
            optimal,
            takes_turns: match objective {
                Objective::Any => options.rounds,
                Objective::Pushes => options.layer_rounds,
                _ => false,
            },
            push,
            step,
            breaks_ties: push.1 > 0,
            weight: if optimal { 1 } else { greedy },
        }
    }

    /// The cost after one more push, with so many steps before it.
    #[inline]
    pub fn after(&self, node: &Node, steps: u32) -> (u32, u32) {
        (node.cost + self.push.0 + steps * self.step.0, node.second + self.push.1 + steps * self.step.1)
    }

    /// The two ranks in the queue. With cost plus bound in both this is A* for "the first count, ties by the second",
    /// because each part of the bound holds for every plan.
    #[inline]
    pub fn ranks(&self, node: &Node) -> (u32, u32) {
        let rest = u32::from(node.rest);
        (node.cost + rest * self.weight, if self.breaks_ties { node.second + rest } else { rest })
    }

    /// Whether a solved position of this cost is as good as any that is still to come, where those rank at least
    /// `least`.
    pub fn is_best(&self, cost: u32, least: u32) -> bool {
        !self.optimal || (!self.breaks_ties && cost <= least)
    }
}
