//! What the fuzzer found worth keeping, replayed: the inputs of `tests/fuzz`, through the checks that it runs.

#[path = "../fuzz/checks/board.rs"]
mod board;
#[path = "../fuzz/checks/proof.rs"]
mod proof;

use std::path::Path;

/// The inputs of a target, one a line in hexadecimal digits.
fn inputs(target: &str) -> Vec<Vec<u8>> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/fuzz").join(format!("{target}.hex"));
    let digits = |line: &str, at: usize| u8::from_str_radix(&line[at..at + 2], 16).expect("two digits");
    let bytes = |line: &str| (0..line.len()).step_by(2).map(|at| digits(line, at)).collect();
    std::fs::read_to_string(file).expect("the corpus is there").lines().map(bytes).collect()
}

fn replay(target: &str, check: impl Fn(&[u8])) {
    let inputs = inputs(target);
    assert!(inputs.len() > 100, "{} inputs", inputs.len());
    inputs.iter().for_each(|input| check(input));
}

#[test]
fn no_board_that_was_found_breaks_the_reader() {
    replay("board", board::check);
}

#[test]
fn no_proof_that_was_found_breaks_the_checker() {
    replay("proof", proof::check);
}
