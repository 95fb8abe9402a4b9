//! Which operators apply to a state, without asking each of them.
//!
//! Comes in:  the operators, then states.     Goes out: the states that follow.
//!
//! A decision tree over facts, as in Fast Downward (Helmert 2006): each inner node asks for the fact that most of its
//! operators care about, and sends those that do not care down a third branch.

use super::{Task, bits};

enum Tree {
    Leaf(Vec<u32>),
    Split { fact: u32, yes: Box<Tree>, no: Box<Tree>, either: Box<Tree> },
}

pub struct Successors {
    words: usize,
    tree: Tree,
    /// For each operator: needed, forbidden, added, deleted facts.
    masks: Vec<[Vec<u64>; 4]>,
}

impl Successors {
    pub fn new(task: &Task) -> Self {
        let words = task.words();
        let masks: Vec<[Vec<u64>; 4]> = task
            .operators
            .iter()
            .map(|op| [&op.needs, &op.forbids, &op.adds, &op.deletes].map(|facts| bits(words, facts)))
            .collect();
        let all: Vec<u32> = (0..task.operators.len() as u32).collect();
        let mut asked = vec![false; task.facts];
        let tree = grow(task, all, &mut asked);
        Self { words, tree, masks }
    }

    /// Calls `visit` with each operator that applies and the state it leads to; operators ascend within a leaf only.
    pub fn each(&self, state: &[u64], next: &mut [u64], visit: &mut impl FnMut(u32, &[u64])) {
        self.walk(&self.tree, state, next, visit);
    }

    fn walk(&self, mut tree: &Tree, state: &[u64], next: &mut [u64], visit: &mut impl FnMut(u32, &[u64])) {
        loop {
            match tree {
                Tree::Split { fact, yes, no, either } => {
                    let holds = crate::bits::has(state, *fact as usize);
                    self.walk(if holds { yes } else { no }, state, next, visit);
                    tree = either;
                }
                Tree::Leaf(operators) => {
                    for &operator in operators {
                        let [needs, forbids, adds, deletes] = &self.masks[operator as usize];
                        let applies = (0..self.words)
                            .all(|at| state[at] & needs[at] == needs[at] && state[at] & forbids[at] == 0);
                        if applies {
                            for at in 0..self.words {
                                next[at] = state[at] & !deletes[at] | adds[at];
                            }
                            visit(operator, next);
                        }
                    }
                    return;
                }
            }
        }
    }
}

fn grow(task: &Task, operators: Vec<u32>, asked: &mut [bool]) -> Tree {
    let mut cares = std::collections::HashMap::<u32, usize>::new();
    for &operator in &operators {
        let operator = &task.operators[operator as usize];
        for &fact in operator.needs.iter().chain(&operator.forbids) {
            if !asked[fact as usize] {
                *cares.entry(fact).or_default() += 1;
            }
        }
    }
    let best = cares.into_iter().max_by_key(|&(fact, count)| (count, std::cmp::Reverse(fact)));
    let Some((fact, _)) = best.filter(|_| operators.len() > 2) else {
        return Tree::Leaf(operators);
    };
    let (mut yes, mut no, mut either) = (Vec::new(), Vec::new(), Vec::new());
    for operator in operators {
        let op = &task.operators[operator as usize];
        match (op.needs.contains(&fact), op.forbids.contains(&fact)) {
            (true, false) => yes.push(operator),
            (false, true) => no.push(operator),
            (false, false) => either.push(operator),
            // It can never apply.
            (true, true) => {}
        }
    }
    asked[fact as usize] = true;
    let [yes, no, either] = [yes, no, either].map(|part| Box::new(grow(task, part, asked)));
    asked[fact as usize] = false;
    Tree::Split { fact, yes, no, either }
}
