//! Unit propagation with two watched literals a clause.
//!
//! Comes in:  clauses that are there or not, literals assumed.     Goes out: what follows, why, or a contradiction.
//!
//! Each clause is watched by its first two literals; it is looked at only when one of them becomes false. Clauses that
//! the refutation is known to need (`needed`) have lists of their own, which go first. Deleting a clause does not
//! look for it in the lists: an entry of a clause that is gone, or is watched elsewhere now, falls out when it is met.
//!
//! The trail grows while the proof is read and shrinks on the way back, always by whole steps of the proof. So a
//! literal that made a clause true is never taken back before the false one whose visit it answered.

use super::{Id, Lit, Script, negated};

/// The reason of a literal that was assumed.
pub(super) const ASSUMED: Id = Id::MAX;

#[derive(Clone, Copy)]
struct Watch {
    clause: Id,
    /// Another literal of the clause: if it is true, there is no need to look.
    other: Lit,
}

pub(super) struct Propagator {
    lits: Vec<Lit>,
    starts: Vec<usize>,
    /// Whether the clause is in the formula at this moment.
    pub present: Vec<bool>,
    pub needed: Vec<bool>,
    /// For each literal the clauses to visit when it becomes false: those that are needed, and the others.
    watches: [Vec<Vec<Watch>>; 2],
    truth: Vec<bool>,
    pub reason: Vec<Id>,
    place: Vec<u32>,
    trail: Vec<Lit>,
    /// How much of the trail each of the two kinds of clauses has seen.
    heads: [usize; 2],
    /// Variables whose reasons are known to be needed, all the way down.
    explained: Vec<bool>,
}

const FIRST: usize = 0;
const REST: usize = 1;

impl Propagator {
    pub fn new(script: &mut Script) -> Self {
        let lits = std::mem::take(&mut script.lits);
        let starts = std::mem::take(&mut script.starts);
        let (clauses, variables) = (starts.len() - 1, script.variables + 1);
        Self {
            lits,
            starts,
            present: vec![false; clauses],
            needed: vec![false; clauses],
            watches: [vec![vec![]; 2 * variables], vec![vec![]; 2 * variables]],
            truth: vec![false; 2 * variables],
            reason: vec![ASSUMED; variables],
            place: vec![0; variables],
            trail: vec![],
            heads: [0; 2],
            explained: vec![false; variables],
        }
    }

    pub fn clause(&self, id: Id) -> &[Lit] {
        &self.lits[self.starts[id as usize]..self.starts[id as usize + 1]]
    }

    pub fn holds(&self, lit: Lit) -> bool {
        self.truth[lit as usize]
    }

    pub fn fails(&self, lit: Lit) -> bool {
        self.truth[negated(lit) as usize]
    }

    pub fn height(&self) -> usize {
        self.trail.len()
    }

    /// Whether a literal of the trail is there because of this clause.
    pub fn is_reason(&self, id: Id) -> bool {
        self.clause(id).iter().any(|&lit| self.holds(lit) && self.reason[(lit >> 1) as usize] == id)
    }

    pub fn assign(&mut self, lit: Lit, reason: Id) {
        self.truth[lit as usize] = true;
        self.reason[(lit >> 1) as usize] = reason;
        self.place[(lit >> 1) as usize] = self.trail.len() as u32;
        self.trail.push(lit);
    }

    /// Takes back the trail to this height, at which everything had been propagated.
    pub fn back_to(&mut self, height: usize) {
        while self.trail.len() > height {
            let lit = self.trail.pop().expect("it is not empty");
            self.truth[lit as usize] = false;
            self.explained[(lit >> 1) as usize] = false;
        }
        self.heads = [height; 2];
    }

    /// Puts a clause in. It may be false or unit already; that is for the caller to see.
    pub fn enter(&mut self, id: Id) {
        self.present[id as usize] = true;
        let (from, to) = (self.starts[id as usize], self.starts[id as usize + 1]);
        if to - from < 2 {
            return;
        }
        // Watched by literals that are not false, or else by those that were the last to become so.
        for slot in from..from + 2 {
            let best = (slot..to).max_by_key(|&at| self.freshness(self.lits[at])).expect("two literals");
            self.lits.swap(slot, best);
        }
        let kind = self.kind(id);
        let (one, two) = (self.lits[from], self.lits[from + 1]);
        self.watches[kind][one as usize].push(Watch { clause: id, other: two });
        self.watches[kind][two as usize].push(Watch { clause: id, other: one });
    }

    fn kind(&self, id: Id) -> usize {
        if self.needed[id as usize] { FIRST } else { REST }
    }

    fn freshness(&self, lit: Lit) -> u32 {
        if self.fails(lit) { self.place[(lit >> 1) as usize] } else { u32::MAX }
    }

    /// Everything that follows; a clause that is false, if there is one.
    pub fn propagate(&mut self) -> Option<Id> {
        loop {
            let kind = (FIRST..=REST).find(|&kind| self.heads[kind] < self.trail.len())?;
            let lit = self.trail[self.heads[kind]];
            self.heads[kind] += 1;
            let conflict = self.visit(negated(lit), kind);
            if conflict.is_some() {
                return conflict;
            }
        }
    }

    /// All clauses of one kind that are watched by this literal, which has become false.
    fn visit(&mut self, lit: Lit, kind: usize) -> Option<Id> {
        let mut list = std::mem::take(&mut self.watches[kind][lit as usize]);
        let mut kept = 0;
        let mut conflict = None;
        for at in 0..list.len() {
            let mut watch = list[at];
            if conflict.is_some() || self.truth[watch.other as usize] && self.present[watch.clause as usize] {
                list[kept] = watch;
                kept += 1;
                continue;
            }
            if !self.present[watch.clause as usize] || !self.look(lit, &mut watch, &mut conflict) {
                continue;
            }
            if kind == REST && self.needed[watch.clause as usize] {
                self.watches[FIRST][lit as usize].push(watch); // it goes first from now on
            } else {
                list[kept] = watch;
                kept += 1;
            }
        }
        list.truncate(kept);
        self.watches[kind][lit as usize] = list;
        conflict
    }

    /// One clause whose watch `lit` is false. Returns whether `lit` goes on watching it.
    fn look(&mut self, lit: Lit, watch: &mut Watch, conflict: &mut Option<Id>) -> bool {
        let (from, to) = (self.starts[watch.clause as usize], self.starts[watch.clause as usize + 1]);
        if self.lits[from] == lit {
            self.lits.swap(from, from + 1);
        } else if self.lits[from + 1] != lit {
            return false;
        }
        let first = self.lits[from];
        watch.other = first;
        if self.holds(first) {
            return true;
        }
        for at in from + 2..to {
            let other = self.lits[at];
            if !self.fails(other) {
                self.lits.swap(from + 1, at);
                let kind = self.kind(watch.clause);
                self.watches[kind][other as usize].push(Watch { clause: watch.clause, other: first });
                return false;
            }
        }
        if self.fails(first) {
            *conflict = Some(watch.clause);
        } else {
            self.assign(first, watch.clause);
        }
        true
    }

    /// Marks a clause and all that made its literals what they are.
    pub fn need(&mut self, id: Id) {
        let mut waiting = vec![id];
        while let Some(id) = waiting.pop() {
            self.needed[id as usize] = true;
            for at in self.starts[id as usize]..self.starts[id as usize + 1] {
                self.ask((self.lits[at] >> 1) as usize, &mut waiting);
            }
        }
    }

    /// Marks what made this literal true.
    pub fn need_reason(&mut self, lit: Lit) {
        let mut waiting = vec![];
        self.ask((lit >> 1) as usize, &mut waiting);
        for id in waiting {
            self.need(id);
        }
    }

    fn ask(&mut self, variable: usize, waiting: &mut Vec<Id>) {
        if !self.explained[variable] {
            self.explained[variable] = true;
            if self.reason[variable] != ASSUMED {
                waiting.push(self.reason[variable]);
            }
        }
    }
}
