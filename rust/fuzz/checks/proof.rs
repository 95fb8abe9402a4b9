//! Any formula and proof: refused or judged, never a panic; and no formula that can be satisfied is called refuted.
//!
//! The first byte chooses. Even: the rest is text, with a 0 byte between formula and proof. Odd: the rest is numbers,
//! which make a formula and a proof over a few variables, small enough to try every assignment.

use sokoplan_core::proof;

const MOST_VARIABLES: i32 = 6;

pub fn check(data: &[u8]) {
    let Some((&first, rest)) = data.split_first() else { return };
    if first % 2 == 0 {
        let cut = rest.iter().position(|&byte| byte == 0).unwrap_or(rest.len());
        let formula = String::from_utf8_lossy(&rest[..cut]);
        let lemmas = String::from_utf8_lossy(&rest[cut.min(rest.len())..]).replace('\0', "");
        let _ = proof::check(&formula, &lemmas, first % 4 == 0, &|| false);
    } else {
        small(first, rest);
    }
}

/// Each byte is a literal, or ends a clause, or ends the formula and begins the proof.
fn small(first: u8, bytes: &[u8]) {
    let variables = 1 + i32::from(first >> 2) % MOST_VARIABLES;
    let mut parts: [Vec<(bool, Vec<i32>)>; 2] = Default::default();
    let (mut part, mut is_deleted, mut clause) = (0, false, Vec::new());
    for &byte in bytes {
        match byte % 8 {
            0 | 1 => parts[part].push((std::mem::take(&mut is_deleted), std::mem::take(&mut clause))),
            2 if byte >= 128 => part = 1,
            3 if byte >= 128 => is_deleted = part == 1,
            _ => {
                let variable = 1 + i32::from(byte >> 3) % variables;
                clause.push(if byte % 2 == 0 { variable } else { -variable });
            }
        }
    }
    let [formula, lemmas] = parts;
    let line = |(is_deleted, clause): &(bool, Vec<i32>)| {
        let words: Vec<String> = clause.iter().map(i32::to_string).collect();
        format!("{}{} 0\n", if *is_deleted { "d " } else { "" }, words.join(" "))
    };
    let text = format!("p cnf {variables} {}\n{}", formula.len(), formula.iter().map(line).collect::<String>());
    let steps: String = lemmas.iter().map(line).collect();
    let verdict = proof::check(&text, &steps, first % 4 == 1, &|| false).expect("this is a formula and a proof");
    if verdict.expect("nobody stopped it").verified {
        let holds = |assignment: u32, literal: i32| (assignment >> literal.abs() & 1 == 1) == (literal > 0);
        for assignment in 0..1u32 << (variables + 1) {
            let satisfies = formula.iter().all(|(_, clause)| clause.iter().any(|&literal| holds(assignment, literal)));
            assert!(!satisfies, "{assignment:b} satisfies\n{text}and the proof was accepted:\n{steps}");
        }
    }
}
