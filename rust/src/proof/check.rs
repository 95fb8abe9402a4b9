//! Forward to the contradiction, then back over the clauses it needs.
//!
//! Comes in:  a `Script`.     Goes out: a `Verdict`.
//!
//! Deletions of a clause that is the reason of a literal on the trail are passed over, as drat-trim does: solvers
//! mean the clause, not what follows from it. That is sound, because more clauses make RUP no less true and RAT no easier.

use super::watch::{ASSUMED, Propagator};
use super::{Id, Lit, Script, Step, Verdict, negated};

/// How many steps between two looks at `stop`.
const LOOK: usize = 64;

pub(super) struct Checker {
    script: Script,
    state: Propagator,
    /// Deletions that were passed over.
    kept: Vec<bool>,
    /// The height of the trail before each step.
    heights: Vec<usize>,
    every: bool,
    checked: usize,
    rat: usize,
}

enum Forward {
    /// The formula contradicts itself by propagation alone.
    AtOnce,
    /// This step brought the contradiction.
    At(usize),
    Never,
    Stopped,
}

impl Checker {
    pub fn new(mut script: Script, every: bool) -> Self {
        let state = Propagator::new(&mut script);
        let steps = script.steps.len();
        Self { script, state, kept: vec![false; steps], heights: vec![], every, checked: 0, rat: 0 }
    }

    /// None if `stop` said so.
    pub fn run(mut self, stop: &dyn Fn() -> bool) -> Option<Verdict> {
        match self.forward(stop) {
            Forward::Stopped => None,
            Forward::Never => Some(self.verdict("the proof does not come to a contradiction".into())),
            Forward::AtOnce => Some(self.verdict(String::new())),
            Forward::At(last) => self.backward(last, stop).map(|why| self.verdict(why)),
        }
    }

    fn verdict(&self, why: String) -> Verdict {
        Verdict {
            verified: why.is_empty(),
            why,
            lemmas: self.script.pivots.len(),
            checked: self.checked,
            rat: self.rat,
            core: self.state.needed[..self.script.given].iter().filter(|&&needed| needed).count(),
        }
    }

    fn forward(&mut self, stop: &dyn Fn() -> bool) -> Forward {
        for id in 0..self.script.given as Id {
            self.state.enter(id);
        }
        for id in 0..self.script.given as Id {
            if let &[lit] = self.state.clause(id)
                && !self.state.holds(lit)
                && !self.state.fails(lit)
            {
                self.state.assign(lit, id);
            }
        }
        // With all units on the trail, a clause of at most one literal that is false is seen here, others below.
        let short = (0..self.script.given as Id).find(|&id| match *self.state.clause(id) {
            [] => true,
            [lit] => self.state.fails(lit),
            _ => false,
        });
        if let Some(id) = short.or_else(|| self.state.propagate()) {
            self.state.need(id);
            return Forward::AtOnce;
        }
        for at in 0..self.script.steps.len() {
            if at % LOOK == 0 && stop() {
                return Forward::Stopped;
            }
            self.heights.push(self.state.height());
            match self.script.steps[at] {
                Step::Delete(id) if self.state.is_reason(id) => self.kept[at] = true,
                Step::Delete(id) => self.state.present[id as usize] = false,
                Step::Add(id) => {
                    if let Some(conflict) = self.add(id) {
                        self.state.need(conflict);
                        return Forward::At(at);
                    }
                }
            }
        }
        Forward::Never
    }

    fn add(&mut self, id: Id) -> Option<Id> {
        self.state.enter(id);
        let clause = self.state.clause(id);
        if clause.iter().any(|&lit| self.state.holds(lit)) {
            return None;
        }
        let mut open = clause.iter().filter(|&&lit| !self.state.fails(lit));
        match (open.next().copied(), open.next()) {
            (None, _) => Some(id),
            (Some(lit), None) => {
                self.state.assign(lit, id);
                self.state.propagate()
            }
            _ => None,
        }
    }

    /// Back from the contradiction. An empty text means that all is well.
    fn backward(&mut self, last: usize, stop: &dyn Fn() -> bool) -> Option<String> {
        for at in (0..=last).rev() {
            if at % LOOK == 0 && stop() {
                return None;
            }
            match self.script.steps[at] {
                Step::Delete(id) => {
                    if !self.kept[at] {
                        self.state.enter(id);
                    }
                }
                Step::Add(id) => {
                    self.state.present[id as usize] = false;
                    self.state.back_to(self.heights[at]);
                    if self.every || self.state.needed[id as usize] {
                        self.checked += 1;
                        if !self.follows(id) {
                            return Some(format!("{} does not follow", self.words(id)));
                        }
                    }
                }
            }
        }
        Some(String::new())
    }

    fn words(&self, id: Id) -> String {
        let number = |&lit: &Lit| if lit & 1 == 1 { -i64::from(lit >> 1) } else { i64::from(lit >> 1) };
        let mut clause: Vec<i64> = self.state.clause(id).iter().map(number).collect();
        clause.sort_unstable_by_key(|number| number.abs());
        clause.push(0);
        let text: Vec<String> = clause.iter().map(i64::to_string).collect();
        format!("clause {} of the proof, `{}`,", id as usize - self.script.given + 1, text.join(" "))
    }

    /// Whether this clause may be added to what is there now; marks what that rests on.
    fn follows(&mut self, id: Id) -> bool {
        let height = self.state.height();
        let clause = self.state.clause(id).to_vec();
        let good = self.refuted(&clause) || self.resolvents_refuted(id);
        self.state.back_to(height);
        good
    }

    /// Assumes that all these literals are false, and says whether that cannot be. Leaves the trail as it is then.
    fn refuted(&mut self, clause: &[Lit]) -> bool {
        for &lit in clause {
            if self.state.holds(lit) {
                self.state.need_reason(lit);
                return true;
            }
            if !self.state.fails(lit) {
                self.state.assign(negated(lit), ASSUMED);
            }
        }
        match self.state.propagate() {
            Some(conflict) => {
                self.state.need(conflict);
                true
            }
            None => false,
        }
    }

    /// RAT: the trail has the clause's opposite and all that follows.
    fn resolvents_refuted(&mut self, id: Id) -> bool {
        let Some(pivot) = self.script.pivots[id as usize - self.script.given] else { return false };
        let height = self.state.height();
        for other in 0..id {
            if !self.state.present[other as usize] || !self.state.clause(other).contains(&negated(pivot)) {
                continue;
            }
            let rest: Vec<Lit> =
                self.state.clause(other).iter().copied().filter(|&lit| lit != negated(pivot)).collect();
            let good = self.refuted(&rest);
            self.state.back_to(height);
            if !good {
                return false;
            }
        }
        self.rat += 1;
        true
    }
}
