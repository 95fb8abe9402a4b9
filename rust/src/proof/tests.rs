//! Proofs that hold, proofs that were broken, and thousands of random ones against a slow checker.

use super::{Verdict, check};

fn checked(formula: &str, proof: &str, every: bool) -> Verdict {
    check(formula, proof, every, &|| false).expect("text as it should be").expect("nobody stopped it")
}

fn dimacs(clauses: &[Vec<i32>], variables: i32) -> String {
    format!("p cnf {variables} {}\n{}", clauses.len(), lines(clauses))
}

fn lines(clauses: &[Vec<i32>]) -> String {
    let line = |clause: &Vec<i32>| clause.iter().map(|lit| format!("{lit} ")).collect::<String>() + "0\n";
    clauses.iter().map(line).collect()
}

const FOUR: &str = "p cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n";

#[test]
fn the_smallest_refutation() {
    let verdict = checked(FOUR, "2 0\n0\n", false);
    assert!(verdict.verified, "{}", verdict.why);
    // The contradiction comes with the first line; the second is not needed.
    assert_eq!((verdict.lemmas, verdict.checked, verdict.rat, verdict.core), (2, 1, 0, 4));
}

#[test]
fn an_empty_clause_too_early() {
    let verdict = checked(FOUR, "0\n2 0\n", false);
    assert_eq!(verdict.why, "clause 1 of the proof, `0`, does not follow");
}

#[test]
fn a_proof_that_ends_too_early() {
    assert_eq!(checked(FOUR, "", false).why, "the proof does not come to a contradiction");
    assert_eq!(checked(FOUR, "1 2 0\n", false).why, "the proof does not come to a contradiction");
}

#[test]
fn a_formula_that_has_a_model() {
    let verdict = checked("p cnf 2 3\n1 2 0\n-1 2 0\n1 -2 0\n", "2 0\n0\n", false);
    assert!(!verdict.verified);
    assert!(!checked("p cnf 2 3\n1 2 0\n-1 2 0\n1 -2 0\n", "2 0\n-2 0\n", false).verified);
}

#[test]
fn a_formula_that_needs_no_proof() {
    for formula in ["p cnf 1 2\n1 0\n-1 0\n", "p cnf 1 1\n0\n", "p cnf 2 3\n1 0\n-1 2 0\n-2 0\n"] {
        assert!(checked(formula, "", false).verified);
    }
}

#[test]
fn a_clause_that_was_deleted_is_gone() {
    let verdict = checked(FOUR, "d 2 1 0\n2 0\n0\n", false);
    assert_eq!(verdict.why, "clause 1 of the proof, `2 0`, does not follow");
    assert!(checked(FOUR, "2 0\nd 1 2 0\n0\n", false).verified);
    assert!(checked(FOUR, "d 1 7 0\n2 0\n0\n", false).verified);
    // It is there twice, so once remains.
    assert!(checked("p cnf 2 5\n1 2 0\n2 1 0\n-1 2 0\n1 -2 0\n-1 -2 0\n", "d 2 1 0\n2 0\n0\n", false).verified);
}

/// The four clauses, and two variables more about which little is said.
fn with_room() -> String {
    FOUR.replace("p cnf 2 4", "p cnf 4 5") + "3 4 0\n"
}

#[test]
fn what_is_not_needed_is_checked_only_on_demand() {
    let proof = "-3 0\n2 0\n0\n";
    assert!(checked(&with_room(), proof, false).verified);
    assert_eq!(checked(&with_room(), proof, true).why, "clause 1 of the proof, `-3 0`, does not follow");
}

/// 5 is new and means "3 and 4". Such a definition follows from nothing and harms nothing: RAT on its first literal.
#[test]
fn a_definition_is_rat() {
    let verdict = checked(&with_room(), "5 -3 -4 0\n-5 3 0\n-5 4 0\n2 0\n0\n", true);
    assert!(verdict.verified, "{}", verdict.why);
    assert_eq!(verdict.rat, 3);
    // "If 3 then 5": no clause speaks against 5, but one needs 3 or 4, so it matters which literal comes first.
    assert!(checked(&with_room(), "5 -3 0\n2 0\n0\n", true).verified);
    assert!(!checked(&with_room(), "-3 5 0\n2 0\n0\n", true).verified);
}

#[test]
fn text_that_is_no_proof() {
    for (formula, proof, why) in [
        (FOUR, "2 0\n1 -", "line 2 of the proof: \"-\" is no number"),
        (FOUR, "2", "line 1 of the proof: the clause does not end with 0"),
        (FOUR, "2 0 1 0\n", "line 1 of the proof: something follows the 0 at the end of the clause"),
        (FOUR, "99999999999 0\n", "line 1 of the proof: 99999999999 is too large for a variable"),
        // A table with an entry for each variable would be far larger than the text.
        (FOUR, "2000000 0\n", "line 1 of the proof: 2000000 is too large for a variable"),
        ("1 0\n", "", "the formula has no `p cnf` line"),
        ("p cnf 1 2\n1 0\n", "", "the formula has 1 clauses, its first line says 2"),
        ("p cnf 1 1\n2 0\n", "", "the formula has a variable 2, its first line says 1"),
        ("p dnf 1 1\n2 0\n", "", "line 1 of the formula is no `p cnf` line"),
    ] {
        assert_eq!(check(formula, proof, false, &|| false).expect_err(why), why);
    }
}

#[test]
fn it_stops_when_told() {
    assert_eq!(check(FOUR, "2 0\n0\n", false, &|| true), Ok(None));
}

// --- against a slow checker -------------------------------------------------------------------------------------

struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit as u64) as usize
    }

    fn clause(&mut self, variables: i32, most: usize) -> Vec<i32> {
        let mut clause: Vec<i32> = vec![];
        for _ in 0..1 + self.below(most) {
            let variable = 1 + self.below(variables as usize) as i32;
            if !clause.iter().any(|lit| lit.abs() == variable) {
                clause.push(if self.below(2) == 0 { variable } else { -variable });
            }
        }
        clause
    }
}

/// Whether unit propagation alone shows that the clauses contradict each other when all these literals are false.
fn slow_rup(clauses: &[Vec<i32>], denied: &[i32]) -> bool {
    let mut truth: Vec<i32> = denied.iter().map(|lit| -lit).collect();
    loop {
        if truth.iter().any(|lit| truth.contains(&-lit)) {
            return true;
        }
        let mut more = None;
        for clause in clauses.iter().filter(|clause| !clause.iter().any(|lit| truth.contains(lit))) {
            let open: Vec<i32> = clause.iter().copied().filter(|lit| !truth.contains(&-lit)).collect();
            match open[..] {
                [] => return true,
                [lit] => more = Some(lit),
                _ => {}
            }
        }
        match more {
            Some(lit) => truth.push(lit),
            None => return false,
        }
    }
}

fn slow_follows(clauses: &[Vec<i32>], lemma: &[i32]) -> bool {
    let resolvent = |other: &&Vec<i32>| -> Vec<i32> {
        lemma.iter().chain(other.iter().filter(|&&lit| lit != -lemma[0])).copied().collect()
    };
    slow_rup(clauses, lemma)
        || !lemma.is_empty()
            && clauses
                .iter()
                .filter(|other| other.contains(&-lemma[0]))
                .all(|other| slow_rup(clauses, &resolvent(&other)))
}

/// Every line, in order, until the clauses contradict each other.
fn slow_check(formula: &[Vec<i32>], proof: &[Vec<i32>]) -> bool {
    let mut clauses = formula.to_vec();
    for lemma in proof {
        if slow_rup(&clauses, &[]) {
            return true;
        }
        if !slow_follows(&clauses, lemma) {
            return false;
        }
        clauses.push(lemma.clone());
    }
    slow_rup(&clauses, &[])
}

fn has_model(formula: &[Vec<i32>], variables: i32) -> bool {
    let holds = |lit: i32, model: u32| (model >> (lit.abs() - 1) & 1 == 1) == (lit > 0);
    (0..1_u32 << variables).any(|model| formula.iter().all(|clause| clause.iter().any(|&lit| holds(lit, model))))
}

/// Lemmas tried at random, most of them good: what a solver might write, with mistakes in it.
#[test]
fn random_proofs_as_the_slow_checker_has_it() {
    let mut random = Random(20_261_116);
    let (mut accepted, mut refused) = (0, 0);
    for round in 0..6000 {
        let variables = 3 + random.below(4) as i32;
        let formula: Vec<Vec<i32>> =
            (0..variables as usize * (2 + random.below(2))).map(|_| random.clause(variables, 5)).collect();
        let mut proof: Vec<Vec<i32>> = vec![];
        let mut all = formula.clone();
        for _ in 0..random.below(30) {
            // One variable more than the formula has: definitions.
            let lemma = random.clause(variables + 1, 3);
            if slow_follows(&all, &lemma) || random.below(60) == 0 {
                all.push(lemma.clone());
                proof.push(lemma);
            }
        }
        proof.push(vec![]);
        let strict = checked(&dimacs(&formula, variables), &lines(&proof), true);
        let lazy = checked(&dimacs(&formula, variables), &lines(&proof), false);
        assert_eq!(strict.verified, slow_check(&formula, &proof), "{round}: {formula:?} {proof:?} {}", strict.why);
        assert!(lazy.verified || !strict.verified, "{round}: {formula:?} {proof:?} {}", lazy.why);
        assert!(!lazy.verified || !has_model(&formula, variables), "{round}: {formula:?} {proof:?}");
        if lazy.verified {
            accepted += 1;
        } else {
            refused += 1;
        }
    }
    assert!(accepted > 500 && refused > 500, "{accepted} {refused}");
}

/// Deletions in between: no more is promised than that a formula with a model is never refuted.
#[test]
fn deletions_never_refute_what_has_a_model() {
    let mut random = Random(4711);
    let mut accepted = 0;
    for round in 0..6000 {
        let variables = 3 + random.below(4) as i32;
        let formula: Vec<Vec<i32>> =
            (0..variables as usize * (2 + random.below(4))).map(|_| random.clause(variables, 3)).collect();
        let mut all = formula.clone();
        let mut proof = String::new();
        for _ in 0..random.below(40) {
            if random.below(4) == 0 && !all.is_empty() {
                let gone = all.swap_remove(random.below(all.len()));
                proof += &("d ".to_string() + &lines(&[gone]));
                continue;
            }
            let lemma = random.clause(variables + 1, 3);
            if slow_follows(&all, &lemma) || random.below(40) == 0 {
                proof += &lines(std::slice::from_ref(&lemma));
                all.push(lemma);
            }
        }
        for every in [false, true] {
            let verdict = checked(&dimacs(&formula, variables), &(proof.clone() + "0\n"), every);
            assert!(!verdict.verified || !has_model(&formula, variables), "{round}: {formula:?} {proof:?}");
            accepted += usize::from(verdict.verified);
        }
    }
    assert!(accepted > 500, "{accepted}");
}
