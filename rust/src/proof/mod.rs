//! A checker of DRAT proofs: is this list of clauses a refutation of that formula?
//!
//! Comes in:  a formula (DIMACS) and a proof (DRAT) as text.     Goes out: whether the proof holds, and if not, why.
//!
//!     formula    1 2    -1 2    1 -2    -1 -2        proof    2      follows: with -2 the formula contradicts itself
//!                                                             0      follows from that by unit propagation
//!
//! Each line of a proof adds a clause (or, after `d`, deletes one). A clause may be added if assuming its opposite
//! leads to a contradiction by unit propagation alone (RUP), or if that holds for every resolvent on its first
//! literal (RAT; then the formula stays satisfiable if it was). Wetzler, Heule and Hunt (2014) is where it is all
//! from: go forward to the contradiction, then back, and check only the clauses that were needed, trying first
//! those that are needed anyhow.
//!
//! This shares nothing with a solver: it imports nothing of the crate, and in the crate only `py` imports it.
//!
//! `parse` reads, `watch` propagates, `check` goes forward and back.

mod check;
mod parse;
#[cfg(test)]
mod tests;
mod watch;

/// A literal: twice the variable, plus one if negated.
type Lit = u32;
type Id = u32;

fn negated(lit: Lit) -> Lit {
    lit ^ 1
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    Add(Id),
    Delete(Id),
}

/// The formula's clauses, the proof's clauses after them, and what the proof does with them in which order.
#[derive(Default)]
struct Script {
    /// The literals of all clauses, one clause after the other, none twice in a clause.
    lits: Vec<Lit>,
    /// Where clause i begins; one more entry at the end.
    starts: Vec<usize>,
    /// How many clauses are the formula's.
    given: usize,
    steps: Vec<Step>,
    /// The first literal of each clause of the proof as it was written: the one to resolve on.
    pivots: Vec<Option<Lit>>,
    variables: usize,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verdict {
    pub verified: bool,
    /// What is wrong with it, if anything.
    pub why: String,
    /// Clauses that the proof adds, how many of them had to be checked, how many by RAT.
    pub lemmas: usize,
    pub checked: usize,
    pub rat: usize,
    /// Clauses of the formula that the proof rests on.
    pub core: usize,
}

/// Checks a proof. With `every` also the clauses that the refutation does not need. `stop` is asked now and then.
/// An error is a sentence about text that is no formula or no proof.
pub fn check(formula: &str, proof: &str, every: bool, stop: &dyn Fn() -> bool) -> Result<Option<Verdict>, String> {
    let script = parse::read(formula, proof)?;
    Ok(check::Checker::new(script, every).run(stop))
}
