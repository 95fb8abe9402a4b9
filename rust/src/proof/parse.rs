//! Reading DIMACS and DRAT.
//!
//! Comes in:  text.     Goes out: a `Script`, or a sentence with the number of the line that is wrong.
//!
//! A deletion speaks of a clause by its literals, in any order; here it becomes the number of the youngest clause
//! that has them. One that names no clause is passed over: to delete less than was said can only make a proof fail.

use std::collections::HashMap;

use super::{Id, Lit, Script, Step};

/// Every table has an entry for each variable, so a large number in a short text would be an attack. Variables may go up
/// to this, or to the bytes of the text, whichever is more.
const ALWAYS_ALLOWED: usize = 1 << 20;

pub(super) fn read(formula: &str, proof: &str) -> Result<Script, String> {
    let most = ALWAYS_ALLOWED.max(formula.len() + proof.len()).min(1 << 30);
    let mut reader = Reader { most, ..Reader::default() };
    reader.script.starts.push(0);
    reader.formula(formula)?;
    reader.script.given = reader.script.starts.len() - 1;
    reader.proof(proof)?;
    Ok(reader.script)
}

#[derive(Default)]
struct Reader {
    script: Script,
    /// By the sum of their literals' hashes, the clauses that are there now.
    alive: HashMap<u64, Vec<Id>>,
    clause: Vec<Lit>,
    /// The largest variable.
    most: usize,
}

impl Reader {
    fn formula(&mut self, text: &str) -> Result<(), String> {
        let mut header = None;
        for (index, line) in text.lines().enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with('c') {
                continue;
            }
            if line.starts_with('p') {
                header = Some(sizes(line).ok_or(format!("line {} of the formula is no `p cnf` line", index + 1))?);
                continue;
            }
            self.numbers(line).map_err(|why| format!("line {} of the formula: {why}", index + 1))?;
            self.add();
        }
        let (variables, clauses) = header.ok_or("the formula has no `p cnf` line")?;
        let found = self.script.starts.len() - 1;
        if found != clauses {
            return Err(format!("the formula has {found} clauses, its first line says {clauses}"));
        }
        if self.script.variables > variables {
            let top = self.script.variables;
            return Err(format!("the formula has a variable {top}, its first line says {variables}"));
        }
        Ok(())
    }

    fn proof(&mut self, text: &str) -> Result<(), String> {
        for (index, line) in text.lines().enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with('c') {
                continue;
            }
            let deleted = line.strip_prefix("d ");
            let first = self
                .numbers(deleted.unwrap_or(line))
                .map_err(|why| format!("line {} of the proof: {why}", index + 1))?;
            if deleted.is_some() {
                self.delete();
            } else {
                let id = self.add();
                self.script.steps.push(Step::Add(id));
                self.script.pivots.push(first);
            }
        }
        Ok(())
    }

    /// One clause, with its closing 0, into `clause`, sorted and without repetition. Returns the literal written first.
    fn numbers(&mut self, line: &str) -> Result<Option<Lit>, String> {
        self.clause.clear();
        let mut closed = false;
        for word in line.split_ascii_whitespace() {
            if closed {
                return Err("something follows the 0 at the end of the clause".into());
            }
            let number: i64 = word.parse().map_err(|_| format!("{word:?} is no number"))?;
            if number.unsigned_abs() > self.most as u64 {
                return Err(format!("{number} is too large for a variable"));
            }
            if number == 0 {
                closed = true;
                continue;
            }
            let variable = number.unsigned_abs() as usize;
            self.script.variables = self.script.variables.max(variable);
            self.clause.push((variable as Lit) << 1 | Lit::from(number < 0));
        }
        if !closed {
            return Err("the clause does not end with 0".into());
        }
        let first = self.clause.first().copied();
        self.clause.sort_unstable();
        self.clause.dedup();
        Ok(first)
    }

    fn add(&mut self) -> Id {
        let id = (self.script.starts.len() - 1) as Id;
        self.script.lits.extend_from_slice(&self.clause);
        self.script.starts.push(self.script.lits.len());
        self.alive.entry(hash(&self.clause)).or_default().push(id);
        id
    }

    fn delete(&mut self) {
        let script = &mut self.script;
        let Some(same) = self.alive.get_mut(&hash(&self.clause)) else { return };
        let is_it = |&id: &Id| script.lits[script.starts[id as usize]..script.starts[id as usize + 1]] == self.clause;
        if let Some(place) = same.iter().rposition(is_it) {
            script.steps.push(Step::Delete(same.swap_remove(place)));
        }
    }
}

fn sizes(line: &str) -> Option<(usize, usize)> {
    let mut words = line.split_ascii_whitespace();
    if words.next() != Some("p") || words.next() != Some("cnf") {
        return None;
    }
    let sizes = (words.next()?.parse().ok()?, words.next()?.parse().ok()?);
    words.next().is_none().then_some(sizes)
}

fn hash(clause: &[Lit]) -> u64 {
    clause.iter().fold(clause.len() as u64, |sum, &lit| {
        (sum ^ u64::from(lit)).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(23)
    })
}
