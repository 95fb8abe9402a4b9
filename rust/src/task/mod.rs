//! Search over any grounded task: facts as bits, operators that read and write them. Serves Helltaker and whatever
//! game comes next.
//!
//! Comes in:  a `Task`.     Goes out: a shortest plan, the exact number of plans, or a list of them.
//!
//! `graph` looks at every state within the limit, breadth first; `plans` counts and lists on what it found; `big` are
//! the numbers. Every operator costs one step. A plan ends at the first state in which the goal holds.

pub mod big;
pub mod graph;
pub mod plans;
mod successors;

/// Fact and whether it must hold.
pub type Literal = (u32, bool);

#[derive(Debug, Clone, Default)]
pub struct Operator {
    pub needs: Vec<u32>,
    pub forbids: Vec<u32>,
    pub adds: Vec<u32>,
    pub deletes: Vec<u32>,
}

/// A grounded planning task. The goal is a conjunction of clauses, each a disjunction of literals.
#[derive(Debug, Clone, Default)]
pub struct Task {
    pub facts: usize,
    pub start: Vec<u32>,
    pub goal: Vec<Vec<Literal>>,
    pub operators: Vec<Operator>,
}

impl Task {
    /// A sentence about the first thing that is wrong, if anything is.
    pub fn check(&self) -> Result<(), String> {
        let known = |what: &str, fact: u32| {
            if (fact as usize) < self.facts {
                Ok(())
            } else {
                Err(format!("{what} names the fact {fact}, but there are only {}", self.facts))
            }
        };
        for &fact in &self.start {
            known("the start", fact)?;
        }
        for &(fact, _) in self.goal.iter().flatten() {
            known("the goal", fact)?;
        }
        for (index, operator) in self.operators.iter().enumerate() {
            let lists = [&operator.needs, &operator.forbids, &operator.adds, &operator.deletes];
            for &fact in lists.into_iter().flatten() {
                known(&format!("operator {index}"), fact)?;
            }
        }
        Ok(())
    }

    pub fn words(&self) -> usize {
        self.facts.div_ceil(64).max(1)
    }
}

/// The facts of a list as bits.
fn bits(words: usize, facts: &[u32]) -> Vec<u64> {
    let mut bits = vec![0; words];
    for &fact in facts {
        crate::bits::set(&mut bits, fact as usize);
    }
    bits
}
